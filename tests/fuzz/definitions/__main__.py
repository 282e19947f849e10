"""Compares what random schedules make of random definitions.

``python -m tests.fuzz.definitions --definitions 5000`` draws definitions in index notation, each
with a random schedule, of which the legal directives are kept. The loops in the interpreter, native
code and C source, compiled by gcc, must compute what the definition does, to the bit. ``--first S
--definitions 1 --print`` prints the definition of a seed and its loops.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from rich.progress import track

from tests.fuzz.definitions.comparison import COMPILER, attempt, compare


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.definitions")
    parser.add_argument("--definitions", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--print", action="store_true", dest="shows")
    given = parser.parse_args(arguments)
    os.environ.setdefault("DLVM_CACHE_DIR", "")
    uses_c = shutil.which(COMPILER[0]) is not None
    seeds = range(given.first, given.first + given.definitions)
    if given.shows:
        for seed in seeds:
            print(compare(seed, uses_c, shows=True))
        return 0
    drawn = legal = in_c = failures = 0
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = pool.map(partial(attempt, uses_c=uses_c), seeds, chunksize=8)
        for seed, result in track(found, total=len(seeds)):
            if isinstance(result, str):
                failures += 1
                print(f"seed {seed}: {result}", file=sys.stderr)
                continue
            drawn += result[0]
            legal += result[1]
            in_c += result[2]
    print(
        f"{len(seeds) - failures} of {len(seeds)} definitions agree, {in_c} of them in C; "
        f"{legal} of {drawn} directives are legal, and the others are refused with a reason"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
