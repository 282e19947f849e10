"""Training programs: an epoch, a step, an evaluation. Each is one native call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nn.metrics import Metric
from dlvm.nn.modes import Template, split, training
from dlvm.nn.optimizers import Optimizer
from dlvm.nnkit import Float0D, Int1D, Int2D, Tensor0D, gradient, map_tensors, staged, u32
from dlvm.nnkit.pytree.pytree import flatten

Loss = Callable[[Any, Any], Float0D]
"""A function from outputs and targets of a batch to the mean loss over its rows."""


@dataclass(frozen=True)
class Task:
    """The static part of a training program."""

    template: Template
    loss: Loss
    metric: Metric
    optimizer: Optimizer


def row_count(data: Any) -> int:
    """The number of rows of a pytree, which is that of its first tensor."""
    leaves: list[Any] = []
    flatten(data, leaves)
    return leaves[0].shape[0]


def _computed(task: Task, model: Any, x: Any, y: Any) -> tuple[Any, Any]:
    outputs = model(x)
    return task.loss(outputs, y), task.metric.count(outputs, y)


@staged
def _objective(task: Task, parameters: Any, buffers: Any, x: Any, y: Any, key: Any) -> Any:
    """The loss and metric of a training batch, and the buffers after it."""
    model = task.template.join(parameters, buffers)
    with training(key) as step:
        loss, counts = _computed(task, model, x, y)
    return loss, counts, split(step.trained(model))[2]


def _update(
    task: Task, parameters: Any, buffers: Any, state: Any, x: Any, y: Any, seed: Any
) -> Any:
    """The parameters, buffers and state after a step, and its loss and metric."""
    key = nnkit.stack([seed, state.step.astype(u32)])
    slopes = gradient(_objective, "parameters", source=0, keeping=(0, 1, 2) if buffers else (0, 1))
    change, loss, counts, *moved = slopes(task, parameters, buffers, x, y, key)
    parameters, state = task.optimizer.update(parameters, change, state)
    return parameters, moved[0] if buffers else buffers, state, loss, counts


def train_step(
    task: Task, parameters: Any, buffers: Any, state: Any, x: Any, y: Any, seed: Tensor0D[u32]
) -> Any:
    """Trains one step, on a batch."""
    return _update(task, parameters, buffers, state, x, y, seed)


def train_epoch(
    task: Task,
    parameters: Any,
    buffers: Any,
    state: Any,
    x: Any,
    y: Any,
    batches: Int2D,
    rest: Int1D,
    seed: Tensor0D[u32],
) -> Any:
    """Trains one epoch over the rows named by ``batches``, and by ``rest`` for a smaller last
    batch.
    """
    total, counts = nnkit.zeros(()), nnkit.zeros(task.metric.shape)
    for rows in batches:
        parameters, buffers, state, loss, found = _update(
            task, parameters, buffers, state, _taken(x, rows), _taken(y, rows), seed
        )
        total, counts = total + loss * batches.shape[1], counts + found
    if rest.shape[0] > 0:
        parameters, buffers, state, loss, found = _update(
            task, parameters, buffers, state, _taken(x, rest), _taken(y, rest), seed
        )
        total, counts = total + loss * rest.shape[0], counts + found
    loss = total / (batches.size + rest.size)
    return parameters, buffers, state, loss, task.metric.result(counts)


def _row(data: Any, i: Any) -> Any:
    return map_tensors(lambda t: t[i], data)


def _taken(data: Any, rows: Any) -> Any:
    return map_tensors(lambda t: nnkit.take(t, rows), data)


def evaluate(task: Task, parameters: Any, buffers: Any, x: Any, y: Any, batch_size: int) -> Any:
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


def metric_result(task: Task, counts: Any) -> Any:
    """The metric of counts that the caller accumulated."""
    return task.metric.result(counts)


def predict(template: Template, parameters: Any, buffers: Any, x: Any) -> Any:
    """Computes the model's outputs."""
    return template.join(parameters, buffers)(x)


def as_seed(number: int) -> Any:
    """Converts a seed to a scalar of u32."""
    return np.asarray(number % 2**32, np.uint32)
