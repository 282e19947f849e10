"""The types of differentiation rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from dlvm.ir import Instruction, Value
from dlvm.ir.instruction import Trait
from dlvm.ir.instructions import Broadcast, Dot, Path
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED
from dlvm.transforms.differentiation.rules.coordinates import sum_to
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


class Flow(Protocol):
    """The interface through which rules use the reverse pass."""

    def gradient(self, value: Value) -> TensorValue:
        """Returns the gradient of a tensor that has one."""
        ...

    def gradients(self, value: Value) -> dict[Path, TensorValue]:
        """Returns the gradients of the float tensors in a value, by path."""
        ...

    def term(self, value: Value) -> TensorValue: ...

    def wants(self, value: Value) -> bool:
        """Whether the gradient of an operand is requested."""
        ...

    def add(self, value: Value, path: Path, gradient: TensorValue) -> None:
        """Adds to the gradient of an operand, or of its part at a path."""
        ...

    def put_into(self, value: Value, put: Callable[[TensorValue], TensorValue]) -> None:
        """Adds to some elements of the gradient of a tensor.

        ``put`` maps the current gradient to the new one, so that a loop does not create zeros in
        each iteration.
        """
        ...

    def is_in_loop(self, value: Value) -> bool:
        """Whether a loop accumulates the gradient of an operand over its iterations."""
        ...


Rule = Callable[[Flow, Any], None]
Partial = Callable[..., TensorValue]


@dataclass(frozen=True)
class Each:
    """A rule with one partial for each operand, or None for an operand that has no gradient."""

    partials: tuple[Partial | None, ...]

    def __call__(self, flow: Flow, instruction: Instruction) -> None:
        g, y = flow.gradient(instruction), flow.term(instruction)
        operands = [flow.term(o) for o in instruction.operands]
        for operand, partial in zip(operands, self.partials, strict=False):
            if partial is not None and flow.wants(operand.value):
                gradient = partial(g, y, *operands)
                flow.add(operand.value, (), _fit(gradient, operand, instruction))


def each(*partials: Partial | None) -> Rule:
    """Returns a rule with one partial for each operand, or None for an operand that has no
    gradient."""
    return Each(partials)


def _fit(gradient: TensorValue, operand: TensorValue, instruction: Instruction) -> TensorValue:
    """Reduces a gradient to the shape of the operand if the operand was broadcast."""
    if Trait.BROADCASTING in instruction.traits:
        return sum_to(gradient, operand, _own_axes(operand, instruction))
    found, wanted = gradient.shape, operand.shape
    if len(found) != len(wanted):
        return gradient
    # Partials of intrinsics may leave the reduction to this function.
    sizes = zip(found, wanted, strict=True)
    agree = all(a == b or not isinstance(a, int) or not isinstance(b, int) for a, b in sizes)
    return gradient.like(operand) if agree else gradient


def _own_axes(operand: TensorValue, instruction: Instruction) -> set[int]:
    """Returns the axes along which an operand is known not to be broadcast."""
    rank = len(operand.shape)
    if isinstance(instruction, Broadcast):
        target = instruction.shape[len(instruction.shape) - rank :]
        return {axis for axis, dim in enumerate(target) if dim == ERASED}
    matrix = 2 if isinstance(instruction, Dot) else 0
    others = [tensor_type(o).shape for o in instruction.operands if o is not operand.value]
    # Axes are counted from the right, as in broadcasting.
    facing = {n for shape in others for n, dim in enumerate(reversed(shape)) if dim != 1}
    return {rank - 1 - n for n in range(rank) if n < matrix or n not in facing}


def unary(partial: Callable[[TensorValue, TensorValue, TensorValue], TensorValue]) -> Rule:
    """Returns a rule for an instruction with one operand."""
    return each(partial)


def binary(
    left: Callable[[TensorValue, TensorValue, TensorValue, TensorValue], TensorValue],
    right: Callable[[TensorValue, TensorValue, TensorValue, TensorValue], TensorValue],
) -> Rule:
    """Returns a rule for an instruction with two operands."""
    return each(left, right)


def no_derivative(flow: Flow, instruction: Instruction) -> None:
    """The rule of instructions whose results are not floats or are piecewise constant."""
