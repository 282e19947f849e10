"""Decompositions of matrices, as staged loops over matrices.

Each has a custom gradient in closed form, so gradients do not record the iterations:

- Cholesky and eigenvalue decompositions: M. B. Giles, "Collected matrix derivative
  results for forward and reverse mode algorithmic differentiation", 2008
- QR: S. F. Walter and L. Lehmann, "Algorithmic differentiation of linear algebra functions with
  application in optimum experimental design", 2010
- singular values: J. Townsend, "Differentiating the singular value decomposition", 2016

The gradients with respect to symmetric matrices are symmetric.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from dlvm.nnkit.array_api.concatenation import concat
from dlvm.nnkit.array_api.creation import arange, asarray, eye, ones, tril, triu, zeros, zeros_like
from dlvm.nnkit.array_api.dtypes import finfo
from dlvm.nnkit.array_api.elementwise import sqrt, where
from dlvm.nnkit.array_api.manipulation import expand_dims
from dlvm.nnkit.array_api.products import diagonal, outer
from dlvm.nnkit.array_api.reductions import argsort
from dlvm.nnkit.autodiff.custom_derivatives import derivative_of, gradient_of
from dlvm.nnkit.control_flow.ranges import range_of
from dlvm.nnkit.linear_algebra.batches import for_each, matrices, square_matrices, transposed
from dlvm.nnkit.linear_algebra.systems import solve_upper
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.tracing.sizes import is_at_most, minimum
from dlvm.nnkit.tracing.trace import failure

_STEPS = 60
"""The maximum number of steps of the QL method for one eigenvalue; 2 suffice on average."""

_SWEEPS = 30
"""The maximum number of sweeps of Jacobi's method for singular values; about 3 suffice."""


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The lower triangular factor of symmetric positive definite matrices: ``x = l @ l.T``. The
    program fails if a matrix is not positive definite.

    Parameters
    ----------
    x
        Floats of the shape ``(..., n, n)``, of which only the lower triangle is read.
    upper
        Whether to return the upper triangular factor ``l.T``.

    Returns
    -------
    Tensor
        Of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats.
    """
    factor = for_each("linalg.cholesky", _cholesky, square_matrices("linalg.cholesky", x))
    return transposed(factor) if upper else factor


def qr(x: Any, /, *, mode: Literal["reduced", "complete"] = "reduced") -> tuple[Any, Any]:
    """The factors of matrices ``x = q @ r``, where ``q`` has orthonormal columns and ``r`` is upper
    triangular.

    Parameters
    ----------
    x
        Matrices of shape ``(*b, m, n)``.
    mode
        ``"reduced"`` for ``min(m, n)`` columns of ``q``, or ``"complete"`` for ``m`` columns.

    Notes
    -----
    Gradients need matrices whose first ``min(m, n)`` columns are linearly independent.
    """
    if mode not in ("reduced", "complete"):
        raise failure(f"linalg.qr: mode must be 'reduced' or 'complete', got {mode!r}")
    function = _qr if mode == "reduced" else _complete_qr
    return for_each("linalg.qr", function, matrices("linalg.qr", x))


def svd(x: Any, /, *, full_matrices: bool = True) -> tuple[Any, Any, Any]:
    """The singular value decomposition of matrices: ``x = u @ diag(s) @ vh``, where the columns of
    ``u`` and the rows of ``vh`` are orthonormal, and ``s`` is in descending order.

    Parameters
    ----------
    x
        Matrices of shape ``(*b, m, n)``.
    full_matrices
        Whether ``u`` has ``m`` columns and ``vh`` has ``n`` rows; otherwise both have
        ``min(m, n)``.

    Notes
    -----
    Gradients with respect to the vectors need distinct singular values.
    """
    function = _full_svd if full_matrices else _thin_svd
    return for_each("linalg.svd", function, matrices("linalg.svd", x))


def svdvals(x: Any, /) -> Any:
    """The singular values of matrices in descending order.

    Parameters
    ----------
    x
        Floats of the shape ``(..., m, n)``.

    Returns
    -------
    Tensor
        Floats of the shape ``(..., min(m, n))``.

    Raises
    ------
    DiagnosticError
        If the rank of ``x`` is less than 2.
    """
    return for_each("linalg.svdvals", _thin_svd, matrices("linalg.svdvals", x))[1]


def eigh(x: Any, /) -> tuple[Any, Any]:
    """The eigenvalues and eigenvectors of symmetric matrices.

    Gradients with respect to the eigenvectors need distinct eigenvalues.

    Parameters
    ----------
    x
        Floats of the shape ``(..., n, n)``, of which only the lower triangle is read.

    Returns
    -------
    Tensor
        The eigenvalues in ascending order, of the shape ``(..., n)``.
    Tensor
        The eigenvectors, which are columns, of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats.
    """
    return for_each("linalg.eigh", _eigh, square_matrices("linalg.eigh", x))


def eigvalsh(x: Any, /) -> Any:
    """The eigenvalues of symmetric matrices in ascending order.

    Parameters
    ----------
    x
        Floats of the shape ``(..., n, n)``, of which only the lower triangle is read.

    Returns
    -------
    Tensor
        Floats of the shape ``(..., n)``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats.
    """
    return for_each("linalg.eigvalsh", _eigh, square_matrices("linalg.eigvalsh", x))[0]


# One matrix


@staged
def _cholesky(x: Any) -> Any:
    n, factor = x.shape[0], zeros_like(x)
    for j in range_of(n):
        column = x[:, j] - factor @ factor[j]
        pivot = column[j]
        assert pivot > 0, "linalg.cholesky: the matrix must be positive definite"
        column = where(arange(n) >= j, column / sqrt(pivot), 0.0)
        factor = factor.at[:, j].set(column)
    return factor


@gradient_of(_cholesky)
def _cholesky_gradient(x: Any, seed: Any) -> Any:
    factor = _cholesky(x)
    inner = tril(factor.T @ seed)
    inner = inner - 0.5 * inner * eye(x.shape[0], dtype=x.dtype)
    slope = solve_upper(factor.T, solve_upper(factor.T, inner).T)
    return 0.5 * (slope + slope.T)


# QR: Householder's reflections


@staged
def _reflector(column: Any, place: Any) -> Any:
    """The unit vector ``v`` of a Householder reflection: ``column - 2 * v * (v @ column)`` is 0
    after an index. ``v`` is 0 before the index, and all 0 if the column is 0 after it."""
    rows = arange(column.shape[0])
    column = where(rows < place, 0.0, column)
    tail = where(rows == place, 0.0, column)
    is_reduced = (tail * tail).sum() == 0
    squares = where(is_reduced, 1.0, (column * column).sum())
    size = where(column[place] < 0, -sqrt(squares), sqrt(squares))
    vector = where(rows == place, column + size, column)
    vector = where(is_reduced, 0.0, vector)
    return vector / sqrt(where(is_reduced, 1.0, (vector * vector).sum()))


@staged
def _reflected(vectors: Any, x: Any) -> Any:
    """The product of the reflections and a matrix."""
    count = vectors.shape[0]
    for i in range_of(count):
        vector = vectors[count - 1 - i]
        x = x - outer(vector, 2 * (vector @ x))
    return x


@staged
def _factors(x: Any, is_complete: bool) -> tuple[Any, Any]:
    m, count = x.shape[0], minimum(*x.shape)
    vectors = zeros((count, m), dtype=x.dtype)
    for j in range_of(count):
        vector = _reflector(x[:, j], j)
        x = x - outer(vector, 2 * (vector @ x))
        vectors = vectors.at[j].set(vector)
    columns = m if is_complete else count
    return _reflected(vectors, eye(m, columns, dtype=x.dtype)), triu(x[:columns])


@staged
def _tall_qr(x: Any) -> Any:
    """The factors of a matrix with no more columns than rows: ``q`` above the transposed ``r``."""
    q, r = _factors(x, is_complete=False)
    return concat([q, r.T], axis=0)


@gradient_of(_tall_qr)
def _tall_qr_gradient(x: Any, seed: Any) -> Any:
    rows, both = x.shape[0], _tall_qr(x)
    q, r = both[:rows], both[rows:].T
    seed_q, seed_r = seed[:rows], triu(seed[rows:].T)
    inner = r @ seed_r.T - seed_q.T @ q
    symmetric = tril(inner) + tril(inner, k=-1).T
    return solve_upper(r, (seed_q + q @ symmetric).T).T


def _qr(x: Any) -> tuple[Any, Any]:
    rows, columns = x.shape
    count = minimum(rows, columns)
    both = _tall_qr(x if is_at_most(columns, rows) else x[:, :count])
    q, r = both[:rows], both[rows:].T
    if not is_at_most(columns, rows):
        r = concat([r, q.T @ x[:, count:]], axis=1)
    return q, r


def _complete_qr(x: Any) -> tuple[Any, Any]:
    return _qr(x) if is_at_most(*x.shape) else _factors(x, is_complete=True)


# Eigenvalues: Householder's tridiagonal form and the implicit QL method (H. Bowdler, R. S. Martin,
# C. Reinsch and J. H. Wilkinson, "The QR and QL algorithms for symmetric matrices", 1968)


@staged
def _tridiagonal(x: Any) -> tuple[Any, Any, Any]:
    """The diagonal, the subdiagonal followed by a 0, and the transposed orthogonal matrix."""
    n = x.shape[0]
    vectors = zeros_like(x)
    for j in range_of(n - 1):
        vector = _reflector(x[j], j + 1)
        product = x @ vector
        slope = 2 * (product - (vector @ product) * vector)
        x = x - outer(vector, slope) - outer(slope, vector)
        vectors = vectors.at[j].set(vector)
    beside = concat([diagonal(x, offset=-1), zeros((1,), dtype=x.dtype)])
    return diagonal(x), beside, _reflected(vectors, eye(n, dtype=x.dtype)).T


@staged
def _end(values: Any, beside: Any, first: Any) -> Any:
    """The last row of the block that begins at a row. In this row, the element next to the diagonal
    is negligible."""
    n, epsilon, last = values.shape[0], finfo(values.dtype).eps, first
    while last < n - 1:
        if abs(beside[last]) <= epsilon * (abs(values[last]) + abs(values[last + 1])):
            break
        last += 1
    return last


@staged
def _diagonalized(values: Any, beside: Any, rows: Any) -> tuple[Any, Any]:
    """The eigenvalues of a tridiagonal matrix, and the rotated rows. The lower of the two rows that
    a rotation changes is carried to the next one, so that each row is written once per step."""
    one = cast("Any", ones((), dtype=values.dtype))
    for first in range_of(values.shape[0]):
        last, steps = _end(values, beside, first), 0
        while last > first and steps < _STEPS:
            shift = 0.5 * (values[first + 1] - values[first]) / beside[first]
            shift = shift + where(shift < 0, -1.0, 1.0) * sqrt(1 + shift * shift)
            bulge = values[last] - values[first] + beside[first] / shift
            sine, cosine, moved, row = one, one, 0 * one, rows[last]
            for step in range_of(last - first):
                i = last - 1 - step
                left, right = sine * beside[i], cosine * beside[i]
                size = cast("Any", sqrt(left * left + bulge * bulge))
                beside = beside.at[i + 1].set(size)
                divisor = where(size == 0, 1.0, size)
                sine = where(size == 0, 0.0, left / divisor)
                cosine = where(size == 0, 1.0, bulge / divisor)
                value = values[i + 1] - moved
                change = (values[i] - value) * sine + 2 * cosine * right
                moved = sine * change
                values = values.at[i + 1].set(value + moved)
                bulge = cosine * change - right
                above = rows[i]
                rows = rows.at[i + 1].set(sine * above + cosine * row)
                row = cosine * above - sine * row
            rows = rows.at[first].set(row)
            values = values.at[first].set(values[first] - moved)
            beside = beside.at[first].set(bulge).at[last].set(0.0)
            last, steps = _end(values, beside, first), steps + 1
    return values, rows


@staged
def _eigenpairs(x: Any) -> Any:
    """A row of eigenvalues above the eigenvectors."""
    values, rows = _diagonalized(*_tridiagonal(tril(x) + tril(x, k=-1).T))
    order = argsort(values)
    return concat([expand_dims(values, 0), rows.T], axis=0)[:, order]


@staged
def _inverse_distances(values: Any) -> Any:
    """``1 / (values[j] - values[i])``, or 0 if both are equal."""
    distance = values - expand_dims(values, 1)
    return where(distance == 0, 0.0, 1 / where(distance == 0, 1.0, distance))


@gradient_of(_eigenpairs)
def _eigenpairs_gradient(x: Any, seed: Any) -> Any:
    pairs = _eigenpairs(x)
    values, vectors = pairs[0], pairs[1:]
    inner = _inverse_distances(values) * (vectors.T @ seed[1:])
    slope = vectors @ (inner + eye(x.shape[0], dtype=x.dtype) * seed[0]) @ vectors.T
    return 0.5 * (slope + slope.T)


@derivative_of(_eigenpairs, "x")
def _eigenpairs_derivative(x: Any, tangent: Any) -> Any:
    pairs = _eigenpairs(x)
    values, vectors = pairs[0], pairs[1:]
    inner = vectors.T @ (0.5 * (tangent + tangent.T)) @ vectors
    moved = vectors @ (_inverse_distances(values) * inner)
    return concat([expand_dims(diagonal(inner), 0), moved], axis=0)


def _eigh(x: Any) -> tuple[Any, Any]:
    pairs = _eigenpairs(x)
    return pairs[0], pairs[1:]


# Singular values: Jacobi's one-sided method (M. R. Hestenes, 1958), which begins with the
# eigenvectors of ``x.T @ x``


@staged
def _rotation(first: Any, second: Any, between: Any) -> tuple[Any, Any]:
    """The cosine and sine of the rotation that makes a symmetric 2 x 2 matrix diagonal."""
    slope = 0.5 * (second - first) / between
    tangent = where(slope < 0, -1.0, 1.0) / (abs(slope) + sqrt(1 + slope * slope))
    cosine = 1 / sqrt(1 + tangent * tangent)
    return cosine, tangent * cosine


@staged
def _orthogonalized(rows: Any) -> Any:
    """Rotates n rows until they are orthogonal, where the last n elements of each row do not
    count."""
    count, columns = rows.shape[0], rows.shape[1] - rows.shape[0]
    tolerance = asarray(columns, dtype=rows.dtype) * finfo(rows.dtype).eps
    sweeps, is_done = 0, count < 2
    while sweeps < _SWEEPS and not is_done:
        rotations = 0
        for p in range_of(count - 1):
            row = rows[p]
            for q in range_of(p + 1, count):
                other = rows[q]
                a, b = row[:columns], other[:columns]
                first, second, between = a @ a, b @ b, a @ b
                if abs(between) > tolerance * (sqrt(first) * sqrt(second)):
                    cosine, sine = _rotation(first, second, between)
                    rows = rows.at[q].set(sine * row + cosine * other)
                    row = cosine * row - sine * other
                    rotations += 1
            rows = rows.at[p].set(row)
        sweeps, is_done = sweeps + 1, rotations == 0
    return rows


@staged
def _singular(x: Any) -> Any:
    """One matrix: a row of singular values, below it the left singular vectors, and below them the
    right ones."""
    m, count = x.shape[0], minimum(*x.shape)
    right = _eigenpairs(x.T @ x)[1:].T
    rows = _orthogonalized(concat([right @ x.T, right], axis=1))
    sizes = sqrt((rows[:, :m] ** 2).sum(axis=1))
    order = argsort(sizes, descending=True)[:count]
    values, rows = sizes[order], rows[order]
    # Where singular values are 0, QR finds the vectors.
    q, r = _factors(rows[:, :m].T, is_complete=False)
    left = q * where(diagonal(r) < 0, -1.0, 1.0)
    return concat([expand_dims(values, 0), left, rows[:, m:].T], axis=0)


def _parts(x: Any) -> tuple[Any, Any, Any]:
    both, rows = _singular(x), x.shape[0]
    return both[0], both[1 : 1 + rows], both[1 + rows :]


@staged
def _reciprocals(values: Any) -> Any:
    """The reciprocals of numbers; the reciprocal of 0 counts as 0."""
    return where(values == 0, 0.0, 1 / where(values == 0, 1.0, values))


@gradient_of(_singular)
def _singular_gradient(x: Any, seed: Any) -> Any:
    values, left, right = _parts(x)
    rows = x.shape[0]
    seed_left, seed_right = seed[1 : 1 + rows], seed[1 + rows :]
    distances, inverse = _inverse_distances(values * values), _reciprocals(values)
    from_left, from_right = distances * (left.T @ seed_left), distances * (right.T @ seed_right)
    inner = (from_left + from_left.T) * values
    inner = inner + expand_dims(values, 1) * (from_right + from_right.T)
    inner = inner + eye(values.shape[0], dtype=x.dtype) * seed[0]
    beside = (seed_left - left @ (left.T @ seed_left)) * inverse
    above = (seed_right - right @ (right.T @ seed_right)) * inverse
    return (left @ inner + beside) @ right.T + left @ above.T


@derivative_of(_singular, "x")
def _singular_derivative(x: Any, tangent: Any) -> Any:
    values, left, right = _parts(x)
    distances, inverse = _inverse_distances(values * values), _reciprocals(values)
    inner = left.T @ tangent @ right
    after, before = inner * values, expand_dims(values, 1) * inner
    moved_left, moved_right = tangent @ right, tangent.T @ left
    moved_left = (moved_left - left @ inner) * inverse + left @ (distances * (after + after.T))
    moved_right = (moved_right - right @ inner.T) * inverse
    moved_right = moved_right + right @ (distances * (before + before.T))
    return concat([expand_dims(diagonal(inner), 0), moved_left, moved_right], axis=0)


def _thin_svd(x: Any) -> tuple[Any, Any, Any]:
    if not is_at_most(*x.shape):
        values, left, right = _parts(x)
        return left, values, right.T
    values, right, left = _parts(x.T)
    return left, values, right.T


def _full_svd(x: Any) -> tuple[Any, Any, Any]:
    left, values, rows = _thin_svd(x)
    return _completed(left), values, transposed(_completed(rows.T))


def _completed(columns: Any) -> Any:
    """The orthonormal columns, and others that make the matrix square."""
    rows, count = columns.shape
    if is_at_most(rows, count):
        return columns
    q, _ = _factors(columns, is_complete=True)
    return concat([columns, q[:, count:]], axis=1)
