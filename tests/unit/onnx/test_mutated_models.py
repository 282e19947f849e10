"""A small sample of ``python -m tests.fuzz.onnx_files``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
import dlvm.onnx
from tests.fuzz.malformed.onnx_extremes import EXTREMES, model_of, node
from tests.fuzz.malformed.onnx_models import DAMAGED, MUTATED, check_model, draw_model
from tests.fuzz.malformed.worker import Case, Worker, attempt


@pytest.mark.parametrize("kind", [MUTATED, DAMAGED])
@pytest.mark.parametrize("share", range(3))
def test_mutated_models(kind: str, share: int) -> None:
    for seed in range(15 * share, 15 * share + 15):
        outcome = attempt(draw_model(kind, str(seed)), check_model)
        assert outcome.status != "failed", f"seed {seed}: {outcome.signature}\n{outcome.detail}"


def test_extreme_models_in_limited_memory() -> None:
    worker = Worker(check_model)
    try:
        for kind in EXTREMES:
            for seed in range(2):
                outcome = worker.run(draw_model(kind, str(seed)))
                assert not outcome.signature, f"{kind} {seed}: {outcome.detail}"
    finally:
        worker.stop()


def test_a_crash_is_a_failure() -> None:
    worker = Worker(_crash)
    try:
        assert worker.run(Case("crash", "0", b"")).signature == "ends the process: crash"
    finally:
        worker.stop()


def _crash(case: Case) -> str:
    os._exit(3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ({"axis": 3}, r"node number 0 \(Softmax\): axis 3 is out of range for a tensor of rank 1"),
        ({"axis": 0.5}, r"\(Softmax\): attribute 'axis' must be an int, got float"),
        ({"axes": 1}, r"\(Softmax\): attribute 'axes' is not supported, expected one of axis"),
    ],
)
def test_wrong_attributes(text: dict[str, Any], message: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=message):
        _run(model_of([node("Softmax", "x", **text)]))


def test_wrong_types() -> None:
    both = [node("Shape", "x", "n"), node("Add", "x n")]
    message = r"input 'n' is a tensor\(int64\) and input 'x' a tensor\(float\), expected equal"
    with pytest.raises(dlvm.DiagnosticError, match=message):
        _run(model_of(both))
    message = r"\(Not\): input 'x' is a tensor\(float\), expected one of tensor\(bool\)"
    with pytest.raises(dlvm.DiagnosticError, match=message):
        _run(model_of([node("Not", "x")]))


def test_missing_weights(tmp_path: Path) -> None:
    model = model_of([node("Add", "x w")])
    tensor = model.graph.initializer.add(name="w", data_type=1, dims=[4])
    tensor.raw_data = bytes(12)
    with pytest.raises(dlvm.DiagnosticError, match="tensor 'w' has 12 bytes, expected 16"):
        dlvm.onnx.load(model)
    tensor.ClearField("raw_data")
    tensor.data_location = tensor.EXTERNAL
    tensor.external_data.add(key="location", value="w.bin")
    path = tmp_path / "model.onnx"
    path.write_bytes(model.SerializeToString())
    with pytest.raises(dlvm.DiagnosticError, match=r"tensor 'w': w\.bin: no such file"):
        dlvm.onnx.load(path)


@pytest.mark.parametrize("seed", range(4))
def test_functions_that_call_each_other(seed: int) -> None:
    model = draw_model("recursive", str(seed)).data or b""
    with pytest.raises(dlvm.DiagnosticError, match=r"calls itself|nested more than 30"):
        dlvm.onnx.load(model)


def _run(model: object) -> None:
    dlvm.onnx.load(model).run({"x": np.ones(4, np.float32)}, interpreted=True)  # type: ignore[arg-type]
