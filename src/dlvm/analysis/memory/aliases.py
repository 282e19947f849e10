"""Alias analysis: which pointers may refer to the same memory, and when it was last accessed."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from dlvm.analysis.memory.allocations import Allocations, constant
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import Argument, Instruction
from dlvm.ir.module import Variable
from dlvm.ir.values import Value

Path = tuple[Value | int | str, ...]
"""A path into memory: the index of an element, and steps into the element. An index may be a
value."""


@dataclass(frozen=True)
class MemoryLocation:
    """The memory that a pointer refers to: a path from ``root``, which allocates the memory or is a
    pointer to it. Values are compared by identity."""

    root: Value
    path: Path


class MemoryOrigin(Enum):
    """The origin of memory."""

    OWN = "own"
    ALLOCATED = "allocated"
    VARIABLE = "variable"
    GIVEN = "given"
    OTHER = "other"


_NOT_ALLOCATED = (MemoryOrigin.VARIABLE, MemoryOrigin.GIVEN, MemoryOrigin.OTHER)
_SHARED: Final[dict[MemoryOrigin, tuple[MemoryOrigin, ...]]] = {
    MemoryOrigin.OWN: (),
    MemoryOrigin.ALLOCATED: (MemoryOrigin.OTHER,),
    MemoryOrigin.VARIABLE: (MemoryOrigin.GIVEN, MemoryOrigin.OTHER),
    MemoryOrigin.GIVEN: _NOT_ALLOCATED,
    MemoryOrigin.OTHER: (MemoryOrigin.ALLOCATED, *_NOT_ALLOCATED),
}
"""For each origin, the origins of other pointers that may alias. Memory that a function allocates
is distinct from memory that it receives, and two variables are distinct."""


class PointsTo:
    """The memory to which the pointers of a function refer; later changes are not reflected."""

    def __init__(self, allocations: Allocations) -> None:
        self._allocations = allocations
        self._known: dict[Value, MemoryLocation] = {}
        self.safe = {a for a, memory in allocations.own.items() if allocations.never_traps(memory)}
        """Allocations none of whose accesses traps."""
        self.unread = {
            allocation
            for allocation in self.safe
            if all(isinstance(access, op.Store) for access in allocations.own[allocation].accesses)
        }
        """Allocations that are at most stored to, and never read."""

    def of(self, pointer: Value) -> MemoryLocation:
        """The memory that a pointer refers to."""
        chain: list[op.ElementPointer] = []
        while isinstance(pointer, op.ElementPointer) and pointer not in self._known:
            chain.append(pointer)
            pointer = pointer.pointer
        place = self._known.get(pointer) or MemoryLocation(_allocated(pointer), (0,))
        for inner in reversed(chain):
            place = self._known[inner] = MemoryLocation(place.root, _moved(place.path, inner))
        return place

    def origin(self, root: Value) -> MemoryOrigin:
        """The origin of memory."""
        match root:
            case _ if root in self._allocations.own:
                return MemoryOrigin.OWN
            case Instruction() if Trait.ALLOCATION in root.traits:
                return MemoryOrigin.ALLOCATED
            case Variable():
                return MemoryOrigin.VARIABLE
            case Argument() if root.block is root.block.function.entry:
                return MemoryOrigin.GIVEN
            case _:
                return MemoryOrigin.OTHER


def _allocated(pointer: Value) -> Value:
    """The box whose content a pointer refers to, if the box is allocated in this function; the
    pointer itself for other pointers."""
    if isinstance(pointer, op.ProjectBox) and isinstance(pointer.box, op.AllocateBox):
        return pointer.box
    return pointer


def _moved(path: Path, pointer: op.ElementPointer) -> Path:
    first, *rest = (s if (n := constant(s)) is None else n for s in pointer.path)
    last = path[-1]
    if first == 0:
        return (*path, *rest)
    if len(path) == 1 and isinstance(last, int) and isinstance(first, int):
        return (last + first, *rest)
    if last == 0 and isinstance(first, Value):
        return (*path[:-1], first, *rest)
    # Elements further on in a part; their number is unknown, or not needed.
    return (*path[:-1], pointer, *rest)


def root_of(pointer: Value) -> Value:
    """The base pointer of a pointer to an element."""
    while isinstance(pointer, op.ElementPointer):
        pointer = pointer.pointer
    return pointer


class Accesses:
    """The times at which each place in memory was last accessed, as control flows through a
    function. Times are numbers. A query or a record takes time linear in the length of the path."""

    def __init__(self, points_to: PointsTo) -> None:
        self.now = 0
        self._places = points_to
        self._changes: list[tuple[MutableMapping[Any, Any], Hashable, object]] = []
        self._is_marked = False
        # By memory and path: the last accesses of the place itself, of its parts through any next
        # step, and of its parts through a non-constant next step.
        self._at: dict[Hashable, int] = {}
        self._through: dict[Hashable, _Latest] = {}
        self._through_unknown: dict[Hashable, int] = {}
        # By origin.
        self._memory: dict[MemoryOrigin, _Latest] = {}
        self._all: dict[bool, int] = {}

    def note(self, place: MemoryLocation) -> None:
        """Records an access."""
        self.now += 1
        root, path = place.root, place.path
        self.set(self._at, (root, path), self.now)
        for length, step in enumerate(path):
            key = root, path[:length]
            self._note_latest(self._through, key, step)
            if isinstance(step, Value):
                self.set(self._through_unknown, key, self.now)
        self._note_latest(self._memory, self._places.origin(root), root)

    def note_all(self, *, own: bool) -> None:
        """Records an access of all memory, or of all memory except the function's own."""
        self.now += 1
        self.set(self._all, own, self.now)

    def last(self, place: MemoryLocation) -> int:
        """The time of the last access of memory that may overlap a place, or 0 if there was
        none."""
        root, path = place.root, place.path
        origin = self._places.origin(root)
        times = [self._all.get(True, 0), self._at.get((root, path), 0)]
        if origin is not MemoryOrigin.OWN:
            times.append(self._all.get(False, 0))
        for shared in _SHARED[origin]:
            times.append(_other_than(root, self._memory.get(shared)))
        times.append(_other_than(None, self._through.get((root, path))))
        for length, step in enumerate(path):
            key = root, path[:length]
            times.append(self._at.get(key, 0))
            if isinstance(step, Value):
                times.append(_other_than(step, self._through.get(key)))
            else:
                times.append(self._through_unknown.get(key, 0))
        return max(times)

    def set(self, table: MutableMapping[Any, Any], key: Hashable, value: object) -> None:
        """Changes an entry of a table until :meth:`go_back` restores it. Values in the table are
        never None."""
        if self._is_marked:
            self._changes.append((table, key, table.get(key)))
        table[key] = value

    def mark(self) -> int:
        """Returns a mark with which :meth:`go_back` restores the current state."""
        self._is_marked = True
        return len(self._changes)

    def go_back(self, mark: int) -> None:
        """Discards the records since a mark. The current time is not reset."""
        while len(self._changes) > mark:
            table, key, value = self._changes.pop()
            if value is None:
                del table[key]
            else:
                table[key] = value

    def _note_latest(
        self, table: MutableMapping[Any, _Latest], key: Hashable, way: Hashable
    ) -> None:
        known = table.get(key)
        before = known[2] if known and known[1] is way else known[0] if known else 0
        self.set(table, key, (self.now, way, before))


_Latest = tuple[int, Hashable, int]
"""The time of the last access, the step or the root that it went through, and the time of the last
access through another one."""


def _other_than(way: Hashable, latest: _Latest | None) -> int:
    """The time of the last access through a step or a root other than ``way``."""
    if latest is None:
        return 0
    return latest[2] if latest[1] is way else latest[0]
