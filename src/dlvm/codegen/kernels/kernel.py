"""Lowers a scheduled definition to one LLVM function.

The parameters are the addresses of tensors, the scalars, the seed and counter of the generator if
random numbers are drawn, and the range of tasks to run: values of the parallel variable, or [0, 1)
if the schedule has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.codegen.expressions.index_expressions import Evaluator, TensorMemory
from dlvm.codegen.kernels.loop_emitter import WORKSPACE, LoopEmitter, parts_of
from dlvm.codegen.llvm.emitter import (
    POLL_DECLARATION,
    STOP,
    Declarations,
    pointer_lines,
    register_type,
)
from dlvm.compute.loop_nest.nest import make_nest
from dlvm.compute.loops.in_place import in_place_parameters
from dlvm.compute.loops.lowering import LoweredKernel, lower_definition
from dlvm.compute.loops.memory import check_memory
from dlvm.compute.scheduling.execution_time import execution_time
from dlvm.ir.compute import Constant, Definition, is_size
from dlvm.ir.loops.kernels import ForLoop, LoopKernel
from dlvm.ir.loops.traversal import walk
from dlvm.ir.polynomial import Size
from dlvm.ir.schedules import Schedule

LONG: Final = 10**10
"""Kernels that take at least this many picoseconds poll for interrupts."""


@dataclass(frozen=True)
class Kernel:
    """A generated function.

    Its parallel variable has ``size`` values, of which a task has ``step``. ``time`` is the
    estimated time on one thread in picoseconds. ``constants`` are passed after the inputs. Results
    may overwrite the parameters with the indices ``in_place``. If ``polls``, the context is passed
    before the tasks, and the function returns early when the call is to end."""

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
    ``join``, which runs after the kernel. Both functions receive the address of the partial results
    as the last argument."""

    count: int
    type: str
    join: str


def lowered_kernel(definition: Definition, given: Schedule | LoopKernel) -> LoweredKernel:
    """The loops of a definition: ``given`` itself, or the loops that the schedule ``given`` makes.

    Raises :class:`DiagnosticError` for directives that are not legal.
    """
    if isinstance(given, Schedule):
        return lower_definition(definition, given)
    check_memory(given)
    return LoweredKernel(given, make_nest(definition), reads_first=False)


def estimated_time(lowered: LoweredKernel) -> Size:
    """The estimated time of a kernel on one thread, in picoseconds."""
    loops = (s for s in walk(lowered.kernel.body) if isinstance(s, ForLoop))
    return execution_time(lowered.nest, max((s.lanes for s in loops), default=1))


def polls(time: Size) -> bool:
    """Whether a kernel that takes this time polls for interrupts."""
    return not isinstance(time, int) or time > LONG


def generate_kernel(
    definition: Definition, lowered: LoweredKernel, declarations: Declarations
) -> Kernel:
    """Generates the LLVM function of a definition from its loops."""
    kernel, nest = lowered.kernel, lowered.nest
    time = estimated_time(lowered)
    is_polling = polls(time)
    if is_polling:
        declarations.define("dlvm_poll", POLL_DECLARATION)
    name = f"dlvm.kernel.{definition.name}"
    bodies, workspace = parts_of(kernel)
    texts: list[str] = []
    shares: list[tuple[Size, int]] = []
    for number, body in enumerate(bodies):
        emitter = LoopEmitter(LoopKernel(kernel.definition, body), declarations, is_polling)
        parameters = _bind_parameters(definition, emitter.evaluator)
        if workspace is not None:
            parameters.append(f"ptr {WORKSPACE}")
            emitter.share(workspace)
        emitter.emit()
        lines = [emitter.emitter.text(), "  ret void"]
        if is_polling:
            parameters.append("ptr %context")
            lines = [*pointer_lines("%look", "look"), *lines, f"{STOP}:", "  ret void"]
        if not number:
            parameters += ["i64 %dlvm.begin", "i64 %dlvm.end"]
        own = name if not number else f"{name}.join"
        head = f"define internal void @{own}({', '.join(parameters)}) #0 {{\nentry:"
        texts.append("\n".join([head, *lines, "}"]))
        shares.append(emitter.shares)
    size, step = shares[0]
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
        in_place_parameters(nest.definition, lowered.reads_first),
        parts,
        polls=is_polling,
    )


def _bind_parameters(definition: Definition, evaluator: Evaluator) -> list[str]:
    """Names the parameters of the function, and registers them for expressions."""
    body, types = definition.body, definition.tensor_types()
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
