"""Calling compiled functions with NumPy arrays."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import numpy as np

from dlvm.diagnostics import ArgumentError, Diagnostic, DiagnosticError, error
from dlvm.ir.records import make_record, record_fields
from dlvm.ir.types import (
    ArrayType,
    FunctionType,
    StructType,
    TensorType,
    TupleType,
    Type,
    element_type_of,
)
from dlvm.runtime.arrays import data_address
from dlvm.runtime.loading import LoadedCode

Array = np.ndarray[Any, np.dtype[Any]]
_ALIGNMENT: Final = 4096
_CONTEXT: Final = struct.Struct("<QQqq")
"""Seed and counter of random numbers, threads, and the index that a trap found."""


def argument_error(message: str) -> ArgumentError:
    """An error about an argument, to be raised."""
    return ArgumentError(Diagnostic(message))


def default_threads() -> int:
    """``DLVM_NUM_THREADS``, or as many processors as the process may run on."""
    chosen = os.environ.get("DLVM_NUM_THREADS", "")
    if chosen.isdigit() and int(chosen) > 0:
        return int(chosen)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Executable:
    """A compiled module: ``executable["name"](…)`` calls a function.

    Tensors are NumPy arrays of the parameter's element type and shape, scalars numbers; structs are
    records (or mappings, or objects with such attributes), tuples and arrays sequences. Each call
    allocates its results; its temporaries come from an arena that is kept for the next call.
    """

    def __init__(
        self,
        code: LoadedCode,
        functions: Mapping[str, CompiledFunction],
    ) -> None:
        self._functions = functions
        for function in functions.values():
            function.code = code

    def __getitem__(self, name: str) -> CompiledFunction:
        """The function of that name; raises :class:`DiagnosticError` where there is none."""
        found = self._functions.get(name.removeprefix("@"))
        if found is None:
            known = ", ".join(f"@{n}" for n in self._functions) or "none"
            raise error(f"there is no function @{name.removeprefix('@')}, found {known}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)


class _Generator:
    """The state of a module's random numbers: it goes on from call to call."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counter = 0


class CompiledFunction:
    """One compiled function. Raises :class:`DiagnosticError` for arguments that do not fit and for
    a trap."""

    code: LoadedCode
    """Kept as long as the function, for it is gone from memory with this object."""

    def __init__(
        self,
        name: str,
        type: FunctionType,
        parameter_names: Sequence[str],
        address: int,
        frame: int,
        shared: Mapping[int, int],
        traps: Sequence[str],
        threads: int,
        generator: _Generator,
    ) -> None:
        self.name = name
        self.type = type
        self._traps = traps
        self._threads = threads
        self._generator = generator
        self._frame = frame
        self._shared = shared
        self._arenas: list[tuple[memoryview, int]] = []
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)
        self._converters = [
            _converter(t, f"argument {n} (%{label})")
            for n, (t, label) in enumerate(zip(type.parameters, parameter_names, strict=True))
        ]
        self._results = _leaves(type.result)
        self._rebuild = _rebuilder(type.result)
        count = len(_parameter_leaves(type)) + len(self._results)
        self._head = struct.Struct(f"<QQqqQQ{count}Q")
        self._head_size = -(-self._head.size // _ALIGNMENT) * _ALIGNMENT

    def __call__(self, *arguments: Any) -> Any:
        converters = self._converters
        if len(arguments) != len(converters):
            raise argument_error(
                f"@{self.name} takes {len(converters)} arguments, found {len(arguments)}"
            )
        leaves: list[Array] = []
        for converter, argument in zip(converters, arguments, strict=True):
            converter(argument, leaves)
        results: list[Array] = []
        for number, (shape, dtype) in enumerate(self._results):
            source = self._shared.get(number)
            if source is None:
                results.append(np.empty(shape, dtype))
            else:
                leaf = leaves[source]
                if not leaf.flags.writeable:
                    raise argument_error(
                        f"@{self.name} updates an argument in place, found a read-only one"
                    )
                results.append(leaf)
        arena, base = self._arenas.pop() if self._arenas else self._new_arena()
        generator = self._generator
        addresses = [data_address(a) for a in leaves]
        addresses += [data_address(a) for a in results]
        self._head.pack_into(
            arena,
            0,
            generator.seed,
            generator.counter,
            self._threads,
            0,
            base,
            base + self._head_size,
            *addresses,
        )
        code = int(self._call(base + _CONTEXT.size))
        _, counter, _, found = _CONTEXT.unpack_from(arena)
        self._arenas.append((arena, base))
        if code:
            message = self._traps[code - 1].replace("{found}", str(found))
            raise DiagnosticError(Diagnostic(message))
        generator.counter = counter
        return self._rebuild(iter(results))

    def _new_arena(self) -> tuple[memoryview, int]:
        """Memory for context, addresses and temporaries of one call, and where it begins."""
        arena = np.empty(self._head_size + self._frame + _ALIGNMENT, np.uint8)
        skip = -arena.ctypes.data % _ALIGNMENT
        return arena.data[skip:], arena.ctypes.data + skip


def _leaves(type: Type) -> list[tuple[tuple[int, ...], Any]]:
    """Shape and dtype of each leaf of a type."""
    match type.canonical:
        case TensorType() as tensor:
            return [(tensor.static_shape or (), tensor.element.numpy)]
        case TupleType() as whole:
            return [leaf for e in whole.elements for leaf in _leaves(e)]
        case ArrayType() as whole:
            return _leaves(whole.element) * whole.size
        case StructType() as whole:
            return [leaf for _, t in whole.fields for leaf in _leaves(t)]
        case other:
            raise error(f"values of type {other} do not cross into Python yet")


def _parameter_leaves(type: FunctionType) -> list[tuple[tuple[int, ...], Any]]:
    return [leaf for p in type.parameters for leaf in _leaves(p)]


Converter = Callable[[Any, list[Array]], None]


type_of: Final = type


def _converter(type: Type, what: str) -> Converter:
    """A function that checks an argument and appends its leaves, as contiguous arrays."""
    match type.canonical:
        case TensorType() as tensor:
            return _tensor_converter(tensor, what)
        case TupleType() as whole:
            return _sequence_converter(
                [_converter(e, f"{what}, element {n}") for n, e in enumerate(whole.elements)],
                whole,
                what,
            )
        case ArrayType() as whole:
            return _sequence_converter(
                [_converter(whole.element, f"{what}, element {n}") for n in range(whole.size)],
                whole,
                what,
            )
        case StructType() as struct:
            parts = [_converter(t, f"{what}, field #{n}") for n, t in struct.fields]

            count = len(parts)

            def convert(value: Any, leaves: list[Array]) -> None:
                if type_of(value) is tuple:
                    given = cast("tuple[Any, ...]", value)
                    if len(given) == count:
                        for part, field in zip(parts, given, strict=True):
                            part(field, leaves)
                        return
                try:
                    fields = record_fields(struct, value)
                except TypeError as problem:
                    raise argument_error(f"{what}: {problem}") from None
                for part, field in zip(parts, fields, strict=True):
                    part(field, leaves)

            return convert
        case other:
            raise argument_error(f"values of type {other} do not cross from Python yet")


def _sequence_converter(parts: Sequence[Converter], type: Type, what: str) -> Converter:
    def convert(value: Any, leaves: list[Array]) -> None:
        listed = isinstance(value, list | tuple | np.ndarray)
        elements: list[Any] = list(cast("Sequence[Any]", value)) if listed else []
        if not listed or len(elements) != len(parts):
            raise argument_error(f"{what} has {len(parts)} elements ({type}), found {value!r:.60}")
        for part, element in zip(parts, elements, strict=True):
            part(element, leaves)

    return convert


def _tensor_converter(type: TensorType, what: str) -> Converter:
    dtype, shape, rank = type.element.numpy, type.static_shape or (), type.rank

    def convert(value: Any, leaves: list[Array]) -> None:
        if isinstance(value, np.ndarray):
            array = cast(Array, value)
            if array.dtype == dtype and array.shape == shape and array.flags.carray:
                leaves.append(array)
                return
        leaves.append(_converted(value))

    def _converted(value: Any) -> Array:
        try:
            array = np.asarray(value)
        except (ValueError, TypeError):
            raise argument_error(f"{what} has type {type}, found {value!r:.60}") from None
        if array.shape != shape:
            found = " x ".join(map(str, array.shape)) or "scalar"
            expected = " x ".join(map(str, shape)) or "scalar"
            raise argument_error(f"{what} has shape {expected}, found {found}")
        if array.dtype != dtype:
            number = isinstance(value, bool | int | float) and not rank
            if not number or not _holds(value):
                found = element_type_of(array.dtype)
                raise argument_error(
                    f"{what} has element type {type.element}, found {found or array.dtype}"
                )
            with np.errstate(all="ignore"):
                array = array.astype(dtype)
        if not (array.flags.carray or (array.flags.c_contiguous and array.flags.aligned)):
            array = np.array(array, dtype, order="C")
        return array

    def _holds(value: bool | int | float) -> bool:
        """Whether a Python number may stand for the element type."""
        if type.element.is_float:
            return not isinstance(value, bool)
        if isinstance(value, bool) or type.element.bits == 1:
            return isinstance(value, bool) and type.element.bits == 1
        if isinstance(value, float):
            return False
        information = np.iinfo(dtype)
        return int(information.min) <= value <= int(information.max)

    return convert


def _rebuilder(type: Type) -> Callable[[Any], Any]:
    """A function that makes a result from an iterator over its leaves."""
    match type.canonical:
        case TensorType() as tensor:
            if tensor.rank:
                return lambda leaves: next(leaves)
            return lambda leaves: next(leaves)[()]
        case TupleType() as whole:
            if not whole.elements:
                return lambda leaves: None
            parts = [_rebuilder(e) for e in whole.elements]
            return lambda leaves: tuple(part(leaves) for part in parts)
        case ArrayType() as whole:
            parts = [_rebuilder(whole.element)] * whole.size
            return lambda leaves: tuple(part(leaves) for part in parts)
        case StructType() as struct:
            parts = [_rebuilder(t) for _, t in struct.fields]
            return lambda leaves: make_record(struct, [part(leaves) for part in parts])
        case other:
            raise error(f"values of type {other} do not cross into Python yet")


def make_generator(seed: int) -> _Generator:
    """A new state of random numbers."""
    return _Generator(seed)
