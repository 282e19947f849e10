"""Custom derivatives: declarations of gradients and derivatives that have a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dlvm.analysis.differentiation.gradients import differentiated_arguments, differentiated_results
from dlvm.diagnostics import Note, error
from dlvm.ir import DerivedDeclaration, Function, Instruction, Module

CustomDerivatives = Mapping[Function, Mapping[int, Function]]
"""For each function and position of a result, the function that computes its custom derivative."""

NO_CUSTOM_DERIVATIVES: Final[CustomDerivatives] = {}


def has_custom_derivative(function: Function) -> bool:
    """Whether a function is a custom gradient or derivative."""
    return isinstance(function.declaration, DerivedDeclaration) and bool(function.blocks)


def find_custom_derivatives(module: Module, kind: type[DerivedDeclaration]) -> CustomDerivatives:
    """The custom derivatives of one class of declarations. If a result has several, the first one
    counts."""
    found: dict[Function, dict[int, Function]] = {}
    for function in module.functions:
        declaration = function.declaration
        if isinstance(declaration, kind) and function.blocks:
            rules = found.setdefault(declaration.function, {})
            rules.setdefault(differentiated_results(declaration)[0], function)
    return found


def check_custom_derivative(
    function: Function,
    results: Sequence[int],
    wrt: Sequence[int],
    rules: Mapping[int, Function],
    call: Instruction | None,
    notes: Sequence[Note] = (),
) -> None:
    """Raises :class:`DiagnosticError` unless a function has custom derivatives for all results and
    arguments that a call or a declaration requests. If a call requests no results, it requests the
    derivatives of the values that it stores to memory.
    """
    first = next(iter(rules.values())).declaration
    assert isinstance(first, DerivedDeclaration)
    what = f"the {first.keyword} of @{function.name}"
    for result in results or rules:
        rule = rules.get(result)
        if rule is None:
            found = ", ".join(map(str, sorted(rules)))
            given = [_custom_derivative_note(rule) for rule in rules.values()]
            raise error(
                f"{what} for its result {result} is requested, expected one with a "
                f"custom derivative ({found})",
                call.location if call is not None else first.location,
                *given,
                *notes,
            )
        declaration = rule.declaration
        assert isinstance(declaration, DerivedDeclaration)
        given = differentiated_arguments(declaration)
        for argument in wrt:
            if argument not in given:
                raise error(
                    f"{what} with respect to its argument {argument} is requested, expected one of "
                    f"those that the custom derivative @{rule.name} has "
                    f"({', '.join(map(str, given))})",
                    call.location if call is not None else declaration.location,
                    _custom_derivative_note(rule),
                    *notes,
                )


def _custom_derivative_note(rule: Function) -> Note:
    return Note(f"@{rule.name} is declared as a custom derivative here", rule.location)
