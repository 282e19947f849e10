"""Convolutions, pooling and interpolation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.torch.operators.movement import along
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import in_f32, nnkit

Numbers = Sequence[int]


def spread(numbers: Any, count: int) -> list[int]:
    """One number for each spatial dimension."""
    given = [numbers] if isinstance(numbers, int) else list(numbers)
    return given * count if len(given) == 1 else given


@operator("convolution")
def convolution(
    input: Any,
    weight: Any,
    bias: Any,
    stride: Numbers,
    padding: Numbers,
    dilation: Numbers,
    transposed: bool,
    output_padding: Numbers,
    groups: int,
) -> Any:
    count = len(weight.shape) - 2
    strides, pads, steps, more = (
        spread(n, count) for n in (stride, padding, dilation, output_padding)
    )
    has_batch = len(input.shape) == count + 2
    x = input if has_batch else nnkit.expand_dims(input, 0)
    if transposed:
        found = transposed_convolution(x, weight, strides, pads, steps, more, groups)
    else:
        found = nnkit.convolve(x, weight, strides, [(p, p) for p in pads], steps, groups)
    if bias is not None:
        found = found + nnkit.reshape(bias, (bias.shape[0], *[1] * count))
    return found if has_batch else nnkit.squeeze(found, 0)


def transposed_convolution(
    x: Any,
    weight: Any,
    strides: Numbers,
    pads: Numbers,
    dilation: Numbers,
    output_padding: Numbers,
    groups: int,
) -> Any:
    """A convolution of the dilated input with the flipped kernel. It is the gradient of a
    convolution with respect to its input."""
    spatial = len(weight.shape) - 2
    channels, each = weight.shape[:2]
    kernel = nnkit.flip(weight, axis=tuple(range(2, 2 + spatial)))
    split = nnkit.reshape(kernel, (groups, channels // groups, each, *weight.shape[2:]))
    turned = nnkit.permute_dims(split, (0, 2, 1, *range(3, 3 + spatial)))
    kernel = nnkit.reshape(turned, (groups * each, channels // groups, *weight.shape[2:]))
    around = [
        ((k - 1) * d - p, (k - 1) * d - p + more)
        for k, d, p, more in zip(weight.shape[2:], dilation, pads, output_padding, strict=True)
    ]
    positive = [(max(low, 0), max(high, 0)) for low, high in around]
    gaps = 1 if max(strides) == 1 else list(strides)
    found = nnkit.convolve(x, kernel, 1, positive, list(dilation), groups, gaps)
    for axis, (low, high) in enumerate(around, 2):
        if low < 0 or high < 0:
            size = found.shape[axis]
            found = along(found, axis, slice(max(-low, 0), size - max(-high, 0)))
    return found


@operator("convolution_backward")
def convolution_backward(
    grad_output: Any,
    input: Any,
    weight: Any,
    bias_sizes: Any,
    stride: Numbers,
    padding: Numbers,
    dilation: Numbers,
    transposed: bool,
    output_padding: Numbers,
    groups: int,
    output_mask: Sequence[bool],
) -> Any:
    count = len(weight.shape) - 2
    if len(input.shape) != count + 2:
        raise error("convolution_backward: an input without a batch is not supported")
    strides, pads, steps = (spread(n, count) for n in (stride, padding, dilation))
    grad_input = grad_weight = grad_bias = None
    if output_mask[0] and transposed:
        pairs = [(p, p) for p in pads]
        grad_input = nnkit.convolve(grad_output, weight, strides, pairs, steps, groups)
    elif output_mask[0]:
        more = _lost(grad_output, input, weight, strides, pads, steps)
        grad_input = transposed_convolution(grad_output, weight, strides, pads, steps, more, groups)
    if output_mask[1]:
        # A transposed convolution is a convolution whose input and output have changed places.
        x, grad = (grad_output, input) if transposed else (input, grad_output)
        grad_weight = _weight_gradient(x, grad, weight.shape, strides, pads, steps, groups)
    if output_mask[2]:
        grad_bias = in_f32(nnkit.sum)(grad_output, axis=(0, *range(2, count + 2)))
    return grad_input, grad_weight, grad_bias


def _lost(
    grad: Any, x: Any, weight: Any, strides: Numbers, pads: Numbers, dilation: Numbers
) -> list[int]:
    """The elements at the end of each dimension that the last window does not reach."""
    found: list[int] = []
    for size, out, k, s, p, d in zip(
        x.shape[2:], grad.shape[2:], weight.shape[2:], strides, pads, dilation, strict=True
    ):
        rest = size - ((out - 1) * s - 2 * p + (k - 1) * d + 1)
        if not is_known(rest):
            if s != 1:
                raise error("convolution_backward: strides need known spatial sizes")
            rest = 0
        found.append(rest)
    return found


def _weight_gradient(
    x: Any,
    grad: Any,
    shape: Sequence[int],
    strides: Numbers,
    pads: Numbers,
    dilation: Numbers,
    groups: int,
) -> Any:
    """The convolution of the input with the gradient, in which batch and channels have changed
    places: strides and dilations do, too."""
    count = len(shape) - 2
    batch, channels, outputs = x.shape[0], x.shape[1], grad.shape[1]
    each = channels // groups
    spatial = tuple(x.shape[2:])
    order = tuple(range(3, 3 + count))
    split = nnkit.reshape(x, (batch, groups, each, *spatial))
    moved = nnkit.permute_dims(split, (2, 1, 0, *order))
    own = nnkit.reshape(moved, (each, groups * batch, *spatial))
    places = tuple(grad.shape[2:])
    split = nnkit.reshape(grad, (batch, groups, outputs // groups, *places))
    moved = nnkit.permute_dims(split, (1, 2, 0, *order))
    kernel = nnkit.reshape(moved, (outputs, batch, *places))
    pairs = [(p, p) for p in pads]
    found = nnkit.convolve(own, kernel, list(dilation), pairs, list(strides), groups)
    for axis, size in enumerate(shape[2:], 2):
        found = along(found, axis, slice(0, size))
    return nnkit.permute_dims(found, (1, 0, *range(2, 2 + count)))


# Pooling


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
    count = len(kernel_size)
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


@operator("_adaptive_avg_pool2d_backward")
def adaptive_avg_pool_backward(grad_output: Any, self: Any) -> Any:
    sizes, wanted = self.shape[-2:], grad_output.shape[-2:]
    if not all(is_known(s) and s % w == 0 for s, w in zip(sizes, wanted, strict=True)):
        raise error("_adaptive_avg_pool2d_backward: windows of different sizes are not supported")
    repeats = [s // w for s, w in zip(sizes, wanted, strict=True)]
    found = grad_output / math.prod(repeats)
    for axis, count in zip((-2, -1), repeats, strict=True):
        found = nnkit.repeat(found, count, axis=axis)
    return found


@operator("upsample_nearest2d", "upsample_nearest1d", "upsample_nearest3d")
def upsample_nearest(self: Any, output_size: Sequence[Any], *scales: Any) -> Any:
    for number, wanted in enumerate(output_size):
        axis = len(self.shape) - len(output_size) + number
        size = self.shape[axis]
        if not (is_known(size) and is_known(wanted)) or any(
            s is not None and s * size != wanted for s in scales[number : number + 1]
        ):
            raise error("upsample_nearest: expected known sizes in proportion to the scales")
        self = nnkit.take(self, np.arange(wanted, dtype=np.int64) * size // wanted, axis=axis)
    return self
