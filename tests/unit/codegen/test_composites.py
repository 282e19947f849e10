"""Functions that programs compose are recognized in any order of their operands."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlvm.codegen.expressions.composites import composed
from dlvm.ir.compute import Affine, Call, Constant, Expression, Read, call
from dlvm.ir.types import F16, F32, F64, ElementType


def _operand(draw: st.DrawFn, element: ElementType) -> Expression:
    """An element, or a product or sum, whose own factors are not those of the function."""
    read = Read("a", (Affine.variable("i"),), element)
    other = Read("b", (), element)
    return draw(st.sampled_from([read, call("multiply", read, other), call("add", read, other)]))


def _either(draw: st.DrawFn, operation: str, a: Expression, b: Expression) -> Call:
    return call(operation, *draw(st.permutations([a, b])))


def _scaled(draw: st.DrawFn, x: Expression, sign: int) -> Expression:
    element = x.element
    if draw(st.booleans()):
        return call("negate", _scaled_once(draw, x, -sign, element))
    return _scaled_once(draw, x, sign, element)


def _scaled_once(draw: st.DrawFn, x: Expression, sign: int, element: ElementType) -> Expression:
    if draw(st.booleans()):
        return call("divide", x, Constant(sign * sqrt(2), element))
    return _either(draw, "multiply", x, Constant(sign * sqrt(0.5), element))


def _gelu(draw: st.DrawFn, x: Expression, one: Expression, half: Expression) -> Expression:
    if draw(st.booleans()):
        tail: Expression = call("erfc", _scaled(draw, x, -1))
    else:
        tail = _either(draw, "add", one, call("erf", _scaled(draw, x, 1)))
    first, second, third = draw(st.permutations([x, half, tail]))
    return _either(draw, "multiply", first, _either(draw, "multiply", second, third))


def _sigmoid(draw: st.DrawFn, x: Expression, one: Expression, half: Expression) -> Expression:
    wave = call("tanh", _either(draw, "multiply", half, x))
    return _either(draw, "add", half, _either(draw, "multiply", half, wave))


def _logistic(draw: st.DrawFn, x: Expression, one: Expression, half: Expression) -> Expression:
    denominator = _either(draw, "add", one, call("exp", x))
    return draw(
        st.sampled_from([call("reciprocal", denominator), call("divide", one, denominator)])
    )


_BUILDERS = {"gelu": _gelu, "sigmoid": _sigmoid, "logistic": _logistic}


@pytest.mark.parametrize("name", _BUILDERS)
@given(data=st.data())
def test_forms(name: str, data: st.DataObject) -> None:
    @st.composite
    def forms(draw: st.DrawFn) -> tuple[Expression, Expression]:
        element = draw(st.sampled_from([F16, F32, F64]))
        x = _operand(draw, element)
        return x, _BUILDERS[name](draw, x, Constant(1.0, element), Constant(0.5, element))

    x, form = data.draw(forms())
    assert isinstance(form, Call)
    assert composed(form) == (name, x)


@pytest.mark.parametrize("name", _BUILDERS)
@given(data=st.data())
def test_other_constants(name: str, data: st.DataObject) -> None:
    """With another constant in place of 1 and 1/2, it is another function."""

    @st.composite
    def forms(draw: st.DrawFn) -> Expression:
        x = _operand(draw, F32)
        return _BUILDERS[name](draw, x, Constant(1.5, F32), Constant(0.25, F32))

    form = data.draw(forms())
    assert isinstance(form, Call)
    assert composed(form) is None
