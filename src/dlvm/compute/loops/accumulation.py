"""How reductions are accumulated: in parts of bounded length, in several accumulators, and in the
lanes of vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dlvm.compute.loops.plain import cast
from dlvm.compute.loops.sinking import Block, block_of, expanded_store, sunk
from dlvm.compute.loops.strip_mining import Names, in_steps
from dlvm.ir.compute import Affine, Constant, Expression, Range, Read, Reduction
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops import (
    Allocation,
    If,
    Let,
    Loop,
    LoopKind,
    Prefetch,
    Space,
    Stmt,
    Store,
    bound,
    tensors_written,
    walk,
    with_body,
)
from dlvm.ir.types import F64, ElementType

LONG = 256
"""Sums of more elements along vectors are accumulated in f64."""


def map_nests(
    body: Sequence[Stmt], change: Callable[[Loop, list[Stmt]], list[Stmt] | None]
) -> list[Stmt]:
    """The statements with the outermost loops of reductions replaced, for which ``change`` returns
    other statements. It gets the loop and the statements before it in the same body, of which it
    returns replacements too."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, Loop) and stmt.kind is LoopKind.SERIAL:
            changed = change(stmt, found) if accumulators(stmt) else None
            if changed is not None:
                found = changed
                continue
            stmt = with_body(stmt, map_nests(stmt.body, change))
        found.append(stmt)
    return found


def accumulators(loop: Loop) -> list[str]:
    """The registers outside of a loop to which it accumulates, if it does nothing else."""
    own = {s.name for s in walk([loop]) if isinstance(s, Allocation)}
    stores = [s for s in walk([loop]) if isinstance(s, Store) and s.tensor not in own]
    if any(s.by is None for s in stores):
        return []
    return list(dict.fromkeys(s.tensor for s in stores))


def in_parts(
    loop: Loop,
    variable: str,
    length: int,
    names: Names,
    elements: Mapping[str, ElementType],
    wide: bool,
) -> list[Stmt]:
    """A reduction whose loop over ``variable`` runs in parts of ``length`` iterations: the rounding
    error of a sum grows with the length of a chain of additions. If ``wide``, sums of parts are
    added in f64; the allocations of the accumulators are to be changed as well.

    ::

        for k from 0 to 512 {                    for k.part from 0 to 512 by 64 {
            %c.sum[0] by add = %a[k]                 alloc %c.sum.part: 1 x f32 in registers
        }                                  →         %c.sum.part[0] = 0.0: f32
                                                     for k from k.part to k.part + 64 {
                                                         %c.sum.part[0] by add = %a[k]
                                                     }
                                                     %c.sum[0] by add = %c.sum.part[0]
                                                 }
    """
    if loop.variable != variable:
        inner: list[Stmt] = []
        for stmt in loop.body:
            assert isinstance(stmt, Loop)
            inner += in_parts(stmt, variable, length, names, elements, wide)
        return [with_body(loop, inner)]
    totals = accumulators(loop)
    outer = names.fresh(f"{variable}.part")

    def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
        parts = {t: names.fresh(f"{t}.part") for t in totals}
        found: list[Stmt] = []
        for total, part in parts.items():
            found.append(Allocation(part, 1, elements[total], Space.REGISTERS))
            found.append(Store(part, (Affine(),), _identity(loop, total, elements[total])))
        end = loop.end if extent is None else begin.plus(extent)
        body = tuple(_renamed(s, parts) for s in loop.body)
        found.append(Loop(variable, begin, end, body))
        for total, part in parts.items():
            value: Expression = Read(part, (Affine(),), elements[total])
            if wide and elements[total].is_float:
                value = cast(value, F64)
            found.append(Store(total, (Affine(),), value, _operator(loop, total)))
        return found

    return in_steps(replace(loop, variable=outer), length, block, names)


def _operator(loop: Loop, total: str) -> str:
    return next(
        s.by
        for s in walk([loop])
        if isinstance(s, Store) and s.tensor == total and s.by is not None
    )


def _identity(loop: Loop, total: str, element: ElementType) -> Expression:
    return Constant(identity(_operator(loop, total), element), element)


def _renamed(stmt: Stmt, names: Mapping[str, str]) -> Stmt:
    """A statement that writes to other tensors."""
    match stmt:
        case Store():
            return replace(stmt, tensor=names.get(stmt.tensor, stmt.tensor))
        case Loop() | If():
            return with_body(stmt, [_renamed(s, names) for s in stmt.body])
        case _:
            return stmt


def unrolled(body: Sequence[Stmt], variable: str, unroll: int, names: Names) -> list[Stmt]:
    """The statements with the loops of a reduction over ``variable`` unrolled."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, Loop) and stmt.variable == variable:
            loop = stmt

            def block(begin: Affine, extent: int | None, loop: Loop = loop) -> Sequence[Stmt]:
                if extent is None:
                    return [Loop(variable, begin, loop.end, loop.body)]
                return sunk(loop.body, variable, block_of(variable, begin, extent, 1, names))

            step = unroll
            if stmt.count is not None and stmt.count // step == 2:
                # LLVM 22 turns the counter of two iterations into a flag, and then spills the
                # loaded values, which takes twice as long.
                step *= 2
            found += in_steps(stmt, step, block, names)
        elif (isinstance(stmt, Loop) and stmt.kind is LoopKind.SERIAL) or isinstance(stmt, If):
            found.append(with_body(stmt, unrolled(stmt.body, variable, unroll, names)))
        else:
            found.append(stmt)
    return found


def prefetched(body: Sequence[Stmt], variable: str, ahead: Mapping[str, int]) -> list[Stmt]:
    """The statements with prefetches in the loops over ``variable``, of tensors that the number of
    iterations ``ahead`` reads there."""
    found: list[Stmt] = []
    for stmt in body:
        if not isinstance(stmt, Loop):
            found.append(stmt)
            continue
        if stmt.variable != variable:
            found.append(with_body(stmt, prefetched(stmt.body, variable, ahead)))
            continue
        reads: dict[Read, None] = {}
        for store in walk(stmt.body):
            if isinstance(store, Store):
                for read in store.value.reads:
                    if read.tensor in ahead and len(read.indices) == 1:
                        reads[read] = None
        later = [
            bound(Prefetch(r), {variable: Affine.variable(variable).plus(ahead[r.tensor])})
            for r in reads
        ]
        found.append(with_body(stmt, [*later, *stmt.body]))
    return found


def along_lanes(
    body: Sequence[Stmt],
    ranges: Sequence[Range],
    lanes: int,
    unroll: int,
    narrow: bool,
    names: Names,
) -> list[Stmt]:
    """The statements with reductions over ``ranges`` in ``unroll`` vectors of ``lanes``
    accumulators, each for part of the iterations of the last range.

    ::

        alloc %s: 1 x f32                  alloc %s.lanes: 8 x f32
        %s[0] = 0.0: f32                   vector k.v from 0 to 8 of 8 {
        for k from 0 to 64 {                   %s.lanes[k.v] = 0.0: f32
            %s[0] by add = %x[k]           }
        }                              →   for k from 0 to 64 by 8 {
                                               vector k.v from 0 to 8 of 8 {
                                                   %s.lanes[k.v] by add = %x[k + k.v]
                                               }
                                           }
                                           %s[0] = sum(k.v < 8) %s.lanes[k.v]

    ``narrow`` says whether masks must be known.
    """
    variable = ranges[-1].variable

    def change(loop: Loop, before: list[Stmt]) -> list[Stmt] | None:
        own_loop = next(
            (s for s in walk([loop]) if isinstance(s, Loop) and s.variable == variable), None
        )
        if own_loop is None or not all(isinstance(s, Store) for s in own_loop.body):
            return None
        totals = accumulators(loop)
        whole = block_of(variable, Affine(), lanes * unroll, lanes, names)
        own = {s.name for s in walk([loop]) if isinstance(s, Allocation)}
        spread = {t: names.fresh(f"{t}.lanes") for t in totals}
        expanded = frozenset([*spread.values(), *(own & tensors_written([loop]))])
        found: list[Stmt] = []
        for stmt in before:
            if isinstance(stmt, Store) and stmt.tensor in totals:
                stmt = _spread(stmt, spread, whole, expanded)
            elif isinstance(stmt, Allocation) and stmt.name in totals:
                found.append(stmt)
                stmt = replace(stmt, name=spread[stmt.name], count=whole.size)
            found.append(stmt)
        found += _in_lanes(loop, variable, spread, whole, expanded, lanes, unroll, narrow, names)
        for total in totals:
            element = next(
                s.element for s in before if isinstance(s, Allocation) and s.name == total
            )
            places = Read(spread[total], (whole.position,), element)
            over = tuple(Range(s.variable, s.lanes if s.lanes > 1 else unroll) for s in whole.loops)
            value = Reduction(_operator(loop, total), over, places) if over else places
            found.append(Store(total, (Affine(),), value))
        return found

    return map_nests(body, change)


def _spread(stmt: Store, names: Mapping[str, str], block: Block, expanded: frozenset[str]) -> Stmt:
    """A store to accumulators, for all lanes."""
    stmt = replace(stmt, tensor=names.get(stmt.tensor, stmt.tensor))
    return block.around(expanded_store(stmt, block, expanded))


def _in_lanes(
    stmt: Stmt,
    variable: str,
    spread: Mapping[str, str],
    whole: Block,
    expanded: frozenset[str],
    lanes: int,
    unroll: int,
    narrow: bool,
    names: Names,
) -> list[Stmt]:
    """The loops of a reduction, for accumulators in lanes."""

    def inside(body: Sequence[Stmt]) -> list[Stmt]:
        return [
            s
            for b in body
            for s in _in_lanes(b, variable, spread, whole, expanded, lanes, unroll, narrow, names)
        ]

    match stmt:
        case Allocation():
            return (
                [replace(stmt, count=stmt.count * whole.size)] if stmt.name in expanded else [stmt]
            )
        case Store():
            return [_spread(stmt, spread, whole, expanded)]
        case Let():
            return [stmt]
        case If():
            return [with_body(stmt, inside(stmt.body))]
        case Loop() if stmt.variable == variable:
            return _vectors(stmt, spread, whole, expanded, lanes, unroll, narrow, names)
        case Loop():
            return [with_body(stmt, inside(stmt.body))]
        case _:
            raise AssertionError(f"{type(stmt).__name__} cannot be inside a reduction")


def _vectors(
    loop: Loop,
    spread: Mapping[str, str],
    whole: Block,
    expanded: frozenset[str],
    lanes: int,
    unroll: int,
    narrow: bool,
    names: Names,
) -> list[Stmt]:
    """The innermost loop of a reduction, in vectors."""
    variable = loop.variable

    def terms(begin: Affine, extent: int | Affine) -> list[Stmt]:
        block = block_of(variable, begin, extent, lanes, names)
        found: list[Stmt] = []
        for stmt in loop.body:
            assert isinstance(stmt, Store)
            stmt = replace(stmt, tensor=spread.get(stmt.tensor, stmt.tensor))
            stmt = bound(stmt, {variable: block.index})
            assert isinstance(stmt, Store)
            found.append(
                block.around(expanded_store(stmt, replace(block, size=whole.size), expanded))
            )
        return found

    def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
        if extent is not None:
            return terms(begin, extent)
        rest = Loop(variable, begin, loop.end, loop.body)
        if unroll > 1:
            return _vectors(rest, spread, whole, expanded, lanes, 1, narrow, names)
        if narrow or lanes == 1:
            return in_steps(rest, 1, lambda at, _: terms(at, 1), names)
        return terms(begin, loop.end.plus(begin.scaled(-1)))

    return in_steps(loop, lanes * unroll, block, names)
