"""Adjoints of instructions that create or move elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dlvm.ir import Literal, TensorType, Type
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.instructions.rules import constant_index, tensor_type
from dlvm.ir.types import BOOL
from dlvm.transforms.differentiation.rules.coordinates import coordinate, ones_along
from dlvm.transforms.differentiation.rules.rule_types import Flow
from dlvm.transforms.differentiation.rules.value_builder import Size, TensorValue, false_like

# Moved elements


def transpose(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    instruction = cast(op.Transpose, y.value)
    if instruction.axes is None:
        return g.wrap(op.Transpose(g.value))
    inverse = sorted(range(len(instruction.axes)), key=instruction.axes.__getitem__)
    return g.transpose(inverse)


def reverse(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    return g.wrap(op.Reverse(g.value, cast(op.Reverse, y.value).axes))


def pad_shape(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    return g.squeeze(cast(op.PadShape, y.value).axis)


def squeeze_shape(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    return g.unsqueeze(cast(op.SqueezeShape, y.value).axis)


def concatenate(flow: Flow, instruction: op.Concatenate) -> None:
    g, axis = flow.gradient(instruction), instruction.axis
    start: Size = 0
    for value in instruction.parts:
        part = flow.term(value)
        end = start + part.size(axis)
        if flow.wants(value):
            ahead: list[tuple[Size, Size]] = [(0, part.size(a)) for a in range(axis)]
            flow.add(value, (), g.slice([*ahead, (start, end)]).like(part))
        start = end


def slice(flow: Flow, instruction: op.Slice) -> None:
    """Scatters the gradient back to the sliced positions."""
    g, x = flow.gradient(instruction), flow.term(instruction.x)
    axis = _only_axis(instruction)
    if axis is None or not flow.is_in_loop(instruction.x):
        if flow.wants(instruction.x):
            bounds = [flow.term(value) for value in instruction.start]
            flow.add(instruction.x, (), _dilated(g, flow.term(instruction), x, bounds))
        return
    start = flow.term(instruction.start[axis])
    indices = coordinate(ones_along(g, axis), 0) * instruction.steps[axis] + start
    flow.put_into(instruction.x, lambda total: total.scatter(g, indices, axis, "add"))


def _only_axis(instruction: op.Slice) -> int | None:
    """Returns the only axis along which a slice takes a proper part, or None."""
    shape = tensor_type(instruction.x).shape
    clauses = zip(instruction.start, instruction.end, instruction.steps, shape, strict=False)
    found = [
        axis
        for axis, (low, high, step, dim) in enumerate(clauses)
        if step != 1 or constant_index(low) != 0 or constant_index(high) != dim
    ]
    return found[0] if len(found) == 1 else None


def _dilated(
    g: TensorValue, y: TensorValue, x: TensorValue, bounds: Sequence[TensorValue]
) -> TensorValue:
    """Pads the gradient of a slice back to the operand's shape."""
    instruction = cast(op.Slice, y.value)
    rest = len(x.shape) - len(instruction.start)
    gaps = [*(step - 1 for step in instruction.steps), *[0] * rest]
    lows = [*map(constant_index, instruction.start), *[0] * rest]
    padding: list[tuple[int, int]] = []
    for low, dim, count, gap in zip(lows, x.shape, y.shape, gaps, strict=True):
        if low is None or not isinstance(dim, int) or not isinstance(count, int):
            block = g.pad([(0, 0)] * len(gaps), gaps)
            return x.filled(0).update(block, [*bounds[: len(instruction.start)], *[0] * rest])
        span = (count - 1) * (gap + 1) + 1 if count else 0
        padding.append((low, dim - low - span))
    return g.pad(padding, gaps)


def update(flow: Flow, instruction: op.Update) -> None:
    """Extracts the block's gradient before it overwrites it with zeros, so that a loop updates the
    operand's gradient in place."""
    g, block = flow.gradient(instruction), flow.term(instruction.y)
    if flow.wants(instruction.y):
        bounds: list[tuple[Size, Size]] = []
        for axis, value in enumerate(instruction.offsets):
            constant = constant_index(value)
            first = flow.term(value) if constant is None else constant
            bounds.append((first, first + block.size(axis)))
        flow.add(instruction.y, (), g.slice(bounds).like(block))
    if flow.wants(instruction.x):
        rest = op.Update(g.value, block.filled(0).value, instruction.start)
        flow.add(instruction.x, (), g.wrap(rest))


def pad_operand(g: TensorValue, y: TensorValue, x: TensorValue, value: TensorValue) -> TensorValue:
    """Returns the gradient of the operand: crops the padding, and inserts zeros for elements that
    the instruction cropped."""
    instruction = cast(op.Pad, y.value)
    g = g.pad([(-low, -high) for low, high in instruction.padding])
    if any(instruction.gaps):
        bounds = [(0, g.size(axis)) for axis in range(len(g.shape))]
        g = g.slice(bounds, [gap + 1 for gap in instruction.gaps])
    return g.like(x)


def pad_value(g: TensorValue, y: TensorValue, x: TensorValue, value: TensorValue) -> TensorValue:
    instruction = cast(op.Pad, y.value)
    return padded_share(g, x, instruction.padding, instruction.interior)


def padded_share(
    g: TensorValue,
    x: TensorValue,
    padding: tuple[tuple[int, int], ...],
    interior: tuple[int, ...] | None = None,
) -> TensorValue:
    """Returns the sum of a gradient over the padding around ``x``."""
    true = Literal(TensorType((), BOOL), True)
    is_padding = x.wrap(op.Pad(false_like(x).value, padding, true, interior))
    return is_padding.select(g, 0).sum()


# Random numbers: y = low + (high - low) u, or y = low + high z, for fixed u and z.


def random_low(
    g: TensorValue, y: TensorValue, low: TensorValue, high: TensorValue, *key: TensorValue
) -> TensorValue:
    if cast(op.Random, y.value).normal:
        return g.sum()
    return (g * (1 - _fraction(y, low, high))).sum()


def random_high(
    g: TensorValue, y: TensorValue, low: TensorValue, high: TensorValue, *key: TensorValue
) -> TensorValue:
    if cast(op.Random, y.value).normal:
        return (g * high.equals(0).select(0, (y - low) / high)).sum()
    return (g * _fraction(y, low, high)).sum()


def _fraction(y: TensorValue, low: TensorValue, high: TensorValue) -> TensorValue:
    """Returns the relative position of a random number between its bounds, or one half if the
    bounds are equal."""
    return high.equals(low).select(0.5, (y - low) / (high - low))


# Elements of tensors, in paths


def split_path(type: Type, path: Path) -> tuple[Path, tuple[int, ...]]:
    """Splits a path into the path to a tensor and the indices of a part of it."""
    for length in range(len(path)):
        if isinstance(op.element_at(type, path[:length]).canonical, TensorType):
            return path[:length], tuple(i for i in path[length:] if isinstance(i, int))
    return path, ()


def embed(g: TensorValue, whole: TensorValue, indices: tuple[int, ...]) -> TensorValue:
    """Embeds the gradient of a part of a tensor in zeros."""
    sizes = whole.type.static_shape
    if sizes is None:
        zeros = whole.filled(0)
        part = op.element_at(zeros.type, indices).canonical
        assert isinstance(part, TensorType)
        if g.type != part:
            g = g.wrap(op.Broadcast(g.value, part.shape))
        return g.wrap(op.Insert(g.value, zeros.value, indices))
    for axis, index in reversed(list(enumerate(indices))):
        rest = [(0, 0)] * len(g.shape)
        g = g.unsqueeze(0).pad([(index, sizes[axis] - index - 1), *rest])
    return g
