"""Complex numbers in staged functions agree with NumPy, and their gradients with differences."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Tensor1D, c64, c128, gradient, jvp, staged

Call = Callable[..., Any]
MAPS = [
    "abs",
    "acos",
    "acosh",
    "angle",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "conj",
    "cos",
    "cosh",
    "exp",
    "expm1",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log10",
    "log1p",
    "log2",
    "negative",
    "positive",
    "real",
    "reciprocal",
    "round",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "tan",
    "tanh",
]
CONSTANT_PIECES = {"round", "sign"}
FLAGS = {"isfinite", "isinf", "isnan"}
PAIRS: dict[str, Call] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "power": operator.pow,
    "equal": operator.eq,
    "not equal": operator.ne,
}
WHOLES: dict[str, Call] = {
    "sum": lambda np, x: np.sum(x),
    "prod": lambda np, x: np.prod(x),
    "mean": lambda np, x: np.mean(x),
    "var": lambda np, x: np.var(x),
    "std": lambda np, x: np.std(x),
    "cumulative_sum": lambda np, x: np.cumulative_sum(x),
    "matmul": lambda np, x: x.reshape(2, 3) @ x.reshape(3, 2),
    "einsum": lambda np, x: np.einsum("ij,kj->ik", x.reshape(2, 3), x.reshape(2, 3)),
    "vecdot": lambda np, x: np.vecdot(x, x * 1j),
    "where": lambda np, x: np.where(np.real(x) > 0, x, 1j),
    "literals": lambda np, x: (2 - 1j) * x + 3 * x - x / 2.5 + x**2,
    "parts": lambda np, x: np.real(x) + 1j * np.imag(x),
    "indices": lambda np, x: x[1:] * x[:-1] - x[::-1][0],
}


def numbers(seed: int, dtype: Any) -> Any:
    """Complex numbers in all four quadrants."""
    rng = np.random.default_rng(seed)
    return (rng.uniform(-2, 2, 6) + 1j * rng.uniform(-2, 2, 6)).astype(dtype)


def check(found: Any, expected: Any) -> None:
    expected = np.asarray(expected)
    assert np.asarray(found).dtype == expected.dtype
    loose = 2e-5 if expected.dtype.itemsize == 4 or expected.dtype == np.complex64 else 1e-12
    np.testing.assert_allclose(found, expected, rtol=loose, atol=loose)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("is_interpreted", [False, True])
def test_functions_agree_with_numpy(dtype: Any, is_interpreted: bool) -> None:
    x, y = numbers(1, dtype), numbers(2, dtype)

    @staged(interpret=is_interpreted)
    def program(x: Any, y: Any) -> Any:
        maps = [getattr(nnkit, name)(x) for name in MAPS]
        pairs = [pair(x, y) for pair in PAIRS.values()]
        return maps, pairs, [whole(nnkit, x) for whole in WHOLES.values()]

    maps, pairs, wholes = program(x, y)
    for name, found in zip(MAPS, maps, strict=True):
        check(found, getattr(np, name)(x))
    for pair, found in zip(PAIRS.values(), pairs, strict=True):
        check(found, pair(x, y))
    for whole, found in zip(WHOLES.values(), wholes, strict=True):
        check(found, whole(np, x))


@pytest.mark.parametrize("name", MAPS)
def test_functions_called_at_once_agree_with_numpy(name: str) -> None:
    x = numbers(3, np.complex64)
    check(getattr(nnkit, name)(x), getattr(np, name)(x))


def test_einsum_called_at_once() -> None:
    x = numbers(3, np.complex64)
    check(nnkit.einsum("i,j->ij", x, x), np.outer(x, x))


@pytest.mark.parametrize("other", [np.float16, np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_promotion(dtype: Any, other: Any) -> None:
    x, y = numbers(4, dtype), np.arange(6).astype(other)

    @staged
    def program(x: Any, y: Any) -> Any:
        return x + y, y * 1j

    joined, literal = program(x, y)
    assert joined.dtype == np.result_type(dtype, other) == nnkit.result_type(dtype, other)
    assert literal.dtype == np.result_type(other, np.complex64) == nnkit.result_type(other, 1j)


def difference(function: Call, x: Any, direction: complex) -> Any:
    """The derivative of a sum along a direction of each of the elements."""
    step = 1e-6 * direction
    moved = np.tile(x, (len(x), 1)), np.eye(len(x)) * step
    return [(function(p) - function(m)) / 2e-6
            for p, m in zip(moved[0] + moved[1], moved[0] - moved[1], strict=True)]  # fmt: skip


CASES: dict[str, Call] = {
    **{n: lambda np, x, n=n: getattr(np, n)(x) for n in MAPS if n not in FLAGS | CONSTANT_PIECES},
    **WHOLES,
}


@pytest.mark.parametrize("name", CASES)
def test_gradients_of_real_results(name: str) -> None:
    """The gradient is the derivative by the real part less i times that by the imaginary part."""
    x = numbers(5, np.complex128)

    def loss_of(library: Any) -> Call:
        def loss(x: Tensor1D[c128]) -> Any:
            result = CASES[name](library, x)
            return library.sum(library.real(result) * 0.7 - library.imag(result) * 1.3)

        return loss

    computed: Any = gradient(staged(loss_of(nnkit)))(x)
    (found,) = computed
    expected = np.asarray(difference(loss_of(np), x, 1)) - 1j * np.asarray(
        difference(loss_of(np), x, 1j)
    )
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


def test_forward_mode() -> None:
    x = numbers(6, np.complex128)

    @staged
    def square(x: Tensor1D[c128]) -> Tensor1D[c128]:
        return x * x

    check(jvp(square)(x, 1j * x)[0], 2j * x * x)


def test_loops_and_branches() -> None:
    @staged
    def orbit(x: Tensor1D[c64]) -> Any:
        total = 0j
        for i in range(x.shape[0]):
            total = total + x[i]
        z, steps = total, 0
        # The sum begins as a number of Python, which the type of abs leaves out.
        while nnkit.abs(z) < 10:  # pyright: ignore[reportCallIssue, reportArgumentType]
            z = z * z + 1j if steps % 2 == 0 else z - 1
            steps = steps + 1
        return z, steps

    x = numbers(7, np.complex64)
    z, steps = complex(x.sum()), 0
    while abs(z) < 10:
        z = z * z + 1j if steps % 2 == 0 else z - 1
        steps += 1
    found, count = orbit(x)
    assert count == steps
    np.testing.assert_allclose(found, z, rtol=1e-4)


@pytest.mark.parametrize("name", ["max", "argmin", "sort", "floor", "erf"])
def test_functions_that_complex_numbers_lack_are_refused(name: str) -> None:
    @staged
    def program(x: Tensor1D[c64]) -> Any:
        return getattr(nnkit, name)(x)

    with pytest.raises(DiagnosticError, match="c64"):
        program(numbers(8, np.complex64))
