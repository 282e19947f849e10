"""Losses: numbers to be made small.

Each takes outputs, targets and, where some count for more or less, ``weights``: one for each
number that the mean is taken of. The result is the mean, weighted by them.
"""

from __future__ import annotations

from typing import Any

from dlvm import nnkit
from dlvm.nn.functions import log_softmax, softplus
from dlvm.nnkit import Float0D


def _mean(numbers: Any, weights: Any) -> Any:
    if weights is None:
        return nnkit.mean(numbers)
    # Weights that are all 0 have the mean 0, and no NaN.
    total = nnkit.sum(nnkit.broadcast_to(weights, numbers.shape))
    return nnkit.sum(numbers * weights) / nnkit.where(total == 0, 1.0, total)


def _picked(logs: Any, labels: Any) -> Any:
    """The last dimension's number at each label."""
    # A select over the row instead of an indexed read: it is fused with what surrounds it.
    wanted = nnkit.arange(logs.shape[-1]) == nnkit.expand_dims(labels, -1)
    return nnkit.where(wanted, logs, 0.0).sum(axis=-1)


def softmax_cross_entropy(
    logits: Any, targets: Any, weights: Any = None, *, smoothing: float = 0.0
) -> Float0D:
    """The mean of ``-log(softmax(logits))`` at the targets, along the last axis.

    ``targets`` are labels (i64, with one dimension less) or probabilities (floats, of the shape of
    ``logits``). ``smoothing`` of the probability is spread evenly (Szegedy et al., 2016).
    """
    logs = log_softmax(logits)
    if targets.type.element.is_integer:
        found = _picked(logs, targets)
    else:
        found = (logs * targets).sum(axis=-1)
    if smoothing:
        found = found * (1 - smoothing) + logs.mean(axis=-1) * smoothing
    return -_mean(found, weights)


def negative_log_likelihood(log_probabilities: Any, labels: Any, weights: Any = None) -> Float0D:
    """The mean of what ``log_probabilities`` have at the labels, along the last axis, negated."""
    return -_mean(_picked(log_probabilities, labels), weights)


def binary_cross_entropy(logits: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean of ``-log(sigmoid(x))`` where the target is 1, and of ``-log(1 - sigmoid(x))`` where
    it is 0; targets between them are probabilities."""
    return _mean(softplus(logits) - logits * targets, weights)


def mean_squared_error(outputs: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean of the squared differences."""
    return _mean((outputs - targets) ** 2, weights)


def mean_absolute_error(outputs: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean of the differences without sign."""
    return _mean(nnkit.abs(outputs - targets), weights)


def huber(outputs: Any, targets: Any, weights: Any = None, *, delta: float = 1.0) -> Float0D:
    """Half the square of differences up to ``delta``, and a straight line beyond (Huber, 1964)."""
    size = nnkit.abs(outputs - targets)
    near = nnkit.minimum(size, delta)
    return _mean(near * (size - near * 0.5), weights)


def kl_divergence(log_probabilities: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean over all but the last axis of the Kullback-Leibler divergence from
    ``log_probabilities`` to the probabilities in ``targets``."""
    logs = nnkit.log(nnkit.where(targets > 0, targets, 1.0))  # 0 log 0 counts as 0.
    return _mean((targets * (logs - log_probabilities)).sum(axis=-1), weights)


def hinge(outputs: Any, signs: Any, weights: Any = None) -> Float0D:
    """The mean of what ``outputs * signs`` lacks to 1, for targets of -1 and 1."""
    return _mean(nnkit.maximum(1 - outputs * signs, 0), weights)
