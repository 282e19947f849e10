"""Adjoints of reductions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dlvm.ir import instructions as op
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


def reduce_operand(
    g: TensorValue, y: TensorValue, x: TensorValue, init: TensorValue | None = None
) -> TensorValue:
    reduce = cast(op.Reduce, y.value)
    assert isinstance(reduce.by, str)
    return reduced_operand(g, y, x, init, reduce.by, sorted(reduce.axes))


def reduce_init(g: TensorValue, y: TensorValue, x: TensorValue, init: TensorValue) -> TensorValue:
    reduce = cast(op.Reduce, y.value)
    assert isinstance(reduce.by, str)
    return reduced_init(g, y, x, init, reduce.by, sorted(reduce.axes))


def reduced_operand(
    g: TensorValue,
    y: TensorValue,
    x: TensorValue,
    init: TensorValue | None,
    by: str,
    axes: Sequence[int],
) -> TensorValue:
    """Returns the gradient of ``x``, where ``y`` is its reduction along axes."""
    match by:
        case "add":
            return g.unsqueeze(*axes).broadcast_to(x)
        case "multiply":
            # The gradient of an element is g times the product of the other elements. If exactly
            # one element is zero, only its gradient is nonzero; if several are, all gradients are
            # zero.
            is_zero = x.equals(0)
            others = is_zero.select(1, x)
            start = None if init is None else init.value
            product = x.wrap(op.Reduce(others.value, "multiply", tuple(axes), start))
            zeros = is_zero.cast(x.type.element).sum(axes)
            only_zero = zeros.equals(1).select(g * product, 0).unsqueeze(*axes)
            nonzero = zeros.equals(0).select(g * product, 0).unsqueeze(*axes) / others
            return is_zero.select(only_zero, nonzero)
        case _:
            share = g / _ties(y, x, init, axes)
            return x.equals(y.unsqueeze(*axes)).select(share.unsqueeze(*axes), 0)


def reduced_init(
    g: TensorValue, y: TensorValue, x: TensorValue, init: TensorValue, by: str, axes: Sequence[int]
) -> TensorValue:
    """Returns the gradient of the reduction's initial value."""
    match by:
        case "add":
            return g.sum()
        case "multiply":
            return (g * x.wrap(op.Reduce(x.value, "multiply", tuple(axes), None))).sum()
        case _:
            return init.equals(y).select(g / _ties(y, x, init, axes), 0).sum()


def _ties(
    y: TensorValue, x: TensorValue, init: TensorValue | None, axes: Sequence[int]
) -> TensorValue:
    """Returns, for each result, the number of elements tied for the extreme, which share its
    gradient equally."""
    count = x.equals(y.unsqueeze(*axes)).cast(x.type.element).sum(axes)
    return count if init is None else count + init.equals(y).cast(x.type.element)


def unbroadcast(g: TensorValue, y: TensorValue, x: TensorValue, like: TensorValue) -> TensorValue:
    return g.repeated(x)
