"""Functions as values: parameters and results that are functions, and their derivatives."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import (
    Array,
    Float0D,
    Float1D,
    Float2D,
    Rank1,
    Tracer,
    checkpoint,
    f32,
    gradient,
    hessian_vector_product,
    jvp,
    lambda_,
    staged,
    struct,
    value_and_gradient,
    vjp,
    vmap,
)
from dlvm.nnkit import (
    range as staged_range,
)
from dlvm.nnkit.pytree.structs import TensorHint, function_hint, tensor_hint
from tests.support.nnkit_testing import ROW, check

Map = Tracer[Callable[[Float1D], Float1D]]
Measure = Tracer[Callable[[Float1D], Float0D]]
W = np.array([[2.0, 1.0, 0.0], [0.0, 1.0, -1.0], [1.0, 0.0, 3.0]], np.float32)


@staged
def affine(w: Float2D, b: Float1D) -> Map:
    return lambda_(lambda x: x @ w + b)


@staged
def compose(f: Map, g: Map) -> Map:
    return lambda_(lambda x: f(g(x)))


@staged
def twice(f: Map, x: Float1D) -> Float1D:
    return f(f(x))


@staged
def square(x: Float1D) -> Float1D:
    return x * x


@staged
def distance(y: Float1D) -> Measure:
    return lambda_(lambda x: ((x - y) ** 4).sum())


@staged
def distance_at_once(y: Float1D, x: Float1D) -> Float0D:
    return ((x - y) ** 4).sum()


@staged
def descend(f: Measure, x: Float1D) -> Float1D:
    for _ in staged_range(100):
        x = x - 0.1 * gradient(f)(x)[0]
    return x


@struct
class Layer:
    weight: Float2D
    activation: Map

    def __call__(self, x: Float1D) -> Float1D:
        return self.activation(x @ self.weight)


def test_parameters_and_results() -> None:
    layer = affine(W, ROW)
    check(twice(layer, ROW), (ROW @ W + ROW) @ W + ROW)
    check(twice(square, ROW), ROW**4)
    both = compose(layer, square)
    check(both(ROW), ROW**2 @ W + ROW)
    check(twice(both, ROW), (ROW**2 @ W + ROW) ** 2 @ W + ROW)
    check(vjp(twice, "x")(layer, ROW, np.ones_like(ROW))[0], W @ W @ np.ones(3, np.float32))
    check(lambda_(lambda m, x: m(x))(Layer(W, square), ROW), (ROW @ W) ** 2)  # type: ignore[arg-type]


def test_currying() -> None:
    @staged
    def add(x: Float0D) -> Tracer[Callable[[Float0D], Tracer[Callable[[Float0D], Float0D]]]]:
        return lambda_(lambda y: lambda_(lambda z: x * y + z))

    assert add(2.0)(np.float32(3))(np.float32(4)) == 10


def test_a_function_that_is_given_is_differentiated() -> None:
    @staged
    def fit(w: Float2D, y: Float1D) -> Float1D:
        return descend(lambda_(lambda x: ((x @ w - y) ** 2).sum()), y)

    diagonal = np.diag(np.array([2, 1, 0.5], np.float32))
    np.testing.assert_allclose(fit(diagonal, ROW), [0.5, -2, 6], rtol=0.05)
    np.testing.assert_allclose(descend(lambda_(lambda x: ((x + 1) ** 2).sum()), ROW), -1, rtol=1e-5)


DERIVED: list[Callable[..., Any]] = [
    lambda f, **wrt: gradient(f, **wrt, keeping=0),
    lambda f, **wrt: value_and_gradient(f, **wrt or {"wrt": "x"}),
    lambda f, **wrt: gradient(f, **wrt, seedable=True),
    lambda f, **wrt: vjp(f, **wrt),
    lambda f, **wrt: jvp(f, **wrt),
    lambda f, **wrt: hessian_vector_product(f, **wrt or {"wrt": "x"}),
    lambda f, **wrt: checkpoint(f),
    lambda f, **wrt: vjp(gradient(f, **wrt), **wrt),
]


@pytest.mark.parametrize("case", range(len(DERIVED)))
def test_derived_functions_use_captured_variables(case: int) -> None:
    """The same as where that is an argument."""
    made = DERIVED[case](distance(ROW))
    expected = DERIVED[case](distance_at_once, wrt="x")
    x = np.array([0.5, 2.0, -1.0], np.float32)
    added = {name: x + 1 for name in ("x_tangent",) if name in made.signature.parameters}
    seed = x if case == len(DERIVED) - 1 else np.float32(3)
    added |= {name: seed for name in ("seed",) if name in made.signature.parameters}
    check(made(x, **added), expected(ROW, x, **added))

    @staged
    def inside(y: Float1D, x: Float1D, added: Any) -> Any:
        return DERIVED[case](distance(y), wrt=0)(x, *added)

    check(inside(ROW, x, tuple(added.values())), made(x, **added))


def test_helpers_use_values_of_the_enclosing_function() -> None:
    """Python functions that are defined in a staged function, and called at any depth."""

    @staged
    def slopes(w: Float1D, x: Float2D) -> Any:
        def product(x: Any) -> Any:
            return (w * x).sum() ** 2

        def repeated(x: Any, count: int) -> Any:
            return product(x) if count == 0 else repeated(2 * x, count - 1)

        @staged
        def inner(x: Any) -> Any:
            return repeated(x, 2) + w.sum()

        def slope(x: Any) -> Any:
            return gradient(inner, 0)(x)[0] + gradient(product)(x)[0]

        return vmap(slope)(x)

    for row in (ROW, 2 * ROW):
        x = np.stack([row, row + 1])
        expected = 34 * (x @ row)[:, None] * row
        np.testing.assert_allclose(slopes(row, x), expected, rtol=1e-5)
    assert slopes.compilations == 1


def takes_a_matrix(x: Float2D) -> Float1D:
    return x[0]


WRONG: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: twice(cast("Any", np.tanh), ROW),
        "f is a value of type ufunc, expected a staged function; dec",
    ),
    (lambda: twice(3, ROW), "f is 3, expected a staged function"),
    (lambda: twice(staged(lambda x, y: x), ROW), "f is <staged f(x, y)>, expected a function of 1"),
    (lambda: twice(distance(ROW), ROW), "the result of twice has rank 0"),
    (lambda: twice(staged(takes_a_matrix), ROW), "f takes as x a tensor of rank 2 of f32, expec"),
    (
        lambda: descend(square, ROW),
        "f gives a tensor of rank 1 of f32, expected a tensor of rank 0",
    ),
    (lambda: gradient(distance(ROW), 1), "gradient wrt 1 expects one of the arguments of f"),
    (lambda: gradient(distance(ROW), "y"), "gradient wrt 'y' expects one of the arguments of f"),
]


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_errors(case: int) -> None:
    call, message = WRONG[case]
    with pytest.raises(DiagnosticError) as caught:
        call()
    assert message in caught.value.diagnostics[0].message


def test_annotations() -> None:
    assert tensor_hint(Tracer[Array[Rank1, f32]]) == tensor_hint(Float1D)
    assert isinstance(tensor_hint(Float1D), TensorHint)
    assert tensor_hint(Map) is None
    assert function_hint(Float1D) is None
    found = function_hint(Map)
    assert found is not None
    assert (found.parameters, found.result) == ((Float1D,), Float1D)
    anything = function_hint(Tracer[Callable[..., Float1D]])
    assert anything is not None
    assert anything.parameters is None
