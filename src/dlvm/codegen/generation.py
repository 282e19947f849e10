"""LLGen: a module of stage schedule to LLVM IR as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dlvm.codegen.emitter import Declarations, Emitter, register_type
from dlvm.codegen.host import HostFunction, HostGenerator, Traps, load_scalar
from dlvm.codegen.host_plan import called_functions
from dlvm.codegen.kernel import Kernel, generate_kernel
from dlvm.codegen.leaves import leaf_types
from dlvm.diagnostics import error
from dlvm.ir.compute import Definition
from dlvm.ir.module import Function, Module

_ATTRIBUTES = 'attributes #0 = { nounwind "no-trapping-math"="true" "prefer-vector-width"="512" }'


@dataclass(frozen=True)
class EntryPoint:
    """How a function is called from outside: its LLVM name, the bytes of arena that it needs, and
    which result leaves take over the memory of an argument leaf."""

    symbol: str
    frame: int
    shared: Mapping[int, int]


@dataclass(frozen=True)
class Program:
    """Generated LLVM IR, its entry points by function name, and the messages of its traps."""

    text: str
    entries: Mapping[str, EntryPoint]
    traps: Sequence[str]


def generate_program(module: Module, donated: Mapping[str, Sequence[int]]) -> Program:
    """LLVM IR for all functions of a scheduled module.

    ``donated`` names, by function, the arguments whose memory results may take over. Raises
    :class:`DiagnosticError` for what native code does not have yet.
    """
    declarations = Declarations()
    traps = Traps()
    schedules = {s.definition: s for s in module.schedules}
    kernels: dict[Definition, Kernel] = {
        d: generate_kernel(d, schedules[d.name or ""], declarations) for d in module.definitions
    }
    functions = _callees_first([f for f in module.functions if f.blocks])
    frames: dict[Function, int] = {}
    texts: list[str] = [k.text for k in kernels.values()]
    entries: dict[str, EntryPoint] = {}
    for function in functions:
        name = function.name or ""
        host = HostGenerator(
            function, kernels, frames, declarations, traps, donated.get(name, ())
        ).generate()
        frames[function] = host.frame
        texts.append(host.text)
        entry = f"dlvm.entry.{name}"
        texts.append(_entry_text(entry, function, host))
        entries[name] = EntryPoint(entry, host.frame, host.shared)
    text = "\n\n".join([*texts, declarations.text(), _ATTRIBUTES]) + "\n"
    return Program(text, entries, tuple(traps.messages))


def _callees_first(functions: Sequence[Function]) -> list[Function]:
    """The functions so that each comes after those it calls; raises for recursion."""
    done: dict[Function, None] = {}
    active: set[Function] = set()

    def visit(function: Function) -> None:
        if function in done:
            return
        if function in active:
            raise error(
                f"recursion is not supported by native code yet: @{function.name} calls itself",
                function.location,
            )
        active.add(function)
        for callee in called_functions(function):
            if not callee.blocks:
                raise error(
                    f"@{callee.name} has no body, and calls of external functions are not "
                    "supported by native code yet",
                    callee.location,
                )
            visit(callee)
        done[function] = None

    for function in functions:
        visit(function)
    return list(done)


def _entry_text(name: str, function: Function, host: HostFunction) -> str:
    """A function that takes context, frame, and the addresses of all leaves, from one array."""
    emitter = Emitter()

    def slot(number: int) -> str:
        place = emitter.emit(f"getelementptr ptr, ptr %slots, i64 {number}")
        return emitter.emit(f"load ptr, ptr {place}, align 8")

    given = [f"ptr {slot(0)}", f"ptr {slot(1)}"]
    number = 2
    for parameter in function.type.parameters:
        for type in leaf_types(parameter, function.location):
            pointer = slot(number)
            if type.rank:
                given.append(f"ptr {pointer}")
            else:
                value = load_scalar(emitter, pointer, type.element)
                given.append(f"{register_type(type.element)} {value}")
            number += 1
    for _ in leaf_types(function.type.result, function.location):
        given.append(f"ptr {slot(number)}")
        number += 1
    code = emitter.emit(f"call i32 @{host.name}({', '.join(given)})")
    return f'define i32 @"{name}"(ptr %slots) #0 {{\nentry:\n{emitter.text()}\n  ret i32 {code}\n}}'
