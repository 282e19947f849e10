"""Kernels in which each statement writes one element at each shared point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.codegen.expressions import Place, Point
from dlvm.codegen.loops import constant_mask
from dlvm.codegen.reductions import Reductions
from dlvm.ir.compute import Range, Statement


class Points(Reductions):
    """A block of points at a time is kept in registers, reductions inside."""

    def generate(self) -> None:
        nest, plan = self.nest, self.plan
        last = nest.prefix[-1]
        rows = next((r for r in nest.prefix[:-1] if plan.unroll.get(r.variable, 1) > 1), None)
        order = [r for r in nest.prefix if r not in (last, rows)]
        order.append(last)
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
        sizes: dict[str, int],
        rows: Range | None,
    ) -> None:
        if not order:
            self.block(places, sizes, rows)
            return
        range, rest = order[0], order[1:]
        last = self.nest.prefix[-1]
        lanes = self.plan.lanes[last.variable]
        step = self.plan.unroll.get(range.variable, 1) * (lanes if range is last else 1)
        for size in self.blocks(range, step, places):
            sizes = {**sizes, range.variable: size}
            self._nest_points(rest, places, sizes, rows)

    def block(self, places: dict[str, Place], sizes: dict[str, int], rows: Range | None) -> None:
        """A block of points kept in registers."""
        self.write(self.points(places, sizes, rows), {})

    def points(
        self,
        places: dict[str, Place],
        sizes: dict[str, int],
        rows: Range | None,
        mask: str | None = None,
    ) -> list[Point]:
        """The points of a block, row by row; the mask is for vectors of which it is not known how
        much of them there is."""
        last = self.nest.prefix[-1].variable
        lanes = self.plan.lanes[last]
        points: list[Point] = []
        heights = range(sizes[rows.variable]) if rows is not None else range(1)
        for row in heights:
            for start in range(0, sizes[last], lanes):
                own = dict(places)
                own[last] = Place(places[last].base, places[last].offset + start)
                if rows is not None:
                    place = places[rows.variable]
                    own[rows.variable] = Place(place.base, place.offset + row)
                left = sizes[last] - start
                own_mask = mask if left >= lanes else constant_mask(left, lanes)
                points.append(Point(own, last, lanes, own_mask))
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
            if statement.target in self.definition.body.results:
                self.store(statement, point, value)
