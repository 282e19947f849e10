"""Bounds of indices in terms of symbolic sizes, which make run-time checks of indices redundant.

The index ``row * 20 + column`` into the elements of an ``n x 20`` matrix is in range for every
``n`` if ``row`` counts the rows and ``column`` is less than 20.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dlvm.analysis.values.intervals import interval
from dlvm.ir import Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.polynomial import Size, monomials

SizeOf = Callable[[Value, int], Size]
"""The size of a tensor along an axis."""
ScalarSize = Callable[[Value], Size | None]
"""The size, at least 0, that a scalar is known to be."""
_DEPTH: Final = 64
"""The maximum number of analyzed instructions in a chain."""


def is_within(indices: Value, bound: Size, size_of: SizeOf, scalar_size: ScalarSize) -> bool:
    """Whether all elements are known to be at least 0 and less than a size."""
    last = _Bounds(size_of, scalar_size).last(indices)
    # Sizes are not negative, so neither is a polynomial without negative coefficients.
    return last is not None and all(n >= 0 for _, n in monomials(bound - last - 1))


class _Bounds:
    """Upper bounds of the elements of tensors without negative elements."""

    def __init__(self, size_of: SizeOf, scalar_size: ScalarSize) -> None:
        self._size_of = size_of
        self._scalar_size = scalar_size
        self._known: dict[Value, Size | None] = {}

    def last(self, value: Value, depth: int = _DEPTH) -> Size | None:
        """The upper bound of the elements; None if it is unknown, or if some may be negative."""
        if value not in self._known:
            self._known[value] = self._found(value, depth - 1) if depth else None
        return self._known[value]

    def _found(self, value: Value, depth: int) -> Size | None:
        match value:
            case op.Iota():
                return self._size_of(value, value.axis) - 1
            case op.LiteralInstruction():
                return self.last(value.value, depth)
            case Instruction() if Trait.SINGLE_SOURCE in value.traits:
                return self.last(value.operands[0], depth)
            case _:
                scalar = self._scalar_size(value)
                if scalar is not None and all(n >= 0 for _, n in monomials(scalar)):
                    return scalar
                known = interval(value)
                if known is not None:
                    return known[1] if known[0] >= 0 else None
        match value:
            case op.Add(lhs=lhs, rhs=rhs) | op.Multiply(lhs=lhs, rhs=rhs):
                x, y = self.last(lhs, depth), self.last(rhs, depth)
                if x is None or y is None:
                    return None
                return x + y if isinstance(value, op.Add) else x * y
            case _:
                return None
