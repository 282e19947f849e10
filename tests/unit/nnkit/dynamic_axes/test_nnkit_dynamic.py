"""Axes of unknown size in staged functions: one program for all sizes."""

from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Float2D, Int0D, dynamic, gradient, staged, struct

Rows = Annotated[Float2D, dynamic(n=0)]
Targets = Annotated[Float1D, dynamic(n=0)]


@pytest.mark.parametrize("interpret", [True, False])
def test_one_program_for_all_sizes(interpret: bool) -> None:
    def body(x: Rows, w: Float2D) -> Any:
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
    assert function.compilations == 1
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


def test_functions_that_need_a_known_size_raise() -> None:
    @staged
    def parts(x: Rows) -> Any:
        return nnkit.unstack(x)

    with pytest.raises(
        DiagnosticError, match=r"unstack: expected a size known while staging at axis 0, got n"
    ):
        parts(np.ones((4, 3), np.float32))

    @staged
    def masked(x: Rows, count: Int0D) -> Any:
        size: Any = count
        return nnkit.zeros((size, 3))

    with pytest.raises(DiagnosticError, match=r"or a size of a tensor, such as x.shape\[0\]"):
        masked(np.ones((4, 3), np.float32), 2)


def test_sizes_are_integers_as_far_as_they_are_known() -> None:
    known: list[Any] = []

    @staged
    def f(x: Rows, y: Targets) -> Float2D:
        n, m = x.shape
        known.append([n == y.shape[0], n + 1 == n, n < n + 2, (n * m) // n, n // n, len(x) == n])
        known.append(
            [2 * n - n == n, (2 * n + 2) // 2 == n + 1, hash(n + n) == hash(2 * n), (4 * n + 3) % 4]
        )
        larger: Any = nnkit.maximum
        known.append([str(2 * n + 1), str((n + 1) * n - 3), larger(n, 0) == n])
        return x[1:] - x[:-1]

    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    np.testing.assert_array_equal(f(x, x[:, 0]), np.full((3, 3), 3))
    assert known == [
        [True, False, True, 3, 1, True],
        [True, True, True, 3],
        ["2 * n + 1", "n * n + n - 3", True],
    ]
    assert "broadcast" not in f.ir(x, x[:, 0])


@pytest.mark.parametrize("interpret", [True, False])
def test_sizes_that_can_not_be_proven_equal_are_checked(interpret: bool) -> None:
    @staged(interpret=interpret)
    def f(x: Rows, y: Annotated[Float2D, dynamic(m=0)]) -> Float2D:
        return x[2:] + y

    x = np.ones((5, 3), np.float32)
    np.testing.assert_array_equal(f(x, x[:3]), np.full((3, 3), 2))
    with pytest.raises(DiagnosticError, match=r"do not broadcast: 3 x 3 against 4 x 3|3 against 4"):
        f(x, x[:4])
    with pytest.raises(DiagnosticError, match=r"index 0 is out of range"):
        staged(interpret=interpret)(_first)(x[:0])


def _first(x: Rows) -> Float1D:
    return x[0]


def test_sizes_of_branches_may_differ() -> None:
    @staged
    def f(x: Rows, k: Int0D) -> Any:
        y = x[1:] if k > 0 else nnkit.concat([x, x])
        return y * 2.0, y.shape[0]

    for rows, k in ((4, 1), (3, 0), (5, 0)):
        x = np.ones((rows, 3), np.float32)
        y, count = f(x, k)
        assert len(y) == count == (rows - 1 if k else 2 * rows)
    assert f.compilations == 1


@struct
class Cache:
    k: Rows
    v: Rows


@pytest.mark.parametrize("interpret", [True, False])
def test_axes_in_containers(interpret: bool) -> None:
    @staged(interpret=interpret)
    def appended(kept: list[Rows], more: tuple[Rows, ...], one: tuple[Rows, Float1D]) -> Any:
        return nnkit.concat([*kept, *more, one[0]]) + one[1]

    @staged(interpret=interpret)
    def nested(caches: tuple[Cache, list[Cache]], w: Float2D) -> Cache:
        first, [second] = caches
        return Cache((first.k + second.v) @ w, first.v[1:])

    def loss(cache: Cache, w: Float2D) -> Float0D:
        return nnkit.sum((cache.k @ w) * (cache.v @ w))

    slope = gradient(staged(interpret=interpret)(loss), "cache")
    w = np.array([[1.0], [2.0], [0.5]], np.float32)
    for rows in (3, 5, 1):
        x = np.random.default_rng(rows).standard_normal((rows, 3)).astype(np.float32)
        expected = np.concatenate([x, x, 2 * x, x]) + w[:, 0]
        np.testing.assert_allclose(appended([x, x], (2 * x,), (x, w[:, 0])), expected, 1e-6)
        found = nested((Cache(x, x), [Cache(x, 3 * x)]), w)
        np.testing.assert_allclose(found.k, 4 * x @ w, 1e-4, 1e-5)
        np.testing.assert_array_equal(found.v, x[1:])
        (of_cache,) = slope(Cache(x, 2 * x), w)
        np.testing.assert_allclose(of_cache.k, 2 * x @ w @ w.T, 1e-4, 1e-5)
    assert [f.compilations for f in (appended, nested, slope)] == [1, 1, 1]
    with pytest.raises(DiagnosticError, match=r"#v has size 2 at dimension 0, expected 3"):
        slope(Cache(np.ones((3, 3), np.float32), np.ones((2, 3), np.float32)), w)
