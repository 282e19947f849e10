"""Optimizers and schedules: states, rounding, equality."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.nnkit import staged, struct

RNG = np.random.default_rng(5)
STEPS = 7


def numbers(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


@struct
class Model:
    """Parameters, and a buffer that no update may touch."""

    w: Any
    b: Any
    kept: nn.Buffer


MODEL = Model(numbers(3, 4), numbers(4), nn.Buffer(numbers(2)))
GRADIENTS = [(numbers(3, 4), numbers(4)) for _ in range(STEPS)]


def test_a_state_made_in_a_staged_function() -> None:
    optimizer = nn.Adam(0.1)

    @staged
    def update(model: Model, slope: Model) -> Any:
        return optimizer.update(model, slope, optimizer.init(model))

    @staged
    def given(model: Model, slope: Model, state: Any) -> Any:
        return optimizer.update(model, slope, state)

    slope = Model(*GRADIENTS[0], MODEL.kept)
    model, state = update(MODEL, slope)
    expected, expected_state = given(MODEL, slope, optimizer.init(MODEL))
    check([model.w, model.b], [expected.w, expected.b])
    assert state.step == expected_state.step == 1
    assert state.step.dtype == expected_state.step.dtype


def check(found: list[Any], expected: list[Any]) -> None:
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("beta", [0.0, 0.9, 0.999])
def test_corrections_of_adam_lose_nothing_to_rounding(beta: float) -> None:
    """Of a constant gradient each update is as large as the learning rate."""
    optimizer = nn.Adam(0.25, beta1=beta, beta2=beta)

    @staged
    def update(w: Any, slope: Any, state: Any) -> Any:
        return optimizer.update(w, slope, state)

    slope = np.copysign(np.float32(2), numbers(50))
    state = optimizer.init(slope)
    for _ in range(5):
        w, state = update(np.zeros_like(slope), slope, state)
        np.testing.assert_allclose(w, -0.25 * np.sign(slope), rtol=1e-6)


def test_a_factor_for_each_update_is_exact_after_many() -> None:
    many = staged(nn.exponential(0.999))
    np.testing.assert_allclose(many(np.float32(1000)), 0.999**1000, rtol=1e-6)


def test_equal_optimizers_share_native_code() -> None:
    assert nn.Adam(schedule=nn.cosine(5)) == nn.Adam(schedule=nn.cosine(5))
    assert hash(nn.cosine(5) * nn.warm_up(2)) == hash(nn.cosine(5) * nn.warm_up(2))
    assert nn.cosine(5) != nn.cosine(6)
