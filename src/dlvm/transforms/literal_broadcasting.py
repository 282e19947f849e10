"""``LBP``: literal broadcasting promotion. A constant is written where it is used, as a scalar that
is broadcast; and a tensor without elements is a constant."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.control_flow import CONTROL_FLOW
from dlvm.analysis.effects import is_pure
from dlvm.ir import Effect, Function, Instruction, Literal, Module, TensorType
from dlvm.ir.instructions import Elementwise, Select
from dlvm.ir.instructions.rules import broadcast_shapes, tensor_type
from dlvm.ir.values import Special
from dlvm.transforms.pipeline import Pass, register, run_on_bodies


@register("LBP")
@dataclass(frozen=True)
class LiteralBroadcastingPromotion(Pass):
    """Makes constants of one number scalars where an element-wise operation broadcasts them, and
    tensors without elements constants.

    A constant keeps its shape where the result has that from nothing else. What may trap is done
    for no elements as well, as are effects.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _promote)


def _promote(function: Function) -> bool:
    changed = False
    for instruction in function.instructions():
        if _is_empty(instruction):
            instruction.replace_uses(Literal(instruction.type, Special.ZERO))
            changed = True
        elif isinstance(instruction, Elementwise | Select):
            changed |= _promote_operands(instruction)
    return changed


def _is_empty(instruction: Instruction) -> bool:
    """Whether an instruction computes a tensor without elements, that something uses."""
    type = instruction.type.canonical
    if not isinstance(type, TensorType) or not type.static_shape or 0 not in type.static_shape:
        return False
    can_trap = bool(instruction.effects & (Effect.TRAP | Effect.CALL))
    return instruction.is_used and is_pure(instruction) and not can_trap


def _promote_operands(instruction: Elementwise | Select) -> bool:
    """Takes the shape from constants that are the same everywhere, one by one."""
    changed = False
    for index, operand in enumerate(instruction.operands):
        if not isinstance(operand, Literal) or operand.splat is None:
            continue
        type = tensor_type(operand)
        others = [tensor_type(o).shape for i, o in enumerate(instruction.operands) if i != index]
        if type.rank and broadcast_shapes(*others) == tensor_type(instruction).shape:
            instruction.set_operand(index, Literal(type.with_shape(()), operand.splat))
            changed = True
    return changed
