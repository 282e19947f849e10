"""Evaluation of instructions that create, move or rearrange elements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.diagnostics import Location, error
from dlvm.interpreter.linear_algebra import UFUNCS
from dlvm.interpreter.numbers import Array, broadcast_array, converted, widened
from dlvm.interpreter.rules import Frame, failure, rule
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import indices_below, shape_text, tensor_type
from dlvm.ir.types import ERASED, Shape


@rule(op.LiteralInstruction)
def _literal(_: Frame, __: op.LiteralInstruction, value: Any) -> Any:
    return value


@rule(op.Transpose)
def _transpose(_: Frame, transpose: op.Transpose, x: Array) -> Array:
    return np.transpose(x, transpose.permutation)


@rule(op.Reverse)
def _reverse(_: Frame, reverse: op.Reverse, x: Array) -> Array:
    return np.flip(x, reverse.axes)


@rule(op.Concatenate)
def _concatenate(_: Frame, concatenate: op.Concatenate, *parts: Array) -> Array:
    return np.concatenate(parts, concatenate.axis)


@rule(op.Slice)
def _slice(_: Frame, slice_: op.Slice, x: Array, *bounds: Array) -> Array:
    count = len(slice_.start)
    index: list[slice] = []
    for axis, (low, high, step, size) in enumerate(
        zip(bounds[:count], bounds[count:], slice_.steps, x.shape, strict=False)
    ):
        start, end = int(low), int(high)
        at = f"at dimension {axis}, got"
        if start < 0:
            raise failure(slice_, f"slice: start must be at least 0 {at} {start}")
        if end < start:
            raise failure(slice_, f"slice: end must be at least the start, {start}, {at} {end}")
        if end > size:
            raise failure(slice_, f"slice: end must be at most the size, {size}, {at} {end}")
        index.append(slice(start, end, step))
    return x[tuple(index)]


def check_index(found: int, count: int, location: Location | None) -> None:
    """Raises :class:`DiagnosticError` unless an index is at least 0 and less than ``count``."""
    if not 0 <= found < count:
        raise error(f"index {found} is out of range, expected {indices_below(count)}", location)


@rule(op.Pad)
def _pad(_: Frame, pad: op.Pad, x: Array, value: Array) -> Array:
    shape: list[int] = []
    sources: list[Array] = []
    targets: list[Array] = []
    for size, (low, high), gap in zip(x.shape, pad.padding, pad.gaps, strict=True):
        padded = size + max(0, size - 1) * gap + low + high
        place = np.asarray([low + n * (gap + 1) for n in range(size)], np.int64)
        inside = np.asarray((place >= 0) & (place < padded))
        shape.append(padded)
        sources.append(np.flatnonzero(inside))
        targets.append(place[inside])
    result = np.full(tuple(shape), value, x.dtype)
    result[np.ix_(*targets)] = x[np.ix_(*sources)]
    return result


@rule(op.Gather)
def _gather(_: Frame, gather: op.Gather, x: Array, indices: Array) -> Array:
    places = _checked_indices(gather, indices, x.shape[gather.axis])
    return np.take(x, places, gather.axis)


@rule(op.Scatter)
def _scatter(_: Frame, scatter: op.Scatter, updates: Array, x: Array, indices: Array) -> Array:
    element = tensor_type(scatter).element
    places = _checked_indices(scatter, indices, x.shape[scatter.axis])
    where: Any = (*(slice(None),) * scatter.axis, places)
    if scatter.by is None:
        result = x.copy()
        result[where] = updates
        return result
    joined = widened(x, element).copy()
    UFUNCS[scatter.by].at(joined, where, widened(updates, element))
    return converted(joined, element)


def _checked_indices(instruction: Instruction, indices: Array, bound: int) -> Array:
    wrong = indices[(indices < 0) | (indices >= bound)]
    if wrong.size:
        check_index(int(wrong.flat[0]), bound, instruction.location)
    return indices.astype(np.intp)


@rule(op.Iota)
def _iota(frame: Frame, iota: op.Iota, *sizes: Array) -> Array:
    shape = sized_shape(frame, iota, sizes)
    numbers = converted(np.arange(shape[iota.axis]), tensor_type(iota).element)
    column = numbers.reshape((-1,) + (1,) * (len(shape) - 1 - iota.axis))
    return broadcast_array(column, shape)


def sized_shape(
    frame: Frame, instruction: op.Iota | op.Random, sizes: Sequence[Array]
) -> tuple[int, ...]:
    """The shape attribute of an instruction. ``sizes`` has the values of its dynamic sizes."""
    for number, size in enumerate(sizes):
        if size < 0:
            message = f"size #{number} must be at least 0, got {size}"
            raise failure(instruction, f"{instruction.mnemonic}: {message}")
    rest = iter(map(int, sizes))
    shape = tuple(next(rest) if d == ERASED else d for d in instruction.shape)
    return _known_shape(frame, instruction, shape)


def _known_shape(frame: Frame, instruction: Instruction, shape: Shape) -> tuple[int, ...]:
    sizes = [frame.size(d) for d in shape]
    known = tuple(s for s in sizes if s is not None)
    if len(known) < len(sizes):
        raise failure(instruction, f"the sizes of {shape_text(shape)} are not all known")
    return known


@rule(op.ShapeCast)
def _shape_cast(frame: Frame, cast: op.ShapeCast, x: Array) -> Array:
    sizes = [frame.size(d) for d in cast.shape]
    rest = math.prod(s for s in sizes if s is not None)
    if sizes.count(None) == 1 and rest and x.size % rest == 0:
        sizes = [x.size // rest if s is None else s for s in sizes]
    shape = _known_shape(
        frame, cast, tuple(d if s is None else s for d, s in zip(cast.shape, sizes, strict=True))
    )
    if math.prod(shape) != x.size:
        raise failure(
            cast,
            f"{shape_text(x.shape)} has {x.size} elements, but {shape_text(shape)} has "
            f"{math.prod(shape)}",
        )
    return x.reshape(shape)


@rule(op.PadShape)
def _pad_shape(_: Frame, pad: op.PadShape, x: Array) -> Array:
    return np.expand_dims(x, pad.axis)


@rule(op.SqueezeShape)
def _squeeze_shape(_: Frame, squeeze: op.SqueezeShape, x: Array) -> Array:
    return np.squeeze(x, squeeze.axis)


@rule(op.Broadcast)
def _broadcast(frame: Frame, broadcast: op.Broadcast, x: Array) -> Array:
    # An unspecified size is that of the operand.
    own = (*(None,) * (len(broadcast.shape) - x.ndim), *x.shape)
    sizes = [frame.size(d) for d in broadcast.shape]
    target = tuple(
        s if s is not None else o if o is not None else d
        for d, s, o in zip(broadcast.shape, sizes, own, strict=True)
    )
    shape = _known_shape(frame, broadcast, target)
    if any(o not in (None, 1, s) for o, s in zip(own, shape, strict=True)):
        raise failure(
            broadcast,
            f"shape {shape_text(x.shape)} does not broadcast to {shape_text(shape)}",
        )
    return broadcast_array(x, shape)
