"""Layers, losses, optimizers and training, on the digits that ship with the package."""

import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm.data import digits
from dlvm.diagnostics import DiagnosticError
from dlvm.nn import (
    SGD,
    Adam,
    Dense,
    Sequential,
    Trainer,
    accuracy,
    gelu,
    he,
    load,
    log_softmax,
    mean_squared_error,
    relu,
    save,
    sigmoid,
    softmax,
    softmax_cross_entropy,
)
from dlvm.nn.digits import main
from dlvm.nnkit import Float2D, gradient, staged

RNG = np.random.default_rng(1)
X = (RNG.standard_normal((6, 5)) * 3).astype(np.float32)
LABELS = np.array([0, 4, 2, 2, 1, 3])


def reference_softmax(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    powers = np.exp(x.astype(np.float64) - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def small_model(seed: int = 0) -> Sequential:
    rng = np.random.default_rng(seed)
    return Sequential(Dense(5, 4, rng=rng), relu, Dense(4, 5, rng=rng))


def test_digits() -> None:
    data = digits()
    assert len(data.train_x) + len(data.test_x) == 1797
    assert data.train_x.dtype == np.float32
    assert data.train_x.shape[1:] == (64,)
    assert (data.train_x.min(), data.train_x.max()) == (0, 1)
    counts = np.bincount(np.concatenate([data.train_y, data.test_y]))
    np.testing.assert_array_equal(counts, [178, 182, 177, 183, 181, 182, 181, 179, 174, 180])
    np.testing.assert_array_equal(np.bincount(data.test_y), counts // 5)
    again, other = digits(flat=False), digits(seed=1)
    np.testing.assert_array_equal(again.train_x.reshape(-1, 64), data.train_x)
    assert (other.test_y != data.test_y).any()


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (relu, lambda x: np.maximum(x, 0)),
        (sigmoid, lambda x: 1 / (1 + np.exp(-x.astype(np.float64)))),
        (gelu, lambda x: np.vectorize(reference_gelu)(x)),
        (softmax, reference_softmax),
        (log_softmax, lambda x: np.log(reference_softmax(x))),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_activations(function: Any, expected: Any) -> None:
    @staged(interpret=True)
    def run(x: Float2D) -> Float2D:
        return function(x)

    np.testing.assert_allclose(run(X), expected(X), rtol=2e-5, atol=1e-6)


def reference_gelu(x: float) -> float:
    import math

    return x * 0.5 * (1 + math.erf(x / math.sqrt(2)))


@pytest.mark.parametrize("scale", [1.0, 1e4])
def test_softmax_cross_entropy_is_stable(scale: float) -> None:
    x = X * np.float32(scale)
    loss = staged(interpret=True)(softmax_cross_entropy)
    slope, value = gradient(loss, "logits", keeping=0)(x, LABELS)
    shifted = x.astype(np.float64) - x.max(axis=1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(np.asarray(value), -logs[np.arange(6), LABELS].mean(), rtol=1e-5)
    expected = (reference_softmax(x) - np.eye(5)[LABELS]) / 6
    np.testing.assert_allclose(slope, expected, rtol=1e-4, atol=1e-7)


def test_metrics() -> None:
    found = staged(interpret=True)(accuracy)(X, X.argmax(axis=1) * (LABELS > 1))
    expected = (X.argmax(axis=1) == X.argmax(axis=1) * (LABELS > 1)).mean()
    np.testing.assert_allclose(found, expected, rtol=1e-6)

    @staged(interpret=True)
    def squares(a: Float2D, b: Float2D) -> Any:
        return mean_squared_error(a, b)

    np.testing.assert_allclose(squares(X, X + 2), 4, rtol=1e-5)


def test_layers_take_an_initializer() -> None:
    found = Dense(3, 4, init=he, rng=np.random.default_rng(0)).weight
    np.testing.assert_array_equal(found, he(np.random.default_rng(0), (3, 4), 3, 4))


def reference_training(
    optimizer: Any, batches: list[Any], y: np.ndarray[Any, Any]
) -> list[np.ndarray[Any, Any]]:
    """The parameters after an epoch, in f64 with NumPy."""
    model = small_model()
    parameters = [np.asarray(p, np.float64) for d in model.layers[::2] for p in (d.weight, d.bias)]
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    for step, rows in enumerate(batches, 1):
        w0, b0, w1, b1 = parameters
        hidden = np.maximum(X[rows] @ w0 + b0, 0)
        slope = (reference_softmax(hidden @ w1 + b1) - np.eye(5)[y[rows]]) / len(rows)
        back = slope @ w1.T * (hidden > 0)
        gradients = [X[rows].T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        for i, g in enumerate(gradients):
            if isinstance(optimizer, SGD):
                first[i] = optimizer.momentum * first[i] + g
                parameters[i] = parameters[i] - optimizer.learning_rate * first[i]
            else:
                first[i] = optimizer.beta1 * first[i] + (1 - optimizer.beta1) * g
                second[i] = optimizer.beta2 * second[i] + (1 - optimizer.beta2) * g * g
                mean = first[i] / (1 - optimizer.beta1**step)
                square = second[i] / (1 - optimizer.beta2**step)
                change = mean / (np.sqrt(square) + optimizer.epsilon)
                parameters[i] = parameters[i] - optimizer.learning_rate * change
    return parameters


@pytest.mark.parametrize("interpret", [True, False], ids=["interpreted", "compiled"])
@pytest.mark.parametrize(
    "optimizer",
    [SGD(0.1), SGD(0.1, momentum=0.9), Adam(0.01)],
    ids=["SGD", "momentum", "Adam"],
)
@pytest.mark.parametrize("batch", [2, 4, 9])
def test_an_epoch_agrees_with_numpy(optimizer: Any, batch: int, interpret: bool) -> None:
    trainer = Trainer(small_model(), optimizer, interpret=interpret)
    history = trainer.fit(
        X, LABELS, 1, batch, shuffle=False, validation=(X, LABELS), progress=False
    )
    batches = [np.arange(6)[i : i + batch] for i in range(0, 6, batch)]
    found = [p for d in trainer.model.layers[::2] for p in (d.weight, d.bias)]
    for p, expected in zip(found, reference_training(optimizer, batches, LABELS), strict=True):
        np.testing.assert_allclose(p, expected, rtol=2e-4, atol=2e-6)
    logits = trainer.predict(X)
    logs = np.log(reference_softmax(logits))
    np.testing.assert_allclose(
        history.validation_loss, [-logs[np.arange(6), LABELS].mean()], rtol=1e-4
    )
    np.testing.assert_allclose(
        history.validation_metric, [(logits.argmax(axis=1) == LABELS).mean()], rtol=1e-5
    )
    assert len(history.loss) == len(history.metric) == 1


def test_an_epoch_is_one_loop_in_one_function() -> None:
    trainer = Trainer(small_model(), SGD(0.1, momentum=0.9))
    arguments = trainer._epoch_arguments(X, LABELS, np.arange(6), 2, 1, 0)
    program = trainer._train.module(*arguments)
    assert program.functions[0].name == "train_epoch"
    assert len(program.functions[0].blocks) == 4
    names = [f.name for f in program.functions[1:]]
    assert names == ["_objective", "_objective.gradient"]


def test_shuffling_is_a_function_of_the_seed() -> None:
    results = []
    for seed in (0, 0, 1):
        trainer = Trainer(small_model(), SGD(0.1))
        trainer.fit(X, LABELS, 2, 4, seed=seed, progress=False)
        results.append(trainer.model.layers[0].weight)
    np.testing.assert_array_equal(results[0], results[1])
    assert (results[0] != results[2]).any()


def test_a_model_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "model.safetensors"
    model = small_model()
    save(file, model)
    found = load(file, small_model(seed=1))
    for a, b in zip(found.layers[::2], model.layers[::2], strict=True):
        np.testing.assert_array_equal(a.weight, b.weight)
        np.testing.assert_array_equal(a.bias, b.bias)
    assert found.layers[1] is relu
    assert [f.name for f in tmp_path.iterdir()] == ["model.safetensors"]


def test_loaded_weights_must_fit_the_model(tmp_path: Path) -> None:
    file = tmp_path / "model.safetensors"
    save(file, Sequential(Dense(5, 4)))
    lacking = r"the file lacks layers\.2\.weight \(did you mean layers\.0\.weight\?\)"
    with pytest.raises(DiagnosticError, match=lacking):
        load(file, small_model())
    with pytest.raises(DiagnosticError, match=r"layers\.0\.\w+ has shape .*, expected"):
        load(file, Sequential(Dense(5, 3)))
    file.write_bytes(b"no model")
    with pytest.raises(DiagnosticError, match="expected a safetensors file"):
        load(file, small_model())


def test_an_interrupted_save_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "model.safetensors"
    save(file, small_model())
    before = file.read_bytes()

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(file, small_model(seed=1))
    assert file.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_plotting_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DiagnosticError, match=r"dlvm-compiler\[plot\]"):
        Trainer(small_model()).history.plot(tmp_path / "curves.png")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((X, LABELS[:5], 1), "same number of rows, at least 1, got 6 and 5"),
        ((X[:0], LABELS[:0], 1), "same number of rows, at least 1, got 0 and 0"),
        ((X, LABELS, 1, 0), "batch_size must be at least 1, got 0"),
        ((X[:, :4], LABELS, 1, 2), "Dense: input must have shape (..., 5), got ("),
        ((X, X, 1, 2), "accuracy: labels must have shape (2,), one for each row of outputs, got"),
    ],
)
def test_wrong_data(arguments: Any, message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        Trainer(small_model()).fit(*arguments, progress=False)
    assert message in caught.value.diagnostics[0].message


def test_the_main_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    accuracy = main(["--out", str(out), "--threads", "2"])
    assert accuracy >= 0.97
    report = capsys.readouterr().out
    for part in ("2 threads", "compiled ", "trained ", f"{accuracy:.2%}", str(out / "curves.png")):
        assert part in report
    assert (out / "curves.png").read_bytes()[:4] == b"\x89PNG"
    data = digits()
    rng = np.random.default_rng(5)
    layers = [Dense(*sizes, rng=rng) for sizes in ((64, 128), (128, 64), (64, 10))]
    trainer = Trainer(Sequential(layers[0], relu, layers[1], relu, layers[2]))
    trainer.load(out / "model.safetensors")
    assert trainer.evaluate(data.test_x, data.test_y)[1] == pytest.approx(accuracy)


def test_the_main_job_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "examples:" in capsys.readouterr().out
