"""``--print-memory``: the memory that a call of each function uses, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dlvm.codegen.host.frame_report import ELSEWHERE, FrameMemory
from dlvm.tools.cost import size_text
from dlvm.tools.reports import table

_HEAD: Final = ("values", "bytes", "place", "from", "to", "takes over")
_SHOWN_VALUES: Final = 3


def memory_report(frames: Sequence[FrameMemory]) -> str:
    """For each function a line on its frame, a table of the frame's tensors, and the other
    allocations of a call."""
    return "\n".join(line for frame in frames for line in _lines(frame)) + "\n"


def _lines(frame: FrameMemory) -> Iterator[str]:
    needs = f"@{frame.function}: a frame of {frame.bytes:,} bytes"
    if frame.is_independent:
        needs += ", allocated by each call"
    if frame.peak:
        needs += f"; its tensors take at most {frame.peak:,}, at {frame.at}"
    if frame.below:
        needs += f"; {frame.below:,} are for its callees"
    if frame.scratch:
        needs += f"; {frame.scratch:,} are to exchange tensors along branches"
    yield needs
    if frame.buffers:
        rows = [
            (
                _few(b.values),
                size_text(b.bytes),
                f"{b.place:,}" if isinstance(b.place, int) else b.place,
                b.first,
                b.last,
                _few(b.reuses),
            )
            for b in frame.buffers
        ]
        yield from (f"    {line}" for line in table([_HEAD, *rows], numbers=(1, 2)).splitlines())
    for argument, result in frame.in_place:
        yield f"    {argument} is updated in place: {result} reuses its memory"
    if frame.results:
        sizes = ", ".join(f"{size_text(size)} bytes for {name}" for name, size in frame.results)
        yield f"    a call from outside allocates its results: {sizes}"
    own = [b for b in frame.buffers if b.place == ELSEWHERE]
    if own:
        names = ", ".join(b.values[0] for b in own)
        yield f"    a call allocates tensors of unknown size: {names}"
    if frame.allocations:
        yield f"        a call allocates memory at {', '.join(frame.allocations)}"


def _few(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN_VALUES
    shown = ", ".join(names[:_SHOWN_VALUES])
    return f"{shown} and {more} more" if more > 0 else shown
