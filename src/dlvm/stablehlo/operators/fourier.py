"""Discrete Fourier transforms, as products with small matrices of roots of unity.

Sources: J. W. Cooley and J. W. Tukey, "An algorithm for the machine calculation of complex Fourier
series", 1965; for large prime sizes, L. I. Bluestein, "A linear filtering approach to the
computation of the discrete Fourier transform", 1970.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import error
from dlvm.ir.instructions import Contract
from dlvm.ir.types import ElementType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.complex_numbers import (
    conjugate,
    paired,
    parts,
    require_complex,
    scaled,
)
from dlvm.stablehlo.operators.elementwise import nnkit
from dlvm.stablehlo.operators.movement import padded, sliced
from dlvm.stablehlo.operators.table import (
    OperationContext,
    constant,
    is_static,
    lowered,
    operator,
    reshaped,
)

_RADIX: Final = 32
"""The largest size of a matrix of roots, unless the size of the transform is prime."""
_LARGEST_PRIME: Final = 256
"""The largest prime size that is transformed by one matrix."""


@operator("stablehlo.fft")
def fft(call: OperationContext, x: Any) -> Any:
    kind = call.word("fft_type", 0, call.word("type", 0))
    lengths = call.ints("length", "fft_length")
    rank = len(x.type.shape)
    if not 0 < len(lengths) <= min(3, rank):
        raise error(f"length must have 1 to {min(3, rank)} sizes, got {len(lengths)}")
    if not is_static(x):
        raise error("the sizes of the operand must be known")
    axes = range(rank - len(lengths), rank)
    if kind in ("FFT", "IFFT"):
        require_complex("operands", x)
        for axis in axes:
            x = transformed(x, axis, kind == "IFFT")
        return x
    if kind == "RFFT":
        x = transformed(paired(*parts(x)), rank - 1, inverse=False)
        x = _part(x, rank - 1, 0, lengths[-1] // 2 + 1)
        for axis in axes[:-1]:
            x = transformed(x, axis, inverse=False)
        return x
    if kind == "IRFFT":
        require_complex("operands", x)
        for axis in axes[:-1]:
            x = transformed(x, axis, inverse=True)
        size = lengths[-1]
        mirrored = lowered("reverse", _part(x, rank - 1, 1, (size + 1) // 2), axes=(rank - 1,))
        whole = nnkit.concat([x, conjugate(mirrored)], axis=rank - 1)
        return lowered("real", transformed(whole, rank - 1, inverse=True))
    raise error(f"type must be FFT, IFFT, RFFT or IRFFT, got {kind!r}")


def _part(x: Any, axis: int, start: int, end: int) -> Any:
    starts, ends = [0] * len(x.type.shape), list(x.type.shape)
    starts[axis], ends[axis] = start, end
    return sliced(x, starts, ends, [1] * len(starts))


def transformed(x: Any, axis: int, inverse: bool) -> Any:
    """The transform along an axis; the inverse one is divided by the size."""
    rank, size = len(x.type.shape), x.type.shape[axis]
    if 0 in x.type.shape:
        return x
    order = (*(a for a in range(rank) if a != axis), axis)
    moved = lowered("transpose", x, axes=order) if axis != rank - 1 else x
    found = _transform(moved, 1 if inverse else -1)
    if inverse:
        found = scaled(found, 1 / size)
    back = tuple(order.index(a) for a in range(rank))
    return lowered("transpose", found, axes=back) if axis != rank - 1 else found


def _roots(exponents: NDArray[Any], size: int, sign: int, element: ElementType) -> Any:
    """The roots of unity ``exp(sign 2 pi i e / size)``."""
    return constant(np.exp(sign * 2j * np.pi * (exponents % size) / size), element)


def _matrix(size: int, sign: int, element: ElementType) -> Any:
    places = np.arange(size)
    return _roots(np.multiply.outer(places, places), size, sign, element)


def _product(subscripts: str, x: Any, y: Any) -> Any:
    return wrap(emit(Contract, [lift(x), lift(y)], subscripts=subscripts))


def _transform(x: Any, sign: int) -> Any:
    """The transform along the last axis, which is not divided by the size."""
    shape: tuple[int, ...] = x.type.shape
    *rest, size = shape
    element = x.type.element
    if size == 1:
        return x
    radix = next((r for r in range(min(_RADIX, size), 1, -1) if not size % r), 0)
    if not radix and size > _LARGEST_PRIME:
        radix = next((r for r in range(_RADIX, int(size**0.5) + 1) if not size % r), 0)
        if not radix:
            return _convolved(x, sign)
    if radix in (0, size):
        return _product("...i,ik->...k", x, _matrix(size, sign, element))
    # x[radix j + i] is in row i, column j.
    count = size // radix
    rows = reshaped(x, (*rest, count, radix))
    rank = len(rest) + 2
    rows = lowered("transpose", rows, axes=(*range(rank - 2), rank - 1, rank - 2))
    exponents = np.outer(np.arange(radix), np.arange(count))
    rows = lowered("multiply", _transform(rows, sign), _roots(exponents, size, sign, element))
    return reshaped(_product("...ij,ik->...kj", rows, _matrix(radix, sign, element)), (*rest, size))


def _convolved(x: Any, sign: int) -> Any:
    """The transform of a large prime size as a convolution, by transforms of a power of two."""
    *rest, size = x.type.shape
    element = x.type.element
    length = 1 << (2 * size - 2).bit_length()
    squares = np.arange(size, dtype=np.int64) ** 2
    chirp = np.exp(sign * 1j * np.pi * (squares % (2 * size)) / size)
    kernel = np.zeros(length, np.complex128)
    kernel[:size] = chirp.conj()
    kernel[length - size + 1 :] = chirp[:0:-1].conj()
    spectrum = constant(np.fft.fft(kernel), element)
    factors = constant(chirp, element)
    zeros = [0] * len(rest)
    wide = padded(
        lowered("multiply", x, factors),
        constant(0, element),
        [*zeros, 0],
        [*zeros, length - size],
        [*zeros, 0],
    )
    product = lowered("multiply", _transform(wide, -1), spectrum)
    found = scaled(_transform(product, 1), 1 / length)
    return lowered("multiply", _part(found, len(rest), 0, size), factors)
