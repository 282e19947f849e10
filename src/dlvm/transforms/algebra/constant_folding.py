"""Constant folding of instructions with constant operands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from dlvm.analysis.cfg.calls import named_functions
from dlvm.ir import Effect, Instruction, Literal, TensorType
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.values import Resource, Special, TensorData

_MAX_ELEMENTS = 1024
"""The maximum number of elements of a folded constant that is not a splat."""


def fold(instruction: Instruction, operands: Sequence[Literal]) -> Literal | None:
    """Evaluates an instruction on constant operands; returns None if it should not be folded."""
    if isinstance(instruction, op.LiteralInstruction):
        return operands[0]
    whole = instruction.type.canonical
    harmless = Effect.TRAP if isinstance(instruction, op.Slice) else Effect.NONE
    if (
        not operands
        or instruction.effects & ~harmless
        or not isinstance(whole, TensorType)
        or whole.static_shape is None
        or Trait.UNBOUNDED_WORK in instruction.traits
        or not all(map(_is_scalar, operands))
        or named_functions(instruction)
    ):
        return None
    scalars = [
        Literal(tensor_type(o).with_shape(()), o.number) for o in operands if o.number is not None
    ]
    if len(scalars) == len(operands):
        if Trait.ELEMENTWISE in instruction.traits:
            attributes = tuple(instruction.attributes.items())
            number = _fold_scalars(type(instruction), attributes, tuple(scalars))
            return None if number.number is None else Literal(instruction.type, number.number)
        elements = scalars[:1] if isinstance(instruction, op.Slice) else scalars
        if Trait.MOVEMENT in instruction.traits and all(e == elements[0] for e in elements):
            return Literal(instruction.type, elements[0].data)
    sizes = [math.prod(tensor_type(v).static_shape or ()) for v in (instruction, *operands)]
    if sum(sizes) > _MAX_ELEMENTS:
        return None
    copied = instruction.clone()
    for index, operand in enumerate(operands):
        copied.set_operand(index, operand)
    copied.type = copied.infer()
    return _evaluate(copied)


def _is_scalar(literal: Literal) -> bool:
    type = literal.type.canonical
    if not isinstance(type, TensorType) or type.static_shape is None:
        return False
    return literal.data is Special.ZERO or not isinstance(literal.data, Special | Resource)


@lru_cache(4096)
def _fold_scalars(
    kind: type[Instruction], attributes: tuple[tuple[str, Any], ...], operands: tuple[Literal, ...]
) -> Literal:
    """Evaluates an instruction on scalars. Results are cached, as few combinations occur."""
    return _evaluate(kind(*operands, **dict(attributes)))


def _evaluate(instruction: Instruction) -> Literal:
    """Runs an instruction with constant operands in the interpreter."""
    # Imported here: loading NumPy takes longer than optimizing most programs.
    import numpy as np

    from dlvm.interpreter import evaluate_constant

    type = tensor_type(instruction)
    array = np.asarray(evaluate_constant(instruction), type.element.numpy)
    number = {"bool": bool, "float": float, "complex": complex}.get(type.element.kind, int)
    if not array.size:
        return Literal(type, number(0))
    first = array.reshape(-1)[:1]
    if array.tobytes() == first.tobytes() * array.size:
        return Literal(type, number(first[0]))
    data = TensorData(array)
    names = [
        v.data.name
        for v in instruction.operands
        if isinstance(v, Literal) and isinstance(v.data, TensorData) and v.data.name is not None
    ]
    if names:
        # Resources are not printed in full, so constants computed from them are not either.
        data.name = f"{names[0]}.{instruction.mnemonic}.{hash(data) & 0xFFFFFFFF:08x}"
    return Literal(type, data)
