"""The roofline of a program, and the list of its charts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from dlvm.explorer import svg
from dlvm.explorer.graph import graph_chart
from dlvm.explorer.measurement import measure, roof_of
from dlvm.explorer.memory import memory_chart
from dlvm.explorer.stages import Exploration, Generated, Scheduled
from dlvm.tools.kernel_report import Measured, report_table

_GIGA: Final = 1e9
_WORKING_SETS: Final = (("32 KiB", 1 << 15), ("1 MiB", 1 << 20), ("memory", 1 << 28))


def charts(
    exploration: Exploration, *, is_live: bool = False, is_timed: bool = False
) -> list[dict[str, Any]]:
    """The charts of the stages that a program has. If ``is_timed``, the kernels are timed now, for
    a chart of their times. If the page ``is_live``, that is, a server answers its requests, it can
    also time kernels and edit schedules."""
    shown: list[dict[str, Any]] = []
    if isinstance(exploration, Scheduled):
        note = "functions, blocks, kernels; wheel: zoom, drag: move"
        shown.append(_drawn("graph", note, graph_chart(exploration)))
    if isinstance(exploration, Generated):
        note = "the frame of a call over time"
        shown.append(_drawn("memory", note, memory_chart(exploration)))
        if is_timed:
            note = "measured when the page was made"
            shown.append(_drawn("timings", note, _timings(exploration)))
        if is_live:
            note = "measured on this machine"
            shown.append({"name": "timings and schedules", "kind": "schedules", "note": note})
    return shown


def _drawn(name: str, note: str, html: str) -> dict[str, Any]:
    return {"name": name, "kind": "drawn", "note": note, "html": html}


def _timings(exploration: Scheduled) -> str:
    measured = measure(exploration)
    table = report_table(measured, roof_of(exploration.threads))
    return f"<pre>{escape(table)}</pre>{roofline_chart(measured, exploration.threads)}"


def roofline_chart(measured: Sequence[Measured], threads: int) -> str:
    """A roofline plot (Williams, Waterman and Patterson 2009): the rate of each kernel over its
    arithmetic intensity, below the limits of the machine. Kernels without floating-point work are
    left out."""
    roof = roof_of(threads)
    points = [
        (m.kernel.flops / m.kernel.bytes, m.kernel.flops / m.seconds, m)
        for m in measured
        if m.seconds and m.kernel.flops and m.kernel.bytes
    ]
    speeds = [(name, roof.bandwidth(size)) for name, size in _WORKING_SETS]
    across = [x for x, _, _ in points] + [roof.peak / speed for _, speed in speeds]
    low, slowest = min(across) / 2, min(speed for _, speed in speeds)
    up = [y for _, y, _ in points] + [low * slowest]
    frame = _LogAxes(low, max(across) * 2, min(up) / 2, roof.peak * 2)
    parts = [*frame.axes()]
    for name, speed in speeds:
        ridge = roof.peak / speed
        corners = [(low, low * speed), (ridge, roof.peak), (frame.high_x, roof.peak)]
        line = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in corners)
        parts.append(svg.element("polyline", points=line, class_="data"))
        at = frame.x(math.sqrt(low * ridge)), frame.y(math.sqrt(low * ridge) * speed)
        parts.append(svg.text(*at, f"{name}, {speed / _GIGA:.0f} GB/s"))
    whole = sum(m.whole for _, _, m in points) or 1.0
    for x, y, m in points:
        radius = 3 + 12 * math.sqrt(m.whole / whole)
        words = f"@{m.kernel.name}: {y / _GIGA:.1f} GFLOP/s, {x:.2g} operations per byte"
        fill = "hsl(215 70% 55% / 0.6)"
        parts.append(
            svg.element(
                "circle", svg.title(words), cx=frame.x(x), cy=frame.y(y), r=radius, fill=fill
            )
        )
        parts.append(svg.text(frame.x(x) + radius + 2, frame.y(y), f"@{m.kernel.name}"))
    caption = f"{threads} threads, {roof.peak / _GIGA:.0f} GFLOP/s in f32; areas by time"
    return f"<p>{escape(caption)}</p>{svg.drawing(_LogAxes.width, _LogAxes.height, parts)}"


class _LogAxes:
    """The coordinates of a plot with logarithmic axes."""

    width, height = 760, 460
    left, bottom, margin = 60, 40, 12

    def __init__(self, low_x: float, high_x: float, low_y: float, high_y: float) -> None:
        self.low_x, self.high_x, self.low_y, self.high_y = low_x, high_x, low_y, high_y

    def x(self, value: float) -> float:
        share = math.log(value / self.low_x) / math.log(self.high_x / self.low_x)
        return self.left + share * (self.width - self.left - self.margin)

    def y(self, value: float) -> float:
        share = math.log(value / self.low_y) / math.log(self.high_y / self.low_y)
        return self.height - self.bottom - share * (self.height - self.bottom - self.margin)

    def axes(self) -> Iterator[str]:
        """The powers of ten on both axes, and their names."""
        for power in _powers(self.low_x, self.high_x):
            yield _rule(self.x(power), self.margin, self.x(power), self.height - self.bottom)
            yield svg.text(self.x(power) - 10, self.height - self.bottom + 16, f"{power:g}")
        for power in _powers(self.low_y, self.high_y):
            yield _rule(self.left, self.y(power), self.width - self.margin, self.y(power))
            yield svg.text(4, self.y(power) + 4, f"{power / _GIGA:g}")
        yield svg.text(self.width / 2 - 60, self.height - 6, "operations per byte")
        yield svg.text(4, self.margin, "GFLOP/s")


def _powers(low: float, high: float) -> list[float]:
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    return [10.0**n for n in range(first, last + 1)]


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return svg.element("line", x1=x, y1=y, x2=to_x, y2=to_y, stroke="currentColor", opacity=0.15)
