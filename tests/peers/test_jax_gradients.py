"""Values and gradients of composed functions, as JAX has them."""

import functools
from typing import Any

import jax
import numpy as np
import pytest

from dlvm.nnkit import jvp, staged, vjp
from tests.support.samples import (
    composed_losses,  # noqa: F401
    composed_networks,  # noqa: F401
    composed_numerics,  # noqa: F401
)
from tests.support.samples.composed_functions import COMPOSED

QUICK = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}

TOLERANCE = 1e-5
"""What may differ, of the greatest magnitude in an array.

A gradient is a sum of terms of both signs, each of which was rounded; what is lost is in proportion
to the terms, not to an element in which they happen to cancel out. So an array is measured as a
whole. 1e-5 are 84 units in the last place of f32: the square root of some thousand roundings, which
is what there are on the way to an element here."""


def in_jax(name: str, seed: Any) -> tuple[Any, tuple[Any, ...]]:
    """The value, and the gradients of the float arguments."""
    arguments = list(COMPOSED[name].arguments)
    floats = [i for i, a in enumerate(arguments) if a.dtype.kind == "f"]

    @functools.partial(jax.jit, compiler_options=QUICK)
    def both(moved: list[Any], others: list[Any], seed: Any) -> Any:
        def function(*moved: Any) -> Any:
            given = list(others)
            for i, value in zip(floats, moved, strict=True):
                given[i] = value
            return COMPOSED[name].in_jax(*given)

        value, back = jax.vjp(function, *moved)
        return value, back(seed)

    return both([arguments[i] for i in floats], arguments, seed)


def assert_close(found: Any, expected: Any) -> None:
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype == np.float32
    scale = float(np.abs(expected).max())
    assert scale > 0
    error = float(np.abs(found - expected).max()) / scale
    assert error <= TOLERANCE, f"{error} of {scale}"


@pytest.mark.parametrize("name", COMPOSED)
def test_value_and_gradients(name: str) -> None:
    """Compiled, in reverse mode; the value and the forward mode interpreted, too."""
    composed = COMPOSED[name]
    slow = staged(interpret=True)(composed.function)
    interpreted = slow(*composed.arguments)
    rng = np.random.default_rng(1)
    seed = rng.standard_normal(interpreted.shape).astype(np.float32)
    *gradients, value = vjp(composed.staged, keeping=0)(*composed.arguments, seed)
    expected, expected_gradients = in_jax(name, seed)
    assert_close(interpreted, expected)
    assert_close(value, expected)
    for found, wanted in zip(gradients, expected_gradients, strict=True):
        assert_close(found, wanted)

    # The product of the seed, the Jacobian and a direction, from both sides.
    floats = [i for i, a in enumerate(composed.arguments) if a.dtype.kind == "f"]
    along = [rng.standard_normal(g.shape).astype(np.float32) for g in gradients]
    (tangent,) = jvp(slow, tuple(floats))(*composed.arguments, *along)
    sides = [tangent * seed], [g * d for g, d in zip(gradients, along, strict=True)]
    forward, back = (sum(np.sum(terms, dtype=float) for terms in side) for side in sides)
    scale = max(sum(np.sum(np.abs(terms), dtype=float) for terms in side) for side in sides)
    assert abs(forward - back) <= TOLERANCE * scale


def test_there_are_enough_functions() -> None:
    assert len(COMPOSED) >= 60
