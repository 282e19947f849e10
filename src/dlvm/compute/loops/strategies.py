"""Strategies: how the loops of a scheduled definition are made. The structure of the nest and the
directives select one; it says which directives it supports, and rewrites plain loops by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dlvm.compute.loop_nest.contraction import Product, find_product, find_vector_product
from dlvm.compute.loop_nest.nest import Nest, outer_reductions
from dlvm.compute.loop_nest.recurrence import Recurrence, recurrence
from dlvm.compute.loop_nest.restructuring import scheduled_nest
from dlvm.compute.loop_nest.software_pipelining import find_pipelined_rows
from dlvm.compute.loop_nest.variance_merging import find_moments
from dlvm.compute.loops.legality import (
    DirectiveRule,
    Rules,
    check_directives,
    point_rules,
    reduced,
    row_rules,
    shared,
)
from dlvm.compute.loops.lowering import lower_points, lower_rows, lower_scatter
from dlvm.compute.loops.moments import lower_merged_points
from dlvm.compute.loops.pipelining import lower_pipelined_rows
from dlvm.compute.loops.products import check_divisors, lower_product, product_rules
from dlvm.compute.loops.rewrites.directives import rewritten
from dlvm.compute.loops.rewrites.unswitching import unswitched
from dlvm.compute.loops.row_blocks import block_rules, lower_row_blocks
from dlvm.compute.loops.scans import lower_scan
from dlvm.compute.loops.splitting import lower_split
from dlvm.compute.loops.transposition import lower_tiles, tile_rules
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.compute import Definition
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.module import Module, Stage
from dlvm.ir.schedules import Directives, Schedule


@dataclass(frozen=True)
class Strategy:
    """How the loops of a nest are made: the ``name`` of such loops in messages, the directives that
    they support, and the rewrite. If it ``reads_first``, all statements read their elements at a
    point before any writes there."""

    name: str
    rules: Rules
    lower: Callable[[], LoopKernel]
    reads_first: bool = False


@dataclass(frozen=True)
class LoweredKernel:
    """The loops of a definition, with the nest that they were made from, and whether they read
    first, as in :class:`Strategy`."""

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
    """The loops of the definitions that have schedules, in the order of these.

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
    strategy = _strategy(nest, plan)
    check_directives(strategy.name, strategy.rules, nest, plan)
    kernel = unswitched(rewritten(strategy.lower(), schedule))
    return LoweredKernel(kernel, nest, strategy.reads_first)


def _without_empty(nest: Nest) -> Nest:
    """Removes statements without elements, except those that copy a base."""
    statements = tuple(
        s for s in nest.statements if s.base is not None or all(r.size != 0 for r in s.ranges)
    )
    return replace(nest, statements=statements)


def _strategy(nest: Nest, plan: Directives) -> Strategy:
    if any(s.base is not None for s in nest.statements):
        scan = recurrence(nest)
        if scan is not None and _runs_by_vectors(scan, plan):
            return _scan(nest, plan, scan)
        return Strategy("sequential loops", {}, lambda: lower_scatter(nest))
    if plan.split:
        return _split(nest, plan)
    variables = {r.variable for r in nest.prefix}
    along = variables.intersection(plan.lanes)
    if nest.is_pointwise and variables and (along or (plan.schedule.directives and not plan.lanes)):
        return _points(nest, plan)
    if nest.prefix and nest.prefix[-1].variable in plan.tiles:
        rules = block_rules(nest, plan)
        hosts = (find_pipelined_rows(nest, plan, d.subjects[0]) for d in plan.of("weave"))
        weave = next((w for w in hosts if w is not None), None)
        if weave is None:
            return Strategy("blocks of rows", rules, lambda: lower_row_blocks(nest, plan))
        return Strategy("blocks of rows", rules, lambda: lower_pipelined_rows(nest, plan, weave))
    return Strategy("rows", row_rules(nest), lambda: lower_rows(nest, plan))


def _points(nest: Nest, plan: Directives) -> Strategy:
    """The strategy of a nest whose statements write one element at each shared point."""
    rules = point_rules(nest, plan)
    merged = [m.range.variable for m in find_moments(nest) if m.range.variable in plan.tiles]
    if merged:
        why = "sums and sums of squared deviations from their mean are made of blocks"
        ranges = [m.range.variable for m in find_moments(nest)]
        rules["tile"] = DirectiveRule(ranges, why)
        return Strategy("blocks of points", rules, lambda: lower_merged_points(nest, plan), True)
    vectors = (r for r in reversed(nest.prefix) if r.variable in plan.lanes)
    column = next(vectors, nest.prefix[-1])
    found = find_product(nest, column)
    is_tiled = bool(plan.tiles or plan.packed)
    if found is not None and is_tiled:
        return _product(nest, plan, found)
    of_vector = find_vector_product(nest, column) if is_tiled else None
    if of_vector is not None and any(r.variable in plan.tiles for r in of_vector[1].terms):
        return _product(of_vector[0], plan, of_vector[1])
    if found is None and is_tiled and len(nest.prefix) > 1:
        return Strategy("tiles", tile_rules(nest, plan), lambda: lower_tiles(nest, plan), True)
    return Strategy("blocks of points", rules, lambda: lower_points(nest, plan), True)


def _product(nest: Nest, plan: Directives, found: Product) -> Strategy:
    def lower() -> LoopKernel:
        check_divisors(nest, plan, found)
        return lower_product(nest, plan, found)

    return Strategy("products", product_rules(nest, plan, found), lower, True)


def _runs_by_vectors(scan: Recurrence, plan: Directives) -> bool:
    """Whether a schedule vectorizes a scan along contiguous memory."""
    vector = next(iter(plan.lanes), scan.range.variable)
    if vector == scan.range.variable:
        return scan.fits_vectors or plan.lanes.get(vector, 1) == 1
    return vector in plan.tiles and scan.place.coefficient(vector) == 1


def _scan(nest: Nest, plan: Directives, scan: Recurrence) -> Strategy:
    vector = next(iter(plan.lanes), scan.range.variable)
    others = [
        r.variable for r in scan.statement.ranges if r.variable not in (scan.range.variable, vector)
    ]
    is_across, along = vector != scan.range.variable, (vector,)
    why = "vectors run along one dimension"
    outer = "each value depends on the previous one along the others"
    rules = {
        "vectorize": DirectiveRule(along, why),
        "unroll": DirectiveRule(along, why),
        "tile": DirectiveRule(along if is_across else (), "a tile is a block of columns"),
        "parallel": DirectiveRule([*others, *along] if is_across else others, outer),
        "order": DirectiveRule([v for v in others if v in shared(nest)], outer),
    }
    return Strategy("scans", rules, lambda: lower_scan(nest, plan, scan))


def _split(nest: Nest, plan: Directives) -> Strategy:
    (reduction,) = outer_reductions(nest.statements[0].value)
    split = tuple(r.variable for r in reduction.ranges if r.variable in plan.split)[:1]
    innermost = (reduced(nest)[-1],)
    rules = {
        "split": DirectiveRule(split, "only one dimension is reduced in parts"),
        "vectorize": DirectiveRule(innermost, "vectors run along the innermost dimension"),
        "unroll": DirectiveRule(innermost, "vectors go along the innermost dimension"),
        "parallel": DirectiveRule(split, "only the parts are distributed over threads"),
        "order": DirectiveRule(reduced(nest), ""),
    }
    return Strategy("parts of a reduction", rules, lambda: lower_split(nest, plan))
