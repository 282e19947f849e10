"""Code for functions of large tensors: a sample of ``python -m tests.fuzz.large_shapes``."""

from __future__ import annotations

import pytest

from tests.fuzz.large_shapes import draw, generate


@pytest.mark.parametrize("seed", range(60))
def test_code_for_large_tensors(seed: int) -> None:
    assert "define" in generate(*draw(seed))
