"""Constants, ranges, and window functions of signal processing."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.tracing.sizes import are_known, is_known
from dlvm.onnx.operators.casts import dtype_of
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.movement import numbers
from dlvm.onnx.operators.table import Known, axis_of, integer, operator
from dlvm.onnx.operators.vocabulary import nnkit

MOST_HOST_ELEMENTS: Final = 1 << 22
"""The size of the largest table that an operator computes while the model is imported."""
MOST_ELEMENTS: Final = 4096
"""The size of the largest constant that is computed while the model is imported."""


@operator("Constant")
def constant(
    *,
    value: Any = None,
    sparse_value: Any = None,
    value_float: float | None = None,
    value_floats: list[float] | None = None,
    value_int: int | None = None,
    value_ints: list[int] | None = None,
    value_string: str | None = None,
    value_strings: list[str] | None = None,
) -> Any:
    given = (
        (value, None),
        (sparse_value, None),
        (value_float, np.float32),
        (value_floats, np.float32),
        (value_int, np.int64),
        (value_ints, np.int64),
        (value_string, object),
        (value_strings, object),
    )
    for found, dtype in given:
        if found is not None:
            return np.asarray(found, dtype)
    raise error("Constant has no value")


@operator("ConstantOfShape")
def constant_of_shape(shape: Known, *, value: Any = None) -> Any:
    number = np.zeros((), np.float32) if value is None else np.asarray(value).reshape(())
    sizes = tuple(numbers(shape))
    if are_known(sizes) and math.prod(sizes) <= MOST_ELEMENTS:
        return np.full(sizes, number)
    return nnkit.full(sizes, number.item(), dtype=number.dtype)


@operator("Range")
def range_(start: Known, limit: Known, delta: Known) -> Any:
    sizes = [x.reshape(-1)[0] for x in (start, limit, delta) if x.size == 1]
    if not are_known(tuple(sizes)):
        # The other operands are integers, possibly with a float element type.
        whole = (n if not is_known(n) else int(n) for n in sizes)
        return nnkit.astype(nnkit.arange(*whole), _kind(start, limit, delta))
    for x in (start, limit, delta):
        integer(x)
    if not delta:
        raise error("expected a nonzero step, got 0")
    count = max(math.ceil((limit.item() - start.item()) / delta.item()), 0)
    if count > MOST_ELEMENTS:
        steps = nnkit.arange(count, dtype=start.dtype)
        return steps * delta.item() + start.item()
    return (start + np.arange(count, dtype=start.dtype) * delta).astype(start.dtype)


def _kind(*numbers: Known) -> Any:
    """The element type of a range: that of its bounds and step that are not symbolic."""
    return next((n.dtype for n in numbers if n.dtype.kind != "O"), nnkit.i64)


@operator("EyeLike")
def eye_like(x: Any, *, dtype: int | None = None, k: int = 0) -> Any:
    rows, columns = x.shape
    kind = element(x) if dtype is None else dtype_of(dtype)
    return nnkit.eye(rows, columns, k=k, dtype=kind)


@operator("OneHot")
def one_hot(indices: Any, depth: Known, values: Any, *, axis: int = -1) -> Any:
    count = integer(depth)
    places = nnkit.astype(indices, nnkit.i64)
    places = nnkit.where(places < 0, places + count, places)
    rank = len(indices.shape) + 1
    axis = axis_of(axis, rank)
    sizes = [1] * rank
    sizes[axis] = count
    row = nnkit.reshape(nnkit.arange(count, dtype=nnkit.i64), tuple(sizes))
    is_one = nnkit.equal(nnkit.expand_dims(places, axis), row)
    return nnkit.where(is_one, values[1], values[0])


def checked_count(x: Known) -> int:
    """A number of elements that the host computes. Raises if there are too many."""
    count = integer(x)
    if not 0 <= count <= MOST_HOST_ELEMENTS:
        raise error(f"size must be 0 to {MOST_HOST_ELEMENTS}, got {count}")
    return count


def _cosine_window(size: int, periodic: int, factors: tuple[float, ...]) -> np.ndarray[Any, Any]:
    steps = size if periodic else size - 1
    angle = 2 * np.pi * np.arange(size) / max(steps, 1)
    return sum((f * np.cos(n * angle) for n, f in enumerate(factors)), start=np.zeros(size))


def _enter_window(name: str, factors: tuple[float, ...]) -> None:
    @operator(name)
    def call(size: Known, *, output_datatype: int = 1, periodic: int = 1) -> Any:
        found = _cosine_window(checked_count(size), periodic, factors)
        return found.astype(dtype_of(output_datatype))


_enter_window("HannWindow", (0.5, -0.5))
_enter_window("HammingWindow", (25 / 46, -21 / 46))
_enter_window("BlackmanWindow", (0.42, -0.5, 0.08))


@operator("MelWeightMatrix")
def mel_weight_matrix(
    bins: Known,
    length: Known,
    rate: Known,
    lower: Known,
    upper: Known,
    *,
    output_datatype: int = 1,
) -> Any:
    """The mel filter bank: one triangular filter for each band."""
    count, points = checked_count(bins), checked_count(length)
    low, high = (2595 * math.log10(1 + float(edge) / 700) for edge in (lower, upper))
    mels = np.linspace(low, high, count + 2, endpoint=False)
    mels = low + np.arange(count + 2) * (high - low) / (count + 2)
    hertz = 700 * (10 ** (mels / 2595) - 1)
    places = np.floor((points + 1) * hertz / int(rate)).astype(np.int64)
    found = np.zeros((points // 2 + 1, count))
    for band in range(count):
        left, middle, right = places[band : band + 3]
        if left == middle:
            found[middle, band] = 1
        else:
            rising = np.arange(int(left), int(middle) + 1)
            found[rising, band] = (rising - left) / (middle - left)
        if middle != right:
            falling = np.arange(int(middle), int(right))
            found[falling, band] = (right - falling) / (right - middle)
    return found.astype(dtype_of(output_datatype))
