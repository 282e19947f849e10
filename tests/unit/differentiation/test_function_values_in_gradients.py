"""Gradients and derivatives through function arguments."""

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
struct $Layer { #w: f64, #f: (f64) -> f64 }

func @square: (f64) -> f64 {
'entry(%x: f64):
    %y = multiply %x: f64, %x: f64
    return %y: f64
}
func @sine: (f64) -> f64 {
'entry(%x: f64):
    %y = sin %x: f64
    return %y: f64
}
func @sum: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %z = add %x: f64, %y: f64
    return %z: f64
}
func @product: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %z = multiply %x: f64, %y: f64
    return %z: f64
}
func @is_small: (f64) -> bool {
'entry(%x: f64):
    %b = lessThan %x: f64, 0.5: f64
    return %b: bool
}

// The gradient of a function of functions, declared once and asked for with several of them.
func @twice: ((f64) -> f64, f64) -> f64 {
'entry(%g: (f64) -> f64, %x: f64):
    %y = apply %g(%x: f64) -> f64
    %z = apply %g(%y: f64) -> f64
    return %z: f64
}
[gradient @twice wrt 1]
func @twice_grad: ((f64) -> f64, f64) -> (f64)
[derivative @twice wrt 1]
func @twice_tangent: ((f64) -> f64, f64, f64) -> (f64)
func @twice_grads: (f64) -> f64 {
'entry(%x: f64):
    %s = apply @twice_grad(@square: (f64) -> f64, %x: f64) -> (f64)
    %t = apply @twice_tangent(@sine: (f64) -> f64, %x: f64, 1: f64) -> (f64)
    %a = extract 0 from %s: (f64)
    %b = extract 0 from %t: (f64)
    %c = add %a: f64, %b: f64
    return %c: f64
}
func @twice_values: (f64) -> f64 {
'entry(%x: f64):
    %a = apply @twice(@square: (f64) -> f64, %x: f64) -> f64
    %b = apply @twice(@sine: (f64) -> f64, %x: f64) -> f64
    %c = add %a: f64, %b: f64
    return %c: f64
}

// A function of functions as an argument: two levels deep.
func @four: (((f64) -> f64, f64) -> f64, (f64) -> f64, f64) -> f64 {
'entry(%h: ((f64) -> f64, f64) -> f64, %g: (f64) -> f64, %x: f64):
    %y = apply %h(%g: (f64) -> f64, %x: f64) -> f64
    %z = apply %h(%g: (f64) -> f64, %y: f64) -> f64
    return %z: f64
}
func @deep: (f64) -> f64 {
'entry(%x: f64):
    %y = apply @four(@twice: ((f64) -> f64, f64) -> f64, @sine: (f64) -> f64, %x: f64) -> f64
    %z = apply @twice(@square: (f64) -> f64, %y: f64) -> f64
    return %z: f64
}
[gradient @deep]
func @deep_grad: (f64) -> (f64)
[derivative @deep]
func @deep_tangent: (f64, f64) -> (f64)

// Map and fold over a list, by recursion; what is small is left out.
func @map_fold: ((f64, f64) -> f64, (f64) -> f64, (f64) -> bool, $List, f64, f64) -> f64 {
'entry(%c: (f64, f64) -> f64, %f: (f64) -> f64, %out: (f64) -> bool, %l: $List, %k: f64,
       %start: f64):
    branchEnum %l: $List case ?end 'end case ?more 'more
'end():
    return %start: f64
'more(%v: f64, %rest: $List):
    %o = apply %out(%v: f64) -> bool
    %a = multiply %v: f64, %k: f64
    %b = apply %f(%a: f64) -> f64
    %r = apply @map_fold(%c: (f64, f64) -> f64, %f: (f64) -> f64, %out: (f64) -> bool,
        %rest: $List, %k: f64, %start: f64) -> f64
    conditional %o: bool then 'skip() else 'take()
'skip():
    return %r: f64
'take():
    %s = apply %c(%b: f64, %r: f64) -> f64
    return %s: f64
}
func @over_list: ($List, f64) -> f64 {
'entry(%l: $List, %k: f64):
    %a = apply @map_fold(@sum: (f64, f64) -> f64, @sine: (f64) -> f64, @is_small: (f64) -> bool,
        %l: $List, %k: f64, 0: f64) -> f64
    %b = apply @map_fold(@product: (f64, f64) -> f64, @square: (f64) -> f64,
        @is_small: (f64) -> bool, %l: $List, %k: f64, 1: f64) -> f64
    %c = multiply %a: f64, %b: f64
    return %c: f64
}
[gradient @over_list wrt 1]
func @over_list_grad: ($List, f64) -> (f64)
[derivative @over_list wrt 1]
func @over_list_tangent: ($List, f64, f64) -> (f64)

// Two functions that change places with every call.
func @swap: ((f64) -> f64, (f64) -> f64, f64, i64) -> f64 {
'entry(%f: (f64) -> f64, %g: (f64) -> f64, %x: f64, %n: i64):
    %done = lessThan %n: i64, 1: i64
    conditional %done: bool then 'end() else 'more()
'end():
    return %x: f64
'more():
    %y = apply %f(%x: f64) -> f64
    %m = subtract %n: i64, 1: i64
    %z = apply @swap(%g: (f64) -> f64, %f: (f64) -> f64, %y: f64, %m: i64) -> f64
    return %z: f64
}
func @swapped: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    %y = apply @swap(@sine: (f64) -> f64, @square: (f64) -> f64, %x: f64, %n: i64) -> f64
    return %y: f64
}
[gradient @swapped wrt 0]
func @swapped_grad: (f64, i64) -> (f64)
[derivative @swapped wrt 0]
func @swapped_tangent: (f64, i64, f64) -> (f64)

// In a struct, which goes round a loop, and in a tuple that a function gives.
func @layer: ($Layer, f64) -> f64 {
'entry(%l: $Layer, %x: f64):
    %w = extract #w from %l: $Layer
    %f = extract #f from %l: $Layer
    %a = multiply %w: f64, %x: f64
    %y = apply %f(%a: f64) -> f64
    return %y: f64
}
func @choice: (f64) -> (f64, (f64) -> f64) {
'entry(%x: f64):
    %y = exp %x: f64
    return (%y: f64, @sine: (f64) -> f64)
}
func @layers: (f64, f64, i64) -> f64 {
'entry(%w: f64, %x: f64, %n: i64):
    %first = literal {#w = %w: f64, #f = @square: (f64) -> f64}: $Layer
    %both = apply @choice(%w: f64) -> (f64, (f64) -> f64)
    %g = extract 1 from %both: (f64, (f64) -> f64)
    %e = extract 0 from %both: (f64, (f64) -> f64)
    branch 'head(%first: $Layer, %x: f64, 0: i64)
'head(%l: $Layer, %y: f64, %i: i64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %z = apply @layer(%l: $Layer, %y: f64) -> f64
    %u = extract #w from %l: $Layer
    %u2 = multiply %u: f64, 0.9: f64
    %next = insert %u2: f64 to %l: $Layer at #w
    %j = add %i: i64, 1: i64
    branch 'head(%next: $Layer, %z: f64, %j: i64)
'end():
    %last = insert %g: (f64) -> f64 to %l: $Layer at #f
    %t = apply @layer(%last: $Layer, %y: f64) -> f64
    %r = multiply %t: f64, %e: f64
    return %r: f64
}
[gradient @layers wrt 0, 1]
func @layers_grad: (f64, f64, i64) -> (f64, f64)
[derivative @layers wrt 0]
func @layers_tangent: (f64, f64, i64, f64) -> (f64)

// A custom gradient, for any function; and a checkpoint.
func @scaled: ((f64) -> f64, f64) -> f64 {
'entry(%f: (f64) -> f64, %x: f64):
    %y = apply %f(%x: f64) -> f64
    return %y: f64
}
[gradient @scaled wrt 1 seedable]
func @scaled_pullback: ((f64) -> f64, f64, f64) -> (f64) {
'entry(%f: (f64) -> f64, %x: f64, %seed: f64):
    %y = apply %f(%x: f64) -> f64
    %z = multiply %y: f64, %seed: f64
    return (%z: f64)
}
func @custom: (f64) -> f64 {
'entry(%x: f64):
    %a = apply @scaled(@square: (f64) -> f64, %x: f64) -> f64
    %b = apply @scaled(@sine: (f64) -> f64, %x: f64) -> f64
    %c = add %a: f64, %b: f64
    return %c: f64
}
[gradient @custom]
func @custom_grad: (f64) -> (f64)
[gradient @custom_grad]
func @custom_second: (f64) -> (f64)

!checkpoint
func @again: ((f64) -> f64, f64) -> f64 {
'entry(%f: (f64) -> f64, %x: f64):
    %y = apply %f(%x: f64) -> f64
    %z = apply %f(%y: f64) -> f64
    return %z: f64
}
func @repeated: (f64) -> f64 {
'entry(%x: f64):
    %y = apply @again(@sine: (f64) -> f64, %x: f64) -> f64
    %z = apply @again(@square: (f64) -> f64, %y: f64) -> f64
    return %z: f64
}
[gradient @repeated]
func @repeated_grad: (f64) -> (f64)

// A gradient of a function of functions, asked for where a function is passed on.
func @slope_of: ((f64) -> f64, f64) -> f64 {
'entry(%f: (f64) -> f64, %x: f64):
    %t = apply @twice_grad(%f: (f64) -> f64, %x: f64) -> (f64)
    %y = extract 0 from %t: (f64)
    return %y: f64
}
func @slope: (f64) -> f64 {
'entry(%x: f64):
    %y = apply @slope_of(@sine: (f64) -> f64, %x: f64) -> f64
    return %y: f64
}
[gradient @slope]
func @slope_grad: (f64) -> (f64)
"""
Call = Callable[..., Any]


@cache
def module() -> dlvm.Module:
    return derived(TEXT)


@cache
def ways() -> tuple[Call, ...]:
    compiled = [dlvm.compile(module(), opt_level=level) for level in (0, 2)]
    return (
        lambda name, *given: dlvm.interpret(module(), name, *given),
        *(lambda name, *given, e=e: e[name](*given) for e in compiled),
    )


def difference(name: str, arguments: tuple[Any, ...], place: int) -> float:
    sides: list[float] = []
    for step in (1e-5, -1e-5):
        moved = [a + step if n == place else a for n, a in enumerate(arguments)]
        sides.append(float(dlvm.interpret(module(), name, *moved)))
    return (sides[0] - sides[1]) / 2e-5


LIST = ("more", 0.7, ("more", 0.2, ("more", 1.3, ("end",))))
CASES: list[tuple[str, tuple[Any, ...], tuple[int, ...]]] = [
    ("deep", (0.4,), (0,)),
    ("over_list", (LIST, 0.8), (1,)),
    *(("swapped", (0.8, n), (0,)) for n in (0, 1, 4)),
    *(("layers", (1.1, 0.6, n), (0, 1)) for n in (0, 3)),
    ("repeated", (0.4,), (0,)),
    ("slope", (0.4,), (0,)),
]


@pytest.mark.parametrize(("name", "arguments", "wrt"), CASES, ids=lambda v: str(v)[:30])
def test_gradients_and_derivatives(
    name: str, arguments: tuple[Any, ...], wrt: tuple[int, ...]
) -> None:
    expected = [difference(name, arguments, place) for place in wrt]
    for call in ways():
        np.testing.assert_allclose(call(f"{name}_grad", *arguments), expected, rtol=1e-8)
        if module().function(f"{name}_tangent") is not None:
            (tangent,) = call(f"{name}_tangent", *arguments, 1.0)
            assert tangent == pytest.approx(expected[0], rel=1e-8)


def test_one_declaration_for_several_functions() -> None:
    expected = difference("twice_values", (0.7,), 0)
    for call in ways():
        assert call("twice_grads", 0.7) == pytest.approx(expected, rel=1e-8)


def test_custom_gradient() -> None:
    x = 0.7
    for call in ways():
        assert call("custom_grad", x)[0] == pytest.approx(x**2 + np.sin(x))
        assert call("custom_second", x)[0] == pytest.approx(2 * x + np.cos(x))


def test_functions_are_copied_once() -> None:
    names = [f.name or "" for f in module().functions]
    swaps = [n for n in names if n.startswith("swap.") and n.count(".") == 2]
    assert sorted(n for n in swaps if n.endswith(("sine", "square"))) == [
        "swap.sine.square",
        "swap.square.sine",
    ]
    assert "map_fold.sum.sine.is_small" in names
    assert "map_fold.product.square.is_small" in names


def test_function_arguments_are_functions_that_the_module_uses_as_values() -> None:
    for call in ways():
        (slope,) = call("twice_grad", "@square", 0.7)
        np.testing.assert_allclose(slope, 4 * 0.7**3, rtol=1e-12)


def test_unknown_functions_trap() -> None:
    text = TEXT[TEXT.index("func @square") : TEXT.index("func @sine")]
    text += TEXT[TEXT.index("func @twice:") : TEXT.index("[derivative @twice")]
    module = dlvm.parse(f"stage raw\n{text}")
    dlvm.run_passes(module, "AD", verify_each=True)
    with pytest.raises(
        dlvm.DiagnosticError, match="@twice_grad must be called with functions"
    ) as caught:
        dlvm.interpret(module, "twice_grad", "@square", 0.7)
    location = caught.value.diagnostics[0].location
    assert location is not None
    assert "[gradient @twice wrt 1]" in location.source.text.splitlines()[location.line - 1]


UNKNOWN = """
func @f: (f64, bool) -> f64 {
'entry(%x: f64, %c: bool):
    CODE
}
func @square: (f64) -> f64 {
'entry(%x: f64):
    %y = multiply %x: f64, %x: f64
    return %y: f64
}
func @sine: (f64) -> f64 {
'entry(%x: f64):
    %y = sin %x: f64
    return %y: f64
}
func @once: ((f64) -> f64, f64) -> f64 {
'entry(%g: (f64) -> f64, %x: f64):
    %y = apply %g(%x: f64) -> f64
    return %y: f64
}
var @chosen: (f64) -> f64
[MODE @f wrt 0]
func @d: (f64, boolTANGENT) -> (f64)
"""


GIVES = "'then(%g: (f64) -> f64):\n    %y = apply %g(%x: f64) -> f64\n    return %y: f64"
CHOSEN = "conditional %c: bool then 'then(@square: (f64) -> f64) else 'then(@sine: (f64) -> f64)\n"
STORED = (
    "conditional %c: bool then 'store(@square: (f64) -> f64) else 'store(@sine: (f64) -> f64)\n"
    "'store(%s: (f64) -> f64):\n    store %s: (f64) -> f64 to @chosen: *(f64) -> f64\n"
    "    %h = load @chosen: *(f64) -> f64\n    branch 'then(%h: (f64) -> f64)\n"
)
HELD = (
    "conditional %c: bool then 'hold(@square: (f64) -> f64) else 'hold(@sine: (f64) -> f64)\n"
    "'hold(%s: (f64) -> f64):\n    %t = literal ?some(%s: (f64) -> f64): $Held\n"
    "    branchEnum %t: $Held case ?some 'then case ?none 'end\n'end():\n    return 0: f64\n"
)


@pytest.mark.parametrize("mode", ["gradient", "derivative"])
@pytest.mark.parametrize("code", [CHOSEN, STORED, HELD])
def test_functions_chosen_at_run_time(mode: str, code: str) -> None:
    """By control flow, in memory, and in the payload of an enum."""
    tangent = ", f64" if mode == "derivative" else ""
    text = UNKNOWN.replace("CODE", code + GIVES).replace("MODE", mode).replace("TANGENT", tangent)
    module = dlvm.parse(f"stage raw\nenum $Held {{ ?some((f64) -> f64), ?none }}\n{text}")
    dlvm.verify(module)
    before = str(module.function("f"))
    dlvm.run_passes(module, "AD", verify_each=True)
    assert str(module.function("f")) == before
    compiled = [dlvm.compile(module, opt_level=level) for level in range(4)]
    for call in (lambda *a: dlvm.interpret(module, "d", *a), *(c["d"] for c in compiled)):
        for flag, expected in ((True, 1.4), (False, np.cos(0.7))):
            (found,) = call(0.7, flag, *([1.0] if tangent else []))
            np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("mode", ["gradient", "derivative"])
def test_functions_without_a_value_are_rejected(mode: str) -> None:
    code = "%h = load @chosen: *(f64) -> f64\n    branch 'then(%h: (f64) -> f64)\n" + GIVES
    tangent = ", f64" if mode == "derivative" else ""
    text = UNKNOWN.replace("CODE", code).replace("MODE", mode).replace("TANGENT", tangent)
    parsed = dlvm.parse(f"stage raw\n{text}")
    with pytest.raises(dlvm.DiagnosticError, match="through a function value") as caught:
        dlvm.verify(parsed)
    location = caught.value.diagnostics[0].location
    assert location is not None
    assert location.line == 8


@pytest.mark.parametrize("mode", ["gradient", "derivative"])
def test_unknown_functions_that_are_passed_on_are_rejected(mode: str) -> None:
    tangent = ", f64" if mode == "derivative" else ""
    code = (
        "%h = load @chosen: *(f64) -> f64\n"
        "    %r = apply @once(%h: (f64) -> f64, %x: f64) -> f64\n"
        "    return %r: f64"
    )
    text = UNKNOWN.replace("CODE", code).replace("MODE", mode).replace("TANGENT", tangent)
    parsed = dlvm.parse(f"stage raw\n{text}")
    with pytest.raises(dlvm.DiagnosticError, match="through a function value") as caught:
        dlvm.run_passes(parsed, "AD")
    location = caught.value.diagnostics[0].location
    assert location is not None
    assert "apply %g" in location.source.text.splitlines()[location.line - 1]
    notes = [note.message for note in caught.value.diagnostics[0].notes]
    assert "@once is called here" in notes
