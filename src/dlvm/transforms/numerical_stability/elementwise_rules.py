"""Stable forms of scalar functions whose intermediate results overflow or cancel."""

from __future__ import annotations

import math
from typing import Final

from dlvm.analysis.values.composites import (
    COMPOSITES,
    abs_,
    erf,
    erfc,
    exp,
    inverses,
    log1p,
    logistic,
    reciprocal,
    softplus,
    tanh,
)
from dlvm.analysis.values.patterns import InstructionPattern, Pattern, PatternVariable, matcher
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import FLOAT
from dlvm.transforms.patterns import Rule, pattern_rule

x, y = PatternVariable("x"), PatternVariable("y")
expm1, log = matcher(op.Expm1), matcher(op.Log)
sinh, cosh = matcher(op.Sinh), matcher(op.Cosh)
sqrt, square = matcher(op.Sqrt), matcher(op.Square)


def _always(pattern: InstructionPattern, replacement: Pattern) -> Rule:
    """Creates a rule that applies no matter how many instructions it adds."""
    return pattern_rule(pattern, replacement, more=math.inf)


_LOGISTIC: Final = COMPOSITES["logistic"]

SIGMOID: Final[list[Rule]] = [
    _always(exp(x) / (1 + exp(x)), logistic(-x)),
    _always((y * exp(x)) / (1 + exp(x)), y * logistic(-x)),
    _always(exp(x) / (exp(x) + exp(y)), logistic(y - x)),
    *(_always(exp(x) * s, logistic(-x)) for s in _LOGISTIC),
    *(_always(log(s), -log1p(exp(x))) for s in _LOGISTIC),
    *(_always(log(1 - s), -log1p(exp(-x))) for s in _LOGISTIC),
    *(_always(log1p(-s), -log1p(exp(-x))) for s in _LOGISTIC),
    _always(x - softplus(x), -log1p(exp(-x))),
    _always(x + softplus(-x), log1p(exp(x))),
]

HYPERBOLIC: Final[list[Rule]] = [
    *(_always((exp(x) - e) / (exp(x) + e), tanh(x)) for e in (exp(-x), *inverses(exp(x)))),
    *(_always((e - exp(-x)) / (e + exp(-x)), tanh(x)) for e in inverses(exp(-x))),
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
    pattern_rule(1 + tanh(x), 2 * logistic(-2 * x), more=3),
    pattern_rule(1 - tanh(x), 2 * logistic(2 * x), more=3),
]
"""Rules for functions that, for some arguments, subtract two numbers near 1, or lose the digits of
a small argument in an intermediate result near 1."""

STABLE_ELEMENTWISE: Final[list[Rule]] = [
    pattern_rule(x**-1, reciprocal(x), FLOAT),
    *SIGMOID,
    *HYPERBOLIC,
    *CANCELLING,
    *(_always(sqrt(s), abs_(x)) for s in (square(x), x * x, x**2)),
]
