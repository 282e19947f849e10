"""Arrays of each element type: the types that they use for computation, and conversions."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from dlvm.ir.types import BF16, F16, ElementType, element_type_of
from dlvm.ir.wellformed import integer_range

Array = np.ndarray[Any, np.dtype[Any]]
"""A tensor of any rank. The results of instructions are never modified."""

SMALL: Final = (F16, BF16)
"""Element types whose operations are computed in f32 and rounded once."""


def broadcast_array(x: Array, shape: Sequence[int]) -> Array:
    """Broadcasts an array to a shape. Raises :class:`MemoryError` if NumPy cannot index the
    result."""
    if math.prod(shape) > sys.maxsize // max(x.itemsize, 1):
        raise MemoryError
    return np.broadcast_to(x, shape)


def widened(x: Array, element: ElementType) -> Array:
    """Converts an array to the type that its element type uses for computations and comparisons."""
    if element.is_storage:
        return x.astype({"float": np.float32, "signed": np.int8}.get(element.kind, np.uint8))
    return x.astype(np.float32) if element in SMALL else x


def choose(flags: Any, on_true: Any, on_false: Any) -> Array:
    """Selects elements of ``on_true`` where a flag is set, and of ``on_false`` elsewhere."""
    where: Any = np.where
    return np.asarray(where(flags, on_true, on_false))


def converted(x: Any, element: ElementType) -> Array:
    """Converts to another element type, as ``dataTypeCast`` does."""
    array = np.asarray(x)
    target = element.numpy
    if array.dtype == target:
        return array
    source = element_type_of(array.dtype)
    if source is not None and (source is BF16 or source.is_storage):
        array = widened(array, source)
    if element.kind == "bool":
        return array != 0
    if element.is_complex:
        return np.asarray(array.astype(target))
    if element.is_float:
        return _to_float(array, element)
    return _saturated(array, element) if array.dtype.kind == "f" else _wrapped(array, element)


def _to_float(array: Array, element: ElementType) -> Array:
    if array.dtype.itemsize > 4 or array.dtype.kind in "iu":
        array = _rounded_to_odd(array, element)
    return np.asarray(array.astype(element.numpy))


def _rounded_to_odd(array: Array, element: ElementType) -> Array:
    """Rounds 64-bit numbers to odd: the last bit records whether bits were lost. Rounding the
    result to fewer bits is then equal to a single rounding."""
    if element not in SMALL and not element.is_storage:
        return array
    if array.dtype.kind in "iu":
        if array.dtype.itemsize == 8:
            sticky = ((array >> 12) | ((array & 0xFFF) != 0)) << 12
            large = array >= 2**53
            if array.dtype.kind == "i":
                large |= array <= -(2**53)
            array = choose(large, sticky, array)
        array = array.astype(np.float64)
    if element is F16:  # NumPy rounds f64 to f16 directly; ml_dtypes converts through f32.
        return array
    single = np.asarray(array.astype(np.float32))
    inexact = np.isfinite(single) & (single.astype(np.float64) != array)
    outside = np.abs(single.astype(np.float64)) > np.abs(array)
    single = choose(inexact & outside, np.nextafter(single, np.float32(0)), single)
    return np.asarray(single.view(np.uint32) | inexact).view(np.float32)


def _wrapped(array: Array, element: ElementType) -> Array:
    """Converts integers to an integer type by keeping the lowest bits."""
    if element.bits < 8:
        array = array.astype(np.uint8) & (2**element.bits - 1)
        if element.kind == "signed":
            half = 2 ** (element.bits - 1)
            array = (array ^ half).astype(np.int8) - np.int8(half)
    return np.asarray(array.astype(element.numpy))


def _saturated(array: Array, element: ElementType) -> Array:
    target = element.numpy
    low, high = integer_range(element)
    whole = np.trunc(np.asarray(array, np.float64))
    # Bounds as powers of two, which f64 represents exactly.
    over, under = whole >= float(high + 1), whole < float(low)
    inside = choose(over | under | np.isnan(whole), 0.0, whole).astype(target)
    result = choose(over, target.type(high), inside)
    return choose(under, target.type(low), result)
