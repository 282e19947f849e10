"""State shared by the checks of a module: the errors found so far, and checks of the types and
constants of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

from dlvm.diagnostics import Diagnostic, Findings, Location, Note
from dlvm.ir.instruction import Instruction
from dlvm.ir.module import Module
from dlvm.ir.types import NominalType, Symbol, TensorType, Type
from dlvm.ir.unparsed import Unparsed
from dlvm.ir.values import Aggregate, Literal, Resource, Value
from dlvm.ir.wellformed import MAX_DEPTH, TOO_DEEP, children, names_in, type_problem

Place = str | Callable[[], str]
"""A description of the place of an error, or, if that takes time, a function that returns it."""

_MAX_NUMBER = 2**64
_SYMBOL = re.compile("[A-Za-z0-9_]*")


class Checker:
    """The errors found in a module so far."""

    def __init__(self, module: Module, unparsed: Unparsed) -> None:
        self.module = module
        self.unparsed = unparsed
        self._findings = Findings()
        # Types are looked up by identity, as a type may be too deep to be compared. The entry keeps
        # the type alive.
        self._types: dict[int, tuple[Type, str | None]] = {}
        self._defined = frozenset(map(id, module.types))
        globals_ = (*module.variables, *module.functions, *module.definitions)
        self.globals: dict[Value, str] = {v: f"@{v.name or n}" for n, v in enumerate(globals_)}

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The reported errors."""
        return self._findings.diagnostics

    def error(self, message: str, location: Location | None, place: Place, *notes: Note) -> None:
        """Reports an error. Without a location, the message names the place."""
        if location is None:
            words = place if isinstance(place, str) else place()
            notes = (Note(f"in {words}"), *notes)
        self.add(Diagnostic(message, location, notes=notes))

    def add(self, diagnostic: Diagnostic) -> None:
        """Reports a diagnostic."""
        self._findings.add((diagnostic,))

    def name(self, value: Value) -> str:
        """The name of a global in messages."""
        return self.globals.get(value) or f"@{value.name or '?'}"

    def check_type(self, type: Type, location: Location | None, place: Place) -> bool:
        """Checks that all parts of a type are defined and in range."""
        problem = self.type_problem(type)
        if problem is not None:
            self.error(problem, location, place)
        return problem is None

    def type_problem(self, type: Type) -> str | None:
        """The reason why a type may not be used in this module, or None if it may."""
        if isinstance(type, TensorType):
            return type_problem(type) or _symbol_problem(type)
        known = self._types.get(id(type))
        if known is None:
            known = self._types[id(type)] = type, self._problem_of_parts(type)
        return known[1]

    def _problem_of_parts(self, type: Type) -> str | None:
        problem = type_problem(type)
        if problem is not None:
            return problem
        for named in names_in(type):
            if id(named) not in self._defined:
                return f"{named} is not a type of this module"
        return next(filter(None, map(_symbol_problem, _tensor_types(type))), None)

    def instruction_problem(self, instruction: Instruction) -> str | None:
        """The reason why an instruction's type, attributes or operands cannot be checked: undefined
        or infinite types, numbers that are too large, or nesting that is too deep. None if they can
        be."""
        problem = self.type_problem(instruction.type)
        for attribute in instruction.attributes.values():
            problem = problem or self._attribute_problem(attribute)
        return problem or self._operand_problem(instruction.operands)

    def _operand_problem(self, operands: Iterable[Value]) -> str | None:
        level, depth = list(operands), 0
        while level:
            inner: list[Value] = []
            for value in level:
                problem = self.type_problem(value.type)
                if problem is None and isinstance(value, Literal):
                    problem = self._attribute_problem(value.data)
                if problem is not None:
                    return problem
                if isinstance(value, Aggregate):
                    inner.extend(value.operands)
            if inner and depth == MAX_DEPTH:
                return f"values are {TOO_DEEP}"
            level, depth = inner, depth + 1
        return None

    def _attribute_problem(self, value: Any) -> str | None:
        match value:
            case int():
                return None if abs(value) <= _MAX_NUMBER else "a number is out of range"
            case str():
                return text_problem(value)
            case Resource():
                return text_problem(value.name)
            case tuple() | list():
                parts = cast("Sequence[Any]", value)
                return next(filter(None, map(self._attribute_problem, parts)), None)
            case Type():
                return self.type_problem(value)
            case _:
                return None


def text_problem(text: str) -> str | None:
    """The reason why a text cannot be written to a file, or None if it can."""
    wrong = next((c for c in text if "\ud800" <= c <= "\udfff"), None)
    return f"U+{ord(wrong):04X} in a string is not a character" if wrong else None


def _symbol_problem(type: TensorType) -> str | None:
    for dim in type.shape:
        if isinstance(dim, Symbol) and not _SYMBOL.fullmatch(dim.name):
            return (
                f"{dim.name!r} is not a valid name of a dimension, expected letters, digits and '_'"
            )
    return None


def _tensor_types(type: Type) -> Iterator[TensorType]:
    pending = [type]
    while pending:
        current = pending.pop()
        if isinstance(current, TensorType):
            yield current
        elif not isinstance(current, NominalType):
            pending.extend(children(current))
