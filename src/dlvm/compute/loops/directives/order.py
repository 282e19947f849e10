"""``order u, v``: loops are permuted.

::

    for v { for u { S(u, v) } }   →   for u { for v { S(u, v) } }

Loops are permuted among the loops that all statements share, among the loops of one statement, or
among the loops of one reduction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.structures import (
    PointNest,
    ProductNest,
    RowNest,
    ScanNest,
    SplitNest,
    StructuredNest,
    TransposedNest,
)
from dlvm.diagnostics import error
from dlvm.ir.compute import Range, Reduction, map_reductions
from dlvm.ir.schedules import Directive, Directives
from dlvm.text.schedule_syntax import directive_text


def legal(loops: StructuredNest) -> DirectiveRule:
    """The variables whose loops can be permuted."""
    match loops:
        case ProductNest():
            why = "the others are collapsed into one loop"
            return DirectiveRule([*loops.loops, *loops.reduced], why)
        case TransposedNest():
            return DirectiveRule(loops.shared)
        case PointNest():
            return DirectiveRule([*loops.shared, *loops.reduced])
        case RowNest():
            own = [r.variable for s in loops.nest.statements for r in s.ranges]
            return DirectiveRule([*own, *loops.reduced])
        case ScanNest():
            why = "each value depends on the previous one along the others"
            return DirectiveRule([v for v in loops.others if v in loops.shared], why)
        case SplitNest():
            return DirectiveRule(loops.reduced)
        case _:
            return NOTHING


def loop_order(nest: Nest, plan: Directives, ranges: Sequence[Range]) -> list[Range]:
    """Shared ranges, the outermost loop first: in the order of the schedule if it has one,
    otherwise in the given order with the parallel range first."""
    shared = [r.variable for r in nest.prefix]
    if plan.ordered.intersection(shared):
        return sorted(ranges, key=lambda r: shared.index(r.variable))
    return sorted(ranges, key=lambda r: r.variable != plan.parallel)


def ordered(nest: Nest, directive: Directive) -> Nest:
    """The nest with some loops in another order.

    Raises :class:`DiagnosticError` if the loops are not nested, or are at different levels.
    """
    wanted = directive.subjects
    _check_order(directive, list(_nested(nest)))

    def permuted(reduction: Reduction) -> Reduction:
        return replace(reduction, ranges=_permuted(reduction.ranges, wanted))

    statements = tuple(
        replace(
            statement,
            ranges=_permuted(statement.ranges, wanted),
            value=map_reductions(statement.value, permuted),
        )
        for statement in nest.statements
    )
    return replace(nest, statements=statements, prefix=_permuted(nest.prefix, wanted))


def _nested(nest: Nest) -> Iterator[tuple[list[str], ...]]:
    """The variables of nested loops, from the outside in: loops that all statements share, then
    loops of one statement, then loops of one of its reductions."""
    length = len(nest.prefix)
    for statement in nest.statements:
        own = [r.variable for r in statement.ranges]
        found = [n.ranges for n in statement.value.reductions]
        for ranges in found or [()]:
            yield own[:length], own[length:], [r.variable for r in ranges]


def _check_order(directive: Directive, nests: Sequence[tuple[list[str], ...]]) -> None:
    known = {v for levels in nests for own in levels for v in own}
    wanted = [v for v in directive.subjects if v in known]
    text = directive_text(directive)
    if not any(set(wanted) <= {v for own in levels for v in own} for levels in nests):
        message = f"expected nested loops, got {text}"
        raise error(message, directive.location)
    for levels in nests:
        level = {v: n for n, own in enumerate(levels) for v in own}
        own = [v for v in wanted if v in level]
        for outer, inner in pairwise(own):
            if level[outer] > level[inner]:
                message = (
                    f"expected {inner} before {outer}, got {text}: reductions, and loops that "
                    "only some statements share, run inside the others"
                )
                raise error(message, directive.location)


def _permuted(ranges: tuple[Range, ...], wanted: Sequence[str]) -> tuple[Range, ...]:
    """The ranges, in which the named ones are permuted into the given order."""
    named = sorted(
        (r for r in ranges if r.variable in wanted), key=lambda r: wanted.index(r.variable)
    )
    rest = iter(named)
    return tuple(next(rest) if r.variable in wanted else r for r in ranges)
