"""Processors: code is generated for this machine, or for a subset of its features.

LLVM is not imported: it is not needed if the cache has the code.
"""

from __future__ import annotations

import os
from collections.abc import Collection
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
_CACHE_SIZE: Final = Path("/sys/devices/system/cpu/cpu0/cache/index2/size")
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


def second_cache_bytes() -> int | None:
    """Return the size of the first core's L2 cache in bytes, or None if the system does not report
    it."""
    try:
        text = _CACHE_SIZE.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
    has_size = text.endswith("K") and text[:-1].isdecimal() and int(text[:-1]) > 0
    return int(text[:-1]) * 1024 if has_size else None
