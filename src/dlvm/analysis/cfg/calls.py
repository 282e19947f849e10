"""The call graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cache

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.components import components
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.ir.instruction import DerivedDeclaration, Function, Instruction, function_fields
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Module
from dlvm.ir.values import Use


def callee_of(instruction: Instruction) -> Function | None:
    """The function that an instruction calls by name: the callee of a call, or the combiner of a
    reduction. None if there is none."""
    fields = function_fields(type(instruction))
    called = getattr(instruction, fields[0]) if fields else None
    return called if isinstance(called, Function) else None


def named_functions(instruction: Instruction) -> Sequence[Function]:
    """The functions that attributes of an instruction name: combiners of reductions."""
    names = function_attributes(type(instruction))
    found = [getattr(instruction, name) for name in names] if names else ()
    return [f for f in found if isinstance(f, Function)] if found else ()


@cache
def function_attributes(kind: type[Instruction]) -> Sequence[str]:
    """The attributes of an instruction class that may be functions."""
    return [name for name, field in kind.fields.items() if field.kind == "combiner"]


def called_functions(function: Function) -> Sequence[Function]:
    """The functions that a function calls by name, once for each call."""
    return analyzed(_called, function)


def _called(function: Function) -> Sequence[Function]:
    calls = instructions_of(function, *filter(function_fields, function.kinds))
    return [callee for call in calls if (callee := callee_of(call)) is not None]


def call_cycles(functions: Sequence[Function]) -> Iterator[frozenset[Function]]:
    """The sets of mutually recursive functions. A set may have a single function, which calls
    itself."""
    for group in call_groups(functions):
        if len(group) > 1 or group[0] in called_functions(group[0]):
            yield frozenset(group)


def call_groups(functions: Sequence[Function]) -> list[list[Function]]:
    """The strongly connected components of the call graph of some functions and their callees:
    groups of functions that call one another, each after the groups that it calls."""
    return components(functions, called_functions)


def called_only(module: Module) -> Set[Function]:
    """The functions all of whose calls are known: they are marked ``!internal``, have a body, and
    are only called by name. They are not used as values, as combiners of reductions, or in
    declarations."""
    found = {
        f: None
        for f in module.functions
        if f.blocks and f.declaration is None and f.attributes & {"internal", "export"} == _OWN
    }
    for function in module.functions if found else ():
        if isinstance(function.declaration, DerivedDeclaration):
            found.pop(function.declaration.function, None)
        naming = [kind for kind in function.kinds if function_attributes(kind)]
        for instruction in instructions_of(function, *naming):
            for named in named_functions(instruction):
                found.pop(named, None)
    return {f: None for f in found if all(map(is_call, f.uses))}.keys()


_OWN = {"internal"}


def is_call(use: Use) -> bool:
    """Whether a use of a function is a call of it."""
    return isinstance(use.user, Apply) and use.slot == 0 and use.user.block is not None
