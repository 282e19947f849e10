"""Compares compiled code and interpreter at length: ``python -m tests.sweep --programs 10000``."""

from __future__ import annotations

import argparse
import os
import sys
from random import Random

from rich.progress import track

import dlvm
from dlvm import verify
from dlvm.runtime.executable import Executable
from tests.agreement import assert_agree
from tests.programs import Program, draw_program, with_wrong_sizes


def differs(seed: int) -> str | None:
    """What is wrong with the program of a seed."""
    random = Random(seed)
    program = draw_program(random)
    wrong = with_wrong_sizes(program, random)
    verify(program.module)
    for level in (0, 2):
        executable = dlvm.compile(program.module, opt_level=level, threads=1 + seed % 2)
        for each in (program, wrong):
            problem = difference(each, executable)
            if problem is not None:
                return f"seed {seed}, level {level}: {problem}"
    return None


def difference(program: Program, executable: Executable) -> str | None:
    """How a program's result differs from what the interpreter says; None where both are the same,
    an error included."""
    try:
        expected = dlvm.interpret(program.module, program.function, *program.arguments)
    except dlvm.DiagnosticError as problem:
        expected = problem
    try:
        found = executable[program.function](*program.arguments)
    except dlvm.DiagnosticError as problem:
        found = problem
    if isinstance(expected, dlvm.DiagnosticError) != isinstance(found, dlvm.DiagnosticError):
        return f"compiled code gave {found!r:.200}, the interpreter {expected!r:.200}"
    if isinstance(expected, dlvm.DiagnosticError):
        return None
    try:
        assert_agree(found, expected)
    except AssertionError as difference:
        return str(difference).strip()[:200]
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
