"""Element-wise operators: arithmetic, comparisons, activations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.instructions import TruncateDivide
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift_all, wrap
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import cast, in_f32, is_float, is_tensor, nn, nnkit

Unary = Callable[[Any], Any]
Binary = Callable[[Any, Any], Any]


def _sign(x: Any) -> Any:
    # The sign of NaN is NaN in NumPy, and 0 in PyTorch.
    return nnkit.astype(x > 0, x.type.element) - nnkit.astype(x < 0, x.type.element)


UNARY: Final[Mapping[str, Unary]] = {
    "abs": nnkit.abs,
    "acos": nnkit.acos,
    "acosh": nnkit.acosh,
    "alias": lambda x: x,
    "asin": nnkit.asin,
    "asinh": nnkit.asinh,
    "atan": nnkit.atan,
    "atanh": nnkit.atanh,
    "ceil": nnkit.ceil,
    "clone": lambda x: x,
    "cos": nnkit.cos,
    "cosh": nnkit.cosh,
    "detach": lambda x: x,
    "digamma": nnkit.digamma,
    "erf": nnkit.erf,
    "erfc": nnkit.erfc,
    "exp": nnkit.exp,
    "exp2": lambda x: nnkit.exp(x * math.log(2)),
    "expm1": nnkit.expm1,
    "floor": nnkit.floor,
    "lgamma": nnkit.lgamma,
    "lift_fresh_copy": lambda x: x,
    "log": nnkit.log,
    "log10": nnkit.log10,
    "log1p": nnkit.log1p,
    "log2": nnkit.log2,
    "neg": nnkit.negative,
    "reciprocal": nnkit.reciprocal,
    "relu": lambda x: nnkit.maximum(x, 0),
    "round": nnkit.round,
    "rsqrt": nnkit.rsqrt,
    "sigmoid": in_f32(nn.sigmoid),
    "sign": _sign,
    "silu": in_f32(nn.silu),
    "sin": nnkit.sin,
    "sinh": nnkit.sinh,
    "sqrt": nnkit.sqrt,
    "square": nnkit.square,
    "tan": nnkit.tan,
    "tanh": nnkit.tanh,
    "trunc": nnkit.trunc,
}
"""Unary operators, on tensors of the result's element type."""

FLAGS: Final[Mapping[str, Unary]] = {
    "isfinite": nnkit.isfinite,
    "isinf": nnkit.isinf,
    "isnan": nnkit.isnan,
    "logical_not": nnkit.logical_not,
}
"""Unary operators whose results are bools."""

ARITHMETIC: Final[Mapping[str, Binary]] = {
    "atan2": nnkit.atan2,
    "bitwise_and": nnkit.bitwise_and,
    "bitwise_or": nnkit.bitwise_or,
    "bitwise_xor": nnkit.bitwise_xor,
    "copysign": nnkit.copysign,
    "hypot": nnkit.hypot,
    "maximum": nnkit.maximum,
    "minimum": nnkit.minimum,
    "remainder": nnkit.remainder,
}
"""Binary operators, on operands of the result's element type."""

COMPARISONS: Final[Mapping[str, Binary]] = {
    "eq": nnkit.equal,
    "ge": nnkit.greater_equal,
    "gt": nnkit.greater,
    "le": nnkit.less_equal,
    "lt": nnkit.less,
    "ne": nnkit.not_equal,
}
LOGIC: Final[Mapping[str, Binary]] = {
    "logical_and": nnkit.logical_and,
    "logical_or": nnkit.logical_or,
    "logical_xor": nnkit.logical_xor,
}
OVERLOADS: Final = ("default", "Tensor", "Scalar", "Scalar_Tensor", "Tensor_Tensor")


def flags(x: Any) -> Any:
    """The elements as bools."""
    return x if not is_tensor(x) or x.type.element.numpy == np.bool_ else nnkit.not_equal(x, 0)


def operand(x: Any, dtype: Any) -> Any:
    """A tensor or number as an operand of an element type."""
    if is_tensor(x):
        return cast(x, dtype)
    kind = np.dtype(dtype).kind
    if isinstance(x, bool) and kind != "b":
        return int(x)
    if isinstance(x, float) and kind in "iu":
        return int(x)
    return bool(x) if isinstance(x, int) and kind == "b" else x


def tensor_of(x: Any, dtype: Any) -> Any:
    """A tensor or number as a tensor of an element type."""
    value = operand(x, dtype)
    return value if is_tensor(value) else nnkit.full((), value, dtype=dtype)


def common_type(a: Any, b: Any) -> Any:
    """The element type in which PyTorch compares two operands."""
    kinds = "biuf"

    def kind(x: Any) -> int:
        if is_tensor(x):
            found = x.type.element
            return 3 if found.is_float else kinds.index(found.numpy.kind)
        return 3 if isinstance(x, float) else 0 if isinstance(x, bool) else 1

    typed = [x for x in (a, b) if is_tensor(x)]
    top = max(kind(a), kind(b))
    # Tensors of rank 0 and numbers matter only if they are of a higher kind.
    for ranked in ([x for x in typed if len(x.shape)], typed):
        same = [x.type.element.numpy for x in ranked if (kind(x) == 3) == (top == 3)]
        if same and (top or all(d.kind == "b" for d in same)):
            chosen = [d for d in same if d.kind != "b"] or same
            return chosen[0] if len(set(chosen)) == 1 else np.result_type(*chosen)
    return np.dtype(np.float32 if top == 3 else np.int64)


def _enter_unary(name: str, function: Unary) -> None:
    @operator(name)
    def call(self: Any, *, result: Any) -> Any:
        return function(cast(self, result))


def _enter_flags(name: str, function: Unary) -> None:
    @operator(name)
    def call(self: Any) -> Any:
        if name == "logical_not":
            return function(flags(self))
        if not is_float(self):
            return nnkit.full(self.shape, name == "isfinite", dtype=np.bool_)
        return function(self)


def _enter_arithmetic(name: str, function: Binary) -> None:
    @operator(*(f"{name}.{o}" for o in OVERLOADS))
    def call(self: Any, other: Any, *, result: Any) -> Any:
        return function(tensor_of(self, result), tensor_of(other, result))


def _enter_comparison(name: str, function: Binary) -> None:
    @operator(*(f"{name}.{o}" for o in OVERLOADS))
    def call(self: Any, other: Any) -> Any:
        dtype = common_type(self, other)
        return function(tensor_of(self, dtype), tensor_of(other, dtype))


def _enter_logic(name: str, function: Binary) -> None:
    @operator(name)
    def call(self: Any, other: Any) -> Any:
        return function(flags(self), flags(other))


for _table, _enter in (
    (UNARY, _enter_unary),
    (FLAGS, _enter_flags),
    (ARITHMETIC, _enter_arithmetic),
    (COMPARISONS, _enter_comparison),
    (LOGIC, _enter_logic),
):
    for _name, _function in _table.items():
        _enter(_name, _function)  # type: ignore[arg-type]


@operator("bitwise_not")
def bitwise_not(self: Any) -> Any:
    if self.type.element.numpy == np.bool_:
        return nnkit.logical_not(self)
    return nnkit.bitwise_invert(self)


@operator("add.Tensor", "add.Scalar")
def add(self: Any, other: Any, alpha: Any = 1, *, result: Any) -> Any:
    a, b = operand(self, result), operand(other, result)
    if np.dtype(result) == np.bool_:
        return nnkit.logical_or(a, b)
    return nnkit.add(a, b if alpha == 1 else nnkit.multiply(b, operand(alpha, result)))


@operator("sub.Tensor", "sub.Scalar")
def sub(self: Any, other: Any, alpha: Any = 1, *, result: Any) -> Any:
    a, b = operand(self, result), operand(other, result)
    return nnkit.subtract(a, b if alpha == 1 else nnkit.multiply(b, operand(alpha, result)))


@operator("rsub.Tensor", "rsub.Scalar")
def rsub(self: Any, other: Any, alpha: Any = 1, *, result: Any) -> Any:
    return sub(tensor_of(other, result), self, alpha, result=result)


@operator("mul.Tensor", "mul.Scalar")
def mul(self: Any, other: Any, *, result: Any) -> Any:
    a, b = operand(self, result), operand(other, result)
    return nnkit.logical_and(a, b) if np.dtype(result) == np.bool_ else nnkit.multiply(a, b)


@operator("div.Tensor", "div.Scalar")
def div(self: Any, other: Any, *, result: Any) -> Any:
    return nnkit.divide(operand(self, result), operand(other, result))


@operator("div.Tensor_mode", "div.Scalar_mode")
def div_mode(self: Any, other: Any, *, rounding_mode: str | None, result: Any) -> Any:
    a, b = tensor_of(self, result), tensor_of(other, result)
    if rounding_mode is None:
        return nnkit.divide(a, b)
    if rounding_mode == "floor":
        return nnkit.floor_divide(a, b)
    if is_float(a):
        return nnkit.trunc(nnkit.divide(a, b))
    return wrap(emit(TruncateDivide, *lift_all("div", a, b)))


@operator("floor_divide", "floor_divide.Scalar")
def floor_divide(self: Any, other: Any, *, result: Any) -> Any:
    return nnkit.floor_divide(tensor_of(self, result), tensor_of(other, result))


@operator("fmod.Tensor", "fmod.Scalar")
def fmod(self: Any, other: Any, *, result: Any) -> Any:
    a, b = tensor_of(self, result), tensor_of(other, result)
    if not is_float(a):
        return a - div_mode(a, b, rounding_mode="trunc", result=result) * b
    return nnkit.copysign(nnkit.remainder(nnkit.abs(a), nnkit.abs(b)), a)


@operator("pow.Tensor_Tensor", "pow.Tensor_Scalar", "pow.Scalar")
def pow_(self: Any, exponent: Any, *, result: Any) -> Any:
    if not is_tensor(exponent) and exponent == 2:
        x = cast(self, result)
        return x * x
    return nnkit.pow(tensor_of(self, result), operand(exponent, result))


@operator("bitwise_left_shift.Tensor", "bitwise_left_shift.Tensor_Scalar")
def left_shift(self: Any, other: Any, *, result: Any) -> Any:
    return nnkit.bitwise_left_shift(tensor_of(self, result), tensor_of(other, result))


@operator("bitwise_right_shift.Tensor", "bitwise_right_shift.Tensor_Scalar")
def right_shift(self: Any, other: Any, *, result: Any) -> Any:
    return nnkit.bitwise_right_shift(tensor_of(self, result), tensor_of(other, result))


@operator("where.self", "where.ScalarSelf", "where.ScalarOther", "where.Scalar")
def where(condition: Any, self: Any, other: Any, *, result: Any) -> Any:
    return nnkit.where(flags(condition), tensor_of(self, result), tensor_of(other, result))


@operator("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(self: Any, mask: Any, value: Any, *, result: Any) -> Any:
    return nnkit.where(mask, tensor_of(value, result), self)


@operator("clamp", "clamp.Tensor", "hardtanh")
def clamp(self: Any, min: Any = None, max: Any = None, *, result: Any) -> Any:
    x = cast(self, result)
    if min is not None:
        x = nnkit.maximum(x, operand(min, result))
    return x if max is None else nnkit.minimum(x, operand(max, result))


@operator("clamp_min", "clamp_min.Tensor")
def clamp_min(self: Any, min: Any, *, result: Any) -> Any:
    return clamp(self, min, result=result)


@operator("clamp_max", "clamp_max.Tensor")
def clamp_max(self: Any, max: Any, *, result: Any) -> Any:
    return clamp(self, None, max, result=result)


@operator("_to_copy", "to.dtype")
def to_copy(self: Any, dtype: Any = None, *, result: Any) -> Any:
    return flags(self) if np.dtype(result) == np.bool_ else cast(self, result)


@operator("copy")
def copy(self: Any, src: Any, *, result: Any) -> Any:
    return nnkit.broadcast_to(to_copy(src, result=result), self.shape)


@operator("gelu")
def gelu(self: Any, approximate: str = "none") -> Any:
    return in_f32(nn.gelu)(self, approximate == "tanh")


@operator("leaky_relu")
def leaky_relu(self: Any, negative_slope: float = 0.01) -> Any:
    return nnkit.where(self > 0, self, self * negative_slope)


@operator("elu")
def elu(self: Any, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Any:
    negative = alpha * nnkit.expm1(nnkit.minimum(self, 0) * input_scale)
    return scale * nnkit.where(self > 0, self, negative)


@operator("threshold_backward")
def threshold_backward(grad_output: Any, self: Any, threshold: float) -> Any:
    return nnkit.where(self <= threshold, nnkit.zeros_like(grad_output), grad_output)


@operator("hardsigmoid")
def hardsigmoid(self: Any) -> Any:
    return nnkit.clip(self / 6 + 0.5, 0, 1)


@operator("hardswish")
def hardswish(self: Any) -> Any:
    return self * nnkit.clip(self / 6 + 0.5, 0, 1)


@operator("logit")
def logit(self: Any, eps: float | None = None) -> Any:
    if eps is not None:
        raise error("logit: eps is not supported")
    return nnkit.log(self / (1 - self))
