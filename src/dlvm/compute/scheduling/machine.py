"""The properties of the target machine that schedules depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 7 << 19
"""The bytes of a thread's stack, which has 4 MiB, that a kernel may use."""


@dataclass(frozen=True)
class Machine:
    """``vector_bytes`` is the size of a vector register, of which there are ``registers``."""

    name: str = "cpu"
    vector_bytes: int = 16
    registers: int = 16
    threads: int = 1
    cache_bytes: int = 1024 * 1024
    """The bytes of the second-level cache of each core."""
    has_avx512: bool = False
    """Whether AVX-512 is available, which scales by powers of 2 and looks up tables in
    registers."""
