"""``STAB``: composed functions in the form whose steps do not overflow.

Sigmoid, softplus, softmax, the logarithm of a sum of exponentials and the like are right as
formulas, and wrong where a step on the way is infinite: the result then, or its gradient, is NaN.
What is written here in its place gives the same where all steps are finite, up to rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from dlvm.ir import Aggregate, ElementType, Instruction, Literal, Module, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED
from dlvm.ir.values import copy_operand
from dlvm.transforms.algebra_simplification import rewrite, rules_by_root
from dlvm.transforms.patterns import Rule, splat
from dlvm.transforms.pipeline import Pass, register, run_on_bodies

STABLE_FORMS: Final[list[Rule]] = []
"""Every rewriting of this pass."""


@register("STAB")
@dataclass(frozen=True)
class Stabilization(Pass):
    """Writes sigmoid, softplus, softmax, log-sum-exp, and roots of squares in the form whose steps
    do not overflow.

    This runs before gradients are made, as they have more steps that may overflow. Forms that are
    stable already are left alone.
    """

    before_gradients: ClassVar[bool] = True

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, lambda function: rewrite(function, _RULES))


def _form(equation: str, *roots: type[Instruction]) -> Callable[[Rewrite], Rewrite]:
    def enter(rewrite: Rewrite) -> Rewrite:
        STABLE_FORMS.append(Rule(equation, roots, rewrite))
        return rewrite

    return enter


Rewrite = Callable[[Any], Value | None]


@_form("sqrt (x x) = abs x", op.Sqrt)
def root_of_square(root: op.Sqrt) -> Value | None:
    match root.x:
        case op.Square(x=x):
            return op.Abs(copy_operand(x, {}))
        case op.Multiply(lhs=x, rhs=again) if x is again:
            return op.Abs(x)
        case op.Power(lhs=x, rhs=two) if splat(two) == 2 and root.type == x.type:
            return op.Abs(x)
        case _:
            return None


@_form("log (1 + x) = log1p x", op.Log)
def log_of_sum_with_1(log: op.Log) -> Value | None:
    x = _plus_1(log.x)
    return op.Log1p(copy_operand(x, {})) if x is not None else None


@_form("(exp x) - 1 = expm1 x", op.Subtract)
def exponential_less_1(difference: op.Subtract) -> Value | None:
    e = _exponential(difference.lhs)
    if e is None or splat(difference.rhs) != 1 or not _same(difference, e):
        return None
    return op.Expm1(e.x)


@_form("log1p (exp x) = x + log1p (exp -x) for x > 0", op.Log1p)
def softplus(log: op.Log1p) -> Value | None:
    e = _exponential(log.x)
    if e is None or _is_at_most_0(e.x):
        return None
    x = e.x
    is_positive = op.GreaterThan(x, _number(x, 0))
    tail = op.Log1p(op.Exp(op.Select(op.Negate(x), x, is_positive)))
    return op.Add(op.Select(x, _number(x, 0), is_positive), tail)


@_form("1 / (1 + exp x) = (exp -x) / (1 + exp -x) for x > 0", op.Reciprocal, op.Divide)
def sigmoid(quotient: op.Reciprocal | op.Divide) -> Value | None:
    is_reciprocal = isinstance(quotient, op.Reciprocal)
    e = _exponential(_plus_1(quotient.x if is_reciprocal else quotient.rhs))
    if e is None or _is_at_most_0(e.x) or not _same(quotient, e):
        return None
    of_1 = is_reciprocal or splat(quotient.lhs) == 1
    if not of_1 and not (isinstance(quotient, op.Divide) and _is_exponential(quotient.lhs, e.x)):
        return None
    x, one = e.x, _number(e, 1)
    is_positive = op.GreaterThan(x, _number(x, 0))
    small = op.Exp(op.Select(op.Negate(x), x, is_positive))
    ends = (small, one) if of_1 else (one, small)
    return op.Divide(op.Select(*ends, is_positive), op.Add(one, small))


@_form("(exp x) / sum (exp x) = (exp (x - m)) / sum (exp (x - m))", op.Divide)
def softmax(quotient: op.Divide) -> Value | None:
    total = _total(quotient.rhs)
    if total is None or not _is_exponential(quotient.lhs, total.x) or not _same(quotient, total.x):
        return None
    if not total.may_overflow:
        return None
    # The logarithm is exact only if the greatest number is always near 0.
    is_in_logarithm = any(isinstance(user, op.Log) for user in quotient.users)
    shift = total.maximum if is_in_logarithm else total.shift
    shifted = op.Exp(op.Subtract(total.x, total.spread(shift)))
    return op.Divide(shifted, total.reshaped(total.sum_of(shifted)))


@_form("log ((exp x) / sum (exp x)) = x - log sum (exp x)", op.Log)
def log_softmax(log: op.Log) -> Value | None:
    quotient = log.x
    total = _total(quotient.rhs) if isinstance(quotient, op.Divide) else None
    if total is None or not isinstance(quotient, op.Divide) or not _same(quotient, total.x):
        return None
    if not _is_exponential(quotient.lhs, total.x) or not _has_maximum(total.x, always=True):
        return None
    return op.Subtract(total.x, op.Log(quotient.rhs))


@_form("log sum (exp x) = m + log sum (exp (x - m))", op.Log)
def log_sum_exp(log: op.Log) -> Value | None:
    total = _total(log.x)
    if total is None or not total.may_overflow:
        return None
    shift = total.shift
    shifted = op.Exp(op.Subtract(total.x, total.spread(shift)))
    return op.Add(total.reshaped(shift), op.Log(total.reshaped(total.sum_of(shifted))))


_RULES: Final = rules_by_root(STABLE_FORMS)


def _number(like: Value, number: float) -> Literal:
    return Literal(TensorType((), tensor_type(like).element), number)


def _same(a: Value, b: Value) -> bool:
    """Whether both have the same shape, for sure."""
    return tensor_type(a) == tensor_type(b) and ERASED not in tensor_type(a).shape


def _plus_1(total: Value) -> Value | None:
    """What 1 is added to, if it is."""
    if not isinstance(total, op.Add):
        return None
    for one, x in (total.operands, total.operands[::-1]):
        if splat(one) == 1 and _same(total, x):
            return x
    return None


def _is_at_most_0(x: Value) -> bool:
    """Whether a number was made not to be positive."""
    match x:
        case op.Negate(x=op.Abs()):
            return True
        case op.Select():
            return _are_opposite(x.on_true, x.on_false)
        case _:
            return False


def _are_opposite(a: Value, b: Value) -> bool:
    if isinstance(a, op.Subtract) and isinstance(b, op.Subtract):
        return a.lhs is b.rhs and a.rhs is b.lhs
    return any(isinstance(v, op.Negate) and v.x is w for v, w in ((a, b), (b, a)))


_RESHAPING: Final = (op.ShapeCast, op.PadShape, op.SqueezeShape, op.Broadcast)


@dataclass(frozen=True)
class _Total:
    """The sum of the exponentials of ``x``, in another shape maybe."""

    x: Value
    sum: op.Reduce
    reshapings: Sequence[Instruction]

    @property
    def may_overflow(self) -> bool:
        """Whether the greatest number is known to be there, and has not been taken away before."""
        shape = tensor_type(self.x).shape
        has_numbers = all(isinstance(d := shape[a], int) and d > 0 for a in self.sum.axes)
        return has_numbers and not _has_maximum(self.x)

    @property
    def maximum(self) -> Value:
        """A whole number near the greatest one along the axes, as no gradient goes through whole
        numbers; finite, so that infinities stay what they are."""
        largest = _LARGEST[tensor_type(self.x).element]
        greatest = op.Reduce(self.x, "max", self.sum.axes, None)
        return op.Max(op.Min(op.Round(greatest), self._number(largest)), self._number(-largest))

    @property
    def shift(self) -> Value:
        """The maximum where its exponential is too great or too small, and elsewhere 0, by which
        nothing is rounded."""
        maximum = self.maximum
        safe = math.log(_LARGEST[tensor_type(self.x).element]) / 2
        is_safe = op.LessThanOrEqual(op.Abs(maximum), self._number(safe))
        return op.Select(self._number(0), maximum, is_safe)

    def _number(self, number: float) -> Literal:
        return _number(self.x, number)

    def spread(self, value: Value) -> Value:
        """A value for each sum, for each number that is summed up."""
        for axis in sorted(self.sum.axes):
            value = op.PadShape(value, axis)
        return value

    def sum_of(self, exponentials: Value) -> Value:
        return op.Reduce(exponentials, "add", self.sum.axes, self.sum.init)

    def reshaped(self, value: Value) -> Value:
        """A value in place of the sum, in the shape that the sum is used in."""
        for reshaping in self.reshapings:
            value = reshaping.clone({reshaping.operands[0]: value})
        return value


_LARGEST: Final = {
    ElementType.BF16: (2 - 2.0**-7) * 2.0**127,
    ElementType.F16: (2 - 2.0**-10) * 2.0**15,
    ElementType.F32: (2 - 2.0**-23) * 2.0**127,
    ElementType.F64: (2 - 2.0**-52) * 2.0**1023,
}
"""The greatest finite number of each type."""


def _total(value: Value) -> _Total | None:
    """The sum of exponentials that a value is, if it is one."""
    reshapings: list[Instruction] = []
    while isinstance(value, _RESHAPING):
        reshapings.insert(0, value)
        value = value.x
    if not isinstance(value, op.Reduce) or value.by != "add" or not value.axes:
        return None
    if value.init is not None and splat(value.init) != 0:
        return None
    e = _exponential(value.x)
    return _Total(e.x, value, reshapings) if e is not None else None


def _exponential(value: Value | None) -> op.Exp | None:
    return value if isinstance(value, op.Exp) and not isinstance(value.x, Aggregate) else None


def _is_exponential(value: Value, x: Value) -> bool:
    return isinstance(value, op.Exp) and value.x is x


_FARTHEST: Final = 16


def _has_maximum(x: Value, *, always: bool = False) -> bool:
    """Whether a maximum has been subtracted from a number, in any case or in some."""
    if not isinstance(x, op.Subtract):
        return False
    pending, seen = [x.rhs], 0
    while pending and seen < _FARTHEST:
        value, seen = pending.pop(0), seen + 1
        if isinstance(value, op.Reduce) and value.by == "max":
            return True
        if isinstance(value, Instruction) and not (always and isinstance(value, op.Select)):
            pending.extend(value.operands)
    return False
