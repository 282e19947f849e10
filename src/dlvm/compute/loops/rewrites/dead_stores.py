"""Removes allocations that nothing reads, with the stores to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.ir.loops.kernels import BufferAllocation, BufferStore, CopyTensor, LaneScan, Stmt
from dlvm.ir.loops.traversal import body_of, tensors_read, walk, with_body


def without_dead_stores(body: Sequence[Stmt]) -> tuple[Stmt, ...]:
    """The statements without allocations whose elements are only written, the stores to them, and
    the loops and conditions that are empty without these.

    ::

        alloc %t: 1 x f32 in registers
        alloc %u: 1 x f32 in registers
        %t[0] = %a[j]                       →    alloc %u: 1 x f32 in registers
        %u[0] = %b[j]                            %u[0] = %b[j]
        %c[j] = %u[0]                            %c[j] = %u[0]
    """
    found: list[Stmt] = []
    # From the last statement: the stores to one array may read another that is allocated before it.
    for stmt in reversed(body):
        if body_of(stmt):
            stmt = with_body(stmt, without_dead_stores(body_of(stmt)))
        if isinstance(stmt, BufferAllocation) and not _is_read(stmt.name, found):
            # What is left may not read another array any more.
            found = list(without_dead_stores(tuple(_without(found, stmt.name))))
        else:
            found.insert(0, stmt)
    return tuple(found)


def _is_read(name: str, body: Sequence[Stmt]) -> bool:
    """Whether statements use the elements of an array for anything but the array itself."""
    others = (s for s in walk(body) if not body_of(s) and not _writes(s, name))
    return name in tensors_read(others)


def _writes(stmt: Stmt, name: str) -> bool:
    match stmt:
        case BufferStore() | LaneScan():
            return stmt.tensor == name
        case CopyTensor():
            return stmt.target == name
        case _:
            return False


def _without(body: Sequence[Stmt], name: str) -> Iterator[Stmt]:
    for stmt in body:
        if _writes(stmt, name):
            continue
        if body := body_of(stmt):
            if inner := tuple(_without(body, name)):
                yield with_body(stmt, inner)
        else:
            yield stmt
