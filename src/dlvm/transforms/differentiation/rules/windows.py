"""Adjoints of convolutions and of windowed reductions.

With static sizes, each gradient has exactly the size of the operand. With unknown sizes, it is at
least as large, and is cropped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from dlvm.ir import instructions as op
from dlvm.ir.dimensions import add, floor_divide, multiply
from dlvm.ir.instructions.windows import Pairs, spread
from dlvm.ir.types import ERASED, INDEX
from dlvm.transforms.differentiation.rules.coordinates import coordinate, ones_along
from dlvm.transforms.differentiation.rules.reductions import reduced_init, reduced_operand
from dlvm.transforms.differentiation.rules.shapes import padded_share
from dlvm.transforms.differentiation.rules.value_builder import Size, TensorValue
from dlvm.transforms.differentiation.rules.window_extremes import extremes, has_few_offsets

# Convolutions


def convolve_input(
    g: TensorValue, y: TensorValue, x: TensorValue, kernel: TensorValue
) -> TensorValue:
    """Returns the gradient of the input: a convolution of the gradient, dilated by the strides,
    with the reversed kernel, whose input and output channels are swapped."""
    forward = cast(op.Convolve, y.value)
    if _is_empty(y, x, kernel):
        return x.filled(0)
    padding: list[tuple[int, int]] = []
    steps = list(forward.steps)
    for axis, (low, high) in enumerate(forward.margins):
        width = kernel.shape[2 + axis]
        rest = _leftover(forward, x, kernel, axis)
        left_over = steps[axis] - 1 if rest is None else rest
        if isinstance(width, int):
            reach = (width - 1) * forward.right[axis] + 1
        else:
            g, reach = _dilated(g, kernel, forward, axis), 0
            steps[axis] = 1
        padding.append((reach - 1 - low, reach - 1 - high + left_over))
    spatial = range(2, len(x.shape))
    turned = _swapped_channels(kernel, forward).reverse(spatial)
    found = g.wrap(
        op.Convolve(
            g.value, turned.value, _unless_ones(forward.left), _unless_zeros(padding),
            _unless_ones(steps), _unless_ones(forward.right), forward.groups,
        )
    )  # fmt: skip
    if not all(isinstance(dim, int) for dim in (*x.shape[2:], *kernel.shape[2:])):
        found = found.slice([(0, x.size(axis)) for axis in range(len(x.shape))])
    return found.like(x)


def convolve_kernel(
    g: TensorValue, y: TensorValue, x: TensorValue, kernel: TensorValue
) -> TensorValue:
    """Returns the gradient of the kernel: a convolution of the input with the gradient, with
    batches and channels swapped."""
    forward = cast(op.Convolve, y.value)
    if _is_empty(y, x, kernel):
        return kernel.filled(0)
    rests = [_leftover(forward, x, kernel, axis) for axis in range(forward.spatial)]
    padding = [
        (low, high - (r or 0)) for (low, high), r in zip(forward.margins, rests, strict=True)
    ]
    images = _batches_as_channels(x, forward)
    found = _first_two_swapped(
        g.wrap(
            op.Convolve(
                images.value, _first_two_swapped(g).value, _unless_ones(forward.right),
                _unless_zeros(padding), _unless_ones(forward.left), _unless_ones(forward.steps),
                forward.groups,
            )
        )
    )  # fmt: skip
    if None in rests:
        # If there are no windows, this can also have fewer elements than the kernel.
        rank = len(kernel.shape)
        ends = [_minimum(found.size(axis), kernel.size(axis)) for axis in range(rank)]
        found = kernel.filled(0).update(found.slice([(0, end) for end in ends]), [0] * rank)
    return found.like(kernel)


def _dilated(g: TensorValue, kernel: TensorValue, forward: op.Convolve, axis: int) -> TensorValue:
    """Dilates a spatial dimension of the gradient by the stride, and pads it on both sides by the
    extent of the kernel, whose size is unknown."""
    along, rank = 2 + axis, len(g.shape)
    gaps = [forward.steps[axis] - 1 if a == along else 0 for a in range(rank)]
    width = ones_along(kernel, along).pad([(0, 0)], [forward.right[axis] - 1])
    others = g.sum((along,)).unsqueeze(along).filled(0)
    zeros = width.filled(0).cast(g.type.element).unsqueeze(*range(1, rank - along)) + others
    return _join([zeros, g.pad([(0, 0)] * rank, gaps), zeros], along)


def _leftover(forward: op.Convolve, x: TensorValue, kernel: TensorValue, axis: int) -> int | None:
    """Returns the number of elements after the last window of a dimension, or None if it is
    unknown."""
    low, high = forward.margins[axis]
    padded = add(spread(x.shape[2 + axis], forward.left[axis]), low + high)
    reach = spread(kernel.shape[2 + axis], forward.right[axis])
    if isinstance(padded, int) and isinstance(reach, int):
        return (padded - reach) % forward.steps[axis]
    return None


def _is_empty(*terms: TensorValue) -> bool:
    return any(0 in term.shape for term in terms)


def _unless_ones(numbers: Sequence[int]) -> tuple[int, ...] | None:
    return tuple(numbers) if any(n != 1 for n in numbers) else None


def _unless_zeros(padding: Sequence[tuple[int, int]]) -> Pairs | None:
    return tuple(padding) if any(low or high for low, high in padding) else None


def _first_two_swapped(x: TensorValue) -> TensorValue:
    return x.transpose((1, 0, *range(2, len(x.shape))))


def _swapped_channels(kernel: TensorValue, forward: op.Convolve) -> TensorValue:
    """Permutes kernels ``[o, c/groups, …]`` to ``[c, o/groups, …]``."""
    groups = forward.groups
    if groups == 1:
        return _first_two_swapped(kernel)
    if _has_unknown_sizes(kernel):
        return _join([_first_two_swapped(k) for k in _split(kernel, 0, groups)], 0)
    outputs, share, *sizes = kernel.shape
    behind = range(3, 3 + len(sizes))
    own = floor_divide(outputs, groups)
    split = kernel.reshape((groups, own, share, *sizes)).transpose((0, 2, 1, *behind))
    return split.reshape((multiply(share, groups), own, *sizes))


def _batches_as_channels(x: TensorValue, forward: op.Convolve) -> TensorValue:
    """Permutes images ``[n, c, …]`` to ``[c/groups, groups · n, …]``."""
    groups = forward.groups
    if groups == 1:
        return _first_two_swapped(x)
    if _has_unknown_sizes(x):
        return _join([_first_two_swapped(part) for part in _split(x, 1, groups)], 1)
    batch, channels, *sizes = x.shape
    behind = range(3, 3 + len(sizes))
    share = floor_divide(channels, groups)
    split = x.reshape((batch, groups, share, *sizes)).transpose((2, 1, 0, *behind))
    return split.reshape((share, multiply(batch, groups), *sizes))


def _has_unknown_sizes(x: TensorValue) -> bool:
    return x.type.static_shape is None


def _split(x: TensorValue, axis: int, count: int) -> list[TensorValue]:
    """Splits a tensor into equal parts along an axis."""
    sizes = [x.size(a) for a in range(axis + 1)]
    share = sizes[axis] // count
    ahead: list[tuple[Size, Size]] = [(0, size) for size in sizes[:axis]]
    return [x.slice([*ahead, (share * n, share * (n + 1))]) for n in range(count)]


def _join(parts: Sequence[TensorValue], axis: int) -> TensorValue:
    return parts[0].wrap(op.Concatenate([part.value for part in parts], axis))


def _minimum(a: Size, b: Size) -> Size:
    if isinstance(a, int):
        return min(a, b) if isinstance(b, int) else b.minimum(a)
    return a.minimum(b)


# Reductions of windows


def window_operand(
    g: TensorValue, y: TensorValue, x: TensorValue, init: TensorValue | None = None
) -> TensorValue:
    """Returns the gradient of the operand. For sums, each element gets the sum of the gradients of
    all windows that contain it. For other operators, each window is differentiated as a reduction,
    and the gradients of all windows are added up."""
    forward = cast(op.ReduceWindow, y.value)
    if _is_empty(x, y):
        return x.filled(0)
    if forward.by == "add":
        return _sums(g, x, forward)
    if has_few_offsets(x, y, forward):
        outside = x.constant(_NEUTRAL[str(forward.by)]) if init is None else init
        return extremes(g, y, x, outside, init, forward).like(x)
    windows = unfold(y, x, init, forward)
    g = windows.fold(windows.gradient(g, y, init))
    return g.pad([(-low, -high) for low, high in windows.padding]).like(x)


def window_init(g: TensorValue, y: TensorValue, x: TensorValue, init: TensorValue) -> TensorValue:
    """Returns the gradient of ``init``, which is combined with each window once, and is also the
    value of the padding."""
    forward = cast(op.ReduceWindow, y.value)
    if _is_empty(y):
        return init.filled(0)
    if forward.by == "add":
        attributes = forward.dims, None, forward.strides, forward.padding, forward.dilation
        inside = x.wrap(op.ReduceWindow(x.filled(1).value, "add", *attributes))
        return (g * (math.prod(forward.dims) + 1 - inside)).sum()
    windows = unfold(y, x, init, forward)
    own = reduced_init(g, y, windows.elements, init, windows.by, windows.inner)
    if not windows.is_padded:
        return own
    found = windows.fold(windows.gradient(g, y, init))
    return own + padded_share(found, x, windows.padding)


def _sums(g: TensorValue, x: TensorValue, forward: op.ReduceWindow) -> TensorValue:
    """Dilates the gradients by the strides, and sums them in windows."""
    layout = _layout(x, forward)
    padding: list[tuple[int, int]] = []
    bounds: list[tuple[Size, Size]] = []
    for axis, ((low, high), offset) in enumerate(layout):
        reach, size, step = _reach(forward, axis), x.size(axis), forward.steps[axis]
        if isinstance(size, int):
            rest = (size + low + high - reach) % step
            padding.append((reach - 1 - low, reach - 1 - high + rest))
            bounds.append((0, size))
        else:
            padding.append((reach - 1 + max(0, -low), reach + step - 2 + max(0, -high)))
            start = max(0, low) - offset
            bounds.append((start, start + size))
    spread = g.pad(padding, [step - 1 for step in forward.steps])
    found = spread.wrap(
        op.ReduceWindow(spread.value, "add", forward.dims, None, None, "none", forward.dilation)
    )
    if x.type.static_shape is None:
        found = found.slice(bounds)
    return found.like(x)


def _reach(forward: op.ReduceWindow, axis: int) -> int:
    return (forward.dims[axis] - 1) * forward.spacing[axis] + 1


def _layout(x: TensorValue, forward: op.ReduceWindow) -> list[tuple[tuple[int, int], Size]]:
    """Returns, for each dimension, padding that covers all windows, and the offset of the first
    window in the padded tensor."""
    found: list[tuple[tuple[int, int], Size]] = []
    for axis, (low, high) in enumerate(forward.margins(x.shape)):
        if isinstance(low, int) and isinstance(high, int):
            found.append(((low, high), 0))
            continue
        # A dimension of unknown size has 'same' padding: there are as many windows as strides.
        most, step, size = _reach(forward, axis) - 1, forward.steps[axis], x.size(axis)
        offset: Size = 0
        if step > 1 and isinstance(size, TensorValue):
            covered = ((size + (step - 1)) // step - 1) * step + (most + 1)
            offset = most // 2 - (covered - size).maximum(0) // 2
        found.append(((most // 2, most - most // 2), offset))
    return found


@dataclass(frozen=True)
class GatheredAxis:
    """Windows along an axis of a tensor, gathered at indices."""

    source: TensorValue
    axis: int
    indices: TensorValue

    def take(self, x: TensorValue) -> TensorValue:
        return x.gather(self.indices, self.axis)

    def scatter_back(self, g: TensorValue) -> TensorValue:
        return self.source.filled(0).scatter(g, self.indices, self.axis, "add")


@dataclass(frozen=True)
class TiledAxis:
    """Adjacent windows along an axis. The dimension is cropped after the last window, and split
    without moving elements."""

    source: TensorValue
    axis: int
    tiles: int
    width: int

    def take(self, x: TensorValue) -> TensorValue:
        ahead, behind = x.shape[: self.axis], x.shape[self.axis + 1 :]
        return self._pad(x, -self._leftover).reshape((*ahead, self.tiles, self.width, *behind))

    def scatter_back(self, g: TensorValue) -> TensorValue:
        ahead, behind = g.shape[: self.axis], g.shape[self.axis + 2 :]
        return self._pad(g.reshape((*ahead, self.tiles * self.width, *behind)), self._leftover)

    @property
    def _leftover(self) -> int:
        size = self.source.shape[self.axis]
        assert isinstance(size, int)
        return size - self.tiles * self.width

    def _pad(self, x: TensorValue, high: int) -> TensorValue:
        return x.pad([(0, high if a == self.axis else 0) for a in range(len(x.shape))])


WindowAxis = GatheredAxis | TiledAxis


@dataclass(frozen=True)
class WindowElements:
    """The elements of all windows of a reduction.

    In ``elements``, each dimension whose windows have several elements is followed by a dimension
    within the window; ``inner`` lists these. ``taken`` are the steps that extract the elements.
    """

    by: str
    elements: TensorValue
    inner: Sequence[int]
    padding: Pairs
    taken: Sequence[WindowAxis]

    @property
    def is_padded(self) -> bool:
        return any(low or high for low, high in self.padding)

    def elements_of(self, x: TensorValue, outside: TensorValue) -> TensorValue:
        """Extracts the elements of all windows from a tensor of the operand's shape; ``outside`` is
        the value of the padding."""
        if self.is_padded:
            x = x.wrap(op.Pad(x.value, self.padding, outside.value))
        for step in self.taken:
            x = step.take(x)
        return x

    def gradient(self, g: TensorValue, y: TensorValue, init: TensorValue | None) -> TensorValue:
        """Returns the gradients of the elements of all windows."""
        return reduced_operand(g, y, self.elements, init, self.by, self.inner)

    def fold(self, g: TensorValue) -> TensorValue:
        """Returns the gradient of the padded operand, which adds up the gradients that an element
        has in all windows."""
        for step in reversed(self.taken):
            g = step.scatter_back(g)
        return g


def unfold(
    y: TensorValue, x: TensorValue, init: TensorValue | None, forward: op.ReduceWindow
) -> WindowElements:
    """Extracts the elements of all windows of a reduction of ``x`` to ``y`` by an operator."""
    assert isinstance(forward.by, str)
    layout = _layout(x, forward)
    padding = tuple(margins for margins, _ in layout)
    elements = x
    if any(low or high for low, high in padding):
        outside = x.constant(_NEUTRAL[forward.by]) if init is None else init
        elements = x.wrap(op.Pad(x.value, padding, outside.value))
    taken: list[WindowAxis] = []
    inner: list[int] = []
    for axis in reversed(range(len(x.shape))):
        count, step, offset = forward.dims[axis], forward.steps[axis], layout[axis][1]
        if count == 1 and step == 1:
            continue
        if count > 1:
            inner = [axis + 1, *(a + 1 for a in inner)]
        places = y.shape[axis]
        is_side_by_side = count == step and forward.spacing[axis] == 1
        is_known = isinstance(elements.shape[axis], int) and elements.shape.count(ERASED) <= 1
        if is_side_by_side and isinstance(places, int) and is_known:
            taken.append(TiledAxis(elements, axis, places, step))
        else:
            indices = coordinate(ones_along(y, axis), 0) * step + offset
            if count > 1:
                within = y.wrap(op.Iota((count,), 0, INDEX)) * forward.spacing[axis]
                indices = indices.unsqueeze(1) + within
            taken.append(GatheredAxis(elements, axis, indices))
        elements = taken[-1].take(elements)
    return WindowElements(forward.by, elements, inner, padding, taken)


_NEUTRAL: Final = {"multiply": 1.0, "min": math.inf, "max": -math.inf}
"""The identity element of each operator."""
