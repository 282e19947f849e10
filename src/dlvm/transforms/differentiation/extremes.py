"""Where the elements of a tensor come from: tangents through extremes so far, through windows, and
through sorting."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dlvm.ir import Literal, TensorType
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, I64
from dlvm.transforms.differentiation.coordinates import coordinate, position
from dlvm.transforms.differentiation.term import Term


def take_along(x: Term, indices: Term, axis: int) -> Term:
    """For each element, the one that an index of its own along an axis says. Both have the same
    shape."""
    return _flat(x).gather(position(indices, (axis, indices)), 0)


def _flat(x: Term) -> Term:
    static = x.type.static_shape
    return x.reshape((ERASED if static is None else math.prod(static),))


def scan_extreme(tangent: Term, x: Term, scan: op.Scan) -> Term:
    """The tangent of a scan by ``min`` or ``max``: of equal elements that are extreme so far, that
    of the first one. Along one axis after another."""
    back = scan.reverse
    for axis in scan.axes:
        stage, t = (v.reverse((axis,)) if back else v for v in (x, tangent))
        earlier = stage.scan(scan.by, axis, exclusive=True)
        is_new = stage > earlier if scan.by == "max" else stage < earlier
        found_at = is_new.select(coordinate(stage, axis), 0).scan("max", axis)
        t = take_along(t, found_at, axis)
        if scan.exclusive:
            t = t.pad([(1, -1) if a == axis else (0, 0) for a in range(len(t.shape))]).like(t)
        tangent = t.reverse((axis,)) if back else t
        x = x.scan(scan.by, axis, exclusive=scan.exclusive, reverse=back)
    return tangent


def in_windows(x: Term, reduction: op.ReduceWindow, shape: Sequence[int]) -> Term:
    """The elements of each window of a reduction, along a dimension behind those of its result,
    which has that shape. ``x`` is the operand with its padding around it, of known sizes."""
    dims, sizes = reduction.dims, x.type.static_shape
    assert sizes is not None
    number_of = Term(Literal(TensorType((*shape, math.prod(dims)), I64), 0), x.builder)
    number, place = coordinate(number_of, len(dims)), number_of
    for axis, (size, dim) in enumerate(zip(sizes, dims, strict=True)):
        outer = number // math.prod(dims[axis + 1 :])
        inner = outer - outer // dim * dim
        here = coordinate(number_of, axis) * reduction.steps[axis]
        place = place * size + here + inner * reduction.spacing[axis]
    return _flat(x).gather(place, 0)
