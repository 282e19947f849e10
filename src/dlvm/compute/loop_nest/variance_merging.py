"""Variance merging: computes sums and sums of squared deviations from the mean in one pass over
memory.

Two passes over a large tensor would read it from memory twice. Instead, each block that fits the
innermost cache is read twice, and the statistics of the blocks are merged: Chan, Golub and
LeVeque, *Updating Formulae and a Pairwise Algorithm for Computing Sample Variances*, 1979.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from dlvm.compute.loop_nest.nest import Nest, outer_reductions
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Index,
    Range,
    Read,
    Reduction,
    Statement,
)
from dlvm.ir.types import ElementType

_ELEMENTS: Final = (ElementType.F32, ElementType.F64)
_ROUNDED: Final = 1e-6
"""The rounding error allowed in the reciprocal of a count."""


@dataclass(frozen=True)
class Moments:
    """A sum, the mean computed from it, and the sums of the deviations from that mean and of their
    squares, over the same ranges."""

    statement: Statement
    total: Reduction
    mean: Expression
    deviations: Reduction
    squares: Reduction

    @property
    def range(self) -> Range:
        """The outermost range, which is split into blocks."""
        return self.total.ranges[0]

    @property
    def count(self) -> int:
        """The number of values."""
        return count_of(self.total.ranges)

    @property
    def inner(self) -> int:
        """The number of values for each value of the outermost range."""
        return count_of(self.total.ranges[1:])


def find_moments(nest: Nest) -> list[Moments]:
    """The moments in a nest, each of whose statements writes one element at each shared point."""
    return moments_of(nest.statements) if nest.is_pointwise else []


def moments_of(statements: Sequence[Statement]) -> list[Moments]:
    """The moments among statements, each of which writes one element at each point of the same
    ranges."""
    sums: dict[str, Statement] = {}
    found: list[Moments] = []
    for statement in statements:
        for reduction in outer_reductions(statement.value):
            moments = _moments(reduction, sums)
            if moments is not None:
                found.append(moments)
        value = statement.value
        is_sum = isinstance(value, Reduction) and value.by == "add"
        if is_sum and value.element in _ELEMENTS and statement.base is None:
            sums[statement.target] = statement
    return found


def _moments(squares: Reduction, sums: Mapping[str, Statement]) -> Moments | None:
    """The moments whose sum of squares is the given reduction, if there are any."""
    match squares.body:
        case Call("square", (Call("subtract", (term, mean)) as deviation,)):
            pass
        case Call("multiply", (Call("subtract", (term, mean)) as deviation, other)) if (
            deviation == other
        ):
            pass
        case _:
            return None
    match mean:
        case Call("multiply", (Read() as total, Constant(factor))) if factor:
            divisor = 1 / float(factor.real)
        case Call("divide", (Read() as total, Constant(number))):
            divisor = float(number.real)
        case _:
            return None
    source = sums.get(total.tensor)
    if source is None or _places(source) != total.indices or squares.by != "add":
        return None
    value, ranges = source.value, squares.ranges
    if not isinstance(value, Reduction) or value.ranges != ranges or value.body != term:
        return None
    if any(not isinstance(r.size, int) or r.size == 0 for r in ranges):
        return None
    if abs(divisor / count_of(ranges) - 1) > _ROUNDED:
        return None
    return Moments(source, value, mean, Reduction("add", ranges, deviation), squares)


def _places(statement: Statement) -> Sequence[Index]:
    """The indices that a statement writes."""
    own = tuple(Affine.variable(r.variable) for r in statement.ranges)
    return own if statement.indices is None else statement.indices


def count_of(ranges: Sequence[Range]) -> int:
    """The number of points of ranges of known sizes."""
    return prod(r.size for r in ranges if isinstance(r.size, int))
