"""Decompositions of matrices, as staged loops over matrices.

Each has a custom gradient in closed form, so gradients do not record the iterations:

- Cholesky and eigenvalue decompositions: M. B. Giles, "Collected matrix derivative
  results for forward and reverse mode algorithmic differentiation", 2008
- QR: S. F. Walter and L. Lehmann, "Algorithmic differentiation of linear algebra functions with
  application in optimum experimental design", 2010
- singular values: J. Townsend, "Differentiating the singular value decomposition", 2016

The gradients with respect to symmetric matrices are symmetric. The formulas for complex matrices
have adjoints in place of transposes; they take the conjugates of gradients and return conjugates,
because of the convention for gradients, which are conjugates of cotangents.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from dlvm.nnkit.array_api.complex_numbers import conj, imag, real, squared_size
from dlvm.nnkit.array_api.concatenation import concat
from dlvm.nnkit.array_api.creation import arange, asarray, eye, ones, tril, triu, zeros, zeros_like
from dlvm.nnkit.array_api.dtypes import finfo
from dlvm.nnkit.array_api.elementwise import sqrt, where
from dlvm.nnkit.array_api.manipulation import expand_dims
from dlvm.nnkit.array_api.products import diagonal, outer, vecdot
from dlvm.nnkit.array_api.reductions import argsort
from dlvm.nnkit.autodiff.custom_derivatives import derivative_of, gradient_of
from dlvm.nnkit.control_flow.ranges import range_of
from dlvm.nnkit.linear_algebra.batches import (
    adjoint,
    for_each,
    hermitian,
    hermitian_part,
    matrices,
    square_matrices,
)
from dlvm.nnkit.linear_algebra.blocks import BLOCK, blocks_of, matrix_of
from dlvm.nnkit.linear_algebra.systems import solve_lower, solve_upper
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.tracing.primitives import is_complex
from dlvm.nnkit.tracing.sizes import is_at_most, minimum
from dlvm.nnkit.tracing.trace import failure

_STEPS = 60
"""The maximum number of steps of the QL method for one eigenvalue; 2 suffice on average."""

_SWEEPS = 30
"""The maximum number of sweeps of Jacobi's method for singular values; about 3 suffice."""


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The lower triangular factor of Hermitian positive definite matrices: ``x = l @ conj(l.T)``.
    The program fails if a matrix is not positive definite.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., n, n)``, of which only the lower triangle is
        read.
    upper
        Whether to return the upper triangular factor ``conj(l.T)``.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    factor = for_each("linalg.cholesky", _cholesky, square_matrices("linalg.cholesky", x))
    return adjoint(factor) if upper else factor


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
        Floats or complex numbers of the shape ``(..., m, n)``.

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
    """The eigenvalues and eigenvectors of symmetric or Hermitian matrices.

    Gradients with respect to the eigenvectors need distinct eigenvalues.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., n, n)``, of which only the lower triangle is
        read.

    Returns
    -------
    Tensor
        The eigenvalues in ascending order, floats of the shape ``(..., n)``.
    Tensor
        The eigenvectors, which are columns, of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    return for_each("linalg.eigh", _eigh, square_matrices("linalg.eigh", x))


def eigvalsh(x: Any, /) -> Any:
    """The eigenvalues of symmetric or Hermitian matrices in ascending order.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., n, n)``, of which only the lower triangle is
        read.

    Returns
    -------
    Tensor
        Floats of the shape ``(..., n)``.

    Raises
    ------
    DiagnosticError
        If the matrices are not square matrices of floats or complex numbers.
    """
    return for_each("linalg.eigvalsh", _eigh, square_matrices("linalg.eigvalsh", x))[0]


# One matrix


@staged
def _cholesky_by_columns(x: Any) -> Any:
    n, factor = x.shape[0], zeros_like(x)
    for j in range_of(n):
        column = x[:, j] - factor @ conj(factor[j])
        pivot = real(column[j])
        assert pivot > 0, "linalg.cholesky: the matrix must be positive definite"
        column = where(arange(n) >= j, column / sqrt(pivot), 0.0)
        if is_complex(x):
            column = where(arange(n) == j, sqrt(pivot), column)
        factor = factor.at[:, j].set(column)
    return factor


@staged
def _cholesky_by_blocks(x: Any) -> Any:
    """The Cholesky factor of a matrix. Each iteration factors a block on the diagonal, solves for
    the blocks below it, and subtracts their products from the blocks to the right."""
    blocks = blocks_of(x)
    count = blocks.shape[0]
    for k in range_of(count):
        factor = _cholesky_by_columns(blocks[k, k])
        inverse = adjoint(solve_lower(factor, eye(BLOCK, dtype=x.dtype)))
        blocks = blocks.at[k, k].set(factor)
        for i in range_of(k + 1, count):
            blocks = blocks.at[i, k].set(blocks[i, k] @ inverse)
        for i in range_of(k + 1, count):
            for j in range_of(k + 1, i + 1):
                product = blocks[i, k] @ adjoint(blocks[j, k])
                blocks = blocks.at[i, j].set(blocks[i, j] - product)
    return tril(matrix_of(blocks, x.shape[0]))


@staged
def _cholesky(x: Any) -> Any:
    return _cholesky_by_columns(x) if x.shape[0] <= 2 * BLOCK else _cholesky_by_blocks(x)


@gradient_of(_cholesky)
def _cholesky_gradient(x: Any, seed: Any) -> Any:
    factor = _cholesky(x)
    turned = adjoint(factor)
    inner = tril(turned @ conj(seed))
    inner = inner - 0.5 * inner * eye(x.shape[0], dtype=x.dtype)
    slope = solve_upper(turned, adjoint(solve_upper(turned, inner)))
    return conj(hermitian_part(slope))


# QR: Householder's reflections


@staged
def _reflector(column: Any, place: Any) -> Any:
    """The unit vector ``v`` of a reflection ``1 - f * outer(v, conj(v))``, with
    ``f = _factor(v[place])``. The adjoint of the reflection makes the column real at index
    ``place`` and 0 after it. ``v`` is 0 before this index, and all 0 if the column already has this
    form."""
    rows = arange(column.shape[0])
    column = where(rows < place, 0.0, column)
    tail = where(rows == place, 0.0, column)
    is_reduced = squared_size(tail).sum() == 0
    if is_complex(column):
        is_reduced = is_reduced & (imag(column[place]) == 0)
    squares = where(is_reduced, 1.0, squared_size(column).sum())
    size = where(real(column[place]) < 0, -sqrt(squares), sqrt(squares))
    vector = where(rows == place, column + size, column)
    vector = where(is_reduced, 0.0, vector)
    return vector / sqrt(where(is_reduced, 1.0, squared_size(vector).sum()))


def _factor(head: Any) -> Any:
    """The factor of the reflection whose vector has this first element: 2 for real numbers. A
    factor ``f`` of a complex reflection satisfies ``abs(f - 1) == 1``, and its phase is that of the
    first element (Householder's reflections in LAPACK, with the vector scaled to length 1)."""
    if not is_complex(head):
        return asarray(2, dtype=head.dtype)
    squares = squared_size(head)
    return 2 * real(head) / where(squares == 0, 1.0, squares) * head


@staged
def _reflected(vectors: Any, x: Any, offset: int) -> Any:
    """The product of reflections and a matrix. The vector of each begins ``offset`` after its
    place; the last vectors, which would begin after the end, do not count."""
    count = vectors.shape[0] - offset
    for i in range_of(count):
        place = count - 1 - i
        vector = vectors[place]
        x = x - outer(vector, _factor(vector[place + offset]) * (conj(vector) @ x))
    return x


@staged
def _factors(x: Any, is_complete: bool) -> tuple[Any, Any]:
    m, count = x.shape[0], minimum(*x.shape)
    vectors = zeros((count, m), dtype=x.dtype)
    for j in range_of(count):
        vector = _reflector(x[:, j], j)
        x = x - outer(vector, conj(_factor(vector[j])) * (conj(vector) @ x))
        vectors = vectors.at[j].set(vector)
    columns = m if is_complete else count
    return _reflected(vectors, eye(m, columns, dtype=x.dtype), 0), triu(x[:columns])


@staged
def _tall_qr(x: Any) -> Any:
    """The factors of a matrix with no more columns than rows: ``q`` above the transposed ``r``."""
    q, r = _factors(x, is_complete=False)
    return concat([q, r.T], axis=0)


@gradient_of(_tall_qr)
def _tall_qr_gradient(x: Any, seed: Any) -> Any:
    rows, both = x.shape[0], _tall_qr(x)
    q, r = both[:rows], both[rows:].T
    seed_q, seed_r = conj(seed[:rows]), conj(triu(seed[rows:].T))
    inner = r @ adjoint(seed_r) - adjoint(seed_q) @ q
    return solve_upper(r, adjoint(seed_q + q @ hermitian(inner))).T


def _qr(x: Any) -> tuple[Any, Any]:
    rows, columns = x.shape
    count = minimum(rows, columns)
    both = _tall_qr(x if is_at_most(columns, rows) else x[:, :count])
    q, r = both[:rows], both[rows:].T
    if not is_at_most(columns, rows):
        r = concat([r, adjoint(q) @ x[:, count:]], axis=1)
    return q, r


def _complete_qr(x: Any) -> tuple[Any, Any]:
    return _qr(x) if is_at_most(*x.shape) else _factors(x, is_complete=True)


# Eigenvalues: Householder's tridiagonal form and the implicit QL method (H. Bowdler, R. S. Martin,
# C. Reinsch and J. H. Wilkinson, "The QR and QL algorithms for symmetric matrices", 1968)


@staged
def _tridiagonal(x: Any) -> tuple[Any, Any, Any]:
    """The tridiagonal form of a Hermitian matrix: its diagonal, its subdiagonal followed by a 0,
    and the transpose of the unitary matrix of the transformation."""
    n = x.shape[0]
    vectors = zeros_like(x)
    for j in range_of(n - 1):
        vector = _reflector(conj(x[j]), j + 1)
        factor = _factor(vector[j + 1])
        product = x @ vector
        # The square of the absolute value of a factor is twice its real part.
        slope = factor * product - real(factor) * real(vecdot(vector, product)) * vector
        x = x - outer(vector, conj(slope)) - outer(slope, conj(vector))
        vectors = vectors.at[j].set(vector)
    beside = real(concat([diagonal(x, offset=-1), zeros((1,), dtype=x.dtype)]))
    return real(diagonal(x)), beside, _reflected(vectors, eye(n, dtype=x.dtype), 1).T


@staged
def _end(values: Any, beside: Any, first: Any) -> Any:
    """The last row of the block that begins at row ``first``: the first row, from there on, whose
    element next to the diagonal is negligible."""
    n, epsilon, last = values.shape[0], finfo(values.dtype).eps, first
    while last < n - 1:
        if abs(beside[last]) <= epsilon * (abs(values[last]) + abs(values[last + 1])):
            break
        last += 1
    return last


@staged
def _diagonalized(values: Any, beside: Any, rows: Any) -> tuple[Any, Any]:
    """The eigenvalues of a tridiagonal matrix, and the rotated rows. The lower of the two rows that
    a rotation changes is carried to the next rotation, so that each row is written once per
    step."""
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
    values, rows = _diagonalized(*_tridiagonal(hermitian(x)))
    order = argsort(values)
    return _stacked(values, rows.T)[:, order]


def _stacked(values: Any, *vectors: Any) -> Any:
    """A row of real values above matrices."""
    row = expand_dims(values.astype(vectors[0].dtype), 0)
    return concat([row, *vectors], axis=0)


@staged
def _inverse_distances(values: Any) -> Any:
    """``1 / (values[j] - values[i])``, or 0 if both are equal."""
    distance = values - expand_dims(values, 1)
    return where(distance == 0, 0.0, 1 / where(distance == 0, 1.0, distance))


@gradient_of(_eigenpairs)
def _eigenpairs_gradient(x: Any, seed: Any) -> Any:
    pairs = _eigenpairs(x)
    values, vectors, seed = real(pairs[0]), pairs[1:], conj(seed)
    inner = _inverse_distances(values) * (adjoint(vectors) @ seed[1:])
    inner = inner + eye(x.shape[0], dtype=x.dtype) * real(seed[0])
    return conj(hermitian_part(vectors @ inner @ adjoint(vectors)))


@derivative_of(_eigenpairs, "x")
def _eigenpairs_derivative(x: Any, tangent: Any) -> Any:
    pairs = _eigenpairs(x)
    values, vectors = real(pairs[0]), pairs[1:]
    inner = adjoint(vectors) @ hermitian_part(tangent) @ vectors
    moved = vectors @ (_inverse_distances(values) * inner)
    return _stacked(real(diagonal(inner)), moved)


def _eigh(x: Any) -> tuple[Any, Any]:
    pairs = _eigenpairs(x)
    return real(pairs[0]), pairs[1:]


# Singular values: Jacobi's one-sided method (M. R. Hestenes, 1958), which begins with the
# eigenvectors of ``adjoint(x) @ x``


@staged
def _rotation(first: Any, second: Any, between: Any) -> tuple[Any, Any]:
    """The cosine and sine of the rotation that makes a symmetric 2 x 2 matrix diagonal."""
    slope = 0.5 * (second - first) / between
    tangent = where(slope < 0, -1.0, 1.0) / (abs(slope) + sqrt(1 + slope * slope))
    cosine = 1 / sqrt(1 + tangent * tangent)
    return cosine, tangent * cosine


@staged
def _orthogonalized(rows: Any) -> Any:
    """Rotates n rows until they are orthogonal. The last n elements of each row are rotated as
    well, but do not count."""
    count, columns = rows.shape[0], rows.shape[1] - rows.shape[0]
    tolerance = asarray(columns, dtype=real(rows).dtype) * finfo(rows.dtype).eps
    sweeps, is_done = 0, count < 2
    while sweeps < _SWEEPS and not is_done:
        rotations = 0
        for p in range_of(count - 1):
            row = rows[p]
            for q in range_of(p + 1, count):
                other = rows[q]
                a, b = row[:columns], other[:columns]
                first, second = squared_size(a).sum(), squared_size(b).sum()
                between = vecdot(a, b)
                if abs(between) > tolerance * (sqrt(first) * sqrt(second)):
                    if is_complex(rows):
                        size = abs(between)
                        other, between = other * (conj(between) / size), size
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
    right = _eigenpairs(adjoint(x) @ x)[1:].T
    rows = _orthogonalized(concat([right @ x.T, right], axis=1))
    sizes = sqrt(squared_size(rows[:, :m]).sum(axis=1))
    order = argsort(sizes, descending=True)[:count]
    values, rows = sizes[order], rows[order]
    # Where singular values are 0, QR finds the vectors.
    q, r = _factors(rows[:, :m].T, is_complete=False)
    left = q * where(real(diagonal(r)) < 0, -1.0, 1.0)
    return _stacked(values, left, rows[:, m:].T)


def _parts(x: Any) -> tuple[Any, Any, Any]:
    both, rows = _singular(x), x.shape[0]
    return real(both[0]), both[1 : 1 + rows], both[1 + rows :]


@staged
def _reciprocals(values: Any) -> Any:
    """The reciprocals of numbers; the reciprocal of 0 counts as 0."""
    return where(values == 0, 0.0, 1 / where(values == 0, 1.0, values))


@gradient_of(_singular)
def _singular_gradient(x: Any, seed: Any) -> Any:
    values, left, right = _parts(x)
    rows, seed = x.shape[0], conj(seed)
    seed_left, seed_right = seed[1 : 1 + rows], seed[1 + rows :]
    distances, inverse = _inverse_distances(values * values), _reciprocals(values)
    of_left, of_right = adjoint(left) @ seed_left, adjoint(right) @ seed_right
    from_left, from_right = distances * of_left, distances * of_right
    inner = (from_left + adjoint(from_left)) * values
    inner = inner + expand_dims(values, 1) * (from_right + adjoint(from_right))
    on_diagonal = real(seed[0])
    if is_complex(x):
        on_diagonal = on_diagonal + 1j * imag(diagonal(of_left)) * inverse
    inner = inner + eye(values.shape[0], dtype=x.dtype) * on_diagonal
    beside = (seed_left - left @ of_left) * inverse
    above = (seed_right - right @ of_right) * inverse
    return conj((left @ inner + beside) @ adjoint(right) + left @ adjoint(above))


@derivative_of(_singular, "x")
def _singular_derivative(x: Any, tangent: Any) -> Any:
    values, left, right = _parts(x)
    distances, inverse = _inverse_distances(values * values), _reciprocals(values)
    inner = adjoint(left) @ tangent @ right
    after, before = inner * values, expand_dims(values, 1) * inner
    turning = distances * (after + adjoint(after))
    if is_complex(x):
        phases = 1j * imag(diagonal(inner)) * inverse
        turning = turning + eye(values.shape[0], dtype=x.dtype) * phases
    moved_left, moved_right = tangent @ right, adjoint(tangent) @ left
    moved_left = (moved_left - left @ inner) * inverse + left @ turning
    moved_right = (moved_right - right @ adjoint(inner)) * inverse
    moved_right = moved_right + right @ (distances * (before + adjoint(before)))
    return _stacked(real(diagonal(inner)), moved_left, moved_right)


def _thin_svd(x: Any) -> tuple[Any, Any, Any]:
    if not is_at_most(*x.shape):
        values, left, right = _parts(x)
        return left, values, adjoint(right)
    values, right, left = _parts(adjoint(x))
    return left, values, adjoint(right)


def _full_svd(x: Any) -> tuple[Any, Any, Any]:
    left, values, rows = _thin_svd(x)
    return _completed(left), values, adjoint(_completed(adjoint(rows)))


def _completed(columns: Any) -> Any:
    """The orthonormal columns, and others that make the matrix square."""
    rows, count = columns.shape
    if is_at_most(rows, count):
        return columns
    q, _ = _factors(columns, is_complete=True)
    return concat([columns, q[:, count:]], axis=1)
