"""``split``: a reduction to a number is computed in parts, on several threads, and the parts are
joined.

The parts depend only on the sizes, so results do not depend on the number of threads.
"""

from __future__ import annotations

from dataclasses import replace

from dlvm.compute.loop_nest.nest import Nest, outer_reductions
from dlvm.compute.loops.lowering import LoopLowering
from dlvm.compute.loops.plain import cast, loop_over, plain_loops, reduction_loops, wide_element
from dlvm.ir.compute import Affine, Range, Read, Reduction, map_reductions
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    ForLoop,
    Let,
    LoopKernel,
    Parallel,
    Space,
    Stmt,
)
from dlvm.ir.schedules import Directives


def lower_split(nest: Nest, plan: Directives) -> LoopKernel:
    """The loops of a nest that is one reduction to a number, in parts.

    ::

        sum(k < 1000) %x[k]   →   for part from 0 to 4 { %partials[part] = sum(k in part) %x[k] }
                                  sum(part < 4) %partials[part]
    """
    lowering = LoopLowering(nest, plan)
    names = lowering.names
    (statement,) = nest.statements
    (reduction,) = outer_reductions(statement.value)
    split = next(r for r in reduction.ranges if r.variable in plan.split)
    count = plan.split[split.variable]
    last = reduction.ranges[-1]
    step = lowering.shape(split.variable).step if split is last else 1
    part, low, high, total, partials = map(
        names.fresh, ("part", "low", "high", "total", "partials")
    )
    own = Affine.variable(part)
    sizes = (Affine.size(split.size), Affine.size(count), Affine.size(step))
    begin, end = Affine.variable(low), Affine.variable(high)
    loops = [
        replace(loop_over(r, ()), begin=begin, end=end) if r is split else loop_over(r, ())
        for r in reduction.ranges
    ]
    sums = reduction_loops([reduction], [total], loops)
    kept = BufferStore(partials, (own,), Read(total, (Affine(),), wide_element(reduction.element)))
    *sums, _ = lowering.along([reduction], [*sums, kept])
    element = next(s.element for s in sums if isinstance(s, BufferAllocation) and s.name == total)
    body: list[Stmt] = [
        Let(low, "part", (own, *sizes)),
        Let(high, "part", (own.plus(1), *sizes)),
        *sums,
        replace(kept, value=Read(total, (Affine(),), element)),
    ]
    stmts: list[Stmt] = [ForLoop(part, Affine(), Affine.size(count), tuple(body))]
    space = Space.STACK
    if plan.parallel == split.variable:
        first, behind = names.fresh("part.begin"), names.fresh("part.end")
        loop = ForLoop(part, Affine.variable(first), Affine.variable(behind), tuple(body))
        stmts = [Parallel(first, behind, count, 1, (loop,))]
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
