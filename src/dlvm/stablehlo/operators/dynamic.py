"""Operations whose result has sizes that are computed at run time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dlvm.ir.types import ERASED, Dim, ElementType
from dlvm.nnkit.tracing.tracer import lift
from dlvm.stablehlo.operators import indexing, movement, products
from dlvm.stablehlo.operators.computed_sizes import (
    counting,
    flat,
    index,
    quotient,
    scalars,
    sizes_of,
    strides_of,
)
from dlvm.stablehlo.operators.movement import emitted, padded
from dlvm.stablehlo.operators.table import (
    OperationContext,
    cast_to,
    chosen,
    constant,
    is_known,
    is_static,
    known,
    lowered,
    operator,
    reshaped,
    size_of,
)


@operator("stablehlo.dynamic_reshape")
def dynamic_reshape(call: OperationContext, x: Any, shape: Any) -> Any:
    wanted = call.type.shape
    if sum(not isinstance(d, int) for d in wanted) <= 1:
        opened = tuple(d if isinstance(d, int) else ERASED for d in wanted)
        return x if x.type.shape == opened else lowered("shapeCast", x, shape=opened)
    sizes = scalars(shape)
    place: Any = constant(0, ElementType.I64)
    for axis, stride in enumerate(strides_of(sizes)):
        place = place + counting(wanted, sizes, axis, ElementType.I64) * stride
    return lowered("gather", flat(x), place, axis=0)


@operator("stablehlo.dynamic_broadcast_in_dim")
def dynamic_broadcast_in_dim(call: OperationContext, x: Any, shape: Any) -> Any:
    if is_static(x) and call.type.static_shape is not None:
        return movement.broadcast_in_dim(call, x)
    if not call.shape:
        return x
    dims = call.ints("dims", "broadcast_dimensions")
    sizes = scalars(shape)
    own = [size_of(x, axis) for axis in range(len(dims))]
    zero, one = constant(0, ElementType.I64), constant(1, ElementType.I64)
    place: Any = counting(call.type.shape, sizes, 0, ElementType.I64) * zero
    for axis, (dim, stride) in enumerate(zip(dims, strides_of(own), strict=True)):
        along = counting(call.type.shape, sizes, dim, ElementType.I64)
        place = place + chosen(zero, along * stride, lowered("equal", own[axis], one))
    return lowered("gather", flat(x), place, axis=0)


@operator("stablehlo.dynamic_iota")
def dynamic_iota(call: OperationContext, shape: Any) -> Any:
    [axis] = call.ints("dim", "iota_dimension")
    return counting(call.type.shape, scalars(shape), axis, call.type.element)


@operator("stablehlo.real_dynamic_slice")
def real_dynamic_slice(call: OperationContext, x: Any, start: Any, end: Any, steps: Any) -> Any:
    if not call.shape:
        return x
    first, last = scalars(start), scalars(end)
    if is_known(steps):
        strides = tuple(int(s) for s in known(steps))
        found = emitted(x, "slice", list(map(lift, first)), list(map(lift, last)), strides=strides)
        return reshaped(found, call.shape) if call.type.static_shape is not None else found
    distances = scalars(steps)
    one = index(1)
    sizes = [
        quotient(b - a + step - one, step)
        for a, b, step in zip(first, last, distances, strict=True)
    ]
    place: Any = index(0)
    for axis, stride in enumerate(strides_of(sizes_of(x))):
        along = counting(call.type.shape, sizes, axis, ElementType.I64)
        place = place + (first[axis] + along * distances[axis]) * stride
    return lowered("gather", flat(x), place, axis=0)


@operator("stablehlo.dynamic_pad")
def dynamic_pad(
    call: OperationContext, x: Any, value: Any, low: Any, high: Any, interior: Any
) -> Any:
    if all(map(is_known, (low, high, interior))):
        numbers = [[int(n) for n in known(v)] for v in (low, high, interior)]
        return padded(x, value, *numbers)
    return _padded(x, value, scalars(low), scalars(high), scalars(interior), call.type.shape)


def _padded(
    x: Any,
    value: Any,
    low: Sequence[Any],
    high: Sequence[Any],
    interior: Sequence[Any],
    shape: Sequence[Dim],
) -> Any:
    """Pads by numbers of elements that are staged scalars. The result has ``shape``, whose unknown
    sizes are computed."""
    zero, one = index(0), index(1)
    own = sizes_of(x)
    sizes: list[Any] = []
    for size, before, after, between in zip(own, low, high, interior, strict=True):
        gaps = lowered("max", size - one, zero) * between
        sizes.append(before + size + gaps + after)
    total: Any = zero
    inside: Any = constant(True, ElementType.BOOL)
    count: Any = one
    for axis, (size, stride) in enumerate(zip(own, strides_of(own), strict=True)):
        along = counting(shape, sizes, axis, ElementType.I64) - low[axis]
        distance = interior[axis] + one
        place = quotient(along, distance)
        for holds in (
            lowered("lessThanOrEqual", zero, along),
            lowered("lessThan", place, size),
            lowered("equal", place * distance, along),
        ):
            inside = lowered("and", inside, holds)
        total = total + place * stride
        count = count * size
    # The padding is an element after the last one.
    extended = padded(flat(x), value, [0], [1], [0])
    return lowered("gather", extended, chosen(total, count, inside), axis=0)


@operator("stablehlo.dynamic_gather")
def dynamic_gather(call: OperationContext, x: Any, indices: Any, sizes: Any) -> Any:
    if is_known(sizes) and is_static(x, indices):
        given = {**call.operation.attributes, "slice_sizes": [int(n) for n in known(sizes)]}
        inner = replace(call, operation=replace(call.operation, attributes=given))
        return indexing.gather(inner, x, indices)
    return indexing.gather_blocks(call, x, indices, scalars(sizes))


@operator("stablehlo.dynamic_conv")
def dynamic_conv(call: OperationContext, x: Any, kernel: Any, padding: Any) -> Any:
    given = dict(call.operation.attributes)
    window = dict(given.get("window", {}))
    if is_known(padding):
        window["pad"] = [[int(n) for n in row] for row in known(padding)]
    else:
        # The padding follows the dilation of the input, so both are computed before.
        x = _dilated_and_padded(call, x, padding, window)
        rank = len(x.type.shape) - 2
        window |= {"pad": [[0, 0]] * rank, "lhs_dilate": [1] * rank}
    given["window"] = window
    inner = replace(call, operation=replace(call.operation, attributes=given))
    return products.convolution(inner, x, kernel)


def _dilated_and_padded(
    call: OperationContext, x: Any, padding: Any, window: Mapping[str, Any]
) -> Any:
    layout = call.get("dim_numbers", "dimension_numbers")[0]
    rank = len(layout) - 2
    dilation = tuple(window.get("lhs_dilate") or call.ints("lhs_dilation", default=[1] * rank))
    amounts = scalars(reshaped(padding, (2 * rank,)))
    low, high, interior = ([index(0)] * len(layout) for _ in range(3))
    shape: list[Dim] = list(x.type.shape)
    for number in range(rank):
        axis = layout.index(number)
        low[axis], high[axis] = amounts[2 * number], amounts[2 * number + 1]
        interior[axis] = index(dilation[number] - 1)
        shape[axis] = ERASED
    return _padded(x, constant(0, x.type.element), low, high, interior, shape)


@operator("stablehlo.set_dimension_size")
def set_dimension_size(call: OperationContext, x: Any, count: Any) -> Any:
    """The first ``count`` elements along an axis."""
    [axis] = call.ints("dim", "dimension")
    rank = len(x.type.shape)
    zero = lift(constant(0, ElementType.I64))
    ends = [lift(size_of(x, a)) for a in range(rank)]
    ends[axis] = lift(cast_to(reshaped(count, ()), ElementType.I64))
    return emitted(x, "slice", [zero] * rank, ends)
