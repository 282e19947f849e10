"""Fourier transforms as matrix products, and the inverses of unfolding and pooling."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dlvm.onnx.constants import constant
from dlvm.onnx.graph import Array
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.movement import along, numbers
from dlvm.onnx.operators.table import Known, axis_of, operator
from dlvm.onnx.operators.vocabulary import nnkit


def _twiddles(count: int, rows: int, inverse: bool, dtype: Any) -> tuple[Array, Array]:
    """The first ``rows`` rows of the DFT matrix of size ``count``: its cosines and sines."""
    angle = 2 * np.pi * (np.outer(np.arange(rows), np.arange(count)) % count) / count
    sign = 1.0 if inverse else -1.0
    return np.cos(angle).astype(dtype), (sign * np.sin(angle)).astype(dtype)


def transform(x: Any, axis: int, length: int, inverse: bool, onesided: bool) -> Any:
    """The discrete Fourier transform of tensors whose last axis holds the real and imaginary
    parts."""
    size = x.shape[axis]
    if size > length:
        x = along(x, axis, slice(0, length))
    elif size < length:
        widths = [(0, 0)] * len(x.shape)
        widths[axis] = (0, length - size)
        x = nnkit.pad(x, widths)
    rows = length // 2 + 1 if onesided else length
    real = x[..., 0]
    imaginary = x[..., 1] if x.shape[-1] == 2 else None
    cosine, sine = (constant(t) for t in _twiddles(length, rows, inverse, element(x).numpy))
    real = nnkit.moveaxis(real, axis, -1)
    turned = nnkit.matrix_transpose
    a = real @ turned(cosine)
    b = real @ turned(sine)
    if imaginary is not None:
        imaginary = nnkit.moveaxis(imaginary, axis, -1)
        a, b = a - imaginary @ turned(sine), b + imaginary @ turned(cosine)
    if inverse:
        a, b = a / length, b / length
    both = nnkit.stack([a, b], axis=-1)
    return nnkit.moveaxis(both, len(both.shape) - 2, axis)


@operator("DFT", since=20)
def dft(
    x: Any,
    length: Known | None = None,
    axis: Known | None = None,
    *,
    inverse: int = 0,
    onesided: int = 0,
) -> Any:
    place = -2 if axis is None else int(axis.reshape(-1)[0])
    return _dft(x, length, place, inverse, onesided)


def _dft(x: Any, length: Known | None, place: int, inverse: int, onesided: int) -> Any:
    place = axis_of(place, len(x.shape))
    if onesided and inverse:
        return _inverse_real(x, place, length)
    count = x.shape[place] if length is None else int(length.reshape(-1)[0])
    return transform(x, place, count, bool(inverse), bool(onesided))


def _inverse_real(x: Any, axis: int, length: Known | None) -> Any:
    """The real result of the inverse of a one-sided transform."""
    half = x.shape[axis]
    count = 2 * (half - 1) if length is None else int(length.reshape(-1)[0])
    rest = along(x, axis, slice(1, count - half + 1))
    mirrored = nnkit.flip(rest, axis=axis)
    conjugate = mirrored * np.array([1, -1], element(x).numpy)
    whole = nnkit.concat([x, conjugate], axis=axis)
    return transform(whole, axis, count, True, False)[..., :1]


@operator("DFT", since=17)
def dft_17(
    x: Any,
    length: Known | None = None,
    *,
    axis: int = 1,
    inverse: int = 0,
    onesided: int = 0,
) -> Any:
    return _dft(x, length, axis, inverse, onesided)


@operator("STFT")
def stft(
    signal: Any,
    step: Known,
    window: Any = None,
    length: Known | None = None,
    *,
    onesided: int = 1,
) -> Any:
    """The short-time Fourier transform: transforms windows of a signal, ``step`` elements apart."""
    hop = int(step.reshape(-1)[0])
    count = int(length.reshape(-1)[0]) if length is not None else window.shape[0]
    frames = (signal.shape[1] - count) // hop + 1
    frame = np.arange(frames, dtype=np.int64)[:, None]
    places = frame * hop + np.arange(count, dtype=np.int64)
    if len(signal.shape) == 2:
        signal = nnkit.expand_dims(signal, -1)
    own = nnkit.take(signal, places, axis=1)
    if window is not None:
        own = own * nnkit.reshape(window, (count, 1))
    return transform(own, 2, count, False, bool(onesided))


@operator("Col2Im")
def col2im(
    x: Any,
    image: Known,
    block: Known,
    *,
    dilations: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    """Adds the columns of blocks at their positions in the image."""
    from itertools import product

    sizes, window = numbers(image), numbers(block)
    spatial = len(sizes)
    dilations, strides = dilations or [1] * spatial, strides or [1] * spatial
    pads = pads or [0] * (2 * spatial)
    grown = [s + pads[a] + pads[spatial + a] for a, s in enumerate(sizes)]
    counts: list[int] = [
        (g - d * (w - 1) - 1) // s + 1
        for g, d, w, s in zip(grown, dilations, window, strides, strict=True)
    ]
    batch, channels = x.shape[0], x.shape[1] // math.prod(window)
    own = nnkit.reshape(x, (batch * channels, math.prod(window), math.prod(counts)))
    flat: Any = nnkit.zeros((batch * channels, math.prod(grown)), dtype=element(x))
    for number, offsets in enumerate(product(*map(range, window))):
        places: Array = np.zeros((), np.int64)
        for axis in range(spatial):
            line = offsets[axis] * dilations[axis] + np.arange(counts[axis]) * strides[axis]
            places = places[..., None] * grown[axis] + line
        flat = flat.at[:, places.reshape(-1)].add(own[:, number])
    whole = nnkit.reshape(flat, (batch, channels, *grown))
    index = [slice(pads[a], pads[a] + s) for a, s in enumerate(sizes)]
    return whole[(slice(None), slice(None), *index)]


@operator("MaxUnpool")
def max_unpool(
    x: Any,
    places: Any,
    output_shape: Known | None = None,
    *,
    kernel_shape: list[int],
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    """Scatters elements to the indices that max pooling returned; other elements are 0."""
    spatial = len(kernel_shape)
    strides = strides or [1] * spatial
    pads = pads or [0] * (2 * spatial)
    inferred = [
        (size - 1) * s + k - pads[a] - pads[spatial + a]
        for a, (size, s, k) in enumerate(zip(x.shape[2:], strides, kernel_shape, strict=True))
    ]
    shape = (*x.shape[:2], *inferred)
    flat: Any = nnkit.zeros((math.prod(shape),), dtype=element(x))
    filled = nnkit.reshape(
        flat.at[nnkit.reshape(places, (-1,))].set(nnkit.reshape(x, (-1,))), shape
    )
    if output_shape is None:
        return filled
    wanted = numbers(output_shape)
    widths = [(0, w - s) for w, s in zip(wanted, shape, strict=True)]
    return nnkit.pad(filled, widths)
