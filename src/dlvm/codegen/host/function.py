"""Host code: functions with their control flow, calls and scalars, and the kernels they apply.

A function becomes ``i32 @dlvm.f.NAME(context, frame, leaves…, results…)``: it returns 0, or the
number of the trap that ended it. Scalars and references are passed by value, tensors by address,
followed by their erased sizes. Results are written to addresses that the caller passes; results of
erased sizes, to a cell. ``frame`` is memory for this call and its callees. A function that calls
itself, or is called as a value, allocates its own frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from dlvm.codegen.expressions.element_operations import Operations
from dlvm.codegen.host.aggregate_flattening import (
    REFERENCE,
    byte_size,
    erased_axes,
    is_erased,
    is_tensor,
    leaf_register,
    leaf_types,
)
from dlvm.codegen.host.function_plan import HostOperation, HostPlan, PlannedRecord, ValueLeaf
from dlvm.codegen.host.instruction_table import InstructionTable
from dlvm.codegen.host.memory_plan import PlannedBuffer
from dlvm.codegen.host.notation import LLVMNotation, symbol
from dlvm.codegen.host.stack_records import RecordTypes
from dlvm.codegen.host.traps import Traps
from dlvm.codegen.host.value_layout import HEADER_BYTES, kind_name, layout_of, record_layout
from dlvm.codegen.kernels.kernel import Kernel
from dlvm.codegen.llvm.emitter import (
    CONTEXT,
    POLL_DECLARATION,
    Declarations,
    Emitter,
    Lines,
    memory_type,
    narrowed,
    pointer_lines,
    register_type,
    widened,
)
from dlvm.diagnostics import Location
from dlvm.ir.compute import Definition
from dlvm.ir.module import Block, Function
from dlvm.ir.types import BOOL, ElementType, FunctionType, Symbol, TensorType, Type
from dlvm.ir.values import Value

_BELOW: Final = "?below?"
INTERRUPTED: Final = -1
"""The status (in context.h) of a call that a signal handler ended."""
NO_MEMORY: Final = "there is not enough memory"
LARGEST_STACK_FRAME: Final = 4096
"""The maximum number of bytes of an independent frame that is on the stack."""


@dataclass(frozen=True)
class HostFunction:
    """A generated function: its text, and the size in bytes of the arena that it and its callees
    need. Of these bytes, ``scratch`` are for values that branches exchange, and ``below`` are for
    its callees.

    ``shared`` maps a result leaf to the argument leaf whose memory it takes over.
    """

    name: str
    text: str
    frame: int
    shared: Mapping[int, int]
    plan: HostPlan
    scratch: int
    below: int


emits: Final = InstructionTable[Callable[["Host", Any], None]]()
"""For each instruction class, the function that emits host code for an instruction."""


class Host:
    """The state of code generation for one function. ``frames`` has the frame sizes of its callees;
    those in ``independent`` allocate their own frames. ``shared`` maps, for each function, result
    leaves to the argument leaves whose memory they take over. ``records`` has the types of the
    records of stacks."""

    def __init__(
        self,
        function: Function,
        kernels: Mapping[Definition, Kernel],
        frames: Mapping[Function, int],
        independent: frozenset[Function],
        declarations: Declarations,
        traps: Traps,
        shared: Mapping[Function, Mapping[int, int]],
        records: RecordTypes,
    ) -> None:
        self.function = function
        self.plan = HostPlan(function, kernels, LLVMNotation(declarations), shared, records)
        self.kernels = kernels
        self.frames = frames
        self.independent = independent
        self.declarations = declarations
        self.records = records
        self.reserved = {r.buffer: r for r in self.plan.pushed.values()}
        self.traps = traps
        self.emitter = Emitter()
        self.operations = Operations(self.emitter, declarations)
        self.labels = {b: f"b{n}" for n, b in enumerate(function.blocks)}
        self.block = function.entry
        self.scratch = 0
        self.phis: dict[str, list[tuple[str, str]]] = {}
        self.below = 0
        self._exits: list[tuple[str, str]] = []
        self._numbers = {block: number for number, block in enumerate(self.plan.order)}
        self.symbols: dict[str, str] = {}
        """The LLVM values of the symbols in the type of the function."""
        for argument in function.arguments:
            for leaf in self.plan.leaves[argument]:
                if is_tensor(leaf.type):
                    for dim, size in zip(leaf.tensor.shape, self.shape(leaf), strict=True):
                        if isinstance(dim, Symbol) and dim.name:
                            self.symbols.setdefault(dim.name, size)

    # The function as a whole

    def generate(self) -> HostFunction:
        own = self.function in self.independent
        emitter, plan = self.emitter, self.plan
        starts: dict[Block, Lines] = {}
        start = emitter.placeholder()
        emitter.line(f"br label %{self.labels[plan.order[0]]}")
        for block in plan.order[1:]:
            for leaf in self._arguments(block):
                self._declare_phis(leaf)
        for block in plan.order:
            self.block = block
            emitter.start_block(self.labels[block])
            emitter.forget()
            starts[block] = emitter.placeholder()
            for operation in plan.blocks[block]:
                if operation.instruction is block.terminator:
                    for slot in plan.released[block]:
                        self.vacate(slot)
                self._emit_operation(operation)
        for block in plan.order[1:]:
            for leaf in self._arguments(block):
                starts[block].extend(self._phi_lines(leaf))
        frame = plan.own_frame + self.scratch + self.below
        start.extend([*self._prologue(own, frame), *self._variables()])
        self._epilogue(own, frame)
        text = emitter.text().replace(_BELOW, str(plan.own_frame + self.scratch))
        name = symbol(self.function)
        text = (
            f"define internal i32 @{name}({', '.join(self._parameters(own))}) #0 {{\n"
            f"entry:\n{text}\n}}"
        )
        size = 0 if own else frame
        return HostFunction(name, text, size, plan.shared, plan, self.scratch, self.below)

    def _arguments(self, block: Block) -> list[ValueLeaf]:
        return [leaf for a in block.arguments for leaf in self.plan.leaves[a]]

    def _parameters(self, own: bool) -> list[str]:
        parameters = ["ptr %context", "ptr %given" if own else "ptr %frame"]
        number = 0
        for argument in self.function.arguments:
            for leaf in self.plan.leaves[argument]:
                kind = "ptr" if is_tensor(leaf.type) else leaf_register(leaf.type)
                parameters.append(f"{kind} %a{number}")
                parameters += [f"i64 %a{number}.{axis}" for axis in erased_axes(leaf.type)]
                number += 1
        return parameters + [f"ptr %r{n}" for n in range(len(self.plan.result_types))]

    def _prologue(self, own: bool, frame: int) -> list[str]:
        lines = pointer_lines("%look", "look")
        if own:
            # Recursive functions poll, since recursion can replace loops.
            self.declarations.define("dlvm_poll", POLL_DECLARATION)
            lines += [
                "  %flag = load volatile i32, ptr %look, align 4",
                "  %flag.set = icmp ne i32 %flag, 0",
                "  br i1 %flag.set, label %flag.ask, label %flag.clear",
                "flag.ask:",
                "  %flag.ends = call i32 @dlvm_poll(ptr %context)",
                "  %flag.end = icmp ne i32 %flag.ends, 0",
                "  br i1 %flag.end, label %flag.leave, label %flag.clear",
                f"flag.leave:\n  ret i32 {INTERRUPTED}",
                "flag.clear:",
            ]
            trap = self.traps.number("calls are nested too deeply", self.function.location)
            self.declarations.declare("llvm.frameaddress.p0", "ptr", "i32")
            lines += [
                "  %stack = call ptr @llvm.frameaddress.p0(i32 0)",
                f"  %stack.place = getelementptr i8, ptr %context, i64 {CONTEXT['stack_limit']}",
                "  %stack.limit = load ptr, ptr %stack.place, align 8",
                "  %stack.over = icmp ult ptr %stack, %stack.limit",
                "  br i1 %stack.over, label %too.deep, label %enough.stack",
                f"too.deep:\n  ret i32 {trap}",
                "enough.stack:",
            ]
            if frame <= LARGEST_STACK_FRAME:
                lines.append(f"  %frame = alloca i8, i64 {max(frame, 1)}, align 64")
            else:
                trap = self.traps.number(NO_MEMORY, self.function.location)
                self.declarations.declare("dlvm_frame", "ptr", "ptr", "i64")
                lines += [
                    f"  %frame = call ptr @dlvm_frame(ptr %context, i64 {frame})",
                    "  %frame.none = icmp eq ptr %frame, null",
                    "  br i1 %frame.none, label %no.frame, label %enough.memory",
                    f"no.frame:\n  ret i32 {trap}",
                    "enough.memory:",
                ]
        if self.plan.zeroed:
            self.declarations.declare("llvm.memset.p0.i64", "void", "ptr", "i8", "i64", "i1")
            lines.append(
                f"  call void @llvm.memset.p0.i64(ptr align 64 %frame, i8 0, "
                f"i64 {self.plan.zeroed}, i1 false)"
            )
        return lines

    def _variables(self) -> list[str]:
        """References to the global variables that the function uses."""
        if not self.plan.variables:
            return []
        lines = pointer_lines("%variables", "variables")
        for variable, number in self.plan.variables.items():
            name, end = f"%variable.{number}", layout_of(variable.content).stride + HEADER_BYTES
            lines += [
                f"  {name}.place = getelementptr ptr, ptr %variables, i64 {number}",
                f"  {name}.node = load ptr, ptr {name}.place, align 8",
                f"  {name}.generation = load i64, ptr {name}.node, align 8",
                f"  {name}.content = getelementptr i8, ptr {name}.node, i64 {HEADER_BYTES}",
                f"  {name}.end = getelementptr i8, ptr {name}.node, i64 {end}",
            ]
            parts = ("ptr content", "ptr node", "i64 generation", "ptr content", "ptr end")
            whole = "zeroinitializer"
            for place, (type, part) in enumerate(p.split() for p in parts):
                result = f"{name}.{place}" if place < len(parts) - 1 else name
                lines.append(
                    f"  {result} = insertvalue {REFERENCE} {whole}, {type} {name}.{part}, {place}"
                )
                whole = result
        return lines

    def _epilogue(self, own: bool, frame: int) -> None:
        emitter = self.emitter
        if not self._exits:
            return
        emitter.start_block("exit")
        incoming = ", ".join(f"[ {code}, %{label} ]" for code, label in self._exits)
        emitter.line(f"%code = phi i32 {incoming}")
        for slot in range(self.plan.slots):
            owned = emitter.emit(f"load ptr, ptr {self.frame_address(8 * slot)}, align 8")
            self.call_runtime("dlvm_release", "void", ("ptr", "%context"), ("ptr", owned))
        if self.plan.chains:
            chain = emitter.emit(f"load ptr, ptr {self.frame_address(self.plan.chain)}, align 8")
            self.call_runtime("dlvm_free_chain", "void", ("ptr", "%context"), ("ptr", chain))
        cells = dict.fromkeys(
            b.place.offset for b in self.plan.buffers if b.size is None and not b.place.is_given
        )
        for offset in cells:
            place = self.frame_address(offset or 0)
            self.call_runtime("dlvm_vacate", "void", ("ptr", "%context"), ("ptr", place))
        if own and frame > LARGEST_STACK_FRAME:
            self.call_runtime("dlvm_leave", "void", ("ptr", "%context"), ("ptr", "%frame"))
        emitter.line("ret i32 %code")

    def _emit_operation(self, operation: HostOperation) -> None:
        instruction = operation.instruction
        emit = emits.find(type(instruction))
        assert emit is not None, f"{instruction.mnemonic} does not reach host code"
        emit(self, instruction)

    # Blocks and their arguments

    def _declare_phis(self, leaf: ValueLeaf) -> None:
        if leaf.buffer is None:
            leaf.operand = self.emitter.name("p")
            self.phis[leaf.operand] = []
        for _ in erased_axes(leaf.type):
            leaf.sizes.append(self.emitter.name("s"))
            self.phis[leaf.sizes[-1]] = []

    def _phi_lines(self, leaf: ValueLeaf) -> list[str]:
        named = [] if leaf.operand is None else [(leaf.operand, leaf_register(leaf.type))]
        named += [(name, "i64") for name in leaf.sizes]
        lines: list[str] = []
        for name, type in named:
            incoming = ", ".join(f"[ {v}, %{f} ]" for v, f in self.phis[name])
            lines.append(f"  {name} = phi {type} {incoming}")
        return lines

    # Leaves

    def leaves(self, value: Value) -> list[ValueLeaf]:
        """The leaves of a value."""
        return self.plan.leaves[value] if value in self.plan.leaves else self.plan.leaves_of(value)

    def register(self, leaf: ValueLeaf) -> str:
        """The LLVM value of a scalar or reference."""
        assert leaf.operand is not None
        return leaf.operand

    def typed(self, leaf: ValueLeaf) -> str:
        """The register of a leaf, preceded by its LLVM type."""
        return f"{leaf_register(leaf.type)} {self.register(leaf)}"

    def address(self, leaf: ValueLeaf) -> str:
        """The address of the first element of a tensor."""
        assert leaf.buffer is not None
        place = leaf.buffer.place
        if place.fixed is not None:
            base = place.fixed
        elif place.size is None:
            base = self.emitter.emit(f"load ptr, ptr {self.cell(leaf.buffer)}, align 8")
        else:
            base = self.frame_address(place.offset or 0)
        skip = leaf.offset or leaf.element * leaf.tensor.element.bytes
        if not skip:
            return base
        return self.emitter.emit(f"getelementptr i8, ptr {base}, i64 {skip}")

    def cell(self, buffer: PlannedBuffer) -> str:
        """The cell of a tensor of dynamic size."""
        place = buffer.place
        return place.cell or self.frame_address(place.offset or 0)

    def frame_address(self, offset: int) -> str:
        return self.emitter.emit(f"getelementptr i8, ptr %frame, i64 {offset}")

    def below_frame(self) -> str:
        """The frame that is passed to a callee."""
        return self.emitter.emit(f"getelementptr i8, ptr %frame, i64 {_BELOW}")

    def shape(self, leaf: ValueLeaf) -> list[str]:
        """The sizes of a tensor, as LLVM values."""
        sizes = iter(leaf.sizes)
        return [next(sizes) if isinstance(d, Symbol) else str(d) for d in leaf.tensor.shape]

    def byte_count(self, leaf: ValueLeaf) -> str:
        """The size in bytes of an allocated tensor."""
        if not is_erased(leaf.type):
            return str(byte_size(leaf.tensor))
        total = str(leaf.tensor.element.bytes)
        for size in self.shape(leaf):
            total = self.emitter.emit(f"mul nuw nsw i64 {total}, {size}")
        return total

    def reserve(self, leaf: ValueLeaf, location: Location | None) -> None:
        """Allocates the memory of a tensor at run time, for the sizes of its leaf. Does nothing if
        the plan has memory for it."""
        assert leaf.buffer is not None
        if leaf.buffer in self.reserved:
            self._reserve_record(self.reserved[leaf.buffer], location)
            return
        if leaf.buffer.place.size is not None or leaf.buffer.place.fixed is not None:
            return
        type, emitter = leaf.tensor, self.emitter
        # Each size counts as at least 1 here, so that a size of 0 does not hide an overflow.
        self.declarations.declare("llvm.umul.with.overflow.i64", "{ i64, i1 }", "i64", "i64")
        self.declarations.declare("llvm.umax.i64", "i64", "i64", "i64")
        total, overflow = str(type.element.bytes), "false"
        for size in self.shape(leaf):
            least = emitter.emit(f"call i64 @llvm.umax.i64(i64 {size}, i64 1)")
            pair = emitter.emit(
                f"call {{ i64, i1 }} @llvm.umul.with.overflow.i64(i64 {total}, i64 {least})"
            )
            total = emitter.emit(f"extractvalue {{ i64, i1 }} {pair}, 0")
            over = emitter.emit(f"extractvalue {{ i64, i1 }} {pair}, 1")
            overflow = emitter.emit(f"or i1 {overflow}, {over}")
        byte_count = emitter.emit(f"select i1 {overflow}, i64 -1, i64 {total}")
        place = self.call_runtime(
            "dlvm_reserve", "ptr", ("ptr", "%context"), ("ptr", self.cell(leaf.buffer)),
            ("i64", byte_count),
        )  # fmt: skip
        missing = emitter.emit(f"icmp eq ptr {place}, null")
        # The sizes of tensors of more than about 2^59 elements cannot be reported.
        self.trap_if(missing, "there is not enough memory for a tensor", location)

    def _reserve_record(self, record: PlannedRecord, location: Location | None) -> None:
        """Allocates the record in which a tensor will be pushed."""
        layout = record_layout(record.type)
        kind = kind_name(self.declarations, layout, f"record of {record.type}")
        slot = self.frame_address(record.slot)
        base = self.call_runtime(
            "dlvm_record", "ptr", ("ptr", "%context"), ("ptr", slot), ("ptr", kind)
        )
        self.trap_if(self.emitter.emit(f"icmp eq ptr {base}, null"), NO_MEMORY, location)
        ((_, offset),) = layout.leaves
        self.emitter.line(f"{record.buffer.fixed} = getelementptr i8, ptr {base}, i64 {offset}")

    def copy(self, target: str, source: str, size: str | int) -> None:
        """Copies bytes that do not overlap."""
        if size not in (0, "0"):
            self.declarations.declare("llvm.memcpy.p0.p0.i64", "void", "ptr", "ptr", "i64", "i1")
            self.emitter.line(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, "
                "i1 false)"
            )

    def store_scalar(self, value: str, element: ElementType, pointer: str) -> None:
        stored = memory_type(element)
        if element is BOOL:
            value = self.emitter.emit(f"zext i1 {value} to i8")
        elif register_type(element) != stored:
            value = narrowed(self.emitter.emit, value, element)
        self.emitter.line(f"store {stored} {value}, ptr {pointer}, align {element.alignment}")

    def store_register(self, leaf: ValueLeaf, pointer: str) -> None:
        """Stores a scalar or a reference."""
        if isinstance(leaf.type, TensorType):
            self.store_scalar(self.register(leaf), leaf.type.element, pointer)
        else:
            self.emitter.line(f"store {self.typed(leaf)}, ptr {pointer}, align 8")

    def load_register(self, type: Type, pointer: str) -> str:
        """Loads a scalar or a reference."""
        if isinstance(type, TensorType):
            return load_scalar(self.emitter, pointer, type.element)
        return self.emitter.emit(f"load {leaf_register(type)}, ptr {pointer}, align 8")

    def payload(self, node: str) -> str:
        """The address of the payload of a node."""
        return self.emitter.emit(f"getelementptr i8, ptr {node}, i64 {HEADER_BYTES}")

    def own(self, leaf: ValueLeaf, value: str, retain: bool) -> None:
        """Assigns ``value`` to a counted leaf, which the function owns until the next assignment.
        If ``retain``, its reference count is incremented."""
        assert leaf.slot is not None
        leaf.operand = value
        if retain:
            self.call_runtime("dlvm_retain", "void", ("ptr", value))
        place = self.frame_address(leaf.slot)
        old = self.emitter.emit(f"load ptr, ptr {place}, align 8")
        self.emitter.line(f"store ptr {value}, ptr {place}, align 8")
        self.call_runtime("dlvm_release", "void", ("ptr", "%context"), ("ptr", old))

    def vacate(self, slot: int) -> str:
        """Releases what a slot holds; returns the address of the slot."""
        place = self.frame_address(slot)
        old = self.emitter.emit(f"load ptr, ptr {place}, align 8")
        self.emitter.line(f"store ptr null, ptr {place}, align 8")
        self.call_runtime("dlvm_release", "void", ("ptr", "%context"), ("ptr", old))
        return place

    # Interrupts

    def poll(self) -> None:
        """Ends the call here if a signal handler requested it."""
        self.declarations.define("dlvm_poll", POLL_DECLARATION)
        flag = self.emitter.emit("load volatile i32, ptr %look, align 4")
        is_set = self.emitter.emit(f"icmp ne i32 {flag}, 0")
        ask, go = self.emitter.fresh_label("ask"), self.emitter.fresh_label("clear")
        self.emitter.line(f"br i1 {is_set}, label %{ask}, label %{go}")
        self.emitter.start_block(ask)
        self.leave_with(self.emitter.emit("call i32 @dlvm_poll(ptr %context)"))
        self.emitter.line(f"br label %{go}")
        self.emitter.start_block(go)

    def is_back_edge(self, block: Block) -> bool:
        """Whether a branch from the current block to another can be a back edge."""
        return self._numbers[block] <= self._numbers[self.block]

    # Traps

    def call_runtime(self, name: str, result: str, *arguments: tuple[str, str]) -> str:
        """Calls a function of the run-time support."""
        self.declarations.declare(name, result, *(t for t, _ in arguments))
        call = f"call {result} @{name}({', '.join(f'{t} {v}' for t, v in arguments)})"
        if result == "void":
            self.emitter.line(call)
            return ""
        return self.emitter.emit(call)

    def trap_if(self, condition: str, message: str, location: Location | None, *found: str) -> None:
        """Traps if a condition holds; ``found`` are the values in the message."""
        number = self.traps.number(message, location)
        leave, go = self.emitter.fresh_label("trap"), self.emitter.fresh_label("go")
        self.emitter.line(f"br i1 {condition}, label %{leave}, label %{go}")
        self.emitter.start_block(leave)
        for place, value in enumerate(found):
            pointer = self.context_field("found", 8 * place)
            self.emitter.line(f"store i64 {value}, ptr {pointer}, align 8")
        self.leave(str(number))
        self.emitter.start_block(go)

    def leave_with(self, code: str) -> None:
        """Ends the call if a status is not 0."""
        failed = self.emitter.emit(f"icmp ne i32 {code}, 0")
        leave, go = self.emitter.fresh_label("leave"), self.emitter.fresh_label("go")
        self.emitter.line(f"br i1 {failed}, label %{leave}, label %{go}")
        self.emitter.start_block(leave)
        self.leave(code)
        self.emitter.start_block(go)

    def leave(self, code: str) -> None:
        """Returns a status from the function."""
        self._exits.append((code, self.emitter.label))
        self.emitter.line("br label %exit")

    def context_field(self, name: str, skip: int = 0) -> str:
        """The address of a field of the context."""
        return self.emitter.emit(f"getelementptr i8, ptr %context, i64 {CONTEXT[name] + skip}")

    def context(self, name: str) -> str:
        """A field of the context."""
        return self.emitter.emit(f"load i64, ptr {self.context_field(name)}, align 8")


def abi_types(type: FunctionType) -> tuple[list[list[Type]], list[Type]]:
    """The leaves of each parameter and of the result, as callers see them."""
    return [leaf_types(p) for p in type.parameters], leaf_types(type.result)


def load_scalar(emitter: Emitter, pointer: str, element: ElementType) -> str:
    """Loads a scalar to a register."""
    stored = memory_type(element)
    value = emitter.emit(f"load {stored}, ptr {pointer}, align {element.alignment}")
    if element is BOOL:
        return emitter.emit(f"icmp ne i8 {value}, 0")
    if register_type(element) != stored:
        return widened(emitter.emit, value, element)
    return value
