"""Gathers and scatters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.torch.operators.elementwise import tensor_of
from dlvm.torch.operators.movement import along
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import axis_of, cast, nnkit


def wrapped(indices: Any, size: Any) -> Any:
    """Indices as i64, with negative ones counted from the end."""
    found = cast(indices, np.int64)
    return nnkit.where(found < 0, found + size, found)


@operator("embedding")
def embedding(
    weight: Any,
    indices: Any,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Any:
    return nnkit.take(weight, cast(indices, np.int64), axis=0)


@operator("embedding_dense_backward")
def embedding_dense_backward(
    grad_output: Any,
    indices: Any,
    num_weights: Any,
    padding_idx: int,
    scale_grad_by_freq: bool,
) -> Any:
    if scale_grad_by_freq:
        raise error("embedding_dense_backward: scale_grad_by_freq is not supported")
    width = grad_output.shape[-1]
    count: Any = math.prod(indices.shape)
    places = nnkit.reshape(cast(indices, np.int64), (count,))
    rows = nnkit.reshape(grad_output, (count, width))
    if padding_idx >= 0:
        rows = nnkit.where(
            nnkit.expand_dims(places == padding_idx, 1), nnkit.zeros_like(rows), rows
        )
    zeros = nnkit.zeros((num_weights, width), dtype=grad_output.type.element)
    return nnkit.scatter(zeros, places, rows, 0, "add")


@operator("index_select")
def index_select(self: Any, dim: int, index: Any) -> Any:
    axis = axis_of(dim, len(self.shape))
    return nnkit.take(self, cast(index, np.int64), axis=axis)


@operator("gather")
def gather(self: Any, dim: int, index: Any, sparse_grad: bool = False) -> Any:
    if not len(self.shape):
        return self
    axis = axis_of(dim, len(self.shape))
    for other, size in enumerate(index.shape):
        if other != axis:
            self = along(self, other, slice(0, size))
    return nnkit.take_along_axis(self, cast(index, np.int64), axis=axis)


def _key(self: Any, indices: Sequence[Any]) -> tuple[Any, ...]:
    if any(i is not None and i.type.element.numpy == np.bool_ for i in indices):
        raise error("index: the shape of the result depends on a mask")
    return tuple(
        slice(None) if i is None else wrapped(i, self.shape[axis]) for axis, i in enumerate(indices)
    )


@operator("index.Tensor", "_unsafe_index.Tensor")
def index(self: Any, indices: Sequence[Any]) -> Any:
    return self[_key(self, indices)]


@operator("index_put", "_unsafe_index_put")
def index_put(
    self: Any, indices: Sequence[Any], values: Any, accumulate: bool = False, unsafe: bool = False
) -> Any:
    masks = [i for i in indices if i is not None and i.type.element.numpy == np.bool_]
    if masks:
        return _masked_put(self, indices, values, accumulate)
    part = self.at[_key(self, indices)]
    new = cast(values, self.type.element.numpy)
    return part.add(new) if accumulate else part.set(new)


def _masked_put(self: Any, indices: Sequence[Any], values: Any, accumulate: bool) -> Any:
    """Writes a number where a mask is true."""
    if len(indices) != 1 or any(s != 1 for s in values.shape):
        raise error("index_put: several values are written by a mask")
    mask, value = indices[0], nnkit.reshape(values, ())
    rest = len(self.shape) - len(mask.shape)
    wide = nnkit.reshape(mask, (*mask.shape, *[1] * rest))
    return nnkit.where(wide, self + value if accumulate else value, self)


def _scattered(self: Any, dim: int, index: Any, src: Any, by: str | None) -> Any:
    if not len(self.shape):
        own, places, values = (nnkit.reshape(x, (1,)) for x in (self, index, src))
        found = _scattered(own, 0, places, values, by)
        return nnkit.reshape(found, ())
    rank = len(self.shape)
    axis = axis_of(dim, rank)
    for other, size in enumerate(index.shape):
        src = along(src, other, slice(0, size))
    total: Any = None
    for other in range(rank):
        if other == axis:
            own = wrapped(index, self.shape[axis])
        else:
            sizes = [1] * rank
            sizes[other] = index.shape[other]
            count = nnkit.arange(index.shape[other], dtype=np.int64)
            own = nnkit.broadcast_to(nnkit.reshape(count, tuple(sizes)), index.shape)
        total = own if total is None else total * self.shape[other] + own
    flat = nnkit.reshape(self, (math.prod(self.shape),))
    places = nnkit.reshape(total, (math.prod(index.shape),))
    values = nnkit.reshape(cast(src, self.type.element.numpy), (math.prod(index.shape),))
    return nnkit.reshape(nnkit.scatter(flat, places, values, 0, by), self.shape)


@operator("scatter.src")
def scatter(self: Any, dim: int, index: Any, src: Any) -> Any:
    return _scattered(self, dim, index, src, None)


@operator("scatter.value")
def scatter_value(self: Any, dim: int, index: Any, value: Any) -> Any:
    filled = nnkit.broadcast_to(tensor_of(value, self.type.element.numpy), index.shape)
    return _scattered(self, dim, index, filled, None)


@operator("scatter_add")
def scatter_add(self: Any, dim: int, index: Any, src: Any) -> Any:
    return _scattered(self, dim, index, src, "add")


REDUCTIONS: Final = {
    "amax": "max",
    "amin": "min",
    "mean": "add",
    "prod": "multiply",
    "sum": "add",
}
"""How ``scatter_reduce`` combines elements, by the name of the reduction."""


def _identity(by: str, element: Any) -> Any:
    """The identity of a reduction: the value that does not change its result."""
    if by in ("add", "multiply"):
        return int(by == "multiply")
    if element.is_float:
        return -math.inf if by == "max" else math.inf
    limits = np.iinfo(element.numpy)
    return int(limits.min if by == "max" else limits.max)


@operator("scatter_reduce.two")
def scatter_reduce(
    self: Any, dim: int, index: Any, src: Any, reduce: str, *, include_self: bool = True
) -> Any:
    by, element = REDUCTIONS[reduce], self.type.element
    start = self
    if not include_self:
        start = scatter_value(self, dim, index, _identity(by, element))
    found = _scattered(start, dim, index, src, by)
    if reduce != "mean":
        return found
    ones = nnkit.ones(self.shape, dtype=element)
    if not include_self:
        ones = scatter_value(ones, dim, index, 0)
    count = _scattered(ones, dim, index, nnkit.ones(index.shape, dtype=element), "add")
    return nnkit.divide(found, count) if element.is_float else nnkit.floor_divide(found, count)
