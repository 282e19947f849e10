"""The directive ``tile`` for products. Its loops iterate over tiles of rows, columns and terms (the
contracted dimension), pack factors, and keep blocks of accumulators in registers.

The loops follow Goto and van de Geijn (Anatomy of High-Performance Matrix Multiplication, 2008),
with affine addresses: a tile of columns and terms of one factor is packed, and register blocks of
rows and columns iterate over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.loop_nest.product_tiles import PanelForm, ProductTiles
from dlvm.compute.loops.accumulation import accumulators
from dlvm.compute.loops.blocks import BlockShape, in_blocks
from dlvm.compute.loops.directives.order import loop_order
from dlvm.compute.loops.directives.pack import packed
from dlvm.compute.loops.directives.tile import Tiling, check_sizes
from dlvm.compute.loops.directives.unroll import check_repeated
from dlvm.compute.loops.in_place import in_place_parameters
from dlvm.compute.loops.nest_lowering import NestLowering
from dlvm.compute.loops.plain import plain_loops, point_body
from dlvm.compute.loops.structures import ProductNest
from dlvm.ir.compute import (
    Affine,
    Call,
    Expression,
    Range,
    Read,
    Reduction,
    map_reductions,
    substitute,
)
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKernel,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import bound
from dlvm.ir.polynomial import Size, product
from dlvm.ir.schedules import Directives


def lower_product(products: ProductNest) -> LoopKernel:
    """The loops of a product in tiles.

    If several dimensions are collapsed into one loop, the last one continues past its end, and the
    others stay at the beginning of the tile.

    Raises :class:`DiagnosticError` for a tile of collapsed loops that does not divide them.
    """
    check_sizes(products)
    check_repeated(products)
    return _Tiles(products.nest, products.plan, products.found, products.form).kernel()


@dataclass
class _Tiles:
    nest: Nest
    plan: Directives
    found: Product
    form: ProductTiles
    lowering: NestLowering = field(init=False)
    terms: tuple[Range, ...] = field(init=False)
    """The terms whose loops are split into tiles. A tile has one value of each, except the last."""
    tiling: Tiling = field(init=False)

    def __post_init__(self) -> None:
        self.lowering = NestLowering(self.nest, self.plan)
        self.names = self.lowering.names
        self.tiling = Tiling(self.plan.parallel, self.names)
        form = self.form
        is_split = form.split_terms[-1].variable in self.plan.tiles
        self.terms = form.split_terms if is_split and not self.is_empty else ()
        tiled = [form.columns[0], *self.terms]
        tiled += [] if form.is_whole(form.rows[0]) else [form.rows[0]]
        tiled += [] if form.repeated is None else [form.repeated]
        for loop_range in dict.fromkeys(tiled):
            self.tiling.add(loop_range, form.step(loop_range))

    @cached_property
    def is_empty(self) -> bool:
        return any(r.size == 0 for r in self.found.terms)

    @cached_property
    def panels(self) -> list[PanelForm]:
        return [] if self.is_empty else list(self.form.panels)

    @cached_property
    def sums(self) -> PanelForm | None:
        """The partial sums between tiles of terms."""
        return None if self.is_empty else self.form.sums

    def kernel(self) -> LoopKernel:
        form, nest = self.form, self.nest
        memory = [
            BufferAllocation(_name(p), p.size, p.element, Space.STACK)
            for p in (*self.panels, *([self.sums] if self.sums is not None else []))
        ]
        inner = (form.columns[0], form.rows[0])
        within = (*form.columns[1:], *form.rows[1:])
        order = [r for r in nest.prefix if r not in inner and r not in within]
        body = self._tiles(loop_order(nest, self.plan, [*order, *inner]), self.panels)
        return LoopKernel(nest.definition.name or "", (*memory, *body))

    @cached_property
    def is_repeatable(self) -> bool:
        """Whether elements may be computed twice. They may not if a computation adds to them, or if
        they overwrite an operand."""
        definition = self.nest.definition
        is_plain = all(s.base is None and s.indices is None for s in self.nest.statements)
        parameters, tensors = definition.body.parameters, definition.tensor_types()
        overwritten = in_place_parameters(definition, reads_first=True)
        is_apart = not any(parameters[place] in tensors for place in overwritten)
        return self.sums is None and is_plain and is_apart

    # Tiles

    def _tiles(self, order: Sequence[Range], panels: Sequence[PanelForm]) -> list[Stmt]:
        """The loops over tiles, which pack factors inside."""
        stmts: list[Stmt] = []
        if self.sums is None:
            # A factor that is the same for all tiles is packed once.
            tiled = {r.variable for r in order if self.tiling.has_tiles(r)}
            ready = [p for p in panels if tiled.isdisjoint(p.of.variables)]
            stmts += self._pack(ready)
            panels = [p for p in panels if p not in ready]
        if not order:
            return [*stmts, *self._terms(self.terms, panels)]
        first, *others = order
        inner = self._tiles(others, panels)
        if self.form.is_whole(first):
            return [*stmts, *inner]
        return [*stmts, *self.tiling.loop(first, inner)]

    def _terms(self, terms: Sequence[Range], panels: Sequence[PanelForm]) -> list[Stmt]:
        if not terms:
            return [*self._pack(panels), *self._blocks()]
        first, *others = terms
        inner = self._terms(others, panels)
        loops = self.tiling.loop(first, inner)
        if isinstance(first.size, int):
            return loops
        # Sums without terms are written too.
        (loop,) = loops
        assert isinstance(loop, ForLoop)
        end = self.names.fresh(f"{first.variable}.least")
        size = Let(end, "max", (Affine.size(first.size), Affine.size(1)))
        return [size, replace(loop, end=Affine.variable(end))]

    # Packed factors

    def _pack(self, panels: Sequence[PanelForm]) -> list[Stmt]:
        stmts: list[Stmt] = []
        for panel in panels:
            is_across = panel.of is self.found.across
            own = list(self.form.columns if is_across else self.form.rows)
            if is_across and self.form.repeated is not None:
                own.insert(0, self.form.repeated)
            terms = [self.tiling.span(r) for r in self.found.terms]
            spans = [self.tiling.span(r) for r in own]
            factor: Expression = panel.of
            if panel.overlap is not None:
                term = panel.overlap.term.variable
                terms = [s for s in terms if s.variable != term]
                factor = _at_first(factor, term)
                more = spans[0].extent.plus(panel.overlap.more)
                spans[0] = replace(spans[0], extent=more)
            along, element = panel.along.variable, panel.element
            index = panel.index
            if panel.overlap is not None:
                index = index.substitute({panel.overlap.term.variable: Affine()})
            lanes = self.form.lanes
            every = [*terms, *spans]
            stmts += packed(factor, _name(panel), index, along, element, every, lanes, self.names)
        return stmts

    # Register blocks

    def _blocks(self) -> list[Stmt]:
        """The register blocks of a tile."""
        form = self.form
        body: Sequence[Stmt] = self._block_body()
        if form.repeated is not None:
            body = [self._block_loop((form.repeated,), body)]
        body = [self._block_loop(form.rows, body)]
        body = [self._block_loop(form.columns, body)]
        rows, columns = form.rows[-1].variable, form.columns[-1].variable
        unroll = self.plan.unroll
        narrow = self.lowering.narrow
        shapes = [BlockShape(rows, 1, unroll.get(rows, 1), narrow, self.is_repeatable)]
        if form.repeated is not None:
            repeated = form.repeated
            shapes.append(BlockShape(repeated.variable, 1, form.step(repeated)))
        shapes.append(BlockShape(columns, form.lanes, unroll.get(columns, 1), narrow))
        for shape in shapes:
            body = in_blocks(body, shape, self.names)
        return list(body)

    def _block_loop(self, ranges: Sequence[Range], body: Sequence[Stmt]) -> ForLoop:
        """A loop over all values of collapsed dimensions in a tile."""
        first, *others = ranges
        extent = self.tiling.span(first).extent
        if others:
            count = product((extent.constant, *(r.size for r in others)))
            assert not extent.terms
            extent = Affine.size(count)
        return ForLoop(ranges[-1].variable, Affine(), extent, tuple(body))

    def _bindings(self) -> dict[str, Affine]:
        """The values of variables in a tile, whose loops count from its beginning."""
        bindings: dict[str, Affine] = {}
        for ranges in (self.form.columns, self.form.rows):
            first, *others = ranges
            if others:
                bindings[first.variable] = self.tiling.begins.get(first.variable, Affine())
                bindings |= {r.variable: Affine() for r in others[:-1]}
            else:
                bindings[first.variable] = self.tiling.place(first.variable)
        if self.form.repeated is not None:
            variable = self.form.repeated.variable
            bindings[variable] = self.tiling.place(variable)
        return bindings

    def _block_body(self) -> list[Stmt]:
        """The statements at one point of a block."""
        body = point_body(plain_loops(self._with_panels()), self.nest)
        bindings = self._bindings()
        stmts: list[Stmt] = []
        rest: list[Stmt] = []
        sums: list[str] = []
        for stmt in (bound(s, bindings) for s in body):
            if isinstance(stmt, ForLoop):
                stmts.append(self._reduction(stmt))
                sums = accumulators(stmt)
            elif not sums:
                stmts.append(stmt)
            else:
                rest.append(stmt)
        stmts = self.lowering.across_terms(stmts, self.found.reduction, self._term_sizes())
        if self.sums is None:
            return [*stmts, *rest]
        (total,) = sums
        return [*stmts, *self._partial(self.sums, total, rest)]

    def _term_sizes(self) -> list[tuple[str, Size | None]]:
        """The greatest number of values of each term in a tile; None if it is not known."""
        found: list[tuple[str, Size | None]] = []
        for term in self.found.terms:
            variable = term.variable
            if term in self.terms[:-1] and self.tiling.begins[variable] != Affine():
                continue
            extent = self.tiling.span(term).extent
            most = self.tiling.steps.get(variable) if extent.terms else extent.constant
            found.append((variable, most))
        return found

    def _reduction(self, loop: ForLoop) -> Stmt:
        """The loops over the terms of a tile."""
        variable = loop.variable
        inner = [self._reduction(s) if isinstance(s, ForLoop) else s for s in loop.body]
        term = next(r for r in self.found.terms if r.variable == variable)
        span = self.tiling.span(term)
        if term in self.terms[:-1] and span.begin != Affine():
            (only,) = inner
            return bound(only, {variable: span.begin})
        place = {variable: self.tiling.place(variable)}
        return span.loop([bound(s, place) for s in inner])

    def _with_panels(self) -> Nest:
        """The nest with factors read from their panels, at places that count from the beginning of
        a tile."""
        panels = {id(p.of): p for p in self.panels}
        if not panels:
            return self.nest
        origin = {v: Affine.variable(v).plus(b.scaled(-1)) for v, b in self.tiling.begins.items()}

        def factor(of: Expression) -> Expression:
            panel = panels.get(id(of))
            if panel is None:
                return of
            return Read(_name(panel), (panel.index.substitute(origin),), panel.element)

        def changed(reduction: Reduction) -> Expression:
            body = reduction.body
            assert isinstance(body, Call)
            factors = tuple(map(factor, body.arguments))
            return Reduction(
                reduction.by, reduction.ranges, Call(body.operation, factors, body.element)
            )

        statements = tuple(
            replace(s, value=map_reductions(s.value, changed)) for s in self.nest.statements
        )
        return replace(self.nest, statements=statements)

    def _partial(self, form: PanelForm, total: str, rest: Sequence[Stmt]) -> list[Stmt]:
        """Continues a sum from the previous tile of terms, and keeps it for the next tile; the last
        tile computes the statements."""
        begin, end, size = Affine(), Affine(), Affine()
        for term in self.terms:
            variable = term.variable
            begin = begin.plus(self.tiling.begins[variable])
            end = end.plus(self.tiling.begins[variable]).plus(self.tiling.extents[variable])
            size = size.plus(term.size)
        collapsed = (*self.form.columns[:-1], *self.form.rows[:-1])
        index = form.index.substitute({r.variable: Affine() for r in collapsed})
        kept = Read(_name(form), (index,), form.element)
        own = Read(total, (Affine(),), form.element)
        return [
            If(Affine(), begin, (BufferStore(total, (Affine(),), kept, "add"),)),
            If(end, size, (BufferStore(_name(form), (index,), own),)),
            If(size.plus(-1), end, tuple(rest)),
        ]


def _at_first(factor: Expression, variable: str) -> Expression:
    return substitute(factor, {variable: Affine()})


def _name(panel: PanelForm) -> str:
    """The name of a panel's memory."""
    return panel.name.replace(" ", ".")
