"""Normalizations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.nnkit.tracing.sizes import maximum
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import cast, nnkit


def wide(x: Any) -> Any:
    """Casts a tensor to the element type in which its statistics are computed: at least f32."""
    element = x.type.element
    return nnkit.astype(x, nnkit.f32) if element.is_float and element.bytes < 4 else x


def standardized(x: Any, axes: tuple[int, ...], eps: float) -> tuple[Any, Any, Any]:
    """The centered and scaled tensor, the mean and the reciprocal of the deviation."""
    mean = nnkit.mean(x, axis=axes, keepdims=True)
    centered = x - mean
    scale = nnkit.rsqrt(nnkit.mean(centered * centered, axis=axes, keepdims=True) + eps)
    return centered * scale, mean, scale


def _scaled(x: Any, weight: Any, bias: Any, shape: Sequence[Any]) -> Any:
    if weight is not None:
        x = x * nnkit.reshape(wide(weight), tuple(shape))
    return x if bias is None else x + nnkit.reshape(wide(bias), tuple(shape))


@operator("native_layer_norm")
def native_layer_norm(
    input: Any, normalized_shape: Sequence[Any], weight: Any, bias: Any, eps: float, *, result: Any
) -> Any:
    rank = len(input.shape)
    axes = tuple(range(rank - len(normalized_shape), rank))
    y, mean, scale = standardized(wide(input), axes, eps)
    return cast(_scaled(y, weight, bias, normalized_shape), result), mean, scale


@operator("native_group_norm")
def native_group_norm(
    input: Any,
    weight: Any,
    bias: Any,
    N: Any,
    C: Any,
    HxW: Any,
    group: int,
    eps: float,
    *,
    result: Any,
) -> Any:
    split = nnkit.reshape(wide(input), (N, group, C // group * HxW))
    y, mean, scale = standardized(split, (2,), eps)
    shape = (C, *[1] * (len(input.shape) - 2))
    y = _scaled(nnkit.reshape(y, tuple(input.shape)), weight, bias, shape)
    return cast(y, result), nnkit.squeeze(mean, 2), nnkit.squeeze(scale, 2)


def _channels(x: Any, rank: int) -> Any:
    return nnkit.reshape(wide(x), (1, x.shape[0], *[1] * (rank - 2)))


def _with_statistics(
    input: Any, weight: Any, bias: Any, mean: Any, var: Any, eps: float, result: Any
) -> Any:
    rank = len(input.shape)
    scale = nnkit.rsqrt(_channels(var, rank) + eps)
    y = (wide(input) - _channels(mean, rank)) * scale
    shape = (1, input.shape[1], *[1] * (rank - 2))
    return cast(_scaled(y, weight, bias, shape), result)


def _in_training(
    input: Any, weight: Any, bias: Any, eps: float, result: Any
) -> tuple[Any, Any, Any, Any]:
    """The result, and for each channel the mean, the reciprocal of the deviation and the unbiased
    variance."""
    rank = len(input.shape)
    axes = (0, *range(2, rank))
    x = wide(input)
    y, mean, scale = standardized(x, axes, eps)
    shape = (1, input.shape[1], *[1] * (rank - 2))
    count: Any = math.prod(input.shape[a] for a in axes)
    centered = x - mean
    sample = nnkit.sum(centered * centered, axis=axes) / maximum(count - 1, 1)
    flat = (input.shape[1],)
    mean, scale = nnkit.reshape(mean, flat), nnkit.reshape(scale, flat)
    return cast(_scaled(y, weight, bias, shape), result), mean, scale, sample


@operator("_native_batch_norm_legit_functional")
def batch_norm_functional(
    input: Any,
    weight: Any,
    bias: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    momentum: float,
    eps: float,
    *,
    result: Any,
) -> Any:
    if not training:
        y = _with_statistics(input, weight, bias, running_mean, running_var, eps, result)
        none = nnkit.zeros((0,), dtype=np.float32)
        return y, none, none, running_mean, running_var
    y, mean, scale, sample = _in_training(input, weight, bias, eps, result)
    means = running_mean * (1 - momentum) + mean * momentum
    variances = running_var * (1 - momentum) + sample * momentum
    return y, mean, scale, means, variances


@operator("_native_batch_norm_legit.no_stats")
def batch_norm_without_statistics(
    input: Any,
    weight: Any,
    bias: Any,
    training: bool,
    momentum: float,
    eps: float,
    *,
    result: Any,
) -> Any:
    return _in_training(input, weight, bias, eps, result)[:3]


@operator("_native_batch_norm_legit_no_training")
def batch_norm_no_training(
    input: Any,
    weight: Any,
    bias: Any,
    running_mean: Any,
    running_var: Any,
    momentum: float,
    eps: float,
    *,
    result: Any,
) -> Any:
    y = _with_statistics(input, weight, bias, running_mean, running_var, eps, result)
    none = nnkit.zeros((0,), dtype=np.float32)
    return y, none, none
