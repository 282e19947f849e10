"""Contractions: cache tiles, packed factors, and accumulators in registers.

The loops follow Goto and van de Geijn (Anatomy of High-Performance Matrix Multiplication, 2008),
with affine addresses: a tile of columns and terms of one factor is packed, and register blocks of
rows and columns iterate over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dlvm.codegen.expressions.element_operations import OPERATIONS
from dlvm.codegen.expressions.index_expressions import LoopIndex
from dlvm.codegen.kernels.in_place import in_place_parameters
from dlvm.codegen.kernels.loops import SHARED_OUT, DirectiveRule, Rules, VariableRange, block_sizes
from dlvm.codegen.kernels.packing import Panel, pack, place_panel
from dlvm.codegen.kernels.pointwise import PointwiseLoops
from dlvm.codegen.kernels.reductions import PREFETCH_REASON
from dlvm.codegen.llvm.emitter import Declarations, memory_type, register_type
from dlvm.compute.loop_nest.contraction import Overlap, Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.product_tiles import PanelForm, ProductTiles
from dlvm.compute.scheduling.machine import MOST_BYTES
from dlvm.diagnostics import Location, error
from dlvm.ir.compute import Expression, Range
from dlvm.ir.polynomial import product
from dlvm.ir.schedules import Schedule

Spans = dict[str, VariableRange]


@dataclass(frozen=True)
class _Packed:
    """A factor, and the panel and memory that it is packed to."""

    factor: Expression
    panel: Panel
    memory: str
    overlap: Overlap | None


class Contraction(PointwiseLoops):
    """Computes tiles of rows, columns and terms, from the factors that the schedule packs.

    If several dimensions are collapsed into one loop, the last one continues past its end, and the
    others stay at the beginning of the tile.
    """

    kind = "products"

    def __init__(
        self,
        nest: Nest,
        schedule: Schedule,
        declarations: Declarations,
        found: Product,
        has_repeated: bool = True,
    ) -> None:
        super().__init__(nest, schedule, declarations)
        self.product = found
        self.form = ProductTiles(nest, self.plan, found, has_repeated)
        self.columns, self.rows = self.form.columns, self.form.rows
        self.split_terms, self.repeated = self.form.split_terms, self.form.repeated
        self.panels: list[_Packed] = []
        self.partial: tuple[Panel, str] | None = None

    def rules(self) -> Rules:
        found = self.product
        iterated = (*self.columns[:1], *self.rows[:1], *found.terms)
        block = [found.column, found.row, found.terms[-1]]
        if self.repeated is not None:
            block.append(self.repeated)
        inside = {r.variable for r in (*self.columns[1:], *self.rows[1:])}
        loops = [v for v in self.shared if v not in inside]
        factors = [r.tensor for f in (found.across, found.down) for r in f.reads]
        unpacked = [t for t in self.prefetched([found.reduction]) if t not in self.plan.packed]
        return {
            "vectorize": DirectiveRule((found.column.variable,), "vectors run along the columns"),
            "unroll": DirectiveRule(
                [r.variable for r in block],
                "only rows, columns and the last term are unrolled",
            ),
            "tile": DirectiveRule(
                [r.variable for r in iterated], "tiles consist of columns, rows and terms"
            ),
            "parallel": DirectiveRule(loops, SHARED_OUT),
            "order": DirectiveRule(
                [*loops, *self.reduced], "the others are collapsed into one loop"
            ),
            "pack": DirectiveRule(
                factors, "only tensors that a factor of the product reads are packed"
            ),
            "reorder": DirectiveRule(
                [t for t in factors if t in self.plan.packed], "only packed tensors have a layout"
            ),
            "prefetch": DirectiveRule(
                unpacked, f"{PREFETCH_REASON}, and packing reads its operands earlier"
            ),
        }

    def check(self) -> None:
        super().check()
        ends = (self.columns[-1], self.rows[-1], self.split_terms[-1])
        for directive in self.plan.schedule.directives:
            variable, number = directive.subjects[0], directive.number or 1
            loop_range = next((r for r in self._ranges if r.variable == variable), None)
            if directive.keyword == "tile" and loop_range is not None:
                what = f"tile {variable}"
                if loop_range in self.split_terms[:-1] and number > 1:
                    message = (
                        f"{what} by {number}: expected 1, since each value has its own tiles of "
                        f"{self.split_terms[-1].variable}"
                    )
                    raise error(message, directive.location)
                self._check_divisor(
                    loop_range, number, what, directive.location, loop_range in ends
                )
            elif self.repeated is not None and variable == self.repeated.variable:
                what = f"{directive.keyword} {variable}"
                is_one = directive.keyword != "unroll"
                self._check_divisor(self.repeated, number, what, directive.location, is_one)

    @property
    def _ranges(self) -> tuple[Range, ...]:
        return (*self.nest.prefix, *self.product.terms)

    def _check_divisor(
        self, loop_range: Range, number: int, what: str, location: Location | None, is_one: bool
    ) -> None:
        size = loop_range.size
        if not is_one and (not isinstance(size, int) or size % number):
            message = f"{what} by {number}: expected a divisor of {loop_range.extent}"
            raise error(message, location)

    def generate(self) -> None:
        inner = (self.columns[0], self.rows[0])
        within = (*self.columns[1:], *self.rows[1:])
        order = [r for r in self.nest.prefix if r not in inner and r not in within]
        self._prepare()
        is_empty = any(r.size == 0 for r in self.product.terms)
        panels = [] if is_empty else self.panels
        self._tiles(self.loop_order([*order, *inner]), {}, {}, panels)

    # Panels

    def _prepare(self) -> None:
        """Allocates the panels, and the accumulators of sums over several tiles of terms."""
        if self.form.bytes > MOST_BYTES:
            raise error(
                f"the tiles of @{self.definition.name} take {self.form.bytes:,} bytes, expected at "
                f"most {MOST_BYTES:,}",
                self.plan.schedule.location or self.definition.location,
            )
        for form in self.form.panels:
            self.panels.append(_Packed(form.of, *self._allocated(form), form.overlap))
        if self.form.sums is not None:
            self.partial = self._allocated(self.form.sums)

    def _allocated(self, form: PanelForm) -> tuple[Panel, str]:
        memory = self.emitter.alloca(memory_type(form.element), count=form.size)
        return Panel(form.name, form.index, form.along.variable, form.element), memory

    # Tiles

    def _tiles(
        self,
        order: Sequence[Range],
        places: dict[str, LoopIndex],
        spans: Spans,
        panels: Sequence[_Packed],
    ) -> None:
        """Emits the loops over tiles, and packs factors inside them."""
        if self.partial is None:
            # A factor that is the same for all tiles is packed once.
            tiled = {r.variable for r in order if self._has_tiles(r)}
            ready = [p for p in panels if tiled.isdisjoint(p.factor.variables)]
            self._pack(ready, places, spans)
            panels = [p for p in panels if p not in ready]
        if order:
            if self.form.is_whole(order[0]):
                places[order[0].variable] = LoopIndex(None, 0)
                span = self.whole(order[0])
                self._tiles(order[1:], places, {**spans, span.variable: span}, panels)
                del places[order[0].variable]
                return
            with self.tile(order[0], self.form.step(order[0]), places) as span:
                self._tiles(order[1:], places, {**spans, span.variable: span}, panels)
            return
        is_whole = self.split_terms[-1].variable not in self.plan.tiles and not self.panels
        if is_whole or any(r.size == 0 for r in self.product.terms):
            self.blocks_of_tile(places, spans)
        else:
            self._terms(self.split_terms, places, spans, panels)

    def _has_tiles(self, loop_range: Range) -> bool:
        """Whether a dimension can have more than one tile."""
        size, is_shared = loop_range.size, self.plan.parallel == loop_range.variable
        return is_shared or not isinstance(size, int) or size > self.form.step(loop_range)

    def _terms(
        self,
        split_terms: Sequence[Range],
        places: dict[str, LoopIndex],
        spans: Spans,
        panels: Sequence[_Packed],
    ) -> None:
        if split_terms:
            # Sums without terms are written too.
            with self.tile(
                split_terms[0], self.form.step(split_terms[0]), dict(places), True
            ) as span:
                self.bounds[span.variable] = span
                self._terms(split_terms[1:], places, {**spans, span.variable: span}, panels)
                del self.bounds[span.variable]
            return
        self._pack(panels, places, spans)
        if self.partial is not None:
            columns, rows = self._own_spans(spans)
            place_panel(self, *self.partial, [*rows, *columns])
        self.blocks_of_tile(places, spans)

    def _own_spans(self, spans: Spans) -> tuple[list[VariableRange], list[VariableRange]]:
        """The spans of columns, with the repeated dimension, and of rows."""
        columns = self.columns if self.repeated is None else (self.repeated, *self.columns)
        return self._spans(columns, spans), self._spans(self.rows, spans)

    def _pack(self, panels: Sequence[_Packed], places: dict[str, LoopIndex], spans: Spans) -> None:
        found = self.product
        terms = self._spans(found.terms, spans)
        columns, rows = self._own_spans(spans)
        self.evaluator.floor = self.emitter.level
        for packed in panels:
            factor, panel, overlap = packed.factor, packed.panel, packed.overlap
            own = list(columns if factor is found.across else rows)
            inside = {s.variable for s in own}
            fixed = {v: p for v, p in places.items() if v not in inside}
            iterated = terms
            if overlap is not None:
                iterated = [s for s in terms if s.variable != overlap.term.variable]
                fixed[overlap.term.variable] = LoopIndex(None, 0)
                own[0] = self._longer(own[0], overlap.more)
            place_panel(self, panel, packed.memory, [*iterated, *own])
            self.evaluator.packed.pop(id(factor), None)
            pack(self, factor, panel, [*iterated, *own], self.lanes, fixed)
            self.evaluator.packed[id(factor)] = panel.read

    def _longer(self, span: VariableRange, more: int) -> VariableRange:
        """A span that is extended past its end."""
        if isinstance(span.end, int):
            end = span.end + more
        else:
            end = self.emitter.emit(f"add nuw nsw i64 {span.end}, {more}")
            self.evaluator.levels[end] = self.emitter.level
        count = None if span.count is None else span.count + more
        return VariableRange(span.variable, span.begin, end, count, span.size + more)

    def _spans(self, ranges: tuple[Range, ...], spans: Spans) -> list[VariableRange]:
        return [spans.get(r.variable) or self.whole(r) for r in ranges]

    def _as_one(
        self, ranges: tuple[Range, ...], spans: Spans, places: dict[str, LoopIndex]
    ) -> VariableRange:
        """The span of a collapsed loop, over which the last dimension iterates."""
        first = spans[ranges[0].variable]
        if len(ranges) == 1:
            return first
        assert first.count is not None
        places[first.variable] = first.place(0)
        for loop_range in ranges[1:-1]:
            places[loop_range.variable] = LoopIndex(None, 0)
        count = product((first.count, *(r.size for r in ranges[1:])))
        assert isinstance(count, int)
        return VariableRange(ranges[-1].variable, 0, count, count, count)

    def blocks_of_tile(self, places: dict[str, LoopIndex], spans: Spans) -> None:
        """Emits the register blocks of a tile."""
        own = dict(places)
        rows = self._as_one(self.rows, spans, own)
        columns = self._as_one(self.columns, spans, own)
        step = self.plan.unroll.get(columns.variable, 1) * self.lanes
        for width in self.steps(columns, step, own):
            if width is not None:
                self._column_block(rows, own, width)
                continue
            left, rest = self.rest(columns, own[columns.variable]), dict(own)
            for lanes in self.steps(left, self.lanes, rest):
                if lanes is not None:
                    self._column_block(rows, rest, self.lanes)
                elif self.is_narrow:
                    last, each = self.rest(left, rest[left.variable]), dict(rest)
                    with self.loop(left.variable, last.begin, last.end, 1, each):
                        self._column_block(rows, each, 1)
                else:
                    mask = self.lanes_left(left, rest[left.variable], None, self.lanes)
                    self._column_block(rows, rest, self.lanes, mask)

    def _column_block(
        self, rows: VariableRange, own: dict[str, LoopIndex], width: int, mask: str | None = None
    ) -> None:
        step = self.plan.unroll.get(rows.variable, 1)
        if not isinstance(rows.size, int):
            low, high = str(rows.begin), str(rows.end)
            for height in self.pieces(rows.variable, low, high, block_sizes(step), own):
                self._row_block(own, width, height, mask)
            return
        for height in self.steps(rows, step, own):
            if height is not None:
                self._row_block(own, width, height, mask)
                continue
            left, each = self.rest(rows, own[rows.variable]), dict(own)
            low, high = str(left.begin), str(left.end)
            for smaller in self.pieces(rows.variable, low, high, block_sizes(step)[1:], each):
                self._row_block(each, width, smaller, mask)

    @cached_property
    def repeats_rows(self) -> bool:
        """Whether elements may be computed twice. They may not if a computation adds to them, or if
        they overwrite an operand."""
        statements = self.nest.statements
        is_plain = all(s.base is None and s.indices is None for s in statements)
        definition = self.nest.definition
        parameters, tensors = definition.body.parameters, definition.tensor_types()
        shared = in_place_parameters(definition, self.reads_first)
        is_apart = not any(parameters[place] in tensors for place in shared)
        return self.partial is None and is_plain and is_apart

    def _row_block(
        self, own: dict[str, LoopIndex], width: int, height: int, mask: str | None
    ) -> None:
        heights = {self.product.row: height}
        if self.repeated is not None:
            heights[self.repeated] = self.form.step(self.repeated)
        points = self.points(own, width, heights, mask)
        reduction = self.product.reduction
        if self.partial is None:
            self.write(points, {})
            return
        panel, _ = self.partial
        self.evaluator.floor = self.emitter.level
        emitter, spans = self.emitter, [self.bounds[r.variable] for r in self.split_terms]
        cells = self.reduce(reduction, points)
        type, align = register_type(panel.element, self.lanes), panel.element.alignment
        memory = self.evaluator.memory[panel.tensor]
        pointers = [self.evaluator.address(memory, panel.index, p) for p in points]
        later = self._any([emitter.emit(f"icmp ne i64 {s.begin}, 0") for s in spans])
        with emitter.when(later):
            for cell, pointer in zip(cells, pointers, strict=True):
                old = emitter.emit(f"load {type}, ptr {pointer}, align {align}")
                new = emitter.emit(f"load {type}, ptr {cell}, align 64")
                self.operations.level = None
                new = OPERATIONS["add"](self.operations, panel.element, self.lanes, old, new)
                emitter.line(f"store {type} {new}, ptr {cell}, align 64")
        ends = [(s.end, self.evaluator.size(s.size)) for s in spans]
        more = self._any([emitter.emit(f"icmp ne i64 {at}, {end}") for at, end in ends])
        with emitter.when(more):
            for cell, pointer in zip(cells, pointers, strict=True):
                new = emitter.emit(f"load {type}, ptr {cell}, align 64")
                emitter.line(f"store {type} {new}, ptr {pointer}, align {align}")
        last = emitter.emit(f"xor i1 {more}, true")
        with emitter.when(last):
            self.write(points, {id(reduction): cells})

    def _any(self, flags: Sequence[str]) -> str:
        found, *others = flags
        for flag in others:
            found = self.emitter.emit(f"or i1 {found}, {flag}")
        return found
