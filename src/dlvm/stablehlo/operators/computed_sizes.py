"""Sizes and strides that are computed at run time, as staged scalars of i64."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from dlvm.diagnostics import error
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.ir.types import ERASED, Dim, ElementType, TensorType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.movement import sliced
from dlvm.stablehlo.operators.table import cast_to, constant, lowered, reshaped, size_of


def scalars(vector: Any) -> list[Any]:
    """The elements of a vector of sizes."""
    count = vector.type.shape[0]
    if not isinstance(count, int):
        raise error("the number of sizes must be known")
    parts = [sliced(vector, [n], [n + 1], [1]) for n in range(count)]
    return [cast_to(reshaped(p, ()), ElementType.I64) for p in parts]


def counting(shape: Sequence[Dim], sizes: Sequence[Any], axis: int, element: ElementType) -> Any:
    """An iota along an axis. The sizes that ``shape`` does not know are values in ``sizes``."""
    opened = tuple(d if isinstance(d, int) else ERASED for d in shape)
    given = [lift(s) for d, s in zip(shape, sizes, strict=True) if not isinstance(d, int)]
    counts = element.is_integer and not element.is_storage
    kind = element if counts else ElementType.I64
    found = wrap(emit(INSTRUCTIONS["iota"], opened, axis, TensorType((), kind), sizes=given))
    return cast_to(found, element)


def flat(x: Any) -> Any:
    shape = x.type.static_shape
    if shape is None:
        return lowered("shapeCast", x, shape=(ERASED,))
    return reshaped(x, (prod(shape),))


def index(number: int) -> Any:
    return constant(number, ElementType.I64)


def sizes_of(x: Any) -> list[Any]:
    return [size_of(x, axis) for axis in range(len(x.type.shape))]


def quotient(x: Any, y: Any) -> Any:
    """The quotient of integers, rounded down, for a positive divisor."""
    return lowered("floorDivide", x, y)


def strides_of(sizes: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    step = constant(1, ElementType.I64)
    for number in reversed(sizes):
        found.insert(0, step)
        step = lowered("multiply", step, number)
    return found
