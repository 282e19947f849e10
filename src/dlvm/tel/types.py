"""Types of TEL values, with sizes that are polynomials over names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dlvm.ir.polynomial import Polynomial, Size, monomials
from dlvm.tel import syntax

Extent = Size | str
"""A size, or the name of a shape of any rank (``s`` of ``f<s*>``)."""
Sizes = tuple[Extent, ...]


NUMBERS: Final = {"int": "i64", "float": "f64"}
"""The element types of numbers, which adapt to their context, each with the element type in which
functions of such numbers are computed."""


@dataclass(frozen=True)
class TelTensor:
    """A tensor. The element types ``int`` and ``float`` are those of literals and sizes, which
    adapt to their context."""

    element: str
    sizes: Sizes
    is_computed: bool = field(default=False, compare=False)
    """Whether a number is a tensor of i64 or f64 in the Python text, and not a Python number."""


@dataclass(frozen=True)
class TelNamed:
    """A struct, an enum or a net with its sizes."""

    name: str
    sizes: tuple[Size, ...]


@dataclass(frozen=True)
class TelTuple:
    parts: tuple[ValueType, ...]


ValueType = TelTensor | TelNamed | TelTuple


def computed(type: ValueType) -> ValueType:
    """A type whose numbers are tensors in the Python text."""
    match type:
        case TelTensor():
            return replace(type, is_computed=type.element in NUMBERS)
        case TelTuple(parts):
            return TelTuple(tuple(map(computed, parts)))
        case TelNamed():
            return type


def symbol(name: str) -> Size:
    """The size with a name."""
    return Polynomial((((name,), 1),))


def size_of(size: syntax.SizeExpression) -> Size:
    """A size expression as a polynomial."""
    match size:
        case syntax.SizeNumber(_, value):
            return value
        case syntax.SizeName(location, name):
            return symbol(name if name != "?" else f"?{location.start}")
        case syntax.SizeArithmetic(_, operator, left, right):
            a, b = size_of(left), size_of(right)
            return a + b if operator == "+" else a - b if operator == "-" else a * b


def show_size(size: Extent) -> str:
    """A size as in a program."""
    if isinstance(size, str):
        return size
    if isinstance(size, int):
        return str(size)
    text = ""
    for monomial, number in sorted(size.terms, key=lambda t: (not t[0], t[0])):
        names = " * ".join("?" if n[0] == "?" else n for n in monomial)
        factor = str(abs(number)) if not names else f"{abs(number)} * " if abs(number) != 1 else ""
        sign = ("-" if number < 0 else "") if not text else " - " if number < 0 else " + "
        text += sign + factor + names
    return text


def show(type: ValueType) -> str:
    """A type as in a program."""
    match type:
        case TelTensor(element, sizes):
            if element in ("int", "float") and not sizes:
                return "a number"
            prefix = "" if element in ("f32", "float") else "i64" if element == "int" else element
            return f"{prefix}[{' x '.join(map(show_size, sizes))}]"
        case TelNamed(name, sizes):
            return name + (f"<{', '.join(map(show_size, sizes))}>" if sizes else "")
        case TelTuple(parts):
            return f"({', '.join(map(show, parts))})"


def substituted(size: Size, values: Mapping[str, Size]) -> Size:
    """A size with names replaced by sizes."""
    total: Size = 0
    for monomial, number in monomials(size):
        term: Size = number
        for name in monomial:
            term = term * values.get(name, symbol(name))
        total = total + term
    return total


@dataclass
class Bindings:
    """The sizes and shapes to which the names in a callee's parameters are bound."""

    names: frozenset[str]
    sizes: dict[str, Size]
    shapes: dict[str, Sizes]

    def apply(self, type: ValueType) -> ValueType:
        """A type of the callee with its names replaced by what they are bound to."""
        match type:
            case TelTensor(element, sizes):
                found: list[Extent] = []
                for size in sizes:
                    if isinstance(size, str):
                        found += self.shapes.get(size, (size,))
                    else:
                        found.append(substituted(size, self.sizes))
                return TelTensor(element, tuple(found))
            case TelNamed(name, sizes):
                return TelNamed(name, tuple(substituted(s, self.sizes) for s in sizes))
            case TelTuple(parts):
                return TelTuple(tuple(map(self.apply, parts)))

    def bind(self, expected: ValueType, found: ValueType) -> bool:
        """Binds names so that the types agree; returns whether they do."""
        match expected, found:
            case TelTensor(), TelTensor():
                if not _element_fits(found.element, expected.element):
                    return False
                sizes = found.sizes
                for place, size in enumerate(expected.sizes):
                    if not isinstance(size, str):
                        continue
                    after = len(expected.sizes) - place - 1
                    middle = sizes[place : len(sizes) - after]
                    if self.shapes.setdefault(size, middle) != middle:
                        return False
                    kept = expected.sizes[:place] + expected.sizes[place + 1 :]
                    return self._bind_all(kept, sizes[:place] + sizes[len(sizes) - after :])
                return self._bind_all(expected.sizes, sizes)
            case TelNamed(), TelNamed():
                return expected.name == found.name and self._bind_all(expected.sizes, found.sizes)
            case TelTuple(), TelTuple():
                pairs = zip(expected.parts, found.parts, strict=False)
                return len(expected.parts) == len(found.parts) and all(
                    self.bind(a, b) for a, b in pairs
                )
            case _:
                return False

    def _bind_all(self, expected: Sizes, found: Sizes) -> bool:
        if len(expected) != len(found):
            return False
        return all(self._bind_size(a, b) for a, b in zip(expected, found, strict=True))

    def _bind_size(self, expected: Extent, found: Extent) -> bool:
        if isinstance(expected, str) or isinstance(found, str):
            return expected == found
        name = single_name(expected)
        if name is not None and name in self.names:
            return self.sizes.setdefault(name, found) == found
        if name is not None and name[0] == "?":
            return True
        known = name_set(expected) <= self.sizes.keys() | (name_set(expected) - self.names)
        return not known or substituted(expected, self.sizes) == found


def _element_fits(found: str, expected: str) -> bool:
    if found == "int":
        return expected != "bool"
    return found == expected or (found == "float" and expected[0] in "fb" and expected != "bool")


def single_name(size: Extent) -> str | None:
    """The name of a size that is only a name."""
    if isinstance(size, Polynomial) and len(size.terms) == 1:
        monomial, number = size.terms[0]
        if number == 1 and len(monomial) == 1:
            return monomial[0]
    return None


def name_set(size: Extent) -> frozenset[str]:
    """The names in a size."""
    return size.symbols if isinstance(size, Polynomial) else frozenset()


def sizes_in(type: ValueType) -> Sizes:
    """All sizes in a type."""
    match type:
        case TelTuple(parts):
            return tuple(size for part in parts for size in sizes_in(part))
        case _:
            return type.sizes


def product(sizes: Sizes) -> Size | None:
    """The number of elements, or None if the rank is not known."""
    total: Size = 1
    for size in sizes:
        if isinstance(size, str):
            return None
        total = total * size
    return total
