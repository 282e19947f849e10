"""The reachable code of a function."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.ir import Block, Function, Instruction, Literal, Successor
from dlvm.ir.instructions import Conditional


def live_blocks(function: Function) -> list[Block]:
    """The blocks that control can reach after branches on constants are resolved."""
    found = {function.entry: None}
    pending = [function.entry]
    while pending:
        block = pending.pop()
        way = constant_successor(block.terminator) if block.terminator is not None else None
        for target in block.targets if way is None else (way.block,):
            if target not in found:
                found[target] = None
                pending.append(target)
    return list(found)


def live_instructions(function: Function) -> Iterator[Instruction]:
    """The instructions of the live blocks."""
    return (instruction for block in live_blocks(function) for instruction in block.instructions)


def constant_successor(instruction: Instruction) -> Successor | None:
    """The successor that a conditional with a constant condition takes. None for other
    instructions."""
    if isinstance(instruction, Conditional) and isinstance(instruction.condition, Literal):
        is_true = instruction.condition.data is True
        return instruction.then if is_true else instruction.otherwise
    return None
