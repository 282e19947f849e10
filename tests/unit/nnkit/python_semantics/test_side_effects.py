"""Functions with side effects: they agree with Python or are refused."""

from collections import Counter

import pytest

from tests.fuzz.side_effects import check

pytestmark = pytest.mark.filterwarnings("ignore::dlvm.nnkit.RecompilationWarning")


@pytest.mark.parametrize("seed", range(60))
def test_drawn(seed: int) -> None:
    assert check(seed) in ("agrees", "refused", "raises")


def test_the_generator_draws_both_kinds() -> None:
    found = Counter(check(seed) for seed in range(100, 115))
    assert found["agrees"] >= 2
    assert found["refused"] >= 2
