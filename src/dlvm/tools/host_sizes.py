"""Computes the sizes of tensors in a function, for given or typical arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from dlvm.ir import instructions as op
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Argument, Instruction
from dlvm.ir.module import Function
from dlvm.ir.polynomial import TYPICAL_SIZE
from dlvm.ir.types import INDEX, Symbol, TensorType
from dlvm.ir.values import Literal, Value

_ARITHMETIC: Final[dict[type[Instruction], Callable[[int, int], int]]] = {
    op.Add: int.__add__,
    op.Subtract: int.__sub__,
    op.Multiply: int.__mul__,
    op.FloorDivide: lambda x, y: x // y if y else 0,
    op.Min: lambda x, y: min(x, y),
    op.Max: lambda x, y: max(x, y),
    op.Equal: int.__eq__,
    op.NotEqual: int.__ne__,
    op.LessThanOrEqual: int.__le__,
    op.Or: int.__or__,
    op.And: int.__and__,
}
"""The instructions with which host code computes sizes."""


class HostSizes:
    """The values of a function's size arithmetic, at stage compute or later.

    Sizes that neither ``arguments`` nor types determine are :data:`TYPICAL_SIZE`.
    """

    def __init__(self, function: Function, arguments: Sequence[Any] = ()) -> None:
        self._arguments = dict(zip(function.arguments, arguments, strict=False))
        self._symbols: dict[str, int] = {}
        self._known: dict[Value, int | None] = {}
        self._typical: set[Value] = set()
        for argument, value in self._arguments.items():
            if isinstance(argument.type.canonical, TensorType):
                for dim, size in zip(argument.type.canonical.shape, np.shape(value), strict=True):
                    if isinstance(dim, Symbol) and dim.name:
                        self._symbols[dim.name] = size
        conditions = (i.condition for i in function.instructions() if isinstance(i, op.Assert))
        self.fit: bool = all(self._value(condition) in (None, True) for condition in conditions)
        """Whether the assertions on sizes hold."""

    def size(self, value: Value) -> int:
        """The size that a value of host code represents."""
        found = self._value(value)
        return TYPICAL_SIZE if found is None else int(found)

    def is_typical(self, value: Value) -> bool:
        """Whether a size is an assumed one: neither arguments nor types determine it."""
        self.size(value)
        return value in self._typical

    def _value(self, value: Value) -> int | None:
        """An integer or a bool; None for other values, and for values unrelated to sizes."""
        if value not in self._known:
            self._known[value] = self._compute(value)
        return self._known[value]

    def _compute(self, value: Value) -> int | None:
        match value:
            case Literal():
                found = value.splat
                return found if isinstance(found, int) else None
            case Argument() if value in self._arguments and value.type == INDEX:
                return int(self._arguments[value])
            case op.Dimension():
                return self._dimension(value)
            case op.Select():
                return self._chosen(value)
            case op.DataTypeCast():
                found = self._value(value.x)
                self._follow(value, value.x)
                return found
            case Instruction() if type(value) in _ARITHMETIC:
                x, y = map(self._value, value.operands)
                self._follow(value, *value.operands)
                if x is not None and y is not None:
                    return _ARITHMETIC[type(value)](x, y)
            case _:
                pass
        return self._typical_size(value) if value.type == INDEX else None

    def _chosen(self, select: op.Select) -> int | None:
        flag, *_ = map(self._value, (select.flags, select.on_true, select.on_false))
        self._follow(select, *select.operands)
        return None if flag is None else self._value(select.on_true if flag else select.on_false)

    def _follow(self, value: Value, *operands: Value) -> None:
        if any(o in self._typical for o in operands):
            self._typical.add(value)

    def _typical_size(self, value: Value) -> int:
        self._typical.add(value)
        return TYPICAL_SIZE

    def _dimension(self, query: op.Dimension) -> int:
        whole, axis = query.x, query.axis
        type = whole.type.canonical
        assert isinstance(type, TensorType)
        dim = type.shape[axis]
        if isinstance(dim, int):
            return dim
        if isinstance(whole, Argument) and whole in self._arguments:
            return int(np.shape(self._arguments[whole])[axis])
        if dim.name in self._symbols:
            return self._symbols[dim.name]
        position = 0
        if isinstance(whole, op.Extract) and len(whole.path) == 1:
            position, whole = int(str(whole.path[0])), whole.source
        if isinstance(whole, op.Apply) and isinstance(whole.callee, Definition):
            made = whole.callee.result_types[position].shape[axis]
            if isinstance(made, int):
                return made
            place = whole.callee.body.parameters.index(f"_{made.name}")
            size = self.size(whole.arguments[place])
            self._follow(query, whole.arguments[place])
            return size
        return self._typical_size(query)
