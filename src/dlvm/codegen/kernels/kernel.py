"""Lowers a scheduled definition to one LLVM function.

The parameters are the addresses of tensors, the scalars, the seed and counter of the generator if
random numbers are drawn, and the range of tasks to run: values of the parallel variable, or [0, 1)
if the schedule has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from dlvm.codegen.expressions.index_expressions import TensorMemory
from dlvm.codegen.kernels.contraction import Contraction
from dlvm.codegen.kernels.in_place import in_place_parameters
from dlvm.codegen.kernels.loop_emitter import WORKSPACE, LoopEmitter, parts_of
from dlvm.codegen.kernels.loops import KernelLoops
from dlvm.codegen.kernels.pipelined_row_blocks import PipelinedRowBlocks
from dlvm.codegen.kernels.pointwise import PointwiseLoops
from dlvm.codegen.kernels.row_blocks import RowBlocks
from dlvm.codegen.kernels.row_nests import RowLoops
from dlvm.codegen.kernels.scans import Scans, runs_by_vectors
from dlvm.codegen.kernels.scatter import ScatterLoops
from dlvm.codegen.kernels.split_reductions import PARTIALS, Partials, Total
from dlvm.codegen.kernels.tiled_transpose import Tiles
from dlvm.codegen.kernels.variance_merging import MergedPoints
from dlvm.codegen.llvm.emitter import (
    POLL_DECLARATION,
    STOP,
    Declarations,
    pointer_lines,
    register_type,
)
from dlvm.compute.loop_nest.contraction import find_product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.recurrence import recurrence
from dlvm.compute.loop_nest.restructuring import scheduled_nest
from dlvm.compute.loop_nest.software_pipelining import find_pipelined_rows
from dlvm.compute.loop_nest.variance_merging import find_moments
from dlvm.compute.loops.lowering import lower_points, lower_rows, lower_scatter
from dlvm.compute.loops.moments import lower_merged_points
from dlvm.compute.loops.pipelining import lower_pipelined_rows
from dlvm.compute.loops.products import lower_product
from dlvm.compute.loops.row_blocks import lower_row_blocks
from dlvm.compute.loops.scans import lower_scan
from dlvm.compute.loops.splitting import lower_split
from dlvm.compute.loops.transposition import lower_tiles
from dlvm.compute.scheduling.execution_time import execution_time
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.compute import Constant, Definition, is_size
from dlvm.ir.loops import LoopKernel
from dlvm.ir.polynomial import Size
from dlvm.ir.schedules import Directives, Schedule

LONG: Final = 10**10
"""Kernels that take at least this many picoseconds poll for interrupts."""


@dataclass(frozen=True)
class Kernel:
    """A generated function.

    Its parallel variable has ``size`` values, ``step`` per task. ``time`` is the estimated time on
    one thread in picoseconds. ``constants`` are passed after the inputs. Results may overwrite the
    parameters with the indices ``in_place``. If ``polls``, the context is passed before the tasks,
    and the function returns early when the call is to end."""

    name: str
    text: str
    size: Size
    step: int
    time: Size
    draws: Size
    in_place: frozenset[int]
    parts: PartialResults | None = None
    constants: Sequence[Constant] = ()
    polls: bool = False


@dataclass(frozen=True)
class PartialResults:
    """The number and type of the partial results that a kernel computes for a second function,
    ``join``, which runs after it. Both functions receive the address of the partial results as the
    last argument."""

    count: int
    type: str
    join: str


def generate_kernel(
    definition: Definition, schedule: Schedule, declarations: Declarations
) -> Kernel:
    """Generates the LLVM function of a definition.

    Raises :class:`DiagnosticError` for directives that the loops do not support.
    """
    nest = _without_empty(scheduled_nest(definition, Directives(schedule)))
    loops = _loops(nest, schedule, declarations)
    loops.check()
    kernel = _lowered(loops, nest, schedule)
    if kernel is not None:
        return _emitted(kernel, loops, nest, schedule, declarations)
    time = execution_time(nest, _lanes(schedule))
    loops.emitter.polls = not isinstance(time, int) or time > LONG
    if loops.emitter.polls:
        declarations.define("dlvm_poll", POLL_DECLARATION)
    name = f"dlvm.kernel.{definition.name}"
    text, parts = _function(name, loops, "i64 %dlvm.begin", "i64 %dlvm.end"), None
    if isinstance(loops, Partials):
        parts = PartialResults(loops.count, register_type(loops.element), f"{name}.join")
        text += "\n\n" + _function(parts.join, Total(nest, schedule, declarations))
    return Kernel(
        name,
        text,
        loops.parallel_size,
        loops.parallel_step,
        time,
        definition.body.draws,
        in_place_parameters(nest.definition, loops.reads_first),
        parts,
        polls=loops.emitter.polls,
    )


def _lowered(loops: KernelLoops, nest: Nest, schedule: Schedule) -> LoopKernel | None:
    plan = Directives(schedule)
    if isinstance(loops, Partials):
        return lower_split(nest, plan)
    if isinstance(loops, Scans):
        return lower_scan(nest, plan, loops.scan)
    if isinstance(loops, MergedPoints):
        return lower_merged_points(nest, plan)
    if type(loops) is PointwiseLoops:
        return lower_points(nest, plan)
    if type(loops) is Contraction:
        return lower_product(nest, plan, loops.product, loops.repeats_rows)
    if type(loops) is Tiles:
        return lower_tiles(nest, plan)
    if isinstance(loops, PipelinedRowBlocks):
        return lower_pipelined_rows(nest, plan, loops.weave)
    if type(loops) is RowBlocks:
        return lower_row_blocks(nest, plan)
    if type(loops) is RowLoops:
        return lower_rows(nest, plan)
    if type(loops) is ScatterLoops:
        return lower_scatter(nest)
    return None


def _emitted(
    kernel: LoopKernel,
    loops: KernelLoops,
    nest: Nest,
    schedule: Schedule,
    declarations: Declarations,
) -> Kernel:
    definition = nest.definition
    time = execution_time(nest, _lanes(schedule))
    polls = not isinstance(time, int) or time > LONG
    if polls:
        declarations.define("dlvm_poll", POLL_DECLARATION)
    name = f"dlvm.kernel.{definition.name}"
    bodies, workspace = parts_of(kernel)
    texts: list[str] = []
    emitters: list[LoopEmitter] = []
    for number, body in enumerate(bodies):
        emitter = LoopEmitter(LoopKernel(kernel.definition, body), declarations)
        emitter.emitter.polls = polls
        loops.evaluator = emitter.evaluator
        parameters = _bind_parameters(loops)
        if workspace is not None:
            parameters.append(f"ptr {WORKSPACE}")
            emitter.share(workspace, WORKSPACE)
        emitter.emit()
        lines = [emitter.emitter.text(), "  ret void"]
        if polls:
            parameters.append("ptr %context")
            lines = [*pointer_lines("%look", "look"), *lines, f"{STOP}:", "  ret void"]
        if not number:
            parameters += ["i64 %dlvm.begin", "i64 %dlvm.end"]
        own = name if not number else f"{name}.join"
        head = f"define internal void @{own}({', '.join(parameters)}) #0 {{\nentry:"
        texts.append("\n".join([head, *lines, "}"]))
        emitters.append(emitter)
    size, step = emitters[0].shares
    parts = None
    if workspace is not None:
        parts = PartialResults(workspace.count, register_type(workspace.element), f"{name}.join")
    return Kernel(
        name,
        "\n\n".join(texts),
        size,
        step,
        time,
        definition.body.draws,
        in_place_parameters(definition, loops.reads_first),
        parts,
        polls=polls,
    )


def check_kernels(definitions: Sequence[Definition], schedules: Sequence[Schedule]) -> None:
    """Raises :class:`DiagnosticError` with all illegal directives of the schedules."""
    known = {d.name: d for d in definitions}
    problems: list[Diagnostic] = []
    for schedule in schedules:
        try:
            generate_kernel(known[schedule.definition], schedule, Declarations())
        except DiagnosticError as problem:
            problems += problem.diagnostics
    if problems:
        raise DiagnosticError(problems)


def _function(name: str, loops: KernelLoops, *loop_range: str) -> str:
    parameters = _bind_parameters(loops)
    if isinstance(loops, Partials):
        parameters.append(f"ptr {PARTIALS}")
    loops.generate()
    lines = [loops.emitter.text(), "  ret void"]
    if loops.emitter.polls:
        parameters.append("ptr %context")
        lines = [*pointer_lines("%look", "look"), *lines, f"{STOP}:", "  ret void"]
    head = f"define internal void @{name}({', '.join([*parameters, *loop_range])}) #0 {{\nentry:"
    return "\n".join([head, *lines, "}"])


def _loops(nest: Nest, schedule: Schedule, declarations: Declarations) -> KernelLoops:
    """Chooses the loops for a nest and its schedule."""
    plan = Directives(schedule)
    if any(s.base is not None for s in nest.statements):
        scan = recurrence(nest)
        if scan is not None and runs_by_vectors(scan, plan):
            return Scans(nest, schedule, declarations, scan)
        return ScatterLoops(nest, schedule, declarations)
    if plan.split:
        return Partials(nest, schedule, declarations)
    shared = {r.variable for r in nest.prefix}
    along = shared.intersection(plan.lanes)
    if nest.is_pointwise and shared and (along or (schedule.directives and not plan.lanes)):
        if any(m.range.variable in plan.tiles for m in find_moments(nest)):
            return MergedPoints(nest, schedule, declarations)
        vector = next((r for r in reversed(nest.prefix) if r.variable in along), nest.prefix[-1])
        found = find_product(nest, vector)
        if found is not None and (plan.tiles or plan.packed):
            return Contraction(nest, schedule, declarations, found)
        if found is None and (plan.tiles or plan.packed) and len(nest.prefix) > 1:
            return Tiles(nest, schedule, declarations)
        return PointwiseLoops(nest, schedule, declarations)
    if nest.prefix and nest.prefix[-1].variable in plan.tiles:
        hosts = (find_pipelined_rows(nest, plan, d.subjects[0]) for d in plan.of("weave"))
        weave = next((w for w in hosts if w is not None), None)
        if weave is not None:
            return PipelinedRowBlocks(nest, schedule, declarations, weave)
        return RowBlocks(nest, schedule, declarations)
    return RowLoops(nest, schedule, declarations)


def _lanes(schedule: Schedule) -> int:
    return max((d.number or 1 for d in schedule.directives if d.keyword == "vectorize"), default=1)


def _bind_parameters(loops: KernelLoops) -> list[str]:
    """Names the parameters of the function, and registers them with the loops."""
    definition, evaluator = loops.definition, loops.evaluator
    body, types = definition.body, loops.nest.types
    parameters: list[str] = []
    for name in body.parameters:
        if is_size(name):
            parameters.append(f"i64 %size.{name[1:]}")
            evaluator.symbols[name[1:]] = f"%size.{name[1:]}"
            continue
        type = types[name]
        if type.rank:
            parameters.append(f"ptr %tensor.{name}")
            evaluator.memory[name] = TensorMemory(f"%tensor.{name}", type.element)
        else:
            parameters.append(f"{register_type(type.element)} %tensor.{name}")
            evaluator.scalars[name] = f"%tensor.{name}"
    for name in body.results:
        parameters.append(f"ptr %tensor.{name}")
        evaluator.memory[name] = TensorMemory(f"%tensor.{name}", types[name].element)
    if body.draws:
        parameters += ["i64 %dlvm.seed", "i64 %dlvm.counter"]
        evaluator.generator = ("%dlvm.seed", "%dlvm.counter")
    return parameters


def _without_empty(nest: Nest) -> Nest:
    """Removes statements without elements, except those that copy a base."""
    statements = tuple(
        s for s in nest.statements if s.base is not None or all(r.size != 0 for r in s.ranges)
    )
    return replace(nest, statements=statements)
