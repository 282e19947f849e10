"""Augmented forward and reverse functions of differentiated calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.analysis.differentiation.differentiability import Derivative, differentiable_leaves
from dlvm.ir import Function, Value
from dlvm.ir.instructions import Path

Leaf = tuple[int, Path]
"""A float tensor in the arguments of a function: the position of the argument, and the path in
it."""


def gradient_leaves(request: Derivative) -> tuple[Leaf, ...]:
    """Returns the float tensors in the arguments whose gradients are requested."""
    parameters = request.function.type.parameters
    return tuple(
        (index, path)
        for index in request.wrt
        for path, _ in differentiable_leaves(parameters[index])
    )


@dataclass(eq=False)
class AugmentedFunction:
    """The augmented forward function and the reverse function of a callee.

    ``forward`` has the parameters of the callee, and parameters for the shadows of the arguments
    ``shadowed``. The parameters of ``reverse`` are: the current gradients of the leaves
    ``accumulated``, to which it adds; the gradients of ``results``; a stack of gradients for each
    argument in ``stacks``; the tape; and the arguments ``needed`` of ``forward``. It returns the
    gradients of ``leaves``.

    If ``has_stack``, the tape is a stack that both functions have as a parameter, and ``forward``
    returns the result, with its shadow if ``has_shadow``. Otherwise ``forward`` also returns the
    ``tape_size`` values of the tape.
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
    """Whether derivatives flow through global variables."""

    @property
    def has_effects(self) -> bool:
        """Whether the reverse function has effects even if no gradient reaches the result. With a
        stack, it has to pop the values that the forward function has pushed.
        """
        memory = self.stacks or self.shadowed or self.has_shadow or self.has_variables
        return bool(memory or self.has_stack)


@dataclass(frozen=True)
class AugmentedCall:
    """A call of an augmented forward function, with its arguments, their shadows, and the returned
    ``tape``."""

    augmented: AugmentedFunction
    arguments: Sequence[Value]
    tape: Sequence[Value]
