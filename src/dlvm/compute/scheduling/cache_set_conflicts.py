"""Cache-set conflicts between rows of a product's factors: their distance is a multiple of a large
power of two."""

from __future__ import annotations

from math import inf

from dlvm.compute.loop_nest.addresses import offset
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Read

_LINE = 64
"""The size of a cache line in bytes."""
_DOWN_SHARE, _FEWEST_TERMS = 1 / 4, 128
"""The largest share of the second-level cache for lines that each hold one element of the factor
read along rows, and the fewest terms of a tile if the lines exceed it."""


def most_terms(found: Product, machine: Machine) -> float:
    """The number of terms of the unpacked factor read along rows that fit the cache in addition to
    a panel. The number is small if the distance between the factor's rows is a multiple of a large
    power of two, since the rows then map to the same sets."""
    if not isinstance(found.down, Read) or len(found.down.indices) > 1:
        return inf
    stride = offset(found.down).coefficient(found.terms[-1].variable)
    size = stride * found.down.element.bytes if isinstance(stride, int) else 0
    slot = size & -size
    return max(_FEWEST_TERMS, machine.cache_bytes * _DOWN_SHARE / slot) if slot >= _LINE else inf
