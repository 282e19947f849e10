"""Input dilation: computes convolutions of dilated inputs, such as transposed convolutions and the
gradients of strided ones, by dense convolutions.

Let d be the distance between the input's elements. Of d adjacent results, each reads every d-th
element of the kernel, from a different offset. A dilated convolution is therefore d dense
convolutions of the input, each with its part of the kernel, whose results are interleaved (Shi et
al., *Is the deconvolution layer the same as a convolutional layer?*, 2016). Parts of the same size
are computed by one convolution, as additional output channels.

The zeros in the gaps matter: a result is NaN if it multiplies one of them by an infinity or NaN of
the kernel. The zeros therefore contribute one number for each output channel and phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from operator import mul

from dlvm.ir import instructions as op
from dlvm.ir.dimensions import multiply
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import I64, INDEX, TensorType
from dlvm.ir.values import Literal, Value

Put = Callable[[Instruction], Value]


@dataclass(frozen=True)
class _SpatialAxis:
    """A spatial dimension of a convolution: the sizes of input, kernel and result, the padding, and
    the distance between the input's elements.

    The result at ``distance * (first + u) + low - v`` reads the kernel at v and every ``distance``
    elements from there, and the input from ``first + u``.
    """

    size: int
    kernel: int
    result: int
    margins: tuple[int, int]
    distance: int

    @property
    def first(self) -> int:
        return -(self.margins[0] // self.distance)

    @property
    def count(self) -> int:
        """The number of results per phase, the values of ``u``."""
        if self.distance == 1:
            return self.result
        last = (self.result + self.distance - 2 - self.margins[0]) // self.distance
        return last - self.first + 1

    @property
    def cut(self) -> tuple[int, int]:
        """The number of interleaved results before the first and after the last result that is
        kept."""
        before = self.distance * (1 - self.first) - 1 - self.margins[0]
        return before, self.count * self.distance - self.result - before

    @property
    def parts(self) -> list[_KernelPart]:
        """The parts of the kernel, grouped by size; the parts of the first results come first."""
        count, rest = divmod(self.kernel, self.distance)
        found = _KernelPart(self, rest, self.distance, count), _KernelPart(self, 0, rest, count + 1)
        return [part for part in found if part.start < part.end and part.count]


@dataclass(frozen=True)
class _KernelPart:
    """The kernel elements ``v + n * distance``, for each v in ``range(start, end)`` and a given
    number of values of n."""

    axis: _SpatialAxis
    start: int
    end: int
    count: int

    @property
    def padding(self) -> tuple[int, int]:
        """The padding of the input."""
        if self.axis.distance == 1:
            return self.axis.margins
        low = -self.axis.first
        return low, self.axis.count + self.count - 1 - self.axis.size - low


def has_gaps(convolve: op.Convolve) -> bool:
    """Whether a convolution has a dilated input, and known sizes."""
    kernel, result = tensor_type(convolve.kernel).shape, tensor_type(convolve).shape
    spatial = [*kernel, *result[1:], *tensor_type(convolve.x).shape[2:]]
    return (
        any(d > 1 for d in convolve.left)
        and all(isinstance(n, int) and n > 0 for n in spatial)
        and result[0] != 0
        and all(
            d == 1 or (s == 1 and r == 1)
            for d, s, r in zip(convolve.left, convolve.steps, convolve.right, strict=True)
        )
    )


def without_gaps(put: Put, convolve: op.Convolve) -> Value:
    """Replaces a dilated convolution with dense convolutions. ``put`` inserts each new instruction,
    in order."""
    sizes, kernel, result = (
        [n for n in tensor_type(v).shape[2:] if isinstance(n, int)]
        for v in (convolve.x, convolve.kernel, convolve)
    )
    axes = [*map(_SpatialAxis, sizes, kernel, result, convolve.margins, convolve.left)]
    zeros = None
    if tensor_type(convolve).element.is_float:
        zeros = _zeros_products(put, convolve, axes)
    found = {
        parts: _convolved(put, convolve, parts, zeros)
        for parts in product(*(a.parts for a in axes))
    }
    for number in reversed(range(len(axes))):
        joined: dict[tuple[_KernelPart, ...], list[Value]] = {}
        for parts, value in found.items():
            joined.setdefault(parts[:number], []).append(value)
        found = {
            parts: put(op.Concatenate(values, 2 + number)) if len(values) > 1 else values[0]
            for parts, values in joined.items()
        }
    (value,) = found.values()
    none, rank = [(0, 0)] * 2, len(axes)
    missing = [(max(0, a.distance - a.kernel), 0) for a in axes]
    value = _padded(put, value, [*none, *missing, *((0, 0) for _ in axes)])
    batch, channels, *_ = tensor_type(convolve).shape
    turns, counts = [a.distance for a in axes], [a.count for a in axes]
    if zeros is not None and any(map(any, missing)):
        shape = (channels, *turns, *(1 for _ in axes))
        value = put(op.Add(value, put(op.ShapeCast(zeros, shape))))
    # In one dimension, a separate kernel reads them in tiles from memory.
    together = multiply(channels, prod(turns))
    value = put(op.ShapeCast(value, (batch, together, *counts)))
    value = put(op.ShapeCast(value, (batch, channels, *turns, *counts)))
    order = chain.from_iterable((2 + rank + n, 2 + n) for n in range(rank))
    value = put(op.Transpose(value, (0, 1, *order)))
    value = put(op.ShapeCast(value, (batch, channels, *map(mul, counts, turns))))
    return _padded(put, value, [*none, *((-a.cut[0], -a.cut[1]) for a in axes)])


def _convolved(
    put: Put, convolve: op.Convolve, parts: Sequence[_KernelPart], zeros: Value | None
) -> Value:
    """The convolution by the given parts of the kernel, of shape ``[n, o, phases…, places…]``."""
    batch, outputs, *_ = tensor_type(convolve).shape
    widths = [p.end - p.start for p in parts]
    found = put(
        op.Convolve(
            convolve.x, _kernel(put, convolve.kernel, parts), convolve.strides,
            tuple(p.padding for p in parts), None, convolve.right_dilation, convolve.groups,
        )
    )  # fmt: skip
    if zeros is not None:
        # Here, the addition is the epilogue of a kernel.
        lows = [0, *(p.axis.distance - p.end for p in parts)]
        highs = [outputs, *(p.axis.distance - p.start for p in parts)]
        low, high = ([Literal(INDEX, n) for n in b if isinstance(n, int)] for b in (lows, highs))
        own = put(op.Slice(zeros, low, high))
        channels = tensor_type(found).shape[1]
        found = put(op.Add(found, put(op.ShapeCast(own, (channels, *(1 for _ in parts))))))
    return put(op.ShapeCast(found, (batch, outputs, *widths, *(p.axis.count for p in parts))))


def _kernel(put: Put, kernel: Value, parts: Sequence[_KernelPart]) -> Value:
    """Concatenates parts of a kernel as additional output channels."""
    outputs, inputs, *_ = tensor_type(kernel).shape
    widths, counts = [p.end - p.start for p in parts], [p.count for p in parts]
    steps, none, rank = [p.axis.distance for p in parts], [(0, 0)] * 2, len(parts)
    if prod(widths) == 1:
        starts = (0, 0, *(p.start for p in parts))
        ends = outputs, inputs, *(p.start + (p.count - 1) * p.axis.distance + 1 for p in parts)
        low, high = (
            [Literal(INDEX, n) for n in own if isinstance(n, int)] for own in (starts, ends)
        )
        return put(op.Slice(kernel, low, high, (1, 1, *steps)))
    whole = [(0, p.count * p.axis.distance - p.axis.kernel) for p in parts]
    kernel = _padded(put, kernel, [*none, *whole])
    split = chain.from_iterable(zip(counts, steps, strict=True))
    kernel = put(op.ShapeCast(kernel, (outputs, inputs, *split)))
    cut = chain.from_iterable(((0, 0), (-p.start, p.end - p.axis.distance)) for p in parts)
    kernel = _padded(put, kernel, [*none, *cut])
    turns, places = range(3, 3 + 2 * rank, 2), range(2, 2 + 2 * rank, 2)
    kernel = put(op.Transpose(put(op.Reverse(kernel, tuple(turns))), (0, *turns, 1, *places)))
    return put(op.ShapeCast(kernel, (multiply(outputs, prod(widths)), inputs, *counts)))


def _zeros_products(put: Put, convolve: op.Convolve, axes: Sequence[_SpatialAxis]) -> Value:
    """The contribution of the zeros between the input's elements to each channel and phase, of
    shape ``[o, phases…]``: NaN if a zero multiplies a kernel element that is not finite, else 0.
    The zeros multiply all kernel elements except those that the phase reads."""
    type = tensor_type(convolve.kernel)
    outputs, _, *_ = type.shape
    rank, distances = len(axes), [a.distance for a in axes]
    counts = [-(-a.kernel // a.distance) for a in axes]
    zero = Literal(type.with_shape(()), 0)
    # Sums of 0 and NaN, over the channels and over the elements that each phase reads.
    sums = put(op.Reduce(put(op.Multiply(convolve.kernel, zero)), "add", (1,), None))
    rest = [(0, c * a.distance - a.kernel) for c, a in zip(counts, axes, strict=True)]
    sums = _padded(put, sums, [(0, 0), *rest])
    split = chain.from_iterable(zip(counts, distances, strict=True))
    sums = put(op.ShapeCast(sums, (outputs, *split)))
    sums = put(op.Reduce(sums, "add", tuple(range(1, 1 + 2 * rank, 2)), None))
    # For each channel, the number of phases that read such an element; then, for each phase,
    # whether another phase does.
    own = put(op.DataTypeCast(put(op.IsNaN(sums)), I64))
    every = put(op.Reduce(own, "add", tuple(range(1, 1 + rank)), None))
    every = put(op.ShapeCast(every, (outputs, *(1 for _ in axes))))
    is_met = put(op.GreaterThan(every, own))
    nan = Literal(type.with_shape(()), float("nan"))
    added = put(op.Select(nan, zero, is_met))
    # Phases are numbered from the last element of the kernel to the first.
    return put(op.Reverse(added, tuple(range(1, 1 + rank))))


def _padded(put: Put, value: Value, padding: Sequence[tuple[int, int]]) -> Value:
    if not any(map(any, padding)):
        return value
    zero = Literal(TensorType((), tensor_type(value).element), 0)
    return put(op.Pad(value, tuple(padding), zero))
