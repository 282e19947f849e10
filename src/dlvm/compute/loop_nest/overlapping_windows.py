"""Overlapping windows: adjacent rows read the same elements for different terms of a reduction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dlvm.compute.loop_nest.addresses import extent, offset
from dlvm.compute.loop_nest.nest import Nest
from dlvm.ir.compute import Range, Read
from dlvm.ir.polynomial import Size

_ROWS: Final = 4
"""The number of rows for which the share of common elements is estimated."""


@dataclass(frozen=True)
class OverlappingWindows:
    """A shared dimension, and the term along which its windows overlap."""

    row: Range
    term: Range


def find_windows(nest: Nest) -> OverlappingWindows | None:
    """The dimension and the term whose windows have the most elements in common, if any do."""
    if len(nest.reductions) != 1 or not nest.is_pointwise or not nest.prefix:
        return None
    (reduction,) = nest.reductions
    *rows, last = nest.prefix
    across = [r for r in reduction.body.reads if last.variable in r.variables]
    best, least = None, 1.0
    for row in rows:
        for term in reduction.ranges:
            share = max((_share(r, row, term) for r in across), default=1.0)
            if share < least:
                best, least = OverlappingWindows(row, term), share
    return best


def _share(read: Read, row: Range, term: Range) -> float:
    """The number of distinct elements that adjacent rows read, relative to the number of reads."""
    by_row, by_term = (offset(read).coefficient(r.variable) for r in (row, term))
    if not isinstance(term.size, int):
        return 1.0
    count = min(_ROWS, extent(row))
    places: set[Size] = {by_row * n + by_term * m for n in range(count) for m in range(term.size)}
    return len(places) / (count * term.size) if places else 1.0
