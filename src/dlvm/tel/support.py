"""Functions that the Python text of TEL programs calls, in place of longer text."""

from __future__ import annotations

from typing import Any

from dlvm import nnkit


def cast(value: Any, element: str) -> Any:
    """A value converted to an element type."""
    return nnkit.astype(nnkit.asarray(value), getattr(nnkit, element, bool))


def full(sizes: tuple[int, ...], value: Any, element: str) -> Any:
    """A tensor filled with a number."""
    return nnkit.broadcast_to(cast(value, element), sizes)


def concat(*parts: Any, axis: int = 0) -> Any:
    """Tensors joined along an axis."""
    return nnkit.concat(parts, axis=axis)


def conv2d(x: Any, kernel: Any, stride: int = 1, padding: int = 0) -> Any:
    """The convolution of images ``[n x c x h x w]``."""
    return nnkit.convolve(x, kernel, strides=stride, padding=padding)


def max_pool(x: Any, window: int = 2, stride: int | None = None) -> Any:
    """The greatest element of each window of images."""
    return _pool(x, "max", window, stride)


def avg_pool(x: Any, window: int = 2, stride: int | None = None) -> Any:
    """The mean of each window of images."""
    return _pool(x, "add", window, stride) / float(window * window)


def _pool(x: Any, by: str, window: int, stride: int | None) -> Any:
    step = window if stride is None else stride
    return nnkit.reduce_window(x, by, (1, 1, window, window), (1, 1, step, step))


def one_hot(indices: Any, classes: int) -> Any:
    """A row of f32 for each index, 1 at the index and 0 elsewhere."""
    return nnkit.one_hot(indices, classes)


def take(values: Any, indices: Any) -> Any:
    """The rows at indices."""
    return nnkit.take(values, indices, axis=0)
