"""Register tiles of products: the block of rows and vectors that takes the fewest cycles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf, prod
from typing import Final, NamedTuple

from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Range

_LINE: Final = 64
"""The size of a cache line in bytes."""
NEAR_TERM: Final = 6.9
"""Cycles to read one row of a block of columns in place: each row is on another page."""
_IN_PLACE, _PACKED = 1.5, 0.5
"""Cycles to read a cache line from the second-level cache, in place and from a panel, which
multiply-adds do not hide."""
_HIDING = 6.0
"""The cycles of a block from which on its multiply-adds hide a part of those reads."""
_LATENCY = 9
"""The number of independent multiply-adds that hide their latency."""
_LOAD, _KIND = 0.3, 0.02
"""The cost of a load, relative to that of a multiply-add, which largely hides it; and the
additional cost of blocks of another size at an edge."""
_CONFLICT = 0.5
"""Cycles to read an element of the factor along rows if the rows of a block evict each other from
the first-level cache."""
_RESIDENT_SHARE = 1 / 2
"""The share of the first-level cache for the part of a panel that all blocks of rows read, and for
two blocks of rows."""
_ELEMENT: Final = 4
"""The size in bytes of an element of a block of rows."""


class Reading(NamedTuple):
    """The cost of reading the factors of a product.

    For each term, a row of a block of columns takes ``line`` cycles for each of its cache lines, of
    which there are ``vector_lines`` per vector. The row takes no cycles if these lines and those of
    two blocks of rows are at most ``resident`` lines, since the part of the factor that a block
    reads then stays in the first-level cache. If the factor is not packed but read in place, a row
    takes at least ``term`` cycles, which multiply-adds can hide. An element of the other factor,
    which varies along the rows of the result, takes ``element`` cycles. It takes more in a block of
    over ``rows`` rows, because these rows map to the same sets of the first-level cache.
    """

    term: float = 0.0
    element: float = 0.0
    line: float = 0.0
    vector_lines: float = 1.0
    resident: float = 0.0
    rows: float = inf

    @staticmethod
    def in_place(machine: Machine, term: float = NEAR_TERM, rows: float = inf) -> Reading:
        """The cost of reading both factors in place."""
        return Reading(term, 0.0, _IN_PLACE, machine.vector_bytes / _LINE, rows=rows)

    def of_panel(self, terms: int, share: float, machine: Machine) -> Reading:
        """The cost of reading the factors if one is in a panel with a number of terms. The panel
        stores the given share of the elements of windows."""
        lines = machine.caches[0].size * _RESIDENT_SHARE / _LINE / max(1, terms)
        return self._replace(
            term=0.0,
            line=_PACKED * (1 + machine.exposed),
            vector_lines=machine.vector_bytes / _LINE * share,
            resident=lines,
        )

    def row(self, vectors: int, height: int) -> float:
        """Cycles to read a row of a number of vectors for a block of rows, besides ``term``."""
        lines = vectors * self.vector_lines
        return 0.0 if lines + block_lines(height) <= self.resident else lines * self.line


def block_lines(height: int) -> float:
    """The cache lines of one term of two blocks of rows, of which one is read ahead."""
    return 2 * height * _ELEMENT / _LINE


_AT_HAND = Reading()


def rows_to_tile(ranges: Sequence[Range]) -> int:
    """The number of rows for which a register tile is chosen. If the number is known only at run
    time, a large prime stands for it, so that the chosen tile suits many rows and any remainder."""
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
            kinds = (rows % height != 0) + (columns % width != 0)
            cycles = sweep_cycles(rows, columns, (height, width), reading)
            cost = cycles * (1 + _KIND * kinds)
            if cost < best_cost:
                best, best_cost = (height, width), cost
    return best


def sweep_cycles(
    rows: int, columns: int, block: tuple[int, int], reading: Reading = _AT_HAND
) -> float:
    """Cycles to multiply and add one term for all rows and column vectors. The blocks at the edges
    are smaller."""
    height, width = block
    (tall, low), (wide, narrow) = divmod(rows, height), divmod(columns, width)

    cycles = 0.0
    for count, h in ((tall, height), (1, low)):
        for times, w in ((wide, width), (1, narrow)):
            if count and times and h and w:
                own = _block_cycles(h, w)
                waits = reading.row(w, h) * min(1.0, _HIDING / own)
                element = reading.element + (_CONFLICT if h > reading.rows else 0.0)
                cycles += count * times * (max(own, reading.term) + waits + h * element)
    return cycles


def _block_cycles(height: int, width: int) -> float:
    """Cycles of a block: two multiply-adds a cycle, and in practice four thirds of a load."""
    loads = height + width
    return max(height * width + _LOAD * loads, loads * 3 / 2, _LATENCY) / 2
