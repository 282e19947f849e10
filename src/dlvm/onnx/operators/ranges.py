"""Checks of axes and of known numbers."""

from __future__ import annotations

from dlvm.diagnostics import error
from dlvm.onnx.operators.table import Known


def axis_of(axis: int, rank: int) -> int:
    """An axis of a tensor of a rank, from 0. Raises if there is no such axis."""
    if not -rank <= axis < rank:
        raise error(f"axis {axis} is out of range for a tensor of rank {rank}")
    return axis % rank


def integer(x: Known) -> int:
    """The element of a known tensor. Raises if it has not exactly one."""
    if x.size != 1:
        raise error(f"expected one element, got a tensor of shape {x.shape}")
    return int(x.reshape(-1)[0])
