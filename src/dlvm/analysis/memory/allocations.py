"""The memory that a function allocates: its pointers, accesses and lifetime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.ir import Block, Function, Instruction, Literal, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait, TypeRuleError
from dlvm.ir.instruction import instructions_with
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.types import PointerType, Type, same_type

Path = tuple[int | str, ...]
"""The location of a pointer in memory: an element, and a path into it."""


@dataclass(eq=False)
class PrivateMemory:
    """Memory that only its function accesses. ``pointers`` are the pointers to it: the result of
    the allocation, the pointer to the contents of a box, and pointers to elements.

    ``users`` are all instructions that use it. Of these, ``accesses`` load, store or copy it, and
    ``frees`` free it.
    """

    allocation: Instruction
    pointers: list[Instruction]
    users: list[Instruction] = field(default_factory=list[Instruction])
    accesses: list[Instruction] = field(default_factory=list[Instruction])
    frees: list[Instruction] = field(default_factory=list[Instruction])


class Allocations:
    """The memory that a function allocates; later changes to the function are not reflected."""

    def __init__(self, function: Function) -> None:
        allocations = instructions_of(function, *instructions_with(Trait.ALLOCATION))
        self._positions: Mapping[Instruction, int] = {
            instruction: number
            for number, instruction in enumerate(function.instructions() if allocations else ())
        }
        found = [self._of(i) for i in allocations]
        self.own: Mapping[Value, PrivateMemory] = {
            memory.allocation: memory for memory in found if memory is not None
        }
        """The memory that does not escape, by its allocation."""
        self._memory: Mapping[Value, PrivateMemory] = {
            p: memory for memory in self.own.values() for p in memory.pointers
        }
        self._known_bounds: dict[PrivateMemory, tuple[int, Mapping[Value, Path]] | None] = {}

    def position(self, instruction: Instruction) -> int:
        """The position of an instruction in the text of the function."""
        return self._positions[instruction]

    def is_freed_last(self, memory: PrivateMemory) -> bool:
        """Whether memory is never used after it has been freed."""
        return ends_with(memory.allocation, memory.users, memory.frees, self._positions)

    def never_traps(self, memory: PrivateMemory) -> bool:
        """Whether all accesses of memory are known to be in bounds and within its lifetime."""
        return self._bounds(memory) is not None and all(
            (not isinstance(access, op.Store) or _is_whole(access))
            and (count := constant(access.count) if isinstance(access, op.Copy) else 1) is not None
            and all(self._leads_within(p, count) for p in _pointers(access))
            for access in memory.accesses
        )

    def _leads_within(self, pointer: Value, count: int) -> bool:
        """Whether a pointer refers to memory that has not been freed and that holds at least
        ``count`` elements from the pointer on."""
        memory = self._memory.get(pointer)
        bounds = self._bounds(memory) if memory is not None else None
        if bounds is None:
            return False
        size, places = bounds
        start, *inner = places[pointer]
        within = isinstance(start, int) and start >= 0 and start + count <= size
        return within and (count == 1 or (count > 1 and not inner))

    def _bounds(self, memory: PrivateMemory) -> tuple[int, Mapping[Value, Path]] | None:
        """The size of memory and the places of its pointers. None if these are unknown, or if the
        memory may be used after it has been freed."""
        if memory not in self._known_bounds:
            count = memory.allocation.operands
            size, places = constant(count[0]) if count else 1, places_of(memory)
            self._known_bounds[memory] = (
                (size, places)
                if size is not None and places is not None and self.is_freed_last(memory)
                else None
            )
        return self._known_bounds[memory]

    def _of(self, allocation: Instruction) -> PrivateMemory | None:
        """The memory that an instruction allocates, if it does not escape."""
        memory = PrivateMemory(allocation, [allocation])
        counted: list[Instruction] = []
        for pointer in memory.pointers:
            for use in pointer.uses:
                user = use.user
                match user:
                    case op.ElementPointer() | op.ProjectBox():
                        memory.pointers.append(user)
                    case op.Load() | op.Copy():
                        memory.accesses.append(user)
                    case op.Store() if use.slot == 1:
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
        """The instructions that release a last reference to a box; None if they cannot be
        determined block by block."""
        references: dict[Block | None, int] = {}
        last: list[Instruction] = []
        for user in sorted(counted, key=self.position):
            more = references.get(user.block, 0) + (1 if isinstance(user, op.Retain) else -1)
            references[user.block] = max(more, 0)
            if more < 0:
                last.append(user)
        return None if any(references.values()) else last


def _is_whole(store: op.Store) -> bool:
    return same_type(store.value.type, pointee(store.pointer))


def _pointers(access: Instruction) -> Sequence[Value]:
    """The pointers of an access."""
    match access:
        case op.Store():
            return (access.pointer,)
        case op.Copy():
            return (access.source, access.target)
        case _:
            return access.operands


def ends_with(
    start: Instruction,
    users: Sequence[Instruction],
    ends: Sequence[Instruction],
    positions: Mapping[Instruction, int],
) -> bool:
    """Whether the result of the instruction ``start`` is never used after one of the instructions
    ``ends``, which end its lifetime. ``users`` are all instructions that use it, and ``positions``
    are positions in the text of the function."""
    used: dict[Block | None, int] = {}
    for user in users:
        used[user.block] = max(used.get(user.block, -1), positions[user])
    return all(
        used[end.block] <= positions[end] and not _leads_to(end.block, start.block, used)
        for end in ends
    )


def _leads_to(start: Block | None, again: Block | None, used: Mapping[Block | None, int]) -> bool:
    """Whether control can lead from the end of the block ``start`` to a block that uses memory,
    without first reaching ``again``, which allocates the memory again."""
    pending, seen = [start], {again}
    for block in pending:
        for target in block.targets if block is not None else ():
            if target in seen:
                continue
            if target in used:
                return True
            seen.add(target)
            pending.append(target)
    return False


def places_of(memory: PrivateMemory) -> Mapping[Value, Path] | None:
    """The places of the pointers into memory. None if one is unknown or is not inside the
    memory."""
    places: dict[Value, Path] = {}
    for pointer in memory.pointers:
        if isinstance(pointer, op.ElementPointer):
            found = _moved(places[pointer.pointer], pointer)
            if found is None:
                return None
            places[pointer] = found
        else:
            places[pointer] = (0,)
    return places


def _moved(place: Path, pointer: op.ElementPointer) -> Path | None:
    """The place of a pointer, computed from the place of its base pointer."""
    first, type = constant(pointer.path[0]), pointee(pointer.pointer)
    start = place[-1]
    if first is None or (first and (len(place) > 1 or not isinstance(start, int))):
        return None
    path: Path = (*place[:-1], start + first) if isinstance(start, int) else place
    for step in pointer.path[1:]:
        known = step if isinstance(step, str) else constant(step)
        if known is None:
            return None
        try:
            type = element_at(type, (known,))
        except TypeRuleError:  # An index out of range traps.
            return None
        path = (*path, known)
    return path


def pointee(pointer: Value) -> Type:
    """The type that a pointer points to."""
    type = pointer.type.canonical
    assert isinstance(type, PointerType)
    return type.pointee


def constant(value: Value | int | str) -> int | None:
    """The value of an index or a count, if it is constant."""
    number = value.splat if isinstance(value, Literal) else value
    return number if isinstance(number, int) else None
