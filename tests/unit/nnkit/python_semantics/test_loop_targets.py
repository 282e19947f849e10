"""Loop targets that have a value before the loop keep it if there are no iterations."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm.nnkit import Int0D, staged


def before_its_loop(n: Int0D) -> Int0D:
    i, total = 100, 0
    for i in range(n - 7):
        total = total + i
    j = n
    for j in range(n - 13):
        if j == 40:
            break
    else:
        j = j + 1000
    return total + i + 10000 * j


def inner(n: Int0D) -> Int0D:
    k, total = 7, 0
    for i in range(n // 20):
        for k in range(i, 3):
            total = total + k
    return total * 100 + k


def two_loops(n: Int0D) -> Int0D:
    i = n * 3
    for i in range(n - 60):
        i = i + 5
    start = i
    for i in range(start, start + n - 9, 2):
        start = start + i
    return start * 1000 + i


@pytest.mark.parametrize("function", [before_its_loop, inner, two_loops], ids=lambda f: f.__name__)
@pytest.mark.parametrize("interpret", [True, False])
def test_targets_keep_their_values(function: Callable[..., Any], interpret: bool) -> None:
    run = staged(interpret=interpret)(function)
    for n in (0, 1, 7, 8, 13, 14, 20, 41, 60, 61, 95):
        assert np.array_equal(run(n), function(n)), n
