"""Reductions, searches, sorting and scans of the array API standard."""

from __future__ import annotations

import operator
from functools import partial
from math import prod as product
from typing import Any, Literal

from numpy.typing import NDArray

from dlvm.ir.instructions import Scan
from dlvm.nnkit.array_api import complex_numbers, elementwise
from dlvm.nnkit.array_api.creation import zeros_like
from dlvm.nnkit.array_api.operators import E, Numbers, R
from dlvm.nnkit.array_api.signatures import (
    Averaging,
    Cumulating,
    Finding,
    Joining,
    Spreading,
    Summing,
    function,
)
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import i64
from dlvm.nnkit.tracing.primitives import axes_of, axis_of, static_int
from dlvm.nnkit.tracing.ranks import Array
from dlvm.nnkit.tracing.sizes import is_known, is_size, maximum, shape_of
from dlvm.nnkit.tracing.trace import emit, failure
from dlvm.nnkit.tracing.tracer import Tracer, lift, wrap

Axes = int | tuple[int, ...] | None

sum: Summing = function(
    Summing,
    "sum",
    "The sum along the axes, or all axes for None; integers are widened to 64 bits.",
    primitives.total,
)
prod: Summing = function(
    Summing,
    "prod",
    "The product along the axes, or all axes for None; integers are widened to 64 bits.",
    primitives.product,
)
max: Joining = function(
    Joining,
    "max",
    "The greatest element along the axes, or all axes for None.",
    partial(primitives.reduce, by="max"),
)
min: Joining = function(
    Joining,
    "min",
    "The least element along the axes, or all axes for None.",
    partial(primitives.reduce, by="min"),
)
mean: Averaging = function(
    Averaging, "mean", "The mean of floats along the axes, or all axes for None.", primitives.mean
)
all: Finding[bool] = function(
    Finding,
    "all",
    "Whether all elements along the axes are true. Numbers other than 0 count as true.",
    partial(primitives.reduce_flags, by="and"),
)
any: Finding[bool] = function(
    Finding,
    "any",
    "Whether any element along the axes is true. Numbers other than 0 count as true.",
    partial(primitives.reduce_flags, by="or"),
)
argmax: Finding[i64] = function(
    Finding,
    "argmax",
    "The i64 index of the first greatest element along an axis; of the flattened tensor for None.",
    partial(primitives.extremum_index, mnemonic="argMax"),
)
argmin: Finding[i64] = function(
    Finding,
    "argmin",
    "The i64 index of the first least element along an axis; of the flattened tensor for None.",
    partial(primitives.extremum_index, mnemonic="argMin"),
)


def _count_nonzero(x: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    return primitives.total(primitives.cast_to(primitives.flags(x), i64), axis, keepdims)


count_nonzero: Finding[i64] = function(
    Finding,
    "count_nonzero",
    "The number of elements along the axes that are not 0.",
    _count_nonzero,
)


def _var(x: Any, /, axis: Axes = None, correction: float = 0, keepdims: bool = False) -> Any:
    value = wrap(lift(x))
    count = product(value.shape[a] for a in axes_of(axis, value.ndim, "var"))
    centered = value - primitives.mean(value, axis, True)
    total = primitives.total(complex_numbers.squared_size(centered), axis, keepdims)
    rest = count - (int(correction) if correction == int(correction) else correction)
    if is_known(count):
        return total / float(rest if rest > 0 else 0)
    if is_size(rest):
        return total / maximum(rest, 0)
    return total / elementwise.maximum(primitives.cast_to(rest, total.type.element), 0)


def _std(x: Any, /, axis: Axes = None, correction: float = 0, keepdims: bool = False) -> Any:
    return elementwise.sqrt(_var(x, axis, correction, keepdims))


var: Spreading = function(
    Spreading,
    "var",
    "The variance along the axes; ``correction`` is subtracted from the count.",
    _var,
)
std: Spreading = function(
    Spreading,
    "std",
    "The standard deviation along the axes; ``correction`` is subtracted from the count.",
    _std,
)


def _cumulative(by: str, name: str, summary: str) -> Any:
    def call(
        x: Any, /, axis: int | None = None, *, dtype: Any = None, include_initial: bool = False
    ) -> Any:
        value = primitives.widened(x, dtype)
        rank = value.ndim
        if axis is None and rank != 1:
            raise failure(f"{name}: expected an axis for rank {rank}, got none")
        place = axis_of(axis or 0, rank, name)
        if include_initial:
            edges = [(1, 0) if a == place else (0, 0) for a in range(rank)]
            value = primitives.pad(value, edges, 0 if by == "add" else 1)
        return wrap(emit(Scan, value.value, by, (place,)))

    return function(Cumulating, name, summary, call)


cumulative_sum: Cumulating = _cumulative(
    "add",
    "cumulative_sum",
    "The sum of each element and those before it along an axis, which is optional for a "
    "vector; integers are widened to 64 bits. With ``include_initial``, a 0 comes first.",
)
cumulative_prod: Cumulating = _cumulative(
    "multiply",
    "cumulative_prod",
    "The product of each element and those before it along an axis, which is optional for a "
    "vector; integers are widened to 64 bits. With ``include_initial``, a 1 comes first.",
)


def sort(x: Numbers, /, axis: int = -1, descending: bool = False, stable: bool = True) -> Numbers:
    """The elements in ascending order along an axis; NaN last.

    Parameters
    ----------
    x
        Numbers of any shape.
    axis
        The axis to sort.
    descending
        Whether to sort in descending order.
    stable
        Has no effect: the sort is stable.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    return primitives.sort(x, axis, descending)[0]


def argsort(
    x: Tracer[Array[R, Any]], /, axis: int = -1, descending: bool = False, stable: bool = True
) -> Tensor[R, i64]:
    """The indices that sort the elements along an axis; NaN last.

    Parameters
    ----------
    x
        Numbers of any shape.
    axis
        The axis to sort.
    descending
        Whether to sort in descending order.
    stable
        Has no effect: the sort is stable.

    Returns
    -------
    Tensor
        i64 of the shape of ``x``.

    Examples
    --------
    ::

        order = argsort(x)
        take_along_axis(x, order)  # the same as sort(x)
    """
    return primitives.sort(x, axis, descending)[1]


def top_k(x: Tracer[Array[R, E]], k: int, /, axis: int = -1) -> tuple[Tensor[R, E], Tensor[R, i64]]:
    """The ``k`` greatest elements along an axis, the greatest first, and their indices.

    Parameters
    ----------
    x
        Numbers of any shape.
    k
        The number of elements, known while staging.
    axis
        The axis to search.

    Returns
    -------
    Tensor
        The elements, with size ``k`` at the axis.
    Tensor
        Their indices, i64 of the same shape.

    Raises
    ------
    DiagnosticError
        If ``k`` is negative or greater than the size of the axis.
    """
    shape = shape_of(lift(x))
    place = axis_of(axis, len(shape), "top_k")
    count, size = static_int(k, "top_k"), shape[place]
    if count < 0 or (is_known(size) and count > size):
        raise failure(f"top_k: expected 0 to {size} elements, got {count}")
    return primitives.sort(x, place, True, count)


def searchsorted(
    x1: AnyTensor | NDArray[Any],
    x2: Tracer[Array[R, Any]],
    /,
    *,
    side: Literal["left", "right"] = "left",
    sorter: Any = None,
) -> Tensor[R, i64]:
    """The index at which to insert each number into a sorted vector.

    Parameters
    ----------
    x1
        A vector in ascending order.
    x2
        Numbers of any shape to insert.
    side
        Whether the index is before (``"left"``) or after (``"right"``) equal elements.
    sorter
        Indices that sort ``x1``, if it is not sorted.

    Returns
    -------
    Tensor
        i64 of the shape of ``x2``.

    Raises
    ------
    DiagnosticError
        If ``x1`` is not a vector, or ``side`` is neither ``"left"`` nor ``"right"``.
    """
    if side not in ("left", "right"):
        raise failure(f"searchsorted: side must be 'left' or 'right', got {side!r}")
    known = wrap(lift(x1)) if sorter is None else primitives.gather(x1, sorter, 0)
    if known.ndim != 1:
        raise failure(f"searchsorted: expected rank 1, got {known.ndim}")
    wanted = wrap(lift(x2))
    is_before = operator.lt if side == "left" else operator.le
    (left,) = known.shape
    if not is_known(left):
        return _count_nonzero(is_before(known, primitives.expand(wanted, -1)), -1)
    # All elements bisect the same number of times, so no index is out of range.
    place = zeros_like(wanted, dtype=i64)
    while left:
        half = (left + 1) // 2
        middle = primitives.gather(known, place + (half - 1), 0)
        place = place + primitives.cast_to(is_before(middle, wanted), i64) * half
        left -= half
    return place


def diff(x: Numbers, /, axis: int = -1, n: int = 1) -> Numbers:
    """The differences of adjacent elements along an axis, taken ``n`` times.

    Parameters
    ----------
    x
        Numbers of any shape.
    axis
        The axis along which elements are adjacent.
    n
        The number of times to take the differences.

    Returns
    -------
    Tensor
        A tensor with ``n`` fewer elements along the axis.
    """
    place = axis_of(axis, primitives.rank_of(lift(x)), "diff")
    whole = (slice(None),) * place
    result: Any = x
    for _ in range(static_int(n, "diff")):
        result = result[(*whole, slice(1, None))] - result[(*whole, slice(None, -1))]
    return result
