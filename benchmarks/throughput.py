"""The throughput of multiply-adds in inner loops, for processors that need not be at hand.

``python -m benchmarks.throughput`` compiles the matrix products and the convolutions of the
workloads for each processor. Of each kernel, it takes the inner loop with the most multiply-adds,
and lets llvm-mca simulate it with LLVM's model of the processor, which has all data in the first
cache. The limit is the model's throughput of multiply-adds.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.functions import FOLDER
from benchmarks.measuring import geometric_mean
from benchmarks.tables import Table, as_markdown, as_text
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS
from dlvm.codegen.llvm.target import Target
from dlvm.compiler import lowered_text
from dlvm.deploy.targets import find_target

FAMILIES: Final = ("dot", "convolution")
EXCEPT: Final = "depthwise"
"""Depthwise convolutions are limited by their loads."""
PROCESSORS: Final = {
    "neoverse-n1": "aarch64-linux",
    "neoverse-v1": "aarch64-linux",
    "neoverse-v2": "aarch64-linux",
    "apple-m1": "aarch64-macos",
    "apple-m4": "aarch64-macos",
}
"""Processors, and the systems for which code is generated."""
_PROGRAMS: Final = (*(f"llvm-mca-{version}" for version in range(25, 14, -1)), "llvm-mca")
_ITERATIONS, _INDEPENDENT = 100, 24
_MULTIPLY_ADD: Final = re.compile(r"^\s+fml[as][.\s]")
_LABEL: Final = re.compile(r"^(\.?\w+):")
_JUMP: Final = re.compile(r"^\s+(?:b\.\w+|cbn?z|tbn?z)\s.*?(\.?\w+)$")
PAGE: Final = """\
# Inner loops on AArch64
`{command}` writes this page
([how](../../benchmarks/README.md#inner-loops)), with {version}. It needs no
AArch64 machine: llvm-mca simulates the inner loop of each kernel with LLVM's model of the
processor.

The first row is the limit: the most vector multiply-adds per cycle that the model allows. The other
rows show the share of this limit that the inner loop of a kernel reaches, with one thread and all
data in the first cache.

{table}
"""


@dataclass(frozen=True)
class Loop:
    """The instructions of an inner loop, and how many of them multiply and add."""

    lines: tuple[str, ...]
    count: int


def inner_loops(assembly: str) -> Iterator[Loop]:
    """The loops that have only one basic block."""
    lines = assembly.splitlines()
    start, label = 0, ""
    for number, line in enumerate(lines):
        if found := _LABEL.match(line):
            start, label = number, found[1]
        elif found := _JUMP.match(line):
            if found[1] == label:
                body = tuple(lines[start : number + 1])
                yield Loop(body, sum(1 for each in body if _MULTIPLY_ADD.match(each)))
            start, label = number + 1, ""


def cycles(program: str, lines: Sequence[str], target: Target) -> float:
    """The cycles of one iteration of a loop."""
    source = "\n".join(line for line in lines if not line.strip().startswith("."))
    command = [program, f"-mtriple={target.triple}", f"-mcpu={target.cpu}"]
    command += [f"-iterations={_ITERATIONS}", "-instruction-info=false", "-resource-pressure=false"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    found = re.search(r"Total Cycles: +(\d+)", done.stdout)
    if found is None:
        raise SystemExit(f"{program} failed on an inner loop: {done.stderr[:500]}")
    return int(found[1]) / _ITERATIONS


def peak(program: str, target: Target) -> float:
    """The most multiply-adds of vectors per cycle: as many as multiplications, which do not wait
    for each other."""
    lines = [f"\tfmul\tv{n}.4s, v30.4s, v31.4s" for n in range(_INDEPENDENT)]
    return _INDEPENDENT / cycles(program, lines, target)


def share(program: str, workload: Workload, target: Target, peak: float) -> float:
    """The share of the peak that the inner loop of a workload reaches. Other loops take less time,
    as they have fewer multiply-adds."""
    inputs = workload.inputs()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        if workload.files is not None:
            workload.files(inputs, Path(folder))
        job = workload.peers["dlvm"](inputs)
        assert job.program is not None
        assembly = lowered_text(job.program()[0], "asm", target, threads=1)
    assert isinstance(assembly, str)
    loop = max(inner_loops(assembly), key=lambda found: found.count)
    return loop.count / cycles(program, loop.lines, target) / peak


def measured(program: str, cpus: Sequence[str]) -> Table:
    """A line for each kernel, with a column for each processor, and their geometric mean."""
    targets = [find_target(PROCESSORS[cpu], cpu) for cpu in cpus]
    peaks = [peak(program, target) for target in targets]
    rows = [["kernel", *cpus], ["multiply-adds per cycle", *(f"{p:.2f}" for p in peaks)]]
    shares: list[list[float]] = []
    for workload in WORKLOADS.values():
        if workload.family in FAMILIES and not workload.name.startswith(EXCEPT):
            pairs = zip(targets, peaks, strict=True)
            shares.append([share(program, workload, target, most) for target, most in pairs])
            rows.append([workload.name, *(f"{s:.0%}" for s in shares[-1])])
            print(*rows[-1], file=sys.stderr)
    means = map(geometric_mean, zip(*shares, strict=True))
    return [*rows, ["geometric mean", *(f"{mean:.0%}" for mean in means)]]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput", description=__doc__)
    parser.add_argument("--cpu", nargs="+", default=PROCESSORS, choices=PROCESSORS)
    parser.add_argument("--page", type=Path, help="write the table as a page of the documentation")
    given = parser.parse_args(arguments)
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        parser.error("llvm-mca is not installed; it is part of LLVM")
    table = measured(program, list(given.cpu))
    print(as_text(table))
    if given.page:
        command = " ".join(["python -m benchmarks.throughput", *sys.argv[1:]])
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        version = re.search(r"LLVM version [\d.]+", shown.stdout)
        named = f"llvm-mca of {version[0]}" if version else "llvm-mca"
        page = PAGE.format(command=command, version=named, table=as_markdown(table))
        given.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
