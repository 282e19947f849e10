"""Discrete Fourier transforms along one axis, as products with small matrices of roots of unity.

Sources: J. W. Cooley and J. W. Tukey, "An algorithm for the machine calculation of complex Fourier
series", 1965; for large prime sizes, L. I. Bluestein, "A linear filtering approach to the
computation of the discrete Fourier transform", 1970.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dlvm.ir.types import F64, I64, ElementType
from dlvm.nnkit.array_api import complex_numbers
from dlvm.nnkit.array_api.creation import arange
from dlvm.nnkit.array_api.manipulation import moveaxis
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.primitives import cast_to, elementwise, gather, reshape, select
from dlvm.nnkit.tracing.sizes import is_equal, is_known
from dlvm.nnkit.tracing.tracer import constant, wrap

_RADIX: Final = 32
"""The largest size of a matrix of roots, unless the size of the transform is prime."""
_LARGEST_PRIME: Final = 256
"""The largest prime size that is transformed by one matrix."""


def transformed(x: Any, size: Any, axis: int, sign: int) -> Any:
    """The transform of complex numbers along an axis, first truncated or padded with zeros to
    ``size``. ``sign`` is the sign of the exponents: -1, or 1 for the inverse transform, which is
    not divided by the size."""
    return _back(_transform(resized(_last(x, axis), size), sign), axis)


def real_inverse(x: Any, size: Any, axis: int) -> Any:
    """The inverse transform of ``size`` numbers with Hermitian symmetry, of which ``x`` contains
    the first ``size // 2 + 1``. It is real, and not divided by the size."""
    half = resized(_last(x, axis), size // 2 + 1)
    # A number and its mirror image contribute conjugate terms: twice the real part of one. Number
    # 0, and number size / 2 of an even size, have no mirror image.
    places = arange(half.shape[-1])
    weights = select((places == 0) | (places * 2 == size), 1, 2)
    parts = cast_to(weights, half.type.element.part)
    weighted = complex_numbers.by_parts(lambda part: part * parts)(half)
    return _back(complex_numbers.real(_transform(resized(weighted, size), 1)), axis)


def resized(x: Any, size: Any) -> Any:
    """The elements along the last axis, truncated or padded with zeros to a size."""
    found = x.shape[-1]
    if is_equal(found, size):
        return x
    if is_known(found) and is_known(size):
        if size < found:
            return x[..., :size]
        return primitives.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, size - found)], 0)
    places = arange(size)
    is_inside = places < found
    return select(is_inside, gather(x, select(is_inside, places, 0), -1), 0)


def _last(x: Any, axis: int) -> Any:
    """The tensor with the axis moved to the end."""
    return x if axis == x.ndim - 1 else moveaxis(x, axis, -1)


def _back(x: Any, axis: int) -> Any:
    """The inverse of ``_last``."""
    return x if axis == x.ndim - 1 else moveaxis(x, -1, axis)


def _roots(exponents: NDArray[Any], size: int, sign: int, element: ElementType) -> Any:
    """The roots of unity ``exp(sign 2 pi i e / size)``."""
    return _constant(np.exp(sign * 2j * np.pi * (exponents % size) / size), element)


def _constant(values: NDArray[Any], element: ElementType) -> Any:
    return wrap(constant(values.astype(element.numpy)))


def _matrix(size: int, sign: int, element: ElementType) -> Any:
    places = np.arange(size)
    return _roots(np.outer(places, places), size, sign, element)


def _unknown_matrix(size: Any, sign: int, element: ElementType) -> Any:
    """The matrix of roots of a size that only the program knows."""
    places = arange(size, dtype=I64)
    exponents = elementwise("modulo", reshape(places, (size, 1)) * places, size)
    angles = exponents.astype(F64) * (sign * 2 * np.pi) / size
    roots = complex_numbers.joined(elementwise("cos", angles), elementwise("sin", angles))
    return roots.astype(element)


def _transform(x: Any, sign: int) -> Any:
    """The transform along the last axis, which is not divided by the size."""
    shape: tuple[Any, ...] = x.shape
    *rest, size = shape
    element = x.type.element
    if not is_known(size):
        return primitives.dot(x, _unknown_matrix(size, sign, element))
    if size == 1:
        return x
    radix = _radix(size)
    if radix == size:
        return primitives.dot(x, _matrix(size, sign, element))
    if radix == 1:
        return _convolved(x, sign)
    # x[radix j + i] is in row i, column j.
    count: int = size // radix
    rows = primitives.matrix_transpose(reshape(x, (*rest, count, radix)))
    exponents: NDArray[Any] = np.outer(np.arange(radix), np.arange(int(count)))
    rows = _transform(rows, sign) * _roots(exponents, size, sign, element)
    if radix <= _LARGEST_PRIME:
        columns = primitives.dot(_matrix(radix, sign, element), rows)
    else:
        turned = primitives.matrix_transpose(rows)
        columns = primitives.matrix_transpose(_transform(turned, sign))
    return reshape(columns, (*rest, size))


def _radix(size: int) -> int:
    """The number of rows in which the numbers are arranged; 1 for a large prime size."""
    small = next((r for r in range(min(_RADIX, size), 1, -1) if not size % r), None)
    if small is not None:
        return small
    factor = next((r for r in range(_RADIX + 1, int(size**0.5) + 1) if not size % r), size)
    return factor if factor < size or size <= _LARGEST_PRIME else 1


def _convolved(x: Any, sign: int) -> Any:
    """The transform of a large prime size as a convolution, by transforms of a power of two."""
    size = x.shape[-1]
    element = x.type.element
    length = 1 << (2 * size - 2).bit_length()
    squares = np.arange(size, dtype=np.int64) ** 2
    chirp = np.exp(sign * 1j * np.pi * (squares % (2 * size)) / size)
    kernel = np.zeros(length, np.complex128)
    kernel[:size] = chirp.conj()
    kernel[length - size + 1 :] = chirp[:0:-1].conj()
    factors = _constant(chirp, element)
    spectrum = _constant(np.fft.fft(kernel) / length, element)
    product = _transform(resized(x * factors, length), -1) * spectrum
    return resized(_transform(product, 1), size) * factors
