"""Gradients through loops, branches, early returns, recursion and enums."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir.records import EnumValue

REC = """
func @rec: (<3 x f64>, i64) -> f64 {
'entry(%x: <3 x f64>, %n: i64):
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'base() else 'more()
'base():
    %r = reduce %x: <3 x f64> by add along 0
    return %r: f64
'more():
    %t = sin %x: <3 x f64>
    %n1 = subtract %n: i64, 1: i64
    %n2 = subtract %n: i64, 2: i64
    %a = apply @rec(%t: <3 x f64>, %n1: i64) -> f64
    %b = apply @rec(%x: <3 x f64>, %n2: i64) -> f64
    %y = multiply %a: f64, %b: f64
    return %y: f64
}
"""
TEXT = (
    """
stage raw
struct $P { #w: <3 x 3 x f64>, #b: <3 x f64> }
enum $Tree { ?leaf(<3 x f64>), ?node($Tree, $Tree) }

[gradient @branches wrt 0]
func @g_branches: (<3 x f64>, i64) -> (<3 x f64>)
func @branches: (<3 x f64>, i64) -> f64 {
'entry(%x: <3 x f64>, %n: i64):
    %a = tanh %x: <3 x f64>
    %c = lessThan %n: i64, 2: i64
    conditional %c: bool then 'a(%a: <3 x f64>) else 'b()
'a(%u: <3 x f64>):
    %b = multiply %u: <3 x f64>, %x: <3 x f64>
    branch 'join(%b: <3 x f64>, 2: f64)
'b():
    %e = exp %a: <3 x f64>
    %d = equal %n: i64, 5: i64
    conditional %d: bool then 'early() else 'join(%e: <3 x f64>, 3: f64)
'early():
    %q = reduce %e: <3 x f64> by multiply along 0
    return %q: f64
'join(%v: <3 x f64>, %k: f64):
    %s = multiply %v: <3 x f64>, %k: f64
    %t = multiply %s: <3 x f64>, %a: <3 x f64>
    %r = reduce %t: <3 x f64> by add along 0
    return %r: f64
}

[gradient @nested wrt 0, 1]
func @g_nested: ($P, <3 x f64>, i64) -> ($P, <3 x f64>)
func @nested: ($P, <3 x f64>, i64) -> f64 {
'entry(%p: $P, %x: <3 x f64>, %n: i64):
    branch 'outer(0: i64, %x: <3 x f64>, 0: f64)
'outer(%i: i64, %h: <3 x f64>, %sum: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'obody() else 'end(%sum: f64)
'obody():
    %hw = extract #w from %p: $P
    %start = dot %h: <3 x f64>, %hw: <3 x 3 x f64>
    %k = tanh %start: <3 x f64>
    branch 'inner(0: i64, %k: <3 x f64>)
'inner(%j: i64, %v: <3 x f64>):
    %imore = lessThan %j: i64, %i: i64
    conditional %imore: bool then 'ibody() else 'iend()
'ibody():
    %w = extract #w from %p: $P
    %b = extract #b from %p: $P
    %d = dot %v: <3 x f64>, %w: <3 x 3 x f64>
    %z = add %d: <3 x f64>, %b: <3 x f64>
    %y = tanh %z: <3 x f64>
    %y2 = multiply %y: <3 x f64>, %k: <3 x f64>
    %big = extract 0 from %y2: <3 x f64>
    %out = greaterThan %big: f64, 0.9: f64
    %j2 = add %j: i64, 1: i64
    conditional %out: bool then 'stop(%y2: <3 x f64>) else 'inner(%j2: i64, %y2: <3 x f64>)
'stop(%m: <3 x f64>):
    %mm = reduce %m: <3 x f64> by add along 0
    return %mm: f64
'iend():
    %sq = square %v: <3 x f64>
    %r = reduce %sq: <3 x f64> by add along 0
    %sum2 = add %sum: f64, %r: f64
    %i2 = add %i: i64, 1: i64
    branch 'outer(%i2: i64, %v: <3 x f64>, %sum2: f64)
'end(%result: f64):
    return %result: f64
}

[gradient @rec wrt 0]
func @g_rec: (<3 x f64>, i64) -> (<3 x f64>)

[gradient @even wrt 0]
func @g_even: (f64, i64) -> (f64)
func @even: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'base() else 'more()
'base():
    return %x: f64
'more():
    %n1 = subtract %n: i64, 1: i64
    %s = sin %x: f64
    %a = apply @odd(%s: f64, %x: f64, %n1: i64) -> f64
    return %a: f64
}
func @odd: (f64, f64, i64) -> f64 {
'entry(%x: f64, %k: f64, %n: i64):
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'base() else 'more()
'base():
    return %k: f64
'more():
    %n1 = subtract %n: i64, 1: i64
    %s = multiply %x: f64, %k: f64
    %a = apply @even(%s: f64, %n1: i64) -> f64
    %b = add %a: f64, %k: f64
    return %b: f64
}

[gradient @loss wrt 0]
func @g_tree: ($P, $Tree) -> ($P)
func @loss: ($P, $Tree) -> f64 {
'entry(%p: $P, %t: $Tree):
    %v = apply @tree(%p: $P, %t: $Tree) -> <3 x f64>
    %s = reduce %v: <3 x f64> by add along 0
    return %s: f64
}
func @tree: ($P, $Tree) -> <3 x f64> {
'entry(%p: $P, %t: $Tree):
    branchEnum %t: $Tree case ?leaf 'leaf case ?node 'node
'leaf(%x: <3 x f64>):
    %b0 = extract #b from %p: $P
    %y = multiply %x: <3 x f64>, %b0: <3 x f64>
    return %y: <3 x f64>
'node(%l: $Tree, %r: $Tree):
    %a = apply @tree(%p: $P, %l: $Tree) -> <3 x f64>
    %c = apply @tree(%p: $P, %r: $Tree) -> <3 x f64>
    %d = multiply %a: <3 x f64>, %c: <3 x f64>
    %w = extract #w from %p: $P
    %e = dot %d: <3 x f64>, %w: <3 x 3 x f64>
    %f = add %e: <3 x f64>, %a: <3 x f64>
    %g = tanh %f: <3 x f64>
    return %g: <3 x f64>
}
"""
    + REC
)
STEP = 1e-6
RANDOM = np.random.default_rng(1)
X = RANDOM.normal(size=3)
P = {"w": RANDOM.normal(size=(3, 3)) / 2, "b": RANDOM.normal(size=3)}


def tree(depth: int) -> EnumValue:
    if depth == 0:
        return EnumValue("leaf", (RANDOM.normal(size=3),), "Tree")
    return EnumValue("node", (tree(depth - 1), tree(max(0, depth - 2))), "Tree")


@cache
def ways() -> tuple[dlvm.Module, Sequence[Any]]:
    """Returns the derived module, and ways to call a function of it by name."""
    module = dlvm.parse(TEXT)
    dlvm.verify(module)
    dlvm.run_passes(module, "AD")
    dlvm.verify(module)
    assert dlvm.parse(str(module)) == module
    compiled = [dlvm.compile(module, opt_level=level) for level in (0, 2)]
    calls = [lambda name, *a, e=e: e[name](*a) for e in compiled]
    return module, [lambda name, *a: dlvm.interpret(module, name, *a), *calls]


def value(name: str, arguments: Sequence[Any]) -> float:
    return float(dlvm.interpret(ways()[0], name, *arguments))


def central_difference(name: str, arguments: Sequence[Any], position: int, field: str) -> Any:
    """Returns the derivative by each element of an argument, or of a field of it."""
    argument = arguments[position]
    leaf = np.asarray(argument[field] if field else argument)
    found = np.zeros_like(leaf)
    for index in np.ndindex(leaf.shape):
        totals: list[float] = []
        for step in (STEP, -STEP):
            moved = leaf.copy()
            moved[index] += step
            changed: Any = {**argument, field: moved} if field else moved
            given = [changed if n == position else a for n, a in enumerate(arguments)]
            totals.append(value(name, given))
        found[index] = (totals[0] - totals[1]) / (2 * STEP)
    return found


CASES = [
    *((("g_branches", "branches"), (X, n), (0,)) for n in (1, 3, 5)),
    *((("g_nested", "nested"), (P, X, n), (0, 1)) for n in (0, 1, 2, 4)),
    *((("g_rec", "rec"), (X, n), (0,)) for n in (0, 1, 4)),
    *((("g_even", "even"), (np.array(0.7), n), (0,)) for n in (0, 1, 2, 5)),
    (("g_tree", "loss"), (P, tree(0)), (0,)),
    (("g_tree", "loss"), (P, tree(3)), (0,)),
]


@pytest.mark.parametrize(("names", "arguments", "wrt"), CASES, ids=lambda v: str(v)[:40])
def test_gradients(names: tuple[str, str], arguments: Sequence[Any], wrt: Sequence[int]) -> None:
    gradient, function = names
    for call in ways()[1]:
        results = call(gradient, *arguments)
        for position, result in zip(wrt, results, strict=True):
            for field in ("w", "b") if isinstance(arguments[position], dict) else ("",):
                found = getattr(result, field) if field else result
                expected = central_difference(function, arguments, position, field)
                np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)


def test_straight_line_code_needs_no_stack() -> None:
    module = dlvm.parse(
        """
[gradient @f]
func @g: (f64) -> (f64)
func @inner: (f64) -> f64 {
'entry(%x: f64):
    %y = tanh %x: f64
    return %y: f64
}
func @f: (f64) -> f64 {
'entry(%x: f64):
    %y = apply @inner(%x: f64) -> f64
    %z = sin %y: f64
    return %z: f64
}
"""
    )
    dlvm.run_passes(module, "AD")
    assert "stack" not in str(module)
    assert dlvm.interpret(module, "g", 0.5)[0] == pytest.approx(0.7036, abs=1e-3)


def test_nothing_is_stored_twice() -> None:
    """Loop-invariant values are on the stack once at most, and parameters are not."""
    text = str(ways()[0])
    body = text[text.index("func @tree.forward") :]
    body = body[: body.index("}")]
    assert body.count("push") == 6
    assert "push %p" not in text
    assert "push %w" not in text


TWICE = (
    """stage raw
[gradient @power wrt 0]
func @g: (f64, i64) -> (f64)
[gradient @g wrt 0]
func @h: (f64, i64) -> (f64)
[gradient @h wrt 0]
func @k: (f64, i64) -> (f64)
func @power: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(0: i64, 1: f64)
'head(%i: i64, %product: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %next = add %i: i64, 1: i64
    %longer = multiply %product: f64, %x: f64
    branch 'head(%next: i64, %longer: f64)
'end():
    return %product: f64
}
[gradient @rec wrt 0]
func @g_rec: (<3 x f64>, i64) -> (<3 x f64>)
func @v_rec: (<3 x f64>, i64) -> f64 {
'entry(%x: <3 x f64>, %n: i64):
    %t = apply @g_rec(%x: <3 x f64>, %n: i64) -> (<3 x f64>)
    %u = extract 0 from %t: (<3 x f64>)
    %c = multiply %u: <3 x f64>, <1: f64, 2: f64, -1: f64>: <3 x f64>
    %r = reduce %c: <3 x f64> by add along 0
    return %r: f64
}
[gradient @v_rec wrt 0]
func @hv: (<3 x f64>, i64) -> (<3 x f64>)
"""
    + REC
)


@pytest.mark.parametrize("level", [0, 2])
def test_gradients_of_gradients(level: int) -> None:
    """The stacks of gradients are differentiable."""
    module = dlvm.parse(TWICE)
    dlvm.run_passes(module, "AD")
    dlvm.verify(module)
    compiled = dlvm.compile(module, opt_level=level)
    for n in (2, 4, 9):
        second, third = n * (n - 1) * 1.5 ** (n - 2), n * (n - 1) * (n - 2) * 1.5 ** (n - 3)
        assert compiled["h"](1.5, n)[0] == pytest.approx(second, rel=1e-12)
        assert compiled["k"](1.5, n)[0] == pytest.approx(third, rel=1e-12)
    assert dlvm.interpret(module, "k", 1.5, 4)[0] == pytest.approx(36)
    for n in (0, 1, 3, 5):
        (found,) = compiled["hv"](X, n)
        for index, direction in enumerate(np.eye(3) * STEP):
            totals = [compiled["v_rec"](X + d, n) for d in (direction, -direction)]
            expected = (totals[0] - totals[1]) / (2 * STEP)
            assert found[index] == pytest.approx(expected, rel=1e-6, abs=1e-8)


OF_ANY_SIZE = """stage raw
[gradient @f]
func @g: (<SZ x f64>, i64) -> (<SZ x f64>)
func @v: (<SZ x f64>, i64) -> f64 {
'entry(%x: <SZ x f64>, %n: i64):
    %p = apply @g(%x: <SZ x f64>, %n: i64) -> (<SZ x f64>)
    %u = extract 0 from %p: (<SZ x f64>)
    %s = square %u: <SZ x f64>
    %r = reduce %s: <SZ x f64> by add along 0
    return %r: f64
}
[gradient @v]
func @h: (<SZ x f64>, i64) -> (<SZ x f64>)
func @f: (<SZ x f64>, i64) -> f64 {
'entry(%x: <SZ x f64>, %n: i64):
    branch 'head(0: i64, %x: <SZ x f64>)
'head(%i: i64, %y: <SZ x f64>):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %odd = and %i: i64, 1: i64
    %isodd = equal %odd: i64, 1: i64
    conditional %isodd: bool then 'a() else 'b(%y: <SZ x f64>)
'a():
    %s = sin %y: <SZ x f64>
    branch 'b(%s: <SZ x f64>)
'b(%w: <SZ x f64>):
    %longer = multiply %w: <SZ x f64>, %x: <SZ x f64>
    %next = add %i: i64, 1: i64
    branch 'head(%next: i64, %longer: <SZ x f64>)
'end():
    %r = reduce %y: <SZ x f64> by add along 0
    return %r: f64
}
"""


@pytest.mark.parametrize("size", ["_n", "_"])
def test_gradients_of_gradients_of_unknown_size(size: str) -> None:
    """Values on the tape of the first gradient are differentiated, whatever its size."""
    module = dlvm.parse(OF_ANY_SIZE.replace("SZ", size))
    dlvm.run_passes(module, "AD")
    dlvm.verify(module)
    compiled = dlvm.compile(module)
    for n in (0, 1, 2, 5):
        slopes = [
            dlvm.interpret(module, "v", X + d, n) - dlvm.interpret(module, "v", X - d, n)
            for d in np.eye(3) * STEP
        ]
        for (found,) in (dlvm.interpret(module, "h", X, n), compiled["h"](X, n)):
            expected = np.array(slopes) / (2 * STEP)
            np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)
