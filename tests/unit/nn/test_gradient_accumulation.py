"""Training with several batches in a step, whose gradients are averaged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.diagnostics import DiagnosticError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(70, 5)).astype(np.float32)
Y = (X[:, 0] > 0).astype(np.int64)


def trained(*, batch_size: int, loads: bool = False, **options: Any) -> nn.Trainer[Any]:
    layers = [nn.Dense(5, 8, rng=np.random.default_rng(1)), nn.gelu, nn.Dense(8, 2)]
    layers[2] = nn.Dense(8, 2, rng=np.random.default_rng(2))
    trainer = nn.Trainer(nn.Sequential(*layers), nn.SGD(0.3, momentum=0.9))  # type: ignore[arg-type]
    if loads:
        loader = nn.Loader(lambda rows, _: (X[rows], Y[rows]), len(X), batch_size)
        trainer.fit(loader, epochs=3, progress=False, **options)
    else:
        trainer.fit(X, Y, 3, batch_size, progress=False, **options)
    return trainer


@pytest.mark.parametrize("loads", [False, True])
@pytest.mark.parametrize(("batch_size", "accumulate"), [(8, 4), (5, 20)])
def test_batches_of_a_step_are_one_batch(batch_size: int, accumulate: int, loads: bool) -> None:
    whole = trained(batch_size=batch_size * accumulate, loads=loads)
    parts = trained(batch_size=batch_size, accumulate=accumulate, loads=loads)
    np.testing.assert_allclose(parts.history.loss, whole.history.loss, rtol=1e-5)
    assert parts.history.metric == pytest.approx(whole.history.metric)
    for a, b in zip(parts.model.layers[::2], whole.model.layers[::2], strict=True):
        np.testing.assert_allclose(a.weight, b.weight, rtol=1e-4, atol=1e-6)


def test_random_numbers_and_buffers() -> None:
    """Batches draw different dropout masks, and move the statistics of normalization."""
    layers = nn.Sequential(nn.Dropout(0.5), nn.BatchNorm(5), nn.Dense(5, 2))
    found = []
    for _ in range(2):
        trainer = nn.Trainer(layers, nn.SGD(0.0))
        trainer.fit(X, Y, 1, 10, accumulate=7, progress=False)
        found.append(trainer.model.layers[1].mean.value)
    np.testing.assert_array_equal(*found)
    once = nn.Trainer(layers, nn.SGD(0.0))
    once.fit(X, Y, 1, 10, progress=False)
    assert not np.array_equal(once.model.layers[1].mean.value, found[0])
    assert np.abs(found[0]).max() > 0


def test_at_least_one_batch() -> None:
    with pytest.raises(DiagnosticError, match="accumulate must be at least 1, got 0"):
        trained(batch_size=8, accumulate=0)
