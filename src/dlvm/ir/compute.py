"""The compute stage in memory: index notation.

A definition computes tensors from tensors by statements ``target[i, j] = expression``, over an
iteration domain and without loops or an order. It is immutable and compared by value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from dlvm.ir.polynomial import Polynomial, Size, dim_of, size_of, size_text, symbols_in
from dlvm.ir.types import BOOL, I64, Dim, ElementType, FunctionType, TensorType, TupleType
from dlvm.ir.values import Number, Value, element_value

if TYPE_CHECKING:
    from dlvm.diagnostics import Location


@dataclass(frozen=True)
class Located:
    """A construct with a location in the text. Comparisons ignore the location."""

    location: Location | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True)
class Affine(Located):
    """An integer ``sum(coefficient * variable) + constant``. The terms are sorted by variable, and
    no coefficient is 0. Coefficients and constant are sizes: numbers, or polynomials over the
    symbols of the definition."""

    terms: tuple[tuple[str, Size], ...] = ()
    constant: Size = 0

    @staticmethod
    def of(terms: Mapping[str, Size], constant: Size = 0) -> Affine:
        return Affine(tuple((v, c) for v, c in sorted(terms.items(), key=_variable) if c), constant)

    @staticmethod
    def variable(name: str) -> Affine:
        return Affine(((name, 1),))

    @staticmethod
    def size(size: Size) -> Affine:
        return Affine((), size)

    def scaled(self, factor: Size) -> Affine:
        if not factor:
            return Affine()
        return Affine(tuple((v, c * factor) for v, c in self.terms), self.constant * factor)

    def plus(self, other: Affine | Size) -> Affine:
        if not isinstance(other, Affine):
            return Affine(self.terms, self.constant + other)
        if not other.terms:
            return Affine(self.terms, self.constant + other.constant)
        terms = dict(self.terms)
        for variable, coefficient in other.terms:
            terms[variable] = terms.get(variable, 0) + coefficient
        return Affine.of(terms, self.constant + other.constant)

    def substitute(self, bindings: Mapping[str, Affine]) -> Affine:
        if not any(variable in bindings for variable, _ in self.terms):
            return self
        terms: dict[str, Size] = {}
        constant = self.constant
        for variable, coefficient in self.terms:
            bound = bindings.get(variable) or Affine.variable(variable)
            for name, number in bound.terms:
                terms[name] = terms.get(name, 0) + number * coefficient
            constant = constant + bound.constant * coefficient
        return Affine.of(terms, constant)

    def coefficient(self, variable: str) -> Size:
        return next((c for v, c in self.terms if v == variable), 0)

    @property
    def sizes(self) -> Iterator[Size]:
        """The coefficients and the constant."""
        yield from (c for _, c in self.terms)
        yield self.constant


def _variable(term: tuple[str, Size]) -> str:
    return term[0]


class Expression(Located):
    """Base class of expressions, which have one value at each point of the domain."""

    element: ElementType

    @property
    def children(self) -> tuple[Expression, ...]:
        return ()

    @cached_property
    def variables(self) -> frozenset[str]:
        """The iteration variables on which the expression depends."""
        return frozenset[str]().union(*(c.variables for c in self.children))

    @cached_property
    def depth(self) -> int:
        """The depth of the expression tree."""
        return 1 + max((c.depth for c in self.children), default=0)

    @cached_property
    def reads(self) -> Sequence[Read]:
        """The reads in the expression, in order."""
        return [n for n in self.walk() if isinstance(n, Read)]

    @cached_property
    def reductions(self) -> Sequence[Reduction]:
        """The reductions in the expression, the outer ones before those inside them."""
        return [n for n in self.walk() if isinstance(n, Reduction)]

    @cached_property
    def is_guarded(self) -> bool:
        """Whether part of the expression is computed only under a condition."""
        return any(isinstance(n, Guard) for n in self.walk())

    def walk(self) -> Iterator[Expression]:
        """This expression and all its subexpressions."""
        pending: list[Expression] = [self]
        while pending:
            expression = pending.pop()
            yield expression
            pending += reversed(expression.children)


@dataclass(frozen=True)
class Constant(Expression):
    """A constant. Its value is a Python number of the kind of its element type."""

    value: Number
    element: ElementType

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", element_value(self.value, self.element))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, str]:
        return repr(self.value), self.element.value


@dataclass(frozen=True)
class IndexValue(Expression):
    """An affine function of the iteration variables, as a number."""

    index: Affine
    element: ElementType = I64

    @cached_property
    def variables(self) -> frozenset[str]:
        return frozenset(v for v, _ in self.index.terms)


Index = Affine | Expression
"""An index of a read: affine, or computed (a gather) from ``i64`` values."""


@dataclass(frozen=True)
class Read(Expression):
    """An element of a tensor: a parameter, or the target of an earlier statement."""

    tensor: str
    indices: tuple[Index, ...]
    element: ElementType

    @property
    def children(self) -> tuple[Expression, ...]:
        return tuple(i for i in self.indices if isinstance(i, Expression))

    @cached_property
    def variables(self) -> frozenset[str]:
        affine = frozenset(v for i in self.indices if isinstance(i, Affine) for v, _ in i.terms)
        return affine.union(*(c.variables for c in self.children))


@dataclass(frozen=True)
class Call(Expression):
    """An element-wise instruction, given by its mnemonic; ``cast`` denotes ``dataTypeCast``."""

    operation: str
    arguments: tuple[Expression, ...]
    element: ElementType

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.arguments


@dataclass(frozen=True)
class Guard(Expression):
    """``body`` if the condition holds, else ``otherwise``. If the condition does not hold, the body
    is not evaluated, so it reads nothing."""

    condition: Expression
    body: Expression
    otherwise: Expression

    @property
    def element(self) -> ElementType:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.body.element

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.condition, self.body, self.otherwise)


@dataclass(frozen=True)
class Draw(Expression):
    """A random number from Philox-4x32-10 at ``counter``: uniform in [0, 1) before it is rounded to
    the element type, or standard normal.

    ``key`` is a pair of u32 numbers. Without a key, the seed of the generator is the key, and its
    state is added to the counter.
    """

    normal: bool
    counter: Affine
    key: tuple[Expression, Expression] | None
    element: ElementType

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.key or ()

    @cached_property
    def variables(self) -> frozenset[str]:
        own = frozenset(v for v, _ in self.counter.terms)
        return own.union(*(c.variables for c in self.children))


@dataclass(frozen=True)
class Range(Located):
    """An iteration variable and its extent; values start at 0. The extent is a number or a symbol
    of the definition, or, if ranges have been collapsed, a product of these."""

    variable: str
    extent: Dim | Polynomial

    @property
    def size(self) -> Size:
        """The extent as a size."""
        return self.extent if isinstance(self.extent, Polynomial) else size_of(self.extent)


@dataclass(frozen=True)
class Reduction(Expression):
    """The body's values over the ranges, combined by an associative operator."""

    by: str
    ranges: tuple[Range, ...]
    body: Expression

    @property
    def element(self) -> ElementType:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.body.element

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.body,)

    @cached_property
    def variables(self) -> frozenset[str]:
        return self.body.variables - {r.variable for r in self.ranges}


@dataclass(frozen=True)
class Statement(Located):
    """``target[indices] = value`` for all points of the ranges.

    Without ``indices`` the target is written at the ranges' variables. With them, it is first
    filled from ``base``, then written in row-major order of the ranges, and each value replaces
    the element or is combined with it by ``by``.
    """

    target: str
    ranges: tuple[Range, ...]
    value: Expression
    indices: tuple[Index, ...] | None = None
    by: str | None = None
    base: str | None = None

    @property
    def expressions(self) -> Iterator[Expression]:
        """The value, and the computed indices."""
        yield self.value
        yield from (i for i in self.indices or () if isinstance(i, Expression))

    def type(self) -> TensorType:
        """The type of the target, which must be written at the ranges' variables."""
        extents = (r.extent for r in self.ranges)
        return TensorType(
            tuple(e for e in extents if not isinstance(e, Polynomial)), self.value.element
        )


@dataclass(frozen=True)
class Check(Located):
    """A bounds check of an integer parameter: each element is at least 0 and less than
    ``bound``."""

    parameter: str
    bound: Dim


@dataclass(frozen=True)
class SizeCheck(Located):
    """A check of sizes: depending on ``relation``, ``left`` must be at most ``right``, or equal to
    ``right``."""

    relation: Literal["atMost", "equal"]
    left: Size
    right: Size

    def __str__(self) -> str:
        relation = "<=" if self.relation == "atMost" else "=="
        return f"{size_text(self.left)} {relation} {size_text(self.right)}"

    @property
    def symbols(self) -> frozenset[str]:
        """The names of the symbols in the sizes."""
        return symbols_in(self.left) | symbols_in(self.right)

    @property
    def facts(self) -> tuple[Size, ...]:
        """The sizes that are at least 0 if the check holds."""
        difference = self.right - self.left
        return (difference,) if self.relation == "atMost" else (difference, difference * -1)


def size_check_message(check: SizeCheck) -> str:
    """The error if a check of sizes fails, with ``{0}`` and ``{1}`` for the values of its sides."""
    return f"the sizes do not fit, expected {check}, got {{0}} and {{1}}"


@dataclass(frozen=True)
class Body(Located):
    """The computation of a definition, which refers to parameters and targets by their names.

    A parameter ``_n`` is a size, an ``i64`` scalar: the symbol ``_n`` of the definition's types,
    ranges and indices.
    """

    parameters: tuple[str, ...]
    results: tuple[str, ...]
    statements: tuple[Statement, ...]
    checks: tuple[Check, ...] = ()
    size_checks: tuple[SizeCheck, ...] = ()
    draws: Size = 0
    """The number of random numbers drawn from the generator."""

    @property
    def sizes(self) -> tuple[str, ...]:
        """The names of the symbols among the parameters."""
        return tuple(p[1:] for p in self.parameters if is_size(p))


def is_size(parameter: str) -> bool:
    """Whether a parameter of a definition is a size."""
    return parameter.startswith("_")


class Definition(Value):
    """A named computation, applied like a function."""

    type: FunctionType

    def __init__(
        self, name: str, type: FunctionType, body: Body, location: Location | None = None
    ) -> None:
        super().__init__(type, name, location)
        self.body = body

    @property
    def result_types(self) -> tuple[TensorType, ...]:
        """The types of the results, one or several."""
        result = self.type.result.canonical
        results = result.elements if isinstance(result, TupleType) else (result,)
        return tuple(t for t in (r.canonical for r in results) if isinstance(t, TensorType))

    def tensor_types(self) -> dict[str, TensorType]:
        """The type of each parameter and target."""
        types: dict[str, TensorType] = {}
        for name, type in zip(self.body.parameters, self.type.parameters, strict=True):
            if is_size(name):
                continue
            canonical = type.canonical
            assert isinstance(canonical, TensorType)
            types[name] = canonical
        for statement in self.body.statements:
            if statement.base is not None:
                types[statement.target] = types[statement.base]
            else:
                types[statement.target] = statement.type()
        return types


def call(operation: str, *arguments: Expression, element: ElementType | None = None) -> Call:
    """An element-wise operation; the element type defaults to the first argument's."""
    return Call(operation, arguments, element or arguments[0].element)


def compare(operation: str, left: Expression, right: Expression) -> Call:
    """A comparison, which returns a bool."""
    return Call(operation, (left, right), BOOL)


def substitute(expression: Expression, bindings: Mapping[str, Affine]) -> Expression:
    """The expression with iteration variables replaced."""
    if not bindings or not (expression.variables & bindings.keys()):
        return expression
    match expression:
        case IndexValue():
            return IndexValue(expression.index.substitute(bindings), expression.element)
        case Read():
            return Read(
                expression.tensor,
                tuple(substitute_index(i, bindings) for i in expression.indices),
                expression.element,
            )
        case Call():
            arguments = tuple(substitute(a, bindings) for a in expression.arguments)
            return Call(expression.operation, arguments, expression.element)
        case Guard():
            return Guard(*(substitute(c, bindings) for c in expression.children))
        case Draw():
            key = expression.key
            if key is not None:
                key = (substitute(key[0], bindings), substitute(key[1], bindings))
            counter = expression.counter.substitute(bindings)
            return Draw(expression.normal, counter, key, expression.element)
        case Reduction():
            inner = dict(bindings)
            for loop_range in expression.ranges:
                inner.pop(loop_range.variable, None)
            return Reduction(expression.by, expression.ranges, substitute(expression.body, inner))
        case _:
            return expression


def map_reads(expression: Expression, change: Callable[[Read], Expression]) -> Expression:
    """The expression with every read replaced, those within indices first."""
    match expression:
        case Read():
            indices = tuple(
                map_reads(i, change) if isinstance(i, Expression) else i for i in expression.indices
            )
            return change(Read(expression.tensor, indices, expression.element))
        case Call():
            arguments = tuple(map_reads(a, change) for a in expression.arguments)
            return Call(expression.operation, arguments, expression.element)
        case Guard():
            return Guard(*(map_reads(c, change) for c in expression.children))
        case Draw() if expression.key is not None:
            first, second = (map_reads(k, change) for k in expression.key)
            return Draw(expression.normal, expression.counter, (first, second), expression.element)
        case Reduction():
            body = map_reads(expression.body, change)
            return Reduction(expression.by, expression.ranges, body)
        case _:
            return expression


def map_calls(expression: Expression, change: Callable[[Call], Expression | None]) -> Expression:
    """The expression with those calls replaced for which ``change`` returns a replacement, the
    outermost first. Calls within reductions and indices are not replaced."""
    match expression:
        case Call():
            found = change(expression)
            if found is not None:
                return found
            arguments = (map_calls(a, change) for a in expression.arguments)
            return Call(expression.operation, tuple(arguments), expression.element)
        case Guard():
            return Guard(*(map_calls(c, change) for c in expression.children))
        case _:
            return expression


def map_reductions(expression: Expression, change: Callable[[Reduction], Expression]) -> Expression:
    """The expression with every reduction replaced."""
    match expression:
        case Reduction():
            return change(expression)
        case Read(tensor, indices, element):
            changed = (
                map_reductions(i, change) if isinstance(i, Expression) else i for i in indices
            )
            return Read(tensor, tuple(changed), element)
        case Call(operation, arguments, element):
            changed = (map_reductions(a, change) for a in arguments)
            return Call(operation, tuple(changed), element)
        case Guard():
            return Guard(*(map_reductions(c, change) for c in expression.children))
        case _:
            return expression


def substitute_index(index: Index, bindings: Mapping[str, Affine]) -> Index:
    if isinstance(index, Affine):
        return index.substitute(bindings)
    return substitute(index, bindings)


def map_sizes(expression: Expression, change: Callable[[Size], Size]) -> Expression:
    """The expression with every size in it replaced."""
    match expression:
        case IndexValue(index, element):
            return IndexValue(_map_affine(index, change), element)
        case Read(tensor, indices, element):
            return Read(tensor, tuple(map_index_sizes(i, change) for i in indices), element)
        case Call(operation, arguments, element):
            return Call(operation, tuple(map_sizes(a, change) for a in arguments), element)
        case Guard():
            return Guard(*(map_sizes(c, change) for c in expression.children))
        case Draw(normal, counter, key, element):
            if key is not None:
                key = (map_sizes(key[0], change), map_sizes(key[1], change))
            return Draw(normal, _map_affine(counter, change), key, element)
        case Reduction(by, ranges, body):
            return Reduction(by, map_range_sizes(ranges, change), map_sizes(body, change))
        case _:
            return expression


def map_index_sizes(index: Index, change: Callable[[Size], Size]) -> Index:
    """The index with every size in it replaced."""
    return _map_affine(index, change) if isinstance(index, Affine) else map_sizes(index, change)


def _map_affine(affine: Affine, change: Callable[[Size], Size]) -> Affine:
    return Affine(tuple((v, change(c)) for v, c in affine.terms), change(affine.constant))


def map_range_sizes(ranges: tuple[Range, ...], change: Callable[[Size], Size]) -> tuple[Range, ...]:
    """The ranges with every extent replaced."""
    return tuple(Range(r.variable, dim_of(change(r.size))) for r in ranges)


def sizes_in(expression: Expression) -> Iterator[Size]:
    """Every size in an expression."""
    for node in expression.walk():
        match node:
            case IndexValue(index):
                yield from index.sizes
            case Read(_, indices):
                yield from (s for i in indices if isinstance(i, Affine) for s in i.sizes)
            case Draw(_, counter):
                yield from counter.sizes
            case Reduction(_, ranges):
                yield from (r.size for r in ranges)
            case _:
                pass
