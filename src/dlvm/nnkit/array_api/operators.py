"""The operators of staged tensors, and the type variables by which they are typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import (
    bf16,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
)
from dlvm.nnkit.tracing.ranks import Array, Rank, Rank0, Rank1, Rank2, Rank3, Rank4
from dlvm.nnkit.tracing.tracer import Rep, is_liftable

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
N = TypeVar("N", bound=Rank)
Joined = TypeVar("Joined", Rank0, Rank1, Rank2, Rank3, Rank4)
"""The rank that operands broadcast to."""
Number = TypeVar("Number", i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64)
"""The element type that numbers are promoted to."""
Wide = TypeVar("Wide", f16, bf16, f32, f64)
Whole = TypeVar("Whole", i8, i16, i32, i64, u8, u16, u32, u64)
Bits = TypeVar("Bits", i8, i16, i32, i64, u8, u16, u32, u64, bool)
Promoted = TypeVar("Promoted", i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, bool)

WholeConstant = int | NDArray[Any] | np.generic
Constant = float | NDArray[Any] | np.generic
"""What an operator accepts beside a staged tensor: a number or a small array."""

Numbers = TypeVar("Numbers", bound="Rep[Array[Any, i64 | u64 | f64]]")
"""Tensors of numbers, of one type."""
Floats = TypeVar("Floats", bound="Rep[Array[Any, f64]]")
"""Tensors of floats, of one type."""


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{
        name: partial(primitives.elementwise, mnemonic)
        for name, mnemonic in {
            "add": "add",
            "subtract": "subtract",
            "multiply": "multiply",
            "floor_divide": "floorDivide",
            "remainder": "modulo",
            "less": "lessThan",
            "less_equal": "lessThanOrEqual",
            "greater": "greaterThan",
            "greater_equal": "greaterThanOrEqual",
            "equal": "equal",
            "not_equal": "notEqual",
            "bitwise_and": "and",
            "bitwise_or": "or",
            "bitwise_xor": "xor",
            "left_shift": "shiftLeft",
            "right_shift": "shiftRight",
        }.items()
    },
    "divide": primitives.divide,
    "power": primitives.power,
    "matmul": primitives.dot,
}
"""The operators, by the names of NumPy's functions: NumPy calls them if one operand is an array and
the other one is staged."""


def method(operation: Callable[..., Any]) -> Any:
    """The operation as a method."""

    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        return operation(self, *arguments, **named)

    call.__doc__ = operation.__doc__
    return call


def reflected(operation: Callable[..., Any]) -> Any:
    """The operation as the method of its second operand."""

    def call(self: Any, other: Any) -> Any:
        return operation(other, self)

    return call


def equality(operation: Callable[..., Any]) -> Any:
    """The operation as a method; nothing but numbers is equal to a tensor."""

    def call(self: Any, other: object) -> Any:
        return operation(self, other) if is_liftable(other) else NotImplemented

    return call
