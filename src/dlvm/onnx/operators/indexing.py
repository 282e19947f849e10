"""Gathers and scatters."""

from __future__ import annotations

import math
from typing import Any

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.primitives import scatter as scatter_primitive
from dlvm.onnx.graph import quoted
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import axis_of, operator
from dlvm.onnx.operators.vocabulary import nnkit


def wrapped(indices: Any, size: int) -> Any:
    """Converts indices to i64 and wraps negative ones around."""
    found = nnkit.astype(indices, nnkit.i64)
    return nnkit.where(found < 0, found + size, found)


@operator("Gather")
def gather(x: Any, indices: Any, *, axis: int = 0) -> Any:
    axis = axis_of(axis, len(x.shape))
    return nnkit.take(x, wrapped(indices, x.shape[axis]), axis=axis)


@operator("GatherElements")
def gather_elements(x: Any, indices: Any, *, axis: int = 0) -> Any:
    axis = axis_of(axis, len(x.shape))
    _check_sizes(x, indices, axis)
    for other, size in enumerate(indices.shape):
        if other != axis and size != x.shape[other]:
            x = _first(x, other, size)
    return nnkit.take_along_axis(x, wrapped(indices, x.shape[axis]), axis=axis)


def _check_sizes(x: Any, indices: Any, axis: int) -> None:
    """Raises unless the indices have the rank of a tensor, and are not larger than it along the
    other axes."""
    sizes = tuple(x.shape), tuple(indices.shape)
    fits = len(sizes[0]) == len(sizes[1]) and all(
        own <= whole for a, (whole, own) in enumerate(zip(*sizes, strict=True)) if a != axis
    )
    if not fits:
        raise error(f"indices of shape {sizes[1]} do not fit a tensor of shape {sizes[0]}")


def _first(x: Any, axis: int, count: int) -> Any:
    index: list[Any] = [slice(None)] * len(x.shape)
    index[axis] = slice(0, count)
    return x[tuple(index)]


@operator("GatherND")
def gather_nd(x: Any, indices: Any, *, batch_dims: int = 0) -> Any:
    depth = indices.shape[-1]
    batch = tuple(x.shape[:batch_dims])
    covered = tuple(x.shape[batch_dims : batch_dims + depth])
    rest = tuple(x.shape[batch_dims + depth :])
    places = _flat_places(indices, covered)
    rows = math.prod(batch)
    each = math.prod(covered)
    flat = nnkit.reshape(x, (rows * each, *rest))
    if batch_dims:
        own = nnkit.reshape(places, (rows, -1))
        first = nnkit.reshape(nnkit.arange(rows, dtype=nnkit.i64), (rows, 1)) * each
        places = nnkit.reshape(own + first, places.shape)
    return nnkit.take(flat, places, axis=0)


def _flat_places(indices: Any, sizes: tuple[int, ...]) -> Any:
    """Flattens indices along the last axis into dimensions of these sizes."""
    total: Any = None
    for number, size in enumerate(sizes):
        own = wrapped(indices[..., number], size)
        total = own if total is None else total * size + own
    if total is None:
        return nnkit.zeros(tuple(indices.shape[:-1]), dtype=nnkit.i64)
    return total


REDUCTIONS = {"none": None, "add": "add", "mul": "multiply", "max": "max", "min": "min"}


def _joining(reduction: str) -> str | None:
    if reduction not in REDUCTIONS:
        raise error(f"reduction must be one of {', '.join(REDUCTIONS)}, got {quoted(reduction)}")
    return REDUCTIONS[reduction]


@operator("ScatterND")
def scatter_nd(x: Any, indices: Any, updates: Any, *, reduction: str = "none") -> Any:
    depth = indices.shape[-1]
    covered, rest = tuple(x.shape[:depth]), tuple(x.shape[depth:])
    places = nnkit.reshape(_flat_places(indices, covered), (-1,))
    flat = nnkit.reshape(x, (math.prod(covered), *rest))
    rows = nnkit.reshape(updates, (places.shape[0], *rest))
    return nnkit.reshape(scatter_primitive(flat, places, rows, 0, _joining(reduction)), x.shape)


def scatter_elements(
    x: Any, indices: Any, updates: Any, *, axis: int = 0, reduction: str = "none"
) -> Any:
    rank = len(x.shape)
    axis = axis_of(axis, rank)
    _check_sizes(x, indices, axis)
    total: Any = None
    for other in range(rank):
        if other == axis:
            own = wrapped(indices, x.shape[axis])
        else:
            sizes = [1] * rank
            sizes[other] = indices.shape[other]
            count = nnkit.arange(indices.shape[other], dtype=nnkit.i64)
            own = nnkit.broadcast_to(nnkit.reshape(count, tuple(sizes)), indices.shape)
        total = own if total is None else total * x.shape[other] + own
    flat = nnkit.reshape(x, (math.prod(x.shape),))
    places, values = nnkit.reshape(total, (-1,)), nnkit.reshape(updates, (-1,))
    found = scatter_primitive(
        flat, places, nnkit.astype(values, element(x)), 0, _joining(reduction)
    )
    return nnkit.reshape(found, x.shape)


operator("ScatterElements")(scatter_elements)
operator("Scatter")(scatter_elements)


@operator("TensorScatter")
def tensor_scatter(
    past: Any, update: Any, write_indices: Any = None, *, axis: int = -2, mode: str = "linear"
) -> Any:
    rank = len(past.shape)
    axis = axis_of(axis, rank)
    batch, count = past.shape[0], update.shape[axis]
    starts = (
        nnkit.zeros((batch,), dtype=nnkit.i64)
        if write_indices is None
        else nnkit.astype(write_indices, nnkit.i64)
    )
    sizes = [1] * rank
    sizes[axis] = count
    steps = nnkit.reshape(nnkit.arange(count, dtype=nnkit.i64), tuple(sizes))
    places = nnkit.reshape(starts, (batch, *[1] * (rank - 1))) + steps
    if mode == "circular":
        places = nnkit.remainder(places, past.shape[axis])
    return scatter_elements(past, nnkit.broadcast_to(places, update.shape), update, axis=axis)
