"""Models called in staged functions, and gradients with respect to their constants."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import onnx
import pytest
from onnx import numpy_helper, parser

import dlvm
import dlvm.onnx
from dlvm import nnkit
from dlvm.nnkit import Float1D, Float2D, dynamic, staged

RANDOM = np.random.default_rng(0)
W = RANDOM.standard_normal((3, 4)).astype(np.float32)
B = RANDOM.standard_normal(4).astype(np.float32)
X = RANDOM.standard_normal((5, 3)).astype(np.float32)


def model() -> dlvm.onnx.Model:
    made = parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 20]> test (float[n, 3] x) => (float[n, 4] y) {'
        "h = MatMul(x, w) s = Add(h, b) y = Tanh(s) }"
    )
    for name, array in (("w", W), ("b", B)):
        made.graph.initializer.append(numpy_helper.from_array(array, name))
    onnx.checker.check_model(made)
    return dlvm.onnx.load(made)


MODEL = model()


@staged
def total(w: Float2D, b: Float1D, x: Float2D) -> nnkit.Float0D:
    (y,) = MODEL(x, parameters={"w": w, "b": b})
    return nnkit.sum(y * y)


@staged
def mean(x: Annotated[Float2D, dynamic(n=0)]) -> nnkit.Float0D:
    return nnkit.mean(MODEL(x)[0])


def test_the_gradient_is_that_of_the_formula() -> None:
    y = np.tanh(X @ W + B)
    assert total(W, B, X) == pytest.approx((y * y).sum(), rel=1e-5)
    dw, db = nnkit.gradient(total, wrt=("w", "b"))(W, B, X)
    inner = 2 * y * (1 - y * y)
    np.testing.assert_allclose(db, inner.sum(0), rtol=1e-4)
    np.testing.assert_allclose(dw, X.T @ inner, rtol=1e-4)


def test_a_model_as_part_of_a_function_of_dynamic_sizes() -> None:
    for n in (1, 5):
        assert mean(X[:n]) == pytest.approx(np.tanh(X[:n] @ W + B).mean(), rel=1e-5)


def test_constants_by_name() -> None:
    assert list(MODEL.parameters) == ["w", "b"]
    np.testing.assert_array_equal(MODEL.parameters["w"], W)


def test_mistakes() -> None:
    @staged
    def misspelled(w: Float2D, x: Float2D) -> Float2D:
        return MODEL(x, parameters={"w_": w})[0]

    with pytest.raises(dlvm.DiagnosticError, match="has no constant 'w_'; did you mean 'w'"):
        misspelled(W, X)
    with pytest.raises(dlvm.DiagnosticError, match="in staged functions"):
        MODEL(X, parameters={"w": W})
    with pytest.raises(dlvm.DiagnosticError, match="expected 1 input, got 2"):
        MODEL(X, X)
