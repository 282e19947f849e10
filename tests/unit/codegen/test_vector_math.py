"""Vector functions within their bounds on samples; ``python -m tests.fuzz.vector_math`` tries
more."""

from __future__ import annotations

import itertools
import re

import llvmlite.binding as llvm
import numpy as np
import pytest

import dlvm
from dlvm.codegen.llvm.emitter import Declarations
from dlvm.codegen.vector_math import FUNCTIONS, define
from dlvm.ir import ElementType
from tests.fuzz.vector_math import CASES, LIMIT, compiled, measured, special

COUNT = 1 << 16


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("name", list(CASES))
def test_errors(name: str, element: str) -> None:
    is_slow = element == "f64" and CASES[name].long_reference is not None
    for errors in measured(name, element, count=1 << 11 if is_slow else COUNT):
        assert not errors.wrong
        assert errors.normal < LIMIT[element], errors.place
        assert errors.subnormal < LIMIT[element]


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("name", list(CASES))
def test_lanes(name: str, element: str) -> None:
    """Results do not depend on how many numbers there are beside."""
    random = np.random.default_rng(0)
    numbers = special(element)
    x = [random.permutation(numbers) for _ in range(CASES[name].operands)]
    for v in x:
        v[::2] = random.uniform(-110, 110, v[::2].size)
    x[0][::10] *= 1e30
    expected = compiled(name, element, numbers.size)(*x)
    for size in (1, 2, 3, 17):
        function = compiled(name, element, size)
        for start in range(0, numbers.size - size, size):
            found = function(*(v[start : start + size] for v in x))
            np.testing.assert_array_equal(found, expected[start : start + size])


@pytest.mark.parametrize("element", ["f16", "bf16"])
@pytest.mark.parametrize("name", list(CASES))
def test_small_elements(name: str, element: str) -> None:
    """All numbers of 16 bits: their results are those of f32, rounded."""
    count = 1 << 16
    dtype = ElementType(element).numpy
    x = np.arange(count, dtype=np.uint16).view(dtype)
    operands = [x, np.random.default_rng(0).permutation(x)][: CASES[name].operands]
    found = compiled(name, element, count)(*operands)
    exact = compiled(name, "f32", count)(*(v.astype(np.float32) for v in operands))
    with np.errstate(over="ignore", invalid="ignore"):
        expected = exact.astype(dtype)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    known = ~np.isnan(expected)
    np.testing.assert_array_equal(found.view(np.uint16)[known], expected.view(np.uint16)[known])


NAN, INF = float("nan"), float("inf")
POWERS = [
    *((x, 0.0, 1.0) for x in (0.0, -0.0, 2.5, -INF, INF, NAN)),
    *((1.0, y, 1.0) for y in (-0.0, 3.5, INF, -INF, NAN)),
    *((-1.0, y, 1.0) for y in (INF, -INF, 2.0)),
    (-1.0, 3.0, -1.0), (-1.0, 0.5, NAN), (-2.0, 3.0, -8.0), (-2.0, 2.0, 4.0), (-2.0, -1.0, -0.5),
    (-2.0, 0.5, NAN), (-2.0, 2.5, NAN), (3.0, 2.0, 9.0), (NAN, 1.0, NAN), (2.0, NAN, NAN),
    (0.0, 3.0, 0.0), (-0.0, 3.0, -0.0), (0.0, 2.5, 0.0), (-0.0, 2.5, 0.0), (-0.0, 0.7, 0.0),
    (0.0, -3.0, INF), (-0.0, -3.0, -INF), (-0.0, -2.0, INF), (-0.0, -0.7, INF), (0.0, -INF, INF),
    (-0.0, INF, 0.0), (0.5, INF, 0.0), (0.5, -INF, INF), (-0.5, INF, 0.0), (2.0, INF, INF),
    (-2.0, -INF, 0.0), (INF, 0.1, INF), (INF, -0.1, 0.0), (-INF, 3.0, -INF), (-INF, 2.0, INF),
    (-INF, 2.5, INF), (-INF, 0.7, INF), (-INF, -3.0, -0.0), (-INF, -2.5, 0.0), (INF, INF, INF),
]  # fmt: skip
"""x, y and x^y, as IEEE 754 and C have it."""


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_special_cases_of_power(element: str) -> None:
    dtype = {"f32": np.float32, "f64": np.float64}[element]
    x, y, expected = (np.array(column, dtype) for column in zip(*POWERS, strict=True))
    found = compiled("power", element, x.size)(x, y)
    np.testing.assert_array_equal(found, expected)
    known = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found)[known], np.signbit(expected)[known])


def test_powers_at_the_ends_of_the_range() -> None:
    """The logarithm must be most precise there, and at bases that are a power of 2 times √½."""
    random = np.random.default_rng(0)
    base = np.sqrt(0.5) * random.uniform(0.996, 1.004, COUNT) * 2.0 ** random.integers(-2, 3, COUNT)
    exponent = random.uniform(1000, 1022, COUNT) * random.choice([-1, 1], COUNT) / np.log2(base)
    found = compiled("power", "f64", COUNT)(base, exponent)
    exact = np.power(base.astype(np.longdouble), exponent.astype(np.longdouble))
    error = np.abs(found - exact) / np.spacing(exact.astype(np.float64))
    assert error.max() < 1


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_special_cases_of_atan2(element: str) -> None:
    dtype = {"f32": np.float32, "f64": np.float64}[element]
    values = (0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, np.finfo(dtype).max)
    pairs = np.array(list(itertools.product(values, values)), dtype)
    y, x = pairs[:, 0].copy(), pairs[:, 1].copy()
    found, expected = compiled("atan2", element, x.size)(y, x), np.arctan2(y, x)
    np.testing.assert_array_max_ulp(found, expected, maxulp=1)
    known = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found)[known], np.signbit(expected)[known])


@pytest.mark.parametrize("triple", ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"])
def test_code_without_a_library(triple: str) -> None:
    """Nothing but ``fma`` is called, also on processors without vectors of that many lanes."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for scalar, lanes in (("float", 1), ("float", 8), ("double", 4)):
        declarations = Declarations()
        for name in FUNCTIONS:
            define(name, scalar, lanes, declarations)
        text = "\n".join(declarations.items.values())
        text = text.replace("define internal", "define").replace("alwaysinline", "")
        module = llvm.parse_assembly(text)
        machine = llvm.Target.from_triple(triple).create_target_machine()
        assembly = machine.emit_assembly(module)
        called = set(re.findall(r"^\s*(?:callq|bl)\s+([\w.]+)", assembly, re.MULTILINE))
        assert called <= {"fma", "fmaf", "dlvm.large.angle"}


def test_gelu_within_other_code() -> None:
    """It is one function, and not its parts, also of a product and in a sum."""
    text = """module "m"
stage optimizable
func @f: (<64 x 2 x f32>, <2 x f32>) -> <64 x f32> {
'entry(%x: <64 x 2 x f32>, %s: <2 x f32>):
    %a = multiply %x: <64 x 2 x f32>, %s: <2 x f32>
    %half = multiply %a: <64 x 2 x f32>, 0.5: f32
    %scaled = multiply %a: <64 x 2 x f32>, 0.7071067811865476: f32
    %erf = erf %scaled: <64 x 2 x f32>
    %sum = add %erf: <64 x 2 x f32>, 1: f32
    %y = multiply %half: <64 x 2 x f32>, %sum: <64 x 2 x f32>
    %z = reduce %y: <64 x 2 x f32> by add along 1
    return %z: <64 x f32>
}"""
    x = np.linspace(-9, -1, 64, dtype=np.float32)
    given = np.stack([x, x], 1), np.array([1, 0], np.float32)
    found = dlvm.compile(dlvm.parse(text), threads=1)["f"](*given)
    np.testing.assert_array_equal(found, compiled("gelu", "f32", 64)(x))
