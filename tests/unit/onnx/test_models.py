"""Models as a user has them: loading, running, errors, and files that are damaged."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import dlvm
import dlvm.onnx
from dlvm.onnx import backend

F32 = TensorProto.FLOAT


def value(name: str, *shape: int | str, type: int = F32) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, type, shape)


def model_of(nodes: Any, inputs: Any, outputs: Any, constants: Any = (), **options: Any) -> Any:
    graph = helper.make_graph(list(nodes), "test", list(inputs), list(outputs), list(constants))
    imports = [helper.make_opsetid("", 21), *options.pop("imports", ())]
    return helper.make_model(graph, opset_imports=imports, **options)


def dense() -> Any:
    """relu(x @ w + b) over a batch of any size."""
    generator = np.random.default_rng(1)
    weights = [generator.normal(size=s).astype(np.float32) for s in ((4, 3), (3,))]
    constants = [numpy_helper.from_array(a, n) for a, n in zip(weights, "wb", strict=True)]
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["xw"]),
        helper.make_node("Add", ["xw", "b"], ["sum"]),
        helper.make_node("Relu", ["sum"], ["y"], name="activation"),
    ]
    return model_of(nodes, [value("x", "batch", 4)], [value("y", "batch", 3)], constants), weights


@pytest.mark.parametrize("batch", [1, 5])
def test_runs_from_bytes_and_from_a_file(batch: int, tmp_path: Path) -> None:
    model, (w, b) = dense()
    x = np.random.default_rng(2).normal(size=(batch, 4)).astype(np.float32)
    expected = np.maximum(x @ w + b, 0)
    path = tmp_path / "dense.onnx"
    onnx.save(model, path)
    for source in (model, model.SerializeToString(), path, str(path)):
        loaded = dlvm.onnx.load(source)
        assert [(i.name, i.shape) for i in loaded.inputs] == [("x", ("batch", 4))]
        np.testing.assert_allclose(loaded(x)[0], expected, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(loaded.run({"x": x})["y"], expected, rtol=1e-5, atol=1e-6)


def test_external_data(tmp_path: Path) -> None:
    model, (w, b) = dense()
    path = tmp_path / "dense.onnx"
    onnx.save(model, path, save_as_external_data=True, location="weights.bin", size_threshold=0)
    x = np.ones((2, 4), np.float32)
    expected = np.maximum(x @ w + b, 0)
    np.testing.assert_allclose(dlvm.onnx.load(path)(x)[0], expected, rtol=1e-5, atol=1e-6)
    (tmp_path / "weights.bin").write_bytes(b"short")
    with pytest.raises(dlvm.DiagnosticError, match=r"weights\.bin ends before its last element"):
        dlvm.onnx.load(path)(x)
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(dlvm.DiagnosticError, match=r"weights\.bin: no such file"):
        dlvm.onnx.load(path)(x)


def test_external_data_outside_of_the_folder(tmp_path: Path) -> None:
    model, _ = dense()
    path = tmp_path / "inner" / "dense.onnx"
    path.parent.mkdir()
    onnx.save(model, path, save_as_external_data=True, location="w.bin", size_threshold=0)
    text = path.read_bytes().replace(b"w.bin", b"../w2")
    (tmp_path / "w2").write_bytes((path.parent / "w.bin").read_bytes())
    path.write_bytes(text)
    with pytest.raises(dlvm.DiagnosticError, match="outside the model's folder"):
        dlvm.onnx.load(path)(np.ones((1, 4), np.float32))


def test_missing_operators_are_all_named() -> None:
    nodes = [
        helper.make_node("Frob", ["x"], ["a"]),
        helper.make_node("Nicate", ["a"], ["b"], domain="my.own"),
        helper.make_node("Frob", ["b"], ["y"]),
    ]
    imports = [helper.make_opsetid("my.own", 3)]
    model = model_of(nodes, [value("x", 2)], [value("y", 2)], imports=imports)
    expected = r"not supported: Frob \(version 21\), 2 times, my\.own\.Nicate \(version 3\)"
    with pytest.raises(dlvm.DiagnosticError, match=expected):
        dlvm.onnx.load(model)


def test_errors_name_file_node_and_operator(tmp_path: Path) -> None:
    nodes = [helper.make_node("MatMul", ["x", "x"], ["y"], name="product")]
    path = tmp_path / "wrong.onnx"
    onnx.save(model_of(nodes, [value("x", 2, 3)], [value("y", 2, 2)]), path)
    with pytest.raises(dlvm.DiagnosticError, match=r"wrong\.onnx: node 'product' \(MatMul\): "):
        dlvm.onnx.load(path)(np.ones((2, 3), np.float32))


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.ones((2, 5), np.float32), r"input 'x' has shape \(2, 5\)"),
        (np.ones((2, 4)), "input 'x' has dtype float64, expected float32"),
    ],
)
def test_wrong_inputs(array: Any, message: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=message):
        dlvm.onnx.load(dense()[0])(array)


def test_wrong_inputs_by_name() -> None:
    square = value("x", "n", "n")
    model = dlvm.onnx.load(model_of([], [square], [square]), dims={"n": 3})
    x = np.ones((2, 3), np.float32)
    with pytest.raises(dlvm.DiagnosticError, match=r"shape \(2, 3\), expected \(3, 3\)"):
        model.run({"x": x})
    for name, message in (("x1", "did you mean 'x'"), ("mask", "'mask', expected 'x'")):
        with pytest.raises(dlvm.DiagnosticError, match=message):
            model.run({"x": x, name: x})


@pytest.mark.parametrize("step", [-3, -1, 2])
def test_slices_with_bounds_out_of_range(step: int) -> None:
    least, bounds = -(2**63) + 1, (-9, -7, -1, 0, 3, 6, 7, 12)
    x = np.arange(7, dtype=np.float32)
    for first in (*bounds, least, -(least + 1)):
        for last in (*bounds, least, -(least + 1)):
            given = {"starts": [first], "ends": [last], "axes": [0], "steps": [step]}
            weights = [numpy_helper.from_array(np.array(v), n) for n, v in given.items()]
            node = helper.make_node("Slice", ["x", *given], ["y"])
            model = dlvm.onnx.load(model_of([node], [value("x", 7)], [value("y", "n")], weights))
            # The specification clamps the start to an element if the step is negative.
            start = max(first + 7 if first < 0 else first, 0)
            end = None if step < 0 and last + 7 < 0 else last
            expected = x[start:end:step]
            np.testing.assert_array_equal(model.run({"x": x}, interpreted=True)["y"], expected)


def test_functions_of_the_model() -> None:
    body = [
        helper.make_node("Constant", [], ["c"], value_float=2.0),
        helper.make_node("Mul", ["v", "c"], ["w"]),
    ]
    body[0].attribute.clear()
    body[0].attribute.append(
        onnx.AttributeProto(
            name="value_float", type=onnx.AttributeProto.FLOAT, ref_attr_name="factor"
        )
    )
    imports = [helper.make_opsetid("", 21)]
    scale = helper.make_function("my.own", "Scale", ["v"], ["w"], body, imports, ["factor"])
    nodes = [helper.make_node("Scale", ["x"], ["y"], domain="my.own", factor=3.0)]
    options = {"imports": [helper.make_opsetid("my.own", 1)], "functions": [scale]}
    model = model_of(nodes, [value("x", 3)], [value("y", 3)], **options)
    x = np.array([1, 2, 3], np.float32)
    np.testing.assert_array_equal(dlvm.onnx.load(model)(x)[0], 3 * x)


def test_loops_and_branches_stay_in_the_program() -> None:
    body = helper.make_graph(
        [
            helper.make_node("Mul", ["v", "two"], ["w"]),
            helper.make_node("Less", ["w", "limit"], ["go"]),
        ],
        "body",
        [value("i", type=TensorProto.INT64), value("c", type=TensorProto.BOOL), value("v")],
        [value("go", type=TensorProto.BOOL), value("w")],
    )
    nodes = [helper.make_node("Loop", ["", "", "x"], ["y"], body=body)]
    constants = [
        numpy_helper.from_array(np.array(n, "f"), s) for n, s in ((2, "two"), (100, "limit"))
    ]
    loaded = dlvm.onnx.load(model_of(nodes, [value("x")], [value("y")], constants))
    for x, expected in ((3.0, 192.0), (60.0, 120.0)):
        assert loaded(np.float32(x))[0] == expected


@pytest.mark.parametrize("content", [b"", b"\x00", b"not a model", b"\x08\x07" * 20])
def test_files_that_are_no_models(content: bytes) -> None:
    with pytest.raises(dlvm.DiagnosticError):
        dlvm.onnx.load(content)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_models_are_errors(seed: int) -> None:
    random = Random(seed)
    content = bytearray(dense()[0].SerializeToString())
    for _ in range(random.randint(1, 4)):
        match random.randrange(3):
            case 0:
                content[random.randrange(len(content))] = random.randrange(256)
            case 1:
                del content[random.randrange(len(content)) :]
                content = content or bytearray(b"\0")
            case _:
                start = random.randrange(len(content))
                content[start:start] = bytes(random.randrange(256) for _ in range(3))
    try:
        loaded = dlvm.onnx.load(bytes(content))
        loaded.run({i.name: np.ones((2, 4), np.float32) for i in loaded.inputs}, interpreted=True)
    except dlvm.DiagnosticError:
        pass


def test_deep_subgraphs() -> None:
    graph = helper.make_graph(
        [helper.make_node("Identity", ["x"], ["y"])], "leaf", [], [value("y", 1)]
    )
    for _ in range(90):
        node = helper.make_node("If", ["c"], ["y"], then_branch=graph, else_branch=graph)
        graph = helper.make_graph([node], "g", [], [value("y", 1)])
        if graph.ByteSize() > 1 << 20:
            break
    inputs = [value("x", 1), value("c", type=TensorProto.BOOL)]
    graph.input.extend(inputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    with pytest.raises(dlvm.DiagnosticError):
        dlvm.onnx.load(b"\x3a\xff" + model.SerializeToString())


def test_backend_interface() -> None:
    node = helper.make_node("Add", ["a", "b"], ["c"])
    a, b = np.array([1, 2], "f"), np.array([3, 4], "f")
    np.testing.assert_array_equal(backend.run_node(node, [a, b])[0], a + b)
    model, (w, bias) = dense()
    x = np.ones((3, 4), np.float32)
    found = backend.prepare(model).run([x])
    np.testing.assert_allclose(found[0], np.maximum(x @ w + bias, 0), rtol=1e-5, atol=1e-6)
    assert backend.supports_device("CPU")
    assert not backend.supports_device("CUDA")
