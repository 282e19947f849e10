"""Manipulation functions of the array API standard: shape, order and layout of elements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
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
from dlvm.nnkit.tracing.ranks import Array, Less, More, Rank, Rank0, Rank1, Rank2, Rank3, Rank4
from dlvm.nnkit.tracing.sizes import broadcast_shapes, is_known, require_equal
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, is_tracer, lift, wrap

T = TypeVar("T", bound=AnyTensor)
E = TypeVar("E")
N = TypeVar("N", bound=Rank)
Sizes = int | tuple[int, ...]
Axes = int | tuple[int, ...] | None


@overload
def concat(parts: Sequence[Tracer[Array[Any, E]]], /, *, axis: None) -> Tensor[Rank1, E]: ...
@overload
def concat(parts: Sequence[T], /, axis: int = 0) -> T: ...
@overload
def concat(parts: Sequence[AnyTensor | NDArray[Any]], /, axis: int | None = 0) -> Any: ...
def concat(parts: Any, /, axis: int | None = 0) -> Any:
    """The tensors concatenated along an axis; with None, each is flattened first. Element types are
    promoted."""
    _expect_list("concatenate", axis)
    if axis is None:
        return primitives.concatenate([primitives.reshape(p, -1) for p in parts], 0)
    return primitives.concatenate(parts, axis)


concatenate = concat


def _expect_list(name: str, axis: Any) -> None:
    if is_tracer(axis):
        raise failure(
            f"{name}: the tensors must be in a list, got several arguments; write {name}([x, y])"
        )


@overload
def stack(parts: Sequence[Tracer[Array[More[N], E]]], /, axis: int = 0) -> Tensor[N, E]: ...
@overload
def stack(parts: Sequence[Any], /, axis: int = 0) -> Any: ...
def stack(parts: Sequence[Any], /, axis: int = 0) -> Any:
    """The tensors stacked along a new axis. Element types are promoted."""
    _expect_list("stack", axis)
    return primitives.concatenate([primitives.expand(p, axis) for p in parts], axis)


def unstack(x: Tracer[Array[Less[N], E]], /, *, axis: int = 0) -> tuple[Tensor[N, E], ...]:
    """The slices of a tensor along an axis, without that axis.

    For shape ``(3, n)`` and axis 0, the result is a tuple of three tensors of shape ``(n,)``.
    """
    tensor: Any = x
    place = axis_of(axis, tensor.ndim, "unstack")
    if not is_known(tensor.shape[place]):
        raise failure(
            f"unstack: expected a size known while staging at axis {axis}, got "
            f"{tensor.shape[place]}; loop over the rows instead"
        )
    whole = (slice(None),) * place
    return tuple(tensor[(*whole, i)] for i in range(tensor.shape[place]))


def split(x: T, sections: int | Sequence[int], /, *, axis: int = 0) -> tuple[T, ...]:
    """The parts of a tensor along an axis: ``sections`` equal parts, or parts that end at the
    indices in ``sections``.

    For example, ``split(x, 3)`` returns three tensors of the same size, and ``split(x, (2, 5))``
    returns ``x[:2]``, ``x[2:5]`` and ``x[5:]``. Raises :class:`DiagnosticError` if the size of the
    axis is not divisible by the number of sections.
    """
    place = axis_of(axis, x.ndim, "split")
    size = x.shape[place]
    if isinstance(sections, Sequence):
        bounds = [0, *(expect_size(n, "split") for n in sections), size]
    else:
        count = static_int(sections, "split")
        if count < 1 or (is_known(size) and size % count):
            raise failure(
                f"split: expected sections of equal size, got {count} sections of size {size}"
            )
        if not is_known(size):
            # A reshape to the parts checks that they are equal.
            shape = (*x.shape[:place], count, size // count, *x.shape[place + 1 :])
            parts = primitives.reshape(x, shape)
            return tuple(primitives.gather(parts, i, place) for i in range(count))
        bounds = [size // count * i for i in range(count + 1)]
    whole = (slice(None),) * place
    return tuple(x[(*whole, slice(a, b))] for a, b in pairwise(bounds))


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
    """The same elements, in row-major order, in another shape; one size may be -1."""
    return primitives.reshape(x, shape)


def permute_dims(x: T, /, axes: tuple[int, ...] | None = None) -> T:
    """The tensor with its dimensions permuted; without axes, reversed."""
    return primitives.transpose(x, axes)


transpose = permute_dims


def moveaxis(x: T, source: Sizes, destination: Sizes, /) -> T:
    """The tensor with the dimensions at ``source`` moved to ``destination``. The others keep their
    order.

    Raises :class:`DiagnosticError` if the numbers of axes differ.
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
    """The tensor with two dimensions exchanged."""
    a, b = axis_of(first, x.ndim, "swapaxes"), axis_of(second, x.ndim, "swapaxes")
    return primitives.transpose(x, tuple({a: b, b: a}.get(n, n) for n in range(x.ndim)))


def broadcast_to(x: AnyTensor | Constant, /, shape: Sizes) -> Any:
    """The tensor repeated to a larger shape."""
    return primitives.broadcast(x, shape)


def broadcast_arrays(*tensors: Any) -> list[Any]:
    """The tensors broadcast to a common shape.

    Raises :class:`DiagnosticError` if the shapes do not broadcast.
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
    """The tensor with a dimension of size 1 inserted at each axis."""
    return primitives.expand(x, axis)


@overload
def squeeze(x: Tracer[Array[Less[N], E]], /, axis: int) -> Tensor[N, E]: ...
@overload
def squeeze(x: AnyTensor, /, axis: Axes = None) -> Any: ...
def squeeze(x: Any, /, axis: Any = None) -> Any:
    """The tensor without the given dimensions of size 1; with None, without all dimensions of size
    1."""
    return primitives.squeeze(x, axis)


def flip(x: T, /, axis: Axes = None) -> T:
    """Reverses the order of the elements along the axes; by default along all axes."""
    axes = axes_of(axis, x.ndim, "flip")
    tensor: Any = x
    return tensor[tuple(slice(None, None, -1 if a in axes else None) for a in range(x.ndim))]


def roll(x: T, /, shift: Sizes, axis: Axes = None) -> T:
    """The elements shifted by ``shift`` places along the axes. Elements that leave the end reappear
    at the beginning. With None, the flattened tensor is shifted.

    For example, ``roll(asarray([1, 2, 3]), 1)`` is ``[3, 1, 2]``. Raises :class:`DiagnosticError`
    if there are several shifts, but not one for each axis.
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
    """Each element repeated along an axis; with None, along the flattened tensor. ``repeats`` is
    one count, or a count for each element.

    For example, ``repeat(asarray([1, 2]), 2)`` is ``[1, 1, 2, 2]``. Raises :class:`DiagnosticError`
    for negative counts, and if there is not one count, or one for each element.
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
    """Repeats the tensor along each dimension. If there are more ``repetitions`` than
    dimensions, new dimensions come first.

    For example, ``tile(asarray([1, 2]), (2, 2))`` is ``[[1, 2, 1, 2], [1, 2, 1, 2]]``.
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
    """The elements at integer indices along an axis. The program fails if an index is out of
    range.
    """
    places = np.asarray(cast(Any, indices)) if isinstance(indices, list) else indices
    return primitives.gather(x, places, axis)


def take_along_axis(x: T, indices: Any, /, axis: int = -1) -> T:
    """Picks elements along an axis by index, with separate indices for each row: the result of
    ``argsort`` sorts ``x``.

    The indices have the rank of ``x``; their sizes along the other axes equal those of ``x`` or are
    1. Raises :class:`DiagnosticError` for indices of another rank. The program fails if an index is
    out of range.

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
            f"take_along_axis: expected indices of rank {x.ndim}, as the tensor, got {own.ndim}"
        )
    key: list[Any] = []
    for a, size in enumerate(x.shape):
        rest = tuple(size if n == a else 1 for n in range(x.ndim))
        key.append(own if a == place else arange(size).reshape(rest))
    return x[tuple(key)]


def scatter(
    x: T,
    indices: AnyTensor | NDArray[Any],
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
        element. By default the update replaces the element; the last one does if indices repeat.

    Examples
    --------
    ::

        scatter(zeros((3,)), asarray([0, 2, 2]), asarray([1.0, 2.0, 3.0]), by="add")  # [1, 0, 5]
    """
    return primitives.scatter(x, indices, updates, axis, by)


def pad(x: T, widths: int | Sequence[tuple[int, int]], value: float = 0) -> T:
    """The tensor padded with ``value``, by ``(before, after)`` elements for each dimension.

    An integer ``widths`` pads each dimension by the same amount on both sides. For example,
    ``pad(asarray([1, 2]), ((1, 2),))`` is ``[0, 1, 2, 0, 0]``.
    """
    pairs = [(widths, widths)] * x.ndim if isinstance(widths, int) else widths
    return primitives.pad(x, pairs, value)


def ravel(x: Tracer[Array[Any, E]], /) -> Tensor[Rank1, E]:
    """The tensor flattened to one dimension."""
    return primitives.reshape(x, -1)
