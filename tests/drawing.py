"""The state from which random instructions are drawn, and random types and arrays.

A value is *exact* where every way of running must give the same bits: arguments, integers, and what
single roundings make of exact values. Only such values meet operations that jump (comparisons,
roundings, casts to integers, extreme places), so that results differ by rounding only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from dlvm.ir import Builder, ElementType, Instruction, Literal, TensorType, TypeRuleError, Value
from dlvm.ir.types import BF16, BOOL, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, tensor
from dlvm.ir.values import TensorData

FLOATS = (F32, F32, F64, F16, BF16)
NUMBERS = (*FLOATS, I32, I64, I8, I16, U8, U16, U32, U64)
SIZES = (1, 2, 3, 4, 5, 7, 8, 17, 33)
LARGEST = 50.0
"""Bound on magnitudes, so that differences by rounding stay small."""


@dataclass(frozen=True)
class Drawn:
    """A value of a program; ``exact`` as said above, ``size`` a bound on its magnitude."""

    value: Value
    exact: bool
    size: float

    @property
    def type(self) -> TensorType:
        type = self.value.type.canonical
        assert isinstance(type, TensorType)
        return type


Step = Callable[["Drawing"], None]


class Drawing:
    """Puts random instructions into a block, made from the values known there."""

    def __init__(self, random: Random, builder: Builder, steps: Sequence[Step]) -> None:
        self.random = random
        self.builder = builder
        self.values: list[Drawn] = []
        self.steps = steps

    def inner(self, builder: Builder, values: Sequence[Drawn]) -> Drawing:
        """The drawing of another block, from values known there."""
        drawing = Drawing(self.random, builder, self.steps)
        drawing.values = list(values)
        return drawing

    def insert(self, instruction: Instruction, exact: bool, size: float) -> Drawn:
        drawn = Drawn(self.builder.insert(instruction), exact, size)
        self.values.append(drawn)
        return drawn

    def pick(self, accepts: Callable[[Drawn], bool] = lambda v: True) -> Drawn | None:
        """One of the values that fit, newer ones more often."""
        found = [v for v in self.values if accepts(v)]
        if not found:
            return None
        return found[max(self.random.randrange(len(found)) for _ in range(2))]

    def step(self) -> None:
        """One more instruction, if the one drawn fits."""
        try:
            self.random.choice(self.steps)(self)
        except TypeRuleError:
            return

    def fill(self, steps: int) -> None:
        """So many instructions, but those that do not fit."""
        for _ in range(steps):
            self.step()


def is_float(v: Drawn) -> bool:
    return v.type.element.is_float


def is_number(v: Drawn) -> bool:
    return v.type.element is not BOOL


def constant_indices(d: Drawing, count: int, bound: int) -> Literal:
    """Places along a dimension, as a constant."""
    numbers = np.array([d.random.randrange(bound) for _ in range(count)], np.int64)
    return Literal(tensor(I64, count), TensorData(numbers))


def draw_array(random: Random, type: TensorType) -> Any:
    """An argument: whole numbers from -2 to 2 and, for floats, quarters between."""
    generator = np.random.default_rng(random.randrange(2**32))
    shape = type.static_shape or ()
    if type.element is BOOL:
        return generator.integers(0, 2, shape).astype(bool)
    low = 0 if type.element.kind == "unsigned" else -2
    steps = 4 if type.element.is_float else 1
    return (generator.integers(low * steps, 2 * steps + 1, shape) / steps).astype(
        type.element.numpy
    )


def draw_type(random: Random, elements: Sequence[ElementType]) -> TensorType:
    """A tensor type of one of the element types."""
    shape = [random.choice(SIZES) for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3)))]
    if random.random() < 0.05 and shape:
        shape[0] = 0
    return TensorType(tuple(shape), random.choice(list(elements)))


def draw_parameters(random: Random, elements: Sequence[ElementType]) -> list[TensorType]:
    """Types that fit together often: some with sizes and elements of others."""
    types = [draw_type(random, elements) for _ in range(random.randint(1, 3))]
    for type in list(types):
        if type.rank and random.random() < 0.7:
            shape = (type.shape[-1], random.choice(SIZES)) if random.random() < 0.5 else type.shape
            types.append(TensorType(shape, type.element))
    return types
