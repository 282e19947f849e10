"""Products of matrices and tensors."""

from __future__ import annotations

from typing import Any

from dlvm.onnx.operators.elementwise import element, is_float
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nnkit


def product(a: Any, b: Any) -> Any:
    """The matrix product, whose batch dimensions broadcast as in NumPy."""
    return nnkit.matmul(a, b)


operator("MatMul")(product)


@operator("Gemm", since=1)
def gemm(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    transA: int = 0,
    transB: int = 0,
    broadcast: int = 1,
) -> Any:
    """``alpha * a @ b + beta * c``, with optional transposition of ``a`` and ``b``."""
    if transA:
        a = nnkit.matrix_transpose(a)
    if transB:
        b = nnkit.matrix_transpose(b)
    found = nnkit.matmul(a, b)
    if alpha != 1:
        found = _scaled(found, alpha)
    return found if c is None else found + (c if beta == 1 else _scaled(c, beta))


def _scaled(x: Any, factor: float) -> Any:
    if is_float(x):
        return x * factor
    return nnkit.astype(nnkit.astype(x, nnkit.f64) * factor, element(x))


@operator("Einsum")
def einsum(*tensors: Any, equation: str) -> Any:
    return nnkit.einsum(equation.replace(" ", ""), *tensors)


@operator("Det")
def det(x: Any) -> Any:
    """The determinant, by Gaussian elimination with partial pivoting."""
    size = x.shape[-1]
    if size == 1:
        return x[..., 0, 0]
    total = None
    sign = 1.0
    for _ in range(size - 1):
        column = x[..., :, 0]
        place = nnkit.argmax(nnkit.abs(column), axis=-1)
        count = x.shape[-1]
        rows = nnkit.arange(count, dtype=nnkit.i64)
        is_first = nnkit.expand_dims(nnkit.equal(rows, nnkit.expand_dims(place, -1)), -1)
        first = nnkit.sum(nnkit.where(is_first, x, nnkit.zeros_like(x)), axis=-2, keepdims=True)
        is_top = nnkit.expand_dims(nnkit.equal(rows, nnkit.zeros_like(rows)), -1)
        swapped = nnkit.where(is_first, nnkit.broadcast_to(x[..., :1, :], x.shape), x)
        swapped = nnkit.where(is_top, nnkit.broadcast_to(first, x.shape), swapped)
        pivot = first[..., 0, 0]
        turned = nnkit.where(nnkit.equal(place, nnkit.zeros_like(place)), pivot, -pivot)
        total = turned if total is None else total * turned
        safe = nnkit.where(
            nnkit.equal(pivot, nnkit.zeros_like(pivot)), nnkit.ones_like(pivot), pivot
        )
        factors = swapped[..., 1:, :1] / nnkit.expand_dims(nnkit.expand_dims(safe, -1), -1)
        x = swapped[..., 1:, 1:] - factors * swapped[..., :1, 1:]
    assert total is not None
    return sign * total * x[..., 0, 0]
