"""Builds object files, libraries and folders from functions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, Final

from dlvm.byte_sizes import parse_bytes
from dlvm.deploy.exports import exported, scheduled_exports
from dlvm.deploy.header import header
from dlvm.deploy.interface import Interface, identifier, reachable
from dlvm.deploy.objects import archive, self_contained_object, support_text
from dlvm.deploy.targets import find_targets, is_bare_metal, sized
from dlvm.deploy.wrappers import found_offset, heap_used_text, library_text, workspace_bytes
from dlvm.diagnostics import Note, error
from dlvm.files import replace_file, unwritable
from dlvm.ir.module import Module

if TYPE_CHECKING:
    from dlvm.codegen.generation import GeneratedProgram
    from dlvm.codegen.host.traps import Traps
    from dlvm.codegen.llvm.target import Target
    from dlvm.codegen.storage import Bytes
    from dlvm.deploy.variants import ProcessorVariant
    from dlvm.nnkit.staging.lowered import Lowered

KINDS: Final = ("object", "archive", "shared", "executable", "wasm", "bundle", "wheel", "c")
"""The kinds of output that :func:`build` can write."""


@dataclass(frozen=True)
class Library:
    """Compiled functions with a C interface: the object file and its header."""

    interfaces: Sequence[Interface]
    constants: Mapping[str, Bytes]
    target: Target
    prefix: str
    object: bytes
    needed: Sequence[str]
    workspaces: Mapping[str, int]
    header: str
    weights: bytes = b""
    """The content of the file of weights, if the constants are not in the object file."""
    maps_weights: bool = False
    """Whether the library has a function that maps the file of weights."""

    def shared(self) -> bytes:
        """The shared library."""
        from dlvm.deploy.linking import shared_library

        return shared_library(self.object, self.target, self.needed)

    def bundle_files(self, module: Module, stem: str) -> dict[str, str]:
        """The texts of a bundle besides the header, by file name, for the module that was
        compiled."""
        from dlvm.deploy.bundle import bundle_files

        return bundle_files(
            module, stem, self.target.triple, self.interfaces, self.prefix, self.maps_weights,
            self.target.machine.threads,
        )  # fmt: skip

    @property
    def symbols(self) -> list[str]:
        """The exported symbols of the object file."""
        mapped = [f"{self.prefix}map_weights"] * self.maps_weights
        used = [f"{self.prefix}heap_used"] * any(i.allocates for i in self.interfaces)
        return [*(i.symbol for i in self.interfaces), f"{self.prefix}message", *mapped, *used]


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
    opt_level: int | str = 2,
    fast_math: bool = False,
    freestanding: bool = False,
    weights: str = "inline",
    heap: str | int | None = None,
    stack: str | int | None = None,
    threads: int = 1,
) -> list[Path]:
    """Compiles functions ahead of time, with a C interface, and writes files.

    Each function becomes a C function that returns 0 or the code of an error. The caller provides
    its memory. The header describes arguments, sizes and errors.

    Parameters
    ----------
    source
        A module, or a staged function, which is traced for the arguments in ``example``. Results
        overwrite the parameters that it donates.
    output
        The object file or library to write, or the folder of a bundle. The header has the same
        name with the ending ``.h``. For a wheel, the name of the package, in the folder to which
        the wheel is written.
    kind
        ``object``; ``archive``, a static library; ``shared``, a shared library; ``bundle``, a
        folder with header, archive, a C program that checks the results of random arguments,
        ``CMakeLists.txt`` and ``README.md``; ``wheel``, a Python package that needs NumPy alone;
        ``executable``, the program of a bundle, linked; ``wasm``, a WebAssembly module and a page
        with it; or ``c``, C99 source of functions whose sizes are all known, with kernels as loops.
    example
        Arguments of the staged function.
    functions
        The names of the functions to export. By default, all except ``!internal`` functions and
        those whose types cannot be expressed in C.
    prefix
        The start of all names in C. The default is the name of the output, as in ``net_``.
    target, cpu
        The machine, by a name or triple of :data:`TARGETS`, and its processor. The default is this
        machine. The processor ``multi`` stands for x86-64-v2, v3 and v4: functions choose their
        code when they run.
    opt_level, fast_math
        As in :func:`dlvm.compile`. The levels ``"s"`` and ``"z"`` are level 2 with small code:
        loops are hardly unrolled, and at ``"z"`` there are no vectors.
    freestanding
        Whether undefined symbols are an error, as always for ``wasm``.
    weights
        Where large constants are: ``inline``, in the code's file; ``file``, in a file beside it,
        with a function that maps it; or ``pointer``, in such a file, which the caller reads.
    heap
        The bytes for memory that a function allocates at run time, such as ``64KiB``. The macro for
        the workspace of a function includes them. The default is 1 MiB, or 16 KiB without an
        operating system.
    stack
        The bytes of the stack that a recursive function may use. The default is 1 MiB; without an
        operating system, there is none.
    threads
        The number of threads for which kernels are divided. If it is more than 1, functions have an
        argument with the caller's threads.

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
    if path.suffix in (endings := _endings_beside(kind, weights)):
        what = endings[path.suffix]
        raise error(f"the output must not end in {path.suffix}, the ending of {what}, got {path}")
    stem = identifier(path.stem)
    module, donated = _module_of(source, example)
    if kind == "c":
        from dlvm.deploy.c_source import c_files

        _check_options(
            "C source",
            freestanding=freestanding,
            weights=weights != "inline",
            heap=heap is not None,
            stack=stack is not None,
            threads=threads > 1,
        )
        found = c_files(
            module, functions, path.with_suffix(".h").name,
            f"{stem}_" if prefix is None else _checked_prefix(prefix),
            find_targets(target, cpu), opt_level, fast_math, donated,
        )  # fmt: skip
        return _written(
            {path: found.source.encode(), path.with_suffix(".h"): found.header.encode()}
        )
    if kind == "wasm" and target is None:
        target = "wasm32-simd"
    library = compile_library(
        module,
        functions,
        f"{stem}_" if prefix is None else _checked_prefix(prefix),
        find_targets(target, cpu),
        opt_level,
        fast_math,
        freestanding or kind == "wasm",
        weights,
        _byte_count("heap", heap),
        _byte_count("stack", stack),
        threads,
        donated,
    )
    return _written(_files(path, kind, module, library), path if kind == "executable" else None)


def _endings_beside(kind: str, weights: str) -> dict[str, str]:
    """The files beside an output that have its name with another ending: what each one is, by
    ending."""
    if kind in ("bundle", "wheel"):
        return {}
    found = {} if weights == "inline" else {".weights": "the file of weights"}
    if kind == "executable":
        return found
    return found | {".h": "the header"} | ({".html": "the page"} if kind == "wasm" else {})


def _written(files: Mapping[Path, bytes], program: Path | None = None) -> list[Path]:
    """Writes files, and makes ``program`` executable."""
    for file, content in files.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(file, content)
            if file == program:
                file.chmod(0o755)
        except OSError as problem:
            raise unwritable(file, problem) from None
    return list(files)


def _check_options(what: str, **given: bool) -> None:
    for option, is_given in given.items():
        if is_given:
            raise error(f"the option {option} does not apply to {what}")


def _files(path: Path, kind: str, module: Module, library: Library) -> dict[Path, bytes]:
    """The files of an output, with their contents."""
    header = library.header.encode()
    beside = {path.with_suffix(".h"): header}
    if library.weights:
        beside[path.with_suffix(".weights")] = library.weights
    if kind == "object":
        return {path: library.object, **beside}
    if kind == "shared":
        return {path: library.shared(), **beside}
    stem = identifier(path.stem)
    if kind == "wasm":
        from dlvm.deploy.web import page, web_module

        page_name = path.with_suffix(".html")
        text = page(path.name, library.interfaces[0], library.workspaces, library.prefix)
        return {path: web_module(library.object, library.target, library.symbols),
                page_name: text.encode(), **beside}  # fmt: skip
    if kind == "executable":
        from dlvm.deploy.linking import executable

        texts = library.bundle_files(module, stem)
        sources = {n: t for n, t in texts.items() if n.endswith((".c", ".h"))}
        sources[f"{stem}.h"] = library.header
        program = executable(sources, library.object, library.target)
        return {path: program, **{f: c for f, c in beside.items() if f.suffix == ".weights"}}
    if kind == "wheel":
        from dlvm.deploy.wheel import wheel

        name, data = wheel(
            stem, library.target, library.prefix, library.interfaces, library.workspaces,
            found_offset(), library.shared(), library.weights,
        )  # fmt: skip
        return {path.parent / name: data}
    data = archive(f"{stem}.o", library.object, library.symbols)
    if kind == "archive":
        return {path: data, **beside}
    texts = library.bundle_files(module, stem)
    return {
        path / f"{stem}.h": header,
        path / f"lib{stem}.a": data,
        **({path / f"{stem}.weights": library.weights} if library.weights else {}),
        **{path / name: text.encode() for name, text in texts.items()},
    }


def _module_of(source: Any, example: Sequence[Any]) -> tuple[Module, Mapping[str, Sequence[int]]]:
    """The module of a source, and the arguments of functions that results may overwrite."""
    if isinstance(source, Module):
        return source, {}
    if isinstance(source, MethodType):
        source, example = source.__func__, (source.__self__, *example)
    if not (hasattr(source, "module") and hasattr(source, "lower")):
        raise error(
            f"build must be given a module or a staged function, got {type(source).__name__}"
        )
    lowered: Lowered = source.lower(*example)
    function = lowered.module.function(lowered.entry)
    assert function is not None
    names = [argument.name for argument in function.arguments]
    donated = [n for n, name in enumerate(names) if name in lowered.options.donate]
    return lowered.module, {lowered.entry: donated} if donated else {}


def _checked_prefix(prefix: str) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", prefix, re.ASCII):
        raise error(f"the prefix must be the start of a C identifier, as in net_, got {prefix!r}")
    return prefix


def compile_library(
    module: Module,
    functions: Iterable[str] | None,
    prefix: str,
    target: Target | Sequence[Target],
    opt_level: int | str = 2,
    fast_math: bool = False,
    freestanding: bool = False,
    weights: str = "inline",
    heap: int | None = None,
    stack: int | None = None,
    threads: int = 1,
    donated: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> Library:
    """Compiles functions of a module, for one processor or for several levels of x86-64.
    ``donated`` are the numbers of arguments that results may overwrite, by function. The other
    parameters are those of :func:`build`."""
    from dlvm.codegen.host.traps import Traps
    from dlvm.codegen.llvm.target import Target
    from dlvm.deploy.variants import unified
    from dlvm.deploy.weights import check_weights, map_text, packed

    module, names = exported(module, functions)
    targets = [target] if isinstance(target, Target) else target
    targets, opt_level, attributes = sized(targets, opt_level)
    first = targets[0]
    check_weights(weights, first)
    traps = Traps()
    variants = [
        _variant(
            module,
            names,
            prefix,
            t,
            opt_level,
            fast_math,
            threads,
            traps,
            functions is None,
            donated,
        )
        for t in targets
    ]
    constants: dict[str, Bytes] = {}
    for variant in variants:
        constants |= variant.program.constants
    offsets, file = packed(constants) if weights != "inline" else ({}, b"")
    variants = unified([
        replace(v, interfaces=[_with_needs(i, v.program, offsets) for i in v.interfaces])
        for v in variants
    ])  # fmt: skip
    interfaces = variants[0].interfaces
    is_bare = is_bare_metal(first)
    if is_bare and stack is None:
        _check_recursion(interfaces)
    heap = heap or (_BARE_HEAP if is_bare else _HEAP)
    # Only a part of the run-time support is in most libraries.
    programs = [v.program for v in variants]
    texts = [[*p.kernels, *(h.text for h in p.hosts.values())] for p in programs]
    used = any(re.search(r"@dlvm_(?!poll\b)", text) for found in texts for text in found)
    extra = [map_text(prefix, len(file))] if weights == "file" else []
    if any(i.allocates for i in interfaces):
        extra.append(heap_used_text(prefix))
    data, needed = self_contained_object(
        lambda added: library_text(
            variants, list(traps.known), prefix, added, support_text(first) if used else "",
            stack or _STACK, offsets, extra, attributes,
        ),
        {} if offsets else constants,
        first,
        freestanding,
    )  # fmt: skip
    if freestanding and needed:
        raise error(
            f"a freestanding object must define all symbols, but {first.cpu or first.triple} "
            f"needs {', '.join(needed)}",
            None,
            Note(
                "without --freestanding, the C library or the compiler's support library (libgcc, "
                "compiler-rt) defines them"
            ),
        )
    workspaces = {
        same[0].symbol: max(
            workspace_bytes(v.program.hosts[i.function].frame, heap if i.allocates else 0)
            for v, i in zip(variants, same, strict=True)
        )
        for same in zip(*(v.interfaces for v in variants), strict=True)
    }
    text = header(
        interfaces, workspaces, list(traps.known), prefix, sum(d.size for d in constants.values()),
        needed, len(file), weights == "file", heap,
    )  # fmt: skip
    return Library(
        interfaces, constants, variants[0].target, prefix, data, needed, workspaces, text, file,
        weights == "file",
    )  # fmt: skip


def _variant(
    module: Module,
    names: Sequence[str],
    prefix: str,
    target: Target,
    opt_level: int,
    fast_math: bool,
    threads: int,
    traps: Traps,
    skips: bool,
    donated: Mapping[str, Sequence[int]],
) -> ProcessorVariant:
    """The code for one processor. If ``skips``, functions that C cannot call are left out."""
    from dlvm.codegen.generation import generate_program
    from dlvm.deploy.variants import ProcessorVariant

    target = replace(
        target, machine=replace(target.machine, threads=_checked_threads(threads, target))
    )
    module, interfaces = scheduled_exports(
        module, names, prefix, target, opt_level, fast_math, threads, skips
    )
    program = generate_program(module, donated, target.machine, traps)
    interfaces = [i.sharing(program.hosts[i.function].shared) for i in interfaces]
    return ProcessorVariant(target, program, _without_variables(interfaces, program, skips))


_HEAP: Final = 1 << 20
_BARE_HEAP: Final = 1 << 14
_STACK: Final = 1 << 20
"""The default bytes of the stack."""


def _byte_count(option: str, given: str | int | None) -> int | None:
    if given is None:
        return None
    count = parse_bytes(str(given))
    if not count:
        raise error(f"{option} must be a number of bytes, as in 64KiB, got {given}")
    return count


def _checked_threads(threads: int, target: Target) -> int:
    if threads > 1 and is_bare_metal(target):
        raise error(
            f"functions with threads must be for an operating system, got {target.triple}",
            None,
            Note("leave out --threads, or choose another target of dlc --list-targets"),
        )
    return threads


def _with_needs(
    interface: Interface, program: GeneratedProgram, weights: Mapping[str, int]
) -> Interface:
    """The interface with the additional arguments that its functions need."""
    functions = reachable([interface.function])
    text = "\n".join(program.hosts[f].text for f in functions if f in program.hosts)
    from dlvm.analysis.cfg.calls import call_cycles

    return replace(
        interface,
        allocates=re.search(r"@dlvm_(?!poll\b|parallel\b)", text) is not None,
        recurses=any(call_cycles(functions)),
        reads_weights=any(f"@{name}" in text for name in weights),
        uses_threads="@dlvm_parallel" in text,
    )


def _check_recursion(interfaces: Sequence[Interface]) -> None:
    """Raises :class:`DiagnosticError` if a function is recursive."""
    for interface in interfaces:
        if interface.recurses:
            function = interface.function
            raise error(
                f"@{function.name} must use a known part of the stack on bare metal, "
                "but it recurses",
                function.location,
                Note(
                    "say how much of the stack it may use, as in --stack 8KiB; deeper calls return "
                    "an error"
                ),
            )


def _without_variables(
    interfaces: Sequence[Interface], program: GeneratedProgram, skips: bool
) -> list[Interface]:
    """The functions that do not use global variables. Raises :class:`DiagnosticError` if there is
    none or, unless ``skips``, if there are other functions."""

    def uses(interface: Interface) -> bool:
        hosts = (program.hosts.get(f) for f in reachable([interface.function]))
        return any(host is not None and host.plan.variables for host in hosts)

    found = [i for i in interfaces if not uses(i)]
    if len(found) == len(interfaces) or (found and skips):
        return found
    first = next(i for i in interfaces if i not in found)
    raise error(
        f"@{first.function.name} must not use global variables for C",
        first.function.location,
        Note("choose other functions with --functions"),
    )
