"""Custom gradients and derivatives."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlvm
from tests.support.forward_testing import derived

TEXT = """
enum $List { ?end, ?more(f64, $List) }

// The gradient goes straight through a function that is flat.
func @steps: (<3 x f64>) -> <3 x f64> {
'entry(%x: <3 x f64>):
    %y = round %x: <3 x f64>
    return %y: <3 x f64>
}
[gradient @steps seedable]
func @steps_pullback: (<3 x f64>, <3 x f64>) -> (<3 x f64>) {
'entry(%x: <3 x f64>, %seed: <3 x f64>):
    return (%seed: <3 x f64>)
}
[derivative @steps]
func @steps_tangent: (<3 x f64>, <3 x f64>) -> (<3 x f64>) {
'entry(%x: <3 x f64>, %dx: <3 x f64>):
    return (%dx: <3 x f64>)
}
func @quantized: (<3 x f64>, f64) -> f64 {
'entry(%x: <3 x f64>, %k: f64):
    %y = apply @steps(%x: <3 x f64>) -> <3 x f64>
    %z = multiply %y: <3 x f64>, %k: f64
    %q = square %z: <3 x f64>
    %s = reduce %q: <3 x f64> by add along 0
    return %s: f64
}
[gradient @quantized]
func @quantized_grad: (<3 x f64>, f64) -> (<3 x f64>, f64)
[derivative @quantized keeping 0]
func @quantized_tangent: (<3 x f64>, f64, <3 x f64>, f64) -> (f64, f64)
[gradient @steps]
func @steps_grad: (<3 x f64>) -> (<3 x f64>)
[derivative @steps]
func @steps_derivative: (<3 x f64>, <3 x f64>) -> (<3 x f64>)

// The value itself, with a gradient of at most 1 in size.
func @clipped: (f64) -> f64 {
'entry(%x: f64):
    return %x: f64
}
[gradient @clipped seedable]
func @clipped_pullback: (f64, f64) -> (f64) {
'entry(%x: f64, %seed: f64):
    %low = max %seed: f64, -1: f64
    %clip = min %low: f64, 1: f64
    return (%clip: f64)
}
// Each round of the loop squares and clips, and so does each call of the recursion.
func @loop: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(0: i64, %x: f64)
'head(%i: i64, %y: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %q = square %y: f64
    %c = apply @clipped(%q: f64) -> f64
    branch 'head(%j: i64, %c: f64)
'end():
    return %y: f64
}
[gradient @loop wrt 0]
func @loop_grad: (f64, i64) -> (f64)
func @sum: ($List, f64) -> f64 {
'entry(%l: $List, %x: f64):
    branchEnum %l: $List case ?end 'end case ?more 'more
'end():
    return 0: f64
'more(%k: f64, %rest: $List):
    %a = multiply %k: f64, %x: f64
    %c = apply @clipped(%a: f64) -> f64
    %q = square %c: f64
    %s = apply @sum(%rest: $List, %x: f64) -> f64
    %t = add %q: f64, %s: f64
    return %t: f64
}
[gradient @sum wrt 1]
func @sum_grad: ($List, f64) -> (f64)

// A fixed point, y = cos(a y) by rounds that go on until nothing changes; its gradient solves the
// equation g = seed - a sin(a y) g the same way.
func @fixed: (f64, f64) -> (f64, i64) {
'entry(%a: f64, %start: f64):
    branch 'round(%start: f64, 0: i64)
'round(%y: f64, %n: i64):
    %ay = multiply %a: f64, %y: f64
    %next = cos %ay: f64
    %m = add %n: i64, 1: i64
    %d = subtract %next: f64, %y: f64
    %e = abs %d: f64
    %more = greaterThan %e: f64, 1.0e-14: f64
    conditional %more: bool then 'round(%next: f64, %m: i64) else 'end()
'end():
    return (%next: f64, %m: i64)
}
[gradient @fixed from 0 wrt 0 seedable]
func @fixed_pullback: (f64, f64, f64) -> (f64) {
'entry(%a: f64, %start: f64, %seed: f64):
    %both = apply @fixed(%a: f64, %start: f64) -> (f64, i64)
    %y = extract 0 from %both: (f64, i64)
    %ay = multiply %a: f64, %y: f64
    %sin = sin %ay: f64
    %down = negate %sin: f64
    %by_y = multiply %down: f64, %a: f64
    branch 'round(%seed: f64)
'round(%g: f64):
    %back = multiply %by_y: f64, %g: f64
    %next = add %seed: f64, %back: f64
    %d = subtract %next: f64, %g: f64
    %e = abs %d: f64
    %more = greaterThan %e: f64, 1.0e-14: f64
    conditional %more: bool then 'round(%next: f64) else 'end()
'end():
    %by_a = multiply %down: f64, %y: f64
    %found = multiply %next: f64, %by_a: f64
    return (%found: f64)
}
func @of_fixed: (f64) -> f64 {
'entry(%a: f64):
    %s = square %a: f64
    %both = apply @fixed(%s: f64, 0.5: f64) -> (f64, i64)
    %y = extract 0 from %both: (f64, i64)
    %z = multiply %y: f64, %a: f64
    return %z: f64
}
[gradient @of_fixed keeping 0]
func @of_fixed_grad: (f64) -> (f64, f64)

// Parts of a struct and of a tuple; each result has a gradient of its own.
struct $P { #w: <2 x f64>, #n: i64, #b: f64 }
func @pair: ($P, f64) -> (<2 x f64>, $P) {
'entry(%p: $P, %x: f64):
    %w = extract #w from %p: $P
    %y = multiply %w: <2 x f64>, %x: f64
    return (%y: <2 x f64>, %p: $P)
}
[gradient @pair from 0 seedable]
func @pair_first: ($P, f64, <2 x f64>) -> ((<2 x f64>, (), f64), f64) {
'entry(%p: $P, %x: f64, %seed: <2 x f64>):
    %w = extract #w from %p: $P
    %gw = multiply %seed: <2 x f64>, %x: f64
    %gx = dot %seed: <2 x f64>, %w: <2 x f64>
    return ((%gw: <2 x f64>, (): (), 0: f64): (<2 x f64>, (), f64), %gx: f64)
}
[gradient @pair from 1 seedable]
func @pair_second: ($P, f64, (<2 x f64>, (), f64)) -> ((<2 x f64>, (), f64), f64) {
'entry(%p: $P, %x: f64, %seed: (<2 x f64>, (), f64)):
    return (%seed: (<2 x f64>, (), f64), 0: f64)
}
func @of_pair: ($P, f64) -> f64 {
'entry(%p: $P, %x: f64):
    %both = apply @pair(%p: $P, %x: f64) -> (<2 x f64>, $P)
    %y = extract 0 from %both: (<2 x f64>, $P)
    %b = extract 1, #b from %both: (<2 x f64>, $P)
    %q = square %y: <2 x f64>
    %s = reduce %q: <2 x f64> by add along 0
    %t = multiply %s: f64, %b: f64
    return %t: f64
}
[gradient @of_pair]
func @of_pair_grad: ($P, f64) -> ((<2 x f64>, (), f64), f64)

// The custom gradient is an ordinary program: its own gradient, and its derivative.
func @cube: (f64) -> f64 {
'entry(%x: f64):
    %s = square %x: f64
    %c = multiply %s: f64, %x: f64
    return %c: f64
}
[gradient @cube seedable]
func @cube_pullback: (f64, f64) -> (f64) {
'entry(%x: f64, %seed: f64):
    %s = square %x: f64
    %t = multiply %s: f64, 5: f64
    %g = multiply %t: f64, %seed: f64
    return (%g: f64)
}
[gradient @cube]
func @slope: (f64) -> (f64)
[gradient @slope]
func @curve: (f64) -> (f64)
[derivative @slope]
func @curve_forward: (f64, f64) -> (f64)
[gradient @curve]
func @third: (f64) -> (f64)

// A custom second gradient, of a derived one.
func @quartic: (f64) -> f64 {
'entry(%x: f64):
    %s = square %x: f64
    %c = square %s: f64
    return %c: f64
}
[gradient @quartic]
func @quartic_slope: (f64) -> (f64)
[gradient @quartic_slope seedable]
func @quartic_curve: (f64, f64) -> (f64) {
'entry(%x: f64, %seed: f64):
    %g = multiply 7: f64, %seed: f64
    return (%g: f64)
}
[gradient @quartic_slope]
func @quartic_second: (f64) -> (f64)
"""
Call = Callable[..., Any]


@cache
def module() -> dlvm.Module:
    return derived(TEXT)


@cache
def executables() -> tuple[Call, ...]:
    compiled = [dlvm.compile(module(), opt_level=level) for level in (0, 2)]
    return tuple(lambda name, *given, e=e: e[name](*given) for e in compiled)


@pytest.fixture(params=["interpreted", "unoptimized", "optimized"])
def call(request: pytest.FixtureRequest) -> Call:
    ways: dict[str, Call] = {
        "interpreted": lambda name, *given: dlvm.interpret(module(), name, *given),
        "unoptimized": executables()[0],
        "optimized": executables()[1],
    }
    return ways[request.param]


def differences(call: Call, name: str, x: float, *, step: float = 1e-5) -> float:
    return float((call(name, x + step) - call(name, x - step)) / (2 * step))


def test_straight_through(call: Call) -> None:
    x, k = np.array([0.6, 1.4, -2.7]), 1.5
    rounded = np.round(x)
    gradient, by_k = call("quantized_grad", x, k)
    np.testing.assert_allclose(gradient, 2 * rounded * k**2)
    assert by_k == pytest.approx(2 * k * (rounded**2).sum())
    tangent, value = call("quantized_tangent", x, k, np.array([1.0, 2, 3]), 0.5)
    expected = 2 * k**2 * rounded @ [1, 2, 3] + k * (rounded**2).sum()
    assert (tangent, value) == (pytest.approx(expected), pytest.approx(k**2 * (rounded**2).sum()))
    np.testing.assert_array_equal(call("steps_grad", x)[0], [1, 1, 1])
    np.testing.assert_array_equal(call("steps_derivative", x, np.array([1.0, 2, 3]))[0], [1, 2, 3])


def test_clipped_in_a_loop_and_in_a_recursion(call: Call) -> None:
    values = [1.2]
    for _ in range(4):
        values.append(values[-1] ** 2)
    gradient = 1.0
    for value in reversed(values[:4]):
        gradient = min(gradient, 1.0) * 2 * value
    assert call("loop_grad", 1.2, 4)[0] == pytest.approx(gradient)
    assert call("loop_grad", 1.2, 0)[0] == 1
    numbers = [0.1, 3.0, -0.2, 0.7]
    linked: tuple[Any, ...] = ("end",)
    for number in reversed(numbers):
        linked = ("more", number, linked)
    expected = sum(float(np.clip(2 * k * 0.9, -1, 1)) * k for k in numbers)
    assert call("sum_grad", linked, 0.9)[0] == pytest.approx(expected)


@pytest.mark.parametrize("a", [0.3, -0.8])
def test_fixed_point(call: Call, a: float) -> None:
    gradient, value = call("of_fixed_grad", a)
    assert value == call("of_fixed", a)
    assert gradient == pytest.approx(differences(call, "of_fixed", a), rel=1e-8)


def test_each_result_has_its_own(call: Call) -> None:
    w, b, x = np.array([1.5, -2.0]), 0.7, 1.2
    ((by_w, _, by_b), by_x) = call("of_pair_grad", {"w": w, "n": 3, "b": b}, x)
    np.testing.assert_allclose(by_w, 2 * w * x**2 * b)
    assert by_b == pytest.approx((w**2).sum() * x**2)
    assert by_x == pytest.approx(2 * (w**2).sum() * x * b)


def test_gradient_of_a_gradient(call: Call) -> None:
    """The derivative of a custom gradient is that of its code. Here the gradient is wrong on
    purpose."""
    assert call("slope", 3)[0] == 45
    assert call("curve", 3)[0] == 30
    assert call("curve_forward", 3, 2)[0] == 60
    assert call("third", 3)[0] == 10
    assert call("quartic_slope", 2)[0] == 32
    assert call("quartic_second", 2)[0] == 7


def test_custom_gradients_are_ordinary_functions() -> None:
    """It can also be called before differentiation, and the declaration is removed."""
    raw = dlvm.parse(f"stage raw\n{TEXT}")
    assert dlvm.interpret(raw, "cube_pullback", 3, 2)[0] == 90
    assert dlvm.interpret(module(), "cube_pullback", 3, 2)[0] == 90
    assert "[" not in "".join(line[:1] for line in str(module()).splitlines())


EXTERN = """
[extern] func @hypot: (f64, f64) -> f64
[gradient @hypot seedable]
func @hypot_pullback: (f64, f64, f64) -> (f64, f64) {
'entry(%x: f64, %y: f64, %seed: f64):
    %r = apply @hypot(%x: f64, %y: f64) -> f64
    %k = divide %seed: f64, %r: f64
    %gx = multiply %k: f64, %x: f64
    %gy = multiply %k: f64, %y: f64
    return (%gx: f64, %gy: f64)
}
[derivative @hypot wrt 1]
func @hypot_tangent: (f64, f64, f64) -> (f64) {
'entry(%x: f64, %y: f64, %dy: f64):
    %r = apply @hypot(%x: f64, %y: f64) -> f64
    %k = divide %y: f64, %r: f64
    %t = multiply %k: f64, %dy: f64
    return (%t: f64)
}
func @f: (f64) -> f64 {
'entry(%x: f64):
    %h = apply @hypot(3: f64, %x: f64) -> f64
    %s = square %h: f64
    return %s: f64
}
[gradient @f keeping 0]
func @f_grad: (f64) -> (f64, f64)
[gradient @f_grad from 0]
func @f_second: (f64) -> (f64)
[derivative @f]
func @f_tangent: (f64, f64) -> (f64)
[gradient @hypot keeping 0]
func @hypot_grad: (f64, f64) -> (f64, f64, f64)
[derivative @hypot wrt 1]
func @hypot_derivative: (f64, f64, f64) -> (f64)
"""


@pytest.mark.parametrize("level", [0, 2])
def test_external_functions(level: int) -> None:
    compiled = dlvm.compile(derived(EXTERN), opt_level=level, externs=["hypot"])
    assert compiled["f_grad"](4) == (pytest.approx(8), pytest.approx(25))
    assert compiled["f_second"](4)[0] == pytest.approx(2)
    assert compiled["f_tangent"](4, 10)[0] == pytest.approx(80)
    assert compiled["hypot_grad"](3, 4) == (pytest.approx(0.6), pytest.approx(0.8), 5)
    assert compiled["hypot_derivative"](3, 4, 2)[0] == pytest.approx(1.6)


TREE = """\
stage raw
enum $Tree { ?leaf(f64), ?node($Tree, $Tree) }
func @size: ($Tree) -> f64 {
'entry(%t: $Tree):
    branchEnum %t: $Tree case ?leaf 'leaf case ?node 'node
'leaf(%x: f64):
    return %x: f64
'node(%a: $Tree, %b: $Tree):
    %u = apply @size(%a: $Tree) -> f64
    %v = apply @size(%b: $Tree) -> f64
    %w = multiply %u: f64, %v: f64
    return %w: f64
}
"""


def test_a_custom_derivative_takes_enums() -> None:
    """The custom derivative is used: it triples the true derivative's one term, on purpose."""
    text = f"""{TREE}
[derivative @size]
func @custom: ($Tree, $Tree) -> (f64) {{
'entry(%t: $Tree, %d: $Tree):
    %u = apply @size(%d: $Tree) -> f64
    %v = multiply %u: f64, 3: f64
    return (%v: f64): (f64)
}}
func @top: ($Tree, f64) -> f64 {{
'entry(%t: $Tree, %s: f64):
    %u = apply @size(%t: $Tree) -> f64
    %w = multiply %u: f64, %s: f64
    return %w: f64
}}
[derivative @top]
func @push: ($Tree, f64, $Tree, f64) -> (f64)
"""
    leaf, tangent = ("leaf", 2.0), ("leaf", 5.0)
    expected = 3 * 5 * 7 + 2 * 11
    for level in (0, 2):
        push = dlvm.compile(dlvm.parse(text), opt_level=level)["push"]
        assert push(leaf, 7.0, tangent, 11.0) == (expected,)


def test_a_recomputed_function_builds_enums() -> None:
    text = f"""{TREE}
!checkpoint
func @power: (f64) -> f64 {{
'entry(%x: f64):
    %y = apply @size(?node(?leaf(%x: f64): $Tree, ?leaf(%x: f64): $Tree): $Tree) -> f64
    return %y: f64
}}
func @top: (f64) -> f64 {{
'entry(%x: f64):
    %y = apply @power(%x: f64) -> f64
    %z = multiply %y: f64, %y: f64
    return %z: f64
}}
[gradient @top]
func @slope: (f64) -> (f64)
"""
    for level in (0, 2):
        assert dlvm.compile(dlvm.parse(text), opt_level=level)["slope"](3.0) == (4 * 3.0**3,)
