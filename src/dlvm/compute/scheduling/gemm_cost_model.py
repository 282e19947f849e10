"""The GEMM cost model: chooses how a product is vectorized, packed and tiled for the caches and
registers.

The model counts cycles of one core. A block of rows and columns in registers issues two vector
multiply-adds per cycle. The shorter the contiguous runs in memory, the more packing costs. A panel
of the factor that is read along columns occupies a part of the second-level cache. With more
columns in a tile, the other factor is read less often; with more terms, partial sums are added less
often. Columns that do not fill a block waste work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from dlvm.compute.loop_nest.addresses import NEAR, extent, offset
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.cache_set_conflicts import most_terms
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.prefetching import missed_cycles, most_values
from dlvm.compute.scheduling.reading_costs import (
    FAR_LINE,
    KEPT_SHARE,
    evicts_itself,
    far_cycles,
    rows_at_hand,
    size_of,
    split_lines,
    term_cycles,
)
from dlvm.compute.scheduling.register_tiles import (
    NEAR_TERM,
    Reading,
    block_lines,
    register_tile,
    rows_to_tile,
    sweep_cycles,
)
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.ir.compute import Affine, Expression, Range, Read, Statement
from dlvm.ir.polynomial import evaluated
from dlvm.ir.types import F16

_PANEL_SHARE = 3 / 8
"""The share of the second-level cache that a panel uses."""
_SUMS_SHARE = 1 / 4
"""The share of the second-level cache that partial sums use."""
LARGEST_PANEL: Final = 600 * 1024
"""The maximum size in bytes of a panel."""
_LEAST_BESIDE = _MOST_SUMS = 1 << 20
"""The bytes of a large cache that panels and factors use, and the maximum size in bytes of partial
sums, which use the rest. They and two panels are on a thread's stack, of which kernels use 3.5
MiB."""
_PER_TERM, PER_COLUMN = 3, 4
"""Overheads of a tile in cycles: per term, and per column."""
_MOVE, _COMPUTE, _TRANSPOSE, _GATHER = 4.5, 5.0, 1.5, 4.0
"""Cycles to pack a cache line, a vector with conditions or computation, an element of a transposed
block, and a single element."""
_STORE = 2.0
"""Cycles to store a single element."""
_SHARES = 2
"""The number of threads for which packing is chosen."""
_SPLIT = 1.3
"""Cycles to read a vector from two cache lines instead of one."""
_SPILL = 0.03
"""Additional cycles to pack an element into a panel that exceeds the first-level cache."""
_CROWDED_ROWS = 64
"""The number of columns from which it pays to cast the other factor once."""
_LINE: Final = 64
"""The size of a cache line in bytes."""
_LEAST_VECTORS = 3
"""The minimum number of vectors of a row of a panel, with padding."""
_BLOCK_VECTORS = 4
"""The maximum number of vectors of a block of columns."""
_SPEEDUP_MARGIN = 0.95
"""The speedup that justifies vectorizing a dimension other than the contiguous one."""
_SUM, _SUM_BYTES = 11.0, 4
"""Twice the cycles to load, add and store a vector of partial sums in the second-level cache, and
the size in bytes of a sum."""
_LEAST_KEPT = 64
"""The fewest rows of a tile that is chosen so that the factor along rows stays in the cache."""
_FAR = 0.2
"""Additional cycles to read a vector of a factor that is too large for ``_PANEL_SHARE``."""
_TYPICAL_COLUMNS: Final = 24
"""A typical size of a dimension of unknown size that is vectorized, such as the width of an
image."""
_PAGE = 4096
"""Rows whose distance in bytes is a multiple of this map to the same cache sets."""


@dataclass(frozen=True)
class Tile:
    """A tile of ``columns`` columns and ``terms`` terms. ``first`` is the tile size of the first of
    several collapsed column dimensions; ``count`` is the number of column tiles. ``rows`` is the
    maximum number of rows whose part of the other factor stays in the cache for all tiles of
    columns, if the tile is chosen for that; 0 otherwise."""

    columns: int
    terms: int
    count: int
    first: int
    rows: int = 0


@dataclass(frozen=True)
class ProductChoice:
    """The choices for a product: which factors are packed, which dimensions are collapsed, and the
    tile sizes. ``packing`` is the number of cycles to pack an element of each factor."""

    found: Product
    lanes: int
    columns: tuple[Range, ...]
    rows: tuple[Range, ...]
    packs_across: bool
    packs_down: bool
    packing: tuple[float, float]
    reading: Reading
    repeated: tuple[Range, int] | None
    tile: Tile
    block: tuple[int, int]
    cycles: float


def product_cycles(nest: Nest, machine: Machine) -> float:
    """The estimated cycles of a product on one core, scheduled by :func:`product_directives`;
    infinity if the nest is not a product with enough rows."""
    choice = best_product_choice(nest, machine)
    return float("inf") if choice is None else choice.cycles


def best_product_choice(nest: Nest, machine: Machine) -> ProductChoice | None:
    """The fastest way to compute a nest as a product; None if it is not a product with enough
    rows."""
    choices: list[tuple[float, ProductChoice]] = []
    is_along_memory = is_contiguous = False
    for column in reversed(nest.prefix):
        found = nest.product(column)
        if is_contiguous and extent(column) < lanes_of(nest, machine):
            continue
        # With too few rows, the product is not tiled, but its vectors are still whole.
        is_contiguous |= found is not None and _reason(found) is None
        if found is None or not found.is_packable or extent(column) == 1:
            continue
        is_last = column is nest.prefix[-1]
        packs = is_packed(found, machine) if is_last else not _lies_in_rows(found)
        if is_along_memory and packs:
            continue
        choice = _product_choice(nest, found, packs, machine)
        choices.append((choice.cycles / (_SPEEDUP_MARGIN if is_along_memory else 1), choice))
        is_along_memory |= is_last and _reason(found) is None
    return min(choices, key=lambda pair: pair[0])[1] if choices else None


def is_packed(found: Product, machine: Machine) -> bool:
    """Whether it pays to pack the factor that is read along columns: it is then contiguous along
    vectors, and the part that a block of columns reads stays in the first-level cache."""
    if not found.is_packable:
        return False
    if _reason(found) is not None or _is_widened(found):
        return True
    if _is_panel(found) and not isinstance(found.row.extent, int):
        # The rows may be few. Then copying a panel takes longer than reading it.
        return False
    reading = Reading.in_place(
        machine, term_cycles(found, machine), rows_at_hand(found, machine.caches[0])
    )
    lanes, rows = machine.vector_bytes // found.across.element.bytes, extent(found.row)
    height, width = register_tile(
        rows_to_tile((found.row,)), -(-extent(found.column) // lanes), machine, reading
    )
    # Every block of rows reads its columns again. If the factor is in no cache of the core and
    # hardware does not prefetch it, the first block waits for it.
    size = size_of(found.terms) * extent(found.column) * found.across.element.bytes
    first = reading.term if size > machine.cache_bytes and reading.term > NEAR_TERM else 0.0
    waits = max(0.0, reading.term - height * width / 2) * rows / height + first
    # Threads may share the rows, and each packs the factor then. The order of sums, which depends
    # on this choice, is the same for any number of threads.
    blocks = rows / _SHARES / height
    waits += _SPLIT * split_lines(found, width, machine) * blocks
    if evicts_itself(found, machine):
        waits += machine.exposed * reading.row(width, height) * blocks
    return waits > _MOVE * width * machine.vector_bytes / _LINE


def _is_panel(found: Product) -> bool:
    """Whether a factor that is read along columns in place consists of panels: its rows lie next to
    each other, and one tile has all columns."""
    if not isinstance(found.across, Read) or _reason(found) is not None:
        return False
    stride = offset(found.across).coefficient(found.terms[-1].variable)
    return stride == extent(found.column)


def _is_widened(found: Product) -> bool:
    """Whether the elements of the factor that is read along rows are expensive to cast, and each is
    read for many columns. In a panel, they are cast once."""
    return found.down.element is F16 and size_of(found.columns) >= _CROWDED_ROWS


def _lies_in_rows(found: Product) -> bool:
    """Whether tiles of the factor that is read along columns can be read in place: its rows do not
    map to the same cache sets."""
    if _reason(found) is not None:
        return False
    assert isinstance(found.across, Read)
    last = [r for r in found.terms if extent(r) > 1][-1:]
    strides = [offset(found.across).coefficient(r.variable) for r in last]
    return all(isinstance(a, int) and a * found.across.element.bytes % _PAGE for a in strides)


def _reason(found: Product) -> str | None:
    """The reason why whole vectors of a factor cannot be read in place; None if they can."""
    if not isinstance(found.across, Read):
        return "it is computed"
    if len(found.across.indices) > 1:
        return "its indices are computed"
    step = offset(found.across).coefficient(found.column.variable)
    return None if step in (0, 1) else "its columns are not adjacent in memory"


def _product_choice(
    nest: Nest, found: Product, packs_across: bool, machine: Machine
) -> ProductChoice:
    as_one = found.columns if _reason(found) is not None else (found.column,)
    is_read = isinstance(found.down, Read) and len(found.down.indices) == 1
    packs_down = not is_read or _is_widened(found)
    tensors, others = ({r.tensor for r in f.reads} for f in (found.across, found.down))
    if not tensors.isdisjoint(others):
        # ``pack`` names a tensor: if both factors read it, both are packed.
        packs_across = packs_down = packs_across or packs_down
    width = size_of(as_one)
    lanes = lanes_of(nest, machine)
    while lanes > 1 and lanes // 2 >= width:
        lanes //= 2
    repeated = _repeated(found, as_one, width, lanes)
    every = 1 if repeated is None else repeated[1]
    budget = panel_budget(found, machine)
    is_far = most_terms(found, machine) < size_of(found.terms)
    reading = Reading(
        0.0 if packs_across else term_cycles(found, machine),
        _FAR if is_far else 0.0,
        rows=inf if packs_down else rows_at_hand(found, machine.caches[0]),
    )
    across = _cost(found.across, as_one, found, lanes) if packs_across else 0.0

    def tiled(rows: Sequence[Range]) -> tuple[tuple[float, float], Tile]:
        packing = across, _down_cost(found, rows, lanes) if packs_down else 0.0
        of = found, as_one, rows, lanes, budget // every
        return packing, _best_tile(*of, packing, reading, machine)

    rows = found.rows if packs_down else (found.row,)
    packing, tile = tiled(rows)
    while len(rows) > 1 and _least_panel(found, rows, tile) > LARGEST_PANEL:
        rows = rows[1:]
        packing, tile = tiled(rows)
    height = rows_to_tile(rows)
    vectors = -(-tile.columns // lanes)
    if packs_across or _is_panel(found):
        # Elements that windows share are read once, from the panel.
        shared = _share_of_block(found, as_one, lanes)
        reading = reading.of_panel(tile.terms, shared, machine)
    if every > 1:
        block = _repeated_block(height, vectors, every, machine)
    else:
        block = register_tile(height, vectors, machine, reading)
    read = packing[0], packing[1] + _missed(found, tile.terms, machine)
    cycles = _cycles(nest, found, as_one, rows, read, tile, block, every, lanes)
    packed = (packs_across, packs_down)
    return ProductChoice(
        found, lanes, as_one, rows, *packed, packing, reading, repeated, tile, block, cycles
    )


def _least_panel(found: Product, rows: Sequence[Range], tile: Tile) -> int:
    """The size in bytes of a panel that has one value of the first dimension of the rows."""
    return size_of(rows[1:]) * tile.terms * max(4, found.down.element.bytes)


def panel_budget(found: Product, machine: Machine) -> int:
    """The maximum number of elements of a panel."""
    size = min(int(machine.cache_bytes * _PANEL_SHARE), LARGEST_PANEL)
    return size // max(4, found.across.element.bytes)


def sums_budget(found: Product, machine: Machine) -> int:
    """The maximum number of partial sums of a tile."""
    left = max(int(machine.cache_bytes * _SUMS_SHARE), machine.cache_bytes - _LEAST_BESIDE)
    size = min(left, _MOST_SUMS)
    return size // max(4, found.across.element.bytes)


def _repeated(
    found: Product, columns: Sequence[Range], width: int, lanes: int
) -> tuple[Range, int] | None:
    """Another dimension on which only one factor depends, if the columns alone do not fill a
    register block; and the number of its values that fill the block together with the columns."""
    vectors = -(-width // lanes)
    if vectors > 2 or len(columns) < len(found.columns):
        return None
    for loop_range in reversed(found.outer):
        variable, size = loop_range.variable, loop_range.extent
        if variable not in found.across.variables or variable in found.down.variables:
            continue
        fitting = [n for n in (4, 3, 2) if n * vectors <= 4]
        count = next((n for n in fitting if isinstance(size, int) and size % n == 0), None)
        return None if count is None else (loop_range, count)
    return None


def _repeated_block(height: int, vectors: int, every: int, machine: Machine) -> tuple[int, int]:
    """The rows and vectors of each register block, if several are computed at once."""
    rows, _ = register_tile(height, every * vectors, machine)
    while rows > 1 and rows * every * vectors + every * vectors + 1 > machine.registers:
        rows -= 1
    return rows, vectors


def _cycles(
    nest: Nest,
    found: Product,
    columns: tuple[Range, ...],
    rows: tuple[Range, ...],
    packing: tuple[float, float],
    tile: Tile,
    block: tuple[int, int],
    every: int,
    lanes: int,
) -> float:
    """The estimated cycles of a product."""
    height, terms = size_of(rows), size_of(found.terms)
    outer = size_of(nest.prefix) // max(1, height * size_of(columns))
    vectors = every * -(-tile.columns // lanes)
    each = sweep_cycles(height, vectors, (block[0], every * block[1])) / every
    products = each * tile.count * terms * _idle_share(found.column, lanes)
    across, down = packing
    share = share_of(found, found.across, columns[0], tile.first)
    packed = tile.count * terms * (tile.columns * across * share + height * down)
    points = height * size_of(columns)
    around = sum(points * _cycles_around(s, nest, found, lanes) for s in nest.statements)
    return outer * (products + packed + around)


def _idle_share(column: Range, lanes: int) -> float:
    """The vectors that a row of columns takes, relative to whole vectors: the last vector of a row
    of unknown length is half empty on average."""
    if isinstance(column.size, int):
        return 1.0
    return 1 + lanes / 2 / max(1, evaluated(column.size, _TYPICAL_COLUMNS))


def _cycles_around(statement: Statement, nest: Nest, found: Product, lanes: int) -> float:
    """Cycles per element of the result to write it, and to read operands other than the factors."""
    body, column = nest.definition.body, found.column.variable
    inside = {id(n) for n in found.reduction.walk()}
    given = [r for r in statement.value.reads if r.tensor in body.parameters]
    gathered = [
        r for r in given if id(r) not in inside and offset(r).coefficient(column) not in (0, 1)
    ]
    cycles = _GATHER * len(gathered)
    if statement.target in body.results:
        place = (statement.indices or (Affine(),))[0]
        is_along = isinstance(place, Affine) and place.coefficient(column) == 1
        cycles += 1 / lanes if is_along else _STORE
    return cycles


def _cost(factor: Expression, along: Sequence[Range], found: Product, lanes: int) -> float:
    """Cycles to pack one element."""
    last = along[-1]
    steps = [offset(r).coefficient(last.variable) for r in factor.reads if len(r.indices) == 1]
    if len(steps) < len(factor.reads):
        return _GATHER
    stride = max((abs(s) for s in steps if isinstance(s, int)), default=NEAR + 1)
    if stride <= NEAR:
        vector = _COMPUTE
        if isinstance(factor, Read):
            vector = max(1.0, _MOVE * lanes * factor.element.bytes / _LINE)
        return vector * max(1, stride) / min(lanes, extent(last))
    inner = {r.variable for r in (*found.terms, *found.rows, *found.columns)} - {last.variable}
    lies_across = isinstance(factor, Read) and any(
        offset(factor).coefficient(v) == 1 for v in inner
    )
    return _TRANSPOSE if lies_across else _GATHER


def _down_cost(found: Product, rows: Sequence[Range], lanes: int) -> float:
    """Cycles to pack an element of the factor that is read along rows."""
    share = share_of(found, found.down, rows[0], extent(rows[0]))
    along = rows if share < 1 else found.terms
    return share * _cost(found.down, along[-1:], found, lanes)


def share_of(found: Product, factor: Expression, dimension: Range, values: int) -> float:
    """The share of distinct elements in a panel, for a given number of values of a dimension along
    which windows overlap."""
    overlap = found.overlap(factor, dimension)
    if overlap is None:
        return 1.0
    return min(1.0, (values + overlap.more) / (values * extent(overlap.term)))


def _share_of_block(found: Product, columns: Sequence[Range], lanes: int) -> float:
    """The share of distinct elements in the part of a panel that a block of columns reads."""
    last = columns[-1]
    return share_of(found, found.across, last, min(extent(last), _BLOCK_VECTORS // 2 * lanes))


def _lines_of_blocks(
    found: Product, columns: Sequence[Range], block: tuple[int, int], lanes: int
) -> float:
    """The cache lines per term that a block of columns and two blocks of rows read."""
    rows, vectors = block
    width = _share_of_block(found, columns, lanes) * vectors * lanes
    return width * found.across.element.bytes / _LINE + block_lines(rows)


def _best_tile(
    found: Product,
    columns: Sequence[Range],
    rows: Sequence[Range],
    lanes: int,
    budget: int,
    packing: tuple[float, float],
    reading: Reading,
    machine: Machine,
) -> Tile:
    """The fastest tile. ``packing`` is the number of cycles to pack an element of each factor; the
    factor that is read along rows is packed for each tile."""
    across, down = packing
    height, tallest = size_of(rows), rows_to_tile(rows)
    of_rows, of_columns = (*found.rows, *found.terms), (*found.columns, *found.terms)
    far = 0.0 if down else far_cycles(found.down, of_rows, machine.far_run, machine)
    again = far_cycles(found.across, of_columns, FAR_LINE, machine) if far else 0.0
    terms_in_all, width = size_of(found.terms), size_of(columns)
    row = max(1, terms_in_all) * found.down.element.bytes
    kept = int(machine.cache_bytes * KEPT_SHARE) // row

    def cost(tile: Tile) -> float:
        vectors = -(-tile.columns // lanes)
        packed = reading.of_panel(tile.terms, _share_of_block(found, columns, lanes), machine)
        is_panel = across or _is_panel(found)
        block = register_tile(tallest, vectors, machine, packed if is_panel else reading)
        terms = tile.terms
        whole, rest = divmod(width, tile.columns)
        cycles = whole * sweep_cycles(height, vectors, block, packed)
        cycles += sweep_cycles(height, -(-rest // lanes), block, packed)
        share = share_of(found, found.across, columns[0], tile.first)
        panel = terms * tile.columns * share * max(4, found.across.element.bytes)
        writes = _SPILL if across and panel > machine.caches[0].size else 0.0
        copied = (across + writes + again) * share / height
        summed_rows = max(1, sums_budget(found, machine) // tile.columns)
        summed_rows = min(height, summed_rows, tile.rows or summed_rows)
        spilled = 0.0
        if terms < terms_in_all or tile.rows:
            # Each tile of rows whose partial sums fit the cache packs the columns again.
            copied *= -(-height // summed_rows)
        if terms < terms_in_all:
            first = machine.caches[0].size
            spilled = min(1.0, max(0.0, summed_rows * tile.columns * _SUM_BYTES / first - 1) / 3)
        read = down + _missed(found, terms, machine)
        full = (cycles / height + read * tile.count) * 2 * lanes / width + copied * 2 * lanes
        fetched = far * (1 if tile.rows else tile.count) * 2 * lanes / width
        summed = PER_COLUMN / tile.columns + machine.exposed * spilled * _SUM / terms
        return full * (1 + _PER_TERM / terms) + fetched + summed

    found_tiles = list(tiles(found, columns, tallest, lanes, budget, reading, machine))
    if far and across and _LEAST_KEPT <= kept < height:
        found_tiles += [replace(tile, rows=kept) for tile in found_tiles]
    return min(found_tiles, key=cost)


def tiles(
    found: Product,
    columns: Sequence[Range],
    height: int,
    lanes: int,
    budget: int,
    reading: Reading,
    machine: Machine,
) -> Iterator[Tile]:
    """The candidate tiles of columns: few of them, each as large as a panel and register blocks
    allow."""
    first, width = extent(columns[0]), extent(columns[-1])
    if len(columns) > 1:
        each = size_of(columns[1:])
        for count in range(1, first + 1):
            size = count * each
            share = share_of(found, found.across, columns[0], count)
            lines = _lines(found, budget, size, lanes, machine)
            fits = share * size_of(found.terms[1:]) <= lines
            if first % count == 0 and (count == 1 or fits):
                terms = _terms(found, columns[0], lines, share)
                rows, step = register_tile(height, -(-size // lanes), machine, reading)
                near = _lines_of_blocks(found, columns, (rows, step), lanes)
                for some in _fewer_terms(found, terms, near, reading, machine):
                    yield Tile(size, some, first // count, count)
        return
    for parts in range(1, width // lanes + 2):
        most = -(-width // parts)
        rows, step = register_tile(height, -(-most // lanes), machine, reading)
        size = balanced(width, most, step * lanes)
        share = share_of(found, found.across, columns[0], size)
        lines = _lines(found, budget, size, lanes, machine)
        if lines < 1 and size > step * lanes:
            continue
        terms = _terms(found, columns[0], lines, share)
        near = _lines_of_blocks(found, columns, (rows, step), lanes)
        for some in _fewer_terms(found, terms, near, reading, machine):
            yield Tile(size, some, -(-width // size), size)
        if size <= step * lanes:
            return


def _lines(found: Product, budget: int, columns: int, lanes: int, machine: Machine) -> float:
    """The number of terms that fit a panel with a given number of columns. Kernels reserve space
    for additional terms, one for each lane of a vector."""
    largest = LARGEST_PANEL // max(4, found.across.element.bytes)
    most = largest / max(columns, _LEAST_VECTORS * lanes) - lanes
    return max(0.0, min(budget / columns, most, most_terms(found, machine)))


def _terms(found: Product, column: Range, most: float, share: float) -> int:
    """The number of terms in a tile with a given capacity, or more if windows share elements. A
    tile has one value of each outer dimension; the first dimension that fits is divided into equal
    parts."""
    overlap = found.overlap(found.across, column)
    inner, left = size_of(found.terms), len(found.terms)
    for loop_range in found.terms:
        inner //= extent(loop_range)
        left -= 1
        fitting = int(most / share) // inner
        if fitting < extent(loop_range) and overlap is not None and loop_range is overlap.term:
            share = 1.0
            fitting = int(most) // inner
        if fitting or not left:
            return balanced(extent(loop_range), fitting, _multiple(inner)) * inner
    return 1


def _fewer_terms(
    found: Product, terms: int, lines: float, reading: Reading, machine: Machine
) -> Iterator[int]:
    """The candidate numbers of terms of a tile: the given one; the one for which the hardware
    prefetches; and, if it is smaller, the one for which the part of a panel that a block of rows
    and columns reads, of ``lines`` cache lines per term, stays in the first-level cache."""
    yield from dict.fromkeys((terms, _prefetched_terms(found, terms, machine)))
    first, *inner = found.terms
    most = reading.of_panel(1, 1.0, machine).resident / lines
    each = size_of(inner)
    if each <= most < terms:
        yield balanced(extent(first), int(most / each), _multiple(each)) * each


def _multiple(inner: int) -> int:
    """The number of values of a dimension in a tile is a multiple of this number, if each value has
    ``inner`` terms."""
    return 8 if inner == 1 else 1


def _prefetched_terms(found: Product, terms: int, machine: Machine) -> int:
    """The number of terms per tile for which the hardware prefetches."""
    first, *inner = found.terms
    most = most_values(found, machine)
    if most is None or terms <= most * size_of(inner):
        return terms
    return balanced(extent(first), most, 1) * size_of(inner)


def _missed(found: Product, terms: int, machine: Machine) -> float:
    """Cycles of cache misses per element of the factor that is read along rows."""
    return missed_cycles(found) if _prefetched_terms(found, terms, machine) < terms else 0.0


def balanced(count: int, most: int, step: int) -> int:
    """The size of about equal parts: a multiple of ``step`` that does not exceed ``most``."""
    parts = -(-count // max(1, most))
    each = -(-count // parts)
    return -(-each // step) * step
