"""Functions that programs compose of several instructions, by name.

Stabilization rewrites programs to these forms, differentiation knows their derivatives in terms of
the result, and code generation computes each as one function, without intermediate rounding errors.
Softmax and log-sum-exp, which contain sums, are in :mod:`~dlvm.analysis.values.exponential_sums`.
"""

from __future__ import annotations

from itertools import chain
from math import sqrt
from typing import Final

from dlvm.analysis.values.patterns import InstructionPattern, Pattern, PatternVariable, matcher
from dlvm.ir import instructions as op

_X: Final = PatternVariable("x")
exp, log1p = matcher(op.Exp), matcher(op.Log1p)
tanh = matcher(op.Tanh)
erf, erfc = matcher(op.Erf), matcher(op.Erfc)
reciprocal, max_, abs_ = matcher(op.Reciprocal), matcher(op.Max), matcher(op.Abs)


def inverses(x: Pattern) -> tuple[InstructionPattern, ...]:
    """The forms of 1 / x."""
    return (1 / x, reciprocal(x))


LOGISTIC_DENOMINATOR: Final = 1 + exp(_X)


def logistic(x: Pattern) -> InstructionPattern:
    """1 / (1 + e^x)."""
    return reciprocal(1 + exp(x))


def softplus(x: Pattern) -> InstructionPattern:
    """The stable form of log(1 + e^x)."""
    return max_(x, 0) + log1p(exp(-abs_(x)))


def _scaled(x: Pattern, sign: int) -> tuple[InstructionPattern, ...]:
    """The forms of ``sign * x / √2``."""
    return (
        x * (sign * sqrt(0.5)),
        x / (sign * sqrt(2)),
        -(x * (-sign * sqrt(0.5))),
        -(x / (-sign * sqrt(2))),
    )


def _gelu(x: Pattern) -> tuple[InstructionPattern, ...]:
    tails = (*map(erfc, _scaled(x, -1)), *(1 + erf(s) for s in _scaled(x, 1)))
    products = ((x * 0.5 * t, x * (0.5 * t), 0.5 * (x * t)) for t in tails)
    return tuple(chain.from_iterable(products))


COMPOSITES: Final[dict[str, tuple[InstructionPattern, ...]]] = {
    "logistic": inverses(LOGISTIC_DENOMINATOR),
    "sigmoid": (0.5 + 0.5 * tanh(0.5 * _X),),
    "softplus": (softplus(_X),),
    "gelu": _gelu(_X),
}
"""The forms of each function of ``x``. ``logistic`` is 1 / (1 + e^x), ``sigmoid`` is
1 / (1 + e^-x), ``gelu`` is x/2 (1 + erf(x/√2))."""
