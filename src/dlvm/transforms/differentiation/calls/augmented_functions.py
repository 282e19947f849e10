"""Functions that are called on the way of a gradient, in two parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.analysis.differentiation.differentiability import Derivative, differentiable_leaves
from dlvm.ir import Function, Value
from dlvm.ir.instructions import Path

Leaf = tuple[int, Path]
"""A float tensor in the arguments of a function: the argument's position and a path in it."""


def gradient_leaves(request: Derivative) -> tuple[Leaf, ...]:
    """The float tensors in the arguments whose gradients are asked for."""
    parameters = request.function.type.parameters
    return tuple(
        (index, path)
        for index in request.wrt
        for path, _ in differentiable_leaves(parameters[index])
    )


@dataclass(eq=False)
class AugmentedFunction:
    """A function in two parts, for calls of it on the way of a gradient.

    ``forward`` takes its arguments, and the shadows of those that ``shadowed`` names. ``reverse``
    takes the gradients of ``results``, one stack of gradients for each of the arguments ``stacks``,
    what it needs of the forward pass, and those of forward's arguments that ``needed`` names; it
    gives the gradients of ``leaves``. Before all, it takes what those of the leaves ``accumulated``
    are so far, and adds to them. Where there is a stack, both take it as well: ``forward`` gives
    the result, with its shadow if ``has_shadow`` says so, and leaves the rest on the stack. Else it
    gives ``tape_size`` values more.
    """

    forward: Function
    reverse: Function
    results: tuple[Path, ...]
    leaves: tuple[Leaf, ...]
    needed: tuple[int, ...]
    stacks: tuple[int, ...]
    shadowed: tuple[int, ...] = ()
    has_shadow: bool = False
    has_stack: bool = True
    tape_size: int = 0
    is_recursive: bool = False
    accumulated: tuple[int, ...] = ()
    has_variables: bool = False
    """Whether derivatives flow through global variables there."""

    @property
    def touches_memory(self) -> bool:
        """Whether there is something to do even where no gradient comes in by the result."""
        return bool(self.stacks or self.shadowed or self.has_shadow or self.has_variables)


@dataclass(frozen=True)
class AugmentedCall:
    """A call in the forward pass: of the forward part, with arguments and their shadows, which gave
    the ``tape``."""

    augmented: AugmentedFunction
    arguments: Sequence[Value]
    tape: Sequence[Value]
