"""Checks of axes and of known numbers."""

from __future__ import annotations

from dlvm.diagnostics import error
from dlvm.onnx.operators.table import Known


def axis_of(axis: int, rank: int) -> int:
    """Normalizes an axis, which may be negative, to count from 0. Raises if it is out of range."""
    if not -rank <= axis < rank:
        raise error(f"axis {axis} is out of range for a tensor of rank {rank}")
    return axis % rank


def integer(x: Known) -> int:
    """The only element of a known tensor. Raises if it does not have exactly one."""
    if x.size != 1:
        raise error(f"expected one element, got a tensor of shape {x.shape}")
    return int(x.reshape(-1)[0])
