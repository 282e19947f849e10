"""Schedules of products: what is packed, and tiles that fit the caches and registers.

The model: a panel of the factor that is read along columns takes a part of the second-level cache.
More columns in a tile read the other factor less often; more terms in a tile add up partial sums
less often; and columns that do not fill the blocks kept in registers are computed for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dlvm.compute.contraction import Product
from dlvm.compute.machine import Machine
from dlvm.compute.model import lanes_of, pays_for_threads, register_tile
from dlvm.compute.nest import Nest, extent, offset, reads
from dlvm.ir.compute import Directive, Read
from dlvm.ir.polynomial import estimate, product

_PANEL_SHARE, _SUMS_SHARE = 3 / 8, 1 / 4
"""How much of the second-level cache a panel takes, and partial sums."""
_PER_TERM, _PER_COLUMN = 24, 4
"""What a tile costs beside its products, as so many terms and columns of it."""
_TASKS = 2
"""How many tasks a thread should have."""


@dataclass(frozen=True)
class _Tile:
    """``columns`` is how many of them one tile has, ``terms`` how many values of the first term,
    ``count`` how many tiles of columns there are."""

    columns: int
    terms: int
    count: int
    lines: int | None = None


def product_directives(nest: Nest, found: Product, machine: Machine) -> list[Directive]:
    """The schedule of a product that is packed; none for one that is better read in place."""
    if not is_packed(found, machine):
        return []
    lanes = lanes_of(nest, machine)
    rows, column, terms = found.rows, found.column, found.terms
    goes_by_lines = found.lines is not None and _reason(found) is not None
    width = extent(column) * (extent(found.lines) if goes_by_lines and found.lines else 1)
    while lanes > 1 and lanes // 2 >= width:
        lanes //= 2
    size = found.across.element.bytes
    budget = int(machine.cache_bytes * _PANEL_SHARE) // max(4, size)
    tile = _best_tile(found, goes_by_lines, lanes, budget, machine)
    height, step = register_tile(extent(rows), -(-tile.columns // lanes), machine)
    directives = [Directive("vectorize", (column.variable,), lanes)]
    if step > 1:
        directives.append(Directive("unroll", (column.variable,), step))
    if height > 1:
        directives.append(Directive("unroll", (rows.variable,), height))
    directives.append(Directive("unroll", (terms[-1].variable,), 4))
    if tile.lines is not None and found.lines is not None:
        directives.append(Directive("tile", (found.lines.variable,), tile.lines))
    elif tile.columns < extent(column) or not isinstance(column.extent, int):
        directives.append(Directive("tile", (column.variable,), tile.columns))
    is_cut = tile.terms < extent(terms[0]) or not isinstance(terms[0].extent, int)
    most = extent(rows)
    if is_cut:
        directives.append(Directive("tile", (terms[0].variable,), tile.terms))
        sums = int(machine.cache_bytes * _SUMS_SHARE) // max(4, size)
        most = _balanced(extent(rows), max(height, sums // tile.columns), height)
    if pays_for_threads(nest, lanes, machine):
        wanted = machine.threads * _TASKS
        outer = next((r for r in found.outer if extent(r) >= wanted), None)
        if outer is not None:
            chosen = outer
        elif tile.count >= wanted:
            chosen = found.lines if tile.lines is not None and found.lines else column
        else:
            chosen = rows
            most = min(most, _balanced(extent(rows), -(-extent(rows) // wanted), height))
        directives.append(Directive("parallel", (chosen.variable,)))
    if most < extent(rows) or (is_cut and not isinstance(rows.extent, int)):
        directives.append(Directive("tile", (rows.variable,), most))
    packed = dict.fromkeys(r.tensor for r in reads(found.across))
    directives += [Directive("pack", (tensor,)) for tensor in list(packed)[:1]]
    return directives


def is_packed(found: Product, machine: Machine) -> bool:
    """Whether it pays to copy the factor that is read along columns, so that vectors go along it
    and it stays in the cache."""
    if not found.is_packable:
        return False
    if _reason(found) is not None:
        return True
    # In place, each block of columns touches as many pages as there are terms.
    terms = estimate(product(tuple(r.size for r in found.terms)))
    size = terms * extent(found.column) * found.across.element.bytes
    return size > machine.cache_bytes // 2


def _reason(found: Product) -> str | None:
    """Why a factor can not be read by whole vectors in place."""
    if not isinstance(found.across, Read):
        return "it is computed"
    if len(found.across.indices) > 1:
        return "its places are computed"
    step = offset(found.across).coefficient(found.column.variable)
    return None if step in (0, 1) else "its columns are apart in memory"


def _best_tile(
    found: Product, goes_by_lines: bool, lanes: int, budget: int, machine: Machine
) -> _Tile:
    def cost(tile: _Tile) -> float:
        step = register_tile(extent(found.rows), -(-tile.columns // lanes), machine)[1]
        block = step * lanes
        full = -(-tile.columns // block) * block
        return full / tile.columns * (1 + _PER_TERM / (tile.terms * _inner(found))) + (
            _PER_COLUMN / tile.columns
        )

    return min(_tiles(found, goes_by_lines, lanes, budget, machine), key=cost)


def _tiles(
    found: Product, goes_by_lines: bool, lanes: int, budget: int, machine: Machine
) -> Iterator[_Tile]:
    first, width = extent(found.terms[0]), extent(found.column)
    if goes_by_lines and found.lines is not None:
        lines = extent(found.lines)
        for count in range(1, lines + 1):
            if lines % count == 0 and (count == 1 or count * width * _inner(found) <= budget):
                yield _Tile(
                    count * width,
                    _terms(found, first, budget // (count * width)),
                    lines // count,
                    count,
                )
        return
    for parts in range(1, width // lanes + 2):
        most = -(-width // parts)
        _, step = register_tile(extent(found.rows), -(-most // lanes), machine)
        columns = _balanced(width, most, step * lanes)
        yield _Tile(columns, _terms(found, first, budget // columns), -(-width // columns))
        if columns <= step * lanes:
            return


def _terms(found: Product, first: int, most: int) -> int:
    """How many values of the first term fit, as equal parts of all of them."""
    return _balanced(first, max(1, most // _inner(found)), 8 if len(found.terms) == 1 else 1)


def _inner(found: Product) -> int:
    return estimate(product(tuple(r.size for r in found.terms[1:])))


def _balanced(count: int, most: int, step: int) -> int:
    """The size of about equal parts of at most so many, a multiple of ``step``."""
    parts = -(-count // max(1, most))
    each = -(-count // parts)
    return -(-each // step) * step
