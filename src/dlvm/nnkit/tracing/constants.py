"""Known arrays as constants of a program. Large ones are resources beside the module's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from numpy.typing import NDArray

from dlvm.ir.values import TensorData

LARGEST_IN_TEXT: Final = 64
"""The number of elements of the largest constant that the text of a module contains."""


class ProgramConstants:
    """The constants of a program. Those that its text does not contain have unique names."""

    def __init__(self) -> None:
        self._named: dict[tuple[str, TensorData], TensorData] = {}
        self._taken: set[str] = set()
        self._shared: dict[int, tuple[str, TensorData]] = {}

    def share(self, tensors: Mapping[str, TensorData]) -> None:
        """If the array of one of these tensors becomes a constant, it keeps the name of the tensor,
        and is not copied."""
        self._shared |= {id(data.array): (name, data) for name, data in tensors.items()}

    def tensor(self, array: NDArray[Any], name: str) -> TensorData:
        """The elements of an array that may change later. The tensor has the given name, or that
        name with a number."""
        name, data = self._shared.get(id(array)) or (name, TensorData(array))
        if array.size <= LARGEST_IN_TEXT:
            return data
        if (name, data) not in self._named:
            unique, number = name, 1
            while unique in self._taken:
                number += 1
                unique = f"{name}.{number}"
            self._taken.add(unique)
            self._named[name, data] = data.named(unique)
        return self._named[name, data]
