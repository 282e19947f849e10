"""Evaluation of convolutions, windowed reductions, scans and contractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np

from dlvm.interpreter.linear_algebra import UFUNCS, reduce_rows, scan_rows
from dlvm.interpreter.numbers import SMALL, Array, choose, converted, widened
from dlvm.interpreter.rules import Calls, Frame, failure, rule
from dlvm.ir.instructions import Contract, Convolve, ReduceWindow, Scan
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.instructions.windows import spread
from dlvm.ir.module import Function
from dlvm.ir.types import ElementType


def _window_elements(
    size: int, window: int, margins: tuple[int, int], stride: int, left: int, right: int
) -> tuple[Array, Array]:
    """Returns, for each window and each position in it, the index of the element at that position,
    and whether the element exists."""
    low, high = margins
    whole = cast(int, spread(size, left))
    reach = cast(int, spread(window, right))
    count = max(0, whole + low + high - reach + stride) // stride
    window = window if count else 0
    starts = np.arange(count, dtype=np.int64)[:, None] * stride
    place = starts + np.arange(window, dtype=np.int64)[None, :] * right - low
    inside = np.asarray((place >= 0) & (place < whole) & (place % left == 0))
    return choose(inside, place // left, 0).astype(np.int64), inside


def _windows(x: Array, places: Sequence[tuple[Array, Array]], first: int, outside: Any) -> Array:
    """Gathers the elements of all windows over the dimensions from ``first`` on.

    In the result, the dimensions of the windows are followed by the dimensions within a window.
    Positions without an element contain ``outside``.
    """
    count = len(places)
    if 0 in x.shape[first:]:
        shape = [p.shape[0] for p, _ in places] + [p.shape[1] for p, _ in places]
        return np.full((*x.shape[:first], *shape), outside, x.dtype)
    index: list[Array] = []
    inside = np.asarray(True)
    for axis, (place, valid) in enumerate(places):
        shape = [1] * (2 * count)
        shape[axis], shape[count + axis] = place.shape
        index.append(place.reshape(shape))
        inside = inside & valid.reshape(shape)
    found = x[(*(slice(None),) * first, *index)] if index else x
    return choose(inside, found, np.asarray(outside, x.dtype))


@rule(Convolve)
def _convolve(_: Frame, op: Convolve, x: Array, kernel: Array) -> Array:
    element = tensor_type(op).element
    x, kernel = widened(x, element), widened(kernel, element)
    spatial, groups = x.ndim - 2, op.groups
    places = [
        _window_elements(
            x.shape[2 + a], kernel.shape[2 + a], op.margins[a], op.steps[a], op.left[a], op.right[a]
        )
        for a in range(spatial)
    ]
    windows = _windows(x, places, 2, 0)
    outputs, channels = kernel.shape[:2]
    shape = windows.shape[2 : 2 + spatial]
    width = math.prod(kernel.shape[2:])
    rows = windows.reshape((x.shape[0], groups, channels, math.prod(shape), width))
    weights = kernel.reshape((groups, outputs // groups, channels, width))
    result = np.einsum("ngcpk,gock->ngop", rows, weights, dtype=x.dtype)
    return converted(result.reshape((x.shape[0], outputs, *shape)), element)


def identity_element(by: str, element: ElementType) -> Array:
    """Returns the identity element of an operator, in the type that the element type uses for
    computation."""
    kind: np.dtype[Any] = np.dtype(np.float32) if element in SMALL else element.numpy
    match by:
        case "multiply":
            return np.asarray(1, kind)
        case "and":
            return ~np.asarray(0, kind)
        case "min" | "max" if element.is_float:
            return np.asarray(math.inf if by == "min" else -math.inf, kind)
        case "min" | "max":
            limits = np.iinfo(element.numpy)
            return np.asarray(limits.max if by == "min" else limits.min, kind)
        case _:
            return np.asarray(0, kind)


@rule(ReduceWindow)
def _reduce_window(
    _: Frame, op: ReduceWindow, x: Array, init: Array | None = None
) -> Array | Calls:
    element = tensor_type(op).element
    margins = cast("list[tuple[int, int]]", op.margins(x.shape))
    places = [
        _window_elements(x.shape[a], op.dims[a], margins[a], op.steps[a], 1, op.spacing[a])
        for a in range(x.ndim)
    ]
    shape = tuple(place.shape[0] for place, _ in places)
    if 0 in shape:
        return np.empty(shape, x.dtype)
    axes = tuple(range(x.ndim, 2 * x.ndim))
    if isinstance(op.by, Function):
        assert init is not None
        windows = _windows(x, places, 0, init)
        rows = windows.reshape((*shape, math.prod(op.dims)))
        return reduce_rows(op.by, rows, init)
    wide = widened(x, element)
    outside = identity_element(op.by, element) if init is None else widened(init, element)
    windows = _windows(wide, places, 0, outside)
    joined = UFUNCS[op.by].reduce(windows, axis=axes, dtype=wide.dtype)
    if init is not None:
        joined = UFUNCS[op.by](widened(init, element), joined)
    return converted(joined, element)


@rule(Scan)
def _scan(_: Frame, op: Scan, x: Array) -> Array | Calls:
    element = tensor_type(op).element
    if isinstance(op.by, Function):
        return _scan_by_function(op, op.by, x)
    for axis in op.axes:
        wide = widened(x, element)
        if op.reverse:
            wide = np.flip(wide, axis)
        if op.exclusive:
            size = wide.shape[axis]
            first = np.take(wide, range(min(1, size)), axis)
            rest = np.take(wide, range(max(0, size - 1)), axis)
            start = np.broadcast_to(identity_element(op.by, element), first.shape)
            wide = np.concatenate([start, rest], axis)
        result = UFUNCS[op.by].accumulate(wide, axis=axis, dtype=wide.dtype)
        x = converted(np.flip(result, axis) if op.reverse else result, element)
    return x


def _scan_by_function(op: Scan, by: Function, x: Array) -> Calls:
    for axis in op.axes:
        turned = np.flip(x, axis) if op.reverse else x
        rows = np.ascontiguousarray(np.moveaxis(turned, axis, -1))
        joined = np.moveaxis((yield from scan_rows(by, rows)), -1, axis)
        x = np.flip(joined, axis) if op.reverse else joined
    return x


@rule(Contract)
def _contract(_: Frame, op: Contract, *factors: Array) -> Array:
    element, labels = tensor_type(op).element, op.labels
    result, names = widened(factors[0], element), labels.inputs[0]
    # Contracts two factors at a time, and sums as early as possible. Contracting all factors at
    # once would take time proportional to the product of all sizes.
    for number, factor in enumerate(factors[1:], 1):
        own = labels.inputs[number]
        needed = {*labels.output}.union(*labels.inputs[number + 1 :])
        kept = tuple(label for label in dict.fromkeys((*names, *own)) if label in needed)
        result = _einsum(op, [(result, names), (widened(factor, element), own)], kept)
        names = kept
    return converted(_einsum(op, [(result, names)], labels.output), element)


_MAX_LABELS: Final = 52
"""NumPy's limit on the labels of one product."""


def _einsum(
    op: Contract, factors: Sequence[tuple[Array, Sequence[str]]], output: Sequence[str]
) -> Array:
    """Sums the product of the factors over the labels that are not in the output."""
    labels = dict.fromkeys(label for _, names in factors for label in names)
    if len(labels) > _MAX_LABELS:
        message = f"expected at most {_MAX_LABELS} labels in one product, got {len(labels)}"
        raise failure(op, message)
    numbers = {label: number for number, label in enumerate(labels)}
    given: list[Any] = []
    for factor, names in factors:
        given += [factor, [numbers[name] for name in names]]
    return np.asarray(
        np.einsum(*given, [numbers[n] for n in output], dtype=factors[0][0].dtype, optimize=True)
    )
