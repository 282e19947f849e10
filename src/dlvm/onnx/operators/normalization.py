"""Normalizations."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import error
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import axis_of, operator
from dlvm.onnx.operators.vocabulary import nnkit


def _shaped(x: Any, rank: int) -> Any:
    """Reshapes a tensor of one value per channel to broadcast against a tensor of rank ``rank``."""
    return nnkit.reshape(x, (x.shape[0], *[1] * (rank - 2)))


@operator("BatchNormalization")
def batch_normalization(
    x: Any,
    scale: Any,
    bias: Any,
    mean: Any,
    var: Any,
    *,
    epsilon: float = 1e-5,
    momentum: float = 0.9,
    training_mode: int = 0,
    spatial: int = 1,
    is_test: int = 1,
    consumed_inputs: list[int] | None = None,
    outputs: int,
) -> Any:
    rank = len(x.shape)
    if not spatial:
        raise error("spatial = 0 is not supported")
    if training_mode:
        axes = (0, *range(2, rank))
        own_mean = nnkit.mean(x, axis=axes)
        own_var = nnkit.var(x, axis=axes)
        running = (
            mean * momentum + nnkit.astype(own_mean, element(mean)) * (1 - momentum),
            var * momentum + nnkit.astype(own_var, element(var)) * (1 - momentum),
        )
        y = _normalized(x, scale, bias, own_mean, own_var, epsilon)
        return (y, *running)[:outputs]
    y = _normalized(x, scale, bias, mean, var, epsilon)
    return y if outputs == 1 else (y, mean, var, mean, var)[:outputs]


def _normalized(x: Any, scale: Any, bias: Any, mean: Any, var: Any, epsilon: float) -> Any:
    rank = len(x.shape)
    kind = element(x)
    factor = nnkit.astype(scale, element(var)) / nnkit.sqrt(var + epsilon)
    offset = nnkit.astype(bias, element(var)) - mean * factor
    wide = nnkit.astype(x, element(var))
    found = wide * _shaped(factor, rank) + _shaped(offset, rank)
    return nnkit.astype(found, kind)


@operator("InstanceNormalization")
def instance_normalization(x: Any, scale: Any, bias: Any, *, epsilon: float = 1e-5) -> Any:
    axes = tuple(range(2, len(x.shape)))
    mean = nnkit.mean(x, axis=axes, keepdims=True)
    var = nnkit.var(x, axis=axes, keepdims=True)
    rank = len(x.shape)
    return (x - mean) / nnkit.sqrt(var + epsilon) * _shaped(scale, rank) + _shaped(bias, rank)


def wide(x: Any, stash_type: int) -> Any:
    """Converts the tensor to the type in which statistics are computed."""
    return nnkit.astype(x, nnkit.f32) if stash_type == 1 and element(x).bytes < 4 else x


@operator("LayerNormalization")
def layer_normalization(
    x: Any,
    scale: Any,
    bias: Any = None,
    *,
    axis: int = -1,
    epsilon: float = 1e-5,
    stash_type: int = 1,
    outputs: int,
) -> Any:
    axes = tuple(range(axis_of(axis, len(x.shape)), len(x.shape)))
    own = wide(x, stash_type)
    mean = nnkit.mean(own, axis=axes, keepdims=True)
    centered = own - mean
    inverse = 1 / nnkit.sqrt(nnkit.mean(centered * centered, axis=axes, keepdims=True) + epsilon)
    y = nnkit.astype(centered * inverse, element(x)) * scale
    if bias is not None:
        y = y + bias
    return y if outputs == 1 else (y, mean, inverse)[:outputs]


@operator("RMSNormalization")
def rms_normalization(
    x: Any, scale: Any, *, axis: int = -1, epsilon: float = 1e-5, stash_type: int = 1
) -> Any:
    axes = tuple(range(axis_of(axis, len(x.shape)), len(x.shape)))
    own = wide(x, stash_type)
    inverse = 1 / nnkit.sqrt(nnkit.mean(own * own, axis=axes, keepdims=True) + epsilon)
    return nnkit.astype(own * inverse, element(x)) * scale


@operator("GroupNormalization", since=21)
def group_normalization(
    x: Any, scale: Any, bias: Any, *, num_groups: int, epsilon: float = 1e-5, stash_type: int = 1
) -> Any:
    shape, rank = tuple(x.shape), len(x.shape)
    own = nnkit.reshape(wide(x, stash_type), (shape[0], num_groups, -1))
    mean = nnkit.mean(own, axis=2, keepdims=True)
    var = nnkit.var(own, axis=2, keepdims=True)
    normal = nnkit.reshape((own - mean) / nnkit.sqrt(var + epsilon), shape)
    return nnkit.astype(normal, element(x)) * _shaped(scale, rank) + _shaped(bias, rank)


@operator("GroupNormalization")
def group_normalization_18(
    x: Any, scale: Any, bias: Any, *, num_groups: int, epsilon: float = 1e-5
) -> Any:
    """Version 18: scale and bias for each group."""
    each = x.shape[1] // num_groups
    scales, biases = (nnkit.repeat(v, each, axis=0) for v in (scale, bias))
    return group_normalization(x, scales, biases, num_groups=num_groups, epsilon=epsilon)


@operator("MeanVarianceNormalization")
def mean_variance_normalization(x: Any, *, axes: list[int] | None = None) -> Any:
    found = tuple(axes if axes is not None else (0, 2, 3))
    mean = nnkit.mean(x, axis=found, keepdims=True)
    deviation = nnkit.sqrt(nnkit.mean(x * x, axis=found, keepdims=True) - mean * mean)
    return (x - mean) / (deviation + 1e-9)


@operator("LpNormalization")
def lp_normalization(x: Any, *, axis: int = -1, p: int = 2) -> Any:
    powers = nnkit.abs(x) if p == 1 else x * x
    total = nnkit.sum(powers, axis=axis, keepdims=True)
    norm = total if p == 1 else nnkit.sqrt(total)
    zero = nnkit.equal(norm, nnkit.zeros_like(norm))
    safe = nnkit.where(zero, nnkit.ones_like(norm), norm)
    return nnkit.where(zero, nnkit.zeros_like(x), x / safe)
