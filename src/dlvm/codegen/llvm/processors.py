"""Processors: code is generated for this machine, or for a subset of its features.

LLVM is not imported: it is not needed if the cache has the code.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

from dlvm.diagnostics import error

_VARIABLE: Final = "DLVM_CPU"
NATIVE: Final = "native"
"""The processor of this machine, with all its features."""

_BASELINE: Final = ("cmov", "cx8", "fxsr", "mmx", "sse", "sse2")
_V2: Final = (*_BASELINE, "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_V3: Final = (*_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
_V4: Final = (*_V3, "avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl")
_CACHES: Final = Path("/sys/devices/system/cpu/cpu0/cache")
LEVELS: Final = {"x86-64": _BASELINE, "x86-64-v2": _V2, "x86-64-v3": _V3, "x86-64-v4": _V4}
"""The microarchitecture levels of the x86-64 psABI, with their features as LLVM calls them."""


def chosen_processor() -> str:
    """``native``, or the level of x86-64 that ``DLVM_CPU`` names. Raises :class:`DiagnosticError`
    if that is neither."""
    name = os.environ.get(_VARIABLE, "").strip() or NATIVE
    if name != NATIVE and name not in LEVELS:
        known = ", ".join([NATIVE, *LEVELS])
        raise error(f"{_VARIABLE} must be one of {known}, got {name!r}")
    return name


def check_features(name: str, features: Collection[str]) -> None:
    """Checks that a machine with the given features can run code for a level. Raises
    :class:`DiagnosticError` if it does not."""
    missing = [feature for feature in LEVELS[name] if feature not in features]
    if missing:
        able = [n for n, needed in LEVELS.items() if set(needed) <= set(features)]
        raise error(
            f"{_VARIABLE} is {name!r}, whose code this machine cannot run: it has no "
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
