"""Kernels that go over two dimensions in tiles, and turn what lies the other way within each.

A tensor whose rows go along another dimension than the vectors is read a tile at a time, in parts
of its rows, turned in registers, and kept in the innermost cache; from there vectors go along
memory. So results are written row by row, in long runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.emitter import memory_type
from dlvm.codegen.expressions import Place, Point
from dlvm.codegen.loops import Loops, Span
from dlvm.codegen.packing import Panel, pack, place_panel
from dlvm.compute.nest import offset
from dlvm.compute.tiling import turned_reads
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Expression, Range, Read, Statement, map_reads


class Tiles(Loops):
    """Tile by tile of two dimensions; the other ones are loops around them."""

    def generate(self) -> None:
        prefix = self.nest.prefix
        self.last = prefix[-1]
        self.row = self._tiled_row()
        lanes = self.plan.lanes[self.last.variable]
        self.width, self.height = (
            -(-self.plan.tiles.get(r.variable, lanes) // lanes) * lanes
            for r in (self.last, self.row)
        )
        self.turned: dict[str, Read] = {}
        self.values = [self._with_tiles(s) for s in self.nest.statements]
        order = [r for r in prefix if r not in (self.row, self.last)]
        order += [self.row, self.last]
        parallel = next((r for r in order if r.variable == self.plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._nest_tiles(order, {}, {})

    def _tiled_row(self) -> Range:
        others = [r for r in self.nest.prefix[:-1] if r.variable in self.plan.tiles]
        if len(others) == 1 and self.last.variable in self.plan.lanes:
            return others[0]
        names = ", ".join(r.variable for r in self.nest.prefix[:-1])
        raise error(
            f"expected a tile of one of {names}, and vectors along {self.last.variable}",
            self.plan.schedule.location or self.definition.location,
        )

    @property
    def _place(self) -> Affine:
        """Where an element is in a turned tile."""
        place = Affine.variable(self.row.variable).scaled(self.width)
        return place.plus(Affine.variable(self.last.variable))

    def _with_tiles(self, statement: Statement) -> Expression:
        """A statement's value with what is turned read from its tile."""
        reads = turned_reads(statement.value, self.last, self.row)
        found = [r for r in reads if r.tensor in self.plan.packed]
        names = {(read.tensor, offset(read)): name for name, read in self.turned.items()}

        def rename(read: Read) -> Expression:
            if read not in found:
                return read
            key = (read.tensor, offset(read))
            if key not in names:
                names[key] = f"{read.tensor}.turned{len(names)}"
                self.turned[names[key]] = read
            return Read(names[key], (self._place,), read.element)

        return map_reads(statement.value, rename)

    def _nest_tiles(
        self, order: Sequence[Range], places: dict[str, Place], spans: dict[str, Span]
    ) -> None:
        if not order:
            self._tile(places, spans[self.row.variable], spans[self.last.variable])
            return
        range = order[0]
        step = self.plan.tiles.get(range.variable, self.width if range is self.last else 1)
        with self.tile(range, step, places) as span:
            self._nest_tiles(order[1:], places, {**spans, range.variable: span})

    def _tile(self, places: dict[str, Place], rows: Span, columns: Span) -> None:
        row, last = rows.variable, columns.variable
        fixed = {v: p for v, p in places.items() if v not in (row, last)}
        self.evaluator.floor = self.emitter.level
        for name, read in self.turned.items():
            size = self.width * self.height
            memory = self.emitter.alloca(memory_type(read.element), count=size)
            panel = Panel(name, self._place, last, read.element)
            place_panel(self, panel, memory, [rows, columns])
            pack(self, read, panel, [rows, columns], self.plan.lanes[last], fixed)
        with self.loop(row, rows.begin, rows.end, 1, fixed):
            for points in self.vectors(columns, fixed):
                for point in points:
                    self._write(point)

    def _write(self, point: Point) -> None:
        values: list[str] = []
        for statement, value in zip(self.nest.statements, self.values, strict=True):
            values.append(self.evaluator.vector(value, point))
            self.remember_target(statement, point, values[-1], point.lanes > 1)
        for statement, value in zip(self.nest.statements, values, strict=True):
            if statement.target in self.definition.body.results:
                self.store(statement, point, value)
