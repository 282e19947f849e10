"""Values on their way from Python into the interpreter and back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dlvm.diagnostics import error
from dlvm.interpreter.numbers import Array, converted
from dlvm.interpreter.sizes import check_shape
from dlvm.ir.records import make_record, record_fields
from dlvm.ir.types import (
    ArrayType,
    ElementType,
    StructType,
    TensorType,
    TupleType,
    Type,
    element_type_of,
)
from dlvm.ir.wellformed import integer_range


def from_python(value: Any, type: Type, what: str) -> Any:
    """An argument as the interpreter holds it: an array, or a tuple of such. Raises
    :class:`DiagnosticError` for one that does not fit the type; ``what`` is what it is called."""
    match whole := type.canonical:
        case TensorType():
            return _tensor(value, whole, what)
        case TupleType(elements):
            return _sequence(value, elements, whole, what)
        case ArrayType(size, element):
            return _sequence(value, (element,) * size, whole, what)
        case StructType():
            try:
                fields = record_fields(whole, value)
            except TypeError as problem:
                raise error(f"{what}: {problem}") from None
            parts = zip(fields, whole.fields, strict=True)
            return tuple(from_python(v, t, f"{what}, field #{n}") for v, (n, t) in parts)
        case other:
            raise error(f"values of type {other} do not cross from Python yet")


def _sequence(value: Any, types: Sequence[Type], whole: Type, what: str) -> tuple[Any, ...]:
    values = _elements(value)
    if values is None or len(values) != len(types):
        raise error(f"{what} has {len(types)} elements ({whole}), found {value!r:.60}")
    parts = enumerate(zip(values, types, strict=True))
    return tuple(from_python(v, t, f"{what}, element {n}") for n, (v, t) in parts)


def _elements(value: Any) -> Sequence[Any] | None:
    """The elements of a sequence; None for what is not one. None itself is void."""
    if value is None:
        return ()
    is_sequence = isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim)
    return cast(Sequence[Any], value) if is_sequence else None


def _tensor(value: Any, type: TensorType, what: str) -> Array:
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        raise error(f"{what} has type {type}, found {value!r:.60}") from None
    check_shape(type, array.shape, what, None)
    if array.dtype == type.element.numpy:
        return array
    is_number = isinstance(value, bool | int | float) and not type.rank
    if not is_number or not _holds(type.element, value):
        found = element_type_of(array.dtype) or array.dtype
        raise error(f"{what} has element type {type.element}, found {found}")
    wide = np.asarray(value, np.float64) if type.element.is_float else array
    return converted(wide, type.element)


def _holds(element: ElementType, value: bool | int | float) -> bool:
    """Whether a Python number may stand for the element type."""
    if element.is_float:
        return isinstance(value, float) or (
            not isinstance(value, bool) and abs(value) <= sys.float_info.max
        )
    if isinstance(value, bool | float) or element.kind == "bool":
        return isinstance(value, bool) and element.kind == "bool"
    low, high = integer_range(element)
    return low <= value <= high


def to_python(value: Any, type: Type) -> Any:
    """A result as Python sees it. Arrays are new, and the caller's own."""
    match whole := type.canonical:
        case TensorType():
            return np.array(value, order="C") if whole.rank else value[()]
        case TupleType(elements):
            if not elements:
                return None
            return tuple(to_python(v, t) for v, t in zip(value, elements, strict=True))
        case ArrayType(element=element):
            return tuple(to_python(v, element) for v in value)
        case StructType():
            types = [t for _, t in whole.fields]
            return make_record(whole, [to_python(v, t) for v, t in zip(value, types, strict=True)])
        case other:
            raise error(f"values of type {other} do not cross into Python yet")
