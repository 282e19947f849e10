"""Blocks and loops that operators stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlvm.ir.instruction import Block, Successor
from dlvm.ir.instructions import Branch, Conditional
from dlvm.ir.types import ElementType
from dlvm.nnkit.tracing.trace import emit, scope_for
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.table import constant, lowered, value_of


def block(types: Sequence[Any] = ()) -> Block:
    """A new block with an argument of each type."""
    found = scope_for("while").function.add_block()
    for type in types:
        found.add_argument(type)
    return found


def enter(target: Block) -> list[Any]:
    """Moves the insertion point into the block, and returns the block's arguments."""
    scope_for("while").builder.block = target
    return [wrap(a) for a in target.arguments]


def branch(target: Block, values: Sequence[Any]) -> None:
    emit(Branch, Successor(target, [value_of(v) for v in values]))


def conditional(condition: Any, then: Block, otherwise: Block) -> None:
    emit(Conditional, lift(condition), Successor(then, []), Successor(otherwise, []))


def counted(
    count: Any, states: Sequence[Any], body: Callable[[Any, list[Any]], Sequence[Any]]
) -> list[Any]:
    """Stages a loop of ``count`` iterations: ``body`` takes the number of the iteration and the
    states, and returns the next states.
    """
    first = constant(0, ElementType.I64)
    header = block([first.type, *(s.type for s in states)])
    inside, end = block(), block()
    branch(header, [first, *states])
    place, *current = enter(header)
    last = constant(count, ElementType.I64) if isinstance(count, int) else count
    conditional(lowered("lessThan", place, last), inside, end)
    enter(inside)
    results = body(place, current)
    branch(header, [lowered("add", place, constant(1, ElementType.I64)), *results])
    enter(end)
    return current
