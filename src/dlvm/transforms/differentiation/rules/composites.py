"""Derivatives of composed functions.

Differentiating a sigmoid or a softmax step by step is correct, but the derivative is longer, and it
overflows if a step does. The derivative in terms of the result is shorter, and it is finite if the
result is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dlvm.analysis.values.composites import COMPOSITES, LOGISTIC_DENOMINATOR
from dlvm.analysis.values.exponential_sums import exponential_sum, scale
from dlvm.analysis.values.patterns import Pattern
from dlvm.ir import Instruction, Literal, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.transforms.differentiation.rules.rule_types import Flow
from dlvm.transforms.differentiation.rules.tangents import Tangents
from dlvm.transforms.differentiation.rules.value_builder import TensorValue, exp, reciprocal
from dlvm.transforms.patterns import Match, matches


@dataclass(frozen=True)
class ComposedInstruction:
    """An instruction that is the last step of a composed function of ``inputs``.

    ``partials`` has one function for each input, which maps a gradient of the result, the result
    and the input to a gradient of the input. As the Jacobians are symmetric, it also maps a tangent
    of the input to a tangent of the result. The inputs and the result have the same shape.
    """

    inputs: Sequence[Value]
    partials: Sequence[Callable[[TensorValue, TensorValue, TensorValue], TensorValue]]
    first: Instruction
    """The first step, which uses the (first) input."""


def composed(instruction: Instruction) -> ComposedInstruction | None:
    """Returns the composed function whose last step is an instruction, or None."""
    found = (rule(instruction) for rule in COMPOSED.get(type(instruction), ()))
    whole = next(filter(None, found), None)
    if whole is None or whole.first.block is not instruction.block:
        return None
    is_alike = all(v.type == instruction.type for v in whole.inputs)
    return whole if is_alike else None


def flow_back(flow: Flow, instruction: Instruction, whole: ComposedInstruction) -> None:
    """Propagates the gradient of a composed function's result to its inputs."""
    g, y = flow.gradient(instruction), flow.term(instruction)
    for value, partial in zip(whole.inputs, whole.partials, strict=True):
        if flow.wants(value):
            flow.add(value, (), partial(g, y, flow.term(value)))


def flow_forward(
    flow: Tangents, instruction: Instruction, whole: ComposedInstruction
) -> Value | None:
    """Returns the tangent of a composed function's result, or None if it is zero."""
    y, total = flow.term(instruction), None
    for value, partial in zip(whole.inputs, whole.partials, strict=True):
        tangent = flow.tangent(value)
        if tangent is not None:
            share = partial(flow.term(tangent), y, flow.term(value))
            total = share if total is None else total + share
    return total and total.value


def _softmax(quotient: op.Divide) -> ComposedInstruction | None:
    """y = (exp x) / sum (exp x) has the gradient y (g - sum (g y))."""
    e, total = quotient.lhs, exponential_sum(quotient.rhs)
    if total is None or not isinstance(e, op.Exp) or not total.is_divided_out(quotient):
        return None
    if scale(total.steps) != 1:
        return None
    axes = sorted(total.sum.axes)
    return ComposedInstruction(
        [e.x], [lambda g, y, x: y * (g - (g * y).sum(axes).unsqueeze(*axes))], e
    )


def _logistic(quotient: op.Reciprocal | op.Divide) -> ComposedInstruction | None:
    """y = a / (1 + exp x) has the gradients -g y (1 - s) for x and g s for a, where s is
    1 / (1 + exp x)."""
    whole = _match("logistic", quotient)
    if whole is not None:
        return _of_input(whole, lambda g, y, x: -(g * (y * (1 - y))))
    if isinstance(quotient, op.Reciprocal) or tensor_type(quotient).static_shape is None:
        return None
    denominator = quotient.rhs
    part = _scalar_match(LOGISTIC_DENOMINATOR, denominator)
    if part is None:
        return None

    def of_power(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
        return -(g * (y * (1 - reciprocal(TensorValue(denominator, y.builder)))))

    def of_numerator(g: TensorValue, y: TensorValue, a: TensorValue) -> TensorValue:
        return g / TensorValue(denominator, y.builder)

    inputs = [part.bindings["x"], quotient.lhs]
    return ComposedInstruction(inputs, [of_power, of_numerator], part.nodes[-1])


def _softplus(total: op.Add) -> ComposedInstruction | None:
    """y = max(x, 0) + log1p (exp -(abs x)) has the gradient g / (1 + exp -x)."""
    whole = _match("softplus", total)
    return whole and _of_input(whole, lambda g, y, x: g * reciprocal(1 + exp(-x)))


def _match(name: str, instruction: Instruction) -> Match | None:
    """Returns the first match of an instruction with a form of a composed function, or None."""
    found = (_scalar_match(form, instruction) for form in COMPOSITES[name])
    return next(filter(None, found), None)


def _scalar_match(pattern: Pattern, value: Value) -> Match | None:
    """Returns the first match of a pattern with a value whose matched instructions have no constant
    operands except scalars, or None. Other constants could determine the shape."""
    for match in matches(pattern, value):
        operands = (v for node in match.nodes for v in node.operands)
        if not any(isinstance(v, Literal) and tensor_type(v).rank for v in operands):
            return match
    return None


def _of_input(
    match: Match, partial: Callable[[TensorValue, TensorValue, TensorValue], TensorValue]
) -> ComposedInstruction:
    x = match.bindings["x"]
    first = next(n for n in match.nodes if any(v is x for v in n.operands))
    return ComposedInstruction([x], [partial], first)


COMPOSED: Final[dict[type[Instruction], Sequence[Callable[[Any], ComposedInstruction | None]]]] = {
    op.Add: (_softplus,),
    op.Divide: (_softmax, _logistic),
    op.Reciprocal: (_logistic,),
}
"""The matchers of composed functions, by their last step."""
