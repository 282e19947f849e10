"""Kernels that only move the elements of constants: they run at compile time, and their results are
part of the program."""

from __future__ import annotations

from math import prod

from dlvm.ir import Literal
from dlvm.ir.compute import Constant, Definition, Expression, Guard, Read
from dlvm.ir.instructions import Apply
from dlvm.ir.types import TensorType
from dlvm.ir.values import Resource, TensorData

_MOST_GROWTH = 2
"""The largest ratio of the size of a result to that of its constant."""


def is_constant(op: Apply) -> bool:
    """Whether a definition is applied to one constant tensor and only rearranges its elements. The
    result may be at most twice as large."""
    definition, result = op.callee, op.type.canonical
    if not isinstance(definition, Definition) or len(op.arguments) != 1:
        return False
    (argument,) = op.arguments
    if not isinstance(argument, Literal) or not isinstance(argument.data, Resource | TensorData):
        return False
    type, statements = argument.type.canonical, definition.body.statements
    if not isinstance(type, TensorType) or not isinstance(result, TensorType):
        return False
    if type.static_shape is None or result.static_shape is None:
        return False
    is_small = prod(result.static_shape) <= _MOST_GROWTH * prod(type.static_shape)
    return is_small and len(statements) == 1 and _is_moved(statements[0].value)


def _is_moved(value: Expression) -> bool:
    match value:
        case Read() | Constant():
            return True
        case Guard():
            return _is_moved(value.body) and _is_moved(value.otherwise)
        case _:
            return False
