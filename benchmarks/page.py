"""The page of measurements in the documentation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import tables
from benchmarks.measuring import OURS, Result

README = Path(__file__).with_name("README.md")
TEXT = """\
# Benchmarks
This page compares DLVM with other frameworks. `{command}`
writes it ([what is measured, and how]({method})), with {versions}.

{machine}

Each ratio is the time of the fastest peer divided by ours: above 1, DLVM is faster.

{families}

The limit is the least time that the machine needs for the arithmetic or the memory traffic of a
workload, or of the kernels of a model, and the share is the limit divided by our time. If the share
is under 70 %, the last column names the bottlenecks: kernels, with their share of the time, and the
share of the machine's limit that each reaches when it runs alone.

{times}

## Start-up
Seconds to import the library, and from there to the first result; the memory that the work added,
and the peak of the whole process.

{starts}
"""


def text(
    command: str,
    machine: Sequence[str],
    versions: Mapping[str, str],
    results: Sequence[Result],
    peers: Sequence[str],
    statistic: str,
    folder: Path,
) -> str:
    """The page, for a folder of the documentation; the ratio to each peer by itself is left out."""
    times = tables.times(results, peers, statistic)
    kept = [i for i, head in enumerate(times[0]) if head not in {f"{p}/{OURS}" for p in peers}]
    bounds = ["bound by", *(r.bound for r in results)]
    rows = [[*(row[i] for i in kept), bound] for row, bound in zip(times, bounds, strict=True)]
    return TEXT.format(
        command=command,
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
        method=Path(os.path.relpath(README, folder)).as_posix(),
        machine="; ".join(machine),
        families=tables.as_markdown(tables.families(results)),
        times=tables.as_markdown(rows),
        starts=tables.as_markdown(tables.starts(results)),
    )
