"""Rows of a product's factors that are in each other's way: caches have few places for lines whose
distance is a multiple of a large power of two."""

from __future__ import annotations

from math import inf

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import extent, offset
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Read

_LINE = 64
"""The bytes of a line of the caches."""
_DOWN_SHARE, _FEWEST_TERMS = 1 / 4, 128
"""What share of the second-level cache lines may take each of which has an element of the factor
that is read along rows, and how many terms a tile has all the same, at least, if there are more."""
_WAY, _FEWEST_ROWS = 2048, 16
"""Rows whose distance is a multiple of this are in each other's way in the first cache, if there
are that many of them."""


def has_set_conflicts(found: Product) -> bool:
    """Whether rows of the factor that is read along columns do not fit the first cache together, as
    they have the same places there."""
    last = found.terms[-1]
    if not isinstance(found.across, Read) or extent(last) < _FEWEST_ROWS:
        return False
    apart = offset(found.across).coefficient(last.variable)
    return isinstance(apart, int) and apart * found.across.element.bytes % _WAY == 0


def most_terms(found: Product, machine: Machine) -> float:
    """How many terms of the factor that is read along rows can be in the cache beside a panel, as
    they lie in memory: few where the power of two in their distance is large, as they have the same
    places there then."""
    if not isinstance(found.down, Read) or len(found.down.indices) > 1:
        return inf
    apart = offset(found.down).coefficient(found.terms[-1].variable)
    size = apart * found.down.element.bytes if isinstance(apart, int) else 0
    slot = size & -size
    return max(_FEWEST_TERMS, machine.cache_bytes * _DOWN_SHARE / slot) if slot >= _LINE else inf
