"""Convolutions, window reductions and scans of staged tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from dlvm.ir.instructions import Convolve, ReduceWindow
from dlvm.nnkit.array_api.tensors import AnyTensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.trace import emit, failure
from dlvm.nnkit.tracing.tracer import lift, lift_all, wrap

T = TypeVar("T", bound=AnyTensor)
Numbers = int | Sequence[int]
Padding = int | Sequence[tuple[int, int]]


def convolve(
    x: T,
    kernel: T | np.ndarray[Any, Any],
    strides: Numbers = 1,
    padding: Padding = 0,
    dilation: Numbers = 1,
    groups: int = 1,
    input_dilation: Numbers = 1,
) -> T:
    """The convolution of networks: the kernel slides over the input and is not reversed.

    ``x`` has the shape ``(n, c, *spatial)``, the kernel ``(o, c // groups, *window)``, the result
    ``(n, o, *places)``. ``strides`` are the steps of the kernel; ``padding`` is how many zeros are
    put before and after each spatial dimension; ``dilation`` is the distance of the kernel's
    elements, ``input_dilation`` that of the input's, with zeros between them. A number stands for
    the same one in each spatial dimension.
    """
    values = lift_all("convolve", x, kernel)
    spatial = max(len(primitives.shape_of(values[0])) - 2, 0)
    return wrap(
        emit(
            Convolve,
            *values,
            strides=_numbers(strides, spatial, "convolve: stride"),
            padding=_pairs(padding, spatial, "convolve: padding"),
            left_dilation=None
            if input_dilation == 1
            else _numbers(input_dilation, spatial, "convolve: input dilation"),
            right_dilation=_numbers(dilation, spatial, "convolve: dilation"),
            groups=primitives.static_int(groups, "convolve: groups"),
        )
    )


def reduce_window(
    x: T,
    by: str,
    dims: Sequence[int],
    strides: Numbers = 1,
    padding: Padding = 0,
    dilation: Numbers = 1,
) -> T:
    """The elements in each window joined by ``"add"``, ``"multiply"``, ``"max"`` or ``"min"``.

    ``dims`` are the sizes of the window, one for each dimension of ``x``, and ``strides`` its
    steps; ``padding`` is how many elements are put before and after each dimension, which change
    nothing; ``dilation`` is the distance of the window's elements. Pooling takes windows of size 1
    over batches and channels.
    """
    value = lift(x)
    rank = len(primitives.shape_of(value))
    return wrap(
        emit(
            ReduceWindow,
            value,
            by,
            _numbers(dims, rank, "reduce_window: size"),
            strides=_numbers(strides, rank, "reduce_window: stride"),
            padding=_pairs(padding, rank, "reduce_window: padding"),
            dilation=_numbers(dilation, rank, "reduce_window: dilation"),
        )
    )


def _numbers(given: Numbers, count: int, what: str) -> tuple[int, ...]:
    """One number for each dimension."""
    if isinstance(given, Sequence):
        return tuple(primitives.static_int(n, what) for n in given)
    return (primitives.static_int(given, what),) * count


def _pairs(given: Padding, count: int, what: str) -> tuple[tuple[int, int], ...]:
    """What is put before and after each dimension."""
    if isinstance(given, Sequence):
        return tuple(_pair(pair, what) for pair in given)
    return (_pair((given, given), what),) * count


def _pair(given: Sequence[Any], what: str) -> tuple[int, int]:
    if len(given) != 2:
        raise failure(f"{what} of {len(given)} numbers found, expected 2, before and after")
    return primitives.static_int(given[0], what), primitives.static_int(given[1], what)
