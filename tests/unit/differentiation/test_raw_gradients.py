"""The raw output of differentiation: no redundant instructions, and blocks with meaningful
names."""

from random import Random

import pytest

from dlvm.ir import Aggregate, Function, Instruction, Literal, Module, Stage, TupleType
from dlvm.ir import instructions as op
from dlvm.ir.types import INDEX
from dlvm.text import parse, print_module
from dlvm.transforms import run_passes
from tests.support.gradient_testing import declare_gradient
from tests.support.programs.programs import draw_program

LOOPS = """
module "loops"
stage raw

func @f: (<_n x f64>, f64) -> f64 {
'entry(%x: <_n x f64>, %y: f64):
    %c = greaterThan %y: f64, 0: f64
    conditional %c: bool then 'sum() else 'product()
'sum():
    %e = exp %x: <_n x f64>
    %s = reduce %e: <_n x f64> by add along 0
    branch 'start(%s: f64)
'product():
    %m = multiply %x: <_n x f64>, %y: f64
    %p = reduce %m: <_n x f64> by multiply along 0
    branch 'start(%p: f64)
'start(%r: f64):
    branch 'loop(0: i64, %r: f64)
'loop(%i: i64, %total: f64):
    %more = lessThan %i: i64, 10: i64
    conditional %more: bool then 'body() else 'done()
'body():
    %next = multiply %total: f64, %y: f64
    %j = add %i: i64, 1: i64
    branch 'loop(%j: i64, %next: f64)
'done():
    return %total: f64
}

[gradient @f]
func @g: (<_n x f64>, f64) -> (<_n x f64>, f64)
"""


def empty_instructions(function: Function) -> list[Instruction]:
    """Returns instructions whose result is one of their operands, and comparisons of a value with
    itself. In the program itself a counter can begin with 0 + 1."""

    def is_empty(instruction: Instruction) -> bool:
        match instruction:
            case op.LiteralInstruction():
                return not isinstance(instruction.value, Aggregate | Literal)
            case op.Add():
                zeros = [isinstance(o, Literal) and o.splat == 0 for o in instruction.operands]
                return any(zeros) and instruction.rhs.type == instruction.type != INDEX
            case op.Equal():
                return instruction.lhs is instruction.rhs
            case _:
                return False

    return [i for i in function.instructions() if is_empty(i)]


def differentiated(module: Module, name: str) -> Function:
    run_passes(module, "AD")
    function = module.function(name)
    assert function is not None
    return function


def test_loops_and_branches_of_named_sizes() -> None:
    module = parse(LOOPS)
    gradient = differentiated(module, "g")
    assert empty_instructions(gradient) == []
    names = {block.name for block in gradient.blocks}
    assert {"loop.reverse", "loop.to.body", "loop.to.start", "start.to.product"} <= names
    assert None not in names
    assert "%x.gradient" in print_module(module)


@pytest.mark.parametrize("seed", range(60))
def test_drawn_programs(seed: int) -> None:
    module = draw_program(Random(seed), smooth=True).module
    module.stage = Stage.RAW
    function = module.function("f")
    assert function is not None
    source = (0,) if isinstance(function.type.result, TupleType) else None
    declare_gradient(module, "gradient.drawn", "f", sources=source)
    before = sum(len(empty_instructions(f)) for f in module.functions)
    gradient = differentiated(module, "gradient.drawn")
    assert len(empty_instructions(gradient)) <= before
