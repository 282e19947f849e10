"""The array API standard's ``fft`` extension: discrete Fourier transforms, sample frequencies and
shifts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from numpy.typing import NDArray

from dlvm.ir.types import F32, F64
from dlvm.nnkit.array_api.complex_numbers import by_parts, conj, joined
from dlvm.nnkit.array_api.creation import Dtype, arange, full, zeros_like
from dlvm.nnkit.array_api.elementwise import where
from dlvm.nnkit.array_api.fourier_transforms import real_inverse, transformed
from dlvm.nnkit.array_api.manipulation import Axes, roll
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing.element_types import Element, f32
from dlvm.nnkit.tracing.familiar_names import missing_name
from dlvm.nnkit.tracing.primitives import axes_of, axis_of, cast_to, expect_element, expect_size
from dlvm.nnkit.tracing.ranks import Rank1
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import is_tracer, lift, wrap

D = TypeVar("D", bound=Element)
T = TypeVar("T", bound=AnyTensor)
Operand = AnyTensor | NDArray[Any]
Norm = Literal["backward", "ortho", "forward"]
"""The transform that is divided by the size: the inverse one, both (by the root of the size), or
the forward one."""


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


def fft(x: Operand, /, *, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Any:
    """The discrete Fourier transform along an axis.

    Parameters
    ----------
    x
        Floats or complex numbers; floats have the imaginary part 0.
    n
        The size to which the axis is truncated or padded with zeros; by default, its own size.
    axis
        The axis.
    norm
        Which transform is divided by ``n``: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of ``n`` (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, ``n`` is not positive, or ``norm``
        is invalid.
    """
    return _along_axis("fft", x, n, axis, norm, -1)


def ifft(x: Operand, /, *, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Any:
    """The inverse of ``fft``.

    Parameters
    ----------
    x
        Floats or complex numbers; floats have the imaginary part 0.
    n
        The size to which the axis is truncated or padded with zeros; by default, its own size.
    axis
        The axis.
    norm
        Which transform is divided by ``n``: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of ``n`` (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, ``n`` is not positive, or ``norm``
        is invalid.
    """
    return _along_axis("ifft", x, n, axis, norm, 1)


def rfft(x: Operand, /, *, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Any:
    """The first ``n // 2 + 1`` elements of the discrete Fourier transform of real numbers along an
    axis; the others are their conjugates.

    Parameters
    ----------
    x
        Floats.
    n
        The size to which the axis is truncated or padded with zeros; by default, its own size.
    axis
        The axis.
    norm
        Which transform is divided by ``n``: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of ``n`` (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are not floats, ``n`` is not positive, or ``norm`` is invalid.
    """
    return _half(_along_axis("rfft", _reals("rfft", x), n, axis, norm, -1), axis)


def irfft(x: Operand, /, *, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Any:
    """The inverse of ``rfft``.

    Parameters
    ----------
    x
        Floats or complex numbers; floats have the imaginary part 0.
    n
        The number of elements of the result; by default ``2 * (m - 1)`` for an axis of size ``m``.
        The axis is truncated or padded with zeros to ``n // 2 + 1`` elements.
    axis
        The axis.
    norm
        Which transform is divided by ``n``: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of ``n`` (``"ortho"``).

    Returns
    -------
    Tensor
        Floats: f32 for f32 and c64, f64 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, ``n`` is not positive, or ``norm``
        is invalid.
    """
    return _real_along_axis("irfft", x, n, axis, norm, 1)


def hfft(x: Operand, /, *, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Any:
    """The discrete Fourier transform, which is real, of ``n`` elements with Hermitian symmetry
    along an axis.

    Parameters
    ----------
    x
        The first ``n // 2 + 1`` of the elements: floats or complex numbers.
    n
        The number of elements of the result; by default ``2 * (m - 1)`` for an axis of size ``m``.
        The axis is truncated or padded with zeros to ``n // 2 + 1`` elements.
    axis
        The axis.
    norm
        Which transform is divided by ``n``: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of ``n`` (``"ortho"``).

    Returns
    -------
    Tensor
        Floats: f32 for f32 and c64, f64 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, ``n`` is not positive, or ``norm``
        is invalid.
    """
    return _real_along_axis("hfft", conj(_complex("hfft", x)), n, axis, norm, -1)


def ihfft(x: Operand, /, *, n: int | None = None, axis: int = -1, norm: Norm = "backward") -> Any:
    """The inverse of ``hfft``.

    Parameters
    ----------
    x
        Floats.
    n
        The size to which the axis is truncated or padded with zeros; by default, its own size.
    axis
        The axis.
    norm
        Which transform is divided by ``n``: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of ``n`` (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are not floats, ``n`` is not positive, or ``norm`` is invalid.
    """
    return _half(_along_axis("ihfft", _reals("ihfft", x), n, axis, norm, 1), axis)


def fftn(
    x: Operand,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Any:
    """The discrete Fourier transform along several axes.

    Parameters
    ----------
    x
        Floats or complex numbers; floats have the imaginary part 0.
    s
        The sizes along the axes; by default those of ``x``.
    axes
        The axes; by default the last ones, one for each size in ``s``, or all axes without ``s``.
    norm
        Which transform is divided by the sizes: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of their product (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, the numbers of sizes and axes
        differ, a size is not positive, or ``norm`` is invalid.
    """
    return _along_axes("fftn", x, _sizes("fftn", x, s, axes), norm, -1)


def ifftn(
    x: Operand,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Any:
    """The inverse of ``fftn``.

    Parameters
    ----------
    x
        Floats or complex numbers; floats have the imaginary part 0.
    s
        The sizes along the axes; by default those of ``x``.
    axes
        The axes; by default the last ones, one for each size in ``s``, or all axes without ``s``.
    norm
        Which transform is divided by the sizes: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of their product (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, the numbers of sizes and axes
        differ, a size is not positive, or ``norm`` is invalid.
    """
    return _along_axes("ifftn", x, _sizes("ifftn", x, s, axes), norm, 1)


def rfftn(
    x: Operand,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Any:
    """The discrete Fourier transform of real numbers along several axes: ``rfft`` along the last
    one, and ``fft`` along the others.

    Parameters
    ----------
    x
        Floats.
    s
        The sizes along the axes; by default those of ``x``.
    axes
        The axes; by default the last ones, one for each size in ``s``, or all axes without ``s``.
    norm
        Which transform is divided by the sizes: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of their product (``"ortho"``).

    Returns
    -------
    Tensor
        Complex numbers: c64 for f32 and c64, c128 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are not floats, the numbers of sizes and axes differ, a size is not
        positive, or ``norm`` is invalid.
    """
    *others, last = _sizes("rfftn", x, s, axes)
    found = _along_axes("rfftn", _reals("rfftn", x), [last], norm, -1)
    return _along_axes("rfftn", _half(found, last[0]), others, norm, -1)


def irfftn(
    x: Operand,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Norm = "backward",
) -> Any:
    """The inverse of ``rfftn``.

    Parameters
    ----------
    x
        Floats or complex numbers; floats have the imaginary part 0.
    s
        The sizes of the result along the axes; by default those of ``x``, except ``2 * (m - 1)``
        for a last axis of size ``m``.
    axes
        The axes; by default the last ones, one for each size in ``s``, or all axes without ``s``.
    norm
        Which transform is divided by the sizes: the inverse (``"backward"``), the forward one
        (``"forward"``), or each by the root of their product (``"ortho"``).

    Returns
    -------
    Tensor
        Floats: f32 for f32 and c64, f64 for f64 and c128.

    Raises
    ------
    DiagnosticError
        If the elements are neither floats nor complex numbers, the numbers of sizes and axes
        differ, a size is not positive, or ``norm`` is invalid.
    """
    *others, (axis, size) = _sizes("irfftn", x, s, axes)
    found = _along_axes("irfftn", x, others, norm, 1)
    return _real_along_axis("irfftn", found, None if s is None else size, axis, norm, 1)


def _sizes(what: str, x: Any, s: Any, axes: Any) -> list[tuple[int, Any]]:
    """The axes of a transform along several axes, and the sizes along them."""
    value = wrap(lift(x))
    if axes is None and s is not None:
        axes = tuple(range(-len(s), 0))
    places = axes_of(axes, value.ndim, what)
    if not places:
        raise failure(f"{what}: expected at least one axis, got a tensor of rank {value.ndim}")
    sizes = [value.shape[place] for place in places] if s is None else list(s)
    if len(sizes) != len(places):
        raise failure(
            f"{what}: s and axes must have the same length, got {len(sizes)} and {len(places)}"
        )
    return list(zip(places, sizes, strict=True))


def _along_axes(what: str, x: Any, sizes: Iterable[tuple[int, Any]], norm: Norm, sign: int) -> Any:
    for axis, size in sizes:
        x = _along_axis(what, x, size, axis, norm, sign)
    return x


def _along_axis(what: str, x: Any, n: Any, axis: Any, norm: Norm, sign: int) -> Any:
    value = _complex(what, x)
    place = axis_of(axis, value.ndim, what)
    size = _sample_count(value.shape[place] if n is None else n, what)
    return _divided(what, transformed(value, size, place, sign), size, norm, sign)


def _real_along_axis(what: str, x: Any, n: Any, axis: Any, norm: Norm, sign: int) -> Any:
    """The transform of numbers with Hermitian symmetry, of which one half is given."""
    value = _complex(what, x)
    place = axis_of(axis, value.ndim, what)
    size = _sample_count((value.shape[place] - 1) * 2 if n is None else n, what)
    return _divided(what, real_inverse(value, size, place), size, norm, sign)


def _divided(what: str, x: Any, size: Any, norm: Norm, sign: int) -> Any:
    if norm not in ("backward", "ortho", "forward"):
        raise failure(f"{what}: norm must be 'backward', 'ortho' or 'forward', got {norm!r}")
    if norm != "ortho" and (norm == "forward") != (sign < 0):
        return x
    divisor = cast_to(full((), size), x.type.element.part) if not is_known(size) else float(size)
    if norm == "ortho":
        divisor = divisor**0.5
    return by_parts(lambda part: part / divisor)(x)


def _half(x: Any, axis: int) -> Any:
    """The first half of the numbers along an axis, with the one in the middle."""
    place = axis % x.ndim
    kept = x.shape[place] // 2 + 1
    return x[(slice(None),) * place + (slice(None, kept),)]


def _complex(what: str, x: Any) -> Any:
    """The operand as complex numbers."""
    value = wrap(lift(x))
    element = value.type.element
    if element not in (F32, F64) and not element.is_complex:
        raise failure(
            f"{what}: expected elements of f32, f64, c64 or c128, got element type {element}; "
            "convert with .astype(f32)"
        )
    return value if element.is_complex else joined(value, zeros_like(value))


def _reals(what: str, x: Any) -> Any:
    value = wrap(lift(x))
    if value.type.element.is_complex:
        raise failure(
            f"{what}: expected floats, got element type {value.type.element}; take "
            "nnkit.real(…) of it, or use the transform of complex numbers"
        )
    return value


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Raises an error for a name that the module does not have."""
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
