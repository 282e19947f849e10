"""Elementary functions of complex numbers, computed with real functions of their parts.

The formulas of the inverse functions are those of Kahan, "Branch Cuts for Complex Elementary
Functions" (1987): on a branch cut, the sign of a zero part determines the side.
"""

from __future__ import annotations

from dlvm.ir import instructions as op
from dlvm.ir.types import F32
from dlvm.transforms.complex_numbers.parts import (
    ComplexParts,
    absolute,
    arctan2,
    both,
    is_negative,
    log1p,
    sqrt,
)
from dlvm.transforms.differentiation.rules.value_builder import (
    TensorValue,
    cos,
    cosh,
    exp,
    function,
    sin,
    sinh,
)

_expm1, _tan = function(op.Expm1), function(op.Tan)


def complex_sqrt(z: ComplexParts) -> ComplexParts:
    a, b = z.real, z.imaginary
    root = sqrt(absolute(a) * 0.5 + z.absolute() * 0.5)
    rest = root.equals(0).select(b, b / (root * 2))
    left = both(a < 0, root > 0)
    real = left.select(absolute(rest), root)
    imaginary = left.select(is_negative(b).select(-root, root), rest)
    infinite = absolute(b).equals(float("inf"))
    return ComplexParts(infinite.select(absolute(b), real), infinite.select(b, imaginary))


def complex_rsqrt(z: ComplexParts) -> ComplexParts:
    return z.number(1) / complex_sqrt(z)


def complex_exp(z: ComplexParts) -> ComplexParts:
    size, angle = exp(z.real), z.imaginary
    # An infinite size times sin 0 would be NaN.
    return ComplexParts(size * cos(angle), angle.equals(0).select(angle, size * sin(angle)))


def complex_expm1(z: ComplexParts) -> ComplexParts:
    half = sin(z.imaginary * 0.5)
    real = _expm1(z.real) * cos(z.imaginary) - 2 * half * half
    return ComplexParts(real, complex_exp(z).imaginary)


def complex_log(z: ComplexParts) -> ComplexParts:
    return ComplexParts(z.log_absolute(), arctan2(z.imaginary, z.real))


def complex_log1p(z: ComplexParts) -> ComplexParts:
    a, b = z.real, z.imaginary
    whole = ComplexParts(a + 1, b)
    near = 0.5 * log1p(a * (a + 2) + b * b)
    size = (z.absolute() < 0.5).select(near, whole.log_absolute())
    return ComplexParts(size, arctan2(b, whole.real))


def complex_sin(z: ComplexParts) -> ComplexParts:
    return complex_sinh(z.times_i()).over_i()


def complex_cos(z: ComplexParts) -> ComplexParts:
    return complex_cosh(z.times_i())


def complex_tan(z: ComplexParts) -> ComplexParts:
    return complex_tanh(z.times_i()).over_i()


def complex_sinh(z: ComplexParts) -> ComplexParts:
    a, b = z.real, z.imaginary
    return ComplexParts(sinh(a) * cos(b), cosh(a) * sin(b))


def complex_cosh(z: ComplexParts) -> ComplexParts:
    a, b = z.real, z.imaginary
    return ComplexParts(cosh(a) * cos(b), sinh(a) * sin(b))


def complex_tanh(z: ComplexParts) -> ComplexParts:
    a, b = z.real, z.imaginary
    slope, side = _tan(b), sinh(a)
    beta = 1 + slope * slope
    total = 1 + beta * side * side
    real, imaginary = beta * sqrt(1 + side * side) * side / total, slope / total
    # Where sinh overflows, the real part is 1 or -1.
    far = absolute(a) > (11.0 if a.type.element is F32 else 20.0)
    limit = (a < 0).select(-1, a.constant(1))
    rest = 4 * sin(b) * cos(b) * exp(-2 * absolute(a))
    return ComplexParts(far.select(limit, real), far.select(rest, imaginary))


def _arcsinh(x: TensorValue) -> TensorValue:
    size = absolute(x)
    found = log1p(size + size * size / (1 + sqrt(1 + size * size)))
    return (x < 0).select(-found, found)


def _roots(z: ComplexParts) -> tuple[ComplexParts, ComplexParts]:
    """The square roots of 1 - z and 1 + z."""
    a, b = z.real, z.imaginary
    return complex_sqrt(ComplexParts(1 - a, -b)), complex_sqrt(ComplexParts(1 + a, b))


def complex_asin(z: ComplexParts) -> ComplexParts:
    below, above = _roots(z)
    real = arctan2(z.real, (below * above).real)
    return ComplexParts(real, _arcsinh((below.conjugate() * above).imaginary))


def complex_acos(z: ComplexParts) -> ComplexParts:
    below, above = _roots(z)
    real = 2 * arctan2(below.real, above.real)
    return ComplexParts(real, _arcsinh((above.conjugate() * below).imaginary))


def complex_atan(z: ComplexParts) -> ComplexParts:
    a, b = z.real, z.imaginary
    real = 0.5 * arctan2(2 * a, (1 - b) * (1 + b) - a * a)
    distance = a * a + (b - 1) * (b - 1)
    return ComplexParts(real, 0.25 * log1p(4 * b / distance))


def complex_power(z: ComplexParts, exponent: ComplexParts) -> ComplexParts:
    found = complex_exp(exponent * complex_log(z))
    # 0 to the power of 0 is 1; to a power with a positive real part, it is 0.
    of_zero = z.number(0).select(exponent.real > 0, z.number(float("nan")))
    of_zero = z.number(1).select(exponent.is_zero(), of_zero)
    return of_zero.select(z.is_zero(), found)


def integer_power(z: ComplexParts, exponent: int) -> ComplexParts:
    """The power by repeated squaring."""
    result: ComplexParts | None = None
    rest, square = abs(exponent), z
    while rest:
        if rest & 1:
            result = square if result is None else result * square
        rest >>= 1
        if rest:
            square = square * square
    whole = z.number(1) if result is None else result
    return z.number(1) / whole if exponent < 0 else whole
