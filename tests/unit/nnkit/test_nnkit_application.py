# Nothing tells checkers the types of these parameters of lambdas.
# pyright: reportOperatorIssue=false
"""Application by brackets: `f[x, w, b]`, and `f[..., w, b]`, which binds arguments."""

from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.nnkit import Float2D, gradient, lambda_, staged

Array = np.ndarray[Any, Any]
X = np.array([[1.0, 2.0]], np.float32)
W = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], np.float32)
B = np.array([[1.0, 0.0, -1.0]], np.float32)


@staged
def inference(x: Float2D, w: Float2D, b: Float2D) -> Float2D:
    return x @ w + b


def plain(x: Array, w: Array, b: Array) -> Array:
    return x @ w + b


def test_application() -> None:
    np.testing.assert_allclose(inference[X, W, B], plain(X, W, B))
    square = lambda_(lambda x: x * x)
    np.testing.assert_allclose(square[X], X * X)


@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize("place", range(4))
def test_any_arguments_may_be_bound(count: int, place: int) -> None:
    if place > count:
        return
    arguments = (X, W, B)
    bound = arguments[:place] + arguments[3 - (count - place) :]
    left = arguments[place : 3 - (count - place)]
    found = inference[(*bound[:place], ..., *bound[place:])]
    np.testing.assert_allclose(found(*left), plain(*arguments))
    np.testing.assert_allclose(found[left], plain(*arguments))


def test_bound_functions_are_functions() -> None:
    layer = inference[..., W, B]
    twice = layer[...]
    np.testing.assert_allclose(twice[X], plain(X, W, B))
    (found,) = gradient(lambda_(lambda x: nnkit.sum(inference[..., W, B][x] ** 2)))(X)
    np.testing.assert_allclose(found, 2 * plain(X, W, B) @ W.T)


@staged
def through(x: Float2D, w: Float2D, b: Float2D) -> Float2D:
    layer = inference[..., w, b]
    doubled = lambda_(lambda v: layer[v * 2])
    return layer[x] + doubled[...][x] + inference[x, w, b]


def test_inside_staged_functions() -> None:
    expected = 2 * plain(X, W, B) + plain(2 * X, W, B)
    np.testing.assert_allclose(through(X, W, B), expected)


def test_bound_arguments_are_no_constants() -> None:
    first, second = inference[..., W, B], inference[..., 2 * W, B]
    np.testing.assert_allclose(first(X), plain(X, W, B))
    np.testing.assert_allclose(second(X), plain(X, 2 * W, B))


def test_too_many_arguments() -> None:
    with pytest.raises(dlvm.DiagnosticError, match=r"got 4 and 1 '\.\.\.'"):
        inference[..., X, X, W, B]
    with pytest.raises(dlvm.DiagnosticError, match=r"got 1 and 2 '\.\.\.'"):
        inference[..., X, ...]
