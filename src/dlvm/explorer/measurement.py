"""Times the kernels of a program, and checks those with edited schedules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import numpy as np

from dlvm.explorer.stages import Generated, Scheduled, rescheduled
from dlvm.ir.module import Module
from dlvm.tools.comparison import Difference, check_differences, compare_kernels
from dlvm.tools.inspection import functions_of
from dlvm.tools.kernel_report import Measured, Roof
from dlvm.tools.kernel_timing import (
    Array,
    TimedKernel,
    applied_kernels,
    kernels_alone,
    random_inputs,
    time_kernels,
)


@cache
def roof_of(threads: int) -> Roof:
    """The limits of this machine, measured once."""
    from dlvm.runtime.loading.machine_limits import MachineLimits

    return Roof(MachineLimits(threads))


def kernels_of(exploration: Scheduled, names: Collection[str] | None = None) -> list[TimedKernel]:
    """The kernels that the program applies, or only those with the given names."""
    module = exploration.scheduled
    found = applied_kernels(module, functions_of(module, None), {})
    return [k for k in found if names is None or k.name in names]


def measure(exploration: Scheduled, names: Collection[str] | None = None) -> list[Measured]:
    """Times all kernels of a program, or the given ones, each alone on random inputs."""
    kernels = kernels_of(exploration, names)
    if not kernels:
        return []
    seconds = time_kernels(exploration.scheduled, kernels, exploration.threads)
    roof = roof_of(exploration.threads)
    return [Measured.of(k, time, roof) for k, time in zip(kernels, seconds, strict=True)]


@dataclass(frozen=True)
class Rescheduled:
    """A program with edited schedules, the times of the edited kernels before and after, and the
    differences of their results from the unscheduled computation."""

    exploration: Generated
    before: list[Measured]
    after: list[Measured]
    differences: list[Difference]


def reschedule(exploration: Generated, schedules: Module) -> Rescheduled:
    """Compiles a program with edited schedules, compares the results of their kernels with the
    unscheduled computation, which NumPy evaluates, and times them.

    Raises :class:`DiagnosticError` if a schedule is invalid, or if results differ by more than
    rounding explains.
    """
    edited = rescheduled(exploration, schedules)
    names = {s.definition for s in schedules.schedules}
    differences = _compared(kernels_of(edited, names), edited.threads)
    check_differences(differences)
    before, after = measure(exploration, names), measure(edited, names)
    return Rescheduled(edited, before, after, differences)


def _mixed(value: Array | int, random: np.random.Generator) -> Array | int:
    """Replaces random floats with small ones of both signs. Sums of many positive terms would be
    large, and functions such as tanh, which saturate, would hide errors in them."""
    if isinstance(value, int) or value.dtype.kind in "biu":
        return value
    return np.asarray(0.1 * random.standard_normal(value.shape), value.dtype)


def _compared(kernels: list[TimedKernel], threads: int) -> list[Difference]:
    """The differences of each kernel from its unscheduled computation, for two draws of inputs."""
    alone = kernels_alone("alone", kernels)
    random = np.random.default_rng(0)
    found: list[Difference] = []
    for kernel in (k for k in kernels if k.fits):
        positive = list(random_inputs(kernel, random))
        for inputs in (positive, [_mixed(value, random) for value in positive]):
            compared = compare_kernels(alone, f"alone.{kernel.name}", inputs, threads=threads)
            found += [d for d in compared if d.is_kernel]
    return found
