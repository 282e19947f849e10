"""Kernels in which products and row-wise statements go over the same rows, a block of them at a
time, so that what they pass on stays in the cache.

For attention this is how FlashAttention keeps its scores on chip (Dao et al., 2022), with whole
rows instead of parts of them, so that each sum over a row is made as anywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dlvm.codegen.contraction import Contraction
from dlvm.codegen.emitter import Declarations, memory_type
from dlvm.codegen.expressions import Memory, Place
from dlvm.codegen.loops import Rule, Rules, Span
from dlvm.codegen.packing import Panel, pack, packed_element, place_panel
from dlvm.codegen.reductions import READ_AHEAD
from dlvm.codegen.rows import Rows
from dlvm.compute.nest import Nest, offset, reads
from dlvm.compute.row_blocks import block_products, pitch, replaced_rows, row_size
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Range, Read, Schedule, Statement, map_reads

_MOST_BYTES = 4 * 1024 * 1024
"""How much of a thread's stack blocks and panels may take."""


@dataclass(frozen=True)
class _Scratch:
    """A block's rows of a target that only the kernel itself needs, ``pitch`` elements apart."""

    pitch: int
    memory: str


class RowBlocks(Rows):
    """Block by block of rows, each statement goes over all rows of the block before the next one
    does."""

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        super().__init__(nest, schedule, declarations)
        self.row = nest.prefix[-1]
        self.height = self.plan.tiles[self.row.variable]
        self.held = 0
        self.scratch = self._allocate_scratch()
        self.stored |= self.scratch.keys()
        self.statements = [self._in_scratch(s) for s in nest.statements]
        self.products: dict[str, Contraction] = {}
        for own, found in block_products(replace(nest, statements=tuple(self.statements))):
            if found.column.variable not in self.plan.lanes:
                continue
            loops = Contraction(own, schedule, declarations, found)
            loops.repeated = None
            loops.write_into(self)
            self.products[own.statements[0].target] = loops

    kind = "blocks of rows"

    def rules(self) -> Rules:
        products = [loops.product for loops in self.products.values()]
        others = [s for s in self.nest.statements if s.target not in self.products]
        along, across = self.vectorized(others)
        innermost = [n.ranges[-1].variable for n in across]
        columns = [f.column.variable for f in products]
        terms = [f.terms[-1].variable for f in products]
        row = (self.row.variable,)
        factors = [r.tensor for f in products for r in reads(f.across)]
        read = self.read_ahead([*across, *(f.reduction for f in products)])
        return {
            **super().rules(),
            "vectorize": Rule([*columns, *along], "vectors go along columns and rows"),
            "unroll": Rule(
                [*columns, *along, *terms, *innermost, *(row if products else ())],
                "blocks of products are kept in registers, and vectors of rows",
            ),
            "tile": Rule(row, "blocks are made of the last dimension that all statements share"),
            "pack": Rule(factors, "what all rows of a product read is packed"),
            "prefetch": Rule([t for t in read if t not in self.plan.packed], READ_AHEAD),
        }

    def _allocate_scratch(self) -> dict[str, _Scratch]:
        found: dict[str, _Scratch] = {}
        for number, statement in enumerate(self.nest.statements):
            if statement.target in self.definition.body.results:
                continue
            size = row_size(self.nest, statement)
            if size is None:
                raise error(
                    f"%{statement.target} has rows of a size that is not known, expected it "
                    "among the results",
                    statement.location or self.definition.location,
                )
            given = [found[t] for t in replaced_rows(self.nest, number) if t in found]
            if given:
                found[statement.target] = given[0]
                continue
            apart = pitch(size)
            type = memory_type(statement.value.element)
            count = self.height * apart
            self._keep(count * statement.value.element.bytes)
            memory = self.emitter.alloca(type, count=count)
            found[statement.target] = _Scratch(apart, memory)
        return found

    def _keep(self, bytes: int) -> None:
        """Notes memory that the kernel keeps."""
        self.held += bytes
        if self.held > _MOST_BYTES:
            raise error(
                f"the blocks of @{self.definition.name} take {self.held:,} bytes, expected at most "
                f"{_MOST_BYTES:,}",
                self.plan.schedule.location or self.definition.location,
            )

    def _in_scratch(self, statement: Statement) -> Statement:
        """The statement with the places of its block's rows."""
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

    def _nest_blocks(self, order: Sequence[Range], places: dict[str, Place]) -> None:
        if order:
            for _ in self.blocks(order[0], 1, places):
                self._nest_blocks(order[1:], places)
            return
        for loops in self.products.values():
            self._pack(loops, places)
        with self.tile(self.row, self.height, places) as span:
            self._block(span, places)

    def _pack(self, loops: Contraction, places: dict[str, Place]) -> None:
        """Packs what all rows of a product read, once for all blocks."""
        found = loops.product
        if not self.plan.packed & {r.tensor for r in reads(found.across)}:
            return
        lanes, size = loops.lanes, found.column.size
        index, count = Affine.variable(found.column.variable), 1
        sizes = [r.size for r in (*found.terms, found.column)]
        if not isinstance(size, int) or not all(isinstance(s, int) for s in sizes):
            raise error(
                "a factor of a size that is not known can not be packed for all rows",
                self.plan.schedule.location or self.definition.location,
            )
        apart = pitch(-(-size // lanes) * lanes)
        for range in reversed(found.terms):
            index = index.plus(Affine.variable(range.variable).scaled(count * apart))
            assert isinstance(range.extent, int)
            count *= range.extent
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

    def _block(self, span: Span, places: dict[str, Place]) -> None:
        level = self.emitter.level
        for statement in self.statements:
            target = statement.target
            scratch = self.scratch.get(target)
            if scratch is None:
                self.evaluator.memory[target].level = level
                continue
            memory = scratch.memory
            if span.begin != 0:
                skipped = self.emitter.emit(f"mul nsw i64 {span.begin}, {-scratch.pitch}")
                stored = memory_type(statement.value.element)
                memory = self.emitter.emit(f"getelementptr {stored}, ptr {memory}, i64 {skipped}")
            self.evaluator.memory[target] = Memory(memory, statement.value.element, level=level)
        fixed = {v: p for v, p in places.items() if v != span.variable}
        for statement in self.statements:
            loops = self.products.get(statement.target)
            if loops is None:
                self._rows(statement, span, dict(fixed))
                continue
            column = self.whole(loops.product.column)
            loops.blocks_of_tile(fixed, {span.variable: span, column.variable: column})

    def _rows(self, statement: Statement, span: Span, places: dict[str, Place]) -> None:
        # A statement at a time: what one row waits for, another one has.
        with self.loop(span.variable, span.begin, span.end, 1, places):
            self.evaluator.floor = self.emitter.level
            inner = list(statement.ranges[len(self.nest.prefix) :])
            self._row_statement(statement, inner, places)
