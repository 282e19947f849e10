"""What schedules know of the machine they are for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """``vector_bytes`` is the size of a vector register, of which there are ``registers``."""

    name: str = "cpu"
    vector_bytes: int = 16
    registers: int = 16
    threads: int = 1
    panel_bytes: int = 512 * 1024
    """How large a packed panel may be: it lies on the stack."""
