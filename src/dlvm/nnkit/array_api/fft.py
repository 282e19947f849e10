"""The array API standard's ``fft`` extension. Sample frequencies and shifts, which have real
results, run in staged functions too; there, a transform raises an error with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.ir.types import F32, F64
from dlvm.nnkit.array_api.creation import Dtype, arange
from dlvm.nnkit.array_api.elementwise import where
from dlvm.nnkit.array_api.manipulation import Axes, roll
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.array_api.unsupported import ABSENT
from dlvm.nnkit.tracing.element_types import Element, f32
from dlvm.nnkit.tracing.familiar_names import missing_name
from dlvm.nnkit.tracing.primitives import axes_of, cast_to, expect_element, expect_size
from dlvm.nnkit.tracing.ranks import Rank1
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.nnkit.tracing.trace import current_scope, failure
from dlvm.nnkit.tracing.tracer import is_tracer

D = TypeVar("D", bound=Element)
T = TypeVar("T", bound=AnyTensor)
Norm = Literal["backward", "ortho", "forward"]
"""The transform that is divided by the size: the inverse, the forward one, or both by its root."""


@overload
def fftfreq(n: int, /, *, d: float = 1.0, dtype: None = None) -> Tensor[Rank1, f32]: ...
@overload
def fftfreq(n: int, /, *, d: float = 1.0, dtype: type[D]) -> Tensor[Rank1, D]: ...
@overload
def fftfreq(n: int, /, *, d: float = 1.0, dtype: Dtype | None) -> Any: ...
def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None) -> Any:
    """The sample frequencies of a discrete Fourier transform: first 0 and the positive ones, then
    the negative ones.

    Parameters
    ----------
    n
        The number of samples.
    d
        The distance between adjacent samples.
    dtype
        The element type, f32 by default.

    Returns
    -------
    Tensor
        A vector of ``n`` floats.

    Raises
    ------
    DiagnosticError
        If ``n`` is not positive, ``d`` is 0 or ``dtype`` is not a floating-point type.

    Examples
    --------
    ::

        fftfreq(5)  # is [0, 0.2, 0.4, -0.4, -0.2]
    """
    count = _sample_count(n, "fftfreq")
    places = arange(count)
    return _frequencies(
        where(places < (count + 1) // 2, places, places - count), count, d, dtype, "fftfreq"
    )


@overload
def rfftfreq(n: int, /, *, d: float = 1.0, dtype: None = None) -> Tensor[Rank1, f32]: ...
@overload
def rfftfreq(n: int, /, *, d: float = 1.0, dtype: type[D]) -> Tensor[Rank1, D]: ...
@overload
def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Dtype | None) -> Any: ...
def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None) -> Any:
    """The sample frequencies of a discrete Fourier transform of real numbers.

    Parameters
    ----------
    n
        The number of samples.
    d
        The distance between adjacent samples.
    dtype
        The element type, f32 by default.

    Returns
    -------
    Tensor
        A vector of ``n // 2 + 1`` floats.

    Raises
    ------
    DiagnosticError
        If ``n`` is not positive, ``d`` is 0 or ``dtype`` is not a floating-point type.

    Examples
    --------
    ::

        rfftfreq(5)  # is [0, 0.2, 0.4]
    """
    count = _sample_count(n, "rfftfreq")
    return _frequencies(arange(count // 2 + 1), count, d, dtype, "rfftfreq")


def fftshift(x: T, /, *, axes: Axes = None) -> T:
    """The elements shifted so that frequency 0 is in the middle of each of the axes.

    Parameters
    ----------
    x
        A tensor of any shape.
    axes
        The axis or axes; by default all.

    Examples
    --------
    ::

        fftshift(asarray([0, 1, 2, -2, -1]))  # is [-2, -1, 0, 1, 2]
    """
    places = axes_of(axes, x.ndim, "fftshift")
    return roll(x, tuple(x.shape[place] // 2 for place in places), places)


def ifftshift(x: T, /, *, axes: Axes = None) -> T:
    """The inverse of ``fftshift``, which differs from it if the number of elements is odd.

    Parameters
    ----------
    x
        A tensor of any shape.
    axes
        The axis or axes; by default all.
    """
    places = axes_of(axes, x.ndim, "ifftshift")
    return roll(x, tuple(-(x.shape[place] // 2) for place in places), places)


def _sample_count(n: Any, what: str) -> Any:
    count = expect_size(n, what)
    if is_known(count) and count < 1:
        raise failure(f"{what}: n must be positive, got {count}")
    return count


def _frequencies(cycles: Any, count: Any, distance: Any, dtype: Any, what: str) -> Any:
    """The frequencies of integer numbers of cycles in ``count`` samples."""
    element = expect_element(F32 if dtype is None else dtype)
    if not element.is_float:
        raise failure(f"{what}: dtype must be a floating-point type, got {element}")
    if is_tracer(distance):
        distance = cast_to(distance, F64)
    elif not distance:
        raise failure(f"{what}: d must not be 0")
    # A narrow type that represents the frequencies may not represent the numbers of cycles.
    return (cycles.astype(F64) / (count * distance)).astype(element)


def fft(
    x: NDArray[Any],
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The discrete Fourier transform along an axis."""
    return _transform("fft", x, n=n, axis=axis, norm=norm)


def ifft(
    x: NDArray[Any],
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The inverse of ``fft``."""
    return _transform("ifft", x, n=n, axis=axis, norm=norm)


def rfft(
    x: NDArray[Any],
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The first ``n // 2 + 1`` elements of the discrete Fourier transform of real numbers
    along an axis; the others are their conjugates."""
    return _transform("rfft", x, n=n, axis=axis, norm=norm)


def irfft(
    x: NDArray[Any],
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The inverse of ``rfft``, of ``n`` real numbers; by default ``2 * (size - 1)``."""
    return _transform("irfft", x, n=n, axis=axis, norm=norm)


def hfft(
    x: NDArray[Any],
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The discrete Fourier transform, of real numbers, of ``n`` elements with Hermitian
    symmetry along an axis; ``x`` is the first ``n // 2 + 1`` of them."""
    return _transform("hfft", x, n=n, axis=axis, norm=norm)


def ihfft(
    x: NDArray[Any],
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The inverse of ``hfft``."""
    return _transform("ihfft", x, n=n, axis=axis, norm=norm)


def fftn(
    x: NDArray[Any],
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The discrete Fourier transform along several axes, by default all."""
    return _transform_along_axes("fftn", x, s, axes, norm)


def ifftn(
    x: NDArray[Any],
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The inverse of ``fftn``."""
    return _transform_along_axes("ifftn", x, s, axes, norm)


def rfftn(
    x: NDArray[Any],
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The discrete Fourier transform of real numbers along several axes, by default all:
    ``rfft`` along the last one, and ``fft`` along the others."""
    return _transform_along_axes("rfftn", x, s, axes, norm)


def irfftn(
    x: NDArray[Any],
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> NDArray[Any]:
    """The inverse of ``rfftn``, of real numbers."""
    return _transform_along_axes("irfftn", x, s, axes, norm)


def _transform(name: str, x: Any, **options: Any) -> NDArray[Any]:
    """Transforms an array outside of staged functions, as NumPy does."""
    if current_scope() is not None or is_tracer(x):
        reason, remedy = ABSENT[f"fft.{name}"]
        raise failure(f"fft.{name} is not supported: {reason}; {remedy}")
    return getattr(np.fft, name)(x, **options)


def _transform_along_axes(name: str, x: Any, s: Any, axes: Any, norm: Norm) -> NDArray[Any]:
    if axes is None and s is not None:
        axes = range(-len(s), 0)  # NumPy deprecated this default of the standard.
    return _transform(name, x, s=s, axes=axes, norm=norm)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Raises an error for other names."""
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        raise missing_name("dlvm.nnkit.fft", name, {}, globals())


__all__ = [
    "fft",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]
