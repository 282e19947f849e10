"""Products of vectors, matrices and tensors, named as in the array API standard."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.array_api.complex_numbers import conj
from dlvm.nnkit.array_api.operators import Numbers
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import f64
from dlvm.nnkit.tracing.primitives import axes_of, axis_of, static_int
from dlvm.nnkit.tracing.ranks import Array, Less, Rank1, Rank2, Rank3, Rank4, StagedRank
from dlvm.nnkit.tracing.sizes import is_different, maximum, minimum
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, lift, wrap

E = TypeVar("E")
N = TypeVar("N", bound=StagedRank)
T = TypeVar("T", bound=AnyTensor)
Operand = AnyTensor | NDArray[Any]


@overload
def matmul(x1: Tracer[Array[Less[N], E]], x2: Tensor[Rank1, E], /) -> Tensor[N, E]: ...
@overload
def matmul(x1: Tensor[Rank1, E], x2: Tracer[Array[Less[N], E]], /) -> Tensor[N, E]: ...
@overload
def matmul(x1: Tensor[Rank2, E], x2: Tensor[Rank2, E], /) -> Tensor[Rank2, E]: ...
@overload
def matmul(
    x1: Tensor[Rank3, E], x2: Tensor[Rank2, E] | Tensor[Rank3, E], /
) -> Tensor[Rank3, E]: ...
@overload
def matmul(x1: Tensor[Rank2, E], x2: Tensor[Rank3, E], /) -> Tensor[Rank3, E]: ...
@overload
def matmul(
    x1: Tensor[Rank4, E], x2: Tensor[Rank2, E] | Tensor[Rank3, E] | Tensor[Rank4, E], /
) -> Tensor[Rank4, E]: ...
@overload
def matmul(
    x1: Tensor[Rank2, E] | Tensor[Rank3, E], x2: Tensor[Rank4, E], /
) -> Tensor[Rank4, E]: ...
@overload
def matmul(x1: NDArray[Any], x2: AnyTensor, /) -> Any: ...
@overload
def matmul(x1: AnyTensor, x2: NDArray[Any], /) -> Any: ...
def matmul(x1: Any, x2: Any, /) -> Any:
    """The matrix product.

    Parameters
    ----------
    x1
        Numbers of the shape ``(*b, m, k)``. A vector is a row, and the result lacks dimension
        ``m``.
    x2
        Numbers of the shape ``(*b, k, n)``. A vector is a column, and the result lacks dimension
        ``n``.

    Returns
    -------
    Tensor
        Numbers of the shape ``(*b, m, n)``. The leading dimensions ``b`` broadcast.

    Raises
    ------
    DiagnosticError
        If the inner dimensions ``k`` differ.
    """
    return primitives.dot(x1, x2)


dot = matmul


def matrix_transpose(x: T, /) -> T:
    """The tensor with its last two dimensions transposed.

    Parameters
    ----------
    x
        A tensor of rank 2 or more.

    Raises
    ------
    DiagnosticError
        If the rank of ``x`` is less than 2.
    """
    return primitives.matrix_transpose(x)


def einsum(subscripts: str, *operands: Operand) -> Any:
    """The sum of products in Einstein notation.

    A letter repeated in one operand selects its diagonal. ``...`` denotes dimensions that
    broadcast. Without ``->``, the result has ``...`` and then the letters that occur once, in
    alphabetical order. Several operands are contracted in the order that takes the least work.

    Parameters
    ----------
    subscripts
        One letter for each dimension of each operand and, after ``->``, of the result.
    *operands
        The tensors.

    Examples
    --------
    ::

        einsum("bik,bkj->bij", a, b)  # a batched matrix product
    """
    return primitives.einsum(subscripts.replace(" ", ""), operands)


def tensordot(
    x1: Operand, x2: Operand, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2
) -> Any:
    """The sum of products over pairs of dimensions of two tensors.

    Parameters
    ----------
    x1, x2
        Numbers.
    axes
        The number of dimensions: the last ones of ``x1`` and the first ones of ``x2``; or a list of
        dimensions for each.

    Returns
    -------
    Tensor
        A tensor with the other dimensions of ``x1``, then the other dimensions of ``x2``.

    Raises
    ------
    DiagnosticError
        If there are more axes than dimensions, or if the lists differ in length.
    """
    a, b = wrap(lift(x1)), wrap(lift(x2))
    if isinstance(axes, tuple):
        first = axes_of(tuple(axes[0]), a.ndim, "tensordot")
        second = axes_of(tuple(axes[1]), b.ndim, "tensordot")
    else:
        count = static_int(axes, "tensordot")
        if not 0 <= count <= min(a.ndim, b.ndim):
            raise failure(f"tensordot: expected 0 to {min(a.ndim, b.ndim)} axes, got {count}")
        first, second = tuple(range(a.ndim - count, a.ndim)), tuple(range(count))
    if len(first) != len(second):
        raise failure(
            "tensordot: expected equally many axes of both tensors, got "
            f"{len(first)} and {len(second)}"
        )
    letters = iter(ascii_letters)
    own = [next(letters) for _ in range(a.ndim)]
    other = [own[first[second.index(d)]] if d in second else next(letters) for d in range(b.ndim)]
    kept = [n for d, n in enumerate(own) if d not in first]
    kept += [n for d, n in enumerate(other) if d not in second]
    return primitives.einsum(f"{''.join(own)},{''.join(other)}->{''.join(kept)}", (a, b))


def vecdot(x1: Operand, x2: Operand, /, *, axis: int = -1) -> Any:
    """The dot products of vectors along an axis. Complex numbers of ``x1`` are conjugated.

    Parameters
    ----------
    x1, x2
        Numbers whose shapes broadcast.
    axis
        The axis of the vectors, a negative number.

    Returns
    -------
    Tensor
        A tensor of the broadcast shape without the axis.

    Raises
    ------
    DiagnosticError
        If ``axis`` is not a negative axis of both tensors.
    """
    if not -min(np.ndim(v) if isinstance(v, np.ndarray) else v.ndim for v in (x1, x2)) <= axis < 0:
        raise failure(f"vecdot: axis must be negative and an axis of both tensors, got {axis}")
    return primitives.total(primitives.elementwise("multiply", conj(wrap(lift(x1))), x2), axis)


def outer(x1: Tracer[Array[Rank1, E]], x2: Tracer[Array[Rank1, E]], /) -> Tensor[Rank2, E]:
    """The outer product of two vectors.

    Parameters
    ----------
    x1, x2
        Vectors of ``m`` and ``n`` numbers.

    Returns
    -------
    Tensor
        The products of all pairs, of the shape ``(m, n)``.
    """
    return primitives.einsum("i,j->ij", (x1, x2))


def kron(a: Operand, b: Operand, /) -> Any:
    """The Kronecker product: blocks that are the second tensor times each element of the first.

    Parameters
    ----------
    a, b
        Numbers.

    Examples
    --------
    ::

        kron(eye(2), b)  # two copies of the matrix b on the diagonal
    """
    first, second = wrap(lift(a)), wrap(lift(b))
    rank = max(first.ndim, second.ndim)
    shapes = [(1,) * (rank - x.ndim) + tuple(x.shape) for x in (first, second)]
    letters = ascii_letters[:rank], ascii_letters[rank : 2 * rank]
    products = primitives.einsum(
        f"{letters[0]},{letters[1]}->{''.join(map(''.join, zip(*letters, strict=True)))}",
        [primitives.reshape(x, s) for x, s in zip((first, second), shapes, strict=True)],
    )
    return primitives.reshape(products, tuple(n * m for n, m in zip(*shapes, strict=True)))


def diagonal(x: Tracer[Array[Less[N], E]], /, *, offset: int = 0) -> Tensor[N, E]:
    """A diagonal of each matrix.

    Parameters
    ----------
    x
        Matrices, in the last two dimensions.
    offset
        The position of the diagonal: 0 for the main one, positive above it.

    Raises
    ------
    DiagnosticError
        If the rank of ``x`` is less than 2.
    """
    value: Any = x
    if value.ndim < 2:
        raise failure(f"diagonal: rank must be 2 or more, got {value.ndim}")
    shift = static_int(offset, "diagonal")
    rows, columns = value.shape[-2:]
    start = (max(-shift, 0), max(shift, 0))
    count = maximum(minimum(rows - start[0], columns - start[1]), 0)
    square = value[..., start[0] : start[0] + count, start[1] : start[1] + count]
    return primitives.einsum("...ii->...i", (square,))


def trace(x: AnyTensor, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sum of a diagonal of each matrix.

    Parameters
    ----------
    x
        Matrices of numbers, in the last two dimensions.
    offset
        The position of the diagonal: 0 for the main one, positive above it.
    dtype
        The element type of the result; by default that of ``x``, widened to 64 bits for integers.

    Raises
    ------
    DiagnosticError
        If the rank of ``x`` is less than 2.
    """
    return primitives.total(diagonal(x, offset=offset), -1, False, dtype)


def cross(x1: Numbers, x2: Numbers, /, *, axis: int = -1) -> Numbers:
    """The cross product of vectors of 3 elements along an axis.

    Parameters
    ----------
    x1, x2
        Numbers with size 3 at the axis.
    axis
        The axis of the vectors.

    Raises
    ------
    DiagnosticError
        If the size of the axis is not 3.
    """
    a: Any = x1
    place = axis_of(axis, a.ndim, "cross") - a.ndim
    parts: list[Any] = []
    for value in (x1, x2):
        tensor: Any = value
        if is_different(tensor.shape[place], 3):
            raise failure(f"cross: expected size 3 at axis {axis}, got {tensor.shape[place]}")
        tail = (slice(None),) * (-place - 1)
        parts.append([tensor[(..., slice(i, i + 1), *tail)] for i in range(3)])
    (u, v, w), (x, y, z) = parts
    return primitives.concatenate([v * z - w * y, w * x - u * z, u * y - v * x], place)


def vector_norm(
    x: Tracer[Array[Any, f64]],
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
    ord: float = 2,
) -> Any:
    """The norm of vectors.

    Parameters
    ----------
    x
        Floats of any shape.
    axis
        The axis or axes of the vectors; by default all.
    keepdims
        Whether the result keeps these axes, with size 1.
    ord
        Which norm: 2 for the root of the sum of squares; ``inf`` and ``-inf`` for the greatest and
        the least absolute value; 0 for the number of elements that are not 0; ``sum(abs(x) ** ord)
        ** (1 / ord)`` for any other number.
    """
    size = primitives.absolute(x)
    if ord == float("inf"):
        return primitives.reduce(size, axis, keepdims, by="max")
    if ord == -float("inf"):
        return primitives.reduce(size, axis, keepdims, by="min")
    if ord == 0:
        return primitives.total(
            primitives.cast_to(primitives.flags(x), size.type.element), axis, keepdims
        )
    if ord == 1:
        return primitives.total(size, axis, keepdims)
    if ord == 2:
        return primitives.power(primitives.total(size * size, axis, keepdims), 0.5)
    summed = primitives.total(primitives.power(size, float(ord)), axis, keepdims)
    return primitives.power(summed, 1 / ord)
