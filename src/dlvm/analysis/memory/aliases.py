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
"""A way into memory: the number of an element, and steps into it. A value is some number."""


@dataclass(frozen=True)
class Place:
    """Where a pointer leads: by a path from memory, which ``root`` allocates, or is a pointer to.
    Values are compared by identity."""

    root: Value
    path: Path


class Origin(Enum):
    """The origin of memory."""

    OWN = "own"
    ALLOCATED = "allocated"
    VARIABLE = "variable"
    GIVEN = "given"
    OTHER = "other"


_NOT_ALLOCATED = (Origin.VARIABLE, Origin.GIVEN, Origin.OTHER)
_SHARED: Final[dict[Origin, tuple[Origin, ...]]] = {
    Origin.OWN: (),
    Origin.ALLOCATED: (Origin.OTHER,),
    Origin.VARIABLE: (Origin.GIVEN, Origin.OTHER),
    Origin.GIVEN: _NOT_ALLOCATED,
    Origin.OTHER: (Origin.ALLOCATED, *_NOT_ALLOCATED),
}
"""Where other pointers come from that may lead to the same memory. What a function allocates is
nothing that it has been given, and two variables are two places."""


class Places:
    """Where the pointers of a function lead; changes to it do not show."""

    def __init__(self, allocations: Allocations) -> None:
        self._allocations = allocations
        self._known: dict[Value, Place] = {}
        self.safe = {a for a, memory in allocations.own.items() if allocations.never_traps(memory)}
        """What allocates memory that no access of it fails on."""
        self.unread = {
            allocation
            for allocation in self.safe
            if all(isinstance(access, op.Store) for access in allocations.own[allocation].accesses)
        }
        """What allocates memory that is stored to at most."""

    def of(self, pointer: Value) -> Place:
        """The memory that a pointer refers to."""
        chain: list[op.ElementPointer] = []
        while isinstance(pointer, op.ElementPointer) and pointer not in self._known:
            chain.append(pointer)
            pointer = pointer.pointer
        place = self._known.get(pointer) or Place(_allocated(pointer), (0,))
        for inner in reversed(chain):
            place = self._known[inner] = Place(place.root, _moved(place.path, inner))
        return place

    def origin(self, root: Value) -> Origin:
        """The origin of memory."""
        match root:
            case _ if root in self._allocations.own:
                return Origin.OWN
            case Instruction() if Trait.ALLOCATION in root.traits:
                return Origin.ALLOCATED
            case Variable():
                return Origin.VARIABLE
            case Argument() if root.block is root.block.function.entry:
                return Origin.GIVEN
            case _:
                return Origin.OTHER


def _allocated(pointer: Value) -> Value:
    """The pointer, or the box that it leads into, if that is known."""
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
    # Elements further on in a part; how many is not known, or not worth to know.
    return (*path[:-1], pointer, *rest)


def root_of(pointer: Value) -> Value:
    """The pointer that a pointer to an element begins at."""
    while isinstance(pointer, op.ElementPointer):
        pointer = pointer.pointer
    return pointer


class Accesses:
    """When memory has last been accessed in some way, as control goes through a function. Times are
    numbers; what is asked for and noted takes as long as the path of the place is."""

    def __init__(self, places: Places) -> None:
        self.now = 0
        self._places = places
        self._changes: list[tuple[MutableMapping[Any, Any], Hashable, object]] = []
        self._is_marked = False
        # By memory and path: when the place itself was accessed, and parts of it through any next
        # step, and through one that is not constant.
        self._at: dict[Hashable, int] = {}
        self._through: dict[Hashable, _Latest] = {}
        self._through_unknown: dict[Hashable, int] = {}
        # By origin.
        self._memory: dict[Origin, _Latest] = {}
        self._all: dict[bool, int] = {}

    def note(self, place: Place) -> None:
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
        """Records an access of all memory, or of all but the function's own."""
        self.now += 1
        self.set(self._all, own, self.now)

    def last(self, place: Place) -> int:
        """When something was last accessed that may be, or be a part of, what is at a place, or
        may have it as a part; 0 for never."""
        root, path = place.root, place.path
        origin = self._places.origin(root)
        times = [self._all.get(True, 0), self._at.get((root, path), 0)]
        if origin is not Origin.OWN:
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
        """Changes a table, whose values are not None, until :meth:`go_back`."""
        if self._is_marked:
            self._changes.append((table, key, table.get(key)))
        table[key] = value

    def mark(self) -> int:
        """What :meth:`go_back` is told to get back to what is known now."""
        self._is_marked = True
        return len(self._changes)

    def go_back(self, mark: int) -> None:
        """Forgets what has been noted since; time goes on."""
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
"""When something was last accessed, which way, and when it was accessed another way."""


def _other_than(way: Hashable, latest: _Latest | None) -> int:
    """When something was last accessed another way."""
    if latest is None:
        return 0
    return latest[2] if latest[1] is way else latest[0]
