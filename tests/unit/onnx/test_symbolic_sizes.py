"""Models with symbolic sizes: one program agrees with the programs for known sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper, parser

import dlvm
import dlvm.onnx

BODIES: dict[str, tuple[str, str]] = {
    "flattened": ("float[n, m, 4] x", "s = Constant<value_ints=[0, -1]>() y = Reshape(x, s)"),
    "flattened from an axis": ("float[n, 3, m, h] x", "y = Flatten<axis=1>(x)"),
    "tiled": ("float[n, m] x", "r = Constant<value_ints=[0, 3]>() y = Tile(x, r)"),
    "by the shape of another": (
        "float[n, m, 4] x, float[n, 4, m] z",
        "s = Shape(z) r = Reshape(x, s) y = Add(r, z)",
    ),
    "heads": (
        "float[n, m, 8] x",
        """
        s = Shape(x)
        zero = Constant<value_int=0>() one = Constant<value_int=1>()
        start = Constant<value_ints=[0]>()
        a = Gather(s, zero) b = Gather(s, one)
        au = Unsqueeze(a, start) bu = Unsqueeze(b, start)
        h = Constant<value_ints=[2]>() w = Constant<value_ints=[4]>()
        shape = Concat<axis=0>(au, bu, h, w)
        r = Reshape(x, shape) t = Transpose<perm=[0, 2, 1, 3]>(r)
        u = Transpose<perm=[0, 2, 3, 1]>(r)
        y = MatMul(t, u)
        """,
    ),
    "expanded": (
        "float[n, m, 4] x",
        """
        s = Shape<start=0, end=2>(x) minus = Constant<value_int=-1>()
        equal = Equal(s, minus) ones = Constant<value_ints=[1, 1]>()
        shape = Where(equal, ones, s)
        one = Constant<value_float=2.0>()
        y = Expand(one, shape)
        """,
    ),
    "halves": (
        "float[n, m, 4] x",
        """
        s = Shape<start=1, end=2>(x) two = Constant<value_ints=[2]>() half = Div(s, two)
        start = Constant<value_ints=[0]>() axis = Constant<value_ints=[1]>()
        y = Slice(x, start, half, axis)
        """,
    ),
    "all but the ends": (
        "float[n, m, 4] x",
        """
        start = Constant<value_ints=[1]>() end = Constant<value_ints=[-1]>()
        axis = Constant<value_ints=[1]>() y = Slice(x, start, end, axis)
        """,
    ),
    "to the end": (
        "float[n, m, 4] x",
        """
        start = Constant<value_ints=[1]>() end = Constant<value_ints=[9223372036854775807]>()
        axis = Constant<value_ints=[1]>() y = Slice(x, start, end, axis)
        """,
    ),
    "positions": (
        "float[n, m, 4] x",
        """
        s = Shape(x) one = Constant<value_int=1>() zero = Constant<value_int=0>()
        m = Gather(s, one) r = Range(zero, m, one) f = Cast<to=1>(r)
        shape = Constant<value_ints=[1, -1, 1]>() g = Reshape(f, shape) y = Add(x, g)
        """,
    ),
    "sizes as floats and i32": (
        "float[n, m, 4] x",
        """
        s = Shape(x) i = Cast<to=6>(s) f = Cast<to=1>(i) two = Constant<value_float=2.0>()
        g = Mul(f, two) h = Floor(g) k = Div(h, two) j = Cast<to=7>(k)
        r = ReduceProd<keepdims=1>(j) y = Reshape(x, r)
        """,
    ),
    "a size as a value": ("float[n, m, 4] x", "s = Size(x) f = Cast<to=1>(s) y = Mul(x, f)"),
    "zeros": ("float[n, m, 4] x", "s = Shape(x) z = ConstantOfShape(s) y = Add(x, z)"),
    "masked by its triangle": (
        "float[n, m, m] x",
        "t = Trilu<upper=0>(x) y = Softmax<axis=-1>(t)",
    ),
    "normalized": ("float[n, m] x", "a = LogSoftmax(x) b = Hardmax(x) y = Add(a, b)"),
    "nearest": (
        "float[n, 2, h, w] x",
        """
        none = Constant<value_floats: floats = []>()
        scales = Constant<value_floats=[1.0, 1.0, 2.0, 2.0]>()
        y = Resize<coordinate_transformation_mode="asymmetric", nearest_mode="floor">
            (x, none, scales)
        """,
    ),
    "linear to the size of another": (
        "float[n, 2, h, w] x, float[n, 2, k, l] z",
        """
        none = Constant<value_floats: floats = []>() s = Shape(z)
        r = Resize<mode="linear">(x, none, none, s) y = Add(r, z)
        """,
    ),
    "convolution and pooling": (
        "float[n, 2, h, w] x",
        """
        c = Conv<pads=[1, 1, 1, 1], strides=[2, 2]>(x, kernel) p = GlobalAveragePool(c)
        y = Flatten(p)
        """,
    ),
    "tiles": (
        "float[n, 2, h, w] x, float[2, 3, 2, 4] k, float[3] b",
        "y = ConvTranspose<strides=[2, 4]>(x, k, b)",
    ),
    "selected by value": ("float[n, 4] x", "z = NonZero(x) t = Transpose(z) y = Cast<to=1>(t)"),
}
SIZES = (
    {"n": 2, "m": 5, "h": 6, "w": 7, "k": 4, "l": 9},
    {"n": 3, "m": 4, "h": 5, "w": 8, "k": 5, "l": 8},
)


def model_of(inputs: str, body: str) -> onnx.ModelProto:
    model = parser.parse_model(
        f'<ir_version: 10, opset_import: ["" : 20]> test ({inputs}) => (float y) {{ {body} }}'
    )
    kernel = np.random.default_rng(1).standard_normal((3, 2, 3, 3)).astype(np.float32)
    if "kernel" in body:
        model.graph.initializer.append(numpy_helper.from_array(kernel, "kernel"))
    model.graph.output[0].type.tensor_type.ClearField("shape")
    return model


def arrays_of(model: onnx.ModelProto, sizes: dict[str, int]) -> dict[str, np.ndarray[Any, Any]]:
    random = np.random.default_rng(2)
    found: dict[str, np.ndarray[Any, Any]] = {}
    for value in model.graph.input:
        dims = value.type.tensor_type.shape.dim
        shape = [sizes[d.dim_param] if d.dim_param else d.dim_value for d in dims]
        assert value.type.tensor_type.elem_type == TensorProto.FLOAT
        found[value.name] = random.integers(-2, 3, shape).astype(np.float32)
    return found


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreted", "compiled"])
def test_one_program_serves_all_sizes(name: str, interpreted: bool) -> None:
    model = model_of(*BODIES[name])
    loaded = dlvm.onnx.load(model)
    # The module has the symbolic sizes in its types.
    assert "<_n x" in str(loaded.module.functions[0].type)
    for sizes in SIZES:
        arrays = arrays_of(model, sizes)
        names = {d.dim_param for i in model.graph.input for d in i.type.tensor_type.shape.dim}
        fixed = dlvm.onnx.load(model, dims={n: sizes[n] for n in names if n})
        expected = fixed.run(arrays, interpreted=True)["y"]
        found = loaded.run(arrays, interpreted=interpreted)["y"]
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
    assert loaded.programs == 1


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("zero", ["n", "m"])
def test_sizes_that_are_zero(name: str, zero: str) -> None:
    model = model_of(*BODIES[name])
    sizes = {**SIZES[0], zero: 0}
    arrays = arrays_of(model, sizes)
    names = {d.dim_param for i in model.graph.input for d in i.type.tensor_type.shape.dim}
    try:
        fixed = dlvm.onnx.load(model, dims={n: sizes[n] for n in names if n})
        expected = fixed.run(arrays, interpreted=True)["y"]
    except dlvm.DiagnosticError:
        # The number of elements does not determine a size, as in NumPy.
        assert name in ("flattened", "by the shape of another", "sizes as floats and i32")
        return
    found = dlvm.onnx.load(model).run(arrays, interpreted=True)["y"]
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_sizes_that_broadcast() -> None:
    model = model_of("float[n, 3] x, float[m, 3] z", "y = Add(x, z)")
    loaded = dlvm.onnx.load(model)
    for n, m in ((4, 4), (4, 1), (1, 4)):
        x, z = np.ones((n, 3), np.float32), np.ones((m, 3), np.float32)
        np.testing.assert_array_equal(loaded(x, z)[0], x + z)
    assert loaded.programs == 1


def test_sizes_that_are_assumed_to_be_equal() -> None:
    body = "s = Constant<value_ints=[1]>() e = Constant<value_ints=[9]>() z = Slice(x, s, e)"
    loaded = dlvm.onnx.load(model_of("float[n, 3] x", f"{body} y = Add(x, z)"))
    # Of two rows, the second one is broadcast; there is no sum for three.
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(loaded(x)[0], x + x[1:])
    assert loaded.programs == 2
    with pytest.raises(dlvm.DiagnosticError, match="Add"):
        loaded(np.ones((3, 3), np.float32))


def test_the_error_of_known_sizes_is_reported() -> None:
    loaded = dlvm.onnx.load(model_of("float[n, 3] x, float[m, 3] z", "y = Add(x, z)"))
    with pytest.raises(dlvm.DiagnosticError, match="Add"):
        loaded(np.ones((2, 3), np.float32), np.ones((5, 3), np.float32))


def test_unnamed_sizes() -> None:
    model = model_of("float[n, 3] x", "y = Neg(x)")
    for dim in ({"dim_value": -1}, {"dim_param": "?"}, {}):
        shape = model.graph.input[0].type.tensor_type.shape
        shape.dim[0].Clear()
        for key, value in dim.items():
            setattr(shape.dim[0], key, value)
        loaded = dlvm.onnx.load(model)
        assert loaded.inputs[0].shape == (None, 3)
        for n in (1, 4):
            np.testing.assert_array_equal(loaded(np.ones((n, 3), np.float32))[0], -np.ones((n, 3)))
        assert loaded.programs == 1
