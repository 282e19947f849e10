"""Running totals: along memory, the lanes of a vector are scanned and the total so far is added.
Across memory, adjacent elements are lanes, and each row is computed from the previous one."""

from __future__ import annotations

from dlvm.compute.loop_nest.recurrence import Recurrence
from dlvm.compute.loops.blocks import blocks_of, in_blocks
from dlvm.compute.loops.directives.order import loop_order
from dlvm.compute.loops.directives.tile import Tiling
from dlvm.compute.loops.nest_lowering import NestLowering
from dlvm.compute.loops.plain import cast, loop_over
from dlvm.compute.loops.sinking import PointBlock, block_of, vectors_of
from dlvm.compute.loops.structures import ScanNest
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Guard,
    IndexValue,
    Range,
    Read,
    compare,
    substitute,
)
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    LaneScan,
    LoopKernel,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import bound
from dlvm.ir.types import F32, F64, I64, ElementType

_PLACE = (Affine(),)


def lower_scan(loops: ScanNest) -> LoopKernel:
    """The loops of one scan, vectorized along its dimension or across it."""
    nest, plan, scan, vector = loops.nest, loops.plan, loops.scan, loops.vector
    ranges = scan.statement.ranges
    name = nest.definition.name or ""
    if any(r.size == 0 for r in ranges):
        return LoopKernel(name, ())
    lowering = NestLowering(nest, plan)
    others = [r for r in ranges if r.variable in loops.others]
    tiling = Tiling(plan.parallel, lowering.names)
    if not loops.is_across:
        stmts = _along(lowering, scan)
    else:
        columns = next(r for r in ranges if r.variable == vector)
        tiling.add(columns, plan.tiles[vector])
        stmts = tiling.loop(columns, _across(lowering, scan, columns, tiling))
    for loop_range in reversed(loop_order(nest, plan, others)):
        stmts = tiling.loop(loop_range, stmts)
    return LoopKernel(name, tuple(stmts))


def _form(scan: Recurrence) -> ElementType:
    """The element type of totals: a running sum in f64 has only its final rounding error."""
    element = scan.statement.value.element
    return F64 if element is F32 and scan.by in ("add", "multiply") else element


def _along(lowering: NestLowering, scan: Recurrence) -> list[Stmt]:
    variable, form, names = scan.range.variable, _form(scan), lowering.names
    shape = lowering.shape(variable)
    term = scan.term
    if scan.first != scan.term:
        place = IndexValue(Affine.variable(variable))
        is_later = compare("greaterThanOrEqual", place, Constant(1, I64))
        term = Guard(is_later, scan.term, scan.first)
    total, part = (names.fresh(n) for n in ("total", "part"))
    # Adding 0 would turn -0 into 0.
    zero = -0.0 if form.is_float and scan.by == "add" else identity(scan.by, form)

    def make(block: PointBlock) -> list[Stmt]:
        return [s for vector in vectors_of(block) for s in one(vector)]

    def one(vector: PointBlock) -> list[Stmt]:
        value = cast(substitute(term, {variable: vector.index}), form)
        running = Read(part, (vector.position,), form)
        joined = Call(scan.by, (Read(total, (vector.position,), form), running), form)
        store = BufferStore(
            scan.statement.target, (scan.place,), cast(joined, scan.statement.value.element)
        )
        stmts: list[Stmt] = [
            BufferAllocation(part, vector.size, form, Space.REGISTERS),
            vector.around(BufferStore(part, (vector.position,), value)),
        ]
        if vector.size > 1:
            stmts.append(LaneScan(part, vector.size, scan.by))
        stmts.append(vector.around(bound(store, {variable: vector.index})))
        last = vector.last
        if last is not None:
            # Only this step depends on the previous vector.
            end = Read(part, (Affine.size(last),), form)
            stmts.append(vector.around(BufferStore(total, (vector.position,), end, scan.by)))
        return stmts

    # A total in each lane: to broadcast a lane of a vector is faster than to extract it.
    start = block_of(variable, Affine(), shape.lanes, shape.lanes, names)
    return [
        BufferAllocation(total, start.size, form, Space.REGISTERS),
        start.around(BufferStore(total, (start.position,), Constant(zero, form))),
        *blocks_of(loop_over(scan.range, ()), shape, names, make),
    ]


def _across(lowering: NestLowering, scan: Recurrence, columns: Range, tiling: Tiling) -> list[Stmt]:
    form, names, column = _form(scan), lowering.names, columns.variable
    totals, value = names.fresh("totals"), names.fresh("value")
    place = (Affine.variable(column),)
    target, element = scan.statement.target, scan.statement.value.element
    shape = lowering.shape(column)

    def row(of: Expression) -> list[Stmt]:
        kept = Read(value, _PLACE, form)
        index = scan.place.substitute({column: tiling.place(column)})
        return [
            BufferAllocation(value, 1, form, Space.REGISTERS),
            BufferStore(value, _PLACE, of),
            BufferStore(totals, place, kept),
            BufferStore(target, (index,), cast(kept, element)),
        ]

    def in_columns(of: Expression) -> list[Stmt]:
        loop = tiling.span(columns).loop(row(of))
        return in_blocks([loop], shape, names)

    def at(of: Expression) -> Expression:
        return cast(substitute(of, {column: tiling.place(column)}), form)

    variable = scan.range.variable
    before = Read(totals, place, form)
    first = [bound(s, {variable: Affine()}) for s in in_columns(at(scan.first))]
    later = in_columns(Call(scan.by, (before, at(scan.term)), form))
    end = Affine.size(scan.range.size)
    if not isinstance(scan.range.size, int):
        first = [If(Affine(), end, tuple(first))]
    return [
        BufferAllocation(totals, lowering.plan.tiles[column], form, Space.STACK),
        *first,
        ForLoop(variable, Affine.size(1), end, tuple(later)),
    ]
