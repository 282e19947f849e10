"""A peer in a process of its own, which runs when the parent says so.

A process for each keeps one library's threads and memory out of another's measurements.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import re
import resource
import sys
import time
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

MODULES = {"dlvm": ("dlvm", "dlvm.nnkit"), "pytorch": ("torch",), "jax": ("jax", "jax.numpy")}
"""What each peer imports."""


@dataclass(frozen=True)
class Start:
    """What it took to get ready, in seconds and bytes: importing the library; from there to the
    first result, compilation included; and the memory that the work added at its peak."""

    importing: float
    first_result: float
    memory: int


class PeerFailed(Exception):
    """A peer could not do its work; it has said why on standard error."""


class Worker:
    """The parent's side: a started peer that has done its work once."""

    def __init__(self, peer: str, workload: str, threads: int, environment: dict[str, str]) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(other, peer, workload, threads, environment), daemon=True
        )
        self._process.start()
        other.close()
        self._peer, self._workload = peer, workload
        self.start: Start = self._receive()

    def outputs(self) -> list[Any]:
        """The results, after the work has been done once."""
        return self._ask(None)

    def time(self, seconds: float) -> list[float]:
        """Runs for about so long and gives the time of each run."""
        return self._ask(seconds)

    def _ask(self, request: float | None) -> Any:
        self._connection.send(request)
        return self._receive()

    def _receive(self) -> Any:
        try:
            return self._connection.recv()
        except EOFError:
            self._process.join()
            code = self._process.exitcode
            message = f"{self._peer} failed on {self._workload}, with exit code {code}"
            raise PeerFailed(message) from None

    def close(self) -> None:
        """Ends the process."""
        self._connection.close()
        self._process.join()


def _serve(
    connection: Connection, peer: str, workload: str, threads: int, environment: dict[str, str]
) -> None:
    _limit_threads(threads)
    os.environ.update(environment)
    start = time.perf_counter()
    for module in MODULES[peer]:
        importlib.import_module(module)
    if peer == "pytorch":
        sys.modules["torch"].set_num_threads(threads)
    importing = time.perf_counter() - start

    from benchmarks.workloads import WORKLOADS

    description = WORKLOADS[workload]
    inputs = description.inputs()
    before = _peak_memory()
    start = time.perf_counter()
    try:
        job = description.peers[peer](inputs)
        job.run()
    except Exception:
        # The parent sees the connection close; the reason is for whoever reads the terminal.
        traceback.print_exc()
        return
    first_result = time.perf_counter() - start
    connection.send(Start(importing, first_result, _peak_memory() - before))
    while True:
        try:
            request = connection.recv()
        except EOFError:
            return
        connection.send(job.outputs() if request is None else _time(job.run, request))


def _limit_threads(threads: int) -> None:
    """Holds for every peer: libraries size their pools by the cores they may use."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = str(threads)
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"


def _peak_memory() -> int:
    if sys.platform == "linux":
        # What getrusage tells would start from the parent's peak.
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _time(run: Any, seconds: float) -> list[float]:
    times: list[float] = []
    clock = time.perf_counter
    # The first runs fill the caches, which another peer has used in between.
    end = clock() + seconds / 5
    while clock() < end:
        run()
    end = clock() + seconds
    while not times or clock() < end:
        start = clock()
        run()
        times.append(clock() - start)
    return times
