"""Element-wise instructions and casts of the reference interpreter, compared with independent
arithmetic."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special

from dlvm.ir import ElementType
from tests.support.evaluation import (
    BF16,
    FLOATS,
    INTEGERS,
    assert_near,
    elementwise,
    evaluate,
    text_of,
    wide,
)

UNARY: dict[str, Callable[[Any], Any]] = {
    "negate": lambda x: 0 - x,
    "sign": np.sign,
    "abs": np.abs,
    "square": lambda x: x * x,
    "sqrt": lambda x: np.abs(x) ** 0.5,
    "rsqrt": lambda x: np.abs(x) ** -0.5,
    "exp": lambda x: math.e**x,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "sin": np.sin,
    "cos": np.cos,
    "tan": lambda x: np.sin(x) / np.cos(x),
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": lambda x: (np.exp(x) - np.exp(-x)) / 2,
    "cosh": lambda x: (np.exp(x) + np.exp(-x)) / 2,
    "tanh": lambda x: np.sinh(x) / np.cosh(x),
    "erf": scipy.special.erf,
    "erfc": scipy.special.erfc,
    "lgamma": scipy.special.gammaln,
    "digamma": scipy.special.digamma,
    "floor": lambda x: x // 1,
    "ceil": lambda x: -(-x // 1),
    "round": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x),
    "rint": np.vectorize(round, otypes=[float]),
    "reciprocal": lambda x: x**-1,
}
POSITIVE = {"sqrt", "rsqrt", "log", "log1p", "lgamma"}
COMPUTING = [e for e in ElementType if not (e.is_storage or e.is_complex)]
NUMBERS = np.array([-0.875, -0.5, -0.25, 0.125, 0.3125, 0.5, 0.75, 0.9375])


@pytest.mark.parametrize("element", FLOATS, ids=str)
@pytest.mark.parametrize("mnemonic", UNARY)
def test_unary(mnemonic: str, element: ElementType) -> None:
    x = np.abs(NUMBERS) if mnemonic in POSITIVE else NUMBERS
    assert_near(elementwise(mnemonic, element, x), UNARY[mnemonic](x), element)


@pytest.mark.parametrize("name", ["erf", "erfc", "lgamma", "digamma"])
def test_special_functions(name: str) -> None:
    x = np.concatenate([np.linspace(-7.35, 9.85, 173), [25.0, 30.5, 170.0, 1e5, 1e300]])
    expected = UNARY[name](x)
    found = elementwise(name, ElementType.F64, x)
    np.testing.assert_allclose(found, expected, rtol=2e-13, atol=2e-13)


def test_special_functions_at_the_edges() -> None:
    f64, edges = ElementType.F64, [math.inf, -math.inf, math.nan, 0.0, -1.0, -2.0]
    expected = {
        "erf": [1, -1, math.nan, 0, math.erf(-1), math.erf(-2)],
        "erfc": [0, 2, math.nan, 1, math.erfc(-1), math.erfc(-2)],
        "lgamma": [math.inf, math.inf, math.nan, math.inf, math.inf, math.inf],
        "digamma": [math.inf, math.nan, math.nan, -math.inf, math.nan, math.nan],
    }
    for name, values in expected.items():
        np.testing.assert_allclose(elementwise(name, f64, edges), values, err_msg=name)
    assert elementwise("erfc", f64, 20.0) == math.erfc(20)
    assert elementwise("lgamma", f64, 1.7e308) == math.inf


def test_floats_outside_of_a_domain() -> None:
    f32 = ElementType.F32
    for name, x, expected in [
        ("sqrt", -1.0, math.nan), ("log", 0.0, -math.inf), ("log", -1.0, math.nan),
        ("log1p", -1.0, -math.inf), ("asin", 2.0, math.nan), ("acos", -2.0, math.nan),
        ("reciprocal", 0.0, math.inf), ("rsqrt", 0.0, math.inf), ("sign", math.nan, math.nan),
        ("exp", 1000.0, math.inf), ("expm1", -math.inf, -1), ("expm1", 1e-10, 1e-10),
    ]:  # fmt: skip
        np.testing.assert_allclose(elementwise(name, f32, x), expected, err_msg=name)


def test_rounding() -> None:
    x = [0.5, 1.5, -0.5, -2.5, 0.49999999999999994, 4503599627370497.0, -0.2, math.inf]
    whole = [1, 2, -1, -3, 0, 4503599627370497, 0, math.inf]
    np.testing.assert_array_equal(elementwise("round", ElementType.F64, x), whole)
    even = [0, 2, 0, -2, 0, 4503599627370497, 0, math.inf]
    np.testing.assert_array_equal(elementwise("rint", ElementType.F64, x), even)
    assert np.signbit(elementwise("round", ElementType.F64, -0.2))


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_float_predicates(element: ElementType) -> None:
    x = [math.nan, math.inf, -math.inf, 0, 2]
    found = elementwise("isNaN", element, x, result="bool")
    assert found.tolist() == [True, False, False, False, False]
    found = elementwise("isInf", element, x, result="bool")
    assert found.tolist() == [False, True, True, False, False]


PAIRS = [(7.0, 2.0), (-7.0, 2.0), (7.0, -2.0), (-7.5, -2.0), (0.5, 3.0), (6.0, 3.0), (1.0, -0.25)]
BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "truncateDivide": lambda a, b: math.trunc(a / b),
    "floorDivide": lambda a, b: a // b,
    "modulo": lambda a, b: a % b,
    "power": lambda a, b: abs(a) ** b,
    "atan2": math.atan2,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("element", FLOATS, ids=str)
@pytest.mark.parametrize("mnemonic", BINARY)
def test_binary_on_floats(mnemonic: str, element: ElementType) -> None:
    a, b = np.array(PAIRS).T
    a = np.abs(a) if mnemonic == "power" else a
    expected = [BINARY[mnemonic](x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    assert_near(elementwise(mnemonic, element, a, b), expected, element)


def test_binary_on_special_floats() -> None:
    f64, nan, inf = ElementType.F64, math.nan, math.inf
    for name, a, b, expected in [
        ("min", nan, 1.0, nan), ("min", 1.0, nan, nan), ("max", nan, 1.0, nan),
        ("max", 1.0, nan, nan), ("divide", 1.0, 0.0, inf), ("divide", 0.0, 0.0, nan),
        ("floorDivide", 1.0, 0.0, inf), ("modulo", 1.0, 0.0, nan), ("modulo", -1.0, inf, inf),
        ("power", 0.0, 0.0, 1.0), ("power", -8.0, 0.5, nan), ("atan2", 0.0, -1.0, math.pi),
    ]:  # fmt: skip
        np.testing.assert_allclose(elementwise(name, f64, a, b), expected, err_msg=name)


def _wrapped(value: int, element: ElementType) -> int:
    value &= (1 << element.bits) - 1
    signed = element.kind == "signed" and value >> (element.bits - 1)
    return value - (1 << element.bits) if signed else value


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b) if b else 0
    return quotient if (a < 0) == (b < 0) else -quotient


def _power(a: int, b: int, bits: int) -> int:
    if b >= 0:
        return pow(a, b, 1 << bits)
    return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)


INTEGER_BINARY: dict[str, Callable[[int, int, int], int]] = {
    "add": lambda a, b, n: a + b,
    "subtract": lambda a, b, n: a - b,
    "multiply": lambda a, b, n: a * b,
    "truncateDivide": lambda a, b, n: _truncated(a, b),
    "floorDivide": lambda a, b, n: a // b if b else 0,
    "modulo": lambda a, b, n: a % b if b else 0,
    "power": _power,
    "min": lambda a, b, n: min(a, b),
    "max": lambda a, b, n: max(a, b),
    "and": lambda a, b, n: a & b,
    "or": lambda a, b, n: a | b,
    "xor": lambda a, b, n: a ^ b,
    "shiftLeft": lambda a, b, n: a << b if 0 <= b < n else 0,
    "shiftRight": lambda a, b, n: a >> (b if 0 <= b < n else n),
}
INTEGER_UNARY: dict[str, Callable[[int], int]] = {
    "negate": lambda a: -a,
    "sign": lambda a: (a > 0) - (a < 0),
    "abs": abs,
    "square": lambda a: a * a,
    "not": lambda a: ~a,
}


def _integers(element: ElementType) -> list[int]:
    limits = np.iinfo(element.numpy)
    numbers = {0, 1, 2, 3, 5, 7, 8, 100, int(limits.max), int(limits.min), int(limits.max) - 2}
    numbers |= {-1, -2, -3, -7, -100} if limits.min else set()
    return sorted(numbers)


@pytest.mark.parametrize("element", INTEGERS, ids=str)
@pytest.mark.parametrize("mnemonic", INTEGER_BINARY)
def test_binary_on_integers(mnemonic: str, element: ElementType) -> None:
    pairs = list(itertools.product(_integers(element), repeat=2))
    a, b = (np.array(side, element.numpy) for side in zip(*pairs, strict=True))
    exact = [INTEGER_BINARY[mnemonic](x, y, element.bits) for x, y in pairs]
    found = elementwise(mnemonic, element, a, b)
    assert found.tolist() == [_wrapped(value, element) for value in exact]


@pytest.mark.parametrize("element", INTEGERS, ids=str)
@pytest.mark.parametrize("mnemonic", INTEGER_UNARY)
def test_unary_on_integers(mnemonic: str, element: ElementType) -> None:
    numbers = _integers(element)
    found = elementwise(mnemonic, element, np.array(numbers, element.numpy))
    exact = [INTEGER_UNARY[mnemonic](x) for x in numbers]
    assert found.tolist() == [_wrapped(value, element) for value in exact]


COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "lessThan": lambda a, b: a < b,
    "lessThanOrEqual": lambda a, b: a <= b,
    "greaterThan": lambda a, b: a > b,
    "greaterThanOrEqual": lambda a, b: a >= b,
    "equal": lambda a, b: a == b,
    "notEqual": lambda a, b: a != b,
}


@pytest.mark.parametrize("element", COMPUTING, ids=str)
@pytest.mark.parametrize("mnemonic", COMPARISONS)
def test_comparisons(mnemonic: str, element: ElementType) -> None:
    numbers: list[Any] = [0, 1, 2, 127]
    if element.is_float:
        numbers = [math.nan, math.inf, -math.inf, 0.0, -1.5]
    elif element is ElementType.BOOL:
        numbers = [False, True]
    pairs = list(itertools.product(numbers, repeat=2))
    a, b = zip(*pairs, strict=True)
    expected = [COMPARISONS[mnemonic](x, y) for x, y in pairs]
    assert elementwise(mnemonic, element, a, b, result="bool").tolist() == expected


def test_logic_on_bools() -> None:
    a, b = [False, False, True, True], [False, True, False, True]
    for name, expected in [
        ("and", [False, False, False, True]),
        ("or", [False, True, True, True]),
        ("xor", [False, True, True, False]),
    ]:
        assert elementwise(name, ElementType.BOOL, a, b).tolist() == expected
    assert elementwise("not", ElementType.BOOL, a).tolist() == [True, True, False, False]


def test_broadcasting() -> None:
    found = elementwise("add", ElementType.I32, [[10], [20]], [1, 2, 3])
    assert found.tolist() == [[11, 12, 13], [21, 22, 23]]
    assert elementwise("add", ElementType.I32, np.zeros((0, 3)), 1).shape == (0, 3)


def test_small_floats_are_rounded_once() -> None:
    # The sum of the squares' digits is lost where each step rounds to the type.
    x = np.array([1.0009765625], np.float16)
    assert elementwise("square", ElementType.F16, x)[0] == np.float16(float(x[0]) ** 2)
    third = elementwise("divide", ElementType.BF16, 1.0, 3.0)
    assert third.dtype == BF16
    assert float(third) == 0.333984375


@pytest.mark.parametrize("element", COMPUTING, ids=str)
def test_select(element: ElementType) -> None:
    a, b = np.array([[1], [0]]).astype(element.numpy), np.array(0).astype(element.numpy)
    found = evaluate(
        text_of((2, 2), element), f"{text_of((2, 1), element)}; {element}; <2 x bool>",
        f"select %a: {text_of((2, 1), element)}, %b: {element} by %c: <2 x bool>",
        a, b[()], np.array([True, False]),
    )  # fmt: skip
    assert found.dtype == element.numpy
    assert wide(found).tolist() == [[1, 0], [0, 0]]


def cast(array: Any, source: ElementType, target: ElementType) -> Any:
    given = np.asarray(array, source.numpy)
    types = text_of(given.shape, source), text_of(given.shape, target)
    return evaluate(types[1], types[0], f"dataTypeCast %a: {types[0]} to {target}", given)


@pytest.mark.parametrize("target", COMPUTING, ids=str)
@pytest.mark.parametrize("source", COMPUTING, ids=str)
def test_cast(source: ElementType, target: ElementType) -> None:
    found = cast(np.array([0, 1, 5]).astype(source.numpy), source, target)
    expected = [0, 1, 1] if ElementType.BOOL in (source, target) else [0, 1, 5]
    assert found.dtype == target.numpy
    assert wide(found).tolist() == expected


@pytest.mark.parametrize("target", INTEGERS, ids=str)
@pytest.mark.parametrize("source", FLOATS, ids=str)
def test_cast_saturates(source: ElementType, target: ElementType) -> None:
    x = np.array([math.nan, math.inf, -math.inf, 2.75, 0.5, -0.5]).astype(source.numpy)
    limits = np.iinfo(target.numpy)
    expected = [0, int(limits.max), int(limits.min), 2, 0, 0]
    assert cast(x, source, target).tolist() == expected
    down = cast(np.array([-2.75]).astype(source.numpy), source, target)
    assert down.tolist() == [max(-2, int(limits.min))]
    if source is ElementType.F64:
        edges = [2.0 ** (limits.bits - 1), 2.0**limits.bits, -(2.0**limits.bits)]
        clipped = [min(max(int(e), int(limits.min)), int(limits.max)) for e in edges]
        assert cast(edges, source, target).tolist() == clipped


def test_integers_wrap_around_when_cast() -> None:
    assert cast([300, -1, 128], ElementType.I32, ElementType.I8).tolist() == [44, -1, -128]
    assert cast([-1], ElementType.I8, ElementType.U64).tolist() == [2**64 - 1]
    assert cast([math.nan, -0.0], ElementType.F32, ElementType.BOOL).tolist() == [True, False]


def test_casts_round_once() -> None:
    # Just above a tie of bf16: by way of f32 the last bit would be lost, and the tie go to even.
    above = 1 + 2**-8 + 2**-40
    assert float(cast(above, ElementType.F64, ElementType.BF16)) == 1 + 2**-7
    assert float(cast(1 + 2**-8, ElementType.F64, ElementType.BF16)) == 1
    assert float(cast(-above, ElementType.F64, ElementType.BF16)) == -1 - 2**-7
    assert float(cast(2**-140, ElementType.F64, ElementType.BF16)) == 0
    for sign, source in ((1, "i64"), (-1, "i64"), (1, "u64")):
        tie = (2**8 + 1) << 54
        for offset, expected in ((0, 2**62), (1, 2**62 + 2**55), (-1, 2**62)):
            found = cast(sign * (tie + offset), ElementType(source), ElementType.BF16)
            assert float(found) == sign * expected
    assert float(cast(2**24 + 1, ElementType.I32, ElementType.BF16)) == 2**24
    assert float(cast((2**8 + 1) * 2**16 + 1, ElementType.I32, ElementType.BF16)) == 2**24 + 2**17
    tie = 2049
    assert float(cast(tie, ElementType.I64, ElementType.F16)) == 2048
    assert float(cast(tie + 2**-20, ElementType.F64, ElementType.F16)) == 2050
    assert float(cast(2**53 + 1, ElementType.I64, ElementType.F64)) == 2**53
    assert float(cast(65520, ElementType.I64, ElementType.F16)) == math.inf
