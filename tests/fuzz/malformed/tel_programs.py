"""Mutates the example programs of TEL: the checker and the formatter report diagnostics only.

::

    python -m tests.fuzz.malformed.tel_programs --seconds 600
"""

from __future__ import annotations

import argparse
import re
import time
from random import Random
from typing import Final

from dlvm.diagnostics import DiagnosticError, Source
from dlvm.tel.builtins import BUILTINS
from dlvm.tel.checker import check
from dlvm.tel.formatter import format_text
from dlvm.tel.lexer import KEYWORDS
from tests.support.paths import ROOT

FOLDER: Final = ROOT / "examples" / "tel"
TEXTS: Final = [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.tel"))]
WORDS: Final = [
    *sorted(KEYWORDS),
    *sorted(BUILTINS),
    *"()[]{}<>,:=.+-*/^?01nxé",
    *("^T", "->", "-1", "2.5", "f32", "i64", "bool", "self"),
]


def mutated(text: str, random: Random) -> str:
    """A text with some of its words removed, repeated, exchanged or replaced."""
    words = re.findall(r"\s+|\w+|\^T|->|.", text)
    for _ in range(random.choice((1, 1, 2, 5))):
        place, other = random.randrange(len(words)), random.randrange(len(words))
        match random.randrange(5):
            case 0:
                words[place] = ""
            case 1:
                words[place] += " " + words[place]
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = random.choice(WORDS)
            case _:
                words[place] = words[other]
    return "".join(words)


def examine(text: str) -> bool:
    """Checks and formats a text; returns whether it is a valid program.

    Formatting must be stable, and must not change whether the program is valid.
    """
    source = Source(str(FOLDER / "mutated.tel"), text)
    try:
        formatted = format_text(source)
    except DiagnosticError as failure:
        return not _are_located(failure)
    again = Source(source.name, formatted)
    assert format_text(again) == formatted
    valid = _is_valid(source)
    assert _is_valid(again) == valid
    return valid


def _is_valid(source: Source) -> bool:
    try:
        check(source)
    except DiagnosticError as failure:
        return not _are_located(failure)
    return True


def _are_located(failure: DiagnosticError) -> bool:
    if any(d.location is None for d in failure.diagnostics):
        raise AssertionError(f"a diagnostic has no location: {failure}")
    return True


def fuzz(seed: int, count: int) -> int:
    """Examines ``count`` texts and returns how many of them are valid."""
    random = Random(seed)
    valid = 0
    for _ in range(count):
        text = mutated(random.choice(TEXTS), random)
        try:
            valid += examine(text)
        except Exception:
            print(text)
            raise
    return valid


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    end, seed = time.monotonic() + options.seconds, options.seed
    while time.monotonic() < end:
        fuzz(seed, 100)
        seed += 1
    print(f"{100 * (seed - options.seed)} programs, diagnostics only")


if __name__ == "__main__":
    main()
