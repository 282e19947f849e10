"""What the rules of differentiation are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from dlvm.analysis.differentiability import unsupported
from dlvm.ir import Instruction, Value
from dlvm.ir.instructions import Elementwise, Path, Select
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED
from dlvm.transforms.differentiation.term import Term


class Flow(Protocol):
    """The reverse pass, as rules see it."""

    def gradient(self, value: Value) -> Term:
        """The gradient of a tensor that is known to have one."""
        ...

    def gradients(self, value: Value) -> dict[Path, Term]:
        """The gradients of the float tensors inside a value, by path."""
        ...

    def term(self, value: Value) -> Term: ...

    def wants(self, value: Value) -> bool:
        """Whether the gradient of an operand is asked for."""
        ...

    def add(self, value: Value, path: Path, gradient: Term) -> None:
        """Adds to the gradient of an operand, or of the part of it at a path."""
        ...


Rule = Callable[[Flow, Any], None]
Partial = Callable[..., Term]


@dataclass(frozen=True)
class Each:
    """A row of one partial for each operand; None for one that has no gradient."""

    partials: tuple[Partial | None, ...]

    def __call__(self, flow: Flow, instruction: Instruction) -> None:
        g, y = flow.gradient(instruction), flow.term(instruction)
        operands = [flow.term(o) for o in instruction.operands]
        _check_broadcast(instruction)
        for operand, partial in zip(instruction.operands, self.partials, strict=False):
            if partial is not None and flow.wants(operand):
                flow.add(operand, (), partial(g, y, *operands))


def each(*partials: Partial | None) -> Rule:
    """A row of one partial for each operand; None for one that has no gradient."""
    return Each(partials)


def _check_broadcast(instruction: Instruction) -> None:
    """Refuses operands of which it is not known whether they are broadcast."""
    if isinstance(instruction, Elementwise | Select):
        shapes = [s for o in instruction.operands if (s := tensor_type(o).shape)]
        if len(shapes) > 1 and any(ERASED in shape for shape in shapes):
            raise unsupported("broadcasting over dimensions of unknown size", instruction)


def unary(partial: Callable[[Term, Term, Term], Term]) -> Rule:
    """A row for an instruction of one operand."""
    return each(partial)


def binary(
    left: Callable[[Term, Term, Term, Term], Term], right: Callable[[Term, Term, Term, Term], Term]
) -> Rule:
    """A row for an instruction of two operands."""
    return each(left, right)


def no_derivative(flow: Flow, instruction: Instruction) -> None:
    """The row of instructions whose results are not floats, or constant but for jumps."""
