"""``LBP``: literal broadcasting promotion, which writes splat constants as scalars."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW
from dlvm.ir import Function, Literal, Module
from dlvm.ir.instruction import Instruction, Trait
from dlvm.ir.instructions import LiteralInstruction
from dlvm.ir.instructions.rules import broadcast_shapes, tensor_type
from dlvm.transforms.pipeline import Pass, register, run_on_bodies


@register("LBP")
@dataclass(frozen=True)
class LiteralBroadcastingPromotion(Pass):
    """Literal broadcasting promotion: replaces splat constants with scalars where an element-wise
    operation broadcasts them.

    This includes splat constants that a ``literal`` instruction holds. A constant keeps its shape
    if the shape of the result depends on it.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _promote)


def _promote(function: Function) -> bool:
    changed = False
    for instruction in function.instructions():
        if Trait.ELEMENTWISE | Trait.BROADCASTING in instruction.traits:
            changed |= _promote_operands(instruction)
    return changed


def _promote_operands(instruction: Instruction) -> bool:
    """Replaces splat operands with scalars; returns whether it replaced any."""
    changed = False
    for index, given in enumerate(instruction.operands):
        operand = given.value if isinstance(given, LiteralInstruction) else given
        if not isinstance(operand, Literal) or operand.splat is None:
            continue
        type = tensor_type(operand)
        others = [tensor_type(o).shape for i, o in enumerate(instruction.operands) if i != index]
        if type.rank and broadcast_shapes(*others) == tensor_type(instruction).shape:
            instruction.set_operand(index, Literal(type.with_shape(()), operand.splat))
            changed = True
    return changed
