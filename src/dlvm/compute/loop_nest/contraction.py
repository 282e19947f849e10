"""Recognizes products (tensor contractions) in loop nests: the row, column and contracted
variables, and the factor along each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Final

from dlvm.compute.loop_nest.addresses import extent, offset
from dlvm.ir.compute import (
    Affine,
    Call,
    Draw,
    Expression,
    Guard,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
)

FEWEST_ROWS: Final = 4
"""The minimum number of rows that pay for packing the factor that they share."""
_FEWEST_GUARDED: Final = 2
"""The minimum number of rows that pay for packing if packing evaluates conditions."""
PAIRS: Final = "multiplyPairs"
"""The operation that multiplies the 16-bit halves of two 32-bit numbers pairwise, and adds the
products."""
_PRODUCTS = ("multiply", PAIRS)


@dataclass(frozen=True)
class Product:
    """A nest whose statements compute one sum of products at each shared point.

    ``across`` is the factor that varies along the columns and not along the rows; ``down`` is the
    other one. The last column dimension is vectorized. Adjacent column dimensions have a common
    stride everywhere except in ``across``; adjacent row dimensions, everywhere except in ``down``.
    If that factor is packed, these dimensions can be collapsed. ``outer`` are the other shared
    dimensions.
    """

    reduction: Reduction
    rows: tuple[Range, ...]
    columns: tuple[Range, ...]
    outer: tuple[Range, ...]
    across: Expression
    down: Expression

    @property
    def row(self) -> Range:
        return self.rows[-1]

    @property
    def column(self) -> Range:
        return self.columns[-1]

    @property
    def terms(self) -> tuple[Range, ...]:
        """The ranges that the product sums over."""
        return self.reduction.ranges

    def overlap(self, factor: Expression, dimension: Range) -> Overlap | None:
        """The overlap of a factor's windows along a dimension and one of the terms except the
        first, if the factor depends only on their sum."""
        key = factor is self.across, dimension.variable
        if key not in self._overlaps:
            self._overlaps[key] = _find_overlap(factor, dimension, self.terms)
        return self._overlaps[key]

    @cached_property
    def _overlaps(self) -> dict[tuple[bool, str], Overlap | None]:
        return {}

    @property
    def is_packable(self) -> bool:
        """Whether ``across`` can be packed, and is reused often enough for packing to pay."""
        are_known = all(isinstance(r.extent, int) for r in self.terms[1:])
        if not are_known or not all(map(extent, self.terms)):
            return False
        fewest = _FEWEST_GUARDED if isinstance(self.across, Guard) else FEWEST_ROWS
        return extent(self.row) >= fewest and bool(self.across.reads)


def find_product(
    prefix: Sequence[Range], statements: Sequence[Statement], column: Range
) -> Product | None:
    """The product that statements compute at each point of the ranges ``prefix``, vectorized along
    the range ``column``; None if they do not compute a product."""
    found = _find_factors(prefix, statements, column) if len(prefix) > 1 else None
    if found is None:
        return None
    reduction, across, down = found
    row = next((r for r in reversed(prefix) if _is_row(r, across, down)), None)
    if row is None:
        return None
    rows = _as_one(prefix, statements, row, across, down)
    columns = _as_one(prefix, statements, column, down, across)
    outer = tuple(r for r in prefix if r not in (*rows, *columns))
    return Product(reduction, rows, columns, outer, across, down)


def find_vector_product(
    prefix: Sequence[Range], statements: Sequence[Statement], column: Range
) -> Product | None:
    """The product of a vector and a matrix that statements compute, as a product with one row, for
    which it has a new variable; None if they do not compute one."""
    found = _find_factors(prefix, statements, column)
    if found is None:
        return None
    reduction, across, down = found
    taken = {r.variable for r in (*prefix, *reduction.ranges)}
    row = Range(next(n for i in count() if (n := f"row{i or ''}") not in taken), 1)
    outer = tuple(r for r in prefix if r is not column)
    return Product(reduction, (row,), (column,), outer, across, down)


def _find_factors(
    prefix: Sequence[Range], statements: Sequence[Statement], column: Range
) -> tuple[Reduction, Expression, Expression] | None:
    """The sum of products that statements compute at each point: the reduction, the factor that
    varies along a dimension, and the other one."""
    reductions = [n for s in statements for n in s.value.reductions]
    if len(reductions) != 1 or any(len(s.ranges) != len(prefix) for s in statements):
        return None
    (reduction,) = reductions
    body = reduction.body
    if reduction.by != "add" or not isinstance(body, Call) or body.operation not in _PRODUCTS:
        return None
    varying = [a for a in body.arguments if column.variable in a.variables]
    if len(varying) != 1 or not varying[0].variables & {r.variable for r in reduction.ranges}:
        return None
    (across,) = varying
    return reduction, across, body.arguments[0 if across is body.arguments[1] else 1]


@dataclass(frozen=True)
class Overlap:
    """Overlapping windows: a factor depends on a dimension and a term only through ``dimension +
    ratio * term``. ``more`` is the number of values of this sum in excess of the dimension's
    size."""

    dimension: Range
    term: Range
    ratio: int

    @property
    def more(self) -> int:
        return self.ratio * (extent(self.term) - 1)


def _find_overlap(factor: Expression, dimension: Range, terms: Sequence[Range]) -> Overlap | None:
    if not isinstance(factor, Guard | Read) or any(isinstance(n, Draw) for n in factor.walk()):
        return None
    places = [n.index for n in factor.walk() if isinstance(n, IndexValue)]
    places += [i for n in factor.reads for i in n.indices if isinstance(i, Affine)]
    for term in terms[1:]:
        ratios = {_ratio(p, dimension, term) for p in places} - {0}
        if len(ratios) == 1 and extent(term) > 1:
            (ratio,) = ratios
            if ratio is not None:
                return Overlap(dimension, term, ratio)
    return None


def _ratio(place: Affine, dimension: Range, term: Range) -> int | None:
    """The distance along a dimension that corresponds to a step along a term. 0 if the index
    depends on neither; None if the two do not overlap."""
    by = [place.coefficient(r.variable) for r in (dimension, term)]
    if by == [0, 0]:
        return 0
    step, own = by
    if not isinstance(step, int) or not isinstance(own, int) or step <= 0 or own <= 0:
        return None
    return None if own % step else own // step


def _is_row(loop_range: Range, across: Expression, down: Expression) -> bool:
    """Whether a range of more than one iteration is in ``down`` but not in ``across``."""
    variable = loop_range.variable
    return (
        extent(loop_range) > 1 and variable in down.variables and variable not in across.variables
    )


def _as_one(
    prefix: Sequence[Range],
    statements: Sequence[Statement],
    last: Range,
    other: Expression,
    own: Expression,
) -> tuple[Range, ...]:
    """The shared dimensions up to ``last`` that can be collapsed everywhere except in the packed
    factor ``own``. The factor ``other`` does not depend on them."""
    found = [last]
    place = prefix.index(last)
    for loop_range in reversed(prefix[:place]):
        is_free = (
            loop_range.variable in own.variables and loop_range.variable not in other.variables
        )
        if not is_free or not _is_even(statements, loop_range, found[0], own):
            break
        found.insert(0, loop_range)
    return tuple(found)


def _is_even(
    statements: Sequence[Statement], first: Range, second: Range, factor: Expression
) -> bool:
    """Whether all offsets except those of a factor are linear in two collapsed dimensions."""
    size = second.extent
    if not isinstance(size, int) or not isinstance(first.extent, int):
        return False

    def is_even(affine: Affine) -> bool:
        return affine.coefficient(first.variable) == affine.coefficient(second.variable) * size

    def are_even(expression: Expression) -> bool:
        if expression is factor:
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

    return all(
        all(isinstance(i, Affine) and is_even(i) for i in s.indices or ()) and are_even(s.value)
        for s in statements
    )
