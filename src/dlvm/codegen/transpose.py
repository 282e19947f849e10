"""Packing a panel of a tensor so that the vectorized variable goes along memory."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.emitter import Emitter, memory_type
from dlvm.codegen.expressions import Evaluator, Place, Point
from dlvm.compute.nest import extent, offset
from dlvm.ir.compute import Range, Read

_TILE = 16


def pack_panel(
    evaluator: Evaluator,
    read: Read,
    places: dict[str, Place],
    column: str,
    row: Range,
    columns: int,
    width: int,
) -> str:
    """Writes ``panel[row][column] = read`` for all rows and a block of columns; gives the panel.

    Memory goes along rows, so squares of it are loaded by rows and turned in registers.
    """
    emitter = evaluator.emitter
    element = read.element
    stored = memory_type(element)
    rows = extent(row)
    panel = emitter.alloca(stored, count=rows * width)
    memory = evaluator.memory[read.tensor]
    whole = rows // _TILE * _TILE

    def move(start: Place, count: int) -> None:
        for first in range(0, width, _TILE):
            tile = min(_TILE, width - first)
            vectors: list[str] = []
            for line in range(_TILE):
                if line >= tile or first + line >= columns:
                    vectors.append("zeroinitializer")
                    continue
                own = dict(places)
                own[column] = Place(places[column].base, places[column].offset + first + line)
                own[row.variable] = start
                pointer = evaluator.address(memory, offset(read), Point(own))
                vectors.append(_load(evaluator, pointer, stored, element.bytes, count))
            for line, vector in enumerate(transposed(emitter, vectors, stored)[:count]):
                place = f"{(start.offset + line) * width + first}"
                base = panel
                if start.base is not None:
                    scaled = emitter.emit(f"mul nsw i64 {start.base}, {width}")
                    base = emitter.emit(f"getelementptr {stored}, ptr {panel}, i64 {scaled}")
                pointer = emitter.emit(f"getelementptr {stored}, ptr {base}, i64 {place}")
                _store(evaluator, vector, pointer, stored, element.bytes, tile)

    if whole:
        with emitter.loop(0, whole, _TILE) as counter:
            evaluator.levels[counter] = emitter.level
            move(Place(counter), _TILE)
    if rows > whole:
        move(Place(None, whole), rows - whole)
    return panel


def _load(evaluator: Evaluator, pointer: str, stored: str, align: int, count: int) -> str:
    type = f"<{_TILE} x {stored}>"
    if count == _TILE:
        return evaluator.emitter.emit(f"load {type}, ptr {pointer}, align {align}")
    part = f"<{count} x {stored}>"
    loaded = evaluator.emitter.emit(f"load {part}, ptr {pointer}, align {align}")
    lanes = ", ".join(f"i32 {min(lane, count)}" for lane in range(_TILE))
    return evaluator.emitter.emit(
        f"shufflevector {part} {loaded}, {part} zeroinitializer, <{_TILE} x i32> <{lanes}>"
    )


def _store(
    evaluator: Evaluator, vector: str, pointer: str, stored: str, align: int, count: int
) -> None:
    type = f"<{_TILE} x {stored}>"
    if count == _TILE:
        evaluator.emitter.line(f"store {type} {vector}, ptr {pointer}, align {align}")
        return
    lanes = ", ".join(f"i32 {lane}" for lane in range(count))
    part = evaluator.emitter.emit(
        f"shufflevector {type} {vector}, {type} poison, <{count} x i32> <{lanes}>"
    )
    evaluator.emitter.line(f"store <{count} x {stored}> {part}, ptr {pointer}, align {align}")


def transposed(emitter: Emitter, vectors: Sequence[str], stored: str) -> list[str]:
    """A square of vectors turned, in log2 steps that swap ever larger blocks."""
    lanes = len(vectors)
    type = f"<{lanes} x {stored}>"
    result = list(vectors)
    distance = 1
    while distance < lanes:
        low: list[int] = []
        high: list[int] = []
        for lane in range(lanes):
            if lane & distance:
                low.append(lanes + lane - distance)
                high.append(lanes + lane)
            else:
                low.append(lane)
                high.append(lane + distance)
        turned = list(result)
        for line in range(lanes):
            if line & distance:
                continue
            pair = f"{type} {result[line]}, {type} {result[line + distance]}"
            for target, chosen in ((line, low), (line + distance, high)):
                mask = ", ".join(f"i32 {lane}" for lane in chosen)
                turned[target] = emitter.emit(f"shufflevector {pair}, <{lanes} x i32> <{mask}>")
        result = turned
        distance *= 2
    return result
