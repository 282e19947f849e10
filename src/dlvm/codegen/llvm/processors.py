"""Processors: code is generated for this machine, for a subset of its features, or for a kind of
processor that is declared here.

LLVM is not imported: it is not needed if the cache has the code.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from dlvm.diagnostics import error

_VARIABLE: Final = "DLVM_CPU"
NATIVE: Final = "native"
"""The processor of this machine, with all its features."""

_BASELINE: Final = ("cmov", "cx8", "fxsr", "mmx", "sse", "sse2")
_LEVEL_2: Final = (*_BASELINE, "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_LEVEL_3: Final = (
    *_LEVEL_2,
    "avx",
    "avx2",
    "bmi",
    "bmi2",
    "f16c",
    "fma",
    "lzcnt",
    "movbe",
    "xsave",
)
_LEVEL_4: Final = (*_LEVEL_3, "avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl")
_CACHES: Final = Path("/sys/devices/system/cpu/cpu0/cache")
LEVELS: Final = {
    "x86-64": _BASELINE,
    "x86-64-v2": _LEVEL_2,
    "x86-64-v3": _LEVEL_3,
    "x86-64-v4": _LEVEL_4,
}
"""The microarchitecture levels of the x86-64 psABI, with their features as LLVM calls them."""


@dataclass(frozen=True)
class Processor:
    """A kind of processor.

    Attributes
    ----------
    cpu
        LLVM's name of the processor.
    caches
        The first two data caches, the first level first: their sizes in bytes and their
        associativities. Of a cache that several cores share, the share of one core.
    level
        The level of x86-64; empty for other architectures.
    far_run
        ``Machine.far_run``: 40 if a mesh connects the cores, so that their common cache has a
        latency of more than 100 cycles.
    vector_bytes
        The length in bytes of the longest vectors of which the processor multiplies and adds two
        per cycle.
    """

    cpu: str
    caches: tuple[tuple[int, int], ...]
    level: str = ""
    far_run: float = 0.0
    vector_bytes: int = 32


_N1: Final = Processor("neoverse-n1", ((64 << 10, 4), (1 << 20, 8)))
_V1: Final = Processor("neoverse-v1", ((64 << 10, 4), (1 << 20, 8)))
_V2: Final = Processor("neoverse-v2", ((64 << 10, 4), (2 << 20, 8)))
PROCESSORS: Final = {
    "zen2": Processor("znver2", ((32 << 10, 8), (512 << 10, 8)), "x86-64-v3"),
    "zen3": Processor("znver3", ((32 << 10, 8), (512 << 10, 8)), "x86-64-v3"),
    "zen4": Processor("znver4", ((32 << 10, 8), (1 << 20, 8)), "x86-64-v4"),
    "zen5": Processor("znver5", ((48 << 10, 12), (1 << 20, 16)), "x86-64-v4", vector_bytes=64),
    "haswell": Processor("haswell", ((32 << 10, 8), (256 << 10, 8)), "x86-64-v3"),
    "skylake": Processor("skylake", ((32 << 10, 8), (256 << 10, 4)), "x86-64-v3"),
    "skylake-server": Processor(
        "skylake-avx512", ((32 << 10, 8), (1 << 20, 16)), "x86-64-v4", 40.0, 64
    ),
    "cascadelake": Processor("cascadelake", ((32 << 10, 8), (1 << 20, 16)), "x86-64-v4", 40.0, 64),
    "icelake": Processor("icelake-client", ((48 << 10, 12), (512 << 10, 8)), "x86-64-v4"),
    "icelake-server": Processor(
        "icelake-server", ((48 << 10, 12), (1280 << 10, 20)), "x86-64-v4", 40.0, 64
    ),
    "alderlake": Processor("alderlake", ((48 << 10, 12), (1280 << 10, 10)), "x86-64-v3"),
    "sapphirerapids": Processor(
        "sapphirerapids", ((48 << 10, 12), (2 << 20, 16)), "x86-64-v4", 40.0, 64
    ),
    "emeraldrapids": Processor(
        "emeraldrapids", ((48 << 10, 12), (2 << 20, 16)), "x86-64-v4", 40.0, 64
    ),
    "graniterapids": Processor(
        "graniterapids", ((48 << 10, 12), (2 << 20, 16)), "x86-64-v4", 40.0, 64
    ),
    "apple-m1": Processor("apple-m1", ((128 << 10, 8), (3 << 20, 12))),
    "apple-m2": Processor("apple-m2", ((128 << 10, 8), (4 << 20, 16))),
    "apple-m3": Processor("apple-m3", ((128 << 10, 8), (4 << 20, 16))),
    "apple-m4": Processor("apple-m4", ((128 << 10, 8), (4 << 20, 16))),
    "cortex-a53": Processor("cortex-a53", ((32 << 10, 4), (256 << 10, 16))),
    "cortex-a72": Processor("cortex-a72", ((32 << 10, 2), (256 << 10, 16))),
    "a64fx": Processor("a64fx", ((64 << 10, 4), (682 << 10, 16))),
    "neoverse-n1": _N1,
    "neoverse-v1": _V1,
    "neoverse-v2": _V2,
    "graviton2": _N1,
    "graviton3": _V1,
    "graviton4": _V2,
}
"""The kinds of processors by name, with data from their vendors' optimization manuals. To add a
processor, add a row here."""


def chosen_processor(cpu: str | None = None) -> str:
    """The name of the processor to generate code for: ``cpu``, or by default ``DLVM_CPU``. It is
    ``native``, a level of x86-64, or a declared processor of that architecture; other names raise
    :class:`DiagnosticError`."""
    source, name = ("cpu", cpu) if cpu else (_VARIABLE, os.environ.get(_VARIABLE, "").strip())
    known = [NATIVE, *LEVELS, *(n for n, p in PROCESSORS.items() if p.level)]
    if name and name not in known:
        raise error(f"{source} must be one of {', '.join(known)}, got {name!r}")
    return name or NATIVE


def native_processor(cpu: str, features: Collection[str]) -> Processor | None:
    """The declared processor like this machine, which LLVM calls ``cpu``; None if there is none.
    Virtual machines often report a wrong name, so features that only servers have take
    precedence."""
    if "amx-tile" in features:
        return PROCESSORS["sapphirerapids"]
    return next((p for p in PROCESSORS.values() if p.cpu == cpu), None)


def level_of(name: str) -> str:
    """The x86-64 level of the given name, or that of the processor of that name."""
    return name if name in LEVELS else PROCESSORS[name].level


def check_features(name: str, features: Collection[str]) -> None:
    """Checks that a machine with the given features can run code for a level or a processor. Raises
    :class:`DiagnosticError` if it cannot."""
    missing = [feature for feature in LEVELS[level_of(name)] if feature not in features]
    if missing:
        able = [n for n, needed in LEVELS.items() if set(needed) <= set(features)]
        raise error(
            f"this machine cannot run code for the processor {name!r}: it has no "
            f"{', '.join(missing)}; use {' or '.join([NATIVE, *able[-1:]])}"
        )


@cache
def data_caches() -> tuple[tuple[int, int], ...]:
    """The sizes in bytes and the associativities of the first two data caches of the first core,
    the first level first; empty if the system does not report them."""
    found: dict[int, tuple[int, int]] = {}
    try:
        for folder in sorted(_CACHES.glob("index*")):
            level, kind, size, ways = (
                (folder / name).read_text(encoding="ascii").strip()
                for name in ("level", "type", "size", "ways_of_associativity")
            )
            if kind != "Instruction" and size.endswith("K"):
                found[int(level)] = int(size[:-1]) * 1024, int(ways)
    except (OSError, ValueError):
        return ()
    caches = tuple(found.get(level, (0, 0)) for level in (1, 2))
    return caches if all(size > 0 for size, _ in caches) else ()
