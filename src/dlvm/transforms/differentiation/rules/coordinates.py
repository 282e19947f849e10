"""Tensors of indices, for known and unknown sizes, and accumulation of gradients at indices."""

from __future__ import annotations

import math
from collections.abc import Container

from dlvm.ir import Literal, TensorType
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, I64, INDEX, Symbol
from dlvm.transforms.differentiation.rules.value_builder import Size, TensorValue


def coordinate(x: TensorValue, axis: int) -> TensorValue:
    """Returns each element's own index along an axis, as ``i64``."""
    if x.type.static_shape is not None:
        return x.wrap(op.Iota(x.shape, axis, INDEX))
    return x.counts().scan("add", axis, exclusive=True)


def ones_along(x: TensorValue, axis: int) -> TensorValue:
    """Returns a vector of ``i64`` ones with the length of an axis."""
    dim = x.shape[axis]
    if isinstance(dim, int):
        return TensorValue(Literal(TensorType((dim,), I64), 1), x.builder)
    others = tuple(a for a in range(len(x.shape)) if a != axis)
    ones = x.counts()
    return x.wrap(op.Reduce(ones.value, "multiply", others, None)) if others else ones


def position(x: TensorValue, along: tuple[int, TensorValue] | None = None) -> TensorValue:
    """Returns each element's index in row-major order.

    With ``along``, an axis and indices along it, returns the positions of the elements at these
    indices. The result has the shape of the indices, which equals the shape of ``x`` except along
    the axis.
    """
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
    """Reshapes a tensor to the shape of ``x``, which has the same number of elements."""
    if 0 in x.shape:
        return x.filled(0)
    if sum(isinstance(dim, Symbol) for dim in x.shape) < 2:
        return flat.reshape(x.shape)
    return flat.reshape((ERASED,)).gather(position(x), 0).like(x)


def add_along_axis(g: TensorValue, indices: TensorValue, axis: int, x: TensorValue) -> TensorValue:
    """Scatter-adds ``g`` to zeros like ``x`` at indices along an axis.

    ``g`` and the indices have the shape of ``x`` except along the axis.
    """
    if len(x.shape) == 1:
        return x.filled(0).scatter(g, indices, 0, "add")
    static = x.type.static_shape
    count = ERASED if static is None else math.prod(static)
    flat = x.filled(0).reshape((count,)).scatter(g, position(x, (axis, indices)), 0, "add")
    return in_shape_of(flat, x)


def sum_to(g: TensorValue, x: TensorValue, own: Container[int]) -> TensorValue:
    """Reduces the gradient of a broadcast operand to its shape. ``own`` holds the axes of ``x``
    that are known not to be broadcast."""
    if isinstance(g.value, op.Negate) and g.shape != x.shape:
        return -sum_to(TensorValue(g.value.x, g.builder), x, own)  # Cheaper on the sum.
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
    """A tensor that is broadcast along dimensions whose size at run time is either 1 or the
    requested size."""

    def __init__(self, x: TensorValue) -> None:
        self.x = x
        self._origin = x
        self._axes: list[int] = []

    def along(self, axis: int, ones: TensorValue) -> None:
        """Broadcasts an axis to the length of a vector."""
        last = self.x.size(axis) - 1  # If the size is 1, the only element is repeated.
        indices = coordinate(ones, 0).minimum(last)
        self._axes.append(axis)
        self.x = self.x.gather(indices, axis)

    def undo(self, g: TensorValue) -> TensorValue:
        """Returns the gradient of the original tensor."""
        if not self._axes:
            return g
        return g.wrap(op.Unbroadcast(g.value, self._origin.value, tuple(self._axes)))
