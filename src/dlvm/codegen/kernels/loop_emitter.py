"""Emits the LLVM IR of kernels at stage loops: one walk over the statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.codegen.expressions.composites import composed
from dlvm.codegen.expressions.element_operations import OPERATIONS, joined
from dlvm.codegen.expressions.index_expressions import LoopIndex, Point, TensorMemory
from dlvm.codegen.kernels.loop_evaluator import LoopEvaluator, Registers
from dlvm.codegen.kernels.register_transpose import transposed
from dlvm.codegen.kernels.trip_counts import greatest, greatest_value, most_iterations
from dlvm.codegen.llvm.emitter import Declarations, Emitter, memory_type, register_type
from dlvm.compute.loop_nest.addresses import is_strided
from dlvm.ir.compute import Affine, Call, Expression, Read, Reduction
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    CopyTensor,
    ForLoop,
    If,
    LaneScan,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Prefetch,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import tensors_written, walk
from dlvm.ir.polynomial import Size

_UNKNOWN_LEVEL = 1 << 30
"""The level of values that are never hoisted."""
WORKSPACE = "%dlvm.workspace"
"""The parameter of kernel functions with the address of memory that all threads share."""
_MOST_UNPOLLED = 1 << 16
"""Loops with at most this many iterations in total do not poll for interrupts."""


class LoopEmitter:
    """Emits the body of one kernel. ``shares`` has the number of values that threads share, and the
    number of values in the smallest share."""

    def __init__(self, kernel: LoopKernel, declarations: Declarations, polls: bool) -> None:
        self.kernel = kernel
        self.emitter = Emitter()
        self.emitter.polls = polls
        self.evaluator = LoopEvaluator(self.emitter, declarations)
        self.operations = self.evaluator.operations
        self.places: dict[str, LoopIndex] = {}
        self.most: dict[str, int] = {}
        """The greatest values of variables, if known."""
        self.shares: tuple[Size, int] = (1, 1)
        self.reduced = _reduced(kernel)
        """The registers whose lanes are reduced: lanes that are not active keep their values."""
        for name in tensors_written(kernel.body):
            self.evaluator.versions[name] = 0

    def share(self, workspace: BufferAllocation) -> None:
        """Registers the memory that threads share."""
        self.evaluator.memory[workspace.name] = TensorMemory(WORKSPACE, workspace.element)

    def emit(self) -> None:
        """Emits all statements."""
        self._body(self.kernel.body)

    def _body(self, body: Sequence[Stmt]) -> None:
        registers, places = dict(self.evaluator.registers), dict(self.places)
        own = {s.name for s in body if isinstance(s, BufferAllocation)}
        hidden = {n: m for n, m in self.evaluator.memory.items() if n in own}
        for stmt in body:
            self._stmt(stmt)
            self._wrote([stmt])
        self.evaluator.registers, self.places = registers, places
        self.evaluator.memory.update(hidden)

    def _wrote(self, body: Sequence[Stmt]) -> None:
        """Notes that statements write to tensors, or will do so in a loop."""
        for name in tensors_written(body):
            self.evaluator.versions[name] += 1
            self._set_level(name)

    def _set_level(self, name: str) -> None:
        """Notes that a tensor changes here, so that reads of it are not hoisted further."""
        if name in self.evaluator.memory and name not in self.evaluator.registers:
            self.evaluator.memory[name].level = self.emitter.level

    def _stmt(self, stmt: Stmt) -> None:
        match stmt:
            case BufferAllocation():
                self._allocate(stmt)
            case Let():
                self.places[stmt.variable] = self._place(self._let(stmt))
                found = greatest_value(stmt, self.most)
                if found is not None:
                    self.most[stmt.variable] = found
            case If():
                self._if(stmt)
            case ForLoop(kind=LoopKind.SERIAL):
                self._loop(stmt)
            case Parallel():
                self._parallel(stmt)
            case ForLoop() | BufferStore():
                self._block(stmt)
            case LaneScan():
                self._scan(stmt)
            case Prefetch():
                self._prefetch(stmt.read, Point(dict(self.places)))
            case CopyTensor():
                self._copy(stmt)

    # Values of variables

    def _place(self, value: int | str) -> LoopIndex:
        if isinstance(value, int):
            return LoopIndex(None, value)
        self.evaluator.levels.setdefault(value, self.emitter.level)
        return LoopIndex(value)

    def _number(self, affine: Affine) -> int | str:
        return self.evaluator.number(affine, self.places)

    def _let(self, stmt: Let) -> str:
        first, *others = (self._number(a) for a in stmt.arguments)
        emit = self.emitter.emit
        match stmt.function:
            case "whole":
                end, step = others
                if first != 0:
                    left = emit(f"sub nsw i64 {end}, {first}")
                    rest = emit(f"urem i64 {left}, {step}")
                else:
                    rest = emit(f"urem i64 {end}, {step}")
                return emit(f"sub nsw i64 {end}, {rest}")
            case "cover":
                end, step, smaller, origin = others
                left = emit(f"sub nsw i64 {end}, {first}")
                count = emit(f"sdiv i64 {left}, {step}")
                covered = emit(f"mul nsw i64 {count}, {step}")
                rest = emit(f"sub nsw i64 {left}, {covered}")
                whole = emit(f"sub nsw i64 {end}, {origin}")
                is_large = emit(f"icmp sgt i64 {rest}, {smaller}")
                is_enough = emit(f"icmp sge i64 {whole}, {step}")
                is_taken = emit(f"and i1 {is_large}, {is_enough}")
                more = emit(f"select i1 {is_taken}, i64 {step}, i64 0")
                covered = emit(f"add nsw i64 {covered}, {more}")
                return emit(f"add nsw i64 {first}, {covered}")
            case "rem":
                return emit(f"urem i64 {first}, {others[0]}")
            case "part":
                size, count, step = others
                unit = emit(f"mul nuw nsw i64 {count}, {step}")
                more = emit(f"add nsw i64 {size}, {unit}")
                less = emit(f"sub nsw i64 {more}, 1")
                chunk = emit(f"udiv i64 {less}, {unit}")
                chunk = emit(f"mul nuw nsw i64 {chunk}, {step}")
                begin = emit(f"mul nuw nsw i64 {first}, {chunk}")
                self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
                return emit(f"call i64 @llvm.umin.i64(i64 {begin}, i64 {size})")
            case "ceil":
                (divisor,) = others
                more = emit(f"add nsw i64 {first}, {divisor}")
                less = emit(f"sub nsw i64 {more}, 1")
                return emit(f"udiv i64 {less}, {divisor}")
            case name:
                (other,) = others
                function = f"llvm.s{name}.i64"
                self.evaluator.declarations.declare(function, "i64", "i64", "i64")
                return emit(f"call i64 @{function}(i64 {first}, i64 {other})")

    # Control flow

    def _if(self, stmt: If) -> None:
        left, right = self._number(stmt.left), self._number(stmt.right)
        if isinstance(left, int) and isinstance(right, int):
            if left < right:
                self._body(stmt.body)
            return
        holds = self.emitter.emit(f"icmp slt i64 {left}, {right}")
        with self.emitter.when(holds):
            self._inside(stmt, is_open=True)

    def _loop(self, stmt: ForLoop) -> None:
        begin, end = self._number(stmt.begin), self._number(stmt.end)
        if isinstance(begin, int) and isinstance(end, int):
            if begin >= end:
                return
            if end - begin <= stmt.step:
                self.places[stmt.variable] = LoopIndex(None, begin)
                self._body(stmt.body)
                return
            self._iterations(stmt, begin, end)
            return
        some = self.emitter.emit(f"icmp slt i64 {begin}, {end}")
        with self.emitter.when(some):
            self._iterations(stmt, begin, end)

    def _iterations(self, stmt: ForLoop, begin: int | str, end: int | str) -> None:
        iterations = most_iterations(stmt, dict(self.most))
        is_short = iterations is not None and iterations <= _MOST_UNPOLLED
        with self.emitter.unpolled(is_short), self.emitter.loop(begin, end, stmt.step) as counter:
            self.evaluator.levels[counter] = self.emitter.level
            self.places[stmt.variable] = LoopIndex(counter)
            last = greatest(stmt.end.plus(-1), self.most)
            if last is not None:
                self.most[stmt.variable] = last
            self._inside(stmt, is_open=not self._is_pure(stmt))

    def _inside(self, stmt: ForLoop | If, is_open: bool) -> None:
        """Emits the statements inside another one. If ``is_open``, nothing is hoisted out of
        them."""
        self._wrote(stmt.body)
        outside = self.evaluator.floor
        if is_open:
            self.evaluator.floor = self.emitter.level
        self._body(stmt.body)
        self.evaluator.floor = outside

    def _is_pure(self, stmt: Stmt) -> bool:
        """Whether a statement writes to registers only."""
        return all(
            name in self.evaluator.registers
            or any(isinstance(s, BufferAllocation) and s.name == name for s in walk([stmt]))
            for name in tensors_written([stmt])
        )

    def _parallel(self, stmt: Parallel) -> None:
        emit, step = self.emitter.emit, stmt.step
        self.shares = (stmt.size, step)
        begin, end = "%dlvm.begin", "%dlvm.end"
        if step != 1:
            begin = emit(f"mul nuw nsw i64 {begin}, {step}")
            end = emit(f"mul nuw nsw i64 {end}, {step}")
            size = self.evaluator.size(stmt.size)
            self.evaluator.declarations.declare("llvm.umin.i64", "i64", "i64", "i64")
            end = emit(f"call i64 @llvm.umin.i64(i64 {end}, i64 {size})")
        for name, value in ((stmt.begin, begin), (stmt.end, end)):
            self.places[name] = self._place(value)
        self._body(stmt.body)

    # Memory

    def _allocate(self, stmt: BufferAllocation) -> None:
        if stmt.space is Space.REGISTERS:
            self.evaluator.registers[stmt.name] = Registers(stmt.element)
            self.evaluator.memory[stmt.name] = TensorMemory(
                None, stmt.element, level=_UNKNOWN_LEVEL
            )
            return
        pointer = self.emitter.alloca(memory_type(stmt.element), count=stmt.count)
        self.evaluator.memory[stmt.name] = TensorMemory(
            pointer, stmt.element, level=self.emitter.level
        )

    def _copy(self, stmt: CopyTensor) -> None:
        memory, source = self.evaluator.memory[stmt.target], self.evaluator.memory[stmt.source]
        self.evaluator.declarations.declare(
            "llvm.memmove.p0.p0.i64", "void", "ptr", "ptr", "i64", "i1"
        )
        size = self.evaluator.size(stmt.count * memory.element.bytes)
        elsewhere = self.emitter.emit(f"icmp ne ptr {memory.pointer}, {source.pointer}")
        with self.emitter.when(elsewhere):
            self.emitter.line(
                f"call void @llvm.memmove.p0.p0.i64(ptr {memory.pointer}, ptr {source.pointer}, "
                f"i64 {size}, i1 false)"
            )

    def _scan(self, stmt: LaneScan) -> None:
        registers, lanes = self.evaluator.registers[stmt.tensor], stmt.lanes
        element, ops = registers.element, self.operations
        type = register_type(element, lanes)
        if 0 not in registers.slots:
            registers.slots[0] = (self.emitter.alloca(type), lanes)
        slot, _ = registers.slots[0]
        value = self.emitter.emit(f"load {type}, ptr {slot}, align 64")
        # Adding 0 would turn -0 into 0.
        number = -0.0 if element.is_float and stmt.by == "add" else identity(stmt.by, element)
        start = ops.constant(number, element, lanes)
        distance = 1
        while distance < lanes:
            sources = [lane - distance if lane >= distance else lanes for lane in range(lanes)]
            ops.level = None
            moved = ops.shuffle(value, start, element, sources)
            value = OPERATIONS[stmt.by](ops, element, lanes, moved, value)
            distance *= 2
        self.emitter.line(f"store {type} {value}, ptr {slot}, align 64")

    def _prefetch(self, read: Read, point: Point) -> None:
        name = self.evaluator.declarations.declare(
            "llvm.prefetch.p0", "void", "ptr", "i32", "i32", "i32"
        )
        (index,) = read.indices
        assert isinstance(index, Affine)
        pointer = self.evaluator.address(self.evaluator.memory[read.tensor], index, point)
        self.emitter.line(f"call void {name}(ptr {pointer}, i32 0, i32 3, i32 1)")

    # Blocks of points

    def _block(self, stmt: Stmt) -> None:
        """A statement in loops that are expanded."""
        loops: list[ForLoop] = []
        while isinstance(stmt, ForLoop):
            if stmt.kind is LoopKind.SERIAL or len(stmt.body) != 1:
                self._copies(loops, stmt)
                return
            loops.append(stmt)
            (stmt,) = stmt.body
        if isinstance(stmt, Prefetch):
            for point in self._points(loops, dict(self.places)):
                self._prefetch(stmt.read, point)
            return
        assert isinstance(stmt, BufferStore)
        target = {v for i in stmt.indices if isinstance(i, Affine) for v, _ in i.terms}
        own = [loop for loop in loops if loop.variable in target or loop.lanes > 1]
        outer = [loop for loop in loops if loop not in own]
        for point in self._points(outer, dict(self.places)):
            copied = [loop.variable for loop in own if loop.lanes == 1]
            self._store_points(stmt, list(self._points(own, dict(point.places))), copied)

    def _copies(self, loops: Sequence[ForLoop], stmt: ForLoop) -> None:
        """Copies of statements that are not a single store, one after the other."""
        outside = dict(self.places)
        if stmt.kind is not LoopKind.SERIAL:
            loops = [*loops, stmt]
        for point in self._points(loops, dict(self.places)):
            assert point.vector is None
            self.places = dict(point.places)
            self._body([stmt] if stmt.kind is LoopKind.SERIAL else stmt.body)
        self.places = outside

    def _points(self, loops: Sequence[ForLoop], places: dict[str, LoopIndex]) -> Iterator[Point]:
        if not loops:
            yield Point(dict(places))
            return
        first, *others = loops
        end = self.evaluator.number(first.end, places)
        if first.kind is LoopKind.VECTOR:
            assert not others
            places[first.variable] = LoopIndex()
            mask = self.evaluator.lanes_below(end, first.lanes)
            yield Point(dict(places), first.variable, first.lanes, mask)
            return
        assert isinstance(end, int)
        for number in range(end):
            places[first.variable] = LoopIndex(None, number)
            yield from self._points(others, places)

    def _store_points(
        self, stmt: BufferStore, points: Sequence[Point], copied: Sequence[str]
    ) -> None:
        evaluator = self.evaluator
        outside, evaluator.floor = evaluator.floor, max(evaluator.floor, 0)
        evaluator.together(stmt.value, points)
        if stmt.tensor in evaluator.registers:
            for point in points:
                self._to_registers(stmt, point)
        elif stmt.by is not None:
            for point in points:
                self._combine(stmt, point)
        else:
            values = [evaluator.vector(stmt.value, point) for point in points]
            block = list(zip(points, values, strict=True))
            for group in self._groups(stmt, block, copied):
                if len(group) > 1:
                    self._store_transposed(stmt, group)
                else:
                    self._store(stmt, *group[0])
        evaluator.floor = outside

    def _to_registers(self, stmt: BufferStore, point: Point) -> None:
        element = self.evaluator.registers[stmt.tensor].element
        (index,) = stmt.indices
        assert isinstance(index, Affine)
        slot, lanes = self.evaluator.slot(stmt.tensor, index, point)
        type = register_type(element, lanes)
        access = ""
        if stmt.by is None:
            value = self._lanes(stmt.value, point, lanes)
        else:
            # In registers, a total over many iterations would have to be saved at each poll: LLVM
            # does so in the inner loop.
            is_total = any(r.tensor in self.evaluator.registers for r in stmt.value.reads)
            access = "volatile " if self.emitter.polls and is_total else ""
            value = self._accumulated(stmt, point, f"load {access}{type}, ptr {slot}, align 64")
        self.emitter.line(f"store {access}{type} {value}, ptr {slot}, align 64")

    def _lanes(self, value: Expression, point: Point, lanes: int) -> str:
        if lanes == 1:
            return self.evaluator.value(value, point)[0]
        return self.evaluator.vector(value, point)

    def _accumulated(self, stmt: BufferStore, point: Point, load: str) -> str:
        """An element of registers, combined with a value."""
        assert stmt.by is not None
        ops, body, lanes = self.operations, stmt.value, point.lanes
        element = self.evaluator.registers[stmt.tensor].element
        is_product = (
            stmt.by == "add"
            and element.is_float
            and isinstance(body, Call)
            and body.operation in ("multiply", "square")
            and composed(body) is None
        )
        if is_product:
            assert isinstance(body, Call)
            factors = [self._lanes(a, point, lanes) for a in body.arguments]
            old = self.emitter.emit(load)
            ops.level = None
            # One rounding, or two where the processor would call a function for one.
            value = ops.intrinsic("fmuladd", element, lanes, factors[0], factors[-1], old)
        else:
            term = self._lanes(body, point, lanes)
            old = self.emitter.emit(load)
            ops.level = None
            value = joined(ops, stmt.by, element, lanes, old, term)
        if point.mask is not None and stmt.tensor in self.reduced:
            value = ops.select(point.mask, element, lanes, value, old)
        return value

    def _pointer(self, stmt: BufferStore, point: Point) -> str:
        """The address of an element or of a vector in memory."""
        memory = self.evaluator.memory[stmt.tensor]
        index, *computed = stmt.indices
        assert isinstance(index, Affine)
        pointer = self.evaluator.address(memory, index, point)
        for part in computed:
            assert isinstance(part, Expression)
            place, _ = self.evaluator.value(part, point)
            stored = memory_type(memory.element)
            pointer = self.emitter.emit(f"getelementptr {stored}, ptr {pointer}, i64 {place}")
        return pointer

    def _combine(self, stmt: BufferStore, point: Point) -> None:
        """Combines an element in memory, or a vector, with a value."""
        assert stmt.by is not None
        memory, lanes = self.evaluator.memory[stmt.tensor], point.lanes
        element = memory.element
        value = self._lanes(stmt.value, point, lanes)
        pointer = self._pointer(stmt, point)
        old = self.evaluator.load_vector(element, pointer, lanes, None)
        self.operations.level = None
        value = joined(self.operations, stmt.by, element, lanes, old, value)
        value = self.operations.rounded(value, element, lanes)
        if point.mask is not None:
            value = self.operations.select(point.mask, element, lanes, value, old)
        self.evaluator.store(value, element, pointer, lanes, None)

    def _store(self, stmt: BufferStore, point: Point, value: str) -> None:
        memory = self.evaluator.memory[stmt.tensor]
        pointer = self._pointer(stmt, point)
        index = stmt.indices[0]
        assert isinstance(index, Affine)
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

    def _groups(
        self, stmt: BufferStore, block: Sequence[tuple[Point, str]], copied: Sequence[str]
    ) -> Iterator[Sequence[tuple[Point, str]]]:
        """Groups the points of a block that can be transposed together. The points of a group are
        rows, from copies of one unrolled loop. Their number is a power of two, and their elements
        are adjacent in memory."""
        index, vector = stmt.indices[0], block[0][0].vector
        if vector is None:
            yield from ([pair] for pair in block)
            return
        assert isinstance(index, Affine)
        step = index.coefficient(vector)
        row = next((v for v in copied if index.coefficient(v) == 1), None)
        groups: dict[object, list[tuple[Point, str]]] = {}
        for number, (point, value) in enumerate(block):
            key: object = number
            is_known = point.mask is None or point.mask.startswith("<")
            if point.lanes > 1 and is_known and row is not None and is_strided(step):
                others = tuple((v, p) for v, p in point.places.items() if v != row)
                key = others, point.places[row].base
            groups.setdefault(key, []).append((point, value))
        for group in groups.values():
            begin = 0
            while begin < len(group):
                most = min(len(group) - begin, group[begin][0].lanes)
                count = 1 << (most.bit_length() - 1)
                yield group[begin : begin + count]
                begin += count

    def _store_transposed(self, stmt: BufferStore, rows: Sequence[tuple[Point, str]]) -> None:
        """Stores vectors that are strided in memory, after a transposition in registers that makes
        the stores contiguous."""
        memory, (first, _) = self.evaluator.memory[stmt.tensor], rows[0]
        index = stmt.indices[0]
        assert isinstance(index, Affine)
        assert first.vector is not None
        element, lanes = memory.element, first.lanes
        pointer = self._pointer(stmt, first)
        step = self.evaluator.size(index.coefficient(first.vector))
        values = [self.evaluator.to_memory(value, element, lanes) for _, value in rows]
        stored, emit = memory_type(element), self.emitter.emit
        turned = transposed(self.emitter, values, stored, lanes)
        count = lanes if first.mask is None else first.mask.count("true")
        for lane in range(count):
            begin, line = lane - lane % len(rows), turned[lane % len(rows)]
            kept = ", ".join(f"i32 {begin + n}" for n in range(len(rows)))
            type = f"<{lanes} x {stored}>"
            part = emit(f"shufflevector {type} {line}, {type} poison, <{len(rows)} x i32> <{kept}>")
            apart = emit(f"mul nsw i64 {step}, {lane}")
            place = emit(f"getelementptr {stored}, ptr {pointer}, i64 {apart}")
            self.evaluator.store_stored(part, element, place, len(rows), None)


def parts_of(kernel: LoopKernel) -> tuple[list[tuple[Stmt, ...]], BufferAllocation | None]:
    """The statements that each thread runs and, if any, those that run after all threads; and the
    memory that threads share."""
    body = kernel.body
    shared = [s for s in body if isinstance(s, BufferAllocation) and s.space is Space.WORKSPACE]
    if not shared:
        return [body], None
    (workspace,) = shared
    place = next(n for n, s in enumerate(body) if isinstance(s, Parallel))
    before = tuple(s for s in body[: place + 1] if s is not workspace)
    return [before, body[place + 1 :]], workspace


def _reduced(kernel: LoopKernel) -> set[str]:
    """The tensors whose lanes are reduced, and those that are added to them."""
    stores = [s for s in walk(kernel.body) if isinstance(s, BufferStore)]
    found = {
        read.tensor
        for stmt in stores
        for node in stmt.value.walk()
        if isinstance(node, Reduction)
        for read in node.reads
    }
    count = -1
    while count < len(found):
        count = len(found)
        for stmt in stores:
            if stmt.tensor in found and stmt.by is not None:
                found.update(r.tensor for r in stmt.value.reads)
    return found
