"""Evaluation of element-wise instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from dlvm.interpreter.numbers import Array, choose, converted, widened
from dlvm.interpreter.rules import EVALUATE, Frame, Rule, rule
from dlvm.interpreter.special_functions import digamma, erf, erfc, lgamma
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import tensor_type

Function = Callable[..., Any]


def _rsqrt(x: Array) -> Any:
    return 1 / np.sqrt(x)


def _reciprocal(x: Array) -> Any:
    return 1 / x


def _round(x: Array) -> Any:
    whole = np.trunc(x)
    away = choose(np.abs(x - whole) >= 0.5, np.copysign(x.dtype.type(1), x), x.dtype.type(0))
    return np.copysign(whole + away, x)


def _truncate_divide(x: Array, y: Array) -> Any:
    if x.dtype.kind == "f":
        return np.trunc(x / y)
    return np.floor_divide(x - np.fmod(x, y), y)


def _power(x: Array, y: Array) -> Any:
    if x.dtype.kind == "c":
        return _complex_power(x, y)
    if x.dtype.kind == "f":
        # For this exponent NumPy may use the square root, which is NaN for -inf and -0 for -0.
        return np.power(choose((y == 0.5) & ((x == 0) | np.isinf(x)), np.abs(x), x), y)
    if x.dtype.kind == "u":
        return np.power(x, y)
    zero, one = x.dtype.type(0), x.dtype.type(1)
    alternating = choose(y & one, -one, one)
    inverse = choose(x == one, one, choose(x == -one, alternating, zero))
    return choose(y < 0, inverse, np.power(x, np.maximum(y, zero)))


def _complex_power(x: Array, y: Array) -> Any:
    """The power by ``exp(y log(x))``; 0 to the power of a number with a positive real part is 0,
    and 0 to the power of 0 is 1."""
    of_zero = choose(y == 0, x.dtype.type(1), choose(np.real(y) > 0, x.dtype.type(0), np.nan))
    return choose(x == 0, of_zero.astype(x.dtype), np.power(x, y))


def _complex(real: Array, imaginary: Array) -> Any:
    real, imaginary = np.broadcast_arrays(real, imaginary)
    result = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    result.real, result.imag = real, imaginary
    return result


def _shift_left(x: Array, y: Array) -> Any:
    fits = (y >= 0) & (y < 8 * x.dtype.itemsize)
    return choose(fits, np.left_shift(x, choose(fits, y, 0).astype(x.dtype)), x.dtype.type(0))


def _shift_right(x: Array, y: Array) -> Any:
    fits = (y >= 0) & (y < 8 * x.dtype.itemsize)
    shifted = np.right_shift(x, choose(fits, y, 0).astype(x.dtype))
    return choose(fits, shifted, choose(x < 0, ~x.dtype.type(0), x.dtype.type(0)))


FUNCTIONS: Final[dict[type[Instruction], Function]] = {
    op.Negate: np.negative,
    op.Sign: np.sign,
    op.Abs: np.abs,
    op.Square: np.square,
    op.Sqrt: np.sqrt,
    op.Rsqrt: _rsqrt,
    op.Exp: np.exp,
    op.Expm1: np.expm1,
    op.Log: np.log,
    op.Log1p: np.log1p,
    op.Sin: np.sin,
    op.Cos: np.cos,
    op.Tan: np.tan,
    op.Asin: np.arcsin,
    op.Acos: np.arccos,
    op.Atan: np.arctan,
    op.Sinh: np.sinh,
    op.Cosh: np.cosh,
    op.Tanh: np.tanh,
    op.Erf: erf,
    op.Erfc: erfc,
    op.Lgamma: lgamma,
    op.Digamma: digamma,
    op.Floor: np.floor,
    op.Ceil: np.ceil,
    op.Round: _round,
    op.Rint: np.rint,
    op.Reciprocal: _reciprocal,
    op.IsNaN: np.isnan,
    op.IsInf: np.isinf,
    op.Not: np.invert,
    op.Add: np.add,
    op.Subtract: np.subtract,
    op.Multiply: np.multiply,
    op.Divide: np.divide,
    op.TruncateDivide: _truncate_divide,
    op.FloorDivide: np.floor_divide,
    op.Modulo: np.mod,
    op.Power: _power,
    op.Atan2: np.arctan2,
    op.Min: np.minimum,
    op.Max: np.maximum,
    op.And: np.bitwise_and,
    op.Or: np.bitwise_or,
    op.Xor: np.bitwise_xor,
    op.ShiftLeft: _shift_left,
    op.ShiftRight: _shift_right,
    op.LessThan: np.less,
    op.LessThanOrEqual: np.less_equal,
    op.GreaterThan: np.greater,
    op.GreaterThanOrEqual: np.greater_equal,
    op.Equal: np.equal,
    op.NotEqual: np.not_equal,
    op.Complex: _complex,
    op.Real: np.real,
    op.Imag: np.imag,
    op.Conjugate: np.conjugate,
}
"""For each instruction, its function on arrays. Operands of types f16 and bf16 are first converted
to f32."""


def _elementwise(function: Function) -> Rule:
    def evaluate(_: Frame, instruction: op.Elementwise, *operands: Array) -> Array:
        element = tensor_type(instruction.operands[0]).element
        result = function(*(widened(x, element) for x in operands))
        return converted(result, tensor_type(instruction).element)

    return evaluate


EVALUATE.update({cls: _elementwise(function) for cls, function in FUNCTIONS.items()})


@rule(op.Select)
def _select(_: Frame, __: op.Select, on_true: Array, on_false: Array, flags: Array) -> Array:
    return choose(flags, on_true, on_false)


@rule(op.DataTypeCast)
def _cast(_: Frame, cast: op.DataTypeCast, x: Array) -> Array:
    return converted(x, cast.element)
