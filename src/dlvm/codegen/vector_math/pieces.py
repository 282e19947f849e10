"""Functions of f32 by tables of polynomials, one for each piece of the axis.

AVX-512 looks the coefficients up in registers, 16 lanes at a time, and AVX2 8 lanes at a time in
two halves of the table; elsewhere they are gathered.
"""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.codegen.vector_math.code import (
    VectorValue,
    added_product,
    least,
    magnitude,
    select,
    with_sign,
)
from dlvm.codegen.vector_math.lookup_tables import Pieces


@dataclass(frozen=True)
class Piece:
    """The polynomial of a piece: value + slope t; in the first piece of an odd function, t + slope
    t."""

    value: VectorValue
    t: VectorValue
    slope: VectorValue
    is_first: VectorValue


def piece(name: str, pieces: Pieces, x: VectorValue) -> Piece:
    """The pieces that contain x, which is at least 0 and below the end of the last piece."""
    place = added_product(x, 15.0 / pieces.last, 1.0)
    index = place.bits() >> 21
    middle, value, *rows = (
        x.code.looked_up(f"dlvm.{name}.{k}", row, index) for k, row in enumerate(pieces.rows)
    )
    t = x - middle
    slope = rows.pop()
    for row in reversed(rows):
        slope = added_product(slope, t, row)
    return Piece(value, t, slope, place < 1.25)


def odd(name: str, pieces: Pieces, x: VectorValue) -> VectorValue:
    """An odd function that is x to first order at 0, and is 1 from the end of the last piece on."""
    found = piece(name, pieces, least(magnitude(x), pieces.last * 0.999))
    size = added_product(found.t, found.slope, select(found.is_first, found.t, found.value))
    return with_sign(size, x)
