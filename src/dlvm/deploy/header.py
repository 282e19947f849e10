"""The C header of a library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dlvm.codegen.host.traps import TrapSite
from dlvm.deploy.interface import CArgument, Interface, StructLayout, leaves_of, struct_names
from dlvm.deploy.wrappers import (
    NEGATIVE,
    NEGATIVE_SIZE,
    NO_ROOM,
    STATE,
    TOO_SMALL,
    found_offset,
    shown_message,
)
from dlvm.ir.types import ElementType

_THREADS: Final = [
    "",
    "/* The caller's threads: parallel_for calls run with ranges that cover the tasks from 0 on,",
    " * on any threads, and returns when all have been run. */",
    "typedef struct {",
    "    void (*parallel_for)(void *pool, int64_t tasks,",
    "                         void (*run)(void *arguments, int64_t begin, int64_t end),",
    "                         void *arguments);",
    "    void *pool;",
]
_BITS: Final = {
    ElementType.F16: "IEEE 754 half precision, as its bits",
    ElementType.BF16: "bfloat16, as its bits",
    ElementType.BOOL: "0 or 1",
}


def header(
    interfaces: Sequence[Interface],
    workspaces: Mapping[str, int],
    traps: Sequence[TrapSite],
    prefix: str,
    constant_bytes: int,
    needed: Sequence[str],
    weight_bytes: int = 0,
    maps_weights: bool = False,
    heap: int = 0,
) -> str:
    """The header of a library. ``workspaces`` has the size of the workspace of each function in
    bytes, of which ``heap`` bytes are for memory that the function allocates. ``needed`` are the
    symbols that the library does not define. ``weight_bytes`` bytes of weights are in a file, which
    the library maps if ``maps_weights``."""
    base = prefix.upper()
    guard = f"{base}H"
    codes = error_codes(traps, base)
    allocating = [i for i in interfaces if i.allocates]
    lines = [
        "/* Written by DLVM. Every function returns 0, or the code of an error; none of them stops",
        " * the process, allocates memory or uses global variables: several threads can call them,",
        " * each with its own workspace. A workspace needs no alignment and no initial value. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stddef.h>",
        "#include <stdint.h>",
        "",
    ]
    if needed:
        lines += [f"/* Symbols that the library needs: {', '.join(needed)}. */", ""]
    lines += [
        f"#define {base}CONSTANTS_BYTES {constant_bytes}",
        *[f"#define {base}WEIGHTS_BYTES {weight_bytes}"] * bool(weight_bytes),
        *(f"#define {i.symbol.upper()}_WORKSPACE_BYTES {workspaces[i.symbol]}" for i in interfaces),
        *(
            f"#define {i.symbol.upper()}_WORKSPACE_USED(workspace) "
            f"({workspaces[i.symbol] - heap} + {prefix}heap_used(workspace))"
            for i in allocating
        ),
        "",
        "/* Codes of errors. found[n] are the numbers in a message: */",
        f"#define {base}FOUND(workspace) ((const int64_t *)(((uintptr_t)(workspace) + 63) "
        f"/ 64 * 64 + {found_offset()}))",
        f"#define {base}OK 0",
        f"#define {base}ERROR_TOO_SMALL {NO_ROOM} /* {TOO_SMALL} */",
        *[f"#define {base}ERROR_NEGATIVE_SIZE {NEGATIVE} /* {NEGATIVE_SIZE} */"]
        * any(i.sizes for i in interfaces),
    ]
    lines += [
        f"#define {code} {number} /* {_comment(shown_message(trap.message))} */"
        for number, (code, trap) in enumerate(zip(codes, traps, strict=True), 1)
    ]
    lines += ["", "#ifdef __cplusplus", 'extern "C" {', "#endif"]
    if any(i.uses_threads for i in interfaces):
        lines += [*_THREADS, f"}} {prefix}threads;"]
    if maps_weights:
        lines += [
            "",
            "/* Maps the file of weights, which functions read. Returns a null pointer if it",
            " * cannot be opened, or has another size. */",
            f"const void *{prefix}map_weights(const char *path);",
        ]
    if allocating:
        lines += [
            "",
            "/* The bytes that the last call with this workspace has allocated at most. The macro",
            " * ..._WORKSPACE_USED is the workspace_bytes that suffice for the same call. */",
            f"int64_t {prefix}heap_used(const void *workspace);",
        ]
    structs = struct_names(interfaces, prefix)
    for layout, name in structs.items():
        _, _, members = layout
        lines += ["", "typedef struct {"]
        lines += [
            f"    {m};" if isinstance(m, str) else f"    {structs[m[1]]} {m[0]};" for m in members
        ]
        lines.append(f"}} {name};")
    for interface in interfaces:
        lines += ["", *_declaration(interface, prefix, structs)]
    lines += [
        "",
        "/* The message of a code, or a null pointer if there is no such code. */",
        f"const char *{prefix}message(int32_t code);",
        "",
        "#ifdef __cplusplus",
        "}",
        "#endif",
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def error_codes(traps: Sequence[TrapSite], base: str) -> list[str]:
    """A macro for each trap, named after its message."""
    found: list[str] = []
    for trap in traps:
        words = re.findall(r"[A-Z0-9]+", re.sub(r"\{.*?\}", "", trap.message).upper())
        name = stem = base + "ERROR_" + "_".join(words[:8])
        number = 1
        while name in found:
            number += 1
            name = f"{stem}_{number}"
        found.append(name)
    return found


def _declaration(
    interface: Interface, prefix: str, structs: Mapping[StructLayout, str]
) -> list[str]:
    function = interface.function
    lines = [f"/* @{function.name}: {_comment(str(function.type))}"]
    for argument in interface.arguments:
        path = ".".join([*(name for name, _ in argument.structs), argument.member or argument.name])
        lines.append(f" *   {path}: {_meaning(argument)}")
    for name in interface.sizes:
        lines.append(f" *   {name}: a size of the arguments and results")
    if interface.draws:
        lines.append(f" *   {STATE}: the seed, and how many numbers have been drawn, which grows")
    macro = f"{interface.symbol.upper()}_WORKSPACE_BYTES"
    if interface.reads_weights:
        lines.append(" *   weights: the content of the file of weights, aligned to 64")
    if interface.uses_threads:
        lines.append(" *   threads: the threads to use, or a null pointer for the caller's alone")
    if interface.allocates:
        lines += [
            f" *   workspace: workspace_bytes bytes, such as {macro}; if they are too few, the",
            " *     function returns the code of an error about memory",
        ]
    else:
        lines.append(f" *   workspace: {macro} bytes")
    lines[-1] += " */"
    return [*lines, f"{signature(interface, prefix, structs)};"]


def signature(interface: Interface, prefix: str, structs: Mapping[StructLayout, str]) -> str:
    """The C declaration of a function, without its semicolon."""

    def declared(results: bool) -> Iterator[str]:
        for parameter in interface.parameters:
            if leaves_of(parameter)[0].is_result is not results:
                continue
            if isinstance(parameter, CArgument):
                yield from parameter.declarations
            else:
                const = "" if any(leaf.is_sized_later for leaf in parameter.leaves) else "const "
                yield f"{const}{structs[parameter.layout]} *{parameter.name}"

    inputs, results = declared(False), declared(True)
    parameters = [*inputs, *(f"int64_t {name}" for name in interface.sizes), *results]
    parameters += [f"uint64_t {STATE}[2]"] * interface.draws
    parameters += ["const void *weights"] * interface.reads_weights
    parameters += [f"const {prefix}threads *threads"] * interface.uses_threads
    parameters += ["void *workspace", *["int64_t workspace_bytes"] * interface.allocates]
    return f"int32_t {interface.symbol}({', '.join(parameters)})"


def _meaning(argument: CArgument) -> str:
    type = argument.type
    role = "result" if argument.is_result else "argument"
    if argument.is_updated:
        role = "argument, overwritten with a result"
    shape = " x ".join(str(dim or "?") for dim in argument.dims)
    bits = _BITS.get(type.element)
    element = f"{type.element.value}{f' ({bits})' if bits else ''}"
    if not shape:
        return f"{role}, one {element}"
    text = f"{role}, {shape} elements of {element}, row-major, aligned to {type.element.bytes}"
    if argument.is_sized_later:
        name = argument.member or argument.name
        text += (
            f"; there is room for {name}_capacity elements, and {name}_sizes are its sizes after "
            "the call"
        )
    return text


def _comment(text: str) -> str:
    return text.replace("*/", "* /").replace("\n", " ")
