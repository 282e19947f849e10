"""What schedules know of the machine they are for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 7 << 19
"""How much of a thread's stack, of which there are 4 MiB, a kernel may take for what it keeps."""


@dataclass(frozen=True)
class Machine:
    """``vector_bytes`` is the size of a vector register, of which there are ``registers``."""

    name: str = "cpu"
    vector_bytes: int = 16
    registers: int = 16
    threads: int = 1
    cache_bytes: int = 1024 * 1024
    """How large the second-level cache of each core is."""
    has_avx512: bool = False
    """Whether AVX-512 is there, which multiplies by powers of 2 and looks up tables in
    registers."""
