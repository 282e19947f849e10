"""Marks of tests that only some machines can run.

A test is skipped for no other reason: ``tests/conftest.py`` fails a run that skips one.
"""

import os
import shutil
import sys
from importlib.util import find_spec
from typing import Final

import pytest

from dlvm.codegen.llvm.target import host_target
from dlvm.runtime.machine.threads import available_processors

_REASONS: list[str] = []


def _needs(available: bool, reason: str) -> pytest.MarkDecorator:
    if not available:
        _REASONS.append(reason)
    return pytest.mark.skipif(not available, reason=reason)


needs_posix = _needs(os.name == "posix", "POSIX signals, pipes and shells are not available")
needs_linux = _needs(sys.platform == "linux", "Linux is not the operating system")
needs_affinity = _needs(hasattr(os, "sched_setaffinity"), "processor affinity cannot be set")
needs_fork = _needs(hasattr(os, "fork"), "processes cannot fork")
needs_full_device = _needs(os.path.exists("/dev/full"), "there is no /dev/full")
needs_memory_map = _needs(os.path.exists("/proc/self/maps"), "there is no /proc/self/maps")
needs_root = _needs(not hasattr(os, "geteuid") or os.geteuid() == 0, "the user is not root")
BROWSER: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""A headless browser."""
needs_browser = _needs(
    BROWSER is not None and find_spec("playwright") is not None,
    "chromium or the package playwright (extra browser) is missing",
)
needs_notebook = _needs(
    find_spec("ipykernel") is not None and find_spec("jupyter_client") is not None,
    "the package ipykernel is missing",
)
NEEDS_PROGRAM: Final = {
    name: _needs(shutil.which(name) is not None, f"the program {name} is missing")
    for name in ("gcc", "g++", "clang", "clang++", "ld.lld", "llvm-nm", "valgrind")
}
needs_c_compiler = _needs(shutil.which("cc") is not None, "there is no C compiler cc")
NEEDS_EMULATOR: Final = {
    name: _needs(shutil.which(f"qemu-{name}") is not None, f"the emulator qemu-{name} is missing")
    for name in ("aarch64", "arm", "riscv32", "riscv64", "system-arm", "x86_64")
}
needs_two_processors = _needs(available_processors() > 1, "only one processor is available")
needs_x86 = _needs(host_target(1).triple.startswith("x86_64"), "the processor is not an x86-64")

REASONS: Final = frozenset(_REASONS)
"""What this machine lacks: the reasons for which tests may be skipped on it."""
