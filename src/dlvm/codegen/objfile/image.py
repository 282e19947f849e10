"""Linked machine code, as it is cached and loaded."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

_WORD: Final = 8


@dataclass(frozen=True)
class ImageLayout:
    """The layout of position-independent machine code, in bytes from its start.

    Each of ``segments`` is a start, an end and a protection, ``rx``, ``r`` or ``rw``; segments are
    consecutive whole pages. ``symbols`` are exported functions and tables. ``imports`` are, by
    name, the words to which the loader adds the address of an external function, and ``addresses``
    those to which it adds the start.
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
    """Reads a layout from JSON, for a number of bytes of code. Raises :class:`ValueError` if it is
    invalid."""
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
