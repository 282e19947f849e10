"""The examples' networks, exported as ONNX models, give the same in ONNX Runtime."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

import dlvm
import dlvm.onnx
from dlvm.ir.types import StructType, TensorType, Type
from dlvm.nn import Trainer
from dlvm.nnkit import staged
from tests.support.paths import ROOT

TRAINED = ("autoencoder", "character_lstm", "digits_convolution", "digits_mlp", "transformer")
MODULES = ("mlp", "convolution", "lstm")


class Fitted(Exception):
    """Raised in place of training."""


def network(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The model that an example trains, and some rows of its data."""
    found: list[Any] = []

    def fit(trainer: Any, x: Any, *_: Any, **__: Any) -> None:
        found[:] = trainer.model, np.asarray(x)[:3]
        raise Fitted

    monkeypatch.setattr(Trainer, "fit", fit)
    with pytest.raises(Fitted):
        importlib.import_module(f"examples.{name}").main()
    return found[0], found[1]


def compare(path: Path, inputs: list[Any], expected: list[Any]) -> None:
    session = onnxruntime.InferenceSession(path)
    named = {i.name: np.asarray(a) for i, a in zip(session.get_inputs(), inputs, strict=True)}
    found: Any = session.run(None, named)
    for own, array in zip(found, expected, strict=True):
        scale = np.abs(array).max()
        np.testing.assert_allclose(own, array, rtol=1e-4, atol=1e-4 * scale)


@pytest.mark.parametrize("name", TRAINED)
def test_models(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model, x = network(name, monkeypatch)

    @staged
    def predict(model: Any, x: Any) -> Any:
        return model(x)

    path = tmp_path / "model.onnx"
    dlvm.onnx.export(predict, path, model, x, constants=["model"])
    expected = predict(model, x)
    compare(path, [x], [*expected] if isinstance(expected, tuple) else [expected])


@pytest.mark.parametrize("function", ["surprise", "loss", "velocity"])
def test_functions(function: str, tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    path = tmp_path / "model.onnx"
    if function == "surprise":
        found = importlib.import_module("examples.kalman_filter").surprise
        arguments = [random.standard_normal(n).astype(np.float32) for n in (2, 40)]
        dlvm.onnx.export(found, path, *arguments)
        compare(path, arguments, [*found(*arguments)])
        return
    physics = importlib.import_module("examples.physics")
    found = getattr(physics, function)
    nn = importlib.import_module("dlvm.nn")
    model = nn.Sequential(nn.Dense(1, 8, rng=random), nn.tanh, nn.Dense(8, 1, rng=random))
    t = np.linspace(0, 2, 30, dtype=np.float32)
    dlvm.onnx.export(found, path, model, t, constants=["model"])
    compare(path, [t], [found(model, t)])


def drawn(type: Type, random: np.random.Generator) -> Any:
    """A value of a type; sizes that are not known are 5."""
    match whole := type.canonical:
        case StructType():
            return {name: drawn(t, random) for name, t in whole.fields}
        case TensorType():
            shape = [n if isinstance(n, int) else 5 for n in whole.shape]
            return (random.standard_normal(shape) / 4).astype(whole.element.numpy)
        case _:
            raise AssertionError(type)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, np.void | dict):
        names = value.dtype.names if isinstance(value, np.void) else value
        return [leaf for name in names or () for leaf in leaves(value[name])]
    if isinstance(value, tuple):
        return [leaf for v in value for leaf in leaves(v)]
    return [value]


@pytest.mark.parametrize(
    ("name", "function"),
    # The gradient of a loop keeps states on a stack, which ONNX lacks.
    [(n, f) for n in MODULES for f in ("loss", "gradient") if (n, f) != ("lstm", "gradient")],
)
def test_modules(name: str, function: str, tmp_path: Path) -> None:
    module = dlvm.parse((ROOT / f"examples/{name}.dl").read_text(encoding="utf-8"))
    random = np.random.default_rng(0)
    declared = module.function(function)
    assert declared is not None
    arguments = [drawn(p, random) for p in declared.type.parameters]
    path = tmp_path / "model.onnx"
    dlvm.onnx.export(module, path, function=function)
    inputs = [leaf for a in arguments for leaf in leaves(a)]
    compare(path, inputs, leaves(dlvm.compile(module)[function](*arguments)))


def test_recursive_networks_are_refused(tmp_path: Path) -> None:
    module = dlvm.parse((ROOT / "examples/tree_network.dl").read_text(encoding="utf-8"))
    path = tmp_path / "model.onnx"
    with pytest.raises(dlvm.DiagnosticError, match="ONNX"):
        dlvm.onnx.export(module, path, function="score")
    assert not path.exists()
