"""Memory use: the bytes that the values of a function occupy, and their live ranges.

A value consists of cells: one for each tensor in it. Instructions that only decompose, aggregate or
reshape values create no cells of their own. A cell occupies memory from the instruction that
creates it to the last one that reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.analysis.cfg.calls import call_cycles, call_groups
from dlvm.analysis.effects.side_effects import is_pure
from dlvm.analysis.values.cost import bytes_of
from dlvm.ir import Aggregate, Argument, Block, Function, Instruction, TensorType, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.polynomial import Size
from dlvm.ir.types import ArrayType, StructType, TupleType


@dataclass(eq=False)
class Cell:
    """The memory of one tensor. ``bytes`` is 0 for scalars, which stay in registers. If it
    ``is_given``, the caller allocates it, as for arguments and results."""

    bytes: Size
    origin: Value
    is_given: bool = False

    @property
    def own_bytes(self) -> Size:
        """The bytes that the function itself has to allocate."""
        return 0 if self.is_given else self.bytes


class Cells:
    """The cells of the values of a function."""

    def __init__(self, function: Function) -> None:
        self._of: dict[Value, tuple[Cell, ...]] = {}
        for block in function.blocks:
            for argument in block.arguments:
                self._of[argument] = self._fresh(argument)
        # A block follows its dominators in control flow, but not necessarily in the text.
        pending = [i for block in function.blocks for i in block.instructions]
        while pending:
            rest = [i for i in pending if not self._enter(i)]
            assert len(rest) < len(pending)
            pending = rest
        for block in function.blocks:
            if isinstance(block.terminator, op.Return):
                for cell in self.read_by(block.terminator):
                    cell.is_given = True
        for argument in function.arguments:
            for cell in self.of(argument):
                cell.is_given = True

    @property
    def all(self) -> Iterator[Cell]:
        """Each cell, once."""
        return iter(dict.fromkeys(cell for cells in self._of.values() for cell in cells))

    def of(self, value: Value) -> tuple[Cell, ...]:
        """The cells of a value, in order; none for constants."""
        if isinstance(value, Aggregate) and not isinstance(value.type.canonical, TensorType):
            return tuple(cell for element in value.operands for cell in self.of(element))
        known = self._of.get(value)
        if known is not None:
            return known
        return tuple(Cell(0, value) for _ in leaf_types(value.type))

    def is_view(self, instruction: Instruction) -> bool:
        """Whether an instruction neither creates cells nor accesses the cells of its operands."""
        makes = bool(self.created_by(instruction))
        return not makes and not instruction.is_terminator and is_pure(instruction)

    def read_by(self, instruction: Instruction) -> set[Cell]:
        """The cells that an instruction reads."""
        if self.is_view(instruction):
            return set()
        return {
            cell
            for leaf in instruction.leaves()
            if isinstance(leaf, Argument | Instruction)
            for cell in self.of(leaf)
        }

    def created_by(self, instruction: Instruction) -> list[Cell]:
        """The cells that an instruction creates."""
        return [cell for cell in self._of.get(instruction, ()) if cell.origin is instruction]

    def _enter(self, instruction: Instruction) -> bool:
        for leaf in instruction.leaves():
            if isinstance(leaf, Instruction) and leaf not in self._of:
                return False
        self._of[instruction] = self._cells(instruction)
        return True

    def _cells(self, instruction: Instruction) -> tuple[Cell, ...]:
        match instruction:
            case op.LiteralInstruction():
                value = instruction.value
                packed = isinstance(value, Aggregate) and isinstance(
                    value.type.canonical, TensorType
                )
                return self._fresh(instruction) if packed else self.of(value)
            case op.Extract():
                whole = self.of(instruction.source)
                first, end, is_inside = leaf_range(instruction.source.type, instruction.path)
                return self._fresh(instruction) if is_inside else whole[first:end]
            case op.Insert():
                whole = self.of(instruction.target)
                first, end, is_inside = leaf_range(instruction.target.type, instruction.path)
                part = self._fresh(instruction) if is_inside else self.of(instruction.element)
                if is_inside:
                    part = part[first:end]
                return (*whole[:first], *part, *whole[end:])
            case _ if Trait.VIEW in instruction.traits or isinstance(instruction, op.Reverse):
                # An instruction that reads a view reads its operand. A reader of a reversal also
                # reads its operand, as fusion inlines the reversal.
                return self.of(instruction.operands[0])
            case _:
                return self._fresh(instruction)

    def _fresh(self, value: Value) -> tuple[Cell, ...]:
        types = leaf_types(value.type)
        return tuple(Cell(bytes_of(t) if _is_in_memory(t) else 0, value) for t in types)


def _is_in_memory(type: Type) -> bool:
    return isinstance(type, TensorType) and bool(type.rank)


def leaf_types(type: Type) -> list[Type]:
    """The types of the leaves of a type: tensor types, and other types without parts."""
    match whole := type.canonical:
        case TupleType(elements):
            return [leaf for t in elements for leaf in leaf_types(t)]
        case ArrayType(size, element):
            return size * leaf_types(element)
        case StructType():
            return [leaf for _, t in whole.fields for leaf in leaf_types(t)]
        case _:
            return [whole]


def leaf_range(type: Type, path: op.Path) -> tuple[int, int, bool]:
    """The range of leaves of a type at a path, and whether the path continues inside a leaf."""
    first = 0
    for step in path:
        match whole := type.canonical:
            case TensorType():
                return first, first + 1, True
            case TupleType(elements):
                parts: Sequence[Type] = elements
                place = int(str(step))
            case ArrayType(size, element):
                parts = [element] * size
                place = int(str(step))
            case StructType():
                parts = [t for _, t in whole.fields]
                place = [name for name, _ in whole.fields].index(str(step))
            case _:
                raise AssertionError(f"a path into {whole}")
        first += sum(len(leaf_types(t)) for t in parts[:place])
        type = parts[place]
    return first, first + len(leaf_types(type)), False


_HEADER: Final = 48
_LINK: Final = 16
_SMALLEST: Final = 64
"""The size of the header that the run-time support puts before allocated memory and before the
records of stacks; also the size of its smallest block (see heap.c)."""


def node_bytes(size: int) -> int:
    """The number of bytes that an allocation occupies at run time in native code: a power of
    two."""
    taken = _SMALLEST
    while taken < size + _HEADER:
        taken *= 2
    return taken


def record_bytes(type: Type) -> Size:
    """The maximum number of bytes that a value occupies on a stack in native code."""
    total: Size = _LINK
    for leaf in leaf_types(type):
        size = bytes_of(leaf) if isinstance(leaf, TensorType) else _LARGEST_LEAF
        total = -(-size // 8) * 8 + total if isinstance(size, int) else size + total
    return node_bytes(total) if isinstance(total, int) else total


_LARGEST_LEAF: Final = 40
"""The size in bytes, in a record of a stack, of a reference to memory: the largest leaf that is not
a tensor."""


def live_out(function: Function, cells: Cells) -> dict[Block, set[Cell]]:
    """The live-out cells of each block: those that later blocks read."""
    reads: dict[Block, set[Cell]] = {}
    makes: dict[Block, set[Cell]] = {}
    for block in function.blocks:
        reads[block] = {c for i in block.instructions for c in cells.read_by(i)}
        makes[block] = {c for a in block.arguments for c in cells.of(a)}
        makes[block] |= {c for i in block.instructions for c in cells.created_by(i)}
    out: dict[Block, set[Cell]] = {block: set() for block in function.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(function.blocks):
            found = {
                cell
                for target in block.targets
                for cell in (out[target] | reads[target]) - makes[target]
            }
            if found != out[block]:
                out[block] = found
                changed = True
    return out


def peak_of_block(
    block: Block,
    cells: Cells,
    behind: Collection[Cell],
    calls: Mapping[Function, Size],
    apart: Collection[Cell] = (),
) -> Size:
    """The peak memory while a block runs. ``behind`` are the cells that are read after the block,
    and ``calls`` has the peak of each function. The cells ``apart`` are excluded."""
    live = dict.fromkeys(cell for cell in behind if cell not in apart)
    now: Size = _total(live)
    peak = now
    for instruction in reversed(block.instructions):
        made = cells.created_by(instruction)
        for cell in (*made, *cells.read_by(instruction)):
            if cell not in live and cell not in apart:
                live[cell] = None
                now = cell.own_bytes + now
        called = instruction.callee if isinstance(instruction, op.Apply) else None
        within = calls.get(called, 0) if isinstance(called, Function) else 0
        peak = _larger(peak, now + within)
        for cell in made:
            if cell not in apart:
                del live[cell]
                now = now - cell.own_bytes
    return peak


def _total(cells: Collection[Cell]) -> Size:
    total: Size = 0
    for cell in cells:
        total = cell.own_bytes + total
    return total


def _larger(a: Size, b: Size) -> Size:
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    return b if isinstance(a, int) else a


def peaks(functions: Sequence[Function]) -> dict[Function, Size]:
    """The peak memory of each function, including its calls but without arguments and results.
    Recursive functions count once. If a size is known only at run time, the peak is an expression
    of sizes."""
    recursive = {f for group in call_cycles(functions) for f in group}
    found: dict[Function, Size] = {}
    for function in _callees_first(functions):
        if function.blocks:
            cells = Cells(function)
            behind = live_out(function, cells)
            known = {f: p for f, p in found.items() if not {f, function} <= recursive}
            peak: Size = 0
            for block in function.blocks:
                peak = _larger(peak, peak_of_block(block, cells, behind[block], known))
            found[function] = peak
    return found


def _callees_first(functions: Sequence[Function]) -> Iterator[Function]:
    for group in call_groups(functions):
        yield from group
