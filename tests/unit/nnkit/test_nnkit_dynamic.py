"""Axes of unknown size in staged functions: one program for all sizes."""

from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Float2D, dynamic, gradient, staged

Rows = Annotated[Float2D, dynamic(n=0)]
Targets = Annotated[Float1D, dynamic(n=0)]


@pytest.mark.parametrize("interpret", [True, False])
def test_one_program_for_all_sizes(interpret: bool) -> None:
    runs: list[int] = []

    def body(x: Rows, w: Float2D) -> Any:
        runs.append(1)
        y = nnkit.tanh(x @ w)
        shares = nnkit.exp(y - nnkit.max(y, axis=1, keepdims=True))
        shares = shares / nnkit.sum(shares, axis=-1, keepdims=True)
        return shares, y.mean(), nnkit.mean(y, axis=0), x.T, x.shape[0] * 2

    function = staged(interpret=interpret)(body)
    w = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    for rows in (5, 1, 8, 2):
        x = np.random.default_rng(rows).standard_normal((rows, 3)).astype(np.float32)
        shares, mean, means, turned, twice = function(x, w)
        y = np.tanh(x @ w)
        e = np.exp(y)
        np.testing.assert_allclose(shares, e / e.sum(axis=1, keepdims=True), 1e-5, 1e-6)
        np.testing.assert_allclose(mean, y.mean(), 1e-5, 1e-6)
        np.testing.assert_allclose(means, y.mean(axis=0), 1e-5, 1e-6)
        np.testing.assert_array_equal(turned, x.T)
        assert twice == 2 * rows
    assert len(runs) == 1
    assert "<_n x 3 x f32>" in function.ir(x, w)


@staged
def loss(w: Float1D, x: Rows, y: Targets) -> Float0D:
    return nnkit.mean((x @ w - y) ** 2)


def test_gradients() -> None:
    w = np.array([1.0, -2.0, 0.5], np.float32)
    for rows in (4, 7):
        x = np.random.default_rng(rows).standard_normal((rows, 3)).astype(np.float32)
        y = np.arange(rows, dtype=np.float32)
        (slope,) = gradient(loss, "w")(w, x, y)
        np.testing.assert_allclose(slope, 2 * x.T @ (x @ w - y) / rows, 1e-4, 1e-5)


def test_sizes_of_one_name_are_equal() -> None:
    with pytest.raises(DiagnosticError):
        loss(np.ones(3, np.float32), np.ones((4, 3), np.float32), np.ones(5, np.float32))


def test_shapes_are_checked_before_the_program_runs() -> None:
    @staged
    def wrong(x: Rows, w: Float2D) -> Float2D:
        return x @ w

    with pytest.raises(DiagnosticError, match="inner dimensions differ"):
        wrong(np.ones((4, 3), np.float32), np.ones((4, 3), np.float32))


def test_what_needs_the_sizes_says_so() -> None:
    @staged
    def reshaped(x: Rows) -> Float1D:
        return x.reshape(-1)

    with pytest.raises(DiagnosticError, match="expected sizes that are known"):
        reshaped(np.ones((4, 3), np.float32))
