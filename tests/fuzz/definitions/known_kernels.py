"""Proves the accesses of every kernel of the examples and benchmarks.

``python -m tests.fuzz.definitions.known_kernels`` compiles each workload of ``benchmarks/`` and the
programs of ``examples/``, whose names can be given, and checks the loops of each kernel as the
verifier does: each element exists, and threads do not race.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from rich.progress import track

import dlvm
from benchmarks.functions import FOLDER
from benchmarks.workload import Workload
from benchmarks.workloads import WORKLOADS
from dlvm.analysis.verification.loop_bounds import find_unsafe_accesses
from dlvm.codegen.kernels import kernel as kernels
from dlvm.compute.loops.lowering import LoweredKernel, lower_definition
from dlvm.ir.compute import Definition
from dlvm.ir.schedules import Schedule
from tests.support.paths import ROOT


class Checked:
    """Lowers definitions in place of the compiler, and checks the loops."""

    def __init__(self) -> None:
        self.count = 0
        self.unproved = 0
        self.program = ""

    def __call__(self, definition: Definition, schedule: Schedule) -> LoweredKernel:
        lowered = lower_definition(definition, schedule)
        self.count += 1
        for message, _ in find_unsafe_accesses(definition, lowered.kernel):
            self.unproved += 1
            print(f"{self.program}, @{definition.name}: {message}", file=sys.stderr)
        return lowered


def _programs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """The programs, each with a function that compiles it."""
    for path in sorted((ROOT / "examples").rglob("*.dl")):
        yield path.stem, lambda path=path: dlvm.compile(dlvm.parse(path.read_text("utf-8")))
    for workload in WORKLOADS.values():
        if "dlvm" in workload.peers:
            yield workload.name, lambda w=workload: _run(w)


def _run(workload: Workload) -> None:
    inputs = workload.inputs()
    with tempfile.TemporaryDirectory() as folder:
        if workload.files is not None:
            workload.files(inputs, Path(folder))
        os.environ[FOLDER] = folder
        workload.peers["dlvm"](inputs).run()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.definitions.known_kernels")
    parser.add_argument("names", nargs="*", help="the first letters of the programs' names")
    given = parser.parse_args(arguments)
    os.environ["DLVM_CACHE_DIR"] = ""
    os.environ.setdefault("OMP_NUM_THREADS", "2")
    checked = Checked()
    failures = 0
    programs = [
        (name, compile_)
        for name, compile_ in _programs()
        if not given.names or name.startswith(tuple(given.names))
    ]
    with mock.patch.object(kernels, "lower_definition", checked):
        for name, compile_ in track(programs):
            checked.program = name
            try:
                compile_()
            except ImportError as missing:
                print(f"{name} is left out: {missing}", file=sys.stderr)
            except Exception as problem:
                failures += 1
                print(f"{name}: {type(problem).__name__}: {problem}", file=sys.stderr)
    print(
        f"{checked.count} kernels of {len(programs)} programs, {checked.unproved} accesses unproved"
    )
    return 1 if checked.unproved or failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
