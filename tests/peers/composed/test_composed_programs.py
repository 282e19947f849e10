"""A sample of ``python -m tests.peers.composed.programs``."""

import pytest

from tests.peers.composed.programs import KINDS, case, difference, in_jax, in_nnkit, is_defined


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_composed_function(kind: str, seed: int) -> None:
    drawn = case(kind, seed)
    expected = in_jax(drawn)
    assert is_defined(expected)
    found = in_nnkit(drawn, interpret=seed > 0)
    assert difference(found, expected) is None, str(drawn.program)
