"""Training: an epoch is one call of native code, which goes through all mini-batches by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import error
from dlvm.nn.history import History
from dlvm.nn.losses import softmax_cross_entropy
from dlvm.nn.metrics import accuracy
from dlvm.nn.optimizers import Adam, Optimizer
from dlvm.nn.progress import progress_bar
from dlvm.nn.storage import load, save
from dlvm.nnkit import Float0D, Int1D, Int2D, gradient, staged, take, zeros
from dlvm.nnkit import range as staged_range

M = TypeVar("M", bound=Callable[..., Any])
Array = NDArray[Any]
Loss = Callable[[Any, Any], Float0D]
"""A number to be made small, or a metric, for outputs and targets of a batch: a mean over rows."""


@staged
def _objective(loss: Loss, metric: Loss, model: Any, x: Any, y: Any) -> tuple[Float0D, Float0D]:
    outputs = model(x)
    return loss(outputs, y), metric(outputs, y)


def _train(
    loss: Loss,
    metric: Loss,
    optimizer: Optimizer,
    model: Any,
    state: Any,
    x: Any,
    y: Any,
    batches: Int2D,
    rest: Int1D,
) -> tuple[Any, Any, Float0D, Float0D]:
    """One epoch over the rows named by ``batches``, and by ``rest`` for a smaller last batch."""
    differentiated = gradient(_objective, "model", source=0, keeping=(0, 1))
    total_loss, total_metric = zeros(()), zeros(())
    for rows in batches:
        change, batch_loss, batch_metric = differentiated(
            loss, metric, model, take(x, rows), take(y, rows)
        )
        model, state = optimizer.update(model, change, state)
        total_loss += batch_loss * batches.shape[1]
        total_metric += batch_metric * batches.shape[1]
    if rest.shape[0] > 0:
        change, batch_loss, batch_metric = differentiated(
            loss, metric, model, take(x, rest), take(y, rest)
        )
        model, state = optimizer.update(model, change, state)
        total_loss += batch_loss * rest.shape[0]
        total_metric += batch_metric * rest.shape[0]
    count = batches.size + rest.size
    return model, state, total_loss / count, total_metric / count


def _evaluate(
    loss: Loss, metric: Loss, model: Any, x: Any, y: Any, batch_size: int
) -> tuple[Float0D, Float0D]:
    """The means over all rows, in batches of a fixed size and a smaller last one."""
    count = x.shape[0]
    whole = count - count % batch_size
    total_loss, total_metric = zeros(()), zeros(())
    if whole:
        xs = x[:whole].reshape((-1, batch_size, *x.shape[1:]))
        ys = y[:whole].reshape((-1, batch_size, *y.shape[1:]))
        for i in staged_range(whole // batch_size):
            batch_loss, batch_metric = _objective(loss, metric, model, xs[i], ys[i])
            total_loss += batch_loss * batch_size
            total_metric += batch_metric * batch_size
    if whole < count:
        batch_loss, batch_metric = _objective(loss, metric, model, x[whole:], y[whole:])
        total_loss += batch_loss * (count - whole)
        total_metric += batch_metric * (count - whole)
    return total_loss / count, total_metric / count


def _predict(model: Any, x: Any) -> Any:
    return model(x)


class Trainer(Generic[M]):
    """Fits the parameters of a model, a struct that is called with inputs, to data."""

    def __init__(
        self,
        model: M,
        optimizer: Optimizer | None = None,
        loss: Loss = softmax_cross_entropy,
        metric: Loss = accuracy,
        *,
        opt_level: int = 2,
        fast_math: bool = False,
        threads: int | None = None,
        interpret: bool = False,
        memory_budget: str | None = None,
    ) -> None:
        self.model = model
        self.optimizer: Optimizer = Adam() if optimizer is None else optimizer
        self.loss = loss
        self.metric = metric
        self.state: Any = self.optimizer.init(model)
        self.history = History(getattr(metric, "__name__", "metric"))
        stage = staged(
            opt_level=opt_level,
            fast_math=fast_math,
            threads=threads,
            interpret=interpret,
            memory_budget=memory_budget,
        )
        self._train: Any = stage(_train)
        self._evaluate: Any = stage(_evaluate)
        self._predict: Any = stage(_predict)

    def fit(
        self,
        x: Array,
        y: Array,
        epochs: int,
        batch_size: int = 32,
        *,
        validation: tuple[Array, Array] | None = None,
        shuffle: bool = True,
        seed: int = 0,
        progress: bool = True,
    ) -> History:
        """Trains for so many epochs and gives the history, which later calls go on with.

        Rows are taken in a new order in each epoch, drawn with ``seed``, unless not ``shuffle``.
        Raises :class:`DiagnosticError` where model, loss and data do not fit together.
        """
        for inputs, targets in ((x, y), validation or (x, y)):
            _check_rows(inputs, targets)
        if batch_size < 1:
            raise error(f"batch_size {batch_size} found, expected at least 1")
        generator = np.random.default_rng(seed)
        with progress_bar(epochs, progress) as report:
            report("compiling", 0)
            start = time.perf_counter()
            self._train.compile(*self._epoch_arguments(x, y, np.arange(len(x)), batch_size))
            if validation is not None:
                self._evaluate.compile(*self._evaluation_arguments(*validation, batch_size))
            compiled = time.perf_counter()
            self.history.compile_seconds += compiled - start
            for _ in range(epochs):
                order = generator.permutation(len(x)) if shuffle else np.arange(len(x))
                arguments = self._epoch_arguments(x, y, order, batch_size)
                self.model, self.state, loss, metric = self._train(*arguments)
                self.history.loss.append(float(loss))
                self.history.metric.append(float(metric))
                if validation is not None:
                    found = self.evaluate(*validation, batch_size=batch_size)
                    self.history.validation_loss.append(found[0])
                    self.history.validation_metric.append(found[1])
                report(self.history.summary(), 1)
            self.history.training_seconds += time.perf_counter() - compiled
        return self.history

    def evaluate(self, x: Array, y: Array, batch_size: int = 256) -> tuple[float, float]:
        """The loss and the metric of the model on data."""
        _check_rows(x, y)
        loss, metric = self._evaluate(*self._evaluation_arguments(x, y, batch_size))
        return float(loss), float(metric)

    def predict(self, x: Array) -> Any:
        """What the model gives for inputs."""
        return self._predict(self.model, x)

    def save(self, path: str | Path) -> None:
        """Writes the model's parameters to a safetensors file."""
        save(path, self.model)

    def load(self, path: str | Path) -> None:
        """Takes the model's parameters from a safetensors file."""
        self.model = load(path, self.model)

    def _epoch_arguments(self, x: Array, y: Array, order: Array, batch_size: int) -> Any:
        whole = len(order) - len(order) % batch_size
        return (
            *(self.loss, self.metric, self.optimizer, self.model, self.state, x, y),
            *(order[:whole].reshape(-1, batch_size), order[whole:]),
        )

    def _evaluation_arguments(self, x: Array, y: Array, batch_size: int) -> Any:
        return self.loss, self.metric, self.model, x, y, batch_size


def _check_rows(x: Array, y: Array) -> None:
    if len(x) != len(y) or not len(x):
        raise error(
            f"{len(x)} inputs and {len(y)} targets found, expected as many of each, at least one"
        )
