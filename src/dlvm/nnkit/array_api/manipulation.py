"""Manipulation functions of the array API standard: shape, order and layout of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.array_api.creation import arange
from dlvm.nnkit.array_api.operators import Constant
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import i64
from dlvm.nnkit.tracing.primitives import (
    axes_of,
    axis_of,
    expect_shape,
    expect_size,
    static_int,
)
from dlvm.nnkit.tracing.ranks import (
    Array,
    Less,
    More,
    Rank0,
    Rank1,
    Rank2,
    Rank3,
    Rank4,
    StagedRank,
)
from dlvm.nnkit.tracing.sizes import broadcast_shapes, is_known, require_equal
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, lift, wrap

T = TypeVar("T", bound=AnyTensor)
E = TypeVar("E")
N = TypeVar("N", bound=StagedRank)
Sizes = int | tuple[int, ...]
Axes = int | tuple[int, ...] | None


@overload
def reshape(x: Tracer[Array[Any, E]], /, shape: int | tuple[int]) -> Tensor[Rank1, E]: ...
@overload
def reshape(x: Tracer[Array[Any, E]], /, shape: tuple[()]) -> Tensor[Rank0, E]: ...
@overload
def reshape(x: Tracer[Array[Any, E]], /, shape: tuple[int, int]) -> Tensor[Rank2, E]: ...
@overload
def reshape(x: Tracer[Array[Any, E]], /, shape: tuple[int, int, int]) -> Tensor[Rank3, E]: ...
@overload
def reshape(x: Tracer[Array[Any, E]], /, shape: tuple[int, int, int, int]) -> Tensor[Rank4, E]: ...
@overload
def reshape(x: AnyTensor, /, shape: Sizes) -> Any: ...
def reshape(x: Any, /, shape: Any) -> Any:
    """The same elements, in row-major order, in another shape.

    Parameters
    ----------
    x
        A tensor of any shape.
    shape
        The sizes. One of them may be -1: it follows from the others.

    Raises
    ------
    DiagnosticError
        If the number of elements differs.
    """
    return primitives.reshape(x, shape)


def permute_dims(x: T, /, axes: tuple[int, ...] | None = None) -> T:
    """The tensor with its dimensions permuted.

    Parameters
    ----------
    x
        A tensor of any shape.
    axes
        The dimensions of ``x`` in the order of the result; by default reversed.

    Examples
    --------
    ::

        permute_dims(zeros((2, 3, 4)), (0, 2, 1))  # has shape (2, 4, 3)
    """
    return primitives.transpose(x, axes)


transpose = permute_dims


def moveaxis(x: T, source: Sizes, destination: Sizes, /) -> T:
    """The tensor with the dimensions at ``source`` moved to ``destination``. The others keep their
    order.

    Parameters
    ----------
    x
        A tensor of any shape.
    source, destination
        One axis or several: their positions in ``x``, and in the result.

    Raises
    ------
    DiagnosticError
        If the numbers of axes differ.
    """
    rank = x.ndim
    old, new = axes_of(source, rank, "moveaxis"), axes_of(destination, rank, "moveaxis")
    if len(old) != len(new):
        raise failure(
            f"moveaxis: expected as many axes as destinations, got {len(old)} and {len(new)}"
        )
    rest = iter(a for a in range(rank) if a not in old)
    order = tuple(old[new.index(a)] if a in new else next(rest) for a in range(rank))
    return primitives.transpose(x, order)


def swapaxes(x: T, first: int, second: int, /) -> T:
    """The tensor with two dimensions exchanged.

    Parameters
    ----------
    x
        A tensor of any shape.
    first, second
        The dimensions.
    """
    a, b = axis_of(first, x.ndim, "swapaxes"), axis_of(second, x.ndim, "swapaxes")
    return primitives.transpose(x, tuple({a: b, b: a}.get(n, n) for n in range(x.ndim)))


def broadcast_to(x: AnyTensor | Constant, /, shape: Sizes) -> Any:
    """The tensor repeated to a larger shape.

    Parameters
    ----------
    x
        A tensor or number.
    shape
        The shape of the result, to which that of ``x`` broadcasts.

    Raises
    ------
    DiagnosticError
        If the shape of ``x`` does not broadcast to ``shape``.
    """
    return primitives.broadcast(x, shape)


def broadcast_arrays(*tensors: Any) -> list[Any]:
    """The tensors broadcast to a common shape.

    Parameters
    ----------
    *tensors
        Tensors whose shapes broadcast.

    Returns
    -------
    list
        The tensors, all of one shape.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast.
    """
    values = [wrap(lift(t)) for t in tensors]
    shape = broadcast_shapes(*(v.shape for v in values))
    if shape is None:
        found = " and ".join(str(v.shape) for v in values)
        raise failure(f"broadcast_arrays: expected shapes that broadcast, got {found}")
    return [primitives.broadcast(v, shape) for v in values]


@overload
def expand_dims(x: Tracer[Array[More[N], E]], /, axis: int = 0) -> Tensor[N, E]: ...
@overload
def expand_dims(x: AnyTensor, /, axis: Sizes = 0) -> Any: ...
def expand_dims(x: Any, /, axis: Any = 0) -> Any:
    """The tensor with dimensions of size 1 inserted.

    Parameters
    ----------
    x
        A tensor of any shape.
    axis
        The positions of the new dimensions in the result.

    Examples
    --------
    ::

        expand_dims(zeros((2, 3)), -1)  # has shape (2, 3, 1)
    """
    return primitives.expand(x, axis)


@overload
def squeeze(x: Tracer[Array[Less[N], E]], /, axis: int) -> Tensor[N, E]: ...
@overload
def squeeze(x: AnyTensor, /, axis: Axes = None) -> Any: ...
def squeeze(x: Any, /, axis: Any = None) -> Any:
    """The tensor without dimensions of size 1.

    Parameters
    ----------
    x
        A tensor of any shape.
    axis
        The dimensions to remove; with None, all of size 1.

    Examples
    --------
    ::

        squeeze(zeros((1, 3, 1)), 0)  # has shape (3, 1)
    """
    return primitives.squeeze(x, axis)


def flip(x: T, /, axis: Axes = None) -> T:
    """Reverses the order of the elements along the axes; by default along all axes.

    Parameters
    ----------
    x
        A tensor of any shape.
    axis
        The axis or axes; by default all.
    """
    axes = axes_of(axis, x.ndim, "flip")
    tensor: Any = x
    return tensor[tuple(slice(None, None, -1 if a in axes else None) for a in range(x.ndim))]


def roll(x: T, /, shift: Sizes, axis: Axes = None) -> T:
    """The elements shifted along the axes. Elements that leave the end reappear at the beginning.

    Parameters
    ----------
    x
        A tensor of any shape.
    shift
        The number of places, or one number for each axis.
    axis
        The axis or axes; with None, the flattened tensor is shifted.

    Raises
    ------
    DiagnosticError
        If there are several shifts, but not one for each axis.

    Examples
    --------
    ::

        roll(asarray([1, 2, 3]), 1)  # is [3, 1, 2]
    """
    if axis is None:
        flat = primitives.reshape(x, -1)
        return primitives.reshape(roll(flat, shift, 0), x.shape)
    axes = axes_of(axis, x.ndim, "roll")
    shifts = expect_shape(shift, "roll")
    if len(shifts) == 1:
        shifts *= len(axes)
    if len(shifts) != len(axes):
        raise failure(f"roll: expected as many shifts as axes, got {len(shifts)} and {len(axes)}")
    result: Any = x
    for places, place in zip(shifts, axes, strict=True):
        size = x.shape[place]
        middle = -places % size if not is_known(size) or size else 0
        if not is_known(middle) or middle:
            whole = (slice(None),) * place
            parts = [result[(*whole, slice(middle, None))], result[(*whole, slice(0, middle))]]
            result = primitives.concatenate(parts, place)
    return result


def repeat(
    x: AnyTensor, repeats: int | Sequence[int] | NDArray[Any], /, *, axis: int | None = None
) -> Any:
    """Each element repeated along an axis.

    Parameters
    ----------
    x
        A tensor of any shape.
    repeats
        One count, or a count for each element along the axis.
    axis
        The axis; with None, the tensor is flattened first.

    Raises
    ------
    DiagnosticError
        If a count is negative, or if there is neither one count nor one for each element.

    Examples
    --------
    ::

        repeat(asarray([1, 2]), 2)  # is [1, 1, 2, 2]
    """
    if axis is None:
        return repeat(primitives.reshape(x, -1), repeats, axis=0)
    place = axis_of(axis, x.ndim, "repeat")
    size = x.shape[place]
    if isinstance(repeats, Sequence | np.ndarray):
        counts = [static_int(n, "repeat") for n in repeats]
        is_fit = len(counts) == 1 or not is_known(size) or len(counts) == size
        if not is_fit or min(counts, default=0) < 0:
            raise failure(f"repeat: expected {size} non-negative integers, got {counts}")
        if len(counts) == 1:
            return repeat(x, counts[0], axis=place)
        require_equal(len(counts), size, "repeat: expected {1} numbers, got {0}")
        return primitives.gather(x, np.repeat(np.arange(len(counts)), counts), place)
    count = expect_size(repeats, "repeat")
    if is_known(count) and count < 0:
        raise failure(f"repeat: the count must not be negative, got {count}")
    shape = x.shape
    wide = primitives.broadcast(
        primitives.expand(x, place + 1), (*shape[: place + 1], count, *shape[place + 1 :])
    )
    return primitives.reshape(wide, (*shape[:place], size * count, *shape[place + 1 :]))


def tile(x: AnyTensor, repetitions: Sizes, /) -> Any:
    """Repeats the tensor along each dimension.

    Parameters
    ----------
    x
        A tensor of any shape.
    repetitions
        The number of repetitions of each dimension. If there are more numbers than dimensions, new
        dimensions come first.

    Examples
    --------
    ::

        tile(asarray([1, 2]), (2, 2))  # is [[1, 2, 1, 2], [1, 2, 1, 2]]
    """
    counts = expect_shape(repetitions, "tile")
    rank = max(len(counts), x.ndim)
    counts = (1,) * (rank - len(counts)) + counts
    shape = (1,) * (rank - x.ndim) + x.shape
    pairs = [size for d in shape for size in (1, d)]
    wide = [size for n, d in zip(counts, shape, strict=True) for size in (n, d)]
    repeated = primitives.broadcast(primitives.reshape(x, pairs), wide)
    return primitives.reshape(repeated, [n * d for n, d in zip(counts, shape, strict=True)])


@overload
def take(x: T, indices: Tracer[Array[Rank1, i64]] | list[int], /, axis: int = 0) -> T: ...
@overload
def take(x: AnyTensor, indices: Any, /, axis: int = 0) -> Any: ...
def take(x: Any, indices: Any, /, axis: int = 0) -> Any:
    """The elements at integer indices along an axis. The program fails if an index is out of range.

    Parameters
    ----------
    x
        A tensor of rank 1 or more.
    indices
        Integers of any shape.
    axis
        The axis to index.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x`` with the shape of ``indices`` in place of the axis.

    Examples
    --------
    ::

        take(weight, tokens)  # (words, width) at (n, steps) has shape (n, steps, width)
    """
    places = np.asarray(cast(Any, indices)) if isinstance(indices, list) else indices
    return primitives.gather(x, places, axis)


def take_along_axis(x: T, indices: Any, /, axis: int = -1) -> T:
    """Picks elements along an axis by index, with separate indices for each row. The program fails
    if an index is out of range.

    Parameters
    ----------
    x
        A tensor of rank 1 or more.
    indices
        Integers of the rank of ``x``. Their sizes along the other axes equal those of ``x`` or are
        1.
    axis
        The axis to index.

    Returns
    -------
    Tensor
        A tensor of the broadcast shape, with the size of ``indices`` at the axis.

    Raises
    ------
    DiagnosticError
        For indices of another rank.

    Examples
    --------
    ::

        order = argsort(x)
        take_along_axis(x, order)  # the same as sort(x)
    """
    place = axis_of(axis, x.ndim, "take_along_axis")
    own = wrap(lift(indices))
    if own.ndim != x.ndim:
        raise failure(
            f"take_along_axis: expected indices of rank {x.ndim}, like the tensor, got rank "
            f"{own.ndim}"
        )
    key: list[Any] = []
    for a, size in enumerate(x.shape):
        rest = tuple(size if n == a else 1 for n in range(x.ndim))
        key.append(own if a == place else arange(size).reshape(rest))
    return x[tuple(key)]


def scatter(
    x: T,
    indices: AnyTensor | NDArray[Any] | int,
    updates: AnyTensor | NDArray[Any],
    axis: int = 0,
    by: str | None = None,
) -> T:
    """``x`` with the updates written at integer indices along an axis, the inverse of ``take``.

    Parameters
    ----------
    x
        A tensor of any shape.
    indices
        Integers of any shape ``s``. The program fails if one is out of range.
    updates
        A tensor of the element type and shape of ``x``, except that ``s`` replaces the axis.
    axis
        The axis of ``x`` that the indices select from.
    by
        ``"add"``, ``"multiply"``, ``"max"`` or ``"min"`` combines each update with the existing
        element. By default, the update replaces the element; if indices repeat, the last update
        wins.

    Examples
    --------
    ::

        scatter(zeros((3,)), asarray([0, 2, 2]), asarray([1.0, 2.0, 3.0]), by="add")  # [1, 0, 5]
    """
    return primitives.scatter(x, indices, updates, axis, by)


def pad(x: T, widths: int | Sequence[tuple[int, int]], value: float = 0) -> T:
    """The tensor with elements added at both ends of its dimensions.

    Parameters
    ----------
    x
        Numbers of any shape.
    widths
        The numbers of elements before and after, a pair for each dimension; or one number for both
        ends of all dimensions.
    value
        The value of the added elements.

    Examples
    --------
    ::

        pad(asarray([1, 2]), ((1, 2),))  # is [0, 1, 2, 0, 0]
    """
    pairs = [(widths, widths)] * x.ndim if isinstance(widths, int) else widths
    return primitives.pad(x, pairs, value)


def ravel(x: Tracer[Array[Any, E]], /) -> Tensor[Rank1, E]:
    """The tensor flattened to one dimension.

    Parameters
    ----------
    x
        A tensor of any shape.

    Returns
    -------
    Tensor
        A vector of the elements in row-major order.
    """
    return primitives.reshape(x, -1)
