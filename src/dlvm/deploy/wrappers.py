"""LLVM IR of the C functions: each calls the code of a function with a context and memory from the
caller's workspace."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dlvm.codegen.generation import Program, module_text
from dlvm.codegen.host.function import HostFunction, load_scalar
from dlvm.codegen.llvm.emitter import CONTEXT, CONTEXT_BYTES, Emitter, memory_type, register_type
from dlvm.codegen.storage import ALIGNMENT
from dlvm.deploy.interface import Argument, Interface

_FRAME: Final = -(-CONTEXT_BYTES // ALIGNMENT) * ALIGNMENT
"""The offset of the frame in the workspace, after the context."""
STATE: Final = "random_state"
"""The argument with the state of random numbers: the seed, and how many have been drawn."""
POLL: Final = "define internal i32 @dlvm_poll(ptr %context) alwaysinline { ret i32 0 }"
"""No signal handler of Python ends a call."""


def workspace_bytes(host: HostFunction) -> int:
    """The bytes of the workspace of a function. It may begin anywhere, and is aligned inside."""
    return ALIGNMENT - 1 + _FRAME + host.frame


def found_offset() -> int:
    """The offset of the numbers that a trap has found, in the aligned workspace."""
    return CONTEXT["found"]


def library_text(
    program: Program, interfaces: Sequence[Interface], prefix: str, freestanding: Sequence[str]
) -> str:
    """One LLVM module with the C functions of a program. ``freestanding`` are definitions of
    functions that generated code calls."""
    declarations = dict(program.declarations)
    if "dlvm_poll" in declarations:
        declarations["dlvm_poll"] = POLL
    texts = [*program.kernels, *(host.text for host in program.hosts.values())]
    for interface in interfaces:
        texts.append(_wrapper(interface, program.hosts[interface.function]))
    texts.append(_messages(program, prefix))
    texts.append("@dlvm.never = internal constant i32 0, align 4")
    return module_text([*texts, *freestanding], declarations.values())


def _wrapper(interface: Interface, host: HostFunction) -> str:
    emitter = Emitter()
    given: list[str] = []
    for argument in interface.arguments:
        given.append(
            f"ptr %{argument.name}" if argument.by_address else _register(emitter, argument)
        )
    start = emitter.emit("ptrtoint ptr %workspace to i64")
    past = emitter.emit(f"and i64 {start}, {ALIGNMENT - 1}")
    missing = emitter.emit(f"sub i64 {ALIGNMENT}, {past}")
    skip = emitter.emit(f"and i64 {missing}, {ALIGNMENT - 1}")
    context = emitter.emit(f"getelementptr i8, ptr %workspace, i64 {skip}")
    for offset in range(0, CONTEXT_BYTES, 8):
        place = emitter.emit(f"getelementptr i8, ptr {context}, i64 {offset}")
        if offset == CONTEXT["look"]:
            emitter.line(f"store ptr @dlvm.never, ptr {place}, align 8")
        else:
            emitter.line(f"store i64 0, ptr {place}, align 8")
    state = [("seed", 0), ("counter", 1)] if interface.draws else []
    for field, number in state:
        source = emitter.emit(f"getelementptr i64, ptr %{STATE}, i64 {number}")
        word = emitter.emit(f"load i64, ptr {source}, align 8")
        place = emitter.emit(f"getelementptr i8, ptr {context}, i64 {CONTEXT[field]}")
        emitter.line(f"store i64 {word}, ptr {place}, align 8")
    frame = emitter.emit(f"getelementptr i8, ptr {context}, i64 {_FRAME}")
    values = ", ".join([f"ptr {context}", f"ptr {frame}", *given])
    code = emitter.emit(f"call i32 @{host.name}({values})")
    for field, number in state[1:]:
        place = emitter.emit(f"getelementptr i8, ptr {context}, i64 {CONTEXT[field]}")
        word = emitter.emit(f"load i64, ptr {place}, align 8")
        target = emitter.emit(f"getelementptr i64, ptr %{STATE}, i64 {number}")
        emitter.line(f"store i64 {word}, ptr {target}, align 8")
    parameters = [f"{_c_register(a)} %{a.name}" for a in interface.arguments]
    parameters += [f"ptr %{STATE}"] * interface.draws + ["ptr %workspace"]
    return (
        f"define i32 @{interface.symbol}({', '.join(parameters)}) #0 {{\n"
        f"entry:\n{emitter.text()}\n  ret i32 {code}\n}}"
    )


def _c_register(argument: Argument) -> str:
    """The LLVM type of an argument in the calling convention of C."""
    if argument.by_address:
        return "ptr"
    element = argument.type.element
    if element.kind == "float" and element.bytes >= 4:
        return memory_type(element)
    extension = "signext " if element.kind == "signed" else "zeroext "
    return f"i{8 * element.bytes} {extension if element.bytes < 4 else ''}".rstrip()


def _register(emitter: Emitter, argument: Argument) -> str:
    """The register of a scalar that is passed by value."""
    element = argument.type.element
    place = emitter.alloca(memory_type(element))
    stored = _c_register(argument).split()[0]
    emitter.line(f"store {stored} %{argument.name}, ptr {place}, align {element.bytes}")
    return f"{register_type(element)} {load_scalar(emitter, place, element)}"


def _messages(program: Program, prefix: str) -> str:
    """The function from codes of traps to their messages."""
    texts = ["no error", *(shown_message(t.message) for t in program.traps)]
    lines: list[str] = []
    cases: list[str] = []
    for number, text in enumerate(texts):
        data = text.encode() + b"\0"
        elements = "".join(f"\\{byte:02x}" for byte in data)
        lines.append(f'@dlvm.message.{number} = internal constant [{len(data)} x i8] c"{elements}"')
        cases.append(f"    i32 {number}, label %m{number}")
    blocks = [f"m{number}:\n  ret ptr @dlvm.message.{number}" for number in range(len(texts))]
    return "\n".join([
        *lines,
        f"define ptr @{prefix}message(i32 %code) #0 {{",
        "entry:",
        "  switch i32 %code, label %unknown [",
        *cases,
        "  ]",
        *blocks,
        "unknown:",
        "  ret ptr null",
        "}",
    ])  # fmt: skip


def shown_message(message: str) -> str:
    """The message of a trap. ``found[0]``, … are the numbers found at run time."""
    text = re.sub(r"\{(\d)(:u)?\}", r"found[\1]", message)
    return re.sub(r"\{(\d):below\}", r"0 to found[\1] - 1", text)
