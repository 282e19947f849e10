"""How reductions are accumulated: in parts of bounded length, and in several accumulators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dlvm.compute.loops.plain import cast
from dlvm.compute.loops.strip_mining import FreshNames, LoopTile, in_steps
from dlvm.ir.compute import Affine, Constant, Expression, Read
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKind,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import (
    walk,
    with_body,
)
from dlvm.ir.types import F64, ElementType

LONG = 256
"""Sums of more elements along vectors are accumulated in f64."""


def map_nests(
    body: Sequence[Stmt], change: Callable[[ForLoop, list[Stmt]], list[Stmt] | None]
) -> list[Stmt]:
    """The statements, in which ``change`` replaces the outermost loops of reductions. ``change``
    gets a loop and the statements before it in the same body. It returns the statements that
    replace all of these, or None for no change."""
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
    """The registers outside of a loop to which the loop accumulates; none if it also stores outside
    of itself."""
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
    """A reduction whose loop over ``variable`` runs in parts of ``length`` iterations, because the
    rounding error of a sum grows with the length of a chain of additions. If ``wide``, sums of
    parts are added in f64; the caller must change the allocations of the accumulators as well.

    ::

        for k from 0 to 512 {                    for k.part from 0 to 512 by 64 {
            %c.sum[0] by add = %a[k]                 let k.end = min(k.part + 64, 512)
        }                                  →         alloc %c.sum.part: 1 x f32 in registers
                                                     %c.sum.part[0] = 0.0: f32
                                                     for k from k.part to k.end {
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

    def part(begin: Affine, end: Affine) -> Sequence[Stmt]:
        parts = {t: names.fresh(f"{t}.part") for t in totals}
        found: list[Stmt] = []
        for total, part in parts.items():
            found.append(BufferAllocation(part, 1, elements[total], Space.REGISTERS))
            found.append(BufferStore(part, (Affine(),), _identity(loop, total, elements[total])))
        body = tuple(_renamed(s, parts) for s in loop.body)
        found.append(ForLoop(variable, begin, end, body))
        for total, part in parts.items():
            value: Expression = Read(part, (Affine(),), elements[total])
            if wide and elements[total].is_float:
                value = cast(value, F64)
            found.append(BufferStore(total, (Affine(),), value, operator_of([loop], total)))
        return found

    if wide or loop.count is None or loop.count <= length:

        def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
            return part(begin, loop.end if extent is None else begin.plus(extent))

        return in_steps(replace(loop, variable=outer), length, block, names)
    # The last part, which may be shorter, shares the code of the others, and loops that differ only
    # in their lengths share one kernel.
    begin, end = Affine.variable(outer), names.fresh(f"{variable}.end")
    names.tiles[end] = LoopTile(begin, loop.count, length)
    let = Let(end, "min", (begin.plus(length), loop.end))
    body = (let, *part(begin, Affine.variable(end)))
    return [ForLoop(outer, loop.begin, loop.end, body, length)]


def operator_of(body: Sequence[Stmt], total: str) -> str:
    """The operator by which statements accumulate to registers."""
    return next(
        s.by
        for s in walk(body)
        if isinstance(s, BufferStore) and s.tensor == total and s.by is not None
    )


def _identity(loop: ForLoop, total: str, element: ElementType) -> Expression:
    return Constant(identity(operator_of([loop], total), element), element)


def _renamed(stmt: Stmt, names: Mapping[str, str]) -> Stmt:
    """A statement that writes to other tensors."""
    match stmt:
        case BufferStore():
            return replace(stmt, tensor=names.get(stmt.tensor, stmt.tensor))
        case ForLoop() | If():
            return with_body(stmt, [_renamed(s, names) for s in stmt.body])
        case _:
            return stmt
