"""Losses: numbers to be made small.

Each takes outputs, targets and, where some count for more or less, ``weights``: one for each
number that the mean is taken of. The result is the mean, weighted by them.
"""

from __future__ import annotations

from typing import Any

from dlvm import nnkit
from dlvm.nn.functions import log_softmax, logsumexp, softplus
from dlvm.nnkit import Float0D, f32, staged

_NEVER = -1e30
"""The logarithm of a probability of 0, or nearly: it is finite, so that sums have gradients."""


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
    logs, targets = log_softmax(logits), nnkit.asarray(targets)
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


def ctc_loss(
    log_probabilities: Any, labels: Any, steps: Any, lengths: Any, blank: int = 0
) -> Float0D:
    """The mean of the negative log-likelihood of label sequences, each over its length, summed over
    all ways to align it with the steps (Graves et al., 2006).

    ``log_probabilities`` is ``(n, steps, classes)`` and ``labels`` ``(n, labels)``, without blanks;
    ``steps`` and ``lengths`` (n) are how many of them a sequence has.
    """
    return _aligned(log_probabilities, labels, steps, lengths, blank)


@staged
def _aligned(logs: Any, labels: Any, steps: Any, lengths: Any, blank: int) -> Float0D:
    n, count, classes = logs.shape
    # The labels with a blank before, between and behind them are the states of an alignment.
    between = nnkit.full_like(labels, blank)
    states = nnkit.stack([between, labels], 2).reshape((n, -1))
    states = nnkit.concatenate([states, between[:, :1]], 1)
    size = states.shape[1]
    twice = nnkit.concatenate([states[:, :2], states[:, :-2]], 1)
    skips = (states != blank) & (states != twice)
    scores = nnkit.einsum("ntc,nsc->tns", logs, nnkit.one_hot(states, classes))
    reached = nnkit.where(nnkit.arange(size) < 2, scores[0], _NEVER)
    for t in nnkit.range(1, count):
        once = nnkit.pad(reached, [(0, 0), (1, 0)], _NEVER)[:, :size]
        skipped = nnkit.where(skips, nnkit.pad(reached, [(0, 0), (2, 0)], _NEVER)[:, :size], _NEVER)
        following = logsumexp(nnkit.stack([reached, once, skipped], 2)) + scores[t]
        reached = nnkit.where(nnkit.expand_dims(t < steps, 1), following, reached)
    left = 2 * nnkit.expand_dims(lengths, 1) - nnkit.arange(size)
    found = logsumexp(nnkit.where((left == 0) | (left == 1), reached, _NEVER))
    return -nnkit.mean(found / nnkit.maximum(lengths, 1).astype(f32))
