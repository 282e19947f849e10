"""Register tiles of products: the block of rows and vectors that takes the fewest cycles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Range

_LINE = 64
"""The size of a cache line in bytes."""
_IN_PLACE, _PACKED = 3.0, 0.5
"""Cycles to read a vector from the second-level cache: unaligned, and from packed cache lines."""
_EXPOSED = 1 / 4
"""The share of these cycles that multiply-adds do not hide."""


class Reading(NamedTuple):
    """Cycles to read a vector along columns, and an element along rows, that are not in the
    first-level cache."""

    vector: float = 0.0
    element: float = 0.0


def reading_cycles(machine: Machine, in_place: bool) -> float:
    """Cycles to read a vector of the factor along columns from the second-level cache, in place or
    packed."""
    return (_IN_PLACE if in_place else _PACKED) * machine.vector_bytes / _LINE


_AT_HAND = Reading()


def rows_to_tile(ranges: Sequence[Range]) -> int:
    """The number of rows for which a register tile is chosen. If the number is known only at run
    time, a large prime replaces it: the best tile for many rows and any remainder."""
    return prod(r.extent if isinstance(r.extent, int) else _MANY_ROWS for r in ranges)


_MANY_ROWS: Final = 1021


@lru_cache(4096)
def register_tile(
    rows: int, columns: int, machine: Machine, reading: Reading = _AT_HAND
) -> tuple[int, int]:
    """The register block, in rows and vectors, that takes the fewest cycles; among nearly equal
    ones, the block with the fewest loads."""
    best = (1, 1)
    best_cost = float("inf")
    for width in range(1, min(columns, 4) + 1):
        for height in range(1, min(rows, 16) + 1):
            if height * width + width + 1 > machine.registers:
                continue
            loads = (height + width) / (height * width)
            kinds = (rows % height != 0) + (columns % width != 0)
            cycles = sweep_cycles(rows, columns, (height, width), reading)
            cost = cycles * (1 + 0.13 * loads + 0.02 * kinds)
            if cost < best_cost:
                best, best_cost = (height, width), cost
    return best


def sweep_cycles(
    rows: int, columns: int, block: tuple[int, int], reading: Reading = _AT_HAND
) -> float:
    """Cycles to multiply and add one term for all rows and column vectors. The blocks at the edges
    are smaller."""
    (height, width), (vector, element) = block, reading
    (tall, low), (wide, narrow) = divmod(rows, height), divmod(columns, width)
    return sum(
        count * times * (max(_block_cycles(h, w), w * vector) + _EXPOSED * w * vector + h * element)
        for count, h in ((tall, height), (1, low))
        for times, w in ((wide, width), (1, narrow))
        if h and w
    )


def _block_cycles(height: int, width: int) -> float:
    """Cycles of a block: two multiply-adds and two loads a cycle. Fewer than eight independent
    multiply-adds do not hide their latency."""
    return max(height * width, height + width, 8) / 2
