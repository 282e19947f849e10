"""The graph of a program: its functions, their blocks, and the kernels and calls in them.

Each function is a box of blocks in program order. In a block, a kernel is below all kernels whose
results it reads. Instructions that are neither kernels nor calls are not drawn; edges lead through
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dlvm.explorer import svg
from dlvm.explorer.stages import Links, Scheduled
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Block, Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Function
from dlvm.ir.values import Value
from dlvm.tools.inspection import functions_of

_WIDTH: Final = 190
_HEIGHT: Final = 40
_GAP: Final = 26
_HEAD: Final = 26
"""The height of the name of a block or function."""
_ROW: Final = 1600
"""The width at which a new row of functions begins."""
_LONGEST: Final = 30
"""The number of characters that fit in a node."""


@dataclass(frozen=True)
class _Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height


def graph_chart(exploration: Scheduled) -> str:
    """The graph of all functions of the scheduled module."""
    fused = {
        kernel.kernel: [i.text.rpartition(" = ")[2].split()[0] for i in kernel.instructions]
        for kernel in exploration.fused
    }
    parts: list[str] = []
    x = y = _GAP
    height = width = 0.0
    for function in functions_of(exploration.scheduled, None):
        drawn, box = _function(function, exploration.links, fused, x, y)
        if box.x + box.width > _ROW and x > _GAP:
            x, y, height = _GAP, int(y + height + _GAP), 0.0
            drawn, box = _function(function, exploration.links, fused, x, y)
        parts += drawn
        x = int(x + box.width + _GAP)
        height, width = max(height, box.height), max(width, box.x + box.width)
    return svg.drawing(width + _GAP, y + height + _GAP, parts, is_zoomed=True)


def _function(
    function: Function, links: Links, fused: Mapping[str, list[str]], x: float, y: float
) -> tuple[list[str], _Box]:
    """The SVG elements of a function, and its box, with the upper left corner (``x``, ``y``)."""
    reads = _reads(function)
    boxes: dict[Instruction, _Box] = {}
    blocks: dict[Block, _Box] = {}
    bottom = y + _HEAD
    for block in function.blocks:
        rows = _rows(block, reads)
        top = bottom + _HEAD
        for row, members in enumerate(rows):
            for column, instruction in enumerate(members):
                boxes[instruction] = _Box(
                    x + 2 * _GAP + column * (_WIDTH + _GAP),
                    top + row * (_HEIGHT + _GAP),
                    _WIDTH,
                    _HEIGHT,
                )
        columns = max([1, *map(len, rows)])
        height = _HEAD + len(rows) * (_HEIGHT + _GAP)
        blocks[block] = _Box(x + _GAP, bottom, columns * (_WIDTH + _GAP) + _GAP, height)
        bottom += height + _GAP
    whole = _Box(x, y, max(b.width for b in blocks.values()) + 2 * _GAP, bottom - y)
    places = svg.places_attribute(links.of([function.location]))
    parts = [
        _rectangle(whole, "function", places),
        svg.text(x + 8, y + 18, f"@{function.name}", class_="name"),
    ]
    for block, box in blocks.items():
        parts.append(_rectangle(box, "block", svg.places_attribute(links.of([block.location]))))
        count = len(block.instructions)
        label = f"'{block.name or function.blocks.index(block)}: {count} instructions"
        parts.append(svg.text(box.x + 8, box.y + 17, label))
    parts += _branches(blocks)
    for instruction, sources in reads.items():
        if instruction in boxes:
            parts += [_edge(boxes[s], boxes[instruction]) for s in sources if s in boxes]
    parts += [_node(i, box, links, fused) for i, box in boxes.items()]
    return parts, whole


def _is_drawn(instruction: Instruction) -> bool:
    return isinstance(instruction, Apply)


def _reads(function: Function) -> dict[Instruction, tuple[Instruction, ...]]:
    """For each instruction, the kernels and calls whose results reach it without passing through
    another kernel or call."""
    found: dict[Instruction, tuple[Instruction, ...]] = {}
    for block in function.blocks:
        for instruction in block.instructions:
            sources: dict[Instruction, None] = {}
            for leaf in instruction.leaves():
                sources |= dict.fromkeys(_origins(leaf, found))
            found[instruction] = tuple(sources)
    return found


def _origins(
    value: Value, reads: Mapping[Instruction, tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    if not isinstance(value, Instruction):
        return ()
    return (value,) if _is_drawn(value) else reads.get(value, ())


def _rows(
    block: Block, reads: Mapping[Instruction, tuple[Instruction, ...]]
) -> list[list[Instruction]]:
    """The kernels and calls of a block, each in a row below those whose results it reads."""
    rows: dict[Instruction, int] = {}
    for instruction in filter(_is_drawn, block.instructions):
        rows[instruction] = 1 + max((rows.get(s, -1) for s in reads[instruction]), default=-1)
    found: list[list[Instruction]] = [[] for _ in range(max(rows.values(), default=-1) + 1)]
    for instruction, row in rows.items():
        found[row].append(instruction)
    return found


def _node(instruction: Instruction, box: _Box, links: Links, fused: Mapping[str, list[str]]) -> str:
    assert isinstance(instruction, Apply)
    callee = instruction.callee
    is_kernel = isinstance(callee, Definition)
    name = f"@{callee.name}" if isinstance(callee, Definition | Function) else "call of a value"
    inner = fused.get(callee.name or "", []) if is_kernel else []
    places = links.of_kernel(callee) if is_kernel else links.of([instruction.location])
    kind = "kernel" if is_kernel else "call"
    listed = " · ".join(inner)
    below = listed if is_kernel else f"call, returns {instruction.type}"
    return svg.element(
        "g",
        svg.title(f"{kind} {name} {listed}".rstrip()),
        _rectangle(box, kind, None),
        svg.text(box.x + 8, box.y + 17, _cut(name), class_="name"),
        svg.text(box.x + 8, box.y + 33, _cut(below)),
        class_="node",
        data_places=svg.places_attribute(places),
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _rectangle(box: _Box, kind: str, places: str | None) -> str:
    return svg.element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=5,
        class_=kind,
        data_places=places,
    )


def _edge(start: _Box, end: _Box) -> str:
    """The flow of data from one node to another."""
    bend = max(_GAP / 2, (end.y - start.bottom) / 2)
    curve = (
        f"M{start.middle:.0f} {start.bottom:.0f} "
        f"C{start.middle:.0f} {start.bottom + bend:.0f} {end.middle:.0f} {end.y - bend:.0f} "
        f"{end.middle:.0f} {end.y:.0f}"
    )
    return svg.element("path", d=curve, class_="data")


def _branches(blocks: Mapping[Block, _Box]) -> Iterator[str]:
    """The branches between blocks, drawn to the right of the blocks; back edges of loops are on the
    left."""
    for block, start in blocks.items():
        for successor in dict.fromkeys(s.block for s in block.successors):
            end = blocks[successor]
            is_back = end.y <= start.y
            side = start.x - _GAP / 2 if is_back else max(start.x + start.width, end.x) - 4
            out = side - 8 if is_back else side + _GAP
            left = start.x if is_back else start.x + start.width
            other = end.x if is_back else end.x + end.width
            low, high = start.bottom - 8, end.y + 10
            path = f"M{left:.0f} {low:.0f} C{out:.0f} {low:.0f} {out:.0f} {high:.0f} "
            words = svg.title("back edge" if is_back else "branch")
            yield svg.element("path", words, d=f"{path}{other:.0f} {high:.0f}", class_="branch")
