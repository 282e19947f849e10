"""Calls that fail leak no memory, and later calls are correct."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import dlvm
from dlvm.runtime.calling.executable import CompiledFunction
from tests.fuzz.faults import faults_problem

DIVERGING = """
func @f: (<64 x f32>, i64, f32) -> f32 {
'entry(%x: <64 x f32>, %n: i64, %limit: f32):
    branch 'head(0: i64, %x: <64 x f32>)
'head(%i: i64, %y: <64 x f32>):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %z = sin %y: <64 x f32>
    %j = add %i: i64, 1: i64
    branch 'head(%j: i64, %z: <64 x f32>)
'end():
    %s = reduce %y: <64 x f32> by add along 0
    %right = lessThan %s: f32, %limit: f32
    assert %right: bool message "diverged"
    return %s: f32
}
[gradient @f wrt 0]
func @g: (<64 x f32>, i64, f32) -> (<64 x f32>)
"""
COUNTED = """
enum $List { ?more(i64, $List), ?end }
var @sum: i64
var @cells: <2 x 3 x f32>
var @list: $List
func @counted: (i64) -> (i64, f32) {
'entry(%n: i64):
    %old = load @sum: *i64
    %new = apply @added(%old: i64, %n: i64) -> i64
    %cells = load @cells: *<2 x 3 x f32>
    %total = reduce %cells: <2 x 3 x f32> by add along 0, 1
    store 1: <2 x 3 x f32> to @cells: *<2 x 3 x f32>
    %right = lessThan %n: i64, 100: i64
    assert %right: bool message "too large"
    return (%new: i64, %total: f32)
}
func @added: (i64, i64) -> i64 {
'entry(%a: i64, %b: i64):
    %sum = add %a: i64, %b: i64
    store %sum: i64 to @sum: *i64
    %list = load @list: *$List
    store ?more(%sum: i64, ?end: $List): $List to @list: *$List
    %again = load @sum: *i64
    return %again: i64
}
func @chosen: ((i64, i64) -> i64, i64) -> i64 {
'entry(%f: (i64, i64) -> i64, %n: i64):
    %sum = apply %f(%n: i64, %n: i64) -> i64
    return %sum: i64
}
func @untouched: (i64) -> i64 {
'entry(%n: i64):
    return %n: i64
}
"""
LEAKING = """
enum $Shape { ?circle(f32), ?empty }
func @f: (i64) -> i64 {
'entry(%n: i64):
    %cells = allocateHeap i64 count %n: i64
    %box = allocateBox f32
    %stack = createStack
    push %n: i64 to %stack: stack
    %shape = allocateHeap $Shape count 1
    store ?circle(1: f32): $Shape to %shape: *$Shape
    store %n: i64 to %cells: *i64
    %y = load %cells: *i64
    return %y: i64
}
"""


def heap_bytes(function: CompiledFunction) -> int:
    return function._state.heap_bytes  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("level", range(4))
def test_a_trap_frees_the_tape(level: int) -> None:
    gradient = dlvm.compile(dlvm.parse(DIVERGING), level)["g"]
    x = np.linspace(0, 1, 64, dtype=np.float32)
    expected = gradient(x, 2000, 1e9)
    kept = heap_bytes(gradient)
    assert kept >= 64 * 4 * 2000
    for _ in range(3):
        with pytest.raises(dlvm.DiagnosticError, match="diverged"):
            gradient(x, 2000, -1e9)
        assert heap_bytes(gradient) == 0
    np.testing.assert_array_equal(gradient(x, 2000, 1e9), expected)
    assert heap_bytes(gradient) == kept


def test_memory_that_a_program_never_frees_is_used_again() -> None:
    f = dlvm.compile(dlvm.parse(LEAKING))["f"]
    assert f(1 << 20) == 1 << 20
    kept = heap_bytes(f)
    for _ in range(5):
        assert f(1 << 20) == 1 << 20
    assert heap_bytes(f) == kept


@pytest.mark.parametrize("level", range(4))
def test_each_call_has_global_variables_of_its_own(level: int) -> None:
    module = dlvm.parse(COUNTED)
    program = dlvm.compile(module, level)
    for n in (4, 5, 6):
        assert program["counted"](n) == dlvm.interpret(module, "counted", n) == (n, 0)
    with pytest.raises(dlvm.DiagnosticError, match="too large"):
        program["counted"](100)
    assert program["counted"](7) == (7, 0)
    assert program["added"](1, 2) == 3
    assert program["chosen"]("@added", 2) == 4
    assert program["untouched"](3) == 3
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(program["counted"], [n % 90 for n in range(2000)]))
    assert found == [(n % 90, 0) for n in range(2000)]


def test_calls_fail_at_some_of_their_points() -> None:
    made: Counter[str] = Counter()
    for seed in (4, 30, 47):
        problem, points = faults_problem(seed, 20)
        assert problem is None
        made += points
    assert made["check"]
    assert made["allocation"]
