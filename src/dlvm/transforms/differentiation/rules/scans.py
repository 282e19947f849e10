"""The adjoint of scans."""

from __future__ import annotations

from typing import cast

from dlvm.ir import instructions as op
from dlvm.ir.types import I64
from dlvm.transforms.differentiation.rules.coordinates import add_along_axis, coordinate
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


def scan(g: TensorValue, y: TensorValue, x: TensorValue) -> TensorValue:
    """Returns the gradient of a scan's operand. For a running sum, it is a running sum from the
    other end. For running extremes, the first of equal extremes gets the gradient."""
    instruction = cast(op.Scan, y.value)
    assert isinstance(instruction.by, str), "scans by a function have become loops"
    by, exclusive, reverse = instruction.by, instruction.exclusive, instruction.reverse
    if by == "add":
        return g.wrap(op.Scan(g.value, by, instruction.axes, exclusive, not reverse))
    stages = [x]
    for axis in instruction.axes[:-1]:
        stages.append(stages[-1].scan(by, axis, exclusive=exclusive, reverse=reverse))
    for axis, stage in reversed([*zip(instruction.axes, stages, strict=False)]):
        g = g.reverse((axis,)) if reverse else g
        stage = stage.reverse((axis,)) if reverse else stage
        g = _shifted(g, axis) if exclusive else g
        g = _product(g, stage, axis) if by == "multiply" else _extreme(g, stage, by, axis)
        g = g.reverse((axis,)) if reverse else g
    return g


def _shifted(g: TensorValue, axis: int) -> TensorValue:
    """Shifts the gradient of an exclusive scan by one element along an axis, which makes it the
    gradient of the inclusive scan."""
    return g.pad([(-1, 1) if a == axis else (0, 0) for a in range(len(g.shape))]).like(g)


def _product(g: TensorValue, x: TensorValue, axis: int) -> TensorValue:
    """Returns the gradient of running products. For an element before the first zero, it is the sum
    of the products from that element on times their gradients, divided by the element. For the
    first zero, it is that sum with the zero left out of the products. For elements after the first
    zero, it is 0."""
    is_zero = x.equals(0)
    zeros = is_zero.cast(I64).scan("add", axis)
    is_first = is_zero.wrap(op.And(is_zero.value, zeros.equals(1).value))
    without = is_first.select(1, x).scan("multiply", axis)
    first = (g * without).scan("add", axis, reverse=True)
    before = (g * x.scan("multiply", axis)).scan("add", axis, reverse=True)
    rest = is_first.select(first, 0)
    return zeros.equals(0).select(before / is_zero.select(1, x), rest)


def _extreme(g: TensorValue, x: TensorValue, by: str, axis: int) -> TensorValue:
    """Returns the gradient of running extremes: adds each gradient at the position of the
    extreme."""
    earlier = x.scan(by, axis, exclusive=True)
    is_new = x > earlier if by == "max" else x < earlier
    found_at = is_new.select(coordinate(x, axis), 0).scan("max", axis)
    return add_along_axis(g, found_at, axis, x)
