"""The work of instructions, and of whole runs."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlvm
from dlvm.analysis.values.cost import UNKNOWN, Work, bytes_of, instruction_work, is_known
from dlvm.interpreter import count_work
from dlvm.ir import Instruction
from dlvm.ir import instructions as op
from dlvm.ir.polynomial import size_of
from dlvm.ir.types import F32, I64, Symbol, TupleType, tensor
from dlvm.ir.values import Literal, Special


def value(*shape: int | Symbol, element: Any = F32) -> Literal:
    return Literal(tensor(element, *shape), Special.UNDEFINED)


def counted(instruction: Instruction) -> tuple[Any, Any]:
    work = instruction_work(instruction)
    return work.flops, work.transcendentals


@pytest.mark.parametrize(
    ("instruction", "flops"),
    [
        (op.Add(value(4, element=I64), value(4, element=I64)), 0),
        (op.Sort(value(9), 0), 0),
        (op.ShapeCast(value(4, 2), (8,)), 0),
        (op.Contract([value(4), value(5)], "i,j->ij"), 20),
        (op.Contract([value(4), value(4, 5), value(5)], "i,ij,j->"), 60),
        (op.Contract([value(3, 1, 4), value(2, 4)], "...i,...i->..."), 48),
        (op.Reduce(value(0, 3), "add", (0,)), 0),
        (op.Reduce(value(2, 3), "add", (0,), value()), 6),
        (op.Scan(value(4, 3), "add", (0, 1)), 9 + 8),
        (op.Scatter(value(2, 5), value(4, 5), value(2, element=I64), 0, "add"), 10),
    ],
)
def test_flops(instruction: Instruction, flops: int) -> None:
    assert counted(instruction) == (flops, 0)


def test_bytes() -> None:
    assert bytes_of(TupleType((tensor(F32, 2, 3), tensor(I64)))) == 32
    assert instruction_work(op.Add(value(8), value())).bytes == 68
    assert instruction_work(op.Dot(value(2, 3), value(3, 4))).bytes == 4 * (6 + 12 + 8)
    rows = op.Gather(value(100, 5), value(2, element=I64), 0)
    assert instruction_work(rows).bytes == 16 + 2 * 40
    assert instruction_work(op.ShapeCast(value(4, 2), (8,))).bytes == 0


def test_symbols_stay_in_the_count() -> None:
    n = size_of(Symbol("n"))
    known = instruction_work(op.Dot(value(Symbol("n"), 3), value(3, 4)))
    assert known == Work(n * 24, 0, n * 28 + 48)
    assert is_known(known.bytes)
    work = instruction_work(op.Exp(value(Symbol())))
    assert not is_known(work.transcendentals)
    assert work.flops == 0
    assert UNKNOWN * 0 == 0


POWERS = """
module "powers"
stage raw

[gradient @loss wrt 0]
func @slope: (<_n x f32>, i64) -> (<_n x f32>)

func @loss: (<_n x f32>, i64) -> f32 {
'entry(%x: <_n x f32>, %n: i64):
    branch 'head(0: i64, %x: <_n x f32>)
'head(%i: i64, %y: <_n x f32>):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %next = add %i: i64, 1: i64
    %z = apply @step(%y: <_n x f32>) -> <_n x f32>
    branch 'head(%next: i64, %z: <_n x f32>)
'end():
    %sum = reduce %y: <_n x f32> by add along 0
    return %sum: f32
}

func @step: (<_n x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>):
    %y = multiply %x: <_n x f32>, %x: <_n x f32>
    %z = sin %y: <_n x f32>
    return %z: <_n x f32>
}
"""


@given(size=st.integers(0, 5), rounds=st.integers(0, 4))
def test_a_run_counts_what_it_executes(size: int, rounds: int) -> None:
    module = dlvm.parse(POWERS)
    work = count_work(module, "loss", np.ones(size, "f"), rounds)
    calls = rounds * size
    reading = 4 * (size + 1) + rounds * 4 * 5 * size
    # Iterations compare and count; the last one only compares.
    counting = (17 * (rounds + 1)) + 24 * rounds
    assert work == Work(calls + max(0, size - 1), calls, reading + counting)
