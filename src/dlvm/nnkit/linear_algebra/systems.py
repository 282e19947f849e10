"""Systems of linear equations, inverses and determinants, as staged loops over matrices.

Each loop has a custom gradient in closed form, so gradients do not record the iterations (M. B.
Giles, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation", 2008).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dlvm.nnkit.array_api.complex_numbers import imag, real
from dlvm.nnkit.array_api.concatenation import concat, stack
from dlvm.nnkit.array_api.creation import arange, eye, tril, triu, zeros, zeros_like
from dlvm.nnkit.array_api.elementwise import exp, log, sign, where
from dlvm.nnkit.array_api.manipulation import take
from dlvm.nnkit.array_api.products import outer
from dlvm.nnkit.array_api.reductions import argmax
from dlvm.nnkit.autodiff.custom_derivatives import gradient_of
from dlvm.nnkit.control_flow.ranges import range_of
from dlvm.nnkit.linear_algebra.batches import for_each, square_matrices
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import promoted
from dlvm.nnkit.tracing.primitives import is_complex
from dlvm.nnkit.tracing.sizes import require_equal, shape_of
from dlvm.nnkit.tracing.tracer import lift, wrap


def solve(x1: Any, x2: Any, /) -> Any:
    """The solution ``x`` of ``x1 @ x = x2``. The program fails if a matrix is singular.

    Parameters
    ----------
    x1
        Floats or complex numbers of the shape ``(..., n, n)``.
    x2
        The right-hand side: a vector ``(n,)``, or the columns of matrices ``(..., n, k)``.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x2``, with broadcast leading dimensions.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    return _columns("linalg.solve", _solve, x1, x2)


def solve_triangular(x1: Any, x2: Any, /, *, upper: bool = False) -> Any:
    """The solution ``x`` of ``x1 @ x = x2`` for triangular matrices.

    Parameters
    ----------
    x1
        Floats or complex numbers of the shape ``(..., n, n)``, of which only one triangle is read.
    x2
        The right-hand side: a vector ``(n,)``, or the columns of matrices ``(..., n, k)``.
    upper
        Whether the upper triangle is read instead of the lower one.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x2``, with broadcast leading dimensions.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    name = "linalg.solve_triangular"
    return _columns(name, solve_upper if upper else solve_lower, x1, x2)


def inv(x: Any, /) -> Any:
    """The inverse of matrices. The program fails if one is singular.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., n, n)``.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    return for_each("linalg.inv", _inverse, square_matrices("linalg.inv", x))


def slogdet(x: Any, /) -> tuple[Any, Any]:
    """The signs of the determinants of matrices, and the logarithms of their absolute values.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., n, n)``.

    Returns
    -------
    Tensor
        The signs, of the shape ``(...)``; of complex matrices, the determinants divided by their
        absolute values.
    Tensor
        The logarithms, floats of the same shape.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    return for_each("linalg.slogdet", _slogdet, square_matrices("linalg.slogdet", x))


def det(x: Any, /) -> Any:
    """The determinants of matrices.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., n, n)``.

    Returns
    -------
    Tensor
        Floats or complex numbers of the shape ``(...)``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    signs, logs = for_each("linalg.det", _slogdet, square_matrices("linalg.det", x))
    return signs * exp(logs)


def _columns(what: str, function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    matrices, columns = square_matrices(what, x1), wrap(lift(x2))
    is_vector = primitives.rank_of(columns.value) == 1
    if is_vector:
        columns = columns[:, None]
    require_equal(
        shape_of(lift(columns))[-2],
        shape_of(lift(matrices))[-1],
        what + ": expected {1} rows on the right, as on the left, got {0}",
    )
    joined = promoted(matrices.type.element, columns.type.element)
    if joined is not None:
        matrices = primitives.cast_to(matrices, joined)
        columns = primitives.cast_to(columns, joined)
    found = for_each(what, function, matrices, columns)
    return found[..., 0] if is_vector else found


# One matrix


@staged
def _substituted(x1: Any, x2: Any, is_upper: bool) -> Any:
    """Solves one equation after the other, substituting the unknowns that are already known."""
    n = x1.shape[0]
    known = zeros_like(x2)
    triangle = triu(x1) if is_upper else tril(x1)
    for i in range_of(n):
        row = n - 1 - i if is_upper else i
        found = (x2[row] - triangle[row] @ known) / triangle[row, row]
        known = known.at[row].set(found)
    return known


@staged
def solve_lower(x1: Any, x2: Any) -> Any:
    return _substituted(x1, x2, is_upper=False)


@staged
def solve_upper(x1: Any, x2: Any) -> Any:
    return _substituted(x1, x2, is_upper=True)


@gradient_of(solve_lower)
def solve_lower_gradient(x1: Any, x2: Any, seed: Any) -> Any:
    slope = solve_upper(x1.T, seed)
    return tril(-slope @ solve_lower(x1, x2).T), slope


@gradient_of(solve_upper)
def solve_upper_gradient(x1: Any, x2: Any, seed: Any) -> Any:
    slope = solve_lower(x1.T, seed)
    return triu(-slope @ solve_upper(x1, x2).T), slope


def _sign(x: Any) -> Any:
    """The sign of a number. Unlike ``sign``, this has a derivative for complex numbers."""
    if not is_complex(x):
        return sign(x)
    size = abs(x)
    return x / where(size == 0, 1.0, size)


@staged
def _eliminated(x1: Any, x2: Any) -> Any:
    """Gauss-Jordan elimination with partial pivoting: the solution, the sign of the
    determinant, and the logarithm of its absolute value."""
    n, rows = x1.shape[0], arange(x1.shape[0])
    both: Any = concat([x1, x2], axis=1)
    column: Any
    signs, logs = zeros((), dtype=x1.dtype) + 1.0, real(zeros((), dtype=x1.dtype))
    for j in range_of(n):
        column = both[:, j]
        best = argmax(where(rows >= j, abs(column), -1.0))
        both = take(both, where(rows == j, best, where(rows == best, j, rows)), axis=0)
        pivot = both[j, j]
        signs, logs = signs * where(best == j, _sign(pivot), -_sign(pivot)), logs + log(abs(pivot))
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
    return stack([signs, logs.astype(x.dtype)])


@gradient_of(_sign_and_log)
def _sign_and_log_gradient(x: Any, seed: Any) -> Any:
    factor = real(seed[1])
    if is_complex(x):
        factor = factor + 1j * imag(seed[0] * _sign_and_log(x)[0])
    return factor * _inverse(x).T


def _slogdet(x: Any) -> Any:
    both = _sign_and_log(x)
    return both[0], real(both[1])
