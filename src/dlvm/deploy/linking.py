"""Shared libraries, linked by a C compiler of this machine or by ziglang's clang."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dlvm.codegen.llvm.target import Target, host_target
from dlvm.diagnostics import Note, error

_COMPILERS: Final = ("cc", "gcc", "clang")
_ZIG_TARGETS: Final = {
    "x86_64-unknown-linux-gnu": "x86_64-linux-none",
    "aarch64-unknown-linux-gnu": "aarch64-linux-none",
    "riscv64-unknown-linux-gnu": "riscv64-linux-none",
}
"""Ziglang's names of the machines for which it links shared libraries, by LLVM's triple."""


def shared_library(code: bytes, target: Target, needed: Sequence[str]) -> bytes:
    """Links an object file as a shared library. ``needed`` are its undefined symbols. Raises
    :class:`DiagnosticError` if there is no linker for the target, or if it fails."""
    with TemporaryDirectory() as folder:
        source, result = Path(folder, "code.o"), Path(folder, "code.so")
        source.write_bytes(code)
        libraries = ["-lm"] if needed else ["-nostdlib"]
        command = [*_linker(target), "-shared", str(source), *libraries, "-o", str(result)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            raise error(f"the linker {command[0]} failed: {run.stderr.strip()}")
        return result.read_bytes()


def executable(sources: Mapping[str, str], code: bytes, target: Target) -> bytes:
    """Compiles ``main.c`` of the sources, and links it with an object file. Raises
    :class:`DiagnosticError` if there is no compiler for the target, or if it fails."""
    with TemporaryDirectory() as folder:
        for name, text in sources.items():
            Path(folder, name).write_text(text)
        Path(folder, "code.o").write_bytes(code)
        options = ["-O1", "main.c", "code.o", "-lm", "-pthread", "-o", "program"]
        command = [*_linker(target, "gnu"), *options]
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if run.returncode:
            raise error(f"the linker {command[0]} failed: {run.stderr.strip()}")
        return Path(folder, "program").read_bytes()


def _linker(target: Target, system_library: str = "none") -> list[str]:
    system, _, rest = target.triple.partition("-")
    own, _, _ = host_target(1).triple.partition("-")
    is_own = system == own and ("linux" in rest) == sys.platform.startswith("linux")
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None) if is_own else None
    if compiler is not None:
        return [compiler]
    name = _ZIG_TARGETS.get(target.triple)
    if name is None and not is_own:
        raise error(
            f"a shared library must be for this machine or for one of {', '.join(_ZIG_TARGETS)}, "
            f"got {target.triple}",
            None,
            Note("write an archive, and link it with the tools of that machine"),
        )
    if find_spec("ziglang") is None:
        raise error(
            f"a shared library for {target.triple} needs a linker, but none was found",
            None,
            Note("install a C compiler, or pip install ziglang; or write an object file"),
        )
    zig = [sys.executable, "-m", "ziglang", "cc"]
    if name is None:
        return zig
    return [*zig, "-target", name.replace("-none", f"-{system_library}")]
