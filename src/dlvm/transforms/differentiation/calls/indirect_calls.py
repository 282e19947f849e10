"""Devirtualization of indirect calls, for differentiation.

An indirect call becomes a call of a dispatch function. This function compares the callee with all
functions of its type that the module uses as values, and calls the equal one. After that,
differentiation has to handle direct calls only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dlvm.analysis.cfg.calls import called_functions
from dlvm.analysis.differentiation.function_values import taken_functions
from dlvm.ir import Function, FunctionType, Module, Successor, Type
from dlvm.ir import instructions as op
from dlvm.ir.types import VOID
from dlvm.ir.values import copy_operand


def name_chosen_functions(
    module: Module, roots: Iterable[Function], keep: Callable[[Function], None]
) -> None:
    """Devirtualizes the indirect calls in the functions ``roots`` and their callees. ``keep`` is
    called with a function before it is changed."""
    choices: dict[Type, Function | None] = {}
    seen: set[Function] = set()
    pending = list(roots)
    while pending:
        function = pending.pop()
        if function in seen:
            continue
        seen.add(function)
        calls = [i for i in function.instructions() if isinstance(i, op.Apply)]
        for call in calls:
            type = call.callee.type.canonical
            if isinstance(call.callee, Function) or not isinstance(type, FunctionType):
                continue
            if type not in choices:
                found = taken_functions(module, type)
                choices[type] = _choice(module, type, found) if found else None
            choice = choices[type]
            if choice is not None:
                keep(function)
                _name(call, choice)
        pending += called_functions(function)
        pending += [function.derived_from] if function.derived_from is not None else []


def _name(call: op.Apply, choice: Function) -> None:
    block = call.block
    assert block is not None
    given = [copy_operand(value, {}) for value in (call.callee, *call.arguments)]
    named = block.insert(op.Apply(choice, given, call.result), call)
    named.name, named.location = call.name, call.location
    call.replace_uses(named)
    call.erase()


def _choice(module: Module, type: FunctionType, functions: Iterable[Function]) -> Function:
    """Builds the dispatch function for the functions of a type."""
    whole = FunctionType((type, *type.parameters), type.result)
    choice = Function(module.unique_name("choice"), whole, {"internal"})
    module.add_function(choice)
    block = choice.add_entry()
    value, *arguments = choice.arguments
    for function in functions:
        here, rest = choice.add_block(), choice.add_block()
        is_same = block.insert(op.SameFunction(value, function))
        block.insert(op.Conditional(is_same, Successor(here), Successor(rest)))
        result = here.insert(op.Apply(function, arguments, type.result))
        here.insert(op.Return(None if type.result.canonical == VOID else result))
        block = rest
    block.insert(
        op.Trap(
            "expected an indirect call of a function that this module uses as a value, got another "
            "function"
        )
    )
    return choice
