"""The directive ``tile`` for rows that products and row-wise statements share: each statement runs
on all rows of a block before the next one, so that intermediate results stay in the cache.

FlashAttention keeps its scores on chip this way (Dao et al., 2022); here blocks have whole rows, so
sums over a row are computed as in other kernels. Reductions of rows accumulate while the rows are
written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dlvm.compute.loop_nest.addresses import offset
from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.product_tiles import packed_element
from dlvm.compute.loop_nest.row_blocks import block_products, pitch, replaced_rows, row_size
from dlvm.compute.loop_nest.software_pipelining import (
    PipelinedReduction,
    find_pipelined_reductions,
)
from dlvm.compute.loops.blocks import BlockShape, in_blocks
from dlvm.compute.loops.directives.order import loop_order
from dlvm.compute.loops.directives.pack import packed
from dlvm.compute.loops.directives.tile import TileSpan, Tiling
from dlvm.compute.loops.nest_lowering import NestLowering, is_long_sum
from dlvm.compute.loops.plain import cast, plain_loops, point_body, wide_element
from dlvm.compute.loops.structures import RowBlockNest
from dlvm.diagnostics import error
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Index,
    Range,
    Read,
    Reduction,
    Statement,
    map_reads,
    map_reductions,
)
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    LoopKernel,
    LoopKind,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import bound, with_body, with_reads
from dlvm.ir.polynomial import Size
from dlvm.ir.schedules import Directives
from dlvm.ir.types import F64

_LINE = 64
"""The size of a cache line in bytes."""


def lower_row_blocks(blocks: RowBlockNest) -> LoopKernel:
    """The loops of a nest in blocks of rows.

    Raises :class:`DiagnosticError` if a row has an unknown size.
    """
    return RowBlockLowering(blocks.nest, blocks.plan).kernel()


@dataclass(frozen=True)
class _Rows:
    """Memory for the rows of a block, which are ``pitch`` elements apart. ``strides`` are those of
    the shared variables in the whole tensor, whose other indices can depend on them, too."""

    name: str
    pitch: int
    strides: Mapping[str, Size] = field(default_factory=dict[str, Size])


@dataclass
class RowBlockLowering:
    """The lowering of one kernel. ``depth`` is the number of blocks in flight."""

    nest: Nest
    plan: Directives
    depth: int = 1
    memory: list[Stmt] = field(default_factory=list[Stmt])
    """The allocations of the kernel."""
    scratch: dict[str, _Rows] = field(default_factory=dict[str, _Rows])
    """The memory of targets that are not results."""
    products: dict[str, tuple[Nest, Product]] = field(
        default_factory=dict[str, tuple[Nest, Product]]
    )
    """The statements that are products, by target."""
    panels: dict[str, str] = field(default_factory=dict[str, str])
    """The panels of the packed factors of products, by target."""
    indices: dict[str, Affine] = field(default_factory=dict[str, Affine])
    """The place of an element in each panel."""
    folds: dict[str, tuple[PipelinedReduction, _Rows]] = field(
        default_factory=dict[str, tuple[PipelinedReduction, _Rows]]
    )
    """The reductions that are computed while their operand is written, by target."""

    def __post_init__(self) -> None:
        self.lowering = NestLowering(self.nest, self.plan)
        self.names = self.lowering.names
        self.row = self.nest.prefix[-1]
        self.height = self.plan.tiles[self.row.variable]
        self.tiling = Tiling(self.plan.parallel, self.names)
        self.tiling.add(self.row, self.height)
        self._allocate_scratch()
        self.statements = [self._in_scratch(s) for s in self.nest.statements]
        whole = replace(self.nest, statements=tuple(self.statements))
        for own, found in block_products(whole):
            if found.column.variable in self.plan.lanes:
                self.products[own.statements[0].target] = own, found
        self.own_nest = whole
        for target, fold in find_pipelined_reductions(whole, self.plan, self.products):
            if self.is_at_once(fold, target):
                self.folds[target] = fold, self._fold_memory(fold)

    @property
    def stored(self) -> list[str]:
        """The targets that are in memory: all of them."""
        return [s.target for s in self.statements]

    def is_at_once(self, fold: PipelinedReduction, target: str) -> bool:
        """Whether the target of a fold is computed before the next block."""
        return True

    # Memory

    def _allocate_scratch(self) -> None:
        for number, statement in enumerate(self.nest.statements):
            if statement.target in self.nest.definition.body.results:
                continue
            size = row_size(self.nest, statement)
            if size is None:
                raise error(
                    f"%{statement.target} must be a result: its rows have an unknown size and "
                    "cannot be kept in scratch memory",
                    statement.location or self.nest.definition.location,
                )
            given = [self.scratch[t] for t in replaced_rows(self.nest, number) if t in self.scratch]
            if given:
                self.scratch[statement.target] = given[0]
                continue
            rows = _Rows(statement.target, pitch(size), self._strides(statement))
            count = self.depth * self.height * rows.pitch
            element = statement.value.element
            self.memory.append(BufferAllocation(rows.name, count, element, Space.STACK))
            self.scratch[statement.target] = rows

    def _strides(self, statement: Statement) -> dict[str, Size]:
        """The strides of the shared variables in the target of a statement."""
        assert statement.indices is not None
        (place,) = statement.indices
        assert isinstance(place, Affine)
        return {r.variable: place.coefficient(r.variable) for r in self.nest.prefix}

    def _in_scratch(self, statement: Statement) -> Statement:
        """The statement with the indices of the rows of its block."""

        def moved(place: Affine, rows: _Rows) -> Affine:
            whole = Affine.of(rows.strides)
            row = Affine.variable(self.row.variable).scaled(rows.pitch)
            return place.plus(whole.scaled(-1)).plus(row)

        def rename(read: Read) -> Read:
            rows = self.scratch.get(read.tensor)
            if rows is None:
                return read
            return Read(read.tensor, (moved(offset(read), rows),), read.element)

        indices, own = statement.indices, self.scratch.get(statement.target)
        if own is not None:
            assert indices is not None
            (place,) = indices
            assert isinstance(place, Affine)
            indices = (moved(place, own),)
        value = map_reads(statement.value, rename)
        return Statement(statement.target, statement.ranges, value, indices)

    def _fold_memory(self, fold: PipelinedReduction) -> _Rows:
        """The partial results of a reduction in each lane, for each row of a block."""
        element = packed_element(fold.reduction)
        lanes = self.plan.lanes[fold.reduction.ranges[0].variable]
        rows = _Rows(self.names.fresh(f"{fold.source}.lanes"), max(lanes, _LINE // element.bytes))
        count = self.height * rows.pitch
        self.memory.append(BufferAllocation(rows.name, count, element, Space.STACK))
        return rows

    # Loops

    def kernel(self) -> LoopKernel:
        packs = [stmt for target in self.products for stmt in self._pack(target)]
        stmts = [*packs, *self.all_blocks()]
        for loop_range in reversed(loop_order(self.nest, self.plan, self.nest.prefix[:-1])):
            stmts = self.tiling.loop(loop_range, stmts)
        name = self.nest.definition.name or ""
        return LoopKernel(name, (*self.memory, *stmts))

    def all_blocks(self) -> list[Stmt]:
        """The loop over the blocks of rows."""
        span = self.tiling.span(self.row)
        return self.tiling.loop(self.row, self.one_block(span))

    def one_block(self, span: TileSpan) -> list[Stmt]:
        """All statements on the rows of a block."""
        return [stmt for s in self.statements for stmt in self.all_rows(s, span)]

    def all_rows(
        self, statement: Statement, span: TileSpan, slot: Affine | None = None
    ) -> list[Stmt]:
        """A statement for all rows of a block, whose memory begins at the row ``slot``."""
        stmts = self.started(statement.target, span, slot)
        if statement.target in self.products:
            return [*stmts, *self._product(statement.target, span, slot)]
        # One statement at a time: while one row waits for a result, other rows proceed.
        return [*stmts, span.loop(self.in_block(self._row(statement), span, slot))]

    def in_block(self, stmts: Sequence[Stmt], span: TileSpan, slot: Affine | None) -> list[Stmt]:
        """Statements at one row, which counts from the beginning of a block. Scratch memory begins
        at the row ``slot``."""
        row = self.row.variable
        starts = {rows.name: span.begin.scaled(-1) for _, rows in self.folds.values()}
        memory = {rows.name: rows for _, rows in self.folds.values()}
        for target, rows in self.scratch.items():
            starts[target] = (slot or Affine()).plus(span.begin.scaled(-1))
            memory[target] = rows

        def placed(tensor: str, index: Index) -> Index:
            assert isinstance(index, Affine)
            return index.plus(starts[tensor].scaled(memory[tensor].pitch))

        def change(read: Read) -> Read:
            if read.tensor not in memory:
                return read
            index = placed(read.tensor, read.indices[0])
            return Read(memory[read.tensor].name, (index,), read.element)

        def moved(stmt: Stmt) -> Stmt:
            if isinstance(stmt, ForLoop):
                return with_body(stmt, [moved(s) for s in stmt.body])
            stmt = with_reads(stmt, change)
            if isinstance(stmt, BufferStore) and stmt.tensor in memory:
                index = placed(stmt.tensor, stmt.indices[0])
                return replace(stmt, tensor=memory[stmt.tensor].name, indices=(index,))
            return stmt

        place = {row: span.begin.plus(Affine.variable(row))}
        return [bound(moved(s), place) for s in stmts]

    def _row(self, statement: Statement) -> list[Stmt]:
        """The loops of a statement that is not a product, for one row."""
        target = statement.target
        prelude: list[Stmt] = []
        if target in self.folds:
            statement, prelude = self._with_fold(statement)
        own = replace(self.nest, statements=(statement,))
        kernel = plain_loops(own, self._rewritten, self.stored)
        return [*prelude, *point_body(kernel, own)]

    def _rewritten(self, statement: Statement, body: list[Stmt]) -> list[Stmt]:
        body = self.with_folds(statement.target, body)
        body = self.lowering.row(statement, body)
        return self.placed(statement.target, body)

    # Products

    def _pack(self, target: str) -> list[Stmt]:
        """Packs the operand that all rows of a product read, once for all blocks."""
        _, found = self.products[target]
        column = found.column
        is_known = all(isinstance(r.size, int) for r in (*found.terms, column))
        if not is_known or not self.plan.packed & {r.tensor for r in found.across.reads}:
            return []
        lanes, size = self.plan.lanes.get(column.variable, 1), column.size
        index, count = Affine.variable(column.variable), 1
        assert isinstance(size, int)
        apart = pitch(-(-size // lanes) * lanes)
        for loop_range in reversed(found.terms):
            index = index.plus(Affine.variable(loop_range.variable).scaled(count * apart))
            assert isinstance(loop_range.extent, int)
            count *= loop_range.extent
        element = packed_element(found.across)
        name = self.names.fresh(f"{target}.across")
        count = (count + lanes) * apart
        self.memory.append(BufferAllocation(name, count, element, Space.STACK))
        self.panels[target], self.indices[target] = name, index
        spans = [
            TileSpan(r.variable, Affine(), Affine.size(r.size)) for r in (*found.terms, column)
        ]
        along = column.variable
        return packed(found.across, name, index, along, element, spans, lanes, self.names)

    def _product(self, target: str, span: TileSpan, slot: Affine | None) -> list[Stmt]:
        """The register blocks of a product, for all rows of a block."""
        _, found = self.products[target]
        body = self.in_block(self.product_body(target), span, slot)
        sizes = [(r.variable, r.size) for r in found.terms]
        body = self.lowering.across_terms(body, found.reduction, sizes)
        column = ForLoop(
            found.column.variable, Affine(), Affine.size(found.column.size), (span.loop(body),)
        )
        unroll, narrow = self.plan.unroll, self.lowering.narrow
        row, along = self.row.variable, found.column.variable
        stmts = in_blocks([column], BlockShape(row, 1, unroll.get(row, 1), narrow), self.names)
        lanes = self.plan.lanes.get(along, 1)
        shape = BlockShape(along, lanes, unroll.get(along, 1), narrow)
        return self.placed(target, in_blocks(stmts, shape, self.names))

    def product_body(self, target: str) -> list[Stmt]:
        """The statements of a product at one point."""
        own, found = self.products[target]
        if target in self.panels:
            own = self._with_panel(own, found, target)
        body = point_body(plain_loops(own, stored=self.stored), own)
        return self.with_folds(target, body)

    def _with_panel(self, own: Nest, found: Product, target: str) -> Nest:
        panel = Read(self.panels[target], (self.indices[target],), packed_element(found.across))

        def changed(reduction: Reduction) -> Expression:
            body = reduction.body
            assert isinstance(body, Call)
            factors = tuple(panel if a is found.across else a for a in body.arguments)
            value = Call(body.operation, factors, body.element)
            return Reduction(reduction.by, reduction.ranges, value)

        (statement,) = own.statements
        value = map_reductions(statement.value, changed)
        return replace(own, statements=(replace(statement, value=value),))

    # Reductions that are computed while rows are written

    def started(self, target: str, span: TileSpan, slot: Affine | None) -> list[Stmt]:
        """Initializes the partial results of the reductions of a target."""
        stmts: list[Stmt] = []
        for fold, rows in self.folds.values():
            if fold.source != target:
                continue
            element = packed_element(fold.reduction)
            start = Constant(identity(fold.reduction.by, element), element)
            stmts.append(BufferStore(rows.name, (self._fold_index(rows),), start))
        lanes = self._fold_lanes(target)
        inner = self.in_block([self._vector(s, lanes) for s in stmts], span, slot)
        return [span.loop(inner)] if inner else []

    def _fold_index(self, rows: _Rows) -> Affine:
        return Affine.variable(self.row.variable).scaled(rows.pitch)

    def _fold_lanes(self, target: str) -> int:
        return next(
            (
                self.plan.lanes[fold.reduction.ranges[0].variable]
                for fold, _ in self.folds.values()
                if fold.source == target
            ),
            1,
        )

    def _vector(self, stmt: Stmt, lanes: int) -> Stmt:
        """A store of the first lanes of a row."""
        name = self.names.fresh("lane.v")
        loop = ForLoop(name, Affine(), Affine.size(lanes), (), kind=LoopKind.VECTOR, lanes=lanes)
        return with_body(loop, [_in_lane(stmt, name)])

    def with_folds(self, target: str, body: list[Stmt]) -> list[Stmt]:
        """The statements that write an element of a target, with others that add the element to the
        reductions of its row."""
        folds = [(f, rows) for f, rows in self.folds.values() if f.source == target]
        if not folds:
            return body
        return self._folded(target, folds, body)

    def _folded(
        self,
        target: str,
        folds: Sequence[tuple[PipelinedReduction, _Rows]],
        body: Sequence[Stmt],
    ) -> list[Stmt]:
        found: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, ForLoop):
                found.append(with_body(stmt, self._folded(target, folds, stmt.body)))
                continue
            if not isinstance(stmt, BufferStore) or stmt.tensor != target:
                found.append(stmt)
                continue
            element = stmt.value.element
            name = self.names.fresh(f"{target}.value")
            value = Read(name, (Affine(),), element)
            found += [
                BufferAllocation(name, 1, element, Space.REGISTERS),
                BufferStore(name, (Affine(),), stmt.value),
                replace(stmt, value=value),
            ]
            for fold, rows in folds:

                def change(read: Read, value: Read = value) -> Expression:
                    return value if read.tensor == target else read

                term = cast(map_reads(fold.body.body, change), wide_element(fold.body.element))
                index = self._fold_index(rows)
                found.append(BufferStore(rows.name, (index,), term, fold.body.by))
        return found

    def placed(self, target: str, body: Sequence[Stmt]) -> list[Stmt]:
        """Statements in vectors, whose partial results are in the lanes of their vectors."""
        names = {rows.name for fold, rows in self.folds.values() if fold.source == target}
        return [_in_lanes(s, names, None) for s in body] if names else list(body)

    def _with_fold(self, statement: Statement) -> tuple[Statement, list[Stmt]]:
        """A statement that reads the total of a reduction that is computed already, and the
        statements that compute it."""
        fold, rows = self.folds[statement.target]
        reduction = fold.reduction
        element = packed_element(reduction)
        lanes = self.plan.lanes[reduction.ranges[0].variable]
        lane = self.names.fresh("lane.v")
        place = self._fold_index(rows).plus(Affine.variable(lane))
        partial: Expression = Read(rows.name, (place,), element)
        wide = F64 if is_long_sum(reduction) else element
        total = Reduction(reduction.by, (Range(lane, lanes),), cast(partial, wide))
        name = self.names.fresh(f"{statement.target}.total")
        prelude: list[Stmt] = [
            BufferAllocation(name, 1, wide, Space.REGISTERS),
            BufferStore(name, (Affine(),), total),
        ]
        value = cast(Read(name, (Affine(),), wide), reduction.element)
        changed = map_reductions(statement.value, lambda _: value)
        return replace(statement, value=changed), prelude


def _in_lane(stmt: Stmt, lane: str) -> Stmt:
    assert isinstance(stmt, BufferStore)
    (index,) = stmt.indices
    assert isinstance(index, Affine)
    return replace(stmt, indices=(index.plus(Affine.variable(lane)),))


def _in_lanes(stmt: Stmt, names: set[str], lane: str | None) -> Stmt:
    """A statement whose stores to partial results are in the lanes of the vector around them."""
    if isinstance(stmt, ForLoop | If):
        if isinstance(stmt, ForLoop) and stmt.kind is LoopKind.VECTOR:
            lane = stmt.variable
        return with_body(stmt, [_in_lanes(s, names, lane) for s in stmt.body])
    if isinstance(stmt, BufferStore) and stmt.tensor in names:
        assert lane is not None
        return _in_lane(stmt, lane)
    return stmt
