"""The memory of each function over time: the frame of a call, with the tensors in it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from dlvm.byte_sizes import in_units
from dlvm.codegen.host.frame_report import FrameBuffer, FrameMemory, describe_frame
from dlvm.explorer import svg
from dlvm.explorer.stages import Generated
from dlvm.text.value_text import Names

_WIDTH: Final = 760
_HEIGHT: Final = 260
_LEFT: Final = 8
_NARROWEST: Final = 60
"""The minimum width of a rectangle that has room for a name."""


def memory_chart(exploration: Generated) -> str:
    """A plot for each function whose frame holds tensors. The horizontal axis is time, in program
    order; the vertical axis is the offset in the frame. A rectangle is a tensor, from its first use
    to its last."""
    names = Names.of(exploration.scheduled)
    functions = [f for f in exploration.program.hosts if f in set(exploration.scheduled.functions)]
    frames = [describe_frame(exploration.program.hosts[f], names) for f in functions]
    return "".join(_plot(frame) for frame in frames) or "<p>no functions</p>"


def _plot(frame: FrameMemory) -> str:
    words = f"a frame of {in_units(frame.bytes)}"
    if frame.peak:
        words += f"; its tensors take at most {in_units(frame.peak)}, at {frame.at}"
    if frame.below:
        words += f"; {in_units(frame.below)} are for its callees"
    shown = [(b, b.place, b.bytes) for b in frame.buffers if isinstance(b.place, int)]
    placed = [(b, place, size) for b, place, size in shown if isinstance(size, int)]
    title = f"<h3>@{escape(frame.function)}</h3><p>{escape(words)}</p>"
    return title + (svg.drawing(_WIDTH, _HEIGHT, _rectangles(frame, placed)) if placed else "")


def _rectangles(frame: FrameMemory, placed: list[tuple[FrameBuffer, int, int]]) -> Iterator[str]:
    end = max(b.span[1] for b, _, _ in placed) + 1
    top = max([frame.own, *(place + size for _, place, size in placed)])
    across, up = (_WIDTH - 2 * _LEFT) / end, (_HEIGHT - 10) / top
    yield svg.element(
        "rect", x=_LEFT, y=5, width=_WIDTH - 2 * _LEFT, height=_HEIGHT - 10, class_="frame"
    )
    for number, (buffer, place, size) in enumerate(placed):
        first, last = buffer.span
        x, width = _LEFT + first * across, max(2.0, (last + 1 - first) * across)
        height = max(1.0, size * up)
        y = _HEIGHT - 5 - place * up - height
        names = ", ".join(buffer.values)
        words = f"{names}: {in_units(size)} at {place:,}, from {buffer.first} to {buffer.last}"
        color = f"hsl({number * 137 % 360} 55% 55% / 0.55)"
        yield svg.element(
            "rect", svg.title(words), x=x, y=y, width=width, height=height, fill=color
        )
        if width > _NARROWEST and height > 12:
            yield svg.text(x + 4, y + 12, names[: int(width / 7)])
