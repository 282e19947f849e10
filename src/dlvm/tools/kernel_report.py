"""``--report``: the kernels of a module with their work, times, limits and schedules."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from dlvm.diagnostics import error
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.schedules import Schedule
from dlvm.text.schedule_syntax import schedule_lines
from dlvm.tools.kernel_timing import TimedKernel
from dlvm.tools.reports import table

_HEAD: Final = (
    "kernel", "calls", "flops", "bytes", "µs", "GFLOP/s", "GB/s", "share", "bound by", "schedule",
)  # fmt: skip
_MEMORY: Final = 1 << 28
"""A working set larger than all caches."""
_CACHE: Final = 1 << 20
_NEAREST: Final = 1 << 15
"""A working set that fits the first-level cache."""
_GIGA: Final = 1e9


class PeakRates(Protocol):
    """The peak rates of a machine."""

    threads: int

    def flops(self) -> float:
        """Floating-point operations per second, in f32."""
        ...

    def bandwidth(self, size: int) -> float:
        """Bytes per second from a working set of the given size."""
        ...


class Roof:
    """The limits of a machine, each measured once."""

    def __init__(self, limits: PeakRates) -> None:
        self.threads = limits.threads
        self.peak = limits.flops()
        self._measured = cache(limits.bandwidth)

    def bandwidth(self, size: int) -> float:
        """Bytes per second for a working set, interpolated between powers of two."""
        return self._measured(min(_MEMORY, max(_NEAREST, 1 << (max(1, size) - 1).bit_length())))


@dataclass(frozen=True)
class Measured:
    """A kernel, its time in seconds (None if it cannot run), and the lower bounds for its
    arithmetic and its memory traffic."""

    kernel: TimedKernel
    seconds: float | None
    arithmetic: float
    memory: float

    @staticmethod
    def of(kernel: TimedKernel, seconds: float | None, roof: Roof) -> Measured:
        """A measured kernel with the machine's lower bounds."""
        peak = roof.peak / (2 if kernel.is_double else 1)
        moved = kernel.bytes / roof.bandwidth(kernel.bytes)
        return Measured(kernel, seconds, kernel.flops / peak, moved)

    @property
    def whole(self) -> float:
        """The time of all its calls."""
        return (self.seconds or 0) * self.kernel.calls

    @property
    def limit(self) -> float:
        """The lower bound in seconds of one call."""
        return max(self.arithmetic, self.memory)

    @property
    def bound(self) -> str:
        """The limiting resource."""
        return "arithmetic" if self.arithmetic > self.memory else "memory"


def report_table(kernels: Sequence[Measured], roof: Roof) -> str:
    """A line on the machine, and one for each kernel, the slowest first."""
    ordered = sorted(kernels, key=lambda m: -m.whole)
    rows = [_HEAD, *map(_row, ordered)]
    lines = [
        f"{roof.threads} threads: {roof.peak / _GIGA:.0f} GFLOP/s in f32, "
        f"{roof.bandwidth(_NEAREST) / _GIGA:.0f} GB/s from "
        f"32 KiB, {roof.bandwidth(_CACHE) / _GIGA:.0f} from 1 MiB, "
        f"{roof.bandwidth(_MEMORY) / _GIGA:.0f} from memory",
        table(rows, numbers=range(1, 8)),
    ]
    if any(m.kernel.is_typical for m in kernels):
        lines.append("~ sizes known only at run time are assumed to be 64")
    if any(m.seconds is None for m in kernels):
        lines.append("– did not run, as the assumed sizes contradict each other or are too large")
    return "\n".join(lines) + "\n"


def _row(measured: Measured) -> tuple[str, ...]:
    kernel, seconds = measured.kernel, measured.seconds
    mark = "~" if kernel.is_typical else ""
    sizes = ", ".join(f"_{name} = {size}" for name, size in kernel.symbols.items())
    return (
        f"@{kernel.name}{mark}{f' ({sizes})' if sizes else ''}",
        str(kernel.calls),
        f"{kernel.flops:,}",
        f"{kernel.bytes:,}",
        *(_speeds(measured, seconds) if seconds else 4 * ("–",)),
        measured.bound,
        _schedule_text(kernel.schedule),
    )


def _schedule_text(schedule: Schedule | LoopKernel) -> str:
    if isinstance(schedule, LoopKernel):
        return "loops"
    return ", ".join(schedule_lines(schedule)) or "in order"


def _speeds(measured: Measured, seconds: float) -> tuple[str, ...]:
    return (
        f"{seconds * 1e6:.3f}",
        f"{measured.kernel.flops / seconds / _GIGA:.1f}",
        f"{measured.kernel.bytes / seconds / _GIGA:.1f}",
        f"{measured.limit / seconds:.0%}",
    )


def roofline(kernels: Sequence[Measured], roof: Roof, kind: str) -> bytes:
    """Draws a roofline plot (Williams, Waterman and Patterson 2009) as ``png`` or ``svg``.

    It shows the rate of each kernel over its arithmetic intensity, below the machine's limits.
    Kernels without floating-point work are left out. Raises :class:`DiagnosticError` if matplotlib
    is not installed.
    """
    check_matplotlib()
    from matplotlib.figure import Figure

    drawn = [m for m in kernels if m.seconds and m.kernel.flops and m.kernel.bytes]
    intensities = [m.kernel.flops / m.kernel.bytes for m in drawn]
    low = min([*intensities, roof.peak / roof.bandwidth(_NEAREST)]) / 4
    high = max([*intensities, roof.peak / roof.bandwidth(_MEMORY)]) * 4
    figure: Any = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot(
        xscale="log", yscale="log", xlabel="operations per byte", ylabel="GFLOP/s"
    )
    for label, size in (("32 KiB", _NEAREST), ("1 MiB", _CACHE), ("memory", _MEMORY)):
        speed = roof.bandwidth(size)
        places = [low, roof.peak / speed, high]
        heights = [min(roof.peak, place * speed) / _GIGA for place in places]
        axes.plot(places, heights, label=f"{label}, {speed / _GIGA:.0f} GB/s")
    whole = sum(m.whole for m in drawn)
    for measured, intensity in zip(drawn, intensities, strict=True):
        height = measured.kernel.flops * measured.kernel.calls / measured.whole / _GIGA
        area = 20 + 400 * measured.whole / whole
        axes.scatter([intensity], [height], s=area, color="black", alpha=0.5)
        axes.annotate(
            f"@{measured.kernel.name}", (intensity, height), xytext=(6, 4),
            textcoords="offset points", fontsize="small",
        )  # fmt: skip
    axes.set_title(
        f"{roof.threads} threads, {roof.peak / _GIGA:.0f} GFLOP/s in f32; areas by time",
        fontsize="medium",
    )
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    file = io.BytesIO()
    figure.savefig(file, format=kind, dpi=144)
    return file.getvalue()


def check_matplotlib() -> None:
    """Raises :class:`DiagnosticError` if matplotlib is not installed."""
    try:
        import matplotlib.figure  # noqa: F401 # pyright: ignore[reportUnusedImport]
    except ImportError as problem:
        raise error(
            "a plot needs matplotlib, which is not installed: pip install 'dlvm-compiler[plot]'"
        ) from problem
