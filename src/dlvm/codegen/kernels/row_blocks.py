"""Row blocks: products and row-wise statements iterate over the same rows, a block at a time, so
that intermediate results stay in the cache.

FlashAttention keeps its scores on chip this way (Dao et al., 2022); here blocks have whole rows, so
sums over a row are computed as in other kernels. Reductions of rows accumulate while the rows are
written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point, TensorMemory
from dlvm.codegen.kernels.contraction import Contraction
from dlvm.codegen.kernels.loops import DirectiveRule, Rules, VariableRange
from dlvm.codegen.kernels.packing import Panel, pack, place_panel
from dlvm.codegen.kernels.reductions import PREFETCH_REASON
from dlvm.codegen.kernels.row_nests import RowLoops
from dlvm.codegen.llvm.emitter import Declarations, memory_type, register_type
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest, offset
from dlvm.compute.loop_nest.product_tiles import packed_element
from dlvm.compute.loop_nest.row_blocks import block_products, pitch, replaced_rows, row_size
from dlvm.compute.loop_nest.software_pipelining import (
    PipelinedReduction,
    find_pipelined_reductions,
    find_pipelined_rows,
)
from dlvm.compute.scheduling.machine import MOST_BYTES
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Range, Read, Reduction, Statement, map_reads
from dlvm.ir.compute_rules import identity
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import ElementType

_LINE = 64
"""The size of a cache line in bytes."""


_HOSTS = (
    "statements are pipelined with one product of few terms, if its blocks of rows are register "
    "blocks"
)


@dataclass(frozen=True)
class _Scratch:
    """Scratch memory for the rows of a block of a target. The rows are ``pitch`` elements apart."""

    pitch: int
    memory: str


@dataclass(frozen=True)
class _LanePartials:
    """The partial results of a reduction in each lane, for each row of a block: a tensor ``name``
    with rows that are ``pitch`` elements apart."""

    fold: PipelinedReduction
    name: str
    pitch: int
    memory: str


class BlockProduct(Contraction):
    """A product that is a statement of a row-block kernel."""

    def __init__(self, kernel: RowBlocks, own: Nest, found: Product) -> None:
        super().__init__(own, kernel.plan.schedule, kernel.evaluator.declarations, found, False)
        self.kernel = kernel
        self.write_into(kernel)

    def write(self, points: Sequence[Point], sums: Mapping[int, Sequence[str]]) -> None:
        super().write(points, sums)
        self.kernel.fold(self.nest.statements[0].target, points)


class RowBlocks(RowLoops):
    """Runs each statement on all rows of a block before the next statement, block by block."""

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        super().__init__(nest, schedule, declarations)
        self.row = nest.prefix[-1]
        self.height = self.plan.tiles[self.row.variable]
        self.held = 0
        self.scratch = self._allocate_scratch()
        self.stored |= self.scratch.keys()
        self.statements = [self._in_scratch(s) for s in nest.statements]
        self.products: dict[str, BlockProduct] = {}
        own_nest = replace(nest, statements=tuple(self.statements))
        for own, found in block_products(own_nest):
            if found.column.variable in self.plan.lanes:
                self.products[own.statements[0].target] = self.product_of(own, found)
        self.cells = {
            id(fold.reduction): self._cells_of(fold)
            for target, fold in find_pipelined_reductions(own_nest, self.plan, self.products)
            if self.is_at_once(fold, target)
        }

    kind = "blocks of rows"

    def rules(self) -> Rules:
        products = [loops.product for loops in self.products.values()]
        others = [s for s in self.nest.statements if s.target not in self.products]
        along, across = self.vectorized(others)
        innermost = [n.ranges[-1].variable for n in across]
        columns = [f.column.variable for f in products]
        terms = [f.terms[-1].variable for f in products]
        row = (self.row.variable,)
        factors = [r.tensor for f in products for r in f.across.reads]
        read = self.prefetched([*across, *(f.reduction for f in products)])
        return {
            **super().rules(),
            "vectorize": DirectiveRule([*columns, *along], "vectors run along columns and rows"),
            "unroll": DirectiveRule(
                [*columns, *along, *terms, *innermost, *(row if products else ())],
                "only blocks of products, and vectors of rows, are kept in registers",
            ),
            "tile": DirectiveRule(row, "blocks consist of rows, the last shared dimension"),
            "pack": DirectiveRule(
                factors, "only factors that all rows of a product read are packed"
            ),
            "prefetch": DirectiveRule(
                [t for t in read if t not in self.plan.packed], PREFETCH_REASON
            ),
            "weave": DirectiveRule(self._hosts(), _HOSTS),
        }

    def _hosts(self) -> list[str]:
        """The product that other statements are pipelined with."""
        given = [d.subjects[0] for d in self.plan.of("weave")]
        known = given[:1] or list(self.products)
        return [
            t for t in known if t in self.products and find_pipelined_rows(self.nest, self.plan, t)
        ]

    depth = 1
    """The number of blocks in flight."""

    def product_of(self, own: Nest, found: Product) -> BlockProduct:
        """The loops of a statement that is a product."""
        return BlockProduct(self, own, found)

    def is_at_once(self, fold: PipelinedReduction, target: str) -> bool:
        """Whether the target of a fold is computed before the next block."""
        return True

    def _allocate_scratch(self) -> dict[str, _Scratch]:
        found: dict[str, _Scratch] = {}
        for number, statement in enumerate(self.nest.statements):
            if statement.target in self.definition.body.results:
                continue
            size = row_size(self.nest, statement)
            if size is None:
                raise error(
                    f"expected %{statement.target} among the results, since its rows have an "
                    "unknown size",
                    statement.location or self.definition.location,
                )
            given = [found[t] for t in replaced_rows(self.nest, number) if t in found]
            if given:
                found[statement.target] = given[0]
                continue
            apart = pitch(size)
            type = memory_type(statement.value.element)
            count = self.depth * self.height * apart
            self._keep(count * statement.value.element.bytes)
            memory = self.emitter.alloca(type, count=count)
            found[statement.target] = _Scratch(apart, memory)
        return found

    def _keep(self, size: int) -> None:
        """Counts bytes of memory that the kernel keeps on the stack, and checks their limit."""
        self.held += size
        if self.held > MOST_BYTES:
            raise error(
                f"the blocks of @{self.definition.name} take {self.held:,} bytes, expected at most "
                f"{MOST_BYTES:,}",
                self.plan.schedule.location or self.definition.location,
            )

    def _in_scratch(self, statement: Statement) -> Statement:
        """The statement with the indices of the rows of its block."""
        outer = {r.variable for r in self.nest.prefix[:-1]}

        def moved(place: Affine, scratch: _Scratch) -> Affine:
            terms = {v: c for v, c in place.terms if v not in outer}
            return Affine.of({**terms, self.row.variable: scratch.pitch}, place.constant)

        def rename(read: Read) -> Read:
            scratch = self.scratch.get(read.tensor)
            if scratch is None:
                return read
            return Read(read.tensor, (moved(offset(read), scratch),), read.element)

        indices, own = statement.indices, self.scratch.get(statement.target)
        if own is not None:
            assert indices is not None
            (place,) = indices
            assert isinstance(place, Affine)
            indices = (moved(place, own),)
        value = map_reads(statement.value, rename)
        return Statement(statement.target, statement.ranges, value, indices)

    def generate(self) -> None:
        self._nest_blocks(self.loop_order(self.nest.prefix[:-1]), {})

    def _nest_blocks(self, order: Sequence[Range], places: dict[str, LoopIndex]) -> None:
        if order:
            for _ in self.blocks(order[0], 1, places):
                self._nest_blocks(order[1:], places)
            return
        for loops in self.products.values():
            self._pack(loops, places)
        self.all_blocks(places)

    def all_blocks(self, places: dict[str, LoopIndex]) -> None:
        """Iterates over the blocks of rows."""
        with self.tile(self.row, self.height, places) as span:
            self.one_block(span, places)

    def one_block(self, span: VariableRange, places: Mapping[str, LoopIndex]) -> None:
        """Runs all statements on the rows of a block."""
        self.place_rows(span, 0)
        for statement in self.statements:
            self.all_rows(statement, span, places)

    def _pack(self, loops: Contraction, places: dict[str, LoopIndex]) -> None:
        """Packs the operand that all rows of a product read, once for all blocks."""
        found = loops.product
        if not self.plan.packed & {r.tensor for r in found.across.reads}:
            return
        lanes, size = loops.lanes, found.column.size
        index, count = Affine.variable(found.column.variable), 1
        sizes = [r.size for r in (*found.terms, found.column)]
        if not isinstance(size, int) or not all(isinstance(s, int) for s in sizes):
            raise error(
                "a factor of unknown size cannot be packed for all rows",
                self.plan.schedule.location or self.definition.location,
            )
        apart = pitch(-(-size // lanes) * lanes)
        for loop_range in reversed(found.terms):
            index = index.plus(Affine.variable(loop_range.variable).scaled(count * apart))
            assert isinstance(loop_range.extent, int)
            count *= loop_range.extent
        element = packed_element(found.across)
        self._keep((count + lanes) * apart * element.bytes)
        name = f"{loops.nest.statements[0].target}.across"
        panel = Panel(name, index, found.column.variable, element)
        memory = self.emitter.alloca(memory_type(element), count=(count + lanes) * apart)
        spans = [self.whole(r) for r in (*found.terms, found.column)]
        self.evaluator.floor = self.emitter.level
        place_panel(self, panel, memory, spans)
        self.evaluator.packed.pop(id(found.across), None)
        pack(self, found.across, panel, spans, lanes, places)
        self.evaluator.packed[id(found.across)] = panel.read

    def place_rows(self, span: VariableRange, slot: int | str) -> None:
        """Selects the memory of the rows of a block: ``slot`` is the position of the block in the
        pipeline."""
        for statement in self.statements:
            scratch, element = self.scratch.get(statement.target), statement.value.element
            if scratch is None:
                self.evaluator.memory[statement.target].level = self.emitter.level
            else:
                skipped = scratch.pitch * self.height
                self._place(statement.target, element, scratch, span, slot, skipped)
        for cells in self.cells.values():
            element = packed_element(cells.fold.reduction)
            self._place(cells.name, element, cells, span, 0, 0)

    def _place(
        self,
        name: str,
        element: ElementType,
        rows: _Scratch | _LanePartials,
        span: VariableRange,
        slot: int | str,
        size: int,
    ) -> None:
        emitter, memory, stored = self.emitter, rows.memory, memory_type(element)
        for number, factor in ((slot, size), (span.begin, -rows.pitch)):
            if number != 0 and factor:
                skipped = emitter.emit(f"mul nsw i64 {number}, {factor}")
                memory = emitter.emit(f"getelementptr {stored}, ptr {memory}, i64 {skipped}")
        self.evaluator.memory[name] = TensorMemory(memory, element, level=emitter.level)

    def all_rows(
        self, statement: Statement, span: VariableRange, places: Mapping[str, LoopIndex]
    ) -> None:
        """Emits a statement for all rows of a block."""
        self.begin_folds(statement.target, span)
        fixed = {v: p for v, p in places.items() if v != span.variable}
        loops = self.products.get(statement.target)
        if loops is not None:
            column = self.whole(loops.product.column)
            loops.blocks_of_tile(fixed, {span.variable: span, column.variable: column})
            return
        # One statement at a time: while one row waits for a result, other rows proceed.
        with self.loop(span.variable, span.begin, span.end, 1, fixed):
            self.evaluator.floor = self.emitter.level
            inner = list(statement.ranges[len(self.nest.prefix) :])
            self._row_statement(statement, inner, fixed)

    # Reductions that are computed while rows are written

    def _cells_of(self, fold: PipelinedReduction) -> _LanePartials:
        reduction = fold.reduction
        element, lanes = packed_element(reduction), self.plan.lanes[reduction.ranges[0].variable]
        apart = max(lanes, _LINE // element.bytes)
        self._keep(self.height * apart * element.bytes)
        memory = self.emitter.alloca(memory_type(element), count=self.height * apart)
        return _LanePartials(fold, f"{fold.source}.{memory[1:]}", apart, memory)

    def _cell(self, cells: _LanePartials, point: Point) -> str:
        row = Affine.variable(self.row.variable).scaled(cells.pitch)
        return self.evaluator.address(self.evaluator.memory[cells.name], row, point)

    @property
    def cell_names(self) -> list[str]:
        return [c.name for c in self.cells.values()]

    def _folded(self, target: str) -> list[_LanePartials]:
        return [c for c in self.cells.values() if c.fold.source == target]

    def begin_folds(self, target: str, span: VariableRange) -> None:
        """Initializes the partial results of the reductions of a target."""
        folded, places = self._folded(target), dict[str, LoopIndex]()
        if not folded:
            return
        with self.loop(span.variable, span.begin, span.end, 1, places):
            for cells in folded:
                by, element = cells.fold.reduction.by, cells.fold.reduction.element
                lanes = self.plan.lanes[cells.fold.reduction.ranges[0].variable]
                self.operations.level = None
                start = self.operations.constant(identity(by, element), element, lanes)
                cell = self._cell(cells, Point(places))
                type = register_type(element, lanes)
                self.emitter.line(f"store {type} {start}, ptr {cell}, align {_LINE}")

    def fold(self, target: str, points: Sequence[Point]) -> None:
        """Accumulates the values at points to the reductions of their rows."""
        for cells in self._folded(target):
            for point in points:
                self.accumulate(cells.fold.body, point, self._cell(cells, point))

    def written(self, statement: Statement, points: Sequence[Point], values: Sequence[str]) -> None:
        for point, value in zip(points, values, strict=True):
            self.remember_target(statement, point, value, True)
        self.fold(statement.target, points)

    def totals_along(
        self, reductions: Sequence[Reduction], places: dict[str, LoopIndex]
    ) -> list[str]:
        # A reduction that is computed while rows are written is the only one of its statement.
        cells = self.cells.get(id(reductions[0]))
        if cells is None:
            return super().totals_along(reductions, places)
        (reduction,) = reductions
        sums = self.sums_along(reduction)
        type, wide = (register_type(e, sums.lanes) for e in (reduction.element, sums.form))
        cell = self._cell(cells, Point(places))
        total = self.emitter.emit(f"load {type}, ptr {cell}, align {_LINE}")
        if type != wide:
            total = self.emitter.emit(f"fpext {type} {total} to {wide}")
        return [self.total_of(sums, [total])]
