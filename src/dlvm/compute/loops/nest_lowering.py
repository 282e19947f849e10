"""Lowers a scheduled nest to loops: plain loops, rewritten by each directive.

:class:`NestLowering` has the order of the rewrites of points and of rows, which the loops of other
structures are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dlvm.compute.loop_nest.nest import CHAIN, Nest, is_reduced_across, reduced_together
from dlvm.compute.loops.accumulation import (
    LONG,
    accumulators,
    in_parts,
    map_nests,
)
from dlvm.compute.loops.blocks import BlockShape, in_blocks
from dlvm.compute.loops.directives.order import loop_order
from dlvm.compute.loops.directives.parallel import distributed
from dlvm.compute.loops.directives.prefetch import prefetched
from dlvm.compute.loops.directives.unroll import unrolled
from dlvm.compute.loops.directives.vectorize import along_lanes
from dlvm.compute.loops.plain import cast, loop_over, plain_loops, point_body
from dlvm.compute.loops.strip_mining import FreshNames
from dlvm.compute.loops.structures import PointNest, RowNest
from dlvm.ir.compute import (
    Call,
    Expression,
    Range,
    Read,
    Reduction,
    Statement,
    map_calls,
    map_reads,
)
from dlvm.ir.loops.kernels import BufferAllocation, BufferStore, ForLoop, LoopKernel, Stmt
from dlvm.ir.loops.traversal import walk, with_body
from dlvm.ir.polynomial import Size, estimate, product
from dlvm.ir.schedules import Directives
from dlvm.ir.types import F64, ElementType

_FEW = 64
"""At most this many sums are split into independent accumulators: the processor overlaps their
additions, instead of waiting for the latency of each."""


def lower_points(points: PointNest) -> LoopKernel:
    """The loops of a nest whose statements are computed in blocks of points."""
    nest, plan = points.nest, points.plan
    lowering = NestLowering(nest, plan)
    body = point_body(plain_loops(nest, lowering.across), nest)
    return lowering.points(body)


def lower_rows(rows: RowNest) -> LoopKernel:
    """The loops of a nest whose statements run row by row."""
    nest, plan = rows.nest, rows.plan
    lowering = NestLowering(nest, plan)
    body = point_body(plain_loops(nest, lowering.row), nest)
    return lowering.finished(body, loop_order(nest, plan, nest.prefix), [])


@dataclass
class NestLowering:
    """What the lowering of a nest knows: the nest, its schedule, and the names in use."""

    nest: Nest
    plan: Directives
    names: FreshNames = field(init=False)

    def __post_init__(self) -> None:
        ranges = [r for s in self.nest.statements for r in s.ranges]
        ranges += [r for n in self.nest.reductions for r in n.ranges]
        self.names = FreshNames({*self.nest.types, *(r.variable for r in ranges)})

    @property
    def narrow(self) -> bool:
        return any(s.value.element.bytes < 4 for s in self.nest.statements)

    @property
    def vector(self) -> Range | None:
        """The shared range along which blocks of points have vectors."""
        found = (r for r in reversed(self.nest.prefix) if r.variable in self.plan.lanes)
        return next(found, self.nest.prefix[-1] if self.nest.prefix else None)

    def points(self, body: Sequence[Stmt]) -> LoopKernel:
        """The shared loops around the statements of a point, in blocks of points."""
        prefix, plan, vector = self.nest.prefix, self.plan, self.vector
        rows = [r for r in prefix if r is not vector and plan.unroll.get(r.variable, 1) > 1]
        others = [r for r in prefix if r is not vector and r not in rows]
        order = loop_order(self.nest, self.plan, [*others, *([vector] if vector else []), *rows])
        shapes = [self.shape(r.variable) for r in (*rows, *([vector] if vector else []))]
        return self.finished(body, order, shapes)

    def finished(
        self, body: Sequence[Stmt], order: Sequence[Range], shapes: Sequence[BlockShape]
    ) -> LoopKernel:
        """The shared loops around the statements of a point: in order, in blocks, and on several
        threads."""
        inner = body
        steps = {s.variable: s.step for s in shapes}
        for loop_range in reversed(order):
            variable = loop_range.variable
            loop = loop_over(loop_range, inner)
            if variable != self.plan.parallel:
                inner = [loop]
                continue
            step = steps.get(variable, 1)
            inner = [distributed(loop, variable, loop_range.size, step, self.names)]
        for shape in shapes:
            inner = in_blocks(inner, shape, self.names)
        return LoopKernel(self.nest.definition.name or "", tuple(inner))

    # Reductions

    def across(self, statement: Statement, body: list[Stmt]) -> list[Stmt]:
        """The reductions of a statement, which are computed for many points at once."""
        for reductions in reduced_together(statement.value):
            sizes = [(r.variable, r.size) for r in reductions[0].ranges]
            body = self.across_terms(body, reductions[0], sizes)
        return body

    def across_terms(
        self,
        body: list[Stmt],
        reduction: Reduction,
        sizes: Sequence[tuple[str, Size | None]],
    ) -> list[Stmt]:
        """A reduction over loops of the given sizes, None if one is not known, which is computed
        for many points at once."""
        own = [s for s in sizes if s[1] != 1] or [sizes[-1]]
        length = self._chain(reduction, own)
        variable, _ = sizes[-1]
        if length is not None:
            body = self._parts(body, [v for v, _ in sizes], own[0][0], length, wide=False)
        if self.plan.prefetch:
            body = prefetched(body, variable, own[-1][0], self.plan.prefetch)
        return unrolled(body, variable, self.plan.unroll.get(variable, 1), self.names)

    def row(self, statement: Statement, body: list[Stmt]) -> list[Stmt]:
        """The loops of a statement that runs row by row: in vectors along its last dimension or
        along its reductions."""
        own = statement.ranges[len(self.nest.prefix) :]
        groups = reduced_together(statement.value)
        if own and (not groups or is_reduced_across(statement.value, own[-1])):
            body = self.across(statement, body)
            return in_blocks(body, self.shape(own[-1].variable), self.names)
        for reductions in groups:
            body = self.along(reductions, body)
        return body

    def shape(self, variable: str) -> BlockShape:
        """The blocks that the schedule gives a variable."""
        lanes, unroll = self.plan.lanes.get(variable, 1), self.plan.unroll.get(variable, 1)
        return BlockShape(variable, lanes, unroll, self.narrow)

    def along(self, reductions: Sequence[Reduction], body: list[Stmt]) -> list[Stmt]:
        """Reductions over the same ranges, in vectors along the last one."""
        ranges = list(reductions[0].ranges)
        shape = self.shape(ranges[-1].variable)
        if any(map(is_long_sum, reductions)):
            length = CHAIN // 4 * shape.step
            place = next(n for n in range(len(ranges)) if _count(ranges[n + 1 :]) < length)
            part = length // _count(ranges[place + 1 :])
            variables = [r.variable for r in ranges]
            body = self._parts(body, variables, variables[place], part, wide=True)
        if shape.step == 1:
            return body
        return along_lanes(body, ranges, shape.lanes, shape.unroll, self.narrow, self.names)

    def _chain(self, reduction: Reduction, sizes: Sequence[tuple[str, Size | None]]) -> int | None:
        """The number of values of the first loop that one chain of additions covers; None for
        all."""
        if reduction.by != "add" or not reduction.element.is_float:
            return None
        (_, first), *others = sizes
        inner = 1
        for _, size in others:
            if not isinstance(size, int):
                return None
            inner *= size
        counts = [product(tuple(r.size for r in s.ranges)) for s in self.nest.statements]
        is_few = all(isinstance(count, int) and count <= _FEW for count in counts)
        short = max(CHAIN // 8, self.plan.unroll.get(sizes[-1][0], 1))
        length = max(1, (short if is_few else CHAIN) // max(1, inner))
        is_long = not isinstance(first, int) or first > 2 * length
        return length if is_long else None

    def _parts(
        self, body: list[Stmt], nest: Sequence[str], first: str, length: int, wide: bool
    ) -> list[Stmt]:
        """The reductions by a nest of loops over variables, in parts of the ``first`` one."""
        elements = {s.name: s.element for s in walk(body) if isinstance(s, BufferAllocation)}
        widened: set[str] = set()

        def change(loop: ForLoop, before: list[Stmt]) -> list[Stmt] | None:
            variables = [s.variable for s in walk([loop]) if isinstance(s, ForLoop)]
            if variables != nest:
                return None
            if wide:
                widened.update(t for t in accumulators(loop) if elements[t].is_float)
            return [
                *before,
                *in_parts(loop, first, length, self.names, elements, wide),
            ]

        body = map_nests(body, change)
        return [_with_element(s, widened, F64) for s in body] if widened else body


def _with_element(stmt: Stmt, names: set[str], element: ElementType) -> Stmt:
    """A statement in which some registers have another element type."""

    def changed(value: Expression) -> Expression:
        def cast_read(call: Call) -> Expression | None:
            (*_, first) = call.arguments or (None,)
            if call.operation == "cast" and isinstance(first, Read) and first.tensor in names:
                return cast(Read(first.tensor, first.indices, element), call.element)
            return None

        return _map_plain_reads(map_calls(value, cast_read), names, element)

    match stmt:
        case BufferAllocation() if stmt.name in names:
            return replace(stmt, element=element)
        case BufferStore():
            value = changed(stmt.value)
            return replace(stmt, value=cast(value, element) if stmt.tensor in names else value)
        case ForLoop():
            return with_body(stmt, [_with_element(s, names, element) for s in stmt.body])
        case _:
            return stmt


def _map_plain_reads(value: Expression, names: set[str], element: ElementType) -> Expression:
    def change(read: Read) -> Expression:
        if read.tensor not in names or read.element is element:
            return read
        return cast(Read(read.tensor, read.indices, element), read.element)

    return map_reads(value, change)


def is_long_sum(reduction: Reduction) -> bool:
    """Whether a sum along vectors is accumulated in f64."""
    is_sum = reduction.by == "add" and reduction.element.is_float
    is_open = any(not isinstance(r.size, int) for r in reduction.ranges)
    return is_sum and (is_open or _count(reduction.ranges) > LONG)


def _count(ranges: Sequence[Range]) -> int:
    return estimate(product(tuple(r.size for r in ranges)))
