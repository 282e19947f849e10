"""Convolutions of signals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import NDArray

from dlvm.nnkit.array_api import fft
from dlvm.nnkit.array_api.tensors import AnyTensor
from dlvm.nnkit.tracing.primitives import axes_of
from dlvm.nnkit.tracing.sizes import are_known
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift_all, wrap

Operand = AnyTensor | NDArray[Any]
_FACTORS = (2, 3, 5)
"""The prime factors of the sizes of transforms."""


def fftconvolve(
    x1: Operand,
    x2: Operand,
    /,
    *,
    mode: Literal["full", "same", "valid"] = "full",
    axes: int | Sequence[int] | None = None,
) -> Any:
    """The convolution of two signals, computed by Fourier transforms.

    Parameters
    ----------
    x1, x2
        Signals of the same rank, with known sizes along ``axes``. The other axes broadcast.
    mode
        The part of the result: ``"full"``, of size ``n + m - 1`` along each axis for signals of
        sizes ``n`` and ``m``; ``"same"``, its center, of the size of ``x1``; ``"valid"``, the
        elements that do not depend on zeros beyond the ends, of size ``n - m + 1``.
    axes
        The axes of the convolution, all by default.

    Returns
    -------
    Tensor
        The convolution; complex if one of the signals is.

    Raises
    ------
    DiagnosticError
        If the ranks differ, a size is 0 or unknown, or ``mode`` is invalid; for ``"valid"``, also
        if ``x2`` is larger than ``x1`` along an axis.

    Notes
    -----
    As ``scipy.signal.fftconvolve``, except that ``"valid"`` expects the larger signal first.

    Examples
    --------
    ::

        fftconvolve(signal, window / window.sum(), mode="same")  # smooths the signal
    """
    first, second = map(wrap, lift_all("fftconvolve", x1, x2))
    if first.ndim != second.ndim:
        raise failure(
            "fftconvolve: expected signals of the same rank, got ranks "
            f"{first.ndim} and {second.ndim}"
        )
    places = axes_of(axes, first.ndim, "fftconvolve")
    sizes = [(first.shape[a], second.shape[a]) for a in places]
    if not all(are_known(pair) and min(pair) > 0 for pair in sizes):
        raise failure(f"fftconvolve: expected known sizes of at least 1 along axes {places}")
    key: list[slice] = [slice(None)] * first.ndim
    for axis, (n, m) in zip(places, sizes, strict=True):
        key[axis] = _part(mode, n, m)
    lengths = tuple(_fast_size(n + m - 1) for n, m in sizes)
    options: dict[str, Any] = {"s": lengths, "axes": places}
    if first.type.element.is_complex or second.type.element.is_complex:
        spectrum = fft.fftn(first, **options) * fft.fftn(second, **options)
        return fft.ifftn(spectrum, **options)[tuple(key)]
    spectrum = fft.rfftn(first, **options) * fft.rfftn(second, **options)
    return fft.irfftn(spectrum, **options)[tuple(key)]


def _part(mode: str, n: int, m: int) -> slice:
    """The part of the full convolution along an axis."""
    match mode:
        case "full":
            return slice(n + m - 1)
        case "same":
            start = (m - 1) // 2
            return slice(start, start + n)
        case "valid" if m > n:
            raise failure(f"fftconvolve: x2 must not be larger than x1, got sizes {m} and {n}")
        case "valid":
            return slice(m - 1, n)
        case _:
            raise failure(f"fftconvolve: mode must be full, same or valid, got {mode!r}")


def _fast_size(size: int) -> int:
    """The least number that is at least ``size`` and has no other prime factors than
    ``_FACTORS``."""
    rest = size
    for factor in _FACTORS:
        while rest % factor == 0:
            rest //= factor
    return size if rest == 1 else _fast_size(size + 1)
