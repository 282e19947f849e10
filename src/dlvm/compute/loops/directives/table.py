"""The table of directives, and the check that a schedule is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dlvm.compute.loops.directives import (
    order,
    pack,
    parallel,
    prefetch,
    reorder,
    split,
    tile,
    unroll,
    vectorize,
    weave,
)
from dlvm.compute.loops.directives.peel import peeled
from dlvm.compute.loops.directives.preload import preloaded
from dlvm.compute.loops.directives.rule import DirectiveRule
from dlvm.compute.loops.structures import StructuredNest
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.schedules import DIRECTIVES, Directive, Schedule
from dlvm.text.schedule_syntax import directive_text

Rewrite = Callable[[LoopKernel, Directive], LoopKernel]

RULES: Final[Mapping[str, Callable[[StructuredNest], DirectiveRule]]] = {
    "vectorize": vectorize.legal,
    "unroll": unroll.legal,
    "tile": tile.legal,
    "split": split.legal,
    "parallel": parallel.legal,
    "order": order.legal,
    "pack": pack.legal,
    "reorder": reorder.legal,
    "prefetch": prefetch.legal,
    "weave": weave.legal,
}
"""By keyword: what a directive may name in loops of a structure. ``fuse`` and ``intrinsic`` change
the definition before it has a structure, and check it themselves."""

REWRITES: Final[Mapping[str, Rewrite]] = {
    "peel": peeled,
    "preload": preloaded,
}
"""By keyword: the rewrite of finished loops, which raises :class:`DiagnosticError` where it is not
legal. To add a directive, add its form to :data:`~dlvm.ir.schedules.DIRECTIVES`, and a row here."""


def check_directives(loops: StructuredNest) -> None:
    """Raises :class:`DiagnosticError` with every directive that loops of a structure do not
    support."""
    problems: list[Diagnostic] = []
    plan, definition = loops.plan, loops.nest.definition
    statements = definition.body.statements
    ranges = [r for s in statements for r in s.ranges]
    ranges += [r for s in statements for n in s.value.reductions for r in n.ranges]
    # A variable with a single value needs no loop.
    single = {r.variable for r in ranges if r.extent == 1}
    for directive in plan.schedule.directives:
        legal = RULES.get(directive.keyword)
        if legal is None or set(directive.subjects) <= single:
            continue
        rule = legal(loops)
        is_tensor = DIRECTIVES[directive.keyword].subject == "tensor"
        subjects = directive.subjects[:1] if is_tensor else directive.subjects
        if all(s in rule.subjects or s in single for s in subjects):
            continue
        sigil = "%" if is_tensor else ""
        known = ", ".join(f"{sigil}{s}" for s in dict.fromkeys(rule.subjects))
        expected = f"one of {known}" if known else "none"
        why = rule.why or f"{loops.kind} do not support it"
        message = f"expected {expected}, got {directive_text(directive)}: {why}"
        location = directive.location or plan.schedule.location
        problems.append(Diagnostic(message, location or definition.location))
    if problems:
        raise DiagnosticError(problems)


def rewritten(kernel: LoopKernel, schedule: Schedule) -> LoopKernel:
    """Finished loops, rewritten by those directives of a schedule that apply to finished loops."""
    for directive in schedule.directives:
        rewrite = REWRITES.get(directive.keyword)
        if rewrite is not None:
            kernel = rewrite(kernel, directive)
    return kernel
