"""The properties of the target machine that schedules depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 7 << 19
"""The maximum number of bytes of a thread's stack that a kernel uses. The stack has 4 MiB."""


@dataclass(frozen=True)
class Machine:
    """The target machine: the size of a vector register in bytes, the number of vector registers,
    and the properties below."""

    name: str = "cpu"
    vector_bytes: int = 16
    registers: int = 16
    threads: int = 1
    cache_bytes: int = 1024 * 1024
    """The size of the second-level cache of each core in bytes."""
    has_avx512: bool = False
    """Whether AVX-512 is available, which has instructions to scale by powers of 2 and to look up
    16 f32 in registers."""
    has_avx2: bool = False
    """Whether AVX2 is available, which has an instruction to look up 8 f32 in a register."""
