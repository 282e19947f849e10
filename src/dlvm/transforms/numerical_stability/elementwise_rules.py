"""Laws of stabilization for functions of one number: what overflows or cancels on the way, in a
form in which nothing does."""

from __future__ import annotations

import math
from typing import Final

from dlvm.ir import instructions as op
from dlvm.ir.instructions.elementwise import FLOAT
from dlvm.transforms.patterns import Node, Pattern, Rule, Variable, law, node

x, y = Variable("x"), Variable("y")
exp, expm1, log, log1p = node(op.Exp), node(op.Expm1), node(op.Log), node(op.Log1p)
sinh, cosh, tanh = node(op.Sinh), node(op.Cosh), node(op.Tanh)
erf, erfc = node(op.Erf), node(op.Erfc)
sqrt, square, abs_ = node(op.Sqrt), node(op.Square), node(op.Abs)
reciprocal, max_ = node(op.Reciprocal), node(op.Max)


def _always(pattern: Node, replacement: Pattern) -> Rule:
    """A law that is worth any number of instructions."""
    return law(pattern, replacement, more=math.inf)


def _logistic(x: Pattern) -> Node:
    return reciprocal(1 + exp(x))


def _inverses(x: Pattern) -> tuple[Node, ...]:
    """What is written for 1 / x."""
    return (1 / x, reciprocal(x))


def _softplus(x: Pattern) -> Node:
    """What has become of the logarithm of 1 + exp x."""
    return max_(x, 0) + log1p(exp(-abs_(x)))


_LOGISTIC: Final = _inverses(1 + exp(x))

SIGMOID: Final[list[Rule]] = [
    _always(exp(x) / (1 + exp(x)), _logistic(-x)),
    _always((y * exp(x)) / (1 + exp(x)), y * _logistic(-x)),
    _always(exp(x) / (exp(x) + exp(y)), _logistic(y - x)),
    *(_always(exp(x) * s, _logistic(-x)) for s in _LOGISTIC),
    *(_always(log(s), -log1p(exp(x))) for s in _LOGISTIC),
    *(_always(log(1 - s), -log1p(exp(-x))) for s in _LOGISTIC),
    *(_always(log1p(-s), -log1p(exp(-x))) for s in _LOGISTIC),
    _always(x - _softplus(x), -log1p(exp(-x))),
    _always(x + _softplus(-x), log1p(exp(x))),
]

HYPERBOLIC: Final[list[Rule]] = [
    *(_always((exp(x) - e) / (exp(x) + e), tanh(x)) for e in (exp(-x), *_inverses(exp(x)))),
    *(_always((e - exp(-x)) / (e + exp(-x)), tanh(x)) for e in _inverses(exp(-x))),
    law(sinh(x) / cosh(x), tanh(x)),
    law(expm1(2 * x) / (1 + exp(2 * x)), tanh(x)),
    law(expm1(x) / (1 + exp(x)), tanh(0.5 * x)),
    law(-expm1(-2 * x) / (1 + exp(-2 * x)), tanh(x)),
    law(-expm1(x) / (1 + exp(x)), tanh(-0.5 * x)),
    *(law(2 * s - 1, tanh(-0.5 * x)) for s in _LOGISTIC),
    *(law(1 - 2 * s, tanh(0.5 * x)) for s in _LOGISTIC),
    law(2 / (1 + exp(x)) - 1, tanh(-0.5 * x)),
    law(1 - 2 / (1 + exp(x)), tanh(0.5 * x)),
]

CANCELLING: Final[list[Rule]] = [
    _always(log(1 + x), log1p(x)),
    _always(log(1 - x), log1p(-x)),
    _always(exp(x) - 1, expm1(x)),
    _always(1 - exp(x), -expm1(x)),
    law(log(exp(x)), x),
    law(1 + erf(x), erfc(-x), more=1),
    law(1 - erf(x), erfc(x)),
    law(1 + tanh(x), 2 * _logistic(-2 * x), more=3),
    law(1 - tanh(x), 2 * _logistic(2 * x), more=3),
]
"""What is near 0 is the difference of two numbers near 1, or goes by way of them."""

STABLE_LAWS: Final[list[Rule]] = [
    law(x**-1, reciprocal(x), FLOAT),
    *SIGMOID,
    *HYPERBOLIC,
    *CANCELLING,
    *(_always(sqrt(s), abs_(x)) for s in (square(x), x * x, x**2)),
]
