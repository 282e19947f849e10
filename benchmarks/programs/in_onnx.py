"""The functions as ONNX models. What a network has learned is part of the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from onnx import ModelProto, numpy_helper, parser

from benchmarks.workload import Inputs

OPSET = 21


def convolution(inputs: Inputs, stride: int, padding: int, groups: int) -> ModelProto:
    attributes = (
        f"strides=[{stride}, {stride}], pads=[{', '.join([str(padding)] * 4)}], group={groups}"
    )
    return _model(
        f"y = Conv<{attributes}>(x, kernel)", {"x": inputs["x"]}, {"kernel": inputs["kernel"]}
    )


def attention(inputs: Inputs) -> ModelProto:
    scale = np.float32(inputs["q"].shape[-1] ** -0.5)
    body = """
        kt = Transpose<perm=[0, 1, 3, 2]>(k)
        products = MatMul(q, kt)
        scores = Mul(products, scale)
        weights = Softmax<axis=-1>(scores)
        y = MatMul(weights, v)
    """
    return _model(body, inputs, {"scale": scale})


def network(inputs: Inputs) -> ModelProto:
    """Dense layers with rectifiers in between."""
    count = sum(name.startswith("w") for name in inputs)
    lines: list[str] = []
    for n in range(count):
        lines.append(f"z{n} = Gemm({f'h{n}' if n else 'x'}, w{n}, b{n})")
        lines.append(f"h{n + 1} = Relu(z{n})")
    learned = {name: array for name, array in inputs.items() if name != "x"}
    body = "\n".join(lines[:-1]).replace(f"z{count - 1} =", "y =")
    return _model(body, {"x": inputs["x"]}, learned)


def lstm(inputs: Inputs) -> ModelProto:
    """ONNX has the gates in another order, by rows, and the two biases apart."""
    size = len(inputs["u"])

    def gates(array: Any) -> Any:
        start, keep, out, new = np.split(array.T, 4)
        return np.concatenate([start, out, keep, new])[None]

    bias = gates(inputs["b"])
    learned = {
        "w": gates(inputs["w"]),
        "u": gates(inputs["u"]),
        "b": np.concatenate([bias, np.zeros_like(bias)], 1),
        "axis": np.zeros(1, np.int64),
    }
    body = f"""
        counts = Cast<to=6>(lengths)
        all, last = LSTM<hidden_size={size}>(x, w, u, b, counts)
        y = Squeeze(last, axis)
    """
    return _model(body, {"x": inputs["x"], "lengths": inputs["lengths"]}, learned)


def _model(body: str, given: Mapping[str, Any], learned: Mapping[str, Any]) -> ModelProto:
    """A model of arrays that are given to it and others that are part of it; its result is y."""
    parameters = ", ".join(f"{_type(array)} {name}" for name, array in given.items())
    model = parser.parse_model(
        f'<ir_version: 10, opset_import: ["" : {OPSET}]>\n'
        f"program ({parameters}) => (float y) {{\n{body}\n}}"
    )
    for name, array in learned.items():
        model.graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
    model.graph.output[0].type.tensor_type.ClearField("shape")
    return model


def _type(array: Any) -> str:
    element = {"float32": "float", "int64": "int64"}[array.dtype.name]
    return f"{element}[{','.join(map(str, array.shape))}]"
