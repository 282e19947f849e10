"""Stable forms of scalar functions whose intermediate results overflow or cancel."""

from __future__ import annotations

import math
from typing import Final

from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import FLOAT
from dlvm.transforms.patterns import (
    InstructionPattern,
    Pattern,
    PatternVariable,
    Rule,
    matcher,
    pattern_rule,
)

x, y = PatternVariable("x"), PatternVariable("y")
exp, expm1, log, log1p = (
    matcher(op.Exp),
    matcher(op.Expm1),
    matcher(op.Log),
    matcher(op.Log1p),
)
sinh, cosh, tanh = (
    matcher(op.Sinh),
    matcher(op.Cosh),
    matcher(op.Tanh),
)
erf, erfc = matcher(op.Erf), matcher(op.Erfc)
sqrt, square, abs_ = (
    matcher(op.Sqrt),
    matcher(op.Square),
    matcher(op.Abs),
)
reciprocal, max_ = matcher(op.Reciprocal), matcher(op.Max)


def _always(pattern: InstructionPattern, replacement: Pattern) -> Rule:
    """Creates a rule that applies no matter how many instructions it adds."""
    return pattern_rule(pattern, replacement, more=math.inf)


def _logistic(x: Pattern) -> InstructionPattern:
    return reciprocal(1 + exp(x))


def _inverses(x: Pattern) -> tuple[InstructionPattern, ...]:
    """Returns the patterns of 1 / x."""
    return (1 / x, reciprocal(x))


def _softplus(x: Pattern) -> InstructionPattern:
    """Returns the canonical pattern of log (1 + exp x)."""
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
    pattern_rule(sinh(x) / cosh(x), tanh(x)),
    pattern_rule(expm1(2 * x) / (1 + exp(2 * x)), tanh(x)),
    pattern_rule(expm1(x) / (1 + exp(x)), tanh(0.5 * x)),
    pattern_rule(-expm1(-2 * x) / (1 + exp(-2 * x)), tanh(x)),
    pattern_rule(-expm1(x) / (1 + exp(x)), tanh(-0.5 * x)),
    *(pattern_rule(2 * s - 1, tanh(-0.5 * x)) for s in _LOGISTIC),
    *(pattern_rule(1 - 2 * s, tanh(0.5 * x)) for s in _LOGISTIC),
    pattern_rule(2 / (1 + exp(x)) - 1, tanh(-0.5 * x)),
    pattern_rule(1 - 2 / (1 + exp(x)), tanh(0.5 * x)),
]

CANCELLING: Final[list[Rule]] = [
    _always(log(1 + x), log1p(x)),
    _always(log(1 - x), log1p(-x)),
    _always(exp(x) - 1, expm1(x)),
    _always(1 - exp(x), -expm1(x)),
    pattern_rule(log(exp(x)), x),
    pattern_rule(1 + erf(x), erfc(-x), more=1),
    pattern_rule(1 - erf(x), erfc(x)),
    pattern_rule(1 + tanh(x), 2 * _logistic(-2 * x), more=3),
    pattern_rule(1 - tanh(x), 2 * _logistic(2 * x), more=3),
]
"""Functions that, for arguments near 0, subtract two numbers near 1 or have an intermediate result
near 1."""

STABLE_ELEMENTWISE: Final[list[Rule]] = [
    pattern_rule(x**-1, reciprocal(x), FLOAT),
    *SIGMOID,
    *HYPERBOLIC,
    *CANCELLING,
    *(_always(sqrt(s), abs_(x)) for s in (square(x), x * x, x**2)),
]
