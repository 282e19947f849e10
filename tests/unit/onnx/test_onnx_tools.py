"""``dlc`` and ``dlopt`` on ONNX models, and the program and the summary of a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

import dlvm
import dlvm.onnx
from dlvm.ir.resources import named_tensors
from dlvm.tools import dlc, dlopt
from tests.fuzz.malformed.onnx_extremes import node, value

WEIGHTS = np.random.default_rng(0).normal(size=(16, 8)).astype(np.float32)
BIAS = np.arange(8, dtype=np.float32)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A model with a symbolic size, whose weights are in a file of their own."""
    constants = [numpy_helper.from_array(WEIGHTS, "w"), numpy_helper.from_array(BIAS, "b")]
    graph = helper.make_graph(
        [node("Gemm", "x w b", "gemm"), node("Relu", "gemm", "y")],
        "dense",
        [value("x", "batch", 16)],
        [value("y", "batch", 8)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    found = tmp_path / "dense.onnx"
    onnx.save(model, found, save_as_external_data=True, location="w.bin", size_threshold=256)
    return str(found)


def run(main: Any, *arguments: str) -> None:
    assert main(list(arguments)) == 0


def test_emit_and_read_back(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(dlopt.main, path, "--dims", "batch=3")
    text = capsys.readouterr().out
    assert 'resource "w": <16 x 8 x f32>' in text
    assert "%gemm" in text
    out = tmp_path / "dense.dl"
    for command in ((dlopt.main, path, "-o"), (dlc.main, path, "--emit", "optimizable", "-o")):
        run(command[0], *command[1:], str(out), "--dims", "batch=3")
        x = np.ones((3, 16), np.float32)
        np.save(tmp_path / "x.npy", x)
        run(dlc.main, str(out), "--run", "@main", "--args", str(tmp_path / "x.npy"),
            "-o", str(tmp_path / "y.npy"))  # fmt: skip
        expected = np.maximum(x @ WEIGHTS + BIAS, 0)
        np.testing.assert_allclose(np.load(tmp_path / "y.npy"), expected, rtol=1e-5)
        (tmp_path / "dense.safetensors").unlink()


def test_run(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x = np.random.default_rng(1).normal(size=(2, 16)).astype(np.float32)
    np.savez(tmp_path / "in.npz", x=x)
    result = tmp_path / "y.npy"
    run(dlc.main, path, "--run", "@main", "--dims", "batch=2", "--args", str(tmp_path / "in.npz"),
        "-o", str(result))  # fmt: skip
    np.testing.assert_allclose(np.load(result), np.maximum(x @ WEIGHTS + BIAS, 0), rtol=1e-4)
    run(dlc.main, path, "--run", "@main", "--dims", "batch=1", "--interpret")
    assert capsys.readouterr().out.startswith("[[")
    np.savez(tmp_path / "other.npz", z=x)
    arguments = [path, "--run", "@main", "--dims", "batch=2", "--args", str(tmp_path / "other.npz")]
    assert dlc.main(arguments) == 1
    assert "has no array for the parameter x; it has z" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (["--print-fusion"], "@main"),
        (["--print-memory"], "@main: a frame of"),
        (["--compare", "interpreter"], "dense.onnx:1: node number 0 (Gemm)"),
        (["--report"], "GFLOP"),
        (["--emit", "llvm"], "define"),
    ],
)
def test_reports(
    path: str, option: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(dlc.main, path, "--dims", "batch=4", *option)
    assert expected in capsys.readouterr().out


def test_symbolic_sizes(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(dlopt.main, path)
    assert "func @main: (<_batch x 16 x f32>)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("batch", "--dims expects a size such as batch=1, got batch"),
        ("bath=1", "has no symbolic size 'bath', expected one of: 'batch'"),
    ],
)
def test_wrong_sizes(
    path: str, option: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dlopt.main([path, "--dims", option]) == 1
    assert message in capsys.readouterr().err


def test_module_and_summary(path: str) -> None:
    model = dlvm.onnx.load(path, dims={"batch": 3})
    assert list(named_tensors(model.module)) == ["w"]
    np.testing.assert_array_equal(named_tensors(model.module)["w"], WEIGHTS)
    rows = dict(line.split(None, 1) for line in model.summary().splitlines())
    assert rows["Gemm"] == rows["Relu"] == "1"
    assert rows["parameters"] == str(16 * 8 + 8)
    assert "planned" in rows
    x = np.ones((3, 16), np.float32)
    executable = dlvm.compile(model.module)
    np.testing.assert_allclose(executable["main"](x), model(x)[0])


def test_equal_text_with_other_weights_is_compiled_again(path: str) -> None:
    x = np.ones((1, 16), np.float32)
    model = onnx.load(path)
    before = dlvm.onnx.load(model)(x)[0]
    (w,) = [t for t in model.graph.initializer if t.name == "w"]
    w.CopyFrom(numpy_helper.from_array(2 * WEIGHTS, "w"))
    after = dlvm.onnx.load(model)(x)[0]
    np.testing.assert_allclose(before, np.maximum(x @ WEIGHTS + BIAS, 0), rtol=1e-5)
    np.testing.assert_allclose(after, np.maximum(x @ (2 * WEIGHTS) + BIAS, 0), rtol=1e-5)
