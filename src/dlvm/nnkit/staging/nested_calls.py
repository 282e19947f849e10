"""Staged functions that are inlined into their callers while staging.

In training, a layer that draws random numbers or updates its buffers must do so in the function
that started the training. A staged function that calls such a layer is therefore not a function of
its own in the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlvm.ir.values import Value
from dlvm.nnkit.pytree.enums import StagedEnum
from dlvm.nnkit.pytree.packing import lift_leaves
from dlvm.nnkit.pytree.pytree import TreeDef, flatten, unflatten
from dlvm.nnkit.tracing.trace import TracedProgram
from dlvm.nnkit.tracing.tracer import is_tracer, wrap


def staged_inside(
    function: Any,
    program: TracedProgram,
    structures: Sequence[TreeDef],
    leaves: Sequence[Any],
    operands: Sequence[Value],
) -> Any:
    """Stages the body of a function at the insertion point and returns its result.

    ``structures`` rebuild the arguments from ``leaves``, whose operands are ``operands``. Values
    that are already staged keep their identity.
    """
    given = iter(_staged(leaves, operands))
    values = [unflatten(s, given) for s in structures]
    program.inside.append(function)
    try:
        result = function.run_body(values)
    finally:
        program.inside.pop()
    found: list[Any] = []
    hint = function.hints.get("return")
    structure = flatten(result, found, hint, f"the result of {function.name}")
    return unflatten(structure, iter(_staged(found, lift_leaves([structure], found, program))))


def _staged(leaves: Sequence[Any], operands: Sequence[Value]) -> list[Any]:
    return [
        leaf if is_tracer(leaf) or isinstance(leaf, StagedEnum) else wrap(operand)
        for leaf, operand in zip(leaves, operands, strict=True)
    ]
