"""Converts known arrays to constants of the program being staged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import real_element_type_of
from dlvm.nnkit.tracing import tracer
from dlvm.nnkit.tracing.tracer import wrap
from dlvm.onnx.graph import Array


@dataclass
class StagedConstants:
    """Stages arrays, each one once. Large ones are resources, named as in the model."""

    staged: dict[int, tuple[Array, Any]] = field(default_factory=dict[int, tuple[Array, Any]])
    """Each array with its constant, by its identity."""

    def stage(self, value: Any, name: str) -> Any:
        """Stages a NumPy array, or a list of them; returns other values unchanged."""
        if isinstance(value, list):
            return [self.stage(v, name) for v in cast("list[Any]", value)]
        if not isinstance(value, np.ndarray):
            return constant(value, name)
        array = cast("Array", value)
        found = self.staged.get(id(array))
        if found is None:
            found = self.staged[id(array)] = array, constant(array, name)
        return found[1]


def constant(value: Any, name: str = "") -> Any:
    """Stages a NumPy array as a constant; returns other values unchanged."""
    if not isinstance(value, np.ndarray | np.generic):
        return value
    array: Array = np.asarray(cast("Any", value))
    if real_element_type_of(array.dtype) is None:
        raise error(f"compiled code does not have tensors of dtype {array.dtype}")
    return wrap(tracer.constant(array, name))
