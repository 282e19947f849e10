"""``python -m benchmarks``: times the workloads and prints tables."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from benchmarks import tables
from benchmarks.measuring import Result, measure
from benchmarks.worker import CLOCKS, MODULES
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS
from dlvm.runtime.limits import MachineLimits
from dlvm.tools.kernel_report import Roof

PEERS = tuple(MODULES)
BUSY = 0.7
"""The load, in running programs, from which on measurements are not to be trusted."""
DISTRIBUTIONS = {
    "dlvm": "dlvm-compiler",
    "pytorch": "torch",
    "jax": "jax",
    "onnxruntime": "onnxruntime",
    "openvino": "openvino",
}
STATISTICS = {"median": statistics.median, "minimum": min}


def main() -> int:
    options = _options()
    workloads = [w for n, w in WORKLOADS.items() if _selected(n, options.workload)]
    peers = [p for p in PEERS if p in options.peers and _installed(p)]
    for peer in set(options.peers) - set(peers):
        print(f"{peer} is not installed and left out", file=sys.stderr)
    if sys.platform != "win32" and os.getloadavg()[0] > BUSY:
        print("other programs are running, which makes the numbers worthless", file=sys.stderr)
    roofs = {threads: Roof(MachineLimits(threads)) for threads in options.threads}
    for threads, roof in roofs.items():
        print(
            f"{threads} threads; {roof.peak / 1e9:.0f} GFLOP/s in f32; memory "
            f"{roof.bandwidth(1 << 28) / 1e9:.0f} GB/s"
        )
    results = [
        _measure(workload, peers, roof, options)
        for workload in workloads
        for roof in roofs.values()
    ]
    peers = [p for p in peers if any(p in r.peers for r in results)]
    for table in (
        tables.times(results, peers, options.by),
        tables.families(results),
        tables.parts(results, peers),
        tables.starts(results),
    ):
        if len(table) > 1:
            print(f"\n{tables.as_text(table)}")
    if options.json:
        Path(options.json).write_text(_as_json(results, options.by), encoding="utf-8")
    return 0 if all(r.peers for r in results) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "workload",
        nargs="*",
        help=f"names, or how they begin; all by default: {', '.join(WORKLOADS)}",
    )
    parser.add_argument("--peers", nargs="+", default=PEERS, choices=PEERS, metavar="PEER")
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    parser.add_argument("--threads", type=int, nargs="+", default=[2], choices=range(1, cores + 1))
    parser.add_argument("--rounds", type=int, default=20, help="how often each peer has its turn")
    parser.add_argument("--seconds", type=float, default=0.1, help="how long a turn is")
    parser.add_argument(
        "--by", choices=STATISTICS, default="median", help="which of the times of all runs counts"
    )
    parser.add_argument(
        "--clock",
        choices=CLOCKS,
        default="wall",
        help="processor counts the time of all threads of a process, whatever else runs",
    )
    parser.add_argument("--json", metavar="FILE", help="write all numbers to a file too")
    options = parser.parse_args()
    for name in options.workload:
        if not any(_selected(n, [name]) for n in WORKLOADS):
            parser.error(f"there is no workload {name}; there are {', '.join(WORKLOADS)}")
    return options


def _selected(name: str, asked: list[str]) -> bool:
    return not asked or any(name.startswith(a) for a in asked)


def _installed(peer: str) -> bool:
    return importlib.util.find_spec(MODULES[peer][0]) is not None


def _measure(
    workload: Workload, peers: Sequence[str], roof: Roof, options: argparse.Namespace
) -> Result:
    statistic = STATISTICS[options.by]
    measured = measure(
        workload, peers, roof.threads, options.rounds, options.seconds, options.clock, statistic
    )
    limit = max(workload.flops / roof.peak, workload.size / roof.bandwidth(int(workload.size)))
    result = Result(workload, roof.threads, limit, measured)
    found = ", ".join(f"{peer} {m.time * 1e3:.4f}" for peer, m in measured.items())
    print(f"{workload.name}, {roof.threads} threads: {found}", file=sys.stderr)
    return result


def _as_json(results: Sequence[Result], statistic: str) -> str:
    workloads = [
        {
            "name": result.workload.name,
            "family": result.workload.family,
            "threads": result.threads,
            "limit": result.limit,
            "parts": result.workload.parts,
            "program": result.workload.program,
            "cases": result.workload.cases,
            "best": result.best(),
            "peers": {peer: asdict(measured) for peer, measured in result.peers.items()},
        }
        for result in results
    ]
    versions = {p: metadata.version(d) for p, d in DISTRIBUTIONS.items() if _installed(p)}
    machine = {"processor": platform.processor(), "python": platform.python_version()}
    document = {"statistic": statistic, "versions": versions, **machine, "workloads": workloads}
    return json.dumps(document, indent=2) + "\n"


if __name__ == "__main__":
    sys.exit(main())
