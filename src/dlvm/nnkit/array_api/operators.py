"""Operators of staged tensors, and the type variables that type them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import (
    bf16,
    c64,
    c128,
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
from dlvm.nnkit.tracing.ranks import Array, Rank0, Rank1, Rank2, Rank3, Rank4, StagedRank
from dlvm.nnkit.tracing.tracer import Tracer, is_liftable

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
N = TypeVar("N", bound=StagedRank)
Joined = TypeVar("Joined", Rank0, Rank1, Rank2, Rank3, Rank4)
"""The rank that the operands broadcast to."""
Number = TypeVar("Number", i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128)
"""The element type that the operands are promoted to."""
Wide = TypeVar("Wide", f16, bf16, f32, f64, c64, c128)
Whole = TypeVar("Whole", i8, i16, i32, i64, u8, u16, u32, u64)
Bits = TypeVar("Bits", i8, i16, i32, i64, u8, u16, u32, u64, bool)
Promoted = TypeVar(
    "Promoted", i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128, bool
)

WholeConstant = int | NDArray[Any] | np.generic
Constant = float | NDArray[Any] | np.generic
Unstaged = complex | NDArray[Any] | np.generic
"""Operands that an operator accepts besides staged tensors: numbers and small arrays."""

Numbers = TypeVar("Numbers", bound="Tracer[Array[Any, i64 | u64 | c128]]")
"""Tensors of one numeric type."""
Reals = TypeVar("Reals", bound="Tracer[Array[Any, i64 | u64 | f64]]")
"""Tensors of one type of real numbers."""
Floats = TypeVar("Floats", bound="Tracer[Array[Any, c128]]")
"""Tensors of one type of floats or complex numbers."""


OPERATIONS: dict[str, Callable[..., Any]] = {
    **{
        name: partial(primitives.elementwise, mnemonic)
        for name, mnemonic in {
            "add": "add",
            "subtract": "subtract",
            "multiply": "multiply",
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
    "floor_divide": partial(primitives.checked_quotient, "floorDivide"),
    "remainder": partial(primitives.checked_quotient, "modulo"),
    "divmod": primitives.quotient_and_remainder,
    "power": primitives.power,
    "matmul": primitives.dot,
}
"""The operators by the names of the NumPy functions, which NumPy calls if one operand is an array
and the other one is staged.
"""


def method(operation: Callable[..., Any]) -> Any:
    """The operation as a method."""

    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        return operation(self, *arguments, **named)

    call.__doc__ = operation.__doc__
    return call


def reflected(operation: Callable[..., Any]) -> Any:
    """The operation as a reflected method, such as ``__radd__``."""

    def call(self: Any, other: Any) -> Any:
        return operation(other, self)

    return call


def equality(operation: Callable[..., Any]) -> Any:
    """The comparison as a method; returns ``NotImplemented`` for operands that cannot be lifted."""

    def call(self: Any, other: object) -> Any:
        return operation(self, other) if is_liftable(other) else NotImplemented

    return call
