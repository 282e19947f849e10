"""Kernels in which each statement writes one element at each shared point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.codegen.emitter import Declarations
from dlvm.codegen.expressions import Place, Point
from dlvm.codegen.loops import constant_mask
from dlvm.codegen.reductions import Reductions
from dlvm.compute.nest import Nest
from dlvm.ir.compute import Range, Schedule, Statement


class Points(Reductions):
    """A block of points at a time is kept in registers, reductions inside."""

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        super().__init__(nest, schedule, declarations)
        self.vector = next(r for r in reversed(nest.prefix) if r.variable in self.plan.lanes)

    def generate(self) -> None:
        nest, plan, vector = self.nest, self.plan, self.vector
        others = [r for r in nest.prefix if r is not vector]
        rows = next((r for r in others if plan.unroll.get(r.variable, 1) > 1), None)
        order = [*(r for r in others if r is not rows), vector]
        if rows is not None:
            order.append(rows)
        parallel = next((r for r in order if r.variable == plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._nest_points(order, {}, {}, rows)

    def _nest_points(
        self,
        order: Sequence[Range],
        places: dict[str, Place],
        sizes: dict[Range, int],
        rows: Range | None,
    ) -> None:
        if not order:
            heights = {} if rows is None else {rows: sizes[rows]}
            self.write(self.points(places, sizes[self.vector], heights), {})
            return
        range, rest = order[0], order[1:]
        step = self.plan.unroll.get(range.variable, 1)
        if range is self.vector:
            step *= self.plan.lanes[range.variable]
        for size in self.blocks(range, step, places):
            self._nest_points(rest, places, {**sizes, range: size}, rows)

    def points(
        self,
        places: dict[str, Place],
        width: int,
        heights: Mapping[Range, int],
        mask: str | None = None,
    ) -> list[Point]:
        """The points of a block: so many along the vectors, and so many along other dimensions, of
        which the first varies slowest. The mask is for vectors of which it is not known how much
        there is."""
        if heights:
            (range_, height), *rest = heights.items()
            place = places[range_.variable]
            found: list[Point] = []
            for step in range(height):
                own = {**places, range_.variable: Place(place.base, place.offset + step)}
                found += self.points(own, width, dict(rest), mask)
            return found
        vector = self.vector.variable
        lanes, place = self.plan.lanes[vector], places[vector]
        points: list[Point] = []
        for start in range(0, width, lanes):
            own = {**places, vector: Place(place.base, place.offset + start)}
            left = width - start
            own_mask = mask if left >= lanes else constant_mask(left, lanes)
            points.append(Point(own, vector, lanes, own_mask))
        return points

    def write(self, points: Sequence[Point], sums: Mapping[int, Sequence[str]]) -> None:
        """Computes and stores the statements at a block of points. ``sums`` has the reductions that
        are there already, by their identity."""
        self.evaluator.floor = self.emitter.level
        stores: list[tuple[Statement, Point, str]] = []
        for statement in self.nest.statements:
            for reduction in self.outer_reductions(statement.value):
                cells = sums.get(id(reduction)) or self.reduce(reduction, points)
                self.remember_reduction(reduction, points, cells)
            for point in points:
                value = self.evaluator.vector(statement.value, point)
                self.remember_target(statement, point, value, point.lanes > 1)
                stores.append((statement, point, value))
        for statement, point, value in stores:
            if statement.target in self.stored:
                self.store(statement, point, value)
