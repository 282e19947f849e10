"""The laws of algebra simplification.

Laws that are not marked ``fast_math`` are exact, for NaN, infinities, subnormal numbers and
integers that wrap around too. Those of :data:`UNSIGNED_ZERO` alone may change the sign of a zero.
"""

from __future__ import annotations

import math
from typing import Final

from dlvm.ir import instructions as op
from dlvm.ir.instructions.elementwise import FLOAT, INTEGER, LOGICAL, Domain
from dlvm.transforms.algebra.movement_rules import MOVEMENT_RULES
from dlvm.transforms.algebra.shape_rules import SHAPE_RULES
from dlvm.transforms.algebra.size_rules import SIZE_RULES
from dlvm.transforms.patterns import Rule, Variable, law, node

BOOLEAN: Final[Domain] = ("bools", lambda e: e.kind == "bool")
SIGNED: Final[Domain] = ("floats and signed integers", lambda e: e.kind in ("float", "signed"))
WHOLE: Final[Domain] = ("not floats", lambda e: not e.is_float)

w, x, y, z = Variable("w"), Variable("x"), Variable("y"), Variable("z")
v = Variable("v", constant=False)
c, d = Variable("c", constant=True), Variable("d", constant=True)

negate, abs_ = node(op.Negate), node(op.Abs)
square, sqrt, rsqrt = node(op.Square), node(op.Sqrt), node(op.Rsqrt)
exp, log, expm1, log1p = node(op.Exp), node(op.Log), node(op.Expm1), node(op.Log1p)
sin, cos, tan, atan = node(op.Sin), node(op.Cos), node(op.Tan), node(op.Atan)
sinh, cosh, tanh, erf = node(op.Sinh), node(op.Cosh), node(op.Tanh), node(op.Erf)
is_nan, is_inf = node(op.IsNaN), node(op.IsInf)
reciprocal, sign, floor, ceil = node(op.Reciprocal), node(op.Sign), node(op.Floor), node(op.Ceil)
round_, rint = node(op.Round), node(op.Rint)
min_, max_, select = node(op.Min), node(op.Max), node(op.Select)
equal, not_equal = node(op.Equal), node(op.NotEqual)
less, less_or_equal = node(op.LessThan), node(op.LessThanOrEqual)
greater, greater_or_equal = node(op.GreaterThan), node(op.GreaterThanOrEqual)
truncate_divide, floor_divide = node(op.TruncateDivide), node(op.FloorDivide)
modulo, shift_left, shift_right = node(op.Modulo), node(op.ShiftLeft), node(op.ShiftRight)

EVEN: Final = (cos, cosh)
ODD: Final = (sin, tan, atan, sinh, tanh, erf)

ARITHMETIC: Final[list[Rule]] = [
    law(x + 0, x, INTEGER),
    law(x + -0.0, x, FLOAT),
    law(x - 0, x),
    law(x * 1, x),
    law(x / 1, x),
    law(x * -1, -x),
    law(x / -1, -x),
    law(x * 0, 0, INTEGER),
    law(0 - x, -x, INTEGER),
    law(x - x, 0, INTEGER),
    law(negate(negate(x)), x),
    law(x + -y, x - y),
    law(x - -y, x + y),
    law(-x * -y, x * y),
    law(-x / -y, x / y),
    law(-x * y, -(x * y)),
    law(-x / y, -(x / y)),
    law(x / -y, -(x / y)),
    law(x * x, square(x)),
    law(square(-x), square(x)),
    law(square(abs_(x)), square(x)),
    law(abs_(-x), abs_(x), SIGNED),
    law(abs_(abs_(x)), abs_(x)),
    law(abs_(square(x)), square(x), FLOAT),
    law(abs_(exp(x)), exp(x)),
    law(abs_(cosh(x)), cosh(x)),
    *(law(f(-x), f(x)) for f in EVEN),
    *(law(f(abs_(x)), f(x)) for f in EVEN),
    *(law(-f(-x), f(x)) for f in ODD),
    law(1 / x, reciprocal(x)),
    law(x**0, 1),
    law(x**1, x),
    law(x**2, square(x)),
    law(x**-1, reciprocal(x), FLOAT),
    law((v + c) + d, v + (c + d), INTEGER),
    law((v + c) - d, v + (c - d), INTEGER),
    law((v - c) + d, v + (d - c), INTEGER),
    law((v - c) - d, v - (c + d), INTEGER),
    law(c - (v + d), (c - d) - v, INTEGER),
    law(c - (d - v), v + (c - d), INTEGER),
    law((v * c) * d, v * (c * d), INTEGER),
    law((x + y) - y, x, INTEGER),
    law((x - y) + y, x, INTEGER),
    law(x - (x - y), y, INTEGER),
    law(-(x - y), y - x, INTEGER),
    law(x * y + x * z, x * (y + z), INTEGER),
    law(x * y - x * z, x * (y - z), INTEGER),
    law(truncate_divide(x, 1), x, INTEGER),
    law(floor_divide(x, 1), x, INTEGER),
    law(modulo(x, 1), 0, INTEGER),
    law(shift_left(x, 0), x),
    law(shift_right(x, 0), x),
    *(law(f(f(x)), f(x)) for f in (floor, ceil, round_, rint, sign)),
]

EXTREMES: Final[list[Rule]] = [
    law(min_(x, x), x),
    law(max_(x, x), x),
    law(min_(x, math.inf), x, FLOAT),
    law(max_(x, -math.inf), x, FLOAT),
    law(min_(max_(x, y), x), x, INTEGER),
    law(max_(min_(x, y), x), x, INTEGER),
    law(-min_(-x, -y), max_(x, y), FLOAT),
    law(-max_(-x, -y), min_(x, y), FLOAT),
    law(select(x, y, less(x, y)), min_(x, y), INTEGER),
    law(select(x, y, less_or_equal(x, y)), min_(x, y), INTEGER),
    law(select(x, y, greater(x, y)), max_(x, y), INTEGER),
    law(select(x, y, greater_or_equal(x, y)), max_(x, y), INTEGER),
    law(select(-x, x, less(x, 0)), abs_(x), INTEGER),
]

UNSIGNED_ZERO: Final[list[Rule]] = [
    law(x + 0, x, FLOAT),
    law(min_(min_(x, y), x), min_(x, y)),
    law(max_(max_(x, y), x), max_(x, y)),
    law(min_(min_(v, c), d), min_(v, min_(c, d))),
    law(max_(max_(v, c), d), max_(v, max_(c, d))),
]
"""Laws that are exact but for the sign of a zero: which one of two zeros is the lesser is open, and
the sums that gradients begin with a zero would all stay."""

LOGIC: Final[list[Rule]] = [
    law(~(~x), x),
    law(x & x, x),
    law(x | x, x),
    law(x ^ x, 0, LOGICAL),
    law(x & 0, 0, LOGICAL),
    law(x | 0, x, LOGICAL),
    law(x ^ 0, x, LOGICAL),
    law((x & y) & y, x & y, LOGICAL),
    law((x | y) | y, x | y, LOGICAL),
    law((x ^ y) ^ y, x, LOGICAL),
    law(x & (x | y), x, LOGICAL),
    law(x | (x & y), x, LOGICAL),
    law(~x & ~y, ~(x | y), LOGICAL),
    law(~x | ~y, ~(x & y), LOGICAL),
    law(~x ^ ~y, x ^ y, LOGICAL),
    law((v & c) & d, v & (c & d), LOGICAL),
    law((v | c) | d, v | (c | d), LOGICAL),
    law((v ^ c) ^ d, v ^ (c ^ d), LOGICAL),
    law(x & ~x, False, BOOLEAN),
    law(x | ~x, True, BOOLEAN),
    law(x & True, x, BOOLEAN),
    law(x | True, True, BOOLEAN),
    law(x ^ True, ~x, BOOLEAN),
    law(less(x, x), False),
    law(greater(x, x), False),
    law(equal(x, x), True, WHOLE),
    law(not_equal(x, x), False, WHOLE),
    law(less_or_equal(x, x), True, WHOLE),
    law(greater_or_equal(x, x), True, WHOLE),
    law(equal(x, True), x, BOOLEAN),
    law(equal(x, False), ~x, BOOLEAN),
    law(not_equal(x, False), x, BOOLEAN),
    law(not_equal(x, True), ~x, BOOLEAN),
    law(not_equal(x, x), is_nan(x), FLOAT),
    *(law(f(-x), f(x)) for f in (is_nan, is_inf)),
    *(law(f(abs_(x)), f(x)) for f in (is_nan, is_inf)),
    law(~equal(x, y), not_equal(x, y)),
    law(~not_equal(x, y), equal(x, y)),
]

CHOICE: Final[list[Rule]] = [
    law(select(x, x, y), x),
    law(select(x, y, True), x),
    law(select(x, y, False), y),
    law(select(x, y, ~z), select(y, x, z)),
    law(select(select(x, y, z), w, z), select(x, w, z)),
    law(select(w, select(x, y, z), z), select(w, y, z)),
    law(select(True, False, z), z, BOOLEAN),
    law(select(False, True, z), ~z, BOOLEAN),
    law(select(x, False, z), z & x, BOOLEAN),
    law(select(True, y, z), z | y, BOOLEAN),
    law(select(x, y, equal(x, y)), y, WHOLE),
    law(select(x, y, not_equal(x, y)), x, WHOLE),
]

FAST_MATH: Final[list[Rule]] = [
    law(x - -0.0, x, FLOAT, fast_math=True),
    law(x * 0, 0, FLOAT, fast_math=True),
    law(x - x, 0, FLOAT, fast_math=True),
    law(0 - x, -x, FLOAT, fast_math=True),
    law(-(x - y), y - x, FLOAT, fast_math=True),
    law((v + c) + d, v + (c + d), FLOAT, fast_math=True),
    law((v * c) * d, v * (c * d), FLOAT, fast_math=True),
    law(x * y + x * z, x * (y + z), FLOAT, fast_math=True),
    law(x * reciprocal(y), x / y, fast_math=True),
    law(reciprocal(reciprocal(x)), x, fast_math=True),
    law(reciprocal(sqrt(x)), rsqrt(x), fast_math=True),
    law(sqrt(square(x)), abs_(x), fast_math=True),
    law(square(sqrt(x)), x, fast_math=True),
    law(x**0.5, sqrt(x), FLOAT, fast_math=True),
    law(log(exp(x)), x, fast_math=True),
    law(exp(log(x)), x, fast_math=True),
    law(exp(x) * exp(y), exp(x + y), fast_math=True),
    law(exp(x) / exp(y), exp(x - y), fast_math=True),
    law(reciprocal(exp(x)), exp(-x), fast_math=True),
    law(exp(x) ** y, exp(x * y), fast_math=True),
    law(log(x) + log(y), log(x * y), fast_math=True),
    law(log(x) - log(y), log(x / y), fast_math=True),
    law(log1p(expm1(x)), x, fast_math=True),
    law(expm1(log1p(x)), x, fast_math=True),
    law(sin(x) / cos(x), tan(x), fast_math=True),
    law(sinh(x) / cosh(x), tanh(x), fast_math=True),
    law(sqrt(x) * sqrt(y), sqrt(x * y), fast_math=True),
    law(x / sqrt(y), x * rsqrt(y), fast_math=True),
    law(x**-0.5, rsqrt(x), FLOAT, fast_math=True),
    law(x / x, 1, fast_math=True),
    law(x * reciprocal(x), 1, fast_math=True),
    law((x * y) / y, x, fast_math=True),
    law((x / y) * y, x, fast_math=True),
    law((x / y) / z, x / (y * z), fast_math=True),
    law(x / (y / z), x * z / y, fast_math=True),
    law(x / z + y / z, (x + y) / z, fast_math=True),
    law(x / z - y / z, (x - y) / z, fast_math=True),
    law(x * y - x * z, x * (y - z), FLOAT, fast_math=True),
    law((v + c) - d, v + (c - d), FLOAT, fast_math=True),
    law((v - c) + d, v + (d - c), FLOAT, fast_math=True),
    law((v - c) - d, v - (c + d), FLOAT, fast_math=True),
    law(c - (v + d), (c - d) - v, FLOAT, fast_math=True),
    law(c - (d - v), v + (c - d), FLOAT, fast_math=True),
    law((x + y) - y, x, FLOAT, fast_math=True),
    law((x - y) + y, x, FLOAT, fast_math=True),
    law(select(x, y, less(x, y)), min_(x, y), FLOAT, fast_math=True),
    law(select(x, y, less_or_equal(x, y)), min_(x, y), FLOAT, fast_math=True),
    law(select(x, y, greater(x, y)), max_(x, y), FLOAT, fast_math=True),
    law(select(x, y, greater_or_equal(x, y)), max_(x, y), FLOAT, fast_math=True),
    law(select(-x, x, less(x, 0)), abs_(x), FLOAT, fast_math=True),
]

RULES: Final[list[Rule]] = [
    *ARITHMETIC,
    *EXTREMES,
    *UNSIGNED_ZERO,
    *LOGIC,
    *CHOICE,
    *FAST_MATH,
    *SIZE_RULES,
    *SHAPE_RULES,
    *MOVEMENT_RULES,
]
"""Every law. Which one applies first does not change what a program computes."""
