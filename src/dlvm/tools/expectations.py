"""Expected results of calls, in the comments of a module.

``// run: @f(1.0, [2, 3]) == (4.0, true)`` states a result, and ``// run: @f(0) traps "message"`` a
trap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import DiagnosticError, Location, Note, Source, error
from dlvm.ir.module import Function, Module
from dlvm.ir.records import record_fields
from dlvm.ir.types import (
    ArrayType,
    ElementType,
    EnumType,
    FunctionType,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.text.lexer import tokenize
from dlvm.text.parser_base import ParserBase
from dlvm.tools.values import format_value, read_value

_BEGINNING: Final = re.compile(r"^[ \t]*// run:(.*)$", re.MULTILINE)
_LINE: Final = re.compile(r'\s*@([\w.]+)(\(.*\)) (?:== (.*)|traps (".*"))\s*')

TOLERANCES: Final[Mapping[ElementType, float]] = {
    ElementType.F16: 2e-3,
    ElementType.BF16: 2e-2,
    ElementType.F32: 1e-5,
    ElementType.F64: 1e-12,
}
"""The absolute and relative tolerance of floats; those for storage are compared exactly."""

Engine = Callable[[str, list[Any]], Any]
"""Calls the function with the given name and arguments."""


@dataclass(frozen=True)
class Expectation:
    """A call, with the text of its expected result or the message of its expected trap."""

    function: str
    arguments: str
    result: str | None
    trap: str | None
    location: Location

    def __str__(self) -> str:
        return f"@{self.function}{self.arguments}"


def read_expectations(source: Source) -> Iterator[Expectation]:
    """The ``// run:`` lines of a text, in order. Raises :class:`DiagnosticError` for a
    malformed one."""
    for line in _BEGINNING.finditer(source.text):
        location = Location(source, *line.span(1))
        match = _LINE.fullmatch(line[1])
        if match is None:
            raise error('expected @function(arguments) == result, or traps "message"', location)
        trap = ParserBase(tokenize(Source(source.name, match[4]))).string() if match[4] else None
        yield Expectation(match[1], match[2], match[3], trap, location)


def check_expectation(expectation: Expectation, module: Module, call: Engine) -> None:
    """Calls a function of a module. Raises :class:`DiagnosticError` for an unexpected result."""
    function = module.function(expectation.function)
    if function is None:
        raise error(f"there is no function @{expectation.function}", expectation.location)
    arguments, expected = _values(expectation, function)
    try:
        found = call(expectation.function, arguments)
    except DiagnosticError as trap:
        message = trap.diagnostics[0].message
        if expectation.trap is None or expectation.trap not in message:
            wanted = expectation.result or f'a trap "{expectation.trap}"'
            note = Note(message, trap.diagnostics[0].location)
            problem = f"{expectation} ends with an error, expected {wanted}"
            raise error(problem, expectation.location, note) from None
        return
    type = function.type.result
    if expectation.trap is not None:
        problem = f'{format_value(found, type)}, expected a trap "{expectation.trap}"'
    elif not is_close(found, expected, type):
        problem = f"{format_value(found, type)}, expected {expectation.result}"
    else:
        return
    raise error(f"{expectation} returns {problem}", expectation.location)


def _values(expectation: Expectation, function: Function) -> tuple[list[Any], Any]:
    """The arguments, and the expected result or None."""
    try:
        given = read_value(expectation.arguments, TupleType(function.type.parameters))
        if expectation.result is None:
            return list(given), None
        return list(given), read_value(expectation.result, function.type.result)
    except DiagnosticError as problem:
        raise error(problem.diagnostics[0].message, expectation.location) from None


def is_close(found: Any, expected: Any, type: Type) -> bool:
    """Whether a value is as expected: floats up to rounding, all else exactly."""
    match type := type.canonical:
        case TensorType():
            return _is_close_tensor(np.asarray(found), np.asarray(expected), type.element)
        case TupleType() | ArrayType():
            types = type.elements if isinstance(type, TupleType) else (type.element,) * type.size
            return _are_close(found or (), expected, types)
        case StructType():
            return _are_close(record_fields(type, found), expected, [t for _, t in type.fields])
        case EnumType() if type.stands_for is None:
            payload = type.payload(found.case) or ()
            return found.case == expected.case and _are_close(
                found.payload, expected.payload, payload
            )
        case FunctionType() | EnumType():
            return f"@{found.name}" == expected and not found.captured
        case _:
            raise error(f"a value of type {type} cannot be compared")


def _are_close(found: Any, expected: Any, types: Any) -> bool:
    return len(found) == len(expected) == len(types) and all(map(is_close, found, expected, types))


def _is_close_tensor(
    found: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], element: ElementType
) -> bool:
    if found.dtype != element.numpy or found.shape != expected.shape:
        return False
    if element.is_complex:
        pairs = ((found.real, expected.real), (found.imag, expected.imag))
        return all(_is_close_tensor(a, b, element.part) for a, b in pairs)
    if not element.is_float:
        return bool((found == expected).all())
    tolerance = TOLERANCES.get(element, 0.0)
    wide = found.astype(np.float64), expected.astype(np.float64)
    # The sign of a zero counts.
    zeros = (wide[0] == 0) & (wide[1] == 0)
    same_signs = np.signbit(wide[0]) == np.signbit(wide[1])
    close = np.isclose(*wide, rtol=tolerance, atol=tolerance, equal_nan=True)
    return bool((close & (same_signs | ~zeros)).all())
