"""C99 source of functions: kernels as loops, functions with their control flow, and the same C
interface as compiled libraries have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dlvm.codegen.c.elements import loaded
from dlvm.codegen.c.program import CProgram, c_program, unsupported
from dlvm.codegen.llvm.target import Target
from dlvm.codegen.storage import ALIGNMENT
from dlvm.deploy.exports import exported, keep, scheduled_exports
from dlvm.deploy.header import header, signature
from dlvm.deploy.interface import CArgument, CStruct, Interface, reachable, struct_names
from dlvm.deploy.targets import sized
from dlvm.deploy.wrappers import FRAME, STATE, found_offset, shown_message, workspace_bytes
from dlvm.diagnostics import Diagnostic, DiagnosticError, error
from dlvm.ir.module import Module


@dataclass(frozen=True)
class CSource:
    """The texts of a source file and its header, the functions in them, and the bytes of their
    workspaces by symbol."""

    source: str
    header: str
    interfaces: Sequence[Interface]
    workspaces: Mapping[str, int]


def c_files(
    module: Module,
    functions: Iterable[str] | None,
    header_name: str,
    prefix: str,
    targets: Sequence[Target],
    opt_level: int | str,
    fast_math: bool,
    donated: Mapping[str, Sequence[int]],
) -> CSource:
    """C source of functions, and its header. The schedules are those for the target.

    Without ``functions``, functions that C source does not support are left out. Raises
    :class:`DiagnosticError`, which lists everything that is not supported, if one of the given
    functions is not supported or if none is left.
    """
    if len(targets) > 1:
        raise error("C source must be for one processor, got multi")
    module, names = exported(module, functions)
    (target,), opt_level, _ = sized(targets, opt_level)
    module, interfaces = scheduled_exports(
        module, names, prefix, target, opt_level, fast_math, 1, functions is None
    )
    interfaces = _supported(interfaces, functions is None)
    keep(module, interfaces)
    program = c_program(module, donated)
    interfaces = [i.sharing(program.functions[i.function].shared) for i in interfaces]
    workspaces = {
        i.symbol: workspace_bytes(program.functions[i.function].frame) for i in interfaces
    }
    traps = list(program.traps.known)
    return CSource(
        _source(interfaces, program, header_name, prefix),
        header(interfaces, workspaces, traps, prefix, program.constant_bytes, ()),
        interfaces,
        workspaces,
    )


def _supported(interfaces: Sequence[Interface], skips: bool) -> list[Interface]:
    """The functions that C source supports. If ``skips``, other functions are left out; otherwise,
    they are errors."""
    found: list[Interface] = []
    problems: list[Diagnostic] = []
    for interface in interfaces:
        own = list(unsupported(reachable([interface.function])))
        problems += [problem for problem in own if problem not in problems]
        if not own:
            found.append(interface)
    if problems and not (found and skips):
        raise DiagnosticError(problems)
    return found


def _source(
    interfaces: Sequence[Interface], program: CProgram, header_name: str, prefix: str
) -> str:
    exported_functions = [_exported(i, program, prefix, interfaces) for i in interfaces]
    return "\n\n".join([
        "/* Written by DLVM. Compile it as C99, and link the mathematics library. */",
        "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>",
        f'#include "{header_name}"',
        *program.texts,
        *exported_functions,
        _message(program, prefix),
    ]) + "\n"  # fmt: skip


def _exported(
    interface: Interface, program: CProgram, prefix: str, interfaces: Sequence[Interface]
) -> str:
    """The function that other programs call: it finds its memory in the workspace."""
    function = program.functions[interface.function]
    places = {leaf.name: text for p in interface.parameters for leaf, text in _places(p, "")}
    given = {"frame": f"memory + {FRAME}", "state": STATE}
    given["found"] = f"(int64_t *)(memory + {found_offset()})"
    arguments = [given[name] for name in function.context]
    for leaf in interface.inputs:
        text = places[leaf.name]
        element = leaf.type.element
        arguments.append(text if leaf.by_address else loaded(program.helpers, text, element))
    results = [leaf for leaf in interface.leaves if leaf.is_result]
    arguments += [places[leaf.name] for n, leaf in enumerate(results) if n not in interface.shared]
    lines = ["    (void)workspace;"]
    if {"frame", "found"} & set(function.context):
        start = f"((uintptr_t)workspace + {ALIGNMENT - 1}) / {ALIGNMENT} * {ALIGNMENT}"
        lines = [f"    unsigned char *memory = (unsigned char *)({start});"]
    if interface.draws and "state" not in function.context:
        lines.append(f"    (void){STATE};")
    return "\n".join([
        signature(interface, prefix, struct_names(interfaces, prefix)),
        "{",
        *lines,
        f"    return {function.name}({', '.join(arguments)});",
        "}",
    ])  # fmt: skip


def _places(parameter: CArgument | CStruct, path: str) -> Iterator[tuple[CArgument, str]]:
    """The leaves of a parameter, with C expressions for them."""
    if isinstance(parameter, CArgument):
        yield parameter, f"{path}{(path and parameter.member) or parameter.name}"
        return
    inner = f"{path}{parameter.name}{'.' if path else '->'}"
    for member in parameter.members:
        yield from _places(member, inner)


def _message(program: CProgram, prefix: str) -> str:
    texts = {0: "no error"}
    texts |= {n: shown_message(t.message) for n, t in enumerate(program.traps.known, 1)}
    return "\n".join([
        f"const char *{prefix}message(int32_t code)",
        "{",
        "    switch (code) {",
        *(f'    case {code}: return "{_quoted(text)}";' for code, text in texts.items()),
        "    default: return 0;",
        "    }",
        "}",
    ])  # fmt: skip


def _quoted(text: str) -> str:
    """The content of a string literal. Question marks could begin trigraphs."""
    return "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"
        for byte in text.encode()
    )
