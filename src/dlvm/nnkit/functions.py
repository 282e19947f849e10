"""Functions on staged tensors, under the names of the array API standard.

Each takes staged tensors, and NumPy arrays and numbers beside them as constants. Errors in shapes
and element types are raised while staging, at the line of the user's Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod as product
from typing import Any, TypeVar

import numpy as np

from dlvm.ir.instructions import Iota
from dlvm.ir.types import F32, TensorType
from dlvm.nnkit import primitives
from dlvm.nnkit.rep import is_rep, wrap
from dlvm.nnkit.staging import emit, failure
from dlvm.nnkit.tensors import Constant, Tensor

AnyTensor = Tensor[Any, Any, Any, Any]
T = TypeVar("T", bound=AnyTensor)
Shape = int | tuple[int, ...]
Axis = int | tuple[int, ...] | None


def exp(x: T) -> T:
    """e to the power of each element."""
    return primitives.elementwise("exp", x)


def expm1(x: T) -> T:
    """``exp(x) - 1``, exact near 0."""
    return primitives.elementwise("expm1", x)


def log(x: T) -> T:
    """The natural logarithm."""
    return primitives.elementwise("log", x)


def log1p(x: T) -> T:
    """``log(1 + x)``, exact near 0."""
    return primitives.elementwise("log1p", x)


def sqrt(x: T) -> T:
    """The square root."""
    return primitives.elementwise("sqrt", x)


def rsqrt(x: T) -> T:
    """One over the square root."""
    return primitives.elementwise("rsqrt", x)


def square(x: T) -> T:
    """Each element times itself."""
    return primitives.elementwise("square", x)


def reciprocal(x: T) -> T:
    """One over each element."""
    return primitives.elementwise("reciprocal", x)


def abs(x: T) -> T:
    """The absolute value."""
    return primitives.elementwise("abs", x)


def sign(x: T) -> T:
    """-1, 0 or 1 by the sign."""
    return primitives.elementwise("sign", x)


def negative(x: T) -> T:
    """The negative."""
    return primitives.elementwise("negate", x)


def sin(x: T) -> T:
    """The sine."""
    return primitives.elementwise("sin", x)


def cos(x: T) -> T:
    """The cosine."""
    return primitives.elementwise("cos", x)


def tan(x: T) -> T:
    """The tangent."""
    return primitives.elementwise("tan", x)


def asin(x: T) -> T:
    """The inverse sine."""
    return primitives.elementwise("asin", x)


def acos(x: T) -> T:
    """The inverse cosine."""
    return primitives.elementwise("acos", x)


def atan(x: T) -> T:
    """The inverse tangent."""
    return primitives.elementwise("atan", x)


def sinh(x: T) -> T:
    """The hyperbolic sine."""
    return primitives.elementwise("sinh", x)


def cosh(x: T) -> T:
    """The hyperbolic cosine."""
    return primitives.elementwise("cosh", x)


def tanh(x: T) -> T:
    """The hyperbolic tangent."""
    return primitives.elementwise("tanh", x)


def erf(x: T) -> T:
    """The error function."""
    return primitives.elementwise("erf", x)


def erfc(x: T) -> T:
    """One less the error function."""
    return primitives.elementwise("erfc", x)


def lgamma(x: T) -> T:
    """The logarithm of the absolute value of the gamma function."""
    return primitives.elementwise("lgamma", x)


def digamma(x: T) -> T:
    """The derivative of ``lgamma``."""
    return primitives.elementwise("digamma", x)


def floor(x: T) -> T:
    """The greatest whole number that is not greater."""
    return primitives.elementwise("floor", x)


def ceil(x: T) -> T:
    """The least whole number that is not less."""
    return primitives.elementwise("ceil", x)


def round(x: T) -> T:
    """The nearest whole number, halves to even, as NumPy rounds."""
    return primitives.elementwise("rint", x)


def logical_not(x: T) -> T:
    """Whether each bool is false."""
    return primitives.elementwise("not", x)


def isnan(x: AnyTensor) -> Any:
    """Whether each element is not a number."""
    return primitives.elementwise("isNaN", x)


def isinf(x: AnyTensor) -> Any:
    """Whether each element is infinite."""
    return primitives.elementwise("isInf", x)


def isfinite(x: AnyTensor) -> Any:
    """Whether each element is neither infinite nor NaN."""
    infinite = primitives.elementwise("isInf", x)
    return ~(infinite | primitives.elementwise("isNaN", x))


def maximum(a: T | Constant, b: T | Constant) -> T:
    """The greater of two, element by element; NaN where either is NaN."""
    return primitives.elementwise("max", a, b)


def minimum(a: T | Constant, b: T | Constant) -> T:
    """The smaller of two, element by element; NaN where either is NaN."""
    return primitives.elementwise("min", a, b)


def atan2(a: T | Constant, b: T | Constant) -> T:
    """The angle of the point with the height ``a`` over ``b``."""
    return primitives.elementwise("atan2", a, b)


def clip(x: T, min: float | T | None = None, max: float | T | None = None) -> T:
    """The elements, moved into the bounds."""
    result = x
    if min is not None:
        result = primitives.elementwise("max", result, min)
    if max is not None:
        result = primitives.elementwise("min", result, max)
    return result


def where(condition: AnyTensor, a: T | Constant, b: T | Constant) -> T:
    """``a`` where the condition holds, ``b`` elsewhere. All three broadcast."""
    return primitives.select(condition, a, b)


def matmul(a: AnyTensor | np.ndarray[Any, Any], b: AnyTensor | np.ndarray[Any, Any]) -> Any:
    """The matrix product; leading dimensions are batches."""
    return primitives.dot(a, b)


def dot(a: AnyTensor | np.ndarray[Any, Any], b: AnyTensor | np.ndarray[Any, Any]) -> Any:
    """The product of vectors and matrices."""
    return primitives.dot(a, b)


def sum(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """The sum along the axes, all of them for None."""
    return primitives.reduce(x, "add", axis, keepdims)


def prod(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """The product along the axes, all of them for None."""
    return primitives.reduce(x, "multiply", axis, keepdims)


def max(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """The greatest element along the axes, all of them for None."""
    return primitives.reduce(x, "max", axis, keepdims)


def min(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """The least element along the axes, all of them for None."""
    return primitives.reduce(x, "min", axis, keepdims)


def all(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """Whether all of the bools along the axes are true."""
    return primitives.reduce(x, "and", axis, keepdims)


def any(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """Whether one of the bools along the axes is true."""
    return primitives.reduce(x, "or", axis, keepdims)


def mean(x: AnyTensor, axis: Axis = None, keepdims: bool = False) -> Any:
    """The mean of floats along the axes, all of them for None."""
    return primitives.mean(x, axis, keepdims)


def var(x: AnyTensor, axis: Axis = None, correction: float = 0, keepdims: bool = False) -> Any:
    """The variance along the axes; ``correction`` is taken off the count."""
    axes = primitives.axes_of(axis, x.ndim, "var")
    count = product(x.shape[a] for a in axes) - correction
    if count <= 0:
        raise failure(f"var: {count} degrees of freedom found, expected more than 0")
    centered = x - primitives.mean(x, axis, True)
    return sum(square(centered), axis, keepdims) / float(count)


def std(x: AnyTensor, axis: Axis = None, correction: float = 0, keepdims: bool = False) -> Any:
    """The standard deviation along the axes; ``correction`` is taken off the count."""
    return sqrt(var(x, axis, correction, keepdims))


def argmax(x: AnyTensor, axis: int | None = None, keepdims: bool = False) -> Any:
    """The i64 index of the first greatest element along an axis; in the flattened tensor for
    None."""
    return primitives.extremum_index("argMax", x, axis, keepdims)


def argmin(x: AnyTensor, axis: int | None = None, keepdims: bool = False) -> Any:
    """The i64 index of the first least element along an axis; in the flattened tensor for None."""
    return primitives.extremum_index("argMin", x, axis, keepdims)


def concatenate(parts: Sequence[T], axis: int = 0) -> T:
    """The tensors one after the other along an axis."""
    return primitives.concatenate(parts, axis)


concat = concatenate


def stack(parts: Sequence[AnyTensor], axis: int = 0) -> Any:
    """The tensors side by side along a new axis."""
    return primitives.concatenate([primitives.expand(p, axis) for p in parts], axis)


def reshape(x: AnyTensor, shape: Shape) -> Any:
    """The same elements, in row-major order, in another shape; one size may be -1."""
    return primitives.reshape(x, shape)


def transpose(x: T, axes: tuple[int, ...] | None = None) -> T:
    """The dimensions in another order; reversed without axes."""
    return primitives.transpose(x, axes)


permute_dims = transpose


def broadcast_to(x: AnyTensor | Constant, shape: Shape) -> Any:
    """The tensor repeated to a larger shape."""
    return primitives.broadcast(x, shape)


def expand_dims(x: AnyTensor, axis: int | tuple[int, ...]) -> Any:
    """A dimension of size 1 put in at each axis."""
    return primitives.expand(x, axis)


def squeeze(x: AnyTensor, axis: Axis = None) -> Any:
    """Dimensions of size 1 taken out: those named, or all for None."""
    return primitives.squeeze(x, axis)


def flip(x: T, axis: Axis = None) -> T:
    """The elements in reverse order along the axes, all of them for None."""
    axes = primitives.axes_of(axis, x.ndim, "flip")
    return x[tuple(slice(None, None, -1 if a in axes else None) for a in range(x.ndim))]


def take(x: AnyTensor, indices: AnyTensor | np.ndarray[Any, Any], axis: int = 0) -> Any:
    """The elements at integer indices along an axis. An index out of range ends the program."""
    return primitives.gather(x, indices, axis)


def scatter(
    x: T,
    indices: AnyTensor | np.ndarray[Any, Any],
    updates: AnyTensor | np.ndarray[Any, Any],
    axis: int = 0,
    by: str | None = None,
) -> T:
    """``x`` with the updates put at integer indices along an axis, the opposite of ``take``.

    ``by`` (``"add"``, ``"multiply"``, ``"max"`` or ``"min"``) joins an update with what is there;
    without it the update takes its place. An index out of range ends the program.
    """
    return primitives.scatter(x, indices, updates, axis, by)


def sort(x: T, axis: int = -1, descending: bool = False) -> T:
    """The elements in ascending order along an axis; NaN last. Equal ones stay in their order."""
    return primitives.sort(x, axis, descending)[0]


def argsort(x: AnyTensor, axis: int = -1, descending: bool = False) -> Any:
    """The i64 indices that sort the elements along an axis."""
    return primitives.sort(x, axis, descending)[1]


def einsum(subscripts: str, *operands: AnyTensor | np.ndarray[Any, Any]) -> Any:
    """The sum of products that Einstein's notation says: one letter for each dimension of each
    operand, and behind ``->`` those of the result, as ``"bik,bkj->bij"``."""
    return primitives.einsum(subscripts, operands)


def pad(x: T, widths: int | Sequence[tuple[int, int]], value: float = 0) -> T:
    """``value`` put around the tensor: ``(before, after)`` for each dimension."""
    pairs = [(widths, widths)] * x.ndim if isinstance(widths, int) else widths
    return primitives.pad(x, pairs, value)


def astype(x: AnyTensor, dtype: Any) -> Any:
    """The elements as another element type."""
    return primitives.cast_to(x, dtype)


def tensor(value: Any, dtype: Any = F32) -> Any:
    """Numbers, in nested sequences or an array, as a NumPy array of the element type: for the
    fields of structs and the arguments of staged functions; inside those, a constant."""
    if is_rep(value):
        raise failure("tensor of a staged value found, expected numbers; convert with .astype")
    return np.asarray(value, primitives.expect_element(dtype).numpy)


def full(shape: Shape, value: float | AnyTensor, dtype: Any = None) -> Any:
    """A tensor of one number. Without ``dtype``, floats are f32 and whole numbers i64."""
    element = None if dtype is None else primitives.expect_element(dtype)
    return primitives.full(primitives.static_shape(shape, "full"), value, element)


def zeros(shape: Shape, dtype: Any = F32) -> Any:
    """A tensor of zeros."""
    element = primitives.expect_element(dtype)
    number = False if element.kind == "bool" else 0
    return primitives.full(primitives.static_shape(shape, "zeros"), number, element)


def ones(shape: Shape, dtype: Any = F32) -> Any:
    """A tensor of ones."""
    element = primitives.expect_element(dtype)
    number = True if element.kind == "bool" else 1
    return primitives.full(primitives.static_shape(shape, "ones"), number, element)


def full_like(x: T, value: float) -> T:
    """A tensor of one number, of the type of ``x``."""
    return primitives.full(x.shape, value, x.type.element)


def zeros_like(x: T) -> T:
    """Zeros, of the type of ``x``."""
    return zeros(x.shape, x.type.element)


def ones_like(x: T) -> T:
    """Ones, of the type of ``x``."""
    return ones(x.shape, x.type.element)


def arange(start: int, stop: int | None = None, step: int = 1, dtype: Any = None) -> Any:
    """The whole numbers from ``start`` to ``stop`` (exclusive) in steps; i64 without ``dtype``."""
    first, last = (0, start) if stop is None else (start, stop)
    numbers = range(
        primitives.static_int(first, "arange"),
        primitives.static_int(last, "arange"),
        primitives.static_int(step, "arange"),
    )
    element = primitives.expect_element(np.int64 if dtype is None else dtype)
    scalar = TensorType((), element)
    result = wrap(emit(Iota, (len(numbers),), 0, scalar))
    if numbers.step != 1:
        result = result * numbers.step
    return result + numbers.start if numbers.start else result


def one_hot(indices: AnyTensor, count: int, dtype: Any = F32) -> Any:
    """A new last dimension of ``count`` numbers: 1 at the index, 0 elsewhere."""
    element = indices.type.element
    if not element.is_integer:
        raise failure(f"one_hot: element type {element} found, expected integers")
    places = primitives.expand(indices, -1)
    shape = (*indices.shape, primitives.static_int(count, "one_hot"))
    own = wrap(emit(Iota, shape, len(shape) - 1, TensorType((), element)))
    return primitives.cast_to(primitives.elementwise("equal", own, places), dtype)
