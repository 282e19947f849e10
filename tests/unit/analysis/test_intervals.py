"""Integer ranges: they are correct, and precise enough for indices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.analysis.values.intervals import interval
from dlvm.ir import (
    Builder,
    ElementType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    Stage,
    TensorType,
)
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import BOOL, F32, I64, VOID
from dlvm.ir.values import TensorData, Value

SHAPE = (3, 4)
WHOLE = [ElementType.I8, ElementType.U8, ElementType.I32, ElementType.U64, I64]
Step = Callable[[Builder, Value, Value, ElementType], Instruction]


def index(number: int) -> list[Value]:
    return [Literal(TensorType((), I64), number)]


STEPS: list[Step] = [
    lambda b, x, y, e: op.Add(x, y),
    lambda b, x, y, e: op.Subtract(x, y),
    lambda b, x, y, e: op.Multiply(x, y),
    lambda b, x, y, e: op.Min(x, y),
    lambda b, x, y, e: op.Max(x, y),
    lambda b, x, y, e: op.Modulo(x, y),
    lambda b, x, y, e: op.Reverse(x, (0,)),
    lambda b, x, y, e: op.DataTypeCast(x, e),
    lambda b, x, y, e: op.GreaterThan(x, y),
    lambda b, x, y, e: op.Select(x, y, b.insert(op.GreaterThan(x, y))),
    lambda b, x, y, e: op.Broadcast(b.insert(op.Reduce(x, "add", (0,), None)), SHAPE),
    lambda b, x, y, e: op.Slice(b.insert(op.Concatenate([x, y], 0)), index(2), index(5)),
    lambda b, x, y, e: op.Extract((1,), b.insert(op.Sort(x, 1, False))),
    lambda b, x, y, e: op.Broadcast(b.insert(op.ArgMax(x, 0)), SHAPE),
]


def drawn(random: Random, b: Builder, given: Sequence[Value]) -> Value:
    """A value made from arguments, numbers and indices by some instructions."""
    values = list(given)
    own = random.choice(WHOLE)
    values.append(b.insert(op.Iota(SHAPE, random.randrange(2), TensorType((), own))))
    for _ in range(random.randint(1, 12)):
        x = random.choice(values)
        y = random.choice([v for v in values if v.type == x.type])
        element = tensor_type(x).element
        number = random.choice((0, 1, 3, -2, 100))
        if element.is_integer and random.random() < 0.4 and number >= np.iinfo(element.numpy).min:
            y = Literal(TensorType(SHAPE, element), number)
        step = random.choice(STEPS) if element.is_integer else STEPS[7]
        values.append(b.insert(step(b, x, y, random.choice(WHOLE))))
    return values[-1]


@pytest.mark.parametrize("seed", range(150))
def test_all_elements_are_within_the_interval(seed: int) -> None:
    random = Random(seed)
    numbers = np.random.default_rng(seed)
    types = [TensorType(SHAPE, e) for e in (I64, BOOL, ElementType.U8, ElementType.I8, F32)]
    module = Module("intervals", Stage.OPTIMIZABLE)
    function = Function("f", FunctionType(tuple(types), VOID))
    builder = Builder(function.add_entry())
    value = drawn(random, builder, builder.block.arguments)
    builder.insert(op.Return(value))
    function.type = FunctionType(tuple(types), value.type)
    module.add_function(function)
    dlvm.verify(module)
    found = interval(value)
    if found is None:
        return
    for _ in range(5):
        arguments = [
            numbers.integers(-(2**62), 2**62, SHAPE),
            numbers.random(SHAPE) < 0.5,
            numbers.integers(0, 256, SHAPE, np.uint8),
            numbers.integers(-128, 128, SHAPE, np.int8),
            numbers.standard_normal(SHAPE).astype(np.float32),
        ]
        result = np.asarray(dlvm.interpret(module, "f", *arguments))
        assert found[0] <= int(result.min())
        assert int(result.max()) <= found[1]


def test_how_much_is_known() -> None:
    x = Literal(TensorType((2, 3), I64), TensorData(np.array([[1, 5, 2], [0, 7, 4]])))
    assert interval(x) == (0, 7)
    assert interval(op.Add(x, Literal(TensorType((), I64), 10))) == (10, 17)
    assert interval(op.Multiply(op.Negate(x), x)) is None
    assert interval(op.Subtract(x, x)) == (-7, 7)
    assert interval(op.Min(op.Negate(x), x)) is not None
    assert interval(op.Reduce(x, "add", (1,), None)) == (0, 21)
    assert interval(op.ArgMax(x, 1)) == (0, 2)
    assert interval(op.Iota((4, 5), 1, TensorType((), I64))) == (0, 4)
    assert interval(op.DataTypeCast(x, ElementType.I8)) == (0, 7)
    # What may wrap around is not known.
    small = Literal(TensorType((2,), ElementType.U8), TensorData(np.array([3, 200], np.uint8)))
    assert interval(op.Add(small, small)) == (0, 255)
    far = Literal(TensorType((), I64), 2**62)
    assert interval(op.Add(far, far)) is None
