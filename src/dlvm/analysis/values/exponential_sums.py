"""Sums of exponentials, as in softmax and log-sum-exp.

Stabilization subtracts the maximum in them, and differentiation knows the derivative of a softmax
in terms of the result. The steps after such a sum may reshape it and scale it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from dlvm.analysis.values.alignment import FARTHEST, changes_shape, is_spread_back
from dlvm.ir import Aggregate, Instruction, Literal, Value
from dlvm.ir import instructions as op


@dataclass(frozen=True)
class ExponentialSum:
    """The sum of the exponentials of ``x``, possibly scaled and reshaped."""

    sum: op.Reduce
    e: op.Exp
    steps: Sequence[Instruction]

    @property
    def x(self) -> Value:
        return self.e.x

    @property
    def may_overflow(self) -> bool:
        """Whether no maximum has been subtracted."""
        return not has_maximum(self.x)

    def is_of(self, value: Value) -> bool:
        """Whether a value holds the exponentials that are summed."""
        return isinstance(value, op.Exp) and value.x is self.x

    def is_divided_out(self, quotient: op.Divide) -> bool:
        """Whether each exponential is divided by the sum that contains it."""
        if not self.is_of(quotient.lhs) or quotient.type != self.e.type:
            return False
        return is_spread_back(self.sum, reshapings(self.steps))


def exponential_sum(value: Value) -> ExponentialSum | None:
    """Matches a sum of exponentials."""
    steps, core = peeled(value)
    if not is_sum(core) or not isinstance(core.x, op.Exp) or isinstance(core.x.x, Aggregate):
        return None
    return ExponentialSum(core, core.x, steps) if scale(steps) > 0 else None


def is_sum(value: Value) -> TypeGuard[op.Reduce]:
    """Whether a value is a sum along axes."""
    if not isinstance(value, op.Reduce) or value.by != "add" or not value.axes:
        return False
    return value.init is None or _number(value.init) == 0


def peeled(value: Value) -> tuple[list[Instruction], Value]:
    """Strips reshapes and multiplications by constants off a value. Returns these steps and the
    remaining value."""
    steps: list[Instruction] = []
    while len(steps) < FARTHEST and isinstance(value, Instruction):
        if not changes_shape(value) and not is_scaling(value):
            break
        steps.insert(0, value)
        value = scaled_operand(value)
    return steps, value


def is_scaling(value: Instruction) -> bool:
    """Whether a value is a product with a constant."""
    if not isinstance(value, op.Multiply | op.Divide):
        return False
    number = _number(value.rhs)
    if number is None and isinstance(value, op.Multiply):
        number = _number(value.lhs)
    is_number = number is not None and number != 0 and math.isfinite(number)
    return is_number and scaled_operand(value).type == value.type


def scaled_operand(step: Instruction) -> Value:
    """Returns the operand that a step reshapes or scales."""
    first, *others = step.operands
    return others[0] if others and isinstance(first, Literal) else first


def scale(steps: Iterable[Instruction]) -> float:
    """Returns the product of the constants by which steps multiply."""
    factor = 1.0
    for step in filter(is_scaling, steps):
        number = next(n for o in step.operands if (n := _number(o)) is not None)
        factor = factor / number if isinstance(step, op.Divide) else factor * number
    return factor


def reshapings(steps: Iterable[Instruction]) -> list[Instruction]:
    """Returns the steps that change the shape."""
    return [step for step in steps if changes_shape(step)]


def has_maximum(x: Value) -> bool:
    """Whether a maximum has been subtracted."""
    if not isinstance(x, op.Subtract):
        return False
    pending, seen = [x.rhs], 0
    while pending and seen < FARTHEST:
        value, seen = pending.pop(0), seen + 1
        if isinstance(value, op.Max) or (isinstance(value, op.Reduce) and value.by == "max"):
            return True
        if isinstance(value, Instruction):
            pending.extend(value.operands)
    return False


def _number(value: Value) -> float | None:
    return value.splat if isinstance(value, Literal) else None
