"""Types of functions on staged tensors: one protocol for each signature.

Ranks and element types of operands are combined as for operators
(:mod:`dlvm.nnkit.array_api.operators`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import getdoc
from inspect import signature as signature_of
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, cast, overload

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
    Unstaged,
    WholeConstant,
    Wide,
)
from dlvm.nnkit.tracing.element_types import c128, f64, i64, u64
from dlvm.nnkit.tracing.ranks import Array, Less, Rank0
from dlvm.nnkit.tracing.tracer import Tracer

if TYPE_CHECKING:
    from dlvm.nnkit.array_api.tensors import Tensor

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
Axes = int | tuple[int, ...] | None


class FloatMap(Protocol):
    """An element-wise function of floats.

    Parameters
    ----------
    x
        Floats of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.

    Raises
    ------
    DiagnosticError
        If the elements are not floats.
    """

    def __call__(self, x: Floats, /) -> Floats: ...


class NumberMap(Protocol):
    """An element-wise function of numbers.

    Parameters
    ----------
    x
        Numbers of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.

    Raises
    ------
    DiagnosticError
        If the elements are bools.
    """

    def __call__(self, x: Numbers, /) -> Numbers: ...


class BitsMap(Protocol):
    """An element-wise function of integers or bools.

    Parameters
    ----------
    x
        Integers or bools of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.

    Raises
    ------
    DiagnosticError
        If the elements are floats.
    """

    def __call__(self, x: Tracer[Array[R, Bits]], /) -> Tensor[R, Bits]: ...


class Predicate(Protocol):
    """An element-wise test of numbers.

    Parameters
    ----------
    x
        Numbers of any shape.

    Returns
    -------
    Tensor
        Bools of the shape of ``x``.
    """

    def __call__(self, x: Tracer[Array[R, i64 | u64 | c128]], /) -> Tensor[R, bool]: ...


class NumberFunction(Protocol):
    """An element-wise function of two numbers.

    Parameters
    ----------
    x1, x2
        Numbers whose shapes broadcast. One may be a Python number or an array.

    Returns
    -------
    Tensor
        A tensor of the broadcast shape. The element types are promoted.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast, or if one operand has floats and the other one integers.
    """

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
    @overload
    def __call__(self, x1: Tracer[Array[R, c128]], x2: complex, /) -> Tensor[R, Any]: ...
    @overload
    def __call__(self, x1: complex, x2: Tracer[Array[R, c128]], /) -> Tensor[R, Any]: ...


class FloatFunction(Protocol):
    """An element-wise function of two floats.

    Parameters
    ----------
    x1, x2
        Floats whose shapes broadcast. One may be a Python number or an array.

    Returns
    -------
    Tensor
        A tensor of the broadcast shape. The element types are promoted.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast, or if the elements are not floats.
    """

    @overload
    def __call__(self, x1: Floats, x2: Constant, /) -> Floats: ...
    @overload
    def __call__(self, x1: Constant, x2: Floats, /) -> Floats: ...
    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Wide]], x2: Tracer[Array[Joined, Wide]], /
    ) -> Tensor[Joined, Wide]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, c128]], x2: complex, /) -> Tensor[R, Any]: ...
    @overload
    def __call__(self, x1: complex, x2: Tracer[Array[R, c128]], /) -> Tensor[R, Any]: ...


class BitsFunction(Protocol):
    """An element-wise function of two integers or bools.

    Parameters
    ----------
    x1, x2
        Integers or bools whose shapes broadcast. One may be a Python number or an array.

    Returns
    -------
    Tensor
        A tensor of the broadcast shape. The element types are promoted.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast, or if the elements are floats.
    """

    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Bits]], x2: Tracer[Array[Joined, Bits]], /
    ) -> Tensor[Joined, Bits]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, Bits]], x2: WholeConstant, /) -> Tensor[R, Bits]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Tracer[Array[R, Bits]], /) -> Tensor[R, Bits]: ...


class FlagFunction(Protocol):
    """An element-wise function of two bools.

    Parameters
    ----------
    x1, x2
        Bools whose shapes broadcast. One may be a Python bool or an array.

    Returns
    -------
    Tensor
        Bools of the broadcast shape.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast, or if the elements are not bools.
    """

    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, bool]], x2: Tracer[Array[Joined, bool]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, bool]], x2: WholeConstant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Tracer[Array[R, bool]], /) -> Tensor[R, bool]: ...


class ComparisonFunction(Protocol):
    """An element-wise comparison.

    Parameters
    ----------
    x1, x2
        Tensors whose shapes broadcast. One may be a Python number or an array.

    Returns
    -------
    Tensor
        Bools of the broadcast shape.

    Raises
    ------
    DiagnosticError
        If the shapes do not broadcast, or if one operand has floats and the other one integers.
    """

    @overload
    def __call__(
        self, x1: Tracer[Array[Joined, Promoted]], x2: Tracer[Array[Joined, Promoted]], /
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, c128 | bool]], x2: Unstaged, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: Tracer[Array[R, Any]], x2: WholeConstant, /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: Unstaged, x2: Tracer[Array[R, c128 | bool]], /) -> Tensor[R, bool]: ...
    @overload
    def __call__(self, x1: WholeConstant, x2: Tracer[Array[R, Any]], /) -> Tensor[R, bool]: ...


class Joining(Protocol):
    """A reduction that preserves the element type.

    Parameters
    ----------
    x
        Numbers of any shape.
    axis
        The axis or axes to reduce; by default all.
    keepdims
        Whether the result keeps the reduced axes, with size 1.

    Returns
    -------
    Tensor
        A tensor of the element type of ``x``, without the reduced axes unless ``keepdims``.

    Raises
    ------
    DiagnosticError
        If an axis is out of range, or if the elements are bools.
    """

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
    """A sum or product along axes.

    Parameters
    ----------
    x
        Numbers of any shape.
    axis
        The axis or axes to reduce; by default all.
    keepdims
        Whether the result keeps the reduced axes, with size 1.
    dtype
        The element type of the result; by default that of ``x``, widened to 64 bits for integers.

    Returns
    -------
    Tensor
        A tensor without the reduced axes, unless ``keepdims``.

    Raises
    ------
    DiagnosticError
        If an axis is out of range, or if the elements are bools.
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
    """A mean of floats along axes.

    Parameters
    ----------
    x
        Floats of any shape.
    axis
        The axis or axes to reduce; by default all.
    keepdims
        Whether the result keeps the reduced axes, with size 1.

    Returns
    -------
    Tensor
        A tensor of the element type of ``x``, without the reduced axes unless ``keepdims``.

    Raises
    ------
    DiagnosticError
        If an axis is out of range, or if the elements are not floats.
    """

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
    """A variance or standard deviation of floats along axes.

    Parameters
    ----------
    x
        Floats of any shape.
    axis
        The axis or axes to reduce; by default all.
    correction
        The number that is subtracted from the count of elements: 1 for the unbiased variance of a
        sample.
    keepdims
        Whether the result keeps the reduced axes, with size 1.

    Returns
    -------
    Tensor
        A tensor of the element type of ``x``, without the reduced axes unless ``keepdims``.

    Raises
    ------
    DiagnosticError
        If an axis is out of range, or if the elements are not floats.
    """

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
    """A scan along an axis: combines each element with the preceding ones.

    Parameters
    ----------
    x
        Numbers of any shape.
    axis
        The axis to scan; optional for a vector.
    dtype
        The element type of the result; by default that of ``x``, widened to 64 bits for integers.
    include_initial
        Whether to prepend the neutral element: 0 for a sum, 1 for a product.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x``, with one more element along the axis if
        ``include_initial``.

    Raises
    ------
    DiagnosticError
        If an axis is out of range, or if ``axis`` is missing for a rank other than 1.
    """

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
    """A reduction to another element type.

    Parameters
    ----------
    x
        A tensor of any shape.
    axis
        The axis to reduce; by default all.
    keepdims
        Whether the result keeps the reduced axes, with size 1.

    Returns
    -------
    Tensor
        A tensor without the reduced axes, unless ``keepdims``.

    Raises
    ------
    DiagnosticError
        If an axis is out of range.
    """

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


def function(signature: Any, name: str, summary: str, operation: Callable[..., Any]) -> Any:
    """Gives an operation a name and a docstring: the summary, followed by the sections of its
    signature."""

    def call(*arguments: Any, **named: Any) -> Any:
        return operation(*arguments, **named)

    given = getattr(operation, "keywords", {})  # The arguments of a partial application.
    own = signature_of(operation)
    parameters = [p for p in own.parameters.values() if p.name not in given]
    cast(Any, call).__signature__ = own.replace(parameters=parameters)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{summary}\n\n{_sections(signature)}"
    return call


@cache
def _sections(signature: Any) -> str:
    """The sections of a docstring: parameters, results and errors."""
    return (getdoc(signature) or "").partition("\n\n")[2]
