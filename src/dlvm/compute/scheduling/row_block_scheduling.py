"""Schedules of kernels whose products and row-wise statements iterate over the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dlvm.compute.loop_nest.addresses import extent
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.row_blocks import (
    FEWEST_ROWS,
    LARGEST_PANELS,
    LARGEST_ROW,
    block_products,
    pitch,
    replaced_rows,
    row_size,
)
from dlvm.compute.loop_nest.software_pipelining import FEWEST_TERMS, find_pipelined_rows
from dlvm.compute.scheduling.gemm_cost_model import is_packed
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.parallelization import parallel_order, pays_for_threads
from dlvm.compute.scheduling.register_tiles import register_tile
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.ir.compute import Statement
from dlvm.ir.polynomial import Size, product
from dlvm.ir.schedules import Directive, Directives, Schedule

_HEIGHT: Final = 16
"""The rows of a block, if they fit half of the second-level cache."""
_LARGEST_BLOCK: Final = 1 << 20
"""The maximum size in bytes of the rows of a block. The rows and the panels are on a thread's
stack."""
_LOWEST: Final = 4
"""The minimum number of rows of a block with which other statements are pipelined."""
_FEWEST_BLOCKS: Final = 6
"""The fewest row blocks that are pipelined. Fewer blocks do not overlap for long enough."""


def row_block_directives(nest: Nest, machine: Machine) -> list[Directive]:
    """The schedule of a nest in blocks of its last shared dimension. Empty if the nest has no
    products of rows, or if its rows or factors are too large."""
    products = [found for _, found in block_products(nest)]
    if not products or not _fits(nest, products):
        return []
    row, lanes = nest.prefix[-1], lanes_of(nest, machine)
    each = sum(_pitch_bytes(nest, s) for n, s in enumerate(nest.statements) if _has_rows(nest, n))
    height = _HEIGHT
    while height > 1 and height * each > min(machine.cache_bytes // 2, _LARGEST_BLOCK):
        height //= 2
    height = min(height, extent(row))
    columns = min(-(-extent(found.column) // lanes) for found in products)
    tall, wide = register_tile(height, min(columns, 2), machine)
    most = extent(row) // _FEWEST_BLOCKS
    if most >= _LOWEST:
        block = register_tile(min(height, most), min(columns, 2), machine)
        directives = _blocks(nest, products, block[0], block, machine)
        host = _host(nest, directives)
        if host is not None:
            return [*directives, Directive("weave", (host,))]
    return _blocks(nest, products, height, (tall, wide), machine)


def _host(nest: Nest, directives: Sequence[Directive]) -> str | None:
    """The product with which other statements are pipelined; None if there is none, or if
    pipelining does not pay."""
    plan = Directives(Schedule("", directives=tuple(directives)))
    found = {own.statements[0].target: product for own, product in block_products(nest)}
    targets = (t for t, p in found.items() if extent(p.terms[0]) >= FEWEST_TERMS)
    return next((t for t in targets if find_pipelined_rows(nest, plan, t) is not None), None)


def _blocks(
    nest: Nest,
    products: Sequence[Product],
    height: int,
    block: tuple[int, int],
    machine: Machine,
) -> list[Directive]:
    """The schedule for blocks of ``height`` rows, with a register block of rows and vectors."""
    row, lanes = nest.prefix[-1], lanes_of(nest, machine)
    tall, wide = block
    directives = [Directive("tile", (row.variable,), height)]
    if tall > 1:
        directives.append(Directive("unroll", (row.variable,), tall))
    sizes, summed = _vectorized(nest)
    for variable, size in sizes.items():
        width = lanes
        while width > 1 and width // 2 >= size:
            width //= 2
        directives.append(Directive("vectorize", (variable,), width))
        unroll = 4 if variable in summed else wide
        if unroll > 1 and size >= unroll * width:
            directives.append(Directive("unroll", (variable,), unroll))
    directives += [
        Directive("unroll", (v,), 4)
        for v in dict.fromkeys(f.terms[-1].variable for f in products)
        if v not in sizes
    ]
    if pays_for_threads(nest, lanes, machine):
        directives.append(Directive("parallel", (_parallel_variable(nest, height, machine),)))
    packed = [f.across.reads[0].tensor for f in products if is_packed(f, machine)]
    return directives + [Directive("pack", (tensor,)) for tensor in dict.fromkeys(packed)]


def _fits(nest: Nest, products: Sequence[Product]) -> bool:
    sizes = [row_size(nest, s) for s in nest.statements]
    if extent(nest.prefix[-1]) < FEWEST_ROWS or None in sizes:
        return False
    row = sum(_pitch_bytes(nest, s) for s in nest.statements)
    panels: Size = 0
    for found in products:
        panels = _panel_bytes(found) + panels
    return row <= LARGEST_ROW and isinstance(panels, int) and panels <= LARGEST_PANELS


def _vectorized(nest: Nest) -> tuple[dict[str, int], set[str]]:
    """The variables to vectorize, with their extents, and the subset that row-wise statements
    reduce."""
    products = {own.statements[0].target: found for own, found in block_products(nest)}
    sizes: dict[str, int] = {}
    summed: set[str] = set()
    for statement in nest.statements:
        found = products.get(statement.target)
        reductions = statement.value.reductions
        if found is not None:
            ranges = [found.column]
        elif reductions:
            ranges = [reductions[0].ranges[-1]]
            summed.add(ranges[0].variable)
        else:
            ranges = statement.ranges[len(nest.prefix) :][-1:]
        for loop_range in ranges:
            sizes[loop_range.variable] = max(sizes.get(loop_range.variable, 0), extent(loop_range))
    return sizes, summed


def _parallel_variable(nest: Nest, height: int, machine: Machine) -> str:
    """The variable that is distributed over threads. It is the row dimension only if the others
    have too few values, since each thread packs the factors that its rows share."""
    blocks = {r.variable: extent(r) for r in nest.prefix}
    blocks[nest.prefix[-1].variable] = -(-extent(nest.prefix[-1]) // height)
    wanted = machine.threads * 2
    order = [r.variable for r in parallel_order(nest, nest.prefix)]
    found = next((v for v in order if blocks[v] >= wanted), None)
    return found or max(blocks, key=lambda v: blocks[v])


def _panel_bytes(found: Product) -> Size:
    """The size in bytes of the factor that a product reads again for each row."""
    sizes = (*(r.size for r in found.terms), found.column.size)
    return product(sizes) * max(4, found.across.element.bytes)


def _has_rows(nest: Nest, number: int) -> bool:
    """Whether a statement has scratch memory of its own."""
    statement = nest.statements[number]
    is_inside = statement.target not in nest.definition.body.results
    return is_inside and not list(replaced_rows(nest, number))


def _pitch_bytes(nest: Nest, statement: Statement) -> int:
    size = row_size(nest, statement)
    assert size is not None
    return pitch(size) * max(4, statement.value.element.bytes)
