"""Reports the memory plan of a function: the buffers of its frame, and when each is live."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np

from dlvm.analysis.values.cost import bytes_of
from dlvm.codegen.host.aggregate_flattening import is_tensor
from dlvm.codegen.host.function import HostFunction
from dlvm.codegen.host.function_plan import HostPlan
from dlvm.codegen.host.memory_plan import PlannedBuffer
from dlvm.ir.instruction import Effect, Instruction
from dlvm.ir.polynomial import Size
from dlvm.ir.types import TensorType, Type
from dlvm.ir.values import Value
from dlvm.text.value_text import Names

ELSEWHERE: Final = "elsewhere"
"""The placement of a tensor of dynamic size: memory of its own."""


_NEAREST: Final = 2
"""The maximum number of previous values of a placement that are listed."""


@dataclass(frozen=True)
class FrameBuffer:
    """Memory that one or several values share.

    ``place`` is an offset in the frame in bytes, or names the owner of the memory. The buffer is
    live from the instruction ``first`` to the instruction ``last``; ``span`` has the numbers of
    these program points. ``reuses`` lists the most recent values that used the memory before.
    """

    values: tuple[str, ...]
    bytes: Size
    place: int | str
    first: str
    last: str
    span: tuple[int, int]
    reuses: tuple[str, ...] = ()


@dataclass(frozen=True)
class FrameMemory:
    """The memory of one call of a function, in bytes: ``own`` for its tensors, of which at most
    ``peak`` are live at once, at the instruction ``at``; ``scratch`` for values that branches
    exchange; and ``below`` for its callees. ``in_place`` pairs arguments with the results that take
    over their memory. If ``is_independent``, each call allocates its frame, instead of using a part
    of the caller's. ``results`` are the tensors that an external call allocates;
    ``allocations`` are the instructions that allocate."""

    function: str
    own: int
    peak: int
    at: str
    scratch: int
    below: int
    is_independent: bool
    buffers: tuple[FrameBuffer, ...]
    in_place: tuple[tuple[str, str], ...]
    results: tuple[tuple[str, Size], ...]
    allocations: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """The size of the frame."""
        return self.own + self.scratch + self.below


def describe_frame(host: HostFunction, names: Names) -> FrameMemory:
    """The frame of a function; ``names`` are those of its module."""
    plan = host.plan
    points = _ProgramPoints(plan, names.within(plan.function))
    peak, at = points.peak(_places(plan))
    arguments = [
        _name(points.names, value, leaf, plan)
        for value in plan.function.arguments
        for leaf in range(len(plan.leaves[value]))
    ]
    return FrameMemory(
        plan.function.name or "",
        plan.own_frame,
        peak,
        at,
        host.scratch,
        host.below,
        host.frame < plan.own_frame + host.scratch + host.below,
        tuple(_buffers(plan, points, arguments)),
        tuple((arguments[a], f"result {r}") for r, a in plan.shared.items()),
        tuple(
            (f"result {number}", bytes_of(type))
            for number, type in enumerate(plan.result_types)
            if is_tensor(type) and number not in plan.shared
        ),
        tuple(
            points.label(instruction)
            for block in plan.order
            for instruction in block.instructions
            if Effect.ALLOCATE in instruction.effects
        ),
    )


class _ProgramPoints:
    """The program points of a memory plan: two for each instruction, in the order of blocks."""

    def __init__(self, plan: HostPlan, names: Names) -> None:
        self.names = names
        self._several = len(plan.order) > 1
        self._blocks = plan.order
        self._steps = [[o.instruction for o in plan.blocks[b]] for b in plan.order]
        self._starts = [0, *accumulate(2 * len(s) + 2 for s in self._steps)]
        self._all = (1 << self._starts[-1]) - 1

    def span(self, buffer: PlannedBuffer) -> tuple[int, int]:
        """The first and the last point at which a buffer is live."""
        # The points of edges follow those of all blocks.
        points = buffer.kept & self._all or buffer.kept
        ends = buffer.live & self._all or buffer.live
        return (points & -points).bit_length() - 1, ends.bit_length() - 1

    def label(self, instruction: Instruction) -> str:
        """A short name of an instruction: its result or mnemonic."""
        name = self.names.values.get(instruction) if instruction.is_used else None
        text = name or instruction.mnemonic
        block = instruction.block
        return f"{self.names.block(block)} {text}" if self._several and block else text

    def at(self, point: int) -> str:
        """A description of a point."""
        number = min(bisect_right(self._starts, point) - 1, len(self._steps) - 1)
        position = (point - self._starts[number]) // 2 - 1
        if position < 0 or not self._steps[number]:
            return self.names.block(self._blocks[number])
        return self.label(self._steps[number][min(position, len(self._steps[number]) - 1)])

    def peak(self, places: Sequence[PlannedBuffer]) -> tuple[int, str]:
        """The peak of live bytes of buffers of known size, and its point."""
        count = self._starts[-1]
        total = np.zeros(count, np.int64)
        for place in places:
            points = (place.kept & self._all).to_bytes(-(-count // 8), "little")
            held = np.unpackbits(np.frombuffer(points, np.uint8), count=count, bitorder="little")
            total += held.astype(np.int64) * (place.size or 0)
        most = int(total.argmax())
        return int(total[most]), self.at(most)


def _places(plan: HostPlan) -> list[PlannedBuffer]:
    """The buffers that the function allocates."""
    return [p for p in dict.fromkeys(b.place for b in plan.buffers) if not p.is_given]


def _name(names: Names, value: Value, leaf: int, plan: HostPlan) -> str:
    several = len(plan.leaves[value]) > 1
    return f"{names.name(value)}.{leaf}" if several else names.name(value)


def _contents(
    plan: HostPlan, names: Names
) -> Mapping[PlannedBuffer, Mapping[PlannedBuffer, tuple[str, Type, bool]]]:
    """The buffers of each placement, each with the name and the type of one of its values, and a
    flag that the name is from the source."""
    found: dict[PlannedBuffer, dict[PlannedBuffer, tuple[str, Type, bool]]] = {}
    for value, leaves in plan.leaves.items():
        for number, leaf in enumerate(leaves):
            if leaf.buffer is None or leaf.buffer.readonly:
                continue
            there = found.setdefault(leaf.buffer.place, {})
            # A name from the source is more informative than a number.
            if leaf.buffer not in there or (value.name and not there[leaf.buffer][2]):
                entry = (_name(names, value, number, plan), leaf.type, bool(value.name))
                there[leaf.buffer] = entry
    return found


def _buffers(
    plan: HostPlan, points: _ProgramPoints, arguments: Sequence[str]
) -> Iterator[FrameBuffer]:
    contents = _contents(plan, points.names)
    placed: list[tuple[PlannedBuffer, str]] = []
    for place in sorted(contents, key=points.span):
        there = contents[place]
        given = place.fixed or place.cell or ""
        if not place.kept or (given.startswith("%a") and len(there) == 1):
            continue
        first, last = points.span(place)
        values = tuple(name for name, _, _ in there.values())
        _, type, _ = next(iter(there.values()))
        assert isinstance(type, TensorType)
        number = int(given[2:]) if given[2:].isdecimal() else 0
        where: int | str = ELSEWHERE if place.size is None else place.offset or 0
        before: list[str] = []
        if given:
            where = f"result {number}" if given.startswith("%r") else arguments[number]
        else:
            before = [name for other, name in placed if _overlap(place, other)]
            placed.append((place, values[0]))
        yield FrameBuffer(
            values,
            bytes_of(type) if place.size is None else place.size,
            where,
            points.at(first),
            points.at(last),
            (first, last),
            tuple(before[-_NEAREST:]),
        )


def _overlap(a: PlannedBuffer, b: PlannedBuffer) -> bool:
    """Whether the memory of two buffers in the frame overlaps."""
    (start, end), (other_start, other_end) = _extent(a), _extent(b)
    return start < other_end and other_start < end


def _extent(buffer: PlannedBuffer) -> tuple[int, int]:
    """The range in the frame of a buffer, or of the cell that points to it."""
    start = buffer.offset or 0
    return start, start + (buffer.cell_bytes if buffer.size is None else buffer.size)
