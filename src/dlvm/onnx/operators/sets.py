"""Operators whose result sizes depend on values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.ir.types import BOOL
from dlvm.nnkit.source_transform.function_rewriting import rewritten
from dlvm.nnkit.staging.sequences import selection
from dlvm.nnkit.tracing.sizes import is_equal
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import Known, axis_of, operator
from dlvm.onnx.operators.vocabulary import nnkit


@operator("NonZero")
def non_zero(x: Any) -> Any:
    shape = tuple(x.shape) or (1,)
    if any(is_equal(n, 0) for n in shape):
        return np.zeros((len(shape), 0), np.int64)
    flat = nnkit.reshape(x, (math.prod(shape),))
    flags = flat if element(flat) is BOOL else flat != 0
    places = selection(flags)(nnkit.arange(math.prod(shape)))
    strides = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    return nnkit.stack([places // s % n for s, n in zip(strides, shape, strict=True)])


@operator("Compress")
def compress(x: Any, condition: Any, *, axis: int | None = None) -> Any:
    """Selects the entries of an axis, or of the flattened tensor, whose flags are true. Entries
    beyond the last flag are omitted.
    """
    whole = nnkit.reshape(x, (math.prod(x.shape),)) if axis is None else x
    place = 0 if axis is None else axis_of(axis, len(whole.shape))
    first = nnkit.moveaxis(whole, (place,), (0,))
    count = condition.shape[0]
    return nnkit.moveaxis(selection(condition)(first[:count]), (0,), (place,))


@operator("Unique")
def unique(x: Known, *, axis: int | None = None, sorted: int = 1) -> Any:
    values, first, inverse, counts = np.unique(x, True, True, True, axis=axis)
    inverse = inverse.reshape(-1)
    if not sorted:
        order = np.argsort(first)
        values = np.take(values, order, axis=0 if axis is None else axis)
        first, counts = first[order], counts[order]
        inverse = np.argsort(order)[inverse]
    return values, first.astype(np.int64), inverse.astype(np.int64), counts.astype(np.int64)


@operator("NonMaxSuppression")
def non_max_suppression(
    boxes: Any,
    scores: Any,
    most: Any = None,
    overlap: Any = None,
    least_score: Any = None,
    *,
    center_point_box: int = 0,
) -> Any:
    """Selects boxes that do not overlap too much with a better box of their class."""
    batch, classes, count = scores.shape
    limit = 0 if most is None else nnkit.reshape(most, ())
    threshold = 0.0 if overlap is None else nnkit.reshape(overlap, ())
    least = -math.inf if least_score is None else nnkit.reshape(least_score, ())
    corners = _corners(boxes, center_point_box)

    def row(number: Any) -> Any:
        own = nnkit.take(corners, number // classes, axis=0)
        own_scores = nnkit.take(nnkit.reshape(scores, (batch * classes, count)), number, axis=0)
        order = nnkit.argsort(own_scores, descending=True)
        candidates = nnkit.take(own_scores, order) > least
        best_first = nnkit.take(own, order, axis=0)
        return order, rewritten(_kept)(best_first, candidates, threshold, limit)

    order, kept = nnkit.map(row, nnkit.arange(batch * classes))
    total = batch * classes * count
    selected = selection(nnkit.reshape(kept, (total,)))
    rows = selected(nnkit.arange(total)) // count
    found = selected(nnkit.reshape(order, (total,)))
    return nnkit.stack([rows // classes, rows % classes, found], axis=1)


def _kept(boxes: Any, candidates: Any, threshold: Any, limit: Any) -> Any:
    """Whether each of the candidates, in the order of descending scores, is selected."""
    count = boxes.shape[0]
    places = nnkit.arange(count)
    # One vector of each coordinate: the loop then works on vectors of boxes.
    sides = tuple(boxes[:, side] for side in range(4))
    kept = places < 0
    found = 0
    for place in nnkit.range(count):
        if candidates[place] & (found < limit):
            box = tuple(side[place] for side in sides)
            candidates = candidates & (_overlaps(box, sides) <= threshold)
            kept = kept | (places == place)
            found = found + 1
    return kept


def _corners(boxes: Any, center: int) -> Any:
    """The minimum and maximum coordinates of each box."""
    first, last = boxes[..., :2], boxes[..., 2:]
    if center:
        low, high = first - last / 2, first + last / 2
    else:
        low, high = nnkit.minimum(first, last), nnkit.maximum(first, last)
    return nnkit.concat([low, high], axis=-1)


def _overlaps(box: Sequence[Any], boxes: Sequence[Any]) -> Any:
    """The intersection over union of a box and each of several, given their sides: the minimum and
    maximum coordinates."""
    lengths = [
        nnkit.maximum(
            nnkit.minimum(box[2 + axis], boxes[2 + axis]) - nnkit.maximum(box[axis], boxes[axis]),
            0.0,
        )
        for axis in range(2)
    ]
    shared = lengths[0] * lengths[1]
    areas, own = ((b[2] - b[0]) * (b[3] - b[1]) for b in (boxes, box))
    union = areas + own - shared
    return nnkit.where(union > 0, shared / nnkit.where(union > 0, union, 1.0), 0.0)
