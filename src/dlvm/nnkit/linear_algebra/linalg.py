"""The functions of the array API standard's ``linalg`` extension, and ``solve_triangular``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlvm.nnkit.array_api.products import (
    cross,
    diagonal,
    matmul,
    matrix_norm,
    matrix_power,
    matrix_transpose,
    outer,
    tensordot,
    trace,
    vecdot,
    vector_norm,
)
from dlvm.nnkit.array_api.unsupported import ABSENT_LINALG, Absent
from dlvm.nnkit.linear_algebra.decompositions import (
    cholesky,
    det,
    eigh,
    eigvalsh,
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
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_transpose",
    "outer",
    "slogdet",
    "solve",
    "solve_triangular",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in ABSENT_LINALG:
            return Absent(f"linalg.{name}", ABSENT_LINALG[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
