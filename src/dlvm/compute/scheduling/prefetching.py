"""Prefetching: a core prefetches a limited number of streams, of long runs or at short distances.
Schedules prefetch what the hardware does not.

The factor of a product that is read along rows may have a short run for each value of the first
term, with pages in between. An example is the kernel in the gradient of a convolution with respect
to its input. The next rows continue each run, so a core prefetches the runs if they are few enough.

The panels of a factor that is read along columns are read one after the other, each of them for
every block of rows. If they come from beyond the caches of a core, the first block waits for them,
or packing does. Schedules fetch the next panel while the blocks of one are computed.

A sum over rows reads a short run of each row, as does a product that reads its factor along columns
in place. No run is prefetched if the rows are far apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from dlvm.compute.loop_nest.addresses import extent, offset
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.reading_costs import lines_in_sets
from dlvm.ir.compute import Expression, Range, Read
from dlvm.ir.polynomial import TYPICAL_SIZE
from dlvm.ir.schedules import Directive

_STREAMS: Final = 24
"""The number of streams in different pages that a core reliably prefetches."""
_MISSED, _LINE = 90.0, 64
"""Cycles of a cache miss without prefetching, and the size of a cache line in bytes."""
_PAGE = 4096
_SHORT_RUN: Final = 512
"""A run of at most this many bytes ends before the hardware has recognized it."""
_FARTHEST: Final = 2048
"""The largest distance in bytes at which hardware recognizes reads at equal distances."""
_AHEAD: Final = 448
"""The cycles by which schedules prefetch: about the latency of memory."""
_MOST_ROWS, _MOST_NEAR = 16, 32
"""The most rows by which schedules prefetch: each on another page, and closer together."""
_LEAST_ROWS = 4
"""A loop over at most this many times the rows that are prefetched is too short."""
_PANEL_ROWS, _RUN_AHEAD = 8, 64
"""The rows of a panel and the elements of a row by which schedules prefetch."""
_FAR_SHARE = 1 / 2
"""The share of the second-level cache that panels exceed if other kernels evict them."""
_LEAST_BLOCKS, _MOST_BLOCKS = 3, 48
"""The fewest blocks of rows that hide the latency of a panel, and the most of which one that waits
matters."""
_SETS_SHARE = 2 / 3
"""The share of the first-level cache's sets to which rows map for the rows that are prefetched."""


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


def prefetch_of_rows(
    nest: Nest, row: Range, block: tuple[int, int], lanes: int, machine: Machine
) -> list[Directive]:
    """Prefetches the matrices that sums over rows read in short runs along ``row``, if the hardware
    does not. ``block`` are the rows and vectors of the results that are computed at once."""
    (reduction, *_) = nest.reductions
    found: dict[str, Directive] = {}
    for read in reduction.body.reads:
        if len(read.indices) > 1 or offset(read).coefficient(row.variable) != 1:
            continue
        term, distance = _distance(read, reduction.ranges)
        run = block[1] * lanes * read.element.bytes
        # Other threads have often written the operands of a product.
        least = machine.cache_bytes / (8 if block[0] > 1 else 2)
        is_large = distance * extent(term) >= least
        rows = _rows_ahead(distance, block, lanes * read.element.bytes, machine)
        is_long = extent(term) > _LEAST_ROWS * rows
        if run <= _SHORT_RUN and distance > _FARTHEST and is_large and is_long:
            found[read.tensor] = Directive("prefetch", (read.tensor,), rows)
    return list(found.values())


def prefetch_of_factors(
    found: Product,
    in_place: Sequence[Expression],
    terms: int,
    block: tuple[int, int],
    machine: Machine,
) -> list[Directive]:
    """Prefetches those factors of a product in tiles of ``terms``, among the ones that it reads in
    place, that lie beyond the caches of a core, if the hardware does not."""
    directives: dict[str, Directive] = {}
    dimensions = (*found.rows, *found.columns, *found.terms)
    for factor in in_place if machine.far_run else ():
        if not isinstance(factor, Read) or len(factor.indices) > 1:
            continue
        size = factor.element.bytes
        size *= prod(extent(r) for r in dimensions if r.variable in factor.variables)
        term, distance = _distance(factor, found.terms)
        number = 0
        if factor is found.across:
            number = _PANEL_ROWS if size > machine.cache_bytes else 0
        elif distance >= _LINE and extent(term) == prod(map(extent, found.terms)):
            is_large = size >= machine.cache_bytes / 8
            number = _rows_ahead(distance, block, machine.vector_bytes, machine) if is_large else 0
        elif terms * factor.element.bytes <= _SHORT_RUN and size > 2 * machine.cache_bytes:
            number = _RUN_AHEAD
        if number:
            directives[factor.tensor] = Directive("prefetch", (factor.tensor,), number)
    return list(directives.values())


def preload_of_panels(
    nest: Nest, directives: Sequence[Directive], machine: Machine
) -> list[Directive]:
    """Fetches the next panel of a product while one is computed, if threads share the panels, and
    these lie beyond the caches of a core."""
    shared = next((d.subjects[0] for d in directives if d.keyword == "parallel"), None)
    heights = {d.subjects[0]: d.number or 1 for d in directives if d.keyword == "unroll"}
    lanes = {d.subjects[0] for d in directives if d.keyword == "vectorize"}
    for column in reversed(nest.prefix):
        found = nest.product(column) if column.variable in lanes else None
        if found is None or not isinstance(found.across, Read) or len(found.across.indices) > 1:
            continue
        around = (*found.outer, *found.columns)
        outer = next((r for r in around if r.variable == shared), None)
        if outer is None or shared in found.down.variables:
            return []
        within = [r for r in (*around, *found.terms) if r.variable in found.across.variables]
        total = prod(map(extent, within))
        bytes_read = total * found.across.element.bytes
        # The rows of a batch of unknown size may be those of a single example.
        rows = [r.extent if isinstance(r.extent, int) else 1 for r in found.rows]
        rows.append(1 if isinstance(found.row.extent, int) else TYPICAL_SIZE)
        blocks = prod(rows) // heights.get(found.row.variable, 1)
        step = offset(found.across).coefficient(outer.variable)
        is_panel = isinstance(step, int) and step * extent(outer) == total
        is_far = bytes_read > machine.cache_bytes * _FAR_SHARE
        if is_panel and is_far and _LEAST_BLOCKS <= blocks <= _MOST_BLOCKS:
            return [Directive("preload", (found.across.tensor, outer.variable))]
        return []
    return []


def _distance(read: Read, terms: Sequence[Range]) -> tuple[Range, int]:
    """The last of the reduced dimensions with more than one value, and the distance in bytes at
    which its values are read; 0 if it is known only at run time."""
    term = next((r for r in reversed(terms) if r.extent != 1), terms[-1])
    step = offset(read).coefficient(term.variable)
    return term, step * read.element.bytes if isinstance(step, int) else 0


def _rows_ahead(distance: int, block: tuple[int, int], vector: int, machine: Machine) -> int:
    """The number of rows by which reads at a distance are prefetched, for a block of rows and
    vectors of a number of bytes."""
    height, vectors = block
    cycles = height * vectors * vector / _LINE / machine.line_rate
    kept = lines_in_sets(distance, machine.caches[0]) * _SETS_SHARE
    most = _MOST_ROWS if distance > _FARTHEST else _MOST_NEAR
    return max(1, int(min(_AHEAD / cycles, kept, most)))
