"""The work of instructions is what XLA counts."""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlvm.analysis.values.cost import instruction_work
from dlvm.ir import Instruction
from dlvm.ir import instructions as op
from dlvm.ir.types import F32, Symbol, tensor
from dlvm.ir.values import Literal, Special


def value(*shape: int | Symbol, element: Any = F32) -> Literal:
    return Literal(tensor(element, *shape), Special.UNDEFINED)


def counted(instruction: Instruction) -> tuple[Any, Any]:
    work = instruction_work(instruction)
    return work.flops, work.transcendentals


def xla(function: Callable[..., Any], *shapes: tuple[int, ...]) -> tuple[float, float]:
    """What XLA counts: floating-point operations and transcendentals."""
    lowered = jax.jit(function).lower(*(np.ones(s, np.float32) for s in shapes))
    analysis: Any = lowered.cost_analysis()
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
    instruction: Any = op.Convolve(
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
