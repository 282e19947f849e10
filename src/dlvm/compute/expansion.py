"""Instructions that stage compute does not have, as others and as loops."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from dlvm.compute.sizes import Sizes
from dlvm.diagnostics import Location
from dlvm.ir import instructions as op
from dlvm.ir.builder import AnyInstruction
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions.rules import element_count, tensor_type
from dlvm.ir.module import Block, Function, Module
from dlvm.ir.types import BF16, BOOL, F16, F32, INDEX, TensorType, Type
from dlvm.ir.values import Literal, Value, index_literal


def expand(module: Module) -> None:
    """Replaces what has no index notation of its own: scans along several axes or of small floats,
    windows joined by a function, updates of scalars, and reductions by a function.
    """
    for function in module.functions:
        for instruction in list(function.instructions()):
            match instruction:
                case op.Scan() if len(instruction.axes) != 1 or _is_small(instruction):
                    _replace(instruction, _scan_by_axes(_Before(instruction), instruction))
                case op.Update() if not instruction.start:
                    _replace(instruction, instruction.y)
                case _:
                    pass
        pending = list(function.blocks)
        while pending:
            block = pending.pop()
            for instruction in block.instructions:
                if isinstance(instruction, Joined) and isinstance(instruction.by, Function):
                    pending.append(_loops(block, instruction, instruction.by))
                    break


def _replace(old: Instruction, new: Value) -> None:
    if new.name is None and isinstance(new, Instruction):
        new.name = old.name
    old.replace_uses(new)
    old.erase()


class _Before:
    """Puts instructions before another one, with its location."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction

    def __call__(self, instruction: AnyInstruction) -> AnyInstruction:
        assert self.instruction.block is not None
        instruction.location = self.instruction.location
        return self.instruction.block.insert(instruction, self.instruction)


def _is_small(scan: op.Scan) -> bool:
    return tensor_type(scan).element in (F16, BF16)


def _scan_by_axes(put: _Before, scan: op.Scan) -> Value:
    """One scan after the other; small floats are joined as f32 and rounded after each."""
    value, element = scan.x, tensor_type(scan).element
    for axis in scan.axes:
        if _is_small(scan):
            value = put(op.DataTypeCast(value, F32))
        value = put(op.Scan(value, scan.by, (axis,), scan.exclusive, scan.reverse))
        if _is_small(scan):
            value = put(op.DataTypeCast(value, element))
    return value


class _Writer:
    """Puts instructions at the end of blocks, all with one location."""

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


Joined = op.Reduce | op.ReduceWindow
"""What gives elements each of which is many joined."""
Element = Callable[[Block, Value, Value, Value], tuple[Block, Value]]
"""Finds, at the end of a block, one of the elements joined, given the result, the number of the
element in it and that of the one joined; gives it with the block that knows it."""


def _loops(block: Block, instruction: Joined, by: Function) -> Block:
    """Puts loops in the place of what a function joins; gives the block that comes after them."""
    assert instruction.init is not None
    init, type = instruction.init, tensor_type(instruction)
    write = _Writer(instruction.location)
    low = _low_margins(instruction) if isinstance(instruction, op.ReduceWindow) else []
    rest = block.split(instruction)
    joins = "or" if type.element is BOOL else "add"
    # What is in the result at first does not count: every element is written.
    if isinstance(instruction, op.Reduce):
        empty = write.put(block, op.Reduce(instruction.x, joins, instruction.axes, None))
        element, columns = _rows(write, block, instruction)
    else:
        x, dims, clauses = instruction.x, instruction.dims, _clauses(instruction)
        empty = write.put(block, op.ReduceWindow(x, joins, dims, None, *clauses))
        element, columns = _windows(write, block, instruction, low)
    rows = write.put(block, op.UnitCount(empty))
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


def _rows(write: _Writer, block: Block, reduce: op.Reduce) -> tuple[Element, Value]:
    """What finds the elements of a reduction, and how many are joined to one."""
    rank = tensor_type(reduce.x).rank
    order = [a for a in range(rank) if a not in reduce.axes] + sorted(reduce.axes)
    x = reduce.x
    if order != list(range(rank)):
        x = write.put(block, op.Transpose(x, tuple(order)))
    elements = _flat(write, block, x)
    sizes = [write.put(block, op.Dimension(reduce.x, axis)) for axis in reduce.axes]
    columns: Value = index_literal(1)
    for size in sizes:
        columns = write.put(block, op.Multiply(columns, size))

    def element(step: Block, result: Value, row: Value, column: Value) -> tuple[Block, Value]:
        start = write.put(step, op.Multiply(row, columns))
        place = write.put(step, op.Add(start, column))
        return step, write.put(step, op.Gather(elements, place, 0))

    return element, columns


def _windows(
    write: _Writer, block: Block, window: op.ReduceWindow, low: Sequence[Value]
) -> tuple[Element, Value]:
    """What finds the elements of windows, and how many are joined to one. ``low`` are the elements
    before each dimension that count as ``init``."""
    assert window.init is not None
    init = window.init
    elements = _flat(write, block, window.x)
    sizes = _sizes(write, block, window.x)

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


def _low_margins(window: op.ReduceWindow) -> list[Value]:
    assert window.block is not None
    sizes = Sizes(window.block.function)
    margins = sizes.margins(window, sizes.shape(window.x))
    return [sizes.value(low, window) for low, _ in margins]


def _flat(write: _Writer, block: Block, value: Value) -> Instruction:
    """A tensor as a vector."""
    count = element_count(tensor_type(value).shape)
    return write.put(block, op.ShapeCast(value, (count,)))


def _sizes(write: _Writer, block: Block, value: Value) -> list[Value]:
    rank = tensor_type(value).rank
    return [write.put(block, op.Dimension(value, axis)) for axis in range(rank)]


def _unraveled(write: _Writer, block: Block, number: Value, sizes: Sequence[Value]) -> list[Value]:
    """The indices of an element of a tensor of some sizes, given its number in order of rows."""
    places: list[Value] = []
    for size in reversed(sizes[1:]):
        places.append(write.put(block, op.Modulo(number, size)))
        number = write.put(block, op.FloorDivide(number, size))
    return [number, *reversed(places)]
