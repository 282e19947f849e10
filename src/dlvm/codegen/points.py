"""Kernels in which each statement writes one element at each shared point."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.emitter import register_type
from dlvm.codegen.expressions import Panel, Place, Point
from dlvm.codegen.loops import Loops, constant_mask
from dlvm.codegen.operations import SMALL
from dlvm.codegen.transpose import pack_panel
from dlvm.compute.nest import offset, reads
from dlvm.compute.scheduling import is_packed
from dlvm.ir.compute import Expression, Range, Reduction, Statement
from dlvm.ir.compute_rules import identity


class Points(Loops):
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
            self._block(places, sizes, rows)
            return
        range, rest = order[0], order[1:]
        last = self.nest.prefix[-1]
        lanes = self.plan.lanes[last.variable]
        step = self.plan.unroll.get(range.variable, 1) * (lanes if range is last else 1)
        for size in self.blocks(range, step, places):
            sizes = {**sizes, range.variable: size}
            if range is last:
                self._pack(places, size)
            self._nest_points(rest, places, sizes, rows)

    def _pack(self, places: dict[str, Place], size: int) -> None:
        last = self.nest.prefix[-1].variable
        lanes = self.plan.lanes[last]
        width = self.plan.unroll.get(last, 1) * lanes
        for reduction in self.nest.reductions:
            inner = reduction.ranges[-1]
            for read in reads(reduction.body):
                if read.tensor not in self.plan.packed or read.tensor not in self.evaluator.memory:
                    continue
                if not is_packed(read, self.nest.prefix[-1], inner):
                    continue
                known = {v for v, _ in offset(read).terms} - {inner.variable}
                if not known <= places.keys():
                    continue
                pointer = pack_panel(self.evaluator, read, places, last, inner, size, width)
                self.evaluator.panels[read.tensor, offset(read)] = Panel(
                    pointer, width, last, inner.variable, places[last].offset
                )

    def _block(self, places: dict[str, Place], sizes: dict[str, int], rows: Range | None) -> None:
        """A block of points kept in registers."""
        self.evaluator.floor = self.emitter.level
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
                mask = None if left >= lanes else constant_mask(left, lanes)
                points.append(Point(own, last, lanes, mask))
        stores: list[tuple[Statement, Point, str]] = []
        for statement in self.nest.statements:
            self._reduce_at(statement.value, points)
            for point in points:
                value = self.evaluator.vector(statement.value, point)
                self.remember_target(statement, point, value, lanes > 1)
                stores.append((statement, point, value))
        for statement, point, value in stores:
            if statement.target in self.definition.body.results:
                self.store(statement, point, value)

    def _reduce_at(self, expression: Expression, points: Sequence[Point]) -> None:
        """Emits the reductions in an expression for a block of points, all of them at once."""
        for reduction in self.outer_reductions(expression):
            element = reduction.element
            type = register_type(element, points[0].lanes)
            start = self.operations.constant(
                identity(reduction.by, element), element, points[0].lanes
            )
            cells = [self.emitter.alloca(type) for _ in points]
            for cell in cells:
                self.emitter.line(f"store {type} {start}, ptr {cell}, align 64")
            self._reduction_loops(reduction, list(reduction.ranges), points, cells, {})
            for cell, point in zip(cells, points, strict=True):
                value = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
                if element in SMALL:
                    self.operations.level = None
                    value = self.operations.rounded(value, element, point.lanes)
                self._remember_reduction(reduction, point, value)

    def _remember_reduction(self, reduction: Reduction, point: Point, value: str) -> None:
        # The value is a vector even where the body is the same in every lane.
        if point.lanes > 1 and point.vector not in reduction.variables:
            type = register_type(reduction.element, point.lanes)
            value = self.emitter.emit(f"extractelement {type} {value}, i64 0")
        self.emitter.remember(self.evaluator.key(reduction, point), value)

    def _reduction_loops(
        self,
        reduction: Reduction,
        ranges: list[Range],
        points: Sequence[Point],
        cells: Sequence[str],
        places: dict[str, Place],
    ) -> None:
        if any(r.size == 0 for r in reduction.ranges):
            return
        range_, rest = ranges[0], ranges[1:]
        unroll = self.plan.unroll.get(range_.variable, 1) if not rest else 1
        size = range_.size
        if not isinstance(size, int):
            steps = sorted({unroll, 1}, reverse=True)
            end = self.evaluator.size(size)
            for step in self.pieces(range_.variable, "0", end, steps, places):
                self._reduction_steps(reduction, rest, points, cells, places, range_, step)
            return
        whole = size // unroll * unroll
        if whole:
            with self.loop(range_.variable, 0, whole, unroll, places):
                self._reduction_steps(reduction, rest, points, cells, places, range_, unroll)
        if size > whole:
            places[range_.variable] = Place(None, whole)
            self._reduction_steps(reduction, rest, points, cells, places, range_, size - whole)
            del places[range_.variable]

    def _reduction_steps(
        self,
        reduction: Reduction,
        rest: list[Range],
        points: Sequence[Point],
        cells: Sequence[str],
        places: dict[str, Place],
        range_: Range,
        count: int,
    ) -> None:
        if rest:
            self._reduction_loops(reduction, rest, points, cells, places)
            return
        start = places[range_.variable]
        for step in range(count):
            own = {**places, range_.variable: Place(start.base, start.offset + step)}
            for point, cell in zip(points, cells, strict=True):
                self.accumulate(reduction, point.at(**own), cell)
