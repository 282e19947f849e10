"""The memory plan of a function: where each tensor lies.

Tensors whose lifetimes do not overlap share memory. Block arguments share it with the values passed
to them where that needs no copy, so that loops update in place; results are written where the
caller wants them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

ALIGNMENT = 64


@dataclass(eq=False)
class Buffer:
    """A tensor's storage as the program sees it: defined once, read at some points.

    ``fixed`` names memory that is given (an argument, a result, a constant); a ``readonly`` one may
    not be written by others. ``members`` are the buffers that have been merged into one place.
    """

    size: int
    fixed: str | None = None
    readonly: bool = False
    live: int = 0
    """The program points at which it holds its value, one bit each."""
    kept: int = 0
    """The same, with the point at which an operation that reads it writes its results: those may
    take its very place, but not overlap with it in any other way."""
    offset: int | None = None
    merged: Buffer | None = None

    @property
    def place(self) -> Buffer:
        """The buffer that stands for all that share this one's memory."""
        found = self
        while found.merged is not None:
            found = found.merged
        return found


@dataclass
class Step:
    """What one operation does to memory: two points, one where it reads and one where it writes.

    ``reads`` are over before anything is written; ``holds`` are read until the end.
    """

    reads: Sequence[Buffer] = ()
    holds: Sequence[Buffer] = ()
    writes: Sequence[Buffer] = ()


@dataclass
class BlockSteps:
    """The operations of a block, the buffers it defines on entry, and where it may go on."""

    arguments: list[Buffer] = field(default_factory=list[Buffer])
    steps: list[Step] = field(default_factory=list[Step])
    successors: list[int] = field(default_factory=list[int])


def compute_liveness(blocks: Sequence[BlockSteps]) -> None:
    """Sets the live points of every buffer."""
    starts: list[int] = []
    total = 0
    for block in blocks:
        starts.append(total)
        total += 2 * len(block.steps) + 2
    predecessors: list[list[int]] = [[] for _ in blocks]
    for number, block in enumerate(blocks):
        for successor in block.successors:
            predecessors[successor].append(number)
    defined: dict[Buffer, tuple[int, int]] = {}
    for number, block in enumerate(blocks):
        for buffer in block.arguments:
            defined[buffer] = (number, starts[number] + 1)
            _mark(buffer, 1, starts[number] + 1)
        for position, step in enumerate(block.steps):
            point = starts[number] + 2 + 2 * position + 1
            for buffer in step.writes:
                defined[buffer] = (number, point)
                _mark(buffer, 1, point)
    for number, block in enumerate(blocks):
        for position, step in enumerate(block.steps):
            point = starts[number] + 2 + 2 * position
            for buffer in step.reads:
                _extend(buffer, number, point, starts, blocks, predecessors, defined)
                buffer.kept |= 1 << (point + 1)
            for buffer in step.holds:
                _extend(buffer, number, point + 1, starts, blocks, predecessors, defined)


def _mark(buffer: Buffer, points: int, first: int) -> None:
    buffer.live |= points << first
    buffer.kept |= points << first


def _extend(
    buffer: Buffer,
    block: int,
    point: int,
    starts: Sequence[int],
    blocks: Sequence[BlockSteps],
    predecessors: Sequence[Sequence[int]],
    defined: Mapping[Buffer, tuple[int, int]],
) -> None:
    """Makes a buffer live from its definition up to a use."""
    if buffer not in defined:
        return
    home, start = defined[buffer]
    pending = [(block, point)]
    seen: set[int] = set()
    while pending:
        number, last = pending.pop()
        first = start if number == home and start <= last else starts[number]
        _mark(buffer, (1 << (last - first + 1)) - 1, first)
        if first == start:
            continue
        for before in predecessors[number]:
            if before not in seen:
                seen.add(before)
                end = starts[before] + 2 * len(blocks[before].steps) + 1
                pending.append((before, end))


def merge(a: Buffer, b: Buffer) -> bool:
    """Gives two buffers one place if they may share it."""
    a, b = a.place, b.place
    if a is b:
        return True
    if a.size != b.size or a.readonly or b.readonly or a.live & b.live:
        return False
    if a.fixed is not None and b.fixed is not None:
        return False
    if b.fixed is not None:
        a, b = b, a
    b.merged = a
    a.live |= b.live
    a.kept |= b.kept
    return True


def assign_offsets(buffers: Iterable[Buffer]) -> int:
    """Places all buffers that have no given memory in one arena; gives its size in bytes."""
    places = [b for b in dict.fromkeys(b.place for b in buffers) if b.fixed is None]
    places.sort(key=lambda b: -b.size)
    placed: list[Buffer] = []
    total = 0
    for buffer in places:
        taken = sorted(
            (other.offset or 0, (other.offset or 0) + other.size)
            for other in placed
            if other.kept & buffer.kept
        )
        offset = 0
        for first, end in taken:
            if offset + buffer.size <= first:
                break
            offset = max(offset, -(-end // ALIGNMENT) * ALIGNMENT)
        buffer.offset = offset
        placed.append(buffer)
        total = max(total, offset + buffer.size)
    return -(-total // ALIGNMENT) * ALIGNMENT
