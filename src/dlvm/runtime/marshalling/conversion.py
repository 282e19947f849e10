"""Marshalling: converts values between Python and compiled code.

Compiled code receives words. For a tensor, these are the address of its elements and its erased
sizes; for any other value, the address of the value. Values that need memory of the call's heap are
created after the call has begun.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast, final

import numpy as np

from dlvm.diagnostics import ArgumentError, Diagnostic, quantity
from dlvm.ir.host_tensors import host_array
from dlvm.ir.records import make_record, record_fields, shown
from dlvm.ir.types import (
    AliasType,
    ArrayType,
    EnumType,
    FunctionType,
    StructType,
    Symbol,
    TensorType,
    TupleType,
    Type,
)

Array = np.ndarray[Any, np.dtype[Any]]


@final
@dataclass(frozen=True)
class Maker:
    """A word that is known only after the call has begun. It is the address of the array that
    ``make`` returns, given the address of the call's context."""

    make: Callable[[int], Array]


Word = Array | int | Maker
Converter = Callable[[Any, list[Word]], None]
Rebuilder = Callable[[Iterator[Any]], Any]
type_of: Final = type


def argument_error(message: str) -> ArgumentError:
    """Returns an error about an argument."""
    return ArgumentError(Diagnostic(message))


@dataclass(frozen=True)
class Boundary:
    """The conversions that depend on the program: of enum values, which are nodes on its heap, and
    of function values."""

    enum_converter: Callable[[EnumType, str], Converter]
    enum_value: Callable[[int, EnumType], Any]
    function_address: Callable[[Any, FunctionType, str], int]
    function_at: Callable[[int], Any]


# From Python


def converter(type: Type, what: str, boundary: Boundary) -> Converter:
    """A function that checks an argument and appends its words. ``what`` is the name of the
    argument in errors."""
    match type.canonical:
        case TensorType() as tensor:
            return _tensor_converter(tensor, what)
        case TupleType() as whole:
            return _sequence_converter(
                [
                    converter(e, f"{what}, element {n}", boundary)
                    for n, e in enumerate(whole.elements)
                ],
                whole,
                what,
            )
        case ArrayType() as whole:
            return _sequence_converter(
                [
                    converter(whole.element, f"{what}, element {n}", boundary)
                    for n in range(whole.size)
                ],
                whole,
                what,
            )
        case StructType() as struct:
            return _struct_converter(struct, what, boundary)
        case EnumType() as enum:
            return boundary.enum_converter(enum, what)
        case FunctionType() as function:

            def convert_function(value: Any, words: list[Word]) -> None:
                address = boundary.function_address(value, function, what)
                words.append(np.array([address], np.uint64))

            return convert_function
        case other:

            def refuse(value: Any, words: list[Word]) -> None:
                raise argument_error(f"{what}: values of type {other} cannot be passed from Python")

            return refuse


def _struct_converter(struct: StructType, what: str, boundary: Boundary) -> Converter:
    parts = [converter(t, f"{what}, field #{n}", boundary) for n, t in struct.fields]
    count = len(parts)

    def convert(value: Any, words: list[Word]) -> None:
        if type_of(value) is tuple:
            given = cast("tuple[Any, ...]", value)
            if len(given) == count:
                for part, field in zip(parts, given, strict=True):
                    part(field, words)
                return
        try:
            fields = record_fields(struct, value)
        except TypeError as problem:
            raise argument_error(f"{what}: {problem}") from None
        for part, field in zip(parts, fields, strict=True):
            part(field, words)

    return convert


def _sequence_converter(parts: Sequence[Converter], type: Type, what: str) -> Converter:
    def convert(value: Any, words: list[Word]) -> None:
        listed = isinstance(value, list | tuple | np.ndarray)
        elements: list[Any] = list(cast("Sequence[Any]", value)) if listed else []
        if value is None and not parts:
            return
        if not listed or len(elements) != len(parts):
            raise argument_error(
                f"{what} has {quantity(len(parts), 'element')} ({type}), "
                f"got {shown(cast(object, value))}"
            )
        for part, element in zip(parts, elements, strict=True):
            part(element, words)

    return convert


def _tensor_converter(type: TensorType, what: str) -> Converter:
    dtype, shape = type.element.numpy, type.static_shape
    erased = [axis for axis, dim in enumerate(type.shape) if isinstance(dim, Symbol)]

    def convert(value: Any, words: list[Word]) -> None:
        if type_of(value) is np.ndarray:
            array = cast(Array, value)
            if array.dtype == dtype and array.shape == shape and array.flags.carray:
                words.append(array)
                return
        array = tensor_array(value, type, what)
        words.append(array)
        words.extend(array.shape[axis] for axis in erased)

    return convert


def tensor_array(value: Any, type: TensorType, what: str) -> Array:
    """A tensor argument as an array that compiled code can use. Raises :class:`ArgumentError` if it
    does not match."""
    try:
        array = host_array(value, type)
    except TypeError as problem:
        raise argument_error(f"{what} {problem}") from None
    dtype = type.element.numpy
    if array.dtype != dtype:
        with np.errstate(all="ignore"):
            array = array.astype(dtype)
    if not (array.flags.carray or (array.flags.c_contiguous and array.flags.aligned)):
        array = np.array(array, dtype, order="C")
    return array


class SizeChecker:
    """Checks that erased dimensions of one name have one size in all arguments."""

    def __init__(self, types: Sequence[Type], names: Sequence[str]) -> None:
        self._places: list[tuple[int, int, Symbol, str]] = []
        number = 0
        for type, name in zip(types, names, strict=True):
            for leaf, what in _named_leaves(type, name):
                array = number
                number += 1
                if isinstance(leaf, TensorType):
                    for axis, dim in enumerate(leaf.shape):
                        if isinstance(dim, Symbol):
                            number += 1
                            if dim.name:
                                self._places.append((array, axis, dim, what))

    def __bool__(self) -> bool:
        return len(self._places) > 1

    def check(self, words: Sequence[Word]) -> None:
        """Raises :class:`ArgumentError` if two sizes differ; the error names both dimensions."""
        known: dict[Symbol, tuple[int, str]] = {}
        for place, axis, dim, what in self._places:
            array = words[place]
            assert isinstance(array, np.ndarray)
            size = int(array.shape[axis])
            first, origin = known.setdefault(dim, (size, f"{what} has at dimension {axis}"))
            if first != size:
                raise argument_error(
                    f"{what} has size {size} at dimension {axis}, expected {first}, the size {dim} "
                    f"that {origin}"
                )


def _named_leaves(type: Type, what: str) -> Iterator[tuple[Type, str]]:
    """The leaves of a type, with their names in errors."""
    match whole := type.canonical:
        case TupleType(elements):
            for number, element in enumerate(elements):
                yield from _named_leaves(element, f"{what}, element {number}")
        case ArrayType(size, element):
            for number in range(size):
                yield from _named_leaves(element, f"{what}, element {number}")
        case StructType():
            for name, field in whole.fields:
                yield from _named_leaves(field, f"{what}, field #{name}")
        case AliasType():
            raise argument_error(f"{what}: values of type {whole} cannot be passed from Python")
        case leaf:
            yield leaf, what


# To Python


def rebuilder(type: Type, boundary: Boundary) -> Rebuilder:
    """A function that creates a result from an iterator over its leaves."""
    match type.canonical:
        case TensorType() as tensor:
            if tensor.rank:
                return lambda leaves: next(leaves)
            return lambda leaves: next(leaves)[()]
        case TupleType() as whole:
            if not whole.elements:
                return lambda leaves: None
            parts = [rebuilder(e, boundary) for e in whole.elements]
            return lambda leaves: tuple(part(leaves) for part in parts)
        case ArrayType() as whole:
            parts = [rebuilder(whole.element, boundary)] * whole.size
            return lambda leaves: tuple(part(leaves) for part in parts)
        case StructType() as struct:
            parts = [rebuilder(t, boundary) for _, t in struct.fields]
            return lambda leaves: make_record(struct, [part(leaves) for part in parts])
        case EnumType() as enum:
            return lambda leaves: boundary.enum_value(int(next(leaves)[()]), enum)
        case FunctionType():
            return lambda leaves: boundary.function_at(int(next(leaves)[()]))
        case other:

            def refuse(leaves: Iterator[Any]) -> Any:
                raise argument_error(f"values of type {other} cannot be returned to Python")

            return refuse


def copied_tensor(address: int, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """A copy of a tensor in memory that the caller does not own."""
    array = np.empty(tuple(shape), dtype)
    if array.nbytes:
        ctypes.memmove(array.ctypes.data, address, array.nbytes)
    return array
