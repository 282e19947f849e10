"""Parses memory budgets."""

from __future__ import annotations

from dataclasses import dataclass
from re import fullmatch

import numpy as np

from dlvm.byte_sizes import parse_bytes
from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, error


@dataclass(frozen=True)
class Budget:
    """A number of bytes, or a share of the memory that is used without a budget."""

    bytes: int | None
    share: float = 1.0

    def of(self, whole: int) -> int:
        """Returns the budget in bytes. ``whole`` is the memory that is used without a budget."""
        return self.bytes if self.bytes is not None else int(whole * self.share)


class BudgetError(DiagnosticError):
    """A budget that cannot be met. ``least`` is the least possible budget in bytes."""

    def __init__(self, message: str, least: int, location: Location | None = None) -> None:
        super().__init__(Diagnostic(message, location))
        self.least = least


def parse_budget(text: str | int) -> Budget:
    """Parses a budget: ``64MiB``, ``4000000``, ``25%``, or a number of bytes. Raises
    :class:`DiagnosticError` if it is malformed."""
    if isinstance(text, int | np.integer) and not isinstance(text, bool) and text >= 0:
        return Budget(int(text))
    if not isinstance(text, str):
        raise error(f"budget must be bytes, as in 64MiB, or a share, as in 25%, got {text}")
    share = fullmatch(r"(\d+(?:\.\d+)?)%", text)
    if share is not None:
        return Budget(None, float(share[1]) / 100)
    size = parse_bytes(text)
    if size is None:
        raise error(f"budget must be bytes, as in 64MiB, or a share, as in 25%, got {text}")
    return Budget(size)
