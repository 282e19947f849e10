"""The base class of loops over the ranges of a scheduled definition."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from dlvm.codegen.expressions.index_expressions import Evaluator, LoopIndex, Point, TensorMemory
from dlvm.codegen.llvm.emitter import Declarations, Emitter
from dlvm.compute.loop_nest.nest import Nest
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.compute import Affine, Range, Read, Statement
from dlvm.ir.polynomial import Size
from dlvm.ir.schedules import DIRECTIVES, Directives, Schedule
from dlvm.ir.types import ElementType
from dlvm.text.schedule_syntax import directive_text


@dataclass(frozen=True)
class DirectiveRule:
    """The variables or tensors that a directive may name, and the reason why it may name no
    others."""

    subjects: Collection[str]
    why: str


Rules = Mapping[str, DirectiveRule]
"""Rules by the keywords of directives; other directives are errors."""


@dataclass(frozen=True)
class VariableRange:
    """The values of a variable from ``begin``, a multiple of ``step``, up to ``end``, as numbers or
    LLVM values. ``count`` is their number, if it is known, and ``size`` is the number of values of
    the whole range."""

    variable: str
    begin: int | str
    end: int | str
    count: int | None
    size: Size
    step: int = 1

    def place(self, value: int) -> LoopIndex:
        """The index of a value, counted from the first."""
        if isinstance(self.begin, int):
            return LoopIndex(None, self.begin + value)
        return LoopIndex(self.begin, value)


class KernelLoops(ABC):
    """The loops of one kernel, and the state of their emission."""

    kind: ClassVar[str]
    """The name of the loops in messages."""
    reads_first: ClassVar[bool] = False
    """Whether all statements read their elements at a point before any writes there."""

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        self.definition = nest.definition
        self.nest = nest
        self.plan = Directives(schedule)
        self.emitter = Emitter()
        self.evaluator = Evaluator(self.emitter, declarations)
        self.operations = self.evaluator.operations
        self.evaluator.targets = frozenset(s.target for s in self.nest.statements)
        self.stored = frozenset(self.definition.body.results)
        """The targets that are stored in memory."""
        self.bounds: dict[str, VariableRange] = {}
        """The part of a range over which reductions iterate, if it is not the whole range."""
        self.parallel_size: Size = 1
        self.parallel_step = 1

    @abstractmethod
    def rules(self) -> Rules:
        """The directives that these loops support."""

    def check(self) -> None:
        """Raises :class:`DiagnosticError` with every directive that the loops do not support."""
        problems: list[Diagnostic] = []
        rules = {"fuse": None, "intrinsic": None, **self.rules()}
        single = self._without_loops()
        for directive in self.plan.schedule.directives:
            rule = rules.get(directive.keyword, _NOTHING)
            if rule is None or set(directive.subjects) <= single:
                continue
            is_tensor = DIRECTIVES[directive.keyword].subject == "tensor"
            subjects = directive.subjects[:1] if is_tensor else directive.subjects
            if all(s in rule.subjects or s in single for s in subjects):
                continue
            sigil = "%" if is_tensor else ""
            known = ", ".join(f"{sigil}{s}" for s in dict.fromkeys(rule.subjects))
            expected = f"one of {known}" if known else "none"
            why = rule.why or f"{self.kind} do not support it"
            message = f"expected {expected}, got {directive_text(directive)}: {why}"
            location = directive.location or self.plan.schedule.location
            problems.append(Diagnostic(message, location or self.definition.location))
        if problems:
            raise DiagnosticError(problems)

    def _without_loops(self) -> set[str]:
        """The variables with a single value, which need no loop."""
        ranges = [r for s in self.definition.body.statements for r in s.ranges]
        return {r.variable for r in ranges if r.extent == 1}

    @property
    def shared(self) -> list[str]:
        """The variables that all statements share."""
        return [r.variable for r in self.nest.prefix]

    def loop_order(self, ranges: Sequence[Range]) -> list[Range]:
        """Shared ranges from the outermost loop in: in the order of the schedule, or in the given
        order with the parallel range first."""
        if self.plan.ordered.intersection(self.shared):
            places = {r: n for n, r in enumerate(self.nest.prefix)}
            return sorted(ranges, key=lambda r: places.get(r, len(places)))
        return sorted(ranges, key=lambda r: r.variable != self.plan.parallel)

    def write_into(self, other: KernelLoops) -> None:
        """Emits these loops into another kernel."""
        self.emitter, self.evaluator = other.emitter, other.evaluator
        self.operations, self.stored = other.operations, other.stored

    @abstractmethod
    def generate(self) -> None:
        """Emits the body of the function."""

    @cached_property
    def repeats_rows(self) -> bool:
        """Whether the kernel may compute elements of its result twice."""
        return False

    @contextmanager
    def loop(
        self,
        variable: str,
        begin: str | int,
        end: str | int,
        step: int,
        places: dict[str, LoopIndex],
    ) -> Generator[None]:
        """A loop over a variable; or the code without a loop, if it runs once."""
        if isinstance(begin, int) and isinstance(end, int) and end - begin <= step:
            places[variable] = LoopIndex(None, begin)
            yield
        else:
            with self.emitter.loop(begin, end, step) as counter:
                self.evaluator.levels[counter] = self.emitter.level
                places[variable] = LoopIndex(counter)
                yield
        del places[variable]

    @contextmanager
    def span(self, loop_range: Range, places: dict[str, LoopIndex]) -> Generator[None]:
        """A loop over the iterated values of a range."""
        span = self.iterated(loop_range)
        if span.count is not None:
            with self.loop(loop_range.variable, span.begin, span.end, 1, places):
                yield
            return
        some = self.emitter.emit(f"icmp slt i64 {span.begin}, {span.end}")
        with (
            self.emitter.when(some),
            self.loop(loop_range.variable, span.begin, span.end, 1, places),
        ):
            yield

    def pieces(
        self, variable: str, low: str, high: str, steps: Sequence[int], places: dict[str, LoopIndex]
    ) -> Iterator[int]:
        """Iterates from ``low`` to ``high``, which are known only at run time, in steps of
        decreasing size, the last of which is 1. Yields each step. The last block may overlap the
        one before, if the kernel ``repeats_rows``: one block of a product takes less time than two
        smaller ones."""
        emitter = self.emitter
        whole = emitter.emit(f"sub nsw i64 {high}, {low}") if self.repeats_rows else ""
        for step, smaller in zip(steps, [*steps[1:], 0], strict=True):
            if step == 1:
                end = high
            else:
                left = emitter.emit(f"sub nsw i64 {high}, {low}")
                count = emitter.emit(f"sdiv i64 {left}, {step}")
                covered = emitter.emit(f"mul nsw i64 {count}, {step}")
                if self.repeats_rows:
                    covered = self._with_last(whole, left, covered, step, smaller)
                end = emitter.emit(f"add nsw i64 {low}, {covered}")
            some = emitter.emit(f"icmp slt i64 {low}, {end}")
            with emitter.when(some), self.loop(variable, low, end, step, places):
                if step != 1 and self.repeats_rows:
                    last = emitter.emit(f"sub nsw i64 {high}, {step}")
                    counter = places[variable].base
                    first = emitter.emit(f"call i64 @llvm.smin.i64(i64 {counter}, i64 {last})")
                    self.evaluator.levels[first] = emitter.level
                    places[variable] = LoopIndex(first)
                yield step
            low = end
            if self.repeats_rows:
                low = emitter.emit(f"call i64 @llvm.smin.i64(i64 {end}, i64 {high})")

    def _with_last(self, whole: str, left: str, covered: str, step: int, smaller: int) -> str:
        """The number of values that blocks of ``step`` cover, including one more block for the
        remainder. This block is used if the remainder is larger than a smaller block, and there are
        enough values for one block."""
        emitter = self.emitter
        self.evaluator.declarations.declare("llvm.smin.i64", "i64", "i64", "i64")
        rest = emitter.emit(f"sub nsw i64 {left}, {covered}")
        is_large = emitter.emit(f"icmp sgt i64 {rest}, {smaller}")
        is_enough = emitter.emit(f"icmp sge i64 {whole}, {step}")
        is_taken = emitter.emit(f"and i1 {is_large}, {is_enough}")
        more = emitter.emit(f"select i1 {is_taken}, i64 {step}, i64 0")
        return emitter.emit(f"add nsw i64 {covered}, {more}")

    def vectors(self, span: VariableRange, places: dict[str, LoopIndex]) -> Iterator[list[Point]]:
        """Iterates over the points of a span: several vectors at a time, then one vector, then a
        masked vector for the rest."""
        variable = span.variable
        lanes = self.plan.lanes.get(variable, 1)
        several = lanes * self.plan.unroll.get(variable, 1)
        for size in self.steps(span, several, places):
            if size is not None:
                yield _side_by_side(variable, size, lanes, places)
                continue
            left, own = self.rest(span, places[variable]), dict(places)
            for part in self.steps(left, lanes, own):
                if part is not None:
                    yield _side_by_side(variable, part, lanes, own)
                elif self.is_narrow:
                    last, single = self.rest(left, own[variable]), dict(own)
                    for _ in self.steps(last, 1, single):
                        yield _side_by_side(variable, 1, lanes, single)
                else:
                    mask = self.lanes_left(left, own[variable], None, lanes)
                    yield [Point(dict(own), variable, lanes, mask)]

    def blocks(
        self, loop_range: Range, step: int, places: dict[str, LoopIndex]
    ) -> Iterator[int | None]:
        """Iterates over a range in blocks. Yields the size of each kind of block, for which the
        caller emits code; None for the last vector if it needs a mask."""
        size, variable = loop_range.size, loop_range.variable
        parallel = self.plan.parallel == variable
        begin, end = "0", self.evaluator.size(size)
        if parallel:
            self.parallel_size, self.parallel_step = size, step
            begin = self.emitter.emit(f"mul nuw nsw i64 %dlvm.begin, {step}")
            end = self.emitter.emit(f"mul nuw nsw i64 %dlvm.end, {step}")
            self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
        if not isinstance(size, int):
            if parallel:
                whole = self.evaluator.size(size)
                end = self.emitter.emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {whole})")
            lanes = self.plan.lanes.get(variable, 1)
            if lanes == 1 or lanes > step:
                yield from self.pieces(variable, begin, end, block_sizes(step), places)
            elif self.is_narrow:
                steps = sorted({step, lanes, 1}, reverse=True)
                yield from self.pieces(variable, begin, end, steps, places)
            else:
                span = VariableRange(variable, begin, end, None, size)
                yield from self._vector_blocks(span, step, lanes, places)
            return
        whole = size // step * step
        if parallel:
            limit = self.emitter.emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {whole})")
            if whole:
                some = self.emitter.emit(f"icmp ult i64 {begin}, {limit}")
                with self.emitter.when(some), self.loop(variable, begin, limit, step, places):
                    yield step
            if size > whole:
                last = self.emitter.emit(f"icmp ugt i64 {end}, {whole}")
                with self.emitter.when(last):
                    places[variable] = LoopIndex(None, whole)
                    yield size - whole
                    del places[variable]
            return
        if whole:
            with self.loop(variable, 0, whole, step, places):
                yield step
        if size > whole:
            places[variable] = LoopIndex(None, whole)
            self.emitter.forget()
            yield size - whole
            del places[variable]
            self.emitter.forget()

    def _vector_blocks(
        self, span: VariableRange, step: int, lanes: int, places: dict[str, LoopIndex]
    ) -> Iterator[int | None]:
        """Blocks of several vectors, then single vectors, then a masked vector for the rest."""
        for size in self.steps(span, step, places):
            if size is not None or step == lanes:
                yield size
                continue
            place = places[span.variable]
            yield from self.steps(self.rest(span, place), lanes, places)
            places[span.variable] = place

    @property
    def is_narrow(self) -> bool:
        """Whether masks cannot be used: LLVM 22 drops the mask of a masked store that it combines
        with a truncation."""
        return any(s.value.element.bytes < 4 for s in self.nest.statements)

    def whole(self, loop_range: Range) -> VariableRange:
        """All values of a range."""
        size = loop_range.size
        if isinstance(size, int):
            return VariableRange(loop_range.variable, 0, size, size, size)
        return VariableRange(loop_range.variable, 0, self.evaluator.size(size), None, size)

    def iterated(self, loop_range: Range) -> VariableRange:
        """The values of a range over which reductions iterate."""
        return self.bounds.get(loop_range.variable) or self.whole(loop_range)

    @contextmanager
    def tile(
        self, loop_range: Range, step: int, places: dict[str, LoopIndex], at_least_one: bool = False
    ) -> Generator[VariableRange]:
        """A loop over the tiles of a range; yields the values of a tile. A tile has ``step``
        values, except for the last one, which may be smaller. An empty range may have one tile
        without values."""
        size, variable, emitter = loop_range.size, loop_range.variable, self.emitter
        parallel = self.plan.parallel == variable
        if not parallel and isinstance(size, int) and size <= step:
            places[variable] = LoopIndex(None, 0)
            yield VariableRange(variable, 0, size, size, size)
            del places[variable]
            return
        self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
        whole = self.evaluator.size(size)
        begin, end = "0", whole
        if parallel:
            self.parallel_size, self.parallel_step = size, step
            begin = emitter.emit(f"mul nuw nsw i64 %dlvm.begin, {step}")
            end = emitter.emit(f"mul nuw nsw i64 %dlvm.end, {step}")
            end = emitter.emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {whole})")
        elif at_least_one and not isinstance(size, int):
            self.evaluator.declarations.declare("llvm.umax.i64", "i64", "i64", "i64")
            end = emitter.emit(f"call i64 @llvm.umax.i64(i64 {whole}, i64 1)")
        some = emitter.emit(f"icmp slt i64 {begin}, {end}")
        with emitter.when(some), self.loop(variable, begin, end, step, places):
            first = places[variable].base
            behind = emitter.emit(f"add nuw nsw i64 {first}, {step}")
            count = step if isinstance(size, int) and size % step == 0 else None
            if count is None:
                behind = emitter.emit(f"call i64 @llvm.umin.i64(i64 {behind}, i64 {whole})")
            assert first is not None
            self.evaluator.levels[behind] = emitter.level
            yield VariableRange(variable, first, behind, count, size, step)

    def steps(
        self, span: VariableRange, step: int, places: dict[str, LoopIndex]
    ) -> Iterator[int | None]:
        """Emits a loop over a span in steps, and another one for the remainder. Yields the step
        size of each loop, for which the caller emits the body; None if it is known only at run
        time."""
        variable, emitter = span.variable, self.emitter
        if span.count is not None:
            whole, rest = span.count // step * step, span.count % step
            if whole:
                with self.loop_over(span, whole, step, places):
                    yield step
            if rest:
                places[variable] = span.place(whole)
                yield rest
                del places[variable]
            return
        left = emitter.emit(f"sub nsw i64 {span.end}, {span.begin}")
        rest = emitter.emit(f"urem i64 {left}, {step}")
        end = emitter.emit(f"sub nsw i64 {span.end}, {rest}")
        some = emitter.emit(f"icmp slt i64 {span.begin}, {end}")
        with emitter.when(some), self.loop(variable, span.begin, end, step, places):
            yield step
        if step == 1:
            return
        size, known = span.size, None
        if isinstance(size, int) and span.step % step == 0:
            known = size % step
            if not known:
                return
        more = emitter.emit(f"icmp ne i64 {rest}, 0")
        with emitter.when(more):
            # Not as a number, even if the end is known: reads of a packed tile must not be hoisted
            # out of this branch, to tiles that do not contain the index.
            self.evaluator.levels[end] = emitter.level
            places[variable] = LoopIndex(end)
            yield known
            del places[variable]

    @contextmanager
    def loop_over(
        self, span: VariableRange, whole: int, step: int, places: dict[str, LoopIndex]
    ) -> Generator[None]:
        """A loop over the first values of a span, or the code without a loop, if it would run
        once."""
        if whole == step:
            places[span.variable] = span.place(0)
            yield
            del places[span.variable]
            return
        end = span.end if whole == span.count else self.behind(span.begin, whole)
        with self.loop(span.variable, span.begin, end, step, places):
            yield

    def behind(self, begin: int | str, count: int) -> int | str:
        """The value that is ``count`` values after the beginning of a span."""
        if isinstance(begin, int):
            return begin + count
        return self.at(LoopIndex(begin, count))

    def at(self, place: LoopIndex) -> int | str:
        """The number or LLVM value of an index."""
        if place.base is None or not place.offset:
            return place.offset if place.base is None else place.base
        value = self.emitter.emit(f"add nuw nsw i64 {place.base}, {place.offset}")
        self.evaluator.levels[value] = self.emitter.level
        return value

    def rest(self, span: VariableRange, place: LoopIndex) -> VariableRange:
        """The rest of a span from an index on."""
        return VariableRange(span.variable, self.at(place), span.end, None, span.size)

    def lanes_left(
        self, span: VariableRange, place: LoopIndex, known: int | None, lanes: int
    ) -> str:
        """A mask of the lanes, beginning at an index, that are in a span. The first ``known`` lanes
        are in it."""
        if known is not None:
            return constant_mask(known, lanes)
        self.operations.level = None
        left = self.emitter.emit(f"sub nsw i64 {span.end}, {self.at(place)}")
        wide = self.operations.splat(left, ElementType.I64, lanes)
        numbers = ", ".join(f"i64 {lane}" for lane in range(lanes))
        flags = self.emitter.emit(f"icmp ugt <{lanes} x i64> {wide}, <{numbers}>")
        self.evaluator.levels[flags] = self.emitter.level
        return flags

    def remember_target(
        self, statement: Statement, point: Point, value: str, is_vector: bool
    ) -> None:
        """Forwards the value of the target at this point to later statements."""
        indices = tuple(i for i in statement.indices or ())
        element = statement.value.element
        read = Read(statement.target, indices, element)
        if statement.target not in self.evaluator.memory:
            self.evaluator.memory[statement.target] = TensorMemory(None, element)
        if is_vector and point.vector not in read.variables:
            is_vector = False
        self.emitter.remember(self.evaluator.key(read, point), value)

    def store(self, statement: Statement, point: Point, value: str) -> None:
        memory = self.evaluator.memory[statement.target]
        assert statement.indices
        index = statement.indices[0]
        assert isinstance(index, Affine)
        pointer = self.evaluator.address(memory, index, point)
        step = index.coefficient(point.vector) if point.vector is not None else 0
        element, lanes, mask = memory.element, point.lanes, point.mask
        if lanes == 1 or step in (0, 1):
            self.evaluator.store(value, element, pointer, lanes if step else 1, mask)
        elif step == -1:
            pointer, mask = self.evaluator.backwards(element, pointer, lanes, mask)
            value = self.operations.backwards(value, element, lanes)
            self.evaluator.store(value, element, pointer, lanes, mask)
        else:
            self.evaluator.scatter(value, element, pointer, step, lanes, mask)


_NOTHING: Final = DirectiveRule((), "")
SHARED_OUT: Final = "only a dimension that all statements share is distributed over threads"


def _side_by_side(
    variable: str, size: int, lanes: int, places: Mapping[str, LoopIndex]
) -> list[Point]:
    """Vectors that cover a number of values, beginning at an index."""
    start, points = places[variable], list[Point]()
    for part in range(0, size, lanes):
        own = {**places, variable: LoopIndex(start.base, start.offset + part)}
        mask = constant_mask(size - part, lanes) if size - part < lanes else None
        points.append(Point(own, variable, lanes, mask))
    return points


def block_sizes(step: int) -> list[int]:
    """A step, and the sizes of the blocks that cover the remainder after the last whole step: the
    step divided by powers of 2, and all sizes up to 4. Each block reads the other operand of a
    product again."""
    sizes = set(range(1, min(step, 4) + 1))
    while step > 4:
        sizes.add(step)
        step = -(-step // 2)
    return sorted(sizes, reverse=True)


def constant_mask(count: int, lanes: int) -> str:
    """Flags for the first ``count`` lanes."""
    flags = (f"i1 {'true' if lane < count else 'false'}" for lane in range(lanes))
    return f"<{', '.join(flags)}>"
