"""Starting values of parameters, as NumPy arrays."""

from __future__ import annotations

from math import sqrt
from typing import Any, Protocol

import numpy as np


class Initializer(Protocol):
    """Makes the weights of a layer with so many inputs and outputs."""

    def __call__(self, rng: np.random.Generator, inputs: int, outputs: int) -> Any: ...


def glorot(rng: np.random.Generator, inputs: int, outputs: int) -> Any:
    """Uniform with the variance ``2 / (inputs + outputs)`` (Glorot and Bengio, 2010)."""
    limit = sqrt(6 / (inputs + outputs))
    return rng.uniform(-limit, limit, (inputs, outputs)).astype(np.float32)


def he(rng: np.random.Generator, inputs: int, outputs: int) -> Any:
    """Normal with the variance ``2 / inputs``, for layers before a relu (He et al., 2015)."""
    return (rng.standard_normal((inputs, outputs)) * sqrt(2 / inputs)).astype(np.float32)
