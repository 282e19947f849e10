"""Calls of functions of tensors of known sizes, in structs and tuples or alone: the way into
compiled code that takes the least time. Arguments and results are the tensors, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlvm.ir.types import TensorType
from dlvm.runtime.arrays import data_address
from dlvm.runtime.boundary import Array, tensor_array

Call = Callable[[Sequence[Any]], list[Array]]
Enter = Callable[[list[int], list[int]], None]


def direct_call(
    parameters: Sequence[tuple[TensorType, str]],
    results: Sequence[Callable[[], Array]],
    enter: Enter,
) -> Call:
    """A function of the tensors. ``enter`` runs the code on the addresses of arguments and results;
    the parameters come with what they are called in errors, the results make arrays."""
    expected = [(t.element.numpy, t.static_shape, t, what) for t, what in parameters]
    kind, address = np.ndarray, data_address

    def call(leaves: Sequence[Any]) -> list[Array]:
        words: list[int] = []
        kept: list[Array] = []
        for value, (dtype, shape, tensor, what) in zip(leaves, expected, strict=True):
            array = value
            if not (
                type(value) is kind
                and value.dtype == dtype
                and value.shape == shape
                and value.flags.carray
            ):
                array = tensor_array(value, tensor, what)
                kept.append(array)
            words.append(address(array))
        found = [make() for make in results]
        enter(words, [address(array) for array in found])
        return found

    return call
