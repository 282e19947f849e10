"""Hardware prefetching: a core prefetches a limited number of streams, and long runs only.

The factor of a product that is read along rows may have a short run for each value of the first
term, with pages in between. An example is the kernel in the gradient of a convolution with respect
to its input. The next rows continue each run, so a core prefetches the runs if they are few enough.

A sum over rows reads a short run of each row. If the rows are pages apart, no run is prefetched, so
the schedule prefetches it.
"""

from __future__ import annotations

from math import prod
from typing import Final

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest, extent, offset
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Range, Read
from dlvm.ir.schedules import Directive

_STREAMS: Final = 24
"""The number of streams in different pages that a core reliably prefetches."""
_MISSED, _LINE = 90.0, 64
"""Cycles of a cache miss without prefetching, and the size of a cache line in bytes."""
_PAGE = 4096
_SHORT_RUN: Final = 512
"""A run of at most this many bytes ends before the hardware has recognized it."""
_ROWS_AHEAD: Final = 8
"""The number of rows by which short runs are prefetched."""


def most_values(found: Product, machine: Machine) -> int | None:
    """The largest number of values of the first term per tile for which the factor read along rows
    is prefetched; None if there is no limit."""
    factor, (first, *inner) = found.down, found.terms
    if not isinstance(factor, Read) or len(factor.indices) > 1:
        return None
    if prod(map(extent, inner)) == 1:
        # Each term is in a line of its own: cores detect their constant distance.
        return None
    steps: list[int] = []
    for loop_range in (first, *inner, found.row):
        step = offset(factor).coefficient(loop_range.variable)
        if not isinstance(step, int):
            return None
        steps.append(abs(step) * factor.element.bytes)
    stride, *others = steps
    size = factor.element.bytes
    for loop_range in (*found.rows, *found.terms):
        size *= extent(loop_range) if loop_range.variable in factor.variables else 1
    is_scattered = stride >= _PAGE and max(others) < _PAGE and size > machine.cache_bytes
    return _STREAMS if is_scattered and extent(first) > _STREAMS else None


def missed_cycles(found: Product) -> float:
    """Cycles of cache misses per element of the factor read along rows, if it is not prefetched."""
    return _MISSED * found.down.element.bytes / _LINE


def prefetch_of_rows(nest: Nest, row: Range, points: int, machine: Machine) -> list[Directive]:
    """Prefetches the matrices that sums over rows read in runs of ``points`` elements along
    ``row``, if the hardware does not, and if a matrix fills half of the second-level cache."""
    (reduction, *_) = nest.reductions
    term = reduction.ranges[-1]
    found: dict[str, Directive] = {}
    for read in reduction.body.reads:
        step, run = (offset(read).coefficient(r.variable) for r in (term, row))
        width = read.element.bytes
        if len(read.indices) > 1 or run != 1 or not isinstance(step, int):
            continue
        size = step * width * extent(term)
        is_short = points * width <= _SHORT_RUN and step * width >= _PAGE
        if is_short and 2 * size >= machine.cache_bytes:
            found[read.tensor] = Directive("prefetch", (read.tensor,), _ROWS_AHEAD)
    return list(found.values())
