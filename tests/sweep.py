"""Compares compiled code and interpreter at length: ``python -m tests.sweep --programs 10000``."""

from __future__ import annotations

import argparse
import os
import sys
from random import Random

from rich.progress import track

import dlvm
from tests.agreement import assert_agree
from tests.programs import draw_program


def differs(seed: int) -> str | None:
    """What is wrong with the program of a seed."""
    program = draw_program(Random(seed))
    expected = dlvm.interpret(program.module, program.function, *program.arguments)
    for level in (0, 2):
        executable = dlvm.compile(program.module, opt_level=level, threads=1 + seed % 2)
        try:
            assert_agree(executable[program.function](*program.arguments), expected)
        except AssertionError as difference:
            return f"seed {seed}, level {level}: {str(difference).strip()[:200]}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    arguments = parser.parse_args()
    os.environ["DLVM_CACHE_DIR"] = ""
    seeds = range(arguments.first, arguments.first + arguments.programs)
    found = [d for d in map(differs, track(seeds, "comparing")) if d is not None]
    print(*found, sep="\n")
    print(f"{len(seeds)} programs, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
