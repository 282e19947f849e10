"""Fourier transforms in staged functions: sizes of every factorization, unknown sizes, errors."""

from typing import Annotated, Any, cast

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Tensor1D, c64, c128, dynamic, gradient, staged

SIZES = [1, 2, 31, 32, 37, 49, 60, 64, 81, 97, 256, 257, 263, 360, 1000, 1024, 37 * 41, 2 * 257]
Signal = Annotated[Tensor1D[c128], dynamic(0)]


def signal(size: int, dtype: Any = np.complex128) -> Any:
    rng = np.random.default_rng(size)
    return (rng.normal(size=size) + 1j * rng.normal(size=size)).astype(dtype)


@pytest.mark.parametrize("size", SIZES)
def test_sizes(size: int) -> None:
    @staged
    def both(x: Any) -> Any:
        return nnkit.fft.fft(x), nnkit.fft.ifft(x), nnkit.fft.irfft(x, n=size)

    for dtype, error in ((np.complex64, 2e-6), (np.complex128, 1e-14)):
        x = signal(size, dtype)
        expected = np.fft.fft(x), np.fft.ifft(x), np.fft.irfft(x, n=size)
        for found, wanted in zip(both(x), expected, strict=True):
            assert found.dtype == wanted.dtype
            assert np.abs(found - wanted).max() <= error * np.abs(wanted).max()


def test_unknown_sizes_are_one_program() -> None:
    @staged
    def spectrum(x: Signal) -> Any:
        half = nnkit.fft.rfft(nnkit.real(x))
        fft = nnkit.fft
        parts = fft.fft(x), half, fft.ifft(x, norm="ortho"), fft.fft(x, n=8), fft.irfft(half, n=6)
        return parts, (nnkit.abs(fft.fft(x)) ** 2).sum()

    for size in (1, 4, 5, 12):
        x = signal(size)
        half = np.fft.rfft(x.real)
        expected = np.fft.fft(x), half, np.fft.ifft(x, norm="ortho"), np.fft.fft(x, n=8)
        found, energy = spectrum(x)
        for one, other in zip(found, (*expected, np.fft.irfft(half, n=6)), strict=True):
            np.testing.assert_allclose(one, other, atol=1e-12)
        np.testing.assert_allclose(energy, size * (np.abs(x) ** 2).sum())
    assert spectrum.compilations == 1


@pytest.mark.parametrize("size", [12, 257, 263])
def test_gradients(size: int) -> None:
    """By Parseval's theorem, the energy of the spectrum is that of the signal times its size."""

    @staged
    def energy(x: Tensor1D[c128]) -> Any:
        return (nnkit.abs(nnkit.fft.fft(x)) ** 2).sum()

    x = signal(size)
    (found,) = gradient(energy)(x)
    np.testing.assert_allclose(found, 2 * size * x.conj(), rtol=1e-9, atol=1e-9)


def test_vmap() -> None:
    x = signal(24).reshape(4, 6)
    found = staged(nnkit.vmap(lambda row: nnkit.fft.fft(row)))(x)
    np.testing.assert_allclose(found, np.fft.fft(x), atol=1e-12)


UNKNOWN_NORM = cast("Any", "orthonormal")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: nnkit.fft.rfft(x), "rfft: expected floats, got element type c64"),
        (lambda x: nnkit.fft.fft(nnkit.real(x).astype(nnkit.i32)), "fft: expected elements of f32"),
        (lambda x: nnkit.fft.fft(x, n=0), "fft: n must be positive, got 0"),
        (lambda x: nnkit.fft.irfft(x[:1]), "irfft: n must be positive, got 0"),
        (lambda x: nnkit.fft.fft(x, norm=UNKNOWN_NORM), "fft: norm must be 'backward', 'ortho'"),
        (lambda x: nnkit.fft.fft(x, axis=1), "fft: axis must be -1 to 0 for rank 1, got 1"),
        (lambda x: nnkit.fft.fftn(x, s=(2, 2), axes=(0,)), "s and axes must have the same length"),
    ],
)
def test_errors(call: Any, message: str) -> None:
    @staged
    def program(x: Tensor1D[c64]) -> Any:
        return call(x)

    with pytest.raises(DiagnosticError, match=message):
        program(signal(4, np.complex64))
