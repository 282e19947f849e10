"""Functions marked ``!checkpoint``: gradients through calls of them store the arguments only."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlvm
from tests.support.forward_testing import derived

TEXT = """
struct $P { #w: <3 x 3 x f64>, #b: <3 x f64> }
enum $Tree { ?leaf(<3 x f64>), ?node($Tree, $Tree) }

MARK
func @layer: (<3 x f64>, $P) -> <3 x f64> {
'entry(%x: <3 x f64>, %p: $P):
    %w = extract #w from %p: $P
    %b = extract #b from %p: $P
    %d = dot %x: <3 x f64>, %w: <3 x 3 x f64>
    %a = add %d: <3 x f64>, %b: <3 x f64>
    %s = sin %a: <3 x f64>
    %e = exp %s: <3 x f64>
    %y = tanh %e: <3 x f64>
    return %y: <3 x f64>
}

// Called in straight-line code.
func @twice: (<3 x f64>, $P) -> f64 {
'entry(%x: <3 x f64>, %p: $P):
    %y = apply @layer(%x: <3 x f64>, %p: $P) -> <3 x f64>
    %z = apply @layer(%y: <3 x f64>, %p: $P) -> <3 x f64>
    %s = reduce %z: <3 x f64> by add along 0
    return %s: f64
}
[gradient @twice keeping 0]
func @twice_grad: (<3 x f64>, $P) -> (<3 x f64>, $P, f64)

// Called in a loop.
func @loop: (<3 x f64>, $P, i64) -> f64 {
'entry(%x: <3 x f64>, %p: $P, %n: i64):
    branch 'head(0: i64, %x: <3 x f64>)
'head(%i: i64, %y: <3 x f64>):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %z = apply @layer(%y: <3 x f64>, %p: $P) -> <3 x f64>
    branch 'head(%j: i64, %z: <3 x f64>)
'end():
    %s = reduce %y: <3 x f64> by add along 0
    return %s: f64
}
[gradient @loop wrt 0, 1]
func @loop_grad: (<3 x f64>, $P, i64) -> (<3 x f64>, $P)

// With a loop and a call of another one inside; of its results, two are differentiated.
MARK
func @rounds: (<3 x f64>, $P, i64) -> (<3 x f64>, i64, f64) {
'entry(%x: <3 x f64>, %p: $P, %n: i64):
    branch 'head(0: i64, %x: <3 x f64>, 1: f64)
'head(%i: i64, %y: <3 x f64>, %q: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %z = apply @layer(%y: <3 x f64>, %p: $P) -> <3 x f64>
    %m = reduce %z: <3 x f64> by max along 0
    %r = multiply %q: f64, %m: f64
    branch 'head(%j: i64, %z: <3 x f64>, %r: f64)
'end():
    return (%y: <3 x f64>, %n: i64, %q: f64)
}
func @of_rounds: (<3 x f64>, $P, i64) -> f64 {
'entry(%x: <3 x f64>, %p: $P, %n: i64):
    %all = apply @rounds(%x: <3 x f64>, %p: $P, %n: i64) -> (<3 x f64>, i64, f64)
    %y = extract 0 from %all: (<3 x f64>, i64, f64)
    %q = extract 2 from %all: (<3 x f64>, i64, f64)
    %again = apply @rounds(%y: <3 x f64>, %p: $P, 2: i64) -> (<3 x f64>, i64, f64)
    %z = extract 0 from %again: (<3 x f64>, i64, f64)
    %s = reduce %z: <3 x f64> by add along 0
    %t = multiply %s: f64, %q: f64
    return %t: f64
}
[gradient @of_rounds wrt 0, 1]
func @of_rounds_grad: (<3 x f64>, $P, i64) -> (<3 x f64>, $P)

// Recursive itself, over a tree.
MARK
func @tree: ($Tree, $P) -> <3 x f64> {
'entry(%t: $Tree, %p: $P):
    branchEnum %t: $Tree case ?leaf 'leaf case ?node 'node
'leaf(%x: <3 x f64>):
    %l = apply @layer(%x: <3 x f64>, %p: $P) -> <3 x f64>
    return %l: <3 x f64>
'node(%a: $Tree, %b: $Tree):
    %u = apply @tree(%a: $Tree, %p: $P) -> <3 x f64>
    %v = apply @tree(%b: $Tree, %p: $P) -> <3 x f64>
    %m = multiply %u: <3 x f64>, %v: <3 x f64>
    %y = apply @layer(%m: <3 x f64>, %p: $P) -> <3 x f64>
    return %y: <3 x f64>
}
func @of_tree: ($Tree, $P) -> f64 {
'entry(%t: $Tree, %p: $P):
    %y = apply @tree(%t: $Tree, %p: $P) -> <3 x f64>
    %s = reduce %y: <3 x f64> by add along 0
    return %s: f64
}
[gradient @of_tree wrt 1]
func @of_tree_grad: ($Tree, $P) -> ($P)

// Of unknown size.
MARK
func @long: (<_n x f64>) -> <_n x f64> {
'entry(%x: <_n x f64>):
    %s = sin %x: <_n x f64>
    %e = exp %s: <_n x f64>
    return %e: <_n x f64>
}
func @of_long: (<_n x f64>) -> f64 {
'entry(%x: <_n x f64>):
    %y = apply @long(%x: <_n x f64>) -> <_n x f64>
    %z = apply @long(%y: <_n x f64>) -> <_n x f64>
    %s = reduce %z: <_n x f64> by add along 0
    return %s: f64
}
[gradient @of_long]
func @of_long_grad: (<_n x f64>) -> (<_n x f64>)

// The second gradient, and the gradient of the derivative.
func @slope: (<3 x f64>, $P, i64) -> f64 {
'entry(%x: <3 x f64>, %p: $P, %n: i64):
    %both = apply @loop_grad(%x: <3 x f64>, %p: $P, %n: i64) -> (<3 x f64>, $P)
    %g = extract 0 from %both: (<3 x f64>, $P)
    %r = reduce %g: <3 x f64> by add along 0
    return %r: f64
}
[gradient @slope wrt 0]
func @slope_grad: (<3 x f64>, $P, i64) -> (<3 x f64>)
[derivative @loop wrt 0]
func @loop_derivative: (<3 x f64>, $P, i64, <3 x f64>) -> (f64)
[gradient @loop_derivative from 0 wrt 0]
func @loop_hessian: (<3 x f64>, $P, i64, <3 x f64>) -> (<3 x f64>)
"""
RANDOM = np.random.default_rng(3)
X = RANDOM.normal(size=3)
P = {"w": RANDOM.normal(size=(3, 3)) / 2, "b": RANDOM.normal(size=3)}


def tree(depth: int) -> tuple[Any, ...]:
    if depth == 0:
        return ("leaf", RANDOM.normal(size=3))
    return ("node", tree(depth - 1), tree(max(0, depth - 2)))


CASES: dict[str, tuple[Any, ...]] = {
    "twice_grad": (X, P),
    "loop_grad": (X, P, 4),
    "of_rounds_grad": (X, P, 3),
    "of_tree_grad": (tree(4), P),
    "of_long_grad": (RANDOM.normal(size=37),),
    "slope_grad": (X, P, 3),
    "loop_derivative": (X, P, 3, np.ones(3)),
    "loop_hessian": (X, P, 3, np.ones(3)),
}


@cache
def module(mark: str) -> dlvm.Module:
    return derived(TEXT.replace("MARK", mark))


@cache
def executable(mark: str, level: int) -> Any:
    return dlvm.compile(module(mark), opt_level=level)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value] if not hasattr(value, "w") else [value.w, value.b]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", [None, 0, 2, 3])
def test_gradients_are_the_same_bits(name: str, level: int | None) -> None:
    found: list[list[Any]] = []
    for mark in ("", "!checkpoint"):
        if level is None:
            found.append(leaves(dlvm.interpret(module(mark), name, *CASES[name])))
        else:
            found.append(leaves(executable(mark, level)[name](*CASES[name])))
    assert np.any(found[0][0])
    # Gradients of gradients are sums of several terms, in another order.
    tolerance = 1e-14 if name == "slope_grad" else 0
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, rtol=tolerance)


def code_of(text: str, name: str) -> str:
    start = text.index(f"func @{name}:")
    return text[start : text.index("\n}", start)]


@pytest.mark.parametrize("pipeline", ["AD", "O1", "O2", "O3"])
def test_only_arguments_are_stored(pipeline: str) -> None:
    """Optimization does not merge recomputed code with the original."""
    raw = dlvm.parse(f"stage raw\n{TEXT.replace('MARK', '!checkpoint')}")
    dlvm.run_passes(raw, pipeline)
    text = str(raw)
    for name in ("twice_grad", "loop_grad", "of_rounds_grad"):
        code = code_of(text, name)
        pushed = re.findall(r"push \S+: (\S[^\n]*) to", code)
        assert pushed == (["<3 x f64>"] if name == "loop_grad" else [])
        assert "apply @" in code
        assert " cos " not in code
    if pipeline in ("O2", "O3"):
        again = code_of(text, "layer.checkpoint.reverse")
        assert all(again.count(f" {name} ") == 1 for name in ("sin", "cos", "exp", "tanh"))


def test_a_call_of_the_gradient_itself_runs_once() -> None:
    """The gradient of the function itself recomputes nothing."""
    found = dlvm.parse(
        """stage raw
!checkpoint
func @f: (f64) -> f64 {
'entry(%x: f64):
    %y = exp %x: f64
    return %y: f64
}
[gradient @f]
func @g: (f64) -> (f64)
"""
    )
    dlvm.run_passes(found, "AD")
    assert "apply" not in str(found)
    assert dlvm.interpret(found, "g", 1.0)[0] == pytest.approx(np.e)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("%r = random 3 from 0: f64 upto 1: f64", "random: {} draw random numbers without a key"),
        ("%r = load @v: *f64", "load: {} use the global variable @v"),
        ("%r = apply @sin(0: f64) -> f64", "apply: {} call the external function @sin"),
    ],
)
def test_functions_that_can_not_be_recomputed(code: str, message: str) -> None:
    text = f"""stage raw
var @v: f64
[extern] func @sin: (f64) -> f64
func @inner: (f64) -> f64 {{
'entry(%x: f64):
    {code}
    return %x: f64
}}
!checkpoint
func @f: (f64) -> f64 {{
'entry(%x: f64):
    %y = apply @inner(%x: f64) -> f64
    return %y: f64
}}
func @g: (f64) -> f64 {{
'entry(%x: f64):
    %y = apply @f(%x: f64) -> f64
    return %y: f64
}}
[gradient @g]
func @h: (f64) -> (f64)
"""
    with pytest.raises(dlvm.DiagnosticError) as caught:
        dlvm.verify(dlvm.parse(text))
    (problem,) = caught.value.diagnostics
    must_not = "a function marked !checkpoint must not"
    assert problem.message == (
        f"{message.format(must_not)}, because it runs again in the reverse pass"
    )
    assert problem.location is not None
    assert problem.location.line == 6


def test_memory_of_callers_can_not_be_recomputed() -> None:
    text = """stage raw
!checkpoint
func @f: (*f64, f64) -> f64 {
'entry(%p: *f64, %x: f64):
    return %x: f64
}
func @g: (*f64, f64) -> f64 {
'entry(%p: *f64, %x: f64):
    %y = apply @f(%p: *f64, %x: f64) -> f64
    return %y: f64
}
[gradient @g wrt 1]
func @h: (*f64, f64) -> (f64)
"""
    with pytest.raises(dlvm.DiagnosticError, match="must not receive or return memory, got type"):
        dlvm.verify(dlvm.parse(text))
