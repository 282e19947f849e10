"""The definitions that objects without a C library contain give the results of C."""

import ctypes
import itertools
import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.special

import dlvm
from dlvm.codegen.llvm.target import host_target, object_file
from dlvm.deploy import TARGETS
from dlvm.deploy.build import compile_library
from dlvm.deploy.objects import FREESTANDING, WINDOWS, soft_float
from dlvm.deploy.targets import find_target
from dlvm.runtime.loading.loader import MachineCode, link_objects, load_code
from tests.support.machine import needs_x86
from tests.support.paths import ROOT
from tests.unit.deploy.test_build import DYNAMIC, PROGRAM

GAMMA = """
module "distribution"
stage raw

func @single: (<8 x f32>) -> <8 x f32> {
'entry(%x: <8 x f32>):
    %y = lgamma %x: <8 x f32>
    %z = digamma %y: <8 x f32>
    return %z: <8 x f32>
}

func @lgamma: (<5000 x f64>) -> <5000 x f64> {
'entry(%x: <5000 x f64>):
    %y = lgamma %x: <5000 x f64>
    return %y: <5000 x f64>
}

func @digamma: (<5000 x f64>) -> <5000 x f64> {
'entry(%x: <5000 x f64>):
    %y = digamma %x: <5000 x f64>
    return %y: <5000 x f64>
}
"""
VALUES = [0.0, -0.0, 1.0, -1.0, 1.5, 3e38, 1e-45, math.inf, -math.inf, math.nan]


@cache
def _code() -> MachineCode:
    """All definitions, under names of their own so that they replace nothing of this process."""
    text = "\n".join(FREESTANDING.values()).replace("iSIZE", "i64")
    text = text.replace("define internal ", "define ").replace(" @", " @tested_")
    return load_code(link_objects([], [object_file(text, {}, host_target(1))]), {})


def _function(name: str, result: type | None, *parameters: type) -> Callable[..., float]:
    return ctypes.CFUNCTYPE(result, *parameters)(_code().address(f"tested_{name}"))


@pytest.mark.parametrize("ending", ["f", ""])
def test_the_extremum_of_floats_propagates_nan_and_orders_zeros(ending: str) -> None:
    of = ctypes.c_float if ending else ctypes.c_double
    for name, choose in (("fmaximum", max), ("fminimum", min)):
        function = _function(f"{name}{ending}", of, of, of)
        for x, y in itertools.product(VALUES, VALUES):
            x, y = of(x).value, of(y).value
            found = function(x, y)
            if math.isnan(x) or math.isnan(y):
                assert math.isnan(found)
                continue
            expected = choose((x, y), key=lambda v: (v, math.copysign(1, v)))
            assert (found, math.copysign(1, found)) == (expected, math.copysign(1, expected))


def test_the_product_of_128_bits_wraps() -> None:
    function = _function("__multi3", None, ctypes.c_void_p, *[ctypes.c_uint64] * 4)
    words = np.random.default_rng(0).integers(0, 1 << 64, (100, 4), np.uint64).tolist()
    top = (1 << 64) - 1
    for a, ah, b, bh in [*words, [top] * 4, [top, 0, top, 0], [1, 0, top, top]]:
        found = (ctypes.c_uint64 * 2)()
        function(found, a, ah, b, bh)
        product = (a + (ah << 64)) * (b + (bh << 64)) % (1 << 128)
        assert found[0] + (found[1] << 64) == product


@pytest.mark.parametrize("name", ["bzero", "__bzero", "__aeabi_memclr8"])
@pytest.mark.parametrize("size", [0, 1, 7, 32])
def test_memory_is_cleared(name: str, size: int) -> None:
    memory = np.full(64, 0xA5, np.uint8)
    _function(name, None, ctypes.c_void_p, ctypes.c_size_t)(memory.ctypes.data + 8, size)
    assert (memory[8 : 8 + size] == 0).all()
    assert (memory[:8] == 0xA5).all()
    assert (memory[8 + size :] == 0xA5).all()


@cache
def _soft_code() -> MachineCode:
    text, names = soft_float()
    pattern = "|".join(names)
    text = re.sub(rf"@({pattern}|soft_u?ldivmod)\(", r"@tested_\1(", text)
    text = text.replace("define internal {", "define {")
    return load_code(link_objects([], [object_file(text, {}, host_target(1))]), {})


def _soft(name: str, result: type, *parameters: type) -> Callable[..., Any]:
    return ctypes.CFUNCTYPE(result, *parameters)(_soft_code().address(f"tested_{name}"))


WORDS = {"f": (ctypes.c_uint32, np.float32, 23), "d": (ctypes.c_uint64, np.float64, 52)}


def _floats(kind: str, seed: int) -> np.ndarray[Any, Any]:
    """Numbers of each kind: all exponents, few and many bits, near each other."""
    _, of, fraction = WORDS[kind]
    rng = np.random.default_rng(seed)
    bits = np.uint32 if kind == "f" else np.uint64
    anything = rng.integers(0, np.iinfo(bits).max, 1500, bits, endpoint=True).view(of)
    near = rng.standard_normal(1500).astype(of)
    small = rng.integers(-9, 9, 500).astype(of) / of(2)
    tiny = rng.integers(0, 1 << fraction + 1, 500).astype(bits).view(of)
    numbers = np.concatenate([anything, near, small, tiny, np.array(VALUES, of)])
    return rng.permutation(numbers)


def _assert_same(found: list[int], expected: np.ndarray[Any, Any], kind: str) -> None:
    word, of, _ = WORDS[kind]
    bits = np.array(found, word).view(of)
    nan = np.isnan(expected)
    assert (np.isnan(bits) == nan).all()
    assert (bits.view(word)[~nan] == expected.view(word)[~nan]).all()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", WORDS)
@pytest.mark.parametrize(
    ("name", "operation"),
    [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)],
)
def test_soft_arithmetic_is_that_of_ieee(kind: str, name: str, operation: Any) -> None:
    word = WORDS[kind][0]
    function = _soft(f"__aeabi_{kind}{name}", word, word, word)
    a, b = _floats(kind, 1), _floats(kind, 2)
    b[::7] = -a[::7] * b.dtype.type(1 + 1e-7)
    pairs = zip(a.view(word).tolist(), b.view(word).tolist(), strict=True)
    _assert_same([function(x, y) for x, y in pairs], operation(a, b), kind)


@pytest.mark.parametrize("kind", WORDS)
def test_soft_comparisons_are_those_of_ieee(kind: str) -> None:
    word, of, _ = WORDS[kind]
    a = np.array([*VALUES, *_floats(kind, 3)[:40]], of)
    x, y = (v.ravel() for v in np.meshgrid(a, a))
    words = list(zip(x.view(word).tolist(), y.view(word).tolist(), strict=True))
    expected = {
        "eq": x == y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y,
        "un": np.isnan(x) | np.isnan(y),
    }  # fmt: skip
    for name, result in expected.items():
        function = _soft(f"__aeabi_{kind}cmp{name}", ctypes.c_int, word, word)
        assert [function(v, w) for v, w in words] == result.tolist()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_soft_conversions_of_floats() -> None:
    narrow = _soft("__aeabi_d2f", ctypes.c_uint32, ctypes.c_uint64)
    wide = _soft("__aeabi_f2d", ctypes.c_uint64, ctypes.c_uint32)
    to_half = _soft("__aeabi_d2h", ctypes.c_uint32, ctypes.c_uint64)
    of_half = _soft("__aeabi_h2f", ctypes.c_uint32, ctypes.c_uint32)
    doubles, floats = _floats("d", 4), _floats("f", 5)
    doubles[::2] = floats.astype("d")[::2] * (1 + 2.0**-24)
    _assert_same([narrow(x) for x in doubles.view("u8").tolist()], doubles.astype("f"), "f")
    _assert_same([wide(x) for x in floats.view("u4").tolist()], floats.astype("d"), "d")
    halves = np.arange(1 << 16, dtype=np.uint16)
    floats = halves.view(np.float16).astype("f")
    _assert_same([of_half(x) for x in halves.tolist()], floats, "f")
    between = floats.astype("d") * (1 + 2.0**-11)
    found = np.array([to_half(x) for x in between.view("u8").tolist()], np.uint16)
    expected = between.astype(np.float16)
    assert ((found == expected.view("u2")) | np.isnan(expected)).all()


@pytest.mark.parametrize("kind", WORDS)
def test_soft_conversions_of_integers(kind: str) -> None:
    word, of, _ = WORDS[kind]
    rng = np.random.default_rng(6)
    whole = rng.integers(0, 1 << 64, 300, np.uint64) >> rng.integers(0, 64, 300).astype("u8")
    forms = {"i": ctypes.c_int32, "ui": ctypes.c_uint32, "l": ctypes.c_int64, "ul": ctypes.c_uint64}
    for name, integer in forms.items():
        numbers = np.array([0, *whole.astype(integer)], integer)
        function = _soft(f"__aeabi_{name}2{kind}", word, integer)
        _assert_same([function(n) for n in numbers.tolist()], numbers.astype(of), kind)
        back = _soft(f"__aeabi_{kind}2{name}z", integer, word)
        given = numbers.astype(of) / of(2)
        expected = [math.trunc(v) for v in given.tolist()]
        assert [back(w) for w in given.view(word).tolist()] == expected


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", WORDS)
def test_soft_functions_of_c(kind: str) -> None:
    _, of, _ = WORDS[kind]
    ending, c = ("f", ctypes.c_float) if kind == "f" else ("", ctypes.c_double)
    a, b = np.abs(_floats(kind, 7)), _floats(kind, 8)
    a[::3] = -a[::3]
    of_numpy = {
        "sqrt": np.sqrt, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint,
        "roundeven": np.rint, "nearbyint": np.rint,
        "round": lambda x: np.copysign(np.floor(np.abs(x)) + (np.abs(x) % 1 >= 0.5), x),
    }  # fmt: skip
    for name, function in of_numpy.items():
        ours = _soft(f"{name}{ending}", c, c)
        found = np.array([ours(x) for x in a.tolist()], of)
        np.testing.assert_array_equal(found, function(a))
        assert (np.signbit(found) == np.signbit(function(a)))[~np.isnan(found)].all()
    ours = _soft(f"fmod{ending}", c, c, c)
    found = np.array([ours(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)], of)
    np.testing.assert_array_equal(found, np.fmod(a, b))


def test_soft_products_are_added_with_one_rounding() -> None:
    function = _soft("fma", ctypes.c_double, *[ctypes.c_double] * 3)
    rng = np.random.default_rng(10)
    a, b, c = rng.standard_normal((3, 3000)) * 2.0 ** rng.integers(-40, 40, (3, 3000))
    c[::4] = -(a * b)[::4]
    c[1::4] = -(a * b)[1::4] * (1 + rng.integers(-9, 9, 750) * 2.0**-52)
    a[2::8] *= 2.0**-1000
    c[2::8] *= 2.0**-1030
    for x, y, z in zip(a.tolist(), b.tolist(), c.tolist(), strict=True):
        assert function(x, y, z) == float(Fraction(x) * Fraction(y) + Fraction(z))
    top = 1.7e308
    for x, y, z in itertools.product([*VALUES, top, -top], repeat=3):
        found = function(x, y, z)
        if all(map(math.isfinite, (x, y, z))):
            exact = Fraction(x) * Fraction(y) + Fraction(z)
            try:
                expected = float(exact)
            except OverflowError:
                expected = math.inf if exact > 0 else -math.inf
            if not exact:
                expected = x * y + z
        elif math.isfinite(x) and math.isfinite(y):
            expected = z
        else:
            expected = x * y + z
        assert np.array_equal(found, expected, equal_nan=True)
        assert math.isnan(found) or math.copysign(1, found) == math.copysign(1, expected)


def test_leading_zeros_are_counted() -> None:
    function = _soft("__clzsi2", ctypes.c_int, ctypes.c_uint32)
    for n in [0, 1, 2, 3, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1]:
        assert function(n) == 32 - n.bit_length()


def test_soft_integers_wrap() -> None:
    long, word, top = ctypes.c_uint64, ctypes.c_uint32, (1 << 64) - 1
    rng = np.random.default_rng(9)
    shifts = rng.integers(0, 64, (2, 300)).astype("u8")
    pairs = (rng.integers(0, 1 << 64, (2, 300), np.uint64) >> shifts).T.tolist()
    multiply = _soft("__aeabi_lmul", long, long, long)
    shift = {n: _soft(f"__aeabi_l{n}", long, long, ctypes.c_int) for n in ("lsl", "lsr", "asr")}
    division = {n: _soft(n, long, long, long) for n in ("__udivdi3", "__umoddi3")}
    signed = {n: _soft(n, ctypes.c_int64, long, long) for n in ("__divdi3", "__moddi3")}
    both = _soft("__aeabi_uidivmod", long, word, word)
    both_signed = _soft("__aeabi_idivmod", long, word, word)
    for a, b in [*pairs, (top, top), (1 << 63, 1), (top, 1)]:
        assert multiply(a, b) == a * b & top
        by = b % 64
        assert shift["lsl"](a, by) == a << by & top
        assert shift["lsr"](a, by) == a >> by
        assert shift["asr"](a, by) == ctypes.c_int64(a).value >> by & top
        if b:
            assert (division["__udivdi3"](a, b), division["__umoddi3"](a, b)) == divmod(a, b)
            x, y = ctypes.c_int64(a).value, ctypes.c_int64(b).value
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
            found = signed["__divdi3"](a, b), signed["__moddi3"](a, b)
            assert found == (quotient, x - quotient * y)
        a, b = a & 0xFFFFFFFF, b & 0xFFFFFFFF
        if b:
            found = both(a, b)
            assert (found & 0xFFFFFFFF, found >> 32) == divmod(a, b)
            x, y = ctypes.c_int32(a).value, ctypes.c_int32(b).value
            quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
            found = both_signed(a, b)
            assert ctypes.c_int32(found & 0xFFFFFFFF).value == quotient
            assert ctypes.c_int32(found >> 32).value == x - quotient * y


@needs_x86
def test_the_probe_of_the_stack_keeps_registers() -> None:
    text = (
        WINDOWS["__chkstk"]
        + """
define i64 @probe() {
  %sizes = call { i64, i64 } asm sideeffect "mov $$20000, %eax
    mov $$7, %ecx
    call *$2", "=&{rax},=&{rcx},r,~{r10},~{r11},~{memory},~{flags}"(ptr @__chkstk)
  %size = extractvalue { i64, i64 } %sizes, 0
  %other = extractvalue { i64, i64 } %sizes, 1
  %both = add i64 %size, %other
  ret i64 %both
}
"""
    )
    code = load_code(link_objects([], [object_file(text, {}, host_target(1))]), {})
    assert ctypes.CFUNCTYPE(ctypes.c_int64)(code.address("probe"))() == 20007


def _tested(name: str) -> str:
    return (ROOT / "tests" / "lit" / "run" / "tensors" / f"{name}.dl").read_text("utf-8")


@pytest.mark.parametrize(
    "program",
    [PROGRAM, DYNAMIC, GAMMA, _tested("small-floats"), _tested("shapes")],
    ids=["static", "dynamic", "gamma", "small floats", "shapes"],
)
@pytest.mark.parametrize("target", TARGETS)
def test_freestanding_objects_need_nothing(target: str, program: str) -> None:
    made = compile_library(
        dlvm.parse(program), None, "net_", find_target(target, None), freestanding=True,
        heap=1 << 16, stack=1 << 14,
    )  # fmt: skip
    assert made.needed == []


def test_gamma_functions_without_a_c_library() -> None:
    library = compile_library(dlvm.parse(GAMMA), None, "net_", host_target(1), freestanding=True)
    code = load_code(link_objects([], [library.object]), {})
    rng = np.random.default_rng(0)
    ends = [(1e-300, 1e-290), (0, 0.5), (0.5, 2.5), (2.5, 12), (12, 1e3), (1e3, 1e300), (-60, 0)]
    special = [0.0, -0.0, 1, 2, -1, -7, 1e305, 1e306, *[math.inf] * 6]
    x = np.concatenate([special, *(rng.uniform(a, b, 712) for a, b in ends), [math.nan, math.nan]])
    workspace = np.zeros(1 << 16, np.uint8)
    for name, expected in (("lgamma", scipy.special.gammaln), ("digamma", scipy.special.digamma)):
        found = np.empty_like(x)
        function = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 3)
        call = function(code.address(f"net_{name}"))
        assert call(x.ctypes.data, found.ctypes.data, workspace.ctypes.data) == 0
        # SciPy is not more accurate near the poles, and nor are we near the zeros below 0.
        np.testing.assert_allclose(found, expected(x), rtol=5e-14, atol=5e-14, err_msg=name)
