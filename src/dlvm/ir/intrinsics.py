"""Intrinsics: operations that users add by one declaration, with the same rights as those that come
with the framework."""

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

    ``type_rule`` gives the result's type for the operands' types, or raises
    :class:`TypeRuleError`; with the arithmetic of :mod:`dlvm.ir.dimensions` it holds for erased
    sizes too. ``evaluate`` computes the result with NumPy. ``element`` is the index notation of one
    element of the result: it is given the result's indices and, for each operand, a function of
    indices into that (see :mod:`dlvm.ir.compute`). ``adjoint`` has for each operand a function of
    the result's gradient, the result and the operands, which gives the operand's gradient (see
    :class:`~dlvm.transforms.differentiation.rules.value_builder.TensorValue`), or None where it
    has none; ``tangent`` has for each operand a function of the operand's tangent, the result and
    the operands, which gives its share of the result's tangent, or None. Without the former the
    operation can not be differentiated in reverse mode, without the latter not in forward mode.
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
            raise TypeRuleError(f"intrinsic {self.name} found with operands that are no tensors")
        try:
            signature(self.type_rule).bind(*tensors)
        except TypeError:
            message = f"{len(types)} operands found, which intrinsic {self.name} does not take"
            raise TypeRuleError(message) from None
        return self.type_rule(*tensors)


INTRINSICS: Final[dict[str, Intrinsic]] = {}
"""Every intrinsic by its name."""


def register_intrinsic(intrinsic: Intrinsic) -> Intrinsic:
    """Makes an intrinsic known to all that reads, checks and runs programs. Raises ``ValueError``
    for a name that another one has."""
    if INTRINSICS.setdefault(intrinsic.name, intrinsic) is not intrinsic:
        raise ValueError(f"there is an intrinsic {intrinsic.name} already, expected a new name")
    return intrinsic
