"""``python -m benchmarks``: times the workloads and prints tables."""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import json
import os
import platform
import shlex
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

import dlvm
from benchmarks import page, tables
from benchmarks.measuring import Method, Result, measure
from benchmarks.worker import CLOCKS, LIMITS, MODULES
from benchmarks.workloads import WORKLOADS, selected
from dlvm.codegen.llvm.processors import NATIVE
from dlvm.codegen.llvm.target import host_target
from dlvm.runtime.loading.machine_limits import MachineLimits
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
    "numpy": "numpy",
}
STATISTICS = {"median": statistics.median, "minimum": min}


def main() -> int:
    options = _options()
    if options.cpu != NATIVE:
        # The limits of the machine depend on it, too.
        os.environ["DLVM_CPU"] = options.cpu
    workloads = selected(options.workload)
    # Installing a package does that, and has been done for the others.
    compileall.compile_dir(Path(dlvm.__file__).parent, quiet=1)
    limits = LIMITS[options.cpu]
    peers = [p for p in PEERS if p in options.peers and p in limits and _installed(p)]
    for peer in (p for p in options.peers if p not in peers):
        why = "is not installed" if peer in limits else f"cannot be limited to {options.cpu}"
        print(f"{peer} {why}, and is left out", file=sys.stderr)
    if sys.platform != "win32" and os.getloadavg()[0] > BUSY:
        print("other programs are running, which makes the numbers worthless", file=sys.stderr)
    roofs = {threads: Roof(MachineLimits(threads)) for threads in options.threads}
    target = host_target(1)
    machine = [
        f"{target.cpu} with vectors of {8 * target.machine.vector_bytes} bits",
        *(
            f"{threads} threads: {roof.peak / 1e9:.0f} GFLOP/s in f32; memory "
            f"{roof.bandwidth(1 << 28) / 1e9:.0f} GB/s"
            for threads, roof in roofs.items()
        ),
    ]
    print(*machine, sep="\n")
    method = Method(
        options.cpu,
        options.rounds,
        options.seconds,
        options.clock,
        STATISTICS[options.by],
        options.page is not None,
    )
    results: list[Result] = []
    for workload in workloads:
        for threads, roof in roofs.items():
            results.append(measure(workload, peers, roof, method))
            found = (f"{p} {m.time * 1e3:.4f} ms" for p, m in results[-1].peers.items())
            print(workload.name, f"{threads} threads", *found, sep=", ", file=sys.stderr)
    peers = [p for p in peers if any(p in r.peers for r in results)]
    for table in (
        tables.times(results, peers, options.by),
        tables.families(results),
        tables.parts(results, peers),
        tables.starts(results),
    ):
        if len(table) > 1:
            print(f"\n{tables.as_text(table)}")
    versions = {p: _version(d) for p, d in DISTRIBUTIONS.items() if p in peers}
    if options.json:
        Path(options.json).write_text(_as_json(results, versions, options.by), encoding="utf-8")
    if options.page:
        command = shlex.join(["python", "-m", "benchmarks", *sys.argv[1:]])
        folder = Path(options.page).resolve().parent
        text = page.text(command, machine, versions, results, peers, options.by, folder)
        Path(options.page).write_text(text, encoding="utf-8")
    return 0 if all(r.peers for r in results) else 1


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "(not installed)"  # It runs from a checkout.


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "workload",
        nargs="*",
        help=f"names or prefixes (default: all): {', '.join(WORKLOADS)}".replace("%", "%%"),
    )
    parser.add_argument("--peers", nargs="+", default=PEERS, choices=PEERS, metavar="PEER")
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    parser.add_argument("--threads", type=int, nargs="+", default=[2], choices=range(1, cores + 1))
    parser.add_argument(
        "--cpu",
        choices=LIMITS,
        default=NATIVE,
        help="the instructions that all peers may use; peers without such a setting are left "
        "out (default: all of this machine's)",
    )
    parser.add_argument("--rounds", type=int, default=20, help="turns of each peer")
    parser.add_argument("--seconds", type=float, default=0.1, help="seconds of a turn")
    parser.add_argument(
        "--by", choices=STATISTICS, default="median", help="the statistic over all runs"
    )
    parser.add_argument(
        "--clock",
        choices=CLOCKS,
        default="wall",
        help="processor: the processor time of all threads, for machines with other load",
    )
    parser.add_argument("--json", metavar="FILE", help="also write all measurements to a file")
    parser.add_argument("--page", metavar="FILE", help="also write a Markdown page")
    options = parser.parse_args()
    for name in options.workload:
        if not selected([name]):
            parser.error(f"there is no workload {name}; there are {', '.join(WORKLOADS)}")
    return options


def _installed(peer: str) -> bool:
    return importlib.util.find_spec(MODULES[peer][0]) is not None


def _as_json(results: Sequence[Result], versions: Mapping[str, str], statistic: str) -> str:
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
            "bound": result.bound,
            "peers": {peer: asdict(measured) for peer, measured in result.peers.items()},
        }
        for result in results
    ]
    machine = {"processor": platform.processor(), "python": platform.python_version()}
    document = {"statistic": statistic, "versions": versions, **machine, "workloads": workloads}
    return json.dumps(document, indent=2) + "\n"


if __name__ == "__main__":
    sys.exit(main())
