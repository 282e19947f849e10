"""Addresses of elements as affine functions: the extents of ranges, strides and offsets."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.ir.compute import Affine, Range, Read
from dlvm.ir.polynomial import Size, estimate

NEAR = 4
"""The largest stride at which elements are still read as whole vectors."""


def extent(loop_range: Range) -> int:
    """The extent of a range, or an estimate if it is known only at run time."""
    return estimate(loop_range.size)


def strides(shape: Sequence[Size]) -> list[Size]:
    """Row-major strides in elements."""
    result: list[Size] = [1] * len(shape)
    for axis in reversed(range(len(shape) - 1)):
        result[axis] = result[axis + 1] * shape[axis + 1]
    return result


def is_strided(coefficient: Size) -> bool:
    """Whether the stride of a variable is so large that reading whole vectors does not pay."""
    return not isinstance(coefficient, int) or coefficient > NEAR


def offset(read: Read) -> Affine:
    """The affine part of a flat read's offset."""
    first = read.indices[0]
    assert isinstance(first, Affine)
    return first
