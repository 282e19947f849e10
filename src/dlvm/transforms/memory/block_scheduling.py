"""Represents blocks as sequences of tasks, and rewrites blocks to a scheduled order of their
tasks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from dlvm.analysis.cfg.control_equivalence import Spine
from dlvm.analysis.effects.side_effects import is_pure
from dlvm.analysis.memory.memory_use import Cell, Cells, peak_of_block
from dlvm.analysis.values.cost import instruction_work
from dlvm.ir import Aggregate, Block, Function, Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import using_instructions
from dlvm.ir.polynomial import Size
from dlvm.ir.values import User
from dlvm.transforms.memory.rematerialization import RematerializationStep, TaskSequence

_FLOPS_OF_A_BYTE: Final = 8
_FLOPS_OF_A_FUNCTION: Final = 10
"""The number of floating-point operations that take as long as a transcendental function, and as
moving a byte, on typical processors."""


class StraightLine:
    """The code of a spine, as tasks.

    Views are not tasks: they are recomputed for each use. The region between two blocks of the
    spine is one task, together with the terminator of the first block. ``behind`` has the cells
    that are live after each block, and ``calls`` the bytes that each function allocates.
    """

    def __init__(
        self,
        spine: Spine,
        cells: Cells,
        behind: Mapping[Block, Collection[Cell]],
        calls: Mapping[Function, int],
    ) -> None:
        self.spine = spine
        self.cells: list[Cell] = []
        """The cells that the tasks define."""
        self.instructions: list[Instruction] = []
        """The instruction of each task."""
        self.reads: list[set[Cell]] = []
        """The cells that each task reads."""
        self.needs: list[set[int]] = []
        """The tasks that must precede each task. A view depends on the tasks that its operand
        depends on."""
        found: dict[Instruction, set[int]] = {}
        tasks: list[RematerializationStep] = []
        numbers: dict[Cell, int] = {}
        last = spine.blocks[-1]
        for place, block in enumerate(spine.blocks):
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
                made = cells.created_by(instruction)
                read = cells.read_by(instruction)
                called = instruction.callee if isinstance(instruction, op.Apply) else None
                within = calls.get(called, 0) if isinstance(called, Function) else 0
                if instruction.is_terminator and block is not last:
                    region = _SpineRegion(
                        spine.regions[place], spine.blocks[place + 1], cells, behind
                    )
                    made = region.made
                    read |= region.read
                    within = region.peak(calls, [*numbers, *made])
                for cell in made:
                    numbers[cell] = len(numbers)
                inside = sorted(numbers[c] for c in read if c in numbers and c not in made)
                makes = [numbers[c] for c in made]
                is_repeatable = is_pure(instruction) and not instruction.is_terminator
                tasks.append(
                    RematerializationStep(inside, makes, _cost(instruction), within, is_repeatable)
                )
                self.instructions.append(instruction)
                self.reads.append(read)
        self.cells = list(numbers)
        outside = set(behind[last]).union(*self.reads).difference(self.cells)
        kept = frozenset(numbers[c] for c in behind[last] if c in numbers)
        sizes = [_bytes(c.own_bytes) for c in self.cells]
        self.tasks = TaskSequence(tasks, sizes, kept, sum(_bytes(c.own_bytes) for c in outside))

    def rewrite(self, order: Sequence[int]) -> None:
        """Reorders the tasks. A task that runs again is copied."""
        rewriting = _BlockRewriting(self.spine, frozenset(self.instructions))
        for number in order:
            rewriting.run(self.instructions[number])
        rewriting.finish()


class _SpineRegion:
    """The blocks between two blocks of a spine, with the cells that they read, and the cells that
    they define for later code."""

    def __init__(
        self,
        blocks: Sequence[Block],
        after: Block,
        cells: Cells,
        behind: Mapping[Block, Collection[Cell]],
    ) -> None:
        self._blocks = blocks
        self._cells = cells
        self._behind = behind
        instructions = [i for block in blocks for i in block.instructions]
        own = {c for block in blocks for a in block.arguments for c in cells.of(a)}
        own |= {c for i in instructions for c in cells.created_by(i)}
        wanted = {c for i in after.instructions for c in cells.read_by(i)} | {*behind[after]}
        arguments = [c for a in after.arguments for c in cells.of(a)]
        passed = [c for i in instructions for c in cells.created_by(i) if c in wanted]
        passed += [c for b in blocks for a in b.arguments for c in cells.of(a) if c in wanted]
        self.made = list(dict.fromkeys([*arguments, *passed]))
        self.read = {c for i in instructions for c in cells.read_by(i)} - own

    def peak(self, calls: Mapping[Function, int], apart: Collection[Cell]) -> int:
        """Returns the peak memory of the region in bytes, without the cells ``apart`` and those
        that the region reads, which are counted elsewhere."""
        known = {*apart, *self.read}
        found = [
            _bytes(peak_of_block(block, self._cells, self._inner(block), calls, known))
            for block in self._blocks
        ]
        return max(found, default=0)

    def _inner(self, block: Block) -> list[Cell]:
        """Returns the cells of the region that are live after one of its blocks."""
        own = {c for b in self._blocks for a in b.arguments for c in self._cells.of(a)}
        own |= {c for b in self._blocks for i in b.instructions for c in self._cells.created_by(i)}
        return [c for c in self._behind[block] if c in own]


def _bytes(size: Size) -> int:
    assert isinstance(size, int)
    return size


def _cost(instruction: Instruction) -> int:
    work = instruction_work(instruction)
    sizes = work.flops, work.transcendentals, work.bytes
    weights = 1, _FLOPS_OF_A_FUNCTION, _FLOPS_OF_A_BYTE
    return sum(s * w for s, w in zip(sizes, weights, strict=True) if isinstance(s, int))


class _BlockRewriting:
    """The rewriting of blocks."""

    def __init__(self, spine: Spine, tasks: frozenset[Instruction]) -> None:
        self._spine = spine
        self._tasks = tasks
        self._place = 0
        """The index of the current block."""
        self._written: list[dict[Instruction, Mapping[Value, Value]]] = [{} for _ in spine.blocks]
        """The new code of each block: its instructions, with the operands to replace in them."""
        self._known: set[Instruction] = set()
        self._now: dict[Value, Value] = {}
        """The latest run of each task: maps its instruction to that instruction or its last copy.
        """
        self._views: dict[tuple[Value, ...], Value] = {}
        """The copies of instructions that are not tasks, by their operands."""
        self._between: list[tuple[Instruction, Mapping[Value, Value]]] = []
        """The instructions of the regions between the blocks, with the operands to replace."""

    def run(self, instruction: Instruction) -> None:
        if instruction.is_terminator:
            if self._place + 1 == len(self._spine.blocks):
                self._find_used_elsewhere()
            else:
                for block in self._spine.regions[self._place]:
                    self._between += [(i, self._present(i)) for i in block.instructions]
        self._now[instruction] = self._write(instruction, self._present(instruction))
        self._place += instruction.is_terminator

    def _find_used_elsewhere(self) -> None:
        for block in self._spine.blocks:
            for other in block.instructions:
                if other not in self._tasks and self._is_used_elsewhere(other):
                    self._now[other] = self._find(other)

    def _is_used_elsewhere(self, value: Value) -> bool:
        return any(self._is_elsewhere(user) for user in using_instructions(value))

    def _is_elsewhere(self, user: Instruction) -> bool:
        """Whether an instruction is after the spine."""
        return user.block is not None and not (
            user.block in self._spine.blocks
            or any(user.block in region for region in self._spine.regions)
        )

    def finish(self) -> None:
        """Sets the code of the blocks, without unused instructions."""
        elsewhere = [
            (user, value, now)
            for value, now in self._now.items()
            if now is not value
            for user in using_instructions(value)
            if self._is_elsewhere(user)
        ]
        for instruction, operands in self._between:
            _replace(instruction, operands)
        for written in self._written:
            for instruction, operands in written.items():
                _replace(instruction, operands)
        for user, value, now in elsewhere:
            _replace(user, {value: now})
        left: list[Instruction] = []
        for block, written in zip(self._spine.blocks, self._written, strict=True):
            left += [i for i in block.instructions if i not in self._known]
            block.set_instructions(written)
        for instruction in reversed(left):
            instruction.block = None
            instruction.drop_operands()

    def _present(self, user: Instruction) -> dict[Value, Value]:
        """Returns the current values of an instruction's operands."""
        return {leaf: self._find(leaf) for leaf in dict.fromkeys(user.leaves())}

    def _find(self, value: Value) -> Value:
        if not isinstance(value, Instruction) or value.block not in self._spine.blocks:
            return value
        if value in self._tasks:
            return self._now[value]
        found = self._present(value)
        key = (value, *found.values())
        if key not in self._views:
            self._views[key] = self._write(value, found)
        return self._views[key]

    def _write(self, instruction: Instruction, operands: Mapping[Value, Value]) -> Instruction:
        """Appends an instruction, or a copy if it has been appended before."""
        written = self._written[self._place]
        if instruction not in self._known:
            self._known.add(instruction)
            written[instruction] = operands
            return instruction
        copied = instruction.clone({v: w for v, w in operands.items() if v is not w})
        copied.name = None
        written[copied] = {}
        return copied


def _replace(user: User, values: Mapping[Value, Value]) -> None:
    for index, operand in enumerate(user.operands):
        if isinstance(operand, Aggregate):
            _replace(operand, values)
        elif operand in values:
            user.set_operand(index, values[operand])
