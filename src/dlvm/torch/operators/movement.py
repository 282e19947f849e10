"""Operators that create or move elements: shapes, slices, concatenation, padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.nnkit.tracing.sizes import is_at_most, is_known, maximum, minimum
from dlvm.torch.operators.elementwise import operand, tensor_of
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import axes_of, axis_of, cast, is_tensor, nnkit


@operator("view", "reshape", "_unsafe_view", "_reshape_alias", "_reshape_copy", "view_copy")
def view(self: Any, size: Sequence[Any], stride: Any = None) -> Any:
    return nnkit.reshape(self, tuple(size))


@operator("permute", "permute_copy")
def permute(self: Any, dims: Sequence[int]) -> Any:
    rank = len(self.shape)
    return nnkit.permute_dims(self, tuple(axis_of(d, rank) for d in dims)) if rank > 1 else self


@operator("t")
def t(self: Any) -> Any:
    return nnkit.matrix_transpose(self) if len(self.shape) > 1 else self


@operator("transpose.int")
def transpose(self: Any, dim0: int, dim1: int) -> Any:
    return nnkit.swapaxes(self, dim0, dim1) if len(self.shape) else self


@operator("expand", "expand_copy")
def expand(self: Any, size: Sequence[Any], implicit: bool = False) -> Any:
    missing = len(size) - len(self.shape)
    own = (*[1] * missing, *self.shape)
    wanted = [o if is_known(s) and s == -1 else s for s, o in zip(size, own, strict=True)]
    return nnkit.broadcast_to(self, tuple(wanted))


@operator("unsqueeze")
def unsqueeze(self: Any, dim: int) -> Any:
    return nnkit.expand_dims(self, axis_of(dim, len(self.shape) + 1))


@operator("squeeze.dim", "squeeze.dims", "squeeze")
def squeeze(self: Any, dim: Any = None) -> Any:
    axes = axes_of(dim, len(self.shape))
    gone = {a for a in axes if is_known(self.shape[a]) and self.shape[a] == 1}
    return nnkit.reshape(self, tuple(s for a, s in enumerate(self.shape) if a not in gone))


@operator("cat")
def cat(tensors: Sequence[Any], dim: int = 0, *, result: Any) -> Any:
    # PyTorch leaves out tensors of shape (0,), whatever the rank of the others.
    parts = [cast(x, result) for x in tensors if len(x.shape) != 1 or not _is_empty(x)]
    if not parts:
        return tensors[0]
    return nnkit.concat(parts, axis=axis_of(dim, len(parts[0].shape)))


def _is_empty(x: Any) -> bool:
    return is_known(x.shape[0]) and x.shape[0] == 0


@operator("stack")
def stack(tensors: Sequence[Any], dim: int = 0) -> Any:
    return nnkit.stack(list(tensors), axis=dim)


def along(x: Any, axis: int, item: Any) -> Any:
    """``x[:, …, item]`` with the item at an axis."""
    index: list[Any] = [slice(None)] * len(x.shape)
    index[axis] = item
    return x[tuple(index)]


def bounds(start: Any, end: Any, size: Any) -> tuple[Any, Any]:
    """Bounds of a slice, counted from the beginning and clamped."""

    def bound(place: Any, default: Any) -> Any:
        if place is None:
            return default
        if is_known(place) and place >= 1 << 62:
            return size
        return minimum(maximum(place + size if is_at_most(place + 1, 0) else place, 0), size)

    low = bound(start, 0)
    return low, maximum(bound(end, size), low)


@operator("slice.Tensor", "slice_copy.Tensor")
def slice_(self: Any, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Any:
    axis = axis_of(dim, len(self.shape))
    low, high = bounds(start, end, self.shape[axis])
    return along(self, axis, slice(low, high, step))


@operator("slice_scatter")
def slice_scatter(
    self: Any, src: Any, dim: int = 0, start: Any = None, end: Any = None, step: int = 1
) -> Any:
    axis = axis_of(dim, len(self.shape))
    low, high = bounds(start, end, self.shape[axis])
    places = nnkit.arange(low, high, step, dtype=np.int64)
    return nnkit.scatter(self, places, cast(src, self.type.element.numpy), axis)


@operator("slice_backward")
def slice_backward(
    grad_output: Any, input_sizes: Sequence[Any], dim: int, start: Any, end: Any, step: int
) -> Any:
    zeros = nnkit.zeros(tuple(input_sizes), dtype=grad_output.type.element)
    return slice_scatter(zeros, grad_output, dim, start, end, step)


@operator("select.int", "select_copy.int")
def select(self: Any, dim: int, index: Any) -> Any:
    axis = axis_of(dim, len(self.shape))
    return along(self, axis, _place(index, self.shape[axis]))


def _place(index: Any, size: Any) -> Any:
    return index + size if not is_tensor(index) and is_at_most(index + 1, 0) else index


@operator("select_scatter")
def select_scatter(self: Any, src: Any, dim: int, index: Any) -> Any:
    axis = axis_of(dim, len(self.shape))
    place = _place(index, self.shape[axis])
    return slice_scatter(self, nnkit.expand_dims(src, axis), axis, place, place + 1)


@operator("select_backward")
def select_backward(grad_output: Any, input_sizes: Sequence[Any], dim: int, index: Any) -> Any:
    zeros = nnkit.zeros(tuple(input_sizes), dtype=grad_output.type.element)
    return select_scatter(zeros, grad_output, dim, index)


@operator("split_with_sizes", "split_with_sizes_copy")
def split_with_sizes(self: Any, split_sizes: Sequence[Any], dim: int = 0) -> Any:
    axis = axis_of(dim, len(self.shape))
    parts: list[Any] = []
    start: Any = 0
    for size in split_sizes:
        parts.append(along(self, axis, slice(start, start + size)))
        start = start + size
    return tuple(parts)


@operator("split.Tensor")
def split(self: Any, split_size: int, dim: int = 0) -> Any:
    whole = self.shape[axis_of(dim, len(self.shape))]
    sizes = [min(split_size, whole - start) for start in range(0, whole, split_size)]
    return split_with_sizes(self, sizes, dim)


@operator("unbind.int", "unbind_copy.int")
def unbind(self: Any, dim: int = 0) -> Any:
    return nnkit.unstack(self, axis=dim)


@operator("flip")
def flip(self: Any, dims: Sequence[int]) -> Any:
    return nnkit.flip(self, axis=tuple(dims)) if dims else self


@operator("roll")
def roll(self: Any, shifts: Any, dims: Sequence[int] = ()) -> Any:
    return nnkit.roll(self, tuple(shifts), tuple(dims) or None)


@operator("repeat")
def repeat(self: Any, repeats: Sequence[Any]) -> Any:
    return nnkit.tile(self, tuple(repeats))


@operator("constant_pad_nd")
def constant_pad_nd(self: Any, pad: Sequence[int], value: float = 0, *, result: Any) -> Any:
    rank = len(self.shape)
    widths = [(0, 0)] * rank
    for number in range(len(pad) // 2):
        widths[rank - 1 - number] = (pad[2 * number], pad[2 * number + 1])
    for axis, (low, high) in enumerate(widths):
        if low < 0 or high < 0:
            size = self.shape[axis]
            self = along(self, axis, slice(max(-low, 0), size - max(-high, 0)))
    positive = [(max(low, 0), max(high, 0)) for low, high in widths]
    return nnkit.pad(self, positive, operand(value, result))


@operator("tril")
def tril(self: Any, diagonal: int = 0) -> Any:
    return nnkit.tril(self, k=diagonal)


@operator("triu")
def triu(self: Any, diagonal: int = 0) -> Any:
    return nnkit.triu(self, k=diagonal)


@operator("as_strided", "as_strided_copy")
def as_strided(
    self: Any, size: Sequence[Any], stride: Sequence[Any], storage_offset: Any = None
) -> Any:
    """Elements at computed places of a tensor that consists of its whole storage, in order."""
    places: Any = nnkit.full((), 0 if storage_offset is None else storage_offset, dtype=np.int64)
    for axis, (count, step) in enumerate(zip(size, stride, strict=True)):
        shape = tuple(count if a == axis else 1 for a in range(len(size)))
        places = places + nnkit.reshape(nnkit.arange(count) * step, shape)
    flat = nnkit.reshape(self, (math.prod(self.shape),))
    taken = nnkit.take(flat, nnkit.reshape(places, (math.prod(size),)), axis=0)
    return nnkit.reshape(taken, tuple(size))


@operator("unfold", "unfold_copy")
def unfold(self: Any, dimension: int, size: int, step: int) -> Any:
    axis = axis_of(dimension, len(self.shape))
    count = (self.shape[axis] - size) // step + 1
    starts = nnkit.reshape(nnkit.arange(count) * step, (count, 1))
    places = starts + nnkit.reshape(nnkit.arange(size), (1, size))
    taken = nnkit.take(self, nnkit.reshape(places, (count * size,)), axis=axis)
    split = nnkit.reshape(taken, (*self.shape[:axis], count, size, *self.shape[axis + 1 :]))
    return nnkit.moveaxis(split, axis + 1, -1)


@operator("diagonal", "diagonal_copy")
def diagonal(self: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    last = nnkit.moveaxis(self, (dim1, dim2), (-2, -1))
    return nnkit.linalg.diagonal(last, offset=offset)


# Creation


@operator("full")
def full(size: Sequence[Any], fill_value: Any, dtype: Any = None, *, result: Any) -> Any:
    return nnkit.broadcast_to(tensor_of(fill_value, result), tuple(size))


@operator("full_like")
def full_like(self: Any, fill_value: Any, dtype: Any = None, *, result: Any) -> Any:
    return full(self.shape, fill_value, result=result)


def _enter_filled(name: str, value: int) -> None:
    @operator(name)
    def call(size: Sequence[Any], dtype: Any = None, *, result: Any) -> Any:
        return full(size, value, result=result)

    @operator(f"{name}_like")
    def like(self: Any, dtype: Any = None, *, result: Any) -> Any:
        return full(self.shape, value, result=result)

    @operator(f"new_{name}")
    def new(self: Any, size: Sequence[Any], dtype: Any = None, *, result: Any) -> Any:
        return full(size, value, result=result)


for _name, _value in {"zeros": 0, "ones": 1, "empty": 0}.items():
    _enter_filled(_name, _value)


@operator("empty.memory_format")
def empty(size: Sequence[Any], dtype: Any = None, *, result: Any) -> Any:
    return full(size, 0, result=result)


@operator("empty_permuted")
def empty_permuted(
    size: Sequence[Any], physical_layout: Sequence[int], dtype: Any = None, *, result: Any
) -> Any:
    return full(size, 0, result=result)


@operator("empty_strided", "new_empty_strided")
def empty_strided(*arguments: Any, dtype: Any = None, result: Any) -> Any:
    return full(arguments[-2], 0, result=result)


@operator("new_full")
def new_full(
    self: Any, size: Sequence[Any], fill_value: Any, dtype: Any = None, *, result: Any
) -> Any:
    return full(size, fill_value, result=result)


@operator("scalar_tensor")
def scalar_tensor(s: Any, dtype: Any = None, *, result: Any) -> Any:
    return full((), s, result=result)


@operator("arange.start_step", "arange.start", "arange")
def arange(*span: Any, dtype: Any = None, result: Any) -> Any:
    return nnkit.arange(*span, dtype=result)


@operator("eye", "eye.m")
def eye(n: int, m: int | None = None, dtype: Any = None, *, result: Any) -> Any:
    return nnkit.eye(n, m, dtype=result)


@operator("sym_numel")
def sym_numel(self: Any) -> Any:
    return math.prod(self.shape)


@operator("sym_size.int")
def sym_size(self: Any, dim: int) -> Any:
    return self.shape[dim]
