"""Functions of f32 by tables of polynomials, one for each piece of the axis.

One instruction looks up a coefficient if there are as many pieces as a register has lanes: 16 with
AVX-512 and 8 with AVX2. If 8 pieces are not precise enough, AVX2 looks up both halves of 16. Other
targets use 16 pieces, whose coefficients are gathered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dlvm.codegen.vector_math.code import (
    VectorValue,
    added_product,
    horner,
    least,
    magnitude,
    paired_polynomial,
    select,
    with_sign,
)
from dlvm.codegen.vector_math.lookup_tables import Pieces

_LONG: Final = 6
"""The number of terms above which pairs of terms are computed independently."""


@dataclass(frozen=True)
class Piece:
    """The polynomial of a piece: value + slope t; in the first piece of an odd function, t + slope
    t."""

    value: VectorValue
    t: VectorValue
    slope: VectorValue
    is_first: VectorValue


Tables = Mapping[int, Pieces]
"""The tables of a function, by the number of pieces."""


def _table(tables: Tables, x: VectorValue) -> Pieces:
    """The table with as many pieces as the target looks up with one instruction, if there is one;
    else the table of 16 pieces."""
    return tables.get(x.code.declarations.table_size, tables[16])


def bounded(tables: Tables, size: VectorValue) -> VectorValue:
    """``size``, but below the end of the last piece."""
    return least(size, _table(tables, size).last * 0.999)


def piece(name: str, tables: Tables, x: VectorValue) -> Piece:
    """The pieces that contain x, which is at least 0 and below the end of the last piece."""
    pieces = _table(tables, x)
    place = added_product(x, pieces.scale, pieces.first)
    index = place.bits() >> 21
    middle, value, *rows = (
        x.code.looked_up(f"dlvm.{name}.{k}", row, index) for k, row in enumerate(pieces.rows)
    )
    t = x - middle
    first, *others = rows
    is_long = len(rows) > _LONG
    slope = paired_polynomial(t, t * t, others) if is_long else horner(t, others)
    slope = added_product(slope, t, first)
    return Piece(value, t, slope, place < 1.25)


def odd(name: str, tables: Tables, x: VectorValue) -> VectorValue:
    """An odd function that is x to first order at 0, and is 1 from the end of the last piece on."""
    found = piece(name, tables, bounded(tables, magnitude(x)))
    size = added_product(found.t, found.slope, select(found.is_first, found.t, found.value))
    return with_sign(size, x)
