"""Reductions by any region, on axes and on windows. A region runs on whole tensors at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import ElementType, TensorType
from dlvm.nnkit.tracing.tracer import lift
from dlvm.stablehlo.operators.elementwise import nnkit
from dlvm.stablehlo.operators.indexing import combiner, scattered
from dlvm.stablehlo.operators.loops import counted
from dlvm.stablehlo.operators.movement import emitted, iota, padded, sliced
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
from dlvm.stablehlo.program import DenseLiteral

_LARGEST_WINDOW = 4096
"""The maximum number of elements of a window that is reduced by a region of several operations."""


@operator("stablehlo.reduce")
def reduce(call: OperationContext, *operands: Any) -> Any:
    count = len(operands) // 2
    tensors, inits = operands[:count], operands[count:]
    axes = call.ints("dimensions")
    by = combiner(call.operation.regions[0], tensors[0].type.element) if count == 1 else None
    if by is not None:
        if not axes:
            return tuple(call.scalars(0, *inits, *tensors))
        return emitted(tensors[0], "reduce", by=by, axes=axes, init=lift(inits[0]))
    for axis in sorted(axes, reverse=True):
        tensors = _halved(call, tensors, inits, axis)
    return tuple(call.scalars(0, *inits, *tensors))


def _halved(
    call: OperationContext, tensors: Sequence[Any], inits: Sequence[Any], axis: int
) -> list[Any]:
    """Reduces an axis by repeatedly combining its two halves."""
    shape = tensors[0].type.shape
    rest = (*shape[:axis], *shape[axis + 1 :])
    size = shape[axis]
    if not is_static(*tensors):
        return _folded(call, tensors, inits, axis)
    if not size:
        return [broadcasted(i, rest) for i in inits]

    def part(x: Any, start: int, end: int) -> Any:
        starts, ends = [0] * len(shape), list(x.type.shape)
        starts[axis], ends[axis] = start, end
        return sliced(x, starts, ends, [1] * len(shape))

    parts = list(tensors)
    while size > 1:
        half = size // 2
        pairs = [[part(x, 0, half) for x in parts], [part(x, half, 2 * half) for x in parts]]
        left = [part(x, 2 * half, size) for x in parts]
        parts = call.scalars(0, *pairs[0], *pairs[1])
        if size % 2:
            parts = [nnkit.concat([x, y], axis=axis) for x, y in zip(parts, left, strict=True)]
        size = half + size % 2
    return [reshaped(x, rest) for x in parts]


def _folded(
    call: OperationContext, tensors: Sequence[Any], inits: Sequence[Any], axis: int
) -> list[Any]:
    """Reduces an axis whose size may be known only at run time, row by row."""
    rank = len(tensors[0].type.shape)
    nothing = cast_to(lowered("notEqual", tensors[0], tensors[0]), ElementType.I64)
    place = emitted(nothing * constant(0, ElementType.I64), "reduce", by="add", axes=(axis,))
    states = [lowered("gather", reshaped(i, (1,)), place, axis=0) for i in inits]
    zero, one = constant(0, ElementType.I64), constant(1, ElementType.I64)

    def step(number: Any, rows: list[Any]) -> list[Any]:
        starts, ends = [zero] * rank, [size_of(tensors[0], a) for a in range(rank)]
        starts[axis], ends[axis] = number, number + one
        bounds = [list(map(lift, side)) for side in (starts, ends)]
        parts = [lowered("squeezeShape", emitted(x, "slice", *bounds), axis=axis) for x in tensors]
        return call.scalars(0, *rows, *parts)

    return counted(size_of(tensors[0], axis), states, step)


def _windows(
    call: OperationContext, rank: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    ones = [1] * rank
    return (
        call.ints("window_dimensions", default=ones),
        call.ints("window_strides", default=ones),
        call.ints("window_dilations", default=ones),
    )


def _padding(call: OperationContext, rank: int) -> list[tuple[int, int]]:
    given = call.get("padding")
    if given is None:
        return [(0, 0)] * rank
    assert isinstance(given, DenseLiteral)
    flat = call.ints("padding")
    return list(zip(flat[::2], flat[1::2], strict=True))


def _positions(
    x: Any, dims: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> tuple[list[Any], tuple[int, ...]]:
    """For each position in a window, a tensor of the elements there in all windows; and the numbers
    of windows along each axis."""
    whole = x.type.shape
    spans = [(d - 1) * g for d, g in zip(dims, dilations, strict=True)]
    counts = tuple(
        max(0, (n - s - 1) // t + 1) for n, s, t in zip(whole, spans, strides, strict=True)
    )
    if np.prod(dims) > _LARGEST_WINDOW:
        raise error(f"windows must have at most {_LARGEST_WINDOW} elements, got {np.prod(dims)}")
    parts: list[Any] = []
    for place in product(*map(range, dims)):
        starts = [p * g for p, g in zip(place, dilations, strict=True)]
        ends = [
            s + (c - 1) * t + 1 if c else s for s, c, t in zip(starts, counts, strides, strict=True)
        ]
        parts.append(sliced(x, starts, ends, strides))
    return parts, counts


@operator("stablehlo.reduce_window")
def reduce_window(call: OperationContext, *operands: Any) -> Any:
    count = len(operands) // 2
    tensors, inits = operands[:count], operands[count:]
    rank = len(tensors[0].type.shape)
    dims, strides, dilations = _windows(call, rank)
    pairs = _padding(call, rank)
    interior = [d - 1 for d in call.ints("base_dilations", default=[1] * rank)]
    low, high = ([pair[side] for pair in pairs] for side in (0, 1))
    tensors = [padded(x, i, low, high, interior) for x, i in zip(tensors, inits, strict=True)]
    if not rank:
        return tuple(call.scalars(0, *inits, *tensors))
    by = combiner(call.operation.regions[0], tensors[0].type.element) if count == 1 else None
    if by is not None and 0 not in call.shape:
        return emitted(
            tensors[0],
            "reduceWindow",
            by=by,
            dims=dims,
            init=lift(inits[0]),
            strides=strides,
            dilation=dilations,
        )
    columns = [_positions(x, dims, strides, dilations) for x in tensors]
    shape = columns[0][1]
    state = [broadcasted(i, shape) for i in inits]
    for parts in zip(*(c for c, _ in columns), strict=True):
        state = call.scalars(0, *state, *parts)
    return tuple(state)


@operator("chlo.scan")
def scan(call: OperationContext, *operands: Any) -> Any:
    """Runs the region for each place along an axis, on the elements there and the carries."""
    [axis] = call.ints("dimension")
    count = int(call.get("input_count", default=call.ints("operandSegmentSizes", default=[0])[0]))
    inputs, carries = operands[:count], operands[count:]
    if not inputs or not is_static(*operands):
        raise error("the inputs must be tensors of known sizes")
    size = inputs[0].type.shape[axis]
    kinds = call.operation.types[: len(call.operation.types) - len(carries)]
    outputs = [
        broadcasted(constant(0, kind.element), kind.static_shape or ())
        for kind in kinds
        if isinstance(kind, TensorType)
    ]
    is_reverse = bool(call.get("is_reverse", default=False))

    def step(number: Any, states: list[Any]) -> list[Any]:
        place = constant(size - 1, ElementType.I64) - number if is_reverse else number
        rows = [lowered("gather", x, place, axis=axis) for x in inputs]
        results = call.run(0, *rows, *states[len(outputs) :])
        written = [
            lowered("scatter", r, x, place, axis=axis)
            for r, x in zip(results, states[: len(outputs)], strict=False)
        ]
        return [*written, *results[len(outputs) :]]

    return tuple(counted(size, [*outputs, *carries], step))


@operator("stablehlo.select_and_scatter")
def select_and_scatter(call: OperationContext, x: Any, source: Any, init: Any) -> Any:
    rank = len(x.type.shape)
    dims, strides, _ = _windows(call, rank)
    pairs = _padding(call, rank)
    low, high = ([pair[side] for pair in pairs] for side in (0, 1))
    count = int(np.prod(x.type.shape, dtype=np.int64))
    places = reshaped(iota((count,), 0), x.type.shape)
    outside = constant(count, ElementType.I64)
    zeros, ones = [0] * rank, [1] * rank
    values, shape = _positions(padded(x, init, low, high, zeros), dims, strides, ones)
    indices, _ = _positions(padded(places, outside, low, high, zeros), dims, strides, ones)
    best, at = values[0], indices[0]
    for value, index in zip(values[1:], indices[1:], strict=True):
        [keeps] = call.scalars(0, best, value)
        # Padding is never selected.
        padded_now = lowered("equal", at, outside)
        padded_next = lowered("equal", index, outside)
        keeps = lowered("or", padded_next, lowered("and", keeps, lowered("not", padded_now)))
        best, at = chosen(best, value, keeps), chosen(at, index, keeps)
    return scattered(call, 1, [broadcasted(init, x.type.shape)], reshaped(at, shape), [source])
