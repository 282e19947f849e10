"""Integers of loops as parameters: kernels whose loops differ only in bounds and strides can then
share one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from dlvm.ir.compute import Affine, Index, Read, map_reads
from dlvm.ir.loops.kernels import (
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKind,
    Parallel,
    Prefetch,
    Stmt,
)
from dlvm.ir.polynomial import Size

Change = Callable[[int], Size]


def map_integers(body: Sequence[Stmt], change: Change) -> tuple[Stmt, ...]:
    """The statements with their integers replaced, in order: the bounds of serial and parallel
    loops, the arguments of ``let`` and ``if``, and the strides of serial variables in addresses.

    Other integers stay: 0 and 1, which addressing and conditions treat specially, and the offsets
    within blocks of unrolled and vector loops, which machine code has in its instructions.
    """
    return _body(body, change, frozenset())


def _body(body: Sequence[Stmt], change: Change, fixed: frozenset[str]) -> tuple[Stmt, ...]:
    """``fixed`` are the variables of unrolled and vector loops."""

    def bound(affine: Affine) -> Affine:
        terms = tuple((v, _size(c, change)) for v, c in affine.terms)
        return Affine(terms, _size(affine.constant, change), location=affine.location)

    def address(index: Index) -> Index:
        if not isinstance(index, Affine):
            return index
        terms = tuple((v, c if v in fixed else _size(c, change)) for v, c in index.terms)
        return Affine(terms, index.constant, location=index.location)

    def read(of: Read) -> Read:
        return replace(of, indices=tuple(map(address, of.indices)))

    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case ForLoop(kind=LoopKind.SERIAL):
                begin, end = bound(stmt.begin), bound(stmt.end)
                stmt = replace(stmt, begin=begin, end=end, body=_body(stmt.body, change, fixed))
            case ForLoop():
                inner = _body(stmt.body, change, fixed | {stmt.variable})
                end = bound(stmt.end) if stmt.end.terms else stmt.end
                stmt = replace(stmt, end=end, body=inner)
            case Parallel():
                size = _size(stmt.size, change)
                stmt = replace(stmt, size=size, body=_body(stmt.body, change, fixed))
            case If():
                left, right = bound(stmt.left), bound(stmt.right)
                stmt = replace(stmt, left=left, right=right, body=_body(stmt.body, change, fixed))
            case Let():
                stmt = replace(stmt, arguments=tuple(map(bound, stmt.arguments)))
            case BufferStore():
                indices = tuple(map(address, stmt.indices))
                stmt = replace(stmt, indices=indices, value=map_reads(stmt.value, read))
            case Prefetch():
                stmt = replace(stmt, read=read(stmt.read))
            case _:
                pass
        found.append(stmt)
    return tuple(found)


def _size(size: Size, change: Change) -> Size:
    return change(size) if isinstance(size, int) and abs(size) > 1 else size
