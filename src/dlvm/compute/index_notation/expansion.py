"""Expands instructions that have no index notation into other instructions and loops."""

from __future__ import annotations

from dlvm.compute.index_notation.input_dilation import has_gaps, without_gaps
from dlvm.ir import instructions as op
from dlvm.ir.builder import AnyInstruction
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.module import Module
from dlvm.ir.types import BF16, F16, F32
from dlvm.ir.values import Value
from dlvm.transforms.loop.reduction_loops import expand_reductions


def expand(module: Module) -> None:
    """Replaces instructions that have no index notation: scans along several axes or of small
    floats, updates of scalars, and reductions by a function. It also replaces convolutions of
    dilated inputs with dense convolutions, which are faster.
    """
    for function in module.functions:
        for instruction in list(function.instructions()):
            match instruction:
                case op.Scan(by=str()) if len(instruction.axes) != 1 or _is_small(instruction):
                    _replace(instruction, _scan_by_axes(_Before(instruction), instruction))
                case op.Convolve() if has_gaps(instruction):
                    _replace(instruction, without_gaps(_Before(instruction), instruction))
                case op.Update() if not instruction.start:
                    _replace(instruction, instruction.y)
                case _:
                    pass
        expand_reductions(function)


def _replace(old: Instruction, new: Value) -> None:
    if new.name is None and isinstance(new, Instruction):
        new.name = old.name
    old.replace_uses(new)
    old.erase()


class _Before:
    """Inserts instructions before another one, and gives them its location."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction

    def __call__(self, instruction: AnyInstruction) -> AnyInstruction:
        assert self.instruction.block is not None
        instruction.location = self.instruction.location
        return self.instruction.block.insert(instruction, self.instruction)


def _is_small(scan: op.Scan) -> bool:
    return tensor_type(scan).element in (F16, BF16)


def _scan_by_axes(put: _Before, scan: op.Scan) -> Value:
    """Emits one scan per axis. Small floats are combined as f32 and rounded after each scan."""
    value, element = scan.x, tensor_type(scan).element
    for axis in scan.axes:
        if _is_small(scan):
            value = put(op.DataTypeCast(value, F32))
        value = put(op.Scan(value, scan.by, (axis,), scan.exclusive, scan.reverse))
        if _is_small(scan):
            value = put(op.DataTypeCast(value, element))
    return value
