"""Rewrite rules of algebraic simplification.

Rules that are not marked ``fast_math`` are exact, even for NaN, infinities, subnormal numbers and
integers that wrap around. Only the rules of :data:`UNSIGNED_ZERO` can change the sign of a zero.
"""

from __future__ import annotations

import math
from typing import Final

from dlvm.analysis.values.patterns import PatternVariable, matcher
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import FLOAT, INTEGER, LOGICAL, Domain
from dlvm.transforms.algebra.interval_rules import INTERVAL_RULES
from dlvm.transforms.algebra.movement_rules import MOVEMENT_RULES
from dlvm.transforms.algebra.shape_rules import SHAPE_RULES
from dlvm.transforms.algebra.size_rules import SIZE_RULES
from dlvm.transforms.patterns import Rule, pattern_rule

BOOLEAN: Final[Domain] = ("bools", lambda e: e.kind == "bool")
SIGNED: Final[Domain] = (
    "floats and signed integers",
    lambda e: e.kind in ("float", "signed") and not e.is_storage,
)
NOT_FLOAT: Final[Domain] = ("not floats", lambda e: e.is_exact and not e.is_storage)

w, x, y, z = PatternVariable("w"), PatternVariable("x"), PatternVariable("y"), PatternVariable("z")
v = PatternVariable("v", constant=False)
c, d = PatternVariable("c", constant=True), PatternVariable("d", constant=True)

negate, abs_ = matcher(op.Negate), matcher(op.Abs)
square, sqrt, rsqrt = (
    matcher(op.Square),
    matcher(op.Sqrt),
    matcher(op.Rsqrt),
)
exp, log, expm1, log1p = (
    matcher(op.Exp),
    matcher(op.Log),
    matcher(op.Expm1),
    matcher(op.Log1p),
)
sin, cos, tan, atan = (
    matcher(op.Sin),
    matcher(op.Cos),
    matcher(op.Tan),
    matcher(op.Atan),
)
sinh, cosh, tanh, erf = (
    matcher(op.Sinh),
    matcher(op.Cosh),
    matcher(op.Tanh),
    matcher(op.Erf),
)
is_nan, is_inf = matcher(op.IsNaN), matcher(op.IsInf)
reciprocal, sign, floor, ceil = (
    matcher(op.Reciprocal),
    matcher(op.Sign),
    matcher(op.Floor),
    matcher(op.Ceil),
)
round_, rint = matcher(op.Round), matcher(op.Rint)
min_, max_, select = (
    matcher(op.Min),
    matcher(op.Max),
    matcher(op.Select),
)
equal, not_equal = matcher(op.Equal), matcher(op.NotEqual)
less, less_or_equal = matcher(op.LessThan), matcher(op.LessThanOrEqual)
greater, greater_or_equal = (
    matcher(op.GreaterThan),
    matcher(op.GreaterThanOrEqual),
)
truncate_divide, floor_divide = (
    matcher(op.TruncateDivide),
    matcher(op.FloorDivide),
)
modulo, shift_left, shift_right = (
    matcher(op.Modulo),
    matcher(op.ShiftLeft),
    matcher(op.ShiftRight),
)

EVEN: Final = (cos, cosh)
ODD: Final = (sin, tan, atan, sinh, tanh, erf)

ARITHMETIC: Final[list[Rule]] = [
    pattern_rule(x + 0, x, INTEGER),
    pattern_rule(x + -0.0, x, FLOAT),
    pattern_rule(x - 0, x),
    pattern_rule(x * 1, x),
    pattern_rule(x / 1, x),
    pattern_rule(x * -1, -x),
    pattern_rule(x / -1, -x),
    pattern_rule(x * 0, 0, INTEGER),
    pattern_rule(0 - x, -x, INTEGER),
    pattern_rule(x - x, 0, INTEGER),
    pattern_rule(negate(negate(x)), x),
    pattern_rule(x + -y, x - y),
    pattern_rule(x - -y, x + y),
    pattern_rule(-x * -y, x * y),
    pattern_rule(-x / -y, x / y),
    pattern_rule(-x * y, -(x * y)),
    pattern_rule(-x / y, -(x / y)),
    pattern_rule(x / -y, -(x / y)),
    pattern_rule(x * x, square(x)),
    pattern_rule(square(-x), square(x)),
    pattern_rule(square(abs_(x)), square(x)),
    pattern_rule(abs_(-x), abs_(x), SIGNED),
    pattern_rule(abs_(abs_(x)), abs_(x)),
    pattern_rule(abs_(square(x)), square(x), FLOAT),
    pattern_rule(abs_(exp(x)), exp(x)),
    pattern_rule(abs_(cosh(x)), cosh(x)),
    *(pattern_rule(f(-x), f(x)) for f in EVEN),
    *(pattern_rule(f(abs_(x)), f(x)) for f in EVEN),
    *(pattern_rule(-f(-x), f(x)) for f in ODD),
    pattern_rule(1 / x, reciprocal(x)),
    pattern_rule(x**0, 1),
    pattern_rule(x**1, x),
    pattern_rule(x**2, square(x)),
    pattern_rule(x**-1, reciprocal(x), FLOAT),
    pattern_rule((v + c) + d, v + (c + d), INTEGER),
    pattern_rule((v + c) - d, v + (c - d), INTEGER),
    pattern_rule((v - c) + d, v + (d - c), INTEGER),
    pattern_rule((v - c) - d, v - (c + d), INTEGER),
    pattern_rule(c - (v + d), (c - d) - v, INTEGER),
    pattern_rule(c - (d - v), v + (c - d), INTEGER),
    pattern_rule((v * c) * d, v * (c * d), INTEGER),
    pattern_rule((x + y) - y, x, INTEGER),
    pattern_rule((x - y) + y, x, INTEGER),
    pattern_rule(x - (x - y), y, INTEGER),
    pattern_rule(-(x - y), y - x, INTEGER),
    pattern_rule(x * y + x * z, x * (y + z), INTEGER),
    pattern_rule(x * y - x * z, x * (y - z), INTEGER),
    pattern_rule(truncate_divide(x, 1), x, INTEGER),
    pattern_rule(floor_divide(x, 1), x, INTEGER),
    pattern_rule(modulo(x, 1), 0, INTEGER),
    pattern_rule(shift_left(x, 0), x),
    pattern_rule(shift_right(x, 0), x),
    *(pattern_rule(f(f(x)), f(x)) for f in (floor, ceil, round_, rint, sign)),
]

EXTREMES: Final[list[Rule]] = [
    pattern_rule(min_(x, x), x),
    pattern_rule(max_(x, x), x),
    pattern_rule(min_(x, math.inf), x, FLOAT),
    pattern_rule(max_(x, -math.inf), x, FLOAT),
    pattern_rule(min_(max_(x, y), x), x, INTEGER),
    pattern_rule(max_(min_(x, y), x), x, INTEGER),
    pattern_rule(-min_(-x, -y), max_(x, y), FLOAT),
    pattern_rule(-max_(-x, -y), min_(x, y), FLOAT),
    pattern_rule(select(x, y, less(x, y)), min_(x, y), INTEGER),
    pattern_rule(select(x, y, less_or_equal(x, y)), min_(x, y), INTEGER),
    pattern_rule(select(x, y, greater(x, y)), max_(x, y), INTEGER),
    pattern_rule(select(x, y, greater_or_equal(x, y)), max_(x, y), INTEGER),
    pattern_rule(select(-x, x, less(x, 0)), abs_(x), INTEGER),
]

UNSIGNED_ZERO: Final[list[Rule]] = [
    pattern_rule(x + 0, x, FLOAT),
    pattern_rule(min_(min_(x, y), x), min_(x, y)),
    pattern_rule(max_(max_(x, y), x), max_(x, y)),
    pattern_rule(min_(min_(v, c), d), min_(v, min_(c, d))),
    pattern_rule(max_(max_(v, c), d), max_(v, max_(c, d))),
]
"""Rules that are exact except for the sign of a zero. The language does not specify whether the
minimum of 0 and -0 is 0 or -0, and accumulating a gradient from zero leaves ``x + 0``."""

LOGIC: Final[list[Rule]] = [
    pattern_rule(~(~x), x),
    pattern_rule(x & x, x),
    pattern_rule(x | x, x),
    pattern_rule(x ^ x, 0, LOGICAL),
    pattern_rule(x & 0, 0, LOGICAL),
    pattern_rule(x | 0, x, LOGICAL),
    pattern_rule(x ^ 0, x, LOGICAL),
    pattern_rule((x & y) & y, x & y, LOGICAL),
    pattern_rule((x | y) | y, x | y, LOGICAL),
    pattern_rule((x ^ y) ^ y, x, LOGICAL),
    pattern_rule(x & (x | y), x, LOGICAL),
    pattern_rule(x | (x & y), x, LOGICAL),
    pattern_rule(~x & ~y, ~(x | y), LOGICAL),
    pattern_rule(~x | ~y, ~(x & y), LOGICAL),
    pattern_rule(~x ^ ~y, x ^ y, LOGICAL),
    pattern_rule((v & c) & d, v & (c & d), LOGICAL),
    pattern_rule((v | c) | d, v | (c | d), LOGICAL),
    pattern_rule((v ^ c) ^ d, v ^ (c ^ d), LOGICAL),
    pattern_rule(x & ~x, False, BOOLEAN),
    pattern_rule(x | ~x, True, BOOLEAN),
    pattern_rule(x & True, x, BOOLEAN),
    pattern_rule(x | True, True, BOOLEAN),
    pattern_rule(x ^ True, ~x, BOOLEAN),
    pattern_rule(less(x, x), False),
    pattern_rule(greater(x, x), False),
    pattern_rule(equal(x, x), True, NOT_FLOAT),
    pattern_rule(not_equal(x, x), False, NOT_FLOAT),
    pattern_rule(less_or_equal(x, x), True, NOT_FLOAT),
    pattern_rule(greater_or_equal(x, x), True, NOT_FLOAT),
    pattern_rule(equal(x, True), x, BOOLEAN),
    pattern_rule(equal(x, False), ~x, BOOLEAN),
    pattern_rule(not_equal(x, False), x, BOOLEAN),
    pattern_rule(not_equal(x, True), ~x, BOOLEAN),
    pattern_rule(not_equal(x, x), is_nan(x), FLOAT),
    *(pattern_rule(f(-x), f(x)) for f in (is_nan, is_inf)),
    *(pattern_rule(f(abs_(x)), f(x)) for f in (is_nan, is_inf)),
    pattern_rule(~equal(x, y), not_equal(x, y)),
    pattern_rule(~not_equal(x, y), equal(x, y)),
]

CHOICE: Final[list[Rule]] = [
    pattern_rule(select(x, x, y), x),
    pattern_rule(select(x, y, True), x),
    pattern_rule(select(x, y, False), y),
    pattern_rule(select(x, y, ~z), select(y, x, z)),
    pattern_rule(select(select(x, y, z), w, z), select(x, w, z)),
    pattern_rule(select(w, select(x, y, z), z), select(w, y, z)),
    pattern_rule(select(True, False, z), z, BOOLEAN),
    pattern_rule(select(False, True, z), ~z, BOOLEAN),
    pattern_rule(select(x, False, z), z & x, BOOLEAN),
    pattern_rule(select(True, y, z), z | y, BOOLEAN),
    pattern_rule(select(x, y, equal(x, y)), y, NOT_FLOAT),
    pattern_rule(select(x, y, not_equal(x, y)), x, NOT_FLOAT),
]

FAST_MATH: Final[list[Rule]] = [
    pattern_rule(x - -0.0, x, FLOAT, fast_math=True),
    pattern_rule(x * 0, 0, FLOAT, fast_math=True),
    pattern_rule(x - x, 0, FLOAT, fast_math=True),
    pattern_rule(0 - x, -x, FLOAT, fast_math=True),
    pattern_rule(-(x - y), y - x, FLOAT, fast_math=True),
    pattern_rule((v + c) + d, v + (c + d), FLOAT, fast_math=True),
    pattern_rule((v * c) * d, v * (c * d), FLOAT, fast_math=True),
    pattern_rule(x * y + x * z, x * (y + z), FLOAT, fast_math=True),
    pattern_rule(x * reciprocal(y), x / y, fast_math=True),
    pattern_rule(reciprocal(reciprocal(x)), x, fast_math=True),
    pattern_rule(reciprocal(sqrt(x)), rsqrt(x), fast_math=True),
    pattern_rule(sqrt(square(x)), abs_(x), fast_math=True),
    pattern_rule(square(sqrt(x)), x, fast_math=True),
    pattern_rule(x**0.5, sqrt(x), FLOAT, fast_math=True),
    pattern_rule(log(exp(x)), x, fast_math=True),
    pattern_rule(exp(log(x)), x, fast_math=True),
    pattern_rule(exp(x) * exp(y), exp(x + y), fast_math=True),
    pattern_rule(exp(x) / exp(y), exp(x - y), fast_math=True),
    pattern_rule(reciprocal(exp(x)), exp(-x), fast_math=True),
    pattern_rule(exp(x) ** y, exp(x * y), fast_math=True),
    pattern_rule(log(x) + log(y), log(x * y), fast_math=True),
    pattern_rule(log(x) - log(y), log(x / y), fast_math=True),
    pattern_rule(log1p(expm1(x)), x, fast_math=True),
    pattern_rule(expm1(log1p(x)), x, fast_math=True),
    pattern_rule(sin(x) / cos(x), tan(x), fast_math=True),
    pattern_rule(sinh(x) / cosh(x), tanh(x), fast_math=True),
    pattern_rule(sqrt(x) * sqrt(y), sqrt(x * y), fast_math=True),
    pattern_rule(x / sqrt(y), x * rsqrt(y), fast_math=True),
    pattern_rule(x**-0.5, rsqrt(x), FLOAT, fast_math=True),
    pattern_rule(x / x, 1, fast_math=True),
    pattern_rule(x * reciprocal(x), 1, fast_math=True),
    pattern_rule((x * y) / y, x, fast_math=True),
    pattern_rule((x / y) * y, x, fast_math=True),
    pattern_rule((x / y) / z, x / (y * z), fast_math=True),
    pattern_rule(x / (y / z), x * z / y, fast_math=True),
    pattern_rule(x / z + y / z, (x + y) / z, fast_math=True),
    pattern_rule(x / z - y / z, (x - y) / z, fast_math=True),
    pattern_rule(x * y - x * z, x * (y - z), FLOAT, fast_math=True),
    pattern_rule((v + c) - d, v + (c - d), FLOAT, fast_math=True),
    pattern_rule((v - c) + d, v + (d - c), FLOAT, fast_math=True),
    pattern_rule((v - c) - d, v - (c + d), FLOAT, fast_math=True),
    pattern_rule(c - (v + d), (c - d) - v, FLOAT, fast_math=True),
    pattern_rule(c - (d - v), v + (c - d), FLOAT, fast_math=True),
    pattern_rule((x + y) - y, x, FLOAT, fast_math=True),
    pattern_rule((x - y) + y, x, FLOAT, fast_math=True),
    pattern_rule(select(x, y, less(x, y)), min_(x, y), FLOAT, fast_math=True),
    pattern_rule(select(x, y, less_or_equal(x, y)), min_(x, y), FLOAT, fast_math=True),
    pattern_rule(select(x, y, greater(x, y)), max_(x, y), FLOAT, fast_math=True),
    pattern_rule(select(x, y, greater_or_equal(x, y)), max_(x, y), FLOAT, fast_math=True),
    pattern_rule(select(-x, x, less(x, 0)), abs_(x), FLOAT, fast_math=True),
]

RULES: Final[list[Rule]] = [
    *ARITHMETIC,
    *EXTREMES,
    *UNSIGNED_ZERO,
    *LOGIC,
    *CHOICE,
    *FAST_MATH,
    *INTERVAL_RULES,
    *SIZE_RULES,
    *SHAPE_RULES,
    *MOVEMENT_RULES,
]
"""All rules. Their order does not affect the results of a program."""
