"""Finds the bottleneck of our programs: runs each kernel alone and compares it with the machine."""

from __future__ import annotations

from benchmarks.functions import threads
from benchmarks.workload import Job

SMALL = 0.1
"""The share of a program's time below which a kernel is not told of."""


def bound(job: Job, time: float) -> str:
    """The kernels that take the time of one run of our job, with the share of it that each takes
    and that of its limit that it reaches; and what is left for calls and control, where no kernel
    is in a loop. Nothing where a job does not give its program."""
    if job.program is None:
        return ""
    from dlvm.compiler import lowered_module
    from dlvm.runtime.loading.machine_limits import MachineLimits
    from dlvm.tools.inspection import functions_of
    from dlvm.tools.kernel_report import Measured, Roof
    from dlvm.tools.kernel_timing import applied_kernels, time_kernels

    module, entry = job.program()
    module = lowered_module(module, "schedule")
    functions = functions_of(module, entry)
    kernels = applied_kernels(module, functions, {})
    roof = Roof(MachineLimits(threads()))
    seconds = time_kernels(module, kernels, threads())
    measured = [Measured.of(k, s, roof) for k, s in zip(kernels, seconds, strict=True)]
    total = sum(m.whole for m in measured)
    is_straight = all(len(function.blocks) == 1 for function in functions)
    whole = max(time, total) if is_straight else total
    said = [
        f"`@{m.kernel.name}` {m.whole / whole:.0%}, at "
        f"{max(m.arithmetic, m.memory) * m.kernel.calls / m.whole:.0%} of {m.bound}"
        for m in sorted(measured, key=lambda m: -m.whole)
        if m.whole >= SMALL * whole
    ]
    if is_straight and whole - total >= SMALL * whole:
        said.append(f"calls {(whole - total) / whole:.0%}")
    return "; ".join(said) + ("" if is_straight else " (in loops)")
