"""LLVM IR of the C functions: each calls the code of a function with a context and memory from the
caller's workspace. The names of their arguments begin with ``c.``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from dlvm.codegen.generation import module_text
from dlvm.codegen.host.aggregate_flattening import erased_axes, is_erased
from dlvm.codegen.host.function import HostFunction, load_scalar
from dlvm.codegen.host.function_plan import cell_bytes
from dlvm.codegen.host.traps import TrapSite
from dlvm.codegen.llvm.emitter import CONTEXT, CONTEXT_BYTES, Emitter, memory_type, register_type
from dlvm.codegen.storage import ALIGNMENT
from dlvm.deploy.interface import CArgument, CStruct, Interface, leaves_of
from dlvm.deploy.variants import LEVEL, ProcessorVariant, dispatcher, level_text, renamed

FRAME: Final = -(-CONTEXT_BYTES // ALIGNMENT) * ALIGNMENT
"""The offset of the frame in the workspace, after the context."""
NO_ROOM: Final = 65535
TOO_SMALL: Final = "the workspace or the room for a result is too small"
"""The code and the message of the error of a call with too little memory."""
NEGATIVE: Final = 65534
NEGATIVE_SIZE: Final = "a size is negative"
"""The code and the message of the error of a call with a size below 0."""
STATE: Final = "random_state"
"""The argument with the state of random numbers: the seed, and the number of draws so far."""
INTRINSICS: Final = {
    "llvm.frameaddress.p0": "declare ptr @llvm.frameaddress.p0(i32)",
    "llvm.memmove.p0.p0.i64": "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "llvm.smax.i64": "declare i64 @llvm.smax.i64(i64, i64)",
}
"""The declarations of the LLVM intrinsics that the C functions call, by name."""
POLL: Final = "define internal i32 @dlvm_poll(ptr %context) alwaysinline { ret i32 0 }"
"""The function with which kernels and loops poll for signals of Python. In a library there are
none, so it always lets the call go on."""


def workspace_bytes(frame: int, heap: int = 0) -> int:
    """The bytes of the workspace of a function with a frame of ``frame`` bytes. It may begin
    anywhere, and is aligned inside. ``heap`` bytes are for memory that it allocates."""
    return ALIGNMENT - 1 + FRAME + frame + heap


def found_offset() -> int:
    """The offset, in the aligned workspace, of the numbers that a trap reports."""
    return CONTEXT["found"]


def library_text(
    variants: Sequence[ProcessorVariant],
    traps: Sequence[TrapSite],
    prefix: str,
    freestanding: Sequence[str],
    support: str = "",
    stack: int = 0,
    weights: Mapping[str, int] = MappingProxyType({}),
    exported: Sequence[str] = (),
    attributes: str = "",
) -> str:
    """One LLVM module with the C functions of a program for one or several processors, and the
    others in ``exported``. ``freestanding`` are definitions of functions that generated code calls;
    ``support`` is the run-time support, if it is needed. Recursive functions use at most ``stack``
    bytes of the stack. ``weights`` are the offsets of the constants that the caller passes, and
    ``attributes`` LLVM's attributes of all functions."""
    declarations: dict[str, str] = {}
    texts: list[str] = []
    parts = [support, *freestanding]
    for number, variant in enumerate(variants):
        own = dict(variant.program.declarations) | INTRINSICS
        found = _variant_texts(variant, stack, weights)
        if len(variants) > 1:
            defined = [name for name, text in own.items() if text.startswith("define ")]
            found, definitions = renamed(
                found, [own.pop(name) for name in defined], variant.target, number
            )
            found += definitions
        texts += found
        for name, text in own.items():
            if name not in weights:
                declarations.setdefault(name, text)
    if len(variants) > 1:
        texts.append(LEVEL)
        texts += [dispatcher(i.symbol, _parameters(i), variants) for i in variants[0].interfaces]
        parts.append(level_text())
    if "dlvm_poll" in declarations or support:
        declarations["dlvm_poll"] = POLL
    texts += [_messages(traps, prefix), *exported]
    texts.append("@dlvm.never = internal constant i32 0, align 4")
    for number, part in enumerate(filter(None, parts), 1):
        texts.append(_support_text(part, number, declarations))
    return module_text(texts, declarations.values(), attributes)


def heap_used_text(prefix: str) -> str:
    """The C function that returns the greatest number of bytes that the last call had allocated at
    any time."""
    return (
        f"define i64 @{prefix}heap_used(ptr %workspace) #0 {{\n"
        "  %start = ptrtoint ptr %workspace to i64\n"
        f"  %past = and i64 %start, {ALIGNMENT - 1}\n"
        f"  %missing = sub i64 {ALIGNMENT}, %past\n"
        f"  %skip = and i64 %missing, {ALIGNMENT - 1}\n"
        "  %context = getelementptr i8, ptr %workspace, i64 %skip\n"
        "  %used = call i64 @dlvm_used(ptr %context)\n"
        "  ret i64 %used\n}"
    )


def _variant_texts(variant: ProcessorVariant, stack: int, weights: Mapping[str, int]) -> list[str]:
    """The functions for one processor, and the C functions that call them."""
    program = variant.program
    texts = [*program.kernels, *(host.text for host in program.hosts.values())]
    if weights:
        texts = [_with_weights(text, weights) for text in texts]
    threads = variant.target.machine.threads
    wrappers = (_wrapper(i, program.hosts[i.function], stack, threads) for i in variant.interfaces)
    return [*texts, *wrappers]


def _with_weights(text: str, weights: Mapping[str, int]) -> str:
    """A function that finds constants at their offsets from the pointer in the context."""
    used = [name for name in weights if f"@{name}" in text]
    if not used or "(ptr %context" not in text.split("\n", 1)[0]:
        return text
    lines = [
        f"  %weights.place = getelementptr i8, ptr %context, i64 {CONTEXT['weights']}",
        "  %weights = load ptr, ptr %weights.place, align 8",
        *(f"  %{n} = getelementptr i8, ptr %weights, i64 {weights[n]}" for n in used),
    ]
    head, entry, body = text.partition("\nentry:\n")
    pattern = "|".join(re.escape(f"@{name}") for name in used)
    body = re.sub(rf"(?:{pattern})(?![\w.])", lambda found: f"%{found[0][1:]}", body)
    return "\n".join([head + entry.rstrip("\n"), *lines, body])


def _support_text(text: str, number: int, declarations: dict[str, str]) -> str:
    """A part of the run-time support, whose functions are for this module alone and whose
    attributes have other numbers than those of other parts. Its declarations are moved to
    ``declarations``, except those of functions that the part itself defines."""
    text = re.sub(r"#(\d+)", lambda found: f"#{1000 * number + int(found[1])}", text)
    lines = list[str]()
    for line in text.splitlines():
        if found := re.match(r"declare .*?@([\w.]+)\(", line):
            declarations.setdefault(found[1], line)
        else:
            lines.append(line)
    text = re.sub(
        r"^define (?!internal|linkonce)(?:dso_local )?", "define internal ", "\n".join(lines),
        flags=re.MULTILINE,
    )  # fmt: skip
    for name in re.findall(r"^define .*?@(\w+)\(", text, re.MULTILINE):
        declarations.pop(name, None)
    return text


def _wrapper(interface: Interface, host: HostFunction, stack: int, threads: int) -> str:
    emitter = Emitter()
    for parameter in interface.parameters:
        if isinstance(parameter, CStruct):
            _read_members(emitter, parameter, f"%c.{parameter.name}")
    for size in interface.sizes:
        is_negative = emitter.emit(f"icmp slt i64 %c.{size}, 0")
        _return_if(emitter, is_negative, NEGATIVE, f"size.{size}")
    start = emitter.emit("ptrtoint ptr %workspace to i64")
    past = emitter.emit(f"and i64 {start}, {ALIGNMENT - 1}")
    missing = emitter.emit(f"sub i64 {ALIGNMENT}, {past}")
    skip = emitter.emit(f"and i64 {missing}, {ALIGNMENT - 1}")
    context = emitter.emit(f"getelementptr i8, ptr %workspace, i64 {skip}")
    if interface.allocates:
        least = emitter.emit(f"add i64 {skip}, {FRAME + host.frame}")
        room = emitter.emit(f"sub i64 %workspace_bytes, {least}")
        short = emitter.emit(f"icmp slt i64 {room}, 0")
        _return_if(emitter, short, NO_ROOM, "room")
    else:
        room = "0"
    pointers = {"look": "@dlvm.never"}
    pointers |= {"weights": "%weights"} if interface.reads_weights else {}
    pointers |= {"program": "%threads"} if interface.uses_threads else {}
    if interface.recurses:
        address = emitter.emit("call ptr @llvm.frameaddress.p0(i32 0)")
        top = emitter.emit(f"ptrtoint ptr {address} to i64")
        is_high = emitter.emit(f"icmp ugt i64 {top}, {stack}")
        low = emitter.emit(f"sub i64 {top}, {stack}")
        limit = emitter.emit(f"select i1 {is_high}, i64 {low}, i64 0")
        pointers["stack_limit"] = emitter.emit(f"inttoptr i64 {limit} to ptr")
    places = {CONTEXT[name]: value for name, value in pointers.items()}
    for offset in range(0, CONTEXT_BYTES, 8):
        place = emitter.emit(f"getelementptr i8, ptr {context}, i64 {offset}")
        if offset in places:
            emitter.line(f"store ptr {places[offset]}, ptr {place}, align 8")
        else:
            number = threads if offset == CONTEXT["threads"] else 0
            emitter.line(f"store i64 {number}, ptr {place}, align 8")
    state = [("seed", 0), ("counter", 1)] if interface.draws else []
    for field, number in state:
        source = emitter.emit(f"getelementptr i64, ptr %{STATE}, i64 {number}")
        word = emitter.emit(f"load i64, ptr {source}, align 8")
        place = emitter.emit(f"getelementptr i8, ptr {context}, i64 {CONTEXT[field]}")
        emitter.line(f"store i64 {word}, ptr {place}, align 8")
    frame = emitter.emit(f"getelementptr i8, ptr {context}, i64 {FRAME}")
    if interface.allocates:
        memory = emitter.emit(f"getelementptr i8, ptr {frame}, i64 {host.frame}")
        emitter.line(f"call void @dlvm_open(ptr {context}, ptr {memory}, i64 {room})")
    given: list[str] = []
    cells: list[tuple[CArgument, str]] = []
    for argument in interface.leaves:
        if argument.is_result:
            continue
        value = f"ptr %c.{argument.name}"
        given.append(value if argument.by_address else _register(emitter, argument))
        given += [f"i64 %c.{dim}" for dim in argument.dims if isinstance(dim, str)]
    results = [a for a in interface.leaves if a.is_result]
    for number, argument in enumerate(results):
        if number in interface.shared:
            given.append(f"ptr %c.{interface.results[number].name}")
        elif is_erased(argument.type):
            cells.append((argument, _cell(emitter, argument)))
            given.append(f"ptr {cells[-1][1]}")
        else:
            given.append(f"ptr %c.{argument.name}")
    values = ", ".join([f"ptr {context}", f"ptr {frame}", *given])
    code = emitter.emit(f"call i32 @{host.name}({values})")
    for field, number in state[1:]:
        place = emitter.emit(f"getelementptr i8, ptr {context}, i64 {CONTEXT[field]}")
        word = emitter.emit(f"load i64, ptr {place}, align 8")
        target = emitter.emit(f"getelementptr i64, ptr %{STATE}, i64 {number}")
        emitter.line(f"store i64 {word}, ptr {target}, align 8")
    for argument, cell in cells:
        code = _take(emitter, argument, cell, code)
    return (
        f"define i32 @{interface.symbol}({', '.join(_parameters(interface))}) #0 {{\n"
        f"entry:\n{emitter.text()}\n  ret i32 {code}\n}}"
    )


def _return_if(emitter: Emitter, condition: str, code: int, name: str) -> None:
    """Returns the code of an error if a condition holds; ``name`` begins the names of blocks."""
    emitter.line(f"br i1 {condition}, label %{name}.wrong, label %{name}.right")
    emitter.start_block(f"{name}.wrong")
    emitter.line(f"ret i32 {code}")
    emitter.start_block(f"{name}.right")


def _parameters(interface: Interface) -> list[str]:
    """The parameters of the C function, with their types."""
    results = [p for p in interface.parameters if leaves_of(p)[0].is_result]
    inputs = [p for p in interface.parameters if not leaves_of(p)[0].is_result]
    parameters = [
        f"{_c_register(p) if isinstance(p, CArgument) else 'ptr'} %c.{p.name}" for p in inputs
    ]
    parameters += [f"i64 %c.{name}" for name in interface.sizes]
    for result in results:
        parameters.append(f"ptr %c.{result.name}")
        if isinstance(result, CArgument) and result.is_sized_later:
            parameters += [f"i64 %c.{result.name}_capacity", f"ptr %c.{result.name}_sizes"]
    parameters += [f"ptr %{STATE}"] * interface.draws
    parameters += ["ptr %weights"] * interface.reads_weights
    parameters += ["ptr %threads"] * interface.uses_threads
    return [*parameters, "ptr %workspace", *["i64 %workspace_bytes"] * interface.allocates]


def _struct_type(struct: CStruct) -> str:
    """The LLVM type of a struct in C."""
    types: list[str] = []
    for member in struct.members:
        if isinstance(member, CStruct):
            types.append(_struct_type(member))
            continue
        types.append(_c_register(member).split()[0])
        if member.is_sized_later:
            types += ["i64", f"[{len(member.dims)} x i64]"]
    return f"{{ {', '.join(types)} }}"


def _read_members(emitter: Emitter, struct: CStruct, address: str) -> None:
    """Reads the members of a struct; they have the names of the leaves."""
    type, number = _struct_type(struct), 0

    def place() -> str:
        nonlocal number
        number += 1
        return f"getelementptr {type}, ptr {address}, i32 0, i32 {number - 1}"

    for member in struct.members:
        if isinstance(member, CStruct):
            _read_members(emitter, member, emitter.emit(place()))
            continue
        found = emitter.emit(place())
        emitter.line(f"%c.{member.name} = load {_c_register(member).split()[0]}, ptr {found}")
        if member.is_sized_later:
            found = emitter.emit(place())
            emitter.line(f"%c.{member.name}_capacity = load i64, ptr {found}")
            emitter.line(f"%c.{member.name}_sizes = {place()}")


def _cell(emitter: Emitter, argument: CArgument) -> str:
    """The cell of a result of erased sizes, which initially refers to the caller's memory."""
    cell = emitter.alloca(f"[{cell_bytes(argument.type)} x i8]", 8)
    room = _room(emitter, argument)
    emitter.line(f"store [{cell_bytes(argument.type)} x i8] zeroinitializer, ptr {cell}")
    emitter.line(f"store ptr %c.{argument.name}, ptr {cell}, align 8")
    place = emitter.emit(f"getelementptr i8, ptr {cell}, i64 8")
    emitter.line(f"store i64 {room}, ptr {place}, align 8")
    return cell


def _room(emitter: Emitter, argument: CArgument) -> str:
    """The bytes of the caller's memory for a result; a capacity below 0 is 0."""
    if argument.is_sized_later:
        capacity = f"%c.{argument.name}_capacity"
        count = emitter.emit(f"call i64 @llvm.smax.i64(i64 {capacity}, i64 0)")
    else:
        count = "1"
        for dim in argument.dims:
            value = f"%c.{dim}" if isinstance(dim, str) else str(dim)
            count = emitter.emit(f"mul i64 {count}, {value}")
    return emitter.emit(f"mul i64 {count}, {argument.type.element.bytes}")


def _take(emitter: Emitter, argument: CArgument, cell: str, code: str) -> str:
    """Writes the sizes of a result, and copies its elements if they are not in the caller's memory.
    Returns the status of the call."""
    sizes: list[str] = []
    for number in range(len(erased_axes(argument.type))):
        place = emitter.emit(f"getelementptr i8, ptr {cell}, i64 {16 + 8 * number}")
        sizes.append(emitter.emit(f"load i64, ptr {place}, align 8"))
    erased = iter(sizes)
    count = str(argument.type.element.bytes)
    for axis, dim in enumerate(argument.type.shape):
        size = str(dim) if isinstance(dim, int) else next(erased)
        count = emitter.emit(f"mul i64 {count}, {size}")
        if argument.is_sized_later:
            place = emitter.emit(f"getelementptr i64, ptr %c.{argument.name}_sizes, i64 {axis}")
            emitter.line(f"store i64 {size}, ptr {place}, align 8")
    data = emitter.emit(f"load ptr, ptr {cell}, align 8")
    is_elsewhere = emitter.emit(f"icmp ne ptr {data}, %c.{argument.name}")
    is_good = emitter.emit(f"icmp eq i32 {code}, 0")
    moves = emitter.emit(f"and i1 {is_elsewhere}, {is_good}")
    fits = moves
    if argument.is_sized_later:
        is_small = emitter.emit(f"icmp ule i64 {count}, {_room(emitter, argument)}")
        fits = emitter.emit(f"and i1 {moves}, {is_small}")
        is_short = emitter.emit(f"xor i1 {fits}, {moves}")
        code = emitter.emit(f"select i1 {is_short}, i32 {NO_ROOM}, i32 {code}")
    copied = emitter.emit(f"select i1 {fits}, i64 {count}, i64 0")
    emitter.line(
        f"call void @llvm.memmove.p0.p0.i64(ptr %c.{argument.name}, ptr {data}, i64 {copied}, "
        "i1 false)"
    )
    return code


def _c_register(argument: CArgument) -> str:
    """The LLVM type of an argument in the calling convention of C."""
    if argument.by_address:
        return "ptr"
    element = argument.type.element
    if element.kind == "float" and element.bytes >= 4:
        return memory_type(element)
    extension = "signext " if element.kind == "signed" else "zeroext "
    return f"i{8 * element.bytes} {extension if element.bytes < 4 else ''}".rstrip()


def _register(emitter: Emitter, argument: CArgument) -> str:
    """The register of a scalar that is passed by value."""
    element = argument.type.element
    place = emitter.alloca(memory_type(element))
    stored = _c_register(argument).split()[0]
    emitter.line(f"store {stored} %c.{argument.name}, ptr {place}, align {element.bytes}")
    return f"{register_type(element)} {load_scalar(emitter, place, element)}"


def _messages(traps: Sequence[TrapSite], prefix: str) -> str:
    """The C function that maps the codes of traps to their messages."""
    texts = {n: shown_message(t.message) for n, t in enumerate(traps, 1)}
    texts |= {0: "no error", NO_ROOM: TOO_SMALL, NEGATIVE: NEGATIVE_SIZE}
    lines: list[str] = []
    cases: list[str] = []
    for number, text in texts.items():
        data = text.encode() + b"\0"
        elements = "".join(f"\\{byte:02x}" for byte in data)
        lines.append(f'@dlvm.message.{number} = internal constant [{len(data)} x i8] c"{elements}"')
        cases.append(f"    i32 {number}, label %m{number}")
    blocks = [f"m{number}:\n  ret ptr @dlvm.message.{number}" for number in texts]
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
