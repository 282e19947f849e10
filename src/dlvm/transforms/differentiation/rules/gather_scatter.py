"""Adjoints of gathers, scatters and sorts."""

from __future__ import annotations

from typing import cast

from dlvm.ir import instructions as op
from dlvm.transforms.differentiation.rules.coordinates import add_along_axis, ones_along, position
from dlvm.transforms.differentiation.rules.rule_types import Flow
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


def sort(flow: Flow, instruction: op.Sort) -> None:
    """Scatters the gradients of the sorted elements to their original positions."""
    g = flow.gradients(instruction)[(0,)]
    came_from = g.wrap(op.Extract((1,), instruction))
    x = flow.term(instruction.x)
    flow.add(instruction.x, (), add_along_axis(g, came_from, instruction.axis, x))


def gather(flow: Flow, instruction: op.Gather) -> None:
    g, indices = flow.gradient(instruction), flow.term(instruction.indices)
    flow.put_into(instruction.x, lambda x: x.scatter(g, indices, instruction.axis, "add"))


def scatter_operand(
    g: TensorValue, y: TensorValue, updates: TensorValue, x: TensorValue, indices: TensorValue
) -> TensorValue:
    instruction = cast(op.Scatter, y.value)
    axis = instruction.axis
    match instruction.by:
        case None:
            return g.scatter(updates.filled(0), indices, axis, None)
        case "add":
            return g
        case "multiply":
            return g * x.filled(1).scatter(updates, indices, axis, "multiply")
        case _:
            return x.equals(y).select(g / _ties(y, updates, x, indices), 0)


def scatter_updates(
    g: TensorValue, y: TensorValue, updates: TensorValue, x: TensorValue, indices: TensorValue
) -> TensorValue:
    instruction = cast(op.Scatter, y.value)
    axis = instruction.axis
    match instruction.by:
        case None:
            return _last_updates(g, x, indices, axis)
        case "add":
            return g.gather(indices, axis)
        case "multiply":
            # The gradient of a factor is g times the product of the other factors. If exactly one
            # factor is zero, only its gradient is nonzero; if several are, all gradients are zero.
            is_zero, element = updates.equals(0), x.type.element
            factors = is_zero.select(1, updates)
            start = x.equals(0)
            product = start.select(1, x).scatter(factors, indices, axis, "multiply")
            zeros = start.cast(element).scatter(is_zero.cast(element), indices, axis, "add")
            only_zero = zeros.equals(1).select(g * product, 0).gather(indices, axis)
            nonzero = zeros.equals(0).select(g * product, 0).gather(indices, axis)
            return is_zero.select(only_zero, nonzero / factors)
        case _:
            share = (g / _ties(y, updates, x, indices)).gather(indices, axis)
            return updates.equals(y.gather(indices, axis)).select(share, 0)


def _ties(
    y: TensorValue, updates: TensorValue, x: TensorValue, indices: TensorValue
) -> TensorValue:
    """Returns, for each element, the number of values tied for the extreme, which share its
    gradient equally."""
    axis, element = cast(op.Scatter, y.value).axis, x.type.element
    is_extreme = updates.equals(y.gather(indices, axis)).cast(element)
    return x.equals(y).cast(element).scatter(is_extreme, indices, axis, "add")


def _last_updates(g: TensorValue, x: TensorValue, indices: TensorValue, axis: int) -> TensorValue:
    """Masks the gradients of updates that a later update at the same index overwrites. Updates are
    numbered, and scattering the numbers tells which updates remain."""
    taken = g.gather(indices, axis)
    if not indices.shape:
        return taken
    numbers = position(indices)
    nobody = ones_along(x, axis).filled(-1)
    shows = nobody.scatter(numbers, indices, 0, None).gather(indices, 0).equals(numbers)
    behind = len(x.shape) - axis - 1
    first = len(indices.shape)
    return shows.unsqueeze(*range(first, first + behind)).select(taken, 0)
