"""Structures: what a scheduled nest computes, which determines the loops that its directives
rewrite. :func:`structure_of` selects one from the shape of the nest and the directives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import (
    Nest,
    is_reduced_across,
    outer_reductions,
    reduction_to_a_number,
)
from dlvm.compute.loop_nest.product_tiles import ProductTiles
from dlvm.compute.loop_nest.recurrence import Recurrence, recurrence
from dlvm.compute.loop_nest.row_blocks import block_products
from dlvm.compute.loop_nest.software_pipelining import PipelinedRows, find_pipelined_rows
from dlvm.compute.loop_nest.transposed_reads import transposed_reads
from dlvm.compute.loop_nest.variance_merging import find_moments
from dlvm.ir.compute import Range, Read, Reduction, Statement
from dlvm.ir.schedules import Directives


@dataclass(frozen=True)
class StructuredNest:
    """The structure of a nest with a schedule. ``kind`` names its loops in messages. If it
    ``reads_first``, all statements read their elements at a point before any writes there."""

    nest: Nest
    plan: Directives
    kind: ClassVar[str]
    reads_first: ClassVar[bool] = False

    @property
    def shared(self) -> list[str]:
        """The variables that all statements share."""
        return [r.variable for r in self.nest.prefix]

    @property
    def reduced(self) -> list[str]:
        """The variables that are reduced."""
        return [r.variable for n in self.nest.reductions for r in n.ranges]

    @property
    def prefetched(self) -> Sequence[Reduction]:
        """The reductions that can prefetch their operands."""
        return ()


@dataclass(frozen=True)
class SequentialNest(StructuredNest):
    """A statement that updates elements of a tensor in order."""

    kind: ClassVar[str] = "sequential loops"


@dataclass(frozen=True)
class SplitNest(StructuredNest):
    """A reduction to a number, in parts."""

    kind: ClassVar[str] = "parts of a reduction"

    @cached_property
    def reduction(self) -> Reduction:
        (reduction,) = outer_reductions(self.nest.statements[0].value)
        return reduction

    @property
    def parts(self) -> list[str]:
        """The variable whose loop is split."""
        return [r.variable for r in self.reduction.ranges if r.variable in self.plan.split][:1]


@dataclass(frozen=True)
class ScanNest(StructuredNest):
    """Running totals, in vectors along the scanned dimension or across it."""

    kind: ClassVar[str] = "scans"
    scan: Recurrence

    @property
    def vector(self) -> str:
        """The variable along which vectors run."""
        return next(iter(self.plan.lanes), self.scan.range.variable)

    @property
    def is_across(self) -> bool:
        """Whether vectors run across the scanned dimension."""
        return self.vector != self.scan.range.variable

    @property
    def others(self) -> list[str]:
        """The variables of the loops around the scans."""
        own = (self.scan.range.variable, self.vector)
        return [r.variable for r in self.scan.statement.ranges if r.variable not in own]


@dataclass(frozen=True)
class PointNest(StructuredNest):
    """Statements that write one element at each shared point, in blocks of points."""

    kind: ClassVar[str] = "blocks of points"
    reads_first: ClassVar[bool] = True

    @property
    def vector(self) -> Range:
        """The shared range along which vectors run: by default, the last one."""
        prefix = self.nest.prefix
        return next((r for r in reversed(prefix) if r.variable in self.plan.lanes), prefix[-1])

    @property
    def prefetched(self) -> Sequence[Reduction]:
        return self.nest.reductions


@dataclass(frozen=True)
class MergedPointNest(PointNest):
    """Points whose sums and sums of squared deviations are merged from blocks."""

    @property
    def outer(self) -> list[str]:
        """The outermost variables of the sums."""
        return [m.range.variable for m in find_moments(self.nest)]


@dataclass(frozen=True)
class ProductNest(PointNest):
    """A product in tiles of rows, columns and terms."""

    kind: ClassVar[str] = "products"
    found: Product

    @cached_property
    def form(self) -> ProductTiles:
        """The tiles of the schedule."""
        return ProductTiles(self.nest, self.plan, self.found)

    @property
    def loops(self) -> list[str]:
        """The shared variables that have loops of their own: the others are collapsed."""
        inside = {r.variable for r in (*self.form.columns[1:], *self.form.rows[1:])}
        return [v for v in self.shared if v not in inside]

    @property
    def factors(self) -> list[str]:
        """The tensors that the factors read."""
        return [r.tensor for f in (self.found.across, self.found.down) for r in f.reads]

    @property
    def prefetched(self) -> Sequence[Reduction]:
        return [self.found.reduction]


@dataclass(frozen=True)
class TransposedNest(PointNest):
    """Points in tiles of two dimensions; operands that are contiguous along the other dimension
    than the vectors are transposed."""

    kind: ClassVar[str] = "tiles"

    @property
    def last(self) -> Range:
        """The dimension along which vectors run."""
        return self.nest.prefix[-1]

    @property
    def row(self) -> Range:
        """The dimension along which transposed operands are contiguous."""
        rows = (r for r in self.nest.prefix[:-1] if r.variable in self.plan.tiles)
        return next(rows, self.nest.prefix[-2])

    def transposed(self, statement: Statement) -> list[Read]:
        """The operands that can be transposed; computed values are in registers."""
        found = transposed_reads(statement.value, self.last, self.row)
        return [r for r in found if r.tensor in self.nest.definition.body.parameters]


@dataclass(frozen=True)
class RowNest(StructuredNest):
    """Statements that run row by row, each in vectors along its last dimension or along its
    reductions."""

    kind: ClassVar[str] = "rows"

    @property
    def row_wise(self) -> Sequence[Statement]:
        """The statements that are not products."""
        return self.nest.statements

    @cached_property
    def vectors(self) -> tuple[list[str], list[Reduction]]:
        """The variables along which the row-wise statements can be vectorized, and the reductions
        across them."""
        along: list[str] = []
        across: list[Reduction] = []
        for statement in self.row_wise:
            inner = statement.ranges[len(self.nest.prefix) :]
            reductions = list(outer_reductions(statement.value))
            if inner and is_reduced_across(statement.value, inner[-1]):
                across += reductions
            if inner and (not reductions or is_reduced_across(statement.value, inner[-1])):
                along.append(inner[-1].variable)
            else:
                along += [n.ranges[-1].variable for n in reductions]
        return along, across

    @property
    def prefetched(self) -> Sequence[Reduction]:
        return self.vectors[1]


@dataclass(frozen=True)
class RowBlockNest(RowNest):
    """Products and row-wise statements that share rows, which run in blocks."""

    kind: ClassVar[str] = "blocks of rows"
    weave: PipelinedRows | None = None
    """The statements that are interleaved with a product, if any."""

    @property
    def row(self) -> Range:
        return self.nest.prefix[-1]

    @cached_property
    def products(self) -> dict[str, Product]:
        """The products by target, in vectors along their columns."""
        return {
            own.statements[0].target: product
            for own, product in block_products(self.nest)
            if product.column.variable in self.plan.lanes
        }

    @property
    def row_wise(self) -> Sequence[Statement]:
        return [s for s in self.nest.statements if s.target not in self.products]

    @property
    def prefetched(self) -> Sequence[Reduction]:
        return [*self.vectors[1], *(f.reduction for f in self.products.values())]


def structure_of(nest: Nest, plan: Directives) -> StructuredNest:
    """The structure of a nest with a schedule."""
    if any(s.base is not None for s in nest.statements):
        scan = recurrence(nest)
        if scan is not None and _runs_by_vectors(scan, plan):
            return ScanNest(nest, plan, scan)
        return SequentialNest(nest, plan)
    whole = reduction_to_a_number(nest)
    if whole is not None and any(r.variable in plan.split for r in whole.ranges):
        return SplitNest(nest, plan)
    variables = {r.variable for r in nest.prefix}
    along = variables.intersection(plan.lanes)
    if nest.is_pointwise and variables and (along or (plan.schedule.directives and not plan.lanes)):
        return _points(nest, plan)
    if nest.prefix and nest.prefix[-1].variable in plan.tiles:
        hosts = (find_pipelined_rows(nest, plan, d.subjects[0]) for d in plan.of("weave"))
        return RowBlockNest(nest, plan, next((w for w in hosts if w is not None), None))
    return RowNest(nest, plan)


def _points(nest: Nest, plan: Directives) -> StructuredNest:
    """The structure of a nest whose statements write one element at each shared point."""
    points = PointNest(nest, plan)
    if any(m.range.variable in plan.tiles for m in find_moments(nest)):
        return MergedPointNest(nest, plan)
    if not plan.tiles and not plan.packed:
        return points
    column = points.vector
    found = nest.product(column)
    if found is not None:
        return ProductNest(nest, plan, found)
    of_vector = nest.with_row(column)
    if of_vector is not None and any(r.variable in plan.tiles for r in of_vector[1].terms):
        return ProductNest(of_vector[0], plan, of_vector[1])
    return TransposedNest(nest, plan) if len(nest.prefix) > 1 else points


def _runs_by_vectors(scan: Recurrence, plan: Directives) -> bool:
    """Whether a schedule vectorizes a scan along contiguous memory."""
    vector = next(iter(plan.lanes), scan.range.variable)
    if vector == scan.range.variable:
        return scan.fits_vectors or plan.lanes.get(vector, 1) == 1
    return vector in plan.tiles and scan.place.coefficient(vector) == 1
