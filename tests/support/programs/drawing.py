"""The state from which random programs are drawn, and random types, constants and arguments.

A value is *exact* if every way to run the program must return the same bits: arguments, integers,
and single roundings of exact values. Only exact values are operands of discontinuous operations
(comparisons, roundings, casts to integers, positions of extremes), so that results differ by
rounding only. In repeated code a drawing is *gentle*: it scales down operations that would magnify
rounding errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from dlvm.ir import (
    Aggregate,
    ArrayType,
    Builder,
    ElementType,
    EnumType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    StructType,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
    Variable,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import BF16, BOOL, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, tensor
from dlvm.ir.values import Special, TensorData, index_literal
from dlvm.ir.wellformed import integer_range

FEATURES: dict[str, bool] = {
    "bit casts": True,
    "boxes": True,
    "calls": True,
    "closures": True,
    "complex numbers": True,
    "computed indices": True,
    "contractions": True,
    "control flow": True,
    "convolutions": True,
    "enums": True,
    "erased sizes": True,
    "function values": True,
    "memory": True,
    "random numbers": True,
    "recursion": True,
    "reductions by functions": True,
    "scans": True,
    "shape queries": True,
    "sorting": True,
    "structs": True,
    "tapes": True,
    "updates": True,
    "windows": True,
}
"""The features of drawn programs. Whatever runs them has to support those that are enabled."""

FLOATS = (F32, F32, F64, F16, BF16)
NUMBERS = (*FLOATS, I32, I64, I8, I16, U8, U16, U32, U64)
ELEMENTS = (*NUMBERS, BOOL)
SIZES = (1, 2, 3, 4, 5, 7, 8, 17, 33)
LARGEST = 50.0
"""The bound on magnitudes, which keeps rounding differences small."""


@dataclass(frozen=True)
class Claim:
    """Facts about a value: its type, whether it is exact, and a bound on its magnitude."""

    type: TensorType
    exact: bool
    size: float


@dataclass(frozen=True)
class Drawn:
    """A value of a program, with the facts about it."""

    value: Value
    exact: bool
    size: float

    @property
    def type(self) -> TensorType:
        type = self.value.type.canonical
        assert isinstance(type, TensorType)
        return type

    def fits(self, claim: Claim) -> bool:
        """Whether the value meets a claim except for its magnitude."""
        return self.type == claim.type and (self.exact or not claim.exact)


@dataclass(frozen=True)
class Passing:
    """How values are passed: parameters, each of which contains some of them."""

    types: tuple[Type, ...]
    claims: tuple[Claim, ...]
    """One for each of the values."""


@dataclass(frozen=True)
class Callee:
    """A function that can be called: ``value`` is the function, or a function value."""

    value: Value
    takes: Passing
    gives: Passing
    gentle: bool

    @property
    def type(self) -> FunctionType:
        return FunctionType(self.takes.types, self.gives.types[0])


@dataclass(frozen=True)
class ListKind:
    """An enum type of lists: ``?nil``, or ``?cons`` with values and the rest."""

    type: EnumType
    holds: Passing


@dataclass(frozen=True)
class TreeKind:
    """An enum type of trees: ``?leaf`` with values, or ``?node`` with two trees and a number."""

    type: EnumType
    holds: Passing


@dataclass(frozen=True)
class Cell:
    """Memory that holds one value of a fixed claim."""

    pointer: Value
    claim: Claim


Step = Callable[["Drawing"], None]
"""Appends code to the program, or nothing if nothing fits."""


@dataclass
class Drawing:
    """Appends random instructions to a block, whose operands are the values available there."""

    random: Random
    module: Module
    builder: Builder
    steps: Sequence[Step]
    """What draws instructions."""
    parts: Sequence[Step] = ()
    """What draws more than that: several blocks, other functions."""
    features: Mapping[str, bool] = field(default_factory=lambda: FEATURES)
    smooth: bool = False
    """Whether all that is drawn is differentiable."""
    gentle: bool = False
    depth: int = 2
    """The maximum nesting of parts."""
    values: list[Drawn] = field(default_factory=list[Drawn])
    lists: list[tuple[Value, ListKind]] = field(default_factory=list[tuple[Value, ListKind]])
    trees: list[tuple[Value, TreeKind]] = field(default_factory=list[tuple[Value, TreeKind]])
    function_values: list[Callee] = field(default_factory=list[Callee])
    cells: list[Cell] = field(default_factory=list[Cell])
    returns: Passing | None = None
    """What the function returns, where that is known beforehand."""
    callees: list[Callee] = field(default_factory=list[Callee])
    """The functions drawn so far, the same list for the whole program."""

    @property
    def function(self) -> Function:
        return self.builder.block.function

    def inner(self, builder: Builder, more: Sequence[Drawn] = (), **changes: Any) -> Drawing:
        """Returns the drawing of a block that this block dominates."""
        own: dict[str, Any] = {
            "builder": builder,
            "depth": self.depth - 1,
            "values": [*self.values, *more],
            "lists": list(self.lists),
            "trees": list(self.trees),
            "function_values": list(self.function_values),
            "cells": list(self.cells),
        }
        return replace(self, **(own | changes))

    def apart(self, builder: Builder, values: Sequence[Drawn], **changes: Any) -> Drawing:
        """Returns the drawing of another function."""
        nothing: dict[str, Any] = {"lists": [], "trees": [], "function_values": []}
        nothing["cells"] = [c for c in self.cells if isinstance(c.pointer, Variable)]
        return self.inner(builder, **(nothing | {"values": list(values)} | changes))

    def put(self, instruction: Instruction) -> Value:
        """Inserts an instruction without recording its result."""
        return self.builder.insert(instruction)

    def insert(
        self, instruction: Instruction, exact: bool, size: float, growth: float = 1.0
    ) -> Drawn:
        """Inserts an instruction and records its result; ``growth`` bounds how much it magnifies
        rounding errors of its operands."""
        value = self.put(instruction)
        type = value.type.canonical
        assert isinstance(type, TensorType)
        if self.gentle and not exact and growth > 1:
            factor = Literal(tensor(type.element), 1 / growth)
            value, size = self.put(op.Multiply(value, factor)), size / growth
        drawn = Drawn(value, exact, size)
        self.values.append(drawn)
        return drawn

    def pick(self, accepts: Callable[[Drawn], bool] = lambda v: True) -> Drawn | None:
        """Draws one of the values that fit; newer ones more often."""
        found = [v for v in self.values if accepts(v)]
        return self.newer(found) if found else None

    def newer(self, found: Sequence[Drawn]) -> Drawn:
        """Draws one of the values; later ones more often."""
        return found[max(self.random.randrange(len(found)) for _ in range(2))]

    def some(self, least: int, most: int) -> list[Drawn]:
        """Draws several values, possibly with repetitions."""
        count = self.random.randint(least, most) if self.values else 0
        return [self.newer(self.values) for _ in range(count)]

    def claims(self, values: Sequence[Drawn]) -> list[Claim]:
        """Returns the claims of values that replace these."""
        return [
            Claim(v.type, v.exact and self.random.random() < 0.7, max(v.size, 2.0)) for v in values
        ]

    def choose(self, claim: Claim) -> Value:
        """Returns a value that meets a claim; one must exist."""
        v = self.newer([v for v in self.values if v.fits(claim)])
        return v.value if v.size <= claim.size else self.limited(v.value, claim)

    def choose_all(self, claims: Sequence[Claim]) -> list[Value]:
        """Returns values that meet the claims."""
        return [self.choose(c) for c in claims]

    def can_choose(self, claims: Sequence[Claim]) -> bool:
        """Whether there are values for all claims."""
        return all(any(v.fits(c) for v in self.values) for c in claims)

    def limited(self, value: Value, claim: Claim) -> Value:
        """Limits a value to the magnitude of a claim."""
        element, size = claim.type.element, claim.size
        if element is BOOL:
            return value
        if self.smooth and element.is_float:
            return self.put(op.Tanh(value))
        low, high = (-size, size) if element.is_float else integer_range(element)
        if high >= size:
            value = self.put(op.Min(value, Literal(tensor(element), size)))
        if low <= -size:
            value = self.put(op.Max(value, Literal(tensor(element), -size)))
        return value

    def flag(self) -> Value:
        """Returns a bool that every way to run the program computes equally."""
        r = self.random
        v = None
        if r.random() < 0.8:
            v = self.pick(lambda v: (v.exact or self.smooth) and 0 not in v.type.shape)
        if v is None:
            return Literal(tensor(BOOL), r.random() < 0.5)
        scalar = v.value
        if v.type.rank:
            scalar = self.put(op.Extract((0,) * v.type.rank, scalar))
        if v.type.element is BOOL:
            return scalar
        # Whatever is computed hardly comes near the places where a smooth program jumps.
        bound = r.uniform(-1, 1) if self.smooth else r.choice((0, 1))
        return self.put(op.GreaterThan(scalar, Literal(tensor(v.type.element), bound)))

    def index(self, bound: int) -> Value:
        """An ``i64`` that is at least 0 and less than ``bound``."""
        v = None
        if not self.smooth and self.random.random() < 0.7:
            v = self.pick(lambda v: v.exact and v.type.element.is_integer and not v.type.rank)
        if v is None:
            return index_literal(self.random.randrange(bound))
        scalar = v.value
        if v.type.element is not I64:
            scalar = self.put(op.DataTypeCast(scalar, I64))
        return self.put(op.Modulo(scalar, index_literal(bound)))

    def step(self) -> None:
        """Draws one more step or part, if it fits."""
        share = (0.0, 0.1, 0.3)[max(self.depth, 0)]
        parts = self.parts if self.random.random() < share else ()
        try:
            self.random.choice(parts or self.steps)(self)
        except TypeRuleError:
            return

    def fill(self, steps: int) -> None:
        """Draws a number of steps, except those that do not fit."""
        for _ in range(steps):
            self.step()


def is_float(v: Drawn) -> bool:
    return v.type.element.is_float


def is_number(v: Drawn) -> bool:
    return v.type.element is not BOOL


def has_elements(v: Drawn) -> bool:
    return v.type.rank > 0 and 0 not in v.type.shape


def dims(type: TensorType) -> tuple[int, ...]:
    """Returns the sizes, which are all static in drawn programs."""
    assert type.static_shape is not None
    return type.static_shape


def constant_indices(d: Drawing, count: int, bound: int) -> Literal:
    """Draws constant indices along a dimension."""
    element = d.random.choice((I64, I64, I32, U8))
    drawn = [d.random.randrange(min(bound, 256)) for _ in range(count)]
    numbers = np.array(drawn, element.numpy)
    return Literal(tensor(element, count), TensorData(numbers))


def draw_constant(d: Drawing, type: TensorType) -> Literal | Aggregate:
    """Draws a constant: ``zero``, a splat, or one with a number for each element."""
    shape = dims(type)
    kind = d.random.choice(("zero", "splat", "data", "data"))
    if kind == "zero":
        return Literal(type, Special.ZERO)
    array = draw_array(d.random, type)
    if kind == "splat" or not shape or not array.size:
        return Literal(type, array.reshape(-1)[0].item() if array.size else 1)
    return Literal(type, TensorData(array))


def draw_array(random: Random, type: TensorType) -> Any:
    """An argument: integers from -2 to 2 and, for floats, quarters between."""
    generator = np.random.default_rng(random.randrange(2**32))
    shape = dims(type)
    if type.element is BOOL:
        return np.asarray(generator.integers(0, 2, shape)).astype(bool)
    low = 0 if type.element.kind == "unsigned" else -2
    steps = 4 if type.element.is_float else 1
    numbers = np.asarray(generator.integers(low * steps, 2 * steps + 1, shape)) / steps
    return numbers.astype(type.element.numpy)


def draw_argument(random: Random, type: Type) -> Any:
    """Draws an argument of a type with tensors and lists."""
    match whole := type.canonical:
        case TensorType():
            return draw_array(random, whole)
        case TupleType(elements):
            return tuple(draw_argument(random, t) for t in elements)
        case ArrayType(size, element):
            return tuple(draw_argument(random, element) for _ in range(size))
        case StructType():
            return {n: draw_argument(random, t) for n, t in whole.fields}
        case EnumType():
            # First a case that does not hold the enum itself, then others around it.
            ends = [c for c, types in whole.cases if whole not in types]
            made = _draw_case(random, whole, random.choice(ends), [])
            for _ in range(random.randint(0, 4) if len(ends) < len(whole.cases) else 0):
                last = _draw_case(random, whole, random.choice(ends), [])
                case = random.choice([c for c, _ in whole.cases if c not in ends])
                made = _draw_case(random, whole, case, random.sample([made, last], 2))
            return made
        case other:
            raise TypeError(f"no argument of type {other}")


def _draw_case(random: Random, type: EnumType, case: str, inner: list[Any]) -> tuple[Any, ...]:
    """Draws a value of a case; nested values of the enum are drawn from ``inner``."""
    values = iter(inner)
    payload = type.payload(case) or ()
    return (case, *(next(values) if t == type else draw_argument(random, t) for t in payload))


def draw_type(random: Random, elements: Sequence[ElementType]) -> TensorType:
    """A tensor type of one of the element types."""
    shape = [random.choice(SIZES) for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3)))]
    if random.random() < 0.05 and shape:
        shape[random.randrange(len(shape))] = 0
    return TensorType(tuple(shape), random.choice(list(elements)))


def draw_parameters(random: Random, elements: Sequence[ElementType]) -> list[TensorType]:
    """Draws types that often fit together: some share sizes or element types."""
    types = [draw_type(random, elements) for _ in range(random.randint(1, 3))]
    for type in list(types):
        if type.rank and random.random() < 0.7:
            shape = (type.shape[-1], random.choice(SIZES)) if random.random() < 0.5 else type.shape
            types.append(TensorType(shape, type.element))
    return types


def chunks(random: Random, items: Sequence[Any]) -> Iterator[list[Any]]:
    """Splits the items, in order, into chunks of random length."""
    rest = list(items)
    while rest:
        count = random.choice((1, 1, 2, 3))
        yield rest[:count]
        rest = rest[count:]
