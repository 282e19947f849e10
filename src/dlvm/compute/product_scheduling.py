"""Schedules of products: along what vectors go, what is packed, and tiles that fit the caches and
registers.

The model counts cycles of one core. A block of rows and columns kept in registers takes two
multiply-adds of vectors a cycle. Packing costs more the shorter the runs are that lie side by side
in memory. A panel of the factor that is read along columns takes a part of the second-level cache:
more columns in a tile read the other factor less often, more terms add up partial sums less often,
and columns that do not fill a block are computed for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from dlvm.compute.cache_places import is_crowded, most_terms
from dlvm.compute.contraction import Product, find_overlap, find_product
from dlvm.compute.machine import MOST_BYTES, Machine
from dlvm.compute.model import (
    Reading,
    lanes_of,
    pays_for_threads,
    reading_cycles,
    register_tile,
    sweep_cycles,
)
from dlvm.compute.nest import NEAR, Nest, extent, offset
from dlvm.compute.plan import Plan
from dlvm.compute.product_tiles import ProductTiles
from dlvm.compute.read_ahead import missed_cycles, most_values
from dlvm.ir.compute import Affine, Directive, Expression, Range, Read, Schedule, Statement

_PANEL_SHARE, _SUMS_SHARE = 3 / 8, 1 / 4
"""How much of the second-level cache a panel takes, and partial sums."""
_LARGEST_PANEL: Final = 600 * 1024
"""The bytes of a panel, or of partial sums, at most. Two panels and the sums are on a thread's
stack, where kernels have 3.5 MiB."""
_PER_TERM, _PER_COLUMN = 24, 4
"""What a tile costs beside its products, as so many terms and columns of it."""
_MOVE, _COMPUTE, _TURN, _GATHER = 3.0, 5.0, 1.5, 4.0
"""Cycles to pack a vector, one with conditions or more to compute, and an element whose neighbours
lie across, or that lies alone."""
_STORE = 2.0
"""Cycles to store an element that lies alone."""
_SOME_ROWS, _MANY_ROWS, _CROWDED_ROWS = 48, 512, 64
"""From how many rows on a large factor is packed that can be read in place, if it is read badly
there, and in any case; and a small one that is read badly."""
_LEAST_CACHE = 32 * 1024
"""Products that take too much of the stack with tiles for such a cache are not tiled."""
_LEAST_VECTORS = 3
"""How many vectors a row of a panel takes, at least, with what lies between rows."""
_BLOCK_VECTORS = 4
"""How many vectors wide a block of columns is, at most."""
_SURE = 0.95
"""How much faster it has to be to go along other columns than those that lie along memory."""
_FAR = 0.2
"""Cycles more that such elements take each where not all of them can have that share."""
_PAGE = 4096
"""Rows whose distance is a multiple of this are in each other's way in the caches."""
_TASKS = 2
"""How many tasks a thread should have."""


@dataclass(frozen=True)
class _Tile:
    """A tile of ``first`` values of the first of several columns gone over as one, ``columns`` in
    all; ``terms`` is how many terms it has, ``count`` how many tiles of columns there are."""

    columns: int
    terms: int
    count: int
    first: int


@dataclass(frozen=True)
class _Choice:
    """A way to go about a product: with what factors packed, and what dimensions as one.
    ``packing`` is what it takes to pack an element of either factor, in cycles."""

    found: Product
    lanes: int
    columns: tuple[Range, ...]
    rows: tuple[Range, ...]
    packs_across: bool
    packs_down: bool
    packing: tuple[float, float]
    reading: Reading
    repeated: tuple[Range, int] | None
    tile: _Tile
    block: tuple[int, int]
    cycles: float


def product_directives(nest: Nest, machine: Machine) -> list[Directive]:
    """The schedule of a product that is tiled; none for one that is better read in place as a
    whole, or for what is no product."""
    while machine.cache_bytes >= _LEAST_CACHE:
        choice = _best_choice(nest, machine)
        if choice is None or (not choice.packs_across and choice.found.column is nest.prefix[-1]):
            return []
        directives = _directives(nest, choice, machine)
        plan = Plan(Schedule("", directives=tuple(directives)))
        if ProductTiles(nest, plan, choice.found).bytes <= MOST_BYTES:
            return directives
        machine = replace(machine, cache_bytes=machine.cache_bytes // 2)
    return []


def product_cycles(nest: Nest, machine: Machine) -> float:
    """About how many cycles of one core a product takes, as :func:`product_directives` has it; any
    number for what is no product of enough rows."""
    choice = _best_choice(nest, machine)
    return float("inf") if choice is None else choice.cycles


def _best_choice(nest: Nest, machine: Machine) -> _Choice | None:
    choices: list[tuple[float, _Choice]] = []
    is_along_memory = False
    for column in reversed(nest.prefix):
        found = find_product(nest, column)
        if found is None or not found.is_packable or extent(column) == 1:
            continue
        is_last = column is nest.prefix[-1]
        packs = is_packed(found, machine) if is_last else not _lies_in_rows(found)
        if is_along_memory and packs:
            continue
        choice = _choice(nest, found, packs, machine)
        choices.append((choice.cycles / (_SURE if is_along_memory else 1), choice))
        is_along_memory |= is_last and _reason(found) is None
    return min(choices, key=lambda pair: pair[0])[1] if choices else None


def is_packed(found: Product, machine: Machine) -> bool:
    """Whether it pays to copy the factor that is read along columns, so that vectors go along it
    and it stays in the cache."""
    if not found.is_packable:
        return False
    if _reason(found) is not None:
        return True
    size = _size(found.terms) * extent(found.column) * found.across.element.bytes
    rows = extent(found.row)
    if size <= machine.cache_bytes // 2:
        return rows >= _CROWDED_ROWS and is_crowded(found)
    # Each block of rows goes over blocks of columns again, which should stay in the cache.
    return rows >= (_SOME_ROWS if _is_scattered(found, machine) else _MANY_ROWS)


def _is_scattered(found: Product, machine: Machine) -> bool:
    """Whether blocks of columns do not stay in the cache as they lie in memory: as they are large,
    or as their rows lie in the same places of the cache; those of windows count as scattered."""
    term, *others = found.terms
    if others or not isinstance(found.across, Read):
        return True
    apart = offset(found.across).coefficient(term.variable)
    if not isinstance(apart, int) or apart * found.across.element.bytes % _PAGE == 0:
        return True
    block = _BLOCK_VECTORS * machine.vector_bytes * extent(term)
    return block > machine.cache_bytes // 2


def _lies_in_rows(found: Product) -> bool:
    """Whether tiles of the factor that is read along columns can be read in place: its rows do not
    lie in the same places of the cache."""
    if _reason(found) is not None:
        return False
    assert isinstance(found.across, Read)
    last = [r for r in found.terms if extent(r) > 1][-1:]
    apart = [offset(found.across).coefficient(r.variable) for r in last]
    return all(isinstance(a, int) and a * found.across.element.bytes % _PAGE for a in apart)


def _reason(found: Product) -> str | None:
    """Why a factor can not be read by whole vectors in place."""
    if not isinstance(found.across, Read):
        return "it is computed"
    if len(found.across.indices) > 1:
        return "its places are computed"
    step = offset(found.across).coefficient(found.column.variable)
    return None if step in (0, 1) else "its columns are apart in memory"


def _size(ranges: Sequence[Range]) -> int:
    return prod(extent(r) for r in ranges)


def _choice(nest: Nest, found: Product, packs_across: bool, machine: Machine) -> _Choice:
    as_one = found.columns if _reason(found) is not None else (found.column,)
    packs_down = not isinstance(found.down, Read) or len(found.down.indices) > 1
    tensors, others = ({r.tensor for r in f.reads} for f in (found.across, found.down))
    if not tensors.isdisjoint(others):
        # ``pack`` names a tensor: what is read in both is packed as both.
        packs_across = packs_down = packs_across or packs_down
    width = _size(as_one)
    lanes = lanes_of(nest, machine)
    while lanes > 1 and lanes // 2 >= width:
        lanes //= 2
    repeated = _repeated(found, as_one, width, lanes)
    every = 1 if repeated is None else repeated[1]
    budget = _panel_budget(found, machine)
    vector = reading_cycles(machine, in_place=not packs_across)
    if packs_across:
        # What windows share is read once from there.
        vector *= _share(found, found.across, as_one[0], extent(as_one[0]))
    is_far = most_terms(found, machine) < _size(found.terms)
    reading = Reading(vector, _FAR if is_far else 0.0)
    across = _cost(found.across, as_one, found, lanes) if packs_across else 0.0

    def tiled(rows: Sequence[Range]) -> tuple[tuple[float, float], _Tile]:
        packing = across, _down_cost(found, rows, lanes) if packs_down else 0.0
        of = found, as_one, _size(rows), lanes, budget // every
        return packing, _best_tile(*of, packing, reading, machine)

    rows = found.rows if packs_down else (found.row,)
    packing, tile = tiled(rows)
    while len(rows) > 1 and _least_panel(found, rows, tile) > _LARGEST_PANEL:
        rows = rows[1:]
        packing, tile = tiled(rows)
    height = _size(rows)
    vectors = -(-tile.columns // lanes)
    if every > 1:
        block = _repeated_block(height, vectors, every, machine)
    else:
        block = register_tile(height, vectors, machine, reading)
    read = packing[0], packing[1] + _missed(found, tile.terms, machine)
    cycles = _cycles(nest, found, as_one, rows, read, tile, block, every, lanes)
    packed = (packs_across, packs_down)
    return _Choice(
        found, lanes, as_one, rows, *packed, packing, reading, repeated, tile, block, cycles
    )


def _least_panel(found: Product, rows: Sequence[Range], tile: _Tile) -> int:
    """The bytes of a panel with one value of the first of the rows."""
    return _size(rows[1:]) * tile.terms * max(4, found.down.element.bytes)


def _panel_budget(found: Product, machine: Machine) -> int:
    """How many elements a panel may have."""
    size = min(int(machine.cache_bytes * _PANEL_SHARE), _LARGEST_PANEL)
    return size // max(4, found.across.element.bytes)


def _repeated(
    found: Product, columns: Sequence[Range], width: int, lanes: int
) -> tuple[Range, int] | None:
    """Another dimension that only one factor knows, of which several values fill a block that the
    columns do not, and how many."""
    vectors = -(-width // lanes)
    if vectors > 2 or len(columns) < len(found.columns):
        return None
    for range in reversed(found.outer):
        variable, size = range.variable, range.extent
        if variable not in found.across.variables or variable in found.down.variables:
            continue
        fitting = [n for n in (4, 3, 2) if n * vectors <= 4]
        count = next((n for n in fitting if isinstance(size, int) and size % n == 0), None)
        return None if count is None else (range, count)
    return None


def _repeated_block(height: int, vectors: int, every: int, machine: Machine) -> tuple[int, int]:
    """Rows and vectors of each of several blocks that are kept in registers."""
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
    tile: _Tile,
    block: tuple[int, int],
    every: int,
    lanes: int,
) -> float:
    """About how long it takes."""
    height, terms = _size(rows), _size(found.terms)
    outer = _size(nest.prefix) // max(1, height * _size(columns))
    vectors = every * -(-tile.columns // lanes)
    each = sweep_cycles(height, vectors, (block[0], every * block[1])) / every
    products = each * tile.count * terms
    across, down = packing
    share = _share(found, found.across, columns[0], tile.first)
    packed = tile.count * terms * (tile.columns * across * share + height * down)
    points = height * _size(columns)
    around = sum(points * _cycles_around(s, nest, found, lanes) for s in nest.statements)
    return outer * (products + packed + around)


def _cycles_around(statement: Statement, nest: Nest, found: Product, lanes: int) -> float:
    """Cycles to write an element of a result, and to read what there is beside the product."""
    body, column = nest.definition.body, found.column.variable
    inside = {id(n) for n in found.reduction.walk()}
    given = [r for r in statement.value.reads if r.tensor in body.parameters]
    apart = [
        r for r in given if id(r) not in inside and offset(r).coefficient(column) not in (0, 1)
    ]
    cycles = _GATHER * len(apart)
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
    apart = max((abs(s) for s in steps if isinstance(s, int)), default=NEAR + 1)
    if apart <= NEAR:
        vector = _MOVE if isinstance(factor, Read) else _COMPUTE
        return vector * max(1, apart) / min(lanes, extent(last))
    inner = {r.variable for r in (*found.terms, *found.rows, *found.columns)} - {last.variable}
    lies_across = isinstance(factor, Read) and any(
        offset(factor).coefficient(v) == 1 for v in inner
    )
    return _TURN if lies_across else _GATHER


def _down_cost(found: Product, rows: Sequence[Range], lanes: int) -> float:
    """Cycles to pack an element of the factor that is read along rows."""
    share = _share(found, found.down, rows[0], extent(rows[0]))
    along = rows if share < 1 else found.terms
    return share * _cost(found.down, along[-1:], found, lanes)


def _share(found: Product, factor: Expression, dimension: Range, values: int) -> float:
    """What share of the elements of a panel there are, of so many values of a dimension, where
    windows overlap."""
    overlap = find_overlap(factor, dimension, found.terms)
    if overlap is None:
        return 1.0
    return min(1.0, (values + overlap.more) / (values * extent(overlap.term)))


def _best_tile(
    found: Product,
    columns: Sequence[Range],
    height: int,
    lanes: int,
    budget: int,
    packing: tuple[float, float],
    reading: Reading,
    machine: Machine,
) -> _Tile:
    """``packing`` is what it takes to pack an element of either factor; the one that is read along
    rows is packed for each tile."""
    across, down = packing
    packed = Reading(element=reading.element)

    def cost(tile: _Tile) -> float:
        vectors = -(-tile.columns // lanes)
        block = register_tile(height, vectors, machine, reading)
        terms, width = tile.terms, _size(columns)
        whole, rest = divmod(width, tile.columns)
        cycles = whole * sweep_cycles(height, vectors, block, packed)
        cycles += sweep_cycles(height, -(-rest // lanes), block, packed)
        copied = across * _share(found, found.across, columns[0], tile.first) / height
        read = down + _missed(found, terms, machine)
        full = (cycles / height + read * tile.count) * 2 * lanes / width + copied * 2 * lanes
        return full * (1 + _PER_TERM / terms) + _PER_COLUMN / tile.columns

    return min(_tiles(found, columns, height, lanes, budget, reading, machine), key=cost)


def _tiles(
    found: Product,
    columns: Sequence[Range],
    height: int,
    lanes: int,
    budget: int,
    reading: Reading,
    machine: Machine,
) -> Iterator[_Tile]:
    first, width = extent(columns[0]), extent(columns[-1])
    if len(columns) > 1:
        each = _size(columns[1:])
        for count in range(1, first + 1):
            size = count * each
            share = _share(found, found.across, columns[0], count)
            lines = _lines(found, budget, size, lanes, machine)
            fits = share * _size(found.terms[1:]) <= lines
            if first % count == 0 and (count == 1 or fits):
                terms = _terms(found, columns[0], lines, share)
                for some in dict.fromkeys((terms, _read_ahead(found, terms, machine))):
                    yield _Tile(size, some, first // count, count)
        return
    for parts in range(1, width // lanes + 2):
        most = -(-width // parts)
        _, step = register_tile(height, -(-most // lanes), machine, reading)
        size = _balanced(width, most, step * lanes)
        share = _share(found, found.across, columns[0], size)
        lines = _lines(found, budget, size, lanes, machine)
        if lines < 1 and size > step * lanes:
            continue
        terms = _terms(found, columns[0], lines, share)
        for some in dict.fromkeys((terms, _read_ahead(found, terms, machine))):
            yield _Tile(size, some, -(-width // size), size)
        if size <= step * lanes:
            return


def _lines(found: Product, budget: int, columns: int, lanes: int, machine: Machine) -> float:
    """How many terms a panel has room for, of so many columns. Kernels leave room for as many more
    as a vector has lanes."""
    largest = _LARGEST_PANEL // max(4, found.across.element.bytes)
    most = largest / max(columns, _LEAST_VECTORS * lanes) - lanes
    return max(0.0, min(budget / columns, most, most_terms(found, machine)))


def _terms(found: Product, column: Range, most: float, share: float) -> int:
    """How many terms there are in a tile with room for so many, or more where windows share some:
    equal parts of the first dimension of which a value fits, one value of those before it."""
    overlap = find_overlap(found.across, column, found.terms)
    inner, left = _size(found.terms), len(found.terms)
    for range in found.terms:
        inner //= extent(range)
        left -= 1
        fitting = int(most / share) // inner
        if fitting < extent(range) and overlap is not None and range is overlap.term:
            share = 1.0
            fitting = int(most) // inner
        if fitting or not left:
            return _balanced(extent(range), fitting, 8 if not left else 1) * inner
    return 1


def _read_ahead(found: Product, terms: int, machine: Machine) -> int:
    """As many of the terms as are read ahead."""
    first, *inner = found.terms
    most = most_values(found, machine)
    if most is None or terms <= most * _size(inner):
        return terms
    return _balanced(extent(first), most, 1) * _size(inner)


def _missed(found: Product, terms: int, machine: Machine) -> float:
    """Cycles to wait for an element of the factor that is read along rows."""
    return missed_cycles(found) if _read_ahead(found, terms, machine) < terms else 0.0


def _cuts(found: Product, terms: int) -> Iterator[tuple[Range, int]]:
    """The dimensions of which a tile of so many terms has not all values, and how many it has."""
    inner = _size(found.terms)
    for range in found.terms:
        inner //= extent(range)
        if terms >= inner:
            if terms < inner * extent(range) or not isinstance(range.extent, int):
                yield range, terms // inner
            return
        yield range, 1


def _balanced(count: int, most: int, step: int) -> int:
    """The size of about equal parts of at most so many, a multiple of ``step``."""
    parts = -(-count // max(1, most))
    each = -(-count // parts)
    return -(-each // step) * step


def _directives(nest: Nest, choice: _Choice, machine: Machine) -> list[Directive]:
    found, tile = choice.found, choice.tile
    column, terms = found.column, found.terms
    first, budget = choice.columns[0], _panel_budget(found, machine)
    lead, below = choice.rows[0], _size(choice.rows[1:])
    columns, most, block = tile.first, extent(lead), choice.block
    cuts = list(_cuts(found, tile.terms))
    if cuts:
        sums = min(int(machine.cache_bytes * _SUMS_SHARE), _LARGEST_PANEL)
        sums //= max(4, found.across.element.bytes)
        most = min(most, sums // tile.columns // below)
    if choice.packs_down:
        most = min(most, budget // tile.terms // below)
    chosen: Range | None = None
    if pays_for_threads(nest, choice.lanes, machine):
        repeated, count = choice.repeated or (None, 1)
        wanted = machine.threads * _TASKS
        chosen = next(
            (r for r in found.outer if extent(r) >= wanted * (count if r is repeated else 1)), None
        )
        if chosen is None:
            shares = _best_shares(choice, most, machine)
            chosen, block = shares.range, shares.block
            if chosen is first:
                columns = shares.size
            else:
                most = shares.size
    height, step = block
    directives = [Directive("vectorize", (column.variable,), choice.lanes)]
    unrolled = {column: step, found.row: height, terms[-1]: 4}
    if choice.repeated is not None:
        repeated, count = choice.repeated
        unrolled[repeated] = count
    directives += [Directive("unroll", (r.variable,), n) for r, n in unrolled.items() if n > 1]
    is_known = isinstance(first.extent, int)
    if len(choice.columns) > 1 or not is_known or columns > step * choice.lanes:
        directives.append(Directive("tile", (first.variable,), columns))
    directives += [Directive("tile", (r.variable,), n) for r, n in cuts]
    if chosen is not None:
        directives.append(Directive("parallel", (chosen.variable,)))
    if below > 1:
        most = max(n for n in _divisors(extent(lead)) if n <= max(1, most))
    elif chosen is not lead:
        most = _balanced(extent(lead), max(height, most), height)
    cuts_rows = most < extent(lead) or (cuts and not isinstance(lead.extent, int))
    if cuts_rows or len(choice.rows) > 1:
        directives.append(Directive("tile", (lead.variable,), most))
    wanted_packed = ((found.across, choice.packs_across), (found.down, choice.packs_down))
    factors = [factor for factor, is_wanted in wanted_packed if is_wanted]
    packed = dict.fromkeys(f.reads[0].tensor for f in factors if f.reads)
    directives += [Directive("pack", (tensor,)) for tensor in packed]
    return directives


@dataclass(frozen=True)
class _Shares:
    """Tiles of ``size`` values of a dimension, which threads share, the block of registers for
    them, and how many cycles it takes the thread that has most of them, for each term."""

    range: Range
    size: int
    block: tuple[int, int]
    cycles: float


def _best_shares(choice: _Choice, most: int, machine: Machine) -> _Shares:
    """Shares of columns or of rows, at most so many of these, for as many terms as the tile has:
    so sums are the same on any number of threads."""
    return min(
        (*_shares_of_columns(choice, machine), *_shares_of_rows(choice, most, machine)),
        key=lambda shares: shares.cycles,
    )


def _shares_of_columns(choice: _Choice, machine: Machine) -> Iterator[_Shares]:
    found, reading, height = choice.found, choice.reading, _size(choice.rows)
    every = 1 if choice.repeated is None else choice.repeated[1]
    budget = _panel_budget(found, machine) // every
    least = 1
    if not choice.packs_across:
        # What is read in place takes no room beside itself, and is read slowly in short runs.
        budget, least = 2 * budget, choice.tile.first
    for tile in _tiles(found, choice.columns, height, choice.lanes, budget, reading, machine):
        if tile.terms < choice.tile.terms or tile.first < least:
            continue
        block = choice.block
        if every == 1:
            block = register_tile(height, -(-tile.columns // choice.lanes), machine, reading)
        cycles = _tile_cycles(choice, tile, height, block)
        shares = -(-tile.count // machine.threads)
        yield _Shares(choice.columns[0], tile.first, block, shares * cycles)


def _shares_of_rows(choice: _Choice, most: int, machine: Machine) -> Iterator[_Shares]:
    lead, below = choice.rows[0], _size(choice.rows[1:])
    count = extent(lead)
    if below > 1:
        sizes = [n for n in _divisors(count) if n <= max(1, most)][::-1]
    else:
        least = -(-count // (max(1, most) * machine.threads))
        if not isinstance(lead.extent, int):
            least = max(least, _TASKS)
        sizes = [-(-count // (machine.threads * n)) for n in range(least, least + _TASKS)]
    vectors = -(-choice.tile.columns // choice.lanes)
    for size in sizes:
        block = choice.block
        if choice.repeated is None:
            block = register_tile(size * below, vectors, machine, choice.reading)
        cycles = _tile_cycles(choice, choice.tile, size * below, block) * choice.tile.count
        tasks = -(-count // size)
        yield _Shares(lead, size, block, -(-tasks // machine.threads) * cycles)


def _tile_cycles(choice: _Choice, tile: _Tile, rows: int, block: tuple[int, int]) -> float:
    """Cycles to pack or fetch a tile and to multiply so many rows by it, for each term."""
    across, down = choice.packing
    every = 1 if choice.repeated is None else choice.repeated[1]
    vectors = every * -(-tile.columns // choice.lanes)
    cycles = sweep_cycles(rows, vectors, (block[0], every * block[1]), choice.reading) / every
    if choice.packs_across:
        share = _share(choice.found, choice.found.across, choice.columns[0], tile.first)
        cycles += tile.columns * across * share
    else:
        cycles += tile.columns / choice.lanes * choice.reading.vector
    return cycles + rows * down + _PER_COLUMN * rows / (2 * choice.lanes)


def _divisors(count: int) -> list[int]:
    """The divisors of a number."""
    return [n for n in range(1, count + 1) if count % n == 0]
