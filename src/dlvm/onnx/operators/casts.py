"""Conversions between element types."""

from __future__ import annotations

from typing import Any, cast

import ml_dtypes
import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.instructions import BitCast
from dlvm.ir.types import ElementType, real_element_type_of
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nnkit
from dlvm.onnx.reader import DTYPES


def dtype_of(number: int) -> np.dtype[Any]:
    """The element type of a ``TensorProto.DataType`` value."""
    found = DTYPES.get(number)
    if found is None:
        raise error(f"element type {number} of ONNX is not supported")
    return np.dtype(found)


def saturated_cast(
    x: Any, dtype: np.dtype[Any], saturate: bool = True, round_mode: str = "up"
) -> Any:
    """Converts a tensor. Numbers beyond the range of a float for storage become the nearest bound,
    unless ``saturate`` is false; ``round_mode`` is the rounding mode of powers of two,
    ``FLOAT8E8M0``."""
    target = real_element_type_of(dtype)
    assert target is not None
    if target is ElementType.F8E8M0FNU:
        return _power_of_two(nnkit.astype(x, nnkit.f32), saturate, round_mode)
    if saturate and target.is_float and target.is_storage and element(x) is not target:
        limits = cast(Any, ml_dtypes.finfo)(dtype)
        x = nnkit.clip(nnkit.astype(x, nnkit.f32), float(limits.min), float(limits.max))
    if target.is_integer and target.is_storage and element(x).is_float:
        x = nnkit.astype(x, nnkit.i32)  # ONNX's tests expect that the lowest bits are kept.
    return nnkit.astype(x, dtype)


def _power_of_two(x: Any, saturate: bool, round_mode: str) -> Any:
    bits = wrap(emit(BitCast, lift(x), ElementType.U32))
    exponent, fraction = bits >> 23 & 0xFF, bits & 0x7FFFFF
    half = 0x400000
    match round_mode:
        case "up":
            rounds_up = fraction > 0
        case "nearest":
            rounds_up = nnkit.logical_or(
                fraction > half, nnkit.logical_and(fraction == half, exponent > 0)
            )
        case "down":
            rounds_up = fraction < 0
        case _:
            raise error(f"round_mode must be up, down or nearest, got {round_mode}")
    if saturate:
        rounds_up = nnkit.logical_and(rounds_up, exponent < 0xFE)
    code = nnkit.where(exponent == 0xFF, exponent, exponent + nnkit.astype(rounds_up, nnkit.u32))
    return wrap(emit(BitCast, lift(nnkit.astype(code, nnkit.u8)), ElementType.F8E8M0FNU))


@operator("Cast")
def cast_to(x: Any, *, to: int, saturate: int = 1, round_mode: str = "up") -> Any:
    return saturated_cast(x, dtype_of(to), bool(saturate), round_mode)


@operator("CastLike")
def cast_like(x: Any, like: Any, *, saturate: int = 1, round_mode: str = "up") -> Any:
    return saturated_cast(x, element(like).numpy, bool(saturate), round_mode)


@operator("BitCast")
def bit_cast(x: Any, *, to: int) -> Any:
    kind = real_element_type_of(dtype_of(to))
    assert kind is not None
    return wrap(emit(BitCast, lift(x), kind))
