"""From a scheduled definition to one LLVM function.

The function takes the tensors' addresses and the scalars, then, where numbers are drawn, the
generator's seed and counter, and last the range of tasks to run: the values of the parallel
variable, or [0, 1) where the schedule has none.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from dlvm.codegen.emitter import Declarations, Emitter, memory_type, register_type, widened
from dlvm.codegen.expressions import Evaluator, Memory, Panel, Place, Point
from dlvm.codegen.operations import OPERATIONS, SMALL
from dlvm.codegen.transpose import pack_panel
from dlvm.compute.nest import Nest, make_nest, offset, reads
from dlvm.compute.scheduling import is_packed, work_of
from dlvm.diagnostics import error
from dlvm.ir.compute import (
    Affine,
    Call,
    Definition,
    Expression,
    Range,
    Read,
    Reduction,
    Schedule,
    Statement,
    is_size,
)
from dlvm.ir.compute_rules import identity
from dlvm.ir.polynomial import Size, product, size_of
from dlvm.ir.types import BOOL, ElementType


@dataclass(frozen=True)
class Kernel:
    """A generated function. Its parallel variable has ``size`` values, ``step`` of them a task;
    ``work`` is about how many operations all of it takes."""

    name: str
    text: str
    size: Size
    step: int
    work: Size
    draws: Size


@dataclass(frozen=True)
class _Plan:
    """The schedule's directives by what they are about."""

    schedule: Schedule

    @cached_property
    def lanes(self) -> dict[str, int]:
        return self._numbers("vectorize")

    @cached_property
    def unroll(self) -> dict[str, int]:
        return self._numbers("unroll")

    @cached_property
    def parallel(self) -> str | None:
        found = [d.subjects[0] for d in self.schedule.directives if d.keyword == "parallel"]
        return found[0] if found else None

    @cached_property
    def packed(self) -> frozenset[str]:
        return frozenset(d.subjects[0] for d in self.schedule.directives if d.keyword == "pack")

    def _numbers(self, keyword: str) -> dict[str, int]:
        return {
            d.subjects[0]: d.number or 1 for d in self.schedule.directives if d.keyword == keyword
        }


def generate_kernel(
    definition: Definition, schedule: Schedule, declarations: Declarations
) -> Kernel:
    """The LLVM function of a definition."""
    return _KernelGenerator(definition, schedule, declarations).generate()


class _KernelGenerator:
    def __init__(
        self, definition: Definition, schedule: Schedule, declarations: Declarations
    ) -> None:
        self.definition = definition
        self.nest = _without_empty(make_nest(definition))
        self.plan = _Plan(schedule)
        self.emitter = Emitter()
        self.evaluator = Evaluator(self.emitter, declarations)
        self.operations = self.evaluator.operations
        self.evaluator.targets = frozenset(s.target for s in self.nest.statements)
        self.name = f"dlvm.kernel.{definition.name}"
        self.parallel_size: Size = 1
        self.parallel_step = 1

    def generate(self) -> Kernel:
        parameters = self._bind_parameters()
        if any(s.base is not None for s in self.nest.statements):
            self._scatter(self.nest.statements[0])
        elif self._by_points():
            self._points()
        else:
            self._rows()
        text = (
            f"define internal void @{self.name}({', '.join(parameters)}) #0 {{\nentry:\n"
            f"{self.emitter.text()}\n  ret void\n}}"
        )
        return Kernel(
            self.name,
            text,
            self.parallel_size,
            self.parallel_step,
            work_of(self.nest),
            self.definition.body.draws,
        )

    def _bind_parameters(self) -> list[str]:
        body, types = self.definition.body, self.nest.types
        parameters: list[str] = []
        for name in body.parameters:
            if is_size(name):
                parameters.append(f"i64 %size.{name[1:]}")
                self.evaluator.symbols[name[1:]] = f"%size.{name[1:]}"
                continue
            type = types[name]
            if type.rank:
                parameters.append(f"ptr %tensor.{name}")
                self.evaluator.memory[name] = Memory(f"%tensor.{name}", type.element)
            else:
                parameters.append(f"{register_type(type.element)} %tensor.{name}")
                self.evaluator.scalars[name] = f"%tensor.{name}"
        for name in body.results:
            parameters.append(f"ptr %tensor.{name}")
            self.evaluator.memory[name] = Memory(f"%tensor.{name}", types[name].element)
        if body.draws:
            parameters += ["i64 %dlvm.seed", "i64 %dlvm.counter"]
            self.evaluator.generator = ("%dlvm.seed", "%dlvm.counter")
        return [*parameters, "i64 %dlvm.begin", "i64 %dlvm.end"]

    def _by_points(self) -> bool:
        prefix = self.nest.prefix
        return self.nest.is_pointwise and bool(prefix) and prefix[-1].variable in self.plan.lanes

    # Loops

    @contextmanager
    def _loop(
        self, variable: str, begin: str | int, end: str | int, step: int, places: dict[str, Place]
    ) -> Generator[None]:
        """A loop over a variable; one that runs once is none."""
        if isinstance(begin, int) and isinstance(end, int) and end - begin <= step:
            places[variable] = Place(None, begin)
            yield
        else:
            with self.emitter.loop(begin, end, step) as counter:
                self.evaluator.levels[counter] = self.emitter.level
                places[variable] = Place(counter)
                yield
        del places[variable]

    @contextmanager
    def _span(self, range: Range, places: dict[str, Place]) -> Generator[None]:
        """A loop over all values of a range."""
        size = range.size
        if isinstance(size, int):
            with self._loop(range.variable, 0, size, 1, places):
                yield
            return
        end = self.evaluator.size(size)
        some = self.emitter.emit(f"icmp sgt i64 {end}, 0")
        with self.emitter.when(some), self._loop(range.variable, 0, end, 1, places):
            yield

    def _pieces(
        self, variable: str, low: str, high: str, steps: Sequence[int], places: dict[str, Place]
    ) -> Iterator[int]:
        """Goes from ``low`` up to ``high``, known at run time only, in ever smaller steps, of which
        the last is 1; gives each step."""
        emitter = self.emitter
        for step in steps:
            end = high
            if step != 1:
                left = emitter.emit(f"sub nsw i64 {high}, {low}")
                count = emitter.emit(f"sdiv i64 {left}, {step}")
                covered = emitter.emit(f"mul nsw i64 {count}, {step}")
                end = emitter.emit(f"add nsw i64 {low}, {covered}")
            some = emitter.emit(f"icmp slt i64 {low}, {end}")
            with emitter.when(some), self._loop(variable, low, end, step, places):
                yield step
            low = end

    def _blocks(self, range: Range, step: int, places: dict[str, Place]) -> Iterator[int]:
        """Goes over a range in blocks: gives each kind of block's size, for its code to be made."""
        size, variable = range.size, range.variable
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
            steps = sorted({step, lanes, 1} if lanes <= step else {step, 1}, reverse=True)
            yield from self._pieces(variable, begin, end, steps, places)
            return
        whole = size // step * step
        if parallel:
            limit = self.emitter.emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {whole})")
            if whole:
                some = self.emitter.emit(f"icmp ult i64 {begin}, {limit}")
                with self.emitter.when(some), self._loop(variable, begin, limit, step, places):
                    yield step
            if size > whole:
                last = self.emitter.emit(f"icmp ugt i64 {end}, {whole}")
                with self.emitter.when(last):
                    places[variable] = Place(None, whole)
                    yield size - whole
                    del places[variable]
            return
        if whole:
            with self._loop(variable, 0, whole, step, places):
                yield step
        if size > whole:
            places[variable] = Place(None, whole)
            self.emitter.forget()
            yield size - whole
            del places[variable]
            self.emitter.forget()

    # One element at each shared point

    def _points(self) -> None:
        nest, plan = self.nest, self.plan
        last = nest.prefix[-1]
        rows = next((r for r in nest.prefix[:-1] if plan.unroll.get(r.variable, 1) > 1), None)
        order = [r for r in nest.prefix if r not in (last, rows)]
        order.append(last)
        if rows is not None:
            order.append(rows)
        parallel = next((r for r in order if r.variable == plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._nest_points(order, {}, {}, rows)

    def _nest_points(
        self,
        order: Sequence[Range],
        places: dict[str, Place],
        sizes: dict[str, int],
        rows: Range | None,
    ) -> None:
        if not order:
            self._block(places, sizes, rows)
            return
        range, rest = order[0], order[1:]
        last = self.nest.prefix[-1]
        lanes = self.plan.lanes[last.variable]
        step = self.plan.unroll.get(range.variable, 1) * (lanes if range is last else 1)
        for size in self._blocks(range, step, places):
            sizes = {**sizes, range.variable: size}
            if range is last:
                self._pack(places, size)
            self._nest_points(rest, places, sizes, rows)

    def _pack(self, places: dict[str, Place], size: int) -> None:
        last = self.nest.prefix[-1].variable
        lanes = self.plan.lanes[last]
        width = self.plan.unroll.get(last, 1) * lanes
        for reduction in self.nest.reductions:
            inner = reduction.ranges[-1]
            for read in reads(reduction.body):
                if read.tensor not in self.plan.packed or read.tensor not in self.evaluator.memory:
                    continue
                if not is_packed(read, self.nest.prefix[-1], inner):
                    continue
                known = {v for v, _ in offset(read).terms} - {inner.variable}
                if not known <= places.keys():
                    continue
                pointer = pack_panel(self.evaluator, read, places, last, inner, size, width)
                self.evaluator.panels[read.tensor, offset(read)] = Panel(
                    pointer, width, last, inner.variable, places[last].offset
                )

    def _block(self, places: dict[str, Place], sizes: dict[str, int], rows: Range | None) -> None:
        """A block of points kept in registers."""
        self.evaluator.floor = self.emitter.level
        last = self.nest.prefix[-1].variable
        lanes = self.plan.lanes[last]
        points: list[Point] = []
        heights = range(sizes[rows.variable]) if rows is not None else range(1)
        for row in heights:
            for start in range(0, sizes[last], lanes):
                own = dict(places)
                own[last] = Place(places[last].base, places[last].offset + start)
                if rows is not None:
                    place = places[rows.variable]
                    own[rows.variable] = Place(place.base, place.offset + row)
                left = sizes[last] - start
                mask = None if left >= lanes else constant_mask(left, lanes)
                points.append(Point(own, last, lanes, mask))
        stores: list[tuple[Statement, Point, str]] = []
        for statement in self.nest.statements:
            self._reduce_at(statement.value, points)
            for point in points:
                value = self.evaluator.vector(statement.value, point)
                self._remember_target(statement, point, value, lanes > 1)
                stores.append((statement, point, value))
        for statement, point, value in stores:
            if statement.target in self.definition.body.results:
                self._store(statement, point, value)

    def _remember_target(
        self, statement: Statement, point: Point, value: str, is_vector: bool
    ) -> None:
        """Lets later statements read the target at this point without going to memory."""
        indices = tuple(i for i in statement.indices or ())
        element = statement.value.element
        read = Read(statement.target, indices, element)
        if statement.target not in self.evaluator.memory:
            self.evaluator.memory[statement.target] = Memory(None, element)
        if is_vector and point.vector not in read.variables:
            is_vector = False
        self.emitter.remember(self.evaluator.key(read, point), value)

    def _store(self, statement: Statement, point: Point, value: str) -> None:
        memory = self.evaluator.memory[statement.target]
        assert statement.indices
        index = statement.indices[0]
        assert isinstance(index, Affine)
        pointer = self.evaluator.address(memory, index, point)
        is_vector = point.lanes > 1 and index.coefficient(point.vector or "") != 0
        self.evaluator.store(
            value, memory.element, pointer, point.lanes if is_vector else 1, point.mask
        )

    # Reductions

    def _reduce_at(self, expression: Expression, points: Sequence[Point]) -> None:
        """Emits the reductions in an expression for a block of points, all of them at once."""
        for reduction in self._outer_reductions(expression):
            element = reduction.element
            type = register_type(element, points[0].lanes)
            start = self.operations.constant(
                identity(reduction.by, element), element, points[0].lanes
            )
            cells = [self.emitter.alloca(type) for _ in points]
            for cell in cells:
                self.emitter.line(f"store {type} {start}, ptr {cell}, align 64")
            self._reduction_loops(reduction, list(reduction.ranges), points, cells, {})
            for cell, point in zip(cells, points, strict=True):
                value = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
                if element in SMALL:
                    self.operations.level = None
                    value = self.operations.rounded(value, element, point.lanes)
                self._remember_reduction(reduction, point, value)

    def _remember_reduction(self, reduction: Reduction, point: Point, value: str) -> None:
        # The value is a vector even where the body is the same in every lane.
        if point.lanes > 1 and point.vector not in reduction.variables:
            type = register_type(reduction.element, point.lanes)
            value = self.emitter.emit(f"extractelement {type} {value}, i64 0")
        self.emitter.remember(self.evaluator.key(reduction, point), value)

    @staticmethod
    def _outer_reductions(expression: Expression) -> Iterator[Reduction]:
        if isinstance(expression, Reduction):
            yield expression
            return
        for child in expression.children:
            yield from _KernelGenerator._outer_reductions(child)

    def _reduction_loops(
        self,
        reduction: Reduction,
        ranges: list[Range],
        points: Sequence[Point],
        cells: Sequence[str],
        places: dict[str, Place],
    ) -> None:
        if any(r.size == 0 for r in reduction.ranges):
            return
        range_, rest = ranges[0], ranges[1:]
        unroll = self.plan.unroll.get(range_.variable, 1) if not rest else 1
        size = range_.size
        if not isinstance(size, int):
            steps = sorted({unroll, 1}, reverse=True)
            end = self.evaluator.size(size)
            for step in self._pieces(range_.variable, "0", end, steps, places):
                self._reduction_steps(reduction, rest, points, cells, places, range_, step)
            return
        whole = size // unroll * unroll
        if whole:
            with self._loop(range_.variable, 0, whole, unroll, places):
                self._reduction_steps(reduction, rest, points, cells, places, range_, unroll)
        if size > whole:
            places[range_.variable] = Place(None, whole)
            self._reduction_steps(reduction, rest, points, cells, places, range_, size - whole)
            del places[range_.variable]

    def _reduction_steps(
        self,
        reduction: Reduction,
        rest: list[Range],
        points: Sequence[Point],
        cells: Sequence[str],
        places: dict[str, Place],
        range_: Range,
        count: int,
    ) -> None:
        if rest:
            self._reduction_loops(reduction, rest, points, cells, places)
            return
        start = places[range_.variable]
        for step in range(count):
            own = {**places, range_.variable: Place(start.base, start.offset + step)}
            for point, cell in zip(points, cells, strict=True):
                self._accumulate(reduction, point.at(**own), cell)

    def _accumulate(self, reduction: Reduction, point: Point, cell: str) -> None:
        element, lanes = reduction.element, point.lanes
        type = register_type(element, lanes)
        body = reduction.body
        product = (
            reduction.by == "add"
            and element.is_float
            and isinstance(body, Call)
            and body.operation in ("multiply", "square")
        )
        if product:
            assert isinstance(body, Call)
            factors = [self.evaluator.vector(a, point) for a in body.arguments]
            old = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            self.operations.level = None
            value = self.operations.intrinsic("fma", element, lanes, factors[0], factors[-1], old)
        else:
            term = self.evaluator.vector(body, point)
            old = self.emitter.emit(f"load {type}, ptr {cell}, align 64")
            self.operations.level = None
            value = OPERATIONS[reduction.by](self.operations, element, lanes, old, term)
        if point.mask is not None and point.vector is not None and self._masks(reduction, point):
            value = self.operations.select(point.mask, element, lanes, value, old)
        self.emitter.line(f"store {type} {value}, ptr {cell}, align 64")

    @staticmethod
    def _masks(reduction: Reduction, point: Point) -> bool:
        """Whether the vectorized variable is reduced: lanes beyond its end must not count."""
        return any(r.variable == point.vector for r in reduction.ranges)

    # Rows

    def _rows(self) -> None:
        order = list(self.nest.prefix)
        parallel = next((r for r in order if r.variable == self.plan.parallel), None)
        if parallel is not None:
            order.remove(parallel)
            order.insert(0, parallel)
        self._allocate_rows()
        self._nest_rows(order, {})

    def _allocate_rows(self) -> None:
        """Memory for what one row's statements pass on within it."""
        prefix = frozenset(r.variable for r in self.nest.prefix)
        for statement in self.nest.statements:
            if statement.target in self.definition.body.results:
                continue
            element = statement.value.element
            inner = statement.ranges[len(self.nest.prefix) :]
            count = product(tuple(r.size for r in inner))
            if not isinstance(count, int):
                raise error(
                    f"%{statement.target} has rows of a size that is not known, expected it "
                    "among the results",
                    statement.location or self.definition.location,
                )
            pointer = None
            if inner:
                pointer = self.emitter.alloca(memory_type(element), count=count)
            self.evaluator.memory[statement.target] = Memory(pointer, element, prefix)

    def _nest_rows(self, order: Sequence[Range], places: dict[str, Place]) -> None:
        if order:
            for _ in self._blocks(order[0], 1, places):
                self._nest_rows(order[1:], places)
            return
        self.evaluator.floor = self.emitter.level
        for statement in self.nest.statements:
            memory = self.evaluator.memory[statement.target]
            memory.level = self.emitter.level
            inner = list(statement.ranges[len(self.nest.prefix) :])
            self._row_statement(statement, inner, places)

    def _row_statement(
        self, statement: Statement, inner: list[Range], places: dict[str, Place]
    ) -> None:
        reduces = any(True for _ in self._outer_reductions(statement.value))
        if len(inner) > 1 or (inner and reduces):
            with self._span(inner[0], places):
                self._row_statement(statement, inner[1:], places)
            return
        if not inner:
            point = Point(dict(places))
            outside, self.evaluator.floor = self.evaluator.floor, self.emitter.level
            self._reduce_lanes(statement.value, point)
            value, _ = self.evaluator.value(statement.value, point)
            self.evaluator.floor = outside
            self._remember_target(statement, point, value, False)
            memory = self.evaluator.memory[statement.target]
            if memory.pointer is not None:
                self._store(statement, point, value)
            return
        for point in self._row_points(inner[0], places):
            value = self.evaluator.vector(statement.value, point)
            self._store(statement, point, value)

    def _row_points(self, range_: Range, places: dict[str, Place]) -> Iterator[Point]:
        """The points of a vectorized range: a loop over whole vectors, and the rest by mask."""
        variable, size = range_.variable, range_.size
        lanes = self.plan.lanes.get(variable, 1)
        unroll = self.plan.unroll.get(variable, 1)
        if not isinstance(size, int):
            steps = sorted({lanes * unroll, lanes, 1}, reverse=True)
            for step in self._pieces(variable, "0", self.evaluator.size(size), steps, places):
                place = places[variable]
                for part in range(0, step, lanes):
                    own = {**places, variable: Place(place.base, place.offset + part)}
                    mask = constant_mask(step, lanes) if step < lanes else None
                    yield Point(own, variable, lanes, mask)
            return
        start = 0
        for count in (unroll, 1):
            step = lanes * count
            whole = start + (size - start) // step * step
            if whole > start:
                with self._loop(variable, start, whole, step, places):
                    place = places[variable]
                    for part in range(count):
                        own = {**places, variable: Place(place.base, place.offset + part * lanes)}
                        yield Point(own, variable, lanes)
            start = whole
        if start < size:
            own = {**places, variable: Place(None, start)}
            yield Point(own, variable, lanes, constant_mask(size - start, lanes))

    def _reduce_lanes(self, expression: Expression, point: Point) -> None:
        """Emits the reductions of a scalar, vectorized along what they reduce."""
        for reduction in self._outer_reductions(expression):
            element = reduction.element
            inner = reduction.ranges[-1]
            lanes = self.plan.lanes.get(inner.variable, 1)
            count = self.plan.unroll.get(inner.variable, 1)
            type = register_type(element, lanes)
            start = self.operations.constant(identity(reduction.by, element), element, lanes)
            cells = [self.emitter.alloca(type) for _ in range(count)]
            for cell in cells:
                self.emitter.line(f"store {type} {start}, ptr {cell}, align 64")
            places = dict(point.places)
            if all(r.size != 0 for r in reduction.ranges):
                self._lane_loops(reduction, list(reduction.ranges[:-1]), places, cells)
            values = [self.emitter.emit(f"load {type}, ptr {c}, align 64") for c in cells]
            self.operations.level = None
            total = values[0]
            for value in values[1:]:
                total = OPERATIONS[reduction.by](self.operations, element, lanes, total, value)
            total = self.operations.reduce_lanes(reduction.by, element, lanes, total)
            total = self.operations.rounded(total, element, 1)
            self.emitter.remember(self.evaluator.key(reduction, point), total)

    def _lane_loops(
        self,
        reduction: Reduction,
        outer: list[Range],
        places: dict[str, Place],
        cells: Sequence[str],
    ) -> None:
        if outer:
            with self._span(outer[0], places):
                self._lane_loops(reduction, outer[1:], places, cells)
            return
        for number, point in enumerate(self._row_points(reduction.ranges[-1], places)):
            self._accumulate(reduction, point, cells[number % len(cells)])

    # Scatter

    def _scatter(self, statement: Statement) -> None:
        """Copies the base, then writes update by update: order matters where indices repeat."""
        target, base = statement.target, statement.base
        assert base is not None
        memory = self.evaluator.memory[target]
        shape = self.nest.types[target].shape
        count = product(tuple(size_of(dim) for dim in shape))
        if count:
            self.evaluator.declarations.declare(
                "llvm.memmove.p0.p0.i64", "void", "ptr", "ptr", "i64", "i1"
            )
            source = self.evaluator.memory[base].pointer
            size = self.evaluator.size(count * memory.element.bytes)
            elsewhere = self.emitter.emit(f"icmp ne ptr {memory.pointer}, {source}")
            with self.emitter.when(elsewhere):
                self.emitter.line(
                    f"call void @llvm.memmove.p0.p0.i64(ptr {memory.pointer}, ptr {source}, "
                    f"i64 {size}, i1 false)"
                )
        if all(r.size != 0 for r in statement.ranges) and count:
            self._scatter_loops(statement, list(statement.ranges), {})

    def _scatter_loops(
        self, statement: Statement, ranges: list[Range], places: dict[str, Place]
    ) -> None:
        if ranges:
            with self._span(ranges[0], places):
                self._scatter_loops(statement, ranges[1:], places)
            return
        point = Point(dict(places))
        value, _ = self.evaluator.value(statement.value, point)
        memory = self.evaluator.memory[statement.target]
        assert statement.indices
        first, *computed = statement.indices
        assert isinstance(first, Affine)
        pointer = self.evaluator.address(memory, first, point)
        stored = memory_type(memory.element)
        for part in computed:
            assert isinstance(part, Expression)
            index, _ = self.evaluator.value(part, point)
            pointer = self.emitter.emit(f"getelementptr {stored}, ptr {pointer}, i64 {index}")
        if statement.by is not None:
            old = self.emitter.emit(f"load {stored}, ptr {pointer}, align {memory.element.bytes}")
            old = self._register(old, memory.element)
            self.operations.level = None
            joined = OPERATIONS[statement.by](self.operations, memory.element, 1, old, value)
            value = self.operations.rounded(joined, memory.element, 1)
        self.evaluator.store(value, memory.element, pointer, 1, None)

    def _register(self, value: str, element: ElementType) -> str:
        if element is BOOL:
            return self.emitter.emit(f"icmp ne i8 {value}, 0")
        if element in SMALL:
            return widened(self.emitter.emit, value, element)
        return value


def _without_empty(nest: Nest) -> Nest:
    """Leaves out the statements that compute no elements. One with a base copies that anyway."""
    statements = tuple(
        s for s in nest.statements if s.base is not None or all(r.size != 0 for r in s.ranges)
    )
    return replace(nest, statements=statements)


def constant_mask(count: int, lanes: int) -> str:
    """Flags for the first ``count`` lanes."""
    flags = (f"i1 {'true' if lane < count else 'false'}" for lane in range(lanes))
    return f"<{', '.join(flags)}>"
