"""``tile`` and ``pack`` of two shared dimensions: operands whose rows run along another dimension
than the vectors are transposed tile by tile.

A tile of such a tensor is transposed in registers and kept in the L1 cache, from which vectors are
contiguous. Results are therefore written row by row, in long runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dlvm.compute.loop_nest.addresses import offset
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loops.blocks import BlockShape, in_blocks
from dlvm.compute.loops.directives.order import loop_order
from dlvm.compute.loops.directives.pack import packed
from dlvm.compute.loops.directives.tile import Tiling
from dlvm.compute.loops.nest_lowering import NestLowering
from dlvm.compute.loops.plain import plain_loops, point_body
from dlvm.compute.loops.structures import TransposedNest
from dlvm.ir.compute import Affine, Expression, Read, Statement, map_reads
from dlvm.ir.loops.kernels import BufferAllocation, LoopKernel, Space, Stmt
from dlvm.ir.loops.traversal import bound


def lower_tiles(tiles: TransposedNest) -> LoopKernel:
    """The loops of a nest of points in tiles of two dimensions, inside loops over the others."""
    nest, plan, last, row = tiles.nest, tiles.plan, tiles.last, tiles.row
    lowering = NestLowering(nest, plan)
    lanes = plan.lanes.get(last.variable, 1)
    width, height = (-(-plan.tiles.get(r.variable, lanes) // lanes) * lanes for r in (last, row))
    tiling = Tiling(plan.parallel, lowering.names)
    tiling.add(row, plan.tiles.get(row.variable, 1))
    tiling.add(last, plan.tiles.get(last.variable, width))
    turned: dict[str, Read] = {}
    nest = _with_tiles(tiles, width, tiling, turned)
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
    for loop_range in reversed(loop_order(nest, plan, [*others, row, last])):
        stmts = tiling.loop(loop_range, stmts)
    return LoopKernel(nest.definition.name or "", tuple(stmts))


def _with_tiles(tiles: TransposedNest, width: int, tiling: Tiling, turned: dict[str, Read]) -> Nest:
    """The nest with packed operands read from transposed tiles, whose reads are added to
    ``turned``."""
    last, row = tiles.last, tiles.row
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
    for statement in tiles.nest.statements:
        reads = tiles.transposed(statement)
        found = [r for r in reads if r.tensor in tiles.plan.packed]
        value = map_reads(statement.value, lambda r, found=found: change(found, r))
        statements.append(replace(statement, value=value))
    return replace(tiles.nest, statements=tuple(statements))
