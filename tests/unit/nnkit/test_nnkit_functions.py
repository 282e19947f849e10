"""Operators and functions on staged tensors: each against NumPy's."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.nnkit import hessian_vector_product, jacobian, jvp, staged, vjp
from tests.support.nnkit_testing import RNG, ROW, F, G, T, check

P = np.abs(F) + np.float32(0.5)
U = RNG.uniform(-0.9, 0.9, (2, 3)).astype(np.float32)
I = np.array([[7, -3, 0], [2, -8, 5]])  # noqa: E741
J = np.array([[2, 4, -1], [3, -3, 6]])
B = np.array([[True, False, True], [False, False, True]])
C = np.array([[True, True, False], [False, True, True]])


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
    np.add.at(added, (slice(None), places), G)  # pyright: ignore[reportArgumentType]
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
    known = run(lambda y: nnkit.one_hot(labels, 3) + y, np.float32(1))
    check(known, np.eye(3, dtype=np.float32)[labels] + 1)


def test_derivatives_of_functions_with_any_number_of_arguments() -> None:
    @staged
    def total(*xs: Any) -> Any:
        return sum((x * x).sum() for x in xs)

    @staged
    def product(a: Any, **others: Any) -> Any:
        return a * others["b"]

    x = np.array([1, 2, 3], np.float32)
    check(vjp(total)(x, 2 * x, seed=np.float32(3)), ((6 * x, 12 * x),))
    check(jvp(total, 0)(x, 2 * x, xs_tangent=(x, x)), (np.float32(84),))
    check(hessian_vector_product(total)(x, xs_tangent=(x,)), (2 * x,))
    check(vjp(product, "a")(x, b=2 * x, seed=x), (2 * x * x,))
    check(jvp(product, "a")(x, b=2 * x, a_tangent=x), (2 * x * x,))
    check(jacobian(product)(x, b=x), np.diag(x))
