"""Which directives a strategy supports, and for which variables and tensors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.compute.loop_nest.nest import Nest, is_reduced_across, outer_reductions
from dlvm.compute.loops.rewrites.directives import REWRITES
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.compute import Reduction, Statement
from dlvm.ir.schedules import DIRECTIVES, Directives
from dlvm.text.schedule_syntax import directive_text


@dataclass(frozen=True)
class DirectiveRule:
    """The variables or tensors that a directive may name, and the reason why it may name no
    others."""

    subjects: Collection[str]
    why: str


Rules = Mapping[str, DirectiveRule]
"""Rules by the keywords of directives; other directives are errors."""

SHARED_OUT: Final = "only a dimension that all statements share is distributed over threads"
PREFETCH_REASON: Final = "only reads of sums at indices that are not computed are prefetched"
_NOTHING: Final = DirectiveRule((), "")


def check_directives(kind: str, rules: Rules, nest: Nest, plan: Directives) -> None:
    """Raises :class:`DiagnosticError` with every directive that loops of a ``kind`` do not
    support."""
    problems: list[Diagnostic] = []
    every = {"fuse": None, "intrinsic": None, **dict.fromkeys(REWRITES), **rules}
    definition = nest.definition
    statements = definition.body.statements
    ranges = [r for s in statements for r in s.ranges]
    ranges += [
        r for s in statements for n in s.value.walk() if isinstance(n, Reduction) for r in n.ranges
    ]
    # A variable with a single value needs no loop.
    single = {r.variable for r in ranges if r.extent == 1}
    for directive in plan.schedule.directives:
        rule = every.get(directive.keyword, _NOTHING)
        if rule is None or set(directive.subjects) <= single:
            continue
        is_tensor = DIRECTIVES[directive.keyword].subject == "tensor"
        subjects = directive.subjects[:1] if is_tensor else directive.subjects
        if all(s in rule.subjects or s in single for s in subjects):
            continue
        sigil = "%" if is_tensor else ""
        known = ", ".join(f"{sigil}{s}" for s in dict.fromkeys(rule.subjects))
        expected = f"one of {known}" if known else "none"
        why = rule.why or f"{kind} do not support it"
        message = f"expected {expected}, got {directive_text(directive)}: {why}"
        location = directive.location or plan.schedule.location
        problems.append(Diagnostic(message, location or definition.location))
    if problems:
        raise DiagnosticError(problems)


def shared(nest: Nest) -> list[str]:
    """The variables that all statements share."""
    return [r.variable for r in nest.prefix]


def reduced(nest: Nest) -> list[str]:
    """The variables that are reduced."""
    return [r.variable for n in nest.reductions for r in n.ranges]


def own_variables(nest: Nest) -> list[str]:
    """The variables of the loops inside the statements."""
    return [r.variable for s in nest.statements for r in s.ranges]


def prefetched_tensors(nest: Nest, reductions: Sequence[Reduction]) -> list[str]:
    """The tensors in memory that reductions can prefetch."""
    return list(_prefetched(nest, reductions))


def _prefetched(nest: Nest, reductions: Sequence[Reduction]) -> Iterator[str]:
    for reduction in reductions:
        for read in reduction.body.reads:
            is_parameter = read.tensor in nest.definition.body.parameters
            if is_parameter and nest.types[read.tensor].rank and len(read.indices) == 1:
                yield read.tensor


def vectorized(nest: Nest, statements: Sequence[Statement]) -> tuple[list[str], list[Reduction]]:
    """The variables along which statements can be vectorized row by row, and the reductions across
    them."""
    along: list[str] = []
    across: list[Reduction] = []
    for statement in statements:
        inner = statement.ranges[len(nest.prefix) :]
        reductions = list(outer_reductions(statement.value))
        if inner and is_reduced_across(statement.value, inner[-1]):
            across += reductions
        if inner and (not reductions or is_reduced_across(statement.value, inner[-1])):
            along.append(inner[-1].variable)
        else:
            along += [n.ranges[-1].variable for n in reductions]
    return along, across


def point_rules(nest: Nest, plan: Directives) -> dict[str, DirectiveRule]:
    """The rules of blocks of points."""
    variables = shared(nest)
    vector = next((v for v in reversed(variables) if v in plan.lanes), variables[-1])
    innermost = [r.ranges[-1].variable for r in nest.reductions]
    return {
        "vectorize": DirectiveRule((vector,), "vectors run along one shared dimension"),
        "unroll": DirectiveRule(
            [*variables, *innermost],
            "only blocks of points and the innermost loop of a reduction are unrolled",
        ),
        "parallel": DirectiveRule(variables, SHARED_OUT),
        "order": DirectiveRule([*variables, *reduced(nest)], ""),
        "prefetch": DirectiveRule(prefetched_tensors(nest, nest.reductions), PREFETCH_REASON),
    }


def row_rules(nest: Nest) -> dict[str, DirectiveRule]:
    """The rules of statements that run row by row."""
    along, across = vectorized(nest, nest.statements)
    innermost = [n.ranges[-1].variable for n in across]
    last = "each statement is vectorized along its last or its last reduced dimension"
    kept = [s for s in nest.statements if s.target not in nest.definition.body.results]
    return {
        "vectorize": DirectiveRule(along, last),
        "unroll": DirectiveRule([*along, *innermost], last),
        "parallel": DirectiveRule(shared(nest), SHARED_OUT),
        "order": DirectiveRule([*own_variables(nest), *reduced(nest)], ""),
        "reorder": DirectiveRule(
            [s.target for s in kept if len(s.ranges) > len(nest.prefix)],
            "only intermediate and packed tensors have a layout",
        ),
        "prefetch": DirectiveRule(
            prefetched_tensors(nest, across), f"{PREFETCH_REASON}, and none along vectors"
        ),
    }
