"""Decompositions of matrices: properties that ``tests/fuzz/standard.py`` does not test."""

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
    lstsq,
    matrix_norm,
    matrix_power,
    matrix_rank,
    norm,
    pinv,
    qr,
    slogdet,
    solve,
    solve_triangular,
    svd,
    svdvals,
)

RAW: Any = "raw"
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


def cubes(parts: Any) -> Any:
    return sum((part**3).sum() for part in parts)


FUNCTIONS: dict[str, Any] = {
    "cholesky": lambda x: cholesky(x @ x.T).sum(),
    "solve": lambda x: solve(x, x[0] ** 2).sum(),
    "inv": lambda x: (inv(x) ** 2).sum(),
    "slogdet": lambda x: slogdet(x)[1],
    "det": lambda x: det(x),
    "eigh": lambda x: (eigh(x + x.T)[0] ** 3).sum() + (eigh(x + x.T)[1] ** 4).sum(),
    "qr": lambda x: cubes(qr(x)),
    "svd": lambda x: cubes(abs(part) for part in svd(x)),
    "svdvals": lambda x: cubes([svdvals(x)]),
    "pinv": lambda x: cubes([pinv(x[:, 1:])]),
    "lstsq": lambda x: cubes(lstsq(nnkit.concat([x, x**2]), nnkit.concat([x[0], x[-1]]))[:2]),
    "nuclear": lambda x: matrix_norm(x, ord="nuc"),
    "power": lambda x: cubes([matrix_power(x, -3)]),
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


@pytest.mark.parametrize("name", ["cholesky", "solve", "inv", "det", "eigh", "qr", "svd", "lstsq"])
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


def test_cholesky_in_blocks() -> None:
    """Sizes around those of whole blocks, with a derivative along a direction."""
    rng = np.random.default_rng(8)

    @staged
    def factor(x: SQUARE) -> Any:
        return cholesky(x.astype(nnkit.f64))

    weights = np.tril(np.cos(np.arange(150 * 150).reshape(150, 150)))
    derived = gradient(staged(lambda x: (cholesky(x) * weights).sum()))
    for n in (20, 128, 129, 150, 192):
        root = rng.standard_normal((n, n)).astype(np.float32)
        x = root @ root.T + n * np.eye(n, dtype=np.float32)
        expected = np.linalg.cholesky(x.astype(float))
        np.testing.assert_allclose(factor(np.tril(x)), expected, 1e-9, 1e-9)
        if n == 150:
            whole, along = x.astype(float), np.cos(root + root.T)
            ends = [np.linalg.cholesky(whole + step * along) for step in (1e-4, -1e-4)]
            change = ((ends[0] - ends[1]) * weights).sum() / 2e-4
            np.testing.assert_allclose((derived(whole)[0] * along).sum(), change, 1e-6)
    assert factor.compilations == 1


def test_determinants_of_singular_matrices() -> None:
    x = np.array([[1.0, 2.0], [2.0, 4.0]])
    assert [*staged(lambda x: (*slogdet(x), det(x)))(x)] == [0, -np.inf, 0]


SHAPES = [(4, 4), (5, 2), (2, 5), (2, 4, 3), (1, 1), (40, 40)]


@pytest.mark.parametrize("shape", SHAPES)
def test_factors(shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(2).standard_normal(shape)
    x[..., -1, :] = x[..., 0, :]

    @staged
    def factors(x: Any) -> Any:
        return *qr(x, mode="complete"), *svd(x), *eigh(x @ nnkit.matrix_transpose(x))

    q, r, u, s, vh, values, vectors = factors(x)
    for columns in (q, u, vh, vectors):
        product = np.matrix_transpose(columns) @ columns
        np.testing.assert_allclose(product, np.eye(len(product[-1])) + 0 * product, atol=1e-13)
    k = s.shape[-1]
    product = vectors * values[..., None, :] @ np.matrix_transpose(vectors)
    np.testing.assert_allclose(q @ r, x, atol=1e-13)
    np.testing.assert_allclose((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x, atol=1e-13)
    np.testing.assert_allclose(product, x @ np.matrix_transpose(x), atol=1e-12)
    np.testing.assert_allclose(s, np.linalg.svdvals(x), atol=1e-13)


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((4, 4), np.complex64), ((3, 5), np.complex128), ((2, 4, 3), np.complex64)],
)
def test_complex_matrices(shape: tuple[int, ...], dtype: Any) -> None:
    rng = np.random.default_rng(8)
    x = (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
    tall = x if shape[-2] >= shape[-1] else np.matrix_transpose(x)
    loose = np.finfo(dtype).eps * 300

    def functions(of: Any, xp: Any, x: Any, y: Any) -> Any:
        """What is unique, or what LAPACK chooses."""
        h = xp.conj(xp.matrix_transpose(y)) @ y
        h = h + xp.eye(h.shape[-1], dtype=h.dtype)
        general = h + 0.2 * xp.matrix_transpose(y) @ y
        return (
            *of.qr(x), of.svdvals(x), of.eigvalsh(h), of.cholesky(h), of.pinv(x),
            of.cholesky(h, upper=True), of.solve(general, h), of.inv(general), of.det(general),
            *of.slogdet(general), of.matrix_power(general, 2), of.matrix_norm(x, ord="nuc"),
            of.matrix_rank(x), of.matrix_norm(x),
        )  # fmt: skip

    found = staged(lambda x, y: functions(nnkit.linalg, nnkit, x, y))(x, tall)
    for ours, theirs in zip(found, functions(np.linalg, np, x, tall), strict=True):
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, loose, loose * (1 + abs(theirs).max()))

    u, s, vh, values, vectors = staged(
        lambda x, h: (*svd(x), *eigh(h @ nnkit.conj(nnkit.matrix_transpose(h))))
    )(x, x)
    for columns in (u, vh, vectors):
        product = columns @ np.conj(np.matrix_transpose(columns))
        np.testing.assert_allclose(product, np.eye(len(product[-1])) + 0 * product, atol=loose)
    k = s.shape[-1]
    np.testing.assert_allclose((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], x, atol=10 * loose)
    product = vectors * values[..., None, :] @ np.conj(np.matrix_transpose(vectors))
    np.testing.assert_allclose(product, x @ np.conj(np.matrix_transpose(x)), atol=30 * loose)


def test_hermitian_matrices_by_their_lower_triangles() -> None:
    """The upper triangle and the imaginary parts of the diagonal are ignored."""
    rng = np.random.default_rng(9)
    x = rng.standard_normal((3, 3)) + 1j * rng.standard_normal((3, 3)) + 9 * np.eye(3)
    lower = np.tril(x, -1)
    hermitian = lower + lower.conj().T + np.diag(np.diag(x).real)
    np.testing.assert_allclose(staged(lambda x: cholesky(x))(x), np.linalg.cholesky(hermitian))
    values, vectors = staged(lambda x: eigh(x))(x)
    np.testing.assert_allclose(hermitian @ vectors, vectors * values, 1e-10, 1e-10)


def test_small_singular_values_are_precise() -> None:
    """They would be lost in the square of the matrix."""
    rng = np.random.default_rng(3)
    expected = 10.0 ** -np.arange(0, 12, 2)
    left, right = (np.linalg.qr(rng.standard_normal((6, 6)))[0] for _ in range(2))
    found = staged(svdvals)((left * expected) @ right)
    np.testing.assert_allclose(found, expected, atol=1e-15)


@pytest.mark.parametrize("value", [0.0, 2.0])
def test_equal_singular_values(value: float) -> None:
    x = value * np.eye(3)
    u, s, vh = staged(lambda x: svd(x))(x)
    np.testing.assert_allclose((u * s) @ vh, x)
    np.testing.assert_allclose(u @ u.T, np.eye(3))
    assert staged(lambda x: matrix_rank(x))(x) == 3 * (value > 0)
    np.testing.assert_array_equal(staged(lambda x: pinv(x))(x), np.linalg.pinv(x))
    assert np.isfinite(gradient(lambda x: pinv(x).sum() + (svdvals(x) ** 2).sum())(x)[0]).all()


@pytest.mark.parametrize(("shape", "columns"), [((5, 3), (5, 2)), ((5, 3), (5,)), ((2, 4), (2,))])
def test_least_squares(shape: tuple[int, ...], columns: tuple[int, ...]) -> None:
    rng = np.random.default_rng(4)
    a, b = rng.standard_normal(shape), rng.standard_normal(columns)
    found, expected = staged(lambda a, b: lstsq(a, b))(a, b), np.linalg.lstsq(a, b)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, 1e-10)


@pytest.mark.parametrize(
    ("shape", "options"),
    [
        ((3,), {}), ((2, 3), {}), ((2, 3, 2), {}), ((3,), {"ord": 1}), ((2, 3), {"ord": 2}),
        ((2, 3), {"ord": -2}), ((2, 3), {"ord": "nuc", "keepdims": True}),
        ((2, 3), {"ord": 3, "axis": 0}), ((2, 3), {"axis": 1, "keepdims": True}),
        ((2, 3, 2), {"ord": "fro", "axis": (0, 2)}), ((2, 3), {"ord": -np.inf}),
        ((2, 3, 2), {"ord": 2, "axis": (2, 0), "keepdims": True}),
    ],
)  # fmt: skip
def test_norms(shape: tuple[int, ...], options: Any) -> None:
    x = np.random.default_rng(5).standard_normal(shape)
    found = staged(lambda x: norm(x, **options))(x)
    np.testing.assert_allclose(found, np.linalg.norm(x, **options), 1e-12)


def test_leading_axes_broadcast() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.standard_normal((3, 1, 4, 4)), rng.standard_normal((2, 4, 3))
    np.testing.assert_allclose(staged(lambda a, b: solve(a, b))(a, b), np.linalg.solve(a, b), 1e-8)


@pytest.mark.parametrize(
    "shapes", [((2, 3), (4, 2)), ((2,), (3, 2)), ((2, 1, 2), (3,)), ((), (2,))]
)
def test_kronecker_products(shapes: Any) -> None:
    x, y = (np.random.default_rng(7).standard_normal(s) for s in shapes)
    np.testing.assert_array_equal(staged(lambda x, y: nnkit.kron(x, y))(x, y), np.kron(x, y))


@pytest.mark.parametrize(
    ("function", "x", "message"),
    [
        (cholesky, -np.eye(2), "linalg.cholesky: the matrix must be positive definite"),
        (cholesky, -np.eye(2) * (1 + 0j), "linalg.cholesky: the matrix must be positive definite"),
        (inv, np.ones((2, 2)), "linalg.inv: the matrix must not be singular"),
        (lambda x: solve(x, x), np.ones((2, 2)), "linalg.solve: the matrix must not be singular"),
        (inv, np.ones((2, 3)), "linalg.inv: matrices must be square, got 2 x 3"),
        (
            det,
            np.ones(3),
            "linalg.det: expected square matrices of floats or complex numbers, got type <3 x f64>",
        ),
        (det, np.eye(2, dtype=int), "linalg.det: expected square matrices of floats or complex"),
        (lambda x: solve(x, x[:1]), np.eye(2), "linalg.solve: expected 2 rows on the right"),
        (
            lambda x: solve(x, x[:2]),
            np.ones((3, 3, 3)),
            "linalg.solve: leading axes must broadcast, got shapes (3, 3, 3) and (2, 3, 3)",
        ),
        (lambda x: qr(x, mode=RAW)[0], np.eye(2), "linalg.qr: mode must be 'reduced' or"),
        (svdvals, np.ones(2), "linalg.svdvals: expected matrices of floats or complex"),
        (lambda x: norm(x, 1), np.ones((1, 1, 1)), "norm: with ord and no axis, rank must be 1 or"),
        (lambda x: norm(x, "nuc", 0), np.ones(2), "norm: order 'nuc' is one of matrices and"),
        (lambda x: matrix_power(x, 2), np.ones((2, 3)), "matrices must be square, got 2 x 3"),
    ],
)  # fmt: skip
def test_messages(function: Any, x: Any, message: str) -> None:
    with pytest.raises((DiagnosticError, RuntimeError)) as caught:
        staged(lambda x: nnkit.asarray(function(x)))(x)
    assert message in str(caught.value)
