"""Cholesky factors and triangular systems, for all matrices of a batch at once."""

from __future__ import annotations

from typing import Any

from dlvm.ir.instructions import Contract
from dlvm.ir.types import ElementType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.complex_numbers import conjugate
from dlvm.stablehlo.operators.loops import counted
from dlvm.stablehlo.operators.movement import iota
from dlvm.stablehlo.operators.table import (
    OperationContext,
    broadcasted,
    cast_to,
    chosen,
    constant,
    lowered,
    operator,
    reshaped,
)


def _product(subscripts: str, *factors: Any) -> Any:
    return wrap(emit(Contract, [lift(f) for f in factors], subscripts=subscripts))


def _transposed(x: Any) -> Any:
    rank = len(x.type.shape)
    return lowered("transpose", x, axes=(*range(rank - 2), rank - 1, rank - 2))


def _adjoint(x: Any) -> Any:
    return conjugate(_transposed(x))


def _zeros(like: Any) -> Any:
    return broadcasted(constant(0, like.type.element), like.type.shape)


def _triangle(x: Any, lower: bool) -> Any:
    rank = len(x.type.shape)
    rows, columns = (iota(x.type.shape, axis) for axis in (rank - 2, rank - 1))
    kept = lowered("greaterThanOrEqual" if lower else "lessThanOrEqual", rows, columns)
    return chosen(x, constant(0, x.type.element), kept)


@operator("stablehlo.cholesky")
def cholesky(call: OperationContext, x: Any) -> Any:
    return cholesky_factor(x, lower=bool(call.get("lower", default=False)))


def cholesky_factor(x: Any, *, lower: bool) -> Any:
    """The Cholesky factors of Hermitian matrices, of which one triangle is read. The factor of a
    matrix that is not positive definite is NaN."""
    given = x if lower else _adjoint(x)
    n, element = x.type.shape[-1], x.type.element
    places = iota((n,), 0)

    def column(j: Any, states: list[Any]) -> list[Any]:
        [factor] = states
        unit = cast_to(lowered("equal", places, j), element)
        row = _product("...ki,k->...i", factor, unit)
        before = _product("...ik,...k->...i", factor, conjugate(row))
        rest = _product("...ik,k->...i", given, unit) - before
        pivot = _product("...i,i->...", rest, unit)
        pivot = lowered("sqrt", lowered("real", pivot) if element.is_complex else pivot)
        pivot = reshaped(cast_to(pivot, element), (*pivot.type.shape, 1))
        found = chosen(rest / pivot, constant(0, element), lowered("greaterThanOrEqual", places, j))
        return [factor + _product("...i,j->...ij", found, unit)]

    [factor] = counted(n, [_zeros(given)], column)
    return factor if lower else _adjoint(factor)


@operator("stablehlo.triangular_solve")
def triangular_solve(call: OperationContext, a: Any, b: Any) -> Any:
    form = call.word("transpose_a", 0, "NO_TRANSPOSE")
    return solved(
        conjugate(a) if form == "ADJOINT" else a,
        b,
        lower=bool(call.get("lower", default=False)),
        transposes=form != "NO_TRANSPOSE",
        on_left=bool(call.get("left_side", default=True)),
        is_unit=bool(call.get("unit_diagonal", default=False)),
    )


def solved(a: Any, b: Any, *, lower: bool, transposes: bool, on_left: bool, is_unit: bool) -> Any:
    """The solution of ``a x = b`` if ``on_left``, else of ``x a = b``, with the transpose of ``a``
    in its place if ``transposes``. Only one triangle of ``a`` is read. The diagonal of ``a`` counts
    as 1 if ``is_unit``."""
    a = _triangle(a, lower)
    if transposes == on_left:
        a, lower = _transposed(a), not lower
    b = b if on_left else _transposed(b)
    n, element = a.type.shape[-1], a.type.element
    places, last = iota((n,), 0), constant(n - 1, ElementType.I64)

    def row(step: Any, states: list[Any]) -> list[Any]:
        [x] = states
        here = lowered("equal", places, step if lower else last - step)
        unit = cast_to(here, element)
        factors = _product("...kj,k->...j", a, unit)
        others = chosen(constant(0, element), factors, here)
        found = _product("...kj,k->...j", b, unit) - _product("...k,...kj->...j", others, x)
        if not is_unit:
            pivot = _product("...i,i->...", factors, unit)
            found = found / reshaped(pivot, (*pivot.type.shape, 1))
        return [x + _product("k,...j->...kj", unit, found)]

    [x] = counted(n, [_zeros(b)], row)
    return x if on_left else _transposed(x)
