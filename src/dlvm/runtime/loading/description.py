"""What describes compiled code beside its layout, as it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True)
class Description:
    """Of each function, its symbol, the bytes of its frame, and which results take over which
    arguments; of each trap its message and the number of its place; the functions that may come
    from Python as values; what the compiler says that it has chosen; the bytes that a call may
    take."""

    entries: Mapping[str, tuple[str, int, Sequence[tuple[int, int]]]]
    traps: Sequence[tuple[str, int | None]]
    values: Sequence[str]
    remarks: Sequence[str]
    budget: int | None = None


def read_description(found: Any, symbols: Mapping[str, int], places: int) -> Description:
    """A description as JSON has it, of code with these symbols and a module with so many places.
    Raises :class:`ValueError` where it is none."""
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
