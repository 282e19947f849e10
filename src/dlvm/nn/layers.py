"""Layers: structs of parameters that are called with staged tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm.nn.initializers import Initializer, glorot
from dlvm.nnkit import Float1D, Float2D, initialize, struct

Layer = Callable[[Any], Any]
"""Anything that gives outputs for inputs: a layer with parameters, or a function such as relu."""


@struct
class Dense:
    """``x @ weight + bias``, for rows ``x``."""

    weight: Float2D
    bias: Float1D

    def __init__(
        self,
        inputs: int,
        outputs: int,
        *,
        init: Initializer = glorot,
        rng: np.random.Generator | None = None,
    ) -> None:
        """Random weights made by ``init`` from ``rng`` (or unlike any others), biases of 0."""
        initialize(
            self,
            weight=init(rng or np.random.default_rng(), inputs, outputs),
            bias=np.zeros(outputs, np.float32),
        )

    def __call__(self, x: Float2D) -> Float2D:
        return x @ self.weight + self.bias


@struct
class Sequential:
    """Layers one after the other."""

    layers: tuple[Layer, ...]

    def __init__(self, *layers: Layer) -> None:
        initialize(self, layers=layers)

    def __call__(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x
