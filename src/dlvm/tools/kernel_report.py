"""``--report``: the kernels of a module with their work, times, limits and schedules."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from dlvm.diagnostics import error
from dlvm.text.schedule_syntax import schedule_lines
from dlvm.tools.kernel_timing import Kernel
from dlvm.tools.reports import table

_HEAD: Final = (
    "kernel", "calls", "flops", "bytes", "µs", "GFLOP/s", "GB/s", "share", "bound by", "schedule",
)  # fmt: skip
_MEMORY: Final = 1 << 28
"""The size of what fits into no cache."""
_CACHE: Final = 1 << 20
_NEAREST: Final = 1 << 15
"""The size of what fits into the cache nearest to the core."""
_GIGA: Final = 1e9


class Limits(Protocol):
    """What a machine can do at most."""

    threads: int

    def flops(self) -> float:
        """Floating-point operations in a second, of f32."""
        ...

    def bandwidth(self, size: int) -> float:
        """Bytes in a second, from a working set of so many bytes."""
        ...


class Roof:
    """The limits of a machine, each measured once."""

    def __init__(self, limits: Limits) -> None:
        self.threads = limits.threads
        self.peak = limits.flops()
        self._measured = cache(limits.bandwidth)

    def bandwidth(self, size: int) -> float:
        """The bytes in a second for a working set, between the next powers of two."""
        return self._measured(min(_MEMORY, max(_NEAREST, 1 << (max(1, size) - 1).bit_length())))


@dataclass(frozen=True)
class Measured:
    """A kernel, the seconds that it takes (None where it can not run), and the least that the
    machine would need for its arithmetic and for its bytes."""

    kernel: Kernel
    seconds: float | None
    arithmetic: float
    memory: float

    @staticmethod
    def of(kernel: Kernel, seconds: float | None, roof: Roof) -> Measured:
        """The kernel beside what the machine can do."""
        peak = roof.peak / (2 if kernel.is_double else 1)
        moved = kernel.bytes / roof.bandwidth(kernel.bytes)
        return Measured(kernel, seconds, kernel.flops / peak, moved)

    @property
    def whole(self) -> float:
        """The time of all its calls."""
        return (self.seconds or 0) * self.kernel.calls

    @property
    def bound(self) -> str:
        """Which of the two is the limit."""
        return "arithmetic" if self.arithmetic > self.memory else "memory"


def report_table(kernels: Sequence[Measured], roof: Roof) -> str:
    """A line about the machine, and one for each kernel, the longest first."""
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
        lines.append("~ sizes that are known at run time only are taken to be 64")
    if any(m.seconds is None for m in kernels):
        lines.append("– did not run, as such sizes contradict one another or are too large")
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
        ", ".join(schedule_lines(kernel.schedule)) or "in order",
    )


def _speeds(measured: Measured, seconds: float) -> tuple[str, ...]:
    return (
        f"{seconds * 1e6:.3f}",
        f"{measured.kernel.flops / seconds / _GIGA:.1f}",
        f"{measured.kernel.bytes / seconds / _GIGA:.1f}",
        f"{max(measured.arithmetic, measured.memory) / seconds:.0%}",
    )


def roofline(kernels: Sequence[Measured], roof: Roof, kind: str) -> bytes:
    """A picture, ``png`` or ``svg``: how fast each kernel computes, over how many operations it
    does with a byte, below what the machine can do. A kernel without floating-point work is not in
    it. Roofs as in Williams, Waterman and Patterson, *Roofline*, 2009.

    Raises :class:`DiagnosticError` where matplotlib is not installed.
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
    """Raises :class:`DiagnosticError` where matplotlib is not installed."""
    try:
        import matplotlib.figure  # noqa: F401 # pyright: ignore[reportUnusedImport]
    except ImportError as problem:
        raise error(
            "matplotlib is not installed, expected it for a picture: "
            "pip install 'dlvm-compiler[plot]'"
        ) from problem
