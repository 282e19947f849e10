"""Metrics: evaluate outputs against targets, over any number of batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dlvm import nnkit
from dlvm.nn.losses import checked_labels, expect_shapes, softmax_cross_entropy
from dlvm.nnkit import f32
from dlvm.nnkit.staging.eager import eager


@dataclass(frozen=True)
class Metric:
    """A value computed from sums over the data. A call computes the metric of one batch.

    Parameters
    ----------
    name
        The name in reports.
    shape
        The shape of the sums.
    count
        Maps the outputs and targets of a batch to an f32 tensor of shape ``shape``.
    result
        Maps the sum of the counts of all batches to the metric.
    """

    name: str
    shape: tuple[int, ...]
    count: Callable[[Any, Any], Any]
    result: Callable[[Any], Any]

    @eager
    def __call__(self, outputs: Any, targets: Any) -> Any:
        return self.result(self.count(outputs, targets))


def mean_of(name: str, function: Callable[[Any, Any], Any]) -> Metric:
    """The metric that is the mean of a function over the rows of the data.

    Parameters
    ----------
    name
        The name in reports.
    function
        Maps the outputs and targets of a batch to the mean over its rows, an f32 scalar.

    Examples
    --------
    ::

        trainer = Trainer(model, Adam(), metric=mean_of("error", mean_absolute_error))
    """

    def count(outputs: Any, targets: Any) -> Any:
        rows = nnkit.asarray(_rows(targets), dtype=f32)
        return nnkit.stack([function(outputs, targets) * rows, rows])

    return Metric(name, (2,), count, _ratio)


def _ratio(sums: Any) -> Any:
    return sums[0] / sums[1]


def _rows(targets: Any) -> int:
    """The number of rows of a batch: the leading dimension of its first tensor."""
    from dlvm.nnkit.pytree.pytree import flatten

    leaves: list[Any] = []
    flatten(targets, leaves)
    return leaves[0].shape[0] if leaves[0].ndim else 1


def _share(right: Any, is_nan: Any) -> Any:
    """The mean of ``right``; NaN if an output is NaN, so that a failed training has no score."""
    shares: Any = nnkit.where(is_nan, float("nan"), right.astype(f32))
    return nnkit.mean(shares)


def _has_nan(outputs: Any) -> Any:
    """Which rows of the outputs contain NaN."""
    return nnkit.any(nnkit.isnan(outputs), axis=-1)


def _accuracy(x: Any, y: Any) -> Any:
    expect_shapes("accuracy", x, y, are_labels=True)
    return _share(nnkit.argmax(x, x.ndim - 1) == y, _has_nan(x))


def _binary_accuracy(x: Any, y: Any) -> Any:
    expect_shapes("binary_accuracy", x, y)
    return _share((x > 0) == (y > 0.5), nnkit.isnan(x))


accuracy = mean_of("accuracy", _accuracy)
"""The fraction of rows whose label has the largest output, along the last axis; NaN if an output is
NaN."""

binary_accuracy = mean_of("accuracy", _binary_accuracy)
"""The fraction of logits whose sign matches their target, 0 or 1; NaN if a logit is NaN."""


def top_k(count: int) -> Metric:
    """The fraction of labels among the ``count`` largest outputs, along the last axis; NaN if an
    output is NaN.

    Parameters
    ----------
    count
        The number of outputs that count as guesses.
    """

    def right(x: Any, y: Any) -> Any:
        expect_shapes(f"top_k({count})", x, y, are_labels=True)
        labels = checked_labels(y, x.shape[-1])
        wanted = nnkit.arange(x.shape[-1]) == nnkit.expand_dims(labels, -1)
        own = nnkit.max(nnkit.where(wanted, x, float("-inf")), -1, True)
        larger = nnkit.sum((x > own).astype(f32), -1)
        return _share(larger < count, _has_nan(x))

    return mean_of(f"top-{count}", right)


perplexity = Metric(
    "perplexity",
    (2,),
    mean_of("", softmax_cross_entropy).count,
    lambda sums: nnkit.exp(sums[0] / sums[1]),
)
"""The exponential of the mean cross-entropy of labels."""


def confusion(classes: int) -> Metric:
    """The confusion matrix, f32 ``(classes, classes)``: element ``(i, j)`` counts the rows of label
    ``i`` whose largest output is at ``j``.

    Parameters
    ----------
    classes
        The number of classes, the size of the last axis of the outputs.
    """

    def count(x: Any, y: Any) -> Any:
        expect_shapes("confusion", x, y, are_labels=True)
        found = nnkit.one_hot(nnkit.argmax(x, x.ndim - 1).reshape(-1), classes)
        return nnkit.one_hot(y.reshape(-1), classes).T @ found

    return Metric("confusion", (classes, classes), count, lambda sums: sums)


def f1(classes: int) -> Metric:
    """The macro-averaged F1 score: the mean over classes of the harmonic mean of precision and
    recall, 0 for a class that neither the labels nor the outputs contain.

    Parameters
    ----------
    classes
        The number of classes, the size of the last axis of the outputs.
    """

    def result(sums: Any) -> Any:
        right = nnkit.einsum("ii->i", sums)
        total = sums.sum(axis=0) + sums.sum(axis=1)
        return nnkit.mean(2 * right / nnkit.maximum(total, 1))

    return Metric("F1", (classes, classes), confusion(classes).count, result)
