"""Reuses the memory of large results.

The caller owns the results of a call. The C library returns large arrays to the system as soon as
they are freed, and fresh memory costs more, page by page, than writing to it. Therefore the memory
of a large result without references is kept for the next call: one array for each result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

LARGE: Final = 32 << 20
"""The size in bytes from which glibc returns all freed memory to the system (its greatest
``M_MMAP_THRESHOLD``)."""


class _Lease(np.ndarray[Any, np.dtype[Any]]):
    """The base of a result and of all its views. Their memory becomes free when the lease is
    deleted."""

    home: list[Array] | None = None
    memory: Array | None = None

    def __del__(self) -> None:
        if self.home is not None and self.memory is not None and not self.home:
            self.home.append(self.memory)


class _ResultBytes(np.ndarray[Any, np.dtype[Any]]):
    """Bytes. The base of a NumPy view is the array that owns the memory, unless that array is an
    instance of a subclass, such as this one. A lease relies on this exception."""


def large_array(shape: Sequence[int], dtype: np.dtype[Any], size: int, home: list[Array]) -> Array:
    """An array of ``size`` bytes from ``home``, or of new memory if ``home`` is empty. The memory
    returns to ``home`` when neither the array nor a view of it is in use. The elements are not
    initialized."""
    try:
        memory = home.pop()
    except IndexError:
        memory = np.empty(size, np.uint8).view(_ResultBytes)
    lease = memory.view(_Lease)
    array: Array = np.ndarray(tuple(shape), dtype, buffer=lease)
    if array.base is lease:
        lease.home, lease.memory = home, memory
    return array
