"""Reductions by a function, on the way to stage compute: as loops that call it."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.diagnostics import error
from dlvm.ir import instructions as op
from dlvm.ir.builder import AnyInstruction
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions.rules import element_count, tensor_type
from dlvm.ir.module import Block, Function, Module
from dlvm.ir.types import BOOL, ERASED, INDEX, TensorType, Type
from dlvm.ir.values import Value, index_literal


def expand_reductions(module: Module) -> None:
    """Replaces every reduction by a function with loops: over rows, and over the elements of each.

    Raises :class:`DiagnosticError` for a result of which several sizes are open.
    """
    for function in module.functions:
        pending = list(function.blocks)
        while pending:
            block = pending.pop()
            for instruction in block.instructions:
                if isinstance(instruction, op.Reduce) and isinstance(instruction.by, Function):
                    pending.append(_expand(block, instruction, instruction.by))
                    break


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


def _expand(block: Block, reduce: op.Reduce, by: Function) -> Block:
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
