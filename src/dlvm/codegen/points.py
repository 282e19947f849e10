"""Kernels in which each statement writes one element at each shared point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dlvm.codegen.emitter import Declarations, register_type
from dlvm.codegen.expressions import Place, Point
from dlvm.codegen.loops import Loops, Span, constant_mask
from dlvm.codegen.operations import SMALL
from dlvm.compute.nest import Nest
from dlvm.ir.compute import Range, Reduction, Schedule, Statement
from dlvm.ir.compute_rules import identity
from dlvm.ir.polynomial import product

_CHAIN: Final = 64
"""How many numbers are added one after the other, at most, where there are many: sums of sums round
less."""


class Points(Loops):
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
                self._remember_reduction(reduction, points, cells)
            for point in points:
                value = self.evaluator.vector(statement.value, point)
                self.remember_target(statement, point, value, point.lanes > 1)
                stores.append((statement, point, value))
        for statement, point, value in stores:
            if statement.target in self.definition.body.results:
                self.store(statement, point, value)

    def _remember_reduction(
        self, reduction: Reduction, points: Sequence[Point], cells: Sequence[str]
    ) -> None:
        element = reduction.element
        for cell, point in zip(cells, points, strict=True):
            type = register_type(element, point.lanes)
            value = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            if element in SMALL:
                self.operations.level = None
                value = self.operations.rounded(value, element, point.lanes)
            # The value is a vector even where the body is the same in every lane.
            if point.lanes > 1 and point.vector not in reduction.variables:
                value = self.emitter.emit(f"extractelement {type} {value}, i64 0")
            self.emitter.remember(self.evaluator.key(reduction, point), value)

    # Reductions

    def reduce(self, reduction: Reduction, points: Sequence[Point]) -> list[str]:
        """Emits a reduction for a block of points, all of them at once; gives where the results
        are."""
        ranges = list(reduction.ranges)
        first = self.bounds.get(ranges[0].variable) or self.whole(ranges[0])
        chain = self._chain(reduction, first)
        cells = self._cells(reduction, points)
        if any(r.size == 0 for r in ranges):
            return cells
        if chain is None:
            self._reduction_loops(reduction, ranges, first, points, cells, {})
            return cells
        # Sums of sums: rounding grows with the length of a chain of additions.
        totals, emitter, places = cells, self.emitter, dict[str, Place]()
        for size in self.steps(first, chain, places):
            begin = self.at(places[first.variable])
            end = first.end if size is None else self.behind(begin, size)
            step = chain if first.step % chain == 0 else 1
            part = Span(first.variable, begin, end, size, first.size, step)
            cells = self._cells(reduction, points)
            self._reduction_loops(reduction, ranges, part, points, cells, {})
            for total, cell, point in zip(totals, cells, points, strict=True):
                type = register_type(reduction.element, point.lanes)
                new = emitter.emit(f"load {type}, ptr {cell}, align 64")
                old = emitter.emit(f"load {type}, ptr {total}, align 64")
                new = emitter.emit(f"fadd {type} {old}, {new}")
                emitter.line(f"store {type} {new}, ptr {total}, align 64")
        return totals

    def _chain(self, reduction: Reduction, first: Span) -> int | None:
        """How many values of the outermost range one chain of additions goes over; None for all."""
        if reduction.by != "add" or not reduction.element.is_float:
            return None
        inner = product(tuple(r.size for r in reduction.ranges[1:]))
        if not isinstance(inner, int):
            return None
        length = max(1, _CHAIN // max(1, inner))
        return length if first.count is None or first.count > 2 * length else None

    def _cells(self, reduction: Reduction, points: Sequence[Point]) -> list[str]:
        """Memory for the results at a block of points, before anything is joined to them."""
        element, lanes = reduction.element, points[0].lanes
        type = register_type(element, lanes)
        start = self.operations.constant(identity(reduction.by, element), element, lanes)
        cells = [self.emitter.alloca(type) for _ in points]
        for cell in cells:
            self.emitter.line(f"store {type} {start}, ptr {cell}, align 64")
        return cells

    def _reduction_loops(
        self,
        reduction: Reduction,
        ranges: list[Range],
        span: Span,
        points: Sequence[Point],
        cells: Sequence[str],
        places: dict[str, Place],
    ) -> None:
        """Loops over the span of the first range, and all values of the others."""
        range_, rest = ranges[0], ranges[1:]
        if rest:
            for _ in self.steps(span, 1, places):
                own = self.whole(rest[0])
                self._reduction_loops(reduction, rest, own, points, cells, places)
            return
        unroll = self.plan.unroll.get(range_.variable, 1)
        for size in self.steps(span, unroll, places):
            if size is None:
                left = self.rest(span, places[range_.variable])
                own = dict(places)
                with self.loop(span.variable, left.begin, left.end, 1, own):
                    self._add(reduction, points, cells, own, 1)
            else:
                self._add(reduction, points, cells, places, size)

    def _add(
        self,
        reduction: Reduction,
        points: Sequence[Point],
        cells: Sequence[str],
        places: dict[str, Place],
        count: int,
    ) -> None:
        variable = reduction.ranges[-1].variable
        start = places[variable]
        for step in range(count):
            own = {**places, variable: Place(start.base, start.offset + step)}
            for point, cell in zip(points, cells, strict=True):
                self.accumulate(reduction, point.at(**own), cell)
