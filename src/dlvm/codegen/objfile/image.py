"""Linked machine code, as it is cached and loaded."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from itertools import chain
from typing import Any, Final, NamedTuple

_WORD: Final = 8
_MAPPED: Final = 1 << 20
"""The smallest segment that is mapped from a file: reading less takes no longer."""
_FIXED: Final = 0x10
"""``MAP_FIXED``, which Python's ``mmap`` does not name."""


@dataclass(frozen=True)
class ImageLayout:
    """The layout of position-independent machine code, in bytes from its start.

    Each of ``segments`` is a start, an end and a protection, ``rx``, ``r`` or ``rw``; segments are
    consecutive whole pages. ``symbols`` are exported functions and tables. To the words at
    ``imports``, the loader adds the address of an external function, which is given by name; to the
    words at ``addresses``, it adds the start of the code.
    """

    segments: Sequence[tuple[int, int, str]]
    symbols: Mapping[str, int]
    imports: Mapping[str, Sequence[int]]
    addresses: Sequence[int]


class Image(NamedTuple):
    """Linked machine code: its layout, and the memory that holds it."""

    layout: ImageLayout
    memory: mmap.mmap


def read_layout(found: Any, size: int) -> ImageLayout:
    """Reads the layout of ``size`` bytes of code from a JSON value. Raises :class:`ValueError` if
    it is invalid."""
    match found:
        case {
            "segments": [*segments],
            "symbols": {**symbols},
            "imports": {**imports},
            "addresses": [*addresses],
        } if (
            _are_segments(segments, size)
            and _are_places(symbols.values(), size)
            and all(isinstance(places, list) for places in imports.values())
            and _are_places(chain(addresses, *imports.values()), size - _WORD)
        ):
            return ImageLayout([(a, b, use) for a, b, use in segments], symbols, imports, addresses)
        case _:
            raise ValueError("the layout is damaged")


def _are_segments(found: Sequence[Any], size: int) -> bool:
    """Whether segments are whole consecutive pages, and cover all code."""
    end = 0
    for segment in found:
        match segment:
            case [int(start), int(stop), "rx" | "r" | "rw"] if start == end <= stop:
                end = stop
            case _:
                return False
        if end % mmap.PAGESIZE:
            return False
    return max(1, end) == size


def _are_places(found: Iterable[Any], size: int) -> bool:
    return all(type(place) is int and 0 <= place <= size for place in found)


def new_memory(size: int) -> mmap.mmap:
    """A number of zero bytes, at least one, on private pages."""
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def read_memory(file: FileIO, offset: int, layout: ImageLayout) -> mmap.mmap | None:
    """The content of a file from ``offset`` to its end, which is a multiple of the page size, on
    private pages. Large segments without machine code are mapped, which takes no time until they
    are used; systems may forbid executing pages of a file. None if the file is too short.
    """
    memory = new_memory(max((end for _, end, _ in layout.segments), default=1))
    with memoryview(memory) as view:
        for start, end, use in layout.segments:
            is_mapped = "x" not in use and end - start >= _MAPPED
            if is_mapped and _map(view[start:end], file, offset + start):
                continue
            file.seek(offset + start)
            if not _read_all(file, view[start:end]):
                return None
    return memory


def _map(view: memoryview, file: FileIO, offset: int) -> bool:
    """Maps a part of a file in place of whole pages of anonymous memory."""
    system = ctypes.CDLL(None)
    system.mmap.restype = ctypes.c_void_p
    system.mmap.argtypes = [
        ctypes.c_void_p,
        ctypes.c_size_t,
        *3 * [ctypes.c_int],
        ctypes.c_long,
    ]
    place = ctypes.addressof(ctypes.c_char.from_buffer(view))
    access = mmap.PROT_READ | mmap.PROT_WRITE
    flags = mmap.MAP_PRIVATE | _FIXED
    found = system.mmap(place, len(view), access, flags, file.fileno(), offset)
    return bool(found == place)


def _read_all(file: FileIO, view: memoryview) -> bool:
    """Fills memory from a file; False if the file is too short. The system reads at most 2 GB at a
    time."""
    done = 0
    while done < len(view) and (found := file.readinto(view[done:])):
        done += found
    return done == len(view)
