"""Packing: copies the part of a factor that a tile reads, so that its vectors are contiguous."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point, TensorMemory
from dlvm.codegen.kernels.loops import KernelLoops, VariableRange, constant_mask
from dlvm.codegen.kernels.register_transpose import transposed
from dlvm.codegen.llvm.emitter import memory_type
from dlvm.compute.loop_nest.nest import NEAR, offset
from dlvm.ir.compute import Affine, Expression, Read
from dlvm.ir.types import ElementType

_UNROLLED = 16
"""The maximum number of vectors of a line that are stored without a loop, at constant offsets."""
_SHORT = 8
"""The maximum number of values of a short last variable, whose loop is unrolled."""

LoopIndices = dict[str, LoopIndex]


@dataclass(frozen=True)
class Panel:
    """A packed factor: a tensor named ``tensor``, whose elements are at ``index``. Vectors go
    along the variable ``along``, whose coefficient is 1."""

    tensor: str
    index: Affine
    along: str
    element: ElementType

    def step(self, variable: str) -> int:
        """The stride of a variable."""
        step = self.index.coefficient(variable)
        assert isinstance(step, int)
        return step

    @property
    def read(self) -> Read:
        return Read(self.tensor, (self.index,), self.element)


def place_panel(
    loops: KernelLoops, panel: Panel, memory: str, spans: Sequence[VariableRange]
) -> None:
    """Registers the panel as a tensor; ``memory`` holds only the part that the spans cover."""
    emitter, stored = loops.emitter, memory_type(panel.element)
    for span in spans:
        factor = panel.index.coefficient(span.variable)
        if span.begin != 0 and factor:
            skipped = emitter.emit(f"mul nsw i64 {span.begin}, {loops.evaluator.size(factor * -1)}")
            memory = emitter.emit(f"getelementptr {stored}, ptr {memory}, i64 {skipped}")
    loops.evaluator.memory[panel.tensor] = TensorMemory(memory, panel.element, level=emitter.level)


def pack(
    loops: KernelLoops,
    factor: Expression,
    panel: Panel,
    spans: Sequence[VariableRange],
    lanes: int,
    places: LoopIndices,
) -> None:
    """Packs a factor at all points of the spans. Lanes after the last value of the variable of the
    vectors are written too."""
    inner = next(s for s in spans if s.variable == panel.along)
    # In memory order, so that later stores overwrite excess lanes.
    outer = sorted((s for s in spans if s is not inner), key=lambda s: -panel.step(s.variable))
    turned = _transposed(factor, panel.along, outer)
    if turned is not None:
        read, across = turned
        rest = [s for s in outer if s is not across]
        _walk(
            loops, rest, places, lambda at: _squares(loops, read, panel, inner, across, lanes, at)
        )
        return

    def line(at: LoopIndices) -> None:
        for point in _vectors(loops, inner, lanes, at):
            value = loops.evaluator.vector(factor, point)
            _store(loops, panel, point, value)

    _walk(loops, outer, places, line)


def _transposed(
    factor: Expression, along: str, spans: Sequence[VariableRange]
) -> tuple[Read, VariableRange] | None:
    """The read whose contiguous variable differs from that of the panel, and this variable."""
    if not isinstance(factor, Read) or len(factor.indices) != 1:
        return None
    step = offset(factor).coefficient(along)
    span = next((s for s in spans if offset(factor).coefficient(s.variable) == 1), None)
    if span is None or step in (-1, 0, 1):
        return None
    is_short = span.count is not None and span.count <= _SHORT
    return None if is_short and step in range(NEAR + 1) else (factor, span)


def _walk(
    loops: KernelLoops,
    spans: Sequence[VariableRange],
    places: LoopIndices,
    body: Callable[[LoopIndices], None],
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


def _vectors(
    loops: KernelLoops, span: VariableRange, lanes: int, places: LoopIndices
) -> Iterator[Point]:
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
    loops: KernelLoops,
    factor: Read,
    panel: Panel,
    inner: VariableRange,
    turned: VariableRange,
    lanes: int,
    places: LoopIndices,
) -> None:
    """Packs an operand that is contiguous along another variable, by transposes in registers."""
    evaluator, emitter, start = loops.evaluator, loops.emitter, dict(places)
    source, stored = evaluator.memory[factor.tensor], memory_type(factor.element)
    line_size = min((panel.step(v) for v, _ in panel.index.terms if v != panel.along), default=0)
    # A line is read to its end before the next one, to use all of the fetched cache lines.
    for count in loops.steps(inner, lanes, start):
        at, own_mask = start[inner.variable], None
        if count is not None and count < lanes and line_size % lanes:
            # The lines that follow may be written already.
            own_mask = constant_mask(count, lanes)
        lines = [_at_most_last(loops, inner, at, line, count) for line in range(lanes)]
        for size in loops.steps(turned, lanes, start):
            first = start[turned.variable]
            mask = None if size == lanes else loops.lanes_left(turned, first, size, lanes)
            vectors: list[str] = []
            for place in lines:
                point = Point({**start, inner.variable: place})
                pointer = evaluator.address(source, offset(factor), point)
                vectors.append(evaluator.load_stored(factor.element, pointer, lanes, mask))
            turned_lines = list(enumerate(transposed(emitter, vectors, stored)))
            # Missing lines are written at the position of the last one, which then overwrites them.
            for line, vector in turned_lines[:size] if size else reversed(turned_lines):
                row = _at_most_last(loops, turned, first, line, size)
                own = Point({**start, turned.variable: row}, inner.variable, lanes)
                if panel.element is not factor.element:
                    level = emitter.level
                    vector = evaluator.to_register(vector, factor.element, lanes, level)
                    _store(loops, panel, own, vector, own_mask)
                    continue
                pointer = _address(loops, panel, own)
                evaluator.store_stored(vector, factor.element, pointer, lanes, own_mask)


def _at_most_last(
    loops: KernelLoops, span: VariableRange, place: LoopIndex, line: int, count: int | None
) -> LoopIndex:
    """The index ``line`` values later, clamped to the last of ``count``."""
    if count is not None:
        return LoopIndex(place.base, place.offset + min(line, count - 1))
    if not line:
        return place
    emitter = loops.emitter
    last = emitter.emit(f"add nsw i64 {span.end}, -1")
    own = emitter.emit(f"add nuw nsw i64 {place.base}, {line}")
    loops.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
    least = emitter.emit(f"call i64 @llvm.umin.i64(i64 {own}, i64 {last})")
    loops.evaluator.levels[least] = emitter.level
    return LoopIndex(least)


def _address(loops: KernelLoops, panel: Panel, point: Point) -> str:
    return loops.evaluator.address(loops.evaluator.memory[panel.tensor], panel.index, point)


def _store(
    loops: KernelLoops, panel: Panel, point: Point, value: str, mask: str | None = None
) -> None:
    pointer = _address(loops, panel, point)
    loops.evaluator.store(value, panel.element, pointer, point.lanes, mask)
