"""Variance merging: sums values and squared deviations from the mean block by block (Chan et
al.)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point
from dlvm.codegen.kernels.loops import DirectiveRule, Rules, VariableRange
from dlvm.codegen.kernels.pointwise import PointwiseLoops
from dlvm.codegen.llvm.emitter import Declarations, register_type
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.variance_merging import Moments, find_moments
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import F64, ElementType


class MergedPoints(PointwiseLoops):
    """Keeps a block of points in registers. The reductions at these points run over blocks, whose
    moments are merged."""

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        super().__init__(nest, schedule, declarations)
        self.moments = find_moments(nest)

    def rules(self) -> Rules:
        ranges = [m.range.variable for m in self.moments]
        why = "sums and sums of squared deviations from their mean are made of blocks"
        return {**super().rules(), "tile": DirectiveRule(ranges, why)}

    def write(self, points: Sequence[Point], sums: Mapping[int, Sequence[str]]) -> None:
        found = dict(sums)
        for moments in self.moments:
            if moments.range.variable in self.plan.tiles:
                found |= self._merged(moments, points)
        super().write(points, found)

    def _merged(self, moments: Moments, points: Sequence[Point]) -> dict[int, Sequence[str]]:
        """The addresses of the sums and sums of squares at the points, by identity. Blocks are
        merged in f64."""
        variable, lanes, element = moments.range.variable, points[0].lanes, moments.total.element
        totals = self._cells("add", F64, lanes, points)
        squares = self._cells("add", F64, lanes, points)
        places: dict[str, LoopIndex] = {}
        for size in self.steps(self.whole(moments.range), self.plan.tiles[variable], places):
            assert size is not None
            begin = self.at(places[variable])
            end = self.behind(begin, size)
            self.bounds[variable] = VariableRange(variable, begin, end, size, moments.range.size)
            self._merge(moments, begin, size * moments.inner, points, totals, squares)
            # The result of one block must not be reused for others or for the total.
            self.emitter.forget()
        del self.bounds[variable]
        return {
            id(reduction): self._narrowed(cells, element, lanes)
            for reduction, cells in ((moments.total, totals), (moments.squares, squares))
        }

    def _narrowed(self, cells: Sequence[str], element: ElementType, lanes: int) -> Sequence[str]:
        """Converts f64 values to another type."""
        if element is F64:
            return cells
        wide, type = register_type(F64, lanes), register_type(element, lanes)
        narrow = [self.emitter.alloca(type) for _ in cells]
        for cell, target in zip(cells, narrow, strict=True):
            value = self.emitter.emit(f"load {wide}, ptr {cell}, align 64")
            value = self.emitter.emit(f"fptrunc {wide} {value} to {type}")
            self.emitter.line(f"store {type} {value}, ptr {target}, align 64")
        return narrow

    def _merge(
        self,
        moments: Moments,
        begin: int | str,
        count: int,
        points: Sequence[Point],
        totals: Sequence[str],
        squares: Sequence[str],
    ) -> None:
        """Merges a block of values with the previous ones. For n values with the sum s and m values
        with the sum t, the sum of squared deviations of all values is the sum of the squared
        deviations of both, plus n m / (n + m) (t / m - s / n)². As the mean of the block is
        rounded, deviations from it do not add up to 0: their sum corrects the mean."""
        operations, element, lanes = self.operations, moments.total.element, points[0].lanes
        emitter, type, double = (
            self.emitter,
            register_type(element, lanes),
            register_type(F64, lanes),
        )
        self.evaluator.floor = emitter.level
        parts = self.reduce(moments.total, points)
        operations.level = None
        factor = operations.constant(moments.count / count, element, lanes)
        for cell, point in zip(parts, points, strict=True):
            # The deviations are from the mean of the block.
            total = emitter.emit(f"load {type}, ptr {cell}, align 64")
            total = operations.binary("fmul", element, lanes, total, factor)
            self.remember_target(moments.statement, point, total, lanes > 1)
        rests, own = self.reduce_together([moments.deviations, moments.squares], points)
        operations.level = None
        share, weight = (
            operations.splat(v, F64, lanes) for v in self._weights(begin, moments.inner, count)
        )
        size, one = (operations.constant(v, F64, lanes) for v in (float(count), 1 / count))
        for point, *cells in zip(points, totals, squares, rests, own, strict=True):
            total, square = (emitter.emit(f"load {double}, ptr {c}, align 64") for c in cells[:2])
            rest, more = (emitter.emit(f"load {type}, ptr {c}, align 64") for c in cells[2:])
            values = self.evaluator.vector(moments.mean, point), rest, more
            mean, rest, more = (self._widened(v, element, lanes) for v in values)
            beyond = operations.binary("fmul", F64, lanes, rest, one)
            mean = operations.binary("fadd", F64, lanes, mean, beyond)
            less = operations.binary("fmul", F64, lanes, rest, beyond)
            more = operations.binary("fsub", F64, lanes, more, less)
            before = operations.binary("fmul", F64, lanes, total, share)
            apart = operations.binary("fsub", F64, lanes, mean, before)
            weighted = operations.binary("fmul", F64, lanes, apart, weight)
            more = operations.intrinsic("fmuladd", F64, lanes, weighted, apart, more)
            total = operations.intrinsic("fmuladd", F64, lanes, mean, size, total)
            square = operations.binary("fadd", F64, lanes, square, more)
            emitter.line(f"store {double} {total}, ptr {cells[0]}, align 64")
            emitter.line(f"store {double} {square}, ptr {cells[1]}, align 64")

    def _widened(self, value: str, element: ElementType, lanes: int) -> str:
        if element is F64:
            return value
        type = register_type(element, lanes)
        return self.emitter.emit(f"fpext {type} {value} to {register_type(F64, lanes)}")

    def _weights(self, begin: int | str, inner: int, count: int) -> tuple[str, str]:
        """1 / n and n m / (n + m) for n values before a block of m; 1 and 0 if there are none."""
        operations, type = self.operations, register_type(F64)
        size, one = (operations.constant(float(v), F64) for v in (count, 1))
        number = self.emitter.emit(f"mul nuw nsw i64 {begin}, {inner}")
        most = self.evaluator.declarations.declare("llvm.umax.i64", "i64", "i64", "i64")
        divisor = self.emitter.emit(f"call i64 {most}(i64 {number}, i64 1)")
        before, divisor = (
            self.emitter.emit(f"uitofp i64 {v} to {type}") for v in (number, divisor)
        )
        share = operations.binary("fdiv", F64, 1, one, divisor)
        both = operations.binary("fadd", F64, 1, before, size)
        weight = operations.binary("fmul", F64, 1, before, size)
        return share, operations.binary("fdiv", F64, 1, weight, both)
