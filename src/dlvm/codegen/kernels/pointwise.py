"""Pointwise kernels: each statement writes one element at each shared point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point
from dlvm.codegen.kernels.loops import SHARED_OUT, DirectiveRule, Rules, constant_mask
from dlvm.codegen.kernels.reductions import PREFETCH_REASON, Reductions
from dlvm.codegen.kernels.register_transpose import transposed
from dlvm.codegen.llvm.emitter import Declarations, memory_type
from dlvm.compute.loop_nest.nest import Nest, is_strided, reduced_together
from dlvm.ir.compute import Affine, Range, Statement
from dlvm.ir.schedules import Schedule


class PointwiseLoops(Reductions):
    """Keeps a block of points in registers, with reductions inside."""

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
            "vectorize": DirectiveRule(
                (self.vector.variable,), "vectors run along one shared dimension"
            ),
            "unroll": DirectiveRule(
                [*self.shared, *innermost],
                "only blocks of points and the innermost loop of a reduction are unrolled",
            ),
            "parallel": DirectiveRule(self.shared, SHARED_OUT),
            "order": DirectiveRule([*self.shared, *self.reduced], ""),
            "prefetch": DirectiveRule(self.prefetched(self.nest.reductions), PREFETCH_REASON),
        }

    def generate(self) -> None:
        unrolled = [r for r in self.nest.prefix if self.plan.unroll.get(r.variable, 1) > 1]
        rows = [r for r in unrolled if r is not self.vector]
        others = [r for r in self.nest.prefix if r is not self.vector and r not in rows]
        self._nest_points(self.loop_order([*others, self.vector, *rows]), {}, {}, rows)

    def _nest_points(
        self,
        order: Sequence[Range],
        places: dict[str, LoopIndex],
        sizes: dict[Range, int],
        rows: Sequence[Range],
        mask: str | None = None,
    ) -> None:
        if not order:
            heights = {r: sizes[r] for r in rows}
            self.write(self.points(places, sizes[self.vector], heights, mask), {})
            return
        loop_range, rest = order[0], order[1:]
        step = self.plan.unroll.get(loop_range.variable, 1)
        if loop_range is self.vector:
            step *= self.lanes
        for size in self.blocks(loop_range, step, places):
            if size is None:
                place = places[loop_range.variable]
                mask = self.lanes_left(self.whole(loop_range), place, None, self.lanes)
                size = self.lanes
            self._nest_points(rest, places, {**sizes, loop_range: size}, rows, mask)

    def points(
        self,
        places: dict[str, LoopIndex],
        width: int,
        heights: Mapping[Range, int],
        mask: str | None = None,
    ) -> list[Point]:
        """The points of a block: ``width`` along the vectors, and ``heights`` along other
        dimensions, of which the first varies slowest. The mask is for vectors of unknown length."""
        if heights:
            (range_, height), *rest = heights.items()
            place = places[range_.variable]
            found: list[Point] = []
            for step in range(height):
                own = {**places, range_.variable: LoopIndex(place.base, place.offset + step)}
                found += self.points(own, width, dict(rest), mask)
            return found
        vector = self.vector.variable
        lanes, place = self.lanes, places[vector]
        points: list[Point] = []
        for start in range(0, width, lanes):
            own = {**places, vector: LoopIndex(place.base, place.offset + start)}
            left = width - start
            own_mask = mask if left >= lanes else constant_mask(left, lanes)
            points.append(Point(own, vector, lanes, own_mask))
        return points

    def write(self, points: Sequence[Point], sums: Mapping[int, Sequence[str]]) -> None:
        """Computes and stores the statements at a block of points. ``sums`` has the reductions
        that are computed already, by identity."""
        self.evaluator.floor = self.emitter.level
        stores: list[tuple[Statement, list[str]]] = []
        for statement in self.nest.statements:
            for reductions in reduced_together(statement.value):
                new = [r for r in reductions if id(r) not in sums]
                made = self.reduce_together(new, points) if new else ()
                found = {**sums, **{id(r): c for r, c in zip(new, made, strict=True)}}
                for reduction in reductions:
                    self.remember_reduction(reduction, points, found[id(reduction)])
            self.evaluator.together(statement.value, points)
            values = [self.evaluator.vector(statement.value, point) for point in points]
            for point, value in zip(points, values, strict=True):
                self.remember_target(statement, point, value, point.lanes > 1)
            stores.append((statement, values))
        for statement, values in stores:
            if statement.target in self.stored:
                self._store(statement, list(zip(points, values, strict=True)))

    def _store(self, statement: Statement, block: Sequence[tuple[Point, str]]) -> None:
        """Stores a block of points. If its vectors are strided and its rows contiguous in memory,
        it is transposed first, so that stores are contiguous."""
        for group in self._rows_along(statement, block):
            if len(group) > 1:
                self._store_turned(statement, group)
            else:
                self.store(statement, *group[0])

    def _rows_along(
        self, statement: Statement, block: Sequence[tuple[Point, str]]
    ) -> Iterator[Sequence[tuple[Point, str]]]:
        """Groups the points of a block that can be transposed together: a power of two of
        consecutive rows whose elements are adjacent in memory."""
        (index, *_), vector = statement.indices or (Affine(),), self.vector.variable
        assert isinstance(index, Affine)
        step = index.coefficient(vector)
        row = next((v for v, _ in index.terms if v != vector and index.coefficient(v) == 1), None)
        groups: dict[object, list[tuple[Point, str]]] = {}
        for number, (point, value) in enumerate(block):
            key: object = number
            is_known = point.mask is None or point.mask.startswith("<")
            if point.lanes > 1 and is_known and row is not None and is_strided(step):
                others = tuple((v, p) for v, p in point.places.items() if v != row)
                key = others, point.places[row].base
            groups.setdefault(key, []).append((point, value))
        for group in groups.values():
            begin = 0
            while begin < len(group):
                most = min(len(group) - begin, group[begin][0].lanes)
                count = 1 << (most.bit_length() - 1)
                yield group[begin : begin + count]
                begin += count

    def _store_turned(self, statement: Statement, rows: Sequence[tuple[Point, str]]) -> None:
        memory, (first, _) = self.evaluator.memory[statement.target], rows[0]
        (index, *_) = statement.indices or (Affine(),)
        assert isinstance(index, Affine)
        element, lanes = memory.element, first.lanes
        pointer = self.evaluator.address(memory, index, first)
        step = self.evaluator.size(index.coefficient(self.vector.variable))
        values = [self.evaluator.to_memory(value, element, lanes) for _, value in rows]
        stored, emit = memory_type(element), self.emitter.emit
        turned = transposed(self.emitter, values, stored, lanes)
        count = lanes if first.mask is None else first.mask.count("true")
        for lane in range(count):
            begin, line = lane - lane % len(rows), turned[lane % len(rows)]
            kept = ", ".join(f"i32 {begin + n}" for n in range(len(rows)))
            type = f"<{lanes} x {stored}>"
            part = emit(f"shufflevector {type} {line}, {type} poison, <{len(rows)} x i32> <{kept}>")
            apart = emit(f"mul nsw i64 {step}, {lane}")
            place = emit(f"getelementptr {stored}, ptr {pointer}, i64 {apart}")
            self.evaluator.store_stored(part, element, place, len(rows), None)
