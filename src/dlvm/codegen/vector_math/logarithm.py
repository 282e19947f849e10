"""log and log1p, from x = 2^e m with m in [√½, √2), and ln m as a function of f = m - 1.

In f64, ln m is the series of artanh in s = f / (2 + f), which needs half as many terms (Muller,
Elementary Functions, 2016; the arrangement is fdlibm's).
"""

from __future__ import annotations

from dlvm.codegen.vector_math import coefficients
from dlvm.codegen.vector_math.code import (
    VectorValue,
    added_product,
    least,
    magnitude,
    polynomial,
    select,
)
from dlvm.codegen.vector_math.exponential import BINARY, power_of_two

ROOT_HALF = {"float": 0x3F3504F3, "double": 0x3FE6A09E667F3BCD}
"""The bits of √½."""
_LEAST = {"float": 2.0**-126, "double": 2.0**-1022}


def split(x: VectorValue) -> tuple[VectorValue, VectorValue]:
    """(e, m) of positive normal x; e is an integer."""
    binary = BINARY[x.scalar]
    e = (x.bits() - ROOT_HALF[x.scalar]) >> binary.digits
    return e, (x.bits() - (e << binary.digits)).bits()


def normal(x: VectorValue) -> tuple[VectorValue, VectorValue]:
    """A subnormal number scaled up to a normal one, and the exponent to add for that."""
    binary = BINARY[x.scalar]
    small = x < _LEAST[x.scalar]
    shift = select(small, x.bits().like(-binary.digits), 0)
    return select(small, x * 2.0**binary.digits, x), shift


def _log_of(e: VectorValue, f: VectorValue, correction: VectorValue | None = None) -> VectorValue:
    """e ln 2 + ln(1 + f + correction), where the correction is much smaller than f."""
    binary = BINARY[f.scalar]
    e = e.converted("sitofp", f.scalar)
    if f.is_single:
        square = f * f
        tail = polynomial(f, coefficients.LOG["float"]) * square * f
        tail = added_product(e, binary.ln2[1], tail)
        if correction is not None:
            tail = tail + correction * added_product(f, f, 1.0 - f)
        tail = added_product(square, -0.5, tail)
        return added_product(e, binary.ln2[0], f + tail)
    s = f / (2.0 + f)
    z = s * s
    half = f * f * 0.5
    tail = s * added_product(z, polynomial(z, coefficients.ATANH["double"]), half)
    tail = added_product(e, binary.ln2[1], tail)
    if correction is not None:
        tail = tail + correction * (1.0 - 2.0 * s)
    return added_product(e, binary.ln2[0], f - (half - tail))


def _with_ends(x: VectorValue, pole: float, result: VectorValue) -> VectorValue:
    """Adds the special cases: infinity and NaN are unchanged; the result is -infinity at the pole,
    and NaN below it."""
    result = select(x < float("inf"), result, x)
    result = select(x.equals(pole), -float("inf"), result)
    return select(x < pole, float("nan"), result)


def log(x: VectorValue) -> VectorValue:
    """The logarithm. A branch computes it for vectors with zeros, subnormal or negative numbers,
    infinities or NaN."""
    first, infinity = (x.like(end).bits() for end in (_LEAST[x.scalar], float("inf")))
    is_special = (x.bits() - first).compare("uge", infinity - first)

    def of_all() -> list[VectorValue]:
        scaled, shift = normal(x)
        e, m = split(scaled)
        return [_with_ends(x, 0.0, _log_of(e + shift, m - 1.0))]

    e, m = split(x)
    [result] = x.code.rarely(is_special, [_log_of(e, m - 1.0)], of_all)
    return result


def log1p(x: VectorValue) -> VectorValue:
    """The logarithm of u = 1 + x, corrected for the rounding of u."""
    binary = BINARY[x.scalar]
    u = 1.0 + x
    lost = select(x < 1.0, x - (u - 1.0), 1.0 - (u - x))
    e, m = split(u)
    # For larger e, the rounding error is negligible, and 2^-e may be subnormal.
    factor = power_of_two(-least(e, 2 * binary.digits))
    result = _log_of(e, m - 1.0, lost * factor)
    result = select(magnitude(x) < binary.tiny**2, x, result)
    return _with_ends(x, -1.0, result)
