"""NNKit without its rank-specific static types: operators are written for all ranks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

import dlvm.nn
import dlvm.nnkit
from dlvm.diagnostics import error
from dlvm.nnkit.tracing.sizes import is_known
from dlvm.nnkit.tracing.tracer import is_tracer

nnkit: Final[Any] = dlvm.nnkit
nn: Final[Any] = dlvm.nn


def is_tensor(x: Any) -> bool:
    """Whether a value is a staged tensor, and not a number or a symbolic size."""
    return is_tracer(x) and is_known(x)


def is_float(x: Any) -> bool:
    """Whether a staged tensor has floating-point elements."""
    return x.type.element.is_float


def cast(x: Any, dtype: Any) -> Any:
    """The tensor with another element type; numbers are unchanged."""
    return nnkit.astype(x, dtype) if is_tensor(x) and x.type.element.numpy != dtype else x


def axis_of(axis: int, rank: int) -> int:
    """An axis, counted from 0. Raises if a tensor of that rank does not have it."""
    if not -max(rank, 1) <= axis < max(rank, 1):
        raise error(f"axis must be in [{-rank}, {rank}), got {axis}")
    return axis % max(rank, 1)


def axes_of(axes: Any, rank: int) -> tuple[int, ...]:
    """Axes, counted from 0, in order; all axes for None and an empty list."""
    given = [axes] if isinstance(axes, int) else list(axes or range(rank))
    return tuple(sorted({axis_of(a, rank) for a in given})) if rank else ()


def in_f32(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function evaluated in f32 for narrower floats, and rounded once, as PyTorch does."""

    def call(x: Any, *others: Any, **options: Any) -> Any:
        narrow = x.type.element
        if not narrow.is_float or narrow.bytes >= 4:
            return function(x, *others, **options)
        wide = [cast(o, np.float32) for o in (x, *others)]
        return nnkit.astype(function(*wide, **options), narrow)

    return call
