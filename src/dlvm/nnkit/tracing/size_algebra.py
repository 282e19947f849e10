"""Symbolic sizes: the sizes of dynamic axes as polynomials over named unknowns.

Two sizes are known to be equal if their polynomials are. The unknowns are the names in the types of
a function's parameters, and names that :class:`SizeAlgebra` creates with a definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as Choice

from dlvm.ir import Instruction, TypeRuleError, Value
from dlvm.ir.dimensions import SizeOperation, SizeRecord, recording
from dlvm.ir.polynomial import Monomial, Polynomial, Size, dim_of, monomials, product, size_of
from dlvm.ir.types import ERASED, ArrayType, Dim, Symbol, TensorType, TupleType, Type
from dlvm.ir.values import Aggregate, Literal, Special


@dataclass(frozen=True)
class Unknown:
    """The definition of an unknown: the size of a value along an axis, or an ``i64`` value."""

    value: Value
    axis: int | None = None


@dataclass(frozen=True)
class UnknownDefinition:
    """The definition of an unknown that is not a polynomial of others: the greater of ``lhs`` and
    0, or the quotient, rounded down."""

    kind: Choice["positive", "quotient"]
    lhs: Size
    rhs: Size = 0


class SizeAlgebra(SizeRecord):
    """The symbolic sizes of the values of a function.

    While it records a type rule, the rule computes with symbols that denote polynomials.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unknowns: dict[str, Unknown | UnknownDefinition] = {}
        """The definitions of the unknowns."""
        self.known_values: dict[Value, Size] = {}
        """The ``i64`` values that are sizes."""
        self.types: dict[Value, Type] = {}
        """The types of values, with a symbol for each size that is erased in the IR."""
        self.divisors: set[Size] = set()
        """The sizes by which shape casts divide numbers of elements to infer a size. If one is 0,
        the inferred size may be wrong."""
        self._names: dict[Unknown | UnknownDefinition, str] = {}
        self._polynomials: dict[str, Polynomial] = {}
        self._symbols: dict[Polynomial, Symbol] = {}

    # Unknowns

    def unknown(self, definition: Unknown | UnknownDefinition) -> Polynomial:
        """The unknown with a definition. Equal definitions have the same unknown."""
        name = self._names.get(definition)
        if name is None:
            name = f".{len(self._names)}"
            self._names[definition] = name
            self.unknowns[name] = definition
        return Polynomial((((name,), 1),))

    def is_nonnegative(self, size: Size) -> bool:
        """Whether a size is known to be at least 0."""
        if isinstance(size, int):
            return size >= 0
        return all(n >= 0 for _, n in size.terms) and all(map(self._is_natural, size.symbols))

    def _is_natural(self, name: str) -> bool:
        definition = self.unknowns.get(name)
        if isinstance(definition, Unknown):
            return definition.axis is not None
        if definition is None or definition.kind == "positive":
            return True
        return self.is_nonnegative(definition.lhs) and self.is_nonnegative(definition.rhs)

    def is_computed_from_names(self, size: Size) -> bool:
        """Whether a size depends on no other unknowns than those of the function's parameters."""
        return isinstance(size, int) or all(map(self._is_from_names, size.symbols))

    def _is_from_names(self, name: str) -> bool:
        definition = self.unknowns.get(name)
        if isinstance(definition, UnknownDefinition):
            return all(map(self.is_computed_from_names, (definition.lhs, definition.rhs)))
        return definition is None

    # Arithmetic

    def positive(self, size: Size) -> Size:
        """The greater of a size and 0."""
        if self.is_nonnegative(size):
            return size
        if isinstance(size, int) or self.is_nonnegative(size * -1):
            return 0
        # One of the two orientations is the unknown: max(-x, 0) is max(x, 0) - x.
        leading = next(n for m, n in reversed(size.terms) if m)
        if leading < 0:
            return self.unknown(UnknownDefinition("positive", size * -1)) + size
        return self.unknown(UnknownDefinition("positive", size))

    def maximum(self, lhs: Size, rhs: Size) -> Size:
        """The greater of two sizes."""
        return rhs + self.positive(lhs - rhs)

    def minimum(self, lhs: Size, rhs: Size) -> Size:
        """The lesser of two sizes."""
        return lhs - self.positive(lhs - rhs)

    def quotient(self, lhs: Size, rhs: Size) -> Size:
        """The quotient of two sizes, rounded down; 0 for a divisor of 0."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs // rhs if rhs else 0
        whole, rest = divide(lhs, rhs)
        if rest == 0:
            return whole
        if isinstance(rest, int) and isinstance(rhs, int):
            return whole + rest // rhs
        return whole + self.unknown(UnknownDefinition("quotient", rest, rhs))

    # Type rules

    def derived(self, definition: SizeOperation | Value) -> Dim:
        """The size with a definition, as a dimension: a number if it is known."""
        if not isinstance(definition, SizeOperation):
            known = self.known_values.get(definition)
            return self.dim(self.unknown(Unknown(definition)) if known is None else known)
        if ERASED in (definition.lhs, definition.rhs):
            return ERASED
        lhs, rhs = self.size(definition.lhs), self.size(definition.rhs)
        match definition.operation:
            case "add":
                return self.dim(lhs + rhs)
            case "subtract":
                return self.dim(lhs - rhs)
            case "multiply":
                return self.dim(lhs * rhs)
            case "floorDivide":
                return self.dim(self.quotient(lhs, rhs))
            case "min":
                return self.dim(self.minimum(lhs, rhs))
            case "max":
                return self.dim(self.maximum(lhs, rhs))
            case _:
                return ERASED

    def dim(self, size: Size) -> Dim:
        """A size as a dimension of a type."""
        found = dim_of(size)
        if not isinstance(found, Polynomial):
            return found
        symbol = self._symbols.get(found)
        if symbol is None:
            symbol = Symbol(f"={len(self._symbols)}")
            self._symbols[found] = symbol
            self._polynomials[symbol.name] = found
        return symbol

    def size(self, dim: Dim) -> Size:
        """A dimension of a type as a size."""
        if isinstance(dim, Symbol) and dim.name in self._polynomials:
            return self._polynomials[dim.name]
        return size_of(dim)

    def shape(self, value: Value) -> tuple[Size, ...]:
        """The sizes of a tensor."""
        type = self.type(value)
        assert isinstance(type, TensorType)
        return tuple(map(self.size, type.shape))

    def type(self, value: Value) -> Type:
        """The type of a value, with a symbol for each size that is erased in the IR."""
        pending = [value]
        while pending:
            current = pending[-1]
            if current in self.types or not is_erased(current.type):
                pending.pop()
                continue
            missing = [
                operand
                for operand in _operands(current)
                if operand not in self.types and is_erased(operand.type)
            ]
            if missing:
                pending += missing
            else:
                self.types[pending.pop()] = self._inferred(current)
        return self.types.get(value, value.type.canonical)

    def _inferred(self, value: Value) -> Type:
        found = value.type.canonical
        if isinstance(value, Aggregate) and isinstance(found, TupleType):
            return TupleType(tuple(map(self.type, value.operands)))
        if isinstance(value, Instruction):
            copy = value.clone()
            for index, operand in enumerate(copy.operands):
                if operand in self.types:
                    copy.set_operand(index, Literal(self.types[operand], Special.UNDEFINED))
            try:
                with recording(self):
                    found = copy.infer().canonical
            except TypeRuleError:
                pass  # The program reports it when it runs.
            finally:
                copy.drop_operands()
            self.requirements.clear()
        if not isinstance(found, TensorType):
            return found
        return found.with_shape(
            self.dim(self.unknown(Unknown(value, axis))) if dim == ERASED else dim
            for axis, dim in enumerate(found.shape)
        )

    def substituted(self, size: Size, sizes: Mapping[str, Size]) -> Size | None:
        """The size with names replaced by sizes; None if it has other unknowns."""
        total: Size = 0
        for monomial, number in monomials(size):
            if any(name not in sizes for name in monomial):
                return None
            total = product(tuple(sizes[name] for name in monomial)) * number + total
        return total


def _operands(value: Value) -> Sequence[Value]:
    if isinstance(value, Instruction):
        return value.operands
    return value.operands if isinstance(value, Aggregate) else ()


def is_erased(type: Type) -> bool:
    """Whether a tensor, or a tuple of tensors, has erased sizes without a name."""
    match whole := type.canonical:
        case TensorType():
            return ERASED in whole.shape
        case TupleType(elements):
            return any(map(is_erased, elements))
        case ArrayType():
            return is_erased(whole.element)
        case _:
            return False


def divide(lhs: Size, rhs: Size) -> tuple[Size, Size]:
    """The quotient and the remainder: ``lhs`` is ``quotient * rhs + rest``. Only terms that are
    divisible are divided."""
    [(divisor, number), *others] = monomials(rhs) or (((), 0),)
    if others or not number:
        whole = 1 if lhs == rhs else 0
        return whole, 0 if whole else lhs
    quotient: Size = 0
    rest: Size = 0
    for monomial, count in monomials(lhs):
        left = _without(monomial, divisor)
        if left is None:
            rest = _term(monomial, count) + rest
            continue
        # With a divisor that has unknowns, only exact quotients.
        times = count // number if not divisor or count % number == 0 else 0
        quotient = _term(left, times) + quotient
        rest = _term(monomial, count - times * number) + rest
    return quotient, rest


def _without(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    left = list(monomial)
    for name in divisor:
        if name not in left:
            return None
        left.remove(name)
    return tuple(left)


def _term(monomial: Monomial, number: int) -> Size:
    if not number:
        return 0
    return Polynomial(((monomial, number),)) if monomial else number


def text_of(size: Size, unknowns: Iterable[str] = ()) -> str:
    """A size as text, such as ``2 * n + 1``; ``?`` for an unknown without a name."""
    if isinstance(size, int):
        return str(size)
    hidden = set(unknowns)
    parts: list[str] = []
    for monomial, number in reversed(size.terms):
        names = ["?" if name in hidden else name for name in monomial]
        factors = names if abs(number) == 1 and names else [str(abs(number)), *names]
        sign = "-" if number < 0 else "+"
        parts += [sign, " * ".join(factors)]
    return " ".join(parts[1:] if parts[0] == "+" else ["-" + parts[1], *parts[2:]])
