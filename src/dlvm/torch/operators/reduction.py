"""Reductions, cumulative sums, sorting."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm.nnkit.tracing.sizes import is_known, maximum
from dlvm.torch.operators.elementwise import flags
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import axes_of, axis_of, cast, in_f32, nn, nnkit

Axes = Any


def reduced(function: Callable[..., Any], x: Any, dim: Axes, keepdim: bool) -> Any:
    """A reduction, computed in f32 for narrower floats."""
    axes = axes_of(dim, len(x.shape))
    return in_f32(function)(x, axis=axes, keepdims=keepdim) if axes else x


@operator("sum.dim_IntList", "sum")
def sum_(
    self: Any, dim: Axes = None, keepdim: bool = False, dtype: Any = None, *, result: Any
) -> Any:
    return reduced(nnkit.sum, cast(self, result), dim, keepdim)


@operator("mean.dim", "mean")
def mean(
    self: Any, dim: Axes = None, keepdim: bool = False, dtype: Any = None, *, result: Any
) -> Any:
    return reduced(nnkit.mean, cast(self, result), dim, keepdim)


@operator("prod.dim_int", "prod")
def prod(
    self: Any, dim: Axes = None, keepdim: bool = False, dtype: Any = None, *, result: Any
) -> Any:
    return reduced(nnkit.prod, cast(self, result), dim, keepdim)


@operator("amax")
def amax(self: Any, dim: Axes = None, keepdim: bool = False) -> Any:
    return reduced(nnkit.max, self, dim, keepdim)


@operator("amin")
def amin(self: Any, dim: Axes = None, keepdim: bool = False) -> Any:
    return reduced(nnkit.min, self, dim, keepdim)


@operator("max")
def max_of_all(self: Any) -> Any:
    return reduced(nnkit.max, self, None, False)


@operator("min")
def min_of_all(self: Any) -> Any:
    return reduced(nnkit.min, self, None, False)


@operator("max.dim")
def max_dim(self: Any, dim: int, keepdim: bool = False) -> Any:
    return amax(self, dim, keepdim), argmax(self, dim, keepdim)


@operator("min.dim")
def min_dim(self: Any, dim: int, keepdim: bool = False) -> Any:
    return amin(self, dim, keepdim), argmin(self, dim, keepdim)


def _index_of(function: Callable[..., Any], x: Any, dim: int | None, keepdim: bool) -> Any:
    if not len(x.shape):
        return nnkit.zeros((), dtype=np.int64)
    return function(x, axis=dim, keepdims=keepdim)


@operator("argmax")
def argmax(self: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    return _index_of(nnkit.argmax, self, dim, keepdim)


@operator("argmin")
def argmin(self: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    return _index_of(nnkit.argmin, self, dim, keepdim)


@operator("any", "any.dim", "any.dims")
def any_(self: Any, dim: Axes = None, keepdim: bool = False) -> Any:
    return reduced(nnkit.any, flags(self), dim, keepdim)


@operator("all", "all.dim", "all.dims")
def all_(self: Any, dim: Axes = None, keepdim: bool = False) -> Any:
    return reduced(nnkit.all, flags(self), dim, keepdim)


def variance(x: Any, dim: Axes, correction: float | None, keepdim: bool) -> Any:
    """The variance, with the number of elements less ``correction`` as the divisor."""
    axes = axes_of(dim, len(x.shape))
    centered = x - nnkit.mean(x, axis=axes, keepdims=True)
    count: Any = math.prod(x.shape[a] for a in axes)
    total = nnkit.sum(centered * centered, axis=axes, keepdims=keepdim)
    lost: Any = 1 if correction is None else correction
    if not is_known(count):
        lost = int(lost)
    return total / maximum(count - lost, 0)


@operator("var.correction")
def var(self: Any, dim: Axes = None, correction: float | None = None, keepdim: bool = False) -> Any:
    return in_f32(variance)(self, dim, correction, keepdim)


@operator("var_mean.correction")
def var_mean(
    self: Any, dim: Axes = None, correction: float | None = None, keepdim: bool = False
) -> Any:
    return var(self, dim, correction, keepdim), reduced(nnkit.mean, self, dim, keepdim)


@operator("linalg_vector_norm")
def vector_norm(
    self: Any,
    ord: float = 2,
    dim: Axes = None,
    keepdim: bool = False,
    dtype: Any = None,
    *,
    result: Any,
) -> Any:
    def norm(x: Any, **where: Any) -> Any:
        size = nnkit.abs(x)
        if math.isinf(ord):
            return (nnkit.max if ord > 0 else nnkit.min)(size, **where)
        if ord == 0:
            return nnkit.sum(nnkit.astype(size != 0, x.type.element), **where)
        if ord == 1:
            return nnkit.sum(size, **where)
        if ord == 2:
            return nnkit.sqrt(nnkit.sum(x * x, **where))
        return nnkit.pow(nnkit.sum(nnkit.pow(size, float(ord)), **where), 1 / ord)

    return reduced(norm, cast(self, result), dim, keepdim)


@operator("cumsum")
def cumsum(self: Any, dim: int, dtype: Any = None, *, result: Any) -> Any:
    x = cast(self, result)
    return in_f32(nnkit.cumulative_sum)(x, axis=axis_of(dim, len(x.shape))) if len(x.shape) else x


@operator("cumprod")
def cumprod(self: Any, dim: int, dtype: Any = None, *, result: Any) -> Any:
    x = cast(self, result)
    return in_f32(nnkit.cumulative_prod)(x, axis=axis_of(dim, len(x.shape))) if len(x.shape) else x


@operator("sort")
def sort(self: Any, dim: int = -1, descending: bool = False) -> Any:
    places = nnkit.argsort(self, axis=dim, descending=descending)
    return nnkit.take_along_axis(self, places, axis=dim), places


@operator("topk")
def topk(self: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    if largest:
        return nnkit.top_k(self, k, axis=dim)
    places = nnkit.argsort(self, axis=dim)
    index: list[Any] = [slice(None)] * len(self.shape)
    index[axis_of(dim, len(self.shape))] = slice(0, k)
    first = places[tuple(index)]
    return nnkit.take_along_axis(self, first, axis=dim), first


@operator("_softmax")
def softmax(self: Any, dim: int, half_to_float: bool = False, *, result: Any) -> Any:
    return in_f32(nn.softmax)(cast(self, result), axis=dim) if len(self.shape) else self * 0 + 1


@operator("_log_softmax")
def log_softmax(self: Any, dim: int, half_to_float: bool = False, *, result: Any) -> Any:
    return in_f32(nn.log_softmax)(cast(self, result), axis=dim) if len(self.shape) else self * 0


@operator("_softmax_backward_data")
def softmax_backward(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    weighted = grad_output * output
    return cast(weighted - output * nnkit.sum(weighted, axis=dim, keepdims=True), input_dtype)


@operator("_log_softmax_backward_data")
def log_softmax_backward(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    total = nnkit.sum(grad_output, axis=dim, keepdims=True)
    return cast(grad_output - nnkit.exp(output) * total, input_dtype)
