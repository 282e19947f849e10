"""Operators on quantized tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dlvm.onnx.operators.microsoft.attention import self_attention
from dlvm.onnx.operators.microsoft.fused import microsoft
from dlvm.onnx.operators.quantization import (
    dequantize_linear,
    dynamic_quantize_linear,
    matmul_integer,
    qlinear_conv,
    quantize_linear,
)
from dlvm.onnx.operators.vocabulary import nn, nnkit

microsoft("DequantizeLinear")(dequantize_linear)
microsoft("QuantizeLinear")(quantize_linear)


@microsoft("QLinearConv")
def qlinear_conv_of_microsoft(
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
    channels_last: int = 0,
    dilations: list[int] | None = None,
    group: int = 1,
    kernel_shape: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    """QLinearConv; with ``channels_last``, the channels of data are the last axis."""
    rank = len(x.shape)
    if channels_last:
        x = nnkit.permute_dims(x, (0, rank - 1, *range(1, rank - 1)))
    found = qlinear_conv(x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, b,
                         auto_pad=auto_pad, dilations=dilations, group=group, pads=pads,
                         strides=strides)  # fmt: skip
    return nnkit.permute_dims(found, (0, *range(2, rank), 1)) if channels_last else found


def _binary(name: str, function: Callable[[Any, Any], Any]) -> None:
    @microsoft(name)
    def call(
        a: Any, a_scale: Any, a_zero: Any, b: Any, b_scale: Any, b_zero: Any, y_scale: Any,
        y_zero: Any = None,
    ) -> Any:  # fmt: skip
        wide = dequantize_linear(a, a_scale, a_zero), dequantize_linear(b, b_scale, b_zero)
        return quantize_linear(function(*wide), y_scale, y_zero)


_binary("QLinearAdd", lambda a, b: a + b)
_binary("QLinearMul", lambda a, b: a * b)


@microsoft("QLinearSigmoid")
def qlinear_sigmoid(x: Any, x_scale: Any, x_zero: Any, y_scale: Any, y_zero: Any = None) -> Any:
    return quantize_linear(nn.sigmoid(dequantize_linear(x, x_scale, x_zero)), y_scale, y_zero)


@microsoft("QLinearLeakyRelu")
def qlinear_leaky_relu(
    x: Any, x_scale: Any, x_zero: Any, y_scale: Any, y_zero: Any = None, *, alpha: float = 0.01
) -> Any:
    wide = dequantize_linear(x, x_scale, x_zero)
    return quantize_linear(nnkit.where(wide < 0, wide * alpha, wide), y_scale, y_zero)


@microsoft("QLinearConcat")
def qlinear_concat(y_scale: Any, y_zero: Any, *tensors: Any, axis: int) -> Any:
    triples = zip(tensors[::3], tensors[1::3], tensors[2::3], strict=True)
    wide = nnkit.concat([dequantize_linear(*t) for t in triples], axis=axis)
    return quantize_linear(wide, y_scale, y_zero)


@microsoft("MatMulIntegerToFloat")
def matmul_integer_to_float(
    a: Any,
    b: Any,
    a_scale: Any,
    b_scale: Any,
    a_zero: Any = None,
    b_zero: Any = None,
    bias: Any = None,
) -> Any:
    """The product of quantized matrices, in f32."""
    product = nnkit.astype(matmul_integer(a, b, a_zero, b_zero), nnkit.f32)
    found = product * (a_scale * b_scale)
    return found if bias is None else found + bias


@microsoft("DynamicQuantizeMatMul")
def dynamic_quantize_matmul(
    a: Any, b: Any, b_scale: Any, b_zero: Any = None, bias: Any = None
) -> Any:
    """The product of a matrix, which is quantized by its range, and a quantized matrix."""
    quantized, scale, zero = dynamic_quantize_linear(a)
    return matmul_integer_to_float(quantized, b, scale, b_scale, zero, b_zero, bias)


@microsoft("QAttention")
def qattention(
    x: Any,
    weights: Any,
    bias: Any,
    x_scale: Any,
    w_scale: Any,
    mask: Any = None,
    x_zero: Any = None,
    w_zero: Any = None,
    past: Any = None,
    *,
    do_rotary: int = 0,
    mask_filter_value: float = -10000.0,
    num_heads: int,
    past_present_share_buffer: int = 0,
    scale: float = 0.0,
    unidirectional: int = 0,
    outputs: int,
) -> Any:
    """Attention whose input and weights are quantized."""
    projected = matmul_integer_to_float(x, weights, x_scale, w_scale, x_zero, w_zero, bias)
    return self_attention(
        projected,
        mask,
        past,
        do_rotary=do_rotary,
        mask_filter_value=mask_filter_value,
        num_heads=num_heads,
        past_present_share_buffer=past_present_share_buffer,
        scale=scale,
        unidirectional=unidirectional,
        outputs=outputs,
    )
