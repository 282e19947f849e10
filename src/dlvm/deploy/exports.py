"""The functions of a module that C can call, compiled down to schedules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from dlvm.codegen.llvm.target import Target
from dlvm.compiler import scheduled_module
from dlvm.deploy.interface import LIBRARY_NAMES, Interface, interface_of, reachable
from dlvm.diagnostics import DiagnosticError, Note, error
from dlvm.ir.cloning import clone_module
from dlvm.ir.declaration import Effect
from dlvm.ir.module import Function, Module
from dlvm.verifier import verify


def exported(module: Module, functions: Iterable[str] | None) -> tuple[Module, list[str]]:
    """A copy of a module in which the functions to export keep their types, and the names of these
    functions.

    Raises :class:`DiagnosticError` for invalid modules and unknown functions.
    """
    verify(module)
    names = _chosen(module, functions)
    module = clone_module(module)
    for function in module.functions:
        if function.name in names:
            # Passes may change the types of internal functions.
            function.attributes = {*function.attributes} - {"internal"}
    return module, names


def scheduled_exports(
    module: Module,
    names: Sequence[str],
    prefix: str,
    target: Target,
    opt_level: int,
    fast_math: bool,
    threads: int,
    skips: bool,
) -> tuple[Module, list[Interface]]:
    """A module of stage schedule with the functions of the given names and those that they call,
    and the C interfaces. If ``skips``, functions that C cannot call are left out."""
    module = scheduled_module(
        module, opt_level=opt_level, fast_math=fast_math, threads=threads, target=target
    )
    interfaces = _interfaces(module, names, prefix, skips)
    keep(module, interfaces)
    return module, interfaces


def keep(module: Module, interfaces: Sequence[Interface]) -> None:
    """Removes the functions that none of the given ones calls. Raises :class:`DiagnosticError` for
    functions with output."""
    kept = set(reachable([i.function for i in interfaces]))
    for function in kept:
        _check_no_output(function)
    module.functions[:] = [f for f in module.functions if f in kept]


def _check_no_output(function: Function) -> None:
    for instruction in function.instructions():
        if Effect.OUTPUT in instruction.effects:
            raise error(
                f"{instruction.mnemonic} found in @{function.name}; a library for C has no output, "
                "so remove it",
                instruction.location,
            )


def _chosen(module: Module, functions: Iterable[str] | None) -> list[str]:
    """The names of the functions to export. Raises :class:`DiagnosticError` for unknown ones."""
    known = [f.name or "" for f in module.functions if f.blocks or f.derived_from is not None]
    if functions is None:
        internal = {f.name for f in module.functions if "internal" in f.attributes}
        return [name for name in known if name not in internal]
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
        except DiagnosticError as problem:
            if not skips:
                raise
            problems.append(problem)
            found = [i for i in found if i.function is not function]
    if not found:
        raise problems[0] if problems else error("the module has no function to export")
    return _with_unique_symbols(found, [prefix + name for name in LIBRARY_NAMES])


def _with_unique_symbols(interfaces: Sequence[Interface], others: Sequence[str]) -> list[Interface]:
    """The interfaces with names that are distinct even in capitals, as macros need them."""
    taken, found = {name.upper() for name in others}, list[Interface]()
    for interface in interfaces:
        symbol = interface.symbol
        while symbol.upper() in taken:
            symbol += "_"
        taken.add(symbol.upper())
        found.append(replace(interface, symbol=symbol))
    return found
