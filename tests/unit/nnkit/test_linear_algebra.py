"""Decompositions of matrices: what the rows of ``tests/fuzz/standard.py`` do not show."""

from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float2D, dynamic, gradient, hessian_vector_product, jvp, staged
from dlvm.nnkit.linear_algebra.linalg import (
    cholesky,
    det,
    eigh,
    inv,
    slogdet,
    solve,
    solve_triangular,
)

SQUARE = Annotated[Float2D, dynamic(n=0), dynamic(n=1)]


def matrix(n: int, rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((n, n)) + 3 * np.eye(n)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("shape", [(4, 2), (4,), (3, 4, 2)])
def test_triangular_systems(upper: bool, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    a, b = np.stack([matrix(4, rng) for _ in range(3)]), rng.standard_normal(shape)
    a = a if len(shape) == 3 else a[0]
    triangle = np.triu(a) if upper else np.tril(a)
    expected = np.linalg.solve(triangle, b)

    def solved(x: Any, y: Any) -> Any:
        return solve_triangular(x, y, upper=upper)

    def total(x: Any, y: Any) -> Any:
        return (solved(x, y) ** 2).sum()

    def square(x: Any, y: Any) -> Any:
        return (solve(x, y) ** 2).sum()

    np.testing.assert_allclose(staged(solved)(a, b), expected, 1e-9)
    slopes = gradient(staged(interpret=True)(total))(a, b)
    general = gradient(staged(interpret=True)(square))(triangle, b)
    part = np.triu(general[0]) if upper else np.tril(general[0])
    np.testing.assert_allclose(slopes[0], part, 1e-8, 1e-12)
    np.testing.assert_allclose(slopes[1], general[1], 1e-8)


FUNCTIONS: dict[str, Any] = {
    "cholesky": lambda x: cholesky(x @ x.T).sum(),
    "solve": lambda x: solve(x, x[0] ** 2).sum(),
    "inv": lambda x: (inv(x) ** 2).sum(),
    "slogdet": lambda x: slogdet(x)[1],
    "det": lambda x: det(x),
    "eigh": lambda x: (eigh(x + x.T)[0] ** 3).sum(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_modes_of_differentiation_agree(name: str) -> None:
    """Forward mode goes through the loops, reverse mode by the closed forms."""
    rng = np.random.default_rng(1)
    x, v = matrix(4, rng), rng.standard_normal((4, 4))
    f = staged(interpret=True)(FUNCTIONS[name])
    slope = gradient(f)(x)[0]
    np.testing.assert_allclose(jvp(f)(x, v)[0], (slope * v).sum(), 1e-6)
    ahead, behind = (gradient(f)(x + step * v)[0] for step in (1e-5, -1e-5))
    product = hessian_vector_product(f)(x, v)
    np.testing.assert_allclose(product, (ahead - behind) / 2e-5, 1e-5, 1e-6)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_program_serves_all_sizes(name: str) -> None:
    def program(x: SQUARE) -> Any:
        return FUNCTIONS[name](x)

    function, derived = staged(program), gradient(staged(interpret=True)(program))
    for n in (3, 5, 1):
        x = matrix(n, np.random.default_rng(n)).astype(np.float32)
        known = staged(interpret=True)(FUNCTIONS[name])
        np.testing.assert_allclose(function(x), known(x), 1e-3, 1e-4)
        np.testing.assert_allclose(derived(x)[0], gradient(known)(x)[0], 1e-3, 1e-3)
    assert function.compilations == derived.compilations == 1


def test_determinants_of_singular_matrices() -> None:
    x = np.array([[1.0, 2.0], [2.0, 4.0]])
    assert [*staged(lambda x: (*slogdet(x), det(x)))(x)] == [0, -np.inf, 0]


@pytest.mark.parametrize(
    ("function", "x", "message"),
    [
        (cholesky, -np.eye(2), "linalg.cholesky: the matrix must be positive definite"),
        (inv, np.ones((2, 2)), "linalg.inv: the matrix must not be singular"),
        (lambda x: solve(x, x), np.ones((2, 2)), "linalg.solve: the matrix must not be singular"),
        (inv, np.ones((2, 3)), "linalg.inv: matrices must be square, got 2 x 3"),
        (det, np.ones(3), "linalg.det: expected square matrices of floats, got type <3 x f64>"),
        (det, np.eye(2, dtype=int), "linalg.det: expected square matrices of floats, got type"),
        (lambda x: solve(x, x[:1]), np.eye(2), "linalg.solve: expected 2 rows on the right"),
        (
            lambda x: solve(x, x[0]),
            np.ones((2, 3, 3)),
            "linalg.solve: expected 3 axes in each argument",
        ),
    ],
)  # fmt: skip
def test_messages(function: Any, x: Any, message: str) -> None:
    with pytest.raises((DiagnosticError, RuntimeError)) as caught:
        staged(lambda x: nnkit.asarray(function(x)))(x)
    assert message in str(caught.value)
