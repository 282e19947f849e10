"""``parallel v``: threads share the iterations of a loop.

::

    for i from 0 to 64 { S(i) }   →   parallel i.begin, i.end from 0 to 64 {
                                          for i from i.begin to i.end { S(i) }
                                      }
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.strip_mining import FreshNames
from dlvm.compute.loops.structures import (
    PointNest,
    ProductNest,
    RowNest,
    ScanNest,
    SplitNest,
    StructuredNest,
)
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import ForLoop, Parallel, Stmt
from dlvm.ir.polynomial import Size


def legal(loops: StructuredNest) -> DirectiveRule:
    """The variables whose iterations are independent of each other."""
    why = "only a dimension that all statements share is distributed over threads"
    match loops:
        case ProductNest():
            return DirectiveRule(loops.loops, why)
        case PointNest() | RowNest():
            return DirectiveRule(loops.shared, why)
        case ScanNest():
            across = [loops.vector] if loops.is_across else []
            why = "each value depends on the previous one along the others"
            return DirectiveRule([*loops.others, *across], why)
        case SplitNest():
            return DirectiveRule(loops.parts, "only the parts are distributed over threads")
        case _:
            return NOTHING


def shares(
    variable: str,
    size: Size,
    step: int,
    names: FreshNames,
    body: Callable[[Affine, Affine], Sequence[Stmt]],
) -> Parallel:
    """The threads' shares of ``size`` iterations. Each share except the last has a multiple of
    ``step`` iterations. ``body`` returns the statements for the iterations from one value to
    another."""
    begin, end = (names.fresh(f"{variable}.{name}") for name in ("begin", "end"))
    stmts = body(Affine.variable(begin), Affine.variable(end))
    return Parallel(begin, end, size, step, tuple(stmts))


def distributed(loop: ForLoop, variable: str, size: Size, step: int, names: FreshNames) -> Parallel:
    """A loop over ``size`` values whose iterations threads share."""
    return shares(
        variable, size, step, names, lambda begin, end: [replace(loop, begin=begin, end=end)]
    )
