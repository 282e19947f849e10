"""Type rules of the operations that stage compute's expressions call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dlvm.diagnostics import quantity
from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.ir.instructions.elementwise import Elementwise
from dlvm.ir.instructions.rules import FLOAT, check_domain
from dlvm.ir.types import BOOL, I32, ElementType


def call_element(operation: str, elements: Sequence[ElementType]) -> ElementType:
    """The element type of an operation's result for arguments of given element types. ``cast`` is
    excluded, as its argument does not determine its result. Raises :class:`TypeRuleError` if the
    operation does not accept the arguments."""
    special = _SPECIAL.get(operation)
    if special is not None:
        return special(elements)
    declaration = INSTRUCTIONS.get(operation)
    if declaration is None or not issubclass(declaration, Elementwise):
        raise TypeRuleError("there is no operation of this name")
    _check_count(elements, sum(f.kind == "operand" for f in declaration.fields.values()))
    _check_same(elements)
    check_domain(elements[0], declaration.domain)
    return declaration.result_element(elements[0])


def operation_names() -> Iterator[str]:
    """The operations that can be called by name, except ``cast``."""
    yield from _SPECIAL
    yield from (n for n, cls in INSTRUCTIONS.items() if issubclass(cls, Elementwise))


def select_element(elements: Sequence[ElementType]) -> ElementType:
    """The element type of a selection by a flag, its first operand."""
    _check_count(elements, 3)
    if elements[0] is not BOOL:
        raise TypeRuleError(f"the condition has the element type {elements[0]}, expected bool")
    _check_same(elements[1:])
    return elements[1]


def _draw_element(elements: Sequence[ElementType]) -> ElementType:
    _check_count(elements, 3)
    _check_same(elements)
    check_domain(elements[0], FLOAT)
    return elements[0]


def _pairs_element(elements: Sequence[ElementType]) -> ElementType:
    _check_count(elements, 2)
    for element in elements:
        if element is not I32:
            raise TypeRuleError(f"expected i32, got {element}")
    return I32


_SPECIAL: Final[dict[str, Callable[[Sequence[ElementType]], ElementType]]] = {
    "select": select_element,
    "uniformDraw": _draw_element,
    "normalDraw": _draw_element,
    "multiplyPairs": _pairs_element,
}


def _check_count(elements: Sequence[ElementType], expected: int) -> None:
    if len(elements) != expected:
        raise TypeRuleError(f"expected {quantity(expected, 'argument')}, got {len(elements)}")


def _check_same(elements: Sequence[ElementType]) -> None:
    for element in elements[1:]:
        if element is not elements[0]:
            raise TypeRuleError(f"element types differ: expected {elements[0]}, got {element}")


def identity(by: str, element: ElementType) -> bool | int | float:
    """The identity element of a reduction operator."""
    if by in ("add", "or"):
        return False if element is BOOL else 0
    if by == "multiply":
        return 1
    if by == "and":
        every_bit = -1 if element.kind == "signed" else (1 << element.bits) - 1
        return True if element is BOOL else every_bit
    if element.is_float:
        return float("inf") if by == "min" else float("-inf")
    low = -(1 << (element.bits - 1)) if element.kind == "signed" else 0
    high = (1 << (element.bits - (element.kind == "signed"))) - 1
    return high if by == "min" else low
