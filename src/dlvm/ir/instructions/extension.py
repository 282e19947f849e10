"""The instruction by which users add operations of their own."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from dlvm.ir.declaration import TypeRuleError, attribute, operands
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import SORTABLE, check_domain
from dlvm.ir.intrinsics import INTRINSICS, Intrinsic
from dlvm.ir.types import TensorType, Type, compatible_type
from dlvm.ir.values import Value


class Builtin(Instruction):
    """Applies an intrinsic, which is an operation declared in Python with ``register_intrinsic``.
    The type rule of the intrinsic determines the type of the result."""

    format = "builtin {name_}({arguments}) -> {result}"
    name_: str = attribute("string")
    arguments: Sequence[Value] = operands()
    result: Type = attribute("type")

    @property
    def intrinsic(self) -> Intrinsic:
        """The intrinsic. Raises :class:`TypeRuleError` if there is no intrinsic of that name."""
        found = INTRINSICS.get(self.name_)
        if found is None:
            near = difflib.get_close_matches(self.name_, INTRINSICS, 1)
            hint = f", did you mean {near[0]}?" if near else ""
            raise TypeRuleError(f'there is no intrinsic "{self.name_}"{hint}')
        return found

    def infer(self) -> Type:
        for argument in self.arguments:
            whole = argument.type.canonical
            if isinstance(whole, TensorType):
                check_domain(whole.element, SORTABLE)
        type = self.intrinsic.result([a.type for a in self.arguments])
        if not compatible_type(self.result, type):
            raise TypeRuleError(f"expected result type {type}, got {self.result}")
        return type
