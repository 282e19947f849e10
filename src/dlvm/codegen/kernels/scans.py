"""Scans: each element depends on the previous one along a dimension.

Along memory, the running sums of a vector take log2 steps (Hillis and Steele 1986), and the total
of the previous vectors is added. Across memory, adjacent elements are lanes, and each row is
computed from the previous one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from dlvm.codegen.expressions.element_operations import OPERATIONS
from dlvm.codegen.expressions.index_expressions import LoopIndex, Point, TensorMemory
from dlvm.codegen.kernels.loops import (
    DirectiveRule,
    KernelLoops,
    Rules,
    VariableRange,
    constant_mask,
)
from dlvm.codegen.llvm.emitter import Declarations, memory_type, register_type
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.recurrence import Recurrence
from dlvm.ir.compute import Affine, Constant, Expression, Guard, IndexValue, Range, compare
from dlvm.ir.compute_rules import identity
from dlvm.ir.schedules import Directives, Schedule
from dlvm.ir.types import F32, F64, I64


def runs_by_vectors(scan: Recurrence, plan: Directives) -> bool:
    """Whether a schedule vectorizes along contiguous memory."""
    vector = next(iter(plan.lanes), scan.range.variable)
    if vector == scan.range.variable:
        return scan.fits_vectors or plan.lanes.get(vector, 1) == 1
    return vector in plan.tiles and scan.place.coefficient(vector) == 1


class Scans(KernelLoops):
    """One scan, vectorized along its dimension or across it."""

    kind = "scans"

    def __init__(
        self, nest: Nest, schedule: Schedule, declarations: Declarations, scan: Recurrence
    ) -> None:
        super().__init__(nest, schedule, declarations)
        self.scan = scan
        self.vector = next(iter(self.plan.lanes), scan.range.variable)
        self.others = [
            r for r in scan.statement.ranges if r.variable not in (scan.range.variable, self.vector)
        ]

    def rules(self) -> Rules:
        is_across = self.vector != self.scan.range.variable
        others = [r.variable for r in self.others]
        along = (self.vector,)
        why = "vectors run along one dimension"
        outer = "each value depends on the previous one along the others"
        return {
            "vectorize": DirectiveRule(along, why),
            "unroll": DirectiveRule(along, why),
            "tile": DirectiveRule(along if is_across else (), "a tile is a block of columns"),
            "parallel": DirectiveRule([*others, *along] if is_across else others, outer),
            "order": DirectiveRule(others, outer),
        }

    def generate(self) -> None:
        scan = self.scan
        element = scan.statement.value.element
        # A running sum then has only its final rounding error.
        self.form = F64 if element is F32 and scan.by in ("add", "multiply") else element
        if any(r.size == 0 for r in scan.statement.ranges):
            return
        self._nest_scans(self.loop_order(self.others), {})

    def _nest_scans(self, order: Sequence[Range], places: dict[str, LoopIndex]) -> None:
        if order:
            for _ in self.blocks(order[0], 1, places):
                self._nest_scans(order[1:], places)
        elif self.vector == self.scan.range.variable:
            self._along(places)
        else:
            self._across(places)

    def _along(self, places: dict[str, LoopIndex]) -> None:
        scan = self.scan
        variable = scan.range.variable
        lanes = self.plan.lanes.get(variable, 1)
        term = scan.term
        if scan.first != scan.term:
            start = IndexValue(Affine.variable(variable))
            is_later = compare("greaterThanOrEqual", start, Constant(1, I64))
            term = Guard(is_later, scan.term, scan.first)
        form = self.form
        type = register_type(form, lanes)
        so_far = self.emitter.alloca(type)
        self.emitter.line(f"store {type} {self._nothing(lanes)}, ptr {so_far}, align 64")
        self.evaluator.floor = self.emitter.level
        for point in chain.from_iterable(self.vectors(self.whole(scan.range), places)):
            value = self._widened(self.evaluator.vector(term, point), lanes)
            value = self._running(value, lanes)
            before = self.emitter.emit(f"load {type}, ptr {so_far}, align 64")
            self._write(point, self._joined(before, value, lanes))
            # Only this step depends on the previous vector.
            end = 0 if point.mask == constant_mask(1, lanes) else lanes - 1
            last = value
            if lanes > 1:
                last = self.operations.shuffle(value, "poison", form, [end] * lanes)
            after = self._joined(before, last, lanes)
            self.emitter.line(f"store {type} {after}, ptr {so_far}, align 64")

    def _widened(self, value: str, lanes: int) -> str:
        self.operations.level = None
        return self.operations.cast(value, self.scan.statement.value.element, self.form, lanes)

    def _write(self, point: Point, value: str) -> None:
        self.operations.level = None
        element = self.scan.statement.value.element
        self.store(
            self.scan.statement, point, self.operations.cast(value, self.form, element, point.lanes)
        )

    def _running(self, value: str, lanes: int) -> str:
        """The inclusive scan of the lanes."""
        form, distance = self.form, 1
        nothing = self._nothing(lanes)
        while distance < lanes:
            sources = [lane - distance if lane >= distance else lanes for lane in range(lanes)]
            moved = self.operations.shuffle(value, nothing, form, sources)
            value = self._joined(moved, value, lanes)
            distance *= 2
        return value

    def _nothing(self, lanes: int) -> str:
        """The identity of the operator."""
        by, form = self.scan.by, self.form
        # Adding 0 would turn -0 into 0.
        number = -0.0 if form.is_float and by == "add" else identity(by, form)
        return self.operations.constant(number, form, lanes)

    def _joined(self, a: str, b: str, lanes: int) -> str:
        self.operations.level = None
        return OPERATIONS[self.scan.by](self.operations, self.form, lanes, a, b)

    def _across(self, places: dict[str, LoopIndex]) -> None:
        scan, emitter, form = self.scan, self.emitter, self.form
        columns = next(r for r in scan.statement.ranges if r.variable == self.vector)
        stored = memory_type(form)
        so_far = emitter.alloca(stored, count=self.plan.tiles[self.vector])
        with self.tile(columns, self.plan.tiles[self.vector], dict(places)) as span:
            skipped = emitter.emit(f"sub nsw i64 0, {span.begin}")
            origin = emitter.emit(f"getelementptr {stored}, ptr {so_far}, i64 {skipped}")
            memory = TensorMemory(origin, form, level=emitter.level)
            self._row(scan.first, None, memory, span, {**places, scan.range.variable: LoopIndex()})
            size = self.evaluator.size(scan.range.size)
            some = emitter.emit(f"icmp sgt i64 {size}, 1")
            with emitter.when(some), emitter.loop(1, size) as counter:
                self.evaluator.levels[counter] = emitter.level
                own = {**places, scan.range.variable: LoopIndex(counter)}
                self._row(scan.term, memory, memory, span, own)

    def _row(
        self,
        term: Expression,
        before: TensorMemory | None,
        after: TensorMemory,
        span: VariableRange,
        places: dict[str, LoopIndex],
    ) -> None:
        """Computes a row, and the column totals after it."""
        place = Affine.variable(self.vector)
        self.evaluator.floor = self.emitter.level
        for point in chain.from_iterable(self.vectors(span, places)):
            lanes, mask = point.lanes, point.mask
            value = self._widened(self.evaluator.vector(term, point), lanes)
            pointer = self.evaluator.address(after, place, point)
            if before is not None:
                so_far = self.evaluator.load_vector(before.element, pointer, lanes, mask)
                value = self._joined(so_far, value, lanes)
            self.evaluator.store(value, self.form, pointer, lanes, mask)
            self._write(point, value)
