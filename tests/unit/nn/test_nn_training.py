"""Training: stopped early, from loaders, interrupted at any moment."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float2D, Int2D, map_tensors, staged, struct
from tests.support.machine import needs_posix
from tests.support.nn_runs import LABELS, X, loaded, small_model
from tests.support.paths import ROOT


def tensors(value: Any) -> list[Any]:
    found: list[Any] = []
    map_tensors(found.append, value)
    return found


def assert_same(a: Any, b: Any) -> None:
    for x, y in zip(tensors(a), tensors(b), strict=True):
        np.testing.assert_array_equal(x, y)


@struct
class Reader:
    """The mean of a recurrent layer's outputs over words, of sentences with lengths."""

    words: nn.Embedding
    layer: nn.GRU
    output: nn.Dense

    def __call__(self, sentences: tuple[Int2D, Any]) -> Float2D:
        words, lengths = sentences
        return self.output(self.layer(self.words(words), lengths).mean(axis=1))


def test_inputs_may_be_several_arrays() -> None:
    rng = np.random.default_rng(0)
    words, lengths = rng.integers(0, 9, (50, 7)), rng.integers(1, 8, 50)
    labels = (np.where(np.arange(7) < lengths[:, None], words, 0) == 3).any(axis=1).astype(np.int64)
    model = Reader(nn.Embedding(9, 8, rng=rng), nn.GRU(8, 8, rng=rng), nn.Dense(8, 2, rng=rng))
    trainer = nn.Trainer(model, nn.Adam(0.02), metric=nn.f1(2))
    data = ((words, lengths), labels)
    history = trainer.fit(*data, 60, 16, validation=data, progress=False)
    assert history.metric_name == "F1"
    assert history.validation_metric[-1] > 0.95
    confusion = nn.Trainer(trainer.model, metric=nn.confusion(2)).evaluate(*data, batch_size=16)[1]
    np.testing.assert_array_equal(np.sum(confusion, axis=1), np.bincount(labels))


def test_training_without_a_metric() -> None:
    trainer = nn.Trainer(nn.Dense(6, 1), nn.SGD(0.01), nn.mean_squared_error, None)
    history = trainer.fit(X, X[:, :1], 2, 8, progress=False)
    assert history.summary() == f"loss {history.loss[-1]:.4f}"


def test_early_stopping_gives_the_best_model() -> None:
    losses: list[float] = []
    models: list[Any] = []

    def watch(trainer: nn.Trainer[Any]) -> None:
        losses.append(trainer.history.validation_loss[-1])
        models.append(trainer.model)

    trainer = nn.Trainer(small_model(), nn.Adam(0.05))
    wrong = (X, np.roll(LABELS, 1))  # To learn is to get worse here.
    trainer.fit(
        X, LABELS, 500, 8, validation=wrong, callbacks=[watch, nn.EarlyStopping(4)], progress=False
    )
    assert len(losses) < 500
    assert len(losses) - 1 - int(np.argmin(losses)) == 4
    assert_same(trainer.model, models[int(np.argmin(losses))])


def test_a_loader_gives_each_row_once_in_an_order_of_its_own() -> None:
    loader = nn.Loader(lambda rows, rng: (rows, rows), 20, 6, seed=3)
    epochs = [np.concatenate([x for x, _ in loader.epoch(n)]) for n in (0, 0, 1)]
    assert [len(x) for x, _ in loader.epoch(0)] == [6, 6, 6, 2]
    np.testing.assert_array_equal(epochs[0], epochs[1])
    assert (epochs[0] != epochs[2]).any()
    for order in epochs:
        np.testing.assert_array_equal(np.sort(order), np.arange(20))
    plain = nn.Loader(lambda rows, rng: (rows, rows), 5, 2, shuffle=False)
    assert [x.tolist() for x, _ in plain.epoch(7)] == [[0, 1], [2, 3], [4]]


def test_batches_do_not_depend_on_the_number_of_threads() -> None:
    few, many = (nn.Loader(loaded, 20, 3, threads=t, ahead=t + 1).epoch(2) for t in (1, 4))
    for (a, _), (b, _) in zip(few, many, strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_next_batches_are_prepared_meanwhile() -> None:
    prepared = [threading.Event() for _ in range(4)]

    def load(rows: Any, rng: Any) -> Any:
        prepared[rows[0]].set()
        return rows, rows

    batches: Any = nn.Loader(load, 4, 1, shuffle=False, ahead=2).epoch(0)
    next(batches)
    assert prepared[1].wait(60)
    assert prepared[2].wait(60)
    batches.close()
    assert not prepared[3].is_set()


def test_exceptions_of_a_loader_propagate() -> None:
    def load(rows: Any, rng: Any) -> Any:
        raise OSError("no such picture")

    trainer = nn.Trainer(small_model())
    with pytest.raises(OSError, match="no such picture"):
        trainer.fit(nn.Loader(load, 4), epochs=1, progress=False)


def test_a_loader_trains_as_arrays_do() -> None:
    arrays, loader = (nn.Trainer(small_model(), nn.Adam(0.01)) for _ in range(2))
    arrays.fit(X, LABELS, 3, 6, seed=4, progress=False)
    batches = nn.Loader(lambda rows, rng: (X[rows], LABELS[rows]), 20, 6, seed=4)
    loader.fit(batches, epochs=3, seed=4, progress=False)
    for a, b in zip(tensors(arrays.model), tensors(loader.model), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(arrays.history.loss, loader.history.loss, rtol=1e-4)
    np.testing.assert_allclose(arrays.history.metric, loader.history.metric, rtol=1e-6)


def test_an_iterable_of_batches_trains_as_arrays_do() -> None:
    arrays, batches = (nn.Trainer(small_model(), nn.Adam(0.01)) for _ in range(2))
    arrays.fit(X, LABELS, 3, 6, shuffle=False, progress=False)
    batches.fit([(X[i : i + 6], LABELS[i : i + 6].tolist()) for i in range(0, 20, 6)], epochs=3)
    for a, b in zip(tensors(arrays.model), tensors(batches.model), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(arrays.history.loss, batches.history.loss, rtol=1e-4)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (X, "y must be the targets of x, got None"),
        ((X, LABELS), "y must be the targets of x, got None"),
        ([X, X], "a batch must be a pair of inputs and targets, got a ndarray"),
        (iter([(X, LABELS)]), "epoch 1 has no batches"),
    ],
)
def test_what_is_not_batches(data: Any, problem: str) -> None:
    with pytest.raises(DiagnosticError, match=problem):
        nn.Trainer(small_model(), nn.Adam(0.01)).fit(data, epochs=2, progress=False)


@pytest.mark.parametrize("batches", [False, True], ids=["arrays", "loader"])
def test_training_resumes_after_a_checkpoint(tmp_path: Path, batches: bool) -> None:
    path = tmp_path / "run.safetensors"
    data = (nn.Loader(loaded, 20, 6), None) if batches else (X, LABELS)

    def trainer() -> nn.Trainer[Any]:
        return nn.Trainer(small_model(), nn.Adam(0.02, schedule=nn.cosine(40)))

    def stop(trainer: nn.Trainer[Any]) -> None:
        if len(trainer.history.loss) == 4:
            raise KeyboardInterrupt

    whole, first, second = trainer(), trainer(), trainer()
    whole.fit(*data, 7, 6, progress=False)
    with pytest.raises(KeyboardInterrupt):
        first.fit(*data, 7, 6, checkpoint=path, callbacks=[stop], progress=False)
    second.fit(*data, 7, 6, checkpoint=path, progress=False)
    assert [f.name for f in tmp_path.iterdir()] == ["run.safetensors"]
    assert second.history.loss == whole.history.loss
    assert second.history.metric == whole.history.metric
    assert_same((second.model, second.best), (whole.model, whole.best))
    assert_same(second.state, whole.state)


def test_training_that_was_stopped_stays_stopped(tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    for _ in range(2):
        trainer = nn.Trainer(small_model(), nn.SGD(0.1))
        trainer.fit(X, LABELS, 9, 8, checkpoint=path, callbacks=[lambda t: True], progress=False)
        assert len(trainer.history.loss) == 1


def test_a_file_that_is_no_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    nn.save(path, small_model())
    with pytest.raises(DiagnosticError, match="expected the tensors of the model"):
        nn.Trainer(small_model()).fit(X, LABELS, 1, checkpoint=path, progress=False)


SCRIPT = """
import sys, time
import numpy as np
from dlvm import nn
from tests.support.nn_runs import LABELS, X, loaded, small_model

def show(trainer):
    print(len(trainer.history.loss), flush=True)
    time.sleep(0.004)

trainer = nn.Trainer(small_model(), nn.Adam(0.01))
data = (nn.Loader(loaded, 20, 6), None) if sys.argv[2] == "loader" else (X, LABELS)
trainer.fit(*data, 120, 6, checkpoint=sys.argv[1], callbacks=[show], progress=False)
"""


@needs_posix
@pytest.mark.parametrize("kind", ["arrays", "loader"])
def test_training_that_is_killed_ends_as_if_it_were_not(tmp_path: Path, kind: str) -> None:
    """Processes are killed a random time after they have begun, until one finishes."""
    random = np.random.default_rng()
    root = ROOT
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}

    def start(path: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", SCRIPT, str(path), kind]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    whole, path = tmp_path / "whole", tmp_path / "killed"
    with start(whole) as process:
        assert process.communicate()[0].split()[-1] == "120"
        assert process.returncode == 0
    kills = 0
    for wait in (*random.uniform(0, 0.2, 4), None):
        with start(path) as process:
            assert process.stdout is not None
            process.stdout.readline()
            if wait is not None:
                threading.Event().wait(wait)
                process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += process.returncode == -signal.SIGKILL
    assert kills >= 2
    assert process.returncode == 0
    files = [file.read_bytes() for file in (whole, path)]
    headers = [json.loads(f[8 : 8 + int.from_bytes(f[:8], "little")]) for f in files]
    histories = [json.loads(h["__metadata__"]["history"]) for h in headers]
    for name in ("loss", "metric"):
        assert histories[0][name] == histories[1][name]
    ends = [f[8 + int.from_bytes(f[:8], "little") :] for f in files]
    assert ends[0] == ends[1]


def test_keys_follow_from_the_seed() -> None:
    trainers = [nn.Trainer(small_model(), nn.SGD(0.1)) for _ in range(3)]
    for trainer, seed in zip(trainers, (0, 0, 1), strict=True):
        trainer.fit(X, LABELS, 2, 20, shuffle=False, seed=seed, progress=False)
    assert_same(trainers[0].model, trainers[1].model)
    assert (trainers[0].model.layers[0].weight != trainers[2].model.layers[0].weight).any()


def test_targets_beside_a_loader() -> None:
    with pytest.raises(DiagnosticError, match="y must be None if x is a loader"):
        nn.Trainer(small_model()).fit(nn.Loader(loaded, 20), LABELS, progress=False)
    with pytest.raises(DiagnosticError, match="threads must be at least 1, got 0"):
        nn.Loader(loaded, 20, threads=0)
    with pytest.raises(DiagnosticError, match=r"dropout rate must be in \[0, 1\), got 1"):
        staged(lambda x: nn.Dropout(1)(x))(X)
