"""Scatter: writes updates into a copy of a tensor."""

from __future__ import annotations

from dlvm.codegen.expressions.element_operations import OPERATIONS, SMALL
from dlvm.codegen.expressions.index_expressions import LoopIndex, Point
from dlvm.codegen.kernels.loops import KernelLoops, Rules
from dlvm.codegen.llvm.emitter import memory_type, widened
from dlvm.ir.compute import Affine, Expression, Range, Statement
from dlvm.ir.polynomial import product, size_of
from dlvm.ir.types import BOOL, ElementType


class ScatterLoops(KernelLoops):
    """Applies updates in order, which matters if indices repeat."""

    kind = "sequential loops"

    def rules(self) -> Rules:
        return {}

    def generate(self) -> None:
        statement = self.nest.statements[0]
        target, base = statement.target, statement.base
        assert base is not None
        memory = self.evaluator.memory[target]
        shape = self.nest.types[target].shape
        count = product(tuple(size_of(dim) for dim in shape))
        if count:
            self.evaluator.declarations.declare(
                "llvm.memmove.p0.p0.i64", "void", "ptr", "ptr", "i64", "i1"
            )
            source = self.evaluator.memory[base].pointer
            size = self.evaluator.size(count * memory.element.bytes)
            elsewhere = self.emitter.emit(f"icmp ne ptr {memory.pointer}, {source}")
            with self.emitter.when(elsewhere):
                self.emitter.line(
                    f"call void @llvm.memmove.p0.p0.i64(ptr {memory.pointer}, ptr {source}, "
                    f"i64 {size}, i1 false)"
                )
        if all(r.size != 0 for r in statement.ranges) and count:
            self._scatter_loops(statement, list(statement.ranges), {})

    def _scatter_loops(
        self, statement: Statement, ranges: list[Range], places: dict[str, LoopIndex]
    ) -> None:
        if ranges:
            with self.span(ranges[0], places):
                self._scatter_loops(statement, ranges[1:], places)
            return
        point = Point(dict(places))
        value, _ = self.evaluator.value(statement.value, point)
        memory = self.evaluator.memory[statement.target]
        assert statement.indices
        first, *computed = statement.indices
        assert isinstance(first, Affine)
        pointer = self.evaluator.address(memory, first, point)
        stored = memory_type(memory.element)
        for part in computed:
            assert isinstance(part, Expression)
            index, _ = self.evaluator.value(part, point)
            pointer = self.emitter.emit(f"getelementptr {stored}, ptr {pointer}, i64 {index}")
        if statement.by is not None:
            old = self.emitter.emit(
                f"load {stored}, ptr {pointer}, align {memory.element.alignment}"
            )
            old = self._register(old, memory.element)
            self.operations.level = None
            joined = OPERATIONS[statement.by](self.operations, memory.element, 1, old, value)
            value = self.operations.rounded(joined, memory.element, 1)
        self.evaluator.store(value, memory.element, pointer, 1, None)

    def _register(self, value: str, element: ElementType) -> str:
        if element is BOOL:
            return self.emitter.emit(f"icmp ne i8 {value}, 0")
        if element in SMALL:
            return widened(self.emitter.emit, value, element)
        return value
