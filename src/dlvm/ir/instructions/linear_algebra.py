"""Instructions that multiply matrices, and that reduce the elements along axes."""

from __future__ import annotations

from dlvm.ir.declaration import Effect, Trait, TypeRuleError, attribute, operand, optional_operand
from dlvm.ir.dimensions import broadcast, repetitions, require_at_most, require_equal
from dlvm.ir.instruction import Function, Instruction
from dlvm.ir.instructions.rules import (
    COMPUTING,
    NUMERIC,
    SORTABLE,
    broadcast_shapes,
    check_axes,
    check_axis,
    check_domain,
    check_scalar,
    same_element,
    tensor_type,
)
from dlvm.ir.instructions.shape import check_operator
from dlvm.ir.types import I64, FunctionType, TensorType, Type
from dlvm.ir.values import Value


class Dot(Instruction):
    """The inner product along the last dimension of the left operand and the second-to-last
    dimension of the right one, or its only dimension if it is a vector. Leading dimensions of
    operands of rank 3 or more are batches, which broadcast, as in ``numpy.matmul``."""

    format = "dot {lhs}, {rhs}"
    traits = Trait.BROADCASTING | Trait.CONTRACTION
    lhs: Value = operand()
    rhs: Value = operand()

    def infer(self) -> Type:
        a, b = tensor_type(self.lhs, "left operand"), tensor_type(self.rhs, "right operand")
        same_element(self.operands)
        if not a.rank or not b.rank:
            raise TypeRuleError(f"operands must have rank 1 or more, got {a} and {b}")
        check_domain(a.element, NUMERIC)
        inner_a, inner_b = a.shape[-1], b.shape[max(0, b.rank - 2)]
        require_equal(
            inner_a, inner_b, f"inner dimensions differ: {{0}} in {a} against {{1}} in {b}"
        )
        batch = broadcast_shapes(a.shape[:-2], b.shape[:-2])
        rows = a.shape[-2:-1]
        columns = b.shape[-1:] if b.rank > 1 else ()
        return a.with_shape((*batch, *rows, *columns))


class Reduce(Instruction):
    """Reduces the elements along the axes by an associative operator, or by a function of two
    scalars. The result does not have the axes. ``init`` is the initial value, which is optional for
    operators."""

    format = "reduce {x} by {by} [init {init}] along {axes}"
    x: Value = operand()
    by: str | Function = attribute("combiner")
    axes: tuple[int, ...] = attribute("ints")
    init: Value | None = optional_operand(default=None)

    @property
    def effects(self) -> Effect:
        return combiner_effects(self.by)

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_axes(self.axes, type.rank)
        check_combiner(self.by, type, self.init)
        if self.init is None and self.by in ("min", "max"):
            for axis in self.axes:
                require_at_most(1, type.shape[axis], f"{self.by} over no elements needs init")
        return type.with_shape(d for a, d in enumerate(type.shape) if a not in self.axes)


class Unbroadcast(Instruction):
    """The gradient of a broadcast: sums the elements along the axes that were broadcast from the
    shape of ``like``. Along each of ``axes``, the size of ``like`` is 1 or that of ``x``: if it is
    1, all elements are summed, and otherwise they are unchanged. Along the other axes, the sizes
    are equal. The result has the shape of ``like``, whose elements do not matter."""

    format = "unbroadcast {x} like {like} along {axes}"
    x: Value = operand()
    like: Value = operand()
    axes: tuple[int, ...] = attribute("ints")

    def infer(self) -> Type:
        type, like = tensor_type(self.x), tensor_type(self.like, "the shape's operand")
        check_domain(type.element, NUMERIC)
        if type.rank != like.rank:
            raise TypeRuleError(f"expected rank {like.rank}, that of {like}, got {type.rank}")
        check_axes(self.axes, type.rank)
        for axis, (found, wanted) in enumerate(zip(type.shape, like.shape, strict=True)):
            at = f"at dimension {axis}"
            if axis not in self.axes:
                require_equal(found, wanted, f"expected size {{1}} {at}, got {{0}}")
            elif wanted != 1:
                message = f"expected size {{1}}, or 1 repeated, {at}, got {{0}}"
                require_equal(found, broadcast(found, wanted, message), message)
                repetitions(found, wanted)
        return type.with_shape(like.shape)


def check_combiner(by: str | Function, type: TensorType, init: Value | None) -> None:
    """Checks that an operator, or a function with ``init``, can combine a tensor's elements."""
    scalar = TensorType((), type.element)
    check_joins(by, type)
    if isinstance(by, Function) and init is None:
        raise TypeRuleError("a reduction by a function needs init")
    if init is not None:
        check_scalar(init, scalar, "init")


def check_joins(by: str | Function, type: TensorType) -> None:
    """Checks that an operator or a function can join two elements of a tensor."""
    if isinstance(by, str):
        check_operator(by, type)
        return
    check_domain(type.element, COMPUTING)
    scalar = TensorType((), type.element)
    expected = FunctionType((scalar, scalar), scalar)
    if by.type.canonical != expected:
        raise TypeRuleError(f"@{by.name} has type {by.type}, expected {expected}")


def combiner_effects(by: str | Function) -> Effect:
    """The effects of combining elements: those of a call, if a function combines them."""
    return Effect.CALL if isinstance(by, Function) else Effect.NONE


class ArgumentOfExtremum(Instruction):
    """The index of the extreme element along an axis. Of equal elements, the first counts, and NaN
    is more extreme than all numbers. The result does not have the axis."""

    x: Value = operand()
    axis: int = attribute("int")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_domain(type.element, SORTABLE)
        check_axis(self.axis, type.rank)
        require_at_most(
            1,
            type.shape[self.axis],
            f"dimension {self.axis} has no elements, expected at least one",
        )
        shape = (*type.shape[: self.axis], *type.shape[self.axis + 1 :])
        return TensorType(shape, I64)


class ArgMax(ArgumentOfExtremum):
    """The index of the greatest element along an axis: of the first one if several are equal, and
    of the first NaN if there is one. The result does not have the axis."""

    format = "argMax {x} along {axis}"
    traits = Trait.ZERO_DERIVATIVE


class ArgMin(ArgumentOfExtremum):
    """The index of the least element along an axis: of the first one if several are equal, and of
    the first NaN if there is one. The result does not have the axis."""

    format = "argMin {x} along {axis}"
    traits = Trait.ZERO_DERIVATIVE
