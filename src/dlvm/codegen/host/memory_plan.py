"""The memory plan of a function: assigns an address to each tensor.

Tensors whose lifetimes do not overlap share memory. Block arguments share memory with the values
passed to them if no copy is needed, so that loops update in place. Results are written to the
caller's memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dlvm.codegen.storage import ALIGNMENT


@dataclass(eq=False)
class PlannedBuffer:
    """The storage of one tensor, which is defined once, and read any number of times.

    ``size`` is in bytes; None if it is known only at run time: such a tensor has separate memory,
    to which a cell in the frame points. ``fixed`` names given memory (an argument, a result, a
    constant), and ``cell`` a given cell. Other buffers may not write to a ``readonly`` one.
    """

    size: int | None
    fixed: str | None = None
    readonly: bool = False
    cell: str | None = None
    cell_bytes: int = 0
    live: int = 0
    """The program points at which the buffer is live, one bit each."""
    kept: int = 0
    """The live points, and the points at which operations that read the buffer write their results.
    A result may have exactly the address of the buffer, but may not overlap it otherwise."""
    offset: int | None = None
    merged: PlannedBuffer | None = None

    @property
    def place(self) -> PlannedBuffer:
        """The representative of the buffers that share memory with this one."""
        found = self
        while found.merged is not None:
            found = found.merged
        return found

    @property
    def is_given(self) -> bool:
        """Whether the memory of the buffer is given."""
        return self.fixed is not None or self.cell is not None


@dataclass
class BufferUse:
    """The effect of one operation on buffers: two points, one for reads and one for writes.

    ``reads`` are read before any write; ``holds`` are read until the operation ends.
    """

    reads: Sequence[PlannedBuffer] = ()
    holds: Sequence[PlannedBuffer] = ()
    writes: Sequence[PlannedBuffer] = ()


@dataclass
class BlockSteps:
    """The operations of a block, the buffers it defines on entry, and its successors. The last
    operation before a block writes those buffers."""

    arguments: list[PlannedBuffer] = field(default_factory=list[PlannedBuffer])
    steps: list[BufferUse] = field(default_factory=list[BufferUse])
    successors: list[int] = field(default_factory=list[int])


def compute_liveness(blocks: Sequence[BlockSteps]) -> list[int]:
    """Sets the live points of every buffer. Returns the first point of each block; the operation
    with index ``n`` reads at its point 2 + 2n, and writes at the next one."""
    starts: list[int] = []
    total = 0
    for block in blocks:
        starts.append(total)
        total += 2 * len(block.steps) + 2
    predecessors: list[list[int]] = [[] for _ in blocks]
    for number, block in enumerate(blocks):
        for successor in block.successors:
            predecessors[successor].append(number)
    defined: dict[PlannedBuffer, tuple[int, int]] = {}
    for number, block in enumerate(blocks):
        for buffer in block.arguments:
            defined[buffer] = (number, starts[number] + 1)
            _mark(buffer, 1, starts[number] + 1)
            for before in predecessors[number]:
                _mark(buffer, 1, _last_point(starts, blocks, before))
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
    return starts


def _mark(buffer: PlannedBuffer, points: int, first: int) -> None:
    buffer.live |= points << first
    buffer.kept |= points << first


def _extend(
    buffer: PlannedBuffer,
    block: int,
    point: int,
    starts: Sequence[int],
    blocks: Sequence[BlockSteps],
    predecessors: Sequence[Sequence[int]],
    defined: Mapping[PlannedBuffer, tuple[int, int]],
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
                pending.append((before, _last_point(starts, blocks, before)))


def _last_point(starts: Sequence[int], blocks: Sequence[BlockSteps], block: int) -> int:
    return starts[block] + 2 * len(blocks[block].steps) + 1


def merge(a: PlannedBuffer, b: PlannedBuffer) -> bool:
    """Coalesces two buffers if they can share memory; returns whether they do."""
    a, b = a.place, b.place
    if a is b:
        return True
    if a.size != b.size or a.readonly or b.readonly or a.live & b.live:
        return False
    if a.is_given and b.is_given:
        return False
    if b.is_given:
        a, b = b, a
    if a.is_given and a.cell_bytes < b.cell_bytes:
        return False
    b.merged = a
    a.cell_bytes = max(a.cell_bytes, b.cell_bytes)
    a.live |= b.live
    a.kept |= b.kept
    return True


def assign_offsets(buffers: Iterable[PlannedBuffer], start: int) -> tuple[int, int]:
    """Assigns offsets in a frame to all buffers without given memory: first to the cells, then to
    the tensors of known size. The first ``start`` bytes are reserved. Returns the size of the part
    up to the last cell, and of the whole frame, in bytes."""
    places = [b for b in dict.fromkeys(b.place for b in buffers) if not b.is_given]
    cells = _assign_cells([b for b in places if b.size is None], start)
    sized = [(b, b.size) for b in places if b.size is not None]
    # Largest buffers first; those of equal size in program order, which leaves no gaps.
    sized.sort(key=lambda b: (-b[1], b[0].kept & -b[0].kept))
    first = -(-cells // ALIGNMENT) * ALIGNMENT
    placed: list[tuple[PlannedBuffer, int, int]] = []
    total = first
    for buffer, size in sized:
        taken = sorted((o, o + s) for other, o, s in placed if other.kept & buffer.kept)
        offset = first
        for begin, end in taken:
            if offset + size <= begin:
                break
            offset = max(offset, -(-end // ALIGNMENT) * ALIGNMENT)
        buffer.offset = offset
        placed.append((buffer, offset, size))
        total = max(total, offset + size)
    return cells, -(-total // ALIGNMENT) * ALIGNMENT


def _assign_cells(places: Sequence[PlannedBuffer], start: int) -> int:
    """Assigns cells to buffers; buffers that are never live together share a cell. Returns the end
    of the cells."""
    colors: list[list[PlannedBuffer]] = []
    for buffer in places:
        for color in colors:
            if not any(other.kept & buffer.kept for other in color):
                color.append(buffer)
                break
        else:
            colors.append([buffer])
    for color in colors:
        for buffer in color:
            buffer.offset = start
        start += max(b.cell_bytes for b in color)
    return start
