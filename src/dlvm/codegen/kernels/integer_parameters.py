"""Integers of loops as parameters: kernels whose loops differ only in bounds, strides and the first
elements that they access can then share one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

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
from dlvm.ir.loops.traversal import bound as bind
from dlvm.ir.loops.traversal import expressions_of, walk
from dlvm.ir.polynomial import Size

Change = Callable[[int], Size]


def map_integers(body: Sequence[Stmt], change: Change, tensors: Iterable[str]) -> tuple[Stmt, ...]:
    """The statements, in which ``change`` replaces integers, in order: the least constant in the
    addresses of each of the tensors, the bounds and steps of serial loops, the bounds of parallel
    ones, the arguments of ``let`` and ``if``, and the strides of serial variables in addresses.

    Other integers stay: 0 and 1, which addressing and conditions treat specially, and the offsets
    within blocks of unrolled and vector loops, which machine code has in its instructions.
    """
    constants: dict[str, list[Size]] = {}
    for tensor, index in chain.from_iterable(map(_addresses, walk(body))):
        constants.setdefault(tensor, []).append(index.constant)
    bases: dict[str, tuple[int, Size]] = {}
    for tensor in tensors:
        numbers = [c for c in constants.get(tensor, ()) if isinstance(c, int)]
        if numbers and len(numbers) == len(constants[tensor]):
            bases[tensor] = min(numbers), change(min(numbers))
    return _body(body, change, bases, frozenset())


def _addresses(stmt: Stmt) -> Iterator[tuple[str, Affine]]:
    """The affine parts of the addresses that a statement accesses, with their tensors."""
    reads = [read for expression in expressions_of(stmt) for read in expression.reads]
    accesses = [(read.tensor, read.indices) for read in reads]
    if isinstance(stmt, BufferStore):
        accesses.append((stmt.tensor, stmt.indices))
    for tensor, indices in accesses:
        yield from ((tensor, index) for index in indices[:1] if isinstance(index, Affine))


def _body(
    body: Sequence[Stmt],
    change: Change,
    bases: Mapping[str, tuple[int, Size]],
    fixed: frozenset[str],
) -> tuple[Stmt, ...]:
    """``bases`` are the least constants of addresses with what replaces them, by tensor, and
    ``fixed`` the variables of unrolled and vector loops."""

    def bound(affine: Affine) -> Affine:
        terms = tuple((v, _size(c, change)) for v, c in affine.terms)
        return Affine(terms, _size(affine.constant, change), location=affine.location)

    def address(index: Index) -> Index:
        if not isinstance(index, Affine):
            return index
        terms = tuple((v, c if v in fixed else _size(c, change)) for v, c in index.terms)
        return Affine(terms, index.constant, location=index.location)

    def place(tensor: str, indices: Sequence[Index]) -> tuple[Index, ...]:
        changed = tuple(map(address, indices))
        if tensor in bases and isinstance(changed[0], Affine):
            least, base = bases[tensor]
            changed = (changed[0].plus(base - least), *changed[1:])
        return changed

    def read(of: Read) -> Read:
        return replace(of, indices=place(of.tensor, of.indices))

    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case ForLoop(kind=LoopKind.SERIAL):
                begin, end = bound(stmt.begin), bound(stmt.end)
                step = _size(stmt.step, change)
                inner = _body(stmt.body, change, bases, fixed)
                stmt = replace(stmt, begin=begin, end=end, body=inner)
                if isinstance(step, int):
                    stmt = replace(stmt, step=step)
                else:
                    *counts, stmt = _counted(stmt, step)
                    found += counts
            case ForLoop():
                inner = _body(stmt.body, change, bases, fixed | {stmt.variable})
                end = bound(stmt.end) if stmt.end.terms else stmt.end
                stmt = replace(stmt, end=end, body=inner)
            case Parallel():
                size = _size(stmt.size, change)
                stmt = replace(stmt, size=size, body=_body(stmt.body, change, bases, fixed))
            case If():
                left, right = bound(stmt.left), bound(stmt.right)
                stmt = replace(
                    stmt, left=left, right=right, body=_body(stmt.body, change, bases, fixed)
                )
            case Let():
                stmt = replace(stmt, arguments=tuple(map(bound, stmt.arguments)))
            case BufferStore():
                indices = place(stmt.tensor, stmt.indices)
                stmt = replace(stmt, indices=indices, value=map_reads(stmt.value, read))
            case Prefetch():
                stmt = replace(stmt, read=read(stmt.read))
            case _:
                pass
        found.append(stmt)
    return tuple(found)


def _counted(loop: ForLoop, step: Size) -> tuple[Let, Let, ForLoop]:
    """The loop with the given step as a loop over the numbers of its iterations, after what
    computes how many there are."""
    # Names in kernels have no such characters.
    end, count, number = (f"{loop.variable}#{name}" for name in ("end", "count", "number"))
    # The loop may end before it begins; only numbers that are not negative are divided.
    length = Affine.variable(end).plus(loop.begin.scaled(-1))
    value = loop.begin.plus(Affine.variable(number).scaled(step))
    body = tuple(bind(stmt, {loop.variable: value}) for stmt in loop.body)
    last = Affine.variable(count)
    return (
        Let(end, "max", (loop.begin, loop.end)),
        Let(count, "ceil", (length, Affine.size(step))),
        replace(loop, variable=number, begin=Affine(), end=last, body=body, step=1),
    )


def _size(size: Size, change: Change) -> Size:
    return change(size) if isinstance(size, int) and abs(size) > 1 else size
