"""Converts known arrays to constants of the program being staged."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import TensorType, element_type_of
from dlvm.ir.values import Literal, TensorData
from dlvm.nnkit.tracing.tracer import wrap
from dlvm.onnx.graph import Array


def constant(value: Any) -> Any:
    """Stages a NumPy array as a constant; returns other values unchanged."""
    if not isinstance(value, np.ndarray | np.generic):
        return value
    array: Array = np.asarray(cast("Any", value))
    element = element_type_of(array.dtype)
    if element is None:
        raise error(f"compiled code does not have tensors of dtype {array.dtype}")
    type = TensorType(array.shape, element)
    if not array.shape and bool(np.isfinite(array.astype(np.float64))):
        return wrap(Literal(type, array.item()))
    return wrap(Literal(type, TensorData(array)))
