"""Row nests: statements share the loops over rows, and each has its own inner loops."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point, TensorMemory
from dlvm.codegen.kernels.loops import SHARED_OUT, DirectiveRule, Rules
from dlvm.codegen.kernels.reductions import PREFETCH_REASON, Reductions
from dlvm.codegen.llvm.emitter import memory_type
from dlvm.compute.loop_nest.nest import is_reduced_across, outer_reductions, reduced_together
from dlvm.compute.scheduling.machine import MOST_BYTES
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Range, Reduction, Statement
from dlvm.ir.polynomial import product
from dlvm.text.schedule_syntax import directive_text


class RowLoops(Reductions):
    """Runs row by row; each statement is vectorized along its last dimension or a reduced one."""

    kind = "rows"

    def rules(self) -> Rules:
        along, across = self.vectorized(self.nest.statements)
        innermost = [n.ranges[-1].variable for n in across]
        last = "each statement is vectorized along its last or its last reduced dimension"
        kept = [s for s in self.nest.statements if s.target not in self.definition.body.results]
        return {
            "vectorize": DirectiveRule(along, last),
            "unroll": DirectiveRule([*along, *innermost], last),
            "parallel": DirectiveRule(self.shared, SHARED_OUT),
            "order": DirectiveRule([*self.own_variables, *self.reduced], ""),
            "reorder": DirectiveRule(
                [s.target for s in kept if len(s.ranges) > len(self.nest.prefix)],
                "only intermediate and packed tensors have a layout",
            ),
            "prefetch": DirectiveRule(
                self.prefetched(across), f"{PREFETCH_REASON}, and none along vectors"
            ),
        }

    @property
    def own_variables(self) -> list[str]:
        """The variables of the loops inside the statements."""
        return [r.variable for s in self.nest.statements for r in s.ranges]

    def vectorized(self, statements: Sequence[Statement]) -> tuple[list[str], list[Reduction]]:
        """The variables along which statements can be vectorized, and the reductions across
        them."""
        along: list[str] = []
        across: list[Reduction] = []
        for statement in statements:
            inner = statement.ranges[len(self.nest.prefix) :]
            reductions = list(outer_reductions(statement.value))
            if inner and is_reduced_across(statement.value, inner[-1]):
                across += reductions
            if inner and (not reductions or is_reduced_across(statement.value, inner[-1])):
                along.append(inner[-1].variable)
            else:
                along += [n.ranges[-1].variable for n in reductions]
        return along, across

    def generate(self) -> None:
        self._allocate_rows()
        self._nest_rows(self.loop_order(self.nest.prefix), {})

    def _allocate_rows(self) -> None:
        """Memory for the intermediate results of one row."""
        held = 0
        for statement in self.nest.statements:
            if statement.target in self.definition.body.results:
                continue
            element = statement.value.element
            inner = statement.ranges[len(self.nest.prefix) :]
            count = product(tuple(r.size for r in inner))
            if not isinstance(count, int):
                places = [d.location for d in self.plan.of("fuse")] or [statement.location]
                raise error(
                    f"expected %{statement.target} among the results, since its rows have an "
                    "unknown size",
                    places[0] or self.definition.location,
                )
            pointer = None
            if inner:
                held += count * element.bytes
                pointer = self.emitter.alloca(memory_type(element), count=count)
            assert statement.indices
            whole = statement.indices[0]
            assert isinstance(whole, Affine)
            row = Affine(tuple(t for t in whole.terms if t[0] in self.shared))
            self.evaluator.memory[statement.target] = TensorMemory(pointer, element, row)
        for directive in self.plan.of("fuse"):
            if held > MOST_BYTES:
                message = (
                    f"{directive_text(directive)} makes the kernel keep {held:,} bytes, expected "
                    f"at most {MOST_BYTES:,}"
                )
                raise error(message, directive.location)

    def _nest_rows(self, order: Sequence[Range], places: dict[str, LoopIndex]) -> None:
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
        self, statement: Statement, inner: list[Range], places: dict[str, LoopIndex]
    ) -> None:
        reduces = any(True for _ in outer_reductions(statement.value))
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
            for reductions in reduced_together(statement.value):
                cells = self.reduce_together(reductions, points)
                for reduction, own in zip(reductions, cells, strict=True):
                    self.remember_reduction(reduction, points, own)
            self.write_at(statement, points)
            self.evaluator.floor = outside

    def write_at(self, statement: Statement, points: Sequence[Point]) -> None:
        """Computes and stores a statement at the given points."""
        self.evaluator.together(statement.value, points)
        values = [self.evaluator.vector(statement.value, point) for point in points]
        for point, value in zip(points, values, strict=True):
            self.store(statement, point, value)
        self.written(statement, points, values)

    def written(self, statement: Statement, points: Sequence[Point], values: Sequence[str]) -> None:
        """A hook that runs after a statement is emitted."""
