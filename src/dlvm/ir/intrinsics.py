"""Intrinsics: tensor operations that users register by one declaration. All tools treat them like
built-in instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from dlvm.diagnostics import quantity
from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.types import TensorType, Type


@dataclass(frozen=True)
class Intrinsic:
    """An operation on tensors that returns a tensor; ``builtin "name"(…)`` applies it.

    Reverse mode needs ``adjoint``, and forward mode needs ``tangent``.

    Parameters
    ----------
    name
        The name, which must be unique.
    type_rule
        Returns the type of the result for the types of the operands, or raises
        :class:`TypeRuleError`. It supports erased sizes if it uses the arithmetic of
        :mod:`dlvm.ir.dimensions`.
    evaluate
        Computes the result from the operands, with NumPy.
    element
        Returns one element of the result in index notation (:mod:`dlvm.ir.compute`). Its arguments
        are the indices of the element, then for each operand a function from indices to an element.
    adjoint
        One function for each operand, or None for an operand without a gradient. It maps the
        gradient of the result, the result and the operands to the gradient of the operand
        (:class:`~dlvm.transforms.differentiation.rules.value_builder.TensorValue`).
    tangent
        One function for each operand, or None for an operand without a tangent. It maps the tangent
        of the operand, the result and the operands to a summand of the tangent of the result.
    documentation
        A description for readers of programs.
    """

    name: str
    type_rule: Callable[..., TensorType]
    evaluate: Callable[..., Any]
    element: Callable[..., Any]
    adjoint: Sequence[Callable[..., Any] | None] | None = None
    tangent: Sequence[Callable[..., Any] | None] | None = None
    documentation: str = ""

    def result(self, types: Sequence[Type]) -> TensorType:
        """The result's type for operands of the given types."""
        tensors = [t for t in (type.canonical for type in types) if isinstance(t, TensorType)]
        if len(tensors) != len(types):
            raise TypeRuleError(f"operands of intrinsic {self.name} must be tensors")
        try:
            signature(self.type_rule).bind(*tensors)
        except TypeError:
            message = f"intrinsic {self.name} does not accept {quantity(len(types), 'operand')}"
            raise TypeRuleError(message) from None
        return self.type_rule(*tensors)


INTRINSICS: Final[dict[str, Intrinsic]] = {}
"""Every intrinsic by its name."""


def register_intrinsic(intrinsic: Intrinsic) -> Intrinsic:
    """Registers an intrinsic for all tools that read, check and run programs.

    Parameters
    ----------
    intrinsic
        The declaration of the operation.

    Returns
    -------
    Intrinsic
        The same declaration.

    Raises
    ------
    ValueError
        If the name is taken.
    """
    if INTRINSICS.setdefault(intrinsic.name, intrinsic) is not intrinsic:
        raise ValueError(f"there is already an intrinsic {intrinsic.name}, expected a new name")
    return intrinsic
