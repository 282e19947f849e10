"""The calls of LAPACK in programs that JAX writes for processors, with LAPACK's own formats of the
results: E. Anderson et al., "LAPACK Users' Guide", 1999.

All decompositions except Cholesky's are those of ``nnkit.linalg``. The last result of a call is the
status of each matrix: 1 if the decomposition failed, so that a result has NaN, else 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

import dlvm.nnkit as typed_nnkit
from dlvm.diagnostics import error
from dlvm.ir.types import TensorType
from dlvm.nnkit.linear_algebra.batches import adjoint, for_each, hermitian
from dlvm.stablehlo.operators.complex_numbers import conjugate
from dlvm.stablehlo.operators.control import CUSTOM_CALLS
from dlvm.stablehlo.operators.factorization import cholesky_factor, solved
from dlvm.stablehlo.operators.table import OperationContext, broadcasted, constant

nnkit: Any = typed_nnkit


def _routine(real: str, complexes: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds a function of real matrices, and of complex ones under another name, to the table."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        names = [kind + real for kind in "sd"] + [kind + complexes for kind in "cz" if complexes]
        CUSTOM_CALLS.update({f"lapack_{name}_ffi": function for name in names})
        return function

    return add


def _option(call: OperationContext, name: str) -> str:
    """An option, which LAPACK writes as a letter and JAX as the letter's code."""
    options: Any = call.get("mhlo.backend_config", default={})
    if name not in options:
        raise error(f"option {name!r} is missing in mhlo.backend_config")
    return chr(int(options[name]))


def _zeros(call: OperationContext, place: int) -> Any:
    kind = cast("TensorType", call.operation.types[place])
    return broadcasted(constant(np.zeros(()), kind.element), cast("tuple[int, ...]", kind.shape))


def _failures(results: Any, axes: tuple[int, ...]) -> Any:
    """For each matrix, 1 if a result along the axes is NaN, else 0."""
    return nnkit.any(results != results, axis=axes).astype(nnkit.i32)


@_routine("potrf", "potrf")
def cholesky(call: OperationContext, x: Any) -> Any:
    factor = cholesky_factor(x, lower=_option(call, "uplo") == "L")
    return factor, _failures(factor, (-2, -1))


@_routine("trsm", "trsm")
def triangular_solve(call: OperationContext, a: Any, b: Any) -> Any:
    form = _option(call, "trans_x")
    return solved(
        conjugate(a) if form == "C" else a,
        b,
        lower=_option(call, "uplo") == "L",
        transposes=form != "N",
        on_left=_option(call, "side") == "L",
        is_unit=_option(call, "diag") == "U",
    )


@_routine("syevd", "heevd")
def eigenvalues(call: OperationContext, x: Any) -> Any:
    lower = adjoint(x) if _option(call, "uplo") == "U" else x
    values, vectors = nnkit.linalg.eigh(hermitian(lower))
    return vectors, values, _failures(values, (-1,))


@_routine("gesdd", "gesdd")
def singular_values(call: OperationContext, x: Any) -> Any:
    mode = _option(call, "mode")
    if mode not in ("A", "S", "N"):
        raise error(f"mode must be A, S or N, got {mode!r}")
    if mode == "N":
        values = nnkit.linalg.svdvals(x)
        return x, values, _zeros(call, 2), _zeros(call, 3), _failures(values, (-1,))
    u, values, vt = nnkit.linalg.svd(x, full_matrices=mode == "A")
    return x, values, u, vt, _failures(values, (-1,))


@_routine("getrf", "getrf")
def lu(call: OperationContext, x: Any) -> Any:
    factors, pivots = for_each("lu", _lu, x)
    return factors, pivots, _zeros(call, 2)


@nnkit.staged
def _lu(x: Any) -> tuple[Any, Any]:
    """The factors L, without its diagonal of ones, and U in one matrix; and for each column, the
    row of its pivot before the exchange of rows, counted from 1."""
    count, rows, columns = min(x.shape), nnkit.arange(x.shape[0]), nnkit.arange(x.shape[1])
    pivots = nnkit.zeros((count,), dtype=nnkit.i32)
    for j in nnkit.range(count):
        sizes = nnkit.abs(nnkit.real(x[:, j])) + nnkit.abs(nnkit.imag(x[:, j]))
        best = nnkit.argmax(nnkit.where(rows >= j, sizes, -1.0))
        order = nnkit.where(rows == j, best, nnkit.where(rows == best, j, rows))
        x = nnkit.take(x, order, axis=0)
        pivot = x[j, j]
        below = nnkit.where(rows > j, x[:, j] / nnkit.where(pivot == 0, 1.0, pivot), 0.0)
        x = x - nnkit.outer(below, nnkit.where(columns > j, x[j], 0.0))
        x = nnkit.where((rows[:, None] > j) & (columns == j), below[:, None], x)
        pivots = pivots.at[j].set((best + 1).astype(nnkit.i32))
    return x, pivots


@_routine("geqrf", "geqrf")
def qr(call: OperationContext, x: Any) -> Any:
    return tuple(for_each("qr", _qr, x))


@nnkit.staged
def _qr(x: Any) -> tuple[Any, Any]:
    """R above the tails of the Householder vectors, whose first elements are 1; and the factor of
    each reflection ``1 - factor * outer(vector, conj(vector))``."""
    count, rows, columns = min(x.shape), nnkit.arange(x.shape[0]), nnkit.arange(x.shape[1])
    factors = nnkit.zeros((count,), dtype=x.dtype)
    for j in nnkit.range(count):
        head = x[j, j]
        tail = nnkit.where(rows > j, x[:, j], 0.0)
        squares = (nnkit.abs(tail) ** 2).sum()
        is_reduced = (squares == 0) & (nnkit.imag(head) == 0)
        size = nnkit.sqrt(nnkit.abs(head) ** 2 + squares)
        size = nnkit.where(nnkit.real(head) < 0, size, -size)
        first = nnkit.where(is_reduced, head, size)
        vector = tail / nnkit.where(is_reduced, 1.0, head - first)
        vector = nnkit.where(rows == j, 1.0, vector)
        factor = nnkit.where(is_reduced, 0.0, (first - head) / first)
        rest = nnkit.conj(factor) * (nnkit.conj(vector) @ x)
        x = x - nnkit.outer(vector, nnkit.where(columns >= j, rest, 0.0))
        x = nnkit.where((rows[:, None] > j) & (columns == j), vector[:, None], x)
        factors = factors.at[j].set(factor)
    return x, factors


@_routine("orgqr", "ungqr")
def orthogonal_factor(call: OperationContext, x: Any, factors: Any) -> Any:
    return for_each("orgqr", _orthogonal_factor, x, nnkit.expand_dims(factors, axis=-2))


@nnkit.staged
def _orthogonal_factor(x: Any, factors: Any) -> Any:
    """The first columns of the product of the reflections that ``_qr`` returns."""
    count, rows = factors.shape[1], nnkit.arange(x.shape[0])
    found = nnkit.eye(x.shape[0], x.shape[1], dtype=x.dtype)
    for i in nnkit.range(count):
        j = count - 1 - i
        vector = nnkit.where(rows > j, x[:, j], nnkit.where(rows == j, 1.0, 0.0))
        found = found - nnkit.outer(vector, factors[0, j] * (nnkit.conj(vector) @ found))
    return found
