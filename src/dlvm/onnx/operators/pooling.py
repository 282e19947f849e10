"""Pooling operators."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dlvm.onnx.operators.convolution import Pairs, padding
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nnkit


def pooled_padding(
    auto_pad: str,
    pads: Sequence[int] | None,
    sizes: Sequence[int],
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    ceil_mode: int,
) -> Pairs:
    """The padding of windows.

    With ``ceil_mode`` it extends at the end, so that the last window may be partial; that window
    must begin within the input or the padding before it.
    """
    found = padding(auto_pad, pads, sizes, window, strides, dilations)
    if not ceil_mode:
        return found
    result: Pairs = []
    for size, extent, stride, dilation, (before, after) in zip(
        sizes, window, strides, dilations, found, strict=True
    ):
        reach = (extent - 1) * dilation + 1
        steps = -(-(size + before + after - reach) // stride)
        if steps * stride >= size + before:
            steps -= 1
        result.append((before, max(steps * stride + reach - size - before, after)))
    return result


def _windows(
    x: Any,
    by: str,
    window: Sequence[int],
    strides: Sequence[int],
    pads: Pairs,
    dilations: Sequence[int],
) -> Any:
    return nnkit.reduce_window(
        x, by, (1, 1, *window), (1, 1, *strides), [(0, 0), (0, 0), *pads], (1, 1, *dilations)
    )


@operator("MaxPool")
def max_pool(
    x: Any,
    *,
    kernel_shape: list[int],
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    dilations: list[int] | None = None,
    pads: list[int] | None = None,
    storage_order: int = 0,
    strides: list[int] | None = None,
    outputs: int,
) -> Any:
    spatial = len(x.shape) - 2
    dilations = dilations or [1] * spatial
    strides = strides or [1] * spatial
    widths = pooled_padding(
        auto_pad, pads, x.shape[2:], kernel_shape, strides, dilations, ceil_mode
    )
    found = _windows(x, "max", kernel_shape, strides, widths, dilations)
    if outputs == 1:
        return found
    return found, _places_of(x, found, kernel_shape, strides, widths, dilations, storage_order)


def _places_of(
    x: Any,
    found: Any,
    window: Sequence[int],
    strides: Sequence[int],
    pads: Pairs,
    dilations: Sequence[int],
    storage_order: int,
) -> Any:
    """The flat index in the input of the greatest element of each window; the first of equal
    ones.
    """
    spatial = tuple(x.shape[2:])
    order = range(len(spatial)) if not storage_order else reversed(range(len(spatial)))
    step, steps = 1, [0] * len(spatial)
    for axis in reversed(list(order)):
        steps[axis] = step
        step *= spatial[axis]
    best: Any = None
    import itertools

    for offsets in itertools.product(*(range(k) for k in window)):
        place: Any = nnkit.zeros(tuple(found.shape), dtype=nnkit.i64)
        inside: Any = nnkit.full(tuple(found.shape), True, dtype=bool)
        index: list[Any] = []
        for axis, offset in enumerate(offsets):
            size = found.shape[2 + axis]
            own = nnkit.arange(size, dtype=nnkit.i64) * strides[axis]
            own = own + (offset * dilations[axis] - pads[axis][0])
            sizes = [1] * len(found.shape)
            sizes[2 + axis] = size
            shaped = nnkit.reshape(own, tuple(sizes))
            place = place + shaped * steps[axis]
            inside = nnkit.logical_and(
                inside, nnkit.logical_and(shaped >= 0, shaped < spatial[axis])
            )
            index.append(nnkit.clip(own, 0, spatial[axis] - 1))
        values = x
        for axis, own in enumerate(index):
            values = nnkit.take(values, own, axis=2 + axis)
        hit = nnkit.logical_and(inside, nnkit.equal(values, found))
        last = math.prod(spatial)
        own_place = nnkit.where(hit, place, last)
        best = own_place if best is None else nnkit.minimum(best, own_place)
    rows = math.prod(x.shape[:2])
    first = nnkit.arange(rows, dtype=nnkit.i64) * math.prod(spatial)
    return best + nnkit.reshape(first, (*x.shape[:2], *[1] * len(spatial)))


@operator("AveragePool")
def average_pool(
    x: Any,
    *,
    kernel_shape: list[int],
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    count_include_pad: int = 0,
    dilations: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    spatial = len(x.shape) - 2
    dilations = dilations or [1] * spatial
    strides = strides or [1] * spatial
    widths = pooled_padding(
        auto_pad, pads, x.shape[2:], kernel_shape, strides, dilations, ceil_mode
    )
    total = _windows(x, "add", kernel_shape, strides, widths, dilations)
    stated = padding(auto_pad, pads, x.shape[2:], kernel_shape, strides, dilations)
    if all(w == (0, 0) for w in widths) or (count_include_pad and widths == stated):
        return total / math.prod(kernel_shape)
    ones: Any = nnkit.ones((1, 1, *x.shape[2:]), dtype=element(x))
    if count_include_pad:
        grown = [s + b + a for s, (b, a) in zip(x.shape[2:], stated, strict=True)]
        ones = nnkit.ones((1, 1, *grown), dtype=element(x))
        widths = [(0, w[1] - s[1]) for w, s in zip(widths, stated, strict=True)]
    return total / _windows(ones, "add", kernel_shape, strides, widths, dilations)


@operator("LpPool")
def lp_pool(
    x: Any,
    *,
    kernel_shape: list[int],
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    dilations: list[int] | None = None,
    p: int | float = 2,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    spatial = len(x.shape) - 2
    dilations = dilations or [1] * spatial
    strides = strides or [1] * spatial
    widths = pooled_padding(
        auto_pad, pads, x.shape[2:], kernel_shape, strides, dilations, ceil_mode
    )
    powers = nnkit.pow(nnkit.abs(x), p)
    return nnkit.pow(_windows(powers, "add", kernel_shape, strides, widths, dilations), 1 / p)


def _spatial(x: Any) -> tuple[int, ...]:
    return tuple(range(2, len(x.shape)))


@operator("GlobalAveragePool")
def global_average_pool(x: Any) -> Any:
    return nnkit.mean(x, axis=_spatial(x), keepdims=True)


@operator("GlobalMaxPool")
def global_max_pool(x: Any) -> Any:
    return nnkit.max(x, axis=_spatial(x), keepdims=True)


@operator("GlobalLpPool")
def global_lp_pool(x: Any, *, p: int | float = 2) -> Any:
    total = nnkit.sum(nnkit.pow(nnkit.abs(x), p), axis=_spatial(x), keepdims=True)
    return nnkit.pow(total, 1 / p)


@operator("LRN")
def lrn(x: Any, *, size: int, alpha: float = 1e-4, beta: float = 0.75, bias: float = 1.0) -> Any:
    rank = len(x.shape)
    window = [size if a == 1 else 1 for a in range(rank)]
    around = [((size - 1) // 2, size // 2) if a == 1 else (0, 0) for a in range(rank)]
    squares = nnkit.reduce_window(x * x, "add", window, 1, around)
    return x / nnkit.pow(bias + alpha / size * squares, beta)
