"""Element-wise operations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

import dlvm.nnkit as typed_nnkit
from dlvm.diagnostics import error
from dlvm.ir.types import ElementType
from dlvm.stablehlo.operators.complex_numbers import (
    complex_atan2,
    complex_cbrt,
    complex_power,
    converted,
    is_finite,
    paired,
    parts,
)
from dlvm.stablehlo.operators.table import (
    POINTWISE,
    OperationContext,
    array_of,
    cast_to,
    chosen,
    constant,
    lowered,
    operator,
)

nnkit: Final[Any] = typed_nnkit
_UNSIGNED: Final = {bits: ElementType(f"u{bits}") for bits in (8, 16, 32, 64)}
_SIGNED: Final = {bits: ElementType(f"i{bits}") for bits in (8, 16, 32, 64)}


def elementwise(function: Callable[..., Any], view: str = "") -> Callable[..., Any]:
    """The operator that applies a function to its operands. Operands of storage types are converted
    by :func:`computing` with ``view``, and the result of the function is converted back.
    """

    def applied(call: OperationContext, *operands: Any) -> Any:
        wide = [computing(x, view) for x in operands]
        found = function(*wide)
        is_narrow = any(x.type.element.is_storage for x in operands)
        return cast_to(found, call.type.element) if is_narrow and not call.stager.lifted else found

    return applied


def add_pointwise(
    dialect: str,
    functions: Mapping[str, Callable[..., Any]],
    views: Mapping[str, str] | None = None,
) -> None:
    """Adds operators that apply functions to each element."""
    for name, function in functions.items():
        view = (views or {}).get(name, "")
        operator(f"{dialect}.{name}", kind=POINTWISE)(elementwise(function, view))


def computing(x: Any, view: str = "") -> Any:
    """The elements, converted to a type with which the language computes. Integers of storage types
    are first reinterpreted as the kind ``view``, ``signed`` or ``unsigned``, if it is given."""
    element = x.type.element
    if not element.is_storage:
        return x
    if view and element.is_integer and element.kind != view:
        element = ElementType(f"{view[0]}{element.bits}".replace("s", "i"))
        x = lowered("bitCast", x, element=element)
    kinds = {"float": ElementType.F32, "signed": ElementType.I8, "unsigned": ElementType.U8}
    return cast_to(x, kinds[element.kind])


def _instruction(mnemonic: str) -> Callable[..., Any]:
    return partial(lowered, mnemonic)


def _on(
    numbers: Callable[..., Any],
    *,
    bools: str | None = None,
    unsigned: Any = None,
    complexes: Any = None,
) -> Callable[..., Any]:
    """A function that applies ``numbers`` to its operands, or, for bools, unsigned integers and
    complex numbers, the instruction or function that is given for them."""

    def by_kind(x: Any, *rest: Any) -> Any:
        kind = x.type.element.kind
        if kind == "bool" and bools is not None:
            return lowered(bools, x, *rest)
        chosen_by_kind = {"unsigned": unsigned, "complex": complexes}.get(kind)
        return (chosen_by_kind or numbers)(x, *rest)

    return by_kind


def zero(x: Any) -> Any:
    return constant(0, x.type.element)


def _bits(x: Any, kinds: Any = _UNSIGNED) -> Any:
    return lowered("bitCast", x, element=kinds[x.type.element.bits])


def _same(x: Any) -> Any:
    return x


def _negated(x: Any) -> Any:
    return lowered("subtract", zero(x), x)


def _divide(x: Any, y: Any) -> Any:
    if not x.type.element.is_exact:
        return lowered("divide", x, y)
    quotient = lowered("truncateDivide", x, y)
    all_ones = lowered("not", zero(x))
    return chosen(all_ones, quotient, lowered("equal", y, zero(y)))


def _remainder(x: Any, y: Any) -> Any:
    if not x.type.element.is_float:
        return lowered("subtract", x, lowered("multiply", lowered("truncateDivide", x, y), y))
    size = lowered("modulo", lowered("abs", x), lowered("abs", y))
    size = chosen(
        lowered("abs", x), size, lowered("lessThan", lowered("abs", x), lowered("abs", y))
    )
    negative = lowered("lessThan", x, zero(x))
    return chosen(lowered("negate", size), size, negative)


def _power(x: Any, y: Any) -> Any:
    if x.type.element.is_float:
        return lowered("power", x, y)
    one = constant(1, x.type.element)
    result, base, rest = one, x, y
    for _ in range(x.type.element.bits):
        odd = lowered("notEqual", lowered("and", rest, one), zero(x))
        result = chosen(lowered("multiply", result, base), result, odd)
        base = lowered("multiply", base, base)
        rest = lowered("shiftRight", rest, one)
        if x.type.element.bits > 8 and _ == 6:
            break
    if x.type.element.kind == "unsigned":
        return result
    is_one = lowered("equal", x, one)
    minus = lowered("equal", x, lowered("negate", one))
    odd = lowered("notEqual", lowered("and", y, one), zero(x))
    sign = chosen(lowered("negate", one), one, odd)
    inverse = chosen(one, chosen(sign, zero(x), minus), is_one)
    return chosen(inverse, result, lowered("lessThan", y, zero(y)))


def _shifted(mnemonic: str, kinds: Any, x: Any, y: Any) -> Any:
    """A shift; distances are unsigned, so a negative one shifts everything out."""
    element = x.type.element
    limit = constant(element.bits, _UNSIGNED[element.bits])
    distance = lowered("min", _bits(y), limit)
    moved = lowered(mnemonic, _bits(x, kinds), _bits(distance, kinds))
    return lowered("bitCast", moved, element=element)


def popcount(x: Any) -> Any:
    """The number of ones in each integer."""
    element = x.type.element
    bits = element.bits
    y = _bits(x)

    def by(number: int) -> Any:
        return constant(np.array(number, np.uint64), _UNSIGNED[bits])

    def pattern(byte: int) -> Any:
        return by(int.from_bytes(bytes([byte]) * (bits // 8), "big"))

    y = y - ((y >> by(1)) & pattern(0x55))
    y = (y & pattern(0x33)) + ((y >> by(2)) & pattern(0x33))
    y = (y + (y >> by(4))) & pattern(0x0F)
    y = (y * pattern(0x01)) >> by(bits - 8)
    return lowered("bitCast", y, element=element)


def _leading_zeros(x: Any) -> Any:
    element = x.type.element
    y: Any = _bits(x)
    distance = 1
    while distance < element.bits:
        y = y | (y >> constant(distance, y.type.element))
        distance *= 2
    ones = popcount(lowered("bitCast", y, element=element))
    return lowered("subtract", constant(element.bits, element), ones)


def _sign(x: Any) -> Any:
    if x.type.element.kind == "unsigned":
        return cast_to(lowered("notEqual", x, zero(x)), x.type.element)
    signs = lowered("sign", x)
    if not x.type.element.is_float:
        return signs
    # The sign of -0 is -0, and that of NaN is NaN.
    return chosen(signs, x, lowered("notEqual", lowered("abs", signs), zero(x)))


def _cbrt(x: Any) -> Any:
    wide = cast_to(x, ElementType.F64)
    size = lowered("power", lowered("abs", wide), constant(1 / 3, ElementType.F64))
    # One step of Newton's method gives the last bits.
    step = (size * size * size - lowered("abs", wide)) / (
        constant(3, ElementType.F64) * size * size
    )
    finite = lowered("lessThan", lowered("abs", step), constant(math.inf, ElementType.F64))
    size = chosen(size - step, size, finite)
    signed = chosen(lowered("negate", size), size, lowered("lessThan", wide, zero(wide)))
    signed = chosen(wide, signed, lowered("equal", wide, zero(wide)))
    return cast_to(signed, x.type.element)


def _infinite(sign: float, x: Any) -> Any:
    return lowered("equal", x, constant(sign * math.inf, x.type.element))


def _logistic(x: Any) -> Any:
    one = constant(1, x.type.element)
    return lowered("divide", one, lowered("add", one, lowered("exp", lowered("negate", x))))


def _clamp(low: Any, x: Any, high: Any) -> Any:
    return lowered("min", lowered("max", x, low), high)


def _first_complex(is_larger: bool, x: Any, y: Any) -> Any:
    """The larger or smaller of complex numbers, in the order of the real and then the imaginary
    parts.
    """
    (real, imag), (other, second) = parts(x), parts(y)
    order = "greaterThan" if is_larger else "lessThan"
    tied = lowered("and", lowered("equal", real, other), lowered(order, imag, second))
    return chosen(x, y, lowered("or", lowered(order, real, other), tied))


def _square(x: Any) -> Any:
    if not x.type.element.is_complex:
        return lowered("multiply", x, x)
    real, imag = parts(x)
    twice = lowered("multiply", real, imag)
    return paired(lowered("multiply", real - imag, real + imag), lowered("add", twice, twice))


_NUMBERS: Final[dict[str, Callable[..., Any]]] = {
    "abs": _on(_instruction("abs"), unsigned=_same),
    "add": _on(_instruction("add"), bools="or"),
    "and": _instruction("and"),
    "atan2": _on(_instruction("atan2"), complexes=complex_atan2),
    "cbrt": _on(_cbrt, complexes=complex_cbrt),
    "ceil": _instruction("ceil"),
    "clamp": _clamp,
    "cosine": _instruction("cos"),
    "divide": _divide,
    "exponential": _instruction("exp"),
    "exponential_minus_one": _instruction("expm1"),
    "floor": _instruction("floor"),
    "is_finite": is_finite,
    "log": _instruction("log"),
    "log_plus_one": _instruction("log1p"),
    "logistic": _logistic,
    "maximum": _on(_instruction("max"), bools="or", complexes=partial(_first_complex, True)),
    "minimum": _on(_instruction("min"), bools="and", complexes=partial(_first_complex, False)),
    "multiply": _on(_instruction("multiply"), bools="and"),
    "negate": _on(_instruction("negate"), unsigned=_negated),
    "not": _instruction("not"),
    "or": _instruction("or"),
    "popcnt": popcount,
    "power": _on(_power, complexes=complex_power),
    "remainder": _remainder,
    "round_nearest_afz": _instruction("round"),
    "round_nearest_even": _instruction("rint"),
    "rsqrt": _instruction("rsqrt"),
    "shift_left": partial(_shifted, "shiftLeft", _UNSIGNED),
    "shift_right_arithmetic": partial(_shifted, "shiftRight", _SIGNED),
    "shift_right_logical": partial(_shifted, "shiftRight", _UNSIGNED),
    "sign": _on(_sign, complexes=nnkit.sign),
    "sine": _instruction("sin"),
    "sqrt": _instruction("sqrt"),
    "square": _square,
    "subtract": _on(_instruction("subtract"), bools="xor"),
    "tan": _instruction("tan"),
    "tanh": _instruction("tanh"),
    "xor": _instruction("xor"),
}
_CHLO: Final[dict[str, Callable[..., Any]]] = {
    **{n: _instruction(n) for n in ("acos", "asin", "atan", "cosh", "digamma", "erf", "erfc")},
    **{n: _instruction(n) for n in ("lgamma", "sinh", "tan")},
    "acosh": nnkit.acosh,
    "asinh": nnkit.asinh,
    "atanh": nnkit.atanh,
    "erf_inv": nnkit.erfinv,
    "is_inf": _instruction("isInf"),
    "is_neg_inf": partial(_infinite, -1),
    "is_pos_inf": partial(_infinite, 1),
    "square": _square,
}
_VIEWS: Final = {
    **dict.fromkeys(("popcnt", "shift_left", "shift_right_logical"), "unsigned"),
    "shift_right_arithmetic": "signed",
}
"""For operations on the bits of integers, the kind as which they interpret integers of less than 8
bits."""
add_pointwise("stablehlo", _NUMBERS, _VIEWS)
add_pointwise("chlo", _CHLO)


@operator("stablehlo.count_leading_zeros", kind=POINTWISE)
def count_leading_zeros(call: OperationContext, x: Any) -> Any:
    wide = computing(x, "unsigned")
    found = _leading_zeros(wide)
    more = wide.type.element.bits - x.type.element.bits
    if not more:
        return found
    return cast_to(found - constant(more, found.type.element), x.type.element)


_COMPARISONS: Final = {
    "EQ": "equal",
    "NE": "notEqual",
    "LT": "lessThan",
    "LE": "lessThanOrEqual",
    "GT": "greaterThan",
    "GE": "greaterThanOrEqual",
}


def total_order(x: Any) -> Any:
    """Integers in the total order of floats: -NaN, -inf, …, -0, 0, …, inf, NaN."""
    if not x.type.element.is_float:
        return x
    bits = _bits(x, _SIGNED)
    largest = constant((1 << (x.type.element.bits - 1)) - 1, bits.type.element)
    return chosen(lowered("xor", bits, largest), bits, lowered("lessThan", bits, zero(bits)))


def _canonical(x: Any) -> Any:
    """The floats with one kind of NaN, and with 0 in place of -0."""
    if not x.type.element.is_float:
        return x
    nan = constant(math.nan, x.type.element)
    unsigned = chosen(zero(x), x, lowered("equal", x, zero(x)))
    return chosen(nan, unsigned, lowered("isNaN", x))


def order_keys(x: Any, compare_type: str) -> Any:
    """The values that a comparison of the type ``compare_type`` compares in place of ``x``."""
    if compare_type == "TOTALORDER":
        return total_order(x)
    return total_order(_canonical(x)) if compare_type == "WEAKORDER" else x


@operator("stablehlo.compare", kind=POINTWISE)
def compare(call: OperationContext, x: Any, y: Any) -> Any:
    direction = call.word("comparison_direction", 0)
    if direction not in _COMPARISONS:
        raise error(f"direction must be one of {', '.join(_COMPARISONS)}, got {direction!r}")
    x, y = computing(x), computing(y)
    order = call.word("compare_type", 1)
    return lowered(_COMPARISONS[direction], order_keys(x, order), order_keys(y, order))


@operator("stablehlo.select", kind=POINTWISE)
def select(call: OperationContext, flags: Any, x: Any, y: Any) -> Any:
    return chosen(x, y, flags)


@operator("stablehlo.convert", kind=POINTWISE)
def convert(call: OperationContext, x: Any) -> Any:
    return converted(x, call.type.element)


@operator("stablehlo.reduce_precision", kind=POINTWISE)
def reduce_precision(call: OperationContext, x: Any) -> Any:
    written = call.word("format", 0)
    exponent = call.get("exponent_bits")
    mantissa = call.get("mantissa_bits")
    form = written or f"e{exponent}m{mantissa}"
    digits = [int(part) for part in form[1:].split("m")]
    return _rounded(x, *digits)


_FORMATS: Final = {
    ElementType.F16: (5, 10),
    ElementType.BF16: (8, 7),
    ElementType.F32: (8, 23),
    ElementType.F64: (11, 52),
}
"""The numbers of bits of the exponent and of the mantissa."""


def _rounded(x: Any, exponent: int, mantissa: int) -> Any:
    """Floats rounded to another number of bits; small ones become 0, and large ones infinite."""
    own_exponent, own_mantissa = _FORMATS[x.type.element]
    element, size = _UNSIGNED[x.type.element.bits], x.type.element.bits

    def number(value: int) -> Any:
        return constant(np.array(value, np.uint64), element)

    bits = _bits(x)
    dropped = own_mantissa - mantissa
    if dropped > 0:
        # Half of the last bit that stays, and a little less where that bit is 0.
        last = (bits >> number(dropped)) & number(1)
        bits = bits + last + number((1 << (dropped - 1)) - 1)
        bits = bits & number((1 << size) - (1 << dropped))
    if exponent < own_exponent:
        sign = bits & number(1 << (size - 1))
        field = bits & number(((1 << own_exponent) - 1) << own_mantissa)
        bias, own_bias = (1 << (exponent - 1)) - 1, (1 << (own_exponent - 1)) - 1
        infinite = number(((1 << own_exponent) - 1) << own_mantissa)
        large = lowered("greaterThan", field, number((own_bias + bias) << own_mantissa))
        small = lowered("lessThanOrEqual", field, number((own_bias - bias) << own_mantissa))
        bits = chosen(sign | infinite, bits, large)
        bits = chosen(sign, bits, small)
    found = lowered("bitCast", bits, element=x.type.element)
    return chosen(x, found, lowered("isNaN", x))


@operator("stablehlo.constant", kind=POINTWISE)
def constant_(call: OperationContext) -> Any:
    return constant(array_of(call.get("value")), call.type.element)


@operator("stablehlo.map")
def map_(call: OperationContext, *operands: Any) -> Any:
    return call.scalars(0, *operands)
