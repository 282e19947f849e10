"""Which pointers may lead to the same memory."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.ir import instructions as op
from dlvm.ir.instruction import Instruction
from dlvm.ir.module import Variable
from dlvm.ir.values import Argument, Literal, Value

_ALLOCATIONS = (op.AllocateStack, op.AllocateHeap)


@dataclass(frozen=True)
class Place:
    """Where a pointer leads: by a path, which begins with a number of elements, from another
    pointer. Values are compared by identity; one in place of a number is some number, or a pointer
    that the rest of the path leads from."""

    root: Value
    path: tuple[Value | int | str, ...]

    def covers(self, other: Place) -> bool:
        """Whether the other place is this one, or a part of it."""
        return self.root is other.root and self.path == other.path[: len(self.path)]


def place_of(pointer: Value) -> Place:
    """The place that a pointer leads to."""
    path: tuple[Value | int | str, ...] = ()
    while isinstance(pointer, op.ElementPointer):
        # A first step goes over elements; where it leads from a part, that stays apart.
        from_part = bool(path) and path[0] != 0
        path = (pointer, *path) if from_part else (*map(_step, pointer.path), *path[1:])
        pointer = pointer.pointer
    return Place(pointer, path or (0,))


def _step(step: Value | int | str) -> Value | int | str:
    return step.data if isinstance(step, Literal) and isinstance(step.data, int) else step


def may_overlap(a: Place, b: Place) -> bool:
    """Whether writing to one place may change what is at the other one."""
    if a.root is b.root:
        for x, y in zip(a.path, b.path, strict=False):
            if x != y:
                return isinstance(x, Value) or isinstance(y, Value)
        return True
    objects = [is_allocation(p.root) or isinstance(p.root, Variable) for p in (a, b)]
    if all(objects):
        return False
    # What a function allocates is nothing that it has been given, and what it keeps to itself is
    # led to by no pointer that comes from elsewhere.
    return not any(
        is_allocation(mine.root) and (_is_given(other.root) or not escapes(mine.root))
        for mine, other in ((a, b), (b, a))
    )


def is_allocation(value: Value) -> bool:
    """Whether a pointer leads to the start of memory that is fresh."""
    return isinstance(value, _ALLOCATIONS)


def _is_given(value: Value) -> bool:
    return isinstance(value, Argument) and value.block is value.block.function.entry


def escapes(pointer: Value) -> bool:
    """Whether a pointer may come to be known otherwise than by its uses: where it is not only
    loaded from, stored to, copied, or freed."""
    pending = [pointer]
    for current in pending:
        for use in current.uses:
            match use.user:
                case op.ElementPointer():
                    pending.append(use.user)
                case op.Load() | op.Copy() | op.Deallocate():
                    pass
                case op.Store() if use.index == 1:
                    pass
                case _:
                    return True
    return False


def is_read(pointer: Value) -> bool:
    """Whether what a pointer leads to, which does not escape, is ever loaded or copied."""
    pending = [pointer]
    for current in pending:
        for user in current.users:
            if isinstance(user, op.Load | op.Copy):
                return True
            if isinstance(user, Instruction) and isinstance(user, op.ElementPointer):
                pending.append(user)
    return False
