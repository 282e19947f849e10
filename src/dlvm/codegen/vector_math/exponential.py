"""exp, expm1, and the hyperbolic functions.

The argument is reduced to x = n ln 2 + r with |r| ≤ ln 2 / 2. The result is a polynomial in r times
a power of 2, whose bits are computed directly (Cody and Waite, Software Manual for the Elementary
Functions, 1980). If registers can hold a table, it provides fractional powers of 2 (Tang,
Table-driven implementation of the exponential function, 1989).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dlvm.codegen.vector_math import coefficients, lookup_tables
from dlvm.codegen.vector_math.code import (
    Sum,
    VectorValue,
    added_product,
    either,
    fast_sum,
    fused,
    greatest,
    horner,
    least,
    magnitude,
    paired_polynomial,
    polynomial,
    quotient,
    select,
    with_sign,
)
from dlvm.codegen.vector_math.pieces import odd


@dataclass(frozen=True)
class FloatFormat:
    """A floating-point format, with ln 2 in two parts. The product of n and the first part is
    exact."""

    digits: int
    """The bits of the fraction."""
    bias: int
    magic: float
    """3 ⋅ 2^(digits - 1). Adding it to a number leaves the nearest integer in the lowest bits."""
    ln2: tuple[float, float]
    highest: float
    """The argument from which e^x is infinite."""
    highest_sinh: float
    """The argument from which sinh(x) is infinite."""
    lowest: float
    """The argument up to which e^x rounds to 0."""
    tiny: float
    """The magnitude up to which x² is negligible next to x."""
    saturated: float
    """The argument from which tanh(x) rounds to 1."""


BINARY: Final = {
    "float": FloatFormat(23, 127, 12582912.0, (0.693145751953125, 1.4286068203094173e-06),
                    89.0, 89.5, -104.5, 2.0**-13, 10.0),
    "double": FloatFormat(52, 1023, 6755399441055744.0,
                     (0.6931471803691238, 1.9082149292705877e-10),
                     710.0, 710.6, -746.0, 2.0**-28, 20.0),
}  # fmt: skip


def power_of_two(exponent: VectorValue) -> VectorValue:
    """2 to the power of an integer in the range of exponents."""
    binary = BINARY["float" if exponent.scalar == "i32" else "double"]
    return ((exponent + binary.bias) << binary.digits).bits()


def scaled(x: VectorValue, exponent: VectorValue) -> VectorValue:
    """``x`` times 2 to the power of an integer, in two factors, so that results may be subnormal or
    infinite."""
    half = exponent >> 1
    return x * power_of_two(half) * power_of_two(exponent - half)


@dataclass(frozen=True)
class Reduced:
    """A reduced argument: x = n ln 2 + r + rest."""

    n: VectorValue
    """n as an integer."""
    whole: VectorValue
    """n as a number of the type of x."""
    r: VectorValue
    rest: VectorValue


def reduced(x: VectorValue) -> Reduced:
    """Subtracts the nearest multiple of ln 2."""
    binary = BINARY[x.scalar]
    shifted = added_product(x, 1.4426950408889634, binary.magic)
    n = shifted - binary.magic
    high = added_product(n, -binary.ln2[0], x)
    r = added_product(n, -binary.ln2[1], high)
    rest = added_product(n, -binary.ln2[1], high - r)
    return Reduced(shifted.bits() - x.like(binary.magic).bits(), n, r, rest)


def exp(x: VectorValue, precision: str | None = None) -> VectorValue:
    """e^x as (1 + r + r² q(r)) 2^n."""
    binary = BINARY[x.scalar]
    x = greatest(least(x, binary.highest), binary.lowest)
    if precision is None and x.is_single and x.code.declarations.has_avx512:
        return _exp_by_table(x)
    # With twice the bias in the lowest bits, both halves of them are exponents of powers of 2.
    magic = binary.magic + 2 * binary.bias
    shifted = added_product(x, 1.4426950408889634, magic)
    n = shifted - magic
    r = added_product(n, -binary.ln2[1], added_product(n, -binary.ln2[0], x))
    square = r * r
    q = paired_polynomial(r, square, coefficients.EXP[precision or x.scalar])
    tail = added_product(q, square, r)
    result = x.code.scalef(1.0 + tail, n)
    if result is not None:
        return result
    # In two factors, so that results may be subnormal or infinite.
    half = shifted.bits() >> 1
    first, second = ((k << binary.digits).bits() for k in (half, shifted.bits() - half))
    return added_product(first, tail, first) * second


def _exp_by_table(x: VectorValue) -> VectorValue:
    """e^x of f32 as 2^n e^r, where n is a multiple of 1/16; a table has the powers for its
    fraction."""
    binary = BINARY[x.scalar]
    magic = binary.magic / 16
    shifted = added_product(x, 1.4426950408889634, magic)
    n = shifted - magic
    r = added_product(n, -binary.ln2[1], added_product(n, -binary.ln2[0], x))
    factor = x.code.looked_up("dlvm.powers", lookup_tables.POWERS, shifted.bits())
    tail = added_product(polynomial(r, coefficients.EXP_SIXTEENTH[x.scalar]) * r, r, r)
    result = added_product(factor, tail, factor)
    whole = (shifted.bits() - x.like(magic).bits()) >> 4
    return x.code.scalef(result, n) or scaled(result, whole)


def expm1(x: VectorValue) -> VectorValue:
    """e^x - 1 as 2^n - 1 + 2^n r + 2^n r² q(r). Half of it is computed first, so that the largest n
    does not overflow."""
    binary = BINARY[x.scalar]
    bounded = greatest(least(x, binary.highest), -2.0 * (binary.digits + 2))
    point = reduced(bounded)
    r = point.r
    tail = added_product(polynomial(r, coefficients.EXPM1[x.scalar]) * r, r, point.rest)
    factor = power_of_two(point.n - 1)
    result = added_product(factor, tail, added_product(factor, r, factor - 0.5)) * 2.0
    return select(magnitude(x) < binary.tiny**2, x, result)


def _hyperbolic(x: VectorValue, sign: float) -> VectorValue:
    """cosh x or, with ``sign`` -1, sinh x, for x ≥ 0. cosh(n ln 2 + r) = cosh(n ln 2) cosh r +
    sinh(n ln 2) sinh r, and sinh likewise. Half of the result is computed first, to avoid
    overflow."""
    binary = BINARY[x.scalar]
    point = reduced(least(x, binary.highest_sinh))
    r, z = point.r, point.r * point.r
    growing = power_of_two(point.n - 2)
    falling = power_of_two(-2 - least(point.n, 2 * binary.digits)) * sign
    this, other = growing + falling, growing - falling
    # sinh r is r plus a tail, cosh r is 1 plus a tail. ``lost`` has the rounding errors of both
    # sums.
    odd = added_product(z * r, polynomial(z, coefficients.SINH[x.scalar]), point.rest)
    even = added_product(r, point.rest, polynomial(z, coefficients.COSH[x.scalar]) * z)
    lost = added_product(r, (growing - other) - falling, (growing - this) + falling)
    tail = added_product(this, even, added_product(other, odd, lost))
    return (fused(other, r, this) + tail) * 2.0


def sinh(x: VectorValue) -> VectorValue:
    size = magnitude(x)
    result = with_sign(_hyperbolic(size, -1.0), x)
    return select(size < BINARY[x.scalar].tiny, x, result)


def cosh(x: VectorValue) -> VectorValue:
    return _hyperbolic(magnitude(x), 1.0)


def _sum(factor: VectorValue, r: VectorValue, tail: VectorValue, unit: float) -> Sum:
    """``factor (1 + r) + factor tail + unit``, as the sum of a large and a small part."""
    base = factor + unit
    large = fused(factor, r, base)
    return large, (fused(factor, r, base - large) + ((factor - base) + unit)) + tail


def _tanh_by_addition(x: VectorValue) -> VectorValue:
    """tanh of f32 from its values at a few points p: tanh(p + t) = tanh p + tanh' p tanh t / (1 +
    tanh p tanh t)."""
    points = lookup_tables.TANH_POINTS
    size = least(magnitude(x), points.last * 0.999)
    index = added_product(size, points.scale, points.first).bits() >> 21
    point, value, slope = (
        x.code.looked_up(f"dlvm.tanh.{k}", row, index) for k, row in enumerate(points.rows)
    )
    t = size - point
    square = t * t
    wave = added_product(horner(square, coefficients.TANH[x.scalar]), square * t, t)
    change = slope * wave / added_product(wave, value, 1.0)
    return with_sign(value + change, x)


def tanh(x: VectorValue) -> VectorValue:
    """In f64, (e^2x - 1) / (e^2x + 1), with the rounding errors of both."""
    if x.is_single:
        # Long tables are worth it where one instruction looks a number up.
        if x.code.declarations.table_size == 16:
            return odd("tanh", lookup_tables.TANH_PIECES, x)
        return _tanh_by_addition(x)
    binary = BINARY[x.scalar]
    size = magnitude(x)
    bounded = least(size, binary.saturated)
    point = reduced(bounded + bounded)
    r, factor = point.r, power_of_two(point.n)
    tail = added_product(polynomial(r, coefficients.EXPM1[x.scalar]) * r, r, point.rest) * factor
    parts = quotient(_sum(factor, r, tail, -1.0), _sum(factor, r, tail, 1.0))
    return select(size < binary.tiny, x, with_sign(parts[0] + parts[1], x))


def _single_logistic(x: VectorValue) -> VectorValue:
    """1 / (1 + e^-|x|) for x ≤ 0 and e^-|x| / (1 + e^-|x|) for x > 0, with the rounding errors of
    both. Numerator and denominator are 2^64 times larger, so that the smallest power is normal."""
    one = 2.0**64
    point = reduced(greatest(-magnitude(x), BINARY[x.scalar].lowest))
    r, factor = point.r, power_of_two(point.n + 64)
    square = r * r
    tail = added_product(paired_polynomial(r, square, coefficients.EXP[x.scalar]), square, r)
    power = added_product(factor, tail, factor)
    power_rest = added_product(factor, tail, factor - power)
    below, below_rest = fast_sum(x.like(one), power)
    is_right = x > 0.0
    above, above_rest = either(is_right, (power, power_rest), (x.like(one), x.like(0.0)))
    result = above / below
    inverse = select(is_right, 1.0 - result, result) * (1 / one)
    rest = added_product(-result, below_rest + power_rest, above_rest)
    # Results that round to 0 are not -0.
    return magnitude(added_product(rest, inverse, result))


def logistic(x: VectorValue) -> VectorValue:
    """1 / (1 + e^x), computed as e^-x / (1 + e^-x) for x > 0, so that the power does not
    overflow."""
    if x.is_single:
        return _single_logistic(x)
    binary = BINARY[x.scalar]
    is_right = x > 0.0
    point = reduced(greatest(-magnitude(x), binary.lowest))
    r = point.r
    tail = added_product(polynomial(r, coefficients.EXP[x.scalar]) * r, r, point.rest)
    # If the power is negligible next to 1, its exponent does not matter, as long as it is small.
    factor = power_of_two(greatest(point.n, -2 * binary.digits))
    near, near_rest = fast_sum(x.like(1.0), r)
    above = either(is_right, (near, near_rest + tail), (x.like(1.0), x.like(0.0)))
    parts = quotient(above, _sum(factor, r, tail * factor, 1.0))
    return scaled(parts[0] + parts[1], select(is_right, point.n, 0))


def sigmoid(x: VectorValue) -> VectorValue:
    """1 / (1 + e^-x)."""
    return logistic(-x)
