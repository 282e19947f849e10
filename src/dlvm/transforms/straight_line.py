"""The code of a block as tasks whose order may be planned, and the block in the order of a plan."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from dlvm.analysis.cost import instruction_work
from dlvm.analysis.effects import is_pure
from dlvm.analysis.memory_use import Cell, Cells
from dlvm.ir import Aggregate, Block, Function, Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import using_instructions
from dlvm.ir.polynomial import Size
from dlvm.ir.values import User
from dlvm.transforms.rematerialization import Code, Task

_FLOPS_OF_A_BYTE: Final = 8
_FLOPS_OF_A_FUNCTION: Final = 10
"""How many floating-point operations take as long as to move a byte, and as a transcendental
function: roughly, for processors of today."""


class StraightLine:
    """The code of a block. Views are no tasks: they are written where they are needed. ``behind``
    are the cells that are read after the block, ``calls`` what functions take."""

    def __init__(
        self, block: Block, cells: Cells, behind: Collection[Cell], calls: Mapping[Function, int]
    ) -> None:
        self.block = block
        self.cells: list[Cell] = []
        """Those that the tasks make."""
        self.instructions: list[Instruction] = []
        """The instruction of each task."""
        self.reads: list[set[Cell]] = []
        """What each task reads."""
        self.needs: list[set[int]] = []
        """The tasks that have to come before each one. A view may need more than is read of it."""
        found: dict[Instruction, set[int]] = {}
        tasks: list[Task] = []
        numbers: dict[Cell, int] = {}
        for instruction in block.instructions:
            needs: set[int] = set()
            for leaf in instruction.leaves():
                if isinstance(leaf, Instruction):
                    needs |= found.get(leaf, set())
            if cells.is_view(instruction):
                found[instruction] = needs
                continue
            found[instruction] = {len(tasks)}
            self.needs.append(needs)
            made = cells.made_by(instruction)
            for cell in made:
                numbers[cell] = len(numbers)
            read = cells.read_by(instruction)
            called = instruction.callee if isinstance(instruction, op.Apply) else None
            within = calls.get(called, 0) if isinstance(called, Function) else 0
            inside = sorted(numbers[c] for c in read if c in numbers)
            makes = [numbers[c] for c in made]
            is_repeatable = is_pure(instruction) and not instruction.is_terminator
            tasks.append(Task(inside, makes, _cost(instruction), within, is_repeatable))
            self.instructions.append(instruction)
            self.reads.append(read)
        self.cells = list(numbers)
        outside = set(behind).union(*self.reads).difference(self.cells)
        kept = frozenset(numbers[c] for c in behind if c in numbers)
        sizes = [_bytes(c.own_bytes) for c in self.cells]
        self.tasks = Code(tasks, sizes, kept, sum(_bytes(c.own_bytes) for c in outside))

    def rewrite(self, order: Sequence[int]) -> None:
        """Puts the tasks into an order; those that run again are copied."""
        rewriting = _Rewriting(self.block, frozenset(self.instructions))
        for number in order:
            rewriting.run(self.instructions[number])
        rewriting.finish()


def _bytes(size: Size) -> int:
    assert isinstance(size, int)
    return size


def _cost(instruction: Instruction) -> int:
    work = instruction_work(instruction)
    sizes = work.flops, work.transcendentals, work.bytes
    weights = 1, _FLOPS_OF_A_FUNCTION, _FLOPS_OF_A_BYTE
    return sum(s * w for s, w in zip(sizes, weights, strict=True) if isinstance(s, int))


class _Rewriting:
    """A block that is written anew."""

    def __init__(self, block: Block, tasks: frozenset[Instruction]) -> None:
        self.block = block
        self._tasks = tasks
        self._written: dict[Instruction, Mapping[Value, Value]] = {}
        """The new code, with what stands for the operands of instructions that are no copies."""
        self._now: dict[Value, Value] = {}
        """What has last been computed of each task."""
        self._views: dict[tuple[Value, ...], Value] = {}
        """The copies of the other instructions, by what they are made from."""

    def run(self, instruction: Instruction) -> None:
        if instruction.is_terminator:
            for other in self.block.instructions:
                if other not in self._tasks and self._is_used_elsewhere(other):
                    self._now[other] = self._find(other)
        self._now[instruction] = self._write(instruction, self._present(instruction))

    def _is_used_elsewhere(self, value: Value) -> bool:
        return any(user.block is not self.block for user in using_instructions(value))

    def finish(self) -> None:
        """Gives the block its code; what is not used in it any more goes."""
        for instruction, operands in self._written.items():
            _replace(instruction, operands)
        for value, now in self._now.items():
            if now is not value:
                for user in list(using_instructions(value)):
                    if user.block not in (None, self.block):
                        _replace(user, {value: now})
        left = [i for i in self.block.instructions if i not in self._written]
        self.block.set_instructions(self._written)
        for instruction in reversed(left):
            instruction.block = None
            instruction.drop_operands()

    def _present(self, user: Instruction) -> dict[Value, Value]:
        """What stands for each operand now."""
        return {leaf: self._find(leaf) for leaf in dict.fromkeys(user.leaves())}

    def _find(self, value: Value) -> Value:
        if not isinstance(value, Instruction) or value.block is not self.block:
            return value
        if value in self._tasks:
            return self._now[value]
        found = self._present(value)
        key = (value, *found.values())
        if key not in self._views:
            self._views[key] = self._write(value, found)
        return self._views[key]

    def _write(self, instruction: Instruction, operands: Mapping[Value, Value]) -> Instruction:
        """Writes an instruction itself, or, where it has been written already, a copy of it."""
        if instruction not in self._written:
            self._written[instruction] = operands
            return instruction
        copied = instruction.clone({v: w for v, w in operands.items() if v is not w})
        copied.name = None
        self._written[copied] = {}
        return copied


def _replace(user: User, values: Mapping[Value, Value]) -> None:
    for index, operand in enumerate(user.operands):
        if isinstance(operand, Aggregate):
            _replace(operand, values)
        elif operand in values:
            user.set_operand(index, values[operand])
