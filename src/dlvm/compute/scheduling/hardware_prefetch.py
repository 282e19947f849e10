"""Hardware prefetching of the factors of products: a core follows a limited number of streams.

The factor that is read along rows may have a short run for each value of the first term, pages
apart, as the kernel of a convolution's gradient by its input does. The next rows go on where these
ended: few enough at a time are read ahead.
"""

from __future__ import annotations

from math import prod
from typing import Final

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import extent, offset
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Read

_STREAMS: Final = 24
"""The number of streams, in different pages, that a core prefetches reliably."""
_MISSED, _LINE = 90.0, 64
"""Cycles of a cache miss that was not prefetched, and the bytes of a cache line."""
_PAGE = 4096


def most_values(found: Product, machine: Machine) -> int | None:
    """The largest number of values of the first term per tile for which the factor read along rows
    is prefetched; None if there is no limit."""
    factor, (first, *inner) = found.down, found.terms
    if not isinstance(factor, Read) or len(factor.indices) > 1:
        return None
    if prod(map(extent, inner)) == 1:
        # A line for each term: cores see how far apart these are.
        return None
    steps: list[int] = []
    for loop_range in (first, *inner, found.row):
        step = offset(factor).coefficient(loop_range.variable)
        if not isinstance(step, int):
            return None
        steps.append(abs(step) * factor.element.bytes)
    apart, *others = steps
    size = factor.element.bytes
    for loop_range in (*found.rows, *found.terms):
        size *= extent(loop_range) if loop_range.variable in factor.variables else 1
    is_scattered = apart >= _PAGE and max(others) < _PAGE and size > machine.cache_bytes
    return _STREAMS if is_scattered and extent(first) > _STREAMS else None


def missed_cycles(found: Product) -> float:
    """Cycles of the misses per element of the factor read along rows, if it is not prefetched."""
    return _MISSED * found.down.element.bytes / _LINE
