"""Products of tensors: tiles for the caches, packed factors, and sums kept in registers.

The shape of Goto and van de Geijn (Anatomy of High-Performance Matrix Multiplication, 2008), over
affine addresses: a tile of columns and terms of one factor is packed, and blocks of rows and
columns that fit the registers go through it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.emitter import Declarations, memory_type, register_type
from dlvm.codegen.expressions import Place
from dlvm.codegen.loops import Span
from dlvm.codegen.operations import OPERATIONS
from dlvm.codegen.packing import Panel, pack, packed_element, place_panel
from dlvm.codegen.points import Points
from dlvm.compute.contraction import Product
from dlvm.compute.nest import Nest, reads
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Expression, Range, Schedule
from dlvm.ir.polynomial import Size, product


class Contraction(Points):
    """A tile of rows, columns and terms at a time, from packed factors where the schedule says."""

    def __init__(
        self, nest: Nest, schedule: Schedule, declarations: Declarations, found: Product
    ) -> None:
        super().__init__(nest, schedule, declarations)
        self.product = found
        self.lanes = self.plan.lanes[found.column.variable]
        self.step = self.plan.unroll.get(found.column.variable, 1) * self.lanes
        self.row_step = self.plan.unroll.get(found.rows.variable, 1)
        packs_across = self._is_packed(found.across)
        lines = found.lines if packs_across else None
        self.lines = lines if lines is not None and lines.variable in self.plan.tiles else None
        self.columns = self.lines or found.column
        self.panels: list[tuple[Expression, Panel, str]] = []
        self.partial: Panel | None = None
        self._check_tiles()

    def _is_packed(self, factor: Expression) -> bool:
        return any(r.tensor in self.plan.packed for r in reads(factor))

    def _check_tiles(self) -> None:
        found = self.product
        allowed = (self.columns, found.rows, found.terms[0])
        for directive in self.plan.schedule.directives:
            if directive.keyword != "tile":
                continue
            (variable,), number = directive.subjects, directive.number or 1
            range = next((r for r in allowed if r.variable == variable), None)
            if range is None:
                names = ", ".join(r.variable for r in allowed)
                message = f"tile {variable} found, expected a tile of one of {names}"
                raise error(message, directive.location)
            size = range.size
            if range is self.lines and isinstance(size, int) and size % number:
                message = f"tile {variable} by {number} found, expected a divisor of {size}"
                raise error(message, directive.location)

    def generate(self) -> None:
        found = self.product
        order = [*found.outer]
        if self.lines is None and found.lines is not None:
            order.append(found.lines)
        order += [self.columns, found.rows]
        parallel = next((r for r in order if r.variable == self.plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._prepare()
        self._tiles(order, {}, {})

    def _tile_size(self, range: Range) -> int:
        tile = self.plan.tiles.get(range.variable)
        if tile is not None:
            return tile
        size = range.size
        if range is self.product.rows:
            is_parallel = self.plan.parallel == range.variable
            return self.row_step if is_parallel or not isinstance(size, int) else size
        if range is self.product.column:
            return self.step
        if range is self.product.terms[0]:
            assert isinstance(size, int)
            return size
        return 1

    # Panels

    def _prepare(self) -> None:
        """Finds memory for the panels and for sums that wait for their other tiles of terms."""
        found = self.product
        terms = found.terms[0]
        tile = self.plan.tiles.get(terms.variable)
        first = terms.size
        is_tiled = tile is not None and (not isinstance(first, int) or tile < first)
        if tile is not None and is_tiled:
            first = tile
        inner = product(tuple(r.size for r in found.terms[1:]))
        count = first * inner
        pitch = -(-self._columns_of_tile() // self.lanes) * self.lanes + self.lanes
        # An odd number of cache lines from row to row, so that no two rows are in each other's way.
        pitch += 16 * (pitch // 16 % 2 == 0)
        weights = self._weights()
        for factor in (found.across, found.down):
            if not self._is_packed(factor):
                continue
            if not isinstance(count, int):
                raise error(
                    "a factor of a size that is not known can not be packed, expected a tile of "
                    f"{terms.variable}",
                    self.plan.schedule.location or self.definition.location,
                )
            if factor is found.across:
                index = Affine.of({v: w * pitch for v, w in weights.items()})
                index = index.plus(Affine.variable(found.column.variable))
                if self.lines is not None:
                    size = found.column.size
                    index = index.plus(Affine.variable(self.lines.variable).scaled(size))
                name, along, size = "across", found.column.variable, (count + self.lanes) * pitch
            else:
                # The last term goes along the panel's rows.
                row_pitch = -(-count // self.lanes) * self.lanes + self.lanes
                row_pitch += 16 * (row_pitch // 16 % 2 == 0)
                index = Affine.of(weights)
                index = index.plus(Affine.variable(found.rows.variable).scaled(row_pitch))
                name, along = "down", found.terms[-1].variable
                size = (self._tile_size(found.rows) + self.lanes) * row_pitch
            element = packed_element(factor)
            memory = self.emitter.alloca(memory_type(element), count=size)
            self.panels.append((factor, Panel(f"{name} packed", index, along, element), memory))
        if is_tiled:
            self._prepare_partial(pitch)

    def _prepare_partial(self, pitch: int) -> None:
        found = self.product
        rows = self._tile_size(found.rows)
        index = Affine.variable(found.rows.variable).scaled(pitch)
        index = index.plus(Affine.variable(found.column.variable))
        element = packed_element(found.reduction)
        self.partial_memory = self.emitter.alloca(memory_type(element), count=rows * pitch)
        self.partial = Panel("partial sums", index, found.column.variable, element)

    def _columns_of_tile(self) -> int:
        size = self._tile_size(self.columns)
        if self.lines is not None:
            assert isinstance(self.product.column.extent, int)
            size *= self.product.column.extent
        return size

    def _weights(self) -> dict[str, Size]:
        """How far apart the values of each term are in a panel, in rows."""
        weights: dict[str, Size] = {}
        size: Size = 1
        for range in reversed(self.product.terms):
            weights[range.variable] = size
            size = size * range.size
        return weights

    # Tiles

    def _tiles(
        self, order: Sequence[Range], places: dict[str, Place], spans: dict[str, Span]
    ) -> None:
        if order:
            with self.tile(order[0], self._tile_size(order[0]), places) as span:
                self._tiles(order[1:], places, {**spans, span.variable: span})
            return
        terms = self.product.terms[0]
        if any(r.size == 0 for r in self.product.terms):
            self._blocks(places, spans)
            return
        if terms.variable not in self.plan.tiles and not self.panels:
            self._blocks(places, spans)
            return
        with self.tile(terms, self._tile_size(terms), dict(places)) as span:
            spans = {**spans, span.variable: span}
            self.bounds[terms.variable] = span
            self._pack(places, spans)
            if self.partial is not None:
                own = [spans[self.product.rows.variable]]
                if self.lines is None:
                    own.append(spans[self.product.column.variable])
                place_panel(self, self.partial, self.partial_memory, own)
            self._blocks(places, spans)
            del self.bounds[terms.variable]

    def _pack(self, places: dict[str, Place], spans: dict[str, Span]) -> None:
        found = self.product
        terms = [spans[found.terms[0].variable], *map(self.whole, found.terms[1:])]
        columns = [spans[self.columns.variable]]
        if self.lines is not None:
            columns.append(self.whole(found.column))
        self.evaluator.floor = self.emitter.level
        for factor, panel, memory in self.panels:
            own = columns if factor is found.across else [spans[found.rows.variable]]
            place_panel(self, panel, memory, [*terms, *own])
            self.evaluator.packed.pop(id(factor), None)
            fixed = {v: p for v, p in places.items() if v not in {s.variable for s in own}}
            pack(self, factor, panel, [*terms, *own], self.lanes, fixed)
            self.evaluator.packed[id(factor)] = panel.read

    def _blocks(self, places: dict[str, Place], spans: dict[str, Span]) -> None:
        """The blocks of a tile that fit the registers."""
        found, own = self.product, dict(places)
        columns = spans[self.columns.variable]
        if self.lines is not None:
            own[self.lines.variable] = columns.place(0)
            assert columns.count is not None
            assert isinstance(found.column.extent, int)
            count = columns.count * found.column.extent
            columns = Span(found.column.variable, 0, count, count, count)
        for width in self.steps(columns, self.step, own):
            if width is not None:
                self._column_block(spans, own, width)
                continue
            left = self.rest(columns, own[columns.variable])
            rest = dict(own)
            for lanes in self.steps(left, self.lanes, rest):
                mask = None
                if lanes is None:
                    mask = self.lanes_left(left, rest[left.variable], None, self.lanes)
                self._column_block(spans, rest, self.lanes, mask)

    def _column_block(
        self, spans: dict[str, Span], own: dict[str, Place], width: int, mask: str | None = None
    ) -> None:
        rows, column = self.product.rows.variable, self.product.column.variable
        for height in self.steps(spans[rows], self.row_step, own):
            sizes = {column: width, rows: height or 1}
            if height is not None:
                self._row_block(own, sizes, mask)
                continue
            left, each = self.rest(spans[rows], own[rows]), dict(own)
            with self.loop(rows, left.begin, left.end, 1, each):
                self._row_block(each, sizes, mask)

    def _row_block(self, own: dict[str, Place], sizes: dict[str, int], mask: str | None) -> None:
        points = self.points(own, sizes, self.product.rows, mask)
        reduction, partial = self.product.reduction, self.partial
        if partial is None:
            self.write(points, {})
            return
        self.evaluator.floor = self.emitter.level
        emitter, span = self.emitter, self.bounds[reduction.ranges[0].variable]
        cells = self.reduce(reduction, points)
        type = register_type(partial.element, self.lanes)
        memory = self.evaluator.memory[partial.tensor]
        pointers = [self.evaluator.address(memory, partial.index, p) for p in points]
        later = emitter.emit(f"icmp ne i64 {span.begin}, 0")
        with emitter.when(later):
            for cell, pointer in zip(cells, pointers, strict=True):
                old = emitter.emit(f"load {type}, ptr {pointer}, align 4")
                new = emitter.emit(f"load {type}, ptr {cell}, align 64")
                self.operations.level = None
                new = OPERATIONS["add"](self.operations, partial.element, self.lanes, old, new)
                emitter.line(f"store {type} {new}, ptr {cell}, align 64")
        end = self.evaluator.size(span.size)
        more = emitter.emit(f"icmp ne i64 {span.end}, {end}")
        with emitter.when(more):
            for cell, pointer in zip(cells, pointers, strict=True):
                new = emitter.emit(f"load {type}, ptr {cell}, align 64")
                emitter.line(f"store {type} {new}, ptr {pointer}, align 4")
        last = emitter.emit(f"icmp eq i64 {span.end}, {end}")
        with emitter.when(last):
            self.write(points, {id(reduction): cells})
