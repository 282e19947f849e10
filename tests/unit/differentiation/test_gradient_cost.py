"""The cost of gradients relative to the original program, in executed operations; and training of
the network over trees."""

import math
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm.analysis.values.cost import Work
from dlvm.interpreter import count_work
from dlvm.ir import Module
from dlvm.ir.records import EnumValue
from examples import tree_network

EXAMPLES = tree_network.PROGRAM.parent
STATE = 8


@cache
def optimized(name: str) -> Module:
    """Returns an example with its gradient, optimized."""
    module = dlvm.parse((EXAMPLES / f"{name}.dl").read_text(encoding="utf-8"))
    dlvm.run_passes(module, "AD O2")
    return module


def normal(*shape: int) -> Any:
    return np.random.default_rng([0, *shape]).normal(size=shape).astype(np.float32)


def one_hot(count: int) -> Any:
    return np.eye(10, dtype=np.float32)[np.arange(count) % 10]


def tree(leaves: int, is_chain: bool, width: int = 300) -> EnumValue:
    """Returns a tree with a number of leaves, balanced or degenerate to the left."""
    if leaves == 1:
        return EnumValue("leaf", (normal(width) / 10,), "Tree")
    left = leaves - 1 if is_chain else leaves // 2
    parts = tree(left, is_chain, width), tree(leaves - left, is_chain, width)
    return EnumValue("node", parts, "Tree")


INPUTS: dict[str, tuple[Any, ...]] = {
    "mlp": (normal(64, 784), one_hot(64)),
    "convolution": (normal(32, 1, 28, 28), one_hot(32)),
    "lstm": (normal(12, 16, 64), normal(16, 128)),
    "tree_network": (tree(12, False), np.float32(1)),
}


def work(name: str, function: str, *inputs: Any) -> Work:
    module = optimized(name)
    parameters = tree_network.parameters(module, np.random.default_rng(0))
    return count_work(module, function, parameters, *inputs)


@pytest.mark.parametrize("name", INPUTS)
def test_a_gradient_costs_at_most_4_times_the_program(name: str) -> None:
    forward = work(name, "loss", *INPUTS[name]).operations
    gradient = work(name, "gradient", *INPUTS[name]).operations
    assert isinstance(forward, int)
    assert isinstance(gradient, int)
    assert 1 < gradient / forward <= 4


@pytest.mark.parametrize("function", ["loss", "gradient"])
def test_work_is_linear_in_the_nodes(function: str) -> None:
    counted = [
        work("tree_network", function, tree(leaves, is_chain), np.float32(1)).operations
        for is_chain, leaves in ((False, 2), (False, 3), (True, 5), (False, 9), (False, 20))
    ]
    first, second, *rest = counted
    assert rest == [first + (leaves - 2) * (second - first) for leaves in (5, 9, 20)]


def test_gradients_of_parameters_are_added_once_at_each_node() -> None:
    """If each call returned a sum of its own, nodes would also add up those of their children."""
    slopes: list[int] = []
    for function in ("loss", "gradient"):
        more, fewer = (
            work("tree_network", function, tree(leaves, True), np.float32(1)).operations
            for leaves in (6, 5)
        )
        assert isinstance(more, int)
        assert isinstance(fewer, int)
        slopes.append(more - fewer)
    assert slopes[1] < 2.7 * slopes[0]


def small() -> Module:
    """The network over trees with leaves of 16 numbers and states of 8."""
    text = tree_network.PROGRAM.read_text(encoding="utf-8")
    sized = re.sub(r"\b[1-7][05]0\b", lambda found: str(int(found[0]) // 150 * STATE), text)
    return dlvm.parse(sized)


def test_the_network_over_trees_learns() -> None:
    first, *_, (loss, right) = tree_network.train(small(), 1200, (2, 8), 0.2, 200)
    assert first[0] > 0.5
    assert loss < 0.05
    assert right > 0.95


@settings(max_examples=10)
@given(leaves=st.integers(1, 12), is_chain=st.booleans())
def test_a_training_step_decreases_the_loss(leaves: int, is_chain: bool) -> None:
    module, executable = compiled()
    parameters = tree_network.parameters(module, np.random.default_rng(1))
    given_tree, label, rate = tree(leaves, is_chain, 2 * STATE), np.float32(-1), np.float32(1e-3)
    loss = executable["loss"](parameters, given_tree, label)
    slope, same = executable["gradient"](parameters, given_tree, label)
    after, before = executable["train"](parameters, given_tree, label, rate)
    np.testing.assert_allclose([same, before], loss, rtol=1e-6)
    length = math.fsum(float((part.astype(np.float64) ** 2).sum()) for part in slope)
    moved = executable["loss"](after, given_tree, label)
    np.testing.assert_allclose(loss - moved, rate * length, rtol=0.05, atol=1e-6)


@cache
def compiled() -> tuple[Module, Any]:
    module = small()
    return module, dlvm.compile(module)


ELEMENTS_IN_LOOPS = """
stage raw
[gradient @sum]
func @sum_grad: (<ROWS x 2 x f64>) -> (<ROWS x 2 x f64>)
func @sum: (<ROWS x 2 x f64>) -> f64 {
'entry(%x: <ROWS x 2 x f64>):
    %n = dimension of %x: <ROWS x 2 x f64> along 0
    branch 'head(0: i64, 0: f64)
'head(%i: i64, %sum: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %next = add %i: i64, 1: i64
    %a = gather %x: <ROWS x 2 x f64> at %i: i64 along 0
    %b = slice %x: <ROWS x 2 x f64> from %i: i64 upto %next: i64
    %c = multiply %a: <2 x f64>, %b: <_ x 2 x f64>
    %d = reduce %c: <_ x 2 x f64> by add along 0, 1
    %longer = add %sum: f64, %d: f64
    branch 'head(%next: i64, %longer: f64)
'end():
    return %sum: f64
}
[gradient @joined]
func @joined_grad: (<ROWS x 2 x f64>) -> (<ROWS x 2 x f64>)
func @joined: (<ROWS x 2 x f64>) -> f64 {
'entry(%x: <ROWS x 2 x f64>):
    %y = reduce %x: <ROWS x 2 x f64> by @join init 1: f64 along 1
    %z = reduce %y: <ROWS x f64> by add along 0
    return %z: f64
}
func @join: (f64, f64) -> f64 {
'entry(%a: f64, %b: f64):
    %s = sin %a: f64
    %y = multiply %s: f64, %b: f64
    return %y: f64
}
"""


@pytest.mark.parametrize("rows", ["_n", None])
@pytest.mark.parametrize("name", ["sum", "joined"])
def test_gathers_in_loops_cost_constant_work(name: str, rows: str | None) -> None:
    """No iteration of a gradient's loop visits all elements."""

    def flops(size: int) -> int:
        text = ELEMENTS_IN_LOOPS.replace("ROWS", rows or str(size))
        module = dlvm.parse(text)
        dlvm.run_passes(module, "AD,AS,CP,CSE,DCE")
        work = count_work(module, f"{name}_grad", np.ones((size, 2)))
        assert isinstance(work.flops, int)
        return work.flops

    assert flops(40) < 4.5 * flops(10)
