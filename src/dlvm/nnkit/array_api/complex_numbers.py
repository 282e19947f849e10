"""Functions of complex numbers and of their parts. A real number has the imaginary part 0."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import TYPE_CHECKING, Any, Protocol, overload

from dlvm.ir.instructions import BitCast
from dlvm.ir.types import ElementType
from dlvm.nnkit.array_api.operators import R, Reals
from dlvm.nnkit.array_api.signatures import NumberMap, function
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import c64, c128, f32, f64
from dlvm.nnkit.tracing.primitives import elementwise, imaginary_part, is_complex, real_part, select
from dlvm.nnkit.tracing.ranks import Array
from dlvm.nnkit.tracing.trace import emit, failure
from dlvm.nnkit.tracing.tracer import Tracer, lift, wrap

if TYPE_CHECKING:
    from dlvm.nnkit.array_api.tensors import Tensor


_SAME_BITS = {
    ElementType.F16: ElementType.I16,
    ElementType.BF16: ElementType.I16,
    ElementType.F32: ElementType.I32,
    ElementType.F64: ElementType.I64,
}


class RealMap(Protocol):
    """An element-wise function of numbers whose results are real.

    Parameters
    ----------
    x
        Numbers of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x``. Its element type is f32 for c64, f64 for c128, and that of
        ``x`` for real numbers.

    Raises
    ------
    DiagnosticError
        If the function has no value for elements of this type, such as ``angle`` for integers.
    """

    @overload
    def __call__(self, x: Reals, /) -> Reals: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self, x: Tracer[Array[R, c64]], /
    ) -> Tensor[R, f32]: ...
    @overload
    def __call__(self, x: Tracer[Array[R, c128]], /) -> Tensor[R, f64]: ...


def _conj(x: Any) -> Any:
    return elementwise("conjugate", x) if is_complex(x) else wrap(lift(x))


def _angle(x: Any) -> Any:
    if is_complex(x):
        return elementwise("atan2", imaginary_part(x), real_part(x))
    value = wrap(lift(x))
    if value.type.element.is_exact:
        raise failure(
            f"angle: expected floats or complex numbers, got element type {value.type.element}; "
            "convert with .astype(f32)"
        )
    return select(value < 0, pi, value * 0)  # NaN stays NaN.


real: RealMap = function(RealMap, "real", "The real parts; real numbers are unchanged.", real_part)
imag: RealMap = function(
    RealMap, "imag", "The imaginary parts: 0 for real numbers.", imaginary_part
)
angle: RealMap = function(
    RealMap,
    "angle",
    "The angles between the positive real axis and the numbers, from -π to π.",
    _angle,
)
abs: RealMap = function(RealMap, "abs", "The absolute value.", primitives.absolute)
conj: NumberMap = function(
    NumberMap, "conj", "The complex conjugates; real numbers are unchanged.", _conj
)


def joined(real_parts: Any, imaginary_parts: Any) -> Any:
    """The complex numbers with these parts."""
    return elementwise("complex", real_parts, imaginary_parts)


def scaled(x: Any, factor: float) -> Any:
    """``x * factor``. A part that is infinite does not make the other part NaN."""
    return by_parts(lambda part: part * factor)(x)


def by_parts(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function of real numbers, applied to both parts of complex numbers."""

    def call(x: Any) -> Any:
        return (
            joined(function(real_part(x)), function(imaginary_part(x)))
            if is_complex(x)
            else function(x)
        )

    return call


def sign(x: Any) -> Any:
    """``x / abs(x)``, and 0 for 0."""
    size = primitives.absolute(x)
    is_zero = size == 0
    divisor = select(is_zero, 1, size)
    found = joined(real_part(x) / divisor, imaginary_part(x) / divisor)
    return select(is_zero, 0, found)


def squared_size(x: Any) -> Any:
    """The square of the absolute value, a real number."""
    parts = (real_part(x), imaginary_part(x)) if is_complex(x) else (x,)
    first, *rest = (elementwise("square", part) for part in parts)
    return first + rest[0] if rest else first


def asinh(x: Any) -> Any:
    """``-i asin(i x)``."""
    found = elementwise("asin", joined(-imaginary_part(x), real_part(x)))
    return joined(imaginary_part(found), -real_part(found))


def acosh(x: Any) -> Any:
    """Of ``i acos(x)`` and ``-i acos(x)``, the one with a positive real part."""
    found = elementwise("acos", x)
    first, second = real_part(found), imaginary_part(found)
    is_below = has_sign_bit(imaginary_part(x))
    return joined(select(is_below, second, -second), select(is_below, -first, first))


def atanh(x: Any) -> Any:
    """``-i atan(i x)``."""
    found = elementwise("atan", joined(-imaginary_part(x), real_part(x)))
    return joined(imaginary_part(found), -real_part(found))


def has_sign_bit(x: Any) -> Any:
    """Whether the sign bit of each float is set: -0 and NaN have a sign, too."""
    return wrap(emit(BitCast, x.value, _SAME_BITS[x.type.element])) < 0
