"""Gradients of calls whose results have no gradient, and constants passed between functions."""

from __future__ import annotations

import numpy as np

import dlvm

UNUSED = """
func @power: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    %more = greaterThan %n: i64, 0: i64
    conditional %more: bool then 'next() else 'end(1: f64)
'next():
    %m = subtract %n: i64, 1: i64
    %rest = apply @power(%x: f64, %m: i64): (f64, i64) -> f64
    %y = multiply %x: f64, %rest: f64
    branch 'end(%y: f64)
'end(%result: f64):
    return %result: f64
}
func @f: (f64) -> f64 {
'entry(%x: f64):
    branch 'loop(0: i64, %x: f64)
'loop(%i: i64, %v: f64):
    %more = lessThan %i: i64, 3: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %w = sin %v: f64
    %j = add %i: i64, 1: i64
    branch 'loop(%j: i64, %w: f64)
'end():
    %p = apply @power(%v: f64, 2: i64): (f64, i64) -> f64
    %first = insert %p: f64 to undefined: (f64, (f64, f64)) at 1, 0
    %both = insert %v: f64 to %first: (f64, (f64, f64)) at 1, 1
    %pair = extract 1 from %both: (f64, (f64, f64))
    %y = extract 1 from %pair: (f64, f64)
    return %y: f64
}
[gradient @f]
func @g: (f64) -> (f64)
"""


def test_the_tape_of_a_call_without_gradient_is_popped() -> None:
    module = dlvm.parse(UNUSED)
    x = np.float64(0.7)
    step = 1e-6
    expected = (np.sin(np.sin(np.sin(x + step))) - np.sin(np.sin(np.sin(x - step)))) / (2 * step)
    for level in range(4):
        found = dlvm.compile(module, opt_level=level)["g"](x)[0]
        np.testing.assert_allclose(found, expected, rtol=1e-6)


SIZES = """
enum $Tree { ?leaf(<_ x f64>), ?none }

!internal !noinline
func @sum: ($Tree) -> f64 {
'entry(%t: $Tree):
    branchEnum %t: $Tree case ?leaf 'leaf case ?none 'none
'leaf(%x: <_ x f64>):
    %y = add %x: <_ x f64>, 1: f64
    %z = reduce %y: <_ x f64> by add along 0
    return %z: f64
'none():
    return 0: f64
}
func @f: (<_n x f64>) -> f64 {
'entry(%x: <_n x f64>):
    %y = apply @sum(?leaf(zero: <_n x f64>): $Tree): ($Tree) -> f64
    return %y: f64
}
"""


def test_constants_of_named_sizes_stay_in_their_function() -> None:
    module = dlvm.parse(SIZES)
    x = np.zeros(5)
    assert dlvm.interpret(module, "f", x) == 5
    for level in range(4):
        assert dlvm.compile(module, opt_level=level)["f"](x) == 5
