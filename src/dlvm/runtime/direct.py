"""Calls of functions of tensors of known sizes and enum values, in structs and tuples or alone: the
way into compiled code that takes the least time. Arguments and results are what is in them, in
order."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from dlvm.ir.types import EnumType, TensorType, Type
from dlvm.runtime.arrays import data_address
from dlvm.runtime.boundary import Array, tensor_array
from dlvm.runtime.loading import runtime
from dlvm.runtime.nodes import Nodes

Call = Callable[[Sequence[Any]], list[Array] | None]
"""None for arguments that it can not take."""
Enter = Callable[[list[int], list[int]], None]

_FORM_WORDS: Final = 4
"""The size of ``form`` in calls.c."""


class Forms:
    """What arrays are to be, as compiled code reads it."""

    def __init__(self, types: Sequence[tuple[np.dtype[Any], Sequence[int]]]) -> None:
        self._sizes = [np.array(shape, np.int64) for _, shape in types]
        self._dtypes = [dtype for dtype, _ in types]
        words = np.zeros((len(types), _FORM_WORDS), np.uint64)
        for row, dtype, sizes in zip(words, self._dtypes, self._sizes, strict=True):
            row[:] = id(np.ndarray), id(dtype), len(sizes), data_address(sizes)
        self._words = words
        self.address = data_address(words)


@cache
def reads_arrays() -> bool:
    """Whether compiled code finds arrays where CPython and NumPy usually keep them: it is tried on
    some, where the sizes of objects are the usual ones."""
    usual = sys.implementation.name == "cpython" and ctypes.sizeof(ctypes.c_void_p) == 8
    if not usual or (object.__basicsize__, tuple.__basicsize__) != (16, 24):
        return False
    take = runtime().function("dlvm_take_arrays", ctypes.c_int, *[ctypes.c_void_p] * 3)
    whole = np.zeros((2, 3, 4), np.float32)
    fixed = np.zeros((2, 3, 4), np.float32)
    fixed.flags.writeable = False
    odd = np.zeros(97, np.uint8)[1:].view(np.float32).reshape(2, 3, 4)
    others = [fixed, odd, whole.T, whole[:, ::2], np.zeros((2, 3, 5), np.float32)]
    others += [whole.astype(np.float64), whole.astype(">f4"), whole.reshape(6, 4), 1.0, None]
    forms = Forms([(np.dtype(np.float32), (2, 3, 4)), (np.dtype(np.int64), ())])
    last = np.array(7)
    found = np.zeros(2, np.uint64)

    def is_taken(*given: Any) -> bool:
        return bool(take(id(given), forms.address, data_address(found)))

    known = [whole.ctypes.data, last.ctypes.data]
    return (
        is_taken(whole, last)
        and found.tolist() == known
        and not any(is_taken(other, last) for other in others)
        and not is_taken(whole, whole)
    )


def direct_call(
    parameters: Sequence[tuple[Type, str]],
    results: Sequence[Callable[[], Array]],
    nodes: Nodes,
    enter: Enter,
) -> Call:
    """A function of tensors and enum values, which become ``nodes`` for the time of the call.
    ``enter`` runs the code on the addresses of arguments and results; the parameters come with what
    they are called in errors, the results make arrays."""
    expected = [_expected(type, what, nodes) for type, what in parameters]
    kind, address = np.ndarray, data_address

    def call(leaves: Sequence[Any]) -> list[Array]:
        words: list[int] = []
        kept: list[Array] = []
        made: list[Array] = []
        try:
            for value, (dtype, shape, convert) in zip(leaves, expected, strict=True):
                array = value
                if not (
                    type(value) is kind
                    and value.dtype == dtype
                    and value.shape == shape
                    and value.flags.carray
                ):
                    array = convert(value)
                    (made if dtype is None else kept).append(array)
                words.append(address(array))
            found = [make() for make in results]
            enter(words, [address(array) for array in found])
            return found
        finally:
            for array in made:
                nodes.release(int(array[0]))

    return call


def _expected(
    type: Type, what: str, nodes: Nodes
) -> tuple[np.dtype[Any] | None, tuple[int, ...] | None, Callable[[Any], Array]]:
    """The element type and shape of an array that is taken as it is, and what makes one of another
    value."""
    if isinstance(type, TensorType):
        return type.element.numpy, type.static_shape, lambda value: tensor_array(value, type, what)
    assert isinstance(type, EnumType)
    return None, None, nodes.maker(type, what)
