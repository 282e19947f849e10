"""Staged Python functions: each against the same Python on NumPy's values."""

import math
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.instructions import Add
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    Int0D,
    Int1D,
    Tensor0D,
    Tensor1D,
    Tensor2D,
    f64,
    gradient,
    map_tensors,
    staged,
    struct,
    value_and_gradient,
)
from dlvm.nnkit import staged as make_staged
from dlvm.verifier import verify

RNG = np.random.default_rng(0)
F = RNG.standard_normal((2, 3)).astype(np.float32)
G = RNG.standard_normal((2, 3)).astype(np.float32)
P = np.abs(F) + np.float32(0.5)
U = RNG.uniform(-0.9, 0.9, (2, 3)).astype(np.float32)
I = np.array([[7, -3, 0], [2, -8, 5]])  # noqa: E741
J = np.array([[2, 4, -1], [3, -3, 6]])
B = np.array([[True, False, True], [False, False, True]])
C = np.array([[True, True, False], [False, True, True]])
ROW = np.array([1.0, -2.0, 3.0], np.float32)


@pytest.fixture(params=["interpreted", "compiled"])
def run(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Stages a function, runs it on the arguments, and checks its program on the way."""

    def call(function: Callable[..., Any], *arguments: Any) -> Any:
        made = make_staged(interpret=request.param == "interpreted")(function)
        verify(made.module(*arguments))
        return made(*arguments)

    return call


def check(found: Any, expected: Any) -> None:
    """The same shapes, element types and numbers; floats to rounding."""
    if isinstance(expected, tuple):
        assert isinstance(found, tuple)
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            check(a, b)
        return
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=2e-6)


OPERATORS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lambda x, y: x + y, (F, G)),
    (lambda x, y: x - y, (F, ROW)),
    (lambda x, y: x * y, (ROW, F)),
    (lambda x, y: x / y, (F, P)),
    (lambda x, y: x // y, (F, P)),
    (lambda x, y: x % y, (F, P)),
    (lambda x, y: x**y, (P, F)),
    (lambda x: x + 1, (F,)),
    (lambda x: 1 - x, (F,)),
    (lambda x: 2 * x, (F,)),
    (lambda x: 1 / x, (P,)),
    (lambda x: x**2 + x**0.5, (P,)),
    (lambda x: 2**x, (F,)),
    (lambda x: x**3, (F,)),
    (lambda x: x // 2, (I,)),
    (lambda x, y: x // y, (I, J)),
    (lambda x, y: x % y, (I, J)),
    (lambda x: 7 % x, (J,)),
    (lambda x, y: x & y, (I, J)),
    (lambda x, y: x | y, (I, J)),
    (lambda x, y: x ^ y, (I, J)),
    (lambda x: ~x, (I,)),
    (lambda x: x << 2, (I,)),
    (lambda x: x >> 1, (I,)),
    (lambda x, y: x & y, (B, C)),
    (lambda x, y: x | ~y, (B, C)),
    (lambda x: -x, (F,)),
    (lambda x: +x, (F,)),
    (lambda x: abs(x), (I,)),
    (lambda x, y: x < y, (F, G)),
    (lambda x, y: x <= y, (I, J)),
    (lambda x, y: x > y, (F, ROW)),
    (lambda x: x >= 0, (F,)),
    (lambda x: x > 0, (F,)),
    (lambda x, y: x == y, (I, J)),
    (lambda x: x != 7, (I,)),
    (lambda x, y: x @ y, (F, np.ascontiguousarray(G.T))),
    (lambda x, y: x @ y, (F, ROW)),
    (lambda x, y: x @ y, (ROW, ROW)),
    (lambda x: x + ROW, (F,)),
    (lambda x: ROW * x, (F,)),
    (lambda x: ROW @ x, (np.ascontiguousarray(F.T),)),
    (lambda x: x.T, (F,)),
    (lambda x: x.sum() + x.sum(axis=1).max(), (F,)),
    (lambda x: x.mean(axis=(0, 1)) - x.min(), (F,)),
    (lambda x: x.prod(axis=-1, keepdims=True), (F,)),
    (lambda x: x.all(axis=0), (B,)),
    (lambda x: x.any(), (B,)),
    (lambda x: x.reshape(3, 2), (F,)),
    (lambda x: x.reshape((-1,)), (F,)),
    (lambda x: x.transpose(1, 0), (F,)),
    (lambda x: x.astype(np.float64), (I,)),
    (lambda x: x.astype(np.int32), (F,)),
    (lambda x: x.astype(bool), (I,)),
    (lambda x: x * x.shape[1] + x.ndim + x.size + len(x), (F,)),
]


@pytest.mark.parametrize("case", range(len(OPERATORS)))
def test_operators(run: Callable[..., Any], case: int) -> None:
    function, arguments = OPERATORS[case]
    check(run(function, *arguments), function(*arguments))


def vectorized(function: Callable[[float], float]) -> Callable[..., Any]:
    return lambda x: np.vectorize(function)(x).astype(x.dtype)


FUNCTIONS: list[tuple[str, tuple[Any, ...], Callable[..., Any]]] = [
    *((name, (F,), getattr(np, name)) for name in (
        "exp", "expm1", "square", "abs", "sign", "negative", "sin", "cos", "tan", "sinh", "cosh",
        "tanh", "floor", "ceil", "round", "isnan", "isinf", "isfinite",
    )),
    *((name, (P,), getattr(np, name)) for name in ("log", "log1p", "sqrt", "reciprocal")),
    *((name, (U,), getattr(np, f"arc{name[1:]}")) for name in ("asin", "acos", "atan")),
    *((name, (F, G), getattr(np, name)) for name in ("maximum", "minimum")),
    *((name, (F,), getattr(np, name)) for name in (
        "sum", "prod", "max", "min", "mean", "var", "std", "argmax", "argmin", "transpose",
        "squeeze", "flip", "ones_like", "zeros_like",
    )),
    ("rsqrt", (P,), lambda x: 1 / np.sqrt(x)),
    ("erf", (F,), vectorized(math.erf)),
    ("erfc", (F,), vectorized(math.erfc)),
    ("lgamma", (P,), vectorized(math.lgamma)),
    ("logical_not", (B,), np.logical_not),
    ("atan2", (F, G), np.arctan2),
    ("all", (B,), np.all),
    ("any", (B,), np.any),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "expected"), FUNCTIONS, ids=lambda v: str(v)[:9])
def test_functions(
    run: Callable[..., Any], name: str, arguments: tuple[Any, ...], expected: Callable[..., Any]
) -> None:
    function = getattr(nnkit, name)
    parameters = ", ".join("xy"[: len(arguments)])
    wrapped = eval(f"lambda {parameters}: function({parameters})", {"function": function})
    check(run(wrapped, *arguments), expected(*arguments))


CALLS: list[tuple[Callable[[Any, Any], Any], tuple[Any, ...]]] = [
    (lambda np, x: np.sum(x, axis=0), (F,)),
    (lambda np, x: np.max(x, axis=-1, keepdims=True), (F,)),
    (lambda np, x: np.mean(x, axis=1), (F,)),
    (lambda np, x: np.var(x, axis=1, keepdims=True), (F,)),
    (lambda np, x: np.argmax(x, axis=1), (I,)),
    (lambda np, x: np.argmin(x, axis=0, keepdims=True), (I,)),
    (lambda np, x: np.clip(x, -0.5, 0.5), (F,)),
    (lambda np, x: np.where(x > 0, x, 0.0), (F,)),
    (lambda np, x: np.where(x > 0, 1, x), (I,)),
    (lambda np, x: np.concatenate([x, x * 2], axis=1), (F,)),
    (lambda np, x: np.stack([x, x + 1], axis=1), (F,)),
    (lambda np, x: np.stack([x, x + 1], axis=-1), (F,)),
    (lambda np, x: np.reshape(x, (3, -1)), (F,)),
    (lambda np, x: np.transpose(x, (1, 0)), (F,)),
    (lambda np, x: np.broadcast_to(x, (4, 2, 3)), (F,)),
    (lambda np, x: np.expand_dims(x, (0, -1)), (F,)),
    (lambda np, x: np.squeeze(np.expand_dims(x, 1), axis=1), (F,)),
    (lambda np, x: np.flip(x, axis=1), (F,)),
    (lambda np, x: np.take(x, J[:1, :2] % 2, axis=0), (F,)),
    (lambda np, x: np.matmul(x, x.T), (F,)),
    (lambda np, x: np.dot(x, ROW), (F,)),
    (lambda np, x: np.matmul(np.stack([x, x]), np.stack([x.T, -x.T])), (F,)),
    (lambda np, x: x + np.full((3,), 2.5, x.dtype), (F,)),
    (lambda np, x: x * np.ones((1, 3), x.dtype), (F,)),
    (lambda np, x: x + np.zeros(3, x.dtype), (F,)),
    (lambda np, x: x + np.arange(3), (I,)),
    (lambda np, x: x + np.arange(1, 7, 2), (I,)),
    (lambda np, x: np.full_like(x, 3) - x, (I,)),
    (lambda np, x: np.sort(x, axis=0), (F,)),
    (lambda np, x: np.sort(x), (I,)),
    (lambda np, x: np.argsort(x, axis=1), (F,)),
    (lambda np, x: np.cumulative_sum(x, axis=1), (F,)),
    (lambda np, x: np.cumulative_prod(x, axis=0), (I,)),
    (lambda np, x: np.cumulative_sum(x), (ROW,)),
    (lambda np, x: np.einsum("ij,kj->ik", x, x), (F,)),
    (lambda np, x: np.einsum("ij,j,i->", x, ROW, ROW[:2]), (F,)),
]


@pytest.mark.parametrize("case", range(len(CALLS)))
def test_functions_with_options(run: Callable[..., Any], case: int) -> None:
    call, arguments = CALLS[case]

    def function(x: Any) -> Any:
        return call(nnkit, x)

    check(run(function, *arguments), call(np, *arguments))


def test_pad(run: Callable[..., Any]) -> None:
    def function(x: Any) -> Any:
        return nnkit.pad(x, 1), nnkit.pad(x, [(0, 2), (1, 0)], 3.0)

    widths = ((0, 2), (1, 0))
    check(run(function, F), (np.pad(F, 1), np.pad(F, widths, constant_values=3)))


def test_scatter(run: Callable[..., Any]) -> None:
    places = np.array([2, 0, 2])

    def function(x: Any, y: Any) -> Any:
        added = nnkit.scatter(x, places, y, axis=1, by="add")
        return added, nnkit.scatter(x, places[:2], y[:, :2], axis=1), nnkit.sort(x, 1, True)

    added, put = F.copy(), F.copy()
    np.add.at(added, (slice(None), places), G)
    put[:, places[:2]] = G[:, :2]
    check(run(function, F, G), (added, put, np.sort(F, axis=1)[:, ::-1]))


def test_convolve(run: Callable[..., Any]) -> None:
    x = RNG.standard_normal((2, 4, 7, 6)).astype(np.float32)
    kernel = RNG.standard_normal((6, 2, 3, 2)).astype(np.float32)

    def function(x: Any, kernel: Any) -> Any:
        return nnkit.convolve(x, kernel, (2, 1), [(1, 0), (2, 1)], (1, 3), groups=2)

    padded = np.pad(x, ((0, 0), (0, 0), (1, 0), (2, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 4), (2, 3))[:, :, ::2, :, :, ::3]
    kernels = kernel.reshape(2, 3, 2, 3, 2)
    windows = windows.reshape(2, 2, 2, *windows.shape[2:])
    expected = np.einsum("ngcxyhw,gochw->ngoxy", windows, kernels).reshape(2, 6, 3, 6)
    check(run(function, x, kernel), expected)


def test_reduce_window(run: Callable[..., Any]) -> None:
    def function(x: Any) -> Any:
        largest = nnkit.reduce_window(x, "max", (1, 2, 2), (1, 2, 1), [(0, 0), (1, 1), (0, 0)])
        return largest, nnkit.reduce_window(x, "add", (1, 1, 2), dilation=2)

    padded = np.pad(T, ((0, 0), (1, 1), (0, 0)), constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2, 2), (1, 2))[:, ::2]
    check(run(function, T), (windows.max((3, 4)), T[:, :, 2:] + T[:, :, :-2]))


def test_one_hot(run: Callable[..., Any]) -> None:
    labels = np.array([2, 0, 1])
    check(run(lambda y: nnkit.one_hot(y, 4), labels), np.eye(4, dtype=np.float32)[labels])


T = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
INDICES: list[Any] = [
    0,
    -1,
    (1, 2, 3),
    (..., 1),
    (slice(1, 3), ...),
    (slice(None), slice(None, None, 2)),
    (slice(None, None, -1), 1),
    (slice(2, 0, -1), slice(None), slice(4, None, -2)),
    (slice(5, 9),),
    (None, 1, ..., None),
    (slice(None), None, 2),
    [2, 0, 0],
    np.array([[1, 0], [2, 2]]),
    (slice(None), np.array([3, 0])),
    (1, np.array([3, 0]), slice(1, 3)),
    (slice(0, 2), None, np.array([1, 1, 0])),
    (),
    ...,
]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_indexing(run: Callable[..., Any], index: Any) -> None:
    check(run(lambda x: x[index], T), T[index])


def test_staged_indices(run: Callable[..., Any]) -> None:
    def function(x: Any, i: Int0D, rows: Int1D) -> Any:
        return x[i], x[i, 1:3], x[rows], x[1:, i], x[:, rows, 0]

    rows = np.array([2, 0, 1, 1])
    check(run(function, T, 2, rows), (T[2], T[2, 1:3], T[rows], T[1:, 2], T[:, rows, 0]))


def test_random_numbers_are_a_function_of_their_key(run: Callable[..., Any]) -> None:
    def function(key: Any) -> Any:
        a = nnkit.random.uniform((1000,), -1.0, 3.0, key=key)
        b = nnkit.random.normal((1000,), key=key)
        return a, b

    a, b = run(function, np.array([1, 2], np.uint32))
    assert -1 <= a.min() < a.max() < 3
    assert abs(a.mean() - 1) < 0.15
    assert abs(b.mean()) < 0.15
    assert abs(b.std() - 1) < 0.15
    check(run(function, np.array([1, 2], np.uint32)), (a, b))
    assert (run(function, np.array([1, 3], np.uint32))[0] != a).any()


# Control flow: the function itself, on Python's numbers and NumPy's arrays, is what to expect.


def collatz(n: Int0D) -> Int0D:
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def grade(x: Int0D) -> Int0D:
    if x > 90:
        return 1
    elif x > 50 and x != 60:
        return 2
    if not (0 <= x <= 50) or x == 13:
        result = 3
    else:
        result = 4
        if x == 0:
            result = result + 10
    return result


def triangle(n: Int0D) -> Int0D:
    total = 0
    for i in range(n):
        for j in range(i, n, 2):
            if (i + j) % 3 == 0:
                total = total + j
            else:
                total -= 1
    return total


def countdown(n: Int0D) -> Int0D:
    total = 0
    for i in range(n, -n, -3):
        total = total - i * i
    return total


def temporaries(n: Int0D) -> Int0D:
    a = 1
    for i in range(n):
        t = (i, i + 1)
        a = a + t[0] * t[1]
    for i in range(n):
        t = i * 2
        a = a + t
    return a


def swap(n: Int0D) -> tuple[Int0D, Int0D]:
    a, b = 0, 1
    while b < n:
        a, b = b, a + b
    return a, b


def unrolled(n: Int0D) -> Int0D:
    total = n
    for k in [1, 2, 3]:
        if k == 2:
            continue
        total = total * k
    for k in range(10):
        if k > 3:
            break
        total = total + k
    else:
        total = total * 0
    return total


def while_else(n: Int0D) -> Int0D:
    while n > 3:
        n = n - 3
    else:
        n = n * 100
    return n


def nested_function(n: Int0D) -> Int0D:
    def clipped(x: Any) -> Any:
        if x > 10:
            return 10
        return x

    return clipped(n) + clipped(n * 3)


def comprehension(n: Int0D) -> Int0D:
    return sum([n * k if n > k else k for k in range(4) if k != 1])


SCALARS = [collatz, grade, triangle, countdown, temporaries, swap, unrolled, while_else]
SCALARS += [nested_function, comprehension]


@pytest.mark.parametrize("function", SCALARS, ids=lambda f: f.__name__)
def test_control_flow(run: Callable[..., Any], function: Callable[..., Any]) -> None:
    for n in (1, 2, 7, 13, 60, 95):
        found, expected = run(function, n), function(n)
        assert np.array_equal(found, expected), n


def test_a_loop_over_the_rows_of_a_tensor(run: Callable[..., Any]) -> None:
    def function(x: Float2D) -> Any:
        largest, total = x[0], 0.0
        for row in x:
            largest = nnkit.maximum(largest, row)
            total = total + row.sum()
        return largest, total

    check(run(function, F), (F.max(axis=0), F.sum()))
    text = staged(function).ir(F)
    assert text.count("gather") == 1


def test_a_range_of_nnkit_stays_a_loop() -> None:
    @staged
    def looped(x: Float1D) -> Float1D:
        for _ in nnkit.range(100):
            x = x * 2
        return x

    @staged
    def unrolled(x: Float1D) -> Float1D:
        for _ in range(100):
            x = x * 2
        return x

    assert looped.ir(ROW).count("multiply") == 1
    assert unrolled.ir(ROW).count("multiply") == 100


def test_only_what_is_live_is_carried() -> None:
    @staged
    def function(x: Float1D, n: Int0D) -> Float1D:
        scratch = x * 3
        for i in range(n):
            scratch = x + 1
            other = scratch * 2
            x = other - i.astype(nnkit.f32)
        return x

    loop = function.module(ROW, 3).functions[0].blocks[1]
    assert [str(a.type) for a in loop.arguments] == ["i64", "<3 x f32>"]


# Structs


@struct
class Layer:
    weight: Float2D
    bias: Float1D
    activation: Callable[[Any], Any] = nnkit.tanh

    def __call__(self, x: Float2D) -> Float2D:
        return self.activation(x @ self.weight + self.bias)


@struct
class Network:
    layers: list[Layer]
    scale: Float0D
    extra: tuple[Any, ...]


def make_network() -> Network:
    shapes = [(3, 4), (4, 2)]
    layers = [
        Layer(RNG.standard_normal(s).astype(np.float32), np.ones(s[1], np.float32)) for s in shapes
    ]
    return Network(layers, 2.0, (np.arange(3), "static", None))  # type: ignore[arg-type]


def forward(network: Network, x: Float2D) -> Any:
    for layer in network.layers:
        x = layer(x)
    return x * network.scale, network


def test_structs(run: Callable[..., Any]) -> None:
    network = make_network()
    y, back = run(forward, network, F)
    expected = F
    for layer in network.layers:
        expected = np.tanh(expected @ layer.weight + layer.bias)
    check(y, expected * np.float32(2))
    assert isinstance(back, Network)
    assert isinstance(back.layers, list)
    assert isinstance(back.layers[1], Layer)
    check(back.layers[1].weight, network.layers[1].weight)
    check(back.scale, np.float32(2))
    check(back.extra[0], np.arange(3))
    assert back.extra[1:] == ("static", None)
    assert back.layers[0].activation is nnkit.tanh


def test_structs_have_types_in_the_program() -> None:
    program = staged(forward).module(make_network(), F)
    assert {str(t) for t in program.types} == {"$Layer", "$Layer.1", "$Network"}
    assert str(program.functions[0].type.parameters[0]) == "$Network"


def test_structs_go_round_a_loop_and_through_a_branch(run: Callable[..., Any]) -> None:
    def function(layer: Layer, n: Int0D) -> Layer:
        for i in range(n):
            if i % 2 == 0:
                layer = map_tensors(lambda p: p * 2, layer)
            else:
                layer = Layer(layer.weight + 1, layer.bias, layer.activation)
        return layer

    layer = make_network().layers[0]
    found = run(function, layer, 3)
    check(found.weight, (layer.weight * 2 + 1) * 2)
    check(found.bias, layer.bias * 4)


def test_static_values_are_part_of_the_program(run: Callable[..., Any]) -> None:
    def function(x: Float1D, power: int, name: str, flip: bool = False) -> Float1D:
        if name == "cube":
            power = 3
        return -(x**power) if flip else x**power

    check(run(function, ROW, 4, ""), ROW**4)
    check(run(function, ROW, 4, "cube"), ROW**3)
    check(run(function, ROW, 1, "", True), -ROW)


# Calls, caches, programs


def test_a_function_is_staged_once_for_each_shape() -> None:
    @staged
    def double(x: Float1D) -> Float1D:
        return x * 2

    @staged
    def outer(x: Float1D) -> tuple[Float1D, Float1D]:
        return double(double(x)), double(x[:2])

    program = outer.module(ROW)
    assert [f.name for f in program.functions] == ["outer", "double", "double.1"]
    assert str(program.functions[2].type) == "(<2 x f32>) -> <2 x f32>"


def test_compiled_code_is_kept_by_types_and_shapes() -> None:
    runs = 0

    @staged(interpret=True)
    def function(x: Any, scale: Float0D, layer: Any = None) -> Any:
        nonlocal runs
        runs += 1
        return x * scale

    for _ in range(2):
        for scale in (1.0, 2.0, np.float32(3)):
            check(function(ROW, scale), ROW * np.float32(scale))
    assert runs == 1
    function(ROW[:2], 1.0)
    assert runs == 2
    function(scale=1.0, x=ROW[:2])
    assert runs == 2
    for value in (1, 1.0, True):
        function(ROW, 1.0, value)
    assert runs == 5


def test_the_program_can_be_seen_and_saved(tmp_path: Path) -> None:
    from dlvm.text import parse

    @staged
    def f(x: Float2D, w: Float2D) -> Float2D:
        return nnkit.maximum(x @ w, 0)

    w = np.ones((3, 4), np.float32)
    expected = """\
module "f"
stage raw

func @f: (<2 x 3 x f32>, <3 x 4 x f32>) -> <2 x 4 x f32> {
'entry(%x: <2 x 3 x f32>, %w: <3 x 4 x f32>):
    %0.0 = dot %x: <2 x 3 x f32>, %w: <3 x 4 x f32>
    %0.1 = max %0.0: <2 x 4 x f32>, 0: f32
    return %0.1: <2 x 4 x f32>
}
"""
    assert f.ir(F, w) == expected
    file = tmp_path / "f.dl"
    f.lower(F, w).save(file)
    assert parse(file.read_text(), "f.dl") == f.module(F, w)


def test_instructions_know_the_line_of_python() -> None:
    @staged
    def f(x: Float1D) -> Float1D:
        y = x * 2
        return y - (x + 1)

    add = next(i for i in f.module(ROW).functions[0].instructions() if isinstance(i, Add))
    assert add.location is not None
    assert add.location.source.name == __file__
    line = add.location.source.line_text(add.location.line)
    assert line[add.location.column - 1 :].startswith("x + 1)")


def test_methods_may_be_staged() -> None:
    class Scaler:
        factor = 3.0

        @staged(interpret=True)
        def scale(self, x: Float1D) -> Float1D:
            return x * self.factor

    check(Scaler().scale(ROW), ROW * 3)


def test_a_traceback_points_to_the_user() -> None:
    @staged
    def f(x: Float1D) -> Float1D:
        if x[0] > 0:
            raise_in_staged_code()
        return x

    with pytest.raises(ZeroDivisionError) as caught:
        f(ROW)
    frame = caught.traceback[-2]
    assert frame.path == Path(__file__)
    assert str(frame.statement).strip() == "raise_in_staged_code()"


def raise_in_staged_code() -> None:
    _ = 1 // 0


# Gradients


def finite_differences(
    function: Callable[..., Any], arguments: list[np.ndarray[Any, Any]], position: int
) -> np.ndarray[Any, Any]:
    step = 1e-6
    result = np.zeros_like(arguments[position])
    for index in np.ndindex(result.shape):
        values = []
        for sign in (1, -1):
            moved = [a.copy() for a in arguments]
            moved[position][index] += sign * step
            values.append(float(function(*moved)))
        result[index] = (values[0] - values[1]) / (2 * step)
    return result


def layer_loss(x: Tensor2D[f64], w: Tensor2D[f64], b: Tensor1D[f64]) -> Tensor0D[f64]:
    y = nnkit.tanh(x @ w + b)
    z = nnkit.where(y > 0, y, y * 0.1) / (1 + nnkit.exp(-y)).sum(axis=1, keepdims=True)
    return (z**2).mean() + nnkit.log(nnkit.max(y, axis=0) + 2).sum()


def test_gradients_equal_finite_differences() -> None:
    arguments = [RNG.standard_normal(s) for s in ((4, 3), (3, 5), (5,))]
    function = staged(interpret=True)(layer_loss)
    found = gradient(function, keeping=0)(*arguments)
    assert len(found) == 4
    for position in range(3):
        expected = finite_differences(function, arguments, position)
        np.testing.assert_allclose(found[position], expected, rtol=1e-5, atol=1e-7)
    check(found[3], function(*arguments))


def test_gradient_options(run: Callable[..., Any]) -> None:
    @staged
    def function(x: Float1D, y: Float1D) -> tuple[Float1D, Float1D]:
        return x * y, x * x

    def all_of_it(x: Float1D, y: Float1D) -> Any:
        by_name = gradient(function, "y", source=0)(x, y)
        both = gradient(function, (1, "x"), source=1, keeping=(1, 0))(x, y)
        seeded = gradient(function, "x", source=0, seedable=True)(x, y, x + 1)
        return by_name, both, seeded

    other = ROW + 1
    by_name, both, seeded = run(all_of_it, ROW, other)
    check(by_name, (ROW,))
    check(both, (np.zeros_like(ROW), 2 * ROW, ROW * ROW, ROW * other))
    check(seeded, (other * (ROW + 1),))


def test_gradient_of_a_struct(run: Callable[..., Any]) -> None:
    @staged
    def loss(network: Network, x: Float2D) -> Float0D:
        return forward(network, x)[0].sum()

    def function(layer: Layer, x: Float2D) -> Any:
        network = Network([layer], 3.0, ())  # type: ignore[arg-type]
        return value_and_gradient(loss)(network, x)

    layer = Layer(*(RNG.standard_normal(s).astype(np.float32) for s in ((3, 4), (4,))))
    value, slope = run(function, layer, F)
    y = np.tanh(F @ layer.weight + layer.bias)
    check(value, 3 * y.sum())
    assert isinstance(slope, Network)
    assert slope.layers[0].activation is nnkit.tanh
    check(slope.layers[0].weight, F.T @ (3 * (1 - y * y)))
    check(slope.scale, y.sum())


def test_a_gradient_is_made_once() -> None:
    function = staged(layer_loss)
    assert gradient(function, "w") is gradient(function, "w")
    assert gradient(function, "w") is not gradient(function, "x")


# Errors and types

WRONG = sorted((Path(__file__).parent / "wrong_staged").glob("*.py"))
EXPECTATION = re.compile(r"# error@(\d+): (.*)$")


@pytest.mark.parametrize("file", WRONG, ids=lambda f: f.stem)
def test_wrong_programs(file: Path) -> None:
    expected = [
        (str(file), line, int(match[1]), match[2])
        for line, text in enumerate(file.read_text(encoding="utf-8").split("\n"), 1)
        if (match := EXPECTATION.search(text))
    ]
    assert len(expected) == 1
    with pytest.raises(DiagnosticError) as caught:
        runpy.run_path(str(file))
    found = [
        (d.location.source.name, d.location.line, d.location.column, d.message)
        for d in caught.value.diagnostics
        if d.location is not None
    ]
    assert found == expected


def test_there_are_enough_wrong_programs() -> None:
    assert len(WRONG) >= 30


def test_a_value_of_one_branch_is_explained() -> None:
    @staged
    def f(x: Float0D) -> Float0D:
        for _ in nnkit.range(3):
            y = x + 1
        return y

    with pytest.raises(DiagnosticError) as caught:
        f(1.0)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.message.startswith("y found without a value")
    assert diagnostic.location is not None
    assert diagnostic.location.excerpt().split("\n")[0].strip() == "return y"
    [note] = diagnostic.notes
    assert note.location is not None
    assert note.location.excerpt().split("\n")[0].strip() == "y = x + 1"


TYPED = Path(__file__).parent / "typed_nnkit.py"


def test_types() -> None:
    """pyright finds the errors that the file says, infers the types it says, and nothing else."""
    config = TYPED.parent / "typed_nnkit.json"
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(config)]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    line_of = re.compile(rf"{re.escape(str(TYPED))}:(\d+):\d+ - (\w+): (.*)")
    found = [(int(n), kind, text) for n, kind, text in line_of.findall(output)]
    lines = TYPED.read_text(encoding="utf-8").split("\n")
    wrong = {n for n, text in enumerate(lines, 1) if text.endswith("# error")}
    assert {n for n, kind, _ in found if kind == "error"} == wrong, output
    revealed = {n: text.split('" is "')[1][:-1] for n, kind, text in found if kind != "error"}
    expected = {
        n: (text if "  # " in text else lines[n]).split("  # ")[1]
        for n, text in enumerate(lines, 1)
        if "reveal_type(" in text
    }
    assert revealed == expected
