"""How the functions on staged tensors are typed: once for those that take and give the same.

Ranks and element types are joined as those of operators are
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
from dlvm.nnkit.tracing.tracer import Rep

if TYPE_CHECKING:
    from dlvm.nnkit.array_api.tensors import Tensor

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
Axes = int | tuple[int, ...] | None


class FloatMap(Protocol):
    """A function of each element of floats."""

    def __call__(self, x: Floats, /) -> Floats: ...


class NumberMap(Protocol):
    """A function of each element of numbers."""

    def __call__(self, x: Numbers, /) -> Numbers: ...


class BitsMap(Protocol):
    """An element-wise function of integers or bools."""

    def __call__(self, x: Rep[Array[R, Bits]], /) -> Tensor[R, Bits]: ...


class Predicate(Protocol):
    """Whether something is true of each number."""

    def __call__(self, x: Rep[Array[R, i64 | u64 | f64]], /) -> Tensor[R, bool]: ...


class NumberFunction(Protocol):
    """A function of two numbers, element by element. One may be a number or array of Python."""

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
        self, x1: Rep[Array[Joined, Number]], x2: Rep[Array[Joined, Number]], /
    ) -> Tensor[Joined, Number]: ...


class FloatFunction(Protocol):
    """A function of two floats, element by element. One may be a number or array of Python."""

    @overload
    def __call__(self, x1: Floats, x2: Constant, /) -> Floats: ...
    @overload
    def __call__(self, x1: Constant, x2: Floats, /) -> Floats: ...
    @overload
    def __call__(
        self, x1: Rep[Array[Joined, Wide]], x2: Rep[Array[Joined, Wide]], /
    ) -> Tensor[Joined, Wide]: ...


class BitsFunction(Protocol):
    """An element-wise function of two integers or bools."""

    @overload
    def __call__(
        self, x1: Rep[Array[Joined, Bits]], x2: Rep[Array[Joined, Bits]], /
    ) -> Tensor[Joined, Bits]: ...
    @overload
    def __call__(self, x1: Rep[Array[R, Bits]], x2: WholeConstant, /) -> Tensor[R, Bits]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Rep[Array[R, Bits]], /) -> Tensor[R, Bits]: ...


class FlagFunction(Protocol):
    """A function of two bools, element by element."""

    @overload
    def __call__(
        self, x1: Rep[Array[Joined, bool]], x2: Rep[Array[Joined, bool]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(self, x1: Rep[Array[R, bool]], x2: WholeConstant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Rep[Array[R, bool]], /) -> Tensor[R, bool]: ...


class ComparisonFunction(Protocol):
    """A comparison, element by element."""

    @overload
    def __call__(
        self, x1: Rep[Array[Joined, Promoted]], x2: Rep[Array[Joined, Promoted]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(self, x1: Rep[Array[R, f64 | bool]], x2: Constant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: Rep[Array[R, Any]], x2: WholeConstant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: Constant, x2: Rep[Array[R, f64 | bool]], /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Rep[Array[R, Any]], /) -> Tensor[R, bool]: ...


class Joining(Protocol):
    """Joins the elements along axes to one of their type."""

    @overload
    def __call__(
        self, x: Rep[Array[Any, E]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, E]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Less[N], E]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, E]: ...
    @overload
    def __call__(self, x: Numbers, /, axis: Axes, keepdims: Literal[True]) -> Numbers: ...
    @overload
    def __call__(self, x: Numbers, /, axis: Axes = None, *, keepdims: Literal[True]) -> Numbers: ...
    @overload
    def __call__(
        self, x: Rep[Array[Any, Any]], /, axis: Axes = None, keepdims: bool = False
    ) -> Any: ...


class Summing(Protocol):
    """Reduces along axes: floats to their type, integers to 64 bits, or to
    the ``dtype`` that is given."""

    @overload
    def __call__(
        self, x: Rep[Array[Any, Wide]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, Wide]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Any, u64]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, u64]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Any, i64]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, i64]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Less[N], Wide]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, Wide]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Less[N], u64]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, u64]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Less[N], i64]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, i64]: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes = None, *, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(
        self,
        x: Rep[Array[Any, f64 | i64 | u64]],
        /,
        axis: Axes = None,
        keepdims: bool = False,
        dtype: Any = None,
    ) -> Any: ...


class Averaging(Protocol):
    """Joins the floats along axes to one."""

    @overload
    def __call__(
        self, x: Rep[Array[Any, Wide]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, Wide]: ...
    @overload
    def __call__(
        self, x: Rep[Array[Less[N], Wide]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, Wide]: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(self, x: Floats, /, axis: Axes = None, *, keepdims: Literal[True]) -> Floats: ...
    @overload
    def __call__(
        self, x: Rep[Array[Any, f64]], /, axis: Axes = None, keepdims: bool = False
    ) -> Any: ...


class Spreading(Protocol):
    """Measures how far the floats along axes are apart."""

    @overload
    def __call__(
        self,
        x: Rep[Array[Any, Wide]],
        /,
        axis: None = None,
        correction: float = 0,
        keepdims: Literal[False] = False,
    ) -> Tensor[Rank0, Wide]: ...
    @overload
    def __call__(
        self,
        x: Rep[Array[Less[N], Wide]],
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
        self, x: Rep[Array[Any, f64]], /, axis: Axes = None, correction: float = 0,
        keepdims: bool = False,
    ) -> Any: ...  # fmt: skip


class Cumulating(Protocol):
    """Joins each number with those before it along an axis."""

    @overload
    def __call__(
        self, x: Floats, /, axis: int | None = None, *, include_initial: bool = False
    ) -> Floats: ...
    @overload
    def __call__(
        self, x: Rep[Array[R, u64]], /, axis: int | None = None, *, include_initial: bool = False
    ) -> Tensor[R, u64]: ...
    @overload
    def __call__(
        self, x: Rep[Array[R, i64]], /, axis: int | None = None, *, include_initial: bool = False
    ) -> Tensor[R, i64]: ...
    @overload
    def __call__(
        self,
        x: Rep[Array[R, f64 | i64 | u64]],
        /,
        axis: int | None = None,
        *,
        dtype: Any = None,
        include_initial: bool = False,
    ) -> Tensor[R, Any]: ...


class Finding(Protocol[E_co]):
    """Joins the elements along axes to something of another type."""

    @overload
    def __call__(
        self, x: Rep[Array[Any, Any]], /, axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, E_co]: ...  # pyright: ignore[reportGeneralTypeIssues]
    @overload
    def __call__(
        self, x: Rep[Array[Less[N], Any]], /, axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, E_co]: ...  # pyright: ignore[reportGeneralTypeIssues]
    @overload
    def __call__(
        self, x: Rep[Array[R, Any]], /, axis: Axes = None, *, keepdims: Literal[True]
    ) -> Tensor[R, E_co]: ...  # pyright: ignore[reportGeneralTypeIssues]
    @overload
    def __call__(
        self, x: Rep[Array[Any, Any]], /, axis: Axes = None, keepdims: bool = False
    ) -> Any: ...


def function(name: str, doc: str, operation: Callable[..., Any]) -> Any:
    """The operation under a name, and with a text of its own."""

    def call(*arguments: Any, **named: Any) -> Any:
        return operation(*arguments, **named)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    return call
