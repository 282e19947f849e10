"""``tile`` and ``pack`` of two shared dimensions: operands whose rows run along another dimension
than the vectors are transposed tile by tile.

A tile of such a tensor is transposed in registers and kept in the L1 cache, from which vectors are
contiguous. So results are written row by row, in long runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dlvm.compute.loop_nest.nest import Nest, offset
from dlvm.compute.loops.blocks import BlockShape, in_blocks
from dlvm.compute.loops.legality import SHARED_OUT, DirectiveRule, shared
from dlvm.compute.loops.lowering import LoopLowering
from dlvm.compute.loops.packing import packed
from dlvm.compute.loops.plain import plain_loops, point_body
from dlvm.compute.loops.tiling import Tiling
from dlvm.compute.scheduling.machine import MOST_BYTES
from dlvm.compute.scheduling.tiling import transposed_reads
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Expression, Range, Read, Statement, map_reads
from dlvm.ir.loops.kernels import BufferAllocation, LoopKernel, Space, Stmt
from dlvm.ir.loops.traversal import bound
from dlvm.ir.schedules import Directives


def tile_rules(nest: Nest, plan: Directives) -> dict[str, DirectiveRule]:
    """The directives that transposed tiles support."""
    last, row = _tiled(nest, plan)
    values = [] if nest.reductions else [s.value for s in nest.statements]
    turned = [r.tensor for v in values for r in _transposed(nest, v, last, row)]
    along = "vectors run along the last shared dimension"
    return {
        "vectorize": DirectiveRule((last.variable,), along),
        "unroll": DirectiveRule((last.variable,), along),
        "tile": DirectiveRule(
            () if nest.reductions else (row.variable, last.variable),
            "only products, and two shared dimensions without a reduction, are tiled",
        ),
        "parallel": DirectiveRule(shared(nest), SHARED_OUT),
        "order": DirectiveRule(shared(nest), ""),
        "pack": DirectiveRule(
            turned, f"only tensors that are read along {row.variable} are transposed"
        ),
    }


def _tiled(nest: Nest, plan: Directives) -> tuple[Range, Range]:
    """The dimension along which vectors run, and the one along which operands are contiguous."""
    rows = (r for r in nest.prefix[:-1] if r.variable in plan.tiles)
    return nest.prefix[-1], next(rows, nest.prefix[-2])


def _transposed(nest: Nest, value: Expression, last: Range, row: Range) -> list[Read]:
    """The operands that are transposed; computed values are in registers."""
    found = transposed_reads(value, last, row)
    return [r for r in found if r.tensor in nest.definition.body.parameters]


def lower_tiles(nest: Nest, plan: Directives) -> LoopKernel:
    """The loops of a nest of points in tiles of two dimensions, inside loops over the others.

    Raises :class:`DiagnosticError` if the tiles take too much memory.
    """
    lowering = LoopLowering(nest, plan)
    last, row = _tiled(nest, plan)
    lanes = plan.lanes.get(last.variable, 1)
    width, height = (-(-plan.tiles.get(r.variable, lanes) // lanes) * lanes for r in (last, row))
    tiling = Tiling(plan.parallel, lowering.names)
    tiling.add(row, plan.tiles.get(row.variable, 1))
    tiling.add(last, plan.tiles.get(last.variable, width))
    turned: dict[str, Read] = {}
    nest = _with_tiles(nest, plan, width, tiling, turned)
    size = width * height * sum(r.element.bytes for r in turned.values())
    if size > MOST_BYTES:
        raise error(
            f"the tiles of @{nest.definition.name} take {size:,} bytes, expected at most "
            f"{MOST_BYTES:,}",
            plan.schedule.location or nest.definition.location,
        )
    stmts: list[Stmt] = []
    spans = [tiling.span(row), tiling.span(last)]
    index = Affine.variable(row.variable).scaled(width).plus(Affine.variable(last.variable))
    for name, read in turned.items():
        stmts.append(BufferAllocation(name, width * height, read.element, Space.STACK))
        stmts += packed(
            read, name, index, last.variable, read.element, spans, lanes, lowering.names
        )
    body = point_body(plain_loops(nest), nest)
    places = {v: tiling.place(v) for v in (row.variable, last.variable)}
    body = [bound(s, places) for s in body]
    shape = BlockShape(last.variable, lanes, plan.unroll.get(last.variable, 1), lowering.narrow)
    stmts += in_blocks([spans[0].loop([spans[1].loop(body)])], shape, lowering.names)
    others = [r for r in nest.prefix if r not in (row, last)]
    for loop_range in reversed(lowering.loop_order([*others, row, last])):
        stmts = tiling.loop(loop_range, stmts)
    return LoopKernel(nest.definition.name or "", tuple(stmts))


def _with_tiles(
    nest: Nest, plan: Directives, width: int, tiling: Tiling, turned: dict[str, Read]
) -> Nest:
    """The nest with packed operands read from transposed tiles, whose reads are added to
    ``turned``."""
    last, row = _tiled(nest, plan)
    names: dict[tuple[str, Affine], str] = {}
    place = Affine()
    for variable, step in ((row.variable, width), (last.variable, 1)):
        begin = tiling.begins[variable].scaled(-1)
        place = place.plus(Affine.variable(variable).plus(begin).scaled(step))

    def change(reads: Sequence[Read], read: Read) -> Expression:
        if read not in reads:
            return read
        key = (read.tensor, offset(read))
        if key not in names:
            names[key] = f"{read.tensor}.turned{len(names)}"
            turned[names[key]] = read
        return Read(names[key], (place,), read.element)

    statements: list[Statement] = []
    for statement in nest.statements:
        reads = _transposed(nest, statement.value, last, row)
        found = [r for r in reads if r.tensor in plan.packed]
        value = map_reads(statement.value, lambda r, found=found: change(found, r))
        statements.append(replace(statement, value=value))
    return replace(nest, statements=tuple(statements))
