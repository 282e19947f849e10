"""Operators that move elements: shapes, slices, concatenation and padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.sizes import (
    SizeExpression,
    broadcast_shapes,
    is_at_most,
    is_equal,
    is_known,
    maximum,
    minimum,
)
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.graph import quoted
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import Known, axis_of, integer, operator
from dlvm.onnx.operators.vocabulary import nnkit
from dlvm.onnx.size_arrays import array_of


def numbers(x: Known) -> list[Any]:
    """The elements of a known integer tensor: integers and symbolic sizes."""
    return [n if isinstance(n, SizeExpression) else int(n) for n in x.reshape(-1)]


@operator("Shape")
def shape(x: Any, *, start: int = 0, end: int | None = None) -> Any:
    found = x.shape[start:end]
    return array_of(found, (len(found),))


@operator("Size")
def size(x: Any) -> Any:
    return array_of([math.prod(x.shape)], ())


@operator("Reshape")
def reshape(x: Any, shape: Known, *, allowzero: int = 0) -> Any:
    wanted = numbers(shape)
    if not allowzero:
        copied = [is_known(n) and n == 0 for n in wanted]
        if any(copied[len(x.shape) :]):
            raise error(f"shape {wanted} copies an axis that a tensor of rank {len(x.shape)} lacks")
        wanted = [
            x.shape[axis] if is_copied else n
            for axis, (n, is_copied) in enumerate(zip(wanted, copied, strict=True))
        ]
    return nnkit.reshape(x, tuple(wanted))


@operator("Flatten")
def flatten(x: Any, *, axis: int = 1) -> Any:
    axis = axis + len(x.shape) if axis < 0 else axis
    return nnkit.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))


@operator("Squeeze")
def squeeze(x: Any, axes: Known | None = None) -> Any:
    rank = len(x.shape)
    found = [a for a in range(rank) if x.shape[a] == 1] if axes is None else numbers(axes)
    dropped = {axis_of(a, rank) for a in found}
    return nnkit.reshape(x, tuple(s for a, s in enumerate(x.shape) if a not in dropped))


@operator("Unsqueeze")
def unsqueeze(x: Any, axes: Known) -> Any:
    found = numbers(axes)
    rank = len(x.shape) + len(found)
    added = {axis_of(a, rank) for a in found}
    rest = iter(x.shape)
    return nnkit.reshape(x, tuple(1 if a in added else next(rest) for a in range(rank)))


@operator("Transpose")
def transpose(x: Any, *, perm: list[int] | None = None) -> Any:
    rank = len(x.shape)
    axes = tuple(reversed(range(rank))) if perm is None else tuple(perm)
    return nnkit.permute_dims(x, axes) if rank > 1 else x


@operator("Expand")
def expand(x: Any, shape: Known) -> Any:
    wanted = tuple(numbers(shape))
    found = broadcast_shapes(tuple(x.shape), wanted)
    if found is None:
        raise error(f"shapes {tuple(x.shape)} and {wanted} do not broadcast")
    return nnkit.broadcast_to(x, found)


@operator("Tile")
def tile(x: Any, repeats: Known) -> Any:
    return nnkit.tile(x, tuple(numbers(repeats)))


@operator("Concat")
def concat(*tensors: Any, axis: int = 1) -> Any:
    return tensors[0] if len(tensors) == 1 else nnkit.concat(tensors, axis=axis)


@operator("Split")
def split(
    x: Any,
    split: Known | None = None,
    *,
    axis: int = 0,
    num_outputs: int | None = None,
    outputs: int,
) -> Any:
    axis = axis_of(axis, len(x.shape))
    whole = x.shape[axis]
    if split is not None:
        sizes = numbers(split)
    else:
        each = -(-whole // (num_outputs or outputs))
        sizes = (
            [min(each, whole - start) for start in range(0, whole, each)]
            if whole
            else [0] * outputs
        )
    return tuple(_parts(x, axis, sizes))


def _parts(x: Any, axis: int, sizes: Sequence[int]) -> list[Any]:
    parts: list[Any] = []
    start = 0
    for count in sizes:
        parts.append(along(x, axis, slice(start, start + count)))
        start += count
    return parts


def along(x: Any, axis: int, item: Any) -> Any:
    """``x[:, …, item]`` with the item at an axis."""
    index: list[Any] = [slice(None)] * len(x.shape)
    index[axis] = item
    return x[tuple(index)]


@operator("Slice")
def slice_(
    x: Any,
    starts: Known,
    ends: Known,
    axes: Known | None = None,
    steps: Known | None = None,
) -> Any:
    rank = len(x.shape)
    first, last = numbers(starts), numbers(ends)
    places = list(range(len(first))) if axes is None else numbers(axes)
    strides = [1] * len(first) if steps is None else numbers(steps)
    if not len(first) == len(last) == len(places) == len(strides):
        raise error("starts, ends, axes and steps must have equally many elements")
    if 0 in strides:
        raise error("a step is 0, expected another number")
    index: list[Any] = [slice(None)] * rank
    for start, end, axis, step in zip(first, last, places, strides, strict=True):
        low, high, step = _bounds(start, end, step, x.shape[axis_of(axis, rank)])
        index[axis_of(axis, rank)] = slice(low, high, step)
    return x[tuple(index)]


LARGEST_SIZE: Final = 1 << 31
"""The largest size of a tensor. Models use larger slice bounds to mean the end."""


def _bounds(start: int, end: int, step: int, size: int) -> tuple[int, int | None, int]:
    """Converts slice bounds to Python's, and clamps those out of range."""
    start = start + size if is_at_most(start + 1, 0) else start
    end = size if is_known(end) and end >= LARGEST_SIZE else end
    end = end + size if is_at_most(end + 1, 0) else end
    if step > 0:
        low, high = minimum(maximum(start, 0), size), minimum(maximum(end, 0), size)
        return low, maximum(high, low), step
    if not is_known(size):
        raise error(f"a step of {step} along an axis of symbolic size {size} is not supported")
    low, high = min(max(start, 0), size - 1), min(max(end, -1), size - 1)
    if low <= high:
        return 0, 0, 1
    return low, None if high < 0 else high, step


PAD_MODES = ("constant", "reflect", "edge", "wrap")


@operator("Pad")
def pad(
    x: Any,
    pads: Known,
    value: Any = None,
    axes: Known | None = None,
    *,
    mode: str = "constant",
) -> Any:
    rank = len(x.shape)
    places = list(range(rank)) if axes is None else [axis_of(a, rank) for a in numbers(axes)]
    widths = numbers(pads)
    count = len(places)
    if len(widths) != 2 * count:
        raise error(f"expected two pads for each of {count} axes, got {len(widths)}")
    for number, axis in enumerate(places):
        x = _padded(x, axis, widths[number], widths[count + number], mode, value)
    return x


def _padded(x: Any, axis: int, before: int, after: int, mode: str, value: Any) -> Any:
    size = x.shape[axis]
    low, high = max(-before, 0), size - max(-after, 0)
    if low or high != size:
        x, size = along(x, axis, slice(low, high)), high - low
    before, after = max(before, 0), max(after, 0)
    if not before and not after:
        return x
    if mode == "constant":
        # A padding value of the tensor's type: NNKit's pad takes a Python number.
        filler = 0 if value is None else value
        parts: list[Any] = []
        for width in (before, None, after):
            if width is None:
                parts.append(x)
            elif width:
                shape = [width if a == axis else s for a, s in enumerate(x.shape)]
                parts.append(_full(tuple(shape), filler, element(x)))
        return nnkit.concat(parts, axis=axis)
    places = np.arange(-before, size + after, dtype=np.int64)
    if mode == "edge":
        places = places.clip(0, size - 1)
    elif mode == "wrap":
        places %= size
    elif mode == "reflect":
        period = max(2 * (size - 1), 1)
        places = places % period
        places = np.minimum(places, period - places)
    else:
        raise error(f"mode must be one of {', '.join(PAD_MODES)}, got {quoted(mode)}")
    return nnkit.take(x, places, axis=axis)


def _full(shape: tuple[int, ...], value: Any, kind: Any) -> Any:
    if is_tracer(value):
        scalar: Any = nnkit.reshape(nnkit.astype(value, kind), ())  # type: ignore[arg-type]
        return nnkit.broadcast_to(scalar, shape)
    return nnkit.full(shape, value, dtype=kind)


@operator("DepthToSpace")
def depth_to_space(x: Any, *, blocksize: int, mode: str = "DCR") -> Any:
    n, c, h, w = x.shape
    b = blocksize
    if mode == "DCR":
        split, axes = (n, b, b, c // (b * b), h, w), (0, 3, 4, 1, 5, 2)
    else:
        split, axes = (n, c // (b * b), b, b, h, w), (0, 1, 4, 2, 5, 3)
    moved = nnkit.permute_dims(nnkit.reshape(x, split), axes)
    return nnkit.reshape(moved, (n, c // (b * b), h * b, w * b))


@operator("SpaceToDepth")
def space_to_depth(x: Any, *, blocksize: int, mode: str = "DCR") -> Any:
    n, c, h, w = x.shape
    b = blocksize
    split = nnkit.reshape(x, (n, c, h // b, b, w // b, b))
    axes = (0, 3, 5, 1, 2, 4) if mode == "DCR" else (0, 1, 3, 5, 2, 4)
    return nnkit.reshape(nnkit.permute_dims(split, axes), (n, c * b * b, h // b, w // b))


@operator("ReverseSequence")
def reverse_sequence(x: Any, lengths: Any, *, batch_axis: int = 1, time_axis: int = 0) -> Any:
    count = x.shape[time_axis]
    ends = nnkit.astype(lengths, nnkit.i64)
    time: Any = nnkit.arange(count, dtype=nnkit.i64)
    # One row of indices for each batch.
    row = nnkit.reshape(time, (1, count))
    end = nnkit.reshape(ends, (ends.shape[0], 1))
    places = nnkit.where(row < end, end - 1 - row, nnkit.broadcast_to(row, (ends.shape[0], count)))
    sizes = [1] * len(x.shape)
    sizes[batch_axis], sizes[time_axis] = ends.shape[0], count
    if batch_axis > time_axis:
        places = nnkit.matrix_transpose(places)
    shaped = nnkit.broadcast_to(nnkit.reshape(places, tuple(sizes)), x.shape)
    return nnkit.take_along_axis(x, shaped, axis=time_axis)


@operator("CenterCropPad")
def center_crop_pad(x: Any, shape: Known, *, axes: list[int] | None = None) -> Any:
    rank = len(x.shape)
    places = range(rank) if axes is None else [axis_of(a, rank) for a in axes]
    for axis, wanted in zip(places, numbers(shape), strict=True):
        more = wanted - x.shape[axis]
        if more >= 0:
            x = _padded(x, axis, more // 2, more - more // 2, "constant", None)
        else:
            low = -more // 2
            x = along(x, axis, slice(low, low + wanted))
    return x


@operator("Trilu")
def trilu(x: Any, k: Known | None = None, *, upper: int = 1) -> Any:
    offset = 0 if k is None else integer(k)
    rows, columns = x.shape[-2:]
    if is_equal(rows * columns, 0):
        return x
    row = nnkit.reshape(nnkit.arange(rows, dtype=nnkit.i64), (rows, 1))
    column = nnkit.reshape(nnkit.arange(columns, dtype=nnkit.i64), (1, columns))
    distance = column - row
    shown = distance >= offset if upper else distance <= offset
    return nnkit.where(shown, x, nnkit.zeros_like(x))
