"""Compiles the C sources beside this file to LLVM IR, which is checked in, so that installation and
use do not need clang.

Run ``python -m dlvm.codegen.runtime_support.build`` after a change to a C source, followed by the
command of clang: ``python -m ziglang clang --target=x86_64-linux-gnu``, with the ``ziglang`` of the
extra ``crosscheck``. ``tests/peers/test_runtime_support.py`` compiles the sources with it and
compares. LLVM reads only the IR of its own and older releases, so clang must be no newer than the
oldest LLVM that llvmlite may come with.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_FLAGS = """-O2 -S -emit-llvm -fno-ident -ffreestanding -fno-stack-protector -Wall -Werror
-Wno-psabi -fno-asynchronous-unwind-tables -o -"""


_FOLDER: Final = Path(__file__).parent
OUTPUTS: Final = {
    _FOLDER / f"{name}.ll": (_FOLDER / f"{source}.c", tuple(options))
    for name, source, *options in (
        *((name, name) for name in ("calls", "heap", "interrupts", "runtime", "sort")),
        ("embedded64", "embedded"),
        ("levels", "levels", "--target=x86_64-linux-gnu"),
        ("embedded32", "embedded", "--target=armv7-none-eabi"),
        ("freestanding/gamma", "freestanding/gamma"),
        (
            *("freestanding/soft_float", "freestanding/soft_float"),
            *("--target=armv7-none-eabi", "-Os", "-fomit-frame-pointer"),
        ),
    )
}
"""The files of LLVM IR, with the source and the further options of clang of each."""


def main() -> int:
    """Writes the LLVM IR of each source."""
    for output, (source, options) in OUTPUTS.items():
        output.write_text(compiled([*(sys.argv[1:] or ["clang"])], source, options))
    return 0


def compiled(clang: Sequence[str], source: Path, options: Sequence[str] = ()) -> str:
    """The LLVM IR of a C source, without the lines that are specific to a target.

    Raises
    ------
    subprocess.CalledProcessError
        If clang finds an error or a warning.
    """
    text = subprocess.run(
        [*clang, *_FLAGS.split(), *options, str(source)], check=True, capture_output=True, text=True
    ).stdout
    lines = [
        line
        for line in text.splitlines()
        if not re.match(r"source_filename|target |; ModuleID|!llvm\.|!\d", line)
    ]
    cleaned = re.sub(r' "(target|tune)-[a-z]+"="[^"]*"', "", "\n".join(lines))
    cleaned = re.sub(r", ![a-z.]+ !\d+", "", cleaned)
    return cleaned.strip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
