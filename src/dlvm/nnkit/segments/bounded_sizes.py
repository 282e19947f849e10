"""Functions whose result size depends on values: in staged functions, with a bound on the size."""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

from dlvm.ir.types import BOOL, I64
from dlvm.nnkit.array_api import creation, elementwise, manipulation, reductions
from dlvm.nnkit.array_api.concatenation import concat
from dlvm.nnkit.array_api.tensors import AnyTensor, Int1D
from dlvm.nnkit.tracing.primitives import static_int
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift, wrap


class UniqueAll(NamedTuple):
    """The distinct elements, the index at which each first occurs, the position of each element of
    the tensor among them, and their counts."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """The distinct elements, and the number of occurrences of each."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """The distinct elements, and the position of each element of the tensor among them."""

    values: Any
    inverse_indices: Any


def nonzero(
    x: AnyTensor | NDArray[Any], /, *, size: int | None = None, fill_value: int = 0
) -> tuple[Int1D, ...]:
    """The indices of the elements that are not 0, in row-major order.

    Parameters
    ----------
    x
        A tensor of rank 1 or more.
    size
        The number of elements to return indices for; required in staged functions. If more elements
        are not 0, the result has the indices of the first ones.
    fill_value
        The index in place of missing indices, if fewer elements are not 0.

    Returns
    -------
    tuple
        For each axis the indices along it, i64 ``(size,)``.

    Examples
    --------
    ::

        nonzero(asarray([0, 5, 7]), size=3)  # ([1, 2, 0],)
    """
    bound = _bound("nonzero", size)
    tensor: Any = wrap(lift(x))
    if not tensor.ndim:
        raise failure("nonzero: expected at least one axis, got a scalar")
    flat = tensor.reshape((-1,))
    is_present = flat if flat.type.element is BOOL else flat != 0
    place = reductions.cumulative_sum(is_present.astype(I64)) - 1
    slot = elementwise.where(is_present & (place < bound), place, bound)
    order = creation.arange(flat.shape[0])
    kept = manipulation.scatter(creation.zeros((bound + 1,), I64), slot, order)[:bound]
    missing = creation.arange(bound) >= reductions.sum(is_present.astype(I64))
    found: list[Any] = []
    for size_along in reversed(tensor.shape):
        along = elementwise.where(missing, fill_value, kept % size_along)
        found.append(along)
        kept = kept // size_along
    return tuple(reversed(found))


def unique_values(
    x: AnyTensor | NDArray[Any], /, *, size: int | None = None, fill_value: Any = None
) -> Any:
    """The distinct elements in ascending order.

    Parameters
    ----------
    x
        A tensor of any shape.
    size
        The number of elements in the result; required in staged functions. If there are more
        distinct elements, the result has the first ones.
    fill_value
        The element in place of missing elements, if there are fewer distinct ones; by default the
        least element.

    Returns
    -------
    Tensor
        Elements ``(size,)``.

    Examples
    --------
    ::

        unique_values(asarray([3, 1, 3]), size=3)  # [1, 3, 1]
    """
    return _unique("unique_values", x, size, fill_value).values


def unique_counts(
    x: AnyTensor | NDArray[Any], /, *, size: int | None = None, fill_value: Any = None
) -> UniqueCounts:
    """The distinct elements in ascending order, and the number of occurrences of each; 0 in place
    of missing elements.

    The parameters are those of :func:`unique_values`.
    """
    found = _unique("unique_counts", x, size, fill_value)
    return UniqueCounts(found.values, found.counts)


def unique_inverse(
    x: AnyTensor | NDArray[Any], /, *, size: int | None = None, fill_value: Any = None
) -> UniqueInverse:
    """The distinct elements in ascending order, and the position of each element of ``x`` among
    them.

    The parameters are those of :func:`unique_values`. Distinct elements that the result omits have
    positions of ``size`` or more.
    """
    found = _unique("unique_inverse", x, size, fill_value)
    return UniqueInverse(found.values, found.inverse_indices)


def unique_all(
    x: AnyTensor | NDArray[Any], /, *, size: int | None = None, fill_value: Any = None
) -> UniqueAll:
    """The distinct elements, the index at which each first occurs in the flattened tensor, the
    position of each element of ``x`` among them, and their counts.

    The parameters are those of :func:`unique_values`.
    """
    return _unique("unique_all", x, size, fill_value)


def _unique(name: str, x: Any, size: int | None, fill_value: Any) -> UniqueAll:
    bound = _bound(name, size)
    tensor: Any = wrap(lift(x))
    flat = tensor.reshape((-1,))
    order: Any = reductions.argsort(flat)
    ordered = manipulation.take(flat, order)
    is_start: Any = concat([
        creation.ones((1,), BOOL), ordered[1:] != ordered[:-1],
    ])  # fmt: skip
    place = reductions.cumulative_sum(is_start.astype(I64)) - 1
    slot = elementwise.where(place < bound, place, bound)
    first = elementwise.where(is_start, slot, bound)
    least = ordered[0] if fill_value is None else fill_value
    count = reductions.sum(is_start.astype(I64))
    is_missing = creation.arange(bound) >= count
    zeros: Any = creation.zeros((bound + 1,), I64)
    indices = manipulation.scatter(zeros, first, order)[:bound]
    values = elementwise.where(is_missing, least, manipulation.take(flat, indices))
    counts = manipulation.scatter(zeros, slot, creation.ones_like(slot), by="add")[:bound]
    inverse = manipulation.scatter(creation.zeros_like(order), order, place)
    return UniqueAll(
        values,
        elementwise.where(is_missing, indices[0], indices),
        inverse.reshape(tensor.shape),
        counts,
    )


def _bound(name: str, size: int | None) -> int:
    if size is None:
        raise failure(
            f"{name}: the shape of its result depends on the numbers, which are not known while "
            f"staging; pass a bound on its size, as in {name}(x, size=100)"
        )
    bound = static_int(size, f"{name}: size")
    if bound < 0:
        raise failure(f"{name}: size must be at least 0, got {bound}")
    return bound
