"""Random arguments of the types that functions take."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.module import Function
from dlvm.ir.records import EnumValue, make_record
from dlvm.ir.types import (
    ArrayType,
    Dim,
    ElementType,
    EnumType,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.wellformed import integer_range

_SIZE: Final = 8
"""The value of sizes that a type leaves open."""
_DEEPEST: Final = 5
"""The depth of recursive enum values."""


def draw_arguments(function: Function, seed: int = 0) -> list[Any]:
    """Random arguments for a function: normally distributed floats, integers from 0 to 3, random
    cases of enums; unknown sizes are 8.

    Raises :class:`DiagnosticError` for parameters without random values: functions, pointers and
    infinite enums.
    """
    generator = np.random.default_rng(seed)
    return [
        _drawn(generator, type, f"argument {number} of @{function.name}", 0)
        for number, type in enumerate(function.type.parameters)
    ]


def _drawn(generator: np.random.Generator, type: Type, what: str, depth: int) -> Any:
    match whole := type.canonical:
        case TensorType(shape=shape, element=element):
            return _tensor(generator, tuple(map(_size, shape)), element)
        case TupleType(elements):
            return tuple(_drawn(generator, t, what, depth) for t in elements)
        case ArrayType(size, element):
            return [_drawn(generator, element, what, depth) for _ in range(size)]
        case StructType():
            values = [_drawn(generator, t, what, depth) for _, t in whole.fields]
            return make_record(whole, values)
        case EnumType():
            return _enum(generator, whole, what, depth)
        case _:
            raise error(
                f"{what} has type {type}, which has no random values: pass a value with --args"
            )


def _size(dim: Dim) -> int:
    return dim if isinstance(dim, int) else _SIZE


def _tensor(generator: np.random.Generator, shape: tuple[int, ...], element: ElementType) -> Any:
    if element.is_float:
        numbers: Any = np.asarray(generator.normal(size=shape))
    elif element.is_complex:
        numbers = generator.normal(size=shape) + 1j * generator.normal(size=shape)
    else:
        most = min(3, integer_range(element)[1]) if element.is_integer else 1
        numbers = np.asarray(generator.integers(0, most + 1, shape))
    array = numbers.astype(element.numpy)
    return array if shape else array[()]


def _enum(generator: np.random.Generator, type: EnumType, what: str, depth: int) -> EnumValue:
    cases = list(type.cases)
    if depth >= _DEEPEST:
        cases = [c for c in cases if not any(isinstance(t.canonical, EnumType) for t in c[1])]
    if not cases:
        raise error(f"{what} contains the infinite enum {type}: pass a value with --args")
    name, payload = cases[int(generator.integers(len(cases)))]
    values = tuple(_drawn(generator, t, what, depth + 1) for t in payload)
    return EnumValue(name, values, type.name)
