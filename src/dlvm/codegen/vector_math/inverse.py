"""asin, acos, atan and atan2. atan of f32 is computed in f64.

For x > 1/2, asin x = π/2 - 2 asin √((1 - x) / 2). atan is reduced by multiples of π/4 to a quotient
of at most tan π/8 (Cody and Waite, Software Manual for the Elementary Functions, 1980).
"""

from __future__ import annotations

from typing import Final

from dlvm.codegen.vector_math import coefficients
from dlvm.codegen.vector_math.code import (
    Operand,
    VectorValue,
    added_product,
    either,
    exact_product,
    fast_sum,
    in_double,
    in_single,
    magnitude,
    polynomial,
    quotient,
    select,
    square_root,
    with_sign,
)

_HALF_PI: Final = {
    "float": (1.57079637050628662109375, -4.371139006309477e-08),
    "double": (1.5707963267948966, 6.123233995736766e-17),
}
_QUARTER_PI: Final = (0.7853981633974483, 3.061616997868383e-17)
_TAN_EIGHTH: Final = 0.41421356237309503


def _arc_sine(x: VectorValue) -> tuple[VectorValue, VectorValue, VectorValue]:
    """Whether |x| > 1/2, and the large and the small part of a number: of π/2 - asin |x| if
    |x| > 1/2, else of asin |x|."""
    size = magnitude(x)
    is_far = size > 0.5
    z = select(is_far, (1.0 - size) * 0.5, size * size)
    root = square_root(z)
    large = select(is_far, root + root, size)
    return is_far, large, large * (polynomial(z, coefficients.ASIN[x.scalar]) * z)


def _from(base: Operand, base_rest: Operand, large: VectorValue, small: VectorValue) -> VectorValue:
    """The sum of all arguments; ``base`` must be 0 or at least ``large``."""
    total, rest = fast_sum(large.like(base), large)
    return total + (rest + (small + base_rest))


def asin(x: VectorValue) -> VectorValue:
    half_pi = _HALF_PI[x.scalar]
    is_far, large, small = _arc_sine(x)
    result = select(is_far, _from(half_pi[0], half_pi[1], -large, -small), large + small)
    return with_sign(result, x)


def acos(x: VectorValue) -> VectorValue:
    half_pi = _HALF_PI[x.scalar]
    is_far, large, small = _arc_sine(x)
    is_negative = x < 0.0
    # π/2 - asin x; for |x| > 1/2 twice the asin of the smaller argument, from π if x is negative.
    turned = select(is_far, with_sign(large, x), -with_sign(large, x))
    turned_rest = select(is_far, with_sign(small, x), -with_sign(small, x))
    base, base_rest = (
        select(is_far, select(is_negative, x.like(2.0 * b), 0.0), b) for b in half_pi
    )
    return _from(base, base_rest, turned, turned_rest)


def _atan2(y: VectorValue, x: VectorValue, is_single: bool) -> VectorValue:
    """The angle of the point (x, y) of f64 numbers."""
    infinity = float("inf")
    a, b = magnitude(y), magnitude(x)
    is_steep = a > b
    low, high = select(is_steep, b, a), select(is_steep, a, b)
    # Infinities are replaced by their directions, and the origin by (1, 0).
    endless = high.equals(infinity)
    low = select(endless, select(low.equals(infinity), x.like(1.0), 0.0), low)
    high = select(endless, 1.0, high)
    high = select(high.equals(0.0), 1.0, high)
    if not is_single:
        factor = select(high > 2.0**900, x.like(2.0**-200), 1.0)
        factor = select(high < 2.0**-800, 2.0**200, factor)
        low, high = low * factor, high * factor
    is_diagonal = low > high * _TAN_EIGHTH
    eighths = select(is_diagonal, x.like(1.0), 0.0)
    eighths = select(is_steep, 2.0 - eighths, eighths)
    is_left = x.bits() < 0
    eighths = select(is_left, 4.0 - eighths, eighths)
    is_turned = is_steep ^ is_left
    zero = x.like(0.0)
    above = either(is_diagonal, (-high, low), (low, zero))
    below = either(is_diagonal, (high, low), (high, zero))
    if is_single:
        t = (above[0] + above[1]) / (below[0] + below[1])
        t = select(is_turned, -t, t)
        z = t * t
        tail = polynomial(z, coefficients.ATAN["wide"]) * z
        result = added_product(eighths, _QUARTER_PI[0], added_product(t, tail, t))
    else:
        t, rest = quotient(above, below)
        t, rest = select(is_turned, -t, t), select(is_turned, -rest, rest)
        z = t * t
        tail = added_product(polynomial(z, coefficients.ATAN["double"]) * z, t, rest)
        base, base_rest = exact_product(eighths, _QUARTER_PI[0])
        base_rest = added_product(eighths, _QUARTER_PI[1], base_rest)
        result = _from(base, base_rest, t, tail)
    result = select(x.compare("uno", y), x + y, result)
    return with_sign(result, y)


def atan2(y: VectorValue, x: VectorValue) -> VectorValue:
    if y.is_single:
        return in_single(_atan2(in_double(y), in_double(x), True))
    return _atan2(y, x, False)


def atan(x: VectorValue) -> VectorValue:
    if x.is_single:
        return in_single(_atan2(in_double(x), in_double(x).like(1.0), True))
    return _atan2(x, x.like(1.0), False)
