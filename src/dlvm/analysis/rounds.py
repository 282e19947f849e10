"""How many rounds a loop runs, where that follows from constants."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from dlvm.analysis.loops import Loop
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Instruction
from dlvm.ir.module import Block
from dlvm.ir.types import INDEX
from dlvm.ir.values import Argument, Literal, Value

_OPERATIONS: Final[Mapping[type[Instruction], Callable[[int, int], int]]] = {
    op.Add: operator.add,
    op.Subtract: operator.sub,
    op.LessThan: operator.lt,
    op.LessThanOrEqual: operator.le,
    op.GreaterThan: operator.gt,
    op.GreaterThanOrEqual: operator.ge,
    op.Equal: operator.eq,
    op.NotEqual: operator.ne,
}
_RANGE: Final = range(-(2**62), 2**62)
"""Numbers that are computed here; larger ones might wrap around."""

_DEEPEST: Final = 4
"""How many instructions a number may be computed with."""


def known_rounds(loop: Loop, most: int, before: Mapping[Block, Sequence[Block]]) -> int | None:
    """The number of times that a loop goes on from its header to its body, or ``most`` where it is
    more; None where that does not follow from constants.

    The loop may be left elsewhere as well: then there are no more rounds than that. ``before`` are
    the blocks that each block is entered from.
    """
    terminator = loop.header.terminator
    if not isinstance(terminator, op.Conditional):
        return None
    inside = [w.block in loop.blocks for w in (terminator.then, terminator.otherwise)]
    if inside[0] == inside[1]:
        return None
    ways = [
        (block in loop.blocks, way)
        for block in before[loop.header]
        for way in block.successors
        if way.block is loop.header
    ]
    if sorted(is_back for is_back, _ in ways) != [False, True]:
        return None
    (_, first), (_, again) = sorted(ways, key=lambda way: way[0])
    state = {a: _number(v, {}) for a, v in first.passed}
    for rounds in range(most):
        goes_on = _number(terminator.condition, state)
        if goes_on is None:
            return None
        if bool(goes_on) is not inside[0]:
            return rounds
        state = {a: _number(v, state) for a, v in again.passed}
    return most


def _number(value: Value, state: Mapping[Argument, int | None], depth: int = 0) -> int | None:
    """The number that an integer or a condition is in a round."""
    if isinstance(value, Argument):
        return state.get(value)
    if isinstance(value, Literal):
        return value.data if isinstance(value.data, int) and value.type == INDEX else None
    operation = _OPERATIONS.get(type(value)) if isinstance(value, Instruction) else None
    if operation is None or not isinstance(value, Instruction) or depth == _DEEPEST:
        return None
    operands = [_number(v, state, depth + 1) for v in value.operands]
    if any(o is None or o not in _RANGE for o in operands):
        return None
    return operation(*(o for o in operands if o is not None))
