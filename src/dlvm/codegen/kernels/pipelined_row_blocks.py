"""Software-pipelined row blocks: the element-wise work of a block is interleaved with the terms of
the product of the next block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point, TensorMemory
from dlvm.codegen.kernels.loops import VariableRange
from dlvm.codegen.kernels.row_blocks import BlockProduct, RowBlocks
from dlvm.codegen.llvm.emitter import Declarations
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.software_pipelining import PipelinedReduction, PipelinedRows
from dlvm.ir.compute import Range, Reduction, Statement
from dlvm.ir.schedules import Schedule

Between = Callable[[Point, str], None]
"""Emits the work that is interleaved with a term of a product: at the columns of a point, in the
given row of the other blocks."""


class PipelinedProduct(BlockProduct):
    """A product that interleaves the computation of its terms with the work on other blocks."""

    between: Between | None = None

    def _reduction_loops(
        self,
        reductions: Sequence[Reduction],
        ranges: list[Range],
        span: VariableRange,
        points: Sequence[Point],
        cells: Sequence[Sequence[str]],
        places: dict[str, LoopIndex],
    ) -> None:
        def loops(part: VariableRange) -> None:
            super(PipelinedProduct, self)._reduction_loops(
                reductions, ranges, part, points, cells, places
            )

        if self.between is None:
            loops(span)
            return
        assert span.count is not None
        height, emitter, levels = self.kernel.height, self.emitter, self.evaluator.levels
        row_place = points[0].places[self.kernel.row.variable]
        columns = [p for p in points if p.places[self.kernel.row.variable] == row_place]
        every = span.count // height
        with emitter.loop(0, height) as row:
            levels[row] = emitter.level
            begin = emitter.emit(f"mul nuw nsw i64 {row}, {every}")
            levels[begin] = emitter.level
            for number, point in enumerate(columns):
                first, behind = (every * n // len(columns) for n in (number, number + 1))
                self.between(point, row)
                if first < behind:
                    start, end = self.behind(begin, first), self.behind(begin, behind)
                    loops(VariableRange(span.variable, start, end, behind - first, span.size))
        done = every * height
        if done < span.count:
            loops(VariableRange(span.variable, done, span.count, span.count - done, span.size))


class PipelinedRowBlocks(RowBlocks):
    """Each iteration runs the first stage on one block of rows, the second stage on the previous
    block, and so on."""

    def __init__(
        self, nest: Nest, schedule: Schedule, declarations: Declarations, weave: PipelinedRows
    ) -> None:
        self.weave, self.depth = weave, weave.depth
        super().__init__(nest, schedule, declarations)

    def product_of(self, own: Nest, found: Product) -> BlockProduct:
        kind = PipelinedProduct if own.statements[0].target == self.weave.host else BlockProduct
        return kind(self, own, found)

    def is_at_once(self, fold: PipelinedReduction, target: str) -> bool:
        return self.weave.stages[target] == self.weave.stages[fold.source]

    def all_blocks(self, places: dict[str, LoopIndex]) -> None:
        emitter, size, height = self.emitter, self.row.size, self.height
        assert isinstance(size, int)
        whole, rest = divmod(size, height)
        begin, end, has_rest = "0", str(whole), "true"
        if self.plan.parallel == self.row.variable:
            self.parallel_size, self.parallel_step = size, height
            begin, last = "%dlvm.begin", "%dlvm.end"
            self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
            end = emitter.emit(f"call i64 @llvm.umin.i64(i64 {last}, i64 {whole})")
            has_rest = emitter.emit(f"icmp ugt i64 {last}, {whole}")
        self._pipeline(begin, end, places)
        if rest:
            with emitter.when(has_rest):
                self.one_block(
                    VariableRange(self.row.variable, whole * height, size, rest, size), places
                )

    def _pipeline(self, begin: str, end: str, places: Mapping[str, LoopIndex]) -> None:
        """Emits the pipeline over the full blocks."""
        emitter = self.emitter
        last = emitter.emit(f"add nuw nsw i64 {end}, {self.depth - 1}")
        some = emitter.emit(f"icmp ult i64 {begin}, {end}")
        with emitter.when(some), emitter.loop(begin, last) as step:
            self.evaluator.levels[step] = emitter.level
            flags = [self._is_block(step, stage, begin, end) for stage in range(self.depth)]
            for statement in self.statements:
                if statement.target == self.weave.host:
                    self._weave(statement, step, flags, places)
                elif statement.target not in self.weave.between:
                    self._alone(statement, step, flags, places)

    def _is_block(self, step: str, stage: int, begin: str, end: str) -> str:
        """Whether a pipeline stage has a row block in this step."""
        emitter = self.emitter
        first = emitter.emit(f"add nuw nsw i64 {begin}, {stage}")
        behind = emitter.emit(f"add nuw nsw i64 {end}, {stage}")
        has_begun = emitter.emit(f"icmp uge i64 {step}, {first}")
        is_left = emitter.emit(f"icmp ult i64 {step}, {behind}")
        return emitter.emit(f"and i1 {has_begun}, {is_left}")

    def _enter(self, step: str, stage: int) -> VariableRange:
        """The rows of the block at a stage, under the condition that there is one. Values read
        under this condition are not reused outside of it."""
        emitter, levels = self.emitter, self.evaluator.levels
        number = emitter.emit(f"sub nsw i64 {step}, {stage}")
        begin = emitter.emit(f"mul nsw i64 {number}, {self.height}")
        end = emitter.emit(f"add nsw i64 {begin}, {self.height}")
        slot = emitter.emit(f"urem i64 {number}, {self.depth}")
        levels[begin] = levels[end] = emitter.level
        span = VariableRange(self.row.variable, begin, end, self.height, self.row.size, self.height)
        self.place_rows(span, slot)
        return span

    def _alone(
        self, statement: Statement, step: str, flags: Sequence[str], places: Mapping[str, LoopIndex]
    ) -> None:
        stage = self.weave.stages[statement.target]
        with self.emitter.when(flags[stage]):
            self.all_rows(statement, self._enter(step, stage), places)

    def _weave(
        self, host: Statement, step: str, flags: Sequence[str], places: Mapping[str, LoopIndex]
    ) -> None:
        """Emits the product with the interleaved work. If some of the blocks do not exist, emits
        the two separately."""
        emitter = self.emitter
        others = [s for s in self.statements if s.target in self.weave.between]
        is_whole = emitter.emit(f"and i1 {flags[0]}, {flags[-1]}")
        with emitter.when(is_whole):
            self._pipelined(host, others, step, places)
        is_part = emitter.emit(f"xor i1 {is_whole}, true")
        with emitter.when(is_part):
            for statement in (host, *others):
                self._alone(statement, step, flags, places)

    def _pipelined(
        self,
        host: Statement,
        others: Sequence[Statement],
        step: str,
        places: Mapping[str, LoopIndex],
    ) -> None:
        emitter, memory, row = self.emitter, self.evaluator.memory, self.row.variable
        spans: list[VariableRange] = []
        placed: list[dict[str, TensorMemory]] = []
        for stage in range(self.depth):
            spans.append(self._enter(step, stage))
            placed.append({n: memory[n] for n in (*self.scratch, *self.cell_names)})
            for statement in others:
                if self.weave.stages[statement.target] == stage:
                    self.begin_folds(statement.target, spans[stage])

        def between(point: Point, number: str) -> None:
            outside, self.evaluator.floor = self.evaluator.floor, emitter.level
            column = point.vector
            assert column is not None
            for statement in others:
                stage = self.weave.stages[statement.target]
                memory.update(placed[stage])
                at = emitter.emit(f"add nsw i64 {spans[stage].begin}, {number}")
                self.evaluator.levels[at] = emitter.level
                own, fixed = statement.ranges[-1].variable, {**places, row: LoopIndex(at)}
                fixed[own] = point.places[column]
                self.write_at(statement, [Point(fixed, own, point.lanes, point.mask)])
            memory.update(placed[0])
            self.evaluator.floor = outside

        product = self.products[host.target]
        assert isinstance(product, PipelinedProduct)
        memory.update(placed[0])
        product.between = between
        self.all_rows(host, spans[0], places)
        product.between = None
