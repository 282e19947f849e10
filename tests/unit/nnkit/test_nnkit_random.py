"""Random tensors: their distributions, and that they follow from their keys."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
import scipy.stats

from dlvm import nnkit
from dlvm.nnkit import random, staged
from tests.support.nnkit_testing import check

COUNT = 20_000

CONTINUOUS: list[tuple[Any, Any]] = [
    (lambda k: random.uniform((COUNT,), -1.0, 3.0, key=k), scipy.stats.uniform(-1, 4)),
    (lambda k: random.normal((COUNT,), 2.0, 0.5, key=k), scipy.stats.norm(2, 0.5)),
    (lambda k: random.normal((COUNT,), dtype=nnkit.f64, key=k), scipy.stats.norm),
    (lambda k: random.truncated_normal((COUNT,), key=k), scipy.stats.truncnorm(-2, 2)),
    (
        lambda k: random.truncated_normal((COUNT,), 0.5, 3.0, dtype=nnkit.f64, key=k),
        scipy.stats.truncnorm(0.5, 3),
    ),
    (lambda k: random.exponential((COUNT,), key=k), scipy.stats.expon),
    (lambda k: random.gumbel((COUNT,), key=k), scipy.stats.gumbel_r),
]


@pytest.mark.parametrize("case", range(len(CONTINUOUS)))
def test_continuous_distributions(case: int) -> None:
    draw, distribution = CONTINUOUS[case]

    @staged
    def function(seed: nnkit.Int0D) -> Any:
        return draw(random.key(seed))

    found = function(case)
    assert scipy.stats.kstest(found, distribution.cdf).pvalue > 1e-3
    np.testing.assert_array_equal(found, function(case))
    assert (found != function(case + 1)).mean() > 0.99


def test_discrete_distributions() -> None:
    chances = np.array([0.1, 0.2, 0.3, 0.4], np.float32)

    @staged
    def function(seed: nnkit.Int0D) -> Any:
        a, b, c = random.split(random.key(seed), 3)
        rows = nnkit.broadcast_to(nnkit.log(nnkit.asarray(chances)), (COUNT, 4))
        return (
            random.categorical(rows, key=a),
            random.randint((COUNT,), -2, 3, key=b),
            random.bernoulli((COUNT,), 0.3, key=c),
        )

    places, numbers, flags = function(5)
    assert scipy.stats.chisquare(np.bincount(places), chances * COUNT).pvalue > 1e-3
    assert numbers.dtype == np.int64
    assert (numbers.min(), numbers.max()) == (-2, 2)
    assert scipy.stats.chisquare(np.bincount(numbers + 2)).pvalue > 1e-3
    assert flags.dtype == bool
    assert scipy.stats.binomtest(int(flags.sum()), COUNT, 0.3).pvalue > 1e-3


def test_permutations() -> None:
    @staged
    def function(x: Any) -> Any:
        return random.permutation(9), random.permutation(x, key=random.key(3))

    x = np.arange(40).reshape(20, 2)
    order, rows = function(x)
    assert sorted(order) == list(range(9))
    assert (rows[:, 0] != x[:, 0]).any()
    np.testing.assert_array_equal(rows[np.argsort(rows[:, 0])], x)


def test_keys_are_new_ones() -> None:
    @staged
    def function() -> Any:
        first = random.key(2**40 + 7)
        many = random.split(first, 100)
        folded = [random.fold_in(first, n) for n in range(100)]
        return nnkit.stack([first, random.key(7), *many, *folded])

    keys = function()
    assert keys.dtype == np.uint32
    assert len({tuple(k) for k in keys}) == len(keys)
    assert scipy.stats.kstest(keys[2:].ravel() / 2**32, "uniform").pvalue > 1e-3


def test_a_key_of_a_staged_number_is_that_of_the_number() -> None:
    @staged
    def function(seed: nnkit.Int0D) -> Any:
        return random.key(seed), random.key(2**40 + 7)

    a, b = function(2**40 + 7)
    np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 3e-6), (np.float64, 1e-13)])
def test_erfinv(dtype: Any, tolerance: float) -> None:
    x = np.concatenate([np.linspace(-0.999, 0.999, 201), [0.99999, -0.99999]]).astype(dtype)
    found = staged(lambda x: nnkit.erfinv(x))(x)
    np.testing.assert_allclose(found, scipy.special.erfinv(x), tolerance, tolerance)
    ends = staged(lambda x: nnkit.erfinv(x))(np.array([1, -1, 2], dtype))
    np.testing.assert_array_equal(ends, [np.inf, -np.inf, np.nan])


def test_random_numbers_are_a_function_of_their_key(run: Callable[..., Any]) -> None:
    def function(key: Any) -> Any:
        a = nnkit.random.uniform((1000,), -1.0, 3.0, key=key)
        b = nnkit.random.normal((1000,), key=key)
        return a, b

    a, b = run(function, np.array([1, 2], np.uint32))
    assert -1 <= a.min() < a.max() < 3
    assert abs(a.mean() - 1) < 0.15
    assert abs(b.mean()) < 0.15
    assert abs(b.std() - 1) < 0.15
    check(run(function, np.array([1, 2], np.uint32)), (a, b))
    assert (run(function, np.array([1, 3], np.uint32))[0] != a).any()
