"""Loops, native code and C source compute what random definitions do. ``python -m
tests.fuzz.definitions`` draws more."""

import shutil

import pytest

from tests.fuzz.definitions.comparison import COMPILER, compare

DEFINITIONS = 60


@pytest.mark.parametrize("seed", range(DEFINITIONS))
def test_random_definitions(seed: int) -> None:
    compare(seed, shutil.which(COMPILER[0]) is not None)
