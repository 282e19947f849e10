"""Software pipelining of row blocks: reduces a row while it is written, and computes element-wise
statements of one block between the terms of the next block's product.

A core that issues multiply-adds in every cycle has room for other operations, but its reorder
window holds only a few hundred instructions. The element-wise statements of a block of rows are
therefore placed between the terms of a product of the next block (Lam, Software Pipelining, 1988,
here by blocks).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dlvm.compute.loop_nest.addresses import extent
from dlvm.compute.loop_nest.nest import CHAIN, Nest
from dlvm.compute.loop_nest.row_blocks import block_products
from dlvm.ir.compute import Affine, Range, Reduction, Statement, substitute
from dlvm.ir.schedules import Directives

_MOST_TERMS: Final = 2 * CHAIN
"""The maximum number of terms of a pipelined product. Longer sums are split."""
FEWEST_TERMS: Final = 24
"""The minimum number of terms of a pipelined product. Shorter sums leave no room for other
instructions."""


@dataclass(frozen=True)
class PipelinedReduction:
    """A reduction over each row of ``source``, computed while the row is written. ``body`` is the
    reduced expression, over the last variable of the source."""

    source: str
    reduction: Reduction
    body: Reduction


def find_pipelined_reductions(
    nest: Nest, plan: Directives, products: Collection[str]
) -> Iterator[tuple[str, PipelinedReduction]]:
    """The reductions, by target, that can be computed while their operand is written in vectors.
    ``products`` are the targets of the products."""
    rows: dict[str, Statement] = {}
    length = len(nest.prefix)
    for statement in nest.statements:
        reductions = statement.value.reductions
        if len(statement.ranges) == length:
            for reduction in reductions[:1] if len(reductions) == 1 else ():
                fold = _fold(nest, plan, reduction, rows)
                if fold is not None:
                    yield statement.target, fold
        elif len(statement.ranges) == length + 1 and (
            not reductions or statement.target in products
        ):
            rows[statement.target] = statement


def _fold(
    nest: Nest, plan: Directives, reduction: Reduction, rows: dict[str, Statement]
) -> PipelinedReduction | None:
    targets = {s.target for s in nest.statements}
    read = {r.tensor: r for r in reduction.body.reads if r.tensor in targets}
    if len(read) != 1 or len(reduction.ranges) != 1 or not reduction.element.is_float:
        return None
    source = rows.get(next(iter(read)))
    if source is None:
        return None
    (loop_range,), own = reduction.ranges, source.ranges[-1]
    lanes = plan.lanes.get(loop_range.variable, 1)
    if lanes == 1 or plan.lanes.get(own.variable, 1) != lanes or loop_range.size != own.size:
        return None
    if reduction.by == "add" and extent(loop_range) > CHAIN * lanes:
        return None
    body = substitute(reduction.body, {loop_range.variable: Affine.variable(own.variable)})
    if any(r.indices != source.indices for r in body.reads if r.tensor == source.target):
        return None
    return PipelinedReduction(source.target, reduction, Reduction(reduction.by, (own,), body))


@dataclass(frozen=True)
class PipelinedRows:
    """The statements of a kernel by pipeline stage. Each stage runs a fixed number of row blocks
    behind the first. The statements in ``between`` are placed between the terms of the product
    ``host``."""

    host: str
    between: tuple[str, ...]
    stages: Mapping[str, int]

    @property
    def depth(self) -> int:
        """The number of row blocks in flight."""
        return 1 + max(self.stages.values())


def find_pipelined_rows(nest: Nest, plan: Directives, host: str) -> PipelinedRows | None:
    """The software pipeline around a product of row blocks; None if there is nothing to overlap, or
    the blocks are not register blocks."""
    row = nest.prefix[-1]
    height, size = plan.tiles.get(row.variable, 1), row.size
    products = {own.statements[0].target: found for own, found in block_products(nest)}
    found = products.get(host)
    if found is None or plan.unroll.get(row.variable, 1) != height:
        return None
    if not isinstance(size, int) or size < height or len(found.terms) != 1:
        return None
    terms = found.terms[0].size
    if not isinstance(terms, int) or not height <= terms <= _MOST_TERMS:
        return None
    stages: dict[str, int] = {}
    between: list[str] = []
    ready = current = 0
    """The stage after which all statements that are not pipelined are complete, and the last
    stage."""
    for statement in nest.statements:
        if host in stages and _is_pipelined(nest, plan, statement, found.column):
            current = ready + 1
            between.append(statement.target)
        else:
            ready = current
        stages[statement.target] = current
    return PipelinedRows(host, tuple(between), stages) if between else None


def _is_pipelined(nest: Nest, plan: Directives, statement: Statement, column: Range) -> bool:
    """Whether a statement is element-wise and uses the same vectors as a product."""
    if len(statement.ranges) != len(nest.prefix) + 1:
        return False
    own = statement.ranges[-1]
    lanes = plan.lanes.get(own.variable, 1)
    return (
        own.size == column.size
        and lanes == plan.lanes.get(column.variable, 1)
        and lanes > 1
        and not statement.value.reductions
    )
