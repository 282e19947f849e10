"""``reorder %x as u, v``: the elements of a tensor that statements pass on, or of a panel, are
stored in another order.

::

    %x[v, u] at v * (size of u) + u   →   %x[v, u] at u * (size of v) + v
"""

from __future__ import annotations

from collections.abc import Mapping

from dlvm.compute.loop_nest.nest import align, shared_ranges
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.structures import ProductNest, RowNest, StructuredNest
from dlvm.diagnostics import error
from dlvm.ir.compute import Definition
from dlvm.ir.schedules import Directives


def legal(loops: StructuredNest) -> DirectiveRule:
    """The tensors that have a layout."""
    match loops:
        case ProductNest():
            packed = [t for t in loops.factors if t in loops.plan.packed]
            return DirectiveRule(packed, "only packed tensors have a layout")
        case RowNest():
            nest = loops.nest
            kept = [
                s.target
                for s in nest.statements
                if s.target not in nest.definition.body.results and len(s.ranges) > len(nest.prefix)
            ]
            return DirectiveRule(kept, "only intermediate and packed tensors have a layout")
        case _:
            return NOTHING


def layouts(
    definition: Definition, plan: Directives, depth: int | None
) -> Mapping[str, tuple[int, ...]]:
    """The memory layout of tensors that one statement passes to another."""
    statements = definition.body.statements
    length = len(shared_ranges(align(statements))[:depth])
    found: dict[str, tuple[int, ...]] = {}
    for directive in plan.of("reorder"):
        target, *variables = directive.subjects
        statement = next((s for s in statements if s.target == target), None)
        if statement is None or target in definition.body.results:
            continue
        own = [r.variable for r in statement.ranges]
        inner = own[length:]
        if sorted(variables) != sorted(inner):
            message = (
                f"expected {', '.join(inner) or 'no variables'}, the dimensions that are stored, "
                f"in some order, got reorder %{target} as {', '.join(variables)}"
            )
            raise error(message, directive.location)
        found[target] = (*range(length), *(own.index(v) for v in variables))
    return found
