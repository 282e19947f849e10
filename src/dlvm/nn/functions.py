"""Activations, losses and metrics, composed from NNKit's functions."""

from __future__ import annotations

from math import sqrt
from typing import Any, TypeVar

from dlvm import nnkit
from dlvm.nnkit import Float0D, Float2D, Int1D, Tensor, f32

T = TypeVar("T", bound=Tensor[Any, Any, Any, Any])


def relu(x: T) -> T:
    """The positive part."""
    return nnkit.maximum(x, 0)


def sigmoid(x: T) -> T:
    """``1 / (1 + exp(-x))``."""
    # By tanh neither the value nor the derivative overflows anywhere.
    return nnkit.tanh(x * 0.5) * 0.5 + 0.5


def gelu(x: T) -> T:
    """``x`` times the probability that a standard normal number is less."""
    return x * 0.5 * (nnkit.erf(x * sqrt(0.5)) + 1)


def _shifted(x: Any, axis: int) -> Any:
    # Keeps exp from overflowing. It cancels, so that no derivative goes through the maximum.
    return x - nnkit.max(x, axis, True)


def softmax(x: T, axis: int = -1) -> T:
    """Positive numbers that add up to 1 along the axis, in proportion to ``exp(x)``."""
    numbers = nnkit.exp(_shifted(x, axis))
    return numbers / nnkit.sum(numbers, axis, True)


def log_softmax(x: T, axis: int = -1) -> T:
    """The logarithm of ``softmax``."""
    shifted = _shifted(x, axis)
    return shifted - nnkit.log(nnkit.sum(nnkit.exp(shifted), axis, True))


def softmax_cross_entropy(logits: Float2D, labels: Int1D) -> Float0D:
    """The mean over the rows of ``-log(softmax(logits)[label])``."""
    # A select over the row instead of an indexed read: it is fused with what surrounds it.
    wanted = nnkit.arange(logits.shape[1]) == labels.reshape((-1, 1))
    return -nnkit.where(wanted, log_softmax(logits), 0.0).sum(axis=1).mean()


def mean_squared_error(outputs: Any, targets: Any) -> Float0D:
    """The mean of the squared differences."""
    return nnkit.mean((outputs - targets) ** 2)


def accuracy(logits: Float2D, labels: Int1D) -> Float0D:
    """The share of rows whose greatest number is at the label."""
    return nnkit.mean((nnkit.argmax(logits, 1) == labels).astype(f32))
