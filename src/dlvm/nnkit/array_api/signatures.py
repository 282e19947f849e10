"""Types of functions on staged tensors: one protocol for each signature.

Ranks and element types of operands are combined as for operators
(:mod:`dlvm.nnkit.array_api.operators`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, overload

from dlvm.nnkit.array_api.operators import (
    Bits,
    Constant,
    Floats,
    Joined,
    N,
    Number,
    Numbers,
    Promoted,
    R,
    WholeConstant,
    Wide,
)
from dlvm.nnkit.tracing.element_types import f64, i64, u64
from dlvm.nnkit.tracing.ranks import Array, Less, Rank0
from dlvm.nnkit.tracing.tracer import Tracer

if TYPE_CHECKING:
    from dlvm.nnkit.array_api.tensors import Tensor

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
Axes = int | tuple[int, ...] | None


class FloatMap(Protocol):
    """An element-wise function of floats."""

    def __call__(self, x: Floats, /) -> Floats: ...


class NumberMap(Protocol):
    """An element-wise function of numbers."""

    def __call__(self, x: Numbers, /) -> Numbers: ...


class BitsMap(Protocol):
    """An element-wise function of integers or bools."""

    def __call__(self, x: Tracer[Array[R, Bits]], /) -> Tensor[R, Bits]: ...


class Predicate(Protocol):
    """An element-wise test of numbers."""

    def __call__(self, x: Tracer[Array[R, i64 | u64 | f64]], /) -> Tensor[R, bool]: ...


class NumberFunction(Protocol):
    """An element-wise function of two numbers; one operand may be a Python number or an array."""

    @overload
    def __call__(self, x1: Numbers, x2: WholeConstant, /) -> Numbers: ...
    @overload
    def __call__(self, x1: Floats, x2: float, /) -> Floats: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Numbers, /) -> Numbers: ...
    @overload
    def __call__(self, x1: float, x2: Floats, /) -> Floats: ...
    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Number]], x2: Tracer[Array[Joined, Number]], /
    ) -> Tensor[Joined, Number]: ...


class FloatFunction(Protocol):
    """An element-wise function of two floats; one operand may be a Python number or an array."""

    @overload
    def __call__(self, x1: Floats, x2: Constant, /) -> Floats: ...
    @overload
    def __call__(self, x1: Constant, x2: Floats, /) -> Floats: ...
    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Wide]], x2: Tracer[Array[Joined, Wide]], /
    ) -> Tensor[Joined, Wide]: ...


class BitsFunction(Protocol):
    """An element-wise function of two integers or bools."""

    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Bits]], x2: Tracer[Array[Joined, Bits]], /
    ) -> Tensor[Joined, Bits]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, Bits]], x2: WholeConstant, /) -> Tensor[R, Bits]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Tracer[Array[R, Bits]], /) -> Tensor[R, Bits]: ...


class FlagFunction(Protocol):
    """An element-wise function of two bools."""

    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, bool]], x2: Tracer[Array[Joined, bool]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, bool]], x2: WholeConstant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Tracer[Array[R, bool]], /) -> Tensor[R, bool]: ...


class ComparisonFunction(Protocol):
    """An element-wise comparison."""

    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Promoted]], x2: Tracer[Array[Joined, Promoted]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, f64 | bool]], x2: Constant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, Any]], x2: WholeConstant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: Constant, x2: Tracer[Array[R, f64 | bool]], /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Tracer[Array[R, Any]], /) -> Tensor[R, bool]: ...


class Joining(Protocol):
    """A reduction that preserves the element type."""

    @overload
    def __call__(
        self, x: Tracer[Array[Any, E]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, E]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Less[N], E]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, E]: ...
    @overload
    def __call__(self, x: Numbers, /, axis: Axes, keepdims: Literal[True]) -> Numbers: ...
    @overload
    def __call__(self, x: Numbers, /, axis: Axes = None, *, keepdims: Literal[True]) -> Numbers: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Any, Any]], /, axis: Axes = None, keepdims: bool = False
    ) -> Any: ...


class Summing(Protocol):
    """A sum or product along axes. Floats keep their type, integers are widened to 64 bits, unless
    ``dtype`` is passed.
    """

    @overload
    def __call__(
        self, x: Tracer[Array[Any, Wide]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, Wide]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Any, u64]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, u64]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Any, i64]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, i64]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Less[N], Wide]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, Wide]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Less[N], u64]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, u64]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Less[N], i64]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, i64]: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes = None, *, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(
        self,
        x: Tracer[Array[Any, f64 | i64 | u64]],
        /,
        axis: Axes = None,
        keepdims: bool = False,
        dtype: Any = None,
    ) -> Any: ...


class Averaging(Protocol):
    """A mean of floats along axes."""

    @overload
    def __call__(
        self, x: Tracer[Array[Any, Wide]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, Wide]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Less[N], Wide]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, Wide]: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes = None, *, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Any, f64]], /, axis: Axes = None, keepdims: bool = False
    ) -> Any: ...


class Spreading(Protocol):
    """A variance or standard deviation of floats along axes."""

    @overload
    def __call__(
        self,
        x: Tracer[Array[Any, Wide]],
        /,
        axis: None = None,
        correction: float = 0,
        keepdims: Literal[False] = False,
    ) -> Tensor[Rank0, Wide]: ...
    @overload
    def __call__(
        self,
        x: Tracer[Array[Less[N], Wide]],
        /,
        axis: int,
        correction: float = 0,
        keepdims: Literal[False] = False,
    ) -> Tensor[N, Wide]: ...
    @overload
    def __call__(
        self, x: Floats, /, axis: Axes = None, correction: float = 0, *, keepdims: Literal[True]
    ) -> Floats: ...
    @overload
    def __call__(
        self, x: Tracer[Array[Any, f64]], /, axis: Axes = None, correction: float = 0,
        keepdims: bool = False,
    ) -> Any: ...  # fmt: skip


class Cumulating(Protocol):
    """A scan along an axis: combines each element with the preceding ones."""

    @overload
    def __call__(
        self, x: Floats, /, axis: int | None = None, *, include_initial: bool = False
    ) -> Floats: ...
    @overload
    def __call__(
        self, x: Tracer[Array[R, u64]], /, axis: int | None = None, *, include_initial: bool = False
    ) -> Tensor[R, u64]: ...
    @overload
    def __call__(
        self, x: Tracer[Array[R, i64]], /, axis: int | None = None, *, include_initial: bool = False
    ) -> Tensor[R, i64]: ...
    @overload
    def __call__(
        self,
        x: Tracer[Array[R, f64 | i64 | u64]],
        /,
        axis: int | None = None,
        *,
        dtype: Any = None,
        include_initial: bool = False,
    ) -> Tensor[R, Any]: ...


class Finding(Protocol[E_co]):
    """A reduction to another element type."""

    @overload
    def __call__(
        self, x: Tracer[Array[Any, Any]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, E_co]: ...  # pyright: ignore[reportGeneralTypeIssues]
    @overload
    def __call__(
        self, x: Tracer[Array[Less[N], Any]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, E_co]: ...  # pyright: ignore[reportGeneralTypeIssues]
    @overload
    def __call__(
        self, x: Tracer[Array[R, Any]], /, axis: Axes = None, *, keepdims: Literal[True]
    ) -> Tensor[R, E_co]: ...  # pyright: ignore[reportGeneralTypeIssues]
    @overload
    def __call__(
        self, x: Tracer[Array[Any, Any]], /, axis: Axes = None, keepdims: bool = False
    ) -> Any: ...


def function(name: str, doc: str, operation: Callable[..., Any]) -> Any:
    """Names an operation and sets its docstring."""

    def call(*arguments: Any, **named: Any) -> Any:
        return operation(*arguments, **named)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    return call
