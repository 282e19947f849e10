"""Programs drawn at random, for comparing ways to run them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from dlvm.ir import (
    Aggregate,
    Builder,
    Function,
    FunctionType,
    Module,
    Stage,
    Symbol,
    TensorType,
    TupleType,
    TypeRuleError,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.cloning import clone_module
from dlvm.ir.types import BOOL, F64
from tests.drawing import NUMBERS, Drawing, Drawn, draw_array, draw_parameters
from tests.program_parts import PARTS
from tests.program_steps import SMOOTH_STEPS, STEPS


@dataclass(frozen=True)
class Program:
    """A module, the name of a function in it, and arguments for that."""

    module: Module
    function: str
    arguments: tuple[Any, ...]


def draw_program(random: Random, smooth: bool = False) -> Program:
    """A program with straight-line code, and unless ``smooth`` perhaps calls, recursion, control
    flow, structs, enums, function values and memory, and sizes known at run time only. With
    ``smooth`` it is differentiable, in f64, and has one result."""
    elements = (F64,) if smooth else (*NUMBERS, BOOL)
    types = draw_parameters(random, elements)
    module = Module("drawn", Stage.OPTIMIZABLE)
    function = Function("f", FunctionType(tuple(types), TupleType(())))
    entry = function.add_entry([f"a{n}" for n in range(len(types))])
    d = Drawing(random, Builder(entry), SMOOTH_STEPS if smooth else STEPS)
    d.values = [Drawn(a, True, 2.0) for a in entry.arguments]
    d.fill(random.randint(1, 8))
    if not smooth:
        for part in random.sample(PARTS, random.choice((0, 1, 1, 2, 3))):
            part(d, module)
            d.fill(random.randint(0, 4))
    result = d.values[-1].value if smooth else _result(d, random)
    d.builder.insert(op.Return(result))
    function.type = FunctionType(tuple(types), result.type)
    module.add_function(function)
    program = Program(module, "f", tuple(draw_array(random, t) for t in types))
    return erased(program, random) if not smooth and random.random() < 0.4 else program


def _result(d: Drawing, random: Random) -> Value:
    """Some of the values, alone or in a tuple."""
    chosen = [d.values[-1]]
    chosen += [v for v in d.values if random.random() < 0.3]
    values = [v.value for v in chosen[:6]]
    if len(values) == 1:
        return values[0]
    return Aggregate(TupleType(tuple(v.type for v in values)), values)


def erased(program: Program, random: Random) -> Program:
    """The program with some sizes of its parameters erased, and all that follows from them."""
    module = clone_module(program.module)
    function = module.function(program.function)
    assert function is not None
    symbols: dict[int, Symbol] = {}
    for argument in function.arguments:
        type = argument.type
        assert isinstance(type, TensorType)
        shape = list(type.shape)
        for axis, size in enumerate(shape):
            assert isinstance(size, int)
            named = symbols.setdefault(size, Symbol(f"n{len(symbols)}"))
            shape[axis] = random.choice((size, size, named, Symbol()))
        argument.type = type.with_shape(shape)
    parameters = tuple(a.type for a in function.arguments)
    try:
        for instruction in function.instructions():
            instruction.type = instruction.infer()
    except TypeRuleError:  # What is inserted has to be of the very type.
        return program
    returned = [b.terminator for b in function.blocks if isinstance(b.terminator, op.Return)]
    result = returned[0].value
    assert result is not None
    function.type = FunctionType(parameters, result.type)
    return Program(module, program.function, program.arguments)


def with_wrong_sizes(program: Program, random: Random) -> Program:
    """The program with one size of one argument changed."""
    arguments = list(program.arguments)
    ranked = [n for n, a in enumerate(arguments) if np.ndim(a)]
    if ranked:
        number = random.choice(ranked)
        axis = random.randrange(np.ndim(arguments[number]))
        longer = np.concatenate([arguments[number]] * 2, axis)
        count = random.randint(0, longer.shape[axis])
        arguments[number] = np.take(longer, range(count), axis)
    return Program(program.module, program.function, tuple(arguments))
