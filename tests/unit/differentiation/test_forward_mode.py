"""Derivatives of programs: control flow, calls, structs, memory, and rejected programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.analysis.cfg.tail_calls import is_tail_call
from dlvm.ir import instructions as op
from dlvm.text import parse
from tests.support.forward_testing import (
    check_derivative,
    declare_derivative,
    derived,
    interpreted_and_compiled,
)
from tests.support.gradient_testing import STEP, random
from tests.support.programs.forward_programs import ARGUMENTS, PROGRAMS


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


# Control flow, calls, structs and memory


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    text = PROGRAMS[name]
    module = parse(f'module "m"\nstage raw\n{text}')
    result = module.functions[0].type.result.canonical
    several = getattr(result, "elements", None) is not None
    declare_derivative(module, "d", "f", sources=(0,) if several else None)
    module = derived(str(module).split("stage raw")[1])
    for call in interpreted_and_compiled(module):
        for arguments in ARGUMENTS.get(name, [(1.3, 2.4), (2.2, 0.9), (0.3, 0.4)]):

            def of_source(function: str, *values: Any, call: Any = call) -> Any:
                found = call(function, *values)
                return found[0] if several and function == "f" else found

            check_derivative(of_source, arguments)


def test_clauses() -> None:
    """One of several results is differentiated, by some arguments; others are kept."""
    module = derived("""
func @f: (f64, i64, f64) -> (f64, i64, f64) {
'entry(%x: f64, %n: i64, %y: f64):
    %p = multiply %x: f64, %y: f64
    %s = square %p: f64
    return (%p: f64, %n: i64, %s: f64)
}
[derivative @f from 2 wrt 2, 0 keeping 1, 0]
func @d: (f64, i64, f64, f64, f64) -> (f64, i64, f64)
[derivative @f from 0 wrt 0]
func @e: (f64, i64, f64, f64) -> (f64)
""")
    for call in interpreted_and_compiled(module):
        assert call("d", 2.0, 7, 3.0, 1.0, 10.0) == (2 * 6 * (10 * 3 + 2), 7, 6)
        assert call("e", 2.0, 7, 3.0, 10.0) == (30,)


def test_parts_without_a_tangent() -> None:
    """In the tangent of a struct or a tuple, () replaces parts that are not floats."""
    module = derived("""
struct $Item { #n: i64, #x: f64, #rest: (bool, <2 x f64>) }
func @f: ($Item, i64) -> ($Item, (f64, i64)) {
'entry(%item: $Item, %m: i64):
    %x = extract #x from %item: $Item
    %s = square %x: f64
    %moved = insert %s: f64 to %item: $Item at #x
    %next = insert %m: i64 to %moved: $Item at #n
    return (%next: $Item, (%x: f64, %m: i64))
}
[derivative @f from 0 keeping 1]
func @d: ($Item, i64, ((), f64, ((), <2 x f64>))) -> (((), f64, ((), <2 x f64>)), (f64, i64))
[derivative @f from 1]
func @e: ($Item, i64, ((), f64, ((), <2 x f64>))) -> ((f64, ()))
""")
    item = (5, 3.0, (True, np.ones(2)))
    tangent = ((), 10.0, ((), np.array([1.0, 2.0])))
    for call in interpreted_and_compiled(module):
        (_, x, (_, rest)), kept = call("d", item, 4, tangent)
        assert (x, kept) == (60, (3, 4))
        np.testing.assert_array_equal(rest, [1, 2])
        assert call("e", item, 4, tangent)[0][0] == 10


def test_second_derivatives() -> None:
    """Forward over forward, forward over reverse, and reverse over forward."""
    module = derived("""
func @f: (<2 x f64>) -> f64 {
'entry(%x: <2 x f64>):
    %s = sin %x: <2 x f64>
    %c = multiply %s: <2 x f64>, %x: <2 x f64>
    %y = reduce %c: <2 x f64> by multiply along 0
    return %y: f64
}
[derivative @f]
func @d: (<2 x f64>, <2 x f64>) -> (f64)
[gradient @f]
func @g: (<2 x f64>) -> (<2 x f64>)
[derivative @d wrt 0]
func @forward_forward: (<2 x f64>, <2 x f64>, <2 x f64>) -> (f64)
[derivative @g]
func @forward_reverse: (<2 x f64>, <2 x f64>) -> (<2 x f64>)
[gradient @d wrt 0]
func @reverse_forward: (<2 x f64>, <2 x f64>) -> (<2 x f64>)
""")
    x, u, v = np.array([0.7, 1.9]), np.array([0.3, -1.2]), np.array([2.0, 0.4])
    for call in interpreted_and_compiled(module):
        (product,) = call("forward_reverse", x, v)
        high, low = (call("g", x + step * v)[0] for step in (STEP, -STEP))
        np.testing.assert_allclose(product, (high - low) / (2 * STEP), rtol=1e-6)
        np.testing.assert_allclose(call("reverse_forward", x, v)[0], product, rtol=1e-12)
        found = call("forward_forward", x, u, v)[0]
        assert found == pytest.approx(float(np.sum(u * product)), rel=1e-12)


def test_calls_of_declared_derivatives() -> None:
    """Functions that call a derivative can be differentiated, in both modes."""
    module = derived("""
func @f: (f64) -> f64 {
'entry(%x: f64):
    %y = power %x: f64, 3: f64
    return %y: f64
}
[derivative @f]
func @slope: (f64, f64) -> (f64)
func @scaled: (f64) -> f64 {
'entry(%x: f64):
    %pair = apply @slope(%x: f64, 1: f64) -> (f64)
    %s = extract 0 from %pair: (f64)
    %y = multiply %s: f64, %x: f64
    return %y: f64
}
[derivative @scaled]
func @forward: (f64, f64) -> (f64)
[gradient @scaled]
func @reverse: (f64) -> (f64)
""")
    for call in interpreted_and_compiled(module):
        assert call("forward", 2.0, 1.0)[0] == pytest.approx(9 * 4)
        assert call("reverse", 2.0)[0] == pytest.approx(9 * 4)


OPEN = {
    "broadcast": ("_", "%y = multiply %a, %b\n%z = add %y: <_ x f64>, %a"),
    "reduction": (
        "_m",
        "%s = reduce %a by multiply init 2: f64 along 0\n%z = multiply %s: f64, %b",
    ),
    "scan": ("_", "%s = scan %a by max along 0 reverse\n%z = divide %b, %s: <_n x f64>"),
    "sort": (
        "_",
        "%p = sort %a along 0\n%s = extract 0 from %p: (<_n x f64>, <_n x i64>)\n"
        "%z = power %s: <_n x f64>, %b",
    ),
    "windows": (
        "_m",
        "%s = reduceWindow %a by max init 0.9: f64 dims 3 strides 2 padding half\n"
        "%t = slice %s: <_ x f64> from 0 upto 1\n%z = multiply %t: <1 x f64>, %b",
    ),
    "zero": ("_", "%c = multiply %b, %b\n%z = concatenate %c: <_m x f64>, %a along 0"),
}


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("wrt", ["0, 1", "0", "1"])
def test_sizes_known_at_run_time(name: str, wrt: str) -> None:
    size, body = OPEN[name]
    body = body.replace("%a", "%a: <_n x f64>").replace("%b", "%b: <_m x f64>")
    both = ["<_n x f64>", "<_m x f64>"]
    taken = ", ".join([*both, *(both[int(i)] for i in wrt.split(", "))])
    module = derived(f"""
func @f: (<_n x f64>, <_m x f64>) -> <{size} x f64> {{
'entry(%a: <_n x f64>, %b: <_m x f64>):
{body}
    return %z: <{size} x f64>
}}
[derivative @f wrt {wrt}]
func @d: ({taken}) -> (<{size} x f64>)
""")
    for sizes in [(4, 4), (1, 3), (3, 1)] if name != "scan" else [(4, 4), (3, 1)]:
        arguments = [random(n, low=0.3, high=2, seed=n) for n in sizes]
        indices = [int(i) for i in wrt.split(", ")]
        tangents = {i: random(sizes[i], seed=9 + i) for i in indices}
        sides = [
            dlvm.interpret(
                module, "f", *(a + s * tangents.get(i, 0) for i, a in enumerate(arguments))
            )
            for s in (STEP, -STEP)
        ]
        for call in interpreted_and_compiled(module):
            (found,) = call("d", *arguments, *tangents.values())
            np.testing.assert_allclose(found, (sides[0] - sides[1]) / (2 * STEP), 1e-6, 1e-6)


# What is not there


def test_zero_tangents_are_no_instructions() -> None:
    module = derived("""
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %a = exp %y: f64
    %n = floor %x: f64
    %b = add %x: f64, %a: f64
    %c = add %b: f64, %n: f64
    %unused = sin %x: f64
    return %c: f64
}
[derivative @f wrt 0]
func @d: (f64, f64, f64) -> (f64)
""")
    function = module.function("d")
    assert function is not None
    kinds = [type(i) for i in function.instructions()]
    assert kinds == [op.Exp, op.Floor, op.Add, op.Add, op.Sin, op.Return]
    assert dlvm.interpret(module, "d", 1.0, 2.0, 5.0) == (5,)


def test_inactive_calls_stay() -> None:
    module = derived("""
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %a = apply @g(%y: f64) -> f64
    %b = apply @g(%x: f64) -> f64
    %c = multiply %a: f64, %x: f64
    return %c: f64
}
func @g: (f64) -> f64 {
'entry(%x: f64):
    %s = sin %x: f64
    return %s: f64
}
[derivative @f wrt 0]
func @d: (f64, f64, f64) -> (f64)
""")
    assert module.function("g.derivative") is None


def test_tail_calls_stay_tail_calls() -> None:
    """A recursion with constant stack depth keeps it."""
    module = derived("""
func @f: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    %more = greaterThan %n: i64, 0: i64
    conditional %more: bool then 'more() else 'done()
'more():
    %y = multiply %x: f64, 1.0001: f64
    %m = subtract %n: i64, 1: i64
    %z = apply @f(%y: f64, %m: i64) -> f64
    return %z: f64
'done():
    return %x: f64
}
[derivative @f wrt 0]
func @d: (f64, i64, f64) -> (f64)
""")
    function = module.function("f.derivative")
    assert function is not None
    assert any(isinstance(i, op.Apply) and is_tail_call(i) for i in function.instructions())
    (found,) = dlvm.interpret(module, "d", 1.0, 20, 3.0)
    assert found == pytest.approx(3 * 1.0001**20, rel=1e-9)


def test_random_numbers_are_drawn_once() -> None:
    module = derived("""
func @f: (<3 x f64>) -> <3 x f64> {
'entry(%x: <3 x f64>):
    %r = random 3 from 0: f64 upto 1: f64
    %y = multiply %r: <3 x f64>, %x: <3 x f64>
    return %y: <3 x f64>
}
[derivative @f keeping 0]
func @d: (<3 x f64>, <3 x f64>) -> (<3 x f64>, <3 x f64>)
""")
    tangent, value = dlvm.interpret(module, "d", np.full(3, 2.0), np.ones(3), seed=3)
    np.testing.assert_allclose(value, 2 * tangent)


BODY = "'entry(%x: f64, %p: *f64, %g: (f64) -> f64):\n{}\n    return %z: f64"
REFUSED = {
    "apply: differentiation through a function value": (
        "%h = load @w: *(f64) -> f64\n%z = apply %h(%x: f64) -> f64"
    ),
    "apply: differentiation through the external function @cbrt": (
        "%z = apply @cbrt(%x: f64) -> f64"
    ),
    r"differentiation through the global variable @v of type \*f64": (
        "%q = allocateStack f64 count 1\nstore %x: f64 to %q: *f64\n"
        "store %q: *f64 to @v: **f64\n%r = load @v: **f64\n%z = load %r: *f64"
    ),
    r"through memory that the caller passes in \(of type \*f64\)": (
        "store %x: f64 to %p: *f64\n%z = load %p: *f64"
    ),
    "bitCast: differentiation through the bits of numbers": (
        "%b = bitCast %x: f64 to f64\n%z = square %b: f64"
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_rejected(message: str) -> None:
    body = REFUSED[message]
    with pytest.raises(dlvm.DiagnosticError, match=message) as caught:
        derived(f"""
var @v: *f64
var @w: (f64) -> f64
[extern] func @cbrt: (f64) -> f64
func @f: (f64, *f64, (f64) -> f64) -> f64 {{
{BODY.format(body)}
}}
func @caller: (f64, *f64, (f64) -> f64) -> f64 {{
'entry(%x: f64, %p: *f64, %g: (f64) -> f64):
    %y = apply @f(%x: f64, %p: *f64, %g: (f64) -> f64) -> f64
    return %y: f64
}}
[derivative @caller wrt 0]
func @d: (f64, *f64, (f64) -> f64, f64) -> (f64)
""")
    text = str(caught.value)
    assert "@d requests the derivative of @caller here" in text
    assert "the caller passes in" in text or "@f is called here" in text
