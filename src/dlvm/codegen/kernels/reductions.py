"""Reductions in registers: along the lanes of vectors, or across them for many points at once.

Long sums are computed in parts of bounded length. Parts of a sum to a scalar are added in f64, so
that the rounding error does not grow with the number of terms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from dlvm.codegen.expressions.composites import composed
from dlvm.codegen.expressions.element_operations import SMALL, joined
from dlvm.codegen.expressions.index_expressions import LoopIndex, Point
from dlvm.codegen.kernels.loops import KernelLoops, VariableRange
from dlvm.codegen.llvm.emitter import register_type
from dlvm.compute.loop_nest.nest import CHAIN, offset, reduced_together
from dlvm.ir.compute import Call, Expression, Range, Reduction
from dlvm.ir.compute_rules import identity
from dlvm.ir.polynomial import estimate, product
from dlvm.ir.types import BOOL, F64, ElementType

_LONG: Final = 256
"""Sums of more elements along vectors are accumulated in f64."""
_FEW: Final = 64
"""At most this many sums are split into independent accumulators: the processor overlaps their
additions, instead of waiting for the latency of each."""

_MOST_UNPOLLED: Final = 1 << 16
"""Reductions of at most this many terms do not poll for interrupts."""

PREFETCH_REASON: Final = "only reads of sums at indices that are not computed are prefetched"

Inner = Callable[[VariableRange, dict[str, LoopIndex], Sequence[Sequence[str]]], None]
"""Accumulates the values of the innermost range in a span to the cells of each reduction."""


@dataclass(frozen=True)
class Sums:
    """How a reduction is computed. Unless ``part`` is 0, it is computed in parts of ``part``
    values, whose sums are added in f64."""

    reduction: Reduction
    lanes: int
    part: int

    @property
    def form(self) -> ElementType:
        return F64 if self.part else self.reduction.element


class Reductions(KernelLoops):
    """Loops with reductions."""

    @property
    def reduced(self) -> list[str]:
        """The variables that are reduced."""
        return [r.variable for n in self.nest.reductions for r in n.ranges]

    def prefetched(self, reductions: Sequence[Reduction]) -> list[str]:
        """The tensors in memory that reductions can prefetch."""
        return [
            read.tensor
            for reduction in reductions
            for read in reduction.body.reads
            if self.nest.types[read.tensor].rank
            and len(read.indices) == 1
            and read.tensor in self.definition.body.parameters
        ]

    def accumulate(self, reduction: Reduction, point: Point, cell: str) -> None:
        element, lanes = reduction.element, point.lanes
        type = register_type(element, lanes)
        body = reduction.body
        product = (
            reduction.by == "add"
            and element.is_float
            and isinstance(body, Call)
            and body.operation in ("multiply", "square")
            and composed(body) is None
        )
        if product:
            assert isinstance(body, Call)
            factors = [self.evaluator.vector(a, point) for a in body.arguments]
            old = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            self.operations.level = None
            # One rounding, or two where the processor would call a function for one.
            operands = factors[0], factors[-1], old
            value = self.operations.intrinsic("fmuladd", element, lanes, *operands)
        else:
            term = self.evaluator.vector(body, point)
            old = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            self.operations.level = None
            value = joined(self.operations, reduction.by, element, lanes, old, term)
        if point.mask is not None and point.vector is not None and self._masks(reduction, point):
            value = self.operations.select(point.mask, element, lanes, value, old)
        self.emitter.line(f"store {type} {value}, ptr {cell}, align 64")

    @staticmethod
    def _masks(reduction: Reduction, point: Point) -> bool:
        """Whether the vectorized variable is reduced. Lanes past its end must then be masked."""
        return any(r.variable == point.vector for r in reduction.ranges)

    # Across vectors

    def remember_reduction(
        self, reduction: Reduction, points: Sequence[Point], cells: Sequence[str]
    ) -> None:
        """Remembers the results of a reduction at points, for expressions."""
        element = reduction.element
        for cell, point in zip(cells, points, strict=True):
            type = register_type(element, point.lanes)
            value = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            if element in SMALL:
                self.operations.level = None
                value = self.operations.rounded(value, element, point.lanes)
            # The value is a vector even if the body is the same in every lane.
            if point.lanes > 1 and point.vector not in reduction.variables:
                value = self.emitter.emit(f"extractelement {type} {value}, i64 0")
            self.emitter.remember(self.evaluator.key(reduction, point), value)

    def reduce(self, reduction: Reduction, points: Sequence[Point]) -> list[str]:
        """Emits one reduction for all points of a block; returns the addresses of the
        results."""
        (cells,) = self.reduce_together([reduction], points)
        return cells

    def reduce_together(
        self, reductions: Sequence[Reduction], points: Sequence[Point]
    ) -> list[list[str]]:
        """Emits reductions over the same ranges as one loop, for all points of a block; returns the
        addresses of the results."""
        ranges, fixed = list(reductions[0].ranges), dict[str, LoopIndex]()
        first = self.iterated(ranges[0])
        while first.count == 1 and len(ranges) > 1:
            fixed[first.variable] = first.place(0)
            ranges.pop(0)
            first = self.iterated(ranges[0])
        chain = self._chain(reductions[0], ranges, first)
        lanes = points[0].lanes
        totals = [self._cells(r.by, r.element, lanes, points) for r in reductions]
        if any(r.size == 0 for r in ranges):
            return totals
        terms = product(tuple(r.size for r in ranges))
        with self.emitter.unpolled(isinstance(terms, int) and terms <= _MOST_UNPOLLED):
            if chain is None:
                self._reduction_loops(reductions, ranges, first, points, totals, fixed)
            else:
                self._sums_of_parts(reductions, ranges, first, chain, points, totals, fixed)
        return totals

    def _sums_of_parts(
        self,
        reductions: Sequence[Reduction],
        ranges: list[Range],
        first: VariableRange,
        chain: int,
        points: Sequence[Point],
        totals: Sequence[Sequence[str]],
        fixed: dict[str, LoopIndex],
    ) -> None:
        """Computes sums of sums, since the rounding error grows with the length of a chain of
        additions."""
        emitter, places, lanes = self.emitter, dict[str, LoopIndex](), points[0].lanes
        # In registers, the totals would have to be saved at each poll: LLVM does so in the inner
        # loop.
        access = "volatile " if emitter.polls else ""
        for size in self.steps(first, chain, places):
            begin = self.at(places[first.variable])
            end = first.end if size is None else self.behind(begin, size)
            step = chain if first.step % chain == 0 else 1
            part = VariableRange(first.variable, begin, end, size, first.size, step)
            cells = [self._cells(r.by, r.element, lanes, points) for r in reductions]
            self._reduction_loops(reductions, ranges, part, points, cells, fixed)
            for reduction, into, of in zip(reductions, totals, cells, strict=True):
                type = register_type(reduction.element, lanes)
                for total, cell in zip(into, of, strict=True):
                    new = emitter.emit(f"load {type}, ptr {cell}, align 64")
                    old = emitter.emit(f"load {access}{type}, ptr {total}, align 64")
                    new = emitter.emit(f"fadd {type} {old}, {new}")
                    emitter.line(f"store {access}{type} {new}, ptr {total}, align 64")

    def _chain(
        self, reduction: Reduction, ranges: Sequence[Range], first: VariableRange
    ) -> int | None:
        """The number of values of the first range that one chain of additions covers; None for
        all."""
        if reduction.by != "add" or not reduction.element.is_float:
            return None
        inner = product(tuple(r.size for r in ranges[1:]))
        if not isinstance(inner, int):
            return None
        sizes = [product(tuple(r.size for r in s.ranges)) for s in self.nest.statements]
        is_few = all(isinstance(size, int) and size <= _FEW for size in sizes)
        short = max(CHAIN // 8, self.plan.unroll.get(reduction.ranges[-1].variable, 1))
        length = max(1, (short if is_few else CHAIN) // max(1, inner))
        return length if first.count is None or first.count > 2 * length else None

    def _cells(self, by: str, element: ElementType, lanes: int, of: Sequence[object]) -> list[str]:
        """Memory for accumulators, initialized to the identity."""
        type = register_type(element, lanes)
        start = self.operations.constant(identity(by, element), element, lanes)
        cells = [self.emitter.alloca(type) for _ in of]
        for cell in cells:
            self.emitter.line(f"store {type} {start}, ptr {cell}, align 64")
        return cells

    def _reduction_loops(
        self,
        reductions: Sequence[Reduction],
        ranges: list[Range],
        span: VariableRange,
        points: Sequence[Point],
        cells: Sequence[Sequence[str]],
        places: dict[str, LoopIndex],
    ) -> None:
        """Loops over the span of the first range, and all values of the others."""
        range_, rest = ranges[0], ranges[1:]
        if rest:
            for _ in self.steps(span, 1, places):
                own = self.iterated(rest[0])
                self._reduction_loops(reductions, rest, own, points, cells, places)
            return
        unroll = self.plan.unroll.get(range_.variable, 1)
        if span.count is not None and span.count // unroll == 2:
            # LLVM 22 turns the counter of two iterations into a flag, and then spills the loaded
            # values, which takes twice as long.
            unroll *= 2
        for size in self.steps(span, unroll, places):
            if size is None:
                left = self.rest(span, places[range_.variable])
                own = dict(places)
                with self.loop(span.variable, left.begin, left.end, 1, own):
                    self._add(reductions, points, cells, own, 1)
            else:
                self._add(reductions, points, cells, places, size)

    def _add(
        self,
        reductions: Sequence[Reduction],
        points: Sequence[Point],
        cells: Sequence[Sequence[str]],
        places: dict[str, LoopIndex],
        count: int,
    ) -> None:
        variable = reductions[0].ranges[-1].variable
        start = places[variable]
        for step in range(count):
            own = {**places, variable: LoopIndex(start.base, start.offset + step)}
            here = [point.at(**own) for point in points]
            for reduction, into in zip(reductions, cells, strict=True):
                self._prefetch(reduction, points, own)
                self.evaluator.together(reduction.body, here)
                for point, cell in zip(here, into, strict=True):
                    self.accumulate(reduction, point, cell)

    def _prefetch(
        self, reduction: Reduction, points: Sequence[Point], places: dict[str, LoopIndex]
    ) -> None:
        """Emits the prefetches of the schedule, a number of values of the innermost variable ahead.
        An address beyond the tensor is harmless."""
        variable = reduction.ranges[-1].variable
        for read in reduction.body.reads:
            ahead = self.plan.prefetch.get(read.tensor)
            if ahead is None or read.tensor not in self.evaluator.memory or len(read.indices) > 1:
                continue
            name = self.evaluator.declarations.declare(
                "llvm.prefetch.p0", "void", "ptr", "i32", "i32", "i32"
            )
            seen: set[object] = set()
            for point in points:
                later = LoopIndex(places[variable].base, places[variable].offset + ahead)
                here = point.at(**{**places, variable: later})
                key = tuple(here.places[v] for v in sorted(read.variables))
                if key in seen:
                    continue
                seen.add(key)
                memory = self.evaluator.memory[read.tensor]
                pointer = self.evaluator.address(memory, offset(read), here)
                self.emitter.line(f"call void {name}(ptr {pointer}, i32 0, i32 3, i32 1)")

    # Along vectors

    def reduce_along(self, expression: Expression, point: Point) -> None:
        """Emits the reductions of a scalar, vectorized along a reduced dimension."""
        for reductions in reduced_together(expression):
            totals = self.totals_along(reductions, dict(point.places))
            for reduction, total in zip(reductions, totals, strict=True):
                self.remember_total(reduction, point, total)

    def remember_total(self, reduction: Reduction, point: Point, total: str) -> None:
        """Remembers the result of a reduction at a point for expressions; rounds it first."""
        form = self.sums_along(reduction).form
        total = self._rounded(total, form, reduction.element, 1)
        self.emitter.remember(self.evaluator.key(reduction, point), total)

    def sums_along(self, reduction: Reduction) -> Sums:
        """How a reduction is computed along vectors."""
        variable = reduction.ranges[-1].variable
        lanes, count = self.plan.lanes.get(variable, 1), self.plan.unroll.get(variable, 1)
        part = CHAIN // 4 * lanes * count if self._is_long_sum(reduction) else 0
        return Sums(reduction, lanes, part)

    def totals_along(
        self, reductions: Sequence[Reduction], places: dict[str, LoopIndex]
    ) -> list[str]:
        """The unrounded results of reductions over the same ranges, by one loop that is vectorized
        along a reduced range."""
        sums = [self.sums_along(r) for r in reductions]
        count = self.plan.unroll.get(reductions[0].ranges[-1].variable, 1)
        found = self._reduced(sums, places, count, partial(self._join_along, reductions))
        return [self.total_of(s, vectors) for s, vectors in zip(sums, found, strict=True)]

    def total_of(self, sums: Sums, vectors: Sequence[str]) -> str:
        """The unrounded total of vectors of partial results."""
        self.operations.level = None
        reduction, lanes = sums.reduction, sums.lanes
        if reduction.by in ("min", "max") and reduction.element.is_float and lanes > 1:
            return self._extreme_along(reduction, lanes, vectors)
        total, *values = vectors
        for value in values:
            total = joined(self.operations, reduction.by, sums.form, lanes, total, value)
        return self.operations.reduce_lanes(reduction.by, sums.form, lanes, total)

    def _extreme_along(self, reduction: Reduction, lanes: int, vectors: Sequence[str]) -> str:
        """The least or greatest lane of vectors, NaN if any lane is NaN. NaNs are detected once, so
        that each step is one instruction."""
        ops, element = self.operations, reduction.element
        predicate = "olt" if reduction.by == "min" else "ogt"

        def extreme(a: str, b: str, count: int) -> str:
            return ops.select(ops.compare(predicate, element, count, a, b), element, count, a, b)

        found, *others = vectors
        flags = ops.compare("uno", element, lanes, found, vectors[-1])
        for one, other in zip(others[::2], others[1::2], strict=False):
            more = ops.compare("uno", element, lanes, one, other)
            flags = ops.binary("or", BOOL, lanes, flags, more)
        for vector in others:
            found = extreme(found, vector, lanes)
        word = self.emitter.emit(f"bitcast <{lanes} x i1> {flags} to i{lanes}")
        is_unordered = self.emitter.emit(f"icmp ne i{lanes} {word}, 0")
        while lanes > 1:
            low, high = ops.halves(element, lanes, found)
            lanes //= 2
            found = extreme(low, high, lanes)
        return ops.select(is_unordered, element, 1, ops.constant(math.nan, element, 1), found)

    @staticmethod
    def _is_long_sum(reduction: Reduction) -> bool:
        is_sum = reduction.by == "add" and reduction.element.is_float
        is_open = any(not isinstance(r.size, int) for r in reduction.ranges)
        return is_sum and (is_open or _count(reduction.ranges) > _LONG)

    def _rounded(self, value: str, form: ElementType, element: ElementType, lanes: int) -> str:
        """Rounds a total to the register form of its element type."""
        self.operations.level = None
        if form is not element and form is F64:
            if element in SMALL:
                value = self.operations.rounded_to_odd(value, lanes)
            else:
                type = register_type(element, lanes)
                value = self.emitter.emit(f"fptrunc {register_type(F64, lanes)} {value} to {type}")
        return self.operations.rounded(value, element, lanes)

    def _join_along(
        self,
        reductions: Sequence[Reduction],
        span: VariableRange,
        places: dict[str, LoopIndex],
        cells: Sequence[Sequence[str]],
    ) -> None:
        for points in self.vectors(span, places):
            for reduction in reductions:
                self.evaluator.together(reduction.body, points)
            for reduction, into in zip(reductions, cells, strict=True):
                for point, cell in zip(points, into, strict=False):
                    self.accumulate(reduction, point, cell)

    def _reduced(
        self, sums: Sequence[Sums], places: dict[str, LoopIndex], count: int, join: Inner
    ) -> list[list[str]]:
        """The partial results of each reduction, in ``count`` accumulators."""
        cells = [self._cells(s.reduction.by, s.form, s.lanes, range(count)) for s in sums]
        if all(r.size != 0 for r in sums[0].reduction.ranges):
            self._join_parts(sums, sums[0].reduction.ranges, places, cells, join)
        return [
            [
                self.emitter.emit(f"load {register_type(s.form, s.lanes)}, ptr {c}, align 64")
                for c in own
            ]
            for s, own in zip(sums, cells, strict=True)
        ]

    def _join_parts(
        self,
        sums: Sequence[Sums],
        ranges: Sequence[Range],
        places: dict[str, LoopIndex],
        cells: Sequence[Sequence[str]],
        join: Inner,
    ) -> None:
        loop_range, rest = ranges[0], ranges[1:]
        inner, length = _count(rest), max(s.part for s in sums)
        if not length:
            self._join_all(ranges, places, cells, join)
        elif inner >= length:
            with self.span(loop_range, places):
                self._join_parts(sums, rest, places, cells, join)
        else:
            whole, outside = self.iterated(loop_range), self.bounds.get(loop_range.variable)
            for size in self.steps(whole, length // inner, places):
                begin = self.at(places[loop_range.variable])
                end = whole.end if size is None else self.behind(begin, size)
                self.bounds[loop_range.variable] = VariableRange(
                    loop_range.variable, begin, end, size, loop_range.size
                )
                parts = [
                    self._cells(s.reduction.by, s.reduction.element, s.lanes, own)
                    if s.part
                    else own
                    for s, own in zip(sums, cells, strict=True)
                ]
                self._join_all(ranges, dict(places), parts, join)
                for s, own, part in zip(sums, cells, parts, strict=True):
                    if s.part:
                        self._add_part(s, own, part)
            self.bounds.pop(loop_range.variable, None)
            if outside is not None:
                self.bounds[loop_range.variable] = outside

    def _join_all(
        self,
        ranges: Sequence[Range],
        places: dict[str, LoopIndex],
        cells: Sequence[Sequence[str]],
        join: Inner,
    ) -> None:
        if len(ranges) == 1:
            join(self.iterated(ranges[0]), places, cells)
        else:
            with self.span(ranges[0], places):
                self._join_all(ranges[1:], places, cells, join)

    def _add_part(self, sums: Sums, cells: Sequence[str], parts: Sequence[str]) -> None:
        form, element = sums.form, sums.reduction.element
        type, narrow = (register_type(e, sums.lanes) for e in (form, element))
        self.operations.level = None
        for cell, part in zip(cells, parts, strict=True):
            total = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            value = self.emitter.emit(f"load {narrow}, ptr {part}, align 64")
            if narrow != type:
                value = self.emitter.emit(f"fpext {narrow} {value} to {type}")
            total = self.operations.binary("fadd", form, sums.lanes, total, value)
            self.emitter.line(f"store {type} {total}, ptr {cell}, align 64")


def _count(ranges: Sequence[Range]) -> int:
    return estimate(product(tuple(r.size for r in ranges)))
