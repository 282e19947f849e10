"""Reuses the memory of results.

The caller owns the results of a call. The C library may return freed memory to the system, and
fresh memory costs more, page by page, than writing to it. Therefore each result of a function keeps
its last arrays, and reuses one to which the caller has no reference left, not even from a view.
"""

from __future__ import annotations

import math
import sys
from typing import Any, Final

import numpy as np

from dlvm.runtime.arrays import Array, data_address

REUSED: Final = 128 << 10
"""The size in bytes from which memory of results is reused: up to this size, glibc keeps freed
memory (the default of its ``M_TRIM_THRESHOLD`` and ``M_MMAP_THRESHOLD``)."""


_LINE: Final = 64
"""The alignment of results: the size of a cache line, and that of the largest vector."""


def _aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """An uninitialized, aligned array: a view of a larger one, its base."""
    size = math.prod(shape) * dtype.itemsize
    base = np.empty(size + _LINE, np.uint8)
    start = -data_address(base) % _LINE
    return base[start : start + size].view(dtype).reshape(shape)


def _references(memory: Array) -> int:
    """The number of references to the base of an array: NumPy makes the array that owns the memory
    the base of all views."""
    return sys.getrefcount(memory.base)


_UNUSED: Final = _references(_aligned((1,), np.dtype(np.uint8)))
"""The number of references if only one array refers to the base; it depends on the version of
Python."""


def reused_array(shape: tuple[int, ...], dtype: np.dtype[Any], home: list[Array]) -> Array:
    """An array of one dimension or more, whose elements are not initialized: a view of an array in
    ``home`` that is not in use, or of a new one. ``home`` keeps two arrays, so that a caller can
    hold the previous result.

    An array is not in ``home`` while a thread checks whether it is in use, and is put back only
    when a result refers to its memory, so that no other thread takes it as well.
    """
    for _ in range(len(home)):
        try:
            memory = home.pop()
        except IndexError:
            break
        if _references(memory) == _UNUSED:
            result = memory[...]
            home.append(memory)
            return result
        home.insert(0, memory)
    memory = _aligned(shape, dtype)
    result = memory[...]
    del home[1:]
    home.append(memory)
    return result
