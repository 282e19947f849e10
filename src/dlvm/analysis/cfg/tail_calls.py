"""Tail calls."""

from __future__ import annotations

from dlvm.ir.instruction import Block
from dlvm.ir.instructions import Apply, Branch, Return
from dlvm.ir.types import VOID
from dlvm.ir.values import Value


def is_tail_call(apply: Apply) -> bool:
    """Whether the result of a call is returned immediately, perhaps through blocks that only
    branch."""
    block = apply.block
    if block is None or block.instructions[-2:-1] != [apply]:
        return False
    results = set[Value]([apply])
    visited: set[Block] = set()
    terminator = block.instructions[-1]
    while isinstance(terminator, Branch):
        target = terminator.target
        if target.block in visited or len(target.block.instructions) != 1:
            return False
        visited.add(target.block)
        results.update(argument for argument, value in target.passed if value in results)
        terminator = target.block.instructions[0]
    if not isinstance(terminator, Return):
        return False
    value = terminator.value
    return value in results if value is not None else apply.type.canonical == VOID
