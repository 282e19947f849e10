"""Kernels whose statements share rows, within which each has loops of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.codegen.emitter import memory_type, register_type
from dlvm.codegen.expressions import Memory, Place, Point
from dlvm.codegen.loops import Loops, constant_mask
from dlvm.codegen.operations import OPERATIONS
from dlvm.diagnostics import error
from dlvm.ir.compute import Expression, Range, Reduction, Statement
from dlvm.ir.compute_rules import identity
from dlvm.ir.polynomial import product


class Rows(Loops):
    """Row by row, each statement vectorized along its last dimension, or along what it reduces."""

    def generate(self) -> None:
        order = list(self.nest.prefix)
        parallel = next((r for r in order if r.variable == self.plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._allocate_rows()
        self._nest_rows(order, {})

    def _allocate_rows(self) -> None:
        """Memory for what one row's statements pass on within it."""
        prefix = frozenset(r.variable for r in self.nest.prefix)
        for statement in self.nest.statements:
            if statement.target in self.definition.body.results:
                continue
            element = statement.value.element
            inner = statement.ranges[len(self.nest.prefix) :]
            count = product(tuple(r.size for r in inner))
            if not isinstance(count, int):
                raise error(
                    f"%{statement.target} has rows of a size that is not known, expected it "
                    "among the results",
                    statement.location or self.definition.location,
                )
            pointer = None
            if inner:
                pointer = self.emitter.alloca(memory_type(element), count=count)
            self.evaluator.memory[statement.target] = Memory(pointer, element, prefix)

    def _nest_rows(self, order: Sequence[Range], places: dict[str, Place]) -> None:
        if order:
            for _ in self.blocks(order[0], 1, places):
                self._nest_rows(order[1:], places)
            return
        self.evaluator.floor = self.emitter.level
        for statement in self.nest.statements:
            memory = self.evaluator.memory[statement.target]
            memory.level = self.emitter.level
            inner = list(statement.ranges[len(self.nest.prefix) :])
            self._row_statement(statement, inner, places)

    def _row_statement(
        self, statement: Statement, inner: list[Range], places: dict[str, Place]
    ) -> None:
        reduces = any(True for _ in self.outer_reductions(statement.value))
        if len(inner) > 1 or (inner and reduces):
            with self.span(inner[0], places):
                self._row_statement(statement, inner[1:], places)
            return
        if not inner:
            point = Point(dict(places))
            outside, self.evaluator.floor = self.evaluator.floor, self.emitter.level
            self._reduce_lanes(statement.value, point)
            value, _ = self.evaluator.value(statement.value, point)
            self.evaluator.floor = outside
            self.remember_target(statement, point, value, False)
            memory = self.evaluator.memory[statement.target]
            if memory.pointer is not None:
                self.store(statement, point, value)
            return
        for point in self._row_points(inner[0], places):
            value = self.evaluator.vector(statement.value, point)
            self.store(statement, point, value)

    def _row_points(self, range_: Range, places: dict[str, Place]) -> Iterator[Point]:
        """The points of a vectorized range: a loop over whole vectors, and the rest by mask."""
        variable, size = range_.variable, range_.size
        lanes = self.plan.lanes.get(variable, 1)
        unroll = self.plan.unroll.get(variable, 1)
        if not isinstance(size, int):
            steps = sorted({lanes * unroll, lanes, 1}, reverse=True)
            for step in self.pieces(variable, "0", self.evaluator.size(size), steps, places):
                place = places[variable]
                for part in range(0, step, lanes):
                    own = {**places, variable: Place(place.base, place.offset + part)}
                    mask = constant_mask(step, lanes) if step < lanes else None
                    yield Point(own, variable, lanes, mask)
            return
        start = 0
        for count in (unroll, 1):
            step = lanes * count
            whole = start + (size - start) // step * step
            if whole > start:
                with self.loop(variable, start, whole, step, places):
                    place = places[variable]
                    for part in range(count):
                        own = {**places, variable: Place(place.base, place.offset + part * lanes)}
                        yield Point(own, variable, lanes)
            start = whole
        if start < size:
            own = {**places, variable: Place(None, start)}
            yield Point(own, variable, lanes, constant_mask(size - start, lanes))

    def _reduce_lanes(self, expression: Expression, point: Point) -> None:
        """Emits the reductions of a scalar, vectorized along what they reduce."""
        for reduction in self.outer_reductions(expression):
            element = reduction.element
            inner = reduction.ranges[-1]
            lanes = self.plan.lanes.get(inner.variable, 1)
            count = self.plan.unroll.get(inner.variable, 1)
            type = register_type(element, lanes)
            start = self.operations.constant(identity(reduction.by, element), element, lanes)
            cells = [self.emitter.alloca(type) for _ in range(count)]
            for cell in cells:
                self.emitter.line(f"store {type} {start}, ptr {cell}, align 64")
            places = dict(point.places)
            if all(r.size != 0 for r in reduction.ranges):
                self._lane_loops(reduction, list(reduction.ranges[:-1]), places, cells)
            values = [self.emitter.emit(f"load {type}, ptr {c}, align 64") for c in cells]
            self.operations.level = None
            total = values[0]
            for value in values[1:]:
                total = OPERATIONS[reduction.by](self.operations, element, lanes, total, value)
            total = self.operations.reduce_lanes(reduction.by, element, lanes, total)
            total = self.operations.rounded(total, element, 1)
            self.emitter.remember(self.evaluator.key(reduction, point), total)

    def _lane_loops(
        self,
        reduction: Reduction,
        outer: list[Range],
        places: dict[str, Place],
        cells: Sequence[str],
    ) -> None:
        if outer:
            with self.span(outer[0], places):
                self._lane_loops(reduction, outer[1:], places, cells)
            return
        for number, point in enumerate(self._row_points(reduction.ranges[-1], places)):
            self.accumulate(reduction, point, cells[number % len(cells)])
