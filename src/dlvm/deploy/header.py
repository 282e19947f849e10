"""The C header of a library."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dlvm.codegen.host.traps import Trap
from dlvm.deploy.interface import Argument, Interface
from dlvm.deploy.wrappers import STATE, found_offset, shown_message
from dlvm.ir.types import ElementType

_BITS: Final = {
    ElementType.F16: "IEEE 754 half precision, as its bits",
    ElementType.BF16: "bfloat16, as its bits",
    ElementType.BOOL: "0 or 1",
}


def header(
    interfaces: Sequence[Interface],
    workspaces: Mapping[str, int],
    traps: Sequence[Trap],
    prefix: str,
    constant_bytes: int,
    needed: Sequence[str],
) -> str:
    """The header of a library. ``workspaces`` has the bytes of workspace of each function;
    ``needed`` are the symbols that the library does not define."""
    base = prefix.upper()
    guard = f"{base}H"
    codes = error_codes(traps, base)
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
        *(f"#define {i.symbol.upper()}_WORKSPACE_BYTES {workspaces[i.symbol]}" for i in interfaces),
        "",
        "/* Codes of errors. found[n] are the numbers in a message: */",
        f"#define {base}FOUND(workspace) ((const int64_t *)(((uintptr_t)(workspace) + 63) "
        f"/ 64 * 64 + {found_offset()}))",
        f"#define {base}OK 0",
    ]
    lines += [
        f"#define {code} {number} /* {_comment(shown_message(trap.message))} */"
        for number, (code, trap) in enumerate(zip(codes, traps, strict=True), 1)
    ]
    lines += ["", "#ifdef __cplusplus", 'extern "C" {', "#endif"]
    for interface in interfaces:
        lines += ["", *_declaration(interface)]
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


def error_codes(traps: Sequence[Trap], base: str) -> list[str]:
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


def _declaration(interface: Interface) -> list[str]:
    function = interface.function
    lines = [f"/* @{function.name}: {_comment(str(function.type))}"]
    for argument in interface.arguments:
        lines.append(f" *   {argument.name}: {_meaning(argument)}")
    if interface.draws:
        lines.append(f" *   {STATE}: the seed, and how many numbers have been drawn, which grows")
    lines.append(f" *   workspace: {interface.symbol.upper()}_WORKSPACE_BYTES bytes */")
    return [*lines, f"{signature(interface)};"]


def signature(interface: Interface) -> str:
    """The C declaration of a function, without its semicolon."""
    parameters = [a.declaration for a in interface.arguments]
    parameters += [f"uint64_t {STATE}[2]"] * interface.draws + ["void *workspace"]
    return f"int32_t {interface.symbol}({', '.join(parameters)})"


def _meaning(argument: Argument) -> str:
    type = argument.type
    role = "result" if argument.is_result else "argument"
    if argument.is_updated:
        role = "argument, overwritten with a result"
    shape = " x ".join(map(str, type.static_shape or ()))
    bits = _BITS.get(type.element)
    element = f"{type.element.value}{f' ({bits})' if bits else ''}"
    if not shape:
        return f"{role}, one {element}"
    return f"{role}, {shape} elements of {element}, row-major, aligned to {type.element.bytes}"


def _comment(text: str) -> str:
    return text.replace("*/", "* /").replace("\n", " ")
