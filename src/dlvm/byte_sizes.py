"""Human-readable numbers of bytes."""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final[dict[str, int]] = {
    "": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9,
    "KiB": 2**10, "MiB": 2**20, "GiB": 2**30,
}  # fmt: skip


def parse_bytes(text: str) -> int | None:
    """The number of bytes that a text such as ``64MiB`` or ``4000000`` denotes; None for other
    texts."""
    match = re.fullmatch(r"(\d{1,18}(?:\.\d{1,9})?)([KMG]i?B|B|)", text, re.ASCII)
    return int(float(match[1]) * _UNITS[match[2]]) if match else None


def in_units(size: int) -> str:
    """A number of bytes in human-readable form."""
    for unit in ("GiB", "MiB", "KiB"):
        if size >= _UNITS[unit]:
            return f"{size / _UNITS[unit]:.4g} {unit}"
    return f"{size} bytes"
