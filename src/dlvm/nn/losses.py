"""Loss functions.

Each loss takes outputs and targets and returns their mean loss, a scalar of f32. Optional
``weights``, which broadcast to the averaged losses, make it a weighted mean; if all weights are 0,
the mean is 0. Outputs and targets have equal shapes; other shapes raise :class:`DiagnosticError`.
"""

from __future__ import annotations

from typing import Any, cast

from dlvm import nnkit
from dlvm.ir.types import TensorType
from dlvm.nn.functions import log_softmax, logsumexp, softplus
from dlvm.nnkit import Float0D, f32, staged
from dlvm.nnkit.staging.eager import eager
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.sizes import are_equal, shape_of
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift

_NEVER = -1e30
"""Stands for log(0). It is finite, so that sums have gradients."""


def _mean(numbers: Any, weights: Any) -> Any:
    if weights is None:
        return nnkit.mean(numbers)
    # If all weights are 0, the mean is 0 instead of NaN.
    total = nnkit.sum(nnkit.broadcast_to(weights, numbers.shape))
    return nnkit.sum(numbers * weights) / nnkit.where(total == 0, 1.0, total)


def expect_shapes(
    what: str, outputs: Any, targets: Any, *, are_labels: bool = False, takes_labels: bool = False
) -> None:
    """Requires the targets to have the expected shape: that of the outputs or, for labels, that of
    the outputs without the last dimension. ``takes_labels`` is whether the loss accepts integer
    labels."""
    if isinstance(targets, bool | int | float):
        return
    shape, found = shape_of(lift(outputs)), shape_of(lift(targets))
    if are_labels:
        remedy = "reshape them with labels.reshape(-1)" if len(found) == len(shape) else ""
        reason = ", one for each row of outputs"
        require_shape(f"{what}: labels", targets, shape[:-1], reason, remedy)
        return
    remedy = ""
    if takes_labels and are_equal(found, shape[:-1]):
        remedy = "labels are integers: convert them with targets.astype(i64)"
    elif len(found) != len(shape):
        remedy = "reshape one of them, for example with targets.reshape((-1, 1)) or outputs[:, 0]"
    require_shape(f"{what}: targets", targets, shape, ", that of the outputs", remedy)


def _floats(what: str, outputs: Any) -> Any:
    """The outputs of a model, which are floats."""
    element = cast("TensorType", lift(outputs).type).element
    if not element.is_float:
        raise failure(
            f"{what}: outputs must be floats, got element type {element}; outputs come before "
            "targets"
        )
    return outputs


def checked_labels(labels: Any, classes: int) -> Any:
    """The labels; the program fails if one is not a class."""
    return nnkit.take(nnkit.arange(classes), labels)


def _picked(logs: Any, labels: Any) -> Any:
    """The element of the last dimension at each label."""
    # A select over the row instead of an indexed read: it fuses with its neighbors.
    classes = logs.shape[-1]
    wanted = nnkit.arange(classes) == nnkit.expand_dims(checked_labels(labels, classes), -1)
    return nnkit.where(wanted, logs, 0.0).sum(axis=-1)


def _without(labels: Any, weights: Any, ignore_index: int | None) -> tuple[Any, Any]:
    """Labels and weights, in which rows with the label ``ignore_index`` have weight 0."""
    if ignore_index is None:
        return labels, weights
    kept = labels != ignore_index
    counted = kept.astype(f32)
    return nnkit.where(kept, labels, 0), counted if weights is None else counted * weights


@eager
def softmax_cross_entropy(
    logits: Any,
    targets: Any,
    weights: Any = None,
    *,
    smoothing: float = 0.0,
    ignore_index: int | None = None,
    class_weights: Any = None,
) -> Float0D:
    """The mean cross-entropy between ``softmax(logits)`` and targets, along the last axis.

    Parameters
    ----------
    logits
        Unnormalized log-probabilities, floats of the shape ``(..., classes)``.
    targets
        Labels, i64 of the shape ``(...)``, or probabilities, floats of the shape of ``logits``.
    weights
        A weight for each row, which broadcasts to ``(...)``.
    smoothing
        The probability mass that is spread evenly over all classes (label smoothing, Szegedy et
        al., 2016).
    ignore_index
        A label whose rows do not count, such as -1 for padding.
    class_weights
        One weight for each class, floats ``(classes,)``, for targets that are labels. Each row has
        the weight of its class, times its element of ``weights``.

    Raises
    ------
    DiagnosticError
        If the targets have another shape, or if they are probabilities and class weights are given.
        The program fails if a label is not a class.

    Examples
    --------
    ::

        loss = softmax_cross_entropy(model(images), labels, smoothing=0.1)
    """
    logs, targets = log_softmax(_floats("softmax_cross_entropy", logits)), nnkit.asarray(targets)
    are_labels = targets.type.element.is_integer
    expect_shapes("softmax_cross_entropy", logs, targets, are_labels=are_labels, takes_labels=True)
    if are_labels:
        targets, weights = _without(targets, weights, ignore_index)
        found = _picked(logs, targets)
        if class_weights is not None:
            of_classes = nnkit.asarray(class_weights)
            reason = ", one for each class"
            require_shape(
                "softmax_cross_entropy: class_weights", of_classes, logs.shape[-1:], reason
            )
            of_rows = nnkit.take(of_classes, targets)
            weights = of_rows if weights is None else of_rows * weights
    elif class_weights is not None:
        raise failure("class_weights need labels as targets, got probabilities")
    else:
        found = (logs * targets).sum(axis=-1)
    if smoothing:
        found = found * (1 - smoothing) + logs.mean(axis=-1) * smoothing
    return -_mean(found, weights)


@eager
def negative_log_likelihood(
    log_probabilities: Any, labels: Any, weights: Any = None, *, ignore_index: int | None = None
) -> Float0D:
    """The mean of ``-log_probabilities`` at the labels, along the last axis.

    Parameters
    ----------
    log_probabilities
        Floats of the shape ``(..., classes)``, such as the result of ``log_softmax``.
    labels
        Labels, i64 of the shape ``(...)``. The program fails if one is not a class.
    weights
        A weight for each label, which broadcasts to ``(...)``.
    ignore_index
        A label that does not count, such as -1 for padding.

    Raises
    ------
    DiagnosticError
        For labels of another shape.
    """
    expect_shapes("negative_log_likelihood", log_probabilities, labels, are_labels=True)
    labels, weights = _without(nnkit.asarray(labels), weights, ignore_index)
    return -_mean(_picked(log_probabilities, labels), weights)


@eager
def binary_cross_entropy(logits: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean of ``-t * log(sigmoid(x)) - (1 - t) * log(1 - sigmoid(x))`` over logits ``x`` and
    targets ``t``.

    Parameters
    ----------
    logits
        Logits ``x``, floats of any shape.
    targets
        Targets ``t``, floats from 0 to 1 of the shape of ``logits``.
    weights
        A weight for each logit, which broadcasts to the shape of ``logits``.

    Raises
    ------
    DiagnosticError
        For targets of another shape.
    """
    expect_shapes("binary_cross_entropy", logits, targets)
    return _mean(softplus(logits) - logits * targets, weights)


@eager
def mean_squared_error(outputs: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean of ``(outputs - targets) ** 2``.

    Parameters
    ----------
    outputs, targets
        Floats of one shape.
    weights
        A weight for each output, which broadcasts to the shape of ``outputs``.

    Raises
    ------
    DiagnosticError
        For targets of another shape.
    """
    expect_shapes("mean_squared_error", outputs, targets)
    return _mean((outputs - targets) ** 2, weights)


@eager
def mean_absolute_error(outputs: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean of ``abs(outputs - targets)``.

    Parameters
    ----------
    outputs, targets
        Floats of one shape.
    weights
        A weight for each output, which broadcasts to the shape of ``outputs``.

    Raises
    ------
    DiagnosticError
        For targets of another shape.
    """
    expect_shapes("mean_absolute_error", outputs, targets)
    return _mean(nnkit.abs(outputs - targets), weights)


@eager
def huber(outputs: Any, targets: Any, weights: Any = None, *, delta: float = 1.0) -> Float0D:
    """The mean Huber loss: quadratic, ``d ** 2 / 2``, for absolute differences ``d`` up to
    ``delta``, and linear beyond (Huber, 1964).

    Parameters
    ----------
    outputs, targets
        Floats of one shape.
    weights
        A weight for each output, which broadcasts to the shape of ``outputs``.
    delta
        The absolute difference above which the loss is linear, with slope ``delta``.

    Raises
    ------
    DiagnosticError
        For targets of another shape.
    """
    expect_shapes("huber", outputs, targets)
    size = nnkit.abs(outputs - targets)
    near = nnkit.minimum(size, delta)
    return _mean(near * (size - near * 0.5), weights)


@eager
def kl_divergence(log_probabilities: Any, targets: Any, weights: Any = None) -> Float0D:
    """The mean Kullback-Leibler divergence of the distributions ``targets`` from the distributions
    ``exp(log_probabilities)``, along the last axis.

    Parameters
    ----------
    log_probabilities
        Floats of the shape ``(..., classes)``, such as the result of ``log_softmax``.
    targets
        Probabilities, floats of the shape of ``log_probabilities``.
    weights
        A weight for each distribution, which broadcasts to ``(...)``.

    Raises
    ------
    DiagnosticError
        For targets of another shape.
    """
    expect_shapes("kl_divergence", log_probabilities, targets)
    logs = nnkit.log(nnkit.where(targets > 0, targets, 1.0))  # 0 log 0 counts as 0.
    return _mean((targets * (logs - log_probabilities)).sum(axis=-1), weights)


@eager
def hinge(outputs: Any, signs: Any, weights: Any = None) -> Float0D:
    """The mean hinge loss ``max(1 - outputs * signs, 0)``, for targets ``signs`` of -1 and 1.

    Parameters
    ----------
    outputs
        Floats of any shape.
    signs
        Targets of -1 or 1, floats of the shape of ``outputs``.
    weights
        A weight for each output, which broadcasts to the shape of ``outputs``.

    Raises
    ------
    DiagnosticError
        For targets of another shape.
    """
    expect_shapes("hinge", outputs, signs)
    return _mean(nnkit.maximum(1 - outputs * signs, 0), weights)


@eager
def ctc_loss(
    log_probabilities: Any, labels: Any, steps: Any, lengths: Any, blank: int = 0
) -> Float0D:
    """The connectionist temporal classification loss: the mean over sequences of the negative
    log-likelihood of the labels, summed over all alignments with the steps and divided by the
    number of labels (Graves et al., 2006).

    Parameters
    ----------
    log_probabilities
        The outputs of each step, floats ``(n, max_steps, classes)``.
    labels
        The labels without blanks, i64 ``(n, max_labels)``.
    steps, lengths
        The numbers of steps and of labels of each sequence, i64 ``(n,)``.
    blank
        The class of the blank.
    """
    require_shape("ctc_loss: log_probabilities", log_probabilities, ("n", "max_steps", "classes"))
    rows = shape_of(lift(log_probabilities))[:1]
    require_shape("ctc_loss: labels", labels, (*rows, "max_labels"))
    require_shape("ctc_loss: steps", steps, rows)
    require_shape("ctc_loss: lengths", lengths, rows)
    return _aligned(log_probabilities, labels, steps, lengths, blank)


@staged
def _aligned(logs: Any, labels: Any, steps: Any, lengths: Any, blank: int) -> Float0D:
    n, count, classes = logs.shape
    # Labels after the length of a sequence do not count.
    inside = nnkit.arange(labels.shape[1]) < nnkit.expand_dims(lengths, 1)
    labels = nnkit.where(inside, labels, blank)
    # An alignment's states: the labels, with blanks before, between and after them.
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
