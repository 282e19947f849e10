"""Dicts, named tuples and dataclasses as arguments and results of staged functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

import numpy as np
import pytest

from dlvm.nnkit import Float1D, Float2D, gradient, jvp, staged


class Pair(NamedTuple):
    w: Float2D
    b: Float1D


class Row(TypedDict):
    w: Float2D
    b: Float1D


@dataclass
class Layer:
    w: Float2D
    b: Float1D


@dataclass(frozen=True, slots=True)
class Slotted:
    w: Float2D
    b: Float1D


def _by_key(p: Any) -> tuple[Any, Any]:
    return p["w"], p["b"]


def _by_field(p: Any) -> tuple[Any, Any]:
    return p.w, p.b


KINDS: dict[Any, Callable[[Any], tuple[Any, Any]]] = {
    Row: _by_key,
    dict[str, Any]: _by_key,
    Pair: _by_field,
    Layer: _by_field,
    Slotted: _by_field,
}
W, B = np.arange(6, dtype=np.float32).reshape(3, 2), np.array([1, 2], "f")
X = np.array([[1, 2, 3], [4, 5, 6]], "f")


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_container_of_parameters(kind: Any) -> None:
    parts = KINDS[kind]
    make = dict if kind not in (Pair, Layer, Slotted) else kind

    def loss(p, x):  # type: ignore[no-untyped-def]
        w, b = parts(p)
        return ((x @ w + b) ** 2).sum()

    def moved(p, x):  # type: ignore[no-untyped-def]
        w, b = parts(p)
        return make(w=w + x.sum(), b=2 * b)

    loss.__annotations__ = {"p": kind, "x": Float2D}
    moved.__annotations__ = {"p": kind, "x": Float2D}
    p = make(w=W, b=B)
    ((dw, db), dx) = (lambda g: (parts(g[0]), g[1]))(gradient(staged(loss))(p, X))
    seed = 2 * (X @ W + B)
    for found, expected in ((dw, X.T @ seed), (db, seed.sum(0)), (dx, seed @ W.T)):
        np.testing.assert_allclose(found, expected, rtol=1e-5)
    run = staged(moved)
    for _ in range(2):  # The second call takes the fast path.
        result = run(p, X)
        assert type(result) is type(p)
        np.testing.assert_allclose(parts(result)[0], W + X.sum())
        np.testing.assert_allclose(parts(result)[1], 2 * B)
    assert run.compilations == 1


def test_dicts_in_loops_and_branches() -> None:
    @staged
    def doubled(p: dict[str, Float1D], x: Float1D):  # type: ignore[no-untyped-def]
        for _ in range(int(x.shape[0])):
            p = {name: 2 * value for name, value in p.items()}
        if x.sum() > 0:
            p = {"b": p["b"], "c": p["c"] + 1}
        return {"kept": [p]}

    ones = np.ones(2, np.float32)
    given: Any = {"b": ones, "c": ones}
    (found,) = doubled(given, ones)["kept"]
    np.testing.assert_array_equal(found["b"], [4, 4])
    np.testing.assert_array_equal(found["c"], [5, 5])


@pytest.mark.parametrize("keys", [("a",), ("a", "b"), (1, "a b", "key0")], ids=str)
def test_the_tangent_of_a_dict_is_a_dict(keys: tuple[Any, ...]) -> None:
    @staged
    def scaled(x: Float1D):  # type: ignore[no-untyped-def]
        return {key: (i + 2) * x for i, key in enumerate(keys)}

    (tangents,) = jvp(scaled)(B, B)
    assert list(tangents) == [*keys]
    for i, tangent in enumerate(tangents.values()):
        np.testing.assert_array_equal(tangent, (i + 2) * B)
