"""Staged integers that are known not to be negative, and so need no adjustment as indices."""

from __future__ import annotations

from typing import Final

from dlvm.ir import Literal, Value
from dlvm.ir.instructions import (
    Add,
    ArgMax,
    ArgMin,
    Dimension,
    Extract,
    FloorDivide,
    Iota,
    Max,
    Min,
    Modulo,
    Multiply,
    PadShape,
    Reverse,
    ShapeCast,
    Sort,
    Transpose,
)
from dlvm.nnkit.tracing.trace import TracingScope

_DEPTH: Final = 8
"""The maximum number of instructions in a chain that are followed."""


def is_nonnegative(value: Value, scope: TracingScope, depth: int = _DEPTH) -> bool:
    """Whether a staged integer, or all elements of a tensor of integers, are known to be at least
    0, assuming that no computation of them wraps around."""

    def known(*values: Value) -> bool:
        return depth > 0 and all(is_nonnegative(v, scope, depth - 1) for v in values)

    match value:
        case Literal():
            return value.splat is not None and value.splat >= 0
        case Add() | Multiply() | FloorDivide() | Min():
            return known(*value.operands)
        case Max():
            return any(known(v) for v in value.operands)
        case Modulo():
            return known(value.rhs)
        case PadShape() | Reverse() | ShapeCast() | Transpose():
            return known(value.x)
        case Extract(source=Sort()):
            return value.path == (1,)
        case ArgMax() | ArgMin() | Dimension() | Iota():
            return True
        case _:
            return value in scope.nonnegative
