"""The functions of CHLO, composed of other operations, and its broadcasting operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import ElementType
from dlvm.stablehlo.operators.elementwise import add_pointwise
from dlvm.stablehlo.operators.table import (
    OPERATORS,
    POINTWISE,
    OperationContext,
    array_of,
    broadcasted,
    cast_to,
    chosen,
    constant,
    lowered,
    operator,
)

_UNSIGNED: Final = {bits: ElementType(f"u{bits}") for bits in (16, 32, 64)}


def _next_after(x: Any, y: Any) -> Any:
    """The float after ``x`` in the direction of ``y``."""
    element = x.type.element
    kind = _UNSIGNED[element.bits]

    def number(value: int) -> Any:
        return constant(np.array(value, np.uint64), kind)

    sign_bit, one = number(1 << (element.bits - 1)), number(1)
    bits, others = (lowered("bitCast", v, element=kind) for v in (x, y))
    size = bits & (sign_bit - one)
    sign = bits & sign_bit
    zero = constant(0, element)
    is_zero = lowered("equal", x, zero)
    # The magnitude decreases where the signs differ or that of y is smaller.
    opposite = lowered("notEqual", sign, others & sign_bit)
    shrinks = lowered("or", opposite, lowered("greaterThan", size, others & (sign_bit - one)))
    moved = chosen(bits - one, bits + one, shrinks)
    least = (others & sign_bit) | one
    found = lowered("bitCast", chosen(least, moved, is_zero), element=element)
    found = chosen(y, found, lowered("equal", x, y))
    nan = lowered("or", lowered("isNaN", x), lowered("isNaN", y))
    return chosen(lowered("add", x, y), found, nan)


_I1E_SMALL: Final = (
    0.12629359322181682, -0.1764165183578341, 0.1026436586898471, -0.05294598120809502,
    0.024726449030626575, -0.01056408489462626, 0.004156422944312969, -0.00151357245063132,
    0.0005122859561686385, -0.00016176081582596098, 4.781565107557853e-05,
    -1.3273163656140133e-05, 3.470251308273012e-06, -8.56872026628458e-07, 2.0032947554288194e-07,
    -4.44505915166149e-08, 9.381537692532138e-09, -1.8872500749667065e-09, 3.6255940263907327e-10,
    -6.66352320544128e-11, 1.1736545763030293e-11, -1.9842912035716864e-12,
    3.2269326100120566e-13, -5.068515052109035e-14, 7.854827899222983e-15, -1.321859288694327e-15,
    3.920475055707584e-16, -2.42861286636753e-16, 1.8041124150158794e-16, -2.7755575615628914e-17,
    -9.71445146547012e-17, 2.220446049250313e-16,
)  # fmt: skip
"""Chebyshev coefficients of ``exp(-x) I1(x) / x`` in ``x / 4 - 1``, for x up to 8."""
_I1E_LARGE: Final = (
    0.38928811750914005, -0.009761097491361469, -0.00011058893876272475, -3.882564808888507e-06,
    -2.5122362391504356e-07, -2.6314688458354645e-08, -3.83538048542853e-09,
    -5.589743552284846e-10, -1.8975019183224234e-11, 3.252601428934317e-11,
    1.4125561542214596e-11, 2.0356401749429174e-12, -7.20201676074339e-13, -4.08330776598594e-13,
    -2.1239665119280698e-14, 4.272508273099144e-14, 1.0244554047670699e-14,
    -3.788636071533347e-15, -2.2244937373609255e-15, 3.515706244646329e-16,
    -4.325243866768839e-16, -2.7755575615628914e-17, -9.691321819123762e-16,
    7.401486830834377e-17,
)  # fmt: skip
"""Chebyshev coefficients of ``exp(-x) I1(x) sqrt(x)`` in ``16 / x - 1``, for x from 8 on."""


def _f64(number: float) -> Any:
    return constant(number, ElementType.F64)


def _chebyshev(x: Any, coefficients: Sequence[float]) -> Any:
    """The sum of Chebyshev polynomials, by Clenshaw's recurrence."""
    first, second = _f64(0), _f64(0)
    for coefficient in reversed(coefficients[1:]):
        first, second = _f64(2) * x * first - second + _f64(coefficient), first
    return x * first - second + _f64(coefficients[0])


def _bessel_i1e(x: Any) -> Any:
    """``exp(-|x|) I1(x)``"""
    wide = cast_to(x, ElementType.F64)
    size = lowered("abs", wide)
    eight = _f64(8)
    low, high = lowered("min", size, eight), lowered("max", size, eight)
    near = low * _chebyshev(low / _f64(4) - _f64(1), _I1E_SMALL)
    far = _chebyshev(_f64(16) / high - _f64(1), _I1E_LARGE) / lowered("sqrt", high)
    found = chosen(near, far, lowered("lessThanOrEqual", size, eight))
    signed = chosen(lowered("negate", found), found, lowered("lessThan", wide, _f64(0)))
    return cast_to(signed, x.type.element)


_BERNOULLI: Final = (
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798,
    -174611 / 330, 854513 / 138, -236364091 / 2730,
)  # fmt: skip
"""The Bernoulli numbers of even index."""
_TERMS: Final = 9


def _zeta(x: Any, q: Any) -> Any:
    """The Hurwitz zeta function for ``x > 1``, by the Euler-Maclaurin formula."""
    s, a = (cast_to(v, ElementType.F64) for v in (x, q))
    total: Any = _f64(0)
    for number in range(_TERMS):
        total = total + lowered("power", a + _f64(number), lowered("negate", s))
    end = a + _f64(_TERMS)
    last = lowered("power", end, lowered("negate", s))
    total = total + last * end / (s - _f64(1)) + last * _f64(0.5)
    factor: Any = last * s / end
    factorial = 1.0
    for number, bernoulli in enumerate(_BERNOULLI, 1):
        factorial *= (2 * number - 1) * 2 * number
        total = total + factor * _f64(bernoulli / factorial)
        factor = factor * (s + _f64(2 * number - 1)) * (s + _f64(2 * number)) / (end * end)
    pole = lowered("equal", s, _f64(1))
    total = chosen(_f64(np.inf), total, pole)
    total = chosen(_f64(np.nan), total, lowered("lessThan", s, _f64(1)))
    is_whole = lowered("equal", a, lowered("floor", a))
    nonpositive = lowered("lessThanOrEqual", a, _f64(0))
    total = chosen(_f64(np.inf), total, lowered("and", nonpositive, is_whole))
    return cast_to(total, x.type.element)


def _polygamma(n: Any, x: Any) -> Any:
    """The derivative of order ``n`` of digamma."""
    order, wide = (cast_to(v, ElementType.F64) for v in (n, x))
    one = _f64(1)
    factorial = lowered("exp", lowered("lgamma", order + one))
    size = factorial * _zeta(order + one, wide)
    even = lowered("equal", lowered("modulo", order, _f64(2)), _f64(0))
    found = chosen(lowered("negate", size), size, even)
    found = chosen(lowered("digamma", wide), found, lowered("equal", order, _f64(0)))
    valid = lowered(
        "and",
        lowered("equal", order, lowered("floor", order)),
        lowered("greaterThanOrEqual", order, _f64(0)),
    )
    return cast_to(chosen(found, _f64(np.nan), valid), x.type.element)


def _product_high(x: Any, y: Any) -> Any:
    """The high half of the product of integers."""
    element = x.type.element
    if element.bits == 64:
        return _product_high_64(x, y)
    wide = ElementType(f"{'u' if element.kind == 'unsigned' else 'i'}{2 * element.bits}")
    product = cast_to(x, wide) * cast_to(y, wide)
    return cast_to(product >> constant(element.bits, wide), element)


def _product_high_64(x: Any, y: Any) -> Any:
    """The high half of the product of 64-bit integers, from the four products of their halves."""
    element = x.type.element
    kind = ElementType.U64
    shift, mask = (constant(np.array(n, np.uint64), kind) for n in (32, 2**32 - 1))
    first, second = (lowered("bitCast", v, element=kind) for v in (x, y))
    low, high = (first & mask, second & mask), (first >> shift, second >> shift)
    middle = high[0] * low[1] + ((low[0] * low[1]) >> shift)
    other = low[0] * high[1] + (middle & mask)
    found = high[0] * high[1] + (middle >> shift) + (other >> shift)
    found = lowered("bitCast", found, element=element)
    if element is kind:
        return found
    # A negative number is 2 ** 64 less than its bits.
    zero = constant(0, element)
    for one, two in ((x, y), (y, x)):
        found = found - chosen(two, zero, lowered("lessThan", one, zero))
    return found


_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "bessel_i1e": _bessel_i1e,
    "mulhi": _product_high,
    "next_after": _next_after,
    "polygamma": _polygamma,
    "zeta": _zeta,
}
add_pointwise("chlo", _FUNCTIONS)


@operator("chlo.constant", kind=POINTWISE)
def chlo_constant(call: OperationContext) -> Any:
    return constant(array_of(call.get("value")), call.type.element)


@operator("chlo.constant_like", kind=POINTWISE)
def constant_like(call: OperationContext, x: Any) -> Any:
    number = constant(call.get("value"), call.type.element)
    return broadcasted(number, x.type.shape)


_BROADCAST: Final = (
    "add", "and", "atan2", "compare", "divide", "maximum", "minimum", "multiply", "or", "power",
    "remainder", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical",
    "subtract", "xor",
)  # fmt: skip
"""The operations that have a broadcasting variant in CHLO. Their operands broadcast here anyway."""


def _broadcast(name: str, call: OperationContext, *operands: Any) -> Any:
    ranks = [len(x.type.shape) for x in operands]
    given = call.ints("broadcast_dimensions")
    if given and list(given) != list(range(max(ranks) - len(given), max(ranks))):
        raise error(f"broadcast dimensions must be the last ones, got {list(given)}")
    return OPERATORS[name](call, *operands)


for _dialect, _names in (("stablehlo", _BROADCAST), ("chlo", ("next_after", "polygamma", "zeta"))):
    for _name in _names:
        apply = partial(_broadcast, f"{_dialect}.{_name}")
        operator(f"chlo.broadcast_{_name}", kind=POINTWISE)(apply)
