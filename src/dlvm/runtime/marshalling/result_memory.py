"""Memory of results that is used again.

What a call gives is the caller's own. But the C library gives large arrays back to the system as
soon as they are dropped, and fresh memory costs more than writing it, page by page. So the memory
of a large result that nobody holds any more is kept for the next call: one for each result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

LARGE: Final = 32 << 20
"""The bytes from which on glibc never keeps memory itself (its greatest ``M_MMAP_THRESHOLD``)."""


class _Lease(np.ndarray[Any, np.dtype[Any]]):
    """What a result and all views of it hold on to: when it goes, their memory is free."""

    home: list[Array] | None = None
    memory: Array | None = None

    def __del__(self) -> None:
        if self.home is not None and self.memory is not None and not self.home:
            self.home.append(self.memory)


class _Memory(np.ndarray[Any, np.dtype[Any]]):
    """Bytes. NumPy makes a view's base the array that owns the memory, but stops at an array of
    another class, as a lease has to be."""


def large_array(shape: Sequence[int], dtype: np.dtype[Any], size: int, home: list[Array]) -> Array:
    """An array whose ``size`` bytes come from ``home``, if there are any, and get back there when
    neither it nor a view of it is in use. Its elements are what was there before."""
    try:
        memory = home.pop()
    except IndexError:
        memory = np.empty(size, np.uint8).view(_Memory)
    lease = memory.view(_Lease)
    array: Array = np.ndarray(tuple(shape), dtype, buffer=lease)
    if array.base is lease:
        lease.home, lease.memory = home, memory
    return array
