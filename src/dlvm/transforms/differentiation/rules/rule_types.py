"""What the rules of differentiation are made of."""

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
    """The reverse pass, as rules see it."""

    def gradient(self, value: Value) -> TensorValue:
        """The gradient of a tensor that is known to have one."""
        ...

    def gradients(self, value: Value) -> dict[Path, TensorValue]:
        """The gradients of the float tensors inside a value, by path."""
        ...

    def term(self, value: Value) -> TensorValue: ...

    def wants(self, value: Value) -> bool:
        """Whether the gradient of an operand is asked for."""
        ...

    def add(self, value: Value, path: Path, gradient: TensorValue) -> None:
        """Adds to the gradient of an operand, or of the part of it at a path."""
        ...

    def put_into(self, value: Value, put: Callable[[TensorValue], TensorValue]) -> None:
        """Adds to the gradient of a tensor in some places. ``put`` takes what it is so far and
        gives what it is then; so a loop does not make a tensor of zeros in each round."""
        ...

    def is_in_loop(self, value: Value) -> bool:
        """Whether the gradient of an operand comes together in the rounds of a loop."""
        ...


Rule = Callable[[Flow, Any], None]
Partial = Callable[..., TensorValue]


@dataclass(frozen=True)
class Each:
    """A row of one partial for each operand; None for one that has no gradient."""

    partials: tuple[Partial | None, ...]

    def __call__(self, flow: Flow, instruction: Instruction) -> None:
        g, y = flow.gradient(instruction), flow.term(instruction)
        operands = [flow.term(o) for o in instruction.operands]
        for operand, partial in zip(operands, self.partials, strict=False):
            if partial is not None and flow.wants(operand.value):
                gradient = partial(g, y, *operands)
                flow.add(operand.value, (), _fit(gradient, operand, instruction))


def each(*partials: Partial | None) -> Rule:
    """A row of one partial for each operand; None for one that has no gradient."""
    return Each(partials)


def _fit(gradient: TensorValue, operand: TensorValue, instruction: Instruction) -> TensorValue:
    """A gradient in the shape of the operand, which may have been broadcast."""
    if Trait.BROADCASTING in instruction.traits:
        return sum_to(gradient, operand, _own_axes(operand, instruction))
    found, wanted = gradient.shape, operand.shape
    if len(found) != len(wanted):
        return gradient
    # The partials of an intrinsic may leave it to the driver to reduce what was broadcast.
    sizes = zip(found, wanted, strict=True)
    agree = all(a == b or not isinstance(a, int) or not isinstance(b, int) for a, b in sizes)
    return gradient.like(operand) if agree else gradient


def _own_axes(operand: TensorValue, instruction: Instruction) -> set[int]:
    """The axes along which an operand is known not to be repeated."""
    rank = len(operand.shape)
    if isinstance(instruction, Broadcast):
        target = instruction.shape[len(instruction.shape) - rank :]
        return {axis for axis, dim in enumerate(target) if dim == ERASED}
    matrix = 2 if isinstance(instruction, Dot) else 0
    others = [tensor_type(o).shape for o in instruction.operands if o is not operand.value]
    # Axes counted from the right, as shapes are laid side by side.
    facing = {n for shape in others for n, dim in enumerate(reversed(shape)) if dim != 1}
    return {rank - 1 - n for n in range(rank) if n < matrix or n not in facing}


def unary(partial: Callable[[TensorValue, TensorValue, TensorValue], TensorValue]) -> Rule:
    """A row for an instruction of one operand."""
    return each(partial)


def binary(
    left: Callable[[TensorValue, TensorValue, TensorValue, TensorValue], TensorValue],
    right: Callable[[TensorValue, TensorValue, TensorValue, TensorValue], TensorValue],
) -> Rule:
    """A row for an instruction of two operands."""
    return each(left, right)


def no_derivative(flow: Flow, instruction: Instruction) -> None:
    """The row of instructions whose results are not floats, or constant but for jumps."""
