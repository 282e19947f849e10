"""``split v by n``: a reduction to a number is computed in ``n`` parts, on several threads, and the
parts are joined.

::

    sum(k < 1000) %x[k]   →   for part from 0 to 4 { %partials[part] = sum(k in part) %x[k] }
                              sum(part < 4) %partials[part]

The parts depend only on the sizes, so results do not depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import replace

from dlvm.compute.loops.directives.parallel import distributed
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.nest_lowering import NestLowering
from dlvm.compute.loops.plain import cast, loop_over, plain_loops, reduction_loops, wide_element
from dlvm.compute.loops.structures import SplitNest, StructuredNest
from dlvm.ir.compute import Affine, Range, Read, Reduction, map_reductions
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    Let,
    LoopKernel,
    Space,
    Stmt,
)


def legal(loops: StructuredNest) -> DirectiveRule:
    """The variable whose loop is split."""
    if not isinstance(loops, SplitNest):
        return NOTHING
    return DirectiveRule(loops.parts, "only one dimension is reduced in parts")


def lower_split(loops: SplitNest) -> LoopKernel:
    """The loops of a nest that is one reduction to a number, in parts."""
    nest, plan, reduction = loops.nest, loops.plan, loops.reduction
    lowering = NestLowering(nest, plan)
    names = lowering.names
    (statement,) = nest.statements
    split = next(r for r in reduction.ranges if r.variable in loops.parts)
    count = plan.split[split.variable]
    last = reduction.ranges[-1]
    step = lowering.shape(split.variable).step if split is last else 1
    part, low, high, total, partials = map(
        names.fresh, ("part", "low", "high", "total", "partials")
    )
    own = Affine.variable(part)
    sizes = (Affine.size(split.size), Affine.size(count), Affine.size(step))
    begin, end = Affine.variable(low), Affine.variable(high)
    spans = [
        replace(loop_over(r, ()), begin=begin, end=end) if r is split else loop_over(r, ())
        for r in reduction.ranges
    ]
    sums = reduction_loops([reduction], [total], spans)
    kept = BufferStore(partials, (own,), Read(total, (Affine(),), wide_element(reduction.element)))
    *sums, _ = lowering.along([reduction], [*sums, kept])
    element = next(s.element for s in sums if isinstance(s, BufferAllocation) and s.name == total)
    body: list[Stmt] = [
        Let(low, "part", (own, *sizes)),
        Let(high, "part", (own.plus(1), *sizes)),
        *sums,
        replace(kept, value=Read(total, (Affine(),), element)),
    ]
    parts = ForLoop(part, Affine(), Affine.size(count), tuple(body))
    stmts: list[Stmt] = [parts]
    space = Space.STACK
    if plan.parallel == split.variable:
        stmts = [distributed(parts, "part", count, 1, names)]
        space = Space.WORKSPACE
    lanes = plan.lanes.get(last.variable, 1)
    ranges = (Range(part, count),)
    if lanes > 1 and count % lanes == 0:
        vector = names.fresh("lane")
        ranges = (Range(part, count // lanes), Range(vector, lanes))
        own = Affine.of({part: lanes, vector: 1})
    whole = Reduction(reduction.by, ranges, Read(partials, (own,), element))
    joined = names.fresh("joined")
    result = cast(Read(joined, (Affine(),), element), reduction.element)
    value = map_reductions(statement.value, lambda _: result)
    rest = replace(nest, statements=(replace(statement, value=value),))
    return LoopKernel(
        nest.definition.name or "",
        (
            BufferAllocation(partials, count, element, space),
            *stmts,
            BufferAllocation(joined, 1, element, Space.REGISTERS),
            BufferStore(joined, (Affine(),), whole),
            *plain_loops(rest).body,
        ),
    )
