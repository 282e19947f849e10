"""Sizes as integer polynomials over symbols, for extents and strides that are known only at run
time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from dlvm.ir.types import Dim, Symbol

Monomial = tuple[str, ...]


@dataclass(frozen=True)
class Polynomial:
    """A sum of products of symbols, each with a coefficient. It is never a plain number.

    ``terms`` are sorted, and each has its symbols' names in order.
    """

    terms: tuple[tuple[Monomial, int], ...]

    @property
    def symbols(self) -> frozenset[str]:
        """The names of the symbols in the polynomial."""
        return frozenset(name for monomial, _ in self.terms for name in monomial)

    def __add__(self, other: Size) -> Size:
        terms = dict(self.terms)
        for monomial, number in monomials(other):
            terms[monomial] = terms.get(monomial, 0) + number
        return _normal(terms)

    def __mul__(self, other: Size) -> Size:
        if isinstance(other, int):
            return Polynomial(tuple((m, n * other) for m, n in self.terms)) if other else 0
        terms: dict[Monomial, int] = {}
        for a, x in self.terms:
            for b, y in other.terms:
                monomial = tuple(sorted((*a, *b)))
                terms[monomial] = terms.get(monomial, 0) + x * y
        return _normal(terms)

    def __sub__(self, other: Size) -> Size:
        return self + other * -1

    def __radd__(self, other: int) -> Size:
        return self + other

    def __rmul__(self, other: int) -> Size:
        return self * other

    def __rsub__(self, other: int) -> Size:
        return self * -1 + other


Size = int | Polynomial


def monomials(size: Size) -> tuple[tuple[Monomial, int], ...]:
    """The products whose sum is a size, each with its coefficient; empty for 0."""
    if isinstance(size, Polynomial):
        return size.terms
    return (((), size),) if size else ()


def _normal(terms: Mapping[Monomial, int]) -> Size:
    kept = tuple(sorted((m, n) for m, n in terms.items() if n))
    if not kept:
        return 0
    return kept[0][1] if len(kept) == 1 and not kept[0][0] else Polynomial(kept)


def symbols_in(size: Size) -> frozenset[str]:
    """The names of the symbols in a size."""
    return size.symbols if isinstance(size, Polynomial) else frozenset()


def size_of(dim: Dim) -> Size:
    """A dimension as a size."""
    return Polynomial((((dim.name,), 1),)) if isinstance(dim, Symbol) else dim


def dim_of(size: Size) -> Dim | Polynomial:
    """A size as a dimension, if it is a number or a single symbol; else the polynomial."""
    if isinstance(size, Polynomial) and len(size.terms) == 1:
        monomial, number = size.terms[0]
        if number == 1 and len(monomial) == 1:
            return Symbol(monomial[0])
    return size


def size_text(size: Size) -> str:
    """The text of a size: a sum of products of numbers and symbols."""
    text = ""
    for monomial, number in monomials(size):
        factors = [f"_{name}" for name in monomial]
        if abs(number) != 1 or not factors:
            factors.insert(0, str(abs(number)))
        sign = (" - " if text else "-") if number < 0 else (" + " if text else "")
        text += sign + " * ".join(factors)
    return text or "0"


def product(sizes: tuple[Size, ...]) -> Size:
    """The product of sizes."""
    result: Size = 1
    for size in sizes:
        result = size * result
    return result


def renamed(size: Size, names: Mapping[str, str]) -> Size:
    """The size with its symbols renamed."""
    if isinstance(size, int):
        return size
    terms: dict[Monomial, int] = {}
    for monomial, number in size.terms:
        key = tuple(sorted(names[n] for n in monomial))
        terms[key] = terms.get(key, 0) + number
    return _normal(terms)


def bound_size(size: Size, values: Mapping[str, int]) -> Size:
    """The size with some of its symbols replaced by numbers."""
    if isinstance(size, int):
        return size
    terms: dict[Monomial, int] = {}
    for monomial, number in size.terms:
        key = tuple(n for n in monomial if n not in values)
        factor = math.prod(values[n] for n in monomial if n in values)
        terms[key] = terms.get(key, 0) + number * factor
    return _normal(terms)


def evaluated(size: Size, value: int) -> int:
    """The value of a size if each of its symbols has the value ``value``."""
    return sum(number * value ** len(monomial) for monomial, number in monomials(size))


def shifted(size: Size, offset: int) -> Size:
    """The size with a number added to each symbol."""
    total: Size = 0
    for monomial, number in monomials(size):
        factors = (Polynomial((((name,), 1),)) + offset for name in monomial)
        total = total + product(tuple(factors)) * number
    return total


TYPICAL_SIZE = 64


def estimate(size: Size) -> int:
    """A rough estimate of a size for scheduling decisions, which counts each symbol as 64."""
    return max(0, size if isinstance(size, int) else evaluated(size, TYPICAL_SIZE))
