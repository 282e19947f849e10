"""Pseudo-inverses, ranks and least squares, by singular values.

The gradient of the pseudo-inverse: G. H. Golub and V. Pereyra, "The differentiation of
pseudo-inverses and nonlinear least squares problems whose variables separate", 1973.
"""

from __future__ import annotations

from typing import Any

from dlvm.nnkit.array_api import reductions
from dlvm.nnkit.array_api.complex_numbers import conj, real, squared_size
from dlvm.nnkit.array_api.creation import asarray
from dlvm.nnkit.array_api.dtypes import finfo
from dlvm.nnkit.array_api.elementwise import where
from dlvm.nnkit.array_api.manipulation import broadcast_to, expand_dims, pad
from dlvm.nnkit.autodiff.custom_derivatives import derivative_of, gradient_of
from dlvm.nnkit.linear_algebra.batches import adjoint, for_each, matrices
from dlvm.nnkit.linear_algebra.decompositions import svd, svdvals
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import i64
from dlvm.nnkit.tracing.sizes import is_at_most, maximum, require_equal, shape_of
from dlvm.nnkit.tracing.tracer import lift, wrap


def pinv(x: Any, /, *, rtol: Any = None) -> Any:
    """The Moore-Penrose pseudo-inverses of matrices.

    Parameters
    ----------
    x
        Matrices of shape ``(*b, m, n)``.
    rtol
        The relative tolerance, a number or a tensor with one for each matrix: singular values up to
        ``rtol`` times the greatest one count as 0. By default ``max(m, n)`` times the precision of
        the element type.

    Notes
    -----
    Gradients assume that the rank of the matrix does not change: singular values that count as 0
    stay 0.
    """
    return _pseudo_inverses("linalg.pinv", matrices("linalg.pinv", x), rtol)


def matrix_rank(x: Any, /, *, rtol: Any = None) -> Any:
    """The ranks of matrices: the numbers of singular values that are not negligible.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., m, n)``.
    rtol
        The ratio to the greatest singular value up to which others are negligible; by default
        ``max(m, n)`` times the precision of the element type.

    Returns
    -------
    Tensor
        i64 of the shape ``(...)``.
    """
    values = svdvals(matrices("linalg.matrix_rank", x))
    return _ranks(values, _relative("linalg.matrix_rank", x, rtol)[..., 0])


def lstsq(a: Any, b: Any, rcond: float | None = None) -> tuple[Any, Any, Any, Any]:
    """The least-squares solutions: the ``x`` that minimizes the norm of ``b - a @ x``. If there are
    several, the one with the least norm.

    Parameters
    ----------
    a
        Matrices of shape ``(*b, m, n)``.
    b
        A vector of ``m`` elements, or matrices of ``m`` rows: a right-hand side in each
        column.
    rcond
        The relative tolerance: singular values up to ``rcond`` times the greatest one count as 0.
        By default ``max(m, n)`` times the precision of the element type.

    Returns
    -------
    tuple
        The solutions, the sums of squares of ``b - a @ x`` for each column (empty if ``m <= n``, as
        in NumPy), the ranks of the matrices, and their singular values.
    """
    what = "linalg.lstsq"
    left, right = matrices(what, a), wrap(lift(b))
    is_vector = primitives.rank_of(right.value) == 1
    right = expand_dims(right, -1) if is_vector else right
    rows, columns = shape_of(lift(left))[-2:]
    require_equal(
        shape_of(lift(right))[-2], rows, what + ": expected {1} rows on the right, got {0}"
    )
    solution = _pseudo_inverses(what, left, rcond) @ right
    difference = right - left @ solution
    squares = reductions.sum(squared_size(difference), axis=-2)
    if is_at_most(rows, columns):
        squares = squares[..., :0]
    values = svdvals(left)
    ranks = _ranks(values, _relative(what, left, rcond)[..., 0])
    return (solution[..., 0] if is_vector else solution), squares, ranks, values


def _ranks(values: Any, tolerance: Any) -> Any:
    return reductions.sum(where(values > tolerance * _greatest(values), 1, 0), axis=-1, dtype=i64)


def _greatest(values: Any) -> Any:
    """The greatest singular value of each matrix; 0 for an empty matrix."""
    values = pad(values, [(0, 0)] * (values.ndim - 1) + [(0, 1)])
    return reductions.max(values, axis=-1, keepdims=True)


def _relative(what: str, x: Any, rtol: Any) -> Any:
    """The tolerance of each matrix, as a matrix of one element."""
    value = real(matrices(what, x))
    shape = shape_of(lift(value))
    if rtol is None:
        greater = asarray(maximum(shape[-2], shape[-1]), dtype=value.dtype)
        tolerance = greater * finfo(value.dtype).eps
    else:
        tolerance = asarray(rtol, dtype=value.dtype)
    return broadcast_to(tolerance[..., None, None], (*shape[:-2], 1, 1))


def _pseudo_inverses(what: str, x: Any, rtol: Any) -> Any:
    return for_each(what, _pseudo_inverse, x, _relative(what, x, rtol))


@staged
def _pseudo_inverse(x: Any, tolerance: Any) -> Any:
    """The pseudo-inverse of a matrix. The tolerance is a matrix of one element."""
    left, values, rows = svd(x, full_matrices=False)
    is_kept = values > tolerance[0] * _greatest(values)
    inverse = where(is_kept, 1 / where(is_kept, values, 1.0), 0.0)
    return (adjoint(rows) * inverse) @ adjoint(left)


@gradient_of(_pseudo_inverse, "x")
def _pseudo_inverse_gradient(x: Any, tolerance: Any, seed: Any) -> Any:
    inverse = _pseudo_inverse(x, tolerance)
    turned = adjoint(inverse)
    beside = seed.T - x @ (inverse @ seed.T)
    above = seed.T - (seed.T @ inverse) @ x
    found = beside @ inverse @ turned + turned @ inverse @ above
    return conj(found - turned @ conj(seed) @ turned)


@derivative_of(_pseudo_inverse, "x")
def _pseudo_inverse_derivative(x: Any, tolerance: Any, tangent: Any) -> Any:
    inverse = _pseudo_inverse(x, tolerance)
    turned, moving = adjoint(inverse), adjoint(tangent)
    beside = moving - (moving @ x) @ inverse
    above = moving - inverse @ (x @ moving)
    moved = inverse @ turned @ beside + above @ turned @ inverse
    return moved - inverse @ tangent @ inverse
