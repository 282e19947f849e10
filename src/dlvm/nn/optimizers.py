"""Optimizers: how parameters are updated from gradients.

An optimizer is static: its numbers are part of the program, but for the learning rate, which is
given to each update and may change without compiling again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dlvm.nnkit import Float0D, full, map_tensors, sqrt, struct


class Optimizer(Protocol):
    """What an optimizer has."""

    @property
    def learning_rate(self) -> float:
        """The step size."""
        ...

    def init(self, model: Any) -> Any:
        """The state before the first update, for a model of NumPy arrays."""
        ...

    def update(
        self, model: Any, gradient: Any, state: Any, learning_rate: Float0D
    ) -> tuple[Any, Any]:
        """The staged model and state after an update."""
        ...


@dataclass(frozen=True)
class SGD:
    """Stochastic gradient descent: ``v = momentum * v + g; p = p - learning_rate * v``."""

    learning_rate: float = 0.1
    momentum: float = 0.0

    def init(self, model: Any) -> Any:
        return map_tensors(np.zeros_like, model) if self.momentum else ()

    def update(
        self, model: Any, gradient: Any, state: Any, learning_rate: Float0D
    ) -> tuple[Any, Any]:
        velocity = gradient
        if self.momentum:
            velocity = map_tensors(lambda v, g: v * self.momentum + g, state, gradient)
        model = map_tensors(lambda p, v: p - v * learning_rate, model, velocity)
        return model, velocity if self.momentum else ()


@struct
class AdamState:
    """The number of updates so far, and the moving averages of gradients and their squares."""

    step: Float0D
    first: Any
    second: Any


@dataclass(frozen=True)
class Adam:
    """Adam (Kingma and Ba, 2015), with the averages corrected for their start at 0."""

    learning_rate: float = 1e-3
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8

    def init(self, model: Any) -> Any:
        start: Any = np.float32(0)
        zeros = map_tensors(np.zeros_like, model)
        return AdamState(start, zeros, zeros)

    def update(
        self, model: Any, gradient: Any, state: Any, learning_rate: Float0D
    ) -> tuple[Any, Any]:
        step = state.step + 1
        first = map_tensors(
            lambda m, g: m * self.beta1 + g * (1 - self.beta1), state.first, gradient
        )
        second = map_tensors(
            lambda v, g: v * self.beta2 + g * g * (1 - self.beta2), state.second, gradient
        )
        size = learning_rate / (1 - full((), self.beta1) ** step)
        scale = 1 / sqrt(1 - full((), self.beta2) ** step)
        model = map_tensors(
            lambda p, m, v: p - m * size / (sqrt(v) * scale + self.epsilon), model, first, second
        )
        return model, AdamState(step, first, second)
