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
    """The convolution of neural networks (a cross-correlation): the kernel slides over the input
    and is not flipped.

    Parameters
    ----------
    x
        The input, of shape ``(n, c, *spatial)``.
    kernel
        The weights, of shape ``(o, c // groups, *window)``.
    strides
        The step of the kernel along each spatial dimension.
    padding
        The number of zeros before and after each spatial dimension.
    dilation, input_dilation
        The distances between elements of the kernel and of the input; the gaps are zeros.
    groups
        The number of groups into which channels are divided.

    Returns
    -------
    Tensor
        The result, of shape ``(n, o, *places)``.

    Notes
    -----
    A single number applies to each spatial dimension.
    """
    values = lift_all("convolve", x, kernel)
    spatial = max(primitives.rank_of(values[0]) - 2, 0)
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

    Parameters
    ----------
    x
        A tensor of numbers, of any rank.
    by
        The operator.
    dims
        The size of the window along each dimension of ``x``. For pooling, it is 1 along the batch
        and channel dimensions.
    strides
        The step of the window along each dimension.
    padding
        The number of neutral elements before and after each dimension.
    dilation
        The distance between the elements of a window along each dimension.

    Returns
    -------
    Tensor
        A tensor of the rank and the element type of ``x``, with an element for each window.

    Notes
    -----
    A single number applies to each dimension.
    """
    value = lift(x)
    rank = primitives.rank_of(value)
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
    """Expands a value to one number for each dimension."""
    if isinstance(given, Sequence):
        return tuple(primitives.static_int(n, what) for n in given)
    return (primitives.static_int(given, what),) * count


def _pairs(given: Padding, count: int, what: str) -> tuple[tuple[int, int], ...]:
    """Expands padding to a pair (before, after) for each dimension."""
    if isinstance(given, Sequence):
        return tuple(_pair(pair, what) for pair in given)
    return (_pair((given, given), what),) * count


def _pair(given: Sequence[Any], what: str) -> tuple[int, int]:
    if len(given) != 2:
        raise failure(f"{what} must be 2 numbers, before and after, got {len(given)}")
    return primitives.static_int(given[0], what), primitives.static_int(given[1], what)
