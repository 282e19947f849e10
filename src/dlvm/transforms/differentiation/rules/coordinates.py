"""Indices as terms, of sizes that are not known too, and gradients added up at indices."""

from __future__ import annotations

import math
from collections.abc import Container

from dlvm.ir import Literal, TensorType
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, I64, INDEX, Symbol
from dlvm.transforms.differentiation.rules.value_builder import Size, TensorValue


def coordinate(x: TensorValue, axis: int) -> TensorValue:
    """Each element's own index along an axis, as ``i64``."""
    if x.type.static_shape is not None:
        return x.wrap(op.Iota(x.shape, axis, INDEX))
    return x.counts().scan("add", axis, exclusive=True)


def ones_along(x: TensorValue, axis: int) -> TensorValue:
    """A vector of as many ``i64`` as an axis has elements, all of them 1."""
    dim = x.shape[axis]
    if isinstance(dim, int):
        return TensorValue(Literal(TensorType((dim,), I64), 1), x.builder)
    others = tuple(a for a in range(len(x.shape)) if a != axis)
    ones = x.counts()
    return x.wrap(op.Reduce(ones.value, "multiply", others, None)) if others else ones


def position(x: TensorValue, along: tuple[int, TensorValue] | None = None) -> TensorValue:
    """Each element's index in row-major order. ``along`` is an axis, and indices along it: the
    result is of those elements, in the shape of the indices, which is that of ``x`` elsewhere."""
    points = x if along is None else along[1]
    total: TensorValue | None = None
    stride: Size = 1
    for axis in reversed(range(len(x.shape))):
        index = along[1] if along is not None and along[0] == axis else coordinate(points, axis)
        part = index if stride == 1 else index * stride
        total = part if total is None else total + part
        stride = stride * x.size(axis)
    return points.counts() - 1 if total is None else total


def in_shape_of(flat: TensorValue, x: TensorValue) -> TensorValue:
    """The elements of a vector, or of a tensor of another shape, in the shape of ``x``, which has
    as many."""
    if 0 in x.shape:
        return x.filled(0)
    if sum(isinstance(dim, Symbol) for dim in x.shape) < 2:
        return flat.reshape(x.shape)
    return flat.reshape((ERASED,)).gather(position(x), 0).like(x)


def add_along_axis(g: TensorValue, indices: TensorValue, axis: int, x: TensorValue) -> TensorValue:
    """Each element of ``g`` added up, in a tensor like ``x``, where an index of its own along an
    axis says. ``g`` and the indices have the same shape, that of ``x`` along the others."""
    if len(x.shape) == 1:
        return x.filled(0).scatter(g, indices, 0, "add")
    static = x.type.static_shape
    count = ERASED if static is None else math.prod(static)
    flat = x.filled(0).reshape((count,)).scatter(g, position(x, (axis, indices)), 0, "add")
    return in_shape_of(flat, x)


def sum_to(g: TensorValue, x: TensorValue, own: Container[int]) -> TensorValue:
    """The gradient of an operand that was broadcast: summed where it was repeated. ``own`` are the
    axes of ``x`` along which it is known not to have been."""
    if isinstance(g.value, op.Negate) and g.shape != x.shape:
        return -sum_to(TensorValue(g.value.x, g.builder), x, own)  # There are fewer sums to negate.
    extra = len(g.shape) - len(x.shape)
    pairs = list(zip(x.shape, g.shape[extra:], strict=True))
    once = [axis for axis, (wanted, found) in enumerate(pairs) if wanted == 1 and found != 1]
    g = g.sum((*range(extra), *(extra + axis for axis in once))).unsqueeze(*once)
    unknown = tuple(
        axis
        for axis, (wanted, found) in enumerate(pairs)
        if isinstance(wanted, Symbol)
        and not (axis in own or found == 1 or (wanted == found and wanted != ERASED))
    )
    return (g.wrap(op.Unbroadcast(g.value, x.value, unknown)) if unknown else g).like(x)


class Repeated:
    """A tensor repeated along dimensions that have, when the program runs, a size of 1, or are as
    large as asked for."""

    def __init__(self, x: TensorValue) -> None:
        self.x = x
        self._origin = x
        self._axes: list[int] = []

    def along(self, axis: int, ones: TensorValue) -> None:
        """Repeats it to the length of a vector."""
        last = self.x.size(axis) - 1  # Of a size of 1, the only element is repeated.
        indices = coordinate(ones, 0).minimum(last)
        self._axes.append(axis)
        self.x = self.x.gather(indices, axis)

    def undo(self, g: TensorValue) -> TensorValue:
        """The gradient of what was repeated."""
        if not self._axes:
            return g
        return g.wrap(op.Unbroadcast(g.value, self._origin.value, tuple(self._axes)))
