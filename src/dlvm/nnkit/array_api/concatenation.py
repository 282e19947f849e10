"""Concatenation and splitting of the array API standard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar, overload

from numpy.typing import NDArray

from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.primitives import axis_of, expect_size, static_int
from dlvm.nnkit.tracing.ranks import Array, Less, More, Rank1, StagedRank
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, is_tracer

T = TypeVar("T", bound=AnyTensor)
E = TypeVar("E")
N = TypeVar("N", bound=StagedRank)


@overload
def concat(parts: Sequence[Tracer[Array[Any, E]]], /, *, axis: None) -> Tensor[Rank1, E]: ...
@overload
def concat(parts: Sequence[T], /, axis: int = 0) -> T: ...
@overload
def concat(parts: Sequence[AnyTensor | NDArray[Any]], /, axis: int | None = 0) -> Any: ...
def concat(parts: Any, /, axis: int | None = 0) -> Any:
    """The tensors concatenated along an axis.

    Parameters
    ----------
    parts
        Tensors of one rank, whose sizes along the other axes are equal. Element types are promoted.
    axis
        The axis; with None, each tensor is flattened first.

    Examples
    --------
    ::

        concat([zeros((2, 3)), ones((1, 3))])  # has shape (3, 3)
    """
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
    """The tensors stacked along a new axis.

    Parameters
    ----------
    parts
        Tensors of one shape. Element types are promoted.
    axis
        The position of the new axis in the result.

    Examples
    --------
    ::

        stack([zeros(3), ones(3)])  # has shape (2, 3)
    """
    _expect_list("stack", axis)
    return primitives.concatenate([primitives.expand(p, axis) for p in parts], axis)


def unstack(x: Tracer[Array[Less[N], E]], /, *, axis: int = 0) -> tuple[Tensor[N, E], ...]:
    """The slices of a tensor along an axis, without that axis.

    Parameters
    ----------
    x
        A tensor of rank 1 or more.
    axis
        The axis, whose size is known while staging.

    Returns
    -------
    tuple
        One tensor for each index.

    Raises
    ------
    DiagnosticError
        If the size of the axis is not known while staging.

    Examples
    --------
    ::

        a, b, c = unstack(zeros((3, 4)))  # each has shape (4,)
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
    """The parts of a tensor along an axis.

    Parameters
    ----------
    x
        A tensor of rank 1 or more.
    sections
        The number of equal parts, or the indices at which parts end.
    axis
        The axis.

    Returns
    -------
    tuple
        The parts.

    Raises
    ------
    DiagnosticError
        If the size of the axis is not divisible by the number of sections.

    Examples
    --------
    ::

        split(x, 3)  # three tensors of the same size
        split(x, (2, 5))  # x[:2], x[2:5], x[5:]
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
