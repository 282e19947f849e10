"""Activations with biases, normalizations with residual additions, and products."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.onnx.graph import quoted
from dlvm.onnx.operators.convolution import conv
from dlvm.onnx.operators.elementwise import element, in_f32
from dlvm.onnx.operators.normalization import layer_normalization, wide
from dlvm.onnx.operators.table import Known, operator
from dlvm.onnx.operators.vocabulary import nn, nnkit

microsoft: Final = partial(operator, domain="com.microsoft")
"""Decorator: registers an operator of the domain ``com.microsoft``."""


@microsoft("Gelu")
def gelu(x: Any) -> Any:
    return in_f32(nn.gelu)(x)


@microsoft("BiasGelu")
def bias_gelu(x: Any, bias: Any) -> Any:
    return in_f32(nn.gelu)(x + bias)


@microsoft("FastGelu")
def fast_gelu(x: Any, bias: Any = None) -> Any:
    return in_f32(nn.gelu)(x if bias is None else x + bias, True)


@microsoft("QuickGelu")
def quick_gelu(x: Any, *, alpha: float = 1.702) -> Any:
    def call(own: Any) -> Any:
        return own * nn.sigmoid(own * alpha)

    return in_f32(call)(x)


@microsoft("BiasSplitGelu")
def bias_split_gelu(x: Any, bias: Any) -> Any:
    """The first half of the channels times the Gelu of the second half."""
    own = x + bias
    half = own.shape[-1] // 2
    return own[..., :half] * in_f32(nn.gelu)(own[..., half:])


def _leaky_relu(x: Any, alpha: float = 0.01) -> Any:
    return nnkit.where(x < 0, x * alpha, x)


def _hard_sigmoid(x: Any, alpha: float = 0.2, beta: float = 0.5) -> Any:
    return nnkit.clip(x * alpha + beta, 0, 1)


ACTIVATIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "Relu": nn.relu,
    "Tanh": nnkit.tanh,
    "Sigmoid": nn.sigmoid,
    "LeakyRelu": _leaky_relu,
    "Clip": nnkit.clip,
    "HardSigmoid": _hard_sigmoid,
}


@microsoft("FusedConv")
def fused_conv(
    x: Any,
    w: Any,
    b: Any = None,
    z: Any = None,
    *,
    activation: str = "",
    activation_params: list[float] | None = None,
    auto_pad: str = "NOTSET",
    dilations: list[int] | None = None,
    group: int = 1,
    kernel_shape: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    """An activation of a convolution plus ``z``."""
    found = conv(x, w, b, auto_pad=auto_pad, dilations=dilations, group=group, pads=pads,
                 strides=strides)  # fmt: skip
    found = found if z is None else found + z
    if activation and activation not in ACTIVATIONS:
        known = ", ".join(ACTIVATIONS)
        raise error(f"activation must be one of {known}, got {quoted(activation)}")
    return ACTIVATIONS[activation](found, *activation_params or ()) if activation else found


@microsoft("FusedMatMul")
def fused_matmul(
    a: Any,
    b: Any,
    *,
    alpha: float = 1.0,
    transA: int = 0,
    transB: int = 0,
    transBatchA: int = 0,
    transBatchB: int = 0,
) -> Any:
    if transBatchA or transBatchB:
        raise error("transBatchA and transBatchB must be 0")
    first = nnkit.matrix_transpose(a) if transA and len(a.shape) > 1 else a
    second = nnkit.matrix_transpose(b) if transB and len(b.shape) > 1 else b
    found = nnkit.matmul(first, second)
    return found if alpha == 1 else found * alpha


@operator("SimplifiedLayerNormalization")
def simplified_layer_normalization(
    x: Any,
    scale: Any,
    *,
    axis: int = -1,
    epsilon: float = 1e-5,
    stash_type: int = 1,
    outputs: int,
) -> Any:
    """Division by the root mean square."""
    axes = tuple(range(axis % len(x.shape), len(x.shape)))
    own = wide(x, stash_type)
    inverse = 1 / nnkit.sqrt(nnkit.mean(own * own, axis=axes, keepdims=True) + epsilon)
    return (nnkit.astype(own * inverse, element(x)) * scale, inverse)[:outputs]


@microsoft("SkipLayerNormalization")
def skip_layer_normalization(
    x: Any,
    skip: Any,
    gamma: Any,
    beta: Any = None,
    bias: Any = None,
    *,
    epsilon: float = 1e-12,
    outputs: int,
) -> Any:
    """Layer normalization of a sum, which is the fourth output."""
    total = x + skip if bias is None else x + skip + bias
    found = layer_normalization(total, gamma, beta, epsilon=epsilon, outputs=3)
    return (*found, total)[:outputs]


@microsoft("SkipSimplifiedLayerNormalization")
def skip_simplified_layer_normalization(
    x: Any, skip: Any, gamma: Any, bias: Any = None, *, epsilon: float = 1e-12, outputs: int
) -> Any:
    total = x + skip if bias is None else x + skip + bias
    y, inverse = simplified_layer_normalization(total, gamma, epsilon=epsilon, outputs=2)
    return (y, inverse, inverse, total)[:outputs]


@microsoft("EmbedLayerNormalization")
def embed_layer_normalization(
    ids: Any,
    segments: Any,
    words: Any,
    positions: Any,
    segment_table: Any = None,
    gamma: Any = None,
    beta: Any = None,
    mask: Any = None,
    position_ids: Any = None,
    *,
    epsilon: float = 1e-12,
    mask_index_type: int = 0,
    outputs: int,
) -> Any:
    """Layer normalization of the sum of word, position and segment embeddings."""
    batch, length = ids.shape
    total = nnkit.take(words, nnkit.astype(ids, nnkit.i64), axis=0)
    if position_ids is None:
        total = total + positions[:length]
    else:
        total = total + nnkit.take(positions, nnkit.astype(position_ids, nnkit.i64), axis=0)
    if segments is not None and segment_table is not None:
        total = total + nnkit.take(segment_table, nnkit.astype(segments, nnkit.i64), axis=0)
    y = layer_normalization(total, gamma, beta, epsilon=epsilon, outputs=1)
    if mask is None:
        count = nnkit.zeros((batch,), dtype=nnkit.i32)
    else:
        is_used = nnkit.astype(nnkit.equal(mask, 1), nnkit.i32)
        count = nnkit.astype(nnkit.sum(is_used, axis=1), nnkit.i32)
    return (y, count, total)[:outputs]


@microsoft("MatMulNBits")
def matmul_nbits(
    a: Any,
    b: Known,
    scales: Known,
    zero_points: Known | None = None,
    g_idx: Known | None = None,
    bias: Any = None,
    *,
    K: int,
    N: int,
    accuracy_level: int = 0,
    bits: int = 4,
    block_size: int,
    weight_prepacked: int = 0,
) -> Any:
    """The product with weights in blocks of 2, 4 or 8 bits, which are converted when imported."""
    if bits not in (2, 4, 8) or g_idx is not None or weight_prepacked:
        raise error("bits must be 2, 4 or 8, g_idx must be omitted, and weight_prepacked must be 0")
    blocks = -(-K // block_size)
    weights = _unpacked(b, bits).reshape(N, blocks, -1)[:, :, :block_size].astype(np.float32)
    if zero_points is None:
        offset = np.full((N, blocks), 1 << bits - 1, np.float32)
    elif zero_points.dtype == np.uint8:
        offset = _unpacked(zero_points.reshape(N, -1), bits)[:, :blocks].astype(np.float32)
    else:
        offset = zero_points.reshape(N, blocks).astype(np.float32)
    factors = scales.reshape(N, blocks).astype(np.float32)
    exact = ((weights - offset[..., None]) * factors[..., None]).reshape(N, -1)[:, :K]
    matrix = np.ascontiguousarray(exact.T).astype(element(a).numpy)
    found = nnkit.matmul(a, matrix)
    return found if bias is None else found + bias


def _unpacked(packed: Known, bits: int) -> Known:
    """The numbers in bytes, the lowest bits first."""
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    found = packed[..., None] >> shifts & np.uint8((1 << bits) - 1)
    return found.reshape(*packed.shape[:-1], -1)
