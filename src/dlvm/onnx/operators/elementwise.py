"""Element-wise operators: arithmetic, comparisons, activations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

import numpy as np

from dlvm.ir.instructions import TruncateDivide
from dlvm.ir.types import ElementType
from dlvm.nnkit.tracing.sizes import is_equal
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift_all, wrap
from dlvm.onnx.operators.table import Known, axis_of, operator
from dlvm.onnx.operators.vocabulary import nn, nnkit


def element(x: Any) -> ElementType:
    """The element type of a staged tensor."""
    return x.type.element


def is_float(x: Any) -> bool:
    """Whether a staged tensor has floating-point elements."""
    return element(x).is_float


def in_f32(function: Callable[..., Any]) -> Callable[..., Any]:
    """Evaluates a function in f32 for narrower floats, and rounds once."""

    def call(x: Any, *others: Any, **options: Any) -> Any:
        narrow = element(x)
        if not is_float(x) or narrow.bytes >= 4:
            return function(x, *others, **options)
        return nnkit.astype(function(nnkit.astype(x, nnkit.f32), *others, **options), narrow)

    return call


UNARY: Final[Mapping[str, Callable[[Any], Any]]] = {
    "Abs": nnkit.abs,
    "Acos": nnkit.acos,
    "Acosh": nnkit.acosh,
    "Asin": nnkit.asin,
    "Asinh": nnkit.asinh,
    "Atan": nnkit.atan,
    "Atanh": nnkit.atanh,
    "BitwiseNot": nnkit.bitwise_invert,
    "Ceil": nnkit.ceil,
    "Cos": nnkit.cos,
    "Cosh": nnkit.cosh,
    "Erf": nnkit.erf,
    "Exp": nnkit.exp,
    "Floor": nnkit.floor,
    "IsNaN": nnkit.isnan,
    "Log": nnkit.log,
    "Neg": nnkit.negative,
    "Not": nnkit.logical_not,
    "Reciprocal": nnkit.reciprocal,
    "Round": nnkit.round,
    "Sigmoid": nn.sigmoid,
    "Sign": nnkit.sign,
    "Sin": nnkit.sin,
    "Sinh": nnkit.sinh,
    "Softplus": nn.softplus,
    "Sqrt": nnkit.sqrt,
    "Tan": nnkit.tan,
    "Tanh": nnkit.tanh,
}
"""Unary operators that NNKit implements."""

BINARY: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "Add": nnkit.add,
    "And": nnkit.logical_and,
    "BitwiseAnd": nnkit.bitwise_and,
    "BitwiseOr": nnkit.bitwise_or,
    "BitwiseXor": nnkit.bitwise_xor,
    "Equal": nnkit.equal,
    "Greater": nnkit.greater,
    "GreaterOrEqual": nnkit.greater_equal,
    "Less": nnkit.less,
    "LessOrEqual": nnkit.less_equal,
    "Mul": nnkit.multiply,
    "Or": nnkit.logical_or,
    "Sub": nnkit.subtract,
    "Xor": nnkit.logical_xor,
}
"""Binary operators that NNKit implements."""


def _enter_unary(name: str, function: Callable[[Any], Any]) -> None:
    @operator(name)
    def call(x: Any) -> Any:
        return function(x)


def _enter_binary(name: str, function: Callable[[Any, Any], Any]) -> None:
    @operator(name, since=7)
    def call(a: Any, b: Any) -> Any:
        return function(a, b)

    @operator(name)
    def call_with_axis(a: Any, b: Any, *, axis: int | None = None, broadcast: int = 0) -> Any:
        return function(a, aligned(a, b, axis) if broadcast else b)


def aligned(a: Any, b: Any, axis: int | None) -> Any:
    """Broadcasts the second operand as operator sets before 7 do: its first dimension is aligned
    with an axis of the first operand.
    """
    if axis is None:
        return b
    missing = len(a.shape) - axis - len(b.shape)
    return nnkit.reshape(b, (*b.shape, *[1] * missing))


for _name, _unary in UNARY.items():
    _enter_unary(_name, _unary)
for _name, _binary in BINARY.items():
    _enter_binary(_name, _binary)


def divide(a: Any, b: Any) -> Any:
    """The quotient; that of integers is truncated toward zero."""
    if is_float(a):
        return nnkit.divide(a, b)
    return wrap(emit(TruncateDivide, *lift_all("Div", a, b)))


_enter_binary("Div", divide)


@operator("Mod")
def mod(a: Any, b: Any, *, fmod: int = 0) -> Any:
    """The remainder with the sign of the divisor, or, with ``fmod``, of the dividend."""
    if not fmod:
        return nnkit.remainder(a, b)
    if is_float(a):
        return truncated_remainder(a, b)
    return a - divide(a, b) * b


def truncated_remainder(a: Any, b: Any) -> Any:
    """C's ``fmod``: exact, with the sign of the dividend."""
    rest = nnkit.remainder(nnkit.abs(a), nnkit.abs(b))
    return nnkit.copysign(rest, a)


@operator("Pow", since=7)
def pow_(a: Any, b: Any) -> Any:
    """The power, in the element type of the base."""
    kind = element(a)
    if element(b) is kind:
        return nnkit.pow(a, b)
    wide = nnkit.f64 if kind.bytes == 8 or not is_float(a) else nnkit.f32
    return nnkit.astype(nnkit.pow(nnkit.astype(a, wide), nnkit.astype(b, wide)), kind)


@operator("Pow")
def pow_with_axis(a: Any, b: Any, *, axis: int | None = None, broadcast: int = 0) -> Any:
    return pow_(a, aligned(a, b, axis) if broadcast else b)


@operator("BitShift")
def bit_shift(a: Any, b: Any, *, direction: str) -> Any:
    shift = nnkit.bitwise_left_shift if direction == "LEFT" else nnkit.bitwise_right_shift
    return shift(a, b)


def _fold(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def call(*tensors: Any) -> Any:
        return reduce(function, tensors)

    return call


for _name, _function in {
    "Max": nnkit.maximum,
    "Min": nnkit.minimum,
    "Sum": nnkit.add,
}.items():
    operator(_name)(_fold(_function))


@operator("Mean")
def mean(*tensors: Any) -> Any:
    return reduce(nnkit.add, tensors) / len(tensors)


@operator("Where")
def where(condition: Any, x: Any, y: Any) -> Any:
    return nnkit.where(condition, x, y)


@operator("Clip", since=1)
def clip(x: Any, min: Any = None, max: Any = None) -> Any:
    for bound, limit in ((min, nnkit.maximum), (max, nnkit.minimum)):
        if bound is not None:
            x = limit(x, nnkit.astype(bound, element(x)))
    return x


@operator("IsInf")
def is_inf(x: Any, *, detect_negative: int = 1, detect_positive: int = 1) -> Any:
    found = nnkit.isinf(x)
    if not detect_negative:
        found = nnkit.logical_and(found, x > 0)
    if not detect_positive:
        found = nnkit.logical_and(found, x < 0)
    return found


@operator("Identity")
def identity(x: Any) -> Any:
    return x


# Activations


@operator("Relu")
def relu(x: Any) -> Any:
    return nnkit.maximum(x, 0)


@operator("LeakyRelu")
def leaky_relu(x: Any, *, alpha: float = 0.01) -> Any:
    return nnkit.where(x < 0, x * alpha, x)


@operator("PRelu")
def prelu(x: Any, slope: Any) -> Any:
    # Before version 7 a slope of rank 1 had one element for each channel.
    is_for_channels = len(slope.shape) == 1 and len(x.shape) > 2
    if is_for_channels and slope.shape[0] not in (1, x.shape[-1]):
        slope = nnkit.reshape(slope, (*slope.shape, *[1] * (len(x.shape) - 2)))
    return nnkit.where(x < 0, x * slope, x)


@operator("Elu")
def elu(x: Any, *, alpha: float = 1.0) -> Any:
    return nnkit.where(x < 0, alpha * nnkit.expm1(nnkit.minimum(x, 0)), x)


@operator("Celu")
def celu(x: Any, *, alpha: float = 1.0) -> Any:
    return nnkit.maximum(x, 0) + nnkit.minimum(alpha * nnkit.expm1(x / alpha), 0)


@operator("Selu")
def selu(x: Any, *, alpha: float = 1.6732632423543772, gamma: float = 1.0507009873554805) -> Any:
    return gamma * nnkit.where(x <= 0, alpha * nnkit.expm1(nnkit.minimum(x, 0)), x)


@operator("Gelu")
def gelu(x: Any, *, approximate: str = "none") -> Any:
    return in_f32(nn.gelu)(x, approximate == "tanh")


@operator("HardSigmoid")
def hard_sigmoid(x: Any, *, alpha: float = 0.2, beta: float = 0.5) -> Any:
    return nnkit.clip(alpha * x + beta, 0, 1)


@operator("HardSwish")
def hard_swish(x: Any) -> Any:
    return x * nnkit.clip(x / 6 + 0.5, 0, 1)


@operator("Mish")
def mish(x: Any) -> Any:
    return x * nnkit.tanh(nn.softplus(x))


@operator("Swish")
def swish(x: Any, *, alpha: float = 1.0) -> Any:
    return x * nn.sigmoid(alpha * x)


@operator("Softsign")
def softsign(x: Any) -> Any:
    return x / (1 + nnkit.abs(x))


@operator("ThresholdedRelu")
def thresholded_relu(x: Any, *, alpha: float = 1.0) -> Any:
    return nnkit.where(x > alpha, x, nnkit.zeros_like(x))


@operator("Shrink")
def shrink(x: Any, *, bias: float = 0.0, lambd: float = 0.5) -> Any:
    zero = nnkit.zeros_like(x)
    kept = nnkit.astype(x, nnkit.f64) if not is_float(x) else x
    moved = nnkit.where(
        kept < -lambd, kept + bias, nnkit.where(kept > lambd, kept - bias, 0 * kept)
    )
    return nnkit.astype(moved, element(zero))


@operator("Affine")
def affine(x: Any, *, alpha: float = 1.0, beta: float = 0.0) -> Any:
    return alpha * x + beta


@operator("ScaledTanh")
def scaled_tanh(x: Any, *, alpha: float = 1.0, beta: float = 1.0) -> Any:
    return alpha * nnkit.tanh(beta * x)


@operator("Dropout", random=True)
def dropout(
    x: Any,
    ratio: Known | None = None,
    training_mode: Known | None = None,
    *,
    outputs: int,
    is_test: int = 1,
    seed: int | None = None,
) -> Any:
    rate = 0.5 if ratio is None else float(ratio)
    training = training_mode is not None and bool(training_mode)
    if training and rate:
        key = None if seed is None else nnkit.random.key(seed)
        keep = nnkit.random.uniform(tuple(x.shape), key=key) >= rate
        kept = nnkit.where(keep, x / (1 - rate), nnkit.zeros_like(x))
        return kept if outputs == 1 else (kept, keep)
    return x if outputs == 1 else (x, nnkit.full(x.shape, True, dtype=np.bool_))


def _hardmax(x: Any, axis: int) -> Any:
    first = nnkit.expand_dims(nnkit.argmax(x, axis=axis), axis)
    shape = [1] * len(x.shape)
    shape[axis] = x.shape[axis]
    places = nnkit.reshape(nnkit.arange(x.shape[axis], dtype=nnkit.i64), tuple(shape))
    return nnkit.astype(nnkit.equal(places, first), element(x))


def _softmax_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """From version 13 on: applies along one axis, which may be empty."""

    def call(x: Any, *, axis: int = -1) -> Any:
        axis = axis_of(axis, len(x.shape))
        return x if is_equal(x.shape[axis], 0) else in_f32(function)(x, axis)

    return call


def _of_rows(function: Callable[..., Any]) -> Callable[..., Any]:
    """Before version 13: applies to all dimensions from an axis on, flattened."""

    def call(x: Any, *, axis: int = 1) -> Any:
        axis = axis_of(axis, len(x.shape))
        rows = nnkit.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))
        return nnkit.reshape(function(rows, axis=1), x.shape)

    return call


for _name, _function in {
    "Softmax": _softmax_of(nn.softmax),
    "LogSoftmax": _softmax_of(nn.log_softmax),
    "Hardmax": _softmax_of(_hardmax),
}.items():
    operator(_name, since=13)(_function)
    operator(_name)(_of_rows(_function))
