"""Parts of aggregates as operands. A part of an aggregate that is written as an operand, such as
``(%a, %b)``, needs no instruction."""

from __future__ import annotations

from dlvm.analysis.differentiation.gradients import parts_of, tangent_type
from dlvm.ir import Aggregate, Builder, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import TupleType


def member(value: Aggregate, step: int | str) -> Value:
    """Returns the element of a tuple, array or struct at a step."""
    return value.operands[[s for s, _ in parts_of(value.type)].index(step)]


def part_at(builder: Builder, value: Value, path: Path) -> Value:
    """Returns the part of a value at a path. Only parts that are not operands of an aggregate are
    extracted by an instruction."""
    while path and isinstance(value, Aggregate):
        value, path = member(value, path[0]), path[1:]
    return builder.insert(op.Extract(path, value)) if path else value


def tangent_path(type: Type, path: Path) -> Path:
    """Translates a path in a type to its tangent type, in which a struct can be a tuple."""
    steps: list[int | str] = []
    for step in path:
        names = [name for name, _ in parts_of(type)]
        is_tuple = isinstance(tangent_type(type).canonical, TupleType)
        steps.append(names.index(step) if is_tuple else step)
        type = op.element_at(type, (step,))
    return tuple(steps)
