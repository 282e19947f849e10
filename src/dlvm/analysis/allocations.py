"""What a function does with the memory that it allocates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dlvm.ir import Block, Function, Instruction, Literal, Value
from dlvm.ir import instructions as op

ALLOCATIONS = (op.AllocateStack, op.AllocateHeap, op.AllocateBox)


@dataclass(eq=False)
class Memory:
    """Memory that only its function gets to: by ``pointers``, which are what the allocation gives,
    the pointer to what is in a box, and pointers to elements.

    ``users`` are all instructions that have to do with it; of these ``accesses`` load, store or
    copy, and ``frees`` free it.
    """

    allocation: Instruction
    pointers: list[Instruction]
    users: list[Instruction] = field(default_factory=list[Instruction])
    accesses: list[Instruction] = field(default_factory=list[Instruction])
    frees: list[Instruction] = field(default_factory=list[Instruction])


class Allocations:
    """The memory that a function allocates; changes to the function do not show."""

    def __init__(self, function: Function) -> None:
        self._positions: Mapping[Instruction, int] = {
            instruction: number for number, instruction in enumerate(function.instructions())
        }
        found = [self._of(i) for i in self._positions if isinstance(i, ALLOCATIONS)]
        self.own: Mapping[Value, Memory] = {
            memory.allocation: memory for memory in found if memory is not None
        }
        """The memory that does not escape, by what allocates it."""

    def position(self, instruction: Instruction) -> int:
        """Where an instruction stands in the text of the function."""
        return self._positions[instruction]

    def is_freed_last(self, memory: Memory) -> bool:
        """Whether nothing is done with memory once it has been freed."""
        used: dict[Block | None, int] = {}
        for user in memory.users:
            used[user.block] = max(used.get(user.block, -1), self._positions[user])
        for free in memory.frees:
            if used[free.block] > self._positions[free] or _leads_to(free.block, memory, used):
                return False
        return True

    def _of(self, allocation: Instruction) -> Memory | None:
        """The memory that an instruction allocates, if it does not escape."""
        memory = Memory(allocation, [allocation])
        counted: list[Instruction] = []
        for pointer in memory.pointers:
            for use in pointer.uses:
                user = use.user
                match user:
                    case op.ElementPointer() | op.ProjectBox():
                        memory.pointers.append(user)
                    case op.Load() | op.Copy():
                        memory.accesses.append(user)
                    case op.Store() if use.index == 1:
                        memory.accesses.append(user)
                    case op.Deallocate() if isinstance(pointer, op.AllocateHeap):
                        memory.frees.append(user)
                    case op.Retain() | op.Release():
                        counted.append(user)
                    case _:
                        return None
                memory.users.append(user)
        freed = self._last_releases(counted)
        memory.frees += freed or ()
        return memory if freed is not None else None

    def _last_releases(self, counted: Sequence[Instruction]) -> list[Instruction] | None:
        """Which of the instructions that count references to a box leave none; None where that can
        not be told block by block."""
        references: dict[Block | None, int] = {}
        last: list[Instruction] = []
        for user in sorted(counted, key=self.position):
            more = references.get(user.block, 0) + (1 if isinstance(user, op.Retain) else -1)
            references[user.block] = max(more, 0)
            if more < 0:
                last.append(user)
        return None if any(references.values()) else last


def _leads_to(start: Block | None, memory: Memory, used: Mapping[Block | None, int]) -> bool:
    """Whether control gets from the end of a block to where memory is used, before it is allocated
    anew."""
    pending, seen = [start], {memory.allocation.block}
    for block in pending:
        for successor in block.successors if block is not None else ():
            if successor.block in seen:
                continue
            if successor.block in used:
                return True
            seen.add(successor.block)
            pending.append(successor.block)
    return False


def constant(value: Value | int | str) -> int | None:
    """The number that an index or a count is, if that is known."""
    number = value.splat if isinstance(value, Literal) else value
    return number if isinstance(number, int) else None
