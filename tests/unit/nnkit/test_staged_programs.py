"""A few programs of ``tests.fuzz.staged_programs``; more by ``python -m tests.fuzz.staged_programs
200``."""

import pytest

from tests.fuzz.staged_programs import check


@pytest.mark.parametrize("seed", range(8))
def test_interpreted(seed: int) -> None:
    check(seed, interpreted=True)


@pytest.mark.parametrize("seed", range(1000, 1003))
def test_compiled(seed: int) -> None:
    check(seed)
