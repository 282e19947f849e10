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
from operator import add
from typing import Final

from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, Dim
from dlvm.transforms.differentiation.rules.value_builder import Size, TensorValue

Offset = tuple[int, ...]

_MAX_OFFSETS: Final = 32
"""The maximum number of elements per window, and the maximum stride. Larger windows are
gathered."""


def has_few_offsets(x: TensorValue, y: TensorValue, forward: op.ReduceWindow) -> bool:
    """Whether a reduction takes extremes of overlapping windows with few elements along dimensions
    of static sizes. One other dimension, such as that of a batch, may have an unknown size."""
    rows = list(zip(forward.dims, forward.steps, strict=True))
    sizes = zip(x.shape, y.shape, rows, strict=True)
    unknown = [row for *shape, row in sizes if not all(isinstance(d, int) for d in shape)]
    return (
        forward.by in ("min", "max")
        and unknown in ([], [(1, 1)])
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
    # Windows of one element have no padding.
    margins = [
        (a, b) if isinstance(a, int) and isinstance(b, int) else (0, 0)
        for a, b in forward.margins(x.shape)
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
    found = _scatter_back(parts, x.shape, forward.steps)
    return found.pad([(-low, -high) for low, high in margins])


def _elements_at(
    x: TensorValue, y: TensorValue, place: Offset, steps: Sequence[int]
) -> TensorValue:
    """Returns the element at an offset of every window."""
    bounds: list[tuple[Size, Size]] = []
    for axis, (first, step) in enumerate(zip(place, steps, strict=True)):
        count = y.shape[axis]
        is_known = isinstance(count, int)
        bounds.append((first, first + (count - 1) * step + 1 if is_known else x.size(axis)))
    return x.slice(bounds, steps)


def _scatter_back(
    parts: Mapping[Offset, TensorValue], sizes: Sequence[Dim], steps: Sequence[int]
) -> TensorValue:
    """Adds up the gradients of all offsets within the windows, in a tensor of the operand's
    shape."""
    counts = [
        -(-size // step) if isinstance(size, int) else size
        for size, step in zip(sizes, steps, strict=True)
    ]
    turns: list[TensorValue] = []
    for turn in product(*map(range, steps)):
        own: list[TensorValue] = []
        for place, part in parts.items():
            apart = [divmod(p - t, step) for p, t, step in zip(place, turn, steps, strict=True)]
            if not any(rest for _, rest in apart):
                own.append(_padded(part, [before for before, _ in apart], counts))
        if not own:
            first = next(iter(parts.values()))
            own = [_padded(first, [0] * len(counts), counts).filled(0)]
        turns.append(reduce(add, own))
    found = _interleave(turns, counts, steps)
    return _padded(found, [0] * len(sizes), sizes)


def _padded(x: TensorValue, before: Sequence[int], sizes: Sequence[Dim]) -> TensorValue:
    """Pads or crops a tensor to ``sizes``. ``before`` has the number of elements to insert in front
    in each dimension. Dimensions of unknown size stay as they are."""
    return x.pad([
        (first, size - first - own) if isinstance(size, int) and isinstance(own, int) else (0, 0)
        for first, size, own in zip(before, sizes, x.shape, strict=True)
    ])  # fmt: skip


def _interleave(
    terms: Sequence[TensorValue], counts: Sequence[Dim], steps: Sequence[int]
) -> TensorValue:
    """Interleaves the elements of tensors along each dimension: ``steps`` tensors, each with
    ``counts`` elements. The tensors are in row-major order of their offsets."""
    if len(terms) == 1:
        return terms[0]
    # As rows of a matrix, each tensor is computed by a kernel of its own, which is vectorized along
    # its elements.
    known = [n for n in counts if isinstance(n, int)]
    row = prod(known) if len(known) == len(counts) else ERASED
    rows = [term.reshape((1, row)).value for term in terms]
    found = terms[0].wrap(op.Concatenate(rows, 0)).reshape((*steps, *counts))
    rank = len(counts)
    found = found.transpose([*chain.from_iterable((rank + a, a) for a in range(rank))])
    whole = zip(counts, steps, strict=True)
    return found.reshape(tuple(n * step if isinstance(n, int) else n for n, step in whole))
