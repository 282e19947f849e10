"""Scalars that come from constant tensors of every kind, and are used outside of kernels: returned,
compared, passed to blocks and functions, stored, put into tuples and tensors, as bounds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import (
    Builder,
    ElementType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    Stage,
    Successor,
    TensorType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import INDEX, tensor
from dlvm.ir.values import Aggregate, LiteralData, Special, TensorData, index_literal, tuple_of
from tests.support.agreement import assert_agree

PROGRAMS = 24
COUNT = 6
"""How many functions a program has."""


def constant(random: Random, element: ElementType, shape: tuple[int, ...]) -> Value:
    """A constant tensor: of one number, of zeros, of its elements, or put together from parts."""
    type = tensor(element, *shape)
    kind = random.choice(["splat", "zero", "elements", "elements", "parts"])
    if kind == "parts" and shape:
        return Aggregate(type, [constant(random, element, shape[1:]) for _ in range(shape[0])])
    kind = "splat" if kind == "parts" else kind
    numbers = np.array([random.randint(0, 3) for _ in range(int(np.prod(shape)))])
    data: dict[str, LiteralData] = {
        "splat": int(numbers[0]),
        "zero": Special.ZERO,
        "elements": TensorData(numbers.reshape(shape).astype(element.numpy)),
    }
    return Literal(type, data[kind])


def scalar(random: Random, builder: Builder, element: ElementType, given: Value) -> Value:
    """One element of a constant, reached in several steps."""
    rank = random.randint(1, 3)
    whole = constant(random, element, tuple(random.randint(1, 3) for _ in range(rank)))

    def put(instruction: Instruction) -> Value:
        return builder.insert(instruction)

    def placed(value: Value) -> Value:
        if isinstance(value, Aggregate):
            return put(op.LiteralInstruction(_with_names(builder, value)))
        return value

    value = placed(whole)
    while True:
        type = value.type.canonical
        assert isinstance(type, TensorType)
        shape = type.static_shape
        assert shape is not None
        if not shape:
            return value
        axis = random.randrange(len(shape))
        place = random.randrange(shape[axis])
        match random.choice(["gather", "extract", "slice", "reduce", "view", "turn", "at", "name"]):
            case "gather":
                value = put(op.Gather(value, index_literal(place), axis))
            case "at" if shape[axis] > 1:
                value = put(op.Gather(value, given, axis))
            case "extract":
                path = tuple(random.randrange(n) for n in shape[: axis + 1])
                value = put(op.Extract(path, value))
            case "slice":
                low = [index_literal(place if a == axis else 0) for a in range(len(shape))]
                high = [index_literal(place + 1 if a == axis else n) for a, n in enumerate(shape)]
                value = put(op.Slice(value, low, high))
            case "reduce" if element is not ElementType.BOOL:
                value = put(op.Reduce(value, random.choice(["max", "add"]), (axis,)))
            case "view" if shape[axis] == 1:
                value = put(op.SqueezeShape(value, axis))
            case "turn":
                value = put(op.Transpose(value))
            case "name":
                value = put(op.LiteralInstruction(value))
            case _:
                pass


def _with_names(builder: Builder, value: Aggregate) -> Aggregate:
    """An aggregate whose tensors put together from parts are instructions."""
    parts = [
        builder.insert(op.LiteralInstruction(_with_names(builder, p)))
        if isinstance(p, Aggregate)
        else p
        for p in value.operands
    ]
    return Aggregate(value.type, parts)


def draw(seed: int) -> Module:
    """Functions of an index, which is 0 or 1, that each use such a scalar in one way."""
    random = Random(seed)
    module = Module("test", Stage.OPTIMIZABLE)
    for number in range(COUNT):
        element = random.choice([e for e in ElementType if not (e.is_storage or e.is_complex)])
        type = tensor(element)
        function = Function(f"f{number}", FunctionType((INDEX,), type))
        builder = Builder(function.add_entry(["i"]))
        (given,) = function.arguments
        value = scalar(random, builder, element, given)
        result = _used(random, module, builder, value, given)
        function.type = FunctionType((INDEX,), result.type)
        builder.insert(op.Return(result))
        module.add_function(function)
    return module


def _used(random: Random, module: Module, builder: Builder, value: Value, given: Value) -> Value:
    function = builder.block.function
    match random.choice(["return", "tuple", "branch", "memory", "call", "tensor", "choose", "cut"]):
        case "tuple":
            return builder.insert(op.LiteralInstruction(tuple_of([value, given])))
        case "branch":
            after = function.add_block()
            argument = after.add_argument(value.type)
            builder.insert(op.Branch(Successor(after, [value])))
            builder.block = after
            return argument
        case "memory":
            pointer = builder.insert(op.AllocateStack(value.type, index_literal(1)))
            builder.insert(op.Store(value, pointer))
            return builder.insert(op.Load(pointer))
        case "call":
            name = module.unique_name("same")
            callee = Function(name, FunctionType((value.type,), value.type), {"noinline"})
            own = Builder(callee.add_entry(["x"]))
            own.insert(op.Return(callee.arguments[0]))
            module.add_function(callee)
            return builder.insert(op.Apply(callee, [value], value.type))
        case "tensor":
            assert isinstance(value.type, TensorType)
            whole = Aggregate(value.type.with_shape((2,)), [value, value])
            return builder.insert(op.LiteralInstruction(whole))
        case "choose":
            flag = value
            if value.type != tensor(ElementType.BOOL):
                flag = builder.insert(op.DataTypeCast(value, ElementType.BOOL))
            after = function.add_block()
            argument = after.add_argument(INDEX)
            ways = [Successor(after, [index_literal(n)]) for n in (5, 7)]
            builder.insert(op.Conditional(flag, *ways))
            builder.block = after
            return argument
        case "cut":
            low = value
            if value.type != INDEX:
                low = builder.insert(op.DataTypeCast(value, ElementType.I64))
            row = builder.insert(op.Iota((99,), 0, INDEX))
            high = builder.insert(op.Add(low, index_literal(2)))
            part = builder.insert(op.Slice(row, [low], [high]))
            return builder.insert(op.Reduce(part, "add", (0,)))
        case _:
            return value


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_scalars_from_constants(seed: int) -> None:
    module = draw(seed)
    dlvm.verify(module)
    text = str(module)
    assert str(dlvm.parse(text)) == text
    for level in (0, 1, 3):
        compiled = dlvm.compile(dlvm.parse(text), opt_level=level)
        for number in range(COUNT):
            for index in (0, 1):
                expected = interpret(module, f"f{number}", index)
                assert_agree(compiled[f"f{number}"](index), expected)


def test_a_literal_gathered_at_a_constant_index() -> None:
    module = dlvm.parse("""
        func @f: () -> f64 {
        'entry():
            %c = literal <2: f64, 3: f64>: <2 x f64>
            %g = gather %c: <2 x f64> at 0: i64 along 0
            return %g: f64
        }
    """)
    for level in range(4):
        assert dlvm.compile(module, opt_level=level)["f"]() == 2
