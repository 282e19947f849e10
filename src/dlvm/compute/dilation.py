"""Convolutions of inputs with gaps, as transposed convolutions and gradients of strided ones are,
by convolutions without.

Where d is the distance between the input's elements, the d results from one to the next take in
different places of the kernel: every d-th, each from another one on. So they are d convolutions of
the input as it is, each by its part of the kernel, whose results take turns (Shi et al., *Is the
deconvolution layer the same as a convolutional layer?*, 2016). Parts with as many places each are
one convolution with as many more output channels.
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
from dlvm.ir.types import INDEX, TensorType
from dlvm.ir.values import Literal, Value

Put = Callable[[Instruction], Value]


@dataclass(frozen=True)
class _Axis:
    """A spatial dimension of a convolution: the sizes of input, kernel and result, the padding, and
    the distance between the input's elements.

    The result at ``distance * (first + u) + low - v`` takes in the kernel at v and every
    ``distance`` places on, with the input from ``first + u`` on.
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
        """How many values u takes."""
        if self.distance == 1:
            return self.result
        last = (self.result + self.distance - 2 - self.margins[0]) // self.distance
        return last - self.first + 1

    @property
    def cut(self) -> tuple[int, int]:
        """How many of the values that take turns are before and behind the result."""
        before = self.distance * (1 - self.first) - 1 - self.margins[0]
        return before, self.count * self.distance - self.result - before

    @property
    def parts(self) -> list[_Part]:
        """The parts of the kernel, by how many places they have; the results of the first come
        first."""
        count, rest = divmod(self.kernel, self.distance)
        found = _Part(self, rest, self.distance, count), _Part(self, 0, rest, count + 1)
        return [part for part in found if part.start < part.end and part.count]


@dataclass(frozen=True)
class _Part:
    """The places ``v + n * distance`` of the kernel, for each v from ``start`` up to ``end`` and so
    many n."""

    axis: _Axis
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
    """Whether a convolution is one of an input with gaps, and its sizes are known."""
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
    """Such a convolution by others. ``put`` is given each new instruction, in order."""
    sizes, kernel, result = (
        [n for n in tensor_type(v).shape[2:] if isinstance(n, int)]
        for v in (convolve.x, convolve.kernel, convolve)
    )
    axes = [*map(_Axis, sizes, kernel, result, convolve.margins, convolve.left)]
    found = {parts: _convolved(put, convolve, parts) for parts in product(*(a.parts for a in axes))}
    for number in reversed(range(len(axes))):
        joined: dict[tuple[_Part, ...], list[Value]] = {}
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
    # In one dimension they are memory that a kernel of its own reads, by tiles.
    together = multiply(channels, prod(turns))
    value = put(op.ShapeCast(value, (batch, together, *counts)))
    value = put(op.ShapeCast(value, (batch, channels, *turns, *counts)))
    order = chain.from_iterable((2 + rank + n, 2 + n) for n in range(rank))
    value = put(op.Transpose(value, (0, 1, *order)))
    value = put(op.ShapeCast(value, (batch, channels, *map(mul, counts, turns))))
    return _padded(put, value, [*none, *((-a.cut[0], -a.cut[1]) for a in axes)])


def _convolved(put: Put, convolve: op.Convolve, parts: Sequence[_Part]) -> Value:
    """The convolution by some parts of the kernel, of the shape ``[n, o, turns…, places…]``."""
    batch, outputs, *_ = tensor_type(convolve).shape
    widths = [p.end - p.start for p in parts]
    found = put(
        op.Convolve(
            convolve.x, _kernel(put, convolve.kernel, parts), convolve.strides,
            tuple(p.padding for p in parts), None, convolve.right_dilation, convolve.groups,
        )
    )  # fmt: skip
    return put(op.ShapeCast(found, (batch, outputs, *widths, *(p.axis.count for p in parts))))


def _kernel(put: Put, kernel: Value, parts: Sequence[_Part]) -> Value:
    """Some parts of a kernel, as so many more output channels."""
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


def _padded(put: Put, value: Value, padding: Sequence[tuple[int, int]]) -> Value:
    if not any(map(any, padding)):
        return value
    zero = Literal(TensorType((), tensor_type(value).element), 0)
    return put(op.Pad(value, tuple(padding), zero))
