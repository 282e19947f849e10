"""Reductions of the rows of a tensor by segment, such as sums over the neighbors in a graph."""

from __future__ import annotations

from typing import Any, TypeVar

from dlvm.ir.types import BOOL, ElementType
from dlvm.ir.wellformed import integer_range
from dlvm.nnkit.array_api import creation, elementwise, manipulation
from dlvm.nnkit.array_api.tensors import AnyTensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift, wrap

T = TypeVar("T", bound=AnyTensor)


def segment_sum(data: T, segment_ids: Any, num_segments: int) -> T:
    """The sum of the rows of each segment.

    Parameters
    ----------
    data
        A tensor of any shape ``(n, ...)``.
    segment_ids
        The segment of each row, integers ``(n,)`` in any order. The program fails if one is not in
        [0, num_segments).
    num_segments
        The number of segments.

    Returns
    -------
    Tensor
        Sums of the shape ``(num_segments, ...)``; 0 for a segment without rows.

    Examples
    --------
    ::

        segment_sum(asarray([1.0, 2.0, 3.0]), asarray([0, 2, 0]), 3)  # [4, 0, 2]
    """
    return _combined("segment_sum", data, segment_ids, num_segments, "add", 0)


def segment_prod(data: T, segment_ids: Any, num_segments: int) -> T:
    """The product of the rows of each segment; 1 for a segment without rows.

    The parameters are those of :func:`segment_sum`.
    """
    return _combined("segment_prod", data, segment_ids, num_segments, "multiply", 1)


def segment_max(data: T, segment_ids: Any, num_segments: int) -> T:
    """The maximum of the rows of each segment; for a segment without rows, the least value of the
    element type.

    The parameters are those of :func:`segment_sum`.
    """
    return _combined("segment_max", data, segment_ids, num_segments, "max", None)


def segment_min(data: T, segment_ids: Any, num_segments: int) -> T:
    """The minimum of the rows of each segment; for a segment without rows, the greatest value of
    the element type.

    The parameters are those of :func:`segment_sum`.
    """
    return _combined("segment_min", data, segment_ids, num_segments, "min", None)


def segment_mean(data: T, segment_ids: Any, num_segments: int) -> T:
    """The mean of the rows of each segment; 0 for a segment without rows. ``data`` must be floats.

    The parameters are those of :func:`segment_sum`.
    """
    rows: Any = wrap(lift(data))
    ones = creation.ones((rows.shape[0],), rows.type.element)
    counts: Any = elementwise.maximum(segment_sum(ones, segment_ids, num_segments), 1)
    sums: Any = segment_sum(data, segment_ids, num_segments)
    return sums / counts.reshape((num_segments, *[1] * (rows.ndim - 1)))


def _combined(
    name: str, data: Any, segment_ids: Any, count: int, by: str, start: float | None
) -> Any:
    rows: Any = wrap(lift(data))
    ids: Any = wrap(lift(segment_ids))
    if not rows.ndim:
        raise failure(f"{name}: data must have at least one axis, got a scalar")
    require_shape(f"{name}: segment_ids", ids, rows.shape[:1], ", one for each row of data")
    element = rows.type.element
    if start is None:
        start = _least(element, by == "min")
    size = primitives.static_int(count, f"{name}: num_segments")
    initial = creation.full((size, *rows.shape[1:]), start, dtype=element)
    return manipulation.scatter(initial, ids, rows, by=by)


def _least(element: ElementType, is_greatest: bool) -> float:
    """The least or the greatest value of an element type."""
    if element.is_float:
        return float("inf") if is_greatest else float("-inf")
    if element is BOOL:
        return is_greatest
    return integer_range(element)[int(is_greatest)]
