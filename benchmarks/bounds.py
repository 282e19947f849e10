"""Finds the bottleneck of our programs: runs each kernel alone and compares it with the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.functions import threads
from benchmarks.workload import Job
from dlvm.runtime.loading.machine_limits import MachineLimits
from dlvm.tools.kernel_report import Measured, Roof

if TYPE_CHECKING:
    from dlvm.ir.module import Module
    from dlvm.tools.kernel_timing import TimedKernel

SMALL = 0.1
"""The share of a program's time below which a kernel is not told of."""


def kernels_of(job: Job) -> tuple[Module, list[TimedKernel], bool]:
    """The kernels of our job's program, and whether each runs as often as it is called: there are
    neither loops nor branches."""
    from dlvm.compiler import lowered_module
    from dlvm.tools.inspection import functions_of
    from dlvm.tools.kernel_timing import applied_kernels

    assert job.program is not None
    module, entry = job.program()
    module = lowered_module(module, "schedule")
    functions = functions_of(module, entry)
    kernels = applied_kernels(module, functions, {})
    return module, kernels, all(len(function.blocks) == 1 for function in functions)


def limit(job: Job) -> float:
    """The sum in seconds of the limits of the kernels of our job; 0 if they are not known."""
    if job.program is None:
        return 0
    _, kernels, is_straight = kernels_of(job)
    roof = Roof(MachineLimits(threads()))
    limits = (Measured.of(kernel, None, roof).limit * kernel.calls for kernel in kernels)
    return sum(limits) if is_straight else 0


def bound(job: Job, time: float) -> str:
    """The kernels that take the time of one run of our job, with the share of it that each takes
    and that of its limit that it reaches; and what is left for calls and control, where no kernel
    is in a loop. Nothing where a job does not give its program."""
    if job.program is None:
        return ""
    from dlvm.tools.kernel_timing import time_kernels

    module, kernels, is_straight = kernels_of(job)
    roof = Roof(MachineLimits(threads()))
    seconds = time_kernels(module, kernels, threads())
    measured = [Measured.of(k, s, roof) for k, s in zip(kernels, seconds, strict=True)]
    total = sum(m.whole for m in measured)
    whole = max(time, total) if is_straight else total
    said = [
        f"`@{m.kernel.name}` {m.whole / whole:.0%}, at "
        f"{m.limit * m.kernel.calls / m.whole:.0%} of {m.bound}"
        for m in sorted(measured, key=lambda m: -m.whole)
        if m.whole >= SMALL * whole
    ]
    if is_straight and whole - total >= SMALL * whole:
        said.append(f"calls {(whole - total) / whole:.0%}")
    return "; ".join(said) + ("" if is_straight else " (in loops)")
