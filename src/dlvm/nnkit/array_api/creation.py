"""Creation functions of the array API standard, for staged tensors."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Literal, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.ir.types import F32, I64, ElementType
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import Element, f32, i64
from dlvm.nnkit.tracing.primitives import (
    expect_element,
    expect_shape,
    expect_size,
    static_int,
)
from dlvm.nnkit.tracing.ranks import Array, Rank0, Rank1, Rank2, Rank3, Rank4
from dlvm.nnkit.tracing.sizes import (
    Shape,
    are_known,
    indices_along,
    is_known,
    maximum,
    quotient,
    text,
)
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, default_element, is_array, is_tracer, lift, wrap

D = TypeVar("D", bound=Element | bool)
R = TypeVar("R")
T = TypeVar("T", bound=AnyTensor)
Sizes = int | tuple[int, ...]
Dtype = type[Element] | type[bool] | np.dtype[Any] | type[np.generic] | ElementType | str


def tensor(value: Any, dtype: Any = F32) -> Any:
    """A NumPy array of the element type, from nested sequences or an array.

    It serves as a struct field or an argument of a staged function; inside a staged function it is
    a constant.

    Parameters
    ----------
    value
        Nested sequences of numbers, or an array.
    dtype
        The element type, f32 by default.

    Returns
    -------
    Array
        A NumPy array or, inside a staged function, a staged constant.
    """
    if is_tracer(value):
        raise failure("tensor expects numbers, got a staged value; convert with .astype")
    return np.asarray(value, expect_element(dtype).numpy)


SINGLE = {np.dtype(np.float64): np.float32, np.dtype(np.complex128): np.complex64}
"""The dtypes of Python's floats and complex numbers, in place of those that NumPy gives them."""


def asarray(value: Any, /, *, dtype: Dtype | None = None) -> Any:
    """A staged tensor with the numbers of nested sequences, of a small array, or of a tensor.

    Parameters
    ----------
    value
        Nested sequences of numbers, an array, or a tensor.
    dtype
        The element type. By default, Python floats become f32, complex numbers c64 and integers
        i64; arrays and tensors keep their type.
    """
    if not is_tracer(value):
        if _holds_staged(value):
            raise failure(
                "asarray: expected numbers that are known while staging, got a list or tuple with "
                "a staged value; join staged values with nnkit.stack"
            )
        array = np.asarray(value)
        if not isinstance(value, np.ndarray | np.generic):
            array = array.astype(SINGLE.get(array.dtype, array.dtype), copy=False)
        value = wrap(lift(array))
    return value if dtype is None else primitives.cast_to(value, dtype)


def _holds_staged(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_staged, cast("Sequence[Any]", value)))
    return is_tracer(value)


def _filled(shape: Any, number: float, dtype: Any, what: str) -> Any:
    element = expect_element(dtype)
    value = bool(number) if element.kind == "bool" else number
    return primitives.full(expect_shape(shape, what), value, element)


class Filling:
    """Signature of functions that fill a shape with one value; the default ``dtype`` is f32."""

    def __init__(self, name: str, number: int) -> None:
        self.__name__ = name
        self.__doc__ = f"A tensor of {'ones' if number else 'zeros'}, f32 by default."
        self._number = number

    @overload
    def __call__(self, shape: int | tuple[int]) -> Tensor[Rank1, f32]: ...
    @overload
    def __call__(self, shape: tuple[()]) -> Tensor[Rank0, f32]: ...
    @overload
    def __call__(self, shape: tuple[int, int]) -> Tensor[Rank2, f32]: ...
    @overload
    def __call__(self, shape: tuple[int, int, int]) -> Tensor[Rank3, f32]: ...
    @overload
    def __call__(self, shape: tuple[int, int, int, int]) -> Tensor[Rank4, f32]: ...
    @overload
    def __call__(self, shape: int | tuple[int], dtype: type[D]) -> Tensor[Rank1, D]: ...
    @overload
    def __call__(self, shape: tuple[()], dtype: type[D]) -> Tensor[Rank0, D]: ...
    @overload
    def __call__(self, shape: tuple[int, int], dtype: type[D]) -> Tensor[Rank2, D]: ...
    @overload
    def __call__(self, shape: tuple[int, int, int], dtype: type[D]) -> Tensor[Rank3, D]: ...
    @overload
    def __call__(self, shape: Sizes, dtype: Dtype | None = None) -> Any: ...
    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        return _filled(shape, self._number, F32 if dtype is None else dtype, self.__name__)


zeros = Filling("zeros", 0)
ones = Filling("ones", 1)
empty = Filling("empty", 0)


@overload
def zeros_like(x: T, /) -> T: ...
@overload
def zeros_like(x: Tracer[Array[R, Any]], /, *, dtype: type[D]) -> Tensor[R, D]: ...
@overload
def zeros_like(x: AnyTensor, /, *, dtype: Dtype | None) -> Any: ...
def zeros_like(x: Any, /, *, dtype: Any = None) -> Any:
    """Zeros of the shape of ``x`` and, by default, of its element type.

    Parameters
    ----------
    x
        A tensor of any shape.
    dtype
        The element type; by default that of ``x``.
    """
    return _filled(x.shape, 0, x.type.element if dtype is None else dtype, "zeros_like")


@overload
def ones_like(x: T, /) -> T: ...
@overload
def ones_like(x: Tracer[Array[R, Any]], /, *, dtype: type[D]) -> Tensor[R, D]: ...
@overload
def ones_like(x: AnyTensor, /, *, dtype: Dtype | None) -> Any: ...
def ones_like(x: Any, /, *, dtype: Any = None) -> Any:
    """Ones of the shape of ``x`` and, by default, of its element type.

    Parameters
    ----------
    x
        A tensor of any shape.
    dtype
        The element type; by default that of ``x``.
    """
    return _filled(x.shape, 1, x.type.element if dtype is None else dtype, "ones_like")


empty_like = zeros_like


def full(shape: Sizes, value: float | AnyTensor, dtype: Dtype | None = None) -> Any:
    """A tensor filled with one value.

    Parameters
    ----------
    shape
        A size, or a tuple of sizes.
    value
        A number or a scalar.
    dtype
        The element type. By default, a Python float becomes f32 and an integer i64.
    """
    element = None if dtype is None else expect_element(dtype)
    return primitives.full(expect_shape(shape, "full"), value, element)


@overload
def full_like(x: T, value: float, /) -> T: ...
@overload
def full_like(x: AnyTensor, value: float, /, *, dtype: Dtype | None) -> Any: ...
def full_like(x: Any, value: float, /, *, dtype: Any = None) -> Any:
    """A tensor of the shape of ``x``, filled with one number.

    Parameters
    ----------
    x
        A tensor of any shape.
    value
        The number.
    dtype
        The element type; by default that of ``x``.
    """
    element = x.type.element if dtype is None else expect_element(dtype)
    return primitives.full(x.shape, value, element)


@overload
def arange(
    start: int, stop: int | None = None, step: int = 1, dtype: None = None
) -> Tensor[Rank1, i64]: ...
@overload
def arange(
    start: float, stop: float | None = None, step: float = 1, *, dtype: type[D]
) -> Tensor[Rank1, D]: ...
@overload
def arange(
    start: float, stop: float | None = None, step: float = 1, dtype: Dtype | None = None
) -> Any: ...
def arange(start: float, stop: float | None = None, step: float = 1, dtype: Any = None) -> Any:
    """The numbers from ``start`` to ``stop`` (exclusive) in steps.

    Parameters
    ----------
    start
        The first number. If ``stop`` is omitted, ``start`` is the end and the first number is 0.
    stop
        The end, which is not included.
    step
        The difference of adjacent numbers.
    dtype
        The element type; by default i64, or f32 if any of the three is a float.

    Returns
    -------
    Tensor
        A vector of ``ceil((stop - start) / step)`` elements.

    Raises
    ------
    DiagnosticError
        If ``step`` is 0.
    """
    first, last = (0, start) if stop is None else (start, stop)
    given = (first, last, step)
    for number in given:
        if not isinstance(number, float):
            expect_size(number, "arange")
    if is_known(step) and not step:
        raise failure("arange: step must not be 0")
    whole = not any(isinstance(n, float) for n in given)
    element = expect_element((I64 if whole else F32) if dtype is None else dtype)
    if are_known(given):
        count = max(ceil((last - first) / step), 0)
    elif whole and is_known(step):
        width = last - first if step > 0 else first - last
        count = maximum(quotient(width + (abs(step) - 1), abs(step)), 0)
    else:
        raise failure(
            "arange: expected integers and a known step for bounds that are only known when the "
            f"program runs, got {text(given)}; multiply arange(n) by the step instead"
        )
    return _steps(count, first, step, element)


def _steps(count: Any, start: Any, step: Any, element: ElementType) -> Any:
    """Computes ``start + step * index`` for each index."""
    if element.is_float:
        start, step = (n if is_tracer(n) else float(n) for n in (start, step))
    result = wrap(indices_along((count,), 0, element))
    if is_tracer(step) or step != 1:
        result = result * step
    return result + start if is_tracer(start) or start else result


@overload
def linspace(
    start: float, stop: float, num: int, dtype: None = None, endpoint: bool = True
) -> Tensor[Rank1, f32]: ...
@overload
def linspace(
    start: float, stop: float, num: int, dtype: type[D], endpoint: bool = True
) -> Tensor[Rank1, D]: ...
@overload
def linspace(
    start: float, stop: float, num: int, dtype: Dtype | None, endpoint: bool = True
) -> Any: ...
def linspace(start: float, stop: float, num: int, dtype: Any = None, endpoint: bool = True) -> Any:
    """Equally spaced numbers from ``start`` to ``stop``.

    Parameters
    ----------
    start, stop
        The first and the last number.
    num
        The number of elements.
    dtype
        The element type, f32 by default.
    endpoint
        Whether to include ``stop``.

    Returns
    -------
    Tensor
        A vector of ``num`` floats.

    Raises
    ------
    DiagnosticError
        If ``dtype`` is not a floating-point type.
    """
    element = expect_element(F32 if dtype is None else dtype)
    if not element.is_float:
        raise failure(f"linspace: expected floats, got element type {element}")
    count = expect_size(num, "linspace")
    gaps = maximum(count - 1 if endpoint else count, 1)
    steps = _steps(count, start, (stop - start) / gaps, element)
    if not endpoint:
        return steps
    # Rounding must not move the last number away from ``stop``.
    places = wrap(indices_along((count,), 0, I64))
    return primitives.select(places == gaps, stop, steps)


@overload
def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0) -> Tensor[Rank2, f32]: ...
@overload
def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: type[D]
) -> Tensor[Rank2, D]: ...
@overload
def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Dtype | None
) -> Tensor[Rank2, Any]: ...
def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None) -> Any:
    """Ones on a diagonal, and zeros elsewhere.

    Parameters
    ----------
    n_rows, n_cols
        The numbers of rows and columns; by default the matrix is square.
    k
        The position of the diagonal: 0 for the main one, positive above it.
    dtype
        The element type, f32 by default.
    """
    shape = expect_shape((n_rows, n_rows if n_cols is None else n_cols), "eye")
    rows, columns = _places(shape)
    ones_at = columns - rows == static_int(k, "eye")
    return primitives.cast_to(ones_at, F32 if dtype is None else dtype)


def _places(shape: Shape) -> tuple[Any, Any]:
    """Row and column indices of each matrix element."""
    row = wrap(indices_along((shape[-2], 1), 0, I64))
    return row, wrap(indices_along((shape[-1],), 0, I64))


def _triangle(x: Any, k: int, lower: bool, what: str) -> Any:
    shape = x.shape
    if len(shape) < 2:
        raise failure(f"{what}: rank must be 2 or more, got {len(shape)}")
    rows, columns = _places(shape)
    above = columns - rows - static_int(k, what)
    kept = above <= 0 if lower else above >= 0
    return primitives.select(kept, x, x.dtype.type(0))


def tril(x: T, /, *, k: int = 0) -> T:
    """Matrices with zeros above a diagonal.

    Parameters
    ----------
    x
        Matrices, in the last two dimensions.
    k
        The position of the diagonal: 0 for the main one, positive above it.

    Raises
    ------
    DiagnosticError
        If the rank of ``x`` is less than 2.
    """
    return _triangle(x, k, True, "tril")


def triu(x: T, /, *, k: int = 0) -> T:
    """Matrices with zeros below a diagonal.

    Parameters
    ----------
    x
        Matrices, in the last two dimensions.
    k
        The position of the diagonal: 0 for the main one, positive above it.

    Raises
    ------
    DiagnosticError
        If the rank of ``x`` is less than 2.
    """
    return _triangle(x, k, False, "triu")


def meshgrid(*arrays: AnyTensor | NDArray[Any], indexing: Literal["xy", "ij"] = "xy") -> list[Any]:
    """The coordinates of the points of a grid: one tensor for each vector.

    Each tensor has one dimension for each of the vectors, and repeats its own vector along the
    others.

    Parameters
    ----------
    *arrays
        The vectors of coordinates.
    indexing
        With ``"xy"``, the first two dimensions are swapped; with ``"ij"``, they are not.

    Returns
    -------
    list
        The tensors.

    Raises
    ------
    DiagnosticError
        If ``indexing`` is neither ``"xy"`` nor ``"ij"``.
    """
    if indexing not in ("xy", "ij"):
        raise failure(f"meshgrid: indexing must be 'xy' or 'ij', got {indexing!r}")
    vectors = [primitives.reshape(wrap(lift(a)), (-1,)) for a in arrays]
    axes = list(range(len(vectors)))
    if indexing == "xy" and len(axes) > 1:
        axes[:2] = [1, 0]
    shape: list[Any] = [0] * len(axes)
    for axis, vector in zip(axes, vectors, strict=True):
        shape[axis] = vector.size
    return [
        primitives.broadcast(
            primitives.reshape(v, [v.size if a == axis else 1 for a in range(len(axes))]), shape
        )
        for axis, v in zip(axes, vectors, strict=True)
    ]


def one_hot(indices: AnyTensor | NDArray[Any] | int, count: int, dtype: Any = F32) -> Any:
    """A new last dimension of ``count`` numbers: 1 at the index, 0 elsewhere.

    Parameters
    ----------
    indices
        Integers of any shape ``s``.
    count
        The size of the new dimension.
    dtype
        The element type of the result.

    Returns
    -------
    Tensor
        The one-hot vectors, of shape ``(*s, count)``.

    Raises
    ------
    DiagnosticError
        If the indices are not integers. The program fails if an index is out of range.
    """
    places = wrap(lift(indices))
    element = places.type.element
    if not element.is_integer:
        raise failure(f"one_hot: expected integers, got element type {element}")
    size = expect_size(count, "one_hot")
    # Looking the indices up detects those that are out of range.
    checked = primitives.gather(arange(size), places, 0)
    shape = (*places.shape, size)
    own = wrap(indices_along(shape, len(shape) - 1, I64))
    return primitives.cast_to(
        primitives.elementwise("equal", own, primitives.expand(checked, -1)), dtype
    )


def number_type(value: Any) -> ElementType:
    """The element type of a staged tensor, array or number, or the one that a ``dtype`` names."""
    if is_tracer(value):
        return value.type.element
    if isinstance(value, bool | int | float | complex) and not isinstance(value, np.generic):
        return default_element(value)
    return expect_element(value.dtype if is_array(value) else value)
