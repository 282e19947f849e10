"""Tiled transposition: finds tensors that a computation reads across their rows, and chooses tile
sizes."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.compute.loop_nest.nest import Nest, extent, offset
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.parallelization import parallel_order
from dlvm.ir.compute import Expression, Guard, Range, Read
from dlvm.ir.schedules import Directive

_TILE_BYTES = 32 * 1024
"""The size of a tile in bytes. A tile stays in the first-level cache."""
_RUN_BYTES = 512
"""The size of contiguous writes in bytes."""
_FEWEST = 4
"""With fewer rows or columns than this, a gather is as fast as a tile."""


def transposed_reads(expression: Expression, last: Range, row: Range) -> Iterator[Read]:
    """The unconditional reads that are contiguous along ``row``, although vectors run along
    ``last``."""
    if isinstance(expression, Guard):
        # Without its condition, the read may be out of bounds.
        yield from transposed_reads(expression.condition, last, row)
        yield from transposed_reads(expression.otherwise, last, row)
        return
    if isinstance(expression, Read) and len(expression.indices) == 1:
        place = offset(expression)
        step = place.coefficient(last.variable)
        if step not in (0, 1, -1) and place.coefficient(row.variable) == 1:
            yield expression
    for child in expression.children:
        yield from transposed_reads(child, last, row)


def transposed_row(nest: Nest) -> tuple[Range, dict[str, Read]] | None:
    """The dimension with the most transposed reads, and these reads by tensor."""
    if not nest.is_pointwise or len(nest.prefix) < 2 or nest.reductions:
        return None
    *others, last = nest.prefix
    targets = {s.target for s in nest.statements}
    best: tuple[Range, dict[str, Read]] | None = None
    for loop_range in others:
        found = {
            read.tensor: read
            for statement in nest.statements
            for read in transposed_reads(statement.value, last, loop_range)
            if read.tensor not in targets
        }
        if found and (best is None or len(found) > len(best[1])):
            best = loop_range, found
    if best is None or min(extent(last), extent(best[0])) < _FEWEST:
        return None
    return best


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
