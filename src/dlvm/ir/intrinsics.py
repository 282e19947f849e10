"""Intrinsics: tensor operations that users register by one declaration. All tools treat them like
built-in instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.types import TensorType, Type


@dataclass(frozen=True)
class Intrinsic:
    """An operation on tensors that returns a tensor; ``builtin "name"(…)`` applies it.

    ``type_rule`` returns the result's type for the operands' types, or raises
    :class:`TypeRuleError`; with the arithmetic of :mod:`dlvm.ir.dimensions` it also supports erased
    sizes. ``evaluate`` computes the result with NumPy. ``element`` returns the index notation of
    one element of the result: its arguments are the result's indices and, for each operand, a
    function from indices to an element (see :mod:`dlvm.ir.compute`). ``adjoint`` has for each
    operand a function from the result's gradient, the result and the operands to the operand's
    gradient (see :class:`~dlvm.transforms.differentiation.rules.value_builder.TensorValue`), or
    None if it has no gradient; ``tangent`` has for each operand a function from the operand's
    tangent, the result and the operands to its contribution to the result's tangent, or None.
    Reverse mode needs ``adjoint``, forward mode needs ``tangent``.
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
            message = f"intrinsic {self.name} does not accept {len(types)} operands"
            raise TypeRuleError(message) from None
        return self.type_rule(*tensors)


INTRINSICS: Final[dict[str, Intrinsic]] = {}
"""Every intrinsic by its name."""


def register_intrinsic(intrinsic: Intrinsic) -> Intrinsic:
    """Registers an intrinsic for all tools that read, check and run programs. Raises ``ValueError``
    if the name is taken."""
    if INTRINSICS.setdefault(intrinsic.name, intrinsic) is not intrinsic:
        raise ValueError(f"there is an intrinsic {intrinsic.name} already, expected a new name")
    return intrinsic
