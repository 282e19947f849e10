"""The properties of the target machine that schedules depend on."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Cache:
    """A cache of a core: its size in bytes, and its associativity."""

    size: int
    ways: int = 8


@dataclass(frozen=True)
class Machine:
    """The target machine: the size of a vector register in bytes, the number of vector registers,
    and the properties below."""

    name: str = "cpu"
    vector_bytes: int = 16
    registers: int = 16
    threads: int = 1
    caches: tuple[Cache, ...] = (Cache(32 << 10), Cache(1 << 20))
    """The data caches of each core, the first level first; at least one."""
    has_avx512: bool = False
    """Whether AVX-512 is available, which has instructions to scale by powers of 2 and to look up
    16 f32 in registers."""
    has_avx2: bool = False
    """Whether AVX2 is available, which has an instruction to look up 8 f32 in a register."""
    has_small_float_vectors: bool = True
    """Whether LLVM generates code for vectors of f16 and bf16. Otherwise, kernels with such
    elements compute one element at a time."""
    line_rate: float = 1.0
    """The multiply-adds per cycle, in vectors of the length of a cache line, at least 1: 1 for two
    units of 32 bytes or one of 64, 2 for two units of 64 bytes."""
    far_run: float = 0.0
    """Cycles to read a cache line of a run of a few lines from beyond the second-level cache, which
    multiply-adds do not hide."""

    @property
    def exposed(self) -> float:
        """The share of the reads from the second-level cache that multiply-adds do not hide."""
        return 1 - 1 / self.line_rate

    @property
    def table_size(self) -> int:
        """The length of the tables of f32 that one instruction looks up in a register; 0 without
        such an instruction."""
        return 16 if self.has_avx512 else 8 if self.has_avx2 else 0

    @property
    def cache_bytes(self) -> int:
        """The size in bytes of the second-level cache, or of the only one."""
        return self.caches[:2][-1].size

    def with_cache(self, size: int) -> Machine:
        """The same machine with a second-level cache of another size."""
        first, *_ = self.caches
        return replace(self, caches=(first, Cache(size)))
