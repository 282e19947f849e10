"""The page of measurements in the documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks import tables
from benchmarks.measuring import OURS, Result

TEXT = """\
# Benchmarks
This page is made by `{command}`
([what is measured, and how](../benchmarks/README.md)), with {versions}.

{machine}

A ratio is the time of the fastest of those that are to be beaten over ours: above 1 we are faster.

{families}

The limit is the least time that the machine would need for the arithmetic or the memory of a
workload, and the share is the limit over our time. For those under 70 % the last column says where
the time goes: the kernels, each with its share of the time and with the share of what the machine
can do that it reaches when it runs alone.

{times}

## Starting
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
) -> str:
    """The page; the ratio to each peer by itself is left out."""
    times = tables.times(results, peers, statistic)
    kept = [i for i, head in enumerate(times[0]) if head not in {f"{p}/{OURS}" for p in peers}]
    bounds = ["bound by", *(r.bound for r in results)]
    rows = [[*(row[i] for i in kept), bound] for row, bound in zip(times, bounds, strict=True)]
    return TEXT.format(
        command=command,
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
        machine="; ".join(machine),
        families=tables.as_markdown(tables.families(results)),
        times=tables.as_markdown(rows),
        starts=tables.as_markdown(tables.starts(results)),
    )
