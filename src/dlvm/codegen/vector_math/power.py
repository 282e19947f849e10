"""x^y = e^(y ln x), with the special cases of IEEE 754 and C; f32 is computed in f64.

In f64, ln x needs 11 more bits than a number has, since y ln x may be as large as 745. It is
therefore a sum of two numbers, and the first terms of the series are computed with extra precision
(Muller, Elementary Functions, 2016, section 14.2).
"""

from __future__ import annotations

from typing import Final

from dlvm.codegen.vector_math import coefficients
from dlvm.codegen.vector_math.code import (
    Sum,
    VectorValue,
    added_product,
    exact_product,
    fast_sum,
    fused,
    greatest,
    in_double,
    in_single,
    least,
    magnitude,
    polynomial,
    quotient,
    select,
)
from dlvm.codegen.vector_math.exponential import BINARY, reduced, scaled
from dlvm.codegen.vector_math.logarithm import normal, split

_LN2: Final = 0.6931471805599453
_TWO_THIRDS: Final = (0.6666666666666666, 3.700743415417188e-17)
_WHOLE: Final = {"float": 2.0**23, "double": 2.0**52}
"""The magnitude from which all numbers are integers."""


def _short_logarithm(e: VectorValue, m: VectorValue) -> Sum:
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    series = added_product(polynomial(z, coefficients.ATANH["wide"]), z, 2.0)
    return added_product(e, _LN2, s * series), e.like(0.0)


def _long_logarithm(e: VectorValue, m: VectorValue) -> Sum:
    """e ln 2 + 2s + 2s³/3 + …, for s = (m - 1) / (m + 1), as a sum of two numbers. The first three
    terms, and s⁵, are sums of two numbers too, since the rounding error of s counts five times in
    s⁵."""
    f, zero = m - 1.0, m.like(0.0)
    s, s_rest = quotient((f, zero), (m.like(2.0), f))
    z, z_rest = exact_product(s, s)
    z_rest = added_product(s + s, s_rest, z_rest)
    cube, cube_rest = exact_product(s, z)
    cube_rest = added_product(s, z_rest, added_product(s_rest, z, cube_rest))
    third, third_rest = exact_product(cube, _TWO_THIRDS[0])
    third_rest = added_product(cube_rest, _TWO_THIRDS[0], third_rest)
    third_rest = added_product(cube, _TWO_THIRDS[1], third_rest)
    fifth, fifth_rest = exact_product(cube, z)
    fifth_rest = added_product(cube, z_rest, added_product(cube_rest, z, fifth_rest))
    series = polynomial(z, coefficients.ATANH_TAIL["double"])
    tail = added_product(series, fifth, series * fifth_rest)
    ln2 = BINARY["double"].ln2
    near, near_rest = fast_sum(s + s, third)
    rest = near_rest + ((s_rest + s_rest) + (third_rest + tail))
    total, total_rest = fast_sum(e * ln2[0], near)
    return fast_sum(total, total_rest + added_product(e, ln2[1], rest))


def _power(x: VectorValue, y: VectorValue, is_single: bool) -> VectorValue:
    """|x|^y for f64 numbers."""
    infinity = float("inf")
    size = magnitude(x)
    if is_single:
        # Every f32 is a normal f64.
        e, m = split(size)
        logarithm = _short_logarithm(e.converted("sitofp", "double"), m)
    else:
        usable, shift = normal(size)
        e, m = split(usable)
        logarithm = _long_logarithm((e + shift).converted("sitofp", "double"), m)
    high = select(size.equals(0.0), -infinity, logarithm[0])
    high = select(size.equals(infinity), infinity, high)
    product = y * high
    rest = added_product(y, logarithm[1], fused(y, high, -product))
    rest = select(magnitude(product) < 800.0, rest, 0.0)
    point = reduced(greatest(least(product, 800.0), -800.0))
    r = point.r
    if is_single:
        tail = polynomial(r, coefficients.EXP["wide"]) * r * r
        result = 1.0 + (r + tail)
    else:
        tail = polynomial(r, coefficients.EXP["double"]) * r * r
        near, near_rest = fast_sum(x.like(1.0), r)
        tail = added_product(rest + point.rest, near + tail, tail)
        result = near + (near_rest + tail)
    return scaled(result, point.n)


def _with_special_cases(x: VectorValue, y: VectorValue, result: VectorValue) -> VectorValue:
    size, exponent = magnitude(x), magnitude(y)
    whole, sign = _WHOLE[x.scalar], 31 if x.is_single else 63
    shifted = exponent + whole
    is_small = exponent < whole
    is_fraction = is_small & (shifted - whole).compare("one", exponent)
    odd = select(is_small, shifted.bits(), exponent.bits())
    odd = select(is_fraction | (exponent >= 2.0 * whole), odd.like(0), odd)
    result = select(size.equals(1.0), 1.0, result)
    negative = (x.bits() >> sign) & (odd << sign)
    result = (result.bits() ^ negative).bits()
    is_negative = (x < 0.0) & (x > -float("inf"))
    result = select(is_negative & is_fraction, float("nan"), result)
    result = select(x.compare("uno", y), x + y, result)
    return select(y.equals(0.0) | x.equals(1.0), 1.0, result)


def power(x: VectorValue, y: VectorValue) -> VectorValue:
    if x.is_single:
        result = in_single(_power(in_double(x), in_double(y), True))
    else:
        result = _power(x, y, False)
    return _with_special_cases(x, y, result)
