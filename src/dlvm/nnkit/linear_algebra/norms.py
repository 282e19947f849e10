"""Norms and powers of matrices."""

from __future__ import annotations

from typing import Any

from dlvm.nnkit.array_api import reductions
from dlvm.nnkit.array_api.creation import eye
from dlvm.nnkit.array_api.manipulation import expand_dims, moveaxis
from dlvm.nnkit.array_api.products import vector_norm
from dlvm.nnkit.linear_algebra.batches import require_square
from dlvm.nnkit.linear_algebra.decompositions import svdvals
from dlvm.nnkit.linear_algebra.systems import inv
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.primitives import axes_of, static_int
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift, wrap

_INFINITY = float("inf")


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: float | str = "fro") -> Any:
    """The norm of the matrices in the last two dimensions.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., m, n)``.
    keepdims
        Whether the result keeps the last two dimensions, with size 1.
    ord
        Which norm: ``"fro"`` for the root of the sum of squares; 1 and -1 for the greatest and the
        least sum of absolute values of a column, ``inf`` and ``-inf`` for those of a row; 2, -2 and
        ``"nuc"`` for the greatest, the least and the sum of the singular values.
    """
    if ord == "fro":
        return vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    if ord in _OF_SINGULAR_VALUES:
        found = _OF_SINGULAR_VALUES[ord](svdvals(x), axis=-1, keepdims=keepdims)
        return expand_dims(found, -1) if keepdims else found
    if ord not in (1, -1, _INFINITY, -_INFINITY):
        raise failure(
            f"matrix_norm: ord must be 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, got {ord!r}"
        )
    sums = reductions.sum(primitives.absolute(x), axis=-2 if ord in (1, -1) else -1, keepdims=True)
    join = reductions.min if ord in (-1, -_INFINITY) else reductions.max
    return join(sums, axis=(-2, -1), keepdims=keepdims)


_OF_SINGULAR_VALUES: dict[float | str, Any] = {
    2: reductions.max,
    -2: reductions.min,
    "nuc": reductions.sum,
}


def norm(
    x: Any,
    ord: float | str | None = None,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
) -> Any:
    """The norm of vectors or matrices, as in NumPy.

    Parameters
    ----------
    x
        The tensor.
    ord
        The order: that of :func:`vector_norm` or :func:`matrix_norm`. By default the root of the
        sum of squares.
    axis
        One axis for vectors or two for matrices. By default all axes; with ``ord``, the tensor must
        then be a vector or a matrix.
    keepdims
        Whether the result has these axes, of size 1.
    """
    value = wrap(lift(x))
    if axis is None and ord is not None and value.ndim not in (1, 2):
        raise failure(f"norm: with ord and no axis, rank must be 1 or 2, got {value.ndim}")
    axes = axes_of(axis, value.ndim, "norm")
    if ord is None or (len(axes) == 1 and not isinstance(ord, str)):
        return vector_norm(value, axis=axes, keepdims=keepdims, ord=2 if ord is None else ord)
    if len(axes) != 2:
        raise failure(f"norm: order {ord!r} is for matrices and expects 2 axes, got {len(axes)}")
    found = matrix_norm(moveaxis(value, axes, (-2, -1)), keepdims=keepdims, ord=ord)
    return moveaxis(found, (-2, -1), axes) if keepdims else found


def matrix_power(x: Any, n: int, /) -> Any:
    """The ``n``-th power of square matrices, by repeated squaring.

    Parameters
    ----------
    x
        Floats or complex numbers of the shape ``(..., m, m)``.
    n
        The exponent. If it is negative, the result is a power of the inverse.
    """
    count = static_int(n, "matrix_power")
    require_square("matrix_power", x)
    power = inv(x) if count < 0 else wrap(lift(x))
    count = -count if count < 0 else count
    if not count:
        return primitives.broadcast(eye(power.shape[-1], dtype=power.dtype), power.shape)
    result: Any = None
    while count:
        if count % 2:
            result = power if result is None else primitives.dot(result, power)
        count //= 2
        power = primitives.dot(power, power) if count else power
    return result
