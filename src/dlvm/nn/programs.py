"""Training programs: an epoch, a step, an evaluation. Each is one native call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nn.metrics import Metric
from dlvm.nn.modes import ModelTemplate, split, training
from dlvm.nn.optimizers import Optimizer
from dlvm.nnkit import Float0D, Int1D, Int2D, Int3D, Tensor0D, gradient, map_tensors, staged, u32
from dlvm.nnkit.pytree.pytree import flatten
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.trace import failure
from dlvm.text.parser_base import shorten

Loss = Callable[[Any, Any], Float0D]
"""A function from outputs and targets of a batch to the mean loss over its rows."""


@dataclass(frozen=True)
class TrainingTask:
    """The static part of a training program."""

    template: ModelTemplate
    loss: Loss
    metric: Metric
    optimizer: Optimizer


def row_count(data: Any) -> int:
    """The number of rows of a pytree: the leading dimension of its first tensor."""
    leaves: list[Any] = []
    flatten(data, leaves)
    shape = leaves[0].shape if leaves else ()
    if not shape:
        raise failure(
            "data must be arrays of numbers whose first axis is the row, got "
            f"{shorten(repr(data))}; make one with np.asarray(…, np.float32)"
        )
    return shape[0]


def _computed(task: TrainingTask, model: Any, x: Any, y: Any) -> tuple[Any, Any]:
    outputs = model(x)
    loss = task.loss(outputs, y)
    name = getattr(task.loss, "__name__", "loss")
    require_shape(f"Trainer: the result of {name}", loss, (), ", the mean over the batch")
    return loss, task.metric.count(outputs, y)


@staged
def _objective(task: TrainingTask, parameters: Any, buffers: Any, x: Any, y: Any, key: Any) -> Any:
    """The loss and metric of a training batch, and the buffers after it."""
    model = task.template.join(parameters, buffers)
    with training(key) as step:
        loss, counts = _computed(task, model, x, y)
    return loss, counts, split(step.trained(model))[2]


def _slopes(task: TrainingTask, parameters: Any, buffers: Any, x: Any, y: Any, key: Any) -> Any:
    """The gradient, the loss and the metric of a batch, and the buffers after it."""
    slopes = gradient(_objective, "parameters", source=0, keeping=(0, 1, 2) if buffers else (0, 1))
    change, loss, counts, *moved = slopes(task, parameters, buffers, x, y, key)
    return change, moved[0] if buffers else buffers, loss, counts


def _key(seed: Any, state: Any, number: Any) -> Any:
    """The key of the random numbers of a batch of a step."""
    shift = nnkit.asarray(number).astype(u32) * nnkit.asarray(0x9E3779B9, dtype=u32)
    return nnkit.stack([seed + shift, state.step.astype(u32)])


@staged
def _sums(
    task: TrainingTask,
    parameters: Any,
    buffers: Any,
    state: Any,
    x: Any,
    y: Any,
    batches: Int2D,
    seed: Any,
) -> Any:
    """Adds up the gradient and the loss over the rows of the batches in ``batches``. Also returns
    the buffers after these batches, and their metric."""
    change = map_tensors(nnkit.zeros_like, parameters)
    loss, counts, rows = nnkit.zeros(()), nnkit.zeros(task.metric.shape), batches.shape[1]
    for i in nnkit.range(batches.shape[0]):
        key = _key(seed, state, i)
        found = _slopes(
            task, parameters, buffers, _taken(x, batches[i]), _taken(y, batches[i]), key
        )
        of_batch, buffers, part, counted = found
        change = map_tensors(lambda a, b: a + b * rows, change, of_batch)
        loss, counts = loss + part * rows, counts + counted
    return change, buffers, loss, counts


def _with_batch(
    task: TrainingTask,
    parameters: Any,
    state: Any,
    sums: Any,
    x: Any,
    y: Any,
    seed: Any,
    number: int,
) -> Any:
    """Adds the sums of one batch to the sums of several."""
    change, buffers, loss, counts = sums
    key, rows = _key(seed, state, number), row_count(x)
    of_batch, buffers, part, counted = _slopes(task, parameters, buffers, x, y, key)
    of_batch = map_tensors(lambda t: t * rows, of_batch)
    if change is not None:
        of_batch = map_tensors(lambda a, b: a + b, change, of_batch)
    return of_batch, buffers, loss + part * rows, counts + counted


def _updated(task: TrainingTask, parameters: Any, state: Any, sums: Any, rows: int) -> Any:
    """The parameters, buffers and state after a step, and the loss and metric of the step."""
    change, buffers, loss, counts = sums
    change = map_tensors(lambda t: t / rows, change)
    parameters, state = task.optimizer.update(parameters, change, state)
    return parameters, buffers, state, loss / rows, counts


def _update(
    task: TrainingTask, parameters: Any, buffers: Any, state: Any, x: Any, y: Any, seed: Any
) -> Any:
    """The parameters, buffers and state after a step on one batch, and its loss and metric."""
    key = nnkit.stack([seed, state.step.astype(u32)])
    change, buffers, loss, counts = _slopes(task, parameters, buffers, x, y, key)
    parameters, state = task.optimizer.update(parameters, change, state)
    return parameters, buffers, state, loss, counts


def train_step(
    task: TrainingTask, parameters: Any, buffers: Any, state: Any, batches: Any, seed: Tensor0D[u32]
) -> Any:
    """Trains one step, on the mean gradient of a tuple of batches, pairs of inputs and targets."""
    if len(batches) == 1:
        [(x, y)] = batches
        return _update(task, parameters, buffers, state, x, y, seed)
    sums: Any = (None, buffers, nnkit.zeros(()), nnkit.zeros(task.metric.shape))
    for number, (x, y) in enumerate(batches):
        sums = _with_batch(task, parameters, state, sums, x, y, seed, number)
    return _updated(task, parameters, state, sums, sum(row_count(x) for x, _ in batches))


def train_epoch(
    task: TrainingTask,
    parameters: Any,
    buffers: Any,
    state: Any,
    x: Any,
    y: Any,
    steps: Int3D,
    last: tuple[Int2D, Int1D],
    seed: Tensor0D[u32],
) -> Any:
    """Trains one epoch. Each matrix of ``steps`` has the rows of the batches of a step; ``last``
    has those of the last step, whose last batch may be smaller.
    """
    total, counts, rows = nnkit.zeros(()), nnkit.zeros(task.metric.shape), 0
    count, accumulated, size = steps.shape
    if count:
        for batches in steps:
            if accumulated == 1:
                found = _update(
                    task, parameters, buffers, state, _taken(x, batches[0]), _taken(y, batches[0]),
                    seed,
                )  # fmt: skip
            else:
                sums = _sums(task, parameters, buffers, state, x, y, batches, seed)
                found = _updated(task, parameters, state, sums, accumulated * size)
            parameters, buffers, state, loss, part = found
            total, counts = total + loss * (accumulated * size), counts + part
        rows += count * accumulated * size
    batches, rest = last
    left = batches.size + rest.size
    if left:
        if batches.size:
            sums = _sums(task, parameters, buffers, state, x, y, batches, seed)
            if rest.size:
                xs, ys = _taken(x, rest), _taken(y, rest)
                number = batches.shape[0]
                sums = _with_batch(task, parameters, state, sums, xs, ys, seed, number)
            found = _updated(task, parameters, state, sums, left)
        else:
            found = _update(
                task, parameters, buffers, state, _taken(x, rest), _taken(y, rest), seed
            )
        parameters, buffers, state, loss, part = found
        total, counts = total + loss * left, counts + part
        rows += left
    return parameters, buffers, state, total / rows, task.metric.result(counts)


def _row(data: Any, i: Any) -> Any:
    return map_tensors(lambda t: t[i], data)


def _taken(data: Any, rows: Any) -> Any:
    return map_tensors(lambda t: nnkit.take(t, rows), data)


def evaluate(
    task: TrainingTask, parameters: Any, buffers: Any, x: Any, y: Any, batch_size: int
) -> Any:
    """Computes loss and metric over all rows, in batches of a fixed size and a smaller last one."""
    model = task.template.join(parameters, buffers)
    count = row_count(x)
    whole = count - count % batch_size
    total, counts = nnkit.zeros(()), nnkit.zeros(task.metric.shape)
    if whole:
        xs, ys = (
            map_tensors(lambda t: t[:whole].reshape((-1, batch_size, *t.shape[1:])), data)
            for data in (x, y)
        )
        for i in nnkit.range(whole // batch_size):
            loss, found = _computed(task, model, _row(xs, i), _row(ys, i))
            total, counts = total + loss * batch_size, counts + found
    if whole < count:
        loss, found = _computed(
            task, model, map_tensors(lambda t: t[whole:], x), map_tensors(lambda t: t[whole:], y)
        )
        total, counts = total + loss * (count - whole), counts + found
    return total / count, task.metric.result(counts)


def metric_result(task: TrainingTask, counts: Any) -> Any:
    """The metric of counts that the caller accumulated."""
    return task.metric.result(counts)


def predict(template: ModelTemplate, parameters: Any, buffers: Any, x: Any) -> Any:
    """Computes the model's outputs."""
    return template.join(parameters, buffers)(x)


def as_seed(number: int) -> Any:
    """Converts a seed to a scalar of u32."""
    return np.asarray(number % 2**32, np.uint32)
