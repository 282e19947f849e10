"""ONNX models that are extreme in one way: nested, cyclic, absurdly large, with missing files."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

F32, I64 = TensorProto.FLOAT, TensorProto.INT64
LARGE: Final = (1 << 27, 1 << 31, 1 << 40, (1 << 63) - 1)
"""Counts that a model of some bytes must not get memory for."""
WEIGHTS: Final = "weights.bin"
"""The file of external data beside the model."""


def value(name: str, *shape: int | str, type: int = F32) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, type, shape)


def model_of(nodes: Any, constants: Any = (), **options: Any) -> onnx.ModelProto:
    """A model of ``x`` with four elements that returns ``y``."""
    initializers = [numpy_helper.from_array(np.asarray(a), n) for n, a in dict(constants).items()]
    graph = helper.make_graph(nodes, "test", [value("x", 4)], [onnx.ValueInfoProto(name="y")])
    graph.initializer.extend(initializers)
    imports = [helper.make_opsetid("", 21), helper.make_opsetid("own", 1)]
    return helper.make_model(graph, opset_imports=imports, **options)


def node(op: str, inputs: str, outputs: str = "y", **attributes: Any) -> onnx.NodeProto:
    return helper.make_node(op, inputs.split(), outputs.split(), **attributes)


def floats(*numbers: float) -> Any:
    return np.array(numbers, np.float32)


def integers(*numbers: int) -> Any:
    return np.array(numbers, np.int64)


def nested(random: Random) -> bytes:
    """An ``If`` in an ``If``, up to 1,000 deep: bytes, as protobuf refuses to write them."""
    graph = helper.make_graph([node("Identity", "x")], "leaf", [], [value("y", 4)])
    content = graph.SerializeToString()
    for _ in range(random.choice((20, 29, 30, 31, 32, 34, 100, 1000))):
        # GraphProto.node, NodeProto.attribute, AttributeProto.g
        attributes = b"".join(
            _field(5, _field(1, name) + _field(6, content) + bytes([20 << 3 | 0x80, 1, 5]))
            for name in (b"then_branch",)
        )
        other = helper.make_graph([node("Identity", "x")], "leaf", [], [value("y", 4)])
        attributes += _field(5, helper.make_attribute("else_branch", other).SerializeToString())
        own = _field(1, b"c") + _field(2, b"y") + _field(4, b"If") + attributes
        content = _field(1, own) + _field(12, value("y", 4).SerializeToString()) + _field(2, b"g")
    inputs = [value("x", 4), value("c", type=TensorProto.BOOL)]
    content += b"".join(_field(11, i.SerializeToString()) for i in inputs)
    model = helper.make_model(
        helper.make_graph([], "g", [], []), opset_imports=[helper.make_opsetid("", 21)]
    )
    model.ClearField("graph")
    return model.SerializeToString() + _field(7, content)


def _field(number: int, content: bytes) -> bytes:
    """A field of bytes in the wire format of protobuf."""
    return bytes([number << 3 | 2]) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _function(name: str, *calls: str) -> onnx.FunctionProto:
    nodes: list[onnx.NodeProto] = []
    for number, call in enumerate(calls):
        names = ["a"] if not number else [f"v{number - 1}"]
        result = "b" if number == len(calls) - 1 else f"v{number}"
        domain = "own" if call.startswith("f") else ""
        nodes.append(helper.make_node(call, names, [result], domain=domain))
    imports = [helper.make_opsetid("", 21), helper.make_opsetid("own", 1)]
    return helper.make_function("own", name, ["a"], ["b"], nodes, imports)


def recursive(random: Random) -> onnx.ModelProto:
    """Functions that call each other in a circle."""
    count = random.randint(1, 40)
    functions = [_function(f"f{n}", f"f{(n + 1) % count}") for n in range(count)]
    call = helper.make_node("f0", ["x"], ["y"], domain="own")
    return model_of([call], functions=functions)


def doubling(random: Random) -> onnx.ModelProto:
    """Functions that call the next one twice."""
    count = random.randint(2, 60)
    functions = [_function(f"f{n}", f"f{n + 1}", f"f{n + 1}") for n in range(count)]
    functions.append(_function(f"f{count}", "Neg"))
    call = helper.make_node("f0", ["x"], ["y"], domain="own")
    return model_of([call], functions=functions)


def cyclic(random: Random) -> onnx.ModelProto:
    """Nodes in a circle."""
    count = random.randint(1, 500)
    nodes = [node("Neg", f"v{(n - 1) % count}", f"v{n}") for n in range(count)]
    return model_of([*nodes, node("Add", "x v0")])


def large_constant(random: Random) -> onnx.ModelProto:
    """Nodes whose results are far larger than their operands."""
    most = random.choice(LARGE)
    count = integers(most)
    scalar = np.array(most)
    match random.randrange(12):
        case 0:
            return model_of([node("ConstantOfShape", "n")], {"n": count})
        case 1:
            return model_of(
                [node("Range", "a n b")], {"a": np.array(0), "n": scalar, "b": np.array(1)}
            )
        case 2:
            return model_of([node("Expand", "c n")], {"c": floats(1), "n": count})
        case 3:
            return model_of([node("Tile", "x n")], {"n": count})
        case 4:
            return model_of([node("HannWindow", "n")], {"n": scalar})
        case 5:
            return model_of(
                [node("OneHot", "i n v")], {"i": integers(1), "n": count, "v": floats(0, 1)}
            )
        case 6:
            return model_of([node("Pad", "x n")], {"n": integers(most, most)})
        case 7:
            return model_of([node("Pad", "x n", mode="reflect")], {"n": integers(most, 0)})
        case 8:
            scales = {"e": floats(), "s": floats(most)}
            return model_of([node("Resize", "x e s", mode="linear")], scales)
        case 9:
            constants = {"s": integers(16, 16), "v": floats(2)}
            nodes = [node("Expand", "v s", "e0")]
            nodes += [node("Concat", f"e{n} e{n}", f"e{n + 1}", axis=0) for n in range(40)]
            return model_of([*nodes, node("Shape", "e40")], constants)
        case 10:
            options: dict[str, Any] = {
                "max_gram_length": 1,
                "max_skip_count": 0,
                "min_gram_length": 1,
            }
            options |= {"mode": "TF", "ngram_counts": [0], "ngram_indexes": [most]}
            return model_of(
                [node("TfIdfVectorizer", "i", **options, pool_int64s=[2])], {"i": integers(2)}
            )
        case _:
            constants = {"b": integers(most), "l": integers(16), "r": integers(100)}
            constants |= {"lo": np.float32(0), "hi": np.float32(50)}
            return model_of([node("MelWeightMatrix", "b l r lo hi")], constants)


def large_loop(random: Random) -> onnx.ModelProto:
    """Loops that are unrolled, with absurd trip counts."""
    body = helper.make_graph(
        [node("Identity", "c", "d")] + ([node("Neg", "v", "w")] * random.randint(0, 1)),
        "body",
        [value("i", type=I64), value("c", type=TensorProto.BOOL), value("v", 4)],
        [value("d", type=TensorProto.BOOL), value("v", 4), value("v", 4)],
    )
    trips = {"n": np.array(random.choice(LARGE)), "t": np.array(True)}
    if random.random() < 0.5:
        return model_of([node("Loop", "n t x", "z y", body=body)], trips)
    each = helper.make_graph([node("Neg", "a", "b")], "each", [value("a")], [value("b")])
    nodes = [node("Expand", "x n", "e"), node("Scan", "e", body=each, num_scan_inputs=1)]
    return model_of(nodes, {"n": integers(random.choice(LARGE), 4)})


def sparse(random: Random) -> onnx.ModelProto:
    """A sparse initializer of an absurd shape, or with indices out of range."""
    shape = random.choice(([1 << 26], [1 << 40], [1 << 20, 1 << 20], [4], [2, 2], [-1]))
    indices = random.choice(([0], [3], [4], [-1], [1 << 62], [[0, 1]], [[0], [1]], [0, 1]))
    values = numpy_helper.from_array(floats(1), "s")
    places = numpy_helper.from_array(np.array(indices, np.int64), "i")
    model = model_of([node("Add", "x s")])
    model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, places, shape))
    return model


def external(random: Random) -> onnx.ModelProto:
    """External data: missing, outside of the folder, too short, or with wrong entries."""
    model = model_of([node("Add", "x w")])
    tensor = model.graph.initializer.add(name="w", data_type=F32, dims=[4])
    tensor.data_location = TensorProto.EXTERNAL
    locations = (WEIGHTS, "../w", "/etc/passwd", "missing", "", ".", "a\0b", "link", "x" * 5000)
    numbers = ("0", "16", "-1", "15", "1e3", "", str(1 << 62), str(1 << 70), "4")
    entries = {"location": random.choice(locations)}
    if random.random() < 0.7:
        entries["offset"] = random.choice(numbers)
    if random.random() < 0.7:
        entries["length"] = random.choice(numbers)
    for key, content in entries.items():
        tensor.external_data.add(key=key, value=content)
    return model


def large_shape(random: Random) -> onnx.ModelProto:
    """Tensors and inputs that say to be larger than the file."""
    model = model_of([node("Add", "x w")])
    size = random.choice(LARGE)
    tensor = model.graph.initializer.add(name="w", data_type=random.choice((F32, I64, 99, 22, 8)))
    tensor.dims.extend([size] * random.randint(1, 3))
    tensor.raw_data = bytes(random.choice((0, 4, 16)))
    if random.random() < 0.5:
        model.graph.input[0].CopyFrom(value("x", *[size] * random.randint(1, 3)))
    return model


def long_names(random: Random) -> onnx.ModelProto:
    """Names of a megabyte, or of characters that cannot be printed."""
    name = random.choice(("n" * 1_000_000, "a\nb", "\x1b[2J", "\u202e", "é" * 100, "%0", '"'))
    middle = random.choice(("Neg", name))
    nodes = [
        helper.make_node(middle, ["x"], [name], name=name),
        helper.make_node("Neg", [name], ["y"]),
    ]
    model = model_of(nodes)
    model.graph.name = name
    model.graph.input[0].name = random.choice(("x", name))
    return model


def many_nodes(random: Random) -> onnx.ModelProto:
    """A long chain of nodes."""
    count = random.choice((100, 1000))
    names = ["x", *(f"v{n}" for n in range(count - 1)), "y"]
    return model_of([helper.make_node("Neg", [a], [b]) for a, b in pairwise(names)])


EXTREMES: Final[dict[str, Callable[[Random], onnx.ModelProto | bytes]]] = {
    f.__name__.replace("_", " "): f
    for f in (
        nested, recursive, doubling, cyclic, large_constant, large_loop, sparse, external,
        large_shape, long_names, many_nodes,
    )
}  # fmt: skip
