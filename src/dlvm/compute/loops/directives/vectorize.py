"""``vectorize v by n``: ``n`` iterations run in the lanes of a vector.

::

    for j from 0 to 32 { S(j) }   →   for j from 0 to 32 by 16 {
                                          vector j.v from 0 to 16 of 16 { S(j + j.v) }
                                      }

Iterations of points are independent (:mod:`~dlvm.compute.loops.blocks` makes their vectors). A
reduction along vectors has an accumulator in each lane: :func:`along_lanes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dlvm.compute.loops.accumulation import operator_of
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.sinking import PointBlock, block_of, expanded_store
from dlvm.compute.loops.strip_mining import FreshNames, in_steps
from dlvm.compute.loops.structures import (
    PointNest,
    ProductNest,
    RowBlockNest,
    RowNest,
    ScanNest,
    SplitNest,
    StructuredNest,
    TransposedNest,
)
from dlvm.ir.compute import Affine, Range, Read, Reduction
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKind,
    Prefetch,
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


def legal(loops: StructuredNest) -> DirectiveRule:
    """The variables along which vectors can run."""
    match loops:
        case ProductNest():
            return DirectiveRule([loops.found.column.variable], "vectors run along the columns")
        case TransposedNest():
            why = "vectors run along the last shared dimension"
            return DirectiveRule([loops.last.variable], why)
        case PointNest():
            why = "vectors run along one shared dimension"
            return DirectiveRule([loops.vector.variable], why)
        case RowBlockNest():
            columns = [f.column.variable for f in loops.products.values()]
            along, _ = loops.vectors
            return DirectiveRule([*columns, *along], "vectors run along columns and rows")
        case RowNest():
            along, _ = loops.vectors
            why = "each statement is vectorized along its last or its last reduced dimension"
            return DirectiveRule(along, why)
        case ScanNest():
            return DirectiveRule([loops.vector], "vectors run along one dimension")
        case SplitNest():
            return DirectiveRule(loops.reduced[-1:], "vectors run along the innermost dimension")
        case _:
            return NOTHING


def along_lanes(
    body: Sequence[Stmt],
    ranges: Sequence[Range],
    lanes: int,
    unroll: int,
    narrow: bool,
    names: FreshNames,
) -> list[Stmt]:
    """The statements, in which reductions over ``ranges`` have ``unroll`` vectors of ``lanes``
    accumulators. Each accumulator reduces a part of the iterations of the last range.

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

    If ``narrow``, vectors cannot have masks that are known only at run time (see
    :class:`BlockShape`).
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
                value = Reduction(operator_of(inside, stmt.name), over, places) if over else places
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
    """The accumulators of a reduction over ``variable``: ``spread`` maps their names to those of
    arrays with an element for each iteration of the block ``whole``. ``expanded`` has the names of
    all such arrays."""

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
