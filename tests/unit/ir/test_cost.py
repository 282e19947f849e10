"""The work of instructions, against what XLA counts, and of whole runs."""

from collections.abc import Callable
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

jax = pytest.importorskip("jax")


def value(*shape: int | Symbol, element: Any = F32) -> Literal:
    return Literal(tensor(element, *shape), Special.UNDEFINED)


def counted(instruction: Instruction) -> tuple[Any, Any]:
    work = instruction_work(instruction)
    return work.flops, work.transcendentals


def xla(function: Callable[..., Any], *shapes: tuple[int, ...]) -> tuple[float, float]:
    """What XLA counts: floating-point operations and transcendentals."""
    lowered = jax.jit(function).lower(*(np.ones(s, np.float32) for s in shapes))
    analysis = lowered.cost_analysis()
    return analysis.get("flops", 0), analysis.get("transcendentals", 0)


CASES = {
    "add": (op.Add, lambda a, b: a + b, (2, 3, 4), (3, 1)),
    "lessThan": (op.LessThan, lambda a, b: a < b, (5, 3), (5, 3)),
    "tanh": (op.Tanh, lambda x: jax.numpy.tanh(x), (3, 5)),
    "sqrt": (op.Sqrt, lambda x: jax.numpy.sqrt(x), (7,)),
    "power": (op.Power, lambda a, b: a**b, (4, 3), (4, 3)),
    "dot": (op.Dot, lambda a, b: a @ b, (5, 7), (7, 3)),
    "dot of batches": (op.Dot, lambda a, b: a @ b, (2, 5, 7), (2, 7, 3)),
    "dot of vectors": (op.Dot, lambda a, b: a @ b, (7,), (7,)),
    "contract": (
        lambda a, b: op.Contract([a, b], "bik,jk->bji"),
        lambda a, b: jax.numpy.einsum("bik,jk->bji", a, b), (2, 5, 7), (3, 7),
    ),
    "reduce": (
        lambda x: op.Reduce(x, "add", (0, 2)), lambda x: x.sum((0, 2)), (3, 4, 5)
    ),
    "transpose": (lambda x: op.Transpose(x), lambda x: x.T, (3, 4)),
    "reverse": (lambda x: op.Reverse(x, (0,)), lambda x: x[::-1], (3, 4)),
    "reduceWindow": (
        lambda x: op.ReduceWindow(x, "max", (2, 2), strides=(2, 1)),
        lambda x: jax.lax.reduce_window(
            x, -np.inf, jax.lax.max, (2, 2), (2, 1), "VALID"
        ), (6, 5),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_counts_are_those_of_xla(name: str) -> None:
    make, function, *shapes = CASES[name]
    assert counted(make(*(value(*s) for s in shapes))) == xla(function, *shapes)


@given(st.data())
def test_convolutions_are_counted_as_in_xla(data: st.DataObject) -> None:
    small = st.integers(1, 3)
    groups, batch, channels, outputs = (data.draw(small) for _ in range(4))
    dimensions = data.draw(st.integers(1, 2))
    size, window, steps, left, right = (
        [data.draw(st.integers(1, most)) for _ in range(dimensions)] for most in (7, 3, 3, 3, 3)
    )
    pairs = [(data.draw(st.integers(0, 4)), data.draw(st.integers(0, 4))) for _ in size]
    x, kernel = (batch, channels * groups, *size), (outputs * groups, channels, *window)
    instruction = op.Convolve(
        value(*x), value(*kernel), tuple(steps), tuple(pairs), tuple(left), tuple(right), groups
    )
    if 0 in instruction.type.static_shape:
        return
    expected = xla(
        lambda x, k: jax.lax.conv_general_dilated(
            x, k, steps, pairs, left, right, feature_group_count=groups
        ),
        x, kernel,
    )  # fmt: skip
    assert counted(instruction) == expected


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
    # Numbers of rounds are compared and counted, in all of them but the last one, which compares.
    counting = (17 * (rounds + 1)) + 24 * rounds
    assert work == Work(calls + max(0, size - 1), calls, reading + counting)
