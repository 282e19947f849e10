"""LLGen: lowers a module of stage schedule to LLVM IR as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from dlvm.analysis.cfg.calls import call_cycles, called_functions
from dlvm.codegen.host import calls as host_calls
from dlvm.codegen.host import memory_operations as host_memory
from dlvm.codegen.host import printing as host_printing
from dlvm.codegen.host import scalars as host_values
from dlvm.codegen.host import terminators as host_control
from dlvm.codegen.host.aggregate_flattening import erased_axes, is_tensor, leaf_register, leaf_types
from dlvm.codegen.host.function import NO_MEMORY, Host, HostFunction, emits, load_scalar
from dlvm.codegen.host.function_plan import shared_leaves
from dlvm.codegen.host.notation import symbol
from dlvm.codegen.host.stack_records import record_types
from dlvm.codegen.host.traps import Traps, TrapSite
from dlvm.codegen.host.value_layout import kind_name, layout_of
from dlvm.codegen.kernels.constant_evaluation import is_constant
from dlvm.codegen.kernels.deduplication import generate_kernels
from dlvm.codegen.llvm.emitter import Declarations, Emitter, register_type
from dlvm.codegen.storage import Bytes
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import ExternDeclaration
from dlvm.ir.instructions import Apply, Return
from dlvm.ir.module import Function, Module, Variable
from dlvm.ir.types import VOID, EnumType, FunctionType, StructType, TensorType, Type
from dlvm.ir.wellformed import children

# Importing these modules registers their emitters.
__all__ = [
    "EntryPoint",
    "GeneratedProgram",
    "emits",
    "generate_program",
    "host_calls",
    "host_control",
    "host_memory",
    "host_printing",
    "host_values",
]

_VARIABLES = "dlvm.variables"
_ATTRIBUTES = 'nounwind "no-trapping-math"="true" "prefer-vector-width"="512"'


@dataclass(frozen=True)
class EntryPoint:
    """The entry point of a function: its LLVM name, the bytes of arena that it needs, and the
    result leaves that take over the memory of an argument leaf."""

    symbol: str
    frame: int
    shared: Mapping[int, int]


@dataclass(frozen=True)
class GeneratedProgram:
    """Generated LLVM IR, its entry points by function name, its traps in the order of their
    numbers, and the functions that Python can pass as values: their addresses are in
    the table ``dlvm.functions``, in this order. ``hosts`` is the host code of each function of the
    module, with its memory plan.

    The IR consists of ``kernels``, of ``functions`` that call them, and of the ``declarations``, by
    name, that both need. It declares the large ``constants`` without their elements."""

    kernels: Sequence[str]
    functions: Sequence[str]
    declarations: Mapping[str, str]
    constants: Mapping[str, Bytes]
    entries: Mapping[str, EntryPoint]
    traps: Sequence[TrapSite]
    values: Sequence[str]
    hosts: Mapping[Function, HostFunction]
    kernel_symbols: Mapping[Definition, str]
    """The LLVM name of the kernel of each definition; several definitions can share one."""
    budget: int | None = None
    """The maximum number of bytes that a call can use, if limited."""

    @property
    def text(self) -> str:
        """The whole program as one LLVM module."""
        return module_text([*self.kernels, *self.functions], self.declarations.values())


def module_text(texts: Iterable[str], declarations: Iterable[str], attributes: str = "") -> str:
    """An LLVM module with functions and their declarations. Functions also have the given
    attributes of LLVM."""
    group = " ".join(["attributes #0 = {", _ATTRIBUTES, attributes, "}"])
    return "\n\n".join([*texts, "\n".join(declarations), group]) + "\n"


def generate_program(
    module: Module,
    donated: Mapping[str, Sequence[int]],
    machine: Machine | None = None,
    traps: Traps | None = None,
) -> GeneratedProgram:
    """Generates LLVM IR for all functions of a scheduled module, by default for any machine.

    ``donated`` names, by function, the arguments whose memory results can take over. ``traps``
    numbers the traps of several programs. Raises :class:`DiagnosticError` for features that native
    code does not support.
    """
    declarations = Declarations(machine)
    traps = Traps() if traps is None else traps
    schedules = {s.definition: s for s in module.schedules}
    moved = _moved_constants(module)
    definitions = [d for d in module.definitions if d not in moved]
    loops = {k.definition: k for k in module.kernels}
    kernels = generate_kernels(definitions, schedules, loops, declarations)
    functions = [f for f in module.functions if f.blocks]
    outside = [f for f in module.functions if isinstance(f.declaration, ExternDeclaration)]
    passed = function_values(functions)
    callers = [_caller_of(f) for f in outside if f in passed]
    functions += callers
    values = _passed_functions(functions)
    by_address = passed.union(callers, values)
    # Callers of these functions cannot pass a frame.
    independent = by_address.union(*call_cycles(functions))
    users = _users_of_variables(functions, by_address)
    shared = {f: shared_leaves(f, _donated(f, donated)) for f in functions if f not in by_address}
    records = record_types(functions)
    frames: dict[Function, int] = {}
    hosts: dict[Function, HostFunction] = {}
    texts: list[str] = []
    entries: dict[str, EntryPoint] = {}
    for function in _callees_first(functions, independent):
        name = function.name or ""
        host = Host(
            function, kernels, frames, independent, declarations, traps, shared, records
        ).generate()
        frames[function] = host.frame
        hosts[function] = host
        texts.append(host.text)
        entry = f"dlvm.entry.{name}"
        no_room = traps.number(NO_MEMORY, function.location) if function in users else None
        texts.append(_entry_text(entry, function, host, no_room))
        entries[name] = EntryPoint(entry, host.frame, host.shared)
    if values:
        listed = ", ".join(f"ptr @{symbol(f)}" for f in values)
        texts.append(f"@dlvm.functions = constant [{len(values)} x ptr] [{listed}], align 8")
    if users:
        _define_variables(declarations)
    constants = {
        name: data
        for name, data in declarations.constants.items()
        if any(f"@{name}" in text for text in texts)
    }
    names = [f.name or "" for f in values]
    return GeneratedProgram(
        list(dict.fromkeys(k.text for k in kernels.values())),
        texts,
        declarations.items,
        constants,
        entries,
        tuple(traps.known),
        names,
        hosts,
        {definition: kernel.name for definition, kernel in kernels.items()},
    )


def _moved_constants(module: Module) -> set[Definition]:
    """The definitions that are applied only to constants and need no code."""
    found: dict[Definition, bool] = {}
    for function in module.functions:
        for op in function.instructions():
            if isinstance(op, Apply) and isinstance(op.callee, Definition):
                found[op.callee] = found.get(op.callee, True) and is_constant(op)
    return {definition for definition, is_moved in found.items() if is_moved}


def _passed_functions(functions: Sequence[Function]) -> list[Function]:
    """The functions whose type occurs in a parameter or a result."""
    types: set[Type] = set()
    pending = [t for f in functions for t in (*f.type.parameters, f.type.result)]
    while pending:
        type = pending.pop().canonical
        if type in types:
            continue
        types.add(type)
        match type:
            case StructType():
                pending += [t for _, t in type.fields]
            case EnumType():
                pending += [t for _, payload in type.cases for t in payload]
            case FunctionType():
                pass
            case _:
                pending += children(type)
    return [f for f in functions if f.type.canonical in types]


def _caller_of(function: Function) -> Function:
    """A function that calls an external function by the C convention, to use it as a value."""
    caller = Function(function.name, function.type, location=function.location)
    entry = caller.add_entry()
    call = entry.insert(Apply(function, entry.arguments, function.type.result))
    call.location = function.location
    entry.insert(Return(None if function.type.result.canonical == VOID else call))
    return caller


def function_values(functions: Sequence[Function]) -> frozenset[Function]:
    """The functions that are used as values. They may be called by name, too."""
    found: set[Function] = set()
    for function in functions:
        for instruction in function.instructions():
            for value in instruction.leaves():
                applied = isinstance(instruction, Apply) and value is instruction.callee
                if isinstance(value, Function) and not applied:
                    found.add(value)
            if isinstance(instruction, Apply) and isinstance(instruction.callee, Function):
                found.update(a for a in instruction.arguments if isinstance(a, Function))
    return frozenset(found)


def _users_of_variables(
    functions: Sequence[Function], by_address: Set[Function]
) -> frozenset[Function]:
    """The functions whose calls can use global variables."""
    users: set[Function] = set()
    callers: dict[Function, set[Function]] = {}
    for function in functions:
        callees = set(called_functions(function))
        for instruction in function.instructions():
            if any(isinstance(value, Variable) for value in instruction.leaves()):
                users.add(function)
            if isinstance(instruction, Apply) and not isinstance(
                instruction.callee, Function | Definition
            ):
                callees |= by_address
        for callee in callees:
            callers.setdefault(callee, set()).add(function)
    pending = list(users)
    while pending:
        found = callers.get(pending.pop(), set()) - users
        users |= found
        pending += found
    return frozenset(users)


def _define_variables(declarations: Declarations) -> None:
    """The number and kinds of the global variables that a call creates."""
    kinds = [
        f"ptr {kind_name(declarations, layout_of(v.content), str(v.content))}"
        for v in declarations.variables
    ]
    type = f"{{ i64, [{len(kinds)} x ptr] }}"
    declarations.define(
        _VARIABLES,
        f"@{_VARIABLES} = internal constant {type} "
        f"{{ i64 {len(kinds)}, [{len(kinds)} x ptr] [{', '.join(kinds)}] }}, align 8",
    )
    declarations.declare("dlvm_variables", "i32", "ptr", "ptr")


def _donated(function: Function, donated: Mapping[str, Sequence[int]]) -> Sequence[int]:
    """The arguments whose memory results can take over."""
    given = donated.get(function.name or "")
    if given is not None:
        return given
    return range(len(function.type.parameters)) if "inplace" in function.attributes else ()


def _callees_first(
    functions: Sequence[Function], independent: frozenset[Function]
) -> list[Function]:
    """The functions in an order in which a callee that uses its caller's frame precedes the
    caller."""
    done: dict[Function, None] = {}
    pending = [(f, False) for f in reversed(functions)]
    while pending:
        function, is_ready = pending.pop()
        if function in done:
            continue
        if is_ready:
            done[function] = None
            continue
        pending.append((function, True))
        for callee in called_functions(function):
            if callee not in done and callee not in independent and callee.blocks:
                pending.append((callee, False))
    return list(done)


def _entry_text(name: str, function: Function, host: HostFunction, no_room: int | None) -> str:
    """A function that takes the context, the frame and the leaves from one array: a tensor as its
    address and erased sizes, any other leaf as its address. If ``no_room`` is a trap, the function
    also creates the global variables."""
    emitter = Emitter()
    number = 0

    def word(type: str) -> str:
        nonlocal number
        place = emitter.emit(f"getelementptr i64, ptr %slots, i64 {number}")
        number += 1
        return f"{type} {emitter.emit(f'load {type}, ptr {place}, align 8')}"

    given = [word("ptr"), word("ptr")]
    if no_room is not None:
        made = emitter.emit(f"call i32 @dlvm_variables({given[0]}, ptr @{_VARIABLES})")
        missing = emitter.emit(f"icmp eq i32 {made}, 0")
        emitter.line(f"br i1 {missing}, label %no.room, label %room")
        emitter.start_block("no.room")
        emitter.line(f"ret i32 {no_room}")
        emitter.start_block("room")
    for parameter in function.type.parameters:
        for type in leaf_types(parameter, function.location):
            pointer = word("ptr")
            if is_tensor(type):
                given.append(pointer)
                given += [word("i64") for _ in erased_axes(type)]
            elif isinstance(type, TensorType):
                value = load_scalar(emitter, pointer.split()[1], type.element)
                given.append(f"{register_type(type.element)} {value}")
            else:
                register = leaf_register(type)
                value = emitter.emit(f"load {register}, {pointer}, align 8")
                given.append(f"{register} {value}")
    given += [word("ptr") for _ in leaf_types(function.type.result, function.location)]
    code = emitter.emit(f"call i32 @{host.name}({', '.join(given)})")
    return f'define i32 @"{name}"(ptr %slots) #0 {{\nentry:\n{emitter.text()}\n  ret i32 {code}\n}}'
