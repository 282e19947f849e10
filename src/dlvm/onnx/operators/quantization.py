"""Quantization and products of quantized tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlvm.ir.types import real_element_type_of
from dlvm.ir.wellformed import integer_range
from dlvm.onnx.operators.casts import dtype_of, saturated_cast
from dlvm.onnx.operators.convolution import conv
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import axis_of, operator
from dlvm.onnx.operators.vocabulary import nnkit


def _along(x: Any, value: Any, axis: int, block_size: int) -> Any:
    """Broadcasts scales and zero points to the tensor: per tensor, per axis, or blocked."""
    rank = len(x.shape)
    if not value.shape or value.shape == (1,):
        return nnkit.reshape(value, ())
    axis = axis_of(axis, rank)
    if block_size:
        repeated = nnkit.repeat(value, block_size, axis=axis)
        index: list[Any] = [slice(None)] * rank
        index[axis] = slice(0, x.shape[axis])
        return repeated[tuple(index)]
    return nnkit.reshape(value, tuple(s if a == axis else 1 for a, s in enumerate(x.shape)))


@operator("DequantizeLinear")
def dequantize_linear(
    x: Any,
    scale: Any,
    zero_point: Any = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: int = 0,
) -> Any:
    factor = _along(x, scale, axis, block_size)
    kind = element(scale) if not output_dtype else dtype_of(output_dtype)
    wide = nnkit.astype(x, nnkit.f32)
    if zero_point is not None:
        wide = wide - nnkit.astype(_along(x, zero_point, axis, block_size), nnkit.f32)
    return nnkit.astype(wide * nnkit.astype(factor, nnkit.f32), kind)


@operator("QuantizeLinear")
def quantize_linear(
    x: Any,
    scale: Any,
    zero_point: Any = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: int = 0,
    precision: int = 0,
    saturate: int = 1,
) -> Any:
    quotient: Any = dtype_of(precision) if precision else nnkit.f32
    factor = nnkit.astype(_along(x, scale, axis, block_size), quotient)
    if zero_point is not None:
        kind: Any = element(zero_point).numpy
    else:
        kind = dtype_of(output_dtype) if output_dtype else np.dtype(np.uint8)
    found = nnkit.astype(x, quotient) / factor
    target = real_element_type_of(kind)
    assert target is not None
    if target.is_integer:
        found = nnkit.round(found)
    found = nnkit.astype(found, nnkit.f32)
    if zero_point is not None:
        found = found + nnkit.astype(_along(x, zero_point, axis, block_size), nnkit.f32)
    if target.is_float:
        return saturated_cast(found, kind, bool(saturate))
    low, high = integer_range(target)
    return nnkit.astype(nnkit.clip(found, float(low), float(high)), kind)


@operator("DynamicQuantizeLinear")
def dynamic_quantize_linear(x: Any) -> Any:
    low = nnkit.minimum(nnkit.min(x), 0)
    high = nnkit.maximum(nnkit.max(x), 0)
    scale = (high - low) / 255
    zero = nnkit.clip(nnkit.round(-low / scale), 0, 255)
    y = nnkit.clip(nnkit.round(x / scale) + zero, 0, 255)
    return nnkit.astype(y, nnkit.u8), scale, nnkit.astype(zero, nnkit.u8)


def _shifted(x: Any, zero: Any, rows: bool) -> Any:
    found = nnkit.astype(x, nnkit.i32)
    if zero is None:
        return found
    offset = nnkit.astype(zero, nnkit.i32)
    if offset.shape and offset.shape != (1,) and rows and len(offset.shape) == 1:
        offset = nnkit.expand_dims(offset, -1)
    elif offset.shape == (1,):
        offset = nnkit.reshape(offset, ())
    return found - offset


@operator("MatMulInteger")
def matmul_integer(a: Any, b: Any, a_zero: Any = None, b_zero: Any = None) -> Any:
    return nnkit.matmul(_shifted(a, a_zero, True), _shifted(b, b_zero, False))


@operator("QLinearMatMul")
def qlinear_matmul(
    a: Any, a_scale: Any, a_zero: Any, b: Any, b_scale: Any, b_zero: Any, y_scale: Any, y_zero: Any
) -> Any:
    total = nnkit.matmul(_shifted(a, a_zero, True), _shifted(b, b_zero, False))
    first = (
        a_scale if not a_scale.shape or a_scale.shape == (1,) else nnkit.expand_dims(a_scale, -1)
    )
    factor = _scalar(first) * _scalar(b_scale) / _scalar(y_scale)
    return _requantized(total, factor, y_zero)


def _scalar(x: Any) -> Any:
    wide = nnkit.astype(x, nnkit.f32)
    return nnkit.reshape(wide, ()) if x.shape == (1,) else wide


def _requantized(total: Any, factor: Any, zero: Any) -> Any:
    bounds = np.iinfo(element(zero).numpy)
    found = nnkit.round(nnkit.astype(total, nnkit.f32) * factor) + _scalar(zero)
    return nnkit.astype(nnkit.clip(found, float(bounds.min), float(bounds.max)), element(zero))


@operator("ConvInteger")
def conv_integer(
    x: Any,
    w: Any,
    x_zero: Any = None,
    w_zero: Any = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: list[int] | None = None,
    group: int = 1,
    kernel_shape: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    kernel = nnkit.astype(w, nnkit.i32)
    if w_zero is not None:
        zero = nnkit.astype(w_zero, nnkit.i32)
        if zero.shape and zero.shape != (1,):
            zero = nnkit.reshape(zero, (zero.shape[0], *[1] * (len(w.shape) - 1)))
        elif zero.shape:
            zero = nnkit.reshape(zero, ())
        kernel = kernel - zero
    shifted = _shifted(x, x_zero, False)
    return conv(
        shifted,
        kernel,
        auto_pad=auto_pad,
        dilations=dilations,
        group=group,
        pads=pads,
        strides=strides,
    )


@operator("QLinearConv")
def qlinear_conv(
    x: Any,
    x_scale: Any,
    x_zero: Any,
    w: Any,
    w_scale: Any,
    w_zero: Any,
    y_scale: Any,
    y_zero: Any,
    b: Any = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: list[int] | None = None,
    group: int = 1,
    kernel_shape: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    total = conv_integer(
        x, w, x_zero, w_zero, auto_pad=auto_pad, dilations=dilations, group=group, pads=pads,
        strides=strides,
    )  # fmt: skip
    rank = len(x.shape)
    if b is not None:
        total = total + nnkit.reshape(b, (b.shape[0], *[1] * (rank - 2)))
    scale = nnkit.astype(w_scale, nnkit.f32)
    if scale.shape and scale.shape != (1,):
        scale = nnkit.reshape(scale, (scale.shape[0], *[1] * (rank - 2)))
    else:
        scale = _scalar(scale)
    return _requantized(total, _scalar(x_scale) * scale / _scalar(y_scale), y_zero)
