"""Packing: copying the part of a factor that a tile reads, so that its vectors lie side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dlvm.codegen.emitter import memory_type, register_type
from dlvm.codegen.expressions import Memory, Place, Point
from dlvm.codegen.loops import Loops, Span, constant_mask
from dlvm.codegen.operations import SMALL
from dlvm.compute.nest import offset
from dlvm.ir.compute import Affine, Expression, Read
from dlvm.ir.types import ElementType

_SQUARE = 16
_UNROLLED = 16
"""The most vectors of a line that are written without a loop, so that their places are known."""
_SHORT = 8
"""How many values of the last variable are."""

Places = dict[str, Place]


@dataclass(frozen=True)
class Panel:
    """A packed factor: a tensor of the name ``tensor``, whose elements lie at ``index``. Vectors go
    along the variable ``along``, whose coefficient is 1."""

    tensor: str
    index: Affine
    along: str
    element: ElementType

    @property
    def read(self) -> Read:
        return Read(self.tensor, (self.index,), self.element)


def packed_element(factor: Expression) -> ElementType:
    """What a panel holds: small floats are widened once."""
    return ElementType.F32 if factor.element in SMALL else factor.element


def place_panel(loops: Loops, panel: Panel, memory: str, spans: Sequence[Span]) -> None:
    """Makes the panel known as a tensor of which ``memory`` holds the part at the spans."""
    emitter, stored = loops.emitter, memory_type(panel.element)
    for span in spans:
        factor = panel.index.coefficient(span.variable)
        if span.begin != 0 and factor:
            skipped = emitter.emit(
                f"mul nsw i64 {span.begin}, {loops.evaluator.size(factor * -1)}"
            )
            memory = emitter.emit(f"getelementptr {stored}, ptr {memory}, i64 {skipped}")
    loops.evaluator.memory[panel.tensor] = Memory(memory, panel.element, level=emitter.level)


def pack(
    loops: Loops,
    factor: Expression,
    panel: Panel,
    spans: Sequence[Span],
    lanes: int,
    places: Places,
) -> None:
    """Writes a factor to its panel at all points of the spans. Lanes behind the last value of the
    vectors' variable are written too."""
    inner = next(s for s in spans if s.variable == panel.along)
    outer = [s for s in spans if s is not inner]
    turned = _turned(factor, panel.along, outer)
    if turned is not None:
        rest = [s for s in outer if s is not turned]
        _walk(loops, rest, places, lambda at: _squares(loops, factor, panel, inner, turned, at))
        return

    def line(at: Places) -> None:
        for point in _vectors(loops, inner, lanes, at):
            value = loops.evaluator.vector(factor, point)
            _store(loops, panel, point, value)

    _walk(loops, outer, places, line)


def _turned(factor: Expression, along: str, spans: Sequence[Span]) -> Span | None:
    """The variable along which a factor lies in memory, where its vectors do not."""
    if not isinstance(factor, Read) or len(factor.indices) != 1:
        return None
    step = offset(factor).coefficient(along)
    if isinstance(step, int) and abs(step) <= 4:
        return None
    return next((s for s in spans if offset(factor).coefficient(s.variable) == 1), None)


def _walk(
    loops: Loops, spans: Sequence[Span], places: Places, body: Callable[[Places], None]
) -> None:
    """Loops over all values of the spans, the first one outermost."""
    if not spans:
        body(places)
        return
    (first, *rest), own = spans, dict(places)
    if not rest and first.count is not None and first.count <= _SHORT:
        for value in range(first.count):
            own[first.variable] = first.place(value)
            body(own)
        return
    with loops.loop(first.variable, first.begin, first.end, 1, own):
        _walk(loops, rest, own, body)


def _vectors(loops: Loops, span: Span, lanes: int, places: Places) -> Iterator[Point]:
    variable = span.variable
    if span.count is not None and span.count <= _UNROLLED * lanes:
        for start in range(0, span.count, lanes):
            left = span.count - start
            mask = None if left >= lanes else constant_mask(left, lanes)
            yield Point({**places, variable: span.place(start)}, variable, lanes, mask)
        return
    at = dict(places)
    for size in loops.steps(span, lanes, at):
        mask = None if size == lanes else loops.lanes_left(span, at[variable], size, lanes)
        yield Point(at, variable, lanes, mask)


def _squares(
    loops: Loops, factor: Expression, panel: Panel, inner: Span, turned: Span, places: Places
) -> None:
    """Packs what lies along another variable than its panel, by squares turned in registers."""
    evaluator = loops.evaluator
    element = register_type(panel.element)
    start = dict(places)
    for size in loops.steps(turned, _SQUARE, start):
        first = start[turned.variable]
        mask = None if size == _SQUARE else loops.lanes_left(turned, first, size, _SQUARE)
        for count in loops.steps(inner, _SQUARE, start):
            vectors: list[str] = []
            for line in range(_SQUARE):
                place = _at_most_last(loops, inner, start[inner.variable], line, count)
                point = Point({**start, inner.variable: place}, turned.variable, _SQUARE, mask)
                vectors.append(evaluator.vector(factor, point))
            for line, vector in enumerate(transposed(loops, vectors, element)):
                row = Place(first.base, first.offset + line)
                own = Point({**start, turned.variable: row}, inner.variable, _SQUARE)
                _store(loops, panel, own, vector)


def _at_most_last(loops: Loops, span: Span, place: Place, line: int, count: int | None) -> Place:
    """The place that comes ``line`` values later, or the last one of ``count`` that exist."""
    if count is not None:
        return Place(place.base, place.offset + min(line, count - 1))
    if not line:
        return place
    emitter = loops.emitter
    last = emitter.emit(f"add nsw i64 {span.end}, -1")
    own = emitter.emit(f"add nuw nsw i64 {place.base}, {line}")
    loops.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
    least = emitter.emit(f"call i64 @llvm.umin.i64(i64 {own}, i64 {last})")
    loops.evaluator.levels[least] = emitter.level
    return Place(least)


def _store(loops: Loops, panel: Panel, point: Point, value: str) -> None:
    memory = loops.evaluator.memory[panel.tensor]
    pointer = loops.evaluator.address(memory, panel.index, point)
    loops.evaluator.store(value, panel.element, pointer, point.lanes, None)


def transposed(loops: Loops, vectors: list[str], element: str) -> list[str]:
    """A square of vectors turned, in log2 steps that swap ever larger blocks."""
    type = f"<{_SQUARE} x {element}>"
    distance = 1
    while distance < _SQUARE:
        result = list(vectors)
        low: list[int] = []
        high: list[int] = []
        for lane in range(_SQUARE):
            if lane & distance:
                low.append(_SQUARE + lane - distance)
                high.append(_SQUARE + lane)
            else:
                low.append(lane)
                high.append(lane + distance)
        for line in range(_SQUARE):
            if line & distance:
                continue
            pair = f"{type} {vectors[line]}, {type} {vectors[line + distance]}"
            for target, lanes in ((line, low), (line + distance, high)):
                mask = ", ".join(f"i32 {lane}" for lane in lanes)
                result[target] = loops.emitter.emit(
                    f"shufflevector {pair}, <{_SQUARE} x i32> <{mask}>"
                )
        vectors = result
        distance *= 2
    return vectors
