"""The array API standard's ``fft`` extension. Sample frequencies and shifts, which have real
results, run in staged functions too; there, a transform raises an error with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, overload

from dlvm.ir.types import F32, F64
from dlvm.nnkit.array_api.creation import Dtype, arange
from dlvm.nnkit.array_api.elementwise import where
from dlvm.nnkit.array_api.manipulation import Axes, roll
from dlvm.nnkit.array_api.tensors import AnyTensor, Tensor
from dlvm.nnkit.tracing.element_types import Element, f32
from dlvm.nnkit.tracing.familiar_names import missing_name
from dlvm.nnkit.tracing.primitives import axes_of, cast_to, expect_element, expect_size
from dlvm.nnkit.tracing.ranks import Rank1
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import is_tracer

D = TypeVar("D", bound=Element)
T = TypeVar("T", bound=AnyTensor)


@overload
def fftfreq(n: int, /, *, d: float = 1.0, dtype: None = None) -> Tensor[Rank1, f32]: ...
@overload
def fftfreq(n: int, /, *, d: float = 1.0, dtype: type[D]) -> Tensor[Rank1, D]: ...
@overload
def fftfreq(n: int, /, *, d: float = 1.0, dtype: Dtype | None) -> Any: ...
def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None) -> Any:
    """The sample frequencies of a discrete Fourier transform of ``n`` samples at distance ``d``,
    f32 by default: first 0 and the positive ones, then the negative ones.

    For example, ``fftfreq(5)`` is ``[0, 0.2, 0.4, -0.4, -0.2]``. Raises :class:`DiagnosticError`
    unless ``n`` is positive, ``d`` is not 0 and ``dtype`` is a floating-point type.
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
    """The ``n // 2 + 1`` sample frequencies of a real discrete Fourier transform of ``n`` samples
    at distance ``d``; f32 by default.

    For example, ``rfftfreq(5)`` is ``[0, 0.2, 0.4]``. Raises :class:`DiagnosticError` unless ``n``
    is positive, ``d`` is not 0 and ``dtype`` is a floating-point type.
    """
    count = _sample_count(n, "rfftfreq")
    return _frequencies(arange(count // 2 + 1), count, d, dtype, "rfftfreq")


def fftshift(x: T, /, *, axes: Axes = None) -> T:
    """The elements shifted so that frequency 0 is in the middle of each of the axes; by default of
    all axes.

    For example, ``fftshift(asarray([0, 1, 2, -2, -1]))`` is ``[-2, -1, 0, 1, 2]``.
    """
    places = axes_of(axes, x.ndim, "fftshift")
    return roll(x, tuple(x.shape[place] // 2 for place in places), places)


def ifftshift(x: T, /, *, axes: Axes = None) -> T:
    """The inverse of ``fftshift``, which differs from it if the number of elements is odd."""
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


if TYPE_CHECKING:
    # These run at once only.
    from numpy.fft import fft as fft
    from numpy.fft import fftn as fftn
    from numpy.fft import hfft as hfft
    from numpy.fft import ifft as ifft
    from numpy.fft import ifftn as ifftn
    from numpy.fft import ihfft as ihfft
    from numpy.fft import irfft as irfft
    from numpy.fft import irfftn as irfftn
    from numpy.fft import rfft as rfft
    from numpy.fft import rfftn as rfftn
else:

    def __getattr__(name: str) -> Any:
        """Raises an error for other names."""
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        raise missing_name("dlvm.nnkit.fft", name, {}, globals())


__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]
