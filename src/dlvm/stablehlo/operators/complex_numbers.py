"""Complex numbers: their parts, and the functions that the language has for real numbers only."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import error
from dlvm.ir.types import ElementType
from dlvm.stablehlo.operators.table import (
    POINTWISE,
    OperationContext,
    cast_to,
    chosen,
    constant,
    lowered,
    operator,
)


def parts(x: Any) -> tuple[Any, Any]:
    """The real and the imaginary parts; the imaginary part of a real number is 0."""
    if x.type.element.is_complex:
        return lowered("real", x), lowered("imag", x)
    zero = constant(0, x.type.element)
    return x, chosen(zero, zero, lowered("equal", x, x))


def paired(real: Any, imag: Any) -> Any:
    """The complex numbers with these parts."""
    return lowered("complex", real, imag)


def conjugate(x: Any) -> Any:
    return lowered("conjugate", x) if x.type.element.is_complex else x


def turned(x: Any) -> Any:
    """The product with the imaginary unit."""
    real, imag = parts(x)
    return paired(lowered("negate", imag), real)


def _turned_back(x: Any) -> Any:
    real, imag = parts(x)
    return paired(imag, lowered("negate", real))


def is_finite(x: Any) -> Any:
    real, imag = parts(x)
    size = lowered("max", lowered("abs", real), lowered("abs", imag))
    return lowered("lessThan", size, constant(float("inf"), size.type.element))


def complex_power(x: Any, y: Any) -> Any:
    """``x ** y``, in which ``0 ** y`` is 1 if ``y`` is 0, and 0 otherwise."""
    zero, one = constant(0, x.type.element), constant(1, x.type.element)
    found = lowered("exp", lowered("multiply", y, lowered("log", x)))
    at_zero = chosen(one, zero, lowered("equal", y, zero))
    return chosen(at_zero, found, lowered("equal", x, zero))


def complex_cbrt(x: Any) -> Any:
    return complex_power(x, constant(1 / 3, x.type.element))


def complex_atan2(y: Any, x: Any) -> Any:
    """``-i log((x + i y) / sqrt(x * x + y * y))``"""
    squares = lowered("add", lowered("multiply", x, x), lowered("multiply", y, y))
    unit = lowered("divide", lowered("add", x, turned(y)), lowered("sqrt", squares))
    return _turned_back(lowered("log", unit))


@operator("stablehlo.complex", "chlo.broadcast_complex", kind=POINTWISE)
def complex_(call: OperationContext, real: Any, imag: Any) -> Any:
    return paired(real, imag)


@operator("stablehlo.real", kind=POINTWISE)
def real_(call: OperationContext, x: Any) -> Any:
    return parts(x)[0]


@operator("stablehlo.imag", kind=POINTWISE)
def imag_(call: OperationContext, x: Any) -> Any:
    return parts(x)[1]


@operator("chlo.conj", kind=POINTWISE)
def conj(call: OperationContext, x: Any) -> Any:
    return conjugate(x)


def converted(x: Any, element: ElementType) -> Any:
    """The elements, converted to another type. A complex number is converted to a real type by
    taking its real part."""
    if x.type.element.is_complex and not element.is_complex:
        x = lowered("real", x)
    return cast_to(x, element)


def require_complex(what: str, x: Any) -> None:
    if not x.type.element.is_complex:
        raise error(f"{what} must be complex numbers, got element type {x.type.element}")
