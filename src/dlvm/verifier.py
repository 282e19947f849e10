"""The verifier: checks that a module follows the rules of the IR."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from dlvm.analysis.cfg.calls import named_functions
from dlvm.analysis.differentiation.custom_derivatives import (
    CustomDerivatives,
    find_custom_derivatives,
)
from dlvm.analysis.differentiation.differentiability import check_differentiable
from dlvm.analysis.differentiation.forward_mode import check_forward_mode
from dlvm.analysis.differentiation.gradients import (
    declared_type,
    differentiated_results,
    results_of,
)
from dlvm.analysis.verification.compute_checks import (
    check_definition,
    check_scheduled,
    check_schedules,
)
from dlvm.analysis.verification.function_checks import check_body
from dlvm.analysis.verification.loop_checks import (
    check_kernels_of_loops,
    definitions_without_kernels,
)
from dlvm.analysis.verification.reporting import Checker, text_problem
from dlvm.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Location,
    Note,
    TooManyErrors,
    in_source_order,
    quantity,
)
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import DerivedDeclaration, ExternDeclaration, Function
from dlvm.ir.instructions import Partial
from dlvm.ir.module import (
    FUNCTION_ATTRIBUTES,
    DerivativeDeclaration,
    GradientDeclaration,
    Module,
    Stage,
    Variable,
    require_module,
)
from dlvm.ir.types import EnumType, StructType, is_differentiable, same_type
from dlvm.ir.unparsed import Unparsed
from dlvm.ir.wellformed import NAME, definition_problems, members_of
from dlvm.text.parser import parse_partly

Item = TypeVar("Item")


def verify(module: Module) -> None:
    """Verifies a whole module. Raises :class:`DiagnosticError` with all independent errors."""
    require_module(module)
    found = _problems(module, Unparsed())
    if found:
        raise DiagnosticError(in_source_order(found))


def read_verified(text: str, name: str = "<string>") -> Module:
    """Parses and verifies a module; ``name`` denotes the text in error messages.

    Raises :class:`DiagnosticError` with all independent errors. Syntax errors do not hide errors
    that the verifier finds.
    """
    module, found = verify_text(text, name)
    if found:
        raise DiagnosticError(found)
    return module


def verify_text(text: str, name: str = "<string>") -> tuple[Module, list[Diagnostic]]:
    """The part of a module that parses, and all independent errors of its text.

    Raises :class:`DiagnosticError` for a text of a newer version."""
    module, unparsed, problems = parse_partly(text, name)
    return module, in_source_order([*problems, *_problems(module, unparsed)])


def _problems(module: Module, unparsed: Unparsed) -> list[Diagnostic]:
    """The errors in the parsed part of a module."""
    checker = Checker(module, unparsed)
    with suppress(TooManyErrors):
        _check_module(checker)
    return checker.diagnostics


def _check_module(checker: Checker) -> None:
    module = checker.module
    problem = text_problem(module.name)
    if problem is not None:
        checker.error(problem, None, "the name of the module")
    # If types are infinite, no typed entity can be checked.
    if not (_check_types(checker) and _check_globals(checker)):
        return
    wrong_definitions = {*checker.unparsed.definitions}
    for definition in module.definitions:
        if definition not in wrong_definitions and not _check_definition(checker, definition):
            wrong_definitions.add(definition)
    endless = _endless_declarations(module)
    custom_derivatives: CustomDerivativesOfKind = {
        kind: find_custom_derivatives(module, kind) for kind in _KINDS
    }
    wrong = {*_unread(checker)}
    for function in module.functions:
        before = len(checker.diagnostics)
        _check_function(checker, function, endless, custom_derivatives)
        if len(checker.diagnostics) > before:
            wrong.add(function)
    if not checker.unparsed.stage:
        _check_stage(checker, wrong_definitions)
    _check_differentiability(checker, custom_derivatives, wrong)


_KINDS: Final[tuple[type[DerivedDeclaration], ...]] = (GradientDeclaration, DerivativeDeclaration)
CustomDerivativesOfKind = Mapping[type[DerivedDeclaration], CustomDerivatives]


def _check_types(checker: Checker) -> bool:
    types = checker.module.types
    _check_unique(checker, types, lambda t: t.name, lambda t: (f"{t}", t.location))
    before = len(checker.diagnostics)
    for type in types:
        for part in members_of(type):
            checker.check_type(part, type.location, f"the definition of {type}")
    if len(checker.diagnostics) > before:
        return False
    for type, message in definition_problems(types):
        checker.error(message, type.location, f"the definition of {type}")
    for type in types:
        place = f"the definition of {type}"
        _check_name(checker, type.name, type.location, place)
        names: Sequence[str] = ()
        if isinstance(type, StructType):
            names = [name for name, _ in type.fields]
        elif isinstance(type, EnumType):
            names = [name for name, _ in type.cases]
        for name in names:
            _check_name(checker, name, type.location, place)
        for name in [n for n, count in Counter(names).items() if count > 1]:
            checker.error(f"{type} has two members of the name {name}", type.location, place)
    return len(checker.diagnostics) == before


def _check_name(checker: Checker, name: str, location: Location | None, place: str) -> None:
    if not re.fullmatch(NAME, name):
        message = f"{name!r} is not a valid name, expected letters, digits, '_' and '.'"
        checker.error(message, location, place)


def _check_unique(
    checker: Checker,
    items: Iterable[Item],
    key: Callable[[Item], Hashable],
    describe: Callable[[Item], tuple[str, Location | None]],
) -> None:
    first: dict[Hashable, Item] = {}
    for item in items:
        earlier = first.get(key(item))
        first.setdefault(key(item), item)
        if earlier is not None:
            text, location = describe(item)
            note = Note(f"{text} is defined here first", describe(earlier)[1])
            message = f"{text} is already defined, expected a new name"
            checker.error(message, location, "the module", note)


def _check_globals(checker: Checker) -> bool:
    """Checks names and types of globals; returns whether the types are valid."""
    module = checker.module
    globals_ = (*module.variables, *module.functions, *module.definitions)
    _check_unique(
        checker,
        globals_,
        lambda g: g.name if g.name is not None else id(g),
        lambda g: (checker.name(g), g.location),
    )
    right = True
    for value in globals_:
        place = f"the definition of {checker.name(value)}"
        if value.name is not None:
            _check_name(checker, value.name, value.location, place)
        type = value.content if isinstance(value, Variable) else value.type
        right = checker.check_type(type, value.location, place) and right
    return right


def _check_stage(checker: Checker, wrong: Set[Definition]) -> None:
    """Checks that a module has the items that its stage requires, and no items of other stages. The
    schedules and loops of ``wrong`` definitions are not checked."""
    module = checker.module
    stage = module.stage
    if stage is not Stage.RAW:
        for function in module.functions:
            if isinstance(function.declaration, DerivedDeclaration):
                keyword = function.declaration.keyword
                checker.error(
                    f"a {keyword} declaration belongs to stage raw, got stage {stage.value}",
                    function.declaration.location,
                    f"function {checker.name(function)}",
                )
    if stage in (Stage.RAW, Stage.OPTIMIZABLE):
        for definition in module.definitions:
            checker.error(
                f"a compute definition belongs to stage compute or later, got stage {stage.value}",
                definition.location,
                f"compute definition @{definition.name}",
            )

    else:
        for function in module.functions:
            for instruction in function.instructions() if Partial in function.kinds else ():
                if isinstance(instruction, Partial):
                    checker.error(
                        f"partial belongs to stage raw or optimizable, got stage {stage.value}",
                        instruction.location,
                        f"function {checker.name(function)}",
                    )

    def report(message: str, location: Location | None, name: str) -> None:
        checker.error(message, location, f"the schedule of @{name}")

    if stage is Stage.SCHEDULE:
        check_schedules(module.definitions, module.schedules, wrong, report)
        if not checker.unparsed.schedules:
            check_scheduled(module.definitions, module.schedules, report)
    else:
        for schedule in module.schedules:
            message = f"a schedule belongs to stage schedule, got stage {stage.value}"
            report(message, schedule.location, schedule.definition)

    def report_loops(message: str, location: Location | None, name: str) -> None:
        checker.error(message, location, f"the loops of @{name}")

    if stage is Stage.LOOPS:
        check_kernels_of_loops(module.definitions, module.kernels, wrong, report_loops)
        missing = definitions_without_kernels(module.definitions, module.kernels)
        for definition in () if checker.unparsed.kernels else missing:
            message = f"@{definition.name} has no loops, expected them at stage loops"
            report_loops(message, definition.location, definition.name or "")
    else:
        for kernel in module.kernels:
            message = f"loops belong to stage loops, got stage {stage.value}"
            report_loops(message, kernel.location, kernel.definition)


def _check_definition(checker: Checker, definition: Definition) -> bool:
    """Checks a definition, and returns whether it is correct."""
    before = len(checker.diagnostics)
    place = f"compute definition @{definition.name}"

    def report(message: str, location: Location | None) -> None:
        checker.error(message, location or definition.location, place)

    check_definition(definition, report)
    return len(checker.diagnostics) == before


def _check_function(
    checker: Checker,
    function: Function,
    endless: Set[Function],
    custom_derivatives: CustomDerivativesOfKind,
) -> None:
    name = checker.name(function)
    place = f"function {name}"
    for attribute in sorted(function.attributes.difference(FUNCTION_ATTRIBUTES)):
        message = f"there is no attribute !{attribute}"
        checker.error(message, function.location, place)
    declaration = function.declaration
    match declaration:
        case DerivedDeclaration():
            _check_derived(
                checker, function, declaration, endless, custom_derivatives[type(declaration)]
            )
            if function.blocks:
                check_body(checker, function)
        case ExternDeclaration():
            if function.blocks:
                message = "an extern declaration has a body, expected none"
                checker.error(message, function.location, place)
            if function.name is None:
                message = "an extern declaration has no name, expected one to link with"
                checker.error(message, function.location, place)
        case None:
            if function.blocks:
                check_body(checker, function)
            elif function not in _unread(checker):
                message = f"{name} has no body, expected one, or a declaration as extern"
                checker.error(message, function.location, place)


def _check_derived(
    checker: Checker,
    function: Function,
    declaration: DerivedDeclaration,
    endless: Set[Function],
    custom_derivatives: CustomDerivatives,
) -> None:
    """Checks the declaration of a gradient or a derivative: each of its clauses, and then the type
    that they determine."""
    before = len(checker.diagnostics)
    target = declaration.function
    name, of = checker.name(function), checker.name(target)
    location, place = declaration.location, f"the declaration of {name}"
    notes = [Note(f"{of} is declared here", target.location)]

    def fail(message: str) -> None:
        checker.error(message, location, place, *notes)

    if target not in checker.globals:
        fail(f"{of} is not a function of this module")
        return
    if function.blocks:
        first = custom_derivatives[target][differentiated_results(declaration)[0]]
        _check_custom_derivative(checker, function, declaration, first)
    elif not (
        target.blocks
        or target.derived_from is not None
        or target in custom_derivatives
        or target in _unread(checker)
    ):
        fail(f"{of} has no body, expected a function that can be differentiated")
    if function in endless:
        fail(f"{name} is declared as a {declaration.keyword} of itself")
        return
    parameters, results = target.type.parameters, results_of(target.type)
    sources = declaration.sources
    if not results:
        fail(f"{of} has no result, expected one to differentiate")
        return
    if sources is None and len(results) > 1:
        fail(f"{of} has {len(results)} results, expected 'from' to choose among them")
        sources = ()
    elif sources == ():
        fail(f"'from' expects the position of a result of {of}, got none")
    for source in dict.fromkeys((0,) if sources is None else sources):
        if not 0 <= source < len(results):
            fail(f"{of} has {quantity(len(results), 'result')}, got result {source}")
        elif not is_differentiable(results[source]):
            fail(
                f"result {source} of {of} has type {results[source]}, expected a differentiable "
                "type"
            )
    wrt = declaration.wrt
    if wrt is None and not any(map(is_differentiable, parameters)):
        fail(f"{of} has no differentiable arguments, expected at least one")
    for position in dict.fromkeys(wrt or ()):
        if not 0 <= position < len(parameters):
            fail(f"{of} has {quantity(len(parameters), 'argument')}, got argument {position}")
        elif not is_differentiable(parameters[position]):
            fail(
                f"argument {position} of {of} has type {parameters[position]}, expected "
                "a differentiable type"
            )
    for position in declaration.keeping:
        if not 0 <= position < len(results):
            fail(f"{of} has {quantity(len(results), 'result')}, got result {position}")
    clauses = (("from", sources or ()), ("wrt", wrt or ()), ("keeping", declaration.keeping))
    for word, positions in clauses:
        if len(set(positions)) != len(positions):
            fail(f"{word} must be distinct positions, got {', '.join(map(str, positions))}")
    if len(checker.diagnostics) == before and function not in checker.unparsed.signatures:
        expected = declared_type(declaration)
        if not same_type(function.type, expected):
            notes.append(Note("the clauses of the declaration are here", location))
            checker.error(
                f"{name} has type {function.type}, expected {expected}",
                function.location,
                place,
                *notes,
            )


def _check_custom_derivative(
    checker: Checker, function: Function, declaration: DerivedDeclaration, first: Function
) -> None:
    """Checks a custom gradient or derivative; ``first`` is the first one in the module for the same
    function and result."""
    name, of = checker.name(function), checker.name(declaration.function)
    what = f"{name} is the custom {declaration.keyword} of {of}"
    place = f"the declaration of {name}"
    if isinstance(declaration, GradientDeclaration) and not declaration.seedable:
        message = f"{what}, expected 'seedable', since it receives the incoming gradient"
        checker.error(message, declaration.location, place)
    if declaration.keeping:
        checker.error(f"{what}, expected no 'keeping'", declaration.location, place)
    source, *others = differentiated_results(declaration)
    if others:
        message = f"{what}, expected one result in 'from' and a declaration for each"
        checker.error(message, declaration.location, place)
    if first is not function:
        note = Note(f"{checker.name(first)} is the first one", first.location)
        message = f"{what}, expected one at most for result {source}"
        checker.error(message, declaration.location, place, note)


def _endless_declarations(module: Module) -> set[Function]:
    """The functions that are declared as derivatives of derivatives in an endless chain."""
    ends: dict[Function, bool] = {}
    for function in module.functions:
        path: dict[Function, None] = {}
        current = function
        while current not in ends and current not in path:
            original = current.derived_from
            if original is None:
                ends[current] = True
                break
            path[current] = None
            current = original
        ends.update(dict.fromkeys(path, ends.get(current, False)))
    return {function for function, is_ending in ends.items() if not is_ending}


def _check_differentiability(
    checker: Checker, custom_derivatives: CustomDerivativesOfKind, wrong: Set[Function]
) -> None:
    """Checks that the functions whose gradients or derivatives are declared can be differentiated.
    Skips declarations that refer to an invalid function."""
    problems: dict[object, Diagnostic | None] = {}
    for function in checker.module.functions:
        declaration = function.declaration
        if isinstance(declaration, DerivedDeclaration) and not function.blocks:
            target = declaration.function
            if not wrong.isdisjoint(_involved(function)):
                continue
            request = target, declaration.sources, declaration.wrt
            check = check_differentiable
            if isinstance(declaration, DerivativeDeclaration):
                check = check_forward_mode
            if (check, *request) not in problems:
                rules = custom_derivatives[type(declaration)]
                problems[check, *request] = check(*request, rules, unspecialized=checker.module)
            problem = problems[check, *request]
            if problem is not None:
                names = checker.name(function), checker.name(target)
                asked = f"{names[0]} requests the {declaration.keyword} of {names[1]} here"
                notes = (*problem.notes, Note(asked, declaration.location))
                checker.add(replace(problem, notes=notes))


def _unread(checker: Checker) -> Set[Function]:
    """The functions that could be parsed only in part."""
    unparsed = checker.unparsed
    return unparsed.signatures | unparsed.declarations | unparsed.bodies


def _involved(function: Function) -> Set[Function]:
    """A function, and all functions to which it or its declaration refers, transitively."""
    found: dict[Function, None] = {function: None}
    pending = [function]
    while pending:
        current = pending.pop()
        named = [current.derived_from] if current.derived_from is not None else []
        for instruction in current.instructions():
            named += [v for v in instruction.leaves() if isinstance(v, Function)]
            named += named_functions(instruction)
        pending += [f for f in named if f not in found]
        found.update(dict.fromkeys(named))
    return found.keys()
