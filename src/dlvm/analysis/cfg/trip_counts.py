"""Trip counts of loops."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from dlvm.analysis.cfg.loops import Loop
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Argument, Block, Instruction, Successor
from dlvm.ir.types import INDEX
from dlvm.ir.values import Literal, Value

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
"""The bounds of the numbers that are evaluated. Larger numbers might wrap around."""

_DEEPEST: Final = 4
"""The maximum depth of the chain of instructions that the evaluation of a constant follows."""


def known_trip_count(loop: Loop, most: int, before: Mapping[Block, Sequence[Block]]) -> int | None:
    """The constant trip count of a loop, limited to ``most``. None if it is not constant.

    The loop may have other exits as well: the trip count is then an upper bound. ``before`` are the
    predecessors of each block.
    """
    terminator = loop.header.terminator
    if not isinstance(terminator, op.Conditional):
        return None
    inside = [w.block in loop.blocks for w in (terminator.then, terminator.otherwise)]
    if inside[0] == inside[1]:
        return None
    ways = _entry_edges(loop, before)
    if ways is None:
        return None
    first, again = ways
    state = {a: _number(v, {}) for a, v in first.passed}
    for count in range(most):
        goes_on = _number(terminator.condition, state)
        if goes_on is None:
            return None
        if bool(goes_on) is not inside[0]:
            return count
        state = {a: _number(v, state) for a, v in again.passed}
    return most


def counted_trip_count(loop: Loop, before: Mapping[Block, Sequence[Block]]) -> Value | int | None:
    """The trip count of a loop that exits only at its header and counts from 0, in steps of 1, up
    to a loop-invariant value. None for other loops."""
    terminator = loop.header.terminator
    if not isinstance(terminator, op.Conditional):
        return None
    condition, ways = terminator.condition, _entry_edges(loop, before)
    is_left = terminator.otherwise.block not in loop.blocks
    if not isinstance(condition, op.LessThan) or not is_left or ways is None:
        return None
    if any(block is not loop.header for block, _ in loop.exits()):
        return None
    counter, end = condition.operands
    first, again = (dict(way.passed) for way in ways)
    if not isinstance(counter, Argument) or counter not in first:
        return None
    if _number(first[counter], {}) != 0:
        return None
    # Sums and differences are linear, so their values for two numbers determine them.
    if any(_number(again[counter], {counter: n}) != n + 1 for n in (0, 8)):
        return None
    if isinstance(end, Literal):
        number = _number(end, {})
        return None if number is None else max(0, number)
    is_same = isinstance(end, Argument | Instruction) and end.block not in loop.blocks
    return end if is_same else None


def values_of(
    loop: Loop, value: Value, trip_count: int, before: Mapping[Block, Sequence[Block]]
) -> list[int] | None:
    """The values of an integer in the first ``trip_count`` iterations of a loop; None if they are
    not constant."""
    ways = _entry_edges(loop, before)
    if ways is None:
        return None
    first, again = ways
    state = {a: _number(v, {}) for a, v in first.passed}
    found: list[int] = []
    for _ in range(trip_count):
        number = _number(value, state)
        if number is None:
            return None
        found.append(number)
        state = {a: _number(v, state) for a, v in again.passed}
    return found


def _entry_edges(
    loop: Loop, before: Mapping[Block, Sequence[Block]]
) -> tuple[Successor, Successor] | None:
    """The entry edge and the back edge of a header, if it has exactly one of each."""
    ways = [
        (block in loop.blocks, way)
        for block in before[loop.header]
        for way in block.successors
        if way.block is loop.header
    ]
    if sorted(is_back for is_back, _ in ways) != [False, True]:
        return None
    (_, first), (_, again) = sorted(ways, key=lambda way: way[0])
    return first, again


def _number(value: Value, state: Mapping[Argument, int | None], depth: int = 0) -> int | None:
    """The value of an integer or a condition in an iteration, given the arguments of the header in
    it. None if it is unknown."""
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
