"""Operations whose result has sizes that are computed at run time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from dlvm.diagnostics import error
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.ir.types import ERASED, Dim, ElementType, TensorType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators import indexing, movement, products
from dlvm.stablehlo.operators.movement import emitted, padded, sliced
from dlvm.stablehlo.operators.table import (
    OperationContext,
    cast_to,
    chosen,
    constant,
    is_static,
    known,
    lowered,
    operator,
    reshaped,
    size_of,
)


def _scalars(vector: Any) -> list[Any]:
    """The elements of a vector of sizes."""
    count = vector.type.shape[0]
    if not isinstance(count, int):
        raise error("the number of sizes must be known")
    parts = [sliced(vector, [n], [n + 1], [1]) for n in range(count)]
    return [cast_to(reshaped(p, ()), ElementType.I64) for p in parts]


def _counting(shape: Sequence[Dim], sizes: Sequence[Any], axis: int, element: ElementType) -> Any:
    """An iota, some of whose sizes are values."""
    opened = tuple(d if isinstance(d, int) else ERASED for d in shape)
    given = [lift(s) for d, s in zip(shape, sizes, strict=True) if not isinstance(d, int)]
    counts = element.is_integer and not element.is_storage
    kind = element if counts else ElementType.I64
    found = wrap(emit(INSTRUCTIONS["iota"], opened, axis, TensorType((), kind), sizes=given))
    return cast_to(found, element)


def _flat(x: Any) -> Any:
    shape = x.type.static_shape
    if shape is None:
        return lowered("shapeCast", x, shape=(ERASED,))
    return reshaped(x, (prod(shape),))


def _strides(sizes: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    step = constant(1, ElementType.I64)
    for number in reversed(sizes):
        found.insert(0, step)
        step = lowered("multiply", step, number)
    return found


@operator("stablehlo.dynamic_reshape")
def dynamic_reshape(call: OperationContext, x: Any, shape: Any) -> Any:
    wanted = call.type.shape
    if sum(not isinstance(d, int) for d in wanted) <= 1:
        opened = tuple(d if isinstance(d, int) else ERASED for d in wanted)
        return x if x.type.shape == opened else lowered("shapeCast", x, shape=opened)
    sizes = _scalars(shape)
    place: Any = constant(0, ElementType.I64)
    for axis, stride in enumerate(_strides(sizes)):
        place = place + _counting(wanted, sizes, axis, ElementType.I64) * stride
    return lowered("gather", _flat(x), place, axis=0)


@operator("stablehlo.dynamic_broadcast_in_dim")
def dynamic_broadcast_in_dim(call: OperationContext, x: Any, shape: Any) -> Any:
    if is_static(x) and call.type.static_shape is not None:
        return movement.broadcast_in_dim(call, x)
    if not call.shape:
        return x
    dims = call.ints("dims", "broadcast_dimensions")
    sizes = _scalars(shape)
    own = [size_of(x, axis) for axis in range(len(dims))]
    zero, one = constant(0, ElementType.I64), constant(1, ElementType.I64)
    place: Any = _counting(call.type.shape, sizes, 0, ElementType.I64) * zero
    for axis, (dim, stride) in enumerate(zip(dims, _strides(own), strict=True)):
        along = _counting(call.type.shape, sizes, dim, ElementType.I64)
        place = place + chosen(zero, along * stride, lowered("equal", own[axis], one))
    return lowered("gather", _flat(x), place, axis=0)


@operator("stablehlo.dynamic_iota")
def dynamic_iota(call: OperationContext, shape: Any) -> Any:
    [axis] = call.ints("dim", "iota_dimension")
    return _counting(call.type.shape, _scalars(shape), axis, call.type.element)


@operator("stablehlo.real_dynamic_slice")
def real_dynamic_slice(call: OperationContext, x: Any, start: Any, end: Any, steps: Any) -> Any:
    if not call.shape:
        return x
    bounds = [list(map(lift, _scalars(v))) for v in (start, end)]
    strides = tuple(int(s) for s in known(steps))
    found = emitted(x, "slice", *bounds, strides=strides)
    return reshaped(found, call.shape) if call.type.static_shape is not None else found


@operator("stablehlo.dynamic_pad")
def dynamic_pad(
    call: OperationContext, x: Any, value: Any, low: Any, high: Any, interior: Any
) -> Any:
    numbers = [[int(n) for n in known(v)] for v in (low, high, interior)]
    return padded(x, value, *numbers)


@operator("stablehlo.dynamic_gather")
def dynamic_gather(call: OperationContext, x: Any, indices: Any, sizes: Any) -> Any:
    given = {**call.operation.attributes, "slice_sizes": [int(n) for n in known(sizes)]}
    inner = replace(call, operation=replace(call.operation, attributes=given))
    return indexing.gather(inner, x, indices)


@operator("stablehlo.dynamic_conv")
def dynamic_conv(call: OperationContext, x: Any, kernel: Any, padding: Any) -> Any:
    pairs = [[int(n) for n in row] for row in known(padding)]
    given = dict(call.operation.attributes)
    given["window"] = {**given.get("window", {}), "pad": pairs}
    inner = replace(call, operation=replace(call.operation, attributes=given))
    return products.convolution(inner, x, kernel)


@operator("stablehlo.set_dimension_size")
def set_dimension_size(call: OperationContext, x: Any, count: Any) -> Any:
    """The first elements along an axis."""
    [axis] = call.ints("dim", "dimension")
    rank = len(x.type.shape)
    zero = lift(constant(0, ElementType.I64))
    ends = [lift(size_of(x, a)) for a in range(rank)]
    ends[axis] = lift(cast_to(reshaped(count, ()), ElementType.I64))
    return emitted(x, "slice", [zero] * rank, ends)
