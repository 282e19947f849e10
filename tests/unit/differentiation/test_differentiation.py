"""Gradients of whole functions: calls, clauses, aggregates, and rejected programs."""

import math
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import dlvm
from dlvm.analysis.differentiation.differentiability import (
    check_differentiable,
)
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.transforms.loop.reduction_loops import is_function_reduction
from dlvm.verifier import verify
from tests.support.gradient_testing import (
    check_gradient,
    declare_gradient,
    differences,
    function_text,
    module_of,
    random,
)

# Composed functions

LAYER_NORM = """
    %sum = reduce %a by add along 1
    %mean = divide %sum: <3 x f64>, 4: f64
    %m = padShape %mean: <3 x f64> at 1
    %c = subtract %a, %m: <3 x 1 x f64>
    %sq = square %c: <3 x 4 x f64>
    %ss = reduce %sq: <3 x 4 x f64> by add along 1
    %v = divide %ss: <3 x f64>, 4: f64
    %e = add %v: <3 x f64>, 1.0e-5: f64
    %r = rsqrt %e: <3 x f64>
    %k = padShape %r: <3 x f64> at 1
    %n = multiply %c: <3 x 4 x f64>, %k: <3 x 1 x f64>
    %s = multiply %n: <3 x 4 x f64>, %b
    %y = add %s: <3 x 4 x f64>, %b
    return %y: <3 x 4 x f64>"""

CLASSIFIER = """
    %h = dot %a, %b
    %z = add %h: <5 x 6 x f64>, %c
    %r = max %z: <5 x 6 x f64>, 0: f64
    %o = dot %r: <5 x 6 x f64>, %d
    %m = reduce %o: <5 x 3 x f64> by max along 1
    %mm = padShape %m: <5 x f64> at 1
    %s = subtract %o: <5 x 3 x f64>, %mm: <5 x 1 x f64>
    %x = exp %s: <5 x 3 x f64>
    %t = reduce %x: <5 x 3 x f64> by add along 1
    %l = log %t: <5 x f64>
    %ll = padShape %l: <5 x f64> at 1
    %p = subtract %s: <5 x 3 x f64>, %ll: <5 x 1 x f64>
    %k = multiply %p: <5 x 3 x f64>, %e
    %n = reduce %k: <5 x 3 x f64> by add along 0, 1
    %y = divide %n: f64, -5: f64
    return %y: f64"""


@pytest.mark.parametrize("passes", ["AD", "O1", "O2", "O3"])
def test_layer_norm(passes: str) -> None:
    check_gradient(LAYER_NORM, random(3, 4), random(4), passes=passes, tolerance=1e-5)


@pytest.mark.parametrize("passes", ["AD", "O1", "O2", "O3"])
def test_classifier(passes: str) -> None:
    labels = np.eye(3)[[0, 2, 1, 1, 0]]
    check_gradient(
        CLASSIFIER, random(5, 4), random(4, 6), random(6), random(6, 3), labels, passes=passes
    )


# Calls

SCALE = function_text("scale", "%y = multiply %a, %b\nreturn %y: f64", [np.array(0.0)] * 2)
TWICE = """
func @twice: (f64) -> (f64, i64, f64) {
'entry(%x: f64):
    %y = apply @scale(%x: f64, %x: f64) -> f64
    %z = sin %y: f64
    return (%y: f64, 3: i64, %z: f64): (f64, i64, f64)
}
"""


@pytest.mark.parametrize("passes", ["AD", "AD INL", "O2"])
def test_calls(passes: str) -> None:
    body = """
        %p = apply @twice(%a) -> (f64, i64, f64)
        %u = extract 0 from %p: (f64, i64, f64)
        %v = extract 2 from %p: (f64, i64, f64)
        %q = apply @twice(%v: f64) -> (f64, i64, f64)
        %w = extract 2 from %q: (f64, i64, f64)
        %s = apply @scale(%u: f64, %w: f64) -> f64
        %y = apply @scale(%s: f64, %b) -> f64
        return %y: f64"""
    check_gradient(body, np.array(0.7), np.array(1.3), helpers=[SCALE, TWICE], passes=passes)


def test_functions_are_augmented_once_for_each_use() -> None:
    body = "\n".join(
        ["%y0 = apply @scale(%a, %b) -> f64"]
        + [f"%y{i} = apply @scale(%y{i - 1}: f64, %b) -> f64" for i in range(1, 6)]
        + ["return %y5: f64"]
    )
    module = check_gradient(body, np.array(0.9), np.array(1.1), helpers=[SCALE])
    names = [f.name for f in module.functions]
    assert names == ["scale", "f", "g", "scale.forward", "scale.reverse"]


def test_only_used_results_are_differentiated() -> None:
    """At 0 the logarithm's derivative is infinite, but its result is unused."""
    pair = """
func @pair: (f64) -> (f64, f64) {
'entry(%x: f64):
    %l = log %x: f64
    %s = sin %x: f64
    return (%l: f64, %s: f64): (f64, f64)
}
"""
    body = "%p = apply @pair(%a) -> (f64, f64)\n%y = extract 1 from %p: (f64, f64)\nreturn %y: f64"
    module = module_of(pair, function_text("f", body, [np.array(0.0)]))
    declare_gradient(module, "g", "f")
    run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 0.0) == (1.0,)


def test_blocks_in_a_row() -> None:
    text = """
func @f: (f64) -> f64 {
'entry(%x: f64):
    conditional true: bool then 'next(%x: f64, (%x: f64, 2: f64): (f64, f64)) else 'never()
'next(%u: f64, %p: (f64, f64)):
    %v = extract 0 from %p: (f64, f64)
    %w = multiply %u: f64, %v: f64
    branch 'last(%w: f64)
'never():
    return 0: f64
'last(%y: f64):
    %z = multiply %y: f64, %x: f64
    return %z: f64
}
"""
    module = module_of(text)
    declare_gradient(module, "g", "f")
    run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 2.0) == (12.0,)


def test_gradient_of_a_gradient() -> None:
    text = function_text("f", "%y = power %a, 4: f64\nreturn %y: f64", [np.array(0.0)])
    module = module_of(text)
    declare_gradient(module, "g", "f")
    declare_gradient(module, "h", "g")
    declare_gradient(module, "k", "h")
    module.functions.reverse()
    run_passes(module, "AD", verify_each=True)
    found = [interpret(module, name, 2.0) for name in ("g", "h", "k")]
    np.testing.assert_allclose(found, [(32,), (48,), (48,)])


def test_differentiation_through_a_gradient() -> None:
    inner = function_text("f", "%y = sin %a\nreturn %y: f64", [np.array(0.0)])
    outer = """
[gradient @f]
func @df: (f64) -> (f64)
func @h: (f64) -> f64 {
'entry(%x: f64):
    %d = apply @df(%x: f64) -> (f64)
    %y = extract 0 from %d: (f64)
    return %y: f64
}
"""
    module = module_of(inner, outer)
    declare_gradient(module, "g", "h")
    run_passes(module, "AD", verify_each=True)
    np.testing.assert_allclose(interpret(module, "g", 0.4), (-math.sin(0.4),))


# Clauses

TWO_RESULTS = """
func @f: (f64, f64) -> (f64, f64) {
'entry(%x: f64, %y: f64):
    %p = multiply %x: f64, %y: f64
    %q = square %x: f64
    return (%p: f64, %q: f64): (f64, f64)
}
"""


@pytest.mark.parametrize(
    ("clauses", "arguments", "expected"),
    [
        ({"sources": (0,)}, (2, 3), (3, 2)),
        ({"sources": (1,)}, (2, 3), (4, 0)),
        ({"sources": (0,), "wrt": (1,)}, (2, 3), (2,)),
        ({"sources": (0,), "wrt": (1, 0)}, (2, 3), (2, 3)),
        ({"sources": (1,), "wrt": (0,), "keeping": (1, 0)}, (2, 3), (4, 4, 6)),
        ({"sources": (0,), "seedable": True}, (2, 3, 10), (30, 20)),
        ({"sources": (1, 0)}, (2, 3), (7, 2)),
        ({"sources": (1, 0), "seedable": True}, (2, 3, 10, 100), (340, 200)),
        ({"sources": (1,), "wrt": (0,), "keeping": (0,), "seedable": True}, (2, 3, 10), (40, 6)),
    ],
)
@pytest.mark.parametrize("passes", ["AD", "O2"])
def test_clauses(clauses: Any, arguments: Any, expected: Any, passes: str) -> None:
    module = module_of(TWO_RESULTS)
    declare_gradient(module, "g", "f", **clauses)
    run_passes(module, passes, verify_each=True)
    assert interpret(module, "g", *arguments) == expected


def test_a_function_that_returns_its_argument() -> None:
    module = module_of(function_text("f", "return %a: f64", [np.array(0.0)]))
    declare_gradient(module, "g", "f", keeping=(0,), seedable=True)
    run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 3, 5) == (5, 3)


def test_a_result_that_does_not_depend_on_the_argument() -> None:
    module = module_of(function_text("f", "return %b: f64", [np.zeros((2, 3)), np.array(0.0)]))
    declare_gradient(module, "g", "f", wrt=(0,))
    run_passes(module, "AD", verify_each=True)
    np.testing.assert_array_equal(interpret(module, "g", np.ones((2, 3)), 1)[0], np.zeros((2, 3)))


# Tuples, arrays and structs

PARAMETERS = """
struct $Layer { #w: <3 x 2 x f64>, #b: <2 x f64> }
struct $Model { #first: $Layer, #scales: [2 x f64] }
func @layer: ($Layer, <3 x f64>) -> <2 x f64> {
'entry(%l: $Layer, %x: <3 x f64>):
    %w = extract #w from %l: $Layer
    %b = extract #b from %l: $Layer
    %h = dot %x: <3 x f64>, %w: <3 x 2 x f64>
    %y = add %h: <2 x f64>, %b: <2 x f64>
    return %y: <2 x f64>
}
func @f: ($Model, <3 x f64>) -> f64 {
'entry(%m: $Model, %x: <3 x f64>):
    %l = extract #first from %m: $Model
    %h = apply @layer(%l: $Layer, %x: <3 x f64>) -> <2 x f64>
    %s = extract #scales, 1 from %m: $Model
    %z = multiply %h: <2 x f64>, %s: f64
    %y = reduce %z: <2 x f64> by add along 0
    return %y: f64
}
"""


@pytest.mark.parametrize("passes", ["AD", "O2"])
def test_structs_have_gradients_of_their_type(passes: str) -> None:
    module = module_of(PARAMETERS)
    declare_gradient(module, "g", "f")
    run_passes(module, passes, verify_each=True)
    w, b, x = random(3, 2), random(2), random(3)
    model, dx = interpret(module, "g", {"first": {"w": w, "b": b}, "scales": [5.0, 7.0]}, x)
    np.testing.assert_allclose(model.first.w, 7 * np.outer(x, [1, 1]))
    np.testing.assert_allclose(model.first.b, [7, 7])
    np.testing.assert_allclose(list(model.scales), [0, (x @ w + b).sum()])
    np.testing.assert_allclose(dx, 7 * w.sum(axis=1))


def test_parts_without_a_tangent() -> None:
    text = """
struct $Batch { #x: <2 x f64>, #label: i64 }
func @f: ($Batch, (i64, f64)) -> f64 {
'entry(%b: $Batch, %t: (i64, f64)):
    %x = extract #x from %b: $Batch
    %s = extract 1 from %t: (i64, f64)
    %z = multiply %x: <2 x f64>, %s: f64
    %y = reduce %z: <2 x f64> by add along 0
    return %y: f64
}
[gradient @f]
func @g: ($Batch, (i64, f64)) -> ((<2 x f64>, ()), ((), f64))
"""
    module = module_of(text)
    run_passes(module, "AD", verify_each=True)
    batch, pair = interpret(module, "g", {"x": np.array([1.0, 2.0]), "label": 1}, (2, 3.0))
    np.testing.assert_array_equal(batch[0], [3, 3])
    assert pair[1] == 3


def test_structs_are_built_accessed_and_passed() -> None:
    text = """
struct $P { #x: f64, #y: f64 }
func @swap: ($P) -> $P {
'entry(%p: $P):
    %x = extract #x from %p: $P
    %y = extract #y from %p: $P
    return {#x = %y: f64, #y = %x: f64}: $P
}
func @f: ($P, $P) -> ($P, f64) {
'entry(%p: $P, %q: $P):
    %s = apply @swap(%p: $P) -> $P
    %x = extract #x from %q: $P
    %t = insert %x: f64 to %s: $P at #y
    %a = extract #x from %t: $P
    %b = extract #y from %t: $P
    %c = multiply %a: f64, %b: f64
    return (%t: $P, %c: f64): ($P, f64)
}
[gradient @f from 0 seedable]
func @g: ($P, $P, $P) -> ($P, $P)
[gradient @f from 1]
func @h: ($P, $P) -> ($P, $P)
"""
    for passes in ("AD", "O2"):
        module = module_of(text)
        run_passes(module, passes, verify_each=True)
        assert interpret(module, "g", (2, 3), (5, 7), (10, 100)) == ((0, 10), (100, 0))
        assert interpret(module, "h", (2, 3), (5, 7)) == ((0, 5), (3, 0))


# What cannot be differentiated


def refusal(text: str, name: str = "f", **clauses: Any) -> str:
    """Returns the only message for an impossible gradient, which the verifier reports too."""
    module = module_of(text)
    function = module.function(name)
    assert function is not None
    problem = check_differentiable(function, clauses.get("sources"), clauses.get("wrt"))
    declare_gradient(module, "g", name, **clauses)
    with pytest.raises(DiagnosticError) as caught:
        verify(module)
    with pytest.raises(DiagnosticError) as caught_again:
        run_passes(module, "AD")
    (found,) = caught.value.diagnostics
    assert problem is not None
    assert problem.message == found.message
    assert caught_again.value.diagnostics[0].message == found.message
    assert problem.location is None or problem.location.line == found.location.line  # type: ignore[union-attr]
    return str(found)


def test_rejected_instructions() -> None:
    body = "%u = lgamma %a\n%y = bitCast %u: f64 to f64\n%z = exp %y: f64\nreturn %z: f64"
    message = refusal(function_text("f", body, [np.array(0.0)]))
    assert "error: bitCast: differentiation through the bits of numbers is not" in message
    assert "%y = bitCast %u: f64 to f64\n             ^" in message
    assert "its result is an operand of exp" in message


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("%y = bitCast %a to f64\nreturn %y: <3 x f64>", "the bits of numbers"),
        ("%y = apply @out(%a) -> <3 x f64>\nreturn %y: <3 x f64>", "external function @out"),
    ],
)
def test_rejected_code(body: str, reason: str) -> None:
    extern = "[extern] func @out: (<3 x f64>) -> <3 x f64>\n"
    text = function_text("f", body, [np.zeros(3), np.array(1), np.array([0, 1, 2])])
    message = refusal(extern + text)
    assert reason in message
    assert "is not supported yet" in message


def test_rejected_in_a_callee() -> None:
    inner = function_text("inner", "%y = bitCast %a to f64\nreturn %y: f64", [np.array(0.0)])
    outer = function_text("f", "%y = apply @inner(%a) -> f64\nreturn %y: f64", [np.array(0.0)])
    message = refusal(inner + outer)
    assert "%y = bitCast" in message
    assert "note: @inner is called here" in message


def test_deep_calls() -> None:
    """64 nested calls are differentiated, printed and parsed; more are rejected."""
    texts = [function_text("f0", "%y = sin %a\nreturn %y: f64", [np.array(0.0)])]
    for depth in range(1, 70):
        body = f"%y = apply @f{depth - 1}(%a) -> f64\nreturn %y: f64"
        texts.append(function_text(f"f{depth}", body, [np.array(0.0)]))
    module = module_of(*texts)
    declare_gradient(module, "g", "f64")
    run_passes(module, "AD", verify_each=True)
    assert parse(str(module)) == module
    assert interpret(module, "g", 0.0) == (1.0,)
    assert "calls more than 64 deep is not supported yet" in refusal("\n".join(texts), "f66")


def test_rejected_types() -> None:
    text = """
enum $E {{ ?a(f64, *f64), ?b }}
func @f: ({0}) -> f64 {{
'entry(%x: {0}):
    return 0: f64
}}
"""
    for type in ("$E", "(f64, *f64)", "[100000000000 x f64]"):
        message = refusal(text.format(type))
        assert f"argument 0 of @f has type {type}, which has no gradient" in message
        assert "is not supported yet" in message


def test_inactive_code_is_not_differentiated() -> None:
    body = """
        %k = dataTypeCast %a to i64
        %d = digamma %b
        %y = multiply %a, %d: f64
        return %y: f64"""
    module = module_of(function_text("f", body, [np.array(0.0), np.array(0.0)]))
    declare_gradient(module, "g", "f", wrt=(0,))
    run_passes(module, "AD", verify_each=True)
    (gradient,) = interpret(module, "g", 2.0, 1.0)
    assert gradient == pytest.approx(-0.5772156649015329)


# Sizes that are not known


def test_erased_dimensions() -> None:
    text = """
func @f: (<_n x 3 x f64>, <3 x 2 x f64>, <2 x f64>) -> f64 {
'entry(%x: <_n x 3 x f64>, %w: <3 x 2 x f64>, %b: <2 x f64>):
    %h = dot %x: <_n x 3 x f64>, %w: <3 x 2 x f64>
    %z = add %h: <_n x 2 x f64>, %b: <2 x f64>
    %t = tanh %z: <_n x 2 x f64>
    %y = reduce %t: <_n x 2 x f64> by add along 0, 1
    return %y: f64
}
"""
    module = module_of(text)
    declare_gradient(module, "g", "f")
    run_passes(module, "O2", verify_each=True)
    arguments = [random(4, 3), random(3, 2), random(2)]
    for index, found in enumerate(interpret(module, "g", *arguments)):
        expected = differences(lambda *a: interpret(module, "f", *a), arguments, 1.0, index)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(("left", "right"), [(3, 3), (1, 3), (3, 1), (1, 1), (0, 1)])
def test_broadcasting_of_unknown_sizes(left: int, right: int) -> None:
    text = """
func @f: (<_ x f64>, <_ x f64>) -> <_ x f64> {
'entry(%x: <_ x f64>, %y: <_ x f64>):
    %z = multiply %x: <_ x f64>, %y: <_ x f64>
    return %z: <_ x f64>
}
"""
    module = module_of(text)
    declare_gradient(module, "g", "f")
    run_passes(module, "O2", verify_each=True)
    arguments = [random(left), random(right, seed=1)]
    for run in (dlvm.compile(module, threads=1)["g"], lambda *a: interpret(module, "g", *a)):
        for index, found in enumerate(run(*arguments)):
            expected = differences(lambda *a: interpret(module, "f", *a), arguments, 1.0, index)
            np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    "body",
    [
        "concatenate %x: <_ x f64>, %x: <_ x f64> along 0",
        "scan %x: <_ x f64> by max along 0",
        "reduceWindow %x: <_ x f64> by add dims 2 strides 2 padding half",
        "gather %x: <_ x f64> at %i: <_ x i64> along 0",
    ],
)
def test_no_gradient_of_unknown_size_on_one_of_two_paths(body: str) -> None:
    """Where control did not go through, the gradient of %y is 0, in the size of %y."""
    text = f"""
func @f: (<_ x f64>, <_ x i64>, bool) -> f64 {{
'entry(%x: <_ x f64>, %i: <_ x i64>, %c: bool):
    %y = {body}
    conditional %c: bool then 'a() else 'b()
'a():
    %s = reduce %y: <_ x f64> by add along 0
    return %s: f64
'b():
    %t = reduce %x: <_ x f64> by add along 0
    return %t: f64
}}
"""
    module = module_of(text)
    declare_gradient(module, "g", "f")
    run_passes(module, "O2", verify_each=True)
    for flag in (True, False):
        arguments = [random(5), np.array([1, 1, 3]), np.array(flag)]
        (found,) = interpret(module, "g", *arguments)
        expected = differences(lambda *a: interpret(module, "f", *a), arguments, 1.0, 0)
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


CONVOLUTION_BY_ANY_KERNEL = """
func @f: (<2 x 1 x _ x f64>, <3 x 1 x _ x f64>) -> <2 x 3 x _ x f64> {
'entry(%x: <2 x 1 x _ x f64>, %k: <3 x 1 x _ x f64>):
    %y = convolve %x: <2 x 1 x _ x f64> kernel %k: <3 x 1 x _ x f64> strides 2 padding (1, 0)
    return %y: <2 x 3 x _ x f64>
}
"""


@pytest.mark.parametrize(("size", "width"), [(7, 3), (6, 3), (1, 2), (1, 4), (0, 1)])
def test_kernel_of_unknown_size(size: int, width: int) -> None:
    module = module_of(CONVOLUTION_BY_ANY_KERNEL)
    declare_gradient(module, "g", "f", seedable=True)
    run_passes(module, "AD", verify_each=True)
    arguments = [random(2, 1, size), random(3, 1, width)]
    seed = random(*interpret(module, "f", *arguments).shape, seed=1)
    compiled = dlvm.compile(module, threads=1)["g"](*arguments, seed)
    pairs = zip(interpret(module, "g", *arguments, seed), compiled, strict=True)
    for index, both in enumerate(pairs):
        expected = differences(lambda *a: interpret(module, "f", *a), arguments, seed, index)
        for found in both:
            np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@given(data=st.data())
@settings(max_examples=25)
def test_random_straight_line_code(data: st.DataObject) -> None:
    """Chains of smooth instructions over two arguments that are used many times."""
    unary = ["tanh", "sin", "cos", "negate", "atan", "square"]
    binary = ["add", "subtract", "multiply", "min", "max"]
    values = ["%a", "%b"]
    lines: list[str] = []
    for number in range(data.draw(st.integers(1, 8))):
        name = data.draw(st.sampled_from(unary + binary))
        operands = [data.draw(st.sampled_from(values)) for _ in range(1 if name in unary else 2)]
        lines.append(f"%v{number} = {name} {', '.join(operands)}")
        values.append(f"%v{number}: <3 x f64>")
    body = "\n".join([*lines, f"return {values[-1]}"])
    passes = data.draw(st.sampled_from(["AD", "O1", "O3"]))
    check_gradient(body, random(3, low=-0.9, high=0.9), random(3, seed=5), passes=passes)


INACTIVE_REDUCTION = """
stage raw
func @join: (f64, f64) -> f64 {
'entry(%a: f64, %b: f64):
    %p = multiply %a: f64, %b: f64
    %s = sin %p: f64
    return %s: f64
}
func @f: (f64, <3 x f64>) -> f64 {
'entry(%a: f64, %x: <3 x f64>):
    %r = reduce %x: <3 x f64> by @join init 1: f64 along 0
    %b = square %a: f64
    %y = multiply %r: f64, %b: f64
    return %y: f64
}
[gradient @f wrt 0]
func @slope: (f64, <3 x f64>) -> (f64)
[gradient @slope]
func @curvature: (f64, <3 x f64>) -> (f64, <3 x f64>)
[derivative @f wrt 0]
func @pushed: (f64, <3 x f64>, f64) -> (f64)
[derivative @pushed wrt 1]
func @pushed_on: (f64, <3 x f64>, f64, <3 x f64>) -> (f64)
"""


def test_differentiated_reductions_by_functions_become_loops() -> None:
    module = dlvm.parse(INACTIVE_REDUCTION)
    dlvm.run_passes(module, "AD", verify_each=True)
    reduced = {
        f.name for f in module.functions if any(map(is_function_reduction, f.instructions()))
    }
    assert reduced == {"f", "slope", "pushed"}
    x, step = np.array([0.5, 1.2, 0.7]), 1e-6
    ways = step * np.eye(3)
    expected = [
        (interpret(module, "slope", 2.0, x + way)[0] - interpret(module, "slope", 2.0, x - way)[0])
        / (2 * step)
        for way in ways
    ]
    np.testing.assert_allclose(interpret(module, "curvature", 2.0, x)[1], expected, rtol=1e-6)
    pushed = [interpret(module, "pushed_on", 2.0, x, 1.0, way)[0] for way in np.eye(3)]
    np.testing.assert_allclose(pushed, expected, rtol=1e-6)
