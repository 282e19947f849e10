"""``chlo.ragged_dot``: products of groups of rows, each with a matrix of its own."""

from __future__ import annotations

from string import ascii_letters
from typing import Any, cast

from dlvm.diagnostics import error
from dlvm.ir.instructions import Contract
from dlvm.ir.types import ElementType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.elementwise import nnkit
from dlvm.stablehlo.operators.movement import iota
from dlvm.stablehlo.operators.table import (
    OperationContext,
    cast_to,
    lowered,
    operator,
    reshaped,
)


@operator("chlo.ragged_dot")
def ragged_dot(call: OperationContext, x: Any, y: Any, sizes: Any) -> Any:
    numbers = call.get("ragged_dot_dimension_numbers", default={})
    numbers = {**numbers, **numbers.get("dot_dimension_numbers", {})}

    def dims(name: str) -> list[int]:
        return cast("list[int]", numbers.get(f"{name}_dimensions", []))

    ranks = len(x.type.shape), len(y.type.shape)
    if sum(ranks) >= len(ascii_letters):
        raise error(f"ranks must add up to less than {len(ascii_letters)}, got {sum(ranks)}")
    [ragged] = dims("lhs_ragged")
    letters = iter(ascii_letters)
    names: list[dict[int, str]] = [{}, {}]
    batching, contracting = (
        (dims(f"lhs_{n}"), dims(f"rhs_{n}")) for n in ("batching", "contracting")
    )
    for first, second in (*zip(*batching, strict=True), *zip(*contracting, strict=True)):
        names[0][first] = names[1][second] = next(letters)
    group = next(letters)
    for axis in dims("rhs_group"):
        names[1][axis] = group
    for side, rank in enumerate(ranks):
        for axis in range(rank):
            names[side].setdefault(axis, "")
            names[side][axis] = names[side][axis] or next(letters)
    inputs = ["".join(names[s][a] for a in range(ranks[s])) for s in (0, 1)]
    shared = [names[0][a] for a in batching[0]]
    free = [
        *(names[0][a] for a in range(ranks[0]) if a not in (*batching[0], *contracting[0])),
        *(
            names[1][a]
            for a in range(ranks[1])
            if a not in (*batching[1], *contracting[1], *dims("rhs_group"))
        ),
    ]
    factors = [cast_to(f, call.type.element) for f in (x, y)]
    if ragged not in batching[0]:
        # One where a row belongs to a group, and else zero.
        flags = cast_to(_members(sizes, x.type.shape[ragged]), call.type.element)
        own = contracting[0] if ragged in contracting[0] else range(ranks[0])
        before = [a for a in own if a not in batching[0] and a not in _others(own, contracting[0])]
        outer = [*batching[0], *before[: before.index(ragged)]]
        prefix = [names[0][a] for a in outer] if len(sizes.type.shape) > 1 else []
        inputs.append("".join([*prefix, group, names[0][ragged]]))
        factors.append(flags)
        if ragged in contracting[0]:
            shared = [group, *shared]
    subscripts = f"{','.join(inputs)}->{''.join([*shared, *free])}"
    return wrap(emit(Contract, [lift(f) for f in factors], subscripts=subscripts))


def _others(own: Any, contracting: list[int]) -> list[int]:
    """The axes that cannot be in the shape of the group sizes: the contracting ones, unless the
    ragged axis is one of them, so that ``own`` are the contracting axes."""
    return [] if own is contracting else contracting


def _members(sizes: Any, count: int) -> Any:
    """Whether each row is in each group: groups are the next-to-last axis, rows the last one."""
    sizes = cast_to(sizes, ElementType.I64)
    shape = (*sizes.type.shape, 1)
    ends = nnkit.cumulative_sum(sizes, axis=len(sizes.type.shape) - 1)
    rows = iota((*sizes.type.shape, count), len(shape) - 1)
    end, start = reshaped(ends, shape), reshaped(ends - sizes, shape)
    before = lowered("lessThan", rows, end)
    return lowered("and", before, lowered("lessThanOrEqual", start, rows))
