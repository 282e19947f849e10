"""Rewrite rules for instructions that move elements: slices, padding, updates, concatenations.

Rules that compare positions require constant bounds, and static sizes if they depend on the sizes.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import copysign
from typing import Final

from dlvm.ir import Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import constant_index, tensor_type
from dlvm.ir.types import ERASED, INDEX, Shape
from dlvm.transforms.patterns import Rule, has_known_sizes, of_type, rules_into, splat, use

MOVEMENT_RULES: Final[list[Rule]] = []

rule = rules_into(MOVEMENT_RULES)

Bounds = Sequence[tuple[int, int]]


@rule("reverse x along dimensions of size 1 = x", op.Reverse)
def reverse_nothing(reverse: op.Reverse) -> Value | None:
    shape = tensor_type(reverse.x).shape
    return reverse.x if all(shape[axis] == 1 for axis in reverse.axes) else None


@rule("reverse (reverse x along a) along a = x", op.Reverse)
def reverse_of_reverse(outer: op.Reverse) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Reverse) or set(inner.axes) != set(outer.axes):
        return None
    return inner.x


@rule("concatenate x = x", op.Concatenate)
def concatenate_one(concatenate: op.Concatenate) -> Value | None:
    return concatenate.parts[0] if len(concatenate.parts) == 1 else None


@rule("slice x from its beginning upto its end = x", op.Slice)
def slice_whole(sliced: op.Slice) -> Value | None:
    x = sliced.x
    for axis, (low, high, step) in enumerate(
        zip(sliced.start, sliced.end, sliced.steps, strict=True)
    ):
        is_end = isinstance(high, op.Dimension) and high.x is x and high.axis == axis
        known = constant_index(high)
        if known is not None:
            is_end = known == tensor_type(x).shape[axis]
        if constant_index(low) != 0 or step != 1 or not is_end:
            return None
    return of_type(x, tensor_type(sliced), sliced)


@rule("slice (slice x from a) from b = slice x from a + b, for steps of 1", op.Slice)
def slice_of_slice(outer: op.Slice) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Slice) or {*inner.steps, *outer.steps} != {1}:
        return None
    inside, outside = _constant_bounds(inner), _constant_bounds(outer)
    if inside is None or outside is None:
        return None
    outside += [(0, high - low) for low, high in inside[len(outside) :]]
    inside += [(0, 0)] * (len(outside) - len(inside))
    starts = [a + b for (a, _), (b, _) in zip(inside, outside, strict=True)]
    ends = [a + b for (a, _), (_, b) in zip(inside, outside, strict=True)]
    return op.Slice(inner.x, _indices(starts), _indices(ends))


def _constant_bounds(sliced: op.Slice) -> list[tuple[int, int]] | None:
    """Returns the bounds of the sliced dimensions if all are constant."""
    pairs = zip(sliced.start, sliced.end, strict=True)
    bounds = [(constant_index(low), constant_index(high)) for low, high in pairs]
    known = [(a, b) for a, b in bounds if a is not None and b is not None]
    return known if len(known) == len(bounds) else None


@rule("pad x by nothing = x", op.Pad)
def pad_nothing(pad: op.Pad) -> Value | None:
    return None if any(map(any, pad.padding)) or any(pad.gaps) else pad.x


def _indices(numbers: Iterable[int]) -> list[Value]:
    return [Literal(INDEX, number) for number in numbers]


def part_of(x: Value, bounds: Bounds, steps: Sequence[int]) -> Value:
    """Slices the first dimensions of ``x``. Returns ``x`` itself if the bounds cover all of it."""
    is_whole = all(b == (0, n) for b, n in zip(bounds, tensor_type(x).shape, strict=False))
    if is_whole and {*steps} <= {1}:
        return x
    strides = None if set(steps) == {1} else tuple(steps)
    return op.Slice(use(x), _indices(a for a, _ in bounds), _indices(b for _, b in bounds), strides)


def is_static(*values: Value) -> bool:
    return all(tensor_type(v).static_shape is not None for v in values)


def shape_of(x: Value) -> tuple[int, ...]:
    shape = tensor_type(x).static_shape
    assert shape is not None
    return shape


@dataclass(frozen=True)
class SliceRegion:
    """The bounds and steps of a slice in its leading dimensions. The other dimensions are not
    sliced, and their sizes can be unknown."""

    bounds: Bounds
    steps: Sequence[int]

    def moved(self, offsets: Sequence[int]) -> Bounds:
        """Returns the bounds relative to an origin at ``offsets``."""
        return [(a - o, b - o) for (a, b), o in zip(self.bounds, offsets, strict=False)]

    def is_within(self, low: Sequence[int], shape: Shape) -> bool:
        """Whether the region lies inside the block of a shape that begins at ``low``, in all
        dimensions of the region."""
        sides = zip(self.bounds, low, shape, strict=False)
        return all(
            isinstance(size, int) and first <= a and b <= first + size
            for (a, b), first, size in sides
        )

    def is_apart(self, low: Sequence[int], shape: Shape) -> bool:
        """Whether the region does not intersect the block of a shape that begins at ``low``."""
        sides = zip(self.bounds, low, shape, strict=False)
        return any(
            b <= first or (isinstance(size, int) and first + size <= a)
            for (a, b), first, size in sides
        )


def region_of(sliced: op.Slice) -> SliceRegion | None:
    """Returns the region of a slice with static sizes, in all dimensions. Returns None if sizes or
    bounds are unknown, or if the region is empty."""
    return _leading_region(sliced) if is_static(sliced, sliced.x) else None


def _leading_region(sliced: op.Slice) -> SliceRegion | None:
    """Returns the region of a slice. It ends before the first unsliced dimension of unknown
    size."""
    bounds = _constant_bounds(sliced)
    if bounds is None or any(a == b for a, b in bounds):
        return None
    steps = list(sliced.steps)
    for size in tensor_type(sliced.x).shape[len(bounds) :]:
        if not isinstance(size, int):
            break
        bounds.append((0, size))
        steps.append(1)
    return SliceRegion(bounds, steps)


@rule("slice (concatenate …, x, …) = slice x", op.Slice)
def slice_of_concatenate(sliced: op.Slice) -> Value | None:
    whole, region = sliced.x, _leading_region(sliced)
    if not isinstance(whole, op.Concatenate) or region is None:
        return None
    taken: list[Value] = []
    axis, start, first = whole.axis, 0, 0
    if axis >= len(region.bounds):
        return None
    low, high = region.bounds[axis]
    for part in whole.parts:
        length = tensor_type(part).shape[axis]
        if not isinstance(length, int):
            return None
        end = start + length
        if start < high and low < end:
            first = first if taken else start
            taken.append(part)
        start = end
    bounds = region.moved([first if a == axis else 0 for a in range(len(region.bounds))])
    if len(taken) == 1:
        return part_of(taken[0], bounds, region.steps)
    if len(taken) == len(whole.parts):
        return None
    width = sum(n for p in taken if isinstance(n := tensor_type(p).shape[axis], int))
    sizes = [width if a == axis else size for a, size in enumerate(tensor_type(whole).shape)]
    is_all = all(b == (0, size) for b, size in zip(bounds, sizes, strict=False))
    if not (is_all and set(region.steps) == {1}) and not whole.is_used_once:
        return None
    return part_of(op.Concatenate([use(p) for p in taken], axis), bounds, region.steps)


@rule("slice (pad x with c) = slice x, pad x, or broadcast c", op.Slice)
def slice_of_pad(sliced: op.Slice) -> Value | None:
    pad, region = sliced.x, _leading_region(sliced)
    if not isinstance(pad, op.Pad) or region is None or not _only_adds(pad):
        return None
    low, shape, number = [a for a, _ in pad.padding], tensor_type(pad.x).shape, splat(pad.value)
    if region.is_apart(low, shape):
        if number is None or not has_known_sizes(tensor_type(sliced).shape, sliced):
            return None
        return Literal(sliced.type, number)
    bounds, rest = region.moved(low), pad.padding[len(region.bounds) :]
    if any(map(any, rest)):
        return None
    if region.is_within(low, shape):
        return part_of(pad.x, bounds, region.steps)
    ends: list[tuple[int, int]] = []
    for (a, b), size in zip(bounds, shape, strict=False):
        if not isinstance(size, int) or a > 0 or b < size:
            return None
        ends.append((-a, b - size))
    return op.Pad(use(pad.x), (*ends, *rest), pad.value) if set(region.steps) == {1} else None


def _only_adds(pad: op.Pad) -> bool:
    """Whether padding only adds elements on the sides: it removes none and puts none between
    elements."""
    return not any(pad.gaps) and all(n >= 0 for pair in pad.padding for n in pair)


@rule("slice (update x with y) = slice y inside the block, slice x outside of it", op.Slice)
def slice_of_update(sliced: op.Slice) -> Value | None:
    update, region = sliced.x, _leading_region(sliced)
    if not isinstance(update, op.Update) or region is None:
        return None
    start, block = _start(update), tensor_type(update.y).shape
    if start is None:
        return None
    known = len(region.bounds)
    rest = zip(start[known:], block[known:], tensor_type(update).shape[known:], strict=True)
    is_whole = all(not first and size == whole != ERASED for first, size, whole in rest)
    if is_whole and region.is_within(start, block):
        return part_of(update.y, region.moved(start), region.steps)
    if region.is_apart(start, block):
        return part_of(update.x, region.bounds, region.steps)
    return None


def _start(update: op.Update) -> list[int] | None:
    start = [constant_index(value) for value in update.offsets]
    known = [place for place in start if place is not None]
    return known if len(known) == len(start) else None


@rule("update x with y = y, if their shapes are equal", op.Update)
def update_whole(update: op.Update) -> Value | None:
    start, told = _start(update), ERASED not in tensor_type(update).shape
    is_whole = update.y.type == update.type and start is not None and not any(start)
    return update.y if is_whole and told else None


@rule("update (update x with y from p) with z from p = update x with z from p", op.Update)
def update_over_update(outer: op.Update) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Update) or inner.y.type != outer.y.type:
        return None
    if tensor_type(inner.y).static_shape is None or _start(outer) != _start(inner):
        return None
    if _start(outer) is None and list(outer.offsets) != list(inner.offsets):
        return None
    return op.Update(use(inner.x), use(outer.y), list(outer.start))


@rule("update c with y = pad y with c", op.Update)
def update_constant(update: op.Update) -> Value | None:
    start, number = _start(update), splat(update.x)
    if start is None or number is None:
        return None
    padding: list[tuple[int, int]] = []
    shapes = tensor_type(update.y).shape, tensor_type(update).shape
    for first, size, whole in zip(start, *shapes, strict=True):
        if isinstance(size, int) and isinstance(whole, int):
            padding.append((first, whole - first - size))
        elif size == whole != ERASED and not first:
            padding.append((0, 0))
        else:
            return None
    value = Literal(TensorType((), tensor_type(update).element), number)
    return op.Pad(use(update.y), tuple(padding), value)


@rule("pad x by amounts of at most 0 = slice x", op.Pad)
def pad_by_less(pad: op.Pad) -> Value | None:
    if any(pad.gaps) or any(n > 0 for pair in pad.padding for n in pair):
        return None
    sides = list(zip(pad.padding, tensor_type(pad.x).shape, strict=True))
    while sides and not any(sides[-1][0]):
        sides.pop()  # Unpadded trailing dimensions stay, whatever their sizes.
    bounds: list[tuple[int, int]] = []
    for (low, high), size in sides:
        if not isinstance(size, int):
            return None
        bounds.append((-low, size + high))
    if not bounds:
        return None
    return part_of(pad.x, bounds, [1] * len(bounds)) if all(a < b for a, b in bounds) else None


@rule("pad (pad x with c) with c = pad x with c", op.Pad)
def pad_of_pad(outer: op.Pad) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Pad) or not (_only_adds(inner) and _only_adds(outer)):
        return None
    if not _is_same_number(splat(inner.value), splat(outer.value)):
        return None
    pairs = zip(inner.padding, outer.padding, strict=True)
    padding = tuple((a + c, b + d) for (a, b), (c, d) in pairs)
    return op.Pad(use(inner.x), padding, outer.value)


def _is_same_number(a: float | None, b: float | None) -> bool:
    """Whether two numbers are equal. 0 and -0 are not."""
    return a is not None and b is not None and a == b and copysign(1, a) == copysign(1, b)


# Concatenations


@rule("concatenate (concatenate x, y), z = concatenate x, y, z", op.Concatenate)
def concatenate_concatenated(concatenate: op.Concatenate) -> Value | None:
    parts: list[Value] = []
    for part in concatenate.parts:
        if isinstance(part, op.Concatenate) and part.axis == concatenate.axis and part.is_used_once:
            parts += part.parts
        else:
            parts.append(part)
    if len(parts) == len(concatenate.parts):
        return None
    return op.Concatenate([use(p) for p in parts], concatenate.axis)


@rule("concatenate (slice x upto n), (slice x from n) = slice x", op.Concatenate)
def concatenate_slices(concatenate: op.Concatenate) -> Value | None:
    axis, parts = concatenate.axis, concatenate.parts
    slices = [
        (part, region.bounds)
        for part in parts
        if isinstance(part, op.Slice) and (region := _leading_region(part)) is not None
        if set(region.steps) == {1}
    ]
    if len(slices) != len(parts) or len(parts) < 2:
        return None
    first, joined = slices[0][0], list(slices[0][1])
    if axis >= len(joined) or any(len(bounds) != len(joined) for _, bounds in slices):
        return None
    for sliced, bounds in slices[1:]:
        low, high = joined[axis]
        start, end = bounds[axis]
        others = all(a == axis or b == joined[a] for a, b in enumerate(bounds))
        if sliced.x is not first.x or start != high or not others:
            return None
        joined[axis] = (low, end)
    return part_of(first.x, joined, [1] * len(joined))


@rule("concatenate x, c, c = concatenate x, c; pad x with c", op.Concatenate)
def concatenate_constants(concatenate: op.Concatenate) -> Value | None:
    axis, type = concatenate.axis, tensor_type(concatenate)
    if len(concatenate.parts) < 2:
        return None
    parts: list[Value] = []
    for part in concatenate.parts:
        width, number = tensor_type(part).shape[axis], splat(part)
        if width == 0:
            continue
        before = tensor_type(parts[-1]).shape[axis] if parts else None
        is_same = parts and _is_same_number(splat(parts[-1]), number)
        if is_same and isinstance(width, int) and isinstance(before, int):
            parts[-1] = _constant_block(tensor_type(part), axis, width + before, number)
        else:
            parts.append(part)
    rest = [p for p in parts if splat(p) is None]
    numbers = [splat(p) for p in parts if splat(p) is not None]
    if not parts:
        return None
    if len(parts) == 1:
        return parts[0]
    low = 0 if splat(parts[0]) is None else tensor_type(parts[0]).shape[axis]
    high = 0 if splat(parts[-1]) is None else tensor_type(parts[-1]).shape[axis]
    is_around = len(rest) == 1 and all(_is_same_number(n, numbers[0]) for n in numbers)
    if is_around and isinstance(low, int) and isinstance(high, int):
        padding = tuple((low, high) if a == axis else (0, 0) for a in range(type.rank))
        return op.Pad(use(rest[0]), padding, _scalar_literal(type, numbers[0]))
    if len(parts) == len(concatenate.parts):
        return None
    return op.Concatenate([use(p) for p in parts], axis)


def _constant_block(type: TensorType, axis: int, width: int, number: float | None) -> Literal:
    shape = [width if a == axis else size for a, size in enumerate(type.shape)]
    assert number is not None
    return Literal(type.with_shape(shape), number)


def _scalar_literal(type: TensorType, number: float | None) -> Literal:
    assert number is not None
    return Literal(TensorType((), type.element), number)


# Sums of zero-padded tensors whose blocks are disjoint. Adding a zero can change the sign of a
# zero, which UNSIGNED_ZERO permits.


@dataclass
class _DisjointBlocks:
    """Blocks along an axis, padded with zeros, whose ranges do not overlap."""

    axis: int
    parts: list[tuple[int, int, Value]]

    def take(self, value: Value) -> bool:
        """Adds the blocks of a zero-padded tensor if their ranges are free; returns whether it
        did."""
        found = _among_zeros(value)
        if found is None or found.axis != self.axis:
            return False
        if any(self._is_taken(start, end) for start, end, _ in found.parts):
            return False
        for part in found.parts:
            insort(self.parts, part, key=_start_of)
        return True

    def _is_taken(self, start: int, end: int) -> bool:
        place = bisect_left(self.parts, start, key=_start_of)
        near = self.parts[max(place - 1, 0) : place + 1]
        return any(first < end and start < last for first, last, _ in near)

    def joined(self, type: TensorType) -> Value:
        parts: list[Value] = []
        reached = low = self.parts[0][0]
        for start, end, value in self.parts:
            if start > reached:
                parts.append(_constant_block(type, self.axis, start - reached, 0))
            parts.append(use(value))
            reached = end
        whole, size = op.Concatenate(parts, self.axis), type.shape[self.axis]
        assert isinstance(size, int)
        if not low and size == reached:
            return whole
        own = (low, size - reached)
        padding = tuple(own if axis == self.axis else (0, 0) for axis in range(type.rank))
        return op.Pad(whole, padding, _scalar_literal(type, 0))


def _start_of(part: tuple[int, int, Value]) -> int:
    return part[0]


def _among_zeros(value: Value) -> _DisjointBlocks | None:
    """Decomposes a tensor that has one use and is padded with zeros along one axis. Returns None
    for others."""
    if not isinstance(value, op.Pad | op.Concatenate) or not value.is_used_once:
        return None
    if not is_static(*value.operands):
        return None
    if isinstance(value, op.Concatenate):
        return _DisjointBlocks(value.axis, _parts(value, 0))
    axes = [axis for axis, pair in enumerate(value.padding) if any(pair)]
    if len(axes) != 1 or not _only_adds(value) or splat(value.value) != 0:
        return None
    axis, x = axes[0], value.x
    low = value.padding[axis][0]
    if isinstance(x, op.Concatenate) and x.axis == axis and x.is_used_once and is_static(*x.parts):
        return _DisjointBlocks(axis, _parts(x, low))
    return _DisjointBlocks(axis, [(low, low + shape_of(x)[axis], x)])


def _parts(concatenate: op.Concatenate, start: int) -> list[tuple[int, int, Value]]:
    """Returns the parts that are not zero, with their ranges along the axis. The first part begins
    at ``start``."""
    found: list[tuple[int, int, Value]] = []
    for part in concatenate.parts:
        end = start + shape_of(part)[concatenate.axis]
        if splat(part) != 0:
            found.append((start, end, part))
        start = end
    return found


@rule("pad x + pad y = concatenate x, y, if they do not overlap", op.Add)
def add_side_by_side(add: op.Add) -> Value | None:
    """Rewrites a chain of sums as a whole: matches the last sum and merges all addends at once."""
    if not _is_of_equals(add) or _is_absorbed(add):
        return None
    first = next((o for o in reversed(add.operands) if _among_zeros(o) is not None), None)
    found = _among_zeros(first) if first is not None else None
    if found is None:
        return None
    rest: Value | None = add.lhs if first is add.rhs else add.rhs
    count = 1
    while rest is not None:
        if found.take(rest):
            rest = None
        elif isinstance(rest, op.Add) and rest.is_used_once and _is_of_equals(rest):
            if found.take(rest.rhs):
                rest = rest.lhs
            elif found.take(rest.lhs):
                rest = rest.rhs
            else:
                break
        else:
            break
        count += 1
    if count < 2 or not found.parts:
        return None
    whole = found.joined(tensor_type(add))
    return whole if rest is None else op.Add(use(rest), whole)


def _is_of_equals(add: op.Add) -> bool:
    return is_static(add) and {add.lhs.type, add.rhs.type} == {add.type}


def _is_absorbed(add: op.Add) -> bool:
    """Whether the only user of a sum is another sum, which will merge the addends of both."""
    outer = next(iter(add.users)) if add.is_used_once else None
    if not isinstance(outer, op.Add) or not _is_of_equals(outer):
        return False
    other = _among_zeros(outer.lhs if add is outer.rhs else outer.rhs)
    return other is not None and any(map(other.take, add.operands))
