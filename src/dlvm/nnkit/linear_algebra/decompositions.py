"""Decompositions of matrices and systems of linear equations, as staged loops over matrices.

Each loop has a gradient of its own in closed form, so that no iteration is recorded (M. B. Giles,
"Collected matrix derivative results for forward and reverse mode algorithmic differentiation",
2008). The gradients with respect to symmetric matrices are symmetric.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dlvm.nnkit.array_api.creation import arange, eye, tril, triu, zeros, zeros_like
from dlvm.nnkit.array_api.dtypes import finfo
from dlvm.nnkit.array_api.elementwise import exp, log, sign, sqrt, where
from dlvm.nnkit.array_api.manipulation import (
    broadcast_to,
    concat,
    expand_dims,
    reshape,
    stack,
    take,
)
from dlvm.nnkit.array_api.products import diagonal, outer
from dlvm.nnkit.array_api.reductions import argmax, argsort
from dlvm.nnkit.autodiff.custom_derivatives import gradient_of
from dlvm.nnkit.control_flow.ranges import range_of
from dlvm.nnkit.pytree.pytree import map_tensors
from dlvm.nnkit.staging import sequences
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.sizes import require_equal, shape_of
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift, wrap

_SWEEPS = 30
"""The most sweeps of Jacobi's method; about 8 suffice for f64."""


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The lower triangular factor of symmetric positive definite matrices: ``x = l @ l.T``; with
    ``upper`` the transposed one. Only the lower triangle of ``x`` is read. The program fails if a
    matrix is not positive definite."""
    factor = _for_each("linalg.cholesky", _cholesky, _matrices("linalg.cholesky", x))
    return _transposed(factor) if upper else factor


def solve(x1: Any, x2: Any, /) -> Any:
    """The solution ``x`` of ``x1 @ x = x2``, where ``x2`` is a vector or matrices of columns. The
    program fails if a matrix is singular."""
    return _columns("linalg.solve", _solve, x1, x2)


def solve_triangular(x1: Any, x2: Any, /, *, upper: bool = False) -> Any:
    """The solution ``x`` of ``x1 @ x = x2`` for lower triangular matrices, or upper ones with
    ``upper``; the other triangle is not read"""
    name = "linalg.solve_triangular"
    return _columns(name, _solve_upper if upper else _solve_lower, x1, x2)


def inv(x: Any, /) -> Any:
    """The inverse of matrices. The program fails if one is singular."""
    return _for_each("linalg.inv", _inverse, _matrices("linalg.inv", x))


def slogdet(x: Any, /) -> tuple[Any, Any]:
    """The sign of the determinants of matrices, and the logarithms of their absolute values"""
    return _for_each("linalg.slogdet", _slogdet, _matrices("linalg.slogdet", x))


def det(x: Any, /) -> Any:
    """The determinants of matrices"""
    signs, logs = _for_each("linalg.det", _slogdet, _matrices("linalg.det", x))
    return signs * exp(logs)


def eigh(x: Any, /) -> tuple[Any, Any]:
    """The eigenvalues of symmetric matrices in ascending order, and the eigenvectors, which are
    columns. Only the lower triangle is read. Gradients need distinct eigenvalues."""
    return _for_each("linalg.eigh", _eigh, _matrices("linalg.eigh", x))


def eigvalsh(x: Any, /) -> Any:
    """The eigenvalues of symmetric matrices in ascending order. Only the lower triangle is read."""
    return _for_each("linalg.eigvalsh", _eigh, _matrices("linalg.eigvalsh", x))[0]


# Shapes


def _matrices(what: str, x: Any) -> Any:
    value = lift(x)
    shape = shape_of(value)
    element = wrap(value).type.element
    if len(shape) < 2 or not element.is_differentiable:
        raise failure(f"{what}: expected square matrices of floats, got type {value.type}")
    require_equal(shape[-1], shape[-2], what + ": matrices must be square, got {1} x {0}")
    return wrap(value)


def _for_each(what: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """The function of each of the matrices, whose leading axes are equal."""
    leading = shape_of(lift(arguments[0]))[:-2]
    if not leading:
        return function(*arguments)
    for argument in arguments[1:]:
        shape = shape_of(lift(argument))
        if len(shape) != len(leading) + 2:
            raise failure(f"{what}: expected {len(leading) + 2} axes in each argument")
        for n, m in zip(shape, leading, strict=False):
            require_equal(n, m, what + ": leading axes must be equal, got {1} and {0}")
    flat: list[Any] = [reshape(a, (-1, *shape_of(lift(a))[-2:])) for a in arguments]
    found: Any = sequences.map(function, *flat)
    return map_tensors(lambda f: _with_leading(f, leading), found)


def _with_leading(x: Any, leading: tuple[Any, ...]) -> Any:
    return x.reshape((*leading, *shape_of(lift(x))[1:]))


def _columns(what: str, function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    matrices, columns = _matrices(what, x1), wrap(lift(x2))
    is_vector = primitives.rank_of(columns.value) == 1
    if is_vector:
        leading = shape_of(lift(x1))[:-2]
        columns = columns[:, None]
        if leading:
            columns = broadcast_to(columns, (*leading, *shape_of(lift(columns))))
    require_equal(
        shape_of(lift(columns))[-2],
        shape_of(lift(matrices))[-1],
        what + ": expected {1} rows on the right, as on the left, got {0}",
    )
    found = _for_each(what, function, matrices, columns)
    return found[..., 0] if is_vector else found


def _transposed(x: Any) -> Any:
    rank = primitives.rank_of(lift(x))
    return x.transpose(*range(rank - 2), rank - 1, rank - 2)


# One matrix


@staged
def _cholesky(x: Any) -> Any:
    n = x.shape[0]
    factor, rest = zeros_like(x), x
    for j in range_of(n):
        pivot = rest[j, j]
        assert pivot > 0, "linalg.cholesky: the matrix must be positive definite"
        column = where(arange(n) >= j, rest[:, j] / sqrt(pivot), 0.0)
        factor = factor.at[:, j].set(column)
        rest = rest - outer(column, column)
    return factor


@gradient_of(_cholesky)
def _cholesky_gradient(x: Any, seed: Any) -> Any:
    factor = _cholesky(x)
    inner = tril(factor.T @ seed)
    inner = inner - 0.5 * inner * eye(x.shape[0], dtype=x.dtype)
    slope = _solve_upper(factor.T, _solve_upper(factor.T, inner).T)
    return 0.5 * (slope + slope.T)


@staged
def _substituted(x1: Any, x2: Any, is_upper: bool) -> Any:
    """Substitutes the unknowns that are found into one equation after the other."""
    n = x1.shape[0]
    known = zeros_like(x2)
    triangle = triu(x1) if is_upper else tril(x1)
    for i in range_of(n):
        row = n - 1 - i if is_upper else i
        found = (x2[row] - triangle[row] @ known) / triangle[row, row]
        known = known.at[row].set(found)
    return known


@staged
def _solve_lower(x1: Any, x2: Any) -> Any:
    return _substituted(x1, x2, is_upper=False)


@staged
def _solve_upper(x1: Any, x2: Any) -> Any:
    return _substituted(x1, x2, is_upper=True)


@gradient_of(_solve_lower)
def _solve_lower_gradient(x1: Any, x2: Any, seed: Any) -> Any:
    slope = _solve_upper(x1.T, seed)
    return tril(-slope @ _solve_lower(x1, x2).T), slope


@gradient_of(_solve_upper)
def _solve_upper_gradient(x1: Any, x2: Any, seed: Any) -> Any:
    slope = _solve_lower(x1.T, seed)
    return triu(-slope @ _solve_upper(x1, x2).T), slope


@staged
def _eliminated(x1: Any, x2: Any) -> Any:
    """Gauss and Jordan's elimination with partial pivoting: the solution, the sign of the
    determinant, and the logarithm of its absolute value."""
    n, rows = x1.shape[0], arange(x1.shape[0])
    both: Any = concat([x1, x2], axis=1)
    column: Any
    signs, logs = zeros((), dtype=x1.dtype) + 1.0, zeros((), dtype=x1.dtype)
    for j in range_of(n):
        column = both[:, j]
        best = argmax(where(rows >= j, abs(column), -1.0))
        both = take(both, where(rows == j, best, where(rows == best, j, rows)), axis=0)
        pivot = both[j, j]
        signs, logs = signs * where(best == j, sign(pivot), -sign(pivot)), logs + log(abs(pivot))
        row = both[j] / where(pivot == 0, 1.0, pivot)
        column = where(rows == j, 0.0, both[:, j])
        both = (both - outer(column, row)).at[j].set(row)
    return both[:, n:], signs, logs


@staged
def _solve(x1: Any, x2: Any) -> Any:
    solution, signs, _ = _eliminated(x1, x2)
    assert signs != 0, "linalg.solve: the matrix must not be singular"
    return solution


@gradient_of(_solve)
def _solve_gradient(x1: Any, x2: Any, seed: Any) -> Any:
    slope = _solve(x1.T, seed)
    return -slope @ _solve(x1, x2).T, slope


@staged
def _inverse(x: Any) -> Any:
    solution, signs, _ = _eliminated(x, eye(x.shape[0], dtype=x.dtype))
    assert signs != 0, "linalg.inv: the matrix must not be singular"
    return solution


@gradient_of(_inverse)
def _inverse_gradient(x: Any, seed: Any) -> Any:
    turned = _inverse(x).T
    return -turned @ seed @ turned


@staged
def _sign_and_log(x: Any) -> Any:
    """The sign of the determinant, and the logarithm of its absolute value, as a vector."""
    _, signs, logs = _eliminated(x, zeros_like(x)[:, :0])
    return stack([signs, logs])


@gradient_of(_sign_and_log)
def _sign_and_log_gradient(x: Any, seed: Any) -> Any:
    return seed[1] * _inverse(x).T


def _slogdet(x: Any) -> Any:
    both = _sign_and_log(x)
    return both[0], both[1]


@staged
def _eigenpairs(x: Any) -> Any:
    """A row of eigenvalues above the eigenvectors, by Jacobi's cyclic method."""
    n, epsilon = x.shape[0], finfo(x.dtype).eps
    lower = tril(x)
    x = lower + tril(x, k=-1).T
    vectors, sweeps, scale = eye(n, dtype=x.dtype), 0, (x * x).sum()
    while sweeps < _SWEEPS and (tril(x, k=-1) ** 2).sum() > (epsilon * epsilon) * scale:
        for p in range_of(n):
            for q in range_of(p + 1, n):
                cosine, sine = _rotation(x[p, p], x[q, q], x[p, q])
                x = _turned(_turned(x, p, q, cosine, sine).T, p, q, cosine, sine)
                vectors = _turned(vectors, p, q, cosine, sine)
        sweeps += 1
    values = diagonal(x)
    order = argsort(values)
    return concat([expand_dims(values, 0), vectors], axis=0)[:, order]


@staged
def _rotation(first: Any, second: Any, between: Any) -> Any:
    """The cosine and sine of the rotation that makes a symmetric 2 x 2 matrix diagonal."""
    slope = 0.5 * (second - first) / where(between == 0, 1.0, between)
    tangent = where(slope < 0, -1.0, 1.0) / (abs(slope) + sqrt(1 + slope * slope))
    tangent = where(between == 0, 0.0, tangent)
    cosine = 1 / sqrt(1 + tangent * tangent)
    return cosine, tangent * cosine


@staged
def _turned(x: Any, p: Any, q: Any, cosine: Any, sine: Any) -> Any:
    """The matrix with a rotation of two columns."""
    first, second = x[:, p], x[:, q]
    x = x.at[:, p].set(cosine * first - sine * second)
    return x.at[:, q].set(sine * first + cosine * second)


@gradient_of(_eigenpairs)
def _eigenpairs_gradient(x: Any, seed: Any) -> Any:
    pairs = _eigenpairs(x)
    values, vectors = pairs[0], pairs[1:]
    distance = values - expand_dims(values, 1)
    inverse = where(distance == 0, 0.0, 1 / where(distance == 0, 1.0, distance))
    inner = inverse * (vectors.T @ seed[1:]) + eye(x.shape[0], dtype=x.dtype) * seed[0]
    slope = vectors @ inner @ vectors.T
    return 0.5 * (slope + slope.T)


def _eigh(x: Any) -> Any:
    pairs = _eigenpairs(x)
    return pairs[0], pairs[1:]
