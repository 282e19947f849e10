"""The training loop: an epoch is one call of native code, which iterates over all mini-batches."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from dlvm import nnkit
from dlvm.files import remove_unfinished
from dlvm.nn import programs
from dlvm.nn.callbacks import Callback
from dlvm.nn.data import Batches, Loader, as_arrays, epoch_order, expect_positive, is_batches
from dlvm.nn.history import History
from dlvm.nn.losses import softmax_cross_entropy
from dlvm.nn.metrics import Metric, accuracy, mean_of
from dlvm.nn.modes import split
from dlvm.nn.optimizers import Adam, Optimizer
from dlvm.nn.programs import Loss, TrainingTask, as_seed, row_count
from dlvm.nn.progress import progress_bar
from dlvm.nn.weights.storage import load, load_with_notes, save
from dlvm.nnkit import Array as Tensors
from dlvm.nnkit import Lowered, Tracer, staged, struct
from dlvm.nnkit.tracing.ranks import Stored
from dlvm.nnkit.tracing.trace import failure

M = TypeVar("M", bound=Callable[..., Any], covariant=True)
N = TypeVar("N", bound=np.generic)
Array = NDArray[Any]

_NO_METRIC = Metric("", (1,), lambda x, y: nnkit.zeros((1,)), lambda sums: sums)


@struct
class _TrainingState:
    """The contents of a checkpoint besides the history."""

    model: Any
    optimizer: Any
    best: Any


class Trainer(Generic[M]):
    """Fits the parameters of a model, a struct that is called with inputs, to data.

    ``model`` is the current model, ``best`` the model after the epoch with the least loss, and
    ``history`` the losses and metrics of the epochs.

    Parameters
    ----------
    model
        The model with its initial parameters.
    optimizer
        The optimizer; by default :class:`Adam`.
    loss
        A function from outputs and targets of a batch to the mean loss, a scalar of f32.
    metric
        A :class:`Metric`, or a function from outputs and targets to a mean; None for no metric.
    opt_level, fast_math, threads, interpret, memory_budget
        Compiler options, as for :func:`dlvm.nnkit.staged`.

    Examples
    --------
    ::

        trainer = Trainer(Sequential(Dense(64, 128), relu, Dense(128, 10)), Adam(2e-3))
        trainer.fit(data.train_x, data.train_y, epochs=40)
    """

    def __init__(
        self,
        model: M,
        optimizer: Optimizer | None = None,
        loss: Loss = softmax_cross_entropy,
        metric: Metric | Loss | None = accuracy,
        *,
        opt_level: int = 2,
        fast_math: bool = False,
        threads: int | None = None,
        interpret: bool = False,
        memory_budget: str | int | None = None,
    ) -> None:
        self.model: M = model
        self.best: M = model
        given: Any = Adam() if optimizer is None else optimizer
        if not isinstance(given, Optimizer):
            raise failure(
                "Trainer: the second argument must be an optimizer such as nn.Adam(), got "
                f"{getattr(given, '__name__', repr(given))}; the loss is the third"
            )
        if not callable(loss):
            raise failure(
                "Trainer: the loss must be a function of outputs and targets such as "
                f"nn.mean_squared_error, got {loss!r}"
            )
        self.optimizer: Optimizer = given
        self.loss = loss
        if metric is not None and not isinstance(metric, Metric):
            metric = mean_of(getattr(metric, "__name__", "metric"), metric)
        self.metric = metric or _NO_METRIC
        self.state = self.optimizer.init(model)
        self.history = History(self.metric.name)
        stage = staged(
            opt_level=opt_level,
            fast_math=fast_math,
            threads=threads,
            interpret=interpret,
            memory_budget=memory_budget,
        )
        self._train: Any = stage(programs.train_epoch)
        self._step: Any = stage(programs.train_step)
        self._evaluate: Any = stage(programs.evaluate)
        self._result: Any = stage(programs.metric_result)
        self._predict: Any = stage(programs.predict)

    def fit(
        self,
        x: Any,
        y: Any = None,
        epochs: int = 1,
        batch_size: int = 32,
        *,
        validation: tuple[Any, Any] | None = None,
        accumulate: int = 1,
        shuffle: bool = True,
        seed: int = 0,
        callbacks: Sequence[Callback] = (),
        checkpoint: str | Path | None = None,
        progress: bool = True,
    ) -> History:
        """Train the model.

        Parameters
        ----------
        x, y
            Inputs and targets: arrays, or structs, tuples or lists of arrays, all with the same
            number of rows. Alternatively, ``x`` is a :class:`Loader` or any iterable of pairs of
            inputs and targets, such as a ``DataLoader`` of PyTorch, and ``y`` is None.
        epochs
            The number of epochs to add to the history.
        batch_size
            The number of rows in a batch; the last batch of an epoch may be smaller.
        validation
            Inputs and targets that are evaluated after each epoch.
        accumulate
            The number of batches per step. Each step updates the parameters once, by the mean of
            the gradients of its batches. Only the activations of one batch at a time are in memory.
        shuffle
            Whether each epoch has a new order of the rows.
        seed
            The seed of the order and of dropout.
        callbacks
            Functions of the trainer that are called after each epoch.
        checkpoint
            A file that is written after each epoch. If it exists at the start, training resumes
            after its last epoch; the result is bit for bit that of an uninterrupted run.
        progress
            Whether to show a progress bar.

        Returns
        -------
        History
            The history of all epochs, which later calls extend.

        Raises
        ------
        DiagnosticError
            If model, loss and data are incompatible, or if the checkpoint cannot be read or
            written. The trainer keeps the epochs that are complete.
        """
        if isinstance(x, Loader):
            if y is not None:
                raise failure("y must be None if x is a loader, whose batches have the targets")
        elif y is None and is_batches(x):
            x = Batches(x, self._data)
        elif y is None:
            raise failure("y must be the targets of x, got None; write fit(x, y)")
        else:
            x, y = self._data((x, y))
            _check_rows(x, y)
        if validation is not None:
            _expect_pair(validation)
            validation = self._data(validation[0]), self._data(validation[1])
            _check_rows(*validation)
        expect_positive(batch_size=batch_size, accumulate=accumulate)
        expect_positive(0, epochs=epochs)
        end = len(self.history.loss) + epochs
        stopped = checkpoint is not None and self._resume(Path(checkpoint))
        with progress_bar(end - len(self.history.loss), progress) as report:
            while len(self.history.loss) < end and not stopped:
                self._run_epoch(x, y, batch_size, accumulate, shuffle, seed, report)
                if validation is not None:
                    found = self.evaluate(*validation, batch_size=batch_size)
                    self.history.validation_loss.append(found[0])
                    self.history.validation_metric.append(found[1])
                losses = self.history.monitored
                if losses[-1] == min(losses):
                    self.best = self.model
                report(self.history.summary(), 1)
                for callback in callbacks:
                    stopped = bool(callback(self)) or stopped
                if checkpoint is not None:
                    self._save_checkpoint(Path(checkpoint), stopped)
        return self.history

    def _run_epoch(
        self, x: Any, y: Any, batch_size: int, accumulate: int, shuffle: bool, seed: int,
        report: Callable[[str, int], None],
    ) -> None:  # fmt: skip
        number = len(self.history.loss)
        if isinstance(x, Loader | Batches):
            loss, metric = self._run_batches(x, number, accumulate, seed)
        else:
            order = epoch_order(row_count(x), number, shuffle=shuffle, seed=seed)
            arguments = self._epoch_arguments(x, y, order, batch_size, accumulate, seed)
            start = time.perf_counter()
            if number == 0:
                report("compiling", 0)
                self._train.compile(*arguments)
            compiled = time.perf_counter()
            *parts, loss, metric = self._train(*arguments)
            self._take(*parts)
            self.history.compile_seconds += compiled - start
            self.history.training_seconds += time.perf_counter() - compiled
        self.history.loss.append(float(loss))
        self.history.metric.append(_plain(metric))

    def _run_batches(
        self, loader: Loader | Batches, number: int, accumulate: int, seed: int
    ) -> tuple[Any, Any]:
        start, compiling = time.perf_counter(), 0.0
        total, counts, seen = 0.0, np.zeros(self.metric.shape, np.float32), 0
        loaded = iter(loader.epoch(number))
        while batches := tuple(islice(loaded, accumulate)):
            task, parameters, buffers = self._parts()
            known, before = self._step.compilations, time.perf_counter()
            *parts, loss, found = self._step(
                task, parameters, buffers, self.state, batches, as_seed(seed)
            )
            if self._step.compilations > known:
                compiling += time.perf_counter() - before
            self._take(*parts)
            rows = sum(row_count(x) for x, _ in batches)
            total, counts, seen = total + float(loss) * rows, counts + found, seen + rows
        self.history.compile_seconds += compiling
        self.history.training_seconds += time.perf_counter() - start - compiling
        return total / seen, self._result(self._parts()[0], counts)

    def lower(self, x: Any, y: Any, batch_size: int = 32, accumulate: int = 1) -> Lowered:
        """The program of an epoch of :meth:`fit` on data of these shapes, to print, save or
        explore. Nothing is trained."""
        x, y = self._data((x, y))
        _check_rows(x, y)
        expect_positive(batch_size=batch_size, accumulate=accumulate)
        order = epoch_order(row_count(x), 0, shuffle=False, seed=0)
        lowered: Lowered = self._train.lower(
            *self._epoch_arguments(x, y, order, batch_size, accumulate, 0)
        )
        return lowered

    def evaluate(self, x: Any, y: Any, batch_size: int = 256) -> tuple[float, Any]:
        """The mean loss and the metric of the model on data: floats, or nested lists for a metric
        with a shape."""
        x, y = self._data((x, y))
        _check_rows(x, y)
        loss, metric = self._evaluate(*self._parts(), x, y, batch_size)
        return float(loss), _plain(metric)

    @overload
    def predict(
        self: Trainer[Callable[..., Tracer[Tensors[Any, Stored[N]]]]], x: Any
    ) -> NDArray[N]: ...
    @overload
    def predict(self, x: Any) -> Any: ...
    def predict(self, x: Any) -> Any:
        """The outputs of the model for inputs, as NumPy arrays."""
        template, parameters, buffers = split(self.model)
        return self._predict(template, parameters, buffers, self._data(x))

    def save(self, path: str | Path) -> None:
        """Writes the model's parameters to a safetensors file."""
        save(path, self.model)

    def load(self, path: str | Path) -> None:
        """Reads the model's parameters from a safetensors file.

        Raises :class:`DiagnosticError` if the file does not fit the model.
        """
        self.model = load(path, self.model)

    def _save_checkpoint(self, path: Path, stopped: bool) -> None:
        notes = {"history": self.history.to_json(), "stopped": json.dumps(stopped)}
        save(path, _TrainingState(self.model, self.state, self.best), notes)

    def _resume(self, path: Path) -> bool:
        """Restores a checkpoint if there is one; returns whether training has ended."""
        folder = path.parent
        if not folder.is_dir():
            raise failure(f"{path}: the directory of a checkpoint must exist, got {folder}")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise failure(f"{path}: the directory of a checkpoint must be writable, got {folder}")
        remove_unfinished(path)
        if not os.path.lexists(path):
            return False
        found, notes = load_with_notes(path, _TrainingState(self.model, self.state, self.best))
        if notes.keys() != {"history", "stopped"}:
            raise failure(f"{path}: expected a checkpoint, got a file without a history")
        try:
            history = History.from_json(notes["history"])
            stopped = {"true": True, "false": False}[notes["stopped"]]
        except (KeyError, ValueError):
            raise failure(f"{path}: the history is damaged, expected a checkpoint") from None
        self.model, self.state, self.best = found.model, found.optimizer, found.best
        self.history = history
        return stopped

    def _data(self, data: Any) -> Any:
        is_wide = any(p.dtype == "f8" for p in split(self.model)[1])
        return data if is_wide else as_arrays(data)

    def _parts(self) -> tuple[TrainingTask, tuple[Any, ...], tuple[Any, ...]]:
        template, parameters, buffers = split(self.model)
        return TrainingTask(template, self.loss, self.metric, self.optimizer), parameters, buffers

    def _take(self, parameters: Any, buffers: Any, state: Any) -> None:
        self.model = split(self.model)[0].join(parameters, buffers)
        self.state = state

    def _epoch_arguments(
        self, x: Any, y: Any, order: Array, batch_size: int, accumulate: int, seed: int
    ) -> Any:
        whole = len(order) - len(order) % (batch_size * accumulate)
        steps, rest = order[:whole].reshape(-1, accumulate, batch_size), order[whole:]
        full = len(rest) - len(rest) % batch_size
        last = rest[:full].reshape(-1, batch_size), rest[full:]
        return (*self._parts(), self.state, x, y, steps, last, as_seed(seed))


def _plain(metric: Any) -> Any:
    return np.asarray(metric, np.float64).tolist()


def _expect_pair(validation: Any) -> None:
    kind = cast("type[Any]", type(validation))
    size = len(validation) if issubclass(kind, tuple | list) else 0
    if size != 2:
        name = kind.__name__
        found = f"a {name} of length {size}" if size else f"a value of type {name}"
        raise failure(f"validation must be a pair (inputs, targets), got {found}")


def _check_rows(x: Any, y: Any) -> None:
    counts = row_count(x), row_count(y)
    if counts[0] != counts[1] or not counts[0]:
        raise failure(
            "inputs and targets must have the same number of rows, at least 1, got "
            f"{counts[0]} and {counts[1]}; the first axis of each array is the row: select the "
            "same rows of both"
        )
