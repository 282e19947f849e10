"""Conversion of Python values to tensors, shared by the interpreter and compiled code."""

from __future__ import annotations

import math
import sys
from typing import Any, cast

import numpy as np

from dlvm.ir.instructions.rules import shape_text
from dlvm.ir.records import shown
from dlvm.ir.types import ElementType, Symbol, TensorType, dtype_name
from dlvm.ir.values import Number, nearest_float
from dlvm.ir.wellformed import has_special_value, integer_range

Array = np.ndarray[Any, np.dtype[Any]]


def host_array(value: Any, type: TensorType) -> Array:
    """An argument as an array of the type's shape. It has the type's element type, or another one
    for a Python number, which is then in range. Raises ``TypeError`` if it does not fit; the
    message follows the name of the argument."""
    if isinstance(value, np.ndarray) and _is_masked(cast(Array, value)):
        raise TypeError(f"has type {type}, got a masked array: fill it, or take its data")
    try:
        array: Array = np.asarray(cast(Any, value))
    except (ValueError, TypeError, OverflowError, MemoryError):
        raise TypeError(f"has type {type}, got {shown(cast(object, value))}") from None
    is_known = isinstance(value, np.ndarray | np.generic | int) or array.dtype.kind not in "OSUV"
    if not is_known and not array.ndim:  # NumPy makes a scalar of an unknown object.
        raise TypeError(f"has type {type}, got {shown(cast(object, value))}")
    check_fits(type, array.shape)
    if array.dtype == type.element.numpy:
        return array
    if type.rank or not isinstance(value, Number):
        raise TypeError(f"has element type {type.element}, got {dtype_name(array.dtype)}")
    _check_number(value, type.element)
    if type.element.is_complex:
        return np.asarray(complex(value))
    return np.asarray(value, np.float64) if type.element.is_float else array


def check_fits(type: TensorType, shape: tuple[int, ...]) -> None:
    """Raises ``TypeError`` if the rank or a static size differs."""
    if len(shape) != type.rank or any(
        not isinstance(d, Symbol) and d != s for d, s in zip(type.shape, shape, strict=True)
    ):
        raise TypeError(f"has shape {shape_text(type.shape)}, got {shape_text(shape)}")


def _is_masked(array: Array) -> bool:
    """Whether an array masks some of its elements."""
    return "numpy.ma" in sys.modules and bool(np.ma.is_masked(array))


def _check_number(value: Number, element: ElementType) -> None:
    """Raises ``TypeError`` if a Python number does not fit an element type."""
    kinds = {
        "bool": bool, "signed": int, "unsigned": int, "float": int | float, "complex": Number,
    }[element.kind]  # fmt: skip
    if not isinstance(value, kinds) or isinstance(value, bool) != (element.kind == "bool"):
        found = dtype_name(np.asarray(value).dtype)
        raise TypeError(f"has element type {element}, got {found}")
    if not _is_in_range(value, element):
        huge = isinstance(value, int) and value.bit_length() > 100
        found = f"a number of {int(value.real).bit_length()} bits" if huge else repr(value)
        raise TypeError(f"has element type {element}, got {found}, which is out of its range")


def _is_in_range(value: Number, element: ElementType) -> bool:
    if element.is_complex:
        return all(_is_in_range(part, element.part) for part in (value.real, value.imag))
    assert not isinstance(value, complex)
    if element.kind == "bool":
        return True
    if element.is_integer:
        low, high = integer_range(element)
        return low <= value <= high
    try:
        wide = float(value)
    except OverflowError:
        return False
    if element.is_storage and not has_special_value(element, wide):
        return False
    return not math.isfinite(wide) or math.isfinite(nearest_float(wide, element))
