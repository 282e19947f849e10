"""Counts of values, histograms, and piecewise linear interpolation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dlvm.ir.types import F32, I64
from dlvm.nnkit.array_api import creation, elementwise, manipulation, reductions
from dlvm.nnkit.array_api.concatenation import concat
from dlvm.nnkit.array_api.tensors import AnyTensor, Float1D
from dlvm.nnkit.segments.segment_reductions import segment_sum
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift, wrap


def bincount(x: AnyTensor | NDArray[Any], weights: Any = None, *, length: int) -> Any:
    """The number of occurrences of each of the integers 0 to ``length - 1``.

    Parameters
    ----------
    x
        Integers ``(n,)``. The program fails if one is not in [0, length).
    weights
        A weight for each element of ``x``, numbers ``(n,)``. By default each counts 1.
    length
        The number of counts.

    Returns
    -------
    Tensor
        i64 ``(length,)``, or the sums of the weights.

    Examples
    --------
    ::

        bincount(asarray([0, 2, 2]), length=4)  # [1, 0, 2, 0]
    """
    numbers = _vector("bincount", x)
    if weights is None:
        weights = creation.ones(numbers.shape, I64)
    return segment_sum(weights, numbers, length)


def histogram(
    x: AnyTensor | NDArray[Any],
    bins: Any = 10,
    range: tuple[Any, Any] | None = None,  # noqa: A002  (the name that NumPy gives it)
    weights: Any = None,
    density: bool = False,
) -> tuple[Any, Float1D]:
    """The number of elements in each bin. The last bin includes its right edge.

    Parameters
    ----------
    x
        Numbers of any shape.
    bins
        The number of bins of equal width, or their edges, in ascending order.
    range
        The first and the last edge if ``bins`` is a number; numbers outside of them do not count.
        By default the minimum and the maximum of ``x``.
    weights
        A weight for each number, of the shape of ``x``. By default each counts 1.
    density
        Whether to return the probability density in place of counts.

    Returns
    -------
    tuple
        The counts, i64, or the sums of the weights; and the edges, one more than there are bins.
    """
    numbers = wrap(lift(x)).reshape((-1,))
    if isinstance(bins, int):
        edges = _equal_edges(numbers, bins, range)
    else:
        edges = _vector("histogram", bins)
    count = edges.shape[0] - 1
    if not is_known(count) or count < 1:
        raise failure(f"histogram: expected a known number of bins, at least 1, got {count}")
    if not edges.type.element.is_float:
        edges = edges.astype(F32)
    numbers = numbers.astype(edges.type.element)
    place = reductions.searchsorted(edges, numbers, side="right") - 1
    place = elementwise.where(numbers == edges[-1], count - 1, place)
    is_inside = (numbers >= edges[0]) & (numbers <= edges[-1])
    if weights is None:
        counted = is_inside.astype(I64)
    else:
        given = wrap(lift(weights)).reshape((-1,))
        counted = elementwise.where(is_inside, given, 0)
    counts: Any = segment_sum(counted, elementwise.where(is_inside, place, 0), count)
    if density:
        shares = counts.astype(edges.type.element)
        counts = shares / (edges[1:] - edges[:-1]) / reductions.sum(shares)
    return counts, edges


def interp(
    x: AnyTensor | NDArray[Any],
    xp: AnyTensor | NDArray[Any],
    fp: AnyTensor | NDArray[Any],
    left: Any = None,
    right: Any = None,
    period: float | None = None,
) -> Any:
    """The piecewise linear function through given points.

    Parameters
    ----------
    x
        The numbers at which to evaluate it, of any shape.
    xp, fp
        The points, ``(n,)``; ``xp`` is in ascending order.
    left, right
        The values before the first and after the last point. By default those at these points.
    period
        The period of a periodic function, for which ``xp`` need not be in order.

    Returns
    -------
    Tensor
        Numbers of the shape of ``x``.
    """
    places, values = _vector("interp", xp), _vector("interp", fp)
    require_shape("interp: fp", values, places.shape, ", that of xp")
    at: Any = wrap(lift(x))
    if not places.type.element.is_float:
        places = places.astype(F32)
    if period is not None:
        if period <= 0:
            raise failure(f"interp: period must be positive, got {period}")
        at, places = at % period, places % period
        order = reductions.argsort(places)
        places, values = manipulation.take(places, order), manipulation.take(values, order)
        places = _joined(places[-1:] - period, places, places[:1] + period)
        values = _joined(values[-1:], values, values[:1])
        left = right = None
    last = places.shape[0] - 1
    flat = at.reshape((-1,)).astype(places.type.element)
    before = reductions.searchsorted(places, flat, side="right") - 1
    below = elementwise.clip(before, 0, elementwise.maximum(last - 1, 0))
    above = elementwise.minimum(below + 1, last)  # The same point if there is only one.
    low, high = manipulation.take(places, below), manipulation.take(places, above)
    start, end = manipulation.take(values, below), manipulation.take(values, above)
    width = high - low
    share = elementwise.where(
        width == 0, 0.0, (flat - low) / elementwise.where(width == 0, 1.0, width)
    )
    found = start + share * (end - start)
    found = elementwise.where(flat < places[0], values[0] if left is None else left, found)
    found = elementwise.where(flat > places[-1], values[-1] if right is None else right, found)
    return found.reshape(at.shape)  # pyright: ignore[reportUnknownVariableType]


def _joined(*parts: Any) -> Any:
    return cast("Callable[..., Any]", concat)(parts)


def _vector(name: str, value: Any) -> Any:
    if isinstance(value, list | tuple):
        array = np.asarray(cast("list[float]", value))
        value = array.astype(np.float32) if array.dtype.kind == "f" else array
    vector: Any = wrap(lift(value))
    if vector.ndim != 1:
        raise failure(f"{name}: expected a vector, got shape {vector.shape}")
    return vector


def _equal_edges(numbers: Any, bins: int, ends: tuple[Any, Any] | None) -> Any:
    element: Any = numbers.type.element if numbers.type.element.is_float else F32
    low: Any
    high: Any
    if ends is None:
        low, high = reductions.min(numbers), reductions.max(numbers)
        low, high = low.astype(element), high.astype(element)
        # As in NumPy, one number has bins of width 1 / bins around it.
        is_one = low == high
        low, high = (
            elementwise.where(is_one, low - 0.5, low),
            elementwise.where(is_one, high + 0.5, high),
        )
    else:
        low, high = ends
        if isinstance(low, int | float) and isinstance(high, int | float) and low >= high:
            raise failure(f"histogram: range must be ascending, got {ends}")
    steps: Any = creation.arange(bins + 1)
    edges = low + steps.astype(element) / bins * (high - low)
    # Rounding must not move the last edge below the greatest number.
    return elementwise.where(steps == bins, high, edges)
