"""Expands reductions and scans whose operator is a function to loops, before differentiation and
for stage ``compute``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from dlvm.diagnostics import Location
from dlvm.ir import instructions as op
from dlvm.ir.builder import AnyInstruction
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions.rules import element_count, tensor_type
from dlvm.ir.module import Block, Function
from dlvm.ir.types import BOOL, INDEX, TensorType, Type
from dlvm.ir.values import Literal, Value, index_literal

Reduction = op.Reduce | op.ReduceWindow
"""An instruction that reduces many elements to each element of its result."""
Element = Callable[[Block, Value, Value, Value], tuple[Block, Value]]
"""Builds the load of an operand element at the end of a block, given the index of an element of the
result and the index of the operand element among those that are reduced to it. Returns the current
block and the operand element."""


def is_function_reduction(instruction: Instruction) -> bool:
    """Whether an instruction is a reduction, a windowed reduction or a scan whose operator is a
    function."""
    return isinstance(instruction, Reduction | op.Scan) and isinstance(instruction.by, Function)


def expand_reductions(
    function: Function, which: Callable[[Instruction], bool] = is_function_reduction
) -> None:
    """Replaces the reductions and scans that ``which`` selects with loops. Their operators must be
    functions.

    For each element of a reduction's result, in row-major order, an inner loop combines ``init``
    with the operand's elements in row-major order. A scan is one loop over all elements for each
    axis.
    """
    pending = list(function.blocks)
    while pending:
        block = pending.pop()
        for instruction in block.instructions:
            if not which(instruction):
                continue
            if isinstance(instruction, Reduction) and isinstance(instruction.by, Function):
                pending.append(_loops(block, instruction, instruction.by))
                break
            if isinstance(instruction, op.Scan) and isinstance(instruction.by, Function):
                pending.append(_scan_loops(block, instruction, instruction.by))
                break


class _LoopWriter:
    """Appends instructions with one location to blocks."""

    def __init__(self, location: Location | None) -> None:
        self.location = location

    def block(self, after: Block, types: Sequence[Type]) -> Block:
        fresh = after.function.add_block(after=after)
        for type in types:
            fresh.add_argument(type)
        return fresh

    def put(self, block: Block, instruction: AnyInstruction) -> AnyInstruction:
        instruction.location = self.location
        return block.insert(instruction)


def _loops(block: Block, instruction: Reduction, by: Function) -> Block:
    """Replaces a reduction by a function with loops; returns the block after them."""
    assert instruction.init is not None
    init, type = instruction.init, tensor_type(instruction)
    write = _LoopWriter(instruction.location)
    rest = block.split(instruction)
    # The initial content is irrelevant, as every element is written.
    empty = _empty(write, block, instruction)
    if isinstance(instruction, op.Reduce):
        element, columns = _rows(write, block, instruction)
    else:
        element, columns = _windows(write, block, instruction)
    rows = _count(write, block, empty)
    scalar = TensorType((), type.element)
    outer = write.block(block, [INDEX, empty.type])
    inner = write.block(outer, [INDEX, scalar])
    step = write.block(inner, [])
    row, result = outer.arguments
    column, joined = inner.arguments
    write.put(block, op.Branch(Successor(outer, [index_literal(0), empty])))

    in_rows = write.put(outer, op.LessThan(row, rows))
    first = Successor(inner, [index_literal(0), init])
    write.put(outer, op.Conditional(in_rows, first, Successor(rest, [])))

    step_end, found = element(step, result, row, column)
    store = write.block(step_end, [])
    in_columns = write.put(inner, op.LessThan(column, columns))
    write.put(inner, op.Conditional(in_columns, Successor(step, []), Successor(store, [])))

    following = write.put(step_end, op.Apply(by, [joined, found], scalar))
    next_column = write.put(step_end, op.Add(column, index_literal(1)))
    write.put(step_end, op.Branch(Successor(inner, [next_column, following])))

    stored: Value = joined
    if 0 in type.shape:
        stored = result
    elif type.rank:
        tile = write.put(store, op.ShapeCast(joined, (1,) * type.rank))
        place = _unraveled(write, store, row, _sizes(write, store, result))
        stored = write.put(store, op.Update(result, tile, place))
    next_row = write.put(store, op.Add(row, index_literal(1)))
    write.put(store, op.Branch(Successor(outer, [next_row, stored])))

    result.name = instruction.name
    instruction.replace_uses(result)
    instruction.erase()
    return rest


def _scan_loops(block: Block, scan: op.Scan, by: Function) -> Block:
    """Replaces a scan with one loop for each axis; returns the block after them."""
    write = _LoopWriter(scan.location)
    rest = block.split(scan)
    value: Value = scan.x
    for axis in scan.axes if 0 not in tensor_type(scan).shape else ():
        block, value = _scan_along(write, block, value, axis, by, reverse=scan.reverse)
    write.put(block, op.Branch(Successor(rest, [])))
    if value is not scan.x:
        value.name = scan.name
    scan.replace_uses(value)
    scan.erase()
    return rest


def _scan_along(
    write: _LoopWriter, block: Block, x: Value, axis: int, by: Function, *, reverse: bool
) -> tuple[Block, Value]:
    """Scans a tensor along an axis, in row-major order or in reverse.

    The previous partial result of an element is ``back`` elements before it. ``back`` is the
    product of the sizes of the later axes.
    """
    type = tensor_type(x)
    scalar = TensorType((), type.element)
    empty = _zeros(write, block, x)
    elements, sizes, count = (
        _flat(write, block, x),
        _sizes(write, block, x),
        _count(write, block, x),
    )
    back: Value = index_literal(1)
    for size in sizes[axis + 1 :]:
        back = write.put(block, op.Multiply(back, size))
    last = write.put(block, op.Subtract(sizes[axis], index_literal(1)))
    head = write.block(block, [INDEX, empty.type])
    step = write.block(head, [])
    join = write.block(step, [])
    store = write.block(join, [scalar])
    rest = write.block(store, [])
    number, result = head.arguments
    write.put(block, op.Branch(Successor(head, [index_literal(0), empty])))

    more = write.put(head, op.LessThan(number, count))
    write.put(head, op.Conditional(more, Successor(step, []), Successor(rest, [])))

    place: Value = number
    if reverse:
        from_end = write.put(step, op.Subtract(count, number))
        place = write.put(step, op.Subtract(from_end, index_literal(1)))
    element = write.put(step, op.Gather(elements, place, 0))
    row = write.put(step, op.FloorDivide(place, back))
    along = write.put(step, op.Modulo(row, sizes[axis]))
    is_first = write.put(step, op.Equal(along, last if reverse else index_literal(0)))
    first, others = Successor(store, [element]), Successor(join, [])
    write.put(step, op.Conditional(is_first, first, others))

    before = write.put(join, (op.Add if reverse else op.Subtract)(place, back))
    so_far = write.put(join, op.Gather(_flat(write, join, result), before, 0))
    joined = write.put(join, op.Apply(by, [so_far, element], scalar))
    write.put(join, op.Branch(Successor(store, [joined])))

    tile = write.put(store, op.ShapeCast(store.arguments[0], (1,) * type.rank))
    places = _unraveled(write, store, place, sizes)
    stored = write.put(store, op.Update(result, tile, places))
    following = write.put(store, op.Add(number, index_literal(1)))
    write.put(store, op.Branch(Successor(head, [following, stored])))
    return rest, result


def _zeros(write: _LoopWriter, block: Block, like: Value) -> Value:
    """Builds zeros of the shape of a tensor, through which no derivative flows."""
    type = tensor_type(like)
    if type.static_shape is not None:
        return Literal(type, 0)
    same = write.put(block, op.Equal(like, like))
    zero = Literal(TensorType((), type.element), 0)
    return write.put(block, op.Select(zero, zero, same))


def _empty(write: _LoopWriter, block: Block, instruction: Reduction) -> Value:
    """Builds zeros of the shape of the result, through which no derivative flows."""
    type = tensor_type(instruction)
    if type.static_shape is not None:
        return Literal(type, 0)
    joins = "or" if type.element is BOOL else "add"
    if isinstance(instruction, op.Reduce):
        shaped = write.put(block, op.Reduce(instruction.x, joins, instruction.axes, None))
    else:
        x, dims, clauses = instruction.x, instruction.dims, _clauses(instruction)
        shaped = write.put(block, op.ReduceWindow(x, joins, dims, None, *clauses))
    return _zeros(write, block, shaped)


def _rows(write: _LoopWriter, block: Block, reduce: op.Reduce) -> tuple[Element, Value]:
    """Returns the element loader of a reduction, and the number of operand elements for each
    element of the result."""
    rank = tensor_type(reduce.x).rank
    order = [a for a in range(rank) if a not in reduce.axes] + sorted(reduce.axes)
    x = reduce.x
    if order != list(range(rank)):
        x = write.put(block, op.Transpose(x, tuple(order)))
    elements = _flat(write, block, x)
    sizes = _sizes(write, block, reduce.x)
    columns: Value = index_literal(1)
    for axis in reduce.axes:
        columns = write.put(block, op.Multiply(columns, sizes[axis]))

    def element(step: Block, result: Value, row: Value, column: Value) -> tuple[Block, Value]:
        start = write.put(step, op.Multiply(row, columns))
        place = write.put(step, op.Add(start, column))
        return step, write.put(step, op.Gather(elements, place, 0))

    return element, columns


def _windows(write: _LoopWriter, block: Block, window: op.ReduceWindow) -> tuple[Element, Value]:
    """Returns the element loader of a windowed reduction, and the number of elements in each
    window."""
    assert window.init is not None
    init = window.init
    elements = _flat(write, block, window.x)
    sizes = _sizes(write, block, window.x)
    low = [_low_margin(write, block, window, axis, size) for axis, size in enumerate(sizes)]

    def element(step: Block, result: Value, row: Value, column: Value) -> tuple[Block, Value]:
        inside: Value = Literal(TensorType((), BOOL), True)
        flat: Value = index_literal(0)
        starts = _unraveled(write, step, row, _sizes(write, step, result))
        offsets = _unraveled(write, step, column, [index_literal(d) for d in window.dims])
        for axis, size in enumerate(sizes):
            start = write.put(step, op.Multiply(starts[axis], index_literal(window.steps[axis])))
            gap = index_literal(window.spacing[axis])
            offset = write.put(step, op.Multiply(offsets[axis], gap))
            padded = write.put(step, op.Add(start, offset))
            place = write.put(step, op.Subtract(padded, low[axis]))
            for holds in (op.GreaterThanOrEqual(place, index_literal(0)), op.LessThan(place, size)):
                inside = write.put(step, op.And(inside, write.put(step, holds)))
            flat = write.put(step, op.Multiply(flat, size))
            flat = write.put(step, op.Add(flat, place))
        read = write.block(step, [])
        known = write.block(read, [init.type])
        write.put(step, op.Conditional(inside, Successor(read, []), Successor(known, [init])))
        found = write.put(read, op.Gather(elements, flat, 0))
        write.put(read, op.Branch(Successor(known, [found])))
        return known, known.arguments[0]

    return element, index_literal(math.prod(window.dims))


def _clauses(window: op.ReduceWindow) -> tuple[Any, Any, Any]:
    return window.strides, window.padding, window.dilation


def _low_margin(
    write: _LoopWriter, block: Block, window: op.ReduceWindow, axis: int, size: Value
) -> Value:
    """Returns the number of padding elements before a dimension."""
    low, _ = window.margins(tensor_type(window.x).shape)[axis]
    if isinstance(low, int):
        return index_literal(low)
    # A dimension of unknown size has 'same' padding: there are as many windows as strides.
    step = index_literal(window.steps[axis])
    reach = (window.dims[axis] - 1) * window.spacing[axis] + 1
    last = write.put(block, op.Subtract(size, index_literal(1)))
    start = write.put(block, op.Multiply(write.put(block, op.FloorDivide(last, step)), step))
    covered = write.put(block, op.Add(start, index_literal(reach)))
    missing = write.put(block, op.Subtract(covered, size))
    total = write.put(block, op.Max(missing, index_literal(0)))
    return write.put(block, op.FloorDivide(total, index_literal(2)))


def _flat(write: _LoopWriter, block: Block, value: Value) -> Instruction:
    """Flattens a tensor."""
    count = element_count(tensor_type(value).shape)
    return write.put(block, op.ShapeCast(value, (count,)))


def _sizes(write: _LoopWriter, block: Block, value: Value) -> list[Value]:
    """Returns the sizes of a tensor, as constants if they are known."""
    shape = tensor_type(value).shape
    return [
        index_literal(dim) if isinstance(dim, int) else write.put(block, op.Dimension(value, axis))
        for axis, dim in enumerate(shape)
    ]


def _count(write: _LoopWriter, block: Block, value: Value) -> Value:
    """Returns the number of elements of a tensor, as a constant if it is known."""
    count = element_count(tensor_type(value).shape)
    return index_literal(count) if isinstance(count, int) else write.put(block, op.UnitCount(value))


def _unraveled(
    write: _LoopWriter, block: Block, number: Value, sizes: Sequence[Value]
) -> list[Value]:
    """Returns the indices of an element from its position in row-major order."""
    places: list[Value] = []
    for size in reversed(sizes[1:]):
        places.append(write.put(block, op.Modulo(number, size)))
        number = write.put(block, op.FloorDivide(number, size))
    return [number, *reversed(places)]
