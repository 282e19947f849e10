"""Convolution operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlvm.nnkit.tracing.sizes import are_known
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nnkit

Pairs = list[tuple[int, int]]


def padding(
    auto_pad: str,
    pads: Sequence[int] | None,
    sizes: Sequence[int],
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
) -> Pairs:
    """The elements before and after each spatial dimension."""
    count = len(sizes)
    if auto_pad in ("NOTSET", ""):
        pads = pads or [0] * (2 * count)
        return [(pads[a], pads[count + a]) for a in range(count)]
    if auto_pad == "VALID":
        return [(0, 0)] * count
    found: Pairs = []
    for size, extent, stride, dilation in zip(sizes, window, strides, dilations, strict=True):
        reach = (extent - 1) * dilation + 1
        total = max((-(-size // stride) - 1) * stride + reach - size, 0)
        less = total // 2
        found.append((less, total - less) if auto_pad == "SAME_UPPER" else (total - less, less))
    return found


@operator("Conv")
def conv(
    x: Any,
    w: Any,
    b: Any = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: list[int] | None = None,
    group: int = 1,
    kernel_shape: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    spatial = len(x.shape) - 2
    dilations = dilations or [1] * spatial
    strides = strides or [1] * spatial
    widths = padding(auto_pad, pads, x.shape[2:], w.shape[2:], strides, dilations)
    found: Any = nnkit.convolve(x, w, strides, widths, dilations, group)
    return found if b is None else found + _channels(b, spatial)


def _separate_tiles(x: Any, w: Any) -> Any:
    """A transposed convolution in which the results of neighboring elements do not overlap: each
    element becomes a tile, which is a product with the kernel."""
    spatial = len(x.shape) - 2
    sizes, tile = "hwdefg"[:spatial], "HWDEFG"[:spatial]
    products = nnkit.einsum(f"nc{sizes},co{tile}->no{tile}{sizes}", x, w)
    mixed = [2 + axis + part for axis in range(spatial) for part in (spatial, 0)]
    found = nnkit.permute_dims(products, (0, 1, *mixed))
    whole = [size * k for size, k in zip(x.shape[2:], w.shape[2:], strict=True)]
    return nnkit.reshape(found, (x.shape[0], w.shape[1], *whole))


def _channels(b: Any, spatial: int) -> Any:
    return nnkit.reshape(b, (b.shape[0], *[1] * spatial))


@operator("ConvTranspose")
def conv_transpose(
    x: Any,
    w: Any,
    b: Any = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: list[int] | None = None,
    group: int = 1,
    kernel_shape: list[int] | None = None,
    output_padding: list[int] | None = None,
    output_shape: list[int] | None = None,
    pads: list[int] | None = None,
    strides: list[int] | None = None,
) -> Any:
    """The transposed convolution: a convolution of the dilated input with the flipped kernel."""
    spatial = len(x.shape) - 2
    dilations = dilations or [1] * spatial
    strides = strides or [1] * spatial
    more = output_padding or [0] * spatial
    reach = [(k - 1) * d + 1 for k, d in zip(w.shape[2:], dilations, strict=True)]
    full = [
        (size - 1) * stride + extra + extent
        for size, stride, extra, extent in zip(x.shape[2:], strides, more, reach, strict=True)
    ]
    if output_shape or auto_pad not in ("NOTSET", "", "VALID"):
        wanted = output_shape or [s * t for s, t in zip(x.shape[2:], strides, strict=True)]
        widths: Pairs = []
        for whole, size in zip(full, wanted[-spatial:], strict=True):
            total = max(whole - size, 0)
            # Elements beyond the reach of the kernel are padded at the end.
            less = total // 2
            widths.append(
                (total - less, less) if auto_pad == "SAME_LOWER" else (less, total - less)
            )
        more = [
            extra + max(size - whole, 0)
            for extra, size, whole in zip(more, wanted[-spatial:], full, strict=True)
        ]
    else:
        pads = pads or [0] * (2 * spatial)
        widths = [(pads[a], pads[spatial + a]) for a in range(spatial)]
    moved = not all(s == k for s, k in zip(strides, w.shape[2:], strict=True)) or any(more)
    if not are_known(x.shape[2:]) and group == 1 and not moved and not any(map(any, widths)):
        found = _separate_tiles(x, w)
        return found if b is None else found + _channels(b, spatial)
    channels, each = w.shape[:2]
    kernel = nnkit.flip(w, axis=tuple(range(2, 2 + spatial))) if spatial else w
    split = nnkit.reshape(kernel, (group, channels // group, each, *w.shape[2:]))
    turned = nnkit.permute_dims(split, (0, 2, 1, *range(3, 3 + spatial)))
    kernel = nnkit.reshape(turned, (group * each, channels // group, *w.shape[2:]))
    around = [
        (extent - 1 - before, extent - 1 - after + extra)
        for extent, (before, after), extra in zip(reach, widths, more, strict=True)
    ]
    cut = [(max(-low, 0), max(-high, 0)) for low, high in around]
    positive = [(max(low, 0), max(high, 0)) for low, high in around]
    found: Any = nnkit.convolve(
        x, kernel, 1, positive, dilations, group, 1 if max(strides, default=1) == 1 else strides
    )
    index = [
        slice(low, size - high) for (low, high), size in zip(cut, found.shape[2:], strict=True)
    ]
    found = found[(slice(None), slice(None), *index)]
    return found if b is None else found + _channels(b, spatial)
