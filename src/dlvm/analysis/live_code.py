"""The code of a function that may run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.ir import Block, Function, Instruction, Literal, Successor
from dlvm.ir.instructions import Conditional


def live_blocks(function: Function) -> list[Block]:
    """The blocks of a function that control can get to, conditions that are constant seen
    through."""
    found = {function.entry: None}
    pending = [function.entry]
    while pending:
        terminator = pending.pop().terminator
        for successor in ways(terminator) if terminator is not None else ():
            if successor.block not in found:
                found[successor.block] = None
                pending.append(successor.block)
    return list(found)


def live_instructions(function: Function) -> Iterator[Instruction]:
    """The instructions of these blocks."""
    return (instruction for block in live_blocks(function) for instruction in block.instructions)


def ways(instruction: Instruction) -> Sequence[Successor]:
    """Where control may go on from an instruction, if it is a terminator."""
    if isinstance(instruction, Conditional) and isinstance(instruction.condition, Literal):
        is_true = instruction.condition.data is True
        return [instruction.then if is_true else instruction.otherwise]
    return instruction.successors
