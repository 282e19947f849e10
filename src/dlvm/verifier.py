"""Checks that a module follows the rules of the IR."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dlvm.analysis.compute_checks import check_definition, check_schedules
from dlvm.analysis.differentiability import check_differentiable
from dlvm.analysis.dominance import DominatorTree
from dlvm.analysis.gradients import gradient_type, results_of
from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Note, in_source_order
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Instruction, TypeRuleError
from dlvm.ir.instructions import Apply, Return
from dlvm.ir.module import (
    FUNCTION_ATTRIBUTES,
    Block,
    ExternDeclaration,
    Function,
    GradientDeclaration,
    Module,
    Stage,
    Variable,
)
from dlvm.ir.types import (
    VOID,
    EnumType,
    NominalType,
    StructType,
    TensorType,
    Type,
    compatible_type,
    is_differentiable,
    same_type,
)
from dlvm.ir.values import Aggregate, Argument, Literal, User, Value
from dlvm.ir.wellformed import (
    NAME,
    aggregate_problem,
    children,
    definition_problems,
    literal_problem,
    tensor_problem,
)

_MAX_ERRORS = 1000

Item = TypeVar("Item")


def verify(module: Module) -> None:
    """Checks a whole module; raises :class:`DiagnosticError` with every independent error."""
    checker = _Checker(module)
    # Where types have no end, nothing that has a type can be looked at.
    if _check_types(checker):
        _check_globals(checker)
        for variable in module.variables:
            checker.check_type(variable.content, variable.location, f"variable @{variable.name}")
        for definition in module.definitions:
            _check_definition(checker, definition)
        for function in module.functions:
            _check_function(checker, function)
        _check_stage(checker)
        if not checker.diagnostics:
            _check_differentiability(checker)
    if checker.diagnostics:
        raise DiagnosticError(in_source_order(checker.diagnostics))


@dataclass
class _Checker:
    """The errors found, and what has been found to be right."""

    module: Module
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    types: dict[Type, str | None] = field(default_factory=dict[Type, "str | None"])

    def __post_init__(self) -> None:
        module = self.module
        self.defined = frozenset(map(id, module.types))
        self.globals: frozenset[Value] = frozenset(
            (*module.variables, *module.functions, *module.definitions)
        )
        self.derivable: set[Function] = set()

    def error(self, message: str, location: Location | None, place: str, *notes: Note) -> None:
        """Notes an error. One without a location says its place in words."""
        if location is None:
            notes = (Note(f"in {place}"), *notes)
        self.diagnostics.append(Diagnostic(message, location, notes=notes))
        if len(self.diagnostics) >= _MAX_ERRORS:
            raise DiagnosticError(self.diagnostics)

    def check_type(self, type: Type, location: Location | None, place: str) -> bool:
        """Checks that all a type is written with is defined and in range."""
        if type not in self.types:
            self.types[type] = self._type_problem(type)
        problem = self.types[type]
        if problem is not None:
            self.error(problem, location, place)
        return problem is None

    def _type_problem(self, type: Type) -> str | None:
        if isinstance(type, TensorType):
            return tensor_problem(type)
        if isinstance(type, NominalType) and id(type) not in self.defined:
            return f"{type} is not a type of this module"
        problems = (self._type_problem(child) for child in children(type))
        return next((p for p in problems if p is not None), None)


def _check_types(checker: _Checker) -> bool:
    types = checker.module.types
    _check_unique(checker, types, lambda t: t.name, lambda t: (f"{t}", t.location))
    before = len(checker.diagnostics)
    for type, message in definition_problems(types):
        checker.error(message, type.location, f"the definition of {type}")
    for type in types:
        place = f"the definition of {type}"
        _check_name(checker, type.name, type.location, place)
        members: Sequence[tuple[str, Iterable[Type]]] = ()
        if isinstance(type, StructType):
            members = [(name, (part,)) for name, part in type.fields]
        elif isinstance(type, EnumType):
            members = type.cases
        names = [name for name, _ in members]
        for name in names:
            _check_name(checker, name, type.location, place)
        for name in [n for n, count in Counter(names).items() if count > 1]:
            checker.error(f"{type} has two members of the name {name}", type.location, place)
    return len(checker.diagnostics) == before


def _check_name(checker: _Checker, name: str, location: Location | None, place: str) -> None:
    if not re.fullmatch(NAME, name):
        message = f"{name!r} is no name, expected letters, digits, '_' and '.'"
        checker.error(message, location, place)


def _check_unique(
    checker: _Checker,
    items: Iterable[Item],
    key: Callable[[Item], Hashable],
    describe: Callable[[Item], tuple[str, Location | None]],
) -> None:
    first: dict[Hashable, Item] = {}
    for item in items:
        earlier = first.setdefault(key(item), item)
        if earlier is not item and key(item) is not None:
            text, location = describe(item)
            note = Note(f"{text} is defined here first", describe(earlier)[1])
            message = f"{text} is defined already, expected a new name"
            checker.error(message, location, "the module", note)


def _check_globals(checker: _Checker) -> None:
    module = checker.module
    globals_ = (*module.variables, *module.functions, *module.definitions)
    _check_unique(checker, globals_, lambda g: g.name, lambda g: (f"@{g.name}", g.location))
    for value in globals_:
        if value.name is not None:
            _check_name(checker, value.name, value.location, f"the definition of @{value.name}")


def _check_stage(checker: _Checker) -> None:
    module = checker.module
    stage = module.stage
    if stage is not Stage.RAW:
        for function in module.functions:
            if isinstance(function.declaration, GradientDeclaration):
                checker.error(
                    f"gradient declaration found at stage {stage.value}, expected stage raw",
                    function.declaration.location,
                    f"function @{function.name}",
                )
    if stage in (Stage.RAW, Stage.OPTIMIZABLE):
        for definition in module.definitions:
            checker.error(
                f"compute definition found at stage {stage.value}, expected stage compute or "
                "schedule",
                definition.location,
                f"compute definition @{definition.name}",
            )

    def report(message: str, location: Location | None, name: str) -> None:
        checker.error(message, location, f"the schedule of @{name}")

    if stage is Stage.SCHEDULE:
        check_schedules(module.definitions, module.schedules, report)
    else:
        for schedule in module.schedules:
            message = f"schedule found at stage {stage.value}, expected stage schedule"
            report(message, schedule.location, schedule.definition)


def _check_definition(checker: _Checker, definition: Definition) -> None:
    place = f"compute definition @{definition.name}"

    def report(message: str, location: Location | None) -> None:
        checker.error(message, location or definition.location, place)

    if checker.check_type(definition.type, definition.location, place):
        check_definition(definition, report)


def _check_function(checker: _Checker, function: Function) -> None:
    place = f"function @{function.name}"
    if not checker.check_type(function.type, function.location, place):
        return
    for attribute in sorted(function.attributes.difference(FUNCTION_ATTRIBUTES)):
        message = f"there is no attribute !{attribute}"
        checker.error(message, function.location, place)
    declaration = function.declaration
    if declaration is not None and function.blocks:
        what = "an extern" if isinstance(declaration, ExternDeclaration) else "a gradient"
        message = f"{what} declaration has a body, expected none"
        checker.error(message, function.location, place)
    match declaration:
        case GradientDeclaration():
            _check_gradient(checker, function, declaration)
        case ExternDeclaration():
            if function.name is None:
                message = "an extern declaration has no name, expected one to link with"
                checker.error(message, function.location, place)
        case None:
            if function.blocks:
                _Body(checker, function).check()
            else:
                message = f"@{function.name} has no body, expected one, or a declaration as extern"
                checker.error(message, function.location, place)


def _check_gradient(
    checker: _Checker, function: Function, declaration: GradientDeclaration
) -> None:
    """Checks a gradient declaration: its clauses one by one, then the type that follows."""
    before = len(checker.diagnostics)
    target = declaration.function
    location, place = declaration.location, f"the declaration of @{function.name}"
    notes = [Note(f"@{target.name} is declared here", target.location)]

    def fail(message: str) -> None:
        checker.error(message, location, place, *notes)

    if target not in checker.globals:
        fail(f"@{target.name} is not a function of this module")
        return
    if not target.blocks and not isinstance(target.declaration, GradientDeclaration):
        fail(f"@{target.name} has no body, expected a function that can be differentiated")
    if _declares_itself(checker, function):
        fail(f"@{function.name} is declared as a gradient of itself")
        return
    parameters, results = target.type.parameters, results_of(target.type)
    source = declaration.source
    if not results:
        fail(f"@{target.name} has no result, expected one to differentiate")
        return
    if source is None and len(results) > 1:
        fail(f"@{target.name} has {len(results)} results, expected 'from' to choose one of them")
    elif not 0 <= (source or 0) < len(results):
        fail(f"result {source} of @{target.name} found, but it has {len(results)} results")
    elif not is_differentiable(results[source or 0]):
        fail(
            f"result {source or 0} of @{target.name} has type {results[source or 0]}, expected a "
            "differentiable type"
        )
    wrt = declaration.wrt
    if wrt is None and not any(map(is_differentiable, parameters)):
        fail(f"@{target.name} has no differentiable arguments, expected at least one")
    for position in dict.fromkeys(wrt or ()):
        if not 0 <= position < len(parameters):
            fail(
                f"argument {position} of @{target.name} found, but it has {len(parameters)} "
                "arguments"
            )
        elif not is_differentiable(parameters[position]):
            fail(
                f"argument {position} of @{target.name} has type {parameters[position]}, expected "
                "a differentiable type"
            )
    for position in declaration.keeping:
        if not 0 <= position < len(results):
            fail(f"result {position} of @{target.name} found, but it has {len(results)} results")
    for word, positions in (("wrt", wrt or ()), ("keeping", declaration.keeping)):
        if len(set(positions)) != len(positions):
            fail(f"{word} {', '.join(map(str, positions))} found, expected distinct positions")
    if len(checker.diagnostics) == before:
        expected = gradient_type(declaration)
        if not same_type(function.type, expected):
            notes.append(Note("the clauses of the declaration stand here", location))
            checker.error(
                f"@{function.name} has type {function.type}, expected {expected}",
                function.location,
                place,
                *notes,
            )


def _declares_itself(checker: _Checker, function: Function) -> bool:
    seen: set[Function] = set()
    while isinstance(function.declaration, GradientDeclaration):
        if function in seen:
            return True
        if function in checker.derivable:
            break
        seen.add(function)
        function = function.declaration.function
    checker.derivable |= seen
    return False


def _check_differentiability(checker: _Checker) -> None:
    """Checks the bodies of functions that gradients are asked for, which have to be right."""
    for function in checker.module.functions:
        declaration = function.declaration
        if isinstance(declaration, GradientDeclaration):
            target = declaration.function
            problem = check_differentiable(target, declaration.source, declaration.wrt)
            if problem is not None:
                asked = f"@{function.name} asks for the gradient of @{target.name} here"
                notes = (*problem.notes, Note(asked, declaration.location))
                checker.diagnostics.append(replace(problem, notes=notes))


class _Body:
    """The check of a function's body."""

    def __init__(self, checker: _Checker, function: Function) -> None:
        self.checker = checker
        self.function = function
        self.blocks = set(function.blocks)
        self.globals = checker.globals
        # Where each value of the function is defined: its block, and its place there.
        self.places: dict[Value, tuple[Block, int]] = {}
        for block in function.blocks:
            self.places.update((argument, (block, -1)) for argument in block.arguments)
            self.places.update((i, (block, n)) for n, i in enumerate(block.instructions))

    def check(self) -> None:
        before = len(self.checker.diagnostics)
        self._check_entry()
        for block in self.function.blocks:
            self._check_block(block)
        # Dominance is a matter of the control flow, which has to be sound for it.
        if len(self.checker.diagnostics) == before:
            self._check_dominance()

    def _place(self, item: Block | Instruction) -> str:
        block = item if isinstance(item, Block) else item.block
        text = f"function @{self.function.name}"
        if block in self.blocks:
            number = self.function.blocks.index(block)
            text += f", block '{block.name or number}"
            if isinstance(item, Instruction) and item in block.instructions:
                text += f", instruction {block.instructions.index(item)} ({item.mnemonic})"
        return text

    def _error(self, message: str, item: Block | Instruction, *notes: Note) -> None:
        # The place in words is looked up only where it is needed, as that takes a walk.
        place = self._place(item) if item.location is None else ""
        self.checker.error(message, item.location, place, *notes)

    def _check_entry(self) -> None:
        entry, type = self.function.entry, self.function.type
        found = [a.type for a in entry.arguments]
        matching = len(found) == len(type.parameters) and all(
            map(same_type, found, type.parameters)
        )
        if not matching:
            note = Note(f"@{self.function.name} is declared here", self.function.location)
            self._error(
                f"the entry block has the arguments ({', '.join(map(str, found))}), expected "
                f"those of the function, ({', '.join(map(str, type.parameters))})",
                entry,
                note,
            )

    def _check_block(self, block: Block) -> None:
        if block.function is not self.function:
            self._error("the block says that it belongs to another function", block)
        for argument in block.arguments:
            self.checker.check_type(
                argument.type, argument.location or block.location, self._place(block)
            )
            if argument.block is not block:
                self._error("an argument says that it belongs to another block", block)
        if not block.instructions:
            self._error(f"block '{block.name} is empty, expected a terminator", block)
            return
        last = block.instructions[-1]
        for instruction in block.instructions:
            if instruction.block is not block:
                self._error("an instruction says that it belongs to another block", block)
            if instruction is last and not instruction.is_terminator:
                self._error(
                    f"block '{block.name} ends with {instruction.mnemonic}, expected a terminator",
                    instruction,
                )
            elif instruction is not last and instruction.is_terminator:
                self._error(
                    f"{instruction.mnemonic} is followed by other instructions, expected it at "
                    "the end of its block",
                    instruction,
                )
            self._check_instruction(instruction)

    def _check_instruction(self, instruction: Instruction) -> None:
        before = len(self.checker.diagnostics)
        self._check_operands(instruction, instruction)
        for value in instruction.attributes.values():
            if isinstance(value, Value) and value not in self.globals:
                self._error(f"@{value.name} is not a function of this module", instruction)
        for successor in instruction.successors:
            target = successor.block
            if target not in self.blocks:
                self._error(f"'{target.name} is not a block of this function", instruction)
            elif target is self.function.entry:
                note = Note("the entry block begins here", target.location)
                message = f"'{target.name} is the entry block, expected another one to go on at"
                self._error(message, instruction, note)
        if len(self.checker.diagnostics) > before:
            return
        try:
            type = instruction.infer()
        except TypeRuleError as problem:
            self._error(f"{instruction.mnemonic}: {problem}", instruction)
            return
        if not same_type(type, instruction.type):
            self._error(
                f"{instruction.mnemonic} has type {instruction.type}, expected {type}", instruction
            )
        if self.checker.types.get(type, "") is not None:
            place = "" if instruction.location else self._place(instruction)
            self.checker.check_type(type, instruction.location, place)
        if isinstance(instruction, Return):
            self._check_return(instruction)

    def _check_return(self, instruction: Return) -> None:
        expected = self.function.type.result
        found = instruction.value.type if instruction.value is not None else VOID
        if not compatible_type(found, expected):
            note = Note(f"@{self.function.name} is declared here", self.function.location)
            self._error(f"return has type {found}, expected {expected}", instruction, note)

    def _check_operands(self, user: User, instruction: Instruction) -> None:
        for value in user.operands:
            match value:
                case Literal():
                    problem = literal_problem(value.type, value.data)
                case Aggregate():
                    found = aggregate_problem(
                        value.type, [e.type for e in value.operands], value.case
                    )
                    problem = found[1] if found is not None else None
                    self._check_operands(value, instruction)
                case Function() | Variable():
                    known = value in self.globals
                    problem = None if known else f"@{value.name} is not of this module"
                case Definition():
                    applied = isinstance(instruction, Apply) and instruction.callee is value
                    problem = None if value in self.globals else f"@{value.name} is not defined"
                    if user is not instruction or not applied:
                        problem = f"@{value.name} is computed, expected to be applied directly"
                case Argument() | Instruction():
                    known = value in self.places
                    name = f"%{value.name}" if value.name else f"a value of type {value.type}"
                    problem = None if known else f"{name} is not defined in this function"
                case _:
                    known = value in self.globals
                    problem = None if known else f"a value of type {value.type} is not defined"
            if problem is not None:
                self._error(problem, instruction)

    def _check_dominance(self) -> None:
        tree = DominatorTree(self.function)
        for block in self.function.blocks:
            if block not in tree.reachable:
                continue
            for position, instruction in enumerate(block.instructions):
                for value in instruction.leaves():
                    place = self.places.get(value)
                    if place is None:
                        continue
                    home, index = place
                    before = index < position if home is block else tree.dominates(home, block)
                    if not before:
                        self._error_dominance(value, instruction)

    def _error_dominance(self, value: Value, instruction: Instruction) -> None:
        name = f"%{value.name}" if value.name else "a value"
        note = Note(f"{name} is defined here", value.location)
        message = f"{name} is used where it may not be defined yet"
        self._error(message, instruction, note)
