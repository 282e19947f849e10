"""Functions from networks, losses and numerical programs, written with NNKit and with JAX, which
``tests/peers/test_jax_gradients.py`` compares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm.nnkit import StagedFunction, staged

Array = np.ndarray[Any, Any]
COMPOSED: dict[str, Composed] = {}
_RNG = np.random.default_rng(2026)


class Composed:
    """A function of arrays, with the arguments for which it is compared."""

    in_jax: Callable[..., Any]

    def __init__(self, function: Callable[..., Any], arguments: tuple[Array, ...]) -> None:
        self.function = function
        self.arguments = arguments
        self.staged: StagedFunction[..., Any] = staged(function)

    def jax(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: the same function, written with JAX."""
        self.in_jax = function
        return function


def composed(*arguments: Array) -> Callable[[Callable[..., Any]], Composed]:
    """Decorator for a function that is written with NNKit."""

    def enter(function: Callable[..., Any]) -> Composed:
        assert function.__name__ not in COMPOSED
        COMPOSED[function.__name__] = Composed(function, arguments)
        return COMPOSED[function.__name__]

    return enter


def floats(*shape: int, low: float | None = None, high: float = 1.0) -> Array:
    """Normally distributed numbers, or uniform ones from ``low`` to ``high``."""
    if low is None:
        return np.asarray(_RNG.standard_normal(shape) / 2, np.float32)
    return np.asarray(_RNG.uniform(low, high, shape), np.float32)


def numbers(*shape: int, below: int) -> Array:
    """Integers from 0."""
    return np.asarray(_RNG.integers(0, below, shape))


def flags(*shape: int) -> Array:
    """Bools, most of them true."""
    return np.asarray(_RNG.uniform(size=shape) < 0.7)
