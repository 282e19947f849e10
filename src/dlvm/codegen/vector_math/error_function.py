"""erf and erfc; erfc of f32 is computed in f64.

erfc x = e^(-x²) p((x - 4) / (x + 4)) / (1 + 2x) for x ≥ 0 (Shepherd and Laframboise, Chebyshev
approximation of (1 + 2x) exp(x²) erfc x, 1981).
"""

from __future__ import annotations

from typing import Final

from dlvm.codegen.vector_math import coefficients
from dlvm.codegen.vector_math.code import (
    Value,
    added_product,
    exact_product,
    fast_sum,
    fused,
    in_double,
    in_single,
    least,
    magnitude,
    polynomial,
    quotient,
    select,
    with_sign,
)
from dlvm.codegen.vector_math.exponential import exp, reduced, scaled

_NEAR: Final = 0.25
"""Up to here 1 - erf(x) is more precise than what erfc is further away."""


def _near_erf(x: Value) -> Value:
    """Up to 1."""
    return added_product(polynomial(x * x, coefficients.ERF[x.scalar]), x, x)


def erf(x: Value) -> Value:
    """A polynomial up to 1; 1 - e^p beyond, where p is that of ln erfc."""
    size = magnitude(x)
    logarithm = polynomial(least(size, 6.0), coefficients.LOG_ERFC[x.scalar])
    far = with_sign(1.0 - exp(logarithm), x)
    return select(size > 1.0, far, _near_erf(x))


def erfc(x: Value) -> Value:
    if x.is_single:
        return in_single(_short_erfc(in_double(x)))
    size = least(magnitude(x), 27.5)
    square, square_rest = exact_product(size, size)
    point = reduced(-square)
    r = point.r
    rest = point.rest - square_rest
    power = fast_sum(x.like(1.0), r)
    power_rest = added_product(polynomial(r, coefficients.EXP["double"]) * r, r, power[1])
    power_rest = added_product(rest, power[0] + power_rest, power_rest)
    t = (size - 4.0) / (size + 4.0)
    first, *others = coefficients.SCALED_ERFC["double"]
    sum = fast_sum(x.like(first), polynomial(t, others) * t)
    part, part_rest = quotient(sum, (x.like(1.0), size + size))
    tail = added_product(power[0], part_rest, power_rest * part)
    result = scaled(fused(power[0], part, tail), point.n)
    result = select(x < 0.0, 2.0 - result, result)
    return select(magnitude(x) < _NEAR, 1.0 - _near_erf(x), result)


def _short_erfc(x: Value) -> Value:
    """Of an f64 to the precision of f32."""
    size = least(magnitude(x), 10.5)
    near, far = size + 4.0, added_product(size, 2.0, 1.0)
    inverse = 1.0 / (near * far)
    p = polynomial((size - 4.0) * (far * inverse), coefficients.SCALED_ERFC["wide"])
    result = exp(-(size * size), "wide") * p * (near * inverse)
    return select(x < 0.0, 2.0 - result, result)
