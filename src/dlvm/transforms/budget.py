"""Budgets of memory, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from re import fullmatch

from dlvm.byte_sizes import parse_bytes
from dlvm.diagnostics import error


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
    share = fullmatch(r"(\d+(?:\.\d+)?)%", text)
    if share is not None:
        return Budget(None, float(share[1]) / 100)
    size = parse_bytes(text)
    if size is None:
        raise error(f"budget {text} found, expected bytes, as in 64MiB, or a share, as in 25%")
    return Budget(size)
