"""The reports of ``dlopt`` on passes: diffs, timings and statistics."""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from dlvm.transforms import PassResult

_COLORS: Final[dict[str, str]] = {"+": "\033[32m", "-": "\033[31m", "@": "\033[36m"}
_PLAIN: Final = "\033[0m"


def is_colored(stream: TextIO) -> bool:
    """Whether to color the output to a stream: only for terminals, and not if ``NO_COLOR`` is
    set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def difference(before: str, after: str, *, colored: bool = False) -> Iterator[str]:
    """The lines of a unified diff of two texts."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    for number, line in enumerate(lines):
        # The first two lines name files.
        if number >= 2:
            color = _COLORS.get(line[0]) if colored else None
            yield f"{color}{line}{_PLAIN}" if color else line


def times_table(results: Sequence[PassResult]) -> str:
    """The total time of each pass, the longest first, of verification, and of all together."""
    runs = Counter(result.name for result in results)
    seconds = dict.fromkeys(runs, 0.0)
    for result in results:
        seconds[result.name] += result.seconds
    checks = sum(result.verification for result in results)
    whole = sum(seconds.values()) + checks
    longest = sorted(seconds.items(), key=lambda item: -item[1])
    times = [(name, str(runs[name]), time) for name, time in longest]
    times += [("verification", str(runs.total()), checks), ("total", str(runs.total()), whole)]
    rows = [(name, n, f"{1e3 * t:.2f}", f"{t / whole:.1%}") for name, n, t in times if t]
    return table([("pass", "runs", "ms", "share"), *rows], numbers=(1, 2, 3))


def statistics_table(results: Sequence[PassResult]) -> str:
    """The statistics of passes, summed over all runs, in the order of their first runs."""
    counts = Counter[tuple[str, str]]()
    for result in results:
        for what, number in result.counts.items():
            counts[result.name, what] += number
    rows = [(name, f"{number:,}", what) for (name, what), number in counts.items()]
    return table([("pass", "count", "what"), *rows], numbers=(1,))


def table(rows: Sequence[Sequence[str]], numbers: Collection[int]) -> str:
    """Aligns rows in columns; the columns ``numbers`` are right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if position in numbers else cell.ljust(width)
            for position, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join(lines)
