"""The costs of reading the factors of a product from memory and from the caches."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, inf, prod
from typing import Final

from dlvm.compute.loop_nest.addresses import extent, offset
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.compute.scheduling.register_tiles import NEAR_TERM
from dlvm.ir.compute import Expression, Range, Read

_LINE: Final = 64
"""The size of a cache line in bytes."""
_PAGE = 4096
"""The size of a page in bytes."""
_FAR_TERM = 13.0
"""Cycles to read a row of a block of columns in place from beyond the second-level cache, or from
one of many pages."""
_DENSE = 512
"""The distance in bytes up to which consecutive rows are on the same page."""
_NEAR, _NEAR_PAGES = 1024, 64
"""The distance in bytes up to which hardware prefetches consecutive rows if they are on at most
this number of pages, which a core translates without a lookup in the second-level TLB."""
_PAGES = 800
"""The number of pages that a core translates quickly."""
FAR_LINE: Final = 8.0
"""Cycles to read a cache line from beyond the second-level cache, if hardware prefetches it."""
KEPT_SHARE: Final = 1 / 2
"""The share of the second-level cache in which a factor stays from one use to the next."""
_BLOCK_TERMS = 64
"""The number of terms between two blocks of rows that read the same lines in place."""


def term_cycles(found: Product, machine: Machine) -> float:
    """Cycles to read a row of a block of columns in place. Reads take longer than from the
    second-level cache if the rows are on too many pages, and also if they do not fit the sets of
    that cache to which they map."""
    term, *others = found.terms
    if any(extent(r) > 1 for r in others) or not isinstance(found.across, Read):
        return NEAR_TERM
    stride = offset(found.across).coefficient(term.variable)
    if not isinstance(stride, int):
        return _FAR_TERM
    count, size = extent(term), stride * found.across.element.bytes
    if size < _DENSE:
        # Vectors of the few columns of a small image are not aligned.
        ranges = [r for r in (*found.outer, *found.columns) if r.variable in found.across.variables]
        is_near = count * size_of(ranges) * found.across.element.bytes <= machine.cache_bytes
        return 0.0 if size % _LINE == 0 and is_near else NEAR_TERM
    if size <= _NEAR and count * size <= _NEAR_PAGES * _PAGE:
        return 0.0
    is_scattered = count * min(size, _PAGE) > _PAGES * _PAGE
    conflicts = count >= lines_in_sets(size, machine.caches[:2][-1])
    return NEAR_TERM + (_FAR_TERM - NEAR_TERM) * (is_scattered + conflicts)


def evicts_itself(found: Product, machine: Machine) -> bool:
    """Whether the rows of a block of columns that is read in place map to so few sets of the
    first-level cache that they evict each other."""
    if not isinstance(found.across, Read):
        return False
    stride = offset(found.across).coefficient(found.terms[-1].variable)
    size = stride * found.across.element.bytes if isinstance(stride, int) else 0
    return lines_in_sets(size, machine.caches[0]) < min(_BLOCK_TERMS, size_of(found.terms))


def split_lines(found: Product, vectors: int, machine: Machine) -> float:
    """The cache lines that a row of a number of vectors, which is read in place, has more than a
    row that begins with a line; on average, if rows begin anywhere."""
    if not isinstance(found.across, Read):
        return 0.0
    stride = offset(found.across).coefficient(found.terms[-1].variable)
    size = found.across.element.bytes
    if not isinstance(stride, int) or stride * size <= _LINE or stride * size % _LINE == 0:
        return 0.0
    return vectors * (machine.vector_bytes - size) / _LINE


def far_cycles(factor: Expression, ranges: Sequence[Range], line: float, machine: Machine) -> float:
    """Cycles to read an element of a factor, with the given dimensions, from beyond the caches of a
    core, if a line takes ``line`` cycles; 0 if the factor stays in a cache."""
    size = factor.element.bytes * size_of([r for r in ranges if r.variable in factor.variables])
    is_near = size <= machine.cache_bytes * KEPT_SHARE or not isinstance(factor, Read)
    return 0.0 if is_near else line * factor.element.bytes / _LINE


def rows_at_hand(found: Product, cache: Cache) -> float:
    """The number of rows whose lines a cache holds together, in the factor that a product reads
    along rows."""
    if not isinstance(found.down, Read) or len(found.down.indices) > 1:
        return inf
    stride = offset(found.down).coefficient(found.row.variable)
    if not isinstance(stride, int):
        return inf
    return lines_in_sets(stride * found.down.element.bytes, cache)


def lines_in_sets(size: int, cache: Cache) -> float:
    """The number of cache lines at a distance of ``size`` bytes that a cache can hold."""
    if size == 0 or size % _LINE:
        return inf
    sets = cache.size // (_LINE * cache.ways)
    return sets // gcd(size // _LINE, sets) * cache.ways


def size_of(ranges: Sequence[Range]) -> int:
    """The number of points of the given ranges."""
    return prod(extent(r) for r in ranges)
