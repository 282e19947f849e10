"""Operators of ``ai.onnx.ml`` against ONNX's reference implementation, with random attributes."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

import dlvm
import dlvm.onnx

F32, I64, TEXT = TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING


def model_of(
    op: str, inputs: dict[str, Any], attributes: dict[str, Any], outputs: int = 1, version: int = 3
) -> Any:
    types = {"f": F32, "i": I64, "O": TEXT}
    infos = [
        helper.make_tensor_value_info(n, types[a.dtype.kind], a.shape) for n, a in inputs.items()
    ]
    names = [f"y{n}" for n in range(outputs)]
    made = helper.make_node(op, list(inputs), names, domain="ai.onnx.ml", **attributes)
    results = [onnx.ValueInfoProto(name=n) for n in names]
    graph = helper.make_graph([made], op, infos, results)
    imports = [helper.make_opsetid("", 21), helper.make_opsetid("ai.onnx.ml", version)]
    return helper.make_model(graph, opset_imports=imports)


def agree(
    op: str, inputs: dict[str, Any], attributes: dict[str, Any], outputs: int = 1, version: int = 3
) -> None:
    model = model_of(op, inputs, attributes, outputs, version)
    expected: Any = ReferenceEvaluator(model).run(None, inputs)
    loaded = dlvm.onnx.load(model)
    for interpreted in (True, False):
        found = loaded.run(inputs, interpreted=interpreted)
        for own, wanted in zip(found.values(), expected, strict=True):
            if isinstance(wanted, list) or np.asarray(wanted).dtype.kind in "OU":
                assert np.asarray(own).tolist() == np.asarray(wanted).tolist()
            else:
                assert own.shape == wanted.shape
                np.testing.assert_allclose(own, wanted, rtol=1e-4, atol=1e-5)


def features(random: Random, rows: int = 5, columns: int = 3) -> Any:
    drawn = [[random.choice((-1.5, 0, 0.5, 1, 2.25)) for _ in range(columns)] for _ in range(rows)]
    return np.array(drawn, np.float32)


class Trees:
    """Random trees, as attributes of TreeEnsembleRegressor."""

    def __init__(self, random: Random, count: int, columns: int) -> None:
        self.random, self.columns = random, columns
        self.nodes: list[tuple[Any, ...]] = []
        self.leaves: list[tuple[int, int]] = []
        for tree in range(count):
            self.next = 0
            self.grow(tree, random.randint(0, 4))

    def grow(self, tree: int, depth: int) -> int:
        number, self.next = self.next, self.next + 1
        place = len(self.nodes)
        self.nodes.append(())
        if not depth or (number and self.random.random() < 0.2):
            self.leaves.append((tree, number))
            self.nodes[place] = (tree, number, 0, "LEAF", 0.0, 0, 0, 0)
            return number
        sides = self.grow(tree, depth - 1), self.grow(tree, depth - 1)
        mode = self.random.choice(("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT"))
        value = self.random.choice((-1.5, 0.0, 0.5, 1.0))
        feature, missing = self.random.randrange(self.columns), self.random.randrange(2)
        self.nodes[place] = (tree, number, feature, mode, value, *sides, missing)
        return number

    def attributes(self) -> dict[str, Any]:
        names = ("treeids", "nodeids", "featureids", "modes", "values", "truenodeids",
                 "falsenodeids", "missing_value_tracks_true")  # fmt: skip
        columns = zip(*self.nodes, strict=True)
        return {f"nodes_{n}": list(c) for n, c in zip(names, columns, strict=True)}


@pytest.mark.parametrize("seed", range(8))
def test_tree_ensemble_regressor(seed: int) -> None:
    random = Random(seed)
    trees = Trees(random, random.randint(1, 4), 3)
    targets = random.randint(1, 3)
    rows = [(*leaf, random.randrange(targets), random.uniform(-1, 1)) for leaf in trees.leaves]
    names = ("target_treeids", "target_nodeids", "target_ids", "target_weights")
    attributes = {n: list(c) for n, c in zip(names, zip(*rows, strict=True), strict=True)}
    attributes |= trees.attributes() | {"n_targets": targets}
    if random.random() < 0.5:
        attributes["base_values"] = [random.uniform(-1, 1) for _ in range(targets)]
    agree("TreeEnsembleRegressor", {"x": features(random)}, attributes)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
def test_tree_ensemble_classifier(seed: int, transform: str) -> None:
    random = Random(seed)
    trees = Trees(random, 3, 3)
    classes = random.randint(3, 4)
    rows = [(*leaf, c, random.random()) for leaf in trees.leaves for c in range(classes)]
    names = ("class_treeids", "class_nodeids", "class_ids", "class_weights")
    attributes = {n: list(c) for n, c in zip(names, zip(*rows, strict=True), strict=True)}
    attributes |= trees.attributes() | {"post_transform": transform}
    labels = [f"label {n}" for n in range(classes)]
    attributes |= {"classlabels_strings": labels} if seed % 2 else {
        "classlabels_int64s": list(range(10, 10 + classes))
    }  # fmt: skip
    agree("TreeEnsembleClassifier", {"x": features(random)}, attributes, 2)


@pytest.mark.parametrize("kernel", ["LINEAR", "POLY", "RBF", "SIGMOID"])
def test_svm(kernel: str) -> None:
    random = Random(kernel)
    generator = np.random.default_rng(len(kernel))
    x = features(random)
    # The reference implementation couples the probabilities of more than two classes wrongly:
    # tests/peers compares with ONNX Runtime.
    for count, has_probabilities in ((2, True), (3, False), (4, False)):
        sizes = [random.randint(1, 3) for _ in range(count)]
        total, pairs = sum(sizes), count * (count - 1) // 2
        attributes: dict[str, Any] = {
            "coefficients": generator.normal(size=(count - 1) * total).tolist(),
            "support_vectors": generator.normal(size=total * 3).tolist(),
            "rho": generator.normal(size=pairs).tolist(),
            "kernel_type": kernel,
            "kernel_params": [0.3, 0.1, 2.0],
            "vectors_per_class": sizes,
            "classlabels_ints": list(range(count)),
        }
        if has_probabilities:
            attributes |= {"prob_a": [-1.5] * pairs, "prob_b": [0.1] * pairs}
        agree("SVMClassifier", {"x": x}, attributes, 2)
    attributes = {
        "coefficients": generator.normal(size=4).tolist(),
        "support_vectors": generator.normal(size=12).tolist(),
        "rho": [0.25],
        "kernel_type": kernel,
        "kernel_params": [0.3, 0.1, 2.0],
        "n_supports": 4,
    }
    agree("SVMRegressor", {"x": x}, attributes)
    agree("SVMRegressor", {"x": x}, {**attributes, "one_class": 1})


@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
def test_linear(transform: str) -> None:
    x = features(Random(transform))
    weights = np.random.default_rng(0).normal(size=9).tolist()
    options = {"coefficients": weights, "intercepts": [0.5, 0.0, -1.0], "post_transform": transform}
    agree("LinearClassifier", {"x": x}, {**options, "classlabels_strings": ["a", "b", "c"]}, 2)
    agree("LinearClassifier", {"x": x}, {**options, "classlabels_ints": [7, 3, 5]}, 2)
    if transform == "NONE":  # The reference implementation has no other.
        agree("LinearRegressor", {"x": x}, {**options, "targets": 3})


def test_preprocessing() -> None:
    x = features(Random(0))
    gaps = np.where(x > 1, np.nan, x)
    agree("Scaler", {"x": x}, {"offset": [1.0, 2.0, 3.0], "scale": [0.5, 1.0, 2.0]})
    for norm in ("L1", "L2", "MAX"):
        agree("Normalizer", {"x": np.abs(x) + 1}, {"norm": norm})
    agree("Binarizer", {"x": x}, {"threshold": 0.5})
    nan = {"imputed_value_floats": [1.0, 2.0, 3.0], "replaced_value_float": math.nan}
    agree("Imputer", {"x": gaps}, nan)
    agree("Imputer", {"x": x.astype(np.int64)},
          {"imputed_value_int64s": [7], "replaced_value_int64": 0})  # fmt: skip
    agree("FeatureVectorizer", {"x": x, "z": x[:, :2]}, {"inputdimensions": [3, 2]})
    agree("ArrayFeatureExtractor", {"x": x, "i": np.array([2, 0])}, {})


def test_encoders() -> None:
    text = np.array(["a", "c", "b", "?"], object)
    numbers = np.array([3, 1, 2, 9])
    keys: dict[str, Any] = {"keys_strings": ["a", "b", "c"]}
    agree("LabelEncoder", {"x": text}, keys | {"values_int64s": [5, 6, 7], "default_int64": 42})
    keys = {"keys_int64s": [1, 2, 3]}
    agree("LabelEncoder", {"x": numbers}, keys | {"values_strings": ["one", "two", "three"]})
    values = {"values_floats": [1.5, 2.5, 3.5], "default_float": -1.0}
    agree("LabelEncoder", {"x": numbers}, keys | values)
    agree("OneHotEncoder", {"x": text}, {"cats_strings": ["a", "b", "c"]})
    agree("OneHotEncoder", {"x": numbers}, {"cats_int64s": [1, 2, 3]})


def test_maps() -> None:
    x = np.array([[0.25, 0.75], [1, 0]], np.float32)
    model = model_of("ZipMap", {"x": x}, {"classlabels_strings": ["no", "yes"]})
    expected = [{"no": 0.25, "yes": 0.75}, {"no": 1.0, "yes": 0.0}]
    assert dlvm.onnx.load(model)(x) == (expected,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"nodes_featureids": [9, 0, 0]}, "feature 9 is out of range for 3 features"),
        ({"nodes_truenodeids": [0, 0, 0]}, "a node of a tree is its own descendant"),
        ({"nodes_truenodeids": [5, 0, 0]}, "there is no node"),
        ({"nodes_modes": ["BRANCH", "LEAF", "LEAF"]}, "node modes must be among"),
        ({"target_nodeids": [1, 7]}, "which does not exist"),
    ],
)
def test_wrong_trees(change: dict[str, Any], message: str) -> None:
    attributes = {
        "nodes_treeids": [0, 0, 0], "nodes_nodeids": [0, 1, 2], "nodes_featureids": [0, 0, 0],
        "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"], "nodes_values": [0.0, 0.0, 0.0],
        "nodes_truenodeids": [1, 0, 0], "nodes_falsenodeids": [2, 0, 0],
        "target_treeids": [0, 0], "target_nodeids": [1, 2], "target_ids": [0, 0],
        "target_weights": [1.0, 2.0], **change,
    }  # fmt: skip
    x = np.zeros((2, 3), np.float32)
    with pytest.raises(dlvm.DiagnosticError, match=message):
        dlvm.onnx.load(model_of("TreeEnsembleRegressor", {"x": x}, attributes))(x)


@pytest.mark.parametrize(
    ("supports", "message"),
    [(3, "must be a multiple of 3, the number of rows, got 10"), (-1, "must be positive, got -1")],
)
def test_wrong_support_vectors(supports: int, message: str) -> None:
    attributes = {
        "coefficients": [1.0], "rho": [0.0], "n_supports": supports, "support_vectors": [1.0] * 10,
    }  # fmt: skip
    x = np.zeros((2, 3), np.float32)
    with pytest.raises(dlvm.DiagnosticError, match=message):
        dlvm.onnx.load(model_of("SVMRegressor", {"x": x}, attributes))(x)


STRINGS = """
<ir_version: 8, opset_import: ["" : 19, "ai.onnx.ml" : 3]>
strings (float[n, 3] x) => (string[n] label, string[m, l] joined, bool[n] same, int64[n] code)
<string[3] classes = {"b", "a", "c"}, string[1] other = {"a"}> {
    best = ArgMax<axis=1, keepdims=0>(x)
    rows = ai.onnx.ml.ArrayFeatureExtractor(classes, best)
    minus = Constant<value_ints=[-1]>()
    label = Reshape(rows, minus)
    least = ArgMin<axis=1, keepdims=0>(x)
    second = Gather(classes, least)
    same = Equal(label, other)
    chosen = Where(same, second, label)
    shape = Constant<value_ints=[1, -1]>()
    row = Reshape(chosen, shape)
    joined = Concat<axis=0>(row, rows)
    code = ai.onnx.ml.LabelEncoder<keys_strings=["a", "b"], values_int64s=[7, 5]>(chosen)
}
"""


def test_strings_that_are_moved_and_compared() -> None:
    model = onnx.parser.parse_model(STRINGS)
    loaded = dlvm.onnx.load(model)
    x = features(Random(3), rows=9)
    expected: Any = ReferenceEvaluator(model).run(None, {"x": x})
    for interpreted in (True, False):
        found = loaded.run({"x": x}, interpreted=interpreted)
        for own, wanted in zip(found.values(), expected, strict=True):
            assert own.tolist() == wanted.tolist()
    assert loaded.programs == 2  # The interpreted one, too.
