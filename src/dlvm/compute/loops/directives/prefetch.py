"""``prefetch %x by n``: the elements that a reduction reads ``n`` iterations later are fetched to
the cache.

::

    for k from 0 to 64 { %s[0] by add = %x[100 * k] }

        →   for k from 0 to 64 {
                prefetch %x[100 * (k + 8)]
                %s[0] by add = %x[100 * k]
            }
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.structures import (
    PointNest,
    ProductNest,
    RowBlockNest,
    RowNest,
    StructuredNest,
    TransposedNest,
)
from dlvm.ir.compute import Affine, Read
from dlvm.ir.loops.kernels import BufferStore, ForLoop, Prefetch, Stmt
from dlvm.ir.loops.traversal import bound, walk, with_body

_REASON = "only reads of sums at indices that are not computed are prefetched"


def legal(loops: StructuredNest) -> DirectiveRule:
    """The tensors in memory that reductions can prefetch."""
    match loops:
        case ProductNest():
            why = f"{_REASON}, and packing reads its operands earlier"
            return DirectiveRule([t for t in _read(loops) if t not in loops.plan.packed], why)
        case TransposedNest():
            return NOTHING
        case RowBlockNest():
            return DirectiveRule([t for t in _read(loops) if t not in loops.plan.packed], _REASON)
        case RowNest():
            return DirectiveRule(_read(loops), f"{_REASON}, and none along vectors")
        case PointNest():
            return DirectiveRule(_read(loops), _REASON)
        case _:
            return NOTHING


def _read(loops: StructuredNest) -> list[str]:
    nest = loops.nest
    reads = [read for reduction in loops.prefetched for read in reduction.body.reads]
    return [
        r.tensor
        for r in reads
        if r.tensor in nest.definition.body.parameters
        and nest.types[r.tensor].rank
        and len(r.indices) == 1
    ]


def prefetched(
    body: Sequence[Stmt], variable: str, along: str, ahead: Mapping[str, int]
) -> list[Stmt]:
    """The statements with prefetches in the loops over ``variable``. They prefetch what the loop
    over ``along`` reads later: ``ahead`` maps tensors to numbers of iterations."""
    found: list[Stmt] = []
    for stmt in body:
        if not isinstance(stmt, ForLoop):
            found.append(stmt)
            continue
        if stmt.variable != variable:
            found.append(with_body(stmt, prefetched(stmt.body, variable, along, ahead)))
            continue
        reads: dict[Read, None] = {}
        for store in walk(stmt.body):
            if isinstance(store, BufferStore):
                for read in store.value.reads:
                    if read.tensor in ahead and len(read.indices) == 1:
                        reads[read] = None
        later = [
            bound(Prefetch(r), {along: Affine.variable(along).plus(ahead[r.tensor])}) for r in reads
        ]
        found.append(with_body(stmt, [*later, *stmt.body]))
    return found
