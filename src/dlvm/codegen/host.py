"""Host code: functions with their control flow, calls and scalars, and the kernels they apply.

A function becomes ``i32 @dlvm.f.NAME(context, frame, leaves…, results…)``: it returns 0, or the
number of the trap that ended it. Scalars are passed by value, tensors by address; results are
written where the caller says. ``frame`` is the arena for this call and those below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dlvm.codegen.emitter import Declarations, Emitter, Lines, memory_type, narrowed, register_type
from dlvm.codegen.host_plan import (
    HostPlan,
    Leaf,
    Operation,
    called_functions,
    symbol,
)
from dlvm.codegen.kernel import Kernel
from dlvm.codegen.leaves import byte_size, leaf_range
from dlvm.codegen.memory import (
    Buffer,
)
from dlvm.codegen.operations import Operations
from dlvm.compute.nest import strides
from dlvm.diagnostics import Location
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import (
    Apply,
    Branch,
    Broadcast,
    Conditional,
    DataTypeCast,
    Elementwise,
    Extract,
    Insert,
    LiteralInstruction,
    PadShape,
    Return,
    Select,
    ShapeCast,
    SqueezeShape,
    Transpose,
)
from dlvm.ir.module import Block, Function
from dlvm.ir.types import BOOL, ElementType
from dlvm.ir.values import Aggregate

_BELOW: Final = "?below?"
CONTEXT: Final = {"seed": 0, "counter": 8, "threads": 16, "found": 24}
"""Byte offsets of the fields of the context that every function is given."""


@dataclass
class Traps:
    """The ways in which a program can end early: messages, numbered from 1."""

    messages: list[str] = field(default_factory=list[str])

    def number(self, message: str, location: Location | None) -> int:
        where = "" if location is None else f"{location}: "
        excerpt = "" if location is None else "\n" + location.excerpt()
        text = f"{where}{message}{excerpt}"
        if text not in self.messages:
            self.messages.append(text)
        return self.messages.index(text) + 1


@dataclass(frozen=True)
class HostFunction:
    """A generated function: its text, and the arena that it and what it calls need, in bytes.

    ``shared`` maps a result leaf to the argument leaf whose memory it takes over.
    """

    name: str
    text: str
    frame: int
    shared: Mapping[int, int]


class HostGenerator:
    """Generates one function. ``frames`` has the arena sizes of the functions that it calls."""

    def __init__(
        self,
        function: Function,
        kernels: Mapping[Definition, Kernel],
        frames: Mapping[Function, int],
        declarations: Declarations,
        traps: Traps,
        donated: Sequence[int] = (),
    ) -> None:
        self.function = function
        self.plan = HostPlan(function, declarations, donated)
        self.kernels = kernels
        self.frames = frames
        self.declarations = declarations
        self.traps = traps
        self.emitter = Emitter()
        self.operations = Operations(self.emitter, declarations)
        self.labels = {b: f"b{n}" for n, b in enumerate(function.blocks)}
        self.scratch = 0
        self.phis: dict[Leaf, list[tuple[str, str]]] = {}

    def generate(self) -> HostFunction:
        text = self._emit(self.plan.order)
        below = max((self.frames.get(f, 0) for f in called_functions(self.function)), default=0)
        frame = self.plan.own_frame + self.scratch + below
        return HostFunction(symbol(self.function), text, frame, self.plan.shared)

    def _address(self, leaf: Leaf) -> str:
        assert leaf.buffer is not None
        place = leaf.buffer.place
        base = place.fixed
        if base is None:
            base = self.emitter.emit(f"getelementptr i8, ptr %frame, i64 {place.offset}")
        if not leaf.element:
            return base
        skip = leaf.element * leaf.type.element.bytes
        return self.emitter.emit(f"getelementptr i8, ptr {base}, i64 {skip}")

    # Emission

    def _emit(self, order: Sequence[Block]) -> str:
        emitter = self.emitter
        phis: dict[Block, Lines] = {}
        emitter.line(f"br label %{self.labels[order[0]]}")
        for block in order:
            if block is self.function.entry:
                continue
            for leaf in (leaf for a in block.arguments for leaf in self.plan.leaves[a]):
                if leaf.buffer is None:
                    leaf.operand = emitter.name("p")
                    self.phis[leaf] = []
        for block in order:
            emitter.start_block(self.labels[block])
            phis[block] = emitter.placeholder()
            for operation in self.plan.blocks[block]:
                self._emit_operation(operation, block)
        for block, lines in phis.items():
            if block is self.function.entry:
                continue
            for leaf in (leaf for a in block.arguments for leaf in self.plan.leaves[a]):
                if leaf in self.phis:
                    incoming = ", ".join(f"[ {v}, %{f} ]" for v, f in self.phis[leaf])
                    type = register_type(leaf.type.element)
                    lines.append(f"  {leaf.operand} = phi {type} {incoming}")
        below = self.plan.own_frame + self.scratch
        text = emitter.text().replace(_BELOW, str(below))
        parameters = ["ptr %context", "ptr %frame"]
        number = 0
        for argument in self.function.arguments:
            for leaf in self.plan.leaves[argument]:
                kind = "ptr" if leaf.type.rank else register_type(leaf.type.element)
                parameters.append(f"{kind} %a{number}")
                number += 1
        parameters += [f"ptr %r{n}" for n in range(len(self.plan.result_types))]
        return (
            f"define internal i32 @{symbol(self.function)}({', '.join(parameters)}) #0 {{\n"
            f"entry:\n{text}\n}}"
        )

    def _emit_operation(self, operation: Operation, block: Block) -> None:
        op = operation.instruction
        match op:
            case Apply() if isinstance(op.callee, Definition):
                self._emit_kernel(op, op.callee)
            case Apply():
                self._emit_call(op)
            case Elementwise() | Select() | DataTypeCast():
                self._emit_scalar(op)
            case Extract():
                self._emit_extract(op)
            case Insert() if operation.step.writes:
                self._emit_insert(op)
            case LiteralInstruction() if operation.step.writes:
                self._emit_tensor(op)
            case ShapeCast() | PadShape() | SqueezeShape() | Broadcast() | Transpose():
                self._emit_view(op)
            case Branch():
                label = self._edge(block, 0)
                self.emitter.line(f"br label %{label}")
                self._emit_edge(block, 0)
            case Conditional():
                flag = self._scalar(self.plan.leaves_of(op.condition)[0])
                labels = [self._edge(block, n) for n in range(2)]
                self.emitter.line(f"br i1 {flag}, label %{labels[0]}, label %{labels[1]}")
                for number in range(2):
                    self._emit_edge(block, number)
            case Return():
                self._emit_return(op)
            case _:
                pass

    def _scalar(self, leaf: Leaf) -> str:
        assert leaf.operand is not None
        return leaf.operand

    def _edge(self, block: Block, number: int) -> str:
        return f"{self.labels[block]}.e{number}"

    def _emit_edge(self, block: Block, number: int) -> None:
        """The copies along one way out of a block."""
        successor = block.successors[number]
        label = self._edge(block, number)
        self.emitter.start_block(label)
        moves: list[tuple[Leaf, Leaf]] = []
        for value, argument in zip(successor.arguments, successor.block.arguments, strict=True):
            for source, target in zip(
                self.plan.leaves_of(value), self.plan.leaves[argument], strict=True
            ):
                if target.buffer is None:
                    self.phis[target].append((self._scalar(source), label))
                else:
                    moves.append((source, target))
        self._emit_moves(moves)
        self.emitter.line(f"br label %{self.labels[successor.block]}")

    def _emit_moves(self, moves: Sequence[tuple[Leaf, Leaf]]) -> None:
        """Copies tensors as if all at once."""
        moves = [m for m in moves if not self._same(m[0], m[1])]
        targets = {self._buffer(t).place for _, t in moves}
        crossing = [m for m in moves if self._buffer(m[0]).place in targets]
        waiting: list[tuple[str, Leaf]] = []
        offset = self.plan.own_frame
        for source, target in crossing:
            size = byte_size(target.type)
            scratch = self.emitter.emit(f"getelementptr i8, ptr %frame, i64 {offset}")
            self._copy(scratch, self._address(source), size)
            waiting.append((scratch, target))
            offset += -(-size // 64) * 64
        self.scratch = max(self.scratch, offset - self.plan.own_frame)
        for source, target in moves:
            if (source, target) not in crossing:
                self._copy(self._address(target), self._address(source), byte_size(target.type))
        for scratch, target in waiting:
            self._copy(self._address(target), scratch, byte_size(target.type))

    def _buffer(self, leaf: Leaf) -> Buffer:
        assert leaf.buffer is not None
        return leaf.buffer

    def _same(self, a: Leaf, b: Leaf) -> bool:
        return self._buffer(a).place is self._buffer(b).place and a.element == b.element

    def _copy(self, target: str, source: str, size: int) -> None:
        if size:
            self.declarations.declare("llvm.memcpy.p0.p0.i64", "void", "ptr", "ptr", "i64", "i1")
            self.emitter.line(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, "
                "i1 false)"
            )

    def _emit_return(self, op: Return) -> None:
        if op.value is not None:
            moves: list[tuple[Leaf, Leaf]] = []
            for number, (slot, leaf) in enumerate(
                zip(self.plan.results, self.plan.leaves_of(op.value), strict=True)
            ):
                if slot is None:
                    self._store_scalar(self._scalar(leaf), leaf.type.element, f"%r{number}")
                else:
                    moves.append((leaf, Leaf(leaf.type, slot)))
            self._emit_moves(moves)
        self.emitter.line("ret i32 0")

    def _store_scalar(self, value: str, element: ElementType, pointer: str) -> None:
        stored = memory_type(element)
        if element is BOOL:
            value = self.emitter.emit(f"zext i1 {value} to i8")
        elif register_type(element) != stored:
            value = narrowed(self.emitter.emit, value, element)
        self.emitter.line(f"store {stored} {value}, ptr {pointer}, align {element.bytes}")

    def _load_scalar(self, pointer: str, element: ElementType) -> str:
        return load_scalar(self.emitter, pointer, element)

    def _emit_scalar(self, op: Instruction) -> None:
        leaf = self.plan.leaves[op][0]
        operands = [self.plan.leaves_of(v)[0] for v in op.operands]
        arguments = [self._scalar(o) for o in operands]
        name = op.mnemonic
        operand = operands[0].type.element
        if isinstance(op, Select):
            arguments = [arguments[2], arguments[0], arguments[1]]
        elif isinstance(op, DataTypeCast):
            name = "cast"
        leaf.operand = self.operations.call(name, leaf.type.element, operand, 1, arguments)

    def _emit_extract(self, op: Extract) -> None:
        leaf = self.plan.leaves[op][0] if self.plan.leaves[op] else None
        if leaf is None or leaf.buffer is not None or leaf.operand is not None:
            return
        first, _, rest = leaf_range(op.source.type, op.path)
        source = self.plan.leaves_of(op.source)[first]
        if source.buffer is None:
            leaf.operand = source.operand
            return
        steps = strides(source.type.static_shape or ())
        element = sum(int(i) * s for i, s in zip(rest, steps, strict=True))
        inner = Leaf(source.type, source.buffer, source.element + element)
        leaf.operand = self._load_scalar(self._address(inner), leaf.type.element)

    def _emit_insert(self, op: Insert) -> None:
        first, _, rest = leaf_range(op.target.type, op.path)
        old, new = self.plan.leaves_of(op.target)[first], self.plan.leaves[op][first]
        self._copy(self._address(new), self._address(old), byte_size(new.type))
        steps = strides(new.type.static_shape or ())
        element = sum(int(i) * s for i, s in zip(rest, steps, strict=False))
        self._write(self.plan.leaves_of(op.element)[0], Leaf(new.type, new.buffer, element))

    def _emit_tensor(self, op: LiteralInstruction) -> None:
        target = self.plan.leaves[op][0]
        assert isinstance(op.value, Aggregate)
        element = 0
        for value in op.value.leaves():
            leaf = self.plan.leaves_of(value)[0]
            self._write(leaf, Leaf(target.type, target.buffer, element))
            element += byte_size(leaf.type) // leaf.type.element.bytes

    def _write(self, value: Leaf, place: Leaf) -> None:
        if value.buffer is None:
            self._store_scalar(self._scalar(value), value.type.element, self._address(place))
        else:
            self._copy(self._address(place), self._address(value), byte_size(value.type))

    def _emit_view(self, op: Instruction) -> None:
        source, leaf = self.plan.leaves_of(op.operands[0])[0], self.plan.leaves[op][0]
        if leaf.buffer is None:
            if source.buffer is None:
                leaf.operand = source.operand
            else:
                leaf.operand = self._load_scalar(self._address(source), leaf.type.element)
        elif source.buffer is None:
            self._store_scalar(self._scalar(source), source.type.element, self._address(leaf))

    def _emit_call(self, op: Apply) -> None:
        callee = op.callee
        assert isinstance(callee, Function)
        below = self.emitter.emit(f"getelementptr i8, ptr %frame, i64 {_BELOW}")
        arguments = [f"ptr %context, ptr {below}"]
        for value in op.arguments:
            for leaf in self.plan.leaves_of(value):
                if leaf.buffer is not None:
                    arguments.append(f"ptr {self._address(leaf)}")
                else:
                    arguments.append(f"{register_type(leaf.type.element)} {self._scalar(leaf)}")
        slots: list[tuple[Leaf, str]] = []
        for leaf in self.plan.leaves[op]:
            if leaf.buffer is not None:
                arguments.append(f"ptr {self._address(leaf)}")
            else:
                slots.append((leaf, self.emitter.alloca(memory_type(leaf.type.element))))
                arguments.append(f"ptr {slots[-1][1]}")
        code = self.emitter.emit(f"call i32 @{symbol(callee)}({', '.join(arguments)})")
        failed = self.emitter.emit(f"icmp ne i32 {code}, 0")
        self._leave_if(failed, code)
        for leaf, slot in slots:
            leaf.operand = self._load_scalar(slot, leaf.type.element)

    def _leave_if(self, condition: str, code: str) -> None:
        leave, go = self.emitter.fresh_label("leave"), self.emitter.fresh_label("go")
        self.emitter.line(f"br i1 {condition}, label %{leave}, label %{go}")
        self.emitter.start_block(leave)
        self.emitter.line(f"ret i32 {code}")
        self.emitter.start_block(go)

    def _emit_kernel(self, op: Apply, definition: Definition) -> None:
        kernel = self.kernels[definition]
        inputs = [self.plan.leaves_of(a)[0] for a in op.arguments]
        for check in definition.body.checks:
            assert isinstance(check.bound, int)
            position = definition.body.parameters.index(check.parameter)
            self._emit_check(inputs[position], check.bound, op.location)
        given: list[tuple[str, str]] = []
        for leaf in inputs:
            if leaf.buffer is not None:
                given.append(("ptr", self._address(leaf)))
            else:
                given.append((register_type(leaf.type.element), self._scalar(leaf)))
        slots: list[tuple[Leaf, str]] = []
        for leaf in self.plan.leaves[op]:
            if leaf.buffer is not None:
                given.append(("ptr", self._address(leaf)))
            else:
                slots.append((leaf, self.emitter.alloca(memory_type(leaf.type.element))))
                given.append(("ptr", slots[-1][1]))
        if kernel.draws:
            seed = self._context("seed")
            counter = self._context("counter")
            given += [("i64", seed), ("i64", counter)]
            after = self.emitter.emit(f"add i64 {counter}, {kernel.draws}")
            place = self.emitter.emit(f"getelementptr i8, ptr %context, i64 {CONTEXT['counter']}")
            self.emitter.line(f"store i64 {after}, ptr {place}, align 8")
        if kernel.tasks > kernel.grain:
            self._emit_parallel(kernel, given)
        else:
            arguments = ", ".join(f"{t} {v}" for t, v in given)
            comma = ", " if given else ""
            self.emitter.line(
                f"call void @{kernel.name}({arguments}{comma}i64 0, i64 {kernel.tasks})"
            )
        for leaf, slot in slots:
            leaf.operand = self._load_scalar(slot, leaf.type.element)

    def _context(self, field: str) -> str:
        place = self.emitter.emit(f"getelementptr i8, ptr %context, i64 {CONTEXT[field]}")
        return self.emitter.emit(f"load i64, ptr {place}, align 8")

    def _emit_parallel(self, kernel: Kernel, given: Sequence[tuple[str, str]]) -> None:
        slots = self.emitter.alloca(f"[{len(given)} x i64]", 8)
        for number, (type, value) in enumerate(given):
            place = self.emitter.emit(f"getelementptr i64, ptr {slots}, i64 {number}")
            self.emitter.line(f"store {type} {value}, ptr {place}, align 8")
        task = f"{kernel.name}.task"
        if task not in self.declarations:
            self.declarations.define(task, task_text(kernel, [t for t, _ in given]))
        self.declarations.declare("dlvm_parallel", "void", "ptr", "ptr", "i64", "i64", "i64")
        self.emitter.line(
            f"call void @dlvm_parallel(ptr @{task}, ptr {slots}, i64 {kernel.tasks}, "
            f"i64 {kernel.grain}, i64 {self._context('threads')})"
        )

    def _emit_check(self, leaf: Leaf, bound: int, location: Location | None) -> None:
        """Ends the call where an index is out of range."""
        element = leaf.type.element
        trap = self.traps.number(
            f"index {{found}} is out of range, expected 0 to {bound - 1}", location
        )
        count = byte_size(leaf.type) // element.bytes
        name = f"dlvm.check.{element}"
        if name not in self.declarations:
            self.declarations.define(name, _check_text(name, element))
        if leaf.buffer is None:
            pointer = self.emitter.alloca(memory_type(element))
            self._store_scalar(self._scalar(leaf), element, pointer)
            count = 1
        else:
            pointer = self._address(leaf)
        if not count:
            return
        found = self.emitter.emit(f"getelementptr i8, ptr %context, i64 {CONTEXT['found']}")
        bad = self.emitter.emit(
            f"call i1 @{name}(ptr {pointer}, i64 {count}, i64 {bound}, ptr {found})"
        )
        self._leave_if(bad, str(trap))


def load_scalar(emitter: Emitter, pointer: str, element: ElementType) -> str:
    """A scalar's register from memory."""
    stored = memory_type(element)
    value = emitter.emit(f"load {stored}, ptr {pointer}, align {element.bytes}")
    if element is BOOL:
        return emitter.emit(f"icmp ne i8 {value}, 0")
    if register_type(element) != stored:
        return emitter.emit(f"fpext {stored} {value} to float")
    return value


def task_text(kernel: Kernel, types: Sequence[str]) -> str:
    """A function that takes a kernel's arguments from an array of 8-byte slots."""
    lines = [f"define internal void @{kernel.name}.task(ptr %slots, i64 %begin, i64 %end) #0 {{"]
    given: list[str] = []
    for number, type in enumerate(types):
        lines.append(f"  %p{number} = getelementptr i64, ptr %slots, i64 {number}")
        lines.append(f"  %v{number} = load {type}, ptr %p{number}, align 8")
        given.append(f"{type} %v{number}")
    given += ["i64 %begin", "i64 %end"]
    lines.append(f"  call void @{kernel.name}({', '.join(given)})")
    lines.append("  ret void\n}")
    return "\n".join(lines)


def _check_text(name: str, element: ElementType) -> str:
    """A function that finds an index out of range, and stores it."""
    type = memory_type(element)
    widen = "sext" if element.kind == "signed" else "zext"
    wide = (
        f"%wide = {widen} {type} %value to i64"
        if element.bits < 64
        else "%wide = add i64 %value, 0"
    )
    return f"""define internal i1 @{name}(ptr %indices, i64 %count, i64 %bound, ptr %found) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %place = getelementptr {type}, ptr %indices, i64 %i
  %value = load {type}, ptr %place, align {element.bytes}
  {wide}
  %bad = icmp uge i64 %wide, %bound
  br i1 %bad, label %out, label %more
more:
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %done
out:
  store i64 %wide, ptr %found, align 8
  ret i1 true
done:
  ret i1 false
}}"""
