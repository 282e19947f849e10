"""Exports the functions of a module."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from dlvm.analysis.cfg.structured import Structure, Tree, flat, leaves, tree_of
from dlvm.compiler import lowered_module
from dlvm.diagnostics import Diagnostic, DiagnosticError, error
from dlvm.ir import Function, Module
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.types import (
    VOID,
    Symbol,
    TensorType,
    Type,
)
from dlvm.stablehlo.exporter.rules import RULES
from dlvm.stablehlo.exporter.writer import FunctionNames, HloWriter, type_text, unsupported


def export(module: Module, functions: Collection[str] = ()) -> str:
    """Writes a module as a StableHLO program.

    Each function becomes a function of tensors: structs, tuples and arrays become one parameter
    or result for each tensor in them. Branches and loops become ``if`` and ``while``. Gradients
    become functions. Sizes that are not known become ``?``. StableHLO has no traps: the program
    does not check indices and sizes.

    Parameters
    ----------
    module
        The module, which does not change.
    functions
        The names of the functions to write. The functions that they call are written, too. By
        default, all functions.

    Returns
    -------
    str
        The text in the generic form of MLIR, which :func:`load` and jaxlib read.

    Raises
    ------
    DiagnosticError
        If StableHLO cannot express the program, for example enums, pointers, functions as values
        and recursion: the error lists all such instructions.
    """
    # Gradients become functions; the other passes of this level make programs smaller.
    lowered = lowered_module(module, "optimizable", opt_level=1)
    exporter = _ProgramExporter()
    texts = [exporter.function(f) for f in _chosen(lowered, functions)]
    if exporter.problems:
        raise DiagnosticError(exporter.problems)
    body = "\n".join(f"  {line}" for text in texts for line in text)
    return f"module @{_symbol(module.name or 'program')} {{\n{body}\n}}\n"


def _chosen(module: Module, names: Collection[str]) -> list[Function]:
    """The named functions and the functions that they call, in the order of the module."""
    known = [f.name or "" for f in module.functions]
    for name in names:
        if name not in known:
            listed = ", ".join(f"@{n}" for n in known)
            raise error(f"there is no function @{name} to export, only {listed}")
    pending = [f for f in module.functions if f.name in names]
    found = {*pending} if names else {*module.functions}
    while pending:
        callees = {*_callees(pending.pop())} - found
        found |= callees
        pending += callees
    return [f for f in module.functions if f in found and f.blocks]


def _symbol(name: str) -> str:
    return name if name.replace("_", "a").replace(".", "a").isalnum() else f'"{name}"'


@dataclass
class _ProgramExporter:
    """Writes functions, and collects the instructions that StableHLO cannot express."""

    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def function(self, function: Function) -> list[str]:
        try:
            _check_calls(function)
            return self._written(function)
        except DiagnosticError as problem:
            self._note(problem)
            return []

    def _note(self, problem: DiagnosticError) -> None:
        self.problems += [d for d in problem.diagnostics if d not in self.problems]

    def _written(self, function: Function) -> list[str]:
        program = FunctionNames()
        writer = HloWriter(program, {})
        parameters: list[str] = []
        for argument in function.entry.arguments:
            names = [program.name(t) for t in leaves(argument.type)]
            parameters += [f"{n}: {type_text(program.types[n])}" for n in names]
            writer.values[argument] = tree_of(argument.type, iter(names))
            for name in names:
                for axis, dim in enumerate(program.types[name].shape):
                    if isinstance(dim, Symbol) and dim.name:
                        program.symbols.setdefault(dim.name, (name, axis))
        result = cast("Any", function.type).result
        types = leaves(result) if result != VOID else []
        found = flat(Structure(function, self.instruction).body(writer))
        if self.problems:
            return []
        names = writer.cast(found, types)
        listed = ", ".join(map(type_text, types))
        values = f" {', '.join(names)} : {listed}" if names else ""
        name = _symbol(function.name or "")
        return [
            f"func.func public @{name}({', '.join(parameters)}) -> ({listed}) {{",
            *(f"  {line}" for line in writer.lines),
            f"  return{values}",
            "}",
        ]

    def instruction(self, w: HloWriter, instruction: Instruction) -> None:
        try:
            w.values[instruction] = self._instruction(w, instruction)
        except DiagnosticError as problem:
            self._note(problem)
            w.values[instruction] = _placeholder(w, instruction.type)

    def _instruction(self, w: HloWriter, instruction: Instruction) -> Tree:
        if isinstance(instruction, Apply):
            return _call(w, instruction)
        rule = RULES.get(type(instruction))
        if rule is None:
            raise unsupported(instruction)
        found = rule(w, instruction)
        if isinstance(instruction.type, TensorType) and isinstance(found, str):
            found = w.as_type(found, instruction.type)
            # Operands whose sizes have the same names need no broadcast.
            w.program.types[found] = instruction.type
        return found


def _call(w: HloWriter, instruction: Apply) -> Tree:
    callee = instruction.callee
    if not isinstance(callee, Function):
        raise unsupported(instruction, "of functions that are values")
    given = [name for a in instruction.arguments for name in flat(w.tree(a))]
    expected = [t for p in callee.type.parameters for t in leaves(p)]
    types = leaves(instruction.type) if instruction.type != VOID else []
    declared = leaves(callee.type.result) if types else []
    attributes = {"callee": f"@{_symbol(callee.name or '')}"}
    names = w.op("func.call", w.cast(given, expected), declared, attributes)
    names = w.cast(names, types)
    return tree_of(instruction.type, iter(names)) if types else ()


def _check_calls(function: Function) -> None:
    """Raises if a function can call itself."""
    pending, seen = [function], set[Function]()
    while pending:
        for callee in _callees(pending.pop()):
            if callee is function:
                raise error(
                    f"StableHLO cannot express recursion: @{function.name}", function.location
                )
            if callee not in seen:
                seen.add(callee)
                pending.append(callee)


def _callees(function: Function) -> Iterator[Function]:
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Apply) and isinstance(instruction.callee, Function):
                yield instruction.callee
            elif isinstance(by := getattr(instruction, "by", None), Function):
                yield by


def _placeholder(w: HloWriter, type: Type) -> Tree:
    """A placeholder for a value that cannot be written, so that the rest of the program is checked
    too."""
    try:
        types: Sequence[TensorType] = leaves(type) if type != VOID else []
        return tree_of(type, iter([w.placeholder(t) for t in types])) if types else ()
    except DiagnosticError:
        return ()
