"""Models whose programs are in the cache run without their files being parsed, to the same results;
anything that has changed since is seen.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import external_data_helper, parser

import dlvm
import dlvm.onnx

NO_RANK = "a rank that is not declared"
MODELS = {
    "known sizes": ("float[2, 3] x", "float[2, 3] y", "y = Exp(x)"),
    "two outputs": ("float[2, 3] x", "float[2, 3] y, int64[2] z", "y = Exp(x) z = Shape(x)"),
    "two results": ("float[2, 3] x", "float[2, 3] y, float[2, 3] z", "y = Exp(x) z = Neg(x)"),
    "symbolic sizes": ("float[n, 3] x", "float[n, 3] y", "y = Exp(x)"),
    "half precision": ("float16[2, 3] x", "float16[2, 3] y", "y = Exp(x)"),
    NO_RANK: ("float x", "float y", "y = Exp(x)"),
    "a size from an input": (
        "float[6] x, int64[2] s",
        "float[a, b] y",
        "y = Reshape(x, s)",
    ),
    "a weight": ("float[2, 3] x", "float[2, 4] y", "y = MatMul(x, w)"),
}
WEIGHT = "<float[3, 4] w = {0,1,2,3,4,5,6,7,8,9,10,11}>"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("DLVM_CACHE_DIR", str(folder))
    return folder


def made(name: str) -> onnx.ModelProto:
    inputs, outputs, body = MODELS[name]
    weight = WEIGHT if "MatMul(x, w)" in body else ""
    header = '<ir_version: 10, opset_import: ["" : 21]>'
    model = parser.parse_model(f"{header} g ({inputs}) => ({outputs}) {weight} {{ {body} }}")
    if name == NO_RANK:
        model.graph.input[0].type.tensor_type.ClearField("shape")
    return model


def written(model: onnx.ModelProto, folder: Path) -> Path:
    path = folder / "model.onnx"
    path.write_bytes(model.SerializeToString())
    return path


def inputs_of(model: dlvm.onnx.Model, name: str) -> dict[str, Any]:
    random = np.random.default_rng(0)
    found: dict[str, Any] = {}
    for spec in model.inputs:
        shape = [n if isinstance(n, int) else 5 for n in spec.shape or (2, 3)]
        if name == "a size from an input" and spec.name == "s":
            found["s"] = np.array([2, 3])
        else:
            found[spec.name] = random.standard_normal(shape).astype(spec.dtype)
    return found


def is_read(model: dlvm.onnx.Model) -> bool:
    """Whether the file has been parsed."""
    return model._read_file is not None


@pytest.mark.parametrize("name", MODELS)
def test_results_from_the_cache(name: str, tmp_path: Path) -> None:
    path = written(made(name), tmp_path)
    first = dlvm.onnx.load(path)
    inputs = inputs_of(first, name)
    expected = first.run(inputs)
    second = dlvm.onnx.load(path)
    assert second.inputs == first.inputs
    assert second.outputs == first.outputs
    found = second.run(inputs)
    assert found.keys() == expected.keys()
    for output, array in expected.items():
        np.testing.assert_array_equal(found[output], array)
        assert type(found[output]) is type(array)
    is_saved = name != "a size from an input"
    # A size that a model computes is known when it is imported: not all outputs are results.
    assert is_read(second) == (not is_saved or name == "two outputs")
    assert second.programs == first.programs


def test_the_rest_of_a_model_from_the_cache(tmp_path: Path) -> None:
    path = written(made("a weight"), tmp_path)
    array = np.ones((2, 3), np.float32)
    dlvm.onnx.load(path)(array)
    model = dlvm.onnx.load(path)
    assert not is_read(model)
    assert "MatMul" in model.summary()
    assert model.parameters["w"].shape == (3, 4)
    assert model.module.function("main") is not None
    interpreted = model.run({"x": array}, interpreted=True)
    np.testing.assert_array_equal(interpreted["y"], model(array)[0])


def test_a_file_that_changes(tmp_path: Path) -> None:
    model = made("a weight")
    path = written(model, tmp_path)
    array = np.ones((2, 3), np.float32)
    before = dlvm.onnx.load(path)(array)[0]
    from_cache = dlvm.onnx.load(path)
    weights = onnx.numpy_helper.to_array(model.graph.initializer[0])
    model.graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(2 * weights, "w"))
    written(model, tmp_path)
    np.testing.assert_array_equal(from_cache(array)[0], before)
    with pytest.raises(dlvm.DiagnosticError, match="has changed since the model was loaded"):
        from_cache.summary()
    np.testing.assert_array_equal(dlvm.onnx.load(path)(array)[0], 2 * before)


def test_external_data_that_change(tmp_path: Path) -> None:
    model = made("a weight")
    # Only raw data can be in a file of their own.
    weights = onnx.numpy_helper.to_array(model.graph.initializer[0])
    model.graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(weights, "w"))
    external_data_helper.convert_model_to_external_data(
        model, location="weights.bin", size_threshold=0
    )
    path = tmp_path / "model.onnx"
    onnx.save_model(model, path)
    array = np.ones((2, 3), np.float32)
    before = dlvm.onnx.load(path)(array)[0]
    same = dlvm.onnx.load(path)
    np.testing.assert_array_equal(same(array)[0], before)
    assert not is_read(same)
    (3 * weights).tofile(tmp_path / "weights.bin")
    changed = dlvm.onnx.load(path)
    assert is_read(changed)
    np.testing.assert_array_equal(changed(array)[0], 3 * before)
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(dlvm.DiagnosticError, match=r"weights\.bin: no such file"):
        dlvm.onnx.load(path)


def test_options_and_sizes_are_part_of_the_key(tmp_path: Path) -> None:
    path = written(made("symbolic sizes"), tmp_path)
    array = np.ones((5, 3), np.float32)
    dlvm.onnx.load(path)(array)
    assert not is_read(dlvm.onnx.load(path))
    assert is_read(dlvm.onnx.load(path, opt_level=3))
    assert is_read(dlvm.onnx.load(path, dims={"n": 5}))
    with pytest.raises(dlvm.DiagnosticError, match="no symbolic size 'm'"):
        dlvm.onnx.load(path, dims={"m": 5})


def test_traps_have_their_locations(tmp_path: Path) -> None:
    model = parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]>'
        "g (float[4] x, int64[2] i) => (float[2] y) { y = Gather(x, i) }"
    )
    path = written(model, tmp_path)
    array = np.ones(4, np.float32)
    dlvm.onnx.load(path)(array, np.array([0, 3]))
    model = dlvm.onnx.load(path)
    assert not is_read(model)
    with pytest.raises(dlvm.DiagnosticError) as caught:
        model(array, np.array([0, 9]))
    assert "Gather" in str(caught.value)


@pytest.mark.parametrize("place", [0, 20, 60, -1])
def test_damaged_entries(place: int, tmp_path: Path, cache: Path) -> None:
    path = written(made("known sizes"), tmp_path)
    array = np.ones((2, 3), np.float32)
    expected = dlvm.onnx.load(path)(array)[0]
    for entry in cache.iterdir():
        content = bytearray(entry.read_bytes())
        content[place] ^= 1
        entry.write_bytes(content)
    model = dlvm.onnx.load(path)
    np.testing.assert_array_equal(model(array)[0], expected)
    assert is_read(model)
    assert not is_read(dlvm.onnx.load(path))


def test_what_is_not_imported(tmp_path: Path) -> None:
    path = written(made("a weight"), tmp_path)
    dlvm.onnx.load(path)(np.ones((2, 3), np.float32))
    program = f"""
import sys
import numpy
import dlvm.onnx
[found] = dlvm.onnx.load({str(path)!r})(numpy.ones((2, 3), "f"))
assert found.shape == (2, 4)
print(*sys.modules)
"""
    command = [sys.executable, "-c", program]
    # The first process compiles the run-time support.
    subprocess.run(command, capture_output=True, check=True)
    imported = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    not_needed = {"onnx", "google.protobuf", "llvmlite", "dlvm.nnkit", "dlvm.transforms"}
    assert not not_needed & set(imported)
