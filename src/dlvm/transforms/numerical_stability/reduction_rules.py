"""Stable forms of functions that contain sums: softmax, log-sum-exp, and variance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from dlvm.analysis.values.alignment import (
    FARTHEST,
    alignment_after,
    changes_shape,
    identity,
    is_spread_back,
    left_by,
    widened,
)
from dlvm.ir import Aggregate, ElementType, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait
from dlvm.ir.instructions.rules import tensor_type
from dlvm.transforms.patterns import Rule, splat

STABLE_SUMS: Final[list[Rule]] = []

Rewrite = Callable[[Any], Value | None]


def _rule(equation: str, *roots: type[Instruction]) -> Callable[[Rewrite], Rewrite]:
    def enter(rewrite: Rewrite) -> Rewrite:
        STABLE_SUMS.append(Rule(equation, roots, rewrite))
        return rewrite

    return enter


@_rule("log1p (exp x) = max(x, 0) + log1p (exp -(abs x))", op.Log1p)
def softplus(log: op.Log1p) -> Value | None:
    e = log.x
    if not isinstance(e, op.Exp) or isinstance(e.x, Aggregate):
        return None
    if isinstance(e.x, op.Negate) and isinstance(e.x.x, op.Abs):
        return None
    tail = op.Log1p(op.Exp(op.Negate(op.Abs(e.x))))
    return op.Add(op.Max(e.x, _number(e, 0)), tail)


@_rule("log (exp x + exp y) = max(x, y) + log1p (exp (min(x, y) - max(x, y)))", op.Log)
def log_add_exp(log: op.Log) -> Value | None:
    match log.x:
        case op.Add(lhs=op.Exp(x=x), rhs=op.Exp(x=y)):
            pass
        case _:
            return None
    if isinstance(x, Aggregate) or isinstance(y, Aggregate):
        return None
    if _has_maximum(x) and _has_maximum(y):
        return None
    greater = op.Max(x, y)
    return op.Add(greater, op.Log1p(op.Exp(op.Subtract(op.Min(x, y), _finite(greater)))))


@_rule("(exp x) * (1 / sum (exp x)) = (exp x) / sum (exp x)", op.Multiply)
def softmax_by_product(product: op.Multiply) -> Value | None:
    for e, inverse in (product.operands, product.operands[::-1]):
        match inverse:
            case op.Reciprocal(x=denominator):
                pass
            case op.Divide(lhs=one, rhs=denominator) if splat(one) == 1:
                pass
            case _:
                continue
        total = _exponential_sum(denominator)
        if total is not None and total.may_overflow and total.is_of(e):
            return op.Divide(e, denominator)
    return None


@_rule("(exp x) / sum (exp x) = (exp (x - m)) / sum (exp (x - m))", op.Divide)
def softmax(quotient: op.Divide) -> Value | None:
    total = _exponential_sum(quotient.rhs)
    if total is None or not total.may_overflow or not total.is_divided_out(quotient):
        return None
    shifted = op.Exp(op.Subtract(total.x, total.spread(total.shift())))
    return op.Divide(shifted, total.of(shifted))


@_rule("log ((exp x) / sum (exp x)) = x - log sum (exp x)", op.Log)
def log_softmax(log: op.Log) -> Value | None:
    """Matches the logarithm of elements of a softmax, which instructions may have moved."""
    movements: list[Instruction] = []
    quotient = log.x
    while _moves_elements(quotient) and len(movements) < FARTHEST:
        movements.insert(0, quotient)
        quotient = quotient.operands[0]
    total = _exponential_sum(quotient.rhs) if isinstance(quotient, op.Divide) else None
    if total is None or not isinstance(quotient, op.Divide) or total.may_overflow:
        return None
    if not total.is_divided_out(quotient):
        return None
    return _replayed(movements, op.Subtract(total.x, op.Log(quotient.rhs)))


@_rule("log ((exp y) / sum (exp x)) = (y - m) - log sum (exp (x - m))", op.Log)
def log_of_share(log: op.Log) -> Value | None:
    """Matches quotients whose exponentials are not those in the sum, such as those of the target
    classes."""
    quotient = log.x
    total = _exponential_sum(quotient.rhs) if isinstance(quotient, op.Divide) else None
    if total is None or not isinstance(quotient, op.Divide) or not isinstance(quotient.lhs, op.Exp):
        return None
    y = quotient.lhs.x
    if isinstance(y, Aggregate):
        return None
    if not total.may_overflow:
        return op.Subtract(y, op.Log(quotient.rhs))
    shift = total.shift()
    shifted = op.Exp(op.Subtract(total.x, total.spread(shift)))
    near = op.Subtract(y, _replayed(_reshapings(total.steps), shift))
    return op.Subtract(near, op.Log(total.of(shifted)))


@_rule("log sum (exp x) = m + log sum (exp (x - m))", op.Log)
def log_sum_exp(log: op.Log) -> Value | None:
    total = _exponential_sum(log.x)
    if total is None or not total.may_overflow:
        return None
    shift = total.shift()
    shifted = op.Exp(op.Subtract(total.x, total.spread(shift)))
    return op.Add(_replayed(_reshapings(total.steps), shift), op.Log(total.of(shifted)))


@_rule("x - (m + log sum (exp (x - m))) = (x - m) - log sum (exp (x - m))", op.Subtract)
def log_softmax_by_log_sum_exp(difference: op.Subtract) -> Value | None:
    outer, norm = _peeled(difference.rhs)
    if not isinstance(norm, op.Add) or not isinstance(norm.rhs, op.Log):
        return None
    inner, shift = _peeled(norm.lhs)
    total = _exponential_sum(norm.rhs.x)
    if total is None or not isinstance(total.x, op.Subtract) or total.x.lhs is not difference.lhs:
        return None
    spread, subtracted = _peeled(total.x.rhs)
    if subtracted is not shift or any(map(_is_scaling, (*outer, *inner, *spread))):
        return None
    if not norm.lhs.type == norm.rhs.type == norm.type or difference.type != total.x.type:
        return None
    own, rank = identity(tensor_type(shift).shape), tensor_type(difference).rank
    here, there = alignment_after(own, [*inner, *outer]), alignment_after(own, spread)
    if here is None or there is None or widened(here, rank) != widened(there, rank):
        return None
    return op.Subtract(total.x, _replayed(outer, norm.rhs))


@_rule("mean (square x) - square (mean x) = mean (square (x - mean x))", op.Subtract)
def variance(difference: op.Subtract) -> Value | None:
    """Matches any difference of scaled sums that is a multiple of the variance."""
    steps, squares = _peeled(difference.lhs)
    outer, product = _peeled(difference.rhs)
    mean = _squared(product)
    if mean is None or not _is_sum(squares):
        return None
    inner, total = _peeled(mean)
    x = _squared(squares.x)
    if x is None or not _is_sum(total) or total.x is not x or total.axes != squares.axes:
        return None
    if not difference.lhs.type == difference.rhs.type == difference.type:
        return None
    left = left_by(total)
    here, there = (alignment_after(left, _reshapings(s)) for s in (steps, [*inner, *outer]))
    sizes = [tensor_type(x).shape[axis] for axis in total.axes]
    if here is None or here != there or not all(isinstance(d, int) and d for d in sizes):
        return None
    count = math.prod(d for d in sizes if isinstance(d, int))
    factor, of_mean = _factor(steps), _factor(inner)
    near = 8 * _EPSILON[tensor_type(x).element]
    is_variance = math.isclose(_factor(outer) * of_mean**2 * count, factor, rel_tol=near)
    if not is_variance or near * count > 0.25:  # The scale cannot distinguish n from n - 1 here.
        return None
    is_mean = math.isclose(of_mean * count, 1, rel_tol=near)
    if not is_mean or (_reshapings(inner) and tensor_type(mean).rank != tensor_type(x).rank):
        mean, inner = op.Divide(total, _number(x, count)), []
    if not _reshapings(inner):
        mean = _spread(mean, total.axes)
    elif not is_spread_back(total, _reshapings(inner)):
        return None
    deviation = op.Square(op.Subtract(x, mean))
    return _replayed(steps, op.Reduce(deviation, "add", total.axes, None))


def _moves_elements(value: Value) -> TypeGuard[Instruction]:
    """Whether each element of a value is an unchanged element of its first operand."""
    return isinstance(value, op.Gather) or (
        isinstance(value, Instruction) and Trait.AFFINE_MOVEMENT in value.traits
    )


@dataclass(frozen=True)
class _ExponentialSum:
    """The sum of the exponentials of ``x``, possibly scaled and reshaped."""

    sum: op.Reduce
    e: op.Exp
    steps: Sequence[Instruction]

    @property
    def x(self) -> Value:
        return self.e.x

    @property
    def may_overflow(self) -> bool:
        """Whether no maximum has been subtracted."""
        return not _has_maximum(self.x)

    def is_of(self, value: Value) -> bool:
        """Whether a value is the summed exponentials."""
        return isinstance(value, op.Exp) and value.x is self.x

    def is_divided_out(self, quotient: op.Divide) -> bool:
        """Whether each exponential is divided by the sum that contains it."""
        if not self.is_of(quotient.lhs) or quotient.type != self.e.type:
            return False
        return is_spread_back(self.sum, _reshapings(self.steps))

    def shift(self) -> Value:
        """Returns the maximum along the axes. It is clamped to finite numbers, so that infinities
        stay infinite."""
        type = tensor_type(self.x)
        sizes = [type.shape[axis] for axis in self.sum.axes]
        has_numbers = all(isinstance(d, int) and d > 0 for d in sizes)
        init = None if has_numbers else _number(self.x, -math.inf)
        return _finite(op.Reduce(self.x, "max", self.sum.axes, init))

    def spread(self, value: Value) -> Value:
        """Broadcasts a tensor, which has one value for each sum, over the elements of the sums."""
        return _spread(value, self.sum.axes)

    def of(self, exponentials: Value) -> Value:
        """Returns the same sum over other exponentials."""
        total = op.Reduce(exponentials, "add", self.sum.axes, self.sum.init)
        return _replayed(self.steps, total)


_MAX_FINITE: Final = {
    ElementType.BF16: (2 - 2.0**-7) * 2.0**127,
    ElementType.F16: (2 - 2.0**-10) * 2.0**15,
    ElementType.F32: (2 - 2.0**-23) * 2.0**127,
    ElementType.F64: (2 - 2.0**-52) * 2.0**1023,
}
"""The greatest finite number of each type."""

_EPSILON: Final = {
    ElementType.BF16: 2.0**-8,
    ElementType.F16: 2.0**-11,
    ElementType.F32: 2.0**-24,
    ElementType.F64: 2.0**-53,
}
"""The unit roundoff of each type."""


def _exponential_sum(value: Value) -> _ExponentialSum | None:
    """Matches a sum of exponentials."""
    steps, core = _peeled(value)
    if not _is_sum(core) or not isinstance(core.x, op.Exp) or isinstance(core.x.x, Aggregate):
        return None
    return _ExponentialSum(core, core.x, steps) if _factor(steps) > 0 else None


def _is_sum(value: Value) -> TypeGuard[op.Reduce]:
    """Whether a value is a sum along axes."""
    if not isinstance(value, op.Reduce) or value.by != "add" or not value.axes:
        return False
    return value.init is None or splat(value.init) == 0


def _squared(value: Value) -> Value | None:
    """Returns the operand of a square, or None for other values."""
    match value:
        case op.Square(x=x):
            found = x
        case op.Multiply(lhs=x, rhs=again) if x is again:
            found = x
        case op.Power(lhs=x, rhs=two) if splat(two) == 2 and value.type == x.type:
            found = x
        case _:
            return None
    return None if isinstance(found, Aggregate) else found


def _peeled(value: Value) -> tuple[list[Instruction], Value]:
    """Strips reshapes and multiplications by constants off a value. Returns these steps and the
    remaining value."""
    steps: list[Instruction] = []
    while len(steps) < FARTHEST and isinstance(value, Instruction):
        if not changes_shape(value) and not _is_scaling(value):
            break
        steps.insert(0, value)
        value = _scaled_operand(value)
    return steps, value


def _is_scaling(value: Instruction) -> bool:
    """Whether a value is a product with a constant."""
    if not isinstance(value, op.Multiply | op.Divide):
        return False
    number = splat(value.rhs)
    if number is None and isinstance(value, op.Multiply):
        number = splat(value.lhs)
    is_number = number is not None and number != 0 and math.isfinite(number)
    return is_number and _scaled_operand(value).type == value.type


def _scaled_operand(step: Instruction) -> Value:
    """Returns the operand that a step reshapes or scales."""
    first, *others = step.operands
    return others[0] if others and isinstance(first, Literal) else first


def _factor(steps: Iterable[Instruction]) -> float:
    """Returns the product of the constants by which steps multiply."""
    factor = 1.0
    for step in filter(_is_scaling, steps):
        number = next(n for o in step.operands if (n := splat(o)) is not None)
        factor = factor / number if isinstance(step, op.Divide) else factor * number
    return factor


def _reshapings(steps: Iterable[Instruction]) -> list[Instruction]:
    return [step for step in steps if changes_shape(step)]


def _replayed(steps: Iterable[Instruction], value: Value) -> Value:
    """Applies the same steps to another value."""
    for step in steps:
        value = step.clone({_scaled_operand(step): value})
    return value


def _spread(value: Value, axes: Iterable[int]) -> Value:
    """Inserts dimensions of size 1 for reduced axes."""
    for axis in sorted(axes):
        value = op.PadShape(value, axis)
    return value


def _finite(x: Value) -> Value:
    """Clamps infinities to the greatest finite numbers."""
    largest = _MAX_FINITE[tensor_type(x).element]
    return op.Max(op.Min(x, _number(x, largest)), _number(x, -largest))


def _number(like: Value, number: float) -> Literal:
    return Literal(TensorType((), tensor_type(like).element), number)


def _has_maximum(x: Value) -> bool:
    """Whether a maximum has been subtracted."""
    if not isinstance(x, op.Subtract):
        return False
    pending, seen = [x.rhs], 0
    while pending and seen < FARTHEST:
        value, seen = pending.pop(0), seen + 1
        if isinstance(value, op.Max) or (isinstance(value, op.Reduce) and value.by == "max"):
            return True
        if isinstance(value, Instruction):
            pending.extend(value.operands)
    return False
