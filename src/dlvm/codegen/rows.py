"""Kernels whose statements share rows, within which each has loops of its own."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.emitter import memory_type
from dlvm.codegen.expressions import Memory, Place, Point
from dlvm.codegen.reductions import Reductions
from dlvm.compute.nest import is_reduced_across
from dlvm.diagnostics import error
from dlvm.ir.compute import Range, Statement
from dlvm.ir.polynomial import product


class Rows(Reductions):
    """Row by row, each statement vectorized along its last dimension, or along what it reduces."""

    def generate(self) -> None:
        order = list(self.nest.prefix)
        parallel = next((r for r in order if r.variable == self.plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._allocate_rows()
        self._nest_rows(order, {})

    def _allocate_rows(self) -> None:
        """Memory for what one row's statements pass on within it."""
        prefix = frozenset(r.variable for r in self.nest.prefix)
        for statement in self.nest.statements:
            if statement.target in self.definition.body.results:
                continue
            element = statement.value.element
            inner = statement.ranges[len(self.nest.prefix) :]
            count = product(tuple(r.size for r in inner))
            if not isinstance(count, int):
                raise error(
                    f"%{statement.target} has rows of a size that is not known, expected it "
                    "among the results",
                    statement.location or self.definition.location,
                )
            pointer = None
            if inner:
                pointer = self.emitter.alloca(memory_type(element), count=count)
            self.evaluator.memory[statement.target] = Memory(pointer, element, prefix)

    def _nest_rows(self, order: Sequence[Range], places: dict[str, Place]) -> None:
        if order:
            for _ in self.blocks(order[0], 1, places):
                self._nest_rows(order[1:], places)
            return
        self.evaluator.floor = self.emitter.level
        for statement in self.nest.statements:
            memory = self.evaluator.memory[statement.target]
            memory.level = self.emitter.level
            inner = list(statement.ranges[len(self.nest.prefix) :])
            self._row_statement(statement, inner, places)

    def _row_statement(
        self, statement: Statement, inner: list[Range], places: dict[str, Place]
    ) -> None:
        reduces = any(True for _ in self.outer_reductions(statement.value))
        across = bool(inner) and is_reduced_across(statement.value, inner[-1])
        if len(inner) > 1 or (inner and reduces and not across):
            with self.span(inner[0], places):
                self._row_statement(statement, inner[1:], places)
            return
        if not inner:
            point = Point(dict(places))
            outside, self.evaluator.floor = self.evaluator.floor, self.emitter.level
            self.reduce_along(statement.value, point)
            value, _ = self.evaluator.value(statement.value, point)
            self.evaluator.floor = outside
            self.remember_target(statement, point, value, False)
            memory = self.evaluator.memory[statement.target]
            if memory.pointer is not None:
                self.store(statement, point, value)
            return
        for points in self.vectors(self.whole(inner[0]), places):
            outside, self.evaluator.floor = self.evaluator.floor, self.emitter.level
            for reduction in self.outer_reductions(statement.value):
                self.remember_reduction(reduction, points, self.reduce(reduction, points))
            for point in points:
                value = self.evaluator.vector(statement.value, point)
                self.store(statement, point, value)
            self.evaluator.floor = outside
