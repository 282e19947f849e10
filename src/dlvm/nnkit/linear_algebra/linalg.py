"""The functions of the array API standard's ``linalg`` extension, and ``lstsq``, ``norm`` and
``solve_triangular``."""

from __future__ import annotations

from dlvm.nnkit.array_api.products import (
    cross,
    diagonal,
    matmul,
    matrix_transpose,
    outer,
    tensordot,
    trace,
    vecdot,
    vector_norm,
)
from dlvm.nnkit.linear_algebra.decompositions import (
    cholesky,
    eigh,
    eigvalsh,
    qr,
    svd,
    svdvals,
)
from dlvm.nnkit.linear_algebra.least_squares import (
    lstsq,
    matrix_rank,
    pinv,
)
from dlvm.nnkit.linear_algebra.norms import (
    matrix_norm,
    matrix_power,
    norm,
)
from dlvm.nnkit.linear_algebra.systems import (
    det,
    inv,
    slogdet,
    solve,
    solve_triangular,
)

__all__ = [
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]
