"""Operations that move, select or create elements, and sorts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dlvm.ir.instructions import INSTRUCTIONS, Extract, Sort
from dlvm.ir.types import ElementType, TensorType
from dlvm.ir.values import index_literal
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.elementwise import nnkit, order_keys
from dlvm.stablehlo.operators.table import (
    MOVEMENTS,
    POINTWISE,
    OperationContext,
    broadcasted,
    cast_to,
    constant,
    lowered,
    operator,
    reshaped,
    size_of,
)
from dlvm.stablehlo.program import Operation, Region


def iota(shape: Sequence[int], axis: int, element: ElementType = ElementType.I64) -> Any:
    """The index of each element along an axis."""
    counts = element.is_integer and not element.is_storage
    kind = element if counts else ElementType.I64
    type_ = TensorType((), kind)
    return cast_to(lowered("iota", shape=tuple(shape), axis=axis, type_=type_), element)


@operator("stablehlo.iota")
def iota_(call: OperationContext) -> Any:
    [axis] = call.ints("dim", "iota_dimension")
    return iota(call.shape, axis, call.type.element)


@operator("stablehlo.broadcast_in_dim", kind=MOVEMENTS)
def broadcast_in_dim(call: OperationContext, x: Any) -> Any:
    if not call.shape:
        return x
    dims = call.ints("dims", "broadcast_dimensions")
    order = sorted(range(len(dims)), key=dims.__getitem__)
    x = lowered("transpose", x, axes=tuple(order)) if order != list(range(len(dims))) else x
    sizes = [1] * len(call.shape)
    for size, axis in zip(x.type.shape, sorted(dims), strict=True):
        sizes[axis] = size
    return broadcasted(reshaped(x, sizes), call.shape)


@operator("stablehlo.broadcast", kind=MOVEMENTS)
def broadcast(call: OperationContext, x: Any) -> Any:
    return broadcasted(x, call.shape) if call.shape else x


@operator("stablehlo.reshape", kind=MOVEMENTS)
def reshape(call: OperationContext, x: Any) -> Any:
    return reshaped(x, call.shape) if call.shape or x.type.shape == (1,) * len(x.type.shape) else x


@operator("stablehlo.transpose", kind=MOVEMENTS)
def transpose(call: OperationContext, x: Any) -> Any:
    axes = call.ints("dims", "permutation")
    return lowered("transpose", x, axes=axes) if axes else x


@operator("stablehlo.reverse")
def reverse(call: OperationContext, x: Any) -> Any:
    return lowered("reverse", x, axes=call.ints("dims", "dimensions"))


@operator("stablehlo.concatenate")
def concatenate(call: OperationContext, *parts: Any) -> Any:
    [axis] = call.ints("dim", "dimension")
    return nnkit.concat(list(parts), axis=axis)


def sliced(x: Any, starts: Sequence[int], ends: Sequence[int], strides: Sequence[int]) -> Any:
    """The elements between known bounds."""
    if not starts:
        return x
    bounds = [[index_literal(i) for i in side] for side in (starts, ends)]
    steps = tuple(strides) if any(s != 1 for s in strides) else None
    return emitted(x, "slice", *bounds, strides=steps)


def emitted(x: Any, mnemonic: str, *rest: Any, **attributes: Any) -> Any:
    return wrap(emit(INSTRUCTIONS[mnemonic], lift(x), *rest, **attributes))


@operator("stablehlo.slice")
def slice_(call: OperationContext, x: Any) -> Any:
    ranges = call.get("ranges")
    if ranges is None:
        starts, ends = call.ints("start_indices"), call.ints("limit_indices")
        return sliced(x, starts, ends, call.ints("strides", default=[1] * len(starts)))
    full = [[*r, 1] if len(r) == 2 else r for r in ranges]
    return sliced(x, *zip(*full, strict=True)) if full else x


def _offsets(x: Any, sizes: Sequence[int], starts: Sequence[Any]) -> list[Any]:
    """The offsets of a block of the given sizes: ``starts``, moved so that the block lies inside
    ``x``."""
    moved: list[Any] = []
    for axis, (whole, start) in enumerate(zip(sizes, starts, strict=True)):
        last = lowered("subtract", size_of(x, axis), constant(whole, ElementType.I64))
        if start.type.element is ElementType.U64:
            largest = constant(2**63 - 1, ElementType.U64)
            start = lowered("min", start, largest)
        at_least = lowered("max", cast_to(start, ElementType.I64), constant(0, ElementType.I64))
        moved.append(lowered("min", at_least, last))
    return moved


@operator("stablehlo.dynamic_slice")
def dynamic_slice(call: OperationContext, x: Any, *starts: Any) -> Any:
    sizes = call.ints("sizes", "slice_sizes")
    if not sizes:
        return x
    first = _offsets(x, sizes, starts)
    last = [
        lowered("add", s, constant(n, ElementType.I64)) for s, n in zip(first, sizes, strict=True)
    ]
    block = emitted(x, "slice", list(map(lift, first)), list(map(lift, last)))
    return lowered("shapeCast", block, shape=sizes)


@operator("stablehlo.dynamic_update_slice")
def dynamic_update_slice(call: OperationContext, x: Any, block: Any, *starts: Any) -> Any:
    if not starts:
        return block
    offsets = _offsets(x, block.type.shape, starts)
    return emitted(x, "update", lift(block), list(map(lift, offsets)))


@operator("stablehlo.pad")
def pad(call: OperationContext, x: Any, value: Any) -> Any:
    low = call.ints("low", "edge_padding_low")
    high = call.ints("high", "edge_padding_high")
    return padded(x, value, low, high, call.ints("interior", "interior_padding"))


def padded(
    x: Any, value: Any, low: Sequence[int], high: Sequence[int], interior: Sequence[int]
) -> Any:
    if not any((*low, *high, *interior)):
        return x
    pairs = tuple(zip(low, high, strict=True))
    inner = tuple(interior) if any(interior) else None
    return emitted(x, "pad", pairs, lift(value), interior=inner)


@operator("stablehlo.optimization_barrier", "sdy.sharding_constraint", kind=POINTWISE)
def optimization_barrier(call: OperationContext, *operands: Any) -> Any:
    return operands


@operator("stablehlo.get_dimension_size")
def get_dimension_size(call: OperationContext, x: Any) -> Any:
    [axis] = call.ints("dim", "dimension")
    return cast_to(size_of(x, axis), ElementType.I32)


@operator("chlo.top_k")
def top_k(call: OperationContext, x: Any) -> Any:
    [count] = call.ints("k")
    axis = len(x.type.shape) - 1
    values, places = sorted_with_indices(x, axis, descending=True)
    end = (*x.type.shape[:-1], count)
    zeros, ones = (0,) * len(end), (1,) * len(end)
    places = sliced(places, zeros, end, ones)
    return sliced(values, zeros, end, ones), cast_to(places, call_element(call, 1))


def call_element(call: OperationContext, place: int) -> ElementType:
    kind = call.operation.types[place]
    assert isinstance(kind, TensorType)
    return kind.element


def sorted_with_indices(x: Any, axis: int, descending: bool = False) -> tuple[Any, Any]:
    """The sorted elements along an axis and their original indices."""
    both = emit(Sort, lift(x), axis=axis, descending=descending)
    return wrap(emit(Extract, (0,), both)), wrap(emit(Extract, (1,), both))


@operator("stablehlo.sort")
def sort(call: OperationContext, *operands: Any) -> Any:
    axis = call.ints("dimension", default=[-1])[0] % max(len(operands[0].type.shape), 1)
    region = call.operation.regions[0]
    key = _key(region.operations, [name for name, _ in region.arguments])
    if key is not None:
        comparison, descending = key
        doubled = [x for x in operands for _ in (0, 1)]
        inner = [o for o in region.operations if o is not comparison and o.name != _RETURN]
        kinds = comparison.operand_types[:1]
        kept = Operation(
            _RETURN, comparison.location, (), [comparison.operands[0]], operand_types=kinds
        )
        part = Region(region.arguments, [*inner, kept])
        [keys] = call.stager.scalars(part, doubled, call.environment)
        written = {*map(str, comparison.words), str(comparison.attributes.get("compare_type"))}
        kind = next((k for k in ("TOTALORDER", "WEAKORDER") if k in written), "")
        _, order = sorted_with_indices(order_keys(keys, kind), axis, descending)
    else:
        order = _order(call, operands, axis)
    return tuple(nnkit.take_along_axis(x, order, axis=axis) for x in operands)


_RETURN = "stablehlo.return"


def _key(
    operations: Sequence[Operation], arguments: Sequence[str]
) -> tuple[Operation, bool] | None:
    """The comparison in a comparator ``f(a) < f(b)`` or ``f(a) > f(b)``, and whether it sorts in
    descending order. None if the comparator has another form.
    """
    makers: Mapping[str, Operation] = {r: o for o in operations for r in o.results}
    [returned] = operations[-1].operands if len(operations[-1].operands) == 1 else [""]
    found = makers.get(returned)
    if found is None or found.name != "stablehlo.compare" or any(o.regions for o in operations):
        return None
    words = {*found.words, found.attributes.get("comparison_direction")}
    if not words & {"LT", "GT"}:
        return None

    def described(name: str, side: int) -> Any:
        if name in arguments:
            place = arguments.index(name)
            return ("argument", place // 2 if place % 2 == side else -1 - place)
        maker = makers.get(name)
        if maker is None:
            return ("outer", name)
        inner = tuple(described(o, side) for o in maker.operands)
        form = repr((maker.attributes, maker.words, maker.types))
        return (maker.name, maker.results.index(name), form, inner)

    first, second = (described(o, side) for side, o in enumerate(found.operands))
    return (found, "GT" in words) if first == second else None


def _order(call: OperationContext, operands: Sequence[Any], axis: int) -> Any:
    """The indices that sort elements stably along an axis by any comparator, computed by comparing
    all pairs."""
    shape = operands[0].type.shape
    rows = [reshaped(x, (*shape[: axis + 1], 1, *shape[axis + 1 :])) for x in operands]
    columns = [reshaped(x, (*shape[:axis], 1, *shape[axis:])) for x in operands]
    pairs = (*shape[: axis + 1], shape[axis], *shape[axis + 1 :])
    rows = [broadcasted(x, pairs) for x in rows]
    columns = [broadcasted(x, pairs) for x in columns]
    forth = [side for pair in zip(rows, columns, strict=True) for side in pair]
    back = [side for pair in zip(columns, rows, strict=True) for side in pair]
    [less], [greater] = call.scalars(0, *forth), call.scalars(0, *back)
    earlier = lowered("lessThan", iota(pairs, axis + 1), iota(pairs, axis))
    tied = lowered("and", lowered("not", lowered("or", less, greater)), earlier)
    before = cast_to(
        lowered("or", lowered("and", greater, lowered("not", less)), tied), ElementType.I64
    )
    rank = emitted(before, "reduce", by="add", axes=(axis + 1,))
    return sorted_with_indices(rank, axis)[1]
