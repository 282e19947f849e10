"""Host code: functions with their control flow, calls and scalars, and the kernels they apply.

A function becomes ``i32 @dlvm.f.NAME(context, frame, leaves…, results…)``: it returns 0, or the
number of the trap that ended it. Scalars are passed by value, tensors by address; results are
written where the caller says. ``frame`` is the arena for this call and those below it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from dlvm.codegen.emitter import Declarations, Emitter, Lines, memory_type, narrowed, register_type
from dlvm.codegen.kernel import Kernel
from dlvm.codegen.leaves import byte_size, leaf_range, leaf_types
from dlvm.codegen.memory import (
    BlockSteps,
    Buffer,
    Step,
    assign_offsets,
    compute_liveness,
    merge,
)
from dlvm.codegen.operations import Operations
from dlvm.compute.nest import make_nest, strides
from dlvm.compute.scheduling import runs_by_points
from dlvm.diagnostics import Location, error
from dlvm.ir.compute import Affine, Definition, Read, Reduction
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
from dlvm.ir.types import BOOL, ElementType, TensorType
from dlvm.ir.values import Aggregate, Literal, Resource, Special, TensorData, Value

_BELOW: Final = "?below?"
CONTEXT: Final = {"seed": 0, "counter": 8, "threads": 16, "found": 24}
"""Byte offsets of the fields of the context that every function is given."""


@dataclass(eq=False)
class Leaf:
    """A scalar or tensor at compile time: its type, and the buffer and element where it lies.

    A scalar has no buffer; ``operand`` is its LLVM value once that is known.
    """

    type: TensorType
    buffer: Buffer | None = None
    element: int = 0
    operand: str | None = None


@dataclass
class Operation:
    """An instruction with what it does to memory."""

    instruction: Instruction
    step: Step


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
        self.kernels = kernels
        self.frames = frames
        self.declarations = declarations
        self.traps = traps
        self.emitter = Emitter()
        self.operations = Operations(self.emitter, declarations)
        self.leaves: dict[Value, list[Leaf]] = {}
        self.buffers: list[Buffer] = []
        self.labels = {b: f"b{n}" for n, b in enumerate(function.blocks)}
        self.blocks: dict[Block, list[Operation]] = {}
        self.donated = frozenset(donated)
        self.shared: dict[int, int] = {}
        self.own_frame = 0
        self.scratch = 0
        self.phis: dict[Leaf, list[tuple[str, str]]] = {}

    def generate(self) -> HostFunction:
        self._bind_arguments()
        order = _reverse_postorder(self.function)
        for block in order:
            if block is not self.function.entry:
                for argument in block.arguments:
                    self.leaves[argument] = [
                        self._new_leaf(t) for t in leaf_types(argument.type, argument.location)
                    ]
        for block in order:
            self.blocks[block] = [self._analyse(i) for i in block.instructions]
        self._plan_memory(order)
        text = self._emit(order)
        below = max((self.frames.get(f, 0) for f in called_functions(self.function)), default=0)
        frame = self.own_frame + self.scratch + below
        return HostFunction(symbol(self.function), text, frame, self.shared)

    # Leaves

    def _new_leaf(self, type: TensorType) -> Leaf:
        if not type.rank:
            return Leaf(type)
        buffer = Buffer(byte_size(type))
        self.buffers.append(buffer)
        return Leaf(type, buffer)

    def _bind_arguments(self) -> None:
        self.result_types = leaf_types(self.function.type.result, self.function.location)
        number = 0
        taken: set[int] = set()
        for position, argument in enumerate(self.function.arguments):
            own: list[Leaf] = []
            for type in leaf_types(argument.type, argument.location):
                leaf = Leaf(type, operand=f"%a{number}")
                if type.rank:
                    donated = position in self.donated
                    leaf.buffer = Buffer(byte_size(type), f"%a{number}", not donated)
                    if donated:
                        self._share(number, type, taken)
                own.append(leaf)
                number += 1
            self.leaves[argument] = own

    def _share(self, argument: int, type: TensorType, taken: set[int]) -> None:
        for result, other in enumerate(self.result_types):
            if result not in taken and other == type:
                taken.add(result)
                self.shared[result] = argument
                return

    def _leaves(self, value: Value) -> list[Leaf]:
        """The leaves of an operand."""
        if isinstance(value, Aggregate):
            if isinstance(value.type.canonical, TensorType):
                raise AssertionError("tensors put together from values are instructions")
            return [leaf for element in value.operands for leaf in self._leaves(element)]
        if isinstance(value, Literal):
            return self._literal(value)
        if value not in self.leaves:
            raise error("function values are not supported by native code yet", value.location)
        return self.leaves[value]

    def _literal(self, value: Literal) -> list[Leaf]:
        leaves: list[Leaf] = []
        for type in leaf_types(value.type, value.location):
            number = value.splat if isinstance(value.type.canonical, TensorType) else None
            if value.data in (Special.ZERO, Special.UNDEFINED):
                number = 0
            if isinstance(value.data, Resource):
                raise error(f'resource "{value.data.name}" is not supported yet', value.location)
            if not type.rank:
                if isinstance(value.data, TensorData):
                    number = value.data.array.reshape(-1)[0].item()
                assert number is not None
                operand = self.operations.constant(number, type.element)
                leaves.append(Leaf(type, operand=operand))
                continue
            if isinstance(value.data, TensorData):
                data = value.data.array.tobytes()
            else:
                assert number is not None
                data = np.full(type.static_shape or (), number).astype(type.element.numpy).tobytes()
            leaves.append(Leaf(type, self._constant(data, byte_size(type))))
        return leaves

    def _constant(self, data: bytes, size: int) -> Buffer:
        name = f"dlvm.constant.{hashlib.sha256(data).hexdigest()[:16]}.{size}"
        if name not in self.declarations:
            if not any(data):
                initial = "zeroinitializer"
            else:
                initial = 'c"' + "".join(f"\\{b:02x}" for b in data) + '"'
            kind = "global" if initial == "zeroinitializer" else "constant"
            self.declarations.define(
                name, f"@{name} = internal {kind} [{size} x i8] {initial}, align 64"
            )
        return Buffer(size, f"@{name}", True)

    # Analysis: what each instruction defines, reads and writes

    def _analyse(self, op: Instruction) -> Operation:
        reads: list[Buffer] = []
        match op:
            case LiteralInstruction() if isinstance(op.type.canonical, TensorType) and isinstance(
                op.value, Aggregate
            ):
                return self._new_tensor(op)
            case LiteralInstruction():
                self.leaves[op] = self._leaves(op.value)
            case Extract():
                self.leaves[op] = self._extracted(op)
                if op.type.canonical == op.source.type.canonical or self.leaves[op][0].buffer:
                    return Operation(op, Step())
                reads = [b for leaf in self._leaves(op.source) if (b := leaf.buffer) is not None]
            case Insert():
                first, end, rest = leaf_range(op.target.type, op.path)
                if rest:
                    return self._new_tensor(op)
                whole = list(self._leaves(op.target))
                whole[first:end] = self._leaves(op.element)
                self.leaves[op] = whole
            case ShapeCast() | PadShape() | SqueezeShape() | Broadcast() | Transpose():
                return self._view(op)
            case Apply():
                return self._apply(op)
            case Elementwise() | Select() | DataTypeCast():
                self.leaves[op] = [Leaf(_scalar(op))]
            case Branch() | Conditional() | Return():
                values = op.leaves()
                reads = [
                    leaf.buffer
                    for value in values
                    for leaf in self._leaves(value)
                    if leaf.buffer is not None
                ]
            case _:
                raise error(f"native code for {op.mnemonic} is not supported here yet", op.location)
        return Operation(op, Step(reads))

    def _new_tensor(self, op: Instruction) -> Operation:
        leaves = [self._new_leaf(t) for t in leaf_types(op.type, op.location)]
        if isinstance(op, Insert):
            first = leaf_range(op.target.type, op.path)[0]
            whole = list(self._leaves(op.target))
            fresh = self._new_leaf(whole[first].type)
            whole[first] = fresh
            self.leaves[op] = whole
            held = [*self._leaves(op.target), *self._leaves(op.element)]
            writes = [b for b in (fresh.buffer,) if b is not None]
            return Operation(op, Step((), _buffers(held), writes))
        self.leaves[op] = leaves
        assert isinstance(op, LiteralInstruction)
        assert isinstance(op.value, Aggregate)
        held = [leaf for v in op.value.leaves() for leaf in self._leaves(v)]
        return Operation(op, Step((), _buffers(held), _buffers(leaves)))

    def _extracted(self, op: Extract) -> list[Leaf]:
        first, end, rest = leaf_range(op.source.type, op.path)
        leaves = self._leaves(op.source)[first:end]
        if not rest:
            return leaves
        leaf = leaves[0]
        steps = strides(leaf.type.static_shape or ())
        element = sum(int(i) * s for i, s in zip(rest, steps, strict=False))
        type = leaf.type.with_shape(leaf.type.shape[len(rest) :])
        if not type.rank:
            return [Leaf(type)]
        return [Leaf(type, leaf.buffer, leaf.element + element)]

    def _view(self, op: Instruction) -> Operation:
        source = self._leaves(op.operands[0])[0]
        type = _scalar(op)
        if type.rank and source.type.rank:
            self.leaves[op] = [Leaf(type, source.buffer, source.element)]
            return Operation(op, Step())
        if not type.rank:
            self.leaves[op] = [Leaf(type)]
            return Operation(op, Step(_buffers([source])))
        leaf = self._new_leaf(type)
        self.leaves[op] = [leaf]
        return Operation(op, Step((), (), _buffers([leaf])))

    def _apply(self, op: Apply) -> Operation:
        inputs = [leaf for a in op.arguments for leaf in self._leaves(a)]
        results = [self._new_leaf(t) for t in leaf_types(op.type, op.location)]
        self.leaves[op] = results
        if isinstance(op.callee, Definition):
            safe = in_place_parameters(op.callee)
            reads = [
                leaf.buffer
                for leaf, name in zip(inputs, op.callee.body.parameters, strict=True)
                if leaf.buffer is not None and name in safe
            ]
            holds = [
                leaf.buffer
                for leaf, name in zip(inputs, op.callee.body.parameters, strict=True)
                if leaf.buffer is not None and name not in safe
            ]
            return Operation(op, Step(reads, holds, _buffers(results)))
        if not isinstance(op.callee, Function):
            raise error(
                "calls of function values are not supported by native code yet", op.location
            )
        return Operation(op, Step((), _buffers(inputs), _buffers(results)))

    # Memory

    def _plan_memory(self, order: Sequence[Block]) -> None:
        number = {b: n for n, b in enumerate(order)}
        steps: list[BlockSteps] = []
        for block in order:
            arguments = [leaf for a in block.arguments for leaf in self.leaves[a]]
            steps.append(
                BlockSteps(
                    _buffers(arguments),
                    [o.step for o in self.blocks[block]],
                    [number[s.block] for s in block.successors],
                )
            )
        compute_liveness(steps)
        for source, target in self._copies(order):
            if source.element == 0 and source.type == target.type:
                assert source.buffer is not None
                assert target.buffer is not None
                merge(target.buffer, source.buffer)
        self.results = [
            Buffer(byte_size(t), f"%r{n}") if t.rank else None
            for n, t in enumerate(self.result_types)
        ]
        arguments = [leaf for a in self.function.arguments for leaf in self.leaves[a]]
        for result, argument in self.shared.items():
            self.results[result] = arguments[argument].buffer
        for block in order:
            terminator = block.terminator
            if isinstance(terminator, Return) and terminator.value is not None:
                for slot, leaf in zip(self.results, self._leaves(terminator.value), strict=True):
                    if slot is not None and leaf.buffer is not None and not leaf.element:
                        merge(slot, leaf.buffer)
        self.own_frame = assign_offsets(self.buffers)

    def _copies(self, order: Sequence[Block]) -> list[tuple[Leaf, Leaf]]:
        """The tensors passed to block arguments, those along back edges first."""
        found: list[tuple[int, Leaf, Leaf]] = []
        for position, block in enumerate(order):
            for successor in block.successors:
                back = order.index(successor.block) <= position
                for value, argument in zip(
                    successor.arguments, successor.block.arguments, strict=True
                ):
                    for source, target in zip(
                        self._leaves(value), self.leaves[argument], strict=True
                    ):
                        if source.buffer is not None and target.buffer is not None:
                            found.append((not back, source, target))
        found.sort(key=lambda f: f[0])
        return [(s, t) for _, s, t in found]

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
            for leaf in (leaf for a in block.arguments for leaf in self.leaves[a]):
                if leaf.buffer is None:
                    leaf.operand = emitter.name("p")
                    self.phis[leaf] = []
        for block in order:
            emitter.start_block(self.labels[block])
            phis[block] = emitter.placeholder()
            for operation in self.blocks[block]:
                self._emit_operation(operation, block)
        for block, lines in phis.items():
            if block is self.function.entry:
                continue
            for leaf in (leaf for a in block.arguments for leaf in self.leaves[a]):
                if leaf in self.phis:
                    incoming = ", ".join(f"[ {v}, %{f} ]" for v, f in self.phis[leaf])
                    type = register_type(leaf.type.element)
                    lines.append(f"  {leaf.operand} = phi {type} {incoming}")
        below = self.own_frame + self.scratch
        text = emitter.text().replace(_BELOW, str(below))
        parameters = ["ptr %context", "ptr %frame"]
        number = 0
        for argument in self.function.arguments:
            for leaf in self.leaves[argument]:
                kind = "ptr" if leaf.type.rank else register_type(leaf.type.element)
                parameters.append(f"{kind} %a{number}")
                number += 1
        parameters += [f"ptr %r{n}" for n in range(len(self.result_types))]
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
                flag = self._scalar(self._leaves(op.condition)[0])
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
            for source, target in zip(self._leaves(value), self.leaves[argument], strict=True):
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
        offset = self.own_frame
        for source, target in crossing:
            size = byte_size(target.type)
            scratch = self.emitter.emit(f"getelementptr i8, ptr %frame, i64 {offset}")
            self._copy(scratch, self._address(source), size)
            waiting.append((scratch, target))
            offset += -(-size // 64) * 64
        self.scratch = max(self.scratch, offset - self.own_frame)
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
                zip(self.results, self._leaves(op.value), strict=True)
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
        leaf = self.leaves[op][0]
        operands = [self._leaves(v)[0] for v in op.operands]
        arguments = [self._scalar(o) for o in operands]
        name = op.mnemonic
        operand = operands[0].type.element
        if isinstance(op, Select):
            arguments = [arguments[2], arguments[0], arguments[1]]
        elif isinstance(op, DataTypeCast):
            name = "cast"
        leaf.operand = self.operations.call(name, leaf.type.element, operand, 1, arguments)

    def _emit_extract(self, op: Extract) -> None:
        leaf = self.leaves[op][0] if self.leaves[op] else None
        if leaf is None or leaf.buffer is not None or leaf.operand is not None:
            return
        first, _, rest = leaf_range(op.source.type, op.path)
        source = self._leaves(op.source)[first]
        if source.buffer is None:
            leaf.operand = source.operand
            return
        steps = strides(source.type.static_shape or ())
        element = sum(int(i) * s for i, s in zip(rest, steps, strict=True))
        inner = Leaf(source.type, source.buffer, source.element + element)
        leaf.operand = self._load_scalar(self._address(inner), leaf.type.element)

    def _emit_insert(self, op: Insert) -> None:
        first, _, rest = leaf_range(op.target.type, op.path)
        old, new = self._leaves(op.target)[first], self.leaves[op][first]
        self._copy(self._address(new), self._address(old), byte_size(new.type))
        steps = strides(new.type.static_shape or ())
        element = sum(int(i) * s for i, s in zip(rest, steps, strict=False))
        self._write(self._leaves(op.element)[0], Leaf(new.type, new.buffer, element))

    def _emit_tensor(self, op: LiteralInstruction) -> None:
        target = self.leaves[op][0]
        assert isinstance(op.value, Aggregate)
        element = 0
        for value in op.value.leaves():
            leaf = self._leaves(value)[0]
            self._write(leaf, Leaf(target.type, target.buffer, element))
            element += byte_size(leaf.type) // leaf.type.element.bytes

    def _write(self, value: Leaf, place: Leaf) -> None:
        if value.buffer is None:
            self._store_scalar(self._scalar(value), value.type.element, self._address(place))
        else:
            self._copy(self._address(place), self._address(value), byte_size(value.type))

    def _emit_view(self, op: Instruction) -> None:
        source, leaf = self._leaves(op.operands[0])[0], self.leaves[op][0]
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
            for leaf in self._leaves(value):
                if leaf.buffer is not None:
                    arguments.append(f"ptr {self._address(leaf)}")
                else:
                    arguments.append(f"{register_type(leaf.type.element)} {self._scalar(leaf)}")
        slots: list[tuple[Leaf, str]] = []
        for leaf in self.leaves[op]:
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
        inputs = [self._leaves(a)[0] for a in op.arguments]
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
        for leaf in self.leaves[op]:
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


def _buffers(leaves: Sequence[Leaf]) -> list[Buffer]:
    return [leaf.buffer for leaf in leaves if leaf.buffer is not None]


def _scalar(op: Instruction) -> TensorType:
    type = op.type.canonical
    assert isinstance(type, TensorType)
    return type


def symbol(function: Function) -> str:
    """The LLVM name of a function's host code."""
    return f'"dlvm.f.{function.name}"'


def called_functions(function: Function) -> list[Function]:
    return [
        i.callee
        for i in function.instructions()
        if isinstance(i, Apply) and isinstance(i.callee, Function)
    ]


def in_place_parameters(definition: Definition) -> frozenset[str]:
    """The parameters that a result may overwrite: each is read only at the element written, before
    anything is written there."""
    statements = list(definition.body.statements)
    ranges = statements[0].ranges
    if any(s.ranges != ranges or s.indices is not None for s in statements):
        return frozenset()
    if len(statements) > 1 and not runs_by_points(make_nest(definition)):
        return frozenset()
    types = definition.tensor_types()
    shape = types[statements[0].target].shape
    unsafe: set[str] = set()
    for statement in statements:
        reduced = {
            id(n) for r in statement.value.walk() if isinstance(r, Reduction) for n in r.walk()
        }
        for node in statement.value.walk():
            if isinstance(node, Read):
                here = all(
                    index == Affine.variable(r.variable) or (index == Affine() and r.extent == 1)
                    for index, r in zip(node.indices, ranges, strict=False)
                )
                if not here or id(node) in reduced or types[node.tensor].shape != shape:
                    unsafe.add(node.tensor)
    return frozenset(definition.body.parameters) - unsafe


def _reverse_postorder(function: Function) -> list[Block]:
    """The reachable blocks, each after those that dominate it."""
    order: list[Block] = []
    seen = {function.entry}
    stack = [(function.entry, iter([s.block for s in function.entry.successors]))]
    while stack:
        block, successors = stack[-1]
        following = next((s for s in successors if s not in seen), None)
        if following is None:
            order.append(block)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter([s.block for s in following.successors])))
    return order[::-1]


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
