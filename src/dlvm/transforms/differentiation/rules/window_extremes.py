"""The adjoint of extremes of overlapping windows, computed for one offset within the windows at a
time.

The elements at one offset of all windows are a strided slice of the operand. The gradients of
slices whose offsets are equal modulo the strides are added up, and the sums are interleaved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import chain, product
from math import prod
from operator import add, mul
from typing import Final

from dlvm.ir import instructions as op
from dlvm.ir.types import Dim
from dlvm.transforms.differentiation.rules.value_builder import Size, TensorValue

Offset = tuple[int, ...]

_MAX_OFFSETS: Final = 32
"""The maximum number of elements per window, and the maximum stride. Larger windows are
gathered."""


def has_few_offsets(x: TensorValue, y: TensorValue, forward: op.ReduceWindow) -> bool:
    """Whether a reduction takes extremes of overlapping windows with few elements and static
    sizes."""
    rows = zip(forward.dims, forward.steps, strict=True)
    return (
        forward.by in ("min", "max")
        and x.type.static_shape is not None
        and y.type.static_shape is not None
        and max(prod(forward.dims), prod(forward.steps)) <= _MAX_OFFSETS
        and any(count > step for count, step in rows)
    )


def extremes(
    g: TensorValue,
    y: TensorValue,
    x: TensorValue,
    outside: TensorValue,
    init: TensorValue | None,
    forward: op.ReduceWindow,
) -> TensorValue:
    """Returns the gradient of ``x``: the extremes of each window share its gradient equally. The
    padding has the value ``outside``."""
    margins = [
        (a, b) for a, b in forward.margins(x.shape) if isinstance(a, int) and isinstance(b, int)
    ]
    if any(map(any, margins)):
        x = x.wrap(op.Pad(x.value, tuple(margins), outside.value))
    offsets = (range(0, n * s, s) for n, s in zip(forward.dims, forward.spacing, strict=True))
    hits = {
        place: _elements_at(x, y, place, forward.steps).equals(y) for place in product(*offsets)
    }
    element = y.type.element
    ties = reduce(add, (hit.cast(element) for hit in hits.values()))
    if init is not None:
        ties = ties + init.equals(y).cast(element)
    share = g / ties
    parts = {place: hit.select(share, 0) for place, hit in hits.items()}
    found = _scatter_back(parts, x.type.static_shape or (), forward.steps)
    return found.pad([(-low, -high) for low, high in margins])


def _elements_at(
    x: TensorValue, y: TensorValue, place: Offset, steps: Sequence[int]
) -> TensorValue:
    """Returns the element at an offset of every window."""
    bounds: list[tuple[Size, Size]] = []
    for first, count, step in zip(place, y.type.static_shape or (), steps, strict=True):
        bounds.append((first, first + (count - 1) * step + 1))
    return x.slice(bounds, steps)


def _scatter_back(
    parts: Mapping[Offset, TensorValue], sizes: Sequence[int], steps: Sequence[int]
) -> TensorValue:
    """Adds up the gradients of all offsets within the windows, in a tensor of the operand's
    shape."""
    counts = [-(-size // step) for size, step in zip(sizes, steps, strict=True)]
    turns: list[TensorValue] = []
    for turn in product(*map(range, steps)):
        own: list[TensorValue] = []
        for place, part in parts.items():
            apart = [divmod(p - t, step) for p, t, step in zip(place, turn, steps, strict=True)]
            if any(rest for _, rest in apart):
                continue
            sized = zip(apart, counts, part.type.static_shape or (), strict=True)
            own.append(part.pad([(before, n - before - k) for (before, _), n, k in sized]))
        turns.append(reduce(add, own) if own else _zeros(next(iter(parts.values())), counts))
    found = _interleave(turns, counts, steps)
    shape = found.type.static_shape or ()
    return found.pad([(0, size - n) for size, n in zip(sizes, shape, strict=True)])


def _zeros(like: TensorValue, shape: Sequence[Dim]) -> TensorValue:
    return like.wrap(op.Broadcast(like.constant(0).value, tuple(shape)))


def _interleave(
    terms: Sequence[TensorValue], counts: Sequence[int], steps: Sequence[int]
) -> TensorValue:
    """Interleaves the elements of tensors along each dimension."""
    if len(terms) == 1:
        return terms[0]
    # As rows of a matrix, each tensor is computed by a kernel of its own, which is vectorized along
    # its elements.
    rows = [term.reshape((1, prod(counts))).value for term in terms]
    found = terms[0].wrap(op.Concatenate(rows, 0)).reshape((*steps, *counts))
    rank = len(counts)
    found = found.transpose([*chain.from_iterable((rank + a, a) for a in range(rank))])
    return found.reshape(tuple(map(mul, counts, steps)))
