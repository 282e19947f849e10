"""How reductions are accumulated: in parts of bounded length, in several accumulators, and in the
lanes of vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dlvm.compute.loops.plain import cast
from dlvm.compute.loops.sinking import PointBlock, block_of, expanded_store, sunk
from dlvm.compute.loops.strip_mining import FreshNames, in_steps
from dlvm.ir.compute import Affine, Constant, Expression, Range, Read, Reduction
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKind,
    Prefetch,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import (
    body_of,
    bound,
    tensors_read,
    tensors_written,
    walk,
    with_body,
    with_reads,
)
from dlvm.ir.types import F64, ElementType

LONG = 256
"""Sums of more elements along vectors are accumulated in f64."""


def map_nests(
    body: Sequence[Stmt], change: Callable[[ForLoop, list[Stmt]], list[Stmt] | None]
) -> list[Stmt]:
    """The statements with the outermost loops of reductions replaced, for which ``change`` returns
    other statements. It gets the loop and the statements before it in the same body, of which it
    returns replacements too."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, ForLoop) and stmt.kind is LoopKind.SERIAL:
            changed = change(stmt, found) if accumulators(stmt) else None
            if changed is not None:
                found = changed
                continue
            stmt = with_body(stmt, map_nests(stmt.body, change))
        found.append(stmt)
    return found


def accumulators(loop: ForLoop) -> list[str]:
    """The registers outside of a loop to which it accumulates, if it does nothing else."""
    own = {s.name for s in walk([loop]) if isinstance(s, BufferAllocation)}
    stores = [s for s in walk([loop]) if isinstance(s, BufferStore) and s.tensor not in own]
    if any(s.by is None for s in stores):
        return []
    return list(dict.fromkeys(s.tensor for s in stores))


def in_parts(
    loop: ForLoop,
    variable: str,
    length: int,
    names: FreshNames,
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
            assert isinstance(stmt, ForLoop)
            inner += in_parts(stmt, variable, length, names, elements, wide)
        return [with_body(loop, inner)]
    totals = accumulators(loop)
    outer = names.fresh(f"{variable}.part")

    def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
        parts = {t: names.fresh(f"{t}.part") for t in totals}
        found: list[Stmt] = []
        for total, part in parts.items():
            found.append(BufferAllocation(part, 1, elements[total], Space.REGISTERS))
            found.append(BufferStore(part, (Affine(),), _identity(loop, total, elements[total])))
        end = loop.end if extent is None else begin.plus(extent)
        body = tuple(_renamed(s, parts) for s in loop.body)
        found.append(ForLoop(variable, begin, end, body))
        for total, part in parts.items():
            value: Expression = Read(part, (Affine(),), elements[total])
            if wide and elements[total].is_float:
                value = cast(value, F64)
            found.append(BufferStore(total, (Affine(),), value, _operator([loop], total)))
        return found

    return in_steps(replace(loop, variable=outer), length, block, names)


def _operator(body: Sequence[Stmt], total: str) -> str:
    return next(
        s.by
        for s in walk(body)
        if isinstance(s, BufferStore) and s.tensor == total and s.by is not None
    )


def _identity(loop: ForLoop, total: str, element: ElementType) -> Expression:
    return Constant(identity(_operator([loop], total), element), element)


def _renamed(stmt: Stmt, names: Mapping[str, str]) -> Stmt:
    """A statement that writes to other tensors."""
    match stmt:
        case BufferStore():
            return replace(stmt, tensor=names.get(stmt.tensor, stmt.tensor))
        case ForLoop() | If():
            return with_body(stmt, [_renamed(s, names) for s in stmt.body])
        case _:
            return stmt


def unrolled(body: Sequence[Stmt], variable: str, unroll: int, names: FreshNames) -> list[Stmt]:
    """The statements with the loops of a reduction over ``variable`` unrolled."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, ForLoop) and stmt.variable == variable:
            loop = stmt

            def block(begin: Affine, extent: int | None, loop: ForLoop = loop) -> Sequence[Stmt]:
                if extent is None:
                    return [ForLoop(variable, begin, loop.end, loop.body)]
                return sunk(loop.body, variable, block_of(variable, begin, extent, 1, names))

            step = unroll
            if stmt.count is not None and stmt.count // step == 2:
                # LLVM 22 turns the counter of two iterations into a flag, and then spills the
                # loaded values, which takes twice as long.
                step *= 2
            found += in_steps(stmt, step, block, names)
        elif (isinstance(stmt, ForLoop) and stmt.kind is LoopKind.SERIAL) or isinstance(stmt, If):
            found.append(with_body(stmt, unrolled(stmt.body, variable, unroll, names)))
        else:
            found.append(stmt)
    return found


def prefetched(
    body: Sequence[Stmt], variable: str, along: str, ahead: Mapping[str, int]
) -> list[Stmt]:
    """The statements with prefetches in the loops over ``variable``, of tensors that the loop over
    ``along`` reads the number of iterations ``ahead`` later."""
    found: list[Stmt] = []
    for stmt in body:
        if not isinstance(stmt, ForLoop):
            found.append(stmt)
            continue
        if stmt.variable != variable:
            found.append(with_body(stmt, prefetched(stmt.body, variable, along, ahead)))
            continue
        reads: dict[Read, None] = {}
        for store in walk(stmt.body):
            if isinstance(store, BufferStore):
                for read in store.value.reads:
                    if read.tensor in ahead and len(read.indices) == 1:
                        reads[read] = None
        later = [
            bound(Prefetch(r), {along: Affine.variable(along).plus(ahead[r.tensor])}) for r in reads
        ]
        found.append(with_body(stmt, [*later, *stmt.body]))
    return found


def along_lanes(
    body: Sequence[Stmt],
    ranges: Sequence[Range],
    lanes: int,
    unroll: int,
    narrow: bool,
    names: FreshNames,
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
    regs = _accumulated_along(body, variable)
    if not regs:
        return [
            with_body(s, along_lanes(s.body, ranges, lanes, unroll, narrow, names))
            if isinstance(s, ForLoop) and s.kind is LoopKind.SERIAL
            else s
            for s in body
        ]
    whole = block_of(variable, Affine(), lanes * unroll, lanes, names)
    last = max(n for n, s in enumerate(body) if tensors_written([s]) & regs)
    inside, after = body[: last + 1], body[last + 1 :]
    read = tensors_read(after)
    spread = {r: names.fresh(f"{r}.lanes") if r in read else r for r in sorted(regs)}
    own = {s.name for b in inside for s in walk(body_of(b)) if isinstance(s, BufferAllocation)}
    parts = own & tensors_written(inside)
    shape = _Lanes(variable, spread, whole, frozenset([*spread.values(), *parts]), lanes, unroll)
    found: list[Stmt] = []
    totals: list[Stmt] = []
    over = tuple(Range(s.variable, s.lanes if s.lanes > 1 else unroll) for s in whole.loops)
    for stmt in inside:
        if isinstance(stmt, BufferAllocation) and stmt.name in regs:
            if stmt.name in read:
                found.append(stmt)
                places = Read(spread[stmt.name], (whole.position,), stmt.element)
                value = Reduction(_operator(inside, stmt.name), over, places) if over else places
                totals.append(BufferStore(stmt.name, (Affine(),), value))
            found.append(replace(stmt, name=spread[stmt.name], count=whole.size))
        elif not regs.isdisjoint(tensors_written([stmt])):
            found += _in_lanes(stmt, shape, narrow, names)
        else:
            found.append(stmt)
    return [*found, *totals, *after]


def _accumulated_along(body: Sequence[Stmt], variable: str) -> set[str]:
    """The registers of a body to which loops over a variable accumulate, directly or in parts."""
    own = {s.name for s in body if isinstance(s, BufferAllocation)}
    found: set[str] = set()
    for stmt in body:
        if not isinstance(stmt, ForLoop | If):
            continue
        loops = (s for s in walk([stmt]) if isinstance(s, ForLoop) and s.variable == variable)
        inner = next(loops, None)
        if inner is not None and all(isinstance(s, BufferStore) for s in inner.body):
            found |= {s.tensor for s in walk([stmt]) if isinstance(s, BufferStore)} & own
    for stmt in walk(body):
        if isinstance(stmt, BufferStore) and stmt.by is not None and tensors_read([stmt]) & found:
            found |= {stmt.tensor} & own
    return found


@dataclass(frozen=True)
class _Lanes:
    """The accumulators of a reduction over ``variable``: ``spread`` maps names to the arrays with
    an element for each iteration of the block ``whole``; all such arrays are ``expanded``."""

    variable: str
    spread: Mapping[str, str]
    whole: PointBlock
    expanded: frozenset[str]
    lanes: int
    unroll: int


def _in_lanes(stmt: Stmt, shape: _Lanes, narrow: bool, names: FreshNames) -> list[Stmt]:
    """A statement of a reduction, for accumulators in lanes."""
    match stmt:
        case BufferAllocation():
            factor = shape.whole.size if stmt.name in shape.expanded else 1
            return [replace(stmt, count=stmt.count * factor)]
        case BufferStore():
            stmt = replace(stmt, tensor=shape.spread.get(stmt.tensor, stmt.tensor))
            stmt = expanded_store(_renamed_reads(stmt, shape), shape.whole, shape.expanded)
            return [shape.whole.around(stmt)]
        case Let() | Prefetch():
            return [stmt]
        case ForLoop() if stmt.variable == shape.variable:
            return _vectors(stmt, shape, narrow, names)
        case ForLoop() | If():
            return [
                with_body(stmt, [i for s in stmt.body for i in _in_lanes(s, shape, narrow, names)])
            ]
        case _:
            raise AssertionError(f"{type(stmt).__name__} cannot be inside a reduction")


def _renamed_reads(stmt: BufferStore, shape: _Lanes) -> BufferStore:
    def change(read: Read) -> Read:
        return replace(read, tensor=shape.spread.get(read.tensor, read.tensor))

    changed = with_reads(stmt, change)
    assert isinstance(changed, BufferStore)
    return changed


def _vectors(loop: ForLoop, shape: _Lanes, narrow: bool, names: FreshNames) -> list[Stmt]:
    """The innermost loop of a reduction, in vectors."""
    variable, lanes = loop.variable, shape.lanes

    def terms(begin: Affine, extent: int | Affine) -> list[Stmt]:
        block = block_of(variable, begin, extent, lanes, names)
        found: list[Stmt] = []
        for stmt in loop.body:
            assert isinstance(stmt, BufferStore)
            stmt = replace(stmt, tensor=shape.spread.get(stmt.tensor, stmt.tensor))
            stmt = bound(stmt, {variable: block.index})
            assert isinstance(stmt, BufferStore)
            places = replace(block, size=shape.whole.size)
            found.append(block.around(expanded_store(stmt, places, shape.expanded)))
        return found

    def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
        if extent is not None:
            return terms(begin, extent)
        rest = ForLoop(variable, begin, loop.end, loop.body)
        if shape.unroll > 1:
            return _vectors(rest, replace(shape, unroll=1), narrow, names)
        if narrow or lanes == 1:
            return in_steps(rest, 1, lambda at, _: terms(at, 1), names)
        return terms(begin, loop.end.plus(begin.scaled(-1)))

    return in_steps(loop, lanes * shape.unroll, block, names)
