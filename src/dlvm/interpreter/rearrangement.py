"""Evaluation of sorts, updates and bit casts, and of queries of shapes."""

from __future__ import annotations

import numpy as np

from dlvm.interpreter.numbers import Array, widened
from dlvm.interpreter.rules import Frame, failure, rule
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type


@rule(op.Sort)
def _sort(_: Frame, sort: op.Sort, x: Array) -> tuple[Array, Array]:
    axis = sort.axis
    keys = widened(x, tensor_type(sort.x).element)
    if sort.descending:
        # Reversing before and after the sort keeps equal elements in their order.
        turned = np.argsort(np.flip(keys, axis), axis, kind="stable")
        places = x.shape[axis] - 1 - np.flip(turned, axis)
    else:
        places = np.argsort(keys, axis, kind="stable")
    if sort.count is not None:
        places = np.take(places, range(sort.count), axis)
    return np.take_along_axis(x, places, axis), places.astype(np.int64)


@rule(op.Update)
def _update(_: Frame, update: op.Update, x: Array, y: Array, *start: Array) -> Array:
    where: list[slice] = []
    for axis, (offset, size, room) in enumerate(zip(start, y.shape, x.shape, strict=False)):
        first = int(offset)
        if not 0 <= first <= room - size:
            bound = "at least 0" if first < 0 else f"at most {room - size}"
            message = f"offset must be {bound} at dimension {axis}, got {first}"
            raise failure(update, f"update: {message}")
        where.append(slice(first, first + size))
    where += [slice(size) for size in y.shape[len(start) :]]
    result = x.copy()
    result[tuple(where)] = y
    return result


@rule(op.BitCast)
def _bit_cast(_: Frame, cast: op.BitCast, x: Array) -> Array:
    return np.ascontiguousarray(x).view(cast.element.numpy).reshape(x.shape)


@rule(op.Rank)
def _rank(_: Frame, __: op.Rank, x: Array) -> Array:
    return np.asarray(x.ndim, np.int64)


@rule(op.ShapeOf)
def _shape_of(_: Frame, __: op.ShapeOf, x: Array) -> Array:
    return np.asarray(x.shape, np.int64)


@rule(op.UnitCount)
def _unit_count(_: Frame, __: op.UnitCount, x: Array) -> Array:
    return np.asarray(x.size, np.int64)


@rule(op.Dimension)
def _dimension(_: Frame, dimension: op.Dimension, x: Array) -> Array:
    return np.asarray(x.shape[dimension.axis], np.int64)
