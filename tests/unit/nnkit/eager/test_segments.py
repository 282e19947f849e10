"""Segments, histograms, interpolation, and results with a bound on their size, against NumPy."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import dynamic, gradient, staged

RNG = np.random.default_rng(1)
COMBINE = {
    "sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min, "mean": np.mean,
}  # fmt: skip


@pytest.mark.parametrize("name", COMBINE)
@pytest.mark.parametrize("shape", [(7,), (5, 2), (4, 2, 3)])
def test_segments(name: str, shape: tuple[int, ...]) -> None:
    data = RNG.standard_normal(shape).astype(np.float32)
    ids = RNG.integers(0, 3, shape[0])
    ids[:3] = [2, 0, 1]
    found: Any = getattr(nnkit, f"segment_{name}")(data, ids, 3)
    expected = [COMBINE[name](data[ids == k], axis=0) for k in range(3)]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_the_gradient_of_a_segment_sum_is_that_of_its_rows() -> None:
    ids = np.array([1, 0, 1])

    @staged
    def loss(x: nnkit.Float1D) -> Any:
        return nnkit.sum(nnkit.segment_sum(x * x, ids, 2) * np.array([2, 3], np.float32))

    (slope,) = gradient(loss)(np.array([1, 2, 3], np.float32))
    np.testing.assert_allclose(slope, [6, 8, 18])


@pytest.mark.parametrize("bins", [1, 5, [0.0, 0.5, 0.75, 2.0]])
@pytest.mark.parametrize("density", [False, True])
def test_histograms(bins: Any, density: bool) -> None:
    x = RNG.random((4, 5)).astype(np.float32)
    weights = RNG.random((4, 5)).astype(np.float32)
    for given in (None, weights):
        found = nnkit.histogram(x, bins, weights=given, density=density)
        expected = np.histogram(x, bins, weights=given, density=density)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(np.asarray(a), b, rtol=1e-5)
    ranged = nnkit.histogram(x, 4, range=(0.25, 0.5))[0]
    np.testing.assert_array_equal(ranged, np.histogram(x, 4, range=(0.25, 0.5))[0])


@pytest.mark.parametrize("bins", [3, 5, 7])
def test_the_greatest_number_is_in_the_last_bin(bins: int) -> None:
    for _ in range(50):
        counts, edges = nnkit.histogram(x := RNG.random(20).astype(np.float32), bins)
        assert np.asarray(counts).sum() == 20
        assert np.asarray(edges)[-1] == x.max()


def test_counts_of_integers() -> None:
    x = RNG.integers(0, 5, 20)
    weights = RNG.random(20).astype(np.float32)
    np.testing.assert_array_equal(nnkit.bincount(x, length=6), np.bincount(x, minlength=6))
    np.testing.assert_allclose(
        nnkit.bincount(x, weights, length=6), np.bincount(x, weights, 6), rtol=1e-5
    )


@pytest.mark.parametrize("options", [{}, {"left": -1.0, "right": 5.0}, {"period": 2.5}])
def test_interpolation(options: dict[str, Any]) -> None:
    x = RNG.uniform(-2, 6, (3, 4))
    xp, fp = np.array([0.0, 1.0, 1.5, 4.0]), np.array([1.0, 3.0, 2.0, 0.0])
    for count in (4, 1):
        points = xp[:count], fp[:count]
        np.testing.assert_allclose(
            nnkit.interp(x, *points, **options), np.interp(x, *points, **options), rtol=1e-6
        )


@pytest.mark.parametrize("size", [2, 4, 9])
def test_unique_elements_with_a_bound(size: int) -> None:
    x = np.array([[3, 1, 3], [7, 1, 0]])
    found, expected = nnkit.unique_all(x, size=size), np.unique_all(x)
    for name in ("values", "indices", "counts"):
        known = getattr(expected, name)[:size]
        np.testing.assert_array_equal(getattr(found, name)[: len(known)], known)
    np.testing.assert_array_equal(found.inverse_indices, expected.inverse_indices)
    assert list(found.values[4:]) == [0] * (size - 4 if size > 4 else 0)
    assert list(nnkit.unique_values(x, size=6, fill_value=-1)) == [0, 1, 3, 7, -1, -1]


def test_nonzero_with_a_bound() -> None:
    x = np.array([[0, 2, 0], [3, 0, 4]])
    for size in (2, 3, 5):
        rows, columns = nnkit.nonzero(x, size=size, fill_value=9)
        known = [i[:size] for i in np.nonzero(x)]
        np.testing.assert_array_equal(rows, [*known[0], *[9] * (size - 3)])
        np.testing.assert_array_equal(columns, [*known[1], *[9] * (size - 3)])


PAIRED: dict[str, Any] = {
    "segment_ids": lambda x, y: nnkit.segment_sum(x, y.astype(nnkit.i64), 3),
    "segment_ids ": lambda x, y: nnkit.bincount(y.astype(nnkit.i64), x, length=3),
    "fp": lambda x, y: nnkit.interp(nnkit.zeros(2), y, x),
}


@pytest.mark.parametrize("name", PAIRED)
def test_vectors_whose_sizes_must_be_equal(name: str) -> None:
    function = PAIRED[name]

    @staged(interpret=True)
    def known(x: nnkit.Float1D, y: nnkit.Float1D) -> Any:
        return function(x, y)

    @staged(interpret=True)
    def opened(
        x: Annotated[nnkit.Float1D, dynamic(n=0)], y: Annotated[nnkit.Float1D, dynamic(m=0)]
    ) -> Any:
        return function(x, y)

    for call in (known, opened):
        call(np.zeros(2, "f"), np.zeros(2, "f"))
        for sizes in ((3, 1), (1, 3), (2, 3)):
            with pytest.raises(DiagnosticError, match=f"{name.strip()} must have shape"):
                call(*(np.zeros(n, "f") for n in sizes))
