"""The lowering of scheduled definitions to loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.software_pipelining import PipelinedRows
from dlvm.compute.loops.directives.split import lower_split
from dlvm.compute.loops.directives.table import check_directives, rewritten
from dlvm.compute.loops.directives.weave import lower_pipelined_rows
from dlvm.compute.loops.memory import check_memory
from dlvm.compute.loops.moments import lower_merged_points
from dlvm.compute.loops.nest_lowering import lower_points, lower_rows
from dlvm.compute.loops.plain import plain_loops
from dlvm.compute.loops.products import lower_product
from dlvm.compute.loops.restructuring import scheduled_nest
from dlvm.compute.loops.rewrites.unswitching import unswitched
from dlvm.compute.loops.row_blocks import lower_row_blocks
from dlvm.compute.loops.scans import lower_scan
from dlvm.compute.loops.structures import (
    MergedPointNest,
    PointNest,
    ProductNest,
    RowBlockNest,
    RowNest,
    ScanNest,
    SequentialNest,
    SplitNest,
    StructuredNest,
    TransposedNest,
    structure_of,
)
from dlvm.compute.loops.transposition import lower_tiles
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.compute import Definition
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.module import Module, Stage
from dlvm.ir.schedules import Directives, Schedule


@dataclass(frozen=True)
class LoweredKernel:
    """The loops of a definition, with the nest that they were made from, and whether they read
    first, as in :class:`~dlvm.compute.loops.structures.StructuredNest`."""

    kernel: LoopKernel
    nest: Nest
    reads_first: bool


def lower_to_loops(module: Module) -> None:
    """Moves a module from stage schedule to stage loops.

    Raises :class:`DiagnosticError` with all directives that are not legal.
    """
    module.kernels = lower_definitions(module.definitions, module.schedules)
    module.schedules.clear()
    module.stage = Stage.LOOPS


def lower_definitions(
    definitions: Sequence[Definition], schedules: Sequence[Schedule]
) -> list[LoopKernel]:
    """The loops of the definitions that have schedules, in the order of the schedules.

    Raises :class:`DiagnosticError` with all directives that are not legal.
    """
    known = {d.name: d for d in definitions}
    problems: list[Diagnostic] = []
    kernels: list[LoopKernel] = []
    for schedule in schedules:
        try:
            kernels.append(lower_definition(known[schedule.definition], schedule).kernel)
        except DiagnosticError as problem:
            problems += problem.diagnostics
    if problems:
        raise DiagnosticError(problems)
    return kernels


def lower_definition(definition: Definition, schedule: Schedule) -> LoweredKernel:
    """The loops of a definition by its schedule.

    Raises :class:`DiagnosticError` for directives that are not legal.
    """
    plan = Directives(schedule)
    nest = _without_empty(scheduled_nest(definition, plan))
    loops = structure_of(nest, plan)
    check_directives(loops)
    kernel = unswitched(rewritten(_lower(loops), schedule))
    check_memory(kernel, schedule.location or definition.location)
    return LoweredKernel(kernel, nest, loops.reads_first)


def _lower(loops: StructuredNest) -> LoopKernel:
    """The loops of a structure, before rewrites of finished loops."""
    match loops:
        case SequentialNest():
            return plain_loops(loops.nest)
        case SplitNest():
            return lower_split(loops)
        case ScanNest():
            return lower_scan(loops)
        case ProductNest():
            return lower_product(loops)
        case TransposedNest():
            return lower_tiles(loops)
        case MergedPointNest():
            return lower_merged_points(loops)
        case PointNest():
            return lower_points(loops)
        case RowBlockNest(weave=PipelinedRows() as weave):
            return lower_pipelined_rows(loops, weave)
        case RowBlockNest():
            return lower_row_blocks(loops)
        case RowNest():
            return lower_rows(loops)
        case _:
            raise TypeError(loops)


def _without_empty(nest: Nest) -> Nest:
    """Removes statements without elements, except those that copy a base."""
    statements = tuple(
        s for s in nest.statements if s.base is not None or all(r.size != 0 for r in s.ranges)
    )
    return replace(nest, statements=statements)
