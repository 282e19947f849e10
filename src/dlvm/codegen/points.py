"""Kernels in which each statement writes one element at each shared point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.codegen.emitter import Declarations
from dlvm.codegen.expressions import Place, Point
from dlvm.codegen.loops import SHARED_OUT, Rule, Rules, constant_mask
from dlvm.codegen.reductions import READ_AHEAD, Reductions
from dlvm.compute.nest import Nest, reduced_together
from dlvm.ir.compute import Range, Schedule, Statement


class Points(Reductions):
    """A block of points at a time is kept in registers, reductions inside."""

    kind = "blocks of points"
    reads_first = True

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        super().__init__(nest, schedule, declarations)
        vectorized = (r for r in reversed(nest.prefix) if r.variable in self.plan.lanes)
        self.vector = next(vectorized, nest.prefix[-1])
        self.lanes = self.plan.lanes.get(self.vector.variable, 1)

    def rules(self) -> Rules:
        innermost = [r.ranges[-1].variable for r in self.nest.reductions]
        return {
            "vectorize": Rule((self.vector.variable,), "vectors go along one shared dimension"),
            "unroll": Rule(
                [*self.shared, *innermost],
                "a block of points is kept in registers, and the innermost loop of a reduction",
            ),
            "parallel": Rule(self.shared, SHARED_OUT),
            "order": Rule([*self.shared, *self.reduced], ""),
            "prefetch": Rule(self.read_ahead(self.nest.reductions), READ_AHEAD),
        }

    def generate(self) -> None:
        unrolled = [r for r in self.nest.prefix if self.plan.unroll.get(r.variable, 1) > 1]
        rows = [r for r in unrolled if r is not self.vector]
        others = [r for r in self.nest.prefix if r is not self.vector and r not in rows]
        self._nest_points(self.loop_order([*others, self.vector, *rows]), {}, {}, rows)

    def _nest_points(
        self,
        order: Sequence[Range],
        places: dict[str, Place],
        sizes: dict[Range, int],
        rows: Sequence[Range],
    ) -> None:
        if not order:
            heights = {r: sizes[r] for r in rows}
            self.write(self.points(places, sizes[self.vector], heights), {})
            return
        range, rest = order[0], order[1:]
        step = self.plan.unroll.get(range.variable, 1)
        if range is self.vector:
            step *= self.lanes
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
        lanes, place = self.lanes, places[vector]
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
            for reductions in reduced_together(statement.value):
                new = [r for r in reductions if id(r) not in sums]
                made = self.reduce_together(new, points) if new else ()
                found = {**sums, **{id(r): c for r, c in zip(new, made, strict=True)}}
                for reduction in reductions:
                    self.remember_reduction(reduction, points, found[id(reduction)])
            self.evaluator.together(statement.value, points)
            for point in points:
                value = self.evaluator.vector(statement.value, point)
                self.remember_target(statement, point, value, point.lanes > 1)
                stores.append((statement, point, value))
        for statement, point, value in stores:
            if statement.target in self.stored:
                self.store(statement, point, value)
