"""``Resize`` by scales that are not integers agrees with ONNX's reference implementation."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import dlvm.onnx
from dlvm.onnx.operators.resize import COORDINATES


@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic"])
@pytest.mark.parametrize("coordinates", sorted(COORDINATES))
def test_scales_of_fractions(mode: str, coordinates: str) -> None:
    for size, scale in ((6, 2.3), (6, 0.5), (3, 0.34), (5, 1.7)):
        x = np.random.default_rng(size).standard_normal((1, size, size)).astype(np.float32)
        regions = np.array([0, 0.2, -0.1, 1, 0.9, 1.2], np.float32)
        scales = np.array([1, scale, scale], np.float32)
        node = helper.make_node(
            "Resize",
            ["x", "regions", "scales"],
            ["y"],
            mode=mode,
            coordinate_transformation_mode=coordinates,
            extrapolation_value=9.0,
        )
        graph = helper.make_graph(
            [node],
            "test",
            [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, x.shape)],
            [onnx.ValueInfoProto(name="y")],
            [
                numpy_helper.from_array(regions, "regions"),
                numpy_helper.from_array(scales, "scales"),
            ],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)])
        expected: Any = ReferenceEvaluator(model).run(None, {"x": x})
        found = dlvm.onnx.load(model).run({"x": x}, interpreted=True)["y"]
        np.testing.assert_allclose(found, expected[0], rtol=1e-4, atol=1e-4)
