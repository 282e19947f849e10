"""Tiled transposition: the tile sizes for tensors that a computation reads across their rows."""

from __future__ import annotations

from dlvm.compute.loop_nest.addresses import extent
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.parallelization import parallel_order
from dlvm.ir.compute import Range, Read
from dlvm.ir.schedules import Directive

_TILE_BYTES = 32 * 1024
"""The size of a tile in bytes. A tile stays in the first-level cache."""
_RUN_BYTES = 512
"""The size of contiguous writes in bytes."""


def tile_directives(
    nest: Nest, row: Range, transposed: dict[str, Read], lanes: int, machine: Machine
) -> list[Directive]:
    """The directives of a tiled transposition."""
    last = nest.prefix[-1]
    size = max(r.element.bytes for r in transposed.values())
    width = _rounded(min(extent(last), _RUN_BYTES // size), lanes)
    height = _rounded(min(extent(row), _TILE_BYTES // (width * size)), lanes)
    others = [r for r in nest.prefix if r not in (row, last)]
    blocks = {r.variable: extent(r) for r in others}
    blocks[row.variable] = -(-extent(row) // height)
    blocks[last.variable] = -(-extent(last) // width)
    directives = [Directive("vectorize", (last.variable,), lanes)]
    if width > lanes:
        directives.append(Directive("unroll", (last.variable,), min(4, width // lanes)))
    if machine.threads > 1:
        wanted = 2 * machine.threads
        order = [r.variable for r in parallel_order(nest, [*others, row, last])]
        chosen = next((v for v in order if blocks[v] >= wanted), None)
        if chosen is None and extent(row) > lanes:
            chosen = row.variable
            height = max(lanes, _rounded(-(-extent(row) // wanted), lanes))
        if chosen is not None:
            directives.append(Directive("parallel", (chosen,)))
    directives.append(Directive("tile", (row.variable,), height))
    directives.append(Directive("tile", (last.variable,), width))
    directives += [Directive("pack", (tensor,)) for tensor in transposed]
    return directives


def _rounded(count: int, step: int) -> int:
    return -(-count // step) * step
