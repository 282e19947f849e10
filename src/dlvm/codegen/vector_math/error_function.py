"""erf and erfc, and gelu by the same method.

erfc x = e^(-x²) p((x - 4) / (x + 4)) / (1 + 2x) for x ≥ 0 (Shepherd and Laframboise, Chebyshev
approximation of (1 + 2x) exp(x²) erfc x, 1981), as a sum of two numbers. In f32, tables of
polynomials compute erf, and replace p and the division in erfc and gelu.
"""

from __future__ import annotations

from math import log
from typing import Final

from dlvm.codegen.vector_math import coefficients, lookup_tables
from dlvm.codegen.vector_math.code import (
    Sum,
    VectorValue,
    added_product,
    either,
    exact_product,
    fast_sum,
    fused,
    greatest,
    least,
    magnitude,
    polynomial,
    quotient,
    select,
    with_sign,
)
from dlvm.codegen.vector_math.exponential import (
    BINARY,
    exp,
    power_of_two,
    reduced,
    scaled,
)
from dlvm.codegen.vector_math.pieces import Piece, bounded, odd, piece

_NEAR: Final = 0.25
"""The magnitude up to which 1 - erf(x) is more precise than the formula for erfc."""
_NEAR_TAIL: Final = 0.36
"""The same bound for gelu of f64."""
_FRACTION: Final = {16: coefficients.EXP_SIXTEENTH, 8: coefficients.EXP_EIGHTH}
"""(e^x - 1 - x) / x² up to half of ln 2 over the key."""
_LAST: Final = 27.5
"""The argument from which erfc(x) is 0 in f64."""
_LAST_TAIL: Final = 39.0
"""The argument from which x erfc(x/√2) is 0 in f64."""


def _near_erf(x: VectorValue) -> VectorValue:
    """erf of magnitudes up to 1."""
    return added_product(polynomial(x * x, coefficients.ERF[x.scalar]), x, x)


def erf(x: VectorValue) -> VectorValue:
    """In f64, a polynomial up to 1, and 1 - e^p beyond, where the polynomial p approximates ln
    erfc."""
    if x.is_single:
        return odd("erf", lookup_tables.ERF_PIECES, x)
    size = magnitude(x)
    logarithm = polynomial(least(size, 6.0), coefficients.LOG_ERFC[x.scalar])
    far = with_sign(1.0 - exp(logarithm), x)
    return select(size > 1.0, far, _near_erf(x))


def _decaying(
    exponent: Sum, scale: tuple[float, ...], t: VectorValue, below: Sum
) -> tuple[Sum, VectorValue]:
    """e^-exponent times a polynomial in t, divided by a sum, for f64. Returns a sum and the
    exponent of the power of 2 by which it must be scaled."""
    point = reduced(-exponent[0])
    r = point.r
    power, power_rest = fast_sum(r.like(1.0), r)
    power_rest = added_product(polynomial(r, coefficients.EXP[r.scalar]) * r, r, power_rest)
    power_rest = added_product(point.rest - exponent[1], power + power_rest, power_rest)
    first, *others = scale
    total = fast_sum(t.like(first), polynomial(t, others) * t)
    part, part_rest = quotient(total, below)
    product, product_rest = exact_product(power, part)
    tail = added_product(power, part_rest, added_product(power_rest, part, product_rest))
    return (product, tail), point.n


def _fractions(x: VectorValue) -> int:
    """The number of fractional powers of 2 in a table: the length that the target looks up."""
    return x.code.declarations.table_size or 16


def _single_decaying(exponent: Sum, found: Piece) -> tuple[Sum, VectorValue]:
    """e^-exponent times the value of a piece, for f32. Returns a sum and the logarithm to base 2 of
    its scale, a multiple of 1/8 or 1/16 in the lowest bits of a number."""
    square, lost = exponent
    code, count = square.code, _fractions(square)
    magic = BINARY[square.scalar].magic / count
    # The power of 2 for a multiple of 1/8 or 1/16, from a table, times e^r.
    shifted = added_product(square, -1.4426950408889634, magic)
    # The tables of pieces account for the rounding error of ln 2 in f32.
    r = fused(shifted - magic, -log(2.0), -square) - lost
    tail = added_product(polynomial(r, _FRACTION[count][r.scalar]) * r, r, r)
    powers = lookup_tables.SIXTEENTHS[:: 16 // count]
    factor = code.looked_up("dlvm.fractions", powers, shifted.bits())
    value, lost = exact_product(factor, found.value)
    rest = added_product(factor, found.slope * found.t, lost)
    return (value, added_product(tail, value + rest, rest)), shifted


def _scaled_down(x: VectorValue, shifted: VectorValue) -> VectorValue:
    """``x`` times the power of 2 whose logarithm ``_single_decaying`` returned, rounded up to an
    integer."""
    count = _fractions(x)
    magic = x.like(BINARY[x.scalar].magic / count)
    scaled_down = x.code.scalef(x, shifted - magic)
    if scaled_down is not None:
        return scaled_down
    # In two factors, which are normal also where the result is not.
    n = (shifted.bits() - magic.bits()) >> count.bit_length() - 1
    return x * power_of_two(n + 64) * 2.0**-64


def erfc(x: VectorValue) -> VectorValue:
    if x.is_single:
        size = bounded(lookup_tables.ERFC_PIECES, magnitude(x))
        found = piece("erfc", lookup_tables.ERFC_PIECES, size)
        total, shifted = _single_decaying(exact_product(size, size), found)
        result = _scaled_down(total[0] + total[1], shifted)
        return select(x < 0.0, 2.0 - result, result)
    size = least(magnitude(x), _LAST)
    t = (size - 4.0) / (size + 4.0)
    below = (x.like(1.0), size + size)
    total, n = _decaying(exact_product(size, size), coefficients.SCALED_ERFC[x.scalar], t, below)
    result = scaled(total[0] + total[1], n)
    result = select(x < 0.0, 2.0 - result, result)
    return select(magnitude(x) < _NEAR, 1.0 - _near_erf(x), result)


def _single_gelu(x: VectorValue) -> VectorValue:
    """max(x, 0) minus |x|/2 erfc(|x|/√2)."""
    size = bounded(lookup_tables.MILLS, magnitude(x))
    found = piece("mills", lookup_tables.MILLS, size)
    total, shifted = _single_decaying(exact_product(size * 0.5, size), found)
    lower = _scaled_down(added_product(size, total[0], size * total[1]), shifted)
    # x * 0 instead of 0, so that the result for -infinity is NaN, as in the definition.
    return select(x.bits() < 0, x * 0.0, x) - lower


def gelu(x: VectorValue) -> VectorValue:
    """x/2 erfc(-x/√2). For x > 0, erfc(-x/√2) is computed as 2 - erfc(x/√2), a sum of two
    numbers."""
    if x.is_single:
        return _single_gelu(x)
    size = magnitude(x)
    last = _LAST_TAIL
    bounded = least(size, last)
    t = (bounded - 5.0) / (bounded + 5.0)
    square, square_rest = exact_product(bounded, bounded)
    below = fast_sum(greatest(bounded, 1.0), least(bounded, 1.0))
    total, n = _decaying(
        (square * 0.5, square_rest * 0.5), coefficients.SCALED_TAIL[x.scalar], t, below
    )
    total = select(size > last, 0.0, total[0]), select(size > last, 0.0, total[1])
    factor = power_of_two(greatest(n, -100))
    whole, rest = fast_sum(x.like(2.0), -(total[0] * factor))
    is_right = x > 0.0
    high, low = either(is_right, (whole, added_product(total[1], -factor, rest)), total)
    near = polynomial(x * x, coefficients.NEAR_TAIL[x.scalar]) * x
    is_near = size < _NEAR_TAIL
    high, low = select(is_near, 1.0, high), select(is_near, near, low)
    half = x * 0.5
    result = scaled(fused(half, high, half * low), select(is_right | is_near, n.like(0), n))
    return select(x > last, x, with_sign(result, x))
