"""Checks that CPython and NumPy lay out objects as native calls (calls.c) read them.

The check reads fields of sample objects at their expected offsets, within the bytes that the
objects occupy, and compares them with the objects' own attributes. It follows a pointer only if the
other fields agree. A build with another layout, such as a free-threaded or a later one, fails the
check; calls then use Python's and NumPy's own interfaces.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from dlvm.ir.types import ElementType
from dlvm.runtime.arrays import Array

Read = Callable[[object, int], bytes]
"""Returns the first bytes of an object in memory."""

_HEAD: Final = 16
"""Bytes of the reference count and the type, with which objects begin."""
_ARRAY: Final = struct.Struct("@8xPPi4xPPPPi")
"""``array`` in calls.c: type, data, rank, sizes, strides, base, dtype, flags."""
_TUPLE: Final = struct.Struct("@8xPq")
"""``tuple`` in calls.c: type, count."""


class _Subclass(np.ndarray[Any, Any]):
    pass


def sample_arrays() -> Iterator[Array]:
    """Yields arrays of each element type, and arrays of f32 of several ranks, empty, not
    contiguous, unaligned, read-only, of the other byte order and of a subclass."""
    for element in ElementType:
        yield np.zeros((2, 3, 4), element.numpy)
        yield np.zeros((), element.numpy)
    whole = np.zeros((2, 3, 4), np.float32)
    fixed = whole.copy()
    fixed.flags.writeable = False
    yield from (np.zeros(shape, np.float32) for shape in ((5,), (0, 3), (1, 2, 1, 2)))
    yield from (whole.T, whole[::-1], whole[:, ::2], fixed)
    yield from (whole.view(_Subclass), whole.view(whole.dtype.newbyteorder()))
    yield np.zeros(whole.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(2, 3, 4)


def _memory(value: object, count: int) -> bytes:
    return ctypes.string_at(id(value), count)


def layouts_are_known(read: Read = _memory) -> bool:
    """Whether objects of Python and NumPy have the layouts that calls.c reads.

    Parameters
    ----------
    read
        How the first bytes of an object are read; another function simulates another build.
    """
    is_usual = sys.implementation.name == "cpython" and struct.calcsize("P") == 8
    if not is_usual or object.__basicsize__ != _HEAD or np.ndarray.__basicsize__ < _ARRAY.size:
        return False
    tuples: list[tuple[object, ...]] = [(), (None,), (1, 2.5), (np.ndarray, tuple, "three")]
    return all(_is_tuple(t, read) for t in tuples) and all(
        _is_array(a, read) for a in sample_arrays()
    )


def _is_tuple(value: tuple[object, ...], read: Read) -> bool:
    begin, count = tuple.__basicsize__, len(value)
    if begin < _TUPLE.size or value.__sizeof__() != begin + 8 * count:
        return False
    memory = read(value, begin + 8 * count)
    items = struct.unpack_from(f"@{count}P", memory, begin)
    return _TUPLE.unpack_from(memory) == (id(tuple), count) and items == (*map(id, value),)


def _is_array(value: Array, read: Read) -> bool:
    kind, data, rank, sizes, strides, base, dtype, flags = _ARRAY.unpack(read(value, _ARRAY.size))
    base_id = 0 if value.base is None else id(value.base)
    found = kind, data, rank, base, dtype, flags
    known = (
        id(type(value)),
        value.ctypes.data,
        value.ndim,
        base_id,
        id(value.dtype),
        value.flags.num,
    )
    if found != known:
        return False
    # NumPy stores the strides right after the sizes. The distance between the two addresses
    # therefore shows whether these are pointers, which may be followed.
    if rank == 0:
        return True
    if not sizes or strides - sizes != 8 * rank:
        return False
    words = (ctypes.c_int64 * (2 * rank)).from_address(sizes)
    return (*words,) == (*value.shape, *value.strides)
