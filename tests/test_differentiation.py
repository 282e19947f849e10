"""Gradients against central differences in f64, the clauses of declarations, calls, and errors."""

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis.extra.numpy as hnp
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from dlvm.analysis.differentiability import (
    NOT_DIFFERENTIABLE,
    ZERO_DERIVATIVE,
    check_differentiable,
)
from dlvm.analysis.gradients import gradient_type
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.ir import INSTRUCTIONS, Function, GradientDeclaration, Module, Stage
from dlvm.ir import instructions as op
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.transforms.differentiation import ADJOINT
from dlvm.verifier import verify

Array = np.ndarray[Any, Any]
STEP = 1e-5


def random(*shape: int, low: float = -2, high: float = 2, seed: int = 0) -> Array:
    return np.random.default_rng([seed, *shape]).uniform(low, high, shape)


def type_text(value: Any) -> str:
    array = np.asarray(value)
    element = {"f": "f", "i": "i", "u": "u", "b": "bool"}[array.dtype.kind]
    element += "" if element == "bool" else str(array.itemsize * 8)
    return f"<{' x '.join(map(str, array.shape))} x {element}>" if array.ndim else element


def function_text(name: str, body: str, arguments: Sequence[Any]) -> str:
    """A function whose arguments are %a, %b, …; `return` with its type ends the body."""
    types = [type_text(a) for a in arguments]
    names = [f"%{'abcdefgh'[i]}" for i in range(len(types))]
    values = [f"{n}: {t}" for n, t in zip(names, types, strict=True)]
    for name_, value in zip(names, values, strict=True):
        body = re.sub(re.escape(name_) + r"(?![\w.:])", lambda _, v=value: v, body)
    result = body.rstrip().rsplit(":", 1)[1].strip()
    lines = "\n".join("    " + line.strip() for line in body.strip().splitlines())
    return (
        f"func @{name}: ({', '.join(types)}) -> {result} {{\n'entry({', '.join(values)}):\n"
        f"{lines}\n}}\n"
    )


def module_of(*functions: str, stage: str = "raw") -> Module:
    return parse(f'module "test"\nstage {stage}\n' + "\n".join(functions))


def declare_gradient(module: Module, name: str, of: str, **clauses: Any) -> Function:
    """Declares a gradient function, of the type that the clauses ask for."""
    original = module.function(of)
    assert original is not None
    declaration = GradientDeclaration(original, **clauses)
    return module.add_function(Function(name, gradient_type(declaration), declaration=declaration))


def differences(f: Callable[..., Any], arguments: Sequence[Any], seed: Any, index: int) -> Array:
    """The gradient of an argument by central differences."""
    gradient = np.zeros(np.shape(arguments[index]))
    for place in np.ndindex(gradient.shape):
        sides: list[float] = []
        for step in (STEP, -STEP):
            moved = [np.array(a) for a in arguments]
            moved[index][place] += step
            sides.append(float(np.sum(seed * f(*moved))))
        gradient[place] = (sides[0] - sides[1]) / (2 * STEP)
    return gradient


def check_gradient(
    body: str,
    *arguments: Any,
    passes: str = "AD",
    helpers: Sequence[str] = (),
    tolerance: float = 1e-6,
) -> Module:
    """Compares the gradients of all float arguments with differences, for a random seed."""
    module = module_of(*helpers, function_text("f", body, arguments))
    declare_gradient(module, "g", "f", seedable=True)
    run_passes(module, passes, verify_each=True)
    assert module.stage is Stage.OPTIMIZABLE
    assert parse(str(module)) == module

    def f(*values: Any) -> Any:
        return interpret(module, "f", *values)

    seed = random(*np.shape(f(*arguments)), seed=1)
    gradients = iter(interpret(module, "g", *arguments, seed))
    for index, argument in enumerate(arguments):
        if np.asarray(argument).dtype.kind == "f":
            np.testing.assert_allclose(
                next(gradients),
                differences(f, arguments, seed, index),
                rtol=tolerance,
                atol=tolerance,
                err_msg=f"argument {index} of\n{body}",
            )
    assert next(gradients, None) is None
    return module


# Every instruction

ANYWHERE = ("negate", "abs", "square", "exp", "expm1", "sin", "cos", "tanh", "atan", "sinh", "cosh")
POSITIVE = ("sqrt", "rsqrt", "log", "log1p", "reciprocal", "lgamma")
INSIDE = ("tan", "asin", "acos", "erf", "erfc")
FLAT = ("floor", "ceil", "round", "rint", "sign")


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [(n, -2, 2) for n in ANYWHERE]
    + [(n, 0.2, 3) for n in POSITIVE]
    + [(n, -0.9, 0.9) for n in INSIDE]
    + [(n, 0.1, 0.4) for n in FLAT],
)
def test_unary(name: str, low: float, high: float) -> None:
    check_gradient(f"%y = {name} %a\nreturn %y: <3 x 4 x f64>", random(3, 4, low=low, high=high))


BINARY = (
    "add", "subtract", "multiply", "divide", "power", "atan2", "min", "max", "modulo",
    "floorDivide", "truncateDivide",
)  # fmt: skip
SHAPES = [((3, 4), (3, 4)), ((3, 4), (4,)), ((3, 1), (1, 4)), ((), (3, 4)), ((1,), (3, 4))]


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_binary(name: str, left: tuple[int, ...], right: tuple[int, ...]) -> None:
    a, b = random(*left, low=0.3, high=2), random(*right, low=0.4, high=2.1, seed=2)
    check_gradient(f"%y = {name} %a, %b\nreturn %y: <3 x 4 x f64>", a, b)


@given(shapes=hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3))
@settings(max_examples=20)
def test_broadcasting(shapes: Any) -> None:
    a, b, c = (random(*s, seed=i) for i, s in enumerate(shapes.input_shapes))
    inner, result = (
        type_text(np.zeros(s)) for s in (np.broadcast_shapes(a.shape, b.shape), shapes.result_shape)
    )
    check_gradient(
        f"%y = multiply %a, %b\n%z = subtract %y: {inner}, %c\n%w = multiply %z: {result}, %a\n"
        f"return %w: {result}",
        a, b, c,
    )  # fmt: skip


def test_select() -> None:
    flags = random(3, 4) > 0
    check_gradient(
        "%y = select %a, %b by %c\nreturn %y: <3 x 4 x f64>", random(4), random(3, 1), flags
    )


def test_casts() -> None:
    check_gradient(
        "%h = dataTypeCast %a to f32\n%y = dataTypeCast %h: <4 x f32> to f64\n"
        "%z = multiply %y: <4 x f64>, %a\nreturn %z: <4 x f64>",
        random(4).astype(np.float32).astype(np.float64),
        tolerance=5e-2,
    )


DOTS = [
    ((4,), (4,)), ((3, 4), (4,)), ((4,), (4, 5)), ((3, 4), (4, 5)), ((2, 3, 4), (4, 5)),
    ((3, 4), (2, 4, 5)), ((2, 3, 4), (2, 4, 5)), ((2, 1, 3, 4), (5, 4, 2)), ((2, 3, 4), (4,)),
    ((4,), (2, 4, 5)), ((1, 3, 4), (2, 4, 1)), ((3, 1), (1, 5)),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), DOTS)
def test_dot(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    result = type_text(np.matmul(np.zeros(left), np.zeros(right)))
    check_gradient(f"%y = dot %a, %b\nreturn %y: {result}", random(*left), random(*right, seed=2))


@pytest.mark.parametrize("by", ["add", "multiply", "min", "max"])
@pytest.mark.parametrize("axes", ["0", "1", "0, 2", "0, 1, 2"])
@pytest.mark.parametrize("init", ["", "init %b "])
def test_reduce(by: str, axes: str, init: str) -> None:
    kept = [d for i, d in enumerate((3, 2, 4)) if str(i) not in axes]
    result = type_text(np.zeros(kept))
    start = {"add": 1.5, "multiply": 1.5, "min": -0.5, "max": 0.5}[by]
    check_gradient(
        f"%y = reduce %a by {by} {init}along {axes}\nreturn %y: {result}",
        random(3, 2, 4),
        np.array(start),
    )


@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_product_with_zeros(zeros: int) -> None:
    a = random(2, 4)
    a[0, :zeros] = 0
    check_gradient("%y = reduce %a by multiply along 1\nreturn %y: <2 x f64>", a)


MOVES = [
    ("transpose %a", (3, 4), (4, 3)),
    ("transpose %a along 2, 0, 1", (2, 3, 4), (4, 2, 3)),
    ("reverse %a along 1", (2, 3), (2, 3)),
    ("broadcast %a to 2 x 3 x 4", (3, 1), (2, 3, 4)),
    ("shapeCast %a to 6", (2, 3), (6,)),
    ("shapeCast %a to scalar", (1, 1), ()),
    ("padShape %a at 1", (2, 3), (2, 1, 3)),
    ("squeezeShape %a at 0", (1, 3), (3,)),
    ("slice %a from 1 upto 3", (4, 2), (2, 2)),
    ("slice %a from 1, 0 upto 4, 4 strides 2, 3", (5, 4), (2, 2)),
    ("slice %a from 1 upto 1", (3,), (0,)),
    ("pad %a by (1, 2), (0, 1) with 0.5: f64", (2, 3), (5, 4)),
    ("pad %a by (-1, 2), (1, -2) with 0.5: f64", (3, 3), (4, 2)),
    ("pad %a by (1, 0) with 0: f64 interior 2", (3,), (8,)),
    ("pad %a by (-1, -2) with 0: f64 interior 1", (4,), (4,)),
    ("concatenate %a, %a along 1", (2, 3), (2, 6)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shape", "result"), MOVES)
def test_moved_elements(text: str, shape: tuple[int, ...], result: tuple[int, ...]) -> None:
    found = type_text(np.zeros(result))
    check_gradient(f"%y = {text}\n%z = square %y: {found}\nreturn %z: {found}", random(*shape))


def test_concatenate_parts() -> None:
    check_gradient(
        "%y = concatenate %a, %b, %c along 0\nreturn %y: <6 x 2 x f64>",
        random(1, 2), random(3, 2), random(2, 2),
    )  # fmt: skip


def test_padding_value() -> None:
    check_gradient(
        "%y = pad %a by (1, -1), (0, 2) with %b interior 0, 1\nreturn %y: <3 x 7 x f64>",
        random(3, 3),
        random(),
    )


INDICES = [np.array([2, 0, 2]), np.array([[1, 1], [0, 2]]), np.array(1)]


@pytest.mark.parametrize("indices", INDICES)
@pytest.mark.parametrize("axis", [0, 1])
def test_gather(indices: Array, axis: int) -> None:
    x = random(3, 3)
    result = type_text(np.take(x, indices, axis))
    check_gradient(f"%y = gather %a at %b along {axis}\nreturn %y: {result}", x, indices)


@pytest.mark.parametrize("indices", INDICES)
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("by", ["", " by add"])
def test_scatter(indices: Array, axis: int, by: str) -> None:
    x = random(3, 3)
    updates = random(*np.take(x, indices, axis).shape, seed=3)
    check_gradient(
        f"%y = scatter %a to %b at %c along {axis}{by}\nreturn %y: <3 x 3 x f64>",
        updates, x, indices,
    )  # fmt: skip


@pytest.mark.parametrize("normal", ["", " normal"])
def test_random(normal: str) -> None:
    check_gradient(
        f"%y = random 3 x 4 from %a upto %b{normal}\n%z = square %y: <3 x 4 x f64>\n"
        "return %z: <3 x 4 x f64>",
        np.array(0.5),
        np.array(1.5),
    )


def test_elements_of_tensors() -> None:
    check_gradient(
        "%u = extract 1 from %a\n%v = extract 0, 2 from %a\n%w = square %v: f64\n"
        "%y = insert %w: f64 to %u: <3 x f64> at 1\n%z = insert %y: <3 x f64> to %a at 0\n"
        "%p = literal <%w: f64, %v: f64, 1: f64>: <3 x f64>\n%q = multiply %z: <2 x 3 x f64>, "
        "%p: <3 x f64>\nreturn %q: <2 x 3 x f64>",
        random(2, 3),
    )


def test_every_instruction_has_a_row() -> None:
    """Calls are split by the driver, terminators end the code that it takes."""
    by_driver = {op.Apply, op.Return}
    for instruction in INSTRUCTIONS.values():
        assert instruction in {*ADJOINT, *NOT_DIFFERENTIABLE, *by_driver}, instruction.mnemonic


def test_zero_derivatives_have_no_rule() -> None:
    module = check_gradient("%y = floor %a\nreturn %y: <3 x f64>", random(3, low=0.1, high=0.9))
    gradient = module.function("g")
    assert gradient is not None
    assert [type(i) for i in gradient.instructions()] == [op.Floor, op.Return]
    assert ADJOINT.keys() >= ZERO_DERIVATIVE


# Where derivatives are not defined, or numbers are not


def gradient_at(body: str, *arguments: Any) -> Any:
    module = module_of(function_text("f", body, arguments))
    declare_gradient(module, "g", "f")
    run_passes(module, "AD", verify_each=True)
    return interpret(module, "g", *arguments)


def test_ties_share_equally() -> None:
    ones = np.ones(2)
    for name in ("min", "max"):
        a, b = gradient_at(f"%y = {name} %a, %b\nreturn %y: <2 x f64>", ones, ones)
        np.testing.assert_array_equal([a, b], [[0.5, 0.5], [0.5, 0.5]])
        (x,) = gradient_at(f"%y = reduce %a by {name} along 0\nreturn %y: f64", ones)
        np.testing.assert_array_equal(x, [0.5, 0.5])


def test_power_of_zero() -> None:
    base, exponent = gradient_at(
        "%y = power %a, %b\nreturn %y: <3 x f64>", np.zeros(3), np.array([0.0, 1.0, 2.0])
    )
    np.testing.assert_array_equal(base, [0, 1, 0])
    np.testing.assert_array_equal(exponent, [0, 0, 0])


def test_abs_at_zero() -> None:
    np.testing.assert_array_equal(gradient_at("%y = abs %a\nreturn %y: f64", np.array(0.0)), [0])


def test_selected_infinity_does_not_spread() -> None:
    """Where x is 0, the branch not taken is infinite."""
    body = """
        %flags = greaterThan %a, 0: f64
        %y = log %a
        %z = select %y: <2 x f64>, 0: f64 by %flags: <2 x bool>
        return %z: <2 x f64>"""
    (gradient,) = gradient_at(body, np.array([0.0, 2.0]))
    assert gradient[1] == 0.5


def test_random_numbers_are_drawn_once() -> None:
    """The gradient of a sum of x times random numbers is those numbers."""
    helper = function_text(
        "mask", "%r = random 8 from 0: f64 upto 1: f64\n%y = multiply %r: <8 x f64>, %a\n"
        "return %y: <8 x f64>", [np.zeros(8)],
    )  # fmt: skip
    body = "%y = apply @mask(%a) -> <8 x f64>\nreturn %y: <8 x f64>"
    module = module_of(helper, function_text("f", body, [np.ones(8)]))
    declare_gradient(module, "g", "f", keeping=(0,))
    run_passes(module, "AD", verify_each=True)
    gradient, kept = interpret(module, "g", np.full(8, 2.0), seed=7)
    np.testing.assert_allclose(kept, 2 * gradient)


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


def test_functions_are_split_once_for_each_use() -> None:
    body = "\n".join(
        ["%y0 = apply @scale(%a, %b) -> f64"]
        + [f"%y{i} = apply @scale(%y{i - 1}: f64, %b) -> f64" for i in range(1, 6)]
        + ["return %y5: f64"]
    )
    module = check_gradient(body, np.array(0.9), np.array(1.1), helpers=[SCALE])
    names = [f.name for f in module.functions]
    assert names == ["scale", "f", "g", "scale.forward", "scale.reverse"]


def test_only_results_that_are_used_are_differentiated() -> None:
    """At 0 the logarithm's derivative is infinite, but nobody uses it."""
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
        ({"source": 0}, (2, 3), (3, 2)),
        ({"source": 1}, (2, 3), (4, 0)),
        ({"source": 0, "wrt": (1,)}, (2, 3), (2,)),
        ({"source": 0, "wrt": (1, 0)}, (2, 3), (2, 3)),
        ({"source": 1, "wrt": (0,), "keeping": (1, 0)}, (2, 3), (4, 4, 6)),
        ({"source": 0, "seedable": True}, (2, 3, 10), (30, 20)),
        ({"source": 1, "wrt": (0,), "keeping": (0,), "seedable": True}, (2, 3, 10), (40, 6)),
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


def test_structs_are_built_taken_apart_and_passed_on() -> None:
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


# What can not be differentiated


def refusal(text: str, name: str = "f", **clauses: Any) -> str:
    """The message for a gradient that can not be had: one, and from the verifier as well."""
    module = module_of(text)
    function = module.function(name)
    assert function is not None
    problem = check_differentiable(function, clauses.get("source"), clauses.get("wrt"))
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


def test_refused_instructions() -> None:
    body = "%u = lgamma %a\n%y = digamma %u: f64\n%z = exp %y: f64\nreturn %z: f64"
    message = refusal(function_text("f", body, [np.array(0.0)]))
    assert "error: digamma: differentiation through a function whose derivative" in message
    assert "(trigamma) is not an instruction is not supported yet" in message
    assert "%y = digamma %u: f64\n             ^" in message
    assert "its result goes into exp" in message


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("%y = slice %a from %b upto 3\nreturn %y: <_ x f64>", "bounds that are not constant"),
        ("%y = scatter %a to %a at %c along 0 by max\nreturn %y: <3 x f64>", "a scatter by max"),
        ("%y = apply @out(%a) -> <3 x f64>\nreturn %y: <3 x f64>", "external function @out"),
        ("%y = apply @f(%a, %b, %c) -> <3 x f64>\nreturn %y: <3 x f64>", "recursion"),
    ],
)
def test_refused_code(body: str, reason: str) -> None:
    extern = "[extern] func @out: (<3 x f64>) -> <3 x f64>\n"
    text = function_text("f", body, [np.zeros(3), np.array(1), np.array([0, 1, 2])])
    message = refusal(extern + text)
    assert reason in message
    assert "is not supported yet" in message


def test_refused_inside_a_call() -> None:
    inner = function_text("inner", "%y = digamma %a\nreturn %y: f64", [np.array(0.0)])
    outer = function_text("f", "%y = apply @inner(%a) -> f64\nreturn %y: f64", [np.array(0.0)])
    message = refusal(inner + outer)
    assert "%y = digamma" in message
    assert "note: @inner is called here" in message


def test_refused_control_flow() -> None:
    text = """
func @f: (f64, bool) -> f64 {
'entry(%x: f64, %c: bool):
    conditional %c: bool then 'a() else 'b()
'a():
    return %x: f64
'b():
    return 0: f64
}
"""
    assert "differentiation through control flow is not supported yet" in refusal(text)


def test_refused_types() -> None:
    text = """
enum $E {{ ?a(f64), ?b }}
func @f: ({0}) -> f64 {{
'entry(%x: {0}):
    return 0: f64
}}
"""
    for type in ("$E", "(f64, *f64)", "[100000000000 x f64]"):
        message = refusal(text.format(type))
        assert f"argument 0 of @f has type {type}, which has no gradient" in message
        assert "is not supported yet" in message


def test_mutual_recursion_is_refused() -> None:
    body = "%y = apply @{}(%a) -> f64\nreturn %y: f64"
    texts = [
        function_text(name, body.format(callee), [np.array(0.0)])
        for name, callee in (("f", "h"), ("h", "f"))
    ]
    assert "recursion" in refusal("\n".join(texts))


def test_what_is_not_on_the_way_does_not_matter() -> None:
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


def test_broadcasting_of_unknown_sizes_is_refused() -> None:
    text = """
func @f: (<_ x f64>, <_ x f64>) -> <_ x f64> {
'entry(%x: <_ x f64>, %y: <_ x f64>):
    %z = multiply %x: <_ x f64>, %y: <_ x f64>
    return %z: <_ x f64>
}
"""
    module = module_of(text)
    declare_gradient(module, "g", "f")
    with pytest.raises(DiagnosticError, match="broadcasting over dimensions of unknown size"):
        run_passes(module, "AD")


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
