"""Convolutions and interpolation."""

from __future__ import annotations

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
    """The convolution of the input with the gradient, in which batch and channels are swapped, as
    are strides and dilations."""
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
