"""Element type functions of the array API standard."""

from __future__ import annotations

from typing import Any, TypeVar, overload

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from dlvm.ir.types import ElementType
from dlvm.nnkit.array_api.creation import Dtype, number_type
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import Element, promoted
from dlvm.nnkit.tracing.ranks import Array
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, is_tracer

R = TypeVar("R")
D = TypeVar("D", bound=Element | bool)
_KINDS: dict[str, tuple[str, ...]] = {
    "bool": ("bool",),
    "signed integer": ("signed",),
    "unsigned integer": ("unsigned",),
    "integral": ("signed", "unsigned"),
    "real floating": ("float",),
    "complex floating": ("complex",),
    "numeric": ("signed", "unsigned", "float", "complex"),
}


@overload
def astype(x: Tracer[Array[R, Any]], dtype: type[D], /, *, copy: bool = True) -> Tensor[R, D]: ...
@overload
def astype(x: Tracer[Array[R, Any]], dtype: Dtype, /, *, copy: bool = True) -> Tensor[R, Any]: ...
def astype(x: Any, dtype: Any, /, *, copy: bool = True) -> Any:
    """The elements converted to another element type.

    Parameters
    ----------
    x
        A tensor of any shape.
    dtype
        The element type.
    copy
        Has no effect: the result never aliases ``x``.

    Returns
    -------
    Tensor
        A tensor of the shape of ``x``.
    """
    return primitives.cast_to(x, dtype)


def result_type(*values: AnyTensor | NDArray[Any] | complex | Dtype) -> np.dtype[Any]:
    """The dtype to which the given dtypes, tensors and arrays are promoted.
    Python numbers adopt the type of the other operands.

    Parameters
    ----------
    *values
        Dtypes, and tensors, arrays and Python numbers.

    Returns
    -------
    dtype
        The NumPy dtype of the result.

    Raises
    ------
    DiagnosticError
        If there are no values, or if their types do not promote, such as integers and floats.
    """
    typed = [v for v in values if is_tracer(v) or not isinstance(v, bool | int | float | complex)]
    # A complex number makes floats complex.
    imaginary = [ElementType.C64 for v in values if isinstance(v, complex)]
    found: ElementType | None = None
    for value in [*(typed or values), *imaginary]:
        element = number_type(value)
        joined = element if found is None else promoted(found, element)
        if joined is None:
            raise failure(f"result_type: expected types that mix, got {found} and {element}")
        found = joined
    if found is None:
        raise failure("result_type: expected at least one value, got none")
    return found.numpy


def can_cast(from_: AnyTensor | Dtype, to: Dtype, /) -> bool:
    """Whether the element type ``to`` represents all numbers of ``from_``, an element type or a
    tensor.

    Parameters
    ----------
    from_
        An element type, or a tensor.
    to
        An element type.
    """
    source, target = number_type(from_), number_type(to)
    return promoted(source, target) is target


def isdtype(dtype: Dtype, kind: str | Dtype | tuple[str | Dtype, ...], /) -> bool:
    """Whether a dtype is of a kind, such as ``"real floating"``, of one of several kinds, or equals
    another dtype.

    Parameters
    ----------
    dtype
        An element type.
    kind
        A kind of the array API standard, such as ``"real floating"``, an element type, or a tuple
        of these.

    Examples
    --------
    ::

        isdtype(x.dtype, ("integral", "bool"))
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    if isinstance(kind, str) and kind in _KINDS:
        return number_type(dtype).kind in _KINDS[kind]
    return number_type(dtype) is number_type(kind)


def finfo(type: AnyTensor | Dtype, /) -> Any:
    """The limits of a type of floats, or of the parts of complex numbers: ``bits``, ``eps``,
    ``max``, ``min``, ``smallest_normal``.

    Parameters
    ----------
    type
        An element type of floats or complex numbers, or a tensor of these.

    Raises
    ------
    DiagnosticError
        If the type is neither a floating-point nor a complex type.
    """
    element = number_type(type).part
    if not element.is_float:
        raise failure(f"finfo: expected floats, got element type {element}")
    limits: Any = ml_dtypes.finfo
    return limits(element.numpy)


def iinfo(type: AnyTensor | Dtype, /) -> Any:
    """The limits of a type of integers: ``bits``, ``max``, ``min``.

    Parameters
    ----------
    type
        An element type of integers, or a tensor of integers.

    Raises
    ------
    DiagnosticError
        If the type is not an integer type.
    """
    element = number_type(type)
    if not element.is_integer:
        raise failure(f"iinfo: expected integers, got element type {element}")
    limits: Any = ml_dtypes.iinfo
    return limits(element.numpy)
