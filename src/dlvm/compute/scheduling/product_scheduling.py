"""Schedules of products: translates the choice of the GEMM cost model into directives, and
parallelizes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dlvm.compute.loop_nest.addresses import extent
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.product_tiles import ProductTiles
from dlvm.compute.loops.memory import MOST_BYTES
from dlvm.compute.scheduling.gemm_cost_model import (
    PER_COLUMN,
    ProductChoice,
    Tile,
    balanced,
    best_product_choice,
    panel_budget,
    share_of,
    sums_budget,
    tiles,
)
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.parallelization import (
    cycles_in_common,
    cycles_to_write,
    parallel_order,
    pays_for_threads,
)
from dlvm.compute.scheduling.prefetching import prefetch_of_factors
from dlvm.compute.scheduling.reading_costs import FAR_LINE, far_cycles, rows_at_hand, size_of
from dlvm.compute.scheduling.register_tiles import register_tile, rows_to_tile, sweep_cycles
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.ir.compute import Range, Read
from dlvm.ir.schedules import Directive, Directives, Schedule

_LEAST_CACHE = 32 * 1024
"""The smallest cache for which tiles are computed. Products whose tiles need too much of the stack
even then are not tiled."""
_TILE: Final = 256
"""The maximum number of rows, columns and terms of a tile, for products of unknown size."""
_FEW_REGISTERS: Final = 16
"""The number of vector registers of AVX2, whose sums leave few for operands."""
_TASKS = 2
"""The desired number of tasks per thread."""
_FEWER = 8
"""The factor by which unknown columns may be fewer than typical if all threads have tasks still."""
_ROWS_SHARE = 2 / 3
"""The share of the cache sets to which rows map for the rows of a tile."""
_MANY_ROWS = 32
"""The minimum number of rows for which threads share rows instead of examples of a batch."""


def product_directives(nest: Nest, machine: Machine) -> list[Directive]:
    """The schedule of a tiled product. Empty for a product that is faster without tiles, and for a
    nest that is not a product."""
    if (found := nest.product()) is not None and _is_of_unknown_size(found):
        return _directives_of_unknown_size(nest, found, machine)
    while machine.cache_bytes >= _LEAST_CACHE:
        choice = best_product_choice(nest, machine)
        if choice is None or (not choice.packs_across and choice.found.column is nest.prefix[-1]):
            return []
        directives = _directives(nest, choice, machine)
        plan = Directives(Schedule("", directives=tuple(directives)))
        if ProductTiles(nest, plan, choice.found).bytes <= MOST_BYTES:
            return directives
        machine = machine.with_cache(machine.cache_bytes // 2)
    return []


def _is_of_unknown_size(found: Product) -> bool:
    """Whether a product of two tensors has unknown numbers of rows, columns and terms."""
    ranges = (found.row, found.column, found.terms[-1])
    factors = (found.across, found.down)
    tensors = {f.tensor for f in factors if isinstance(f, Read) and len(f.indices) == 1}
    is_plain = len(tensors) == 2 and found.is_packable and len(found.terms) == 1
    return is_plain and not any(isinstance(r.extent, int) for r in ranges)


def _directives_of_unknown_size(nest: Nest, found: Product, machine: Machine) -> list[Directive]:
    """Directives for large products: both factors are packed, since their rows may map to the same
    cache sets. A small product has one smaller tile."""
    lanes = lanes_of(nest, machine)
    height, step = register_tile(rows_to_tile((found.row,)), rows_to_tile((found.column,)), machine)
    block = step * lanes
    columns = _TILE // block * block
    terms = min(_TILE, panel_budget(found, machine) // columns)
    rows = _TILE // machine.threads // height * height
    unrolled = {found.column: step, found.row: height, found.terms[-1]: 4}
    tiles = {found.column: columns, found.row: rows, found.terms[-1]: terms}
    directives = [Directive("vectorize", (found.column.variable,), lanes)]
    directives += [Directive("unroll", (r.variable,), n) for r, n in unrolled.items() if n > 1]
    directives += [Directive("tile", (r.variable,), n) for r, n in tiles.items()]
    if pays_for_threads(nest, lanes, machine):
        chosen = parallel_order(nest, [*found.outer, found.row])[0]
        directives.append(Directive("parallel", (chosen.variable,)))
    return [
        *directives,
        *(Directive("pack", (f.reads[0].tensor,)) for f in (found.across, found.down)),
    ]


def _directives(nest: Nest, choice: ProductChoice, machine: Machine) -> list[Directive]:
    found, tile = choice.found, choice.tile
    column, terms = found.column, found.terms
    first, budget = choice.columns[0], panel_budget(found, machine)
    lead, below = choice.rows[0], size_of(choice.rows[1:])
    columns, most, block = tile.first, rows_to_tile((lead,)), choice.block
    split_counts = list(_split_terms(found, tile.terms))
    if split_counts:
        most = min(most, sums_budget(found, machine) // tile.columns // below)
        if machine.far_run:
            # Lines of rows that map to the same cache sets evict each other.
            at_hand = rows_at_hand(found, machine.caches[:2][-1]) * _ROWS_SHARE
            most = max(_MANY_ROWS, int(min(at_hand, most)))
    if tile.rows:
        most = min(most, tile.rows // below)
    if choice.packs_down:
        most = min(most, budget // tile.terms // below)
    chosen: Range | None = None
    if pays_for_threads(nest, choice.lanes, machine):
        repeated, count = choice.repeated or (None, 1)
        wanted = machine.threads * _TASKS
        outer = [r for r in nest.prefix if r not in (*choice.rows, *choice.columns)]
        enough = [r for r in outer if extent(r) >= wanted * (count if r is repeated else 1)]
        rows = [lead] if extent(lead) >= _MANY_ROWS else []
        order = parallel_order(nest, [*enough, *rows])
        chosen = min(order, key=lambda r: cycles_in_common(nest, found, r, machine), default=None)
        if chosen is None or chosen is lead:
            shares = _best_shares(nest, choice, most, machine)
            chosen, block = shares.range, shares.block
            if chosen is first:
                columns = shares.size
            else:
                most = shares.size
    height, step = block
    directives = [Directive("vectorize", (column.variable,), choice.lanes)]
    unrolled = {column: step, found.row: height, terms[-1]: 2 if step * height >= 16 else 4}
    if machine.registers <= _FEW_REGISTERS and found.overlap(found.down, found.row) is not None:
        # Unrolled windows would keep the values that they share in registers, and spill sums.
        del unrolled[terms[-1]]
    if choice.repeated is not None:
        repeated, count = choice.repeated
        unrolled[repeated] = count
    directives += [Directive("unroll", (r.variable,), n) for r, n in unrolled.items() if n > 1]
    is_known = isinstance(first.extent, int)
    if len(choice.columns) > 1 or not is_known or columns > step * choice.lanes:
        directives.append(Directive("tile", (first.variable,), columns))
    directives += [Directive("tile", (r.variable,), n) for r, n in split_counts]
    if chosen is not None:
        directives.append(Directive("parallel", (chosen.variable,)))
    if below > 1:
        most = max(n for n in _divisors(extent(lead)) if n <= max(1, most))
    elif chosen is not lead:
        most = balanced(rows_to_tile((lead,)), max(height, most), height)
    cuts_rows = most < rows_to_tile((lead,)) or (split_counts and not isinstance(lead.extent, int))
    if cuts_rows or len(choice.rows) > 1:
        directives.append(Directive("tile", (lead.variable,), most))
    wanted_packed = ((found.across, choice.packs_across), (found.down, choice.packs_down))
    factors = [factor for factor, is_wanted in wanted_packed if is_wanted]
    packed = dict.fromkeys(f.reads[0].tensor for f in factors if f.reads)
    directives += [Directive("pack", (tensor,)) for tensor in packed]
    in_place = [f for f, is_wanted in wanted_packed if not is_wanted]
    return directives + prefetch_of_factors(found, in_place, tile.terms, block, machine)


def _split_terms(found: Product, terms: int) -> Iterator[tuple[Range, int]]:
    """The dimensions that a tile with the given number of terms splits, and the number of values of
    each in the tile."""
    inner = size_of(found.terms)
    for loop_range in found.terms:
        inner //= extent(loop_range)
        if terms >= inner:
            if terms < inner * extent(loop_range) or not isinstance(loop_range.extent, int):
                yield loop_range, terms // inner
            return
        yield loop_range, 1


@dataclass(frozen=True)
class _Shares:
    """``count`` tiles of ``size`` values of a dimension that are distributed over threads; the
    register block for them; and the cycles per term of the thread with the most tiles."""

    range: Range
    size: int
    count: int
    block: tuple[int, int]
    cycles: float


def _best_shares(nest: Nest, choice: ProductChoice, most: int, machine: Machine) -> _Shares:
    """The best shares of columns or of at most ``most`` rows. The tile's number of terms does not
    change, so that sums are the same for any number of threads."""
    found = choice.found
    down, across = (*found.rows, *found.terms), (*found.columns, *found.terms)
    run = max(machine.far_run, FAR_LINE)
    rows = size_of(choice.rows) * far_cycles(found.down, down, run, machine)
    columns = size_of(choice.columns) * far_cycles(found.across, across, FAR_LINE, machine)
    terms = max(1, size_of(found.terms))

    def cycles(shares: _Shares) -> float:
        """The cycles per term, including those in which a thread reads factors from beyond its
        caches (one factor for all of its tasks, the other for each task) and writes parts of
        rows."""
        tasks = -(-shares.count // machine.threads)
        part = tasks / shares.count
        if shares.range is choice.columns[0]:
            far = rows * tasks + columns * part
        else:
            far = rows * part * (1 if choice.tile.rows else choice.tile.count) + columns * tasks
        written = cycles_to_write(nest, shares.range, shares.size, machine)
        return shares.cycles + far + written / terms

    by_rows = [*_shares_of_rows(choice, most, machine)]
    are_known = isinstance(choice.rows[0].size, int) and any(
        s.count >= machine.threads for s in by_rows
    )
    if not isinstance(choice.columns[0].size, int) and are_known:
        # Columns of unknown number, such as the pixels of a small image, may have a single tile.
        return min(by_rows, key=cycles)
    return min([*_shares_of_columns(choice, machine), *by_rows], key=cycles)


def _shares_of_columns(choice: ProductChoice, machine: Machine) -> Iterator[_Shares]:
    found, reading, height = choice.found, choice.reading, size_of(choice.rows)
    tallest = rows_to_tile(choice.rows)
    every = 1 if choice.repeated is None else choice.repeated[1]
    budget = panel_budget(found, machine) // every
    least = 1
    if not choice.packs_across:
        # A factor that is read in place needs no additional memory, and is read slowly in short
        # runs.
        budget, least = 2 * budget, choice.tile.first
    first = choice.columns[0]
    most = extent(first)
    if not isinstance(first.extent, int):
        most = max(choice.lanes, most // (machine.threads * _TASKS * _FEWER))
    for tile in tiles(found, choice.columns, tallest, choice.lanes, budget, reading, machine):
        is_kept = not choice.tile.rows or tile.first == choice.tile.first
        if tile.first > most:
            continue
        if tile.terms < choice.tile.terms or tile.first < least or not is_kept:
            continue
        block = choice.block
        if every == 1:
            block = register_tile(tallest, -(-tile.columns // choice.lanes), machine, reading)
        cycles = _tile_cycles(choice, tile, height, block)
        shares = -(-tile.count // machine.threads)
        yield _Shares(choice.columns[0], tile.first, tile.count, block, shares * cycles)


def _shares_of_rows(choice: ProductChoice, most: int, machine: Machine) -> Iterator[_Shares]:
    lead, below = choice.rows[0], size_of(choice.rows[1:])
    count = extent(lead)
    if below > 1:
        sizes = [n for n in _divisors(count) if n <= max(1, most)][::-1]
    else:
        least = -(-count // (max(1, most) * machine.threads))
        if not isinstance(lead.extent, int):
            least = max(least, _TASKS)
        sizes = [-(-count // (machine.threads * n)) for n in range(least, least + _TASKS)]
    vectors = -(-choice.tile.columns // choice.lanes)
    tiles = -(-size_of(choice.columns) // choice.lanes) / vectors
    for size in sizes:
        block = choice.block
        if choice.repeated is None:
            block = register_tile(size * below, vectors, machine, choice.reading)
        cycles = _tile_cycles(choice, choice.tile, size * below, block) * tiles
        tasks = -(-count // size)
        yield _Shares(lead, size, tasks, block, -(-tasks // machine.threads) * cycles)


def _tile_cycles(choice: ProductChoice, tile: Tile, rows: int, block: tuple[int, int]) -> float:
    """Cycles per term to pack or fetch a tile, and to multiply the given number of rows by it."""
    across, down = choice.packing
    every = 1 if choice.repeated is None else choice.repeated[1]
    vectors = every * -(-tile.columns // choice.lanes)
    cycles = sweep_cycles(rows, vectors, (block[0], every * block[1]), choice.reading) / every
    if choice.packs_across:
        share = share_of(choice.found, choice.found.across, choice.columns[0], tile.first)
        cycles += tile.columns * across * share
    else:
        cycles += tile.columns / choice.lanes * choice.reading.term / 3
    return cycles + rows * down + PER_COLUMN * rows / (2 * choice.lanes)


def _divisors(count: int) -> list[int]:
    """The divisors of a number."""
    return [n for n in range(1, count + 1) if count % n == 0]
