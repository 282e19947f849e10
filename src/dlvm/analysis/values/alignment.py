"""Axis alignment: determines which axes of two tensors correspond, through changes of shape."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeGuard

from dlvm.ir import Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED, Shape

Alignment = tuple[int | None, ...]
"""For each axis of a tensor, the corresponding axis of another one, or None if the axis is
broadcast."""

FARTHEST: Final = 16
"""The maximum number of analyzed steps in a chain."""


def changes_shape(value: Value) -> TypeGuard[Instruction]:
    """Whether a value is a reshape or a broadcast, which changes only the shape of its operand."""
    return isinstance(value, Instruction) and (
        Trait.RESHAPE in value.traits or isinstance(value, op.Broadcast)
    )


def unshaped(value: Value) -> tuple[list[Instruction], Value]:
    """The chain of reshapes and broadcasts that computes a value, and the value at its start."""
    steps: list[Instruction] = []
    while changes_shape(value) and len(steps) < FARTHEST:
        steps.insert(0, value)
        (value,) = value.operands
    return steps, value


def identity(shape: Shape) -> Alignment:
    """The alignment of a tensor with itself. Axes of size 1 have no counterpart."""
    return tuple(None if dim == 1 else axis for axis, dim in enumerate(shape))


def realigned(instruction: Instruction, alignment: Alignment) -> Alignment | None:
    """The alignment after a reshape or a transpose, from the alignment of its operand. None if its
    axes do not correspond to those of the operand."""
    match instruction:
        case op.PadShape(axis=axis):
            return (*alignment[:axis], None, *alignment[axis:])
        case op.SqueezeShape(axis=axis):
            return (*alignment[:axis], *alignment[axis + 1 :])
        case op.Transpose(permutation=permutation):
            return tuple(alignment[axis] for axis in permutation)
        case op.Broadcast():
            return widened(alignment, len(tensor_type(instruction).shape))
        case op.ShapeCast(x=x):
            before, after = tensor_type(x).static_shape, tensor_type(instruction).static_shape
            if before is None or after is None:
                return None
            kept = [a for a, dim in zip(alignment, before, strict=True) if dim != 1]
            if [d for d in before if d != 1] != [d for d in after if d != 1]:
                return None
            return tuple(None if dim == 1 else kept.pop(0) for dim in after)
        case _:
            return None


def widened(alignment: Alignment, rank: int) -> Alignment:
    """The alignment after a broadcast to more dimensions."""
    return (*[None] * (rank - len(alignment)), *alignment)


def alignment_after(alignment: Alignment, reshapings: Iterable[Instruction]) -> Alignment | None:
    """The alignment after a chain of reshapings."""
    found: Alignment | None = alignment
    for reshaping in reshapings:
        # If sizes are unknown, there may be more elements than before.
        is_known = not isinstance(reshaping, op.Broadcast)
        if found is None or not (is_known or ERASED not in tensor_type(reshaping).shape):
            return None
        found = realigned(reshaping, found)
    return found


def left_by(reduce: op.Reduce) -> Alignment:
    """The alignment of a reduction's result with its operand."""
    axes = identity(tensor_type(reduce.x).shape)
    return tuple(a for axis, a in enumerate(axes) if axis not in reduce.axes)


def is_spread_back(reduce: op.Reduce, reshapings: Iterable[Instruction]) -> bool:
    """Whether the reshaped result of a reduction is broadcast back along the reduced axes, if it is
    combined element by element with a tensor that has the shape of the reduction's operand."""
    rank, left = tensor_type(reduce.x).rank, left_by(reduce)
    alignment = alignment_after(left, reshapings)
    if alignment is None or len(alignment) > rank:
        return False
    found = widened(alignment, rank)
    is_own = all(a is None or a == axis for axis, a in enumerate(found))
    return is_own and all(a in found for a in left)
