"""Programs in JAX's style give JAX's results."""

import pytest

from tests.peers.jax_programs import assert_agrees, composed, programs
from tests.peers.stablehlo.programs import Case


@pytest.mark.parametrize("case", [*programs(1), *composed()[::9]], ids=lambda case: case.name)
def test_programs(case: Case) -> None:
    assert_agrees(case)
