"""Instructions that reorder, overwrite or reinterpret elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dlvm.diagnostics import quantity
from dlvm.ir.declaration import (
    Effect,
    Trait,
    TypeRuleError,
    attribute,
    flag,
    indices,
    operand,
    optional_attribute,
)
from dlvm.ir.dimensions import require_at_most, subtract, value_dim
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import (
    SORTABLE,
    Domain,
    check_axis,
    check_domain,
    check_scalar,
    same_element,
    tensor_type,
)
from dlvm.ir.types import BOOL, I64, INDEX, ElementType, TupleType, Type
from dlvm.ir.values import Value, index_literal


class Sort(Instruction):
    """The elements in ascending order along an axis, and their original indices along it, as
    ``i64``. The sort is stable, 0 and -0 are equal, and NaN comes last. With ``descending``, the
    greatest element comes first, NaN comes before all numbers, and the sort is still stable. With
    ``first k``, the results contain only the first ``k`` elements."""

    format = "sort {x} along {axis} [descending] [first {count}]"
    x: Value = operand()
    axis: int = attribute("int")
    descending: bool = flag(default=False)
    count: int | None = optional_attribute("int", default=None)

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_domain(type.element, SORTABLE)
        check_axis(self.axis, type.rank)
        if self.count is not None:
            shape = list(type.shape)
            require_at_most(
                0, self.count, ("the number of first elements must be at least 0, got {1}")
            )
            require_at_most(
                self.count,
                shape[self.axis],
                "the number of first elements must be at most the size, {1}, got {0}",
            )
            shape[self.axis] = self.count
            type = type.with_shape(shape)
        return TupleType((type, type.with_element(I64)))


class Update(Instruction):
    """``x`` with the block ``y`` written at an offset. The block must lie inside ``x``.

    If there are fewer offsets than dimensions, the block begins at 0 in the others. Offsets may be
    values; the instruction traps if the block does not lie inside ``x``.
    """

    format = "update {x} with {y} from {start}"
    declared_effects = Effect.TRAP
    traits = Trait.MOVEMENT | Trait.LINEAR
    x: Value = operand()
    y: Value = operand()
    start: Sequence[Value] = indices()

    @property
    def offsets(self) -> Sequence[Value]:
        """The offsets along all dimensions, with the implied zeros."""
        rest = tensor_type(self.x).rank - len(self.start)
        return (*self.start, *(index_literal(0) for _ in range(rest)))

    def infer(self) -> Type:
        x, y = tensor_type(self.x), tensor_type(self.y, "block")
        same_element([self.x, self.y])
        if y.rank != x.rank:
            raise TypeRuleError(
                f"expected a block of rank {x.rank}, like the operand, got {y.rank}"
            )
        if not min(x.rank, 1) <= len(self.start) <= x.rank:
            raise TypeRuleError(
                f"expected offsets for the {quantity(x.rank, 'dimension')} of the operand, got "
                f"{len(self.start)}"
            )
        for axis, (offset, size, room) in enumerate(
            zip(self.offsets, y.shape, x.shape, strict=True)
        ):
            check_scalar(offset, INDEX, "offset")
            at = f"at dimension {axis}"
            require_at_most(
                size, room, (f"the size of the block must be at most {{1}} {at}, got {{0}}")
            )
            # The end of the block could overflow, so the offset is compared with the remaining
            # room.
            first, last = value_dim(offset), subtract(room, size)
            require_at_most(0, first, f"offset must be at least 0 {at}, got {{1}}")
            require_at_most(first, last, f"offset must be at most {{1}} {at}, got {{0}}")
        return x


_NUMBERS: Final[Domain] = ("numbers", lambda e: e is not BOOL)


class BitCast(Instruction):
    """The bits of each element, reinterpreted as another element type of the same size."""

    format = "bitCast {x} to {element}"
    traits = Trait.VIEW
    not_differentiable = "the bits of numbers"
    x: Value = operand()
    element: ElementType = attribute("bits")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        for element in (type.element, self.element):
            check_domain(element, _NUMBERS)
        if type.element.bits != self.element.bits:
            raise TypeRuleError(
                f"element type {self.element} has {self.element.bits} bits, expected "
                f"{type.element.bits} like {type.element}"
            )
        return type.with_element(self.element)
