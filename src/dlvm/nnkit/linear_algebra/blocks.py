"""Matrices as matrices of blocks, so that most of the work of a decomposition is products."""

from __future__ import annotations

from typing import Any

from dlvm.nnkit.array_api.creation import eye

BLOCK = 64
"""The rows and columns of a block: three blocks of f64 fit in the first or second cache."""


def blocks_of(x: Any) -> Any:
    """The blocks of a square matrix, of shape ``(m, m, BLOCK, BLOCK)``. Rows and columns of the
    identity matrix fill up the last blocks."""
    n = x.shape[0]
    count = (n + BLOCK - 1) // BLOCK
    filled = eye(count * BLOCK, dtype=x.dtype).at[:n, :n].set(x)
    return filled.reshape((count, BLOCK, count, BLOCK)).transpose(0, 2, 1, 3)


def matrix_of(blocks: Any, n: Any) -> Any:
    """The square matrix of ``n`` rows that has these blocks."""
    size = blocks.shape[0] * BLOCK
    return blocks.transpose(0, 2, 1, 3).reshape((size, size))[:n, :n]
