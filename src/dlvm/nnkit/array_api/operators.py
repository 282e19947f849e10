"""How the operators and methods of staged tensors are typed: once for all ranks and element types.

The types of two operands are joined: the closest rank and element type that both have as a base are
those of the result, and where there is none the operands do not go together. Type checkers settle
on the type of an operand before they look at the other one, so that an operator and its reflection
say together what goes with what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

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
from dlvm.nnkit.tracing.ranks import Array, Less, Rank, Rank0, Rank1, Rank2, Rank3, Rank4
from dlvm.nnkit.tracing.tracer import Rep, is_liftable

if TYPE_CHECKING:
    from dlvm.nnkit.array_api.tensors import Tensor

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
"""The element type that those of numbers are promoted to."""
Wide = TypeVar("Wide", f16, bf16, f32, f64)
Whole = TypeVar("Whole", i8, i16, i32, i64, u8, u16, u32, u64)
Bits = TypeVar("Bits", i8, i16, i32, i64, u8, u16, u32, u64, bool)
Promoted = TypeVar("Promoted", i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, bool)

WholeConstant = int | NDArray[Any] | np.generic
Constant = float | NDArray[Any] | np.generic
"""What stands beside a staged tensor in an operator: a number or a small array."""

Numbers = TypeVar("Numbers", bound="Rep[Array[Any, i64 | u64 | f64]]")
"""Tensors of numbers, of one type."""
Floats = TypeVar("Floats", bound="Rep[Array[Any, f64]]")
"""Tensors of floats, of one type."""


class _Arithmetic(Protocol[S_co]):
    @overload
    def __call__(self: _Arithmetic[Numbers], other: Numbers | WholeConstant, /) -> Numbers: ...
    @overload
    def __call__(self: _Arithmetic[Floats], other: float, /) -> Floats: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]  (the first is of one type)
        self: _Arithmetic[Rep[Array[Joined, Number]]], other: Rep[Array[Joined, Number]], /
    ) -> Tensor[Joined, Number]: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _Arithmetic[Rep[Array[R, f64]]], other: Rep[Array[R, Wide]], /
    ) -> Tensor[R, Wide]: ...


class Arithmetic(Protocol):
    """An operator on numbers."""

    def __get__(self, instance: S, owner: Any, /) -> _Arithmetic[S]: ...

    # As an operator of any class, which Python's sum asks for.
    def __call__(self, other: Any, /) -> Any: ...


class _Division(Protocol[S_co]):
    @overload
    def __call__(self: _Division[Floats], other: Floats | Constant, /) -> Floats: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _Division[Rep[Array[Joined, Wide]]], other: Rep[Array[Joined, Wide]], /
    ) -> Tensor[Joined, Wide]: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _Division[Rep[Array[R, f64]]], other: Rep[Array[R, Wide]], /
    ) -> Tensor[R, Wide]: ...


class Division(Protocol):
    """An operator on floats."""

    def __get__(self, instance: S, owner: Any, /) -> _Division[S]: ...


class _Bitwise(Protocol[S_co]):
    @overload
    def __call__(
        self: _Bitwise[Rep[Array[R, Bits]]], other: WholeConstant, /
    ) -> Tensor[R, Bits]: ...
    @overload
    def __call__(
        self: _Bitwise[Rep[Array[Joined, Bits]]], other: Rep[Array[Joined, Bits]], /
    ) -> Tensor[Joined, Bits]: ...


class Bitwise(Protocol):
    """An operator on whole numbers and bools."""

    def __get__(self, instance: S, owner: Any, /) -> _Bitwise[S]: ...


class _Comparison(Protocol[S_co]):
    @overload
    def __call__(
        self: _Comparison[Rep[Array[R, f64 | bool]]], other: Constant, /
    ) -> Tensor[R, bool]: ...
    @overload
    def __call__(
        self: _Comparison[Rep[Array[R, Any]]], other: WholeConstant, /
    ) -> Tensor[R, bool]: ...
    @overload
    def __call__(
        self: _Comparison[Rep[Array[Joined, Promoted]]], other: Rep[Array[Joined, Promoted]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(
        self: _Comparison[Rep[Array[R, f64]]], other: Rep[Array[R, Wide]], /
    ) -> Tensor[R, bool]: ...


class Comparison(Protocol):
    """A comparison, which gives a staged value and not a bool, as in NumPy."""

    def __get__(self, instance: S, owner: Any, /) -> _Comparison[S]: ...


class Reduction(Protocol[R_co, E_co]):
    """Joins the elements along axes: all of them, one, or several."""

    @overload
    def __call__(
        self: Reduction[Any, E], axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, E]: ...
    @overload
    def __call__(
        self: Reduction[Less[N], E], axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, E]: ...
    @overload
    def __call__(
        self: Reduction[R, E],
        axis: int | tuple[int, ...] | None = None,
        *,
        keepdims: Literal[True],
    ) -> Tensor[R, E]: ...
    @overload
    def __call__(
        self: Reduction[Less[Less[N]], E], axis: tuple[int, int], keepdims: Literal[False] = False
    ) -> Tensor[N, E]: ...
    @overload
    def __call__(
        self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False
    ) -> Any: ...


class Summation(Protocol):
    """A method that adds or multiplies elements; whole numbers as those of 64 bits."""

    @overload
    def __get__(self, instance: Rep[Array[R, Wide]], owner: Any, /) -> Reduction[R, Wide]: ...
    @overload
    def __get__(self, instance: Rep[Array[R, u64]], owner: Any, /) -> Reduction[R, u64]: ...
    @overload
    def __get__(self, instance: Rep[Array[R, i64]], owner: Any, /) -> Reduction[R, i64]: ...


class SameReduction(Protocol):
    """A method that joins elements to one of their type."""

    def __get__(self, instance: Rep[Array[R, E]], owner: Any, /) -> Reduction[R, E]: ...


class FloatReduction(Protocol):
    """A method that joins floats to one."""

    def __get__(self, instance: Rep[Array[R, Wide]], owner: Any, /) -> Reduction[R, Wide]: ...


class FlagReduction(Protocol):
    """A method that joins elements to a bool."""

    def __get__(self, instance: Rep[Array[R, Any]], owner: Any, /) -> Reduction[R, bool]: ...


class PlaceReduction(Protocol):
    """A method that finds an element's place."""

    def __get__(self, instance: Rep[Array[R, Any]], owner: Any, /) -> Reduction[R, i64]: ...


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
