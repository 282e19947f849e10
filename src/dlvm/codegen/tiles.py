"""Kernels that go over two dimensions in tiles, and turn what lies the other way within each.

A tensor whose rows go along another dimension than the vectors is read a tile at a time, in parts
of its rows, turned in registers, and kept in the innermost cache; from there vectors go along
memory. So results are written row by row, in long runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dlvm.codegen.emitter import memory_type
from dlvm.codegen.expressions import Memory, Place, Point
from dlvm.codegen.loops import Loops
from dlvm.codegen.transpose import transposed
from dlvm.compute.nest import offset
from dlvm.compute.tiling import turned_reads
from dlvm.ir.compute import Affine, Expression, Range, Read, Statement, map_reads


@dataclass(frozen=True)
class _Span:
    """A tile's part of a range: where it begins and ends, and how many values it has, if known."""

    low: str
    high: str
    count: int | None


class Tiles(Loops):
    """Tile by tile of two dimensions; the other ones are loops around them."""

    def generate(self) -> None:
        prefix = self.nest.prefix
        self.last = prefix[-1]
        self.row = next(r for r in prefix[:-1] if r.variable in self.plan.tiles)
        self.turned: dict[str, Read] = {}
        self.values = [self._with_tiles(s) for s in self.nest.statements]
        order = [r for r in prefix if r not in (self.row, self.last)]
        order += [self.row, self.last]
        parallel = next((r for r in order if r.variable == self.plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._nest_tiles(order, {}, {})

    def _with_tiles(self, statement: Statement) -> Expression:
        """A statement's value with what is turned read from its tile."""
        reads = turned_reads(statement.value, self.last, self.row)
        found = [r for r in reads if r.tensor in self.plan.packed]
        width = self.plan.tiles[self.last.variable]
        place = Affine.variable(self.row.variable).scaled(width)
        place = place.plus(Affine.variable(self.last.variable))
        names = {(read.tensor, offset(read)): name for name, read in self.turned.items()}

        def rename(read: Read) -> Expression:
            if read not in found:
                return read
            key = (read.tensor, offset(read))
            if key not in names:
                names[key] = f"{read.tensor}.turned{len(names)}"
                self.turned[names[key]] = read
            return Read(names[key], (place,), read.element)

        return map_reads(statement.value, rename)

    def _nest_tiles(
        self, order: Sequence[Range], places: dict[str, Place], spans: dict[str, _Span]
    ) -> None:
        if not order:
            self._tile(places, spans[self.row.variable], spans[self.last.variable])
            return
        range = order[0]
        for span in self._spans(range):
            if range in (self.row, self.last):
                self._nest_tiles(order[1:], places, {**spans, range.variable: span})
            else:
                place = {**places, range.variable: Place(span.low)}
                self._nest_tiles(order[1:], place, spans)

    def _spans(self, range: Range) -> Iterator[_Span]:
        """A loop over a range's tiles."""
        emitter, variable = self.emitter, range.variable
        step = self.plan.tiles.get(variable, 1)
        low, high = "0", self.evaluator.size(range.size)
        self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
        is_parallel = variable == self.plan.parallel
        if is_parallel:
            self.parallel_size, self.parallel_step = range.size, step
            low = emitter.emit(f"mul nuw nsw i64 %dlvm.begin, {step}")
            end = emitter.emit(f"mul nuw nsw i64 %dlvm.end, {step}")
            high = emitter.emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {high})")
        elif isinstance(range.size, int) and range.size <= step:
            yield _Span(low, high, range.size)
            return
        some = emitter.emit(f"icmp ult i64 {low}, {high}")
        with emitter.when(some), emitter.loop(low, high, step) as start:
            self.evaluator.levels[start] = emitter.level
            end = emitter.emit(f"add nuw nsw i64 {start}, {step}")
            if isinstance(range.size, int) and range.size % step == 0:
                yield _Span(start, end, step)
            else:
                end = emitter.emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {high})")
                yield _Span(start, end, None)

    def _tile(self, places: dict[str, Place], rows: _Span, columns: _Span) -> None:
        row, last, tiles = self.row.variable, self.last.variable, self.plan.tiles
        emitter, evaluator = self.emitter, self.evaluator
        evaluator.floor = emitter.level
        for name, read in self.turned.items():
            stored = memory_type(read.element)
            tile = emitter.alloca(stored, count=tiles[row] * tiles[last])
            self._turn(read, tile, places, rows, columns)
            # Statements count rows and columns from the tensor's beginning.
            skipped = emitter.emit(f"mul nsw i64 {rows.low}, {tiles[last]}")
            skipped = emitter.emit(f"add nsw i64 {skipped}, {columns.low}")
            skipped = emitter.emit(f"sub nsw i64 0, {skipped}")
            origin = emitter.emit(f"getelementptr {stored}, ptr {tile}, i64 {skipped}")
            evaluator.memory[name] = Memory(origin, read.element, level=emitter.level)
        with emitter.loop(rows.low, rows.high) as counter:
            evaluator.levels[counter] = emitter.level
            own = {**places, row: Place(counter)}
            for point in self.vectors(last, columns.low, columns.high, columns.count, own):
                self._write(point)

    def _write(self, point: Point) -> None:
        values: list[str] = []
        for statement, value in zip(self.nest.statements, self.values, strict=True):
            values.append(self.evaluator.vector(value, point))
            self.remember_target(statement, point, values[-1], point.lanes > 1)
        for statement, value in zip(self.nest.statements, values, strict=True):
            if statement.target in self.definition.body.results:
                self.store(statement, point, value)

    def _turn(
        self, read: Read, tile: str, places: dict[str, Place], rows: _Span, columns: _Span
    ) -> None:
        """Writes ``tile[row][column] = read``, in squares as wide as vectors."""
        emitter, evaluator, last = self.emitter, self.evaluator, self.last.variable
        lanes, width = self.plan.lanes[last], self.plan.tiles[last]
        memory, stored = evaluator.memory[read.tensor], memory_type(read.element)
        align = read.element.bytes
        end = emitter.emit(f"sub nsw i64 {columns.high}, 1")
        for column, columns_left in self._squares(columns, lanes):
            for row, rows_left in self._squares(rows, lanes):
                mask = None if rows_left is None else self.first_lanes(rows_left, lanes)
                vectors: list[str] = []
                for line in range(lanes):
                    place = Place(column, line)
                    if columns_left is not None and line:
                        # Lines that there are none of repeat the last one.
                        here = emitter.emit(f"add nuw nsw i64 {column}, {line}")
                        here = emitter.emit(f"call i64 @llvm.umin.i64(i64 {here}, i64 {end})")
                        evaluator.levels[here] = emitter.level
                        place = Place(here)
                    point = Point({**places, self.row.variable: Place(row), last: place})
                    pointer = evaluator.address(memory, offset(read), point)
                    vectors.append(evaluator.load_stored(read.element, pointer, lanes, mask))
                inside = emitter.emit(f"sub nuw nsw i64 {row}, {rows.low}")
                inside = emitter.emit(f"mul nuw nsw i64 {inside}, {width}")
                beside = emitter.emit(f"sub nuw nsw i64 {column}, {columns.low}")
                inside = emitter.emit(f"add nuw nsw i64 {inside}, {beside}")
                start = emitter.emit(f"getelementptr {stored}, ptr {tile}, i64 {inside}")
                for line, turned in enumerate(transposed(emitter, vectors, stored)):
                    pointer = emitter.emit(
                        f"getelementptr {stored}, ptr {start}, i64 {line * width}"
                    )
                    emitter.line(
                        f"store <{lanes} x {stored}> {turned}, ptr {pointer}, align {lanes * align}"
                    )

    def _squares(self, span: _Span, lanes: int) -> Iterator[tuple[str, str | None]]:
        """Goes over a span by whole squares, then the last, incomplete one: where each begins, and
        how many values are left for that."""
        emitter, high = self.emitter, span.high
        if span.count is None or span.count % lanes:
            count = emitter.emit(f"sub nuw nsw i64 {span.high}, {span.low}")
            whole = emitter.emit(f"and i64 {count}, {-lanes}")
            high = emitter.emit(f"add nuw nsw i64 {span.low}, {whole}")
        some = emitter.emit(f"icmp ult i64 {span.low}, {high}")
        with emitter.when(some), emitter.loop(span.low, high, lanes) as start:
            self.evaluator.levels[start] = emitter.level
            yield start, None
        if high != span.high:
            some = emitter.emit(f"icmp ult i64 {high}, {span.high}")
            with emitter.when(some):
                self.evaluator.levels[high] = emitter.level
                yield high, emitter.emit(f"sub nuw nsw i64 {span.high}, {high}")
