"""Metrics: how good outputs are, over any number of batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dlvm import nnkit
from dlvm.nn.losses import softmax_cross_entropy
from dlvm.nnkit import f32


@dataclass(frozen=True)
class Metric:
    """A number, or several, that is computed from sums over the data.

    ``count`` gives a tensor of f32 of the given shape for the outputs and targets of a batch;
    ``result`` is computed from its sum over all batches. Called, it is the metric of one batch.
    """

    name: str
    shape: tuple[int, ...]
    count: Callable[[Any, Any], Any]
    result: Callable[[Any], Any]

    def __call__(self, outputs: Any, targets: Any) -> Any:
        return self.result(self.count(outputs, targets))


def mean_of(name: str, function: Callable[[Any, Any], Any]) -> Metric:
    """The metric that is the mean, over the rows of the data, of what ``function`` gives as a mean
    over the rows of a batch."""

    def count(outputs: Any, targets: Any) -> Any:
        rows = nnkit.full((), float(_rows(targets)))
        return nnkit.stack([function(outputs, targets) * rows, rows])

    return Metric(name, (2,), count, _ratio)


def _ratio(sums: Any) -> Any:
    return sums[0] / sums[1]


def _rows(targets: Any) -> int:
    """How many rows a batch has: those of its first tensor."""
    from dlvm.nnkit.pytree.pytree import flatten

    leaves: list[Any] = []
    flatten(targets, leaves)
    return leaves[0].shape[0] if leaves[0].ndim else 1


def _share(right: Any) -> Any:
    return nnkit.mean(right.astype(f32))


accuracy = mean_of("accuracy", lambda x, y: _share(nnkit.argmax(x, x.ndim - 1) == y))
"""The share of labels at which the outputs are greatest, along the last axis."""

binary_accuracy = mean_of("accuracy", lambda x, y: _share((x > 0) == (y > 0.5)))
"""The share of logits that have the sign of their targets, 0 or 1."""


def top_k(count: int) -> Metric:
    """The share of labels that are among the ``count`` greatest outputs, along the last axis."""

    def right(x: Any, y: Any) -> Any:
        wanted = nnkit.arange(x.shape[-1]) == nnkit.expand_dims(y, -1)
        own = nnkit.max(nnkit.where(wanted, x, float("-inf")), -1, True)
        return _share(nnkit.sum((x > own).astype(f32), -1) < count)

    return mean_of(f"top-{count}", right)


perplexity = Metric(
    "perplexity",
    (2,),
    mean_of("", softmax_cross_entropy).count,
    lambda sums: nnkit.exp(sums[0] / sums[1]),
)
"""The exponential of the mean cross-entropy of labels."""


def confusion(classes: int) -> Metric:
    """How many rows with label ``i`` have their greatest output at ``j``: ``(classes, classes)``,
    of f32."""

    def count(x: Any, y: Any) -> Any:
        found = nnkit.one_hot(nnkit.argmax(x, x.ndim - 1).reshape(-1), classes)
        return nnkit.one_hot(y.reshape(-1), classes).T @ found

    return Metric("confusion", (classes, classes), count, lambda sums: sums)


def f1(classes: int) -> Metric:
    """The mean over the classes of the harmonic mean of precision and recall; 0 for a class that is
    neither found nor there."""

    def result(sums: Any) -> Any:
        right = nnkit.einsum("ii->i", sums)
        total = sums.sum(axis=0) + sums.sum(axis=1)
        return nnkit.mean(2 * right / nnkit.maximum(total, 1))

    return Metric("F1", (classes, classes), confusion(classes).count, result)
