"""Evenly spaced numbers end where they should."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dlvm import nnkit
from dlvm.nnkit import staged

DRAWS = np.random.default_rng(3)


@pytest.mark.parametrize("count", [1, 2, 7, 23, 50])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_last_number_is_exact(count: int, dtype: Any) -> None:
    for _ in range(5):
        start, stop = map(float, 10 * DRAWS.normal(size=2))

        @staged
        def numbers(x: NDArray[Any], start: float = start, stop: float = stop) -> Any:
            return nnkit.linspace(start, stop, count, dtype=x.dtype) + x

        found = np.asarray(numbers(np.zeros(count, dtype)))
        expected = np.linspace(start, stop, count, dtype=dtype)
        assert (found[0], found[-1]) == (expected[0], expected[-1])
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
