"""Interpolation: resizing, grid sampling, regions of interest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.sizes import are_known, is_equal, is_known
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.graph import Array, quoted
from dlvm.onnx.operators.elementwise import element, is_float
from dlvm.onnx.operators.movement import numbers
from dlvm.onnx.operators.table import Known, axis_of, operator
from dlvm.onnx.operators.vocabulary import nnkit


@dataclass(frozen=True)
class _ResizedAxis:
    """The resizing of one axis."""

    size: Any
    result: Any
    scale: Any
    start: float = 0.0
    end: float = 1.0

    def places(self, mode: str) -> Any:
        """The coordinate in the input of each element of the result, in elements: a NumPy array,
        or a staged vector for symbolic sizes.
        """
        library = np if self.is_known else nnkit
        return COORDINATES[mode](library.arange(self.result, dtype=library.float64), self)

    @property
    def length(self) -> Any:
        """The size of the result before it is rounded, as in ONNX's reference implementation."""
        is_exact = self.result / self.size == self.scale
        return self.result if is_exact else self.scale * self.size

    @property
    def is_known(self) -> bool:
        return are_known((self.size, self.result))

    @property
    def is_whole(self) -> bool:
        """Whether the result is the input."""
        same = is_equal(self.size, self.result) and not is_tracer(self.scale) and self.scale == 1
        return same and self.start == 0 and self.end == 1


def _half_pixel_symmetric(x: Array, axis: _ResizedAxis) -> Array:
    adjustment = axis.result / (axis.scale * axis.size)
    center = axis.size / 2
    return center * (1 - adjustment) + (x + 0.5) / axis.scale - 0.5


def _align_corners(x: Array, axis: _ResizedAxis) -> Array:
    return 0 * x if axis.length == 1 else x * (axis.size - 1) / (axis.length - 1)


def _crop(x: Array, axis: _ResizedAxis) -> Array:
    first, extent = axis.start * (axis.size - 1), (axis.end - axis.start) * (axis.size - 1)
    return first + (extent / 2 + 0 * x if axis.length == 1 else x * extent / (axis.length - 1))


COORDINATES: Final[Mapping[str, Callable[[Array, _ResizedAxis], Array]]] = {
    "half_pixel": lambda x, a: (x + 0.5) / a.scale - 0.5,
    "half_pixel_symmetric": _half_pixel_symmetric,
    "pytorch_half_pixel": lambda x, a: (x + 0.5) / a.scale - 0.5 if a.length > 1 else -0.5 + 0 * x,
    "align_corners": _align_corners,
    "asymmetric": lambda x, a: x / a.scale,
    "tf_crop_and_resize": _crop,
}
NEAREST: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "round_prefer_floor": lambda x, library: library.ceil(x - 0.5),
    "round_prefer_ceil": lambda x, library: library.floor(x + 0.5),
    "floor": lambda x, library: library.floor(x),
    "ceil": lambda x, library: library.ceil(x),
}
"""The element for a coordinate, with NumPy or NNKit."""


def _linear(distance: Array, a: float) -> Array:
    return np.maximum(1 - np.abs(distance), 0)


def _cubic(distance: Array, a: float) -> Array:
    """The cubic convolution kernel (R. Keys, 'Cubic convolution interpolation', 1981)."""
    d = np.abs(distance)
    near = (a + 2) * d**3 - (a + 3) * d**2 + 1
    far = a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def _taps(
    axis: _ResizedAxis,
    coordinates: str,
    mode: str,
    a: float,
    exclude_outside: bool,
    antialias: bool,
) -> tuple[Array, Array]:
    """The taps of each element of the result: the indices of input elements, and their weights."""
    places = axis.places(coordinates)
    reach = 1 if mode == "linear" else 2
    kernel = _linear if mode == "linear" else _cubic
    # For antialiasing, downsampling widens the kernel.
    shrink = min(axis.scale, 1.0) if antialias else 1.0
    width = math.ceil(reach / shrink)
    first = np.floor(places).astype(np.int64) - width + 1
    taps = first[:, None] + np.arange(2 * width)
    weights = kernel((places[:, None] - taps) * shrink, a)
    inside = (taps >= 0) & (taps < axis.size)
    if exclude_outside:
        weights = np.where(inside, weights, 0)
    weights = weights / np.where(weights.sum(1) == 0, 1, weights.sum(1))[:, None]
    return taps.clip(0, axis.size - 1), weights


def _check_resize(x: Any, axes: list[int], scales: Known | None, sizes: Known | None) -> None:
    """Raises unless there is a valid scale or size for each axis."""
    given = scales if sizes is None or not sizes.size else sizes
    if given is None or given.size != len(axes):
        found = 0 if given is None else given.size
        raise error(f"expected one scale or size for each of {len(axes)} axes, got {found}")
    for axis, number in zip(axes, given.reshape(-1), strict=True):
        size = x.shape[axis]
        is_empty = is_equal(size, 0) and (given is scales or is_equal(number, 0))
        if not is_empty and any(is_known(n) and n <= 0 for n in (number, size)):
            what = f"{given.tolist()} of a tensor of shape {tuple(x.shape)}"
            raise error(f"scales and sizes must be positive, got {what}")


@operator("Resize", since=11)
def resize(
    x: Any,
    roi: Known | None = None,
    scales: Known | None = None,
    sizes: Known | None = None,
    *,
    antialias: int = 0,
    axes: list[int] | None = None,
    coordinate_transformation_mode: str = "half_pixel",
    cubic_coeff_a: float = -0.75,
    exclude_outside: int = 0,
    extrapolation_value: float = 0.0,
    keep_aspect_ratio_policy: str = "stretch",
    mode: str = "nearest",
    nearest_mode: str = "round_prefer_floor",
) -> Any:
    rank = len(x.shape)
    chosen = list(range(rank)) if axes is None else [axis_of(a, rank) for a in axes]
    modes = (coordinate_transformation_mode, COORDINATES), (nearest_mode, NEAREST)
    for found, known in modes:
        if found not in known:
            raise error(f"mode must be one of {', '.join(known)}, got {quoted(found)}")
    _check_resize(x, chosen, scales, sizes)
    found_axes: dict[int, _ResizedAxis] = {}
    wanted = None if sizes is None or not sizes.size else numbers(sizes)
    ratio: float | None = None
    if wanted is not None and keep_aspect_ratio_policy != "stretch":
        ratios = [s / x.shape[a] for a, s in zip(chosen, wanted, strict=True)]
        ratio = min(ratios) if keep_aspect_ratio_policy == "not_larger" else max(ratios)
        wanted = [math.floor(ratio * x.shape[a] + 0.5) for a in chosen]
    for number, axis in enumerate(chosen):
        size = x.shape[axis]
        if wanted is not None:
            result = wanted[number]
            scale = ratio if ratio is not None else _quotient(result, size)
        else:
            assert scales is not None  # _check_resize
            scale = float(scales.reshape(-1)[number])
            # A symbolic size has whole multiples only.
            result = math.floor(size * scale) if is_known(size) else size * _whole(scale)
        edges = (0.0, 1.0)
        if coordinate_transformation_mode == "tf_crop_and_resize" and roi is not None:
            flat = roi.reshape(-1)
            edges = float(flat[number]), float(flat[len(chosen) + number])
        found_axes[axis] = _ResizedAxis(size, result, scale, *edges)
    kind = element(x)
    if any(is_equal(axis.result, 0) for axis in found_axes.values()):
        shape = [found_axes[a].result if a in found_axes else n for a, n in enumerate(x.shape)]
        return nnkit.zeros(tuple(shape), dtype=kind)
    own = x if is_float(x) or mode == "nearest" else nnkit.astype(x, nnkit.f32)
    for axis, shape in found_axes.items():
        if shape.is_whole:
            continue
        if mode == "nearest":
            places = shape.places(coordinate_transformation_mode)
            nearest = NEAREST[nearest_mode](places, np if shape.is_known else nnkit)
            own = nnkit.take(own, _inside(nearest, shape.size), axis=axis)
        elif not shape.is_known and mode == "linear" and not antialias and not exclude_outside:
            own = _interpolated(own, axis, shape.places(coordinate_transformation_mode))
        else:
            taps, weights = _taps(
                shape,
                coordinate_transformation_mode,
                mode,
                cubic_coeff_a,
                bool(exclude_outside),
                bool(antialias),
            )
            own = _weighted(own, axis, taps, weights)
    if coordinate_transformation_mode == "tf_crop_and_resize":
        own = _outside(own, found_axes, extrapolation_value)
    if own is not x and element(own) is not kind:
        bounds = np.iinfo(kind.numpy)
        own = nnkit.astype(nnkit.clip(nnkit.round(own), float(bounds.min), float(bounds.max)), kind)
    return own


def _quotient(result: Any, size: Any) -> Any:
    if is_equal(result, size):
        return 1.0
    if are_known((result, size)):
        return result / size
    return nnkit.astype(result * 1, nnkit.f64) / nnkit.astype(size * 1, nnkit.f64)


def _whole(scale: float) -> int:
    if scale % 1:
        raise error(f"scale {scale} of an axis of symbolic size, expected an integer")
    return int(scale)


def _inside(places: Any, size: Any) -> Any:
    """The nearest indices of elements."""
    if not is_tracer(places):
        return places.astype(np.int64).clip(0, size - 1)
    return nnkit.clip(nnkit.astype(places, nnkit.i64), 0, size - 1)


def _interpolated(x: Any, axis: int, places: Any) -> Any:
    """The linear interpolation along an axis at staged coordinates."""
    sizes = [1] * len(x.shape)
    sizes[axis] = places.shape[0]
    low = nnkit.floor(places)
    weight = nnkit.reshape(nnkit.astype(places - low, element(x)), tuple(sizes))
    before, after = (
        nnkit.take(x, _inside(place, x.shape[axis]), axis=axis) for place in (low, low + 1)
    )
    return before * (1 - weight) + after * weight


def _weighted(x: Any, axis: int, taps: Array, weights: Array) -> Any:
    sizes = [1] * len(x.shape)
    sizes[axis] = taps.shape[0]
    total: Any = None
    for number in range(taps.shape[1]):
        if not weights[:, number].any():
            continue
        weight = weights[:, number].astype(element(x).numpy).reshape(sizes)
        part = nnkit.take(x, taps[:, number], axis=axis) * weight
        total = part if total is None else total + part
    assert total is not None
    return total


def _outside(x: Any, axes: Mapping[int, _ResizedAxis], value: float) -> Any:
    """The result, with a constant for coordinates outside the input."""
    for axis, shape in axes.items():
        places = shape.places("tf_crop_and_resize")
        sizes = [1] * len(x.shape)
        sizes[axis] = shape.result
        is_outside = ((places < 0) | (places > shape.size - 1)).reshape(sizes)
        if is_outside.any():
            mask = nnkit.broadcast_to(nnkit.asarray(is_outside), x.shape)
            x = nnkit.where(mask, value, x)
    return x


@operator("Resize", since=10)
def resize_10(x: Any, scales: Known, *, mode: str = "nearest") -> Any:
    return upsample(x, scales, mode=mode)


@operator("Upsample", since=1)
def upsample(x: Any, scales: Known, *, mode: str = "nearest") -> Any:
    return resize(
        x,
        None,
        scales,
        mode="linear" if mode in ("linear", "bilinear") else "nearest",
        coordinate_transformation_mode="asymmetric",
        nearest_mode="floor",
    )


# Grids


def _unnormalized(grid: Any, size: int, align_corners: int) -> Any:
    if align_corners:
        return (grid + 1) / 2 * (size - 1)
    return ((grid + 1) * size - 1) / 2


def _reflected(x: Any, size: int, align_corners: int) -> Any:
    low, high = (0.0, size - 1.0) if align_corners else (-0.5, size - 0.5)
    extent = high - low
    if extent <= 0:
        return nnkit.zeros_like(x)
    distance = nnkit.abs(x - low)
    turns = nnkit.floor(distance / extent)
    rest = distance - turns * extent
    odd = nnkit.equal(turns - 2 * nnkit.floor(turns / 2), nnkit.ones_like(turns))
    return nnkit.where(odd, high - rest, low + rest)


@operator("GridSample")
def grid_sample(
    x: Any,
    grid: Any,
    *,
    align_corners: int = 0,
    mode: str = "linear",
    padding_mode: str = "zeros",
) -> Any:
    """Samples the input at coordinates between -1 and 1, with interpolation."""
    spatial = tuple(x.shape[2:])
    kind = element(x)
    places = [
        _unnormalized(nnkit.astype(grid[..., len(spatial) - 1 - a], kind), s, align_corners)
        for a, s in enumerate(spatial)
    ]
    if padding_mode == "border" and mode != "cubic" and mode != "bicubic":
        places = [nnkit.clip(p, 0, s - 1) for p, s in zip(places, spatial, strict=True)]
    elif padding_mode == "reflection" and mode not in ("cubic", "bicubic"):
        places = [_reflected(p, s, align_corners) for p, s in zip(places, spatial, strict=True)]
        places = [nnkit.clip(p, 0, s - 1) for p, s in zip(places, spatial, strict=True)]
    taps: list[list[tuple[Any, Any]]] = []
    for place in places:
        if mode == "nearest":
            taps.append([(nnkit.round(place), None)])
            continue
        low = nnkit.floor(place)
        rest = place - low
        if mode in ("linear", "bilinear"):
            taps.append([(low, 1 - rest), (low + 1, rest)])
        else:
            taps.append([(low + o, _cubic_staged(rest - o)) for o in (-1, 0, 1, 2)])
    return _sampled(x, taps, spatial, padding_mode, align_corners)


def _cubic_staged(distance: Any, a: float = -0.75) -> Any:
    d = nnkit.abs(distance)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return nnkit.where(d <= 1, near, far)


def _sampled(
    x: Any,
    taps: Sequence[Sequence[tuple[Any, Any]]],
    spatial: tuple[int, ...],
    padding_mode: str,
    align_corners: int,
) -> Any:
    """The weighted sum of elements at the taps of all axes."""
    from itertools import product

    batch, channels = x.shape[:2]
    flat = nnkit.reshape(nnkit.moveaxis(x, 1, -1), (batch * math.prod(spatial), channels))
    total: Any = None
    for combination in product(*taps):
        index: Any = None
        weight: Any = None
        inside: Any = None
        for (place, factor), size in zip(combination, spatial, strict=True):
            if padding_mode == "reflection":
                place = nnkit.clip(_reflected(place, size, align_corners), 0, size - 1)
            own_inside = nnkit.logical_and(place >= 0, place <= size - 1)
            own = nnkit.astype(nnkit.clip(place, 0, size - 1), nnkit.i64)
            index = own if index is None else index * size + own
            inside = own_inside if inside is None else nnkit.logical_and(inside, own_inside)
            if factor is not None:
                weight = factor if weight is None else weight * factor
        first = nnkit.arange(batch, dtype=nnkit.i64) * math.prod(spatial)
        index = index + nnkit.reshape(first, (batch, *[1] * (len(index.shape) - 1)))
        values = nnkit.moveaxis(nnkit.take(flat, index, axis=0), -1, 1)
        if padding_mode == "zeros":
            shown = nnkit.broadcast_to(nnkit.expand_dims(inside, 1), values.shape)
            values = nnkit.where(shown, values, nnkit.zeros_like(values))
        if weight is not None:
            values = values * nnkit.expand_dims(weight, 1)
        total = values if total is None else total + values
    return total


@operator("RoiAlign")
def roi_align(
    x: Any,
    rois: Any,
    batch_indices: Any,
    *,
    coordinate_transformation_mode: str = "half_pixel",
    mode: str = "avg",
    output_height: int = 1,
    output_width: int = 1,
    sampling_ratio: int = 0,
    spatial_scale: float = 1.0,
    context: Any,
) -> Any:
    """Average or maximum of samples in each bin of a region (He et al., 'Mask R-CNN', 2017)."""
    offset = 0.5 if coordinate_transformation_mode == "half_pixel" else 0.0
    known = None if sampling_ratio else context.needed(rois, "rois")
    rows: list[Any] = []
    height, width = x.shape[2:]
    for number in range(rois.shape[0]):
        image = nnkit.take(x, batch_indices[number], axis=0)
        corners = rois[number] * spatial_scale - offset
        extents = corners[2:] - corners[:2]
        if not offset:
            extents = nnkit.maximum(extents, 1.0)
        steps = extents / np.array([output_width, output_height], element(x).numpy)
        if known is None:
            across = down = sampling_ratio
        else:
            edges = np.asarray(known[number], np.float64) * spatial_scale - offset
            sizes = edges[2:] - edges[:2]
            sizes = sizes if offset else np.maximum(sizes, 1)
            across = max(math.ceil(sizes[0] / output_width), 1)
            down = max(math.ceil(sizes[1] / output_height), 1)
        ys = _samples(corners[1], steps[1], output_height, down)
        xs = _samples(corners[0], steps[0], output_width, across)
        vertical, horizontal = _line(ys, height), _line(xs, width)
        parts: Any = None
        for y_place, y_weight in vertical:
            row = nnkit.take(image, y_place, axis=1)
            for x_place, x_weight in horizontal:
                value = nnkit.take(row, x_place, axis=2)
                weight = nnkit.reshape(y_weight, (-1, 1)) * x_weight
                if mode == "max":
                    part = value * weight
                    parts = part if parts is None else nnkit.maximum(parts, part)
                else:
                    parts = value * weight if parts is None else parts + value * weight
        split = nnkit.reshape(parts, (x.shape[1], output_height, down, output_width, across))
        pool = nnkit.max if mode == "max" else nnkit.mean
        rows.append(pool(split, axis=(2, 4)))
    return nnkit.stack(rows)


def _samples(start: Any, step: Any, count: int, each: int) -> Any:
    """The coordinates of samples along an axis: ``each`` samples in each of ``count`` bins."""
    inner = (np.arange(count * each) // each) + ((np.arange(count * each) % each) + 0.5) / each
    return start + step * inner.astype(element(start).numpy)


def _line(places: Any, size: int) -> list[tuple[Any, Any]]:
    """The two nearest indices of each sample, and their linear interpolation weights."""
    outside = nnkit.logical_or(places < -1.0, places > size)
    own = nnkit.maximum(places, 0.0)
    low = nnkit.minimum(nnkit.floor(own), size - 1)
    high = nnkit.minimum(low + 1, size - 1)
    at_end = low >= size - 1
    rest = nnkit.where(at_end, nnkit.zeros_like(own), own - low)
    zero = nnkit.zeros_like(rest)
    return [
        (nnkit.astype(low, nnkit.i64), nnkit.where(outside, zero, 1 - rest)),
        (nnkit.astype(high, nnkit.i64), nnkit.where(outside, zero, rest)),
    ]
