"""Replacement of values that cannot be replaced directly."""

from __future__ import annotations

from dlvm.ir import Aggregate, Instruction, Literal, Value
from dlvm.ir.instructions import LiteralInstruction, Slice
from dlvm.ir.values import Use, copy_operand


def is_bound(use: Use) -> bool:
    """Whether a use is a bound of a slice. The type of a slice depends on whether its bounds are
    constant."""
    return isinstance(use.user, Slice) and use.slot > 0


def is_used_as_bound(value: Value) -> bool:
    return any(map(is_bound, value.uses))


def substitute(old: Value, new: Value, code: list[Instruction]) -> Value:
    """Returns the value that replaces ``old`` in its uses: ``new``, or an instruction that holds
    it, which is appended to ``code``.

    An instruction is needed for an aggregate, which can have only one user, and for a constant that
    replaces the non-constant bound of a slice.
    """
    if isinstance(new, Aggregate) or (isinstance(new, Literal) and is_used_as_bound(old)):
        is_free = isinstance(new, Aggregate) and new.owner is None
        code.append(LiteralInstruction(new if is_free else copy_operand(new, {})))
        return code[-1]
    return new
