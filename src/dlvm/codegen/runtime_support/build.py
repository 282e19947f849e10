"""Makes LLVM IR from the C sources beside this file; needs clang, which neither installation nor
use does.

Run ``python -m dlvm.codegen.runtime_support.build`` after a change to the C source. The command
that is clang may follow, as in ``python -m ziglang clang --target=x86_64-linux-gnu`` with PyPI's
``ziglang==0.13.0``. LLVM reads the IR of older releases only, so it should be no newer than the
oldest LLVM that llvmlite may come with.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_FLAGS = """-O2 -S -emit-llvm -fno-ident -ffreestanding -fno-stack-protector -Wall -Werror
-Wno-psabi -fno-asynchronous-unwind-tables -o -"""


def main() -> int:
    """Compiles the sources and takes out what ties the results to one target."""
    clang = sys.argv[1:] or ["clang"]
    for source in sorted(Path(__file__).parent.glob("*.c")):
        source.with_suffix(".ll").write_text(_portable(clang, source))
    return 0


def _portable(clang: Sequence[str], source: Path) -> str:
    text = subprocess.run(
        [*clang, *_FLAGS.split(), str(source)], check=True, capture_output=True, text=True
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
