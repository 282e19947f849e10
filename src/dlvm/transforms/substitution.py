"""Values that can not stand in place of others just as they are."""

from __future__ import annotations

from dlvm.ir import Aggregate, Instruction, Literal, Value
from dlvm.ir.instructions import LiteralInstruction, Slice
from dlvm.ir.values import Use, copy_operand


def is_bound(use: Use) -> bool:
    """Whether a use is as the bound of a slice: its type tells whether its bounds are constant."""
    return isinstance(use.user, Slice) and use.slot > 0


def is_used_as_bound(value: Value) -> bool:
    return any(map(is_bound, value.uses))


def substitute(old: Value, new: Value, code: list[Instruction]) -> Value:
    """What may take the place of ``old`` in its uses: ``new``, or an instruction that gives it a
    name, which is added to the code. An aggregate belongs to one user, and constants are no
    substitute for bounds of slices that were not."""
    if isinstance(new, Aggregate) or (isinstance(new, Literal) and is_used_as_bound(old)):
        is_free = isinstance(new, Aggregate) and new.owner is None
        code.append(LiteralInstruction(new if is_free else copy_operand(new, {})))
        return code[-1]
    return new
