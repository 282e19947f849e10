"""Pooling."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.torch.operators.convolution import Numbers, spread
from dlvm.torch.operators.movement import along
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import in_f32, nnkit


def _ceiled(
    sizes: Sequence[Any], window: Numbers, strides: Numbers, pads: Numbers, dilation: Numbers
) -> list[tuple[int, int]]:
    """The padding of windows of which the last may be partial; it begins within the input or the
    padding before it."""
    found: list[tuple[int, int]] = []
    for size, k, s, p, d in zip(sizes, window, strides, pads, dilation, strict=True):
        if not is_known(size):
            raise error("ceil_mode needs known spatial sizes")
        reach = (k - 1) * d + 1
        steps = -(-(size + 2 * p - reach) // s)
        if steps * s >= size + p:
            steps -= 1
        found.append((p, max(steps * s + reach - size - p, p)))
    return found


def _plan(
    x: Any, kernel_size: Numbers, stride: Numbers, padding: Any, dilation: Any, ceil_mode: bool
) -> tuple[list[int], list[int], list[tuple[int, int]], list[int]]:
    """Windows, strides, padding and dilation along the spatial dimensions."""
    count = len(kernel_size)
    window, pads, steps = list(kernel_size), spread(padding, count), spread(dilation, count)
    strides = spread(stride, count) if stride else window
    sizes = x.shape[len(x.shape) - count :]
    if ceil_mode:
        return window, strides, _ceiled(sizes, window, strides, pads, steps), steps
    return window, strides, [(p, p) for p in pads], steps


def _pooled(
    x: Any,
    by: str,
    window: Numbers,
    strides: Numbers,
    pads: Sequence[tuple[int, int]],
    steps: Numbers,
) -> Any:
    rest = [1] * (len(x.shape) - len(window))
    none = [(0, 0)] * len(rest)
    return nnkit.reduce_window(
        x, by, [*rest, *window], [*rest, *strides], [*none, *pads], [*rest, *steps]
    )


@operator("max_pool2d_with_indices", "max_pool3d_with_indices")
def max_pool_with_indices(
    self: Any,
    kernel_size: Numbers,
    stride: Numbers = (),
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
) -> Any:
    window, strides, pads, steps = _plan(self, kernel_size, stride, padding, dilation, ceil_mode)
    found = _pooled(self, "max", window, strides, pads, steps)
    return found, _places_of_maxima(self, found, window, strides, pads, steps)


def _places_of_maxima(
    x: Any,
    found: Any,
    window: Numbers,
    strides: Numbers,
    pads: Sequence[tuple[int, int]],
    steps: Numbers,
) -> Any:
    """The index in the input, flat within a channel, of the first maximum of each window."""
    count = len(window)
    spatial = x.shape[len(x.shape) - count :]
    rest = len(x.shape) - count
    low = -np.inf if x.type.element.is_float else np.iinfo(x.type.element.numpy).min
    padded = nnkit.pad(x, [*[(0, 0)] * rest, *pads], float(low) if low == -np.inf else int(low))
    best: Any = None
    for offsets in reversed(list(itertools.product(*(range(k) for k in window)))):
        own, place = padded, None
        for number, offset in enumerate(offsets):
            size = found.shape[rest + number]
            start, step = offset * steps[number], strides[number]
            own = along(own, rest + number, slice(start, start + (size - 1) * step + 1, step))
            shape = [1] * len(found.shape)
            shape[rest + number] = size
            first = start - pads[number][0]
            axis = nnkit.reshape(nnkit.arange(size, dtype=np.int64) * step + first, tuple(shape))
            place = axis if place is None else place * spatial[number] + axis
        place = nnkit.broadcast_to(place, found.shape)
        best = place if best is None else nnkit.where(own == found, place, best)
    return best


@operator("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward")
def max_pool_backward(
    grad_output: Any,
    self: Any,
    kernel_size: Numbers,
    stride: Numbers,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    indices: Any,
) -> Any:
    return put_at_maxima(grad_output, self, len(kernel_size), indices)


def put_at_maxima(grad_output: Any, self: Any, count: int, indices: Any) -> Any:
    """The gradient of a maximum over windows of ``count`` dimensions."""
    rest = tuple(self.shape[: len(self.shape) - count])
    planes: Any = math.prod(rest)
    size: Any = math.prod(self.shape[len(rest) :])
    own: Any = math.prod(grad_output.shape[len(rest) :])
    starts = nnkit.reshape(nnkit.arange(planes, dtype=np.int64), (planes, 1)) * size
    places = nnkit.reshape(nnkit.reshape(indices, (planes, own)) + starts, (planes * own,))
    zeros = nnkit.zeros((planes * size,), dtype=grad_output.type.element)
    found = nnkit.scatter(zeros, places, nnkit.reshape(grad_output, (planes * own,)), 0, "add")
    return nnkit.reshape(found, tuple(self.shape))


@operator("avg_pool1d", "avg_pool2d", "avg_pool3d")
def avg_pool(
    self: Any,
    kernel_size: Numbers,
    stride: Numbers = (),
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Any:
    count = len(kernel_size)
    plan = _plan(self, kernel_size, stride, padding, 1, ceil_mode)
    total = _pooled(self, "add", *plan)
    return total / _divisors(
        self, plan, spread(padding, count), count_include_pad, divisor_override
    )


def _divisors(
    x: Any, plan: Any, padding: Numbers, count_include_pad: bool, override: int | None
) -> Any:
    """The divisor of the sum of each window: the number of its elements that count."""
    window, strides, pads, steps = plan
    if override:
        return override
    extra = [high - p for (_, high), p in zip(pads, padding, strict=True)]
    if not any(extra) and (count_include_pad or not any(padding)):
        return math.prod(window)
    sizes = x.shape[len(x.shape) - len(window) :]
    ones = nnkit.ones(tuple(sizes), dtype=x.type.element)
    if count_include_pad:
        # Elements beyond the padding, which ceil_mode adds, do not count.
        ones = nnkit.pad(ones, [(p, p) for p in padding], 1)
        pads = [(0, e) for e in extra]
    return _pooled(ones, "add", window, strides, pads, steps)


@operator("avg_pool2d_backward", "avg_pool3d_backward")
def avg_pool_backward(
    grad_output: Any,
    self: Any,
    kernel_size: Numbers,
    stride: Numbers,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Any:
    count = len(kernel_size)
    plan = _plan(self, kernel_size, stride, padding, 1, ceil_mode)
    window, strides, pads, _ = plan
    scaled = grad_output / _divisors(
        self, plan, spread(padding, count), count_include_pad, divisor_override
    )
    rest = len(self.shape) - count
    for number in range(count):
        scaled = _summed_windows(
            scaled, rest + number, self.shape[rest + number], window[number], strides[number],
            pads[number],
        )  # fmt: skip
    return scaled


def _summed_windows(
    grad: Any, axis: int, size: Any, window: int, stride: int, pad: tuple[int, int]
) -> Any:
    """The gradient of sums over windows along an axis: each element gets the sum of the gradients
    of its windows."""
    shape = grad.shape
    if stride > 1:
        # Zeros between the gradients.
        wide = nnkit.expand_dims(grad, axis + 1)
        none = [(0, 0)] * len(wide.shape)
        none[axis + 1] = (0, stride - 1)
        wide = nnkit.pad(wide, none, 0)
        grad = nnkit.reshape(wide, (*shape[:axis], shape[axis] * stride, *shape[axis + 1 :]))
        grad = along(grad, axis, slice(0, (shape[axis] - 1) * stride + 1))
    widths = [(0, 0)] * len(shape)
    reached = (shape[axis] - 1) * stride + window - pad[0]
    rest = size - reached
    high = window - 1 + (max(rest, 0) if is_known(rest) else 0)
    widths[axis] = (window - 1, high)
    dims = [1] * len(shape)
    dims[axis] = window
    found = nnkit.reduce_window(grad, "add", dims, 1, widths)
    return along(found, axis, slice(pad[0], pad[0] + size))


@operator("_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_avg_pool1d")
def adaptive_avg_pool(self: Any, output_size: Numbers) -> Any:
    count = len(output_size)
    rest = len(self.shape) - count
    for number, wanted in enumerate(output_size):
        axis = rest + number
        size = self.shape[axis]
        if wanted == 1:
            self = in_f32(nnkit.mean)(self, axis=axis, keepdims=True)
        elif is_known(size) and size % wanted == 0:
            shape = (*self.shape[:axis], wanted, size // wanted, *self.shape[axis + 1 :])
            self = in_f32(nnkit.mean)(nnkit.reshape(self, shape), axis=axis + 1)
        elif not is_known(size):
            raise error("adaptive_avg_pool: an output size above 1 needs known spatial sizes")
        else:
            spans = [slice(n * size // wanted, -(-(n + 1) * size // wanted)) for n in range(wanted)]
            means = [
                in_f32(nnkit.mean)(along(self, axis, s), axis=axis, keepdims=True) for s in spans
            ]
            self = nnkit.concat(means, axis=axis)
    return self


def _spans(size: Any, wanted: int) -> list[tuple[int, int]]:
    """The beginning and end of each window of an adaptive pooling."""
    if not is_known(size):
        raise error("adaptive pooling needs known spatial sizes")
    return [(n * size // wanted, -(-(n + 1) * size // wanted)) for n in range(wanted)]


@operator("_adaptive_avg_pool2d_backward")
def adaptive_avg_pool_backward(grad_output: Any, self: Any) -> Any:
    found = grad_output
    for axis in (-2, -1):
        size, wanted = self.shape[axis], grad_output.shape[axis]
        if (is_known(size) and size % wanted == 0) or wanted == 1:
            found = nnkit.repeat(found / (size // wanted), size // wanted, axis=axis)
            continue
        means = np.zeros((wanted, size), self.type.element.numpy)
        for place, (start, end) in enumerate(_spans(size, wanted)):
            means[place, start:end] = 1 / (end - start)
        moved = nnkit.matmul(nnkit.moveaxis(found, axis, -1), means)
        found = nnkit.moveaxis(moved, -1, axis)
    return found


@operator("adaptive_max_pool2d")
def adaptive_max_pool(self: Any, output_size: Numbers) -> Any:
    """The maxima of windows of equal size: the last element of a shorter window is repeated."""
    rest = len(self.shape) - 2
    sizes = self.shape[rest:]
    places: list[Any] = []
    for size, wanted in zip(sizes, output_size, strict=True):
        spans = _spans(size, wanted)
        longest = max(end - start for start, end in spans)
        rows = [[min(start + n, end - 1) for n in range(longest)] for start, end in spans]
        places.append(np.array(rows, np.int64))
    rows, columns = places
    found = nnkit.take(nnkit.take(self, rows, axis=rest), columns, axis=rest + 2)
    order = (*range(rest), rest, rest + 2, rest + 1, rest + 3)
    windows = rows.shape[1] * columns.shape[1]
    outer = (*self.shape[:rest], *output_size)
    found = nnkit.reshape(nnkit.permute_dims(found, order), (*outer, windows))
    flat = (rows[:, None, :, None] * sizes[1] + columns[:, None]).reshape(*output_size, windows)
    best = nnkit.expand_dims(nnkit.argmax(found, axis=-1), -1)
    index = nnkit.take_along_axis(nnkit.broadcast_to(flat, (*outer, windows)), best, axis=-1)
    return nnkit.max(found, axis=-1), nnkit.squeeze(index, -1)


@operator("adaptive_max_pool2d_backward")
def adaptive_max_pool_backward(grad_output: Any, self: Any, indices: Any) -> Any:
    return put_at_maxima(grad_output, self, 2, indices)
