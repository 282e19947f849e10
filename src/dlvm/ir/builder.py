"""Building functions in memory."""

from __future__ import annotations

from typing import TypeVar

from dlvm.diagnostics import Location
from dlvm.ir.instruction import INSTRUCTIONS, Block, Instruction
from dlvm.ir.types import Type
from dlvm.ir.values import Literal, LiteralData, Value

AnyInstruction = TypeVar("AnyInstruction", bound=Instruction)


class Builder:
    """Inserts instructions at the end of a block, or before one of its instructions.

    An inserted instruction without a location gets ``location``.
    """

    def __init__(self, block: Block, before: Instruction | None = None) -> None:
        self.block = block
        self.before = before
        self.location: Location | None = None

    def insert(self, instruction: AnyInstruction, name: str | None = None) -> AnyInstruction:
        """Inserts the instruction and returns it, as the value that it computes."""
        if name is not None:
            instruction.name = name
        if instruction.location is None:
            instruction.location = self.location
        return self.block.insert(instruction, self.before)

    def apply_named(self, mnemonic: str, *operands: Value, **attributes: object) -> Value:
        """Inserts an instruction, given its mnemonic."""
        return self.insert(INSTRUCTIONS[mnemonic](*operands, **attributes))


def literal(data: LiteralData, type: Type) -> Literal:
    """Returns a constant operand; a number with a tensor type is a splat."""
    return Literal(type, data)
