"""Operators whose result sizes depend on values, which must be known while importing."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlvm.onnx.graph import Array
from dlvm.onnx.operators.table import Known, operator


@operator("NonZero")
def non_zero(x: Known) -> Any:
    return np.array(np.nonzero(np.atleast_1d(x)), np.int64)


@operator("Compress")
def compress(x: Known, condition: Known, *, axis: int | None = None) -> Any:
    return np.compress(condition.astype(bool), x, axis=axis)


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
    boxes: Known,
    scores: Known,
    most: Known | None = None,
    overlap: Known | None = None,
    least_score: Known | None = None,
    *,
    center_point_box: int = 0,
) -> Any:
    """Selects boxes that do not overlap a better box of their class too much."""
    limit = 0 if most is None else int(most.reshape(-1)[0])
    threshold = 0.0 if overlap is None else float(overlap.reshape(-1)[0])
    corners = _corners(boxes, center_point_box)
    found: list[tuple[int, int, int]] = []
    for batch in range(scores.shape[0]):
        for kind in range(scores.shape[1]):
            own = scores[batch, kind]
            order = [int(n) for n in np.argsort(-own, kind="stable")]
            if least_score is not None:
                order = [n for n in order if own[n] > least_score.reshape(-1)[0]]
            kept: list[int] = []
            for place in order:
                if len(kept) == limit:
                    break
                if all(
                    _overlap(corners[batch, place], corners[batch, k]) <= threshold for k in kept
                ):
                    kept.append(place)
            found += [(batch, kind, k) for k in kept]
    return np.array(found, np.int64).reshape(-1, 3)


def _corners(boxes: Array, center: int) -> Array:
    """The minimum and maximum coordinates of each box."""
    if center:
        x, y, w, h = np.moveaxis(boxes, -1, 0)
        return np.stack([y - h / 2, x - w / 2, y + h / 2, x + w / 2], -1)
    first, last = boxes[..., :2], boxes[..., 2:]
    return np.concatenate([np.minimum(first, last), np.maximum(first, last)], -1)


def _overlap(a: Array, b: Array) -> float:
    """The intersection over union of two boxes."""
    low, high = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
    shared = float(np.prod(np.maximum(high - low, 0)))
    areas = float(np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2]))
    return shared / (areas - shared) if areas > shared else 0.0
