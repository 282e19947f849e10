"""Split reductions: a reduction to a scalar runs in parts on several threads, and joins their
results.

The parts depend only on the sizes, so results do not depend on the number of threads.
"""

from __future__ import annotations

from dlvm.codegen.expressions.element_operations import OPERATIONS
from dlvm.codegen.expressions.index_expressions import Point
from dlvm.codegen.kernels.loops import DirectiveRule, Rules, VariableRange
from dlvm.codegen.kernels.reductions import Reductions
from dlvm.codegen.llvm.emitter import register_type
from dlvm.compute.loop_nest.nest import outer_reductions
from dlvm.ir.compute import Range, Reduction
from dlvm.ir.types import ElementType

PARTIALS = "%dlvm.partials"
"""The parameter of kernel functions with the address of the partial results."""


class Partials(Reductions):
    """The parts, each of which stores one partial result."""

    kind = "parts of a reduction"

    def rules(self) -> Rules:
        innermost, split = (self.reduced[-1],), (self._range.variable,)
        return {
            "split": DirectiveRule(split, "only one dimension is reduced in parts"),
            "vectorize": DirectiveRule(innermost, "vectors run along the innermost dimension"),
            "unroll": DirectiveRule(innermost, "vectors go along the innermost dimension"),
            "parallel": DirectiveRule(split, "only the parts are distributed over threads"),
            "order": DirectiveRule(self.reduced, ""),
        }

    @property
    def reduction(self) -> Reduction:
        (found,) = outer_reductions(self.nest.statements[0].value)
        return found

    @property
    def element(self) -> ElementType:
        """The loop variable of the parts."""
        return self.sums_along(self.reduction).form

    @property
    def count(self) -> int:
        """The number of parts."""
        return self.plan.split[self._range.variable]

    @property
    def _range(self) -> Range:
        return next(r for r in self.reduction.ranges if r.variable in self.plan.split)

    def generate(self) -> None:
        emitter, loop_range, variable = self.emitter, self._range, self._range.variable
        begin, end = "0", str(self.count)
        if self.plan.parallel == variable:
            self.parallel_size, self.parallel_step = self.count, 1
            begin, end = "%dlvm.begin", "%dlvm.end"
        unit = 1
        if loop_range is self.reduction.ranges[-1]:
            unit = self.plan.lanes.get(variable, 1) * self.plan.unroll.get(variable, 1)
        whole = self.evaluator.size(loop_range.size)
        unit *= self.count
        chunk = emitter.emit(f"add nuw nsw i64 {whole}, {unit - 1}")
        chunk = emitter.emit(f"udiv i64 {chunk}, {unit}")
        chunk = emitter.emit(f"mul nuw nsw i64 {chunk}, {unit // self.count}")
        type = register_type(self.element)
        least = self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
        with emitter.loop(begin, end) as part:
            self.evaluator.levels[part] = emitter.level
            self.evaluator.floor = emitter.level
            low = emitter.emit(f"mul nuw nsw i64 {part}, {chunk}")
            low = emitter.emit(f"call i64 {least}(i64 {low}, i64 {whole})")
            high = emitter.emit(f"add nuw nsw i64 {low}, {chunk}")
            high = emitter.emit(f"call i64 {least}(i64 {high}, i64 {whole})")
            self.evaluator.levels[low] = emitter.level
            self.bounds[variable] = VariableRange(variable, low, high, None, loop_range.size)
            (total,) = self.totals_along([self.reduction], {})
            place = emitter.emit(f"getelementptr {type}, ptr {PARTIALS}, i64 {part}")
            emitter.line(f"store {type} {total}, ptr {place}, align {self.element.alignment}")


class Total(Partials):
    """The total of the partial results."""

    def generate(self) -> None:
        (statement,) = self.nest.statements
        reduction, element, emitter = self.reduction, self.element, self.emitter
        lanes = self.plan.lanes.get(reduction.ranges[-1].variable, 1)
        lanes = 1 if self.count % lanes else lanes
        type = register_type(element, lanes)
        total: str | None = None
        self.operations.level = None
        for start in range(0, self.count, lanes):
            step = f"{register_type(element)}, ptr {PARTIALS}, i64 {start}"
            place = emitter.emit(f"getelementptr {step}")
            part = emitter.emit(f"load {type}, ptr {place}, align {element.alignment}")
            if total is not None:
                part = OPERATIONS[reduction.by](self.operations, element, lanes, total, part)
            total = part
        assert total is not None
        total = self.operations.reduce_lanes(reduction.by, element, lanes, total)
        point = Point({})
        self.remember_total(reduction, point, total)
        value, _ = self.evaluator.value(statement.value, point)
        self.store(statement, point, value)
