"""Interval analysis: bounds of the elements of integer tensors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from dlvm.ir import Instruction, Literal, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import instructions_with
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import I64, Dim, ElementType, TensorType
from dlvm.ir.values import TensorData
from dlvm.ir.wellformed import integer_range

Interval = tuple[int, int]
"""The smallest and the largest value."""
_Known = Callable[[Value], Interval | None]
_Rule = Callable[[Any, _Known], Interval | None]
_DEPTH: Final = 64
"""The maximum number of analyzed instructions in a chain."""


def interval(value: Value) -> Interval | None:
    """The bounds of all elements of a value. None if nothing is known, or if it has no elements."""
    return _found(value, _DEPTH, {})


def is_within(value: Value, bound: Dim) -> bool:
    """Whether all elements are known to be at least 0 and less than a size."""
    found = interval(value)
    return found is not None and isinstance(bound, int) and found[0] >= 0 and found[1] < bound


def _found(value: Value, depth: int, seen: dict[Value, Interval | None]) -> Interval | None:
    if value not in seen:
        seen[value] = _bounds(value, lambda v: _found(v, depth - 1, seen) if depth else None)
    return seen[value]


def _bounds(value: Value, known: _Known) -> Interval | None:
    type = value.type.canonical
    if not isinstance(type, TensorType) or not type.element.is_exact:
        return None
    if isinstance(value, Literal):
        return _of_literal(value)
    rule = _RULES.get(value.__class__)
    found = rule(value, known) if rule is not None else None
    low, high = _limits(type.element)
    if found is None or found[0] < low or high < found[1]:  # Greater numbers wrap around.
        return (low, high) if type.element.bits < 64 else None
    return found


def _limits(element: ElementType) -> Interval:
    if element is ElementType.BOOL:
        return 0, 1
    return integer_range(element)


def _of_literal(literal: Literal) -> Interval | None:
    if isinstance(literal.data, TensorData):
        array = literal.data.array
        return (int(array.min()), int(array.max())) if array.size else None
    number = literal.splat
    return None if number is None else (int(number), int(number))


def _joined(values: list[Value], known: _Known) -> Interval | None:
    """The common bounds of the elements of several values."""
    found = [known(v) for v in values]
    bounds = [i for i in found if i is not None]
    if len(bounds) < len(found):
        return None
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def _moved(instruction: Instruction, known: _Known) -> Interval | None:
    return known(instruction.operands[0])


def _counted(axis: int, type: TensorType) -> Interval | None:
    """The bounds of the indices along an axis."""
    size = type.shape[axis]
    if not isinstance(size, int):
        return 0, integer_range(I64)[1]
    return (0, size - 1) if size else None


def _extract(extract: op.Extract, known: _Known) -> Interval | None:
    source = extract.source
    if isinstance(source, op.Sort) and extract.path == (1,):
        return _counted(source.axis, tensor_type(source.x))
    return None


def _binary(join: Callable[[Interval, Interval], list[int] | None]) -> _Rule:
    """The rule of a binary operation: the interval of the numbers that ``join`` returns."""

    def rule(instruction: op.Binary, known: _Known) -> Interval | None:
        x, y = known(instruction.lhs), known(instruction.rhs)
        ends = None if x is None or y is None else join(x, y)
        return None if ends is None else (min(ends), max(ends))

    return rule


def _bounded(choose: Callable[[int, int], int], side: int) -> _Rule:
    """The rule of ``min`` and ``max``: each operand alone bounds the result on one side, from above
    if ``side`` is 1 and from below if it is 0."""

    def rule(instruction: op.Binary, known: _Known) -> Interval | None:
        given = [i for i in (known(v) for v in instruction.operands) if i is not None]
        if len(given) == 2:
            (a, b), (c, d) = given
            return choose(a, c), choose(b, d)
        limits = _limits(tensor_type(instruction).element)
        if not given:
            return None
        return (limits[0], given[0][1]) if side else (given[0][0], limits[1])

    return rule


def _reduced(reduce: op.Reduce, known: _Known) -> Interval | None:
    found = known(reduce.x)
    if found is None or reduce.by not in ("add", "max", "min") or reduce.init is not None:
        return None
    if reduce.by != "add":
        return found
    sizes = [tensor_type(reduce.x).shape[axis] for axis in reduce.axes]
    if not all(isinstance(size, int) for size in sizes):
        return None
    count = math.prod(size for size in sizes if isinstance(size, int))
    return found[0] * count, found[1] * count


def _and(instruction: op.And, known: _Known) -> Interval | None:
    """The bounds of a bitwise and: the result is at most each operand that is at least 0."""
    given = [i for i in (known(v) for v in instruction.operands) if i is not None and i[0] >= 0]
    return (0, min(last for _, last in given)) if given else None


def _shifted_right(x: Interval, y: Interval) -> list[int] | None:
    return [a >> b for a in x for b in y] if 0 <= y[0] <= y[1] < 64 else None


def _modulo(x: Interval, y: Interval) -> list[int] | None:
    return [0, y[1] - 1] if y[0] > 0 else None


_RULES: Final[dict[type[Value], _Rule]] = {
    **dict.fromkeys((*instructions_with(Trait.SINGLE_SOURCE), op.DataTypeCast), _moved),
    op.Add: _binary(lambda x, y: [x[0] + y[0], x[1] + y[1]]),
    op.And: _and,
    op.ArgMax: lambda i, _: _counted(i.axis, tensor_type(i.x)),
    op.ArgMin: lambda i, _: _counted(i.axis, tensor_type(i.x)),
    op.Concatenate: lambda i, known: _joined(list(i.parts), known),
    op.Extract: _extract,
    op.Iota: lambda i, _: _counted(i.axis, tensor_type(i)),
    op.LiteralInstruction: lambda i, known: known(i.value),
    op.Max: _bounded(max, 0),
    op.Min: _bounded(min, 1),
    op.Modulo: _binary(_modulo),
    op.Reduce: _reduced,
    op.Multiply: _binary(lambda x, y: [a * b for a in x for b in y]),
    op.Pad: lambda i, known: _joined([i.x, i.value], known),
    op.Select: lambda i, known: _joined([i.on_true, i.on_false], known),
    op.ShiftRight: _binary(_shifted_right),
    op.Subtract: _binary(lambda x, y: [x[0] - y[1], x[1] - y[0]]),
}  # fmt: skip
