"""Instructions that stage compute does not have, as others and as loops."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir import instructions as op
from dlvm.ir.builder import AnyInstruction
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions.rules import element_count, tensor_type
from dlvm.ir.module import Block, Function, Module
from dlvm.ir.types import BF16, BOOL, ERASED, F16, F32, I64, INDEX, Dim, TensorType, Type
from dlvm.ir.values import Literal, TensorData, Value, index_literal


def expand(module: Module) -> None:
    """Replaces what has no index notation of its own: scans along several axes or of small floats,
    windows joined by a function, updates of scalars, and reductions by a function.

    Raises :class:`DiagnosticError` for a reduction by a function whose result has several open
    sizes.
    """
    for function in module.functions:
        for instruction in list(function.instructions()):
            match instruction:
                case op.Scan() if len(instruction.axes) != 1 or _is_small(instruction):
                    _replace(instruction, _scan_by_axes(_Before(instruction), instruction))
                case op.Update() if not instruction.start:
                    _replace(instruction, instruction.y)
                case op.ReduceWindow() if isinstance(instruction.by, Function):
                    _replace(instruction, _windows(_Before(instruction), instruction))
                case _:
                    pass
        pending = list(function.blocks)
        while pending:
            block = pending.pop()
            for instruction in block.instructions:
                if isinstance(instruction, op.Reduce) and isinstance(instruction.by, Function):
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


def _windows(put: _Before, window: op.ReduceWindow) -> Value:
    """The elements of each window gathered along new axes, and these reduced."""
    assert window.init is not None
    type = tensor_type(window.x)
    if type.static_shape is None:
        raise error(
            "windows joined by a function over sizes that are known at run time only are not "
            "supported by native code yet",
            window.location,
        )
    margins = tuple((_number(low), _number(high)) for low, high in window.margins(type.shape))
    padded = put(op.Pad(window.x, margins, window.init))
    shape = tensor_type(padded).static_shape or ()
    result = tensor_type(window).static_shape or ()
    wide = (*result, *window.dims)
    places = np.zeros(wide, np.int64)
    for axis, size in enumerate(shape):
        starts = np.arange(result[axis], dtype=np.int64) * window.steps[axis]
        steps = np.arange(window.dims[axis], dtype=np.int64) * window.spacing[axis]
        outer = [1] * len(wide)
        outer[axis], outer[type.rank + axis] = len(starts), len(steps)
        places = places * size + (starts[:, None] + steps[None, :]).reshape(outer)
    flat = put(op.ShapeCast(padded, (math.prod(shape),)))
    table = Literal(TensorType(wide, I64), TensorData(places))
    found = put(op.Gather(flat, table, 0))
    return put(op.Reduce(found, window.by, tuple(range(type.rank, 2 * type.rank)), window.init))


def _number(dim: Dim) -> int:
    assert isinstance(dim, int)
    return dim


class _Writer:
    """Puts instructions at the end of blocks, all with one location."""

    def __init__(self, reduce: op.Reduce) -> None:
        self.location = reduce.location

    def block(self, after: Block, types: Sequence[Type]) -> Block:
        fresh = after.function.add_block(after=after)
        for type in types:
            fresh.add_argument(type)
        return fresh

    def put(self, block: Block, instruction: AnyInstruction) -> AnyInstruction:
        instruction.location = self.location
        return block.insert(instruction)


def _loops(block: Block, reduce: op.Reduce, by: Function) -> Block:
    """Puts loops in the place of a reduction; gives the block that comes after them."""
    assert reduce.init is not None
    type = tensor_type(reduce)
    if type.shape.count(ERASED) > 1:
        message = f"reduce by a function with a result of type {type} is not supported by native "
        raise error(f"{message}code yet, as several of its sizes are open", reduce.location)
    write = _Writer(reduce)
    rest = block.split(reduce)
    elements = _flat(write, block, _rows_last(write, block, reduce))
    # What is in it does not count: every element is written.
    joins = "or" if type.element is BOOL else "add"
    empty = _flat(write, block, write.put(block, op.Reduce(reduce.x, joins, reduce.axes, None)))
    rows = write.put(block, op.UnitCount(empty))
    columns = _product(write, block, reduce)
    scalar = TensorType((), type.element)
    outer = write.block(block, [INDEX, empty.type])
    inner = write.block(outer, [INDEX, scalar])
    step = write.block(inner, [])
    store = write.block(step, [])
    row, result = outer.arguments
    column, joined = inner.arguments
    write.put(block, op.Branch(Successor(outer, [index_literal(0), empty])))

    in_rows = write.put(outer, op.LessThan(row, rows))
    first = Successor(inner, [index_literal(0), reduce.init])
    write.put(outer, op.Conditional(in_rows, first, Successor(rest, [])))

    in_columns = write.put(inner, op.LessThan(column, columns))
    write.put(inner, op.Conditional(in_columns, Successor(step, []), Successor(store, [])))

    start = write.put(step, op.Multiply(row, columns))
    place = write.put(step, op.Add(start, column))
    found = write.put(step, op.Gather(elements, place, 0))
    following = write.put(step, op.Apply(by, [joined, found], scalar))
    next_column = write.put(step, op.Add(column, index_literal(1)))
    write.put(step, op.Branch(Successor(inner, [next_column, following])))

    stored = write.put(store, op.Scatter(joined, result, row, 0))
    next_row = write.put(store, op.Add(row, index_literal(1)))
    write.put(store, op.Branch(Successor(outer, [next_row, stored])))

    shaped = op.ShapeCast(result, type.shape)
    shaped.location, shaped.name = reduce.location, reduce.name
    rest.insert(shaped, before=reduce)
    reduce.replace_uses(shaped)
    reduce.erase()
    return rest


def _rows_last(write: _Writer, block: Block, reduce: op.Reduce) -> Value:
    """The operand with the axes that are reduced at the end, in their own order."""
    rank = tensor_type(reduce.x).rank
    order = [a for a in range(rank) if a not in reduce.axes] + sorted(reduce.axes)
    if order == list(range(rank)):
        return reduce.x
    return write.put(block, op.Transpose(reduce.x, tuple(order)))


def _flat(write: _Writer, block: Block, value: Value) -> Instruction:
    """A tensor as a vector."""
    count = element_count(tensor_type(value).shape)
    return write.put(block, op.ShapeCast(value, (count,)))


def _product(write: _Writer, block: Block, reduce: op.Reduce) -> Value:
    """How many elements each row has."""
    total: Value = index_literal(1)
    for axis in reduce.axes:
        size = write.put(block, op.Dimension(reduce.x, axis))
        total = write.put(block, op.Multiply(total, size))
    return total
