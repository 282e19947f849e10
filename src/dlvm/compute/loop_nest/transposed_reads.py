"""Finds the tensors that a computation reads across their rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dlvm.compute.loop_nest.addresses import extent, offset
from dlvm.compute.loop_nest.nest import Nest
from dlvm.ir.compute import Expression, Guard, Range, Read

_FEWEST: Final = 4
"""The minimum number of rows and of columns of a tile. With fewer, a gather is as fast."""


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
