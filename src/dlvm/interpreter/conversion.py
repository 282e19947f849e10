"""Conversion of arguments and results between Python and the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, cast

import numpy as np

from dlvm.diagnostics import error, quantity
from dlvm.interpreter.numbers import Array, converted
from dlvm.interpreter.sizes import Label, bind_sizes
from dlvm.interpreter.values import Closure, Variant
from dlvm.ir.host_tensors import host_array
from dlvm.ir.module import Function, Module
from dlvm.ir.records import (
    EnumValue,
    FunctionValue,
    Parts,
    enum_parts,
    enum_value,
    fold,
    function_for,
    make_record,
    record_fields,
    shown,
)
from dlvm.ir.types import (
    ArrayType,
    EnumType,
    FunctionType,
    StructType,
    TensorType,
    TupleType,
    Type,
)

_Given = tuple[Any, Type, Label]
_Known = dict[tuple[int, str], tuple[Any, Variant]]
"""Maps the identity and type of enum values to their conversions, so that shared values stay
shared."""


def from_python(value: Any, type: Type, what: str, module: Module) -> Any:
    """Converts an argument to the interpreter's representation.

    ``what`` names the argument in messages. Function values are looked up in ``module``. Raises
    :class:`DiagnosticError` if the value does not fit the type.
    """
    # Shared parts of a value stay shared.
    known: _Known = {}

    def visit(node: _Given) -> Parts[_Given] | Any:
        value, type, what = node
        match whole := type.canonical:
            case TensorType():
                return _tensor(value, whole, what)
            case TupleType(elements):
                return _sequence(value, elements, whole, what)
            case ArrayType(size, element):
                return _sequence(value, (element,) * size, whole, what)
            case StructType():
                with _labeled_errors(what):
                    fields = record_fields(whole, value)
                parts = zip(fields, whole.fields, strict=True)
                nodes = [(v, t, Label(f"field #{n}", what)) for v, (n, t) in parts]
                return Parts(nodes, tuple)
            case EnumType():
                if (id(value), whole.name) in known:
                    return known[id(value), whole.name][1]
                return _enum(value, whole, what, known)
            case FunctionType():
                with _labeled_errors(what):
                    function = function_for(module, whole, value)
                held = value.captured if isinstance(value, FunctionValue) else ()
                types = function.type.parameters[: len(held)]
                parts = enumerate(zip(held, types, strict=True))
                nodes = [(v, t, Label(f"captured value {n}", what)) for n, (v, t) in parts]
                if not nodes:
                    return function
                return Parts(nodes, lambda captured: Closure(function, tuple(captured)))
            case other:
                raise error(f"{what}: values of type {other} cannot be passed from Python")

    return fold((value, type, Label(what)), visit)


@contextmanager
def _labeled_errors(what: Label, mark: str = ": ") -> Generator[None]:
    """Prefixes the messages of errors with the name of a value."""
    try:
        yield
    except TypeError as problem:
        raise error(f"{what}{mark}{problem}") from None


def _sequence(value: Any, types: Sequence[Type], whole: Type, what: Label) -> Parts[_Given]:
    values = _elements(value)
    if values is None or len(values) != len(types):
        raise error(f"{what} has {quantity(len(types), 'element')} ({whole}), got {shown(value)}")
    parts = enumerate(zip(values, types, strict=True))
    return Parts([(v, t, Label(f"element {n}", what)) for n, (v, t) in parts], tuple)


def _enum(value: Any, type: EnumType, what: Label, known: _Known) -> Parts[_Given]:
    with _labeled_errors(what):
        case, payload = enum_parts(type, value)
    types = type.payload(case) or ()
    label = Label(f"?{case}", what)
    nodes = [
        (v, t, Label(f"value {n}", label))
        for n, (v, t) in enumerate(zip(payload, types, strict=True))
    ]

    def combine(parts: list[Any]) -> Variant:
        bind_sizes(parts, types, {}, lambda n: nodes[n][2], None)
        made = Variant(case, tuple(parts))
        known[id(value), type.name] = value, made
        return made

    return Parts(nodes, combine)


def _elements(value: Any) -> Sequence[Any] | None:
    """Returns the elements of a sequence, or None for other values. Python's None is an empty
    sequence, as it means void."""
    if value is None:
        return ()
    is_sequence = isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim)
    return cast(Sequence[Any], value) if is_sequence else None


def _tensor(value: Any, type: TensorType, what: Label) -> Array:
    with _labeled_errors(what, " "):
        array = host_array(value, type)
    return array if array.dtype == type.element.numpy else converted(array, type.element)


def to_python(value: Any, type: Type, run: Callable[..., Any]) -> Any:
    """Converts a result to Python's representation.

    Arrays are new and belong to the caller. ``run`` calls a function of the module, given its name
    and arguments.
    """
    known: dict[int, EnumValue | FunctionValue] = {}

    def visit(node: tuple[Any, Type]) -> Parts[tuple[Any, Type]] | Any:
        value, type = node
        match whole := type.canonical:
            case TensorType():
                return np.array(value, order="C") if whole.rank else value[()]
            case TupleType(elements):
                if not elements:
                    return None
                return Parts(list(zip(value, elements, strict=True)), tuple)
            case ArrayType(element=element):
                return Parts([(v, element) for v in value], tuple)
            case StructType():
                types = [t for _, t in whole.fields]
                return Parts(
                    list(zip(value, types, strict=True)), lambda parts: make_record(whole, parts)
                )
            case EnumType() | FunctionType() if value is None:
                raise error(f"an undefined value of type {whole} cannot be returned to Python")
            case EnumType():
                return known.get(id(value)) or _enum_value(value, whole, known, run)
            case FunctionType():
                return _function_value(value, whole, run)
            case other:
                raise error(f"values of type {other} cannot be returned to Python")

    return fold((value, type), visit)


def _enum_value(
    value: Variant,
    type: EnumType,
    known: dict[int, EnumValue | FunctionValue],
    run: Callable[..., Any],
) -> Parts[tuple[Any, Type]]:
    types = type.payload(value.case) or ()

    def combine(parts: list[Any]) -> EnumValue | FunctionValue:
        runner = partial(partial, run)
        made = known[id(value)] = enum_value(type, value.case, tuple(parts), runner)
        return made

    return Parts(list(zip(value.payload, types, strict=True)), combine)


def _function_value(
    value: Function | Closure, type: FunctionType, run: Callable[..., Any]
) -> Parts[tuple[Any, Type]] | Any:
    function, held = value.flat() if isinstance(value, Closure) else (value, ())
    if function is None:
        raise error(f"an undefined value of type {type} cannot be returned to Python")
    if function.name is None:
        raise error(f"a function without a name, of type {type}, cannot be returned to Python")
    call = FunctionValue(function.name, type, partial(run, function.name))
    if not held:
        return call
    nodes = list(zip(held, function.type.parameters[: len(held)], strict=True))
    return Parts(nodes, lambda captured: replace(call, captured=tuple(captured)))
