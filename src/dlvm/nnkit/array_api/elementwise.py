"""Element-wise functions of the array API standard.

Operands are staged tensors, or NumPy arrays and numbers, which become constants. Operands broadcast
and their element types are promoted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log as logarithm
from math import pi
from typing import Any, TypeVar, overload

import numpy as np

from dlvm.ir.types import ElementType
from dlvm.nnkit.array_api import complex_numbers
from dlvm.nnkit.array_api.operators import OPERATIONS, Constant, Joined, Promoted, R
from dlvm.nnkit.array_api.signatures import (
    BitsFunction,
    BitsMap,
    ComparisonFunction,
    FlagFunction,
    FloatFunction,
    FloatMap,
    NumberFunction,
    NumberMap,
    Predicate,
    function,
)
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.primitives import elementwise, is_complex
from dlvm.nnkit.tracing.ranks import Array
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, lift, lift_all, wrap

T = TypeVar("T", bound=AnyTensor)


def _instruction(signature: Any, name: str, summary: str, mnemonic: str | None = None) -> Any:
    return function(signature, name, summary, partial(elementwise, mnemonic or name))


def _operator(signature: Any, name: str, summary: str, operation: str | None = None) -> Any:
    return function(signature, name, summary, OPERATIONS[operation or name])


exp: FloatMap = _instruction(FloatMap, "exp", "e to the power of each element.")
expm1: FloatMap = _instruction(FloatMap, "expm1", "``exp(x) - 1``, exact near 0.")
log: FloatMap = _instruction(FloatMap, "log", "The natural logarithm.")
log1p: FloatMap = _instruction(FloatMap, "log1p", "``log(1 + x)``, exact near 0.")
sqrt: FloatMap = _instruction(FloatMap, "sqrt", "The square root.")
rsqrt: FloatMap = _instruction(FloatMap, "rsqrt", "The reciprocal of the square root.")
reciprocal: FloatMap = _instruction(FloatMap, "reciprocal", "The reciprocal.")
sin: FloatMap = _instruction(FloatMap, "sin", "The sine.")
cos: FloatMap = _instruction(FloatMap, "cos", "The cosine.")
tan: FloatMap = _instruction(FloatMap, "tan", "The tangent.")
asin: FloatMap = _instruction(FloatMap, "asin", "The inverse sine.")
acos: FloatMap = _instruction(FloatMap, "acos", "The inverse cosine.")
atan: FloatMap = _instruction(FloatMap, "atan", "The inverse tangent.")
sinh: FloatMap = _instruction(FloatMap, "sinh", "The hyperbolic sine.")
cosh: FloatMap = _instruction(FloatMap, "cosh", "The hyperbolic cosine.")
tanh: FloatMap = _instruction(FloatMap, "tanh", "The hyperbolic tangent.")
erf: FloatMap = _instruction(FloatMap, "erf", "The error function.")
erfc: FloatMap = _instruction(FloatMap, "erfc", "The complementary error function, ``1 - erf(x)``.")
lgamma: FloatMap = _instruction(
    FloatMap, "lgamma", "The logarithm of the gamma function's absolute value."
)
digamma: FloatMap = _instruction(FloatMap, "digamma", "The derivative of ``lgamma``.")


def _log2(x: Any) -> Any:
    return complex_numbers.scaled(log(x), 1 / logarithm(2))


def _log10(x: Any) -> Any:
    return complex_numbers.scaled(log(x), 1 / logarithm(10))


def _large(x: Any) -> float:
    """The bound above which the square of an element may overflow."""
    element = x.type.element
    largest = 3e38 if element is ElementType.BF16 else float(np.finfo(element.numpy).max)
    return largest**0.5 / 2


def _asinh(x: Any) -> Any:
    if is_complex(x):
        return complex_numbers.asinh(x)
    size = where(x < 0, -x, x)  # Unlike that of abs, its derivative at 0 is not 0.
    large = size > _large(x)
    y = where(large, 1, size)
    far = log(where(large, size, 1)) + logarithm(2)
    found = where(large, far, log1p(y + y * y / (1 + sqrt(y * y + 1))))
    return where(x < 0, -found, found)


def _acosh(x: Any) -> Any:
    if is_complex(x):
        return complex_numbers.acosh(x)
    large = x > _large(x)
    more = where(large, 1, x) - 1
    # Of the product of the roots' arguments, the derivative at 1 would be NaN.
    return where(large, log(x) + logarithm(2), log1p(more + sqrt(more) * sqrt(more + 2)))


def _atanh(x: Any) -> Any:
    if is_complex(x):
        return complex_numbers.atanh(x)
    return (log1p(x) - log1p(-x)) * 0.5


log2: FloatMap = function(FloatMap, "log2", "The logarithm to base 2.", _log2)
log10: FloatMap = function(FloatMap, "log10", "The logarithm to base 10.", _log10)
asinh: FloatMap = function(FloatMap, "asinh", "The inverse hyperbolic sine.", _asinh)
acosh: FloatMap = function(FloatMap, "acosh", "The inverse hyperbolic cosine.", _acosh)
atanh: FloatMap = function(FloatMap, "atanh", "The inverse hyperbolic tangent.", _atanh)


# M. Giles, "Approximating the erfinv function", 2010: the central region, then the tails.
_MIDDLE = (
    2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 2.1858087e-04,
    -1.25372503e-03, -4.17768164e-03, 2.46640727e-01, 1.50140941,
)  # fmt: skip
_ENDS = (
    -2.00214257e-04, 1.00950558e-04, 1.34934322e-03, -3.67342844e-03, 5.73950773e-03,
    -7.6224613e-03, 9.43887047e-03, 1.00167406, 2.83297682,
)  # fmt: skip


def _erfinv(x: Any) -> Any:
    w = -log1p(-x * x)
    near = w < 5
    middle, ends = where(near, w, 0) - 2.5, sqrt(where(near, 9, w)) - 3
    factor: Any = where(near, _MIDDLE[0], _ENDS[0])
    place = where(near, middle, ends)
    for a, b in zip(_MIDDLE[1:], _ENDS[1:], strict=True):
        factor = factor * place + where(near, a, b)
    size = where(x < 0, -x, x)
    y = factor * size
    if x.type.element is ElementType.F64:
        for _ in range(2):  # Halley's method; erfc keeps precision in the tails.
            rest = where(size > 0.5, (1 - size) - erfc(y), erf(y) - size)
            step = rest * (pi**0.5 / 2) * exp(y * y)
            y = y - where(isfinite(step), step / (1 + y * step), 0)
    y = where(size == 1, float("inf"), y)
    return where(x < 0, -y, y)


erfinv: FloatMap = function(FloatMap, "erfinv", "The inverse of ``erf``.", _erfinv)


def _of_floats(mnemonic: str) -> Callable[[Any], Any]:
    """Wraps an instruction for floats that leaves integers unchanged."""

    def call(x: Any) -> Any:
        return elementwise(mnemonic, x) if _is_inexact(x) else wrap(lift(x))

    return call


def _is_inexact(x: Any) -> bool:
    return not wrap(lift(x)).type.element.is_exact


def _positive(x: Any) -> Any:
    return wrap(lift(x))


def _trunc(x: Any) -> Any:
    return where(x < 0, ceil(x), floor(x)) if _is_inexact(x) else x


def _sign(x: Any) -> Any:
    return complex_numbers.sign(x) if is_complex(x) else elementwise("sign", x)


sign: NumberMap = function(
    NumberMap, "sign", "The sign: -1, 0 or 1; the direction of a complex number.", _sign
)
square: NumberMap = _instruction(NumberMap, "square", "The square.")
negative: NumberMap = _instruction(NumberMap, "negative", "The negative.", "negate")
positive: NumberMap = function(NumberMap, "positive", "The elements, unchanged.", _positive)
floor: NumberMap = function(
    NumberMap, "floor", "The greatest integer not greater than each element.", _of_floats("floor")
)
ceil: NumberMap = function(
    NumberMap, "ceil", "The least integer not less than each element.", _of_floats("ceil")
)
trunc: NumberMap = function(NumberMap, "trunc", "Each element rounded towards 0.", _trunc)
round: NumberMap = function(
    NumberMap,
    "round",
    "Each element rounded to the nearest integer, ties to even; the parts of complex numbers.",
    complex_numbers.by_parts(_of_floats("rint")),
)


def _isnan(x: Any) -> Any:
    return elementwise("isNaN", x) if _is_inexact(x) else x != x


def _isinf(x: Any) -> Any:
    return elementwise("isInf", x) if _is_inexact(x) else x != x


def _isfinite(x: Any) -> Any:
    return ~(_isinf(x) | _isnan(x))


def _signbit(x: Any) -> Any:
    """Whether each number is negative: for floats, its sign bit, which -0 and NaN also have."""
    element = x.type.element
    return complex_numbers.has_sign_bit(x) if element.is_float else x < 0


isnan: Predicate = function(Predicate, "isnan", "Whether each element is not a number.", _isnan)
isinf: Predicate = function(Predicate, "isinf", "Whether each element is infinite.", _isinf)
isfinite: Predicate = function(
    Predicate, "isfinite", "Whether each element is neither infinite nor NaN.", _isfinite
)
signbit: Predicate = function(
    Predicate, "signbit", "Whether the sign bit is set, as in -0.", _signbit
)

add: NumberFunction = _operator(NumberFunction, "add", "The sum.")
subtract: NumberFunction = _operator(NumberFunction, "subtract", "The difference.")
multiply: NumberFunction = _operator(NumberFunction, "multiply", "The product.")
floor_divide: NumberFunction = _operator(
    NumberFunction, "floor_divide", "The greatest integer not greater than the quotient."
)
remainder: NumberFunction = _operator(
    NumberFunction, "remainder", "The remainder of ``floor_divide``, with the sign of the divisor."
)
pow: NumberFunction = _operator(NumberFunction, "pow", "x1 to the power of x2.", "power")
maximum: NumberFunction = _instruction(
    NumberFunction, "maximum", "The greater operand; NaN if either is NaN.", "max"
)
minimum: NumberFunction = _instruction(
    NumberFunction, "minimum", "The smaller operand; NaN if either is NaN.", "min"
)
divide: FloatFunction = _operator(FloatFunction, "divide", "The quotient of floats.")
atan2: FloatFunction = _instruction(
    FloatFunction, "atan2", "The angle between the positive x axis and the point (x2, x1)."
)


def _staged(x1: Any, x2: Any) -> tuple[Any, Any]:
    """Stages both operands and promotes them to one element type."""
    a, b = lift_all("a function", x1, x2)
    return wrap(a), wrap(b)


def _hypot(x1: Any, x2: Any) -> Any:
    a, b = _staged(x1, x2)
    long, short = maximum(abs(a), abs(b)), minimum(abs(a), abs(b))
    infinite = isinf(a) | isinf(b)
    share = short / where(infinite | (long == 0), 1, long)
    return where(infinite, float("inf"), long * sqrt(1 + share * share))


def _logaddexp(x1: Any, x2: Any) -> Any:
    a, b = _staged(x1, x2)
    apart = where(a == b, 0, abs(a - b))  # inf - inf is NaN.
    return maximum(a, b) + log1p(exp(-apart))


def _copysign(x1: Any, x2: Any) -> Any:
    a, b = _staged(x1, x2)
    return where(_signbit(a) == _signbit(b), a, -a)


hypot: FloatFunction = function(
    FloatFunction, "hypot", "The length of the vector (x1, x2).", _hypot
)
logaddexp: FloatFunction = function(
    FloatFunction, "logaddexp", "``log(exp(x1) + exp(x2))``, without overflow.", _logaddexp
)
copysign: FloatFunction = function(FloatFunction, "copysign", "x1 with the sign of x2.", _copysign)

bitwise_and: BitsFunction = _operator(BitsFunction, "bitwise_and", "The bitwise and.")
bitwise_or: BitsFunction = _operator(BitsFunction, "bitwise_or", "The bitwise or.")
bitwise_xor: BitsFunction = _operator(BitsFunction, "bitwise_xor", "The bitwise exclusive or.")
bitwise_left_shift: BitsFunction = _operator(
    BitsFunction, "bitwise_left_shift", "The bits of x1, shifted left by x2.", "left_shift"
)
bitwise_right_shift: BitsFunction = _operator(
    BitsFunction, "bitwise_right_shift", "The bits of x1, shifted right by x2.", "right_shift"
)
bitwise_invert: BitsMap = _instruction(BitsMap, "bitwise_invert", "The bitwise not.", "not")

equal: ComparisonFunction = _operator(ComparisonFunction, "equal", "Whether x1 equals x2.")
not_equal: ComparisonFunction = _operator(
    ComparisonFunction, "not_equal", "Whether x1 differs from x2."
)
less: ComparisonFunction = _operator(ComparisonFunction, "less", "Whether x1 is less than x2.")
less_equal: ComparisonFunction = _operator(
    ComparisonFunction, "less_equal", "Whether x1 is less than or equal to x2."
)
greater: ComparisonFunction = _operator(
    ComparisonFunction, "greater", "Whether x1 is greater than x2."
)
greater_equal: ComparisonFunction = _operator(
    ComparisonFunction, "greater_equal", "Whether x1 is greater than or equal to x2."
)


def _of_flags(name: str, summary: str, mnemonic: str) -> Any:
    def call(*values: Any) -> Any:
        for value in values:
            element = wrap(lift(value)).type.element
            if element is not ElementType.BOOL:
                raise failure(
                    f"{name}: expected bool, got element type {element}; compare with 0 first"
                )
        return elementwise(mnemonic, *values)

    return function(FlagFunction, name, summary, call)


logical_and: FlagFunction = _of_flags("logical_and", "Whether both bools are true.", "and")
logical_or: FlagFunction = _of_flags(
    "logical_or", "Whether at least one of the bools is true.", "or"
)
logical_xor: FlagFunction = _of_flags(
    "logical_xor", "Whether exactly one of the bools is true.", "xor"
)


def logical_not(x: Tracer[Array[Joined, bool]], /) -> Tensor[Joined, bool]:
    """Whether each bool is false.

    Parameters
    ----------
    x
        Bools of any shape.

    Returns
    -------
    Tensor
        Bools of the shape of ``x``.
    """
    return elementwise("not", x)


def clip(x: T, /, min: Any = None, max: Any = None) -> T:
    """The elements clipped to the bounds.

    Parameters
    ----------
    x
        Numbers of any shape.
    min, max
        The bounds, numbers or tensors that broadcast with ``x``. A bound of ``None`` does not clip.

    Returns
    -------
    Tensor
        A tensor of the element type of ``x``.
    """
    result: Any = x
    if min is not None:
        result = elementwise("max", result, min)
    if max is not None:
        result = elementwise("min", result, max)
    return result


@overload
def where(
    condition: Tracer[Array[Joined, bool]],
    x1: Tracer[Array[Joined, Promoted]],
    x2: Tracer[Array[Joined, Promoted]] | Constant,
    /,
) -> Tensor[Joined, Promoted]: ...
@overload
def where(
    condition: Tracer[Array[Joined, bool]], x1: Constant, x2: Tracer[Array[Joined, Promoted]], /
) -> Tensor[Joined, Promoted]: ...
@overload
def where(condition: Tracer[Array[R, bool]], x1: Constant, x2: Constant, /) -> Tensor[R, Any]: ...
def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """``x1`` if the condition holds, ``x2`` otherwise, element by element.

    Parameters
    ----------
    condition
        Bools.
    x1, x2
        Tensors, arrays or numbers. All three shapes broadcast.

    Returns
    -------
    Tensor
        A tensor of the broadcast shape. The element types of ``x1`` and ``x2`` are promoted.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast.
    """
    return primitives.select(condition, x1, x2)
