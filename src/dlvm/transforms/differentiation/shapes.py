"""Adjoints of instructions that contract, reduce, move or make elements."""

from __future__ import annotations

import math
from typing import cast

from dlvm.analysis.differentiability import unsupported
from dlvm.ir import Instruction, Literal, TensorType, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.instructions.rules import constant_index, tensor_type
from dlvm.ir.types import BOOL, I64, Dim
from dlvm.ir.values import index_literal
from dlvm.transforms.differentiation.rules import Flow
from dlvm.transforms.differentiation.term import Term, false_like


def _size(dim: Dim, y: Term) -> int:
    """A size that a rule can not do without."""
    if not isinstance(dim, int):
        raise unsupported("a dimension of unknown size", cast(Instruction, y.value))
    return dim


# Products


def dot_left(g: Term, y: Term, a: Term, b: Term) -> Term:
    """dot a, b = y: the gradient of a is dot g, transpose b."""
    match len(a.shape), len(b.shape):
        case 1, 1:
            return g * b
        case _, 1:
            return g.unsqueeze(len(g.shape)) * b
        case 1, 2:
            return b.dot(g)
        case 1, _:
            return _apply_matrix(b, g)
        case _:
            return g.dot(b.swap_matrix())


def dot_right(g: Term, y: Term, a: Term, b: Term) -> Term:
    """dot a, b = y: the gradient of b is dot transpose a, g."""
    match len(a.shape), len(b.shape):
        case 1, 1:
            return g * a
        case 1, _:
            return a.unsqueeze(1) * g.unsqueeze(len(g.shape) - 1)
        case 2, _:
            return a.swap_matrix().dot(g)
        case _, 1:
            return _apply_matrix(a.swap_matrix(), g)
        case _, 2 if a.type.static_shape and g.type.static_shape:
            # One product over the rows of all batches.
            rows = a.reshape((math.prod(a.type.static_shape[:-1]), a.shape[-1]))
            flat = g.reshape((math.prod(g.type.static_shape[:-1]), g.shape[-1]))
            return rows.swap_matrix().dot(flat)
        case _:
            return a.swap_matrix().dot(g)


def _apply_matrix(matrices: Term, vectors: Term) -> Term:
    rank = len(vectors.shape)
    return matrices.dot(vectors.unsqueeze(rank)).squeeze(rank)


# Reductions


def reduce_operand(g: Term, y: Term, x: Term, init: Term | None = None) -> Term:
    reduce = cast(op.Reduce, y.value)
    axes = sorted(reduce.axes)
    match reduce.by:
        case "add":
            return g.unsqueeze(*axes).broadcast_to(x)
        case "multiply":
            # Without the zeros, where there are any: of one, the product of the others; of several,
            # nothing.
            is_zero = x.equals(0)
            others = is_zero.select(1, x)
            start = None if init is None else init.value
            product = x.wrap(op.Reduce(others.value, "multiply", reduce.axes, start))
            zeros = is_zero.cast(x.type.element).sum(reduce.axes)
            only_zero = zeros.equals(1).select(g * product, 0).unsqueeze(*axes)
            nonzero = zeros.equals(0).select(g * product, 0).unsqueeze(*axes) / others
            return is_zero.select(only_zero, nonzero)
        case _:
            share = g / _ties(y, x, init)
            return x.equals(y.unsqueeze(*axes)).select(share.unsqueeze(*axes), 0)


def reduce_init(g: Term, y: Term, x: Term, init: Term) -> Term:
    reduce = cast(op.Reduce, y.value)
    match reduce.by:
        case "add":
            return g.sum()
        case "multiply":
            return (g * x.wrap(op.Reduce(x.value, "multiply", reduce.axes, None))).sum()
        case _:
            return init.equals(y).select(g / _ties(y, x, init), 0).sum()


def _ties(y: Term, x: Term, init: Term | None) -> Term:
    """How many elements are the extreme one; each gets an equal share of its gradient."""
    reduce = cast(op.Reduce, y.value)
    is_extreme = x.equals(y.unsqueeze(*sorted(reduce.axes)))
    count = is_extreme.cast(x.type.element).sum(reduce.axes)
    return count if init is None else count + init.equals(y).cast(x.type.element)


def scan(g: Term, y: Term, x: Term) -> Term:
    """Of sums, each element counts in all that come behind it: the sums from the other end."""
    instruction = cast(op.Scan, y.value)
    exclusive, back = instruction.exclusive, not instruction.reverse
    return g.wrap(op.Scan(g.value, instruction.by, instruction.axes, exclusive, back))


# Rearranged elements


def transpose(g: Term, y: Term, x: Term) -> Term:
    instruction = cast(op.Transpose, y.value)
    if instruction.axes is None:
        return g.wrap(op.Transpose(g.value))
    inverse = sorted(range(len(instruction.axes)), key=instruction.axes.__getitem__)
    return g.transpose(inverse)


def reverse(g: Term, y: Term, x: Term) -> Term:
    return g.wrap(op.Reverse(g.value, cast(op.Reverse, y.value).axes))


def pad_shape(g: Term, y: Term, x: Term) -> Term:
    return g.squeeze(cast(op.PadShape, y.value).axis)


def squeeze_shape(g: Term, y: Term, x: Term) -> Term:
    return g.unsqueeze(cast(op.SqueezeShape, y.value).axis)


def concatenate(flow: Flow, instruction: op.Concatenate) -> None:
    g, axis, start = flow.gradient(instruction), instruction.axis, 0
    for part in instruction.parts:
        shape = tensor_type(part).shape
        end = start + _size(shape[axis], flow.term(instruction))
        if flow.wants(part):
            bounds = [
                (start, end) if a == axis else (0, _size(dim, flow.term(instruction)))
                for a, dim in enumerate(shape[: axis + 1])
            ]
            flow.add(part, (), _slice_at(g, bounds))
        start = end


def _slice_at(x: Term, bounds: list[tuple[int, int]], strides: list[int] | None = None) -> Term:
    low, high = ([index_literal(b[side]) for b in bounds] for side in (0, 1))
    steps = tuple(strides) if strides and any(s != 1 for s in strides) else None
    return x.wrap(op.Slice(x.value, low, high, steps))


def slice(g: Term, y: Term, x: Term, *bounds: Term) -> Term:
    """The gradient put back in its place, zeros around it."""
    instruction = cast(op.Slice, y.value)
    padding: list[tuple[int, int]] = []
    for axis, dim in enumerate(x.shape):
        if axis >= len(instruction.start):
            padding.append((0, 0))
            continue
        low = constant_index(instruction.start[axis])
        if low is None:
            raise unsupported("a slice with bounds that are not constant", instruction)
        count, step = _size(y.shape[axis], y), instruction.steps[axis]
        span = (count - 1) * step + 1 if count else 0
        padding.append((low, _size(dim, y) - low - span))
    gaps = tuple(s - 1 for s in instruction.steps) + (0,) * (len(padding) - len(instruction.steps))
    return _pad(g, padding, gaps)


def update_operand(g: Term, y: Term, x: Term, block: Term, *start: Term) -> Term:
    """The gradient, zeros where the block was written."""
    instruction = cast(op.Update, y.value)
    return g.wrap(op.Update(g.value, block.filled(0).value, instruction.start))


def update_block(g: Term, y: Term, x: Term, block: Term, *start: Term) -> Term:
    sizes = [_size(dim, y) for dim in block.shape]
    if not sizes:
        return g
    end = [
        index_literal(first + size)
        if (first := constant_index(offset.value)) is not None
        else (offset + size).value
        for offset, size in zip(start, sizes, strict=True)
    ]
    part = g.wrap(op.Slice(g.value, [offset.value for offset in start], end, None))
    return part.reshape(block.shape)


def _pad(x: Term, padding: list[tuple[int, int]], gaps: tuple[int, ...] | None = None) -> Term:
    zero = x.constant(0).value
    return x.wrap(op.Pad(x.value, tuple(padding), zero, gaps if gaps and any(gaps) else None))


def pad_operand(g: Term, y: Term, x: Term, value: Term) -> Term:
    """The padding taken away again, what was cropped put back as zeros."""
    instruction = cast(op.Pad, y.value)
    g = _pad(g, [(-low, -high) for low, high in instruction.padding])
    if not any(instruction.gaps):
        return g
    bounds = [(0, _size(dim, y)) for dim in g.shape]
    return _slice_at(g, bounds, [gap + 1 for gap in instruction.gaps])


def pad_value(g: Term, y: Term, x: Term, value: Term) -> Term:
    instruction = cast(op.Pad, y.value)
    false = false_like(x)
    true = Literal(TensorType((), BOOL), True)
    is_padding = x.wrap(op.Pad(false.value, instruction.padding, true, instruction.interior))
    return is_padding.select(g, 0).sum()


def gather(g: Term, y: Term, x: Term, indices: Term) -> Term:
    axis = cast(op.Gather, y.value).axis
    return g.wrap(op.Scatter(g.value, x.filled(0).value, indices.value, axis, "add"))


def scatter_operand(g: Term, y: Term, updates: Term, x: Term, indices: Term) -> Term:
    instruction = cast(op.Scatter, y.value)
    if instruction.by == "add":
        return g
    zeros = updates.filled(0)
    return g.wrap(op.Scatter(zeros.value, g.value, indices.value, instruction.axis))


def scatter_updates(g: Term, y: Term, updates: Term, x: Term, indices: Term) -> Term:
    instruction = cast(op.Scatter, y.value)
    axis = instruction.axis
    taken = g.wrap(op.Gather(g.value, indices.value, axis))
    if instruction.by == "add" or not indices.shape:
        return taken
    # Where an index repeats, only the last update shows in the result: number the updates, and see
    # whose number stands in the end.
    count = math.prod(_size(d, y) for d in indices.shape)
    numbers = g.wrap(op.Iota((count,), 0, TensorType((), I64))).reshape(indices.shape)
    nobody = Literal(TensorType((_size(x.shape[axis], y),), I64), -1)
    last = g.wrap(op.Scatter(numbers.value, nobody, indices.value, 0))
    shows = g.wrap(op.Gather(last.value, indices.value, 0)).equals(numbers)
    behind = len(x.shape) - axis - 1
    return shows.unsqueeze(*range(len(indices.shape), len(indices.shape) + behind)).select(taken, 0)


# Random numbers: y = low + (high - low) u, or y = low + high z, for fixed u and z.


def random_low(g: Term, y: Term, low: Term, high: Term, *key: Term) -> Term:
    if cast(op.Random, y.value).normal:
        return g.sum()
    return (g * (1 - _fraction(y, low, high))).sum()


def random_high(g: Term, y: Term, low: Term, high: Term, *key: Term) -> Term:
    if cast(op.Random, y.value).normal:
        return (g * high.equals(0).select(0, (y - low) / high)).sum()
    return (g * _fraction(y, low, high)).sum()


def _fraction(y: Term, low: Term, high: Term) -> Term:
    """Where the number lies between its bounds. Equal bounds do not tell: then in the middle."""
    return high.equals(low).select(0.5, (y - low) / (high - low))


# Elements of tensors, in paths


def split_path(type: Type, path: Path) -> tuple[Path, tuple[int, ...]]:
    """A path cut in two: down to a tensor, and the indices of a part of that tensor."""
    for length in range(len(path)):
        if isinstance(op.element_at(type, path[:length]).canonical, TensorType):
            return path[:length], tuple(i for i in path[length:] if isinstance(i, int))
    return path, ()


def embed(g: Term, whole: Type, indices: tuple[int, ...], blamed: Value) -> Term:
    """The gradient of a part of a tensor put in its place, zeros around it."""
    tensor = whole.canonical
    assert isinstance(tensor, TensorType)
    for axis, index in reversed(list(enumerate(indices))):
        size = tensor.shape[axis]
        if not isinstance(size, int):
            raise unsupported("a dimension of unknown size", cast(Instruction, blamed))
        rest = [(0, 0)] * len(g.shape)
        g = _pad(g.unsqueeze(0), [(index, size - index - 1), *rest])
    return g
