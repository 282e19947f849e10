"""Parts of values, which may stand as operands without an instruction that makes them."""

from __future__ import annotations

from dlvm.analysis.differentiation.gradients import parts_of, tangent_type
from dlvm.ir import Aggregate, Builder, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import TupleType


def member(value: Aggregate, step: int | str) -> Value:
    """The part of a tuple, array or struct that a step leads to."""
    return value.operands[[s for s, _ in parts_of(value.type)].index(step)]


def part_at(builder: Builder, value: Value, path: Path) -> Value:
    """The part of a value at a path, taken out of it where it does not stand there as it is."""
    while path and isinstance(value, Aggregate):
        value, path = member(value, path[0]), path[1:]
    return builder.insert(op.Extract(path, value)) if path else value


def tangent_path(type: Type, path: Path) -> Path:
    """A path in a type, as a path in its tangent type, where a struct may have become a tuple."""
    steps: list[int | str] = []
    for step in path:
        names = [name for name, _ in parts_of(type)]
        is_tuple = isinstance(tangent_type(type).canonical, TupleType)
        steps.append(names.index(step) if is_tuple else step)
        type = op.element_at(type, (step,))
    return tuple(steps)
