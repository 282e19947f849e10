"""Linked machine code, as it is kept and loaded."""

from __future__ import annotations

import mmap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """What is where in machine code that may lie at any page of memory, in bytes from its start.

    Each of ``segments`` is its start, its end and one of ``rx``, ``r`` and ``rw``: what may be done
    with it; they are whole pages and lie one behind the other. ``symbols`` are the functions and
    tables that others may use. ``imports`` are, by name, the words to which the address of a
    function from outside is to be added, and ``addresses`` those to which the start's is.
    """

    segments: Sequence[tuple[int, int, str]]
    symbols: Mapping[str, int]
    imports: Mapping[str, Sequence[int]]
    addresses: Sequence[int]


def new_memory(size: int) -> mmap.mmap:
    """So many bytes of memory, at least one, all zero: pages that are this process's own."""
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
