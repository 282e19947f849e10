"""Gradients through memory, boxes and enums that a program allocates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import Instruction, Module
from dlvm.ir import instructions as op
from dlvm.runtime.calling import executable
from tests.support.gradient_testing import declare_gradient, differences
from tests.support.paths import TESTS, UNIT

TEXT = (UNIT / "differentiation/memory_gradients.dl").read_text(encoding="utf-8")
THREE, FOUR = np.array([0.3, 0.5, -0.4]), np.array([0.3, 0.5, -0.2, 0.9])
CASES: Sequence[tuple[str, Any, Any]] = [
    *(("list", 0.7, n) for n in (0, 1, 5)),
    *(("buffer", FOUR, n) for n in (1, 6)),
    *(("options", THREE[:2], flag) for flag in (False, True)),
    ("boxed", THREE[:2], 0.7),
    *(("trees", THREE, n) for n in (0, 1, 3)),
    *(("chain", 0.7, n) for n in (0, 1, 4)),
    *(("mixed", THREE, n) for n in (0, 1, 2)),
    *(("sizes", FOUR, n) for n in (2, 4)),
    *(("stacks", 0.7, n) for n in (0, 3)),
    *(("swapped", 0.7, one) for one in (False, True)),
]


@cache
def differentiated() -> Module:
    module = dlvm.parse(TEXT)
    dlvm.verify(module)
    dlvm.run_passes(module, "AD", verify_each=True)
    assert dlvm.parse(str(module)) == module
    return module


@cache
def ways() -> Sequence[Any]:
    """Returns ways to call a function by name."""
    module = differentiated()
    simpler = dlvm.parse(str(module))
    dlvm.run_passes(simpler, "AS,CP,CSE,DCE", verify_each=True)
    compiled = [dlvm.compile(module, opt_level=0), dlvm.compile(simpler, opt_level=2)]
    interpreted = [lambda name, *a, m=m: interpret(m, name, *a) for m in (module, simpler)]
    return [*interpreted, *(lambda name, *a, e=e: e[name](*a) for e in compiled)]


@pytest.mark.parametrize(("name", "x", "other"), CASES)
def test_gradients(name: str, x: Any, other: Any) -> None:
    def f(*values: Any) -> Any:
        return interpret(differentiated(), name, *values)

    expected = differences(f, (x, other), 1, 0)
    for call in ways():
        gradient, value = call(f"g_{name}", x, other)
        np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(value, f(x, other), rtol=1e-12)


@pytest.mark.parametrize("name", ["list", "boxed", "trees", "chain", "mixed", "stacks"])
def test_gradients_of_gradients(name: str) -> None:
    module = dlvm.parse(TEXT)
    first = module.function(f"g_{name}")
    assert first is not None
    x, other = next((x, other) for n, x, other in CASES if n == name and other != 0)
    declare_gradient(module, "h", f"g_{name}", sources=(0,), wrt=(0,), seedable=True)
    dlvm.run_passes(module, "AD")
    dlvm.verify(module)
    weights = np.arange(1.0, 1.0 + np.size(x)).reshape(np.shape(x))

    def slope(*values: Any) -> Any:
        return interpret(module, f"g_{name}", *values)[0]

    expected = differences(slope, (x, other), weights, 0)
    for call in (partial(interpret, module, "h"), dlvm.compile(module)["h"]):
        np.testing.assert_allclose(call(x, other, weights)[0], expected, rtol=1e-5, atol=1e-7)


def executed(name: str, *arguments: Any) -> Counter[type[Instruction]]:
    """Counts the executed instructions of a call by mnemonic."""
    found: Counter[type[Instruction]] = Counter()

    def observe(instruction: Instruction, _: Any, __: Any) -> None:
        found[type(instruction)] += 1

    interpret(differentiated(), name, *arguments, observer=observe)
    return found


@pytest.mark.parametrize(("name", "x", "other"), CASES)
def test_memory_of_gradients_is_freed(name: str, x: Any, other: Any) -> None:
    def left(name: str) -> int:
        found = executed(name, x, other)
        return found[op.AllocateHeap] - found[op.Deallocate]

    assert left(f"g_{name}") == left(name)
    gradient, original = executed(f"g_{name}", x, other), executed(name, x, other)
    for allocation in (op.AllocateBox, op.AllocateStack):
        assert gradient[allocation] == original[allocation]


LEAF = ("leaf", 2.0, 3)
NODE = ("node", LEAF, 0.5, ("node", ("none",), 1.5, LEAF))
GIVEN: Sequence[tuple[str, tuple[Any, ...]]] = [
    ("product_grad", (NODE, 0.7)),
    ("pullback", (NODE, NODE)),
    ("squared_grad", (NODE,)),
    ("held_grad", (("tree", (NODE, 0.7)), 0.2)),
    ("held_grad", (("item", (0.5, 2), np.ones(3)), 0.2)),
    ("either_grad", ((NODE, 2), False, 0.2)),
    ("unused_grad", (NODE, 0.2)),
]


@pytest.mark.parametrize(("name", "arguments"), GIVEN)
def test_shadows_of_enum_arguments_are_freed(name: str, arguments: Any) -> None:
    path = TESTS / "lit/run/differentiation/enum-gradients.dl"
    module = dlvm.parse(path.read_text(encoding="utf-8"))
    dlvm.run_passes(module, "AD")
    found: Counter[type[Instruction]] = Counter()

    def observe(instruction: Instruction, _: Any, __: Any) -> None:
        found[type(instruction)] += 1

    interpret(module, name, *arguments, observer=observe)
    assert found[op.AllocateHeap] == found[op.Deallocate]
    assert found[op.AllocateHeap] or name == "unused_grad"


def test_memory_of_native_gradients_is_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand gradients of lists of a thousand elements run in the memory of a few."""
    loop = """
func @often: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(%x: f64, 0: i64)
'head(%v: f64, %i: i64):
    %both = apply @g_list(%v: f64, 1000: i64) -> (f64, f64)
    %slope = extract 0 from %both: (f64, f64)
    %w = tanh %slope: f64
    %j = add %i: i64, 1: i64
    %more = lessThan %j: i64, %n: i64
    conditional %more: bool then 'head(%w: f64, %j: i64) else 'end()
'end():
    return %w: f64
}
"""
    monkeypatch.setattr(executable, "_memory_limit", lambda: 1 << 22)
    compiled = dlvm.compile(dlvm.parse(str(differentiated()) + loop))
    assert np.isfinite(compiled["often"](0.7, 1000))


@pytest.mark.parametrize("name", ["list", "buffer", "chain"])
def test_the_work_grows_with_the_original(name: str) -> None:
    x = FOUR if name == "buffer" else 0.7
    few, many = (sum(executed(f"g_{name}", x, n).values()) for n in (100, 200))
    assert many < 2.1 * few


def test_shared_values_are_visited_once() -> None:
    """A chain of nodes, each of which refers to the previous one twice, takes linear time if one
    reference is followed."""
    module = dlvm.parse("""
stage raw
enum $Tree { ?leaf(f64), ?node($Tree, $Tree) }
[gradient @f wrt 0]
func @g: (f64, i64) -> (f64)
func @f: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(0: i64, ?leaf(%x: f64): $Tree)
'head(%i: i64, %t: $Tree):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'down(%t: $Tree)
'body():
    %j = add %i: i64, 1: i64
    branch 'head(%j: i64, ?node(%t: $Tree, %t: $Tree): $Tree)
'down(%u: $Tree):
    branchEnum %u: $Tree case ?leaf 'leaf case ?node 'node
'leaf(%y: f64):
    %z = square %y: f64
    return %z: f64
'node(%left: $Tree, %right: $Tree):
    branch 'down(%right: $Tree)
}
""")
    dlvm.run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 1.5, 60) == (3.0,)
    assert dlvm.compile(module)["g"](1.5, 60) == (3.0,)
