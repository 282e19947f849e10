"""Stable forms of functions that contain sums: softmax, log-sum-exp, and variance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeGuard

from dlvm.analysis.values.alignment import (
    FARTHEST,
    alignment_after,
    identity,
    is_spread_back,
    left_by,
    widened,
)
from dlvm.analysis.values.exponential_sums import (
    ExponentialSum,
    exponential_sum,
    has_maximum,
    is_scaling,
    is_sum,
    peeled,
    reshapings,
    scale,
    scaled_operand,
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
    if has_maximum(x) and has_maximum(y):
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
        total = exponential_sum(denominator)
        if total is not None and total.may_overflow and total.is_of(e):
            return op.Divide(e, denominator)
    return None


@_rule("(exp x) / sum (exp x) = (exp (x - m)) / sum (exp (x - m))", op.Divide)
def softmax(quotient: op.Divide) -> Value | None:
    total = exponential_sum(quotient.rhs)
    if total is None or not total.may_overflow or not total.is_divided_out(quotient):
        return None
    shifted = op.Exp(op.Subtract(total.x, _spread(_shift(total), total.sum.axes)))
    return op.Divide(shifted, _sum_of(shifted, total))


@_rule("log ((exp x) / sum (exp x)) = x - log sum (exp x)", op.Log)
def log_softmax(log: op.Log) -> Value | None:
    """Matches the logarithm of a softmax, also if other instructions move its elements before the
    logarithm."""
    movements: list[Instruction] = []
    quotient = log.x
    while _moves_elements(quotient) and len(movements) < FARTHEST:
        movements.insert(0, quotient)
        quotient = quotient.operands[0]
    total = exponential_sum(quotient.rhs) if isinstance(quotient, op.Divide) else None
    if total is None or not isinstance(quotient, op.Divide) or total.may_overflow:
        return None
    if not total.is_divided_out(quotient):
        return None
    return _replayed(movements, op.Subtract(total.x, op.Log(quotient.rhs)))


@_rule("log ((exp y) / sum (exp x)) = (y - m) - log sum (exp (x - m))", op.Log)
def log_of_share(log: op.Log) -> Value | None:
    """Matches quotients whose dividend is not an exponential of the sum, but, for instance, the
    exponential of the target class."""
    quotient = log.x
    total = exponential_sum(quotient.rhs) if isinstance(quotient, op.Divide) else None
    if total is None or not isinstance(quotient, op.Divide) or not isinstance(quotient.lhs, op.Exp):
        return None
    y = quotient.lhs.x
    if isinstance(y, Aggregate):
        return None
    if not total.may_overflow:
        return op.Subtract(y, op.Log(quotient.rhs))
    shift = _shift(total)
    shifted = op.Exp(op.Subtract(total.x, _spread(shift, total.sum.axes)))
    near = op.Subtract(y, _replayed(reshapings(total.steps), shift))
    return op.Subtract(near, op.Log(_sum_of(shifted, total)))


@_rule("log sum (exp x) = m + log sum (exp (x - m))", op.Log)
def log_sum_exp(log: op.Log) -> Value | None:
    total = exponential_sum(log.x)
    if total is None or not total.may_overflow:
        return None
    shift = _shift(total)
    shifted = op.Exp(op.Subtract(total.x, _spread(shift, total.sum.axes)))
    return op.Add(_replayed(reshapings(total.steps), shift), op.Log(_sum_of(shifted, total)))


@_rule("x - (m + log sum (exp (x - m))) = (x - m) - log sum (exp (x - m))", op.Subtract)
def log_softmax_by_log_sum_exp(difference: op.Subtract) -> Value | None:
    outer, norm = peeled(difference.rhs)
    if not isinstance(norm, op.Add) or not isinstance(norm.rhs, op.Log):
        return None
    inner, shift = peeled(norm.lhs)
    total = exponential_sum(norm.rhs.x)
    if total is None or not isinstance(total.x, op.Subtract) or total.x.lhs is not difference.lhs:
        return None
    spread, subtracted = peeled(total.x.rhs)
    if subtracted is not shift or any(map(is_scaling, (*outer, *inner, *spread))):
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
    steps, squares = peeled(difference.lhs)
    outer, product = peeled(difference.rhs)
    mean = _squared(product)
    if mean is None or not is_sum(squares):
        return None
    inner, total = peeled(mean)
    x = _squared(squares.x)
    if x is None or not is_sum(total) or total.x is not x or total.axes != squares.axes:
        return None
    if not difference.lhs.type == difference.rhs.type == difference.type:
        return None
    left = left_by(total)
    here, there = (alignment_after(left, reshapings(s)) for s in (steps, [*inner, *outer]))
    sizes = [tensor_type(x).shape[axis] for axis in total.axes]
    if here is None or here != there or not all(isinstance(d, int) and d for d in sizes):
        return None
    count = math.prod(d for d in sizes if isinstance(d, int))
    factor, of_mean = scale(steps), scale(inner)
    near = 8 * _EPSILON[tensor_type(x).element]
    is_variance = math.isclose(scale(outer) * of_mean**2 * count, factor, rel_tol=near)
    if not is_variance or near * count > 0.25:  # The scale cannot distinguish n from n - 1 here.
        return None
    is_mean = math.isclose(of_mean * count, 1, rel_tol=near)
    if not is_mean or (reshapings(inner) and tensor_type(mean).rank != tensor_type(x).rank):
        mean, inner = op.Divide(total, _number(x, count)), []
    if not reshapings(inner):
        mean = _spread(mean, total.axes)
    elif not is_spread_back(total, reshapings(inner)):
        return None
    deviation = op.Square(op.Subtract(x, mean))
    return _replayed(steps, op.Reduce(deviation, "add", total.axes, None))


def _moves_elements(value: Value) -> TypeGuard[Instruction]:
    """Whether each element of a value is an unchanged element of its first operand."""
    return isinstance(value, op.Gather) or (
        isinstance(value, Instruction) and Trait.AFFINE_MOVEMENT in value.traits
    )


def _shift(total: ExponentialSum) -> Value:
    """Returns the maximum along the axes of a sum. It is clamped to finite numbers, so that
    infinities stay infinite."""
    type = tensor_type(total.x)
    sizes = [type.shape[axis] for axis in total.sum.axes]
    has_numbers = all(isinstance(d, int) and d > 0 for d in sizes)
    init = None if has_numbers else _number(total.x, -math.inf)
    return _finite(op.Reduce(total.x, "max", total.sum.axes, init))


def _sum_of(exponentials: Value, total: ExponentialSum) -> Value:
    """Returns the sum ``total`` with its exponentials replaced."""
    return _replayed(total.steps, op.Reduce(exponentials, "add", total.sum.axes, total.sum.init))


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


def _replayed(steps: Iterable[Instruction], value: Value) -> Value:
    """Applies the same steps to another value."""
    for step in steps:
        value = step.clone({scaled_operand(step): value})
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
