# Nothing tells checkers the types of these parameters of lambdas.
# pyright: reportOperatorIssue=false
"""The steps of staging, and functions as values."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    Int0D,
    fix,
    gradient,
    lambda_,
    load,
    staged,
    struct,
    vjp,
)

X = np.arange(6, dtype=np.float32).reshape(2, 3)
W = np.ones((3, 4), np.float32)


@struct
class Layer:
    w: Float2D
    name: str


@staged
def apply(layer: Layer, x: Float2D, power: int = 1) -> Float2D:
    return nnkit.tanh(x @ layer.w) ** power


def test_each_step_can_be_seen() -> None:
    layer = Layer(W, "first")
    text = apply.explain(layer, X)
    steps = [line[:25].strip() for line in text.split("\n")]
    assert steps == [
        "1. expression staging",
        "2. shape specialization",
        "3. IR generation",
        "4. function reification",
    ]
    assert f"apply(layer, x, power), {__file__}:" in text
    assert "layer: $Layer, x: <2 x 3 x f32>, power = 1" in text
    assert "@apply: ($Layer, <2 x 3 x f32>) -> <2 x 4 x f32>" in text
    assert re.search(r"-O2 leaves \d+ instructions? in 1 block; 1 computation; compiled in", text)
    assert apply.explain(layer, X).endswith("already compiled")
    assert "(by differentiation)" in vjp(apply, "x").explain(layer, X, seed=apply(layer, X))
    for stage in ("raw", "optimizable", "compute", "schedule"):
        assert f"stage {stage}" in apply.stage(stage, layer, X)
        dlvm.parse(apply.stage(stage, layer, X))
    assert "define" in apply.stage("llvm", layer, X)


def test_a_saved_program_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "apply.dl"
    layer = Layer(W, "first")
    apply.lower(layer, X).save(file)
    loaded = load(file)
    np.testing.assert_array_equal(loaded(layer, X), apply(layer, X))
    np.testing.assert_array_equal(load(file, "apply", opt_level=0)((W,), X), apply(layer, X))


def test_lambda_abstraction_and_gradients_by_position() -> None:
    f = lambda_(lambda x, w, b: x @ w + b)
    g = lambda_(lambda x, w, b: nnkit.tanh(f(x, w, b)))
    b = np.zeros((1, 4), np.float32)
    np.testing.assert_allclose(g(X, W, b), np.tanh(X @ W + b), rtol=1e-6)
    seed = np.ones((2, 4), np.float32)
    slope, bias, value = gradient(g, (1, 2), keeping=0, seedable=True)(X, W, b, seed)
    inner = 1 - np.tanh(X @ W + b) ** 2
    np.testing.assert_allclose(slope, X.T @ inner, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(bias, inner.sum(axis=0, keepdims=True), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(value, np.tanh(X @ W + b), rtol=1e-6)


def test_lambdas_have_control_flow() -> None:
    f, g = lambda_(lambda x: x if x > 0 else -x), lambda_(lambda x: x if x < 0 else 2 * x)
    for x in (np.float32(2), np.float32(-3)):
        assert f(x) == abs(x)
        assert g(x) == (x if x < 0 else 2 * x)


def test_a_fixed_point() -> None:
    factorial = fix(lambda f, n: 1 if n == 0 else n * f(n - 1))
    assert factorial(np.int64(6)) == 720

    @fix
    def power(again: Any, x: Float0D, n: Int0D) -> Float0D:
        if n == 0:
            return 1.0
        return x * again(x, n - 1)

    assert power(2.0, 5) == 32
    assert gradient(power, "x")(2.0, 5)[0] == 80


def test_functions_of_functions() -> None:
    @staged
    def twice(f: Any, x: Float1D) -> Float1D:
        return f(f(x))

    @staged
    def square(x: Float1D) -> Float1D:
        return x * x

    @staged
    def use(x: Float1D, by: Float1D) -> Float1D:
        def scaled(y: Float1D) -> Float1D:
            return y * by

        return twice(square, x) + twice(lambda_(scaled), x) + twice(lambda_(lambda y: y + by), x)

    x, by = X[0], X[1]
    np.testing.assert_array_equal(use(x, by), x**4 + x * by * by + x + by + by)
    np.testing.assert_array_equal(twice(square, x), x**4)


def test_currying() -> None:
    @staged
    def affine(w: Float2D, b: Float1D) -> Any:
        @staged
        def at(x: Float2D) -> Float2D:
            return x @ w + b

        return at

    b = np.ones(4, np.float32)
    at = affine(W, b)
    np.testing.assert_array_equal(at(X), X @ W + 1)

    @staged
    def outer(x: Float2D, w: Float2D, b: Float1D) -> Float2D:
        return affine(w, b)(x)

    np.testing.assert_array_equal(outer(X, W, b), X @ W + 1)
    add = lambda_(lambda x: lambda_(lambda y: lambda_(lambda z: x * y + z)))
    assert add(np.float32(2))(np.float32(3))(np.float32(4)) == 10

    @staged
    def applied(f: Any, x: Float2D) -> Float0D:
        return f(x).sum()

    assert applied(at, X) == (X @ W + 1).sum()
    (slope,) = gradient(lambda_(lambda x, w, b: affine(w, b)(x).sum()), 1)(X, W, b)
    np.testing.assert_array_equal(slope, np.repeat(X.sum(axis=0)[:, None], 4, 1))


def test_source_that_can_not_be_read() -> None:
    names: dict[str, Any] = {}
    text = "def f(x):\n    if x > 0:\n        return x\n    return -x\n"
    exec(compile(text, "<text>", "exec"), names)
    with pytest.raises(DiagnosticError, match="define f in a file"):
        staged(names["f"])(np.float32(1))
    text = "def g(t):\n    match t:\n        case str(x):\n            return x\n"
    exec(compile(text, "<text>", "exec"), names)
    with pytest.raises(DiagnosticError, match="the source of g cannot be read"):
        staged(names["g"])(np.float32(1))
