"""``bitcast_convert`` between element types of any sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import ElementType
from dlvm.stablehlo.operators.complex_numbers import paired, parts
from dlvm.stablehlo.operators.movement import emitted, sliced
from dlvm.stablehlo.operators.table import (
    MOVEMENTS,
    OperationContext,
    cast_to,
    constant,
    lowered,
    operator,
    reshaped,
)

_UNSIGNED: Final = {bits: ElementType(f"u{bits}") for bits in (2, 4, 8, 16, 32, 64)}


@operator("stablehlo.bitcast_convert", kind=MOVEMENTS)
def bitcast_convert(call: OperationContext, x: Any) -> Any:
    source, target = x.type.element, call.type.element
    if source is target:
        return x
    if source.is_complex != target.is_complex:
        raise error(f"both element types or none must be complex, got {source} and {target}")
    if source.is_complex:
        return _complex(x, target)
    if source.bits == target.bits and "bool" not in (source.kind, target.kind):
        return lowered("bitCast", x, element=target)
    sizes = sorted((source.bits, target.bits))
    if sizes[1] % sizes[0]:
        raise error(
            f"the size of one element type must divide that of the other, got {source} and {target}"
        )
    return _regrouped(x, target)


def _complex(x: Any, target: ElementType) -> Any:
    """Converts the bits of complex numbers to other complex numbers. Each number is a pair of
    floats that are adjacent in memory."""
    rank = len(x.type.shape)
    pairs = [reshaped(part, (*x.type.shape, 1)) for part in parts(x)]
    floats = _joined_along(pairs, rank)
    floats = _regrouped(floats, target.part)
    # The last axis has the parts of a number.
    if x.type.element.bits < target.bits:
        floats = reshaped(floats, x.type.shape)
    last = len(floats.type.shape) - 1
    ends = list(floats.type.shape)
    shape = ends[:-1]

    def part(place: int) -> Any:
        starts = [0] * last + [place]
        piece = sliced(floats, starts, [*shape, place + 1], [1] * (last + 1))
        return reshaped(piece, shape)

    return paired(part(0), part(1))


def _joined_along(pieces: Sequence[Any], axis: int) -> Any:
    from dlvm.stablehlo.operators.elementwise import nnkit

    return nnkit.concat(list(pieces), axis=axis)


def _regrouped(x: Any, target: ElementType) -> Any:
    """Converts the bits of elements to elements of another size. Smaller ones are along a new last
    axis; a larger one is made of the elements along the last axis, which it replaces.
    """
    source = x.type.element
    bits = _bits_of(x)
    if source.bits > target.bits:
        count = source.bits // target.bits
        wide = reshaped(bits, (*x.type.shape, 1))
        places = np.arange(count, dtype=np.uint64) * target.bits
        moved = wide >> constant(places, bits.type.element)
        mask = constant(np.array((1 << target.bits) - 1, np.uint64), bits.type.element)
        return _from_bits(lowered("and", moved, mask), target)
    wide = cast_to(bits, _UNSIGNED[target.bits])
    places = np.arange(x.type.shape[-1], dtype=np.uint64) * source.bits
    moved = wide << constant(places, wide.type.element)
    whole = emitted(moved, "reduce", by="or", axes=(len(x.type.shape) - 1,))
    return _from_bits(whole, target)


def _bits_of(x: Any) -> Any:
    """The bits of each element as an unsigned integer, of a type that supports arithmetic."""
    element = x.type.element
    if element is ElementType.BOOL:
        return cast_to(x, ElementType.U8)
    unsigned = _UNSIGNED[element.bits]
    bits = x if element is unsigned else lowered("bitCast", x, element=unsigned)
    return cast_to(bits, ElementType.U8) if unsigned.is_storage else bits


def _from_bits(bits: Any, target: ElementType) -> Any:
    if target is ElementType.BOOL:
        return lowered("notEqual", bits, constant(0, bits.type.element))
    unsigned = _UNSIGNED[target.bits]
    bits = cast_to(bits, unsigned)
    return bits if target is unsigned else lowered("bitCast", bits, element=target)
