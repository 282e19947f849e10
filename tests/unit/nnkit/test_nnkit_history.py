# Nothing tells checkers the types of these parameters of lambdas.
# pyright: reportOperatorIssue=false, reportIndexIssue=false, reportAttributeAccessIssue=false
"""The result of a staged function depends on its arguments, not on earlier calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, gradient, lambda_, staged, struct


@struct
class Pair:
    a: Any
    b: Float0D


def of_annotated() -> Callable[..., Any]:
    @staged
    def f(x: Float0D) -> Float0D:
        return x * x

    return f


def of_gradient() -> Callable[..., Any]:
    square = lambda_(lambda x: x * x)
    return lambda_(lambda x: gradient(square)(x)[0])


ONE = [3.0, 3, True, np.float32(3), np.float64(3), np.int64(3), np.array(3, "f"), np.zeros(2, "f")]
TWO = [(1.0, 2.0), (1, 2), [1.0, 2.0], (np.float32(1), np.float32(2)), (np.float32(1), 2.0)]
FUNCTIONS: dict[str, tuple[Callable[[], Callable[..., Any]], Sequence[Any]]] = {
    "square": (lambda: lambda_(lambda x: x * x), ONE),
    "the same": (lambda: lambda_(lambda x: x), ONE),
    "gradient": (of_gradient, ONE),
    "annotated": (of_annotated, ONE),
    "tuple": (lambda: lambda_(lambda t: t[0] + t[1]), TWO),
    "struct": (
        lambda: lambda_(lambda p: p.a * p.b),
        [Pair(a, b) for a in (2.0, 2, np.float32(2)) for b in (3.0, np.float32(3))],
    ),
}


def outcome(function: Callable[..., Any], value: Any) -> tuple[str, str]:
    try:
        found = function(value)
    except DiagnosticError as problem:
        return "refuses", problem.diagnostics[0].message
    return type(found).__name__, repr(found)


@cache
def fresh(name: str, number: int) -> tuple[str, str]:
    """The result of a function in its first call."""
    make, values = FUNCTIONS[name]
    return outcome(make(), values[number])


@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=15)
@given(data=st.data())
def test_calls_do_not_depend_on_those_before(name: str, data: st.DataObject) -> None:
    make, values = FUNCTIONS[name]
    numbers = data.draw(st.lists(st.integers(0, len(values) - 1), min_size=2, max_size=6))
    function = make()
    for number in numbers:
        assert outcome(function, values[number]) == fresh(name, number)


def test_the_gradient_of_a_number() -> None:
    """Whether it was refused depended on an earlier call with an array."""
    function = of_gradient()
    for _ in range(2):
        with pytest.raises(
            DiagnosticError, match="gradient of f expects at least one argument of floats, got none"
        ):
            function(3.0)
        assert function(np.float32(3)) == 6
