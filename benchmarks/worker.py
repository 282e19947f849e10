"""A peer in its own process, which runs at the parent's request.

Separate processes keep one library's threads and memory out of another's measurements.
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
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.functions import FOLDER
from benchmarks.workload import Job, Workload

FOLDERS = (FOLDER, "DLVM_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR")
MODULES = {
    "dlvm": ("dlvm", "dlvm.nnkit"),
    "pytorch": ("torch",),
    "torch.compile": ("torch", "torch._inductor"),
    "jax": ("jax", "jax.numpy"),
    "onnxruntime": ("onnxruntime",),
    "openvino": ("openvino",),
    "numpy": ("numpy",),
}
"""What each peer imports."""
_ALIGNMENT = 64
"""The alignment in bytes of the arrays that peers are given."""
CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}
_ONEDNN = {"ONEDNN_MAX_CPU_ISA": "AVX2"}
_PYTORCH = {**_ONEDNN, "ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2"}
# YNNPACK has no such setting; without it, XLA calls Eigen and oneDNN.
_JAX = "--xla_cpu_max_isa=AVX2 --xla_cpu_experimental_ynn_fusion_type=LIBRARY_FUSION_TYPE_INVALID"
LIMITS: dict[str, dict[str, dict[str, str]]] = {
    "native": {peer: {} for peer in MODULES},
    "x86-64-v3": {
        "dlvm": {},
        "pytorch": _PYTORCH,
        "torch.compile": _PYTORCH,
        "jax": {**_ONEDNN, "XLA_FLAGS": _JAX},
        "openvino": _ONEDNN,
        "numpy": {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": "X86_V4"},
    },
}
"""For each processor that can be chosen, the variables that limit a peer to its instructions.
ONNX Runtime has no such setting."""

_REST = 0.02
"""Seconds between two looks at whether the idle threads of a peer still wait for work in a loop."""

T = TypeVar("T")


@dataclass(frozen=True)
class Start:
    """The cost of start-up, in seconds and bytes: importing the library; from there to the
    first result, compilation included; the memory that the work added at its peak; and the peak of
    the whole process."""

    importing: float
    first_result: float
    memory: int
    peak: int


class PeerFailed(Exception):
    """A peer could not do its work; it has said why on standard error."""


class Worker:
    """The parent's side: a started peer that has done its work once."""

    def __init__(self, peer: str, workload: Workload, threads: int, cpu: str, folder: Path) -> None:
        """The workload's files, and what is compiled, lie in the folder."""
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(
            target=_serve,
            args=(other, peer, workload.name, threads, cpu, folder),
            daemon=True,
        )
        self._process.start()
        other.close()
        self._peer, self._workload = peer, workload.name
        self.start: Start = self._receive()

    def outputs(self) -> list[Any]:
        """The results, after the work has been done once."""
        return self.ask(_outputs)

    def time(self, seconds: float, clock: str) -> list[list[float]]:
        """Runs for about so long and gives the time of each run, for each of the job's cases."""
        return self.ask(partial(_times, seconds, clock))

    def ask(self, question: Callable[[Job], T]) -> T:
        """What a function gives for the job, in the peer's process."""
        self._connection.send(question)
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


def make_ready(peer: str, threads: int, cpu: str, folder: Path) -> float:
    """Makes this process a peer's, and gives the seconds that importing its library takes."""
    _limit_threads(threads)
    _limit_instructions(peer, cpu)
    os.environ.update({name: str(folder) for name in FOLDERS})
    # Its pool of processes would have to be this one's children, which it must not have.
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    start = time.perf_counter()
    for module in MODULES[peer]:
        importlib.import_module(module)
    if "torch" in MODULES[peer]:
        sys.modules["torch"].set_num_threads(threads)
    return time.perf_counter() - start


def _serve(
    connection: Connection, peer: str, workload: str, threads: int, cpu: str, folder: Path
) -> None:
    importing = make_ready(peer, threads, cpu, folder)

    from benchmarks.workloads import WORKLOADS

    description = WORKLOADS[workload]
    inputs = _aligned(description.inputs())
    highest = _peak_memory()
    before = _memory_from_now()
    start = time.perf_counter()
    try:
        job = description.peers[peer](inputs)
        job.run()
    except Exception:
        # The parent sees the connection close; the reason is printed to the terminal.
        traceback.print_exc()
        return
    first_result = time.perf_counter() - start
    peak = _peak_memory()
    connection.send(Start(importing, first_result, peak - before, max(peak, highest)))
    while True:
        try:
            question = connection.recv()
        except EOFError:
            return
        connection.send(question(job))


def _aligned(value: Any) -> Any:
    """Inputs whose arrays begin at multiples of 64 bytes, as those of PyTorch and DLVM do. NumPy's
    begin anywhere, so that vectors would lie on two cache lines in some processes, and on one in
    others."""
    import numpy as np

    if isinstance(value, dict):
        return {name: _aligned(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_aligned, value))
    if not isinstance(value, np.ndarray) or not value.flags.c_contiguous:
        return value
    memory = np.empty(value.nbytes + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    copy = memory[start : start + value.nbytes].view(value.dtype).reshape(value.shape)
    copy[...] = value
    return copy


def _limit_threads(threads: int) -> None:
    """Holds for every peer: libraries size their pools by the cores they may use."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = str(threads)
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"


def _limit_instructions(peer: str, cpu: str) -> None:
    """Limits a peer to the instructions of a processor, by variables that it reads at import."""
    for name, value in LIMITS[cpu][peer].items():
        if name == "XLA_FLAGS":
            value = " ".join(filter(None, (os.environ.get(name), value)))
        os.environ[name] = value


def _memory_from_now() -> int:
    """Resets the peak of memory, and returns the current size."""
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _peak_memory()


def _peak_memory() -> int:
    if sys.platform == "linux":
        # What getrusage tells would start from the parent's peak.
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _outputs(job: Job) -> list[Any]:
    outputs = job.outputs()
    _wait_for_idle_threads()
    return outputs


def _times(seconds: float, clock: str, job: Job) -> list[list[float]]:
    runs = job.cases or (job.run,)
    times = [_time(run, seconds / len(runs), CLOCKS[clock]) for run in runs]
    _wait_for_idle_threads()
    return times


def _wait_for_idle_threads() -> None:
    """Waits until the threads of this process are asleep, so that they do not take a processor from
    the next peer: those of OpenBLAS wait for work in a loop for 20 to 100 ms."""
    end = time.perf_counter() + 1
    while time.perf_counter() < end:
        before = time.process_time()
        time.sleep(_REST)
        if time.process_time() - before < _REST / 20:
            return


def _time(run: Callable[[], object], seconds: float, clock: Callable[[], float]) -> list[float]:
    times: list[float] = []
    # The first runs fill the caches, which another peer has used in between.
    end = time.perf_counter() + seconds / 5
    while time.perf_counter() < end:
        run()
    end += seconds
    while not times or time.perf_counter() < end:
        start = clock()
        run()
        times.append(clock() - start)
    return times
