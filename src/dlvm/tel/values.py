"""Checked expressions, and the conversion of their numbers to the types that the context needs."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.diagnostics import Location, Note, error
from dlvm.ir.types import ElementType, TensorType
from dlvm.ir.values import nearest_float
from dlvm.ir.wellformed import literal_problem
from dlvm.tel import syntax
from dlvm.tel.builtins import BuiltinFunction, joined_element
from dlvm.tel.types import NUMBERS, Bindings, TelTensor, TelTuple, ValueType, show


@dataclass(frozen=True)
class CheckedExpression:
    """A checked expression: its type, and its text in Python."""

    type: ValueType
    code: str
    place: Location | None = None
    """The location at which a name is bound."""
    number: syntax.Number | None = None
    """The value of an expression of literals."""


def expect_type(
    expected: ValueType, found: CheckedExpression, location: Location, what: str, *notes: Note
) -> None:
    """Raises :class:`DiagnosticError` if a value does not have a type."""
    if not Bindings(frozenset(), {}, {}).bind(expected, found.type):
        message = f"{what} must be {show(expected)}, got {show(found.type)}"
        raise error(message, location, *notes)


def adapted(value: CheckedExpression, type: ValueType) -> str:
    """The text of a value with a type; numbers are converted to the element type of a tensor, or
    become tensors themselves. Raises :class:`DiagnosticError` for a number out of range."""
    match value.type, type:
        case TelTensor(own), TelTensor(element) if own in NUMBERS:
            element = NUMBERS.get(element, element)
            check_range(value.number, element)
            if value.type.is_computed and element == NUMBERS[own]:
                return value.code
            return f"_as({value.code}, {element!r})"
        case TelTuple(parts), TelTuple(others):
            elements = [_conversion(a, b) for a, b in zip(parts, others, strict=True)]
            return f"_parts({value.code}, {elements})" if any(elements) else value.code
        case _:
            return value.code


def _conversion(type: ValueType, expected: ValueType) -> str | None:
    """The element type to which a part of a tuple is converted, or None."""
    if not isinstance(type, TelTensor) or type.element not in NUMBERS:
        return None
    assert isinstance(expected, TelTensor)
    return NUMBERS.get(expected.element, expected.element)


def operands(values: Sequence[CheckedExpression], found: TelTensor) -> list[str]:
    """The texts of the operands of an operator with the result type ``found``. Numbers that are
    tensors in the Python text are converted to the common element type; Python numbers are not."""
    element = _common_element(values, found)
    codes: list[str] = []
    for value in values:
        if isinstance(value.type, TelTensor) and value.type.is_computed:
            codes.append(adapted(value, TelTensor(element, ())))
            continue
        if element not in NUMBERS:
            check_range(value.number, element)
        codes.append(value.code)
    return codes


def arguments(
    builtin: BuiltinFunction, values: Sequence[CheckedExpression], found: TelTensor
) -> list[str]:
    """The texts of the arguments of a built-in function with the result type ``found``."""
    first, alike = values[: builtin.alike], values[builtin.alike :]
    common = TelTensor(_common_element(alike, found), ())
    return [adapted(value, value.type) for value in first] + [adapted(v, common) for v in alike]


def _common_element(values: Sequence[CheckedExpression], found: TelTensor) -> str:
    if found.element == "float":
        return "float"
    return joined_element("", [v.type for v in values if isinstance(v.type, TelTensor)])


def check_range(literal: syntax.Number | None, element: str) -> None:
    """Raises :class:`DiagnosticError` if a literal is not in the range of an element type."""
    type = ElementType(element)
    if literal is None:
        return
    if type.is_float:
        problem = None
        if math.isinf(nearest_float(float(literal.value), type)):
            problem = f"{literal.value} is out of range for {element}"
    elif isinstance(literal.value, float):
        return
    else:
        problem = literal_problem(TensorType((), type), literal.value)
    if problem is not None:
        raise error(problem, literal.location)


_ARITHMETIC: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
}


def folded(
    symbol: str, a: CheckedExpression, b: CheckedExpression, location: Location
) -> syntax.Number | None:
    """The value of an operation on literals, or None if an operand is not a literal or the operator
    is not arithmetic.

    Raises :class:`DiagnosticError` if there is no such number."""
    compute = _ARITHMETIC.get(symbol)
    if compute is None or a.number is None or b.number is None:
        return None
    left, right = a.number.value, b.number.value
    try:
        # Floats tell at once whether a power is too large.
        if math.isfinite(compute(float(left), float(right))):
            return syntax.Number(location, compute(left, right))
        problem = "the number is out of range for f64"
    except OverflowError:
        problem = "the number is out of range for f64"
    except ZeroDivisionError:
        problem = "expected a divisor other than 0"
    except TypeError:
        problem = "expected a real number, got a power of a negative number"
    raise error(problem, location)
