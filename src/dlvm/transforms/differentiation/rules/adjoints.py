"""The adjoint of each instruction.

A row of :data:`ADJOINT` propagates the gradient of an instruction's result to its operands. Most
rows have one partial for each operand: a function that maps the result's gradient ``g``, the result
``y`` and the operands to the operand's gradient. It is None for an operand that has no gradient.
The driver reduces the gradients of broadcast operands, adds up the gradients of all uses, and skips
gradients that are not requested.

The gradient of a real result with respect to a complex number ``a + b i`` is its derivative with
respect to ``a``, less ``i`` times that with respect to ``b``, as in JAX. Rows of holomorphic
functions are therefore those of real functions, and products are not conjugated.
"""

from __future__ import annotations

import math
from typing import Final

from dlvm.ir import Instruction, Literal
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait, instructions_with
from dlvm.transforms.differentiation.rules import (
    contraction,
    gather_scatter,
    reductions,
    scans,
    shapes,
    windows,
)
from dlvm.transforms.differentiation.rules.coordinates import in_shape_of
from dlvm.transforms.differentiation.rules.rule_types import (
    Flow,
    Rule,
    binary,
    each,
    no_derivative,
    unary,
)
from dlvm.transforms.differentiation.rules.special_functions import trigamma
from dlvm.transforms.differentiation.rules.value_builder import (
    TensorValue,
    complex_number,
    conjugate,
    cos,
    cosh,
    digamma,
    exp,
    floor,
    imag,
    log,
    real,
    rsqrt,
    sign,
    sin,
    sinh,
    square,
)


def _power_base(g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue) -> TensorValue:
    slope = b * a ** (b - 1)
    if isinstance(b.value, Literal) and b.value.splat not in (None, 0):
        return g * slope
    return g * b.equals(0).select(0, slope)  # 0 * 0 ** -1 would be NaN.


def _power_exponent(g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue) -> TensorValue:
    is_zero = a.equals(0)
    if b.type.element.is_complex:
        return g * is_zero.select(0, y * log(is_zero.select(1, a)))
    of_zero = (b < 0).select(-math.inf, b.constant(0))
    return g * is_zero.select(of_zero, y * log(is_zero.select(1, a)))


def _absolute(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    if not x.type.element.is_complex:
        return g * sign(x)
    scale = g / y.equals(0).select(1, y)
    return complex_number(scale * real(x), -(scale * imag(x)))


def _cast(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    is_real = y.type.element.is_complex and not x.type.element.is_complex
    return (real(g) if is_real else g).cast(x.type.element)


def _squared_radius(a: TensorValue, b: TensorValue) -> TensorValue:
    """Returns the denominator of the gradients of an angle. At the origin, where the gradients are
    0, returns an arbitrary nonzero number."""
    total = square(a) + square(b)
    return total.equals(0).select(1, total)


def _greater_side(g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue) -> TensorValue:
    return (a > b).select(g, a.equals(b).select(0.5 * g, 0))  # A tie is split equally.


def _smaller_side(g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue) -> TensorValue:
    return (a < b).select(g, a.equals(b).select(0.5 * g, 0))


def _where_true(
    g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue, flags: TensorValue
) -> TensorValue:
    return flags.select(g, 0)


def _where_false(
    g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue, flags: TensorValue
) -> TensorValue:
    return flags.select(0, g)


def _extract(flow: Flow, extract: op.Extract) -> None:
    outer, inner = shapes.split_path(extract.source.type, extract.path)
    for path, g in flow.gradients(extract).items():
        if inner:
            whole = flow.term(extract.source)
            whole = whole.wrap(op.Extract(outer, whole.value)) if outer else whole
            g = shapes.embed(g, whole, inner)
        flow.add(extract.source, (*outer, *path), g)


def _insert(flow: Flow, insert: op.Insert) -> None:
    outer, inner = shapes.split_path(insert.target.type, insert.path)
    for path, g in flow.gradients(insert).items():
        if inner and path == outer:
            part = g.wrap(op.Extract(inner, g.value))
            flow.add(insert.element, (), part)
            hole = part.filled(0)
            flow.add(insert.target, path, g.wrap(op.Insert(hole.value, g.value, inner)))
        elif not inner and path[: len(outer)] == outer:
            flow.add(insert.element, path[len(outer) :], g)
        else:
            flow.add(insert.target, path, g)


def _literal(flow: Flow, literal: op.LiteralInstruction) -> None:
    for path, g in flow.gradients(literal).items():
        flow.add(literal.value, path, g)


_TWO_OVER_ROOT_PI: Final = 2 / math.sqrt(math.pi)


def _builtin(flow: Flow, builtin: op.Builtin) -> None:
    partials = builtin.intrinsic.adjoint
    assert partials is not None
    each(*partials)(flow, builtin)


ADJOINT: Final[dict[type[Instruction], Rule]] = {
    op.Negate: unary(lambda g, y, x: -g),
    op.Abs: unary(_absolute),
    op.Square: unary(lambda g, y, x: 2 * g * x),
    op.Sqrt: unary(lambda g, y, x: g * 0.5 / y),
    op.Rsqrt: unary(lambda g, y, x: g * (-0.5 * y / x)),
    op.Reciprocal: unary(lambda g, y, x: -g * square(y)),
    op.Exp: unary(lambda g, y, x: g * y),
    op.Expm1: unary(lambda g, y, x: g * exp(x)),
    op.Log: unary(lambda g, y, x: g / x),
    op.Log1p: unary(lambda g, y, x: g / (x + 1)),
    op.Sin: unary(lambda g, y, x: g * cos(x)),
    op.Cos: unary(lambda g, y, x: -g * sin(x)),
    op.Tan: unary(lambda g, y, x: g * (square(y) + 1)),
    op.Asin: unary(lambda g, y, x: g * rsqrt(1 - square(x))),
    op.Acos: unary(lambda g, y, x: -g * rsqrt(1 - square(x))),
    op.Atan: unary(lambda g, y, x: g / (square(x) + 1)),
    op.Sinh: unary(lambda g, y, x: g * cosh(x)),
    op.Cosh: unary(lambda g, y, x: g * sinh(x)),
    op.Tanh: unary(lambda g, y, x: g * (1 - square(y))),
    op.Erf: unary(lambda g, y, x: g * (_TWO_OVER_ROOT_PI * exp(-square(x)))),
    op.Erfc: unary(lambda g, y, x: g * (-_TWO_OVER_ROOT_PI * exp(-square(x)))),
    op.Lgamma: unary(lambda g, y, x: g * digamma(x)),
    op.Digamma: unary(lambda g, y, x: g * trigamma(x)),
    op.Add: binary(lambda g, y, a, b: g, lambda g, y, a, b: g),
    op.Subtract: binary(lambda g, y, a, b: g, lambda g, y, a, b: -g),
    op.Multiply: binary(lambda g, y, a, b: g * b, lambda g, y, a, b: g * a),
    op.Divide: binary(lambda g, y, a, b: g / b, lambda g, y, a, b: -g * y / b),
    op.Modulo: binary(lambda g, y, a, b: g, lambda g, y, a, b: -g * floor(a / b)),
    op.Power: binary(_power_base, _power_exponent),
    op.Atan2: binary(
        lambda g, y, a, b: g * (b / _squared_radius(a, b)),
        lambda g, y, a, b: -g * (a / _squared_radius(a, b)),
    ),
    op.Max: binary(_greater_side, lambda g, y, a, b: _greater_side(g, y, b, a)),
    op.Min: binary(_smaller_side, lambda g, y, a, b: _smaller_side(g, y, b, a)),
    op.Select: each(_where_true, _where_false),
    op.DataTypeCast: unary(_cast),
    op.Complex: binary(lambda g, y, a, b: real(g), lambda g, y, a, b: -imag(g)),
    op.Real: unary(lambda g, y, x: complex_number(g, g.filled(0))),
    op.Imag: unary(lambda g, y, x: complex_number(g.filled(0), -g)),
    op.Conjugate: unary(lambda g, y, x: conjugate(g)),
    op.Dot: each(contraction.dot_left, contraction.dot_right),
    op.Contract: contraction.contract,
    op.Reduce: each(reductions.reduce_operand, reductions.reduce_init),
    op.Unbroadcast: each(reductions.unbroadcast),
    op.ReduceWindow: each(windows.window_operand, windows.window_init),
    op.Convolve: each(windows.convolve_input, windows.convolve_kernel),
    op.Scan: each(scans.scan),
    op.Sort: gather_scatter.sort,
    op.Transpose: each(shapes.transpose),
    op.Reverse: each(shapes.reverse),
    op.Broadcast: unary(lambda g, y, x: g),
    op.ShapeCast: unary(lambda g, y, x: in_shape_of(g, x)),
    op.PadShape: each(shapes.pad_shape),
    op.SqueezeShape: each(shapes.squeeze_shape),
    op.Concatenate: shapes.concatenate,
    op.Slice: shapes.slice,
    op.Update: shapes.update,
    op.Pad: each(shapes.pad_operand, shapes.pad_value),
    op.Gather: gather_scatter.gather,
    op.Scatter: each(gather_scatter.scatter_updates, gather_scatter.scatter_operand),
    op.Random: each(shapes.random_low, shapes.random_high),
    op.Builtin: _builtin,
    op.Extract: _extract,
    op.Insert: _insert,
    op.LiteralInstruction: _literal,
    **dict.fromkeys(instructions_with(Trait.ZERO_DERIVATIVE), no_derivative),
}
"""The adjoint rule of each instruction. Users can add rows for new instructions."""
