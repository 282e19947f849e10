"""``python -m benchmarks``: times the workloads and prints a table."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import sys
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.worker import MODULES, PeerFailed, Start, Worker
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS
from dlvm.runtime.limits import MachineLimits

OURS = "dlvm"
PEERS = tuple(MODULES)
BUSY = 0.7
"""The load, in running programs, from which on measurements are not to be trusted."""
DISTRIBUTIONS = {"dlvm": "dlvm-compiler", "pytorch": "torch", "jax": "jax"}


@dataclass(frozen=True)
class Measurement:
    """One peer on one workload: the median of a run in seconds, how many runs it is of, and what
    it took to get there; ``cached`` is a second start, where the peer keeps compiled code."""

    median: float
    runs: int
    cold: Start
    cached: Start | None


def main() -> int:
    options = _options()
    workloads = [w for n, w in WORKLOADS.items() if _selected(n, options.workload)]
    peers = [p for p in PEERS if p in options.peers and _installed(p)]
    for peer in set(options.peers) - set(peers):
        print(f"{peer} is not installed and left out", file=sys.stderr)
    if sys.platform != "win32" and os.getloadavg()[0] > BUSY:
        print("other programs are running, which makes the numbers worthless", file=sys.stderr)
    machine = MachineLimits(options.threads)
    print(
        f"{options.threads} threads; {machine.flops() / 1e9:.0f} GFLOP/s in f32; memory "
        f"{machine.bandwidth(1 << 28) / 1e9:.0f} GB/s"
    )
    results: dict[str, dict[str, Measurement]] = {}
    limits: dict[str, float] = {}
    for workload in workloads:
        results[workload.name] = _measure(workload, peers, options)
        limits[workload.name] = machine.limit(workload.flops, workload.size)
    peers = [p for p in peers if any(p in measured for measured in results.values())]
    _print_times(results, limits, peers)
    _print_ratios(results, peers)
    _print_starts(results)
    if options.json:
        Path(options.json).write_text(_as_json(results, limits, options.threads), encoding="utf-8")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "workload",
        nargs="*",
        help=f"names, or how they begin; all by default: {', '.join(WORKLOADS)}",
    )
    parser.add_argument("--peers", nargs="+", default=PEERS, choices=PEERS, metavar="PEER")
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    parser.add_argument("--threads", type=int, default=2, choices=range(1, cores + 1))
    parser.add_argument("--rounds", type=int, default=20, help="how often each peer has its turn")
    parser.add_argument("--seconds", type=float, default=0.1, help="how long a turn is")
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
    workload: Workload, peers: list[str], options: argparse.Namespace
) -> dict[str, Measurement]:
    """Starts all peers, checks that they agree, and lets them run in turns."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {"DLVM_CACHE_DIR": cache}

        def start(peer: str) -> Worker:
            return Worker(peer, workload.name, options.threads, environment)

        cold: dict[str, Start] = {}
        workers: dict[str, Worker] = {}
        for peer in peers:
            if peer not in workload.peers:
                continue
            try:
                if peer == OURS:
                    first = start(peer)
                    cold[peer] = first.start
                    first.close()
                workers[peer] = start(peer)
            except PeerFailed as failure:
                print(failure, file=sys.stderr)
        _check(workload, {peer: worker.outputs() for peer, worker in workers.items()})
        times: dict[str, list[float]] = {peer: [] for peer in workers}
        for _ in range(options.rounds):
            for peer, worker in workers.items():
                times[peer] += worker.time(options.seconds)
        for worker in workers.values():
            worker.close()
    return {
        peer: Measurement(
            statistics.median(times[peer]),
            len(times[peer]),
            cold.get(peer, worker.start),
            worker.start if peer in cold else None,
        )
        for peer, worker in workers.items()
    }


def _check(workload: Workload, outputs: dict[str, list[Any]]) -> None:
    """Ends the program where two peers do not compute the same."""
    if not outputs:
        return
    (reference, expected), *others = outputs.items()
    for peer, found in others:
        for index, (a, b) in enumerate(zip(expected, found, strict=True)):
            b = np.asarray(b).reshape(a.shape)
            difference = np.abs(a - b).max() / np.abs(a).max()
            if not difference <= workload.tolerance:
                sys.exit(
                    f"{workload.name}: output {index} of {reference} and {peer} differ by "
                    f"{difference:.2g} of the largest number, more than {workload.tolerance}"
                )


def _print_times(
    results: dict[str, dict[str, Measurement]], limits: dict[str, float], peers: list[str]
) -> None:
    rivals = [p for p in peers if p != OURS]
    rows = [["median in ms", *peers, *(f"{p}/{OURS}" for p in rivals), f"best/{OURS}", "limit"]]
    for name, measured in results.items():
        medians = {p: m.median for p, m in measured.items()}
        ratios = {p: medians[p] / medians[OURS] for p in rivals if {p, OURS} <= medians.keys()}
        row = [name, *(_number(medians.get(p), 1e3, 4) for p in peers)]
        row += [_number(ratios.get(p), 1, 2) for p in rivals]
        row += [_number(min(ratios.values(), default=None), 1, 2), _number(limits[name], 1e3, 4)]
        rows.append(row)
    _print_table(rows)


def _number(value: float | None, factor: float, digits: int) -> str:
    return "" if value is None else f"{value * factor:.{digits}f}"


def _print_ratios(results: dict[str, dict[str, Measurement]], peers: list[str]) -> None:
    """The times of parts, and those of gradients over those of what they are gradients of."""
    heads = [h for p in peers for h in (f"{p}, µs a part", f"{p}/program")]
    rows = [["ratios", "parts", *heads]]
    for name, measured in results.items():
        workload = WORKLOADS[name]
        program = results.get(workload.program or "", {})
        if workload.parts == 1 and not program:
            continue
        row = [name, str(workload.parts)]
        for peer in peers:
            median = measured[peer].median if peer in measured else None
            part = median / workload.parts if median and workload.parts > 1 else None
            ratio = median / program[peer].median if median and peer in program else None
            row += [_number(part, 1e6, 2), _number(ratio, 1, 2)]
        rows.append(row)
    if len(rows) > 1:
        _print_table(rows)


def _print_starts(results: dict[str, dict[str, Measurement]]) -> None:
    rows = [["seconds", "peer", "import", "first result", "with a cache", "memory, MB"]]
    for name, measured in results.items():
        for peer, m in measured.items():
            cached = f"{m.cached.first_result:.3f}" if m.cached else ""
            memory = f"{m.cold.memory / 1e6:.0f}"
            times = (f"{m.cold.importing:.3f}", f"{m.cold.first_result:.3f}")
            rows.append([name, peer, *times, cached, memory])
    _print_table(rows)


def _print_table(rows: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print()
    for row in rows:
        first, *rest = (
            c.ljust(w) if i == 0 else c.rjust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join((first, *rest)))


def _as_json(
    results: dict[str, dict[str, Measurement]], limits: dict[str, float], threads: int
) -> str:
    workloads = {
        name: {
            "limit": limits[name],
            "parts": WORKLOADS[name].parts,
            "program": WORKLOADS[name].program,
            "peers": {
                peer: {
                    "median": m.median,
                    "runs": m.runs,
                    "import": m.cold.importing,
                    "first_result": m.cold.first_result,
                    "first_result_cached": m.cached.first_result if m.cached else None,
                    "memory": m.cold.memory,
                }
                for peer, m in measured.items()
            },
        }
        for name, measured in results.items()
    }
    versions = {p: metadata.version(DISTRIBUTIONS[p]) for p in PEERS if _installed(p)}
    machine = {"processor": platform.processor(), "python": platform.python_version()}
    document = {"threads": threads, "versions": versions, **machine, "workloads": workloads}
    return json.dumps(document, indent=2) + "\n"


if __name__ == "__main__":
    sys.exit(main())
