"""Converts known arrays to constants of the program being staged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, cast

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import TensorType, element_type_of
from dlvm.ir.values import Literal, TensorData
from dlvm.nnkit.tracing.tracer import wrap
from dlvm.onnx.graph import Array

LARGEST_IN_TEXT: Final = 64
"""The size of the largest constant that the text of the module contains."""


@dataclass
class Constants:
    """Stages arrays, each one once. Large ones are resources, named as in the model."""

    staged: dict[int, tuple[Array, Any]] = field(default_factory=dict[int, tuple[Array, Any]])
    """Each array with its constant, by its identity."""
    names: set[str] = field(default_factory=set[str])

    def stage(self, value: Any, name: str) -> Any:
        """Stages a NumPy array, or a list of them; returns other values unchanged."""
        if isinstance(value, list):
            return [self.stage(v, name) for v in cast("list[Any]", value)]
        if not isinstance(value, np.ndarray):
            return constant(value)
        array = cast("Array", value)
        found = self.staged.get(id(array))
        if found is None:
            found = self.staged[id(array)] = array, self._staged(array, name)
        return found[1]

    def _staged(self, array: Array, name: str) -> Any:
        found = constant(array)
        if array.size > LARGEST_IN_TEXT and isinstance(found.value.data, TensorData):
            unique, number = name or "constant", 1
            while unique in self.names:
                number += 1
                unique = f"{name or 'constant'}.{number}"
            self.names.add(unique)
            found.value.data.name = unique
        return found


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
