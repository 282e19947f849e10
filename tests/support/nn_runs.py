"""A small model and its data, for training in separate processes."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlvm import nn

RNG = np.random.default_rng(2)
X = RNG.standard_normal((20, 6)).astype(np.float32)
LABELS = (X[:, 0] > 0).astype(np.int64) + (X[:, 1] > 0)


def small_model(seed: int = 0) -> nn.Sequential:
    rng = np.random.default_rng(seed)
    return nn.Sequential(
        nn.Dense(6, 8, rng=rng), nn.BatchNorm(8), nn.relu, nn.Dropout(0.2), nn.Dense(8, 3, rng=rng)
    )


def loaded(rows: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    return X[rows] + 0.01 * rng.standard_normal((len(rows), 6)).astype(np.float32), LABELS[rows]
