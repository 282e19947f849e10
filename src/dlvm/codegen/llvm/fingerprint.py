"""The fingerprint of everything that machine code depends on besides the program: the compiler,
LLVM and this machine.

LLVM is not loaded if the cache has the code, since loading it takes more time and memory than the
rest of startup. The fingerprint therefore reads the properties of the machine from the system.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Final

from dlvm.codegen.llvm.processors import NATIVE, chosen_processor, data_caches

_ROOMS: Final = ("ir", "analysis", "transforms", "compute", "codegen", "runtime")
_PROCESSOR: Final = frozenset(
    ["vendor_id", "cpu family", "model", "stepping", "flags"]
    + [f"CPU {name}" for name in ("implementer", "architecture", "variant", "part", "revision")]
    + ["Features"]
)
"""The fields that identify a processor on Linux, on x86 and on Arm."""
_FIRST_PROCESSORS: Final = 1 << 15
"""The number of bytes of ``/proc/cpuinfo`` that are read. The processors of an x86 machine are all
of one kind; Arm processors have descriptions of about 300 bytes each."""


def fingerprint(cpu: str | None = None) -> str:
    """A text that differs between compilers, LLVM versions, processors (``cpu``, by default that in
    ``DLVM_CPU``) and systems. Raises :class:`DiagnosticError` for an unknown processor."""
    return f"{chosen_processor(cpu)}\n{machine_fingerprint()}"


@cache
def machine_fingerprint() -> str:
    """The part of the fingerprint that stays the same for the whole process."""
    parts = (sys.platform, os.uname().machine, str(mmap.PAGESIZE), source_state(_ROOMS), _llvm())
    return "\n".join([*parts, _processor() or _processor_by_llvm(), str(data_caches())])


def processor_lines(text: str) -> list[str]:
    """The distinct lines of Linux's ``/proc/cpuinfo`` that identify kinds of processors; empty if
    it lists no features."""
    found: dict[str, None] = {}
    for line in text.splitlines():
        name, _, value = (part.strip() for part in line.partition(":"))
        if name in _PROCESSOR:
            found[f"{name}: {value}"] = None
    lines = sorted(found)
    return lines if any(line.startswith(("flags:", "Features:")) for line in lines) else []


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            text = file.read(_FIRST_PROCESSORS)
    except OSError:
        return ""
    # The last line may have been cut.
    return "\n".join(processor_lines(text.rpartition("\n")[0]))


def _processor_by_llvm() -> str:
    from dlvm.codegen.llvm.target import target_named

    target = target_named(NATIVE, 1)
    return f"{target.triple} {target.cpu} {target.features}"


def source_state(rooms: Iterable[str]) -> str:
    """A text that differs between versions of the source code in the given folders of the
    package."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    found: list[str] = []
    pending = [os.path.join(root, room) for room in rooms]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".ll")):
                    found.append(_state(entry, root))
                elif entry.name != "__pycache__" and entry.is_dir():
                    pending.append(entry.path)
    return ";".join(sorted(found))


def _llvm() -> str:
    """A text that differs between builds of llvmlite's library, which contains LLVM; empty if the
    library is missing."""
    found = find_spec("llvmlite")
    if found is None or not found.submodule_search_locations:
        return ""
    root = found.submodule_search_locations[0]
    with os.scandir(os.path.join(root, "binding")) as entries:
        states = [_state(entry, root) for entry in entries if "llvmlite" in entry.name]
    return ";".join([root, *sorted(states)])


def _state(entry: os.DirEntry[str], root: str) -> str:
    state = entry.stat()
    return f"{os.path.relpath(entry.path, root)}:{state.st_size}:{state.st_mtime_ns}"
