"""The functions of the array API standard's ``linalg`` extension that reduce to products."""

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

__all__ = [
    "cross",
    "diagonal",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_transpose",
    "outer",
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
