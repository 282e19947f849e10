"""``weave %x``: the element-wise work on a block of rows runs between the terms of the product
``%x`` of the next block (software pipelining).

::

    for each block b { %x(b); S(b) }   →   for each block b { %x(b) interleaved with S(b - 1) }

Each iteration runs the first stage on one block of rows, the second stage on the previous block,
and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dlvm.compute.loop_nest.software_pipelining import (
    PipelinedReduction,
    PipelinedRows,
    find_pipelined_rows,
)
from dlvm.compute.loops.blocks import BlockShape, blocks_of
from dlvm.compute.loops.directives.parallel import shares
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.directives.tile import TileSpan
from dlvm.compute.loops.plain import plain_loops, point_body
from dlvm.compute.loops.row_blocks import RowBlockLowering
from dlvm.compute.loops.sinking import PointBlock, block_of, sunk, vectors_of
from dlvm.compute.loops.strip_mining import in_steps
from dlvm.compute.loops.structures import RowBlockNest, StructuredNest
from dlvm.ir.compute import Affine, Statement
from dlvm.ir.loops.kernels import ForLoop, If, Let, LoopKernel, LoopKind, Stmt
from dlvm.ir.loops.traversal import bound


def legal(loops: StructuredNest) -> DirectiveRule:
    """The products with which statements can be interleaved."""
    if not isinstance(loops, RowBlockNest):
        return NOTHING
    given = [d.subjects[0] for d in loops.plan.of("weave")]
    known = given[:1] or list(loops.products)
    hosts = [
        t for t in known if t in loops.products and find_pipelined_rows(loops.nest, loops.plan, t)
    ]
    why = (
        "statements are pipelined with one product of few terms, if its blocks of rows are "
        "register blocks"
    )
    return DirectiveRule(hosts, why)


def lower_pipelined_rows(blocks: RowBlockNest, weave: PipelinedRows) -> LoopKernel:
    """The loops of a nest in blocks of rows, of which several are in flight."""
    return _Pipeline(blocks, weave).kernel()


class _Pipeline(RowBlockLowering):
    def __init__(self, blocks: RowBlockNest, weave: PipelinedRows) -> None:
        self.weave = weave
        super().__init__(blocks.nest, blocks.plan, weave.depth)

    def is_at_once(self, fold: PipelinedReduction, target: str) -> bool:
        return self.weave.stages[target] == self.weave.stages[fold.source]

    def all_blocks(self) -> list[Stmt]:
        size, height, row = self.row.size, self.height, self.row.variable
        assert isinstance(size, int)
        whole = size // height * height
        if self.plan.parallel != row:
            return self._share(Affine(), Affine.size(size), whole)

        def body(begin: Affine, end: Affine) -> list[Stmt]:
            return self._share(begin, end, whole)

        return [shares(row, size, height, self.names, body)]

    def _share(self, begin: Affine, end: Affine, whole: int) -> list[Stmt]:
        """The blocks of a share of the rows; the rows after the last whole block are not in the
        pipeline."""
        size, row = self.row.size, self.row.variable
        assert isinstance(size, int)
        stmts: list[Stmt] = []
        last = end
        if whole < size or end.terms:
            name = self.names.fresh(f"{row}.whole")
            stmts.append(Let(name, "min", (end, Affine.size(whole))))
            last = Affine.variable(name)
        stmts.append(If(begin, last, tuple(self._pipeline(begin, last))))
        if whole < size:
            span = TileSpan(row, Affine.size(whole), Affine.size(size - whole))
            stmts.append(If(Affine.size(whole), end, tuple(self.one_block(span))))
        return stmts

    def _pipeline(self, begin: Affine, end: Affine) -> list[Stmt]:
        """The pipeline over the whole blocks of a share."""
        depth, height = self.weave.depth, self.height
        step = self.names.fresh(f"{self.row.variable}.step")
        at = Affine.variable(step)
        flags: list[Affine] = []
        body: list[Stmt] = []
        for stage in range(depth):
            name = self.names.fresh(f"stage{stage}")
            first = at.plus(-stage * height)
            left = end.plus(first.scaled(-1)).plus(-1)
            body.append(Let(name, "min", (first.plus(begin.scaled(-1)), left)))
            flags.append(Affine.variable(name))
        for statement in self.statements:
            if statement.target == self.weave.host:
                body += self._host(statement, at, flags)
            elif statement.target not in self.weave.between:
                body.append(self._alone(statement, at, flags))
        last = end.plus((depth - 1) * height)
        return [ForLoop(step, begin, last, tuple(body), height)]

    def _slot(self, at: Affine, stage: int) -> tuple[Let, Affine]:
        """The row at which the memory of the block at a stage begins."""
        name = self.names.fresh("slot")
        size = Affine.size(self.weave.depth * self.height)
        return Let(name, "rem", (at.plus(-stage * self.height), size)), Affine.variable(name)

    def _span(self, at: Affine, stage: int) -> TileSpan:
        begin = at.plus(-stage * self.height)
        return TileSpan(self.row.variable, begin, Affine.size(self.height))

    def _alone(self, statement: Statement, at: Affine, flags: Sequence[Affine]) -> Stmt:
        """A statement for the block at its stage, if there is one."""
        stage = self.weave.stages[statement.target]
        let, slot = self._slot(at, stage)
        rows = self.all_rows(statement, self._span(at, stage), slot)
        return If(Affine.size(-1), flags[stage], (let, *rows))

    def _host(self, host: Statement, at: Affine, flags: Sequence[Affine]) -> list[Stmt]:
        """The product with the interleaved work. If some of the blocks do not exist, the two run
        separately."""
        others = [s for s in self.statements if s.target in self.weave.between]
        both = self.names.fresh("stages")
        value = Affine.variable(both)
        apart = tuple(self._alone(s, at, flags) for s in (host, *others))
        return [
            Let(both, "min", (flags[0], flags[-1])),
            If(Affine.size(-1), value, tuple(self._together(host, others, at))),
            If(value, Affine(), apart),
        ]

    def _together(self, host: Statement, others: Sequence[Statement], at: Affine) -> list[Stmt]:
        stmts: list[Stmt] = []
        slots: list[Affine] = []
        for stage in range(self.weave.depth):
            let, slot = self._slot(at, stage)
            stmts.append(let)
            slots.append(slot)
        between: list[tuple[Statement, TileSpan, Affine]] = []
        for statement in others:
            stage = self.weave.stages[statement.target]
            span = self._span(at, stage)
            stmts += self.started(statement.target, span, slots[stage])
            between.append((statement, span, slots[stage]))
        span = self._span(at, 0)
        stmts += self.started(host.target, span, slots[0])
        _, found = self.products[host.target]
        body = self.in_block(self.product_body(host.target), span, slots[0])
        column, row = found.column.variable, self.row.variable
        shape = BlockShape(
            column,
            self.plan.lanes.get(column, 1),
            self.plan.unroll.get(column, 1),
            self.lowering.narrow,
        )

        def make(block: PointBlock) -> list[Stmt]:
            rows = block_of(row, Affine(), self.height, 1, self.names)
            inner = sunk(sunk(body, row, rows), column, block)
            pipelined: list[Stmt] = []
            for stmt in inner:
                if isinstance(stmt, ForLoop) and stmt.kind is LoopKind.SERIAL:
                    pipelined += self._terms(stmt, block, between)
                else:
                    pipelined.append(stmt)
            return self.placed(host.target, pipelined)

        loop = ForLoop(column, Affine(), Affine.size(found.column.size), ())
        return [*stmts, *blocks_of(loop, shape, self.names, make)]

    def _terms(
        self,
        terms: ForLoop,
        block: PointBlock,
        between: Sequence[tuple[Statement, TileSpan, Affine]],
    ) -> list[Stmt]:
        """The terms of a register block, with the work on the same columns of other blocks: a row
        at a time."""
        assert terms.count is not None
        every = terms.count // self.height
        row = self.names.fresh(f"{self.row.variable}.between")
        begin = Affine.variable(row).scaled(every)
        vectors = vectors_of(block)
        body: list[Stmt] = []
        for number, vector in enumerate(vectors):
            for statement, span, slot in between:
                body += self._at(statement, span, slot, vector, row)
            first, behind = (every * n // len(vectors) for n in (number, number + 1))
            if first < behind:
                part = replace(terms, begin=begin.plus(first), end=begin.plus(behind))
                body += self._unrolled(part)
        stmts: list[Stmt] = [ForLoop(row, Affine(), Affine.size(self.height), tuple(body))]
        done = every * self.height
        if done < terms.count:
            stmts += self._unrolled(replace(terms, begin=Affine.size(done)))
        return stmts

    def _at(
        self, statement: Statement, span: TileSpan, slot: Affine, vector: PointBlock, row: str
    ) -> list[Stmt]:
        """A statement for one row and one vector of columns."""
        own = replace(self.nest, statements=(statement,))
        (loop,) = point_body(plain_loops(own, stored=self.stored), own)
        assert isinstance(loop, ForLoop)
        body = self.with_folds(statement.target, list(loop.body))
        body = self.in_block(body, span, slot)
        body = [bound(s, {self.row.variable: Affine.variable(row)}) for s in body]
        return self.placed(statement.target, sunk(body, loop.variable, vector))

    def _unrolled(self, loop: ForLoop) -> list[Stmt]:
        """A loop over terms, unrolled around the blocks inside it."""
        variable = loop.variable
        unroll = self.plan.unroll.get(variable, 1)

        def block(begin: Affine, extent: int | None) -> Sequence[Stmt]:
            assert extent is not None
            if extent == 1:
                return [bound(s, {variable: begin}) for s in loop.body]
            name = self.names.fresh(f"{variable}.u")
            place = {variable: begin.plus(Affine.variable(name))}
            body = tuple(bound(s, place) for s in loop.body)
            return [
                ForLoop(name, Affine(), Affine.size(extent), (s,), kind=LoopKind.UNROLLED)
                for s in body
            ]

        return in_steps(loop, unroll, block, self.names)
