"""The description of compiled code that the cache stores with it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True)
class Description:
    """The description of compiled code: for each function its symbol, the bytes of its frame, and
    which results reuse the memory of which arguments; for each trap its message and the number of
    its location; the functions that Python may pass as values; the compiler's remarks; and the
    memory budget of a call in bytes."""

    entries: Mapping[str, tuple[str, int, Sequence[tuple[int, int]]]]
    traps: Sequence[tuple[str, int | None]]
    values: Sequence[str]
    remarks: Sequence[str]
    budget: int | None = None


def read_description(
    found: Any, symbols: Mapping[str, int], places: int = sys.maxsize
) -> Description:
    """Reads a description from its JSON value, for code with these symbols and a module with
    ``places`` locations. Raises :class:`ValueError` if it is not a description."""
    match found:
        case {
            "entries": {**entries},
            "traps": [*traps],
            "values": [*values],
            "remarks": [*remarks],
            "budget": None | int(),
        } if (
            all(_is_entry(e, symbols) for e in entries.values())
            and all(_is_trap(t, places) for t in traps)
            and all(isinstance(v, str) and v in entries for v in values)
            and (not values or "dlvm.functions" in symbols)
            and all(isinstance(r, str) for r in remarks)
        ):
            return Description(**cast("dict[str, Any]", found))
        case _:
            raise ValueError("the description is damaged")


def _is_entry(found: Any, symbols: Mapping[str, int]) -> bool:
    match found:
        case [str(symbol), int(frame), [*shared]] if symbol in symbols and frame >= 0:
            return all(_is_pair(pair) for pair in shared)
        case _:
            return False


def _is_pair(found: Any) -> bool:
    match found:
        case [int(result), int(argument)]:
            return min(result, argument) >= 0
        case _:
            return False


def _is_trap(found: Any, places: int) -> bool:
    match found:
        case [str(), None]:
            return True
        case [str(), int(place)]:
            return 0 <= place < places
        case _:
            return False
