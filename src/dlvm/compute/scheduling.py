"""The scheduler: how each definition becomes loops, by a small model of registers and threads.

Two shapes of loops serve everything. Where each statement writes one element at each shared
point, the last shared dimension is vectorized and a block of points is kept in registers,
reductions inside (products, element-wise code, sums over leading dimensions). Else the shared
dimensions are rows, and within a row each statement is vectorized along its own last dimension or
along the one that it reduces.
"""

from __future__ import annotations

from dlvm.compute.contraction import find_product
from dlvm.compute.machine import Machine
from dlvm.compute.model import NEAR, lanes_of, pays_for_threads, register_tile
from dlvm.compute.nest import Nest, extent, make_nest, offset, reads
from dlvm.compute.product_scheduling import product_directives
from dlvm.compute.tiling import tile_directives, turned_row
from dlvm.ir.compute import Affine, Definition, Directive, Range, Reduction, Schedule
from dlvm.ir.module import Module, Stage
from dlvm.ir.polynomial import Size


def schedule_module(module: Module, machine: Machine) -> None:
    """Moves a module from stage compute to stage schedule; schedules that it has are kept."""
    given = {s.definition for s in module.schedules}
    for definition in module.definitions:
        if definition.name not in given:
            module.schedules.append(make_schedule(definition, machine))
    module.stage = Stage.SCHEDULE


def make_schedule(definition: Definition, machine: Machine) -> Schedule:
    """A schedule for one definition."""
    nest = make_nest(definition)
    directives: list[Directive] = []
    if not any(s.base for s in nest.statements) and all(
        extent(r) for s in nest.statements for r in s.ranges
    ):
        directives = _directives(nest, machine)
    return Schedule(definition.name or "", machine.name, tuple(directives))


def _directives(nest: Nest, machine: Machine) -> list[Directive]:
    across = turned_row(nest)
    if across is not None:
        row, turned = across
        return tile_directives(nest, row, turned, lanes_of(nest, machine), machine)
    if directives := product_directives(nest, machine):
        return directives
    return _points(nest, machine) if runs_by_points(nest) else _rows(nest, machine)


def runs_by_points(nest: Nest) -> bool:
    """Whether the last shared dimension is the one to vectorize."""
    if not nest.is_pointwise or not nest.prefix:
        return False
    last = nest.prefix[-1].variable
    found = find_product(nest)
    if found is not None and found.is_packable:
        return True
    return not any(
        _is_strided(offset(read).coefficient(last))
        for reduction in nest.reductions
        for read in reads(reduction.body)
    )


def _is_strided(coefficient: Size) -> bool:
    """Whether neighbours along a variable are so far apart in memory that whole vectors do not help
    to read them."""
    return not isinstance(coefficient, int) or coefficient > NEAR


def _points(nest: Nest, machine: Machine) -> list[Directive]:
    lanes = lanes_of(nest, machine)
    if _is_woven(nest):
        return _woven(nest, lanes, machine)
    last = nest.prefix[-1]
    while lanes > 1 and lanes // 2 >= extent(last):
        lanes //= 2
    directives = [Directive("vectorize", (last.variable,), lanes)]
    columns = -(-extent(last) // lanes)
    rows_range = row_range(nest)
    rows = extent(rows_range) if rows_range is not None else 1
    products = bool(nest.reductions) and rows_range is not None
    if products:
        row_step, column_step = register_tile(rows, columns, machine)
    else:
        row_step = 1
        column_step = max(n for n in (1, 2, 4) if n <= columns)
    if column_step > 1:
        directives.append(Directive("unroll", (last.variable,), column_step))
    if rows_range is not None and row_step > 1:
        directives.append(Directive("unroll", (rows_range.variable,), row_step))
    for reduction in nest.reductions[:1]:
        inner = reduction.ranges[-1]
        directives.append(Directive("unroll", (inner.variable,), 4 if row_step > 1 else 8))
    if pays_for_threads(nest, lanes, machine):
        blocks = {
            last.variable: -(-columns // column_step),
            **{r.variable: extent(r) for r in nest.prefix[:-1]},
        }
        if rows_range is not None:
            blocks[rows_range.variable] = -(-rows // row_step)
        outer = [r.variable for r in nest.prefix if r not in (last, rows_range)]
        order = [*outer, last.variable]
        if rows_range is not None:
            order.append(rows_range.variable)
        if not products:
            order = [r.variable for r in nest.prefix]
        wanted = machine.threads * 2
        chosen = next((v for v in order if blocks[v] >= wanted), None)
        chosen = chosen or max(order, key=lambda v: blocks[v])
        if blocks[chosen] > 1:
            directives.append(Directive("parallel", (chosen,)))
    return directives


def _is_woven(nest: Nest) -> bool:
    """Whether results are better written as several vectors whose elements alternate: where the
    last dimension is too short for vectors, and the one before it is not."""
    if nest.reductions or len(nest.prefix) < 2:
        return False
    before, last = nest.prefix[-2:]
    if not isinstance(last.extent, int) or last.extent > NEAR or extent(before) <= last.extent:
        return False
    written = [s.indices[0] for s in nest.statements if s.indices]
    read = [r.indices[0] for s in nest.statements for r in reads(s.value)]
    return all(
        isinstance(i, Affine) and i.coefficient(before.variable) == last.extent for i in written
    ) and not any(
        isinstance(i, Affine) and _is_strided(i.coefficient(before.variable)) for i in read
    )


def _woven(nest: Nest, lanes: int, machine: Machine) -> list[Directive]:
    before, last = nest.prefix[-2:]
    while lanes > 1 and lanes // 2 >= extent(before):
        lanes //= 2
    directives = [
        Directive("vectorize", (before.variable,), lanes),
        Directive("unroll", (last.variable,), extent(last)),
    ]
    outer = max(nest.prefix[:-1], key=extent)
    if extent(outer) > machine.threads and pays_for_threads(nest, lanes, machine):
        wide = next((r for r in nest.prefix[:-2] if extent(r) >= 2 * machine.threads), outer)
        directives.append(Directive("parallel", (wide.variable,)))
    return directives


def row_range(nest: Nest) -> Range | None:
    """The shared dimension over which a product's other operand is used again."""
    if not nest.reductions or len(nest.prefix) < 2:
        return None
    last = nest.prefix[-1].variable
    for range in reversed(nest.prefix[:-1]):
        if extent(range) > 1 and any(
            offset(r).coefficient(last) and not offset(r).coefficient(range.variable)
            for n in nest.reductions
            for r in reads(n.body)
        ):
            return range
    return None


def _rows(nest: Nest, machine: Machine) -> list[Directive]:
    lanes = lanes_of(nest, machine)
    found: dict[str, int] = {}
    for statement in nest.statements:
        inner = list(statement.ranges[len(nest.prefix) :])
        reductions = [n for n in statement.value.walk() if isinstance(n, Reduction)]
        inner = [reductions[0].ranges[-1]] if reductions else inner[-1:]
        for range in inner:
            found[range.variable] = max(found.get(range.variable, 0), extent(range))
    directives: list[Directive] = []
    for variable, size in found.items():
        width = lanes
        while width > 1 and width // 2 >= size:
            width //= 2
        directives.append(Directive("vectorize", (variable,), width))
        if size >= 4 * width:
            directives.append(Directive("unroll", (variable,), 4))
    if nest.prefix and pays_for_threads(nest, lanes, machine):
        widest = next((r for r in nest.prefix if extent(r) >= machine.threads * 2), None)
        widest = widest or max(nest.prefix, key=extent)
        if extent(widest) > 1:
            directives.append(Directive("parallel", (widest.variable,)))
    return directives
