"""Budgets of memory, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from re import fullmatch
from typing import Final

from dlvm.diagnostics import error

_UNITS: Final[dict[str, int]] = {
    "": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9,
    "KiB": 2**10, "MiB": 2**20, "GiB": 2**30,
}  # fmt: skip


@dataclass(frozen=True)
class Budget:
    """A number of bytes, or else a share of what would be taken without a budget."""

    bytes: int | None
    share: float = 1.0

    def of(self, whole: int) -> int:
        """The bytes that may be taken, where ``whole`` would be."""
        return self.bytes if self.bytes is not None else int(whole * self.share)


def parse_budget(text: str) -> Budget:
    """Reads a budget: ``64MiB``, ``4000000`` or ``25%``. Raises :class:`DiagnosticError` for one
    that is not well-formed."""
    match = fullmatch(r"(\d+(?:\.\d+)?)(%|[KMG]i?B|B|)", text)
    if match is None:
        raise error(f"budget {text} found, expected bytes, as in 64MiB, or a share, as in 25%")
    number, unit = float(match[1]), match[2]
    if unit == "%":
        return Budget(None, number / 100)
    return Budget(int(number * _UNITS[unit]))


def in_units(bytes: int) -> str:
    """A number of bytes, for people."""
    for unit in ("GiB", "MiB", "KiB"):
        if bytes >= _UNITS[unit]:
            return f"{bytes / _UNITS[unit]:.4g} {unit}"
    return f"{bytes} bytes"
