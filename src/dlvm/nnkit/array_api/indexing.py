"""Indexing, ``x[key]`` and ``x.at[key]``, with NumPy's semantics.

A key holds integers, slices with steps, ``None``, ``...``, and any number of integer tensors and
arrays, which broadcast against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from dlvm.ir.instructions import (
    Gather,
    Reverse,
    Scatter,
    Slice,
    Transpose,
    Update,
)
from dlvm.ir.types import I64, TensorType
from dlvm.ir.values import Value, index_literal
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.nonnegative import is_nonnegative
from dlvm.nnkit.tracing.primitives import expect_size, static_int
from dlvm.nnkit.tracing.sizes import (
    Shape,
    are_known,
    broadcast_shapes,
    broadcast_value,
    expression_of,
    indices_along,
    is_at_most,
    is_equal,
    is_known,
    materialized,
    maximum,
    minimum,
    quotient,
    reshaped,
    shape_of,
    text,
)
from dlvm.nnkit.tracing.trace import emit, failure, scope_for
from dlvm.nnkit.tracing.tracer import Tracer, is_array, is_tracer, lift, lift_all, wrap

if TYPE_CHECKING:
    IndexItem = (
        int | slice[Any, Any, Any] | None | EllipsisType | NDArray[Any] | list[int] | Tracer[Any]
    )
else:
    IndexItem = Any
S = TypeVar("S")


@dataclass(frozen=True)
class Pick:
    """An integer index; removes its dimension."""

    place: int


@dataclass(frozen=True)
class SliceRange:
    """A slice from ``start`` to ``end``, which are sizes; ``reverse`` starts at the last
    element.
    """

    start: Any
    end: Any
    step: int
    reverse: bool

    @property
    def size(self) -> Any:
        return quotient(self.end - self.start + (self.step - 1), self.step)

    def is_whole(self, size: Any) -> bool:
        """Whether the slice is known to select all elements in order."""
        is_forward = self.step == 1 and not self.reverse
        return is_forward and is_equal(self.start, 0) and is_equal(self.end, size)


@dataclass(frozen=True)
class Lookup:
    """Gather indices along one axis."""

    indices: Value


@dataclass(frozen=True)
class New:
    """A new dimension of size 1."""


Item = Pick | SliceRange | Lookup | New


def index(x: Any, key: Any) -> Any:
    """Computes ``x[key]``."""
    value: Value = lift(x)
    return _take(value, items_of(key, shape_of(value)))


def items_of(key: Any, shape: Shape) -> list[Item]:
    """Normalizes a key: new dimensions, and one item for each dimension of the tensor."""
    keys = _expanded(key, len(shape))
    items: list[Item] = []
    axis = 0
    for entry in keys:
        if entry is None:
            items.append(New())
            continue
        items.append(_item(entry, shape[axis], axis))
        axis += 1
    return items


def _expanded(key: Any, rank: int) -> list[Any]:
    """Expands ``...`` in a key, so that it has an entry for each dimension."""
    keys: list[Any] = []
    for entry in cast("tuple[Any, ...]", key) if isinstance(key, tuple) else (key,):
        array = np.asarray(cast(Any, entry)) if isinstance(entry, list) else entry
        if is_array(array) and array.dtype == bool and array.ndim:
            keys += np.nonzero(
                array
            )  # A mask that is known while staging becomes a list of indices.
        else:
            keys.append(array)
    taken = sum(k is not None and k is not Ellipsis for k in keys)
    if taken > rank:
        raise failure(f"expected at most {rank} indices for rank {rank}, got {taken}")
    ellipses = [i for i, k in enumerate(keys) if k is Ellipsis]
    if len(ellipses) > 1:
        raise failure("expected at most one ... in an index, got several")
    place = ellipses[0] if ellipses else len(keys)
    return [*keys[:place], *[slice(None)] * (rank - taken), *keys[place + 1 :]]


def _item(entry: Any, size: Any, axis: int) -> Item:
    if isinstance(entry, slice):
        return _span(cast("slice[Any, Any, Any]", entry), size)
    if is_tracer(entry):
        return Lookup(_from_start(primitives.index_value(entry), size))
    if is_array(entry) and entry.ndim:
        if entry.dtype.kind not in "iu" and entry.size:
            raise failure(f"indices must be integers, got dtype {entry.dtype}")
        places = entry.astype(np.int64)
        if is_known(size):
            for wrong in places[(places < -size) | (places >= size)].ravel()[:1]:
                raise _out_of_range(int(wrong), size, axis)
            return Lookup(lift(np.where(places < 0, places + size, places)))
        return Lookup(_from_start(lift(places), size) if (places < 0).any() else lift(places))
    number = static_int(entry, "index")
    if isinstance(entry, bool | np.bool_):
        raise failure(f"an index must be a number, got the bool {entry}; use where")
    if not is_known(size):
        return Lookup(lift(number if number >= 0 else size + number, I64))
    if not -size <= number < size:
        raise _out_of_range(number, size, axis)
    return Pick(number % size)


def _from_start(indices: Value, size: Any) -> Value:
    """Converts negative indices, which count from the end, to indices that count from the start."""
    if is_nonnegative(indices, scope_for("an index")):
        return indices
    places = wrap(indices)
    from_start = places + size
    # An index that is out of range stays as it is, for the message.
    is_from_end = (places < 0) & (from_start >= 0)
    return primitives.select(is_from_end, from_start, places).value


def _out_of_range(number: int, size: int, axis: int) -> Exception:
    expected = f"{-size} to {size - 1}" if size else "none"
    return failure(f"index must be {expected} for size {size} at axis {axis}, got {number}")


def _span(item: slice[Any, Any, Any], size: Any) -> SliceRange:
    for bound in (item.start, item.stop):
        if bound is not None:
            expect_size(bound, "slice bound")
    step = 1 if item.step is None else static_int(item.step, "slice step")
    if step == 0:
        raise failure("slice step must not be 0")
    bounds = [b for b in (item.start, item.stop) if b is not None]
    if not are_known((size, *bounds)):
        return _open_span(item.start, item.stop, step, size)
    steps = range(*slice(item.start, item.stop, step).indices(size))
    if not steps:
        return SliceRange(0, 0, 1, False)
    if steps.step > 0:
        return SliceRange(steps[0], steps[-1] + 1, steps.step, False)
    return SliceRange(steps[-1], steps[0] + 1, -steps.step, True)


def _open_span(start: Any, stop: Any, step: int, size: Any) -> SliceRange:
    """A slice whose axis or bound has a size that is not known while staging."""
    if step > 0:
        first = 0 if start is None else _clipped(start, size, 0)
        last = size if stop is None else _clipped(stop, size, 0)
        return SliceRange(first, maximum(first, last), step, False)
    # Exclusive bounds: the indices after the first selected element and before the last one.
    above = size if start is None else _clipped(start, size, 1)
    below = 0 if stop is None else _clipped(stop, size, 1)
    count = maximum(above - below - 1, 0)
    first = below + (count - quotient(count, -step) * -step)
    return SliceRange(first, maximum(above, first), -step, True)


def _clipped(bound: Any, size: Any, offset: int) -> Any:
    """A bound of a slice plus ``offset``, clamped to 0 and the size of the axis. If the sign of the
    bound is unknown, the program traps for a negative one, which would count from the end."""
    if is_at_most(bound, -1):
        return maximum(bound + size + offset, 0)
    return minimum(bound + offset, size)


def _take(value: Value, items: Sequence[Item]) -> Any:
    """Lowers an indexing operation to a slice, reversals, gathers, and removed and inserted
    dimensions, in this order.
    """
    shape = shape_of(value)
    old = [i for i in items if not isinstance(i, New)]
    bounds = [_bounds(item, size) for item, size in zip(old, shape, strict=True)]
    changed = [a for a, d in enumerate(shape) if not bounds[a].is_whole(d)]
    if changed:
        # Trailing dimensions that are kept whole are omitted.
        kept = bounds[: changed[-1] + 1]
        value = emit(
            Slice,
            value,
            [materialized(expression_of(b.start)) for b in kept],
            [materialized(expression_of(b.end)) for b in kept],
            tuple(b.step for b in kept) if any(b.step != 1 for b in kept) else None,
        )
    turned = tuple(a for a, i in enumerate(old) if isinstance(i, SliceRange) and i.reverse)
    if turned:
        value = emit(Reverse, value, turned)
    lookups = {a: i.indices for a, i in enumerate(old) if isinstance(i, Lookup)}
    found: Shape = ()
    if any(shape_of(v) for v in lookups.values()):
        value, found = _look_up(value, lookups, _in_front(items))
    else:
        for count, (axis, place) in enumerate(lookups.items()):
            value = emit(Gather, value, place, axis - count)
    return wrap(reshaped(value, _result_shape(items, found)))


def _bounds(item: Item, size: Any) -> SliceRange:
    match item:
        case Pick(place):
            return SliceRange(place, place + 1, 1, False)
        case SliceRange(start, end, step):
            return SliceRange(start, end, step, False)
        case _:
            return SliceRange(0, size, 1, False)


def _in_front(items: Sequence[Item]) -> bool:
    """Whether the gathered dimensions come first, because the integers and tensors in the key are
    not adjacent."""
    places = [p for p, i in enumerate(items) if isinstance(i, Pick | Lookup)]
    return places[-1] - places[0] >= len(places)


def _result_shape(items: Sequence[Item], found: Shape) -> Shape:
    shape: list[Any] = []
    front = bool(found) and _in_front(items)
    placed = not found
    for item in items:
        match item:
            case New():
                shape.append(1)
            case SliceRange():
                shape.append(item.size)
            case _:
                if not placed and not front:
                    shape += found
                    placed = True
    return (*found, *shape) if front else tuple(shape)


def _look_up(value: Value, lookups: dict[int, Value], front: bool) -> tuple[Value, Shape]:
    """Gathers elements by index tensors for several axes at once.

    Also returns the shape of the indices, which replaces the first of these axes or, if ``front``,
    precedes all other axes.
    """
    shape = shape_of(value)
    axes = list(lookups)
    found = broadcast_shapes(*map(shape_of, lookups.values()))
    if found is None:
        shapes = " and ".join(text(shape_of(v)) for v in lookups.values())
        raise failure(f"expected indices whose shapes broadcast, got {shapes}")
    first = 0 if front else axes[0]
    rest = [a for a in range(len(shape)) if a not in axes]
    before = [a for a in rest if a < first]
    order = (*before, *axes, *rest[len(before) :])
    if order != tuple(range(len(shape))):
        value = emit(Transpose, value, order)
    if len(axes) == 1:
        return emit(Gather, value, lookups[axes[0]], first), found
    sizes = [shape[a] for a in axes]
    merged = (*shape_of(value)[:first], prod(sizes), *shape_of(value)[first + len(axes) :])
    place: Any = 0
    for n, axis in enumerate(axes):
        # Each index is looked up in the offsets of its axis, which detects indices out of range.
        offsets = wrap(indices_along((sizes[n],), 0, I64)) * prod(sizes[n + 1 :])
        place = wrap(emit(Gather, offsets.value, lookups[axis], 0)) + place
    return emit(Gather, reshaped(value, merged), place.value, first), found


class At(Generic[S]):
    """``x.at``; ``x.at[key]`` selects the part of a tensor to update."""

    __slots__ = ("x",)

    def __init__(self, x: S) -> None:
        self.x = x

    def __getitem__(self, key: IndexItem | tuple[IndexItem, ...]) -> IndexUpdate[S]:
        return IndexUpdate(self.x, key)

    if not TYPE_CHECKING:  # Type checkers reject the assignment themselves.

        def __setitem__(self, key, value):
            raise failure(
                "x.at[i] must not be assigned to: staged tensors are values; write "
                "x = x.at[i].set(value)"
            )


class IndexUpdate(Generic[S]):
    """``x.at[key]``: functional updates of the part ``x[key]`` of a tensor.

    Each method returns a copy of ``x`` in which values replace that part or are combined with it.
    The values broadcast to the part. If an index tensor has duplicates, ``set`` keeps the last
    value; all other methods combine all of them.
    """

    __slots__ = ("key", "x")

    def __init__(self, x: S, key: Any) -> None:
        self.x = x
        self.key = key

    def set(self, y: Any) -> S:
        """Returns the tensor with the values assigned to the part."""
        return self._written(y, None)

    def add(self, y: Any) -> S:
        """Returns the tensor with the values added to the part."""
        return self._written(y, "add")

    def multiply(self, y: Any) -> S:
        """Returns the tensor with the part multiplied by the values."""
        return self._written(y, "multiply")

    def min(self, y: Any) -> S:
        """Returns the tensor with the minimum of the part and the values."""
        return self._written(y, "min")

    def max(self, y: Any) -> S:
        """Returns the tensor with the maximum of the part and the values."""
        return self._written(y, "max")

    def _written(self, y: Any, by: str | None) -> Any:
        value, new = lift_all("at", self.x, y)
        if cast(TensorType, new.type).element is not cast(TensorType, value.type).element:
            raise failure(
                f"at: expected values of element type {cast(TensorType, value.type).element}, "
                f"got {cast(TensorType, new.type).element}"
            )
        shape = shape_of(value)
        items = items_of(self.key, shape)
        if all(_is_block(i) for i in items):
            return _update(value, items, new, by)
        axis = _only_lookup(items, shape)
        if axis is not None:
            places = cast(Lookup, items[axis]).indices
            part = (*shape[:axis], *shape_of(places), *shape[axis + 1 :])
            return wrap(emit(Scatter, broadcast_value(new, part), value, places, axis, by))
        # The flat index of each element, indexed like the tensor.
        count = prod(shape)
        own = reshaped(indices_along((count,), 0, I64), shape)
        places = cast(Value, _take(own, items).value)
        new = broadcast_value(new, shape_of(places))
        flat = reshaped(value, (count,))
        return wrap(reshaped(emit(Scatter, new, flat, places, 0, by), shape))


def _only_lookup(items: Sequence[Item], shape: Shape) -> int | None:
    """The axis of the only index tensor, if all other axes are whole."""
    found = [a for a, item in enumerate(items) if isinstance(item, Lookup)]
    rest = all(
        a in found or (a < len(shape) and isinstance(item, SliceRange) and item.is_whole(shape[a]))
        for a, item in enumerate(items)
    )
    return found[0] if rest and len(found) == 1 and len(items) == len(shape) else None


def _is_block(item: Item) -> bool:
    """Whether the item selects adjacent elements in order."""
    if isinstance(item, Lookup):
        return not shape_of(item.indices)
    return not isinstance(item, SliceRange) or (item.step == 1 and not item.reverse)


def _update(value: Value, items: Sequence[Item], new: Value, by: str | None) -> Any:
    """Writes a block at an offset."""
    if by is not None:
        new = primitives.elementwise(by, _take(value, items), wrap(new)).value
    block = reshaped(
        broadcast_value(new, _result_shape(items, ())),
        tuple(i.size if isinstance(i, SliceRange) else 1 for i in items if not isinstance(i, New)),
    )
    start = [_offset(i) for i in items if not isinstance(i, New)]
    return wrap(emit(Update, value, block, start) if start else block)


def _offset(item: Item) -> Value:
    match item:
        case Lookup(indices):
            return indices
        case Pick(place):
            return index_literal(place)
        case _:
            return materialized(expression_of(cast(SliceRange, item).start))
