"""Products of tensors as their loops see them: which variables go over rows, which over columns,
and what is read along each."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.compute.nest import Nest, extent, offset, reads
from dlvm.ir.compute import (
    Affine,
    Call,
    Draw,
    Expression,
    IndexValue,
    Range,
    Read,
    Reduction,
)

_FEWEST_ROWS = 4


@dataclass(frozen=True)
class Product:
    """A nest whose statements take one sum of products at each shared point.

    ``across`` is the factor that changes along ``column``, the last shared dimension, and not along
    ``rows``; ``down`` is the other one. Where memory does not tell ``lines`` and ``column`` apart
    but for what ``across`` reads, both together may be gone over as one. ``outer`` are the other
    shared dimensions.
    """

    reduction: Reduction
    rows: Range
    column: Range
    lines: Range | None
    outer: tuple[Range, ...]
    across: Expression
    down: Expression

    @property
    def terms(self) -> tuple[Range, ...]:
        """The ranges that are summed over."""
        return self.reduction.ranges

    @property
    def is_packable(self) -> bool:
        """Whether ``across`` can be packed, and is read again often enough to make up for it."""
        are_known = all(isinstance(r.extent, int) for r in self.terms[1:])
        return are_known and extent(self.rows) >= _FEWEST_ROWS and bool(reads(self.across))


def find_product(nest: Nest) -> Product | None:
    """The product that a nest is; None where it is something else."""
    reductions = nest.reductions
    if not nest.is_pointwise or len(nest.prefix) < 2 or len(reductions) != 1:
        return None
    (reduction,) = reductions
    body = reduction.body
    if reduction.by != "add" or not isinstance(body, Call) or body.operation != "multiply":
        return None
    column = nest.prefix[-1]
    varying = [a for a in body.arguments if column.variable in a.variables]
    if len(varying) != 1 or not varying[0].variables & {r.variable for r in reduction.ranges}:
        return None
    (across,) = varying
    down = body.arguments[0] if across is body.arguments[1] else body.arguments[1]
    rows = next((r for r in reversed(nest.prefix[:-1]) if _reuses(r, across, down)), None)
    if rows is None:
        return None
    lines = _lines(nest, rows, column, across)
    outer = tuple(r for r in nest.prefix if r not in (rows, column, lines))
    return Product(reduction, rows, column, lines, outer, across, down)


def _reuses(range: Range, across: Expression, down: Expression) -> bool:
    """Whether what is read along columns is read again for each value of a range."""
    variable = range.variable
    return extent(range) > 1 and variable in down.variables and variable not in across.variables


def _lines(nest: Nest, rows: Range, column: Range, across: Expression) -> Range | None:
    lines = nest.prefix[-2]
    if lines is rows and len(nest.prefix) > 2:
        lines = nest.prefix[-3]
    if lines is rows or not isinstance(lines.extent, int) or not isinstance(column.extent, int):
        return None
    size = column.extent

    def is_even(affine: Affine) -> bool:
        return affine.coefficient(lines.variable) == affine.coefficient(column.variable) * size

    def are_even(expression: Expression) -> bool:
        if expression is across:
            return True
        match expression:
            case Read():
                own = is_even(offset(expression))
            case IndexValue():
                own = is_even(expression.index)
            case Draw():
                own = is_even(expression.counter)
            case _:
                own = True
        return own and all(map(are_even, expression.children))

    for statement in nest.statements:
        if not all(isinstance(i, Affine) and is_even(i) for i in statement.indices or ()):
            return None
        if not are_even(statement.value):
            return None
    return lines
