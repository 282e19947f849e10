"""Finds what the statements of kernels read, write and depend on, and copies statements with parts
replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dlvm.ir.compute import (
    Affine,
    Expression,
    Read,
    map_reads,
    substitute,
    substitute_index,
)
from dlvm.ir.loops.kernels import (
    BufferStore,
    CopyTensor,
    ForLoop,
    If,
    LaneScan,
    Let,
    Parallel,
    Prefetch,
    Stmt,
)


def body_of(stmt: Stmt) -> tuple[Stmt, ...]:
    """The statements inside a statement."""
    return stmt.body if isinstance(stmt, ForLoop | Parallel | If) else ()


def walk(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """All statements. Those inside another statement follow it."""
    pending = [iter(body)]
    while pending:
        for stmt in pending[-1]:
            yield stmt
            inside = body_of(stmt)
            if inside:
                pending.append(iter(inside))
                break
        else:
            pending.pop()


def expressions_of(stmt: Stmt) -> Iterator[Expression]:
    """The expressions of a statement, without those of the statements inside it."""
    match stmt:
        case BufferStore(_, indices, value):
            yield value
            yield from (i for i in indices if isinstance(i, Expression))
        case Prefetch(read):
            yield read
        case _:
            pass


def tensors_read(body: Iterable[Stmt]) -> set[str]:
    """The names of the tensors that statements read. A store that combines an element with a value
    reads the tensor to which it writes."""
    found: set[str] = set()
    for stmt in walk(body):
        for expression in expressions_of(stmt):
            found.update(read.tensor for read in expression.reads)
        if isinstance(stmt, LaneScan) or (isinstance(stmt, BufferStore) and stmt.by is not None):
            found.add(stmt.tensor)
        if isinstance(stmt, CopyTensor):
            found.add(stmt.source)
    return found


def tensors_written(body: Iterable[Stmt]) -> set[str]:
    """The names of the tensors that statements write."""
    found: set[str] = set()
    for stmt in walk(body):
        if isinstance(stmt, BufferStore | LaneScan):
            found.add(stmt.tensor)
        elif isinstance(stmt, CopyTensor):
            found.add(stmt.target)
    return found


def variables_of(stmt: Stmt) -> frozenset[str]:
    """The variables on which a statement depends, without those of the statements inside it."""
    found: set[str] = set()
    for expression in expressions_of(stmt):
        found |= expression.variables
    match stmt:
        case BufferStore(_, indices):
            found.update(v for i in indices if isinstance(i, Affine) for v, _ in i.terms)
        case ForLoop():
            found.update(v for place in (stmt.begin, stmt.end) for v, _ in place.terms)
        case If(left, right):
            found.update(v for place in (left, right) for v, _ in place.terms)
        case Let():
            found.update(v for place in stmt.arguments for v, _ in place.terms)
        case _:
            pass
    return frozenset(found)


def with_body(stmt: Stmt, body: Sequence[Stmt]) -> Stmt:
    """A statement with other statements inside."""
    assert isinstance(stmt, ForLoop | Parallel | If)
    return replace(stmt, body=tuple(body))


def bound(stmt: Stmt, bindings: Mapping[str, Affine]) -> Stmt:
    """A statement, and those inside it, with variables replaced."""
    match stmt:
        case BufferStore(tensor, indices, value, by):
            places = tuple(substitute_index(i, bindings) for i in indices)
            return BufferStore(
                tensor, places, substitute(value, bindings), by, location=stmt.location
            )
        case ForLoop():
            inner = {v: a for v, a in bindings.items() if v != stmt.variable}
            return replace(
                stmt,
                begin=stmt.begin.substitute(bindings),
                end=stmt.end.substitute(bindings),
                body=tuple(bound(s, inner) for s in stmt.body),
            )
        case Parallel():
            return replace(stmt, body=tuple(bound(s, bindings) for s in stmt.body))
        case If(left, right):
            body = tuple(bound(s, bindings) for s in stmt.body)
            return If(left.substitute(bindings), right.substitute(bindings), body)
        case Let(variable, function, arguments):
            return Let(variable, function, tuple(a.substitute(bindings) for a in arguments))
        case Prefetch(read):
            found = substitute(read, bindings)
            assert isinstance(found, Read)
            return Prefetch(found, location=stmt.location)
        case _:
            return stmt


def with_reads(stmt: Stmt, change: Callable[[Read], Expression]) -> Stmt:
    """A statement, and those inside it, with every read replaced, except those of prefetches."""
    match stmt:
        case BufferStore(tensor, indices, value, by):
            places = tuple(
                map_reads(i, change) if isinstance(i, Expression) else i for i in indices
            )
            return BufferStore(tensor, places, map_reads(value, change), by, location=stmt.location)
        case ForLoop() | Parallel() | If():
            return with_body(stmt, [with_reads(s, change) for s in stmt.body])
        case _:
            return stmt


def runs_along(read: Read, variable: str) -> bool:
    """Whether consecutive values of a variable read adjacent elements."""
    index = read.indices[0] if len(read.indices) == 1 else None
    return isinstance(index, Affine) and index.coefficient(variable) == 1
