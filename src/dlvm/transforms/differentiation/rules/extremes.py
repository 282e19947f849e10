"""Tangents of running extremes, windowed extremes, and sorted elements."""

from __future__ import annotations

import math

from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED
from dlvm.transforms.differentiation.rules.coordinates import coordinate, position
from dlvm.transforms.differentiation.rules.value_builder import TensorValue
from dlvm.transforms.differentiation.rules.windows import unfold


def take_along_axis(x: TensorValue, indices: TensorValue, axis: int) -> TensorValue:
    """Gathers elements of ``x`` at indices along an axis. The shapes are equal except along the
    axis."""
    return _flat(x).gather(position(x, (axis, indices)), 0)


def _flat(x: TensorValue) -> TensorValue:
    static = x.type.static_shape
    return x.reshape((ERASED if static is None else math.prod(static),))


def scan_extreme_tangent(tangent: TensorValue, x: TensorValue, scan: op.Scan) -> TensorValue:
    """Returns the tangent of a scan by ``min`` or ``max``. Axes are scanned one after the other. If
    extremes are equal, the first determines the tangent."""
    assert isinstance(scan.by, str), "scans by a function have become loops"
    back = scan.reverse
    for axis in scan.axes:
        stage, t = (v.reverse((axis,)) if back else v for v in (x, tangent))
        earlier = stage.scan(scan.by, axis, exclusive=True)
        is_new = stage > earlier if scan.by == "max" else stage < earlier
        found_at = is_new.select(coordinate(stage, axis), 0).scan("max", axis)
        t = take_along_axis(t, found_at, axis)
        if scan.exclusive:
            t = t.pad([(1, -1) if a == axis else (0, 0) for a in range(len(t.shape))]).like(t)
        tangent = t.reverse((axis,)) if back else t
        x = x.scan(scan.by, axis, exclusive=scan.exclusive, reverse=back)
    return tangent


def window_extreme_tangent(
    tangent: TensorValue,
    init_tangent: TensorValue,
    y: TensorValue,
    x: TensorValue,
    init: TensorValue | None,
    reduction: op.ReduceWindow,
) -> TensorValue:
    """Returns the tangent of a windowed reduction by ``min`` or ``max``: the mean of the tangents
    of each window's extremes. Padding has the value and the tangent of ``init``, which is also an
    element of each window."""
    if 0 in x.shape or 0 in y.shape:
        return init_tangent.broadcast_to(y)
    windows = unfold(y, x, init, reduction)
    is_extreme = windows.elements.equals(y.unsqueeze(*windows.inner))
    count = is_extreme.cast(y.type.element).sum(windows.inner)
    moved = windows.elements_of(tangent, init_tangent)
    total = is_extreme.select(moved, 0).sum(windows.inner)
    if init is not None:
        is_init = init.equals(y)
        count = count + is_init.cast(y.type.element)
        total = total + is_init.select(init_tangent, 0)
    return total / count
