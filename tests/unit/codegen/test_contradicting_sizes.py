"""Where sizes that are known when a program runs do not fit, compiled code traps as the interpreter
does."""

from __future__ import annotations

import pytest

from tests.fuzz.contradicting_sizes import difference


@pytest.mark.parametrize("seed", range(16))
def test_drawn_instructions(seed: int) -> None:
    assert difference(seed, levels=(seed % 4,)) is None
