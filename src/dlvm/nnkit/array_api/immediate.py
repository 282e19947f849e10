"""Calls outside of staged functions: functions of the array API standard run immediately, in NumPy.

NumPy implements the standard, and its arrays are the arguments and results of staged functions.
Defaults are those of staged functions: without ``dtype``, floats created from Python numbers are
f32.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.array_api.creation import SINGLE, tensor
from dlvm.nnkit.array_api.unsupported import ABSENT, Absent
from dlvm.nnkit.tracing.interpreted_arrays import interpreted, without_values
from dlvm.nnkit.tracing.trace import current_scope
from dlvm.nnkit.tracing.tracer import is_tracer

CREATION = "arange asarray empty eye full linspace ones zeros"
IMMEDIATE_ONLY = "from_dlpack nextafter"
NAMES = (
    "abs acos acosh add all angle any argmax argmin asin asinh atan atan2 atanh "
    "bitwise_and bitwise_invert bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor "
    "broadcast_arrays broadcast_to ceil clip concat conj copysign cos cosh count_nonzero "
    "cumulative_prod cumulative_sum diff divide empty_like equal exp expand_dims expm1 flip floor "
    "floor_divide full_like greater greater_equal hypot imag isfinite isinf isnan less less_equal "
    "log log1p log2 log10 logaddexp logical_and logical_not logical_or logical_xor matmul "
    "matrix_transpose max maximum mean meshgrid min minimum moveaxis multiply negative not_equal "
    "ones_like permute_dims positive pow prod real reciprocal remainder repeat reshape roll round "
    "searchsorted sign signbit sin sinh sqrt square squeeze stack std subtract sum take "
    "take_along_axis tan tanh tensordot tile tril triu trunc unstack var vecdot where zeros_like"
)
"""The functions of the main namespace that behave like NumPy's functions of the same name."""
LINALG_NAMES = (
    "cholesky cross det diagonal eigh eigvalsh inv matmul matrix_norm matrix_power matrix_rank "
    "matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot vector_norm"
)
"""The functions of ``linalg`` that behave like the functions of ``numpy.linalg``."""
SORTING = "argsort sort"
CONVERSIONS = "astype tensor"
TRANSFORMS = "fft hfft ifft ihfft irfft rfft"
TRANSFORMS_ALONG_AXES = "fftn ifftn irfftn rfftn"
FFT_NAMES = f"fftfreq fftshift ifftshift rfftfreq {TRANSFORMS} {TRANSFORMS_ALONG_AXES}"
"""The functions of ``fft`` that behave like NumPy's functions of the same name. ``fftfreq`` and
``rfftfreq`` also have a ``dtype``."""


def immediate(names: str, functions: Mapping[str, Any], library: Any) -> dict[str, Any]:
    """Wraps the named functions: outside of staged functions, they call the functions of the
    library."""
    return {n: _immediate(functions[n], getattr(library, n)) for n in names.split()}


def _immediate(function: Callable[..., Any], known: Callable[..., Any]) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if current_scope() is None and not any(map(is_tracer, args)):
            given = {name: without_values(value) for name, value in kwargs.items()}
            return interpreted(known(*map(without_values, args), **given))
        return function(*args, **kwargs)

    return call


def _of_f32(create: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy, with f32 in place of f64, and c64 in place of c128, unless ``dtype`` or
    an argument determines the element type."""

    @functools.wraps(create)
    def call(*args: Any, **kwargs: Any) -> Any:
        found = create(*args, **kwargs)
        # Only arrays and NumPy's numbers have a dtype.
        is_typed = kwargs.get("dtype") is not None or any(hasattr(a, "dtype") for a in args)
        return found if is_typed else found.astype(SINGLE.get(found.dtype, found.dtype), copy=False)

    return call


def _asarray(
    obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None
) -> Any:
    return _of_f32(np.asarray)(obj, dtype=dtype, device=device, copy=copy)


def _astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """``numpy.astype``, which takes only arrays, extended to numbers."""
    return np.astype(np.asarray(x), dtype, copy=copy, device=device)


def _frequencies(create: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy, which computes f64, extended by a ``dtype``, which is f32 by default."""

    @functools.wraps(create)
    def call(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> NDArray[Any]:
        kind = np.dtype(np.float32 if dtype is None else dtype)
        if kind.kind != "f":
            raise ValueError(f"dtype must be a floating-point type, got {kind}")
        return create(n, d, device=device).astype(kind)

    return call


def _along_axes(transform: Callable[..., Any]) -> Callable[..., Any]:
    """A transform of NumPy with the standard's default of ``axes``, which NumPy has deprecated."""

    @functools.wraps(transform)
    def call(x: Any, /, *, s: Any = None, axes: Any = None, norm: str = "backward") -> Any:
        if axes is None and s is not None:
            axes = range(-len(s), 0)
        return transform(x, s=s, axes=axes, norm=norm)

    return call


def _argsort(
    x: Any, /, axis: int = -1, descending: bool = False, stable: bool = True
) -> NDArray[Any]:
    if not descending:
        return np.argsort(x, axis=axis, stable=stable)
    # Equal elements keep their order, even in the descending one.
    ascending = np.flip(np.argsort(np.flip(x, axis), axis=axis, stable=stable), axis)
    return np.shape(x)[axis] - 1 - ascending


def _sort(x: Any, /, axis: int = -1, descending: bool = False, stable: bool = True) -> NDArray[Any]:
    if not descending:
        return np.sort(x, axis=axis, stable=stable)
    return np.take_along_axis(np.asarray(x), _argsort(x, axis, True, stable), axis)


SORTED = SimpleNamespace(argsort=_argsort, sort=_sort)
"""NumPy's functions that sort, with descending orders."""
CONVERTING = SimpleNamespace(astype=_astype, tensor=tensor)
"""The functions that convert numbers and arrays to other element types."""
FFT = SimpleNamespace(
    **{n: getattr(np.fft, n) for n in TRANSFORMS.split()},
    **{n: _along_axes(getattr(np.fft, n)) for n in TRANSFORMS_ALONG_AXES.split()},
    fftfreq=_frequencies(np.fft.fftfreq),
    rfftfreq=_frequencies(np.fft.rfftfreq),
    fftshift=np.fft.fftshift,
    ifftshift=np.fft.ifftshift,
)
CREATING = SimpleNamespace(
    **{n: _of_f32(getattr(np, n)) for n in CREATION.split() if n != "asarray"}, asarray=_asarray
)
"""NumPy's functions that create arrays, of f32 by default."""
ABSENT_WHEN_STAGED = {n: Absent(n, ABSENT[n]) for n in IMMEDIATE_ONLY.split()}
"""The functions that run only outside of staged functions, such as those whose result shapes depend
on values."""


class NamespaceInfo:
    """The inspection functions of the array API standard, which report the features of the
    namespace."""

    def capabilities(self) -> dict[str, Any]:
        """Capabilities of arrays outside of staged functions."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> str:
        """The only device, the CPU."""
        return "cpu"

    def devices(self) -> list[str]:
        """The only device, the CPU."""
        return ["cpu"]

    def default_dtypes(self, *, device: Any = None) -> dict[str, np.dtype[Any]]:
        """The dtypes of arrays that are created without one."""
        names = {"real floating": "f4", "complex floating": "c8", "integral": "i8"}
        return {kind: np.dtype(n) for kind, n in {**names, "indexing": "i8"}.items()}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, np.dtype[Any]]:
        """The dtypes by name; if ``kind`` is passed, only dtypes of this kind or these kinds."""
        inspection: Any = getattr(np, "__array_namespace_info__")()  # noqa: B009
        return inspection.dtypes(kind=kind)
