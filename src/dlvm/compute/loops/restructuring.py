"""Restructures a definition by the directives that change statements: ``fuse``, ``intrinsic``,
``reorder`` and ``order``."""

from __future__ import annotations

from dlvm.compute.loop_nest.nest import Nest, make_nest
from dlvm.compute.loops.directives.fuse import fused
from dlvm.compute.loops.directives.intrinsic import in_pairs
from dlvm.compute.loops.directives.order import ordered
from dlvm.compute.loops.directives.reorder import layouts
from dlvm.ir.compute import Definition
from dlvm.ir.schedules import Directives


def scheduled_nest(definition: Definition, plan: Directives) -> Nest:
    """The loop nest of a definition, with statements and loops restructured by its schedule.

    Raises :class:`DiagnosticError` at the position of a directive that is not legal.
    """
    definition, depth = fused(definition, plan)
    for directive in plan.of("intrinsic"):
        definition = in_pairs(definition, directive)
    nest = make_nest(definition, plan.variables, depth, layouts(definition, plan, depth))
    for directive in plan.of("order"):
        nest = ordered(nest, directive)
    return nest
