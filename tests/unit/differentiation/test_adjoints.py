"""The gradient of every instruction, against central differences in f64."""

from random import Random
from typing import Any

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
import scipy.special
from hypothesis import given, settings

from dlvm.analysis.differentiation.differentiability import (
    OBSTACLES,
)
from dlvm.interpreter import interpret
from dlvm.ir import INSTRUCTIONS
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.transforms.differentiation import ADJOINT
from tests.fuzz.gradient_draws import FAMILIES, gradient_error
from tests.support.gradient_testing import (
    Array,
    check_gradient,
    declare_gradient,
    function_text,
    module_of,
    random,
    type_text,
)

ANYWHERE = ("negate", "abs", "square", "exp", "expm1", "sin", "cos", "tanh", "atan", "sinh", "cosh")
POSITIVE = ("sqrt", "rsqrt", "log", "log1p", "reciprocal", "lgamma", "digamma")
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


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("erased", [False, True])
def test_drawn(family: str, erased: bool) -> None:
    for number in range(25):
        draws = Random(f"{family} {number} {erased}")
        error = gradient_error(FAMILIES[family](draws), draws, erased=erased)
        assert error < 1e-6, f"draw {number} of {family}"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("erased", [False, True])
def test_drawn_compiled(family: str, erased: bool) -> None:
    for number in range(2):
        draws = Random(f"compiled {family} {number} {erased}")
        draw = FAMILIES[family](draws)
        error = gradient_error(draw, draws, erased=erased, compiled=True)
        assert error < 1e-6, f"draw {number} of {family}"


def test_gradient_of_a_convolution_is_convolutions() -> None:
    body = "%y = convolve %a kernel %b strides 2, 2 padding (1, 1), (0, 1)\nreturn %y: {}"
    result = "<1 x 3 x 3 x 2 x f64>"
    x, kernel = random(1, 2, 5, 5), random(3, 2, 3, 3)
    module = check_gradient(body.format(result), x, kernel)
    gradient = module.function("g")
    assert gradient is not None
    made = [type(i) for i in gradient.instructions()]
    assert made.count(op.Convolve) >= 2
    assert {*made} <= {op.Convolve, op.Transpose, op.Reverse, op.Return}


def test_every_instruction_has_a_row() -> None:
    """The driver differentiates calls, also across control flow."""
    for instruction in INSTRUCTIONS.values():
        if instruction not in (op.Apply, op.Assert) and not issubclass(instruction, op.Terminator):
            assert (
                instruction in ADJOINT
                or instruction in OBSTACLES
                or instruction.not_differentiable is not None
                or instruction.traits & (Trait.MEMORY | Trait.STACK)
            ), instruction.mnemonic


def test_zero_derivatives_have_no_rule() -> None:
    module = check_gradient("%y = floor %a\nreturn %y: <3 x f64>", random(3, low=0.1, high=0.9))
    gradient = module.function("g")
    assert gradient is not None
    assert [type(i) for i in gradient.instructions()] == [op.Floor, op.Return]


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


def test_ties_in_windows_share_equally() -> None:
    x = np.array([1.0, 1.0, 0.0, 1.0])
    for by, sign in (("max", 1), ("min", -1)):
        text = f"%y = reduceWindow %a by {by} init %b dims 2 padding (1, 0)\nreturn %y: <4 x f64>"
        found, init = gradient_at(text, sign * x, np.array(-sign * 1.0))
        np.testing.assert_array_equal(found, [1.5, 1.5, 0, 1])
        assert init == 0
        # The start is joined in once, and is the padding.
        found, init = gradient_at(text, sign * x, np.array(sign * 1.0))
        np.testing.assert_array_equal(found, [1 / 3 + 1 / 3, 1 / 3 + 1 / 2, 0, 1 / 2])
        assert init == pytest.approx(2 / 3 + 1 / 3 + 1 / 2 + 1 / 2)


def test_first_of_ties_in_scans() -> None:
    x = np.array([1.0, 3.0, 3.0, 2.0, 3.0])
    for by, sign in (("max", 1), ("min", -1)):
        for clause, expected in (
            ("", [1, 4, 0, 0, 0]), (" exclusive", [1, 3, 0, 0, 0]), (" reverse", [0, 0, 0, 0, 5]),
            (" exclusive reverse", [0, 0, 0, 0, 4]),
        ):  # fmt: skip
            text = f"%y = scan %a by {by} along 0{clause}\nreturn %y: <5 x f64>"
            (found,) = gradient_at(text, sign * x)
            np.testing.assert_array_equal(found, expected)


def test_ties_in_scatters_share_equally() -> None:
    indices = np.array([0, 0, 1, 1])
    for by, sign in (("max", 1), ("min", -1)):
        updates, x = gradient_at(
            f"%y = scatter %a to %b at %c along 0 by {by}\nreturn %y: <3 x f64>",
            sign * np.array([2.0, 2.0, 1.0, 2.0]), sign * np.array([2.0, 0.0, 1.0]), indices,
        )  # fmt: skip
        np.testing.assert_array_equal(updates, [1 / 3, 1 / 3, 0, 1])
        np.testing.assert_array_equal(x, [1 / 3, 0, 1])


def test_gradients_of_equal_sorted_elements() -> None:
    body = """
        %s = sort %a along 0
        %v = extract 0 from %s: (<4 x f64>, <4 x i64>)
        %y = multiply %v: <4 x f64>, %b
        return %y: <4 x f64>"""
    weights = np.array([1.0, 2.0, 3.0, 4.0])
    found, _ = gradient_at(body, np.array([5.0, 1.0, 5.0, 1.0]), weights)
    np.testing.assert_array_equal(found, [3, 1, 4, 2])


def test_negative_bases() -> None:
    base, _ = gradient_at(
        "%y = power %a, %b\nreturn %y: <3 x f64>", np.full(3, -2.0), np.array([1.0, 2.0, 3.0])
    )
    np.testing.assert_allclose(base, [1, -4, 12])
    check_gradient("%y = modulo %a, %b\nreturn %y: <2 x f64>", np.array([-3.3, 3.3]),
                   np.array([2.0, -2.0]))  # fmt: skip
    check_gradient("%y = atan2 %a, %b\nreturn %y: <4 x f64>", np.array([1.0, 1, -1, -1]),
                   np.array([2.0, -2, 2, -2]))  # fmt: skip


def test_power_of_zero() -> None:
    base, exponent = gradient_at(
        "%y = power %a, %b\nreturn %y: <4 x f64>", np.zeros(4), np.array([0.0, 1.0, 2.0, -1.0])
    )
    np.testing.assert_array_equal(base, [0, 1, 0, -np.inf])
    np.testing.assert_array_equal(exponent, [0, 0, 0, -np.inf])


def test_exponents_of_negative_bases() -> None:
    """A power of a negative number exists for integer exponents only, so it has no slope."""
    base, exponent = gradient_at(
        "%y = power %a, %b\nreturn %y: <2 x f64>", np.full(2, -2.0), np.array([2.0, 3.0])
    )
    np.testing.assert_array_equal(base, [-4, 12])
    assert np.isnan(exponent).all()


def test_angle_at_the_origin() -> None:
    for a in (0.0, -0.0):
        body = "%y = atan2 %a, %b\nreturn %y: f64"
        np.testing.assert_array_equal(gradient_at(body, np.array(a), np.array(0.0)), [0, 0])


def test_derivatives_of_digamma() -> None:
    x = np.array([-3.7, -0.25, 1e-3, 0.5, 1.0, 2.0, 9.5, 1e6])
    body = "%y = digamma %a\nreturn %y: <8 x f64>"
    module = module_of(function_text("f", body, [x]))
    declare_gradient(module, "g", "f")
    run_passes(module, "AD", verify_each=True)
    (first,) = interpret(module, "g", x)
    expected = np.where(x < 0, (np.pi / np.sin(np.pi * x)) ** 2, 0)
    expected += np.where(x < 0, -1, 1) * scipy.special.polygamma(1, np.where(x < 0, 1 - x, x))
    np.testing.assert_allclose(first, expected, rtol=1e-12)
    (at_pole,) = gradient_at("%y = digamma %a\nreturn %y: f64", np.array(0.0))
    assert at_pole == np.inf


def test_second_derivative_of_digamma() -> None:
    x = np.array([0.25, 1.0, 2.0, 9.5])
    module = parse("""
        module "test"
        stage raw
        func @f: (<4 x f64>) -> <4 x f64> {
        'entry(%x: <4 x f64>):
            %y = digamma %x: <4 x f64>
            return %y: <4 x f64>
        }
        [gradient @f]
        func @g: (<4 x f64>) -> (<4 x f64>)
        func @first: (<4 x f64>) -> <4 x f64> {
        'entry(%x: <4 x f64>):
            %p = apply @g(%x: <4 x f64>) -> (<4 x f64>)
            %y = extract 0 from %p: (<4 x f64>)
            return %y: <4 x f64>
        }
        [gradient @first]
        func @h: (<4 x f64>) -> (<4 x f64>)
    """)
    run_passes(module, "AD", verify_each=True)
    (second,) = interpret(module, "h", x)
    np.testing.assert_allclose(second, scipy.special.polygamma(2, x), rtol=1e-10)


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
