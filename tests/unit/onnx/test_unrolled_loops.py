"""Loops that are unrolled, because their iterations change shapes or have outputs of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest

import dlvm
import dlvm.onnx
from dlvm.nnkit import Float1D, staged

GROWING = """
    one = Constant<value_floats=[1.0]>()
    y = Loop({trips}, , x) <body = growing (int64 i, bool on, float[a] s)
        => (bool again, float[b] t) {{
        again = Identity(on)
        t = Concat<axis=0>(s, one)
    }}>
"""
COLLECTING = """
    y, z = Loop({trips}, , x) <body = collecting (int64 i, bool on, float[a] s)
        => (bool again, float[b] t, float[2] row) {{
        again = Identity(on)
        t = Neg(s)
        row = Concat<axis=0>(s, s)
    }}>
"""


def model_of(body: str, trips: int | None) -> onnx.ModelProto:
    """A model whose trip count is an input, or a constant."""
    given = "k = Identity(n)" if trips is None else f"k = Constant<value_int={trips}>()"
    inputs = "float[1] x, int64 n" if trips is None else "float[1] x"
    outputs = "float[a] y, float[b, 2] z" if body == COLLECTING else "float[a] y"
    return onnx.parser.parse_model(
        f'<ir_version: 8, opset_import: ["" : 18]> g ({inputs}) => ({outputs}) '
        f"{{ {given} {body.format(trips='k')} }}"
    )


@pytest.mark.parametrize("trips", [None, 0, 1, 3])
@pytest.mark.parametrize("body", [GROWING, COLLECTING], ids=["growing", "collecting"])
def test_iterations_that_change_shapes(body: str, trips: int | None) -> None:
    model = model_of(body, trips)
    loaded = dlvm.onnx.load(model)
    for count in (2, 0) if trips is None else (trips,):
        inputs: dict[str, Any] = {"x": np.ones(1, np.float32)}
        if trips is None:
            inputs["n"] = np.array(count)
        signs = (-1.0) ** np.arange(count + 1)
        expected = (
            [np.ones(count + 1)]
            if body == GROWING
            else [signs[-1:], np.stack([signs[:-1]] * 2, axis=1)]
        )
        found = loaded.run(inputs, interpreted=True)
        for own, wanted in zip(found.values(), expected, strict=True):
            np.testing.assert_array_equal(own, wanted)
            assert own.shape == wanted.shape


def test_an_error_names_the_loop() -> None:
    model = dlvm.onnx.load(model_of(GROWING, 3))

    @staged
    def run(x: Float1D) -> Float1D:
        (y,) = model(x)
        return y

    with pytest.raises(dlvm.DiagnosticError, match=r"\(Loop\): .* change the shape of a state"):
        run(np.ones(1, np.float32))
