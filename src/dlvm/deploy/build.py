"""Builds object files, libraries and folders from functions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dlvm.compiler import lowered_module
from dlvm.deploy.header import header
from dlvm.deploy.interface import Interface, identifier, interface_of, reachable
from dlvm.deploy.objects import archive, self_contained_object
from dlvm.deploy.targets import find_target
from dlvm.deploy.wrappers import found_offset, library_text, workspace_bytes
from dlvm.diagnostics import DiagnosticError, Note, error
from dlvm.files import replace_file, unwritable
from dlvm.ir.module import Function, Module

if TYPE_CHECKING:
    from dlvm.codegen.generation import Program
    from dlvm.codegen.llvm.target import Target

KINDS: Final = ("object", "archive", "shared", "bundle", "wheel")
"""What :func:`build` can write."""


@dataclass(frozen=True)
class Library:
    """Compiled functions with a C interface: the object file and its header."""

    interfaces: Sequence[Interface]
    program: Program
    target: Target
    prefix: str
    object: bytes
    needed: Sequence[str]
    workspaces: Mapping[str, int]
    header: str

    def shared(self) -> bytes:
        """The shared library."""
        from dlvm.deploy.linking import shared_library

        return shared_library(self.object, self.target, self.needed)

    @property
    def symbols(self) -> list[str]:
        """The exported symbols of the object file."""
        return [*(i.symbol for i in self.interfaces), f"{self.prefix}message"]


def build(
    source: Module | Any,
    output: str | os.PathLike[str],
    kind: str = "object",
    *,
    example: Sequence[Any] = (),
    functions: Iterable[str] | None = None,
    prefix: str | None = None,
    target: str | None = None,
    cpu: str | None = None,
    opt_level: int = 2,
    fast_math: bool = False,
    freestanding: bool = False,
) -> list[Path]:
    """Compiles functions ahead of time, with a C interface, and writes files.

    Each function becomes a C function that returns 0 or the code of an error. The caller provides
    its memory. The header describes arguments, sizes and errors.

    Parameters
    ----------
    source
        A module, or a staged function, which is traced for the arguments in ``example``.
    output
        The object file or library to write, or the folder of a bundle. The header has the same
        name with the ending ``.h``. For a wheel, the name of the package, in the folder to which
        the wheel is written.
    kind
        ``object``; ``archive``, a static library; ``shared``, a shared library; ``bundle``, a
        folder with header, archive, a C program that checks the results of random arguments,
        ``CMakeLists.txt`` and ``README.md``; or ``wheel``, a Python package that needs NumPy alone.
    example
        Arguments of the staged function.
    functions
        The names of the functions to export. By default, all whose types can be expressed in C.
    prefix
        The start of all names in C. The default is the name of the output, as in ``net_``.
    target, cpu
        The machine, by a name or triple of :data:`TARGETS`, and its processor. The default is this
        machine.
    opt_level, fast_math
        As in :func:`dlvm.compile`.
    freestanding
        Whether undefined symbols are an error.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    DiagnosticError
        If the target is unknown, if there is no such function, or if its type cannot be expressed
        in C.
    """
    if kind not in KINDS:
        raise error(f"the kind of output must be one of {', '.join(KINDS)}, got {kind}")
    path = Path(output)
    stem = identifier(path.stem)
    module = _module_of(source, example)
    library = compile_library(
        module,
        functions,
        f"{stem}_" if prefix is None else _checked_prefix(prefix),
        find_target(target, cpu),
        opt_level,
        fast_math,
        freestanding,
    )
    files = _files(path, kind, module, library)
    for file, content in files.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(file, content)
        except OSError as problem:
            raise unwritable(file, problem) from None
    return list(files)


def _files(path: Path, kind: str, module: Module, library: Library) -> dict[Path, bytes]:
    """The files of an output, with their contents."""
    header = library.header.encode()
    if kind == "object":
        return {path: library.object, path.with_suffix(".h"): header}
    if kind == "shared":
        return {path: library.shared(), path.with_suffix(".h"): header}
    stem = identifier(path.stem)
    if kind == "wheel":
        from dlvm.deploy.wheel import wheel

        name, data = wheel(
            stem, library.target, library.prefix, library.interfaces, library.workspaces,
            found_offset(), library.shared(),
        )  # fmt: skip
        return {path.parent / name: data}
    data = archive(f"{stem}.o", library.object, library.symbols)
    if kind == "archive":
        return {path: data, path.with_suffix(".h"): header}
    from dlvm.deploy.bundle import bundle_files

    texts = bundle_files(module, stem, library.target.triple, library.interfaces)
    return {
        path / f"{stem}.h": header,
        path / f"lib{stem}.a": data,
        **{path / name: text.encode() for name, text in texts.items()},
    }


def _module_of(source: Any, example: Sequence[Any]) -> Module:
    if isinstance(source, Module):
        return source
    trace = getattr(source, "module", None)
    if not callable(trace):
        raise error(
            f"build must be given a module or a staged function, got {type(source).__name__}"
        )
    module = trace(*example)
    assert isinstance(module, Module)
    return module


def _checked_prefix(prefix: str) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", prefix, re.ASCII):
        raise error(f"the prefix must be the start of a C identifier, as in net_, got {prefix!r}")
    return prefix


def compile_library(
    module: Module,
    functions: Iterable[str] | None,
    prefix: str,
    target: Target,
    opt_level: int = 2,
    fast_math: bool = False,
    freestanding: bool = False,
) -> Library:
    """Compiles functions of a module; the parameters are those of :func:`build`."""
    from dlvm.codegen.generation import generate_program
    from dlvm.verifier import verify

    verify(module)
    names = _chosen(module, functions)
    module = lowered_module(module, "schedule", opt_level, fast_math, 1, target=target)
    interfaces = _interfaces(module, names, prefix, functions is None)
    kept = set(reachable([i.function for i in interfaces]))
    module.functions[:] = [f for f in module.functions if f in kept]
    program = generate_program(module, {}, target.machine)
    interfaces = [i.sharing(program.hosts[i.function].shared) for i in interfaces]
    interfaces = _without_allocations(interfaces, program, functions is None)
    data, needed = self_contained_object(
        lambda added: library_text(program, interfaces, prefix, added), program.constants, target
    )
    if freestanding and needed:
        raise error(
            f"a freestanding object must define all symbols, but {target.cpu or target.triple} "
            f"needs {', '.join(needed)}",
            None,
            Note(
                "without --freestanding, the C library or the compiler's support library (libgcc, "
                "compiler-rt) defines them"
            ),
        )
    workspaces = {i.symbol: workspace_bytes(program.hosts[i.function]) for i in interfaces}
    constant_bytes = sum(data.size for data in program.constants.values())
    text = header(interfaces, workspaces, program.traps, prefix, constant_bytes, needed)
    return Library(interfaces, program, target, prefix, data, needed, workspaces, text)


def _chosen(module: Module, functions: Iterable[str] | None) -> list[str]:
    """The names of the functions to export. Raises :class:`DiagnosticError` for unknown ones."""
    known = [f.name or "" for f in module.functions if f.blocks or f.derived_from is not None]
    if functions is None:
        return known
    names = [name.removeprefix("@") for name in functions]
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean @{near[0]}? " if near else ""
            has = ", ".join(f"@{n}" for n in known) or "none"
            raise error(
                f"the functions must be in the module, got @{name}",
                None,
                Note(f"{hint}the module has {has}"),
            )
    return names


def _interfaces(module: Module, names: Sequence[str], prefix: str, skips: bool) -> list[Interface]:
    """The interfaces of functions. If ``skips``, functions whose types cannot be expressed in C are
    left out, unless there is no other."""
    found: list[Interface] = []
    problems: list[DiagnosticError] = []
    for name in names:
        function = module.function(name)
        if function is None:  # Nothing calls it: inlining has removed it.
            continue
        try:
            found.append(interface_of(function, prefix))
            _check_calls(function)
        except DiagnosticError as problem:
            if not skips:
                raise
            problems.append(problem)
            found = [i for i in found if i.function is not function]
    if not found:
        raise problems[0] if problems else error("the module has no function to export")
    return _with_unique_symbols(found, f"{prefix}message")


def _with_unique_symbols(interfaces: Sequence[Interface], message: str) -> list[Interface]:
    """The interfaces with names that differ, also in capitals, as names of macros."""
    taken, found = {message.upper()}, list[Interface]()
    for interface in interfaces:
        symbol = interface.symbol
        while symbol.upper() in taken:
            symbol += "_"
        taken.add(symbol.upper())
        found.append(replace(interface, symbol=symbol))
    return found


def _check_calls(function: Function) -> None:
    """Raises :class:`DiagnosticError` for recursion."""
    from dlvm.analysis.cfg.calls import call_cycles

    for cycle in call_cycles(reachable([function])):
        name = min(f.name or "" for f in cycle)
        raise error(
            f"@{function.name} must use a known part of the stack for C, but @{name} calls itself",
            function.location,
            Note("write the recursion as a loop, or run the function with dlvm.compile"),
        )


def _without_allocations(
    interfaces: Sequence[Interface], program: Program, skips: bool
) -> list[Interface]:
    """The functions that allocate no memory at run time. If none remains, or unless ``skips``,
    raises :class:`DiagnosticError` for the first function that allocates memory."""
    found = [i for i in interfaces if _allocation(i, program) is None]
    if len(found) == len(interfaces) or (found and skips):
        return found
    first = next(i for i in interfaces if i not in found)
    raise error(
        f"@{first.function.name} must have memory of known size for C, but "
        f"{_allocation(first, program)}",
        first.function.location,
        Note("choose other functions with --functions"),
    )


def _allocation(interface: Interface, program: Program) -> str | None:
    """The reason why a function needs memory at run time, as the end of a message."""
    for function in reachable([interface.function]):
        host = program.hosts.get(function)
        call = re.search(r"@(dlvm_(?!poll\b)\w+)", host.text) if host is not None else None
        if call:
            why = _REASONS.get(call[1], "allocates memory at run time")
            return f"@{function.name} {why}"
    return None


_REASONS: Final = {
    "dlvm_sort": "sorts",
    "dlvm_push": "keeps the states of a loop on a stack",
    "dlvm_reserve": "has tensors whose size is known at run time only",
    "dlvm_variables": "uses global variables",
}
