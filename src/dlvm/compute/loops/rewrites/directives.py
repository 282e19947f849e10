"""Directives that rewrite the loops of any strategy, in the order in which a schedule has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dlvm.compute.loops.rewrites.peeling import peeled
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.schedules import Directive, Schedule

Rewrite = Callable[[LoopKernel, Directive], LoopKernel]

REWRITES: Final[Mapping[str, Rewrite]] = {
    "peel": peeled,
}
"""By keyword: the rewrite of a kernel, which raises :class:`DiagnosticError` where it is not
legal. To add a directive, add its form to :data:`~dlvm.ir.schedules.DIRECTIVES`, and a row here."""


def rewritten(kernel: LoopKernel, schedule: Schedule) -> LoopKernel:
    """The loops that a strategy has made, with the directives of a schedule that rewrite them."""
    for directive in schedule.directives:
        rewrite = REWRITES.get(directive.keyword)
        if rewrite is not None:
            kernel = rewrite(kernel, directive)
    return kernel
