"""Gather and scatter: indices of elements in row-major order, computed as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from dlvm.ir.types import ElementType
from dlvm.stablehlo.operators.computed_sizes import counting, flat, index, sizes_of, strides_of
from dlvm.stablehlo.operators.loops import counted
from dlvm.stablehlo.operators.movement import iota, padded, sliced
from dlvm.stablehlo.operators.table import (
    OperationContext,
    broadcasted,
    cast_to,
    chosen,
    constant,
    is_static,
    lowered,
    operator,
    reshaped,
    size_of,
)
from dlvm.stablehlo.program import Region


def _dims(given: Any, name: str) -> list[int]:
    return cast("list[int]", given.get(name, []))


def _strides(shape: Sequence[int]) -> list[int]:
    return [int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape))]


def _rows(indices: Any, axis: int, count: int) -> list[Any]:
    """One tensor for each of the ``count`` components of the index vectors, which are along an axis
    of ``indices``, or scalars if the axis is after the last one."""
    shape = list(indices.type.shape)
    if axis == len(shape):
        return [cast_to(indices, ElementType.I64)]
    rows: list[Any] = []
    for place in range(count):
        start, end = [0] * len(shape), list(shape)
        start[axis], end[axis] = place, place + 1
        part = sliced(indices, start, end, [1] * len(shape))
        rows.append(cast_to(reshaped(part, shape[:axis] + shape[axis + 1 :]), ElementType.I64))
    return rows


def _spread(x: Any, axes: Sequence[int], shape: Sequence[int]) -> Any:
    """Broadcasts ``x`` to a shape. The dimensions of ``x`` become the given axes of the result."""
    sizes = [1] * len(shape)
    for axis, size in zip(axes, x.type.shape, strict=True):
        sizes[axis] = size
    return broadcasted(reshaped(x, sizes), shape)


@dataclass(frozen=True)
class GatherDimensions:
    """The dimension numbers of a gather operation. ``vector`` is the dimension of the indices that
    holds the index vectors."""

    offset: list[int]
    collapsed: list[int]
    batching: list[int]
    index_batching: list[int]
    mapped: list[int]
    vector: int


def gather_dimensions(call: OperationContext) -> GatherDimensions:
    """Returns the dimension numbers of a gather operation."""
    given = call.get("dimension_numbers")
    return GatherDimensions(
        _dims(given, "offset_dims"),
        _dims(given, "collapsed_slice_dims"),
        _dims(given, "operand_batching_dims"),
        _dims(given, "start_indices_batching_dims"),
        _dims(given, "start_index_map"),
        int(given.get("index_vector_dim", 0)),
    )


@operator("stablehlo.gather")
def gather(call: OperationContext, x: Any, indices: Any) -> Any:
    numbers = gather_dimensions(call)
    sizes = call.ints("slice_sizes")
    offset, collapsed, mapped, axis = (
        numbers.offset,
        numbers.collapsed,
        numbers.mapped,
        numbers.vector,
    )
    batching, theirs = numbers.batching, numbers.index_batching
    shape, whole = call.shape, x.type.shape
    rows = len(indices.type.shape)
    is_take = mapped == collapsed and len(mapped) == 1 and not batching and axis >= rows - 1
    if is_take and all(
        n == d for a, (n, d) in enumerate(zip(sizes, whole, strict=True)) if a != mapped[0]
    ):
        return _taken(x, _rows(indices, axis, 1)[0], mapped[0], offset)
    if not is_static(x, indices):
        return gather_blocks(call, x, indices, [index(n) for n in sizes])
    batch: list[int] = [a for a in range(len(shape)) if a not in offset]
    window = [a for a in range(len(whole)) if a not in (*collapsed, *batching)]
    total: Any = broadcasted(index(0), shape)
    strides = _strides(whole)
    rows = _rows(indices, axis, len(mapped))
    for row, dim in zip(rows, mapped, strict=True):
        last = lowered("min", row, index(whole[dim] - sizes[dim]))
        start = lowered("max", last, index(0))
        total = total + _spread(start, batch, shape) * index(strides[dim])
    for dim, result_axis in zip(window, offset, strict=True):
        total = total + iota(shape, result_axis) * index(strides[dim])
    for dim, index_axis in zip(batching, theirs, strict=True):
        place = batch[index_axis - (index_axis > axis)]
        total = total + iota(shape, place) * index(strides[dim])
    if not int(np.prod(shape, dtype=np.int64)):
        return broadcasted(constant(0, x.type.element), shape)
    elements = reshaped(x, (int(np.prod(whole, dtype=np.int64)),))
    return lowered("gather", elements, total, axis=0)


def gather_blocks(call: OperationContext, x: Any, indices: Any, lengths: Sequence[Any]) -> Any:
    """Gathers slices whose lengths, and the sizes of the operands, may be computed."""
    numbers = gather_dimensions(call)
    shape, own, theirs = call.type.shape, sizes_of(x), sizes_of(indices)
    batch = [a for a in range(len(shape)) if a not in numbers.offset]
    rows = [a for a in range(len(theirs)) if a != numbers.vector]
    window = [a for a in range(len(own)) if a not in (*numbers.collapsed, *numbers.batching)]
    extents: list[Any] = [None] * len(shape)
    for axis, row in zip(batch, rows, strict=True):
        extents[axis] = theirs[row]
    for axis, dim in zip(numbers.offset, window, strict=True):
        extents[axis] = lengths[dim]

    def along(axis: int) -> Any:
        return counting(shape, extents, axis, ElementType.I64)

    steps = strides_of(theirs)
    row: Any = index(0)
    for axis, dim in zip(batch, rows, strict=True):
        row = row + along(axis) * steps[dim]
    flat_indices, strides = flat(indices), strides_of(own)
    total: Any = index(0)
    for number, dim in enumerate(numbers.mapped):
        at = row + steps[numbers.vector] * index(number) if numbers.vector < len(theirs) else row
        start = cast_to(lowered("gather", flat_indices, at, axis=0), ElementType.I64)
        start = lowered("min", lowered("max", start, index(0)), own[dim] - lengths[dim])
        total = total + start * strides[dim]
    for axis, dim in zip(numbers.offset, window, strict=True):
        total = total + along(axis) * strides[dim]
    for dim, index_axis in zip(numbers.batching, numbers.index_batching, strict=True):
        axis = batch[index_axis - (index_axis > numbers.vector)]
        total = total + along(axis) * strides[dim]
    return lowered("gather", flat(x), total, axis=0)


def _taken(x: Any, indices: Any, axis: int, offset: Sequence[int]) -> Any:
    """Gathers whole slices along an axis. Their dimensions are the dimensions of the result at
    ``offset``."""
    last = size_of(x, axis) - index(1)
    found = lowered("gather", x, lowered("max", lowered("min", indices, last), index(0)), axis=axis)
    rank, count = len(found.type.shape), len(indices.type.shape)
    batch = [a for a in range(rank) if a not in offset]
    # The place in the result of each dimension that was found.
    places = [*offset[:axis], *batch, *offset[axis:]]
    assert len(batch) == count
    if places == list(range(rank)):
        return found
    return lowered("transpose", found, axes=tuple(places.index(a) for a in range(rank)))


@operator("stablehlo.torch_index_select")
def torch_index_select(call: OperationContext, x: Any, indices: Any) -> Any:
    [axis], [batches] = call.ints("dim"), call.ints("batch_dims", default=[0])
    shape, whole, rank = call.shape, x.type.shape, len(indices.type.shape)
    if not int(np.prod(shape, dtype=np.int64)):
        return broadcasted(constant(0, x.type.element), shape)
    strides = _strides(whole)
    last = lowered("min", cast_to(indices, ElementType.I64), index(whole[axis] - 1))
    places = [*range(batches), *range(axis, axis + rank - batches)]
    rows = lowered("max", last, index(0))
    total: Any = _spread(rows, places, shape) * index(strides[axis])
    for dim, stride in enumerate(strides):
        if dim != axis:
            place = dim if dim < axis else dim + rank - batches - 1
            total = total + iota(shape, place) * index(stride)
    elements = reshaped(x, (int(np.prod(whole, dtype=np.int64)),))
    return lowered("gather", elements, total, axis=0)


_COMBINERS = {
    "stablehlo.add": "add",
    "stablehlo.multiply": "multiply",
    "stablehlo.minimum": "min",
    "stablehlo.maximum": "max",
    "stablehlo.and": "and",
    "stablehlo.or": "or",
}


def combiner(region: Region, element: ElementType) -> str | None:
    """The operator that a region applies to its two arguments, or None if the region has another
    form."""
    if len(region.operations) != 2 or len(region.arguments) != 2:
        return None
    [first, last] = region.operations
    names = {name for name, _ in region.arguments}
    if set(first.operands) != names or list(last.operands) != list(first.results):
        return None
    found = _COMBINERS.get(first.name)
    if element is ElementType.BOOL:
        return {"add": "or", "max": "or", "multiply": "and", "min": "and"}.get(found or "", found)
    return found


@operator("stablehlo.scatter")
def scatter(call: OperationContext, *operands: Any) -> Any:
    number = len(operands) // 2
    targets, indices, updates = operands[:number], operands[number], operands[number + 1 :]
    given = call.get("scatter_dimension_numbers")
    window_axes, inserted = _dims(given, "update_window_dims"), _dims(given, "inserted_window_dims")
    batching = _dims(given, "input_batching_dims")
    theirs = _dims(given, "scatter_indices_batching_dims")
    mapped, axis = (
        _dims(given, "scatter_dims_to_operand_dims"),
        int(given.get("index_vector_dim", 0)),
    )
    shape, whole = updates[0].type.shape, targets[0].type.shape
    count = int(np.prod(whole, dtype=np.int64))
    if not int(np.prod(shape, dtype=np.int64)):
        return targets
    batch: list[int] = [a for a in range(len(shape)) if a not in window_axes]
    window = [a for a in range(len(whole)) if a not in (*inserted, *batching)]
    sizes = [1] * len(whole)
    for dim, update_axis in zip(window, window_axes, strict=True):
        sizes[dim] = shape[update_axis]
    strides = _strides(whole)
    total: Any = broadcasted(index(0), shape)
    inside: Any = broadcasted(constant(True, ElementType.BOOL), shape)
    for row, dim in zip(_rows(indices, axis, len(mapped)), mapped, strict=True):
        start = _spread(row, batch, shape)
        fits = lowered("lessThanOrEqual", start, index(whole[dim] - sizes[dim]))
        inside = lowered(
            "and", inside, lowered("and", fits, lowered("lessThanOrEqual", index(0), start))
        )
        total = total + start * index(strides[dim])
    for dim, update_axis in zip(window, window_axes, strict=True):
        total = total + iota(shape, update_axis) * index(strides[dim])
    for dim, index_axis in zip(batching, theirs, strict=True):
        place = batch[index_axis - (index_axis > axis)]
        total = total + iota(shape, place) * index(strides[dim])
    # Updates outside of the operand go to an element that is removed afterwards.
    places = chosen(total, index(count), inside)
    return scattered(call, 0, targets, places, updates)


def scattered(
    call: OperationContext, place: int, targets: Sequence[Any], places: Any, updates: Sequence[Any]
) -> list[Any]:
    """Combines updates with elements of the targets, by the operation's region number ``place``.
    ``places`` are positions of elements in row-major order. Updates at the position after the last
    element are dropped.
    """
    region = call.operation.regions[place]
    whole = targets[0].type.shape
    count, number = (int(np.prod(x.type.shape, dtype=np.int64)) for x in (targets[0], updates[0]))
    flat = [reshaped(u, (number,)) for u in updates]
    rows = reshaped(places, (number,))
    extended = [
        padded(reshaped(x, (count,)), constant(0, x.type.element), [0], [1], [0]) for x in targets
    ]
    element = targets[0].type.element
    by = combiner(region, element) if len(targets) == 1 else None
    if by == "multiply" and element.is_complex:
        by = None
    second = [name for name, _ in region.arguments[len(targets) :]]
    replaces = len(region.operations) == 1 and list(region.operations[-1].operands) == second
    if by is not None or replaces:
        done = [
            lowered("scatter", u, x, rows, axis=0, by=by)
            for u, x in zip(flat, extended, strict=True)
        ]
    else:

        def update(step: Any, states: list[Any]) -> list[Any]:
            at = lowered("gather", rows, step, axis=0)
            old = [lowered("gather", x, at, axis=0) for x in states]
            new = call.run(place, *old, *(lowered("gather", u, step, axis=0) for u in flat))
            return [lowered("scatter", r, x, at, axis=0) for r, x in zip(new, states, strict=True)]

        done = counted(number, extended, update)
    return [reshaped(sliced(x, [0], [count], [1]), whole) for x in done]
