"""Trainer accepts float64 and lists: it converts them, with one warning for float64."""

import warnings
from typing import Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.diagnostics import DiagnosticError

X = np.random.default_rng(0).standard_normal((12, 3))
Y = np.arange(12) % 2


def _trainer() -> nn.Trainer[Any]:
    model = nn.Sequential(nn.Dense(3, 2, rng=np.random.default_rng(0)))
    return nn.Trainer(model, nn.SGD(0.1), interpret=True)


def _losses(x: Any, y: Any) -> list[float]:
    return list(_trainer().fit(x, y, epochs=2, batch_size=4, progress=False).loss)


def test_float64_and_lists_train_as_float32() -> None:
    expected = _losses(X.astype(np.float32), Y)
    with pytest.warns(UserWarning, match="float64 and is converted to float32") as found:
        assert _losses(X, Y) == expected
    assert len(found) == 1
    assert found[0].filename == __file__
    with pytest.warns(UserWarning, match="float64"):
        assert _losses(X.tolist(), Y.tolist()) == expected


def test_float32_trains_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _losses(X.astype(np.float32), Y)


def test_predictions_and_evaluations_convert_data() -> None:
    trainer = _trainer()
    narrow = X.astype(np.float32)
    with pytest.warns(UserWarning, match="float64"):
        assert trainer.predict(X.tolist()).tolist() == trainer.predict(narrow).tolist()
    with pytest.warns(UserWarning, match="float64"):
        assert trainer.evaluate(X, Y.tolist()) == trainer.evaluate(narrow, Y)


def test_rows_of_different_sizes_are_refused() -> None:
    with pytest.raises(DiagnosticError, match="must have rows of one size"):
        _losses([[1.0, 2.0], [1.0]], [0, 1])
