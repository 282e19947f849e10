"""Each instruction of the reference evaluation, against arithmetic that does not share its code."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
from evaluation import (
    BF16,
    FLOATS,
    INTEGERS,
    assert_near,
    check_error,
    elementwise,
    evaluate,
    program,
    text_of,
    wide,
)

from dlvm.interpreter import EVALUATE, interpret
from dlvm.ir import INSTRUCTIONS, ElementType


def test_every_instruction_has_a_rule() -> None:
    assert [n for n, cls in INSTRUCTIONS.items() if cls not in EVALUATE] == []


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
        "digamma": [math.inf, math.nan, math.nan, math.nan, math.nan, math.nan],
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


@pytest.mark.parametrize("element", ElementType, ids=str)
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


@pytest.mark.parametrize("element", ElementType, ids=str)
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


@pytest.mark.parametrize("target", ElementType, ids=str)
@pytest.mark.parametrize("source", ElementType, ids=str)
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


DOTS = [
    ((4,), (4,)),
    ((3, 4), (4,)),
    ((4,), (4, 2)),
    ((3, 4), (4, 2)),
    ((2, 3, 4), (2, 4, 5)),
    ((2, 1, 3, 4), (5, 4, 2)),
    ((4,), (2, 4, 3)),
    ((0, 4), (4, 2)),
    ((3, 0), (0, 2)),
]


@pytest.mark.parametrize("element", [e for e in ElementType if e.bits > 1], ids=str)
@pytest.mark.parametrize("shapes", DOTS, ids=str)
def test_dot(shapes: tuple[tuple[int, ...], tuple[int, ...]], element: ElementType) -> None:
    generator = np.random.default_rng(5)
    a, b = (generator.integers(0, 4, s).astype(element.numpy) for s in shapes)
    left = "...ik" if a.ndim > 1 else "k"
    right = "...kj" if b.ndim > 1 else "k"
    out = "..." + "i" * (a.ndim > 1) + "j" * (b.ndim > 1)
    expected = np.einsum(f"{left},{right}->{out}", wide(a), wide(b))
    types = [text_of(s, element) for s in shapes]
    found = evaluate(
        text_of(expected.shape, element), ";".join(types),
        f"dot %a: {types[0]}, %b: {types[1]}", a, b,
    )  # fmt: skip
    assert np.asarray(found).dtype == element.numpy
    np.testing.assert_array_equal(wide(found), expected)


def test_small_floats_accumulate_in_f32() -> None:
    ones = np.ones(4097, BF16)
    text = "<4097 x bf16>"
    assert float(evaluate("bf16", text, f"dot %a: {text}, %a: {text}", ones)) == 4096
    found = evaluate("bf16", text, f"reduce %a: {text} by add along 0", ones)
    assert float(found) == 4096
    halves = np.full(5000, 0.5, np.float16)
    text = "<5000 x f16>"
    found = evaluate("f16", text, f"reduce %a: {text} by add init 1: f16 along 0", halves)
    assert found.dtype == np.float16
    assert float(found) == 2500


def reduce(
    by: str, array: Any, axes: tuple[int, ...], element: ElementType, init: str | None = None
) -> Any:
    x = np.asarray(array).astype(element.numpy)
    type = text_of(x.shape, element)
    kept = tuple(d for a, d in enumerate(x.shape) if a not in axes)
    first = f"init {init}: {element} " if init is not None else ""
    along = ", ".join(map(str, axes))
    found = evaluate(
        text_of(kept, element), type, f"reduce %a: {type} by {by} {first}along {along}", x
    )
    assert np.asarray(found).dtype == element.numpy
    return found


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "multiply": lambda a, b: a * b,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
}


JOINED = [
    (by, element)
    for by in OPERATORS
    for element in ElementType
    if element.is_integer or (by in ("and", "or")) != element.is_float
]


@pytest.mark.parametrize(("by", "element"), JOINED, ids=str)
def test_reduce(by: str, element: ElementType) -> None:
    x = np.array([[3, 1, 2], [1, 3, 2]]).astype(element.numpy)
    items = x.astype(np.float64 if element.is_float else np.int64).tolist()
    rows = [OPERATORS[by](OPERATORS[by](a, b), c) for a, b, c in items]
    columns = [OPERATORS[by](a, b) for a, b in zip(*items, strict=True)]
    total = OPERATORS[by](rows[0], rows[1])
    assert wide(reduce(by, x, (1,), element)).tolist() == rows
    assert wide(reduce(by, x, (0,), element)).tolist() == columns
    assert wide(reduce(by, x, (1, 0), element)) == total
    one = "true" if element is ElementType.BOOL else "1"
    assert wide(reduce(by, x, (0, 1), element, one)) == OPERATORS[by](1, total)


def test_reduce_over_nothing() -> None:
    empty = np.zeros((2, 0))
    for by, element, expected in [
        ("add", ElementType.F32, 0),
        ("multiply", ElementType.BF16, 1),
        ("and", ElementType.I8, -1),
        ("and", ElementType.U8, 255),
        ("and", ElementType.BOOL, 1),
        ("or", ElementType.BOOL, 0),
    ]:
        assert wide(reduce(by, empty, (1,), element)).tolist() == [expected] * 2
    assert wide(reduce("min", empty, (1,), ElementType.F16, "3")).tolist() == [3, 3]
    assert wide(reduce("max", empty, (1,), ElementType.BF16, "3")).tolist() == [3, 3]


def test_reduce_wraps_and_keeps_nan() -> None:
    assert reduce("add", [100, 100], (0,), ElementType.I8) == -56
    assert reduce("add", [200, 100], (0,), ElementType.U8) == 44
    assert math.isnan(reduce("max", [1.0, math.nan, 2.0], (0,), ElementType.F32))
    assert math.isnan(reduce("min", [1.0, math.nan, 2.0], (0,), ElementType.BF16))


DECIMAL = """
func @digit: (i64, i64) -> i64 {
'entry(%x: i64, %y: i64):
    %t = multiply %x: i64, 10: i64
    %r = add %t: i64, %y: i64
    return %r: i64
}
"""


def test_reduce_by_a_function() -> None:
    x = np.array([[1, 2, 3], [4, 5, 6]])
    for axes, result, expected in [
        ("1", "<2 x i64>", [9123, 9456]),
        ("0", "<3 x i64>", [914, 925, 936]),
        ("1, 0", "i64", 9123456),
    ]:
        found = evaluate(
            result, "<2 x 3 x i64>",
            f"reduce %a: <2 x 3 x i64> by @digit init 9: i64 along {axes}", x, extra=DECIMAL,
        )  # fmt: skip
        assert np.asarray(found).tolist() == expected


@pytest.mark.parametrize("element", ElementType, ids=str)
def test_arguments_of_extrema(element: ElementType) -> None:
    x = np.array([[0, 1, 1, 0], [1, 0, 0, 1]]).astype(element.numpy)
    type = text_of(x.shape, element)
    found = evaluate("<2 x i64>", type, f"argMax %a: {type} along 1", x)
    assert found.dtype == np.int64
    assert found.tolist() == [1, 0]
    assert evaluate("<4 x i64>", type, f"argMin %a: {type} along 0", x).tolist() == [0, 1, 1, 0]
    if element.is_float:
        x[1, 2] = math.nan
        assert evaluate("<2 x i64>", type, f"argMax %a: {type} along 1", x).tolist() == [1, 2]
        assert evaluate("<2 x i64>", type, f"argMin %a: {type} along 1", x).tolist() == [0, 2]


GRID = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
SHAPES: list[tuple[str, str, Any]] = [
    ("transpose %a: T", "<4 x 3 x 2 x f32>", GRID.transpose()),
    ("transpose %a: T along 1, 0, 2", "<3 x 2 x 4 x f32>", GRID.transpose(1, 0, 2)),
    ("reverse %a: T along 0, 2", "<2 x 3 x 4 x f32>", GRID[::-1, :, ::-1]),
    ("concatenate %a: T, %a: T along 1", "<2 x 6 x 4 x f32>", np.hstack([GRID, GRID])),
    ("slice %a: T from 1 upto 2", "<1 x 3 x 4 x f32>", GRID[1:2]),
    ("slice %a: T from 0, 1 upto 2, 3", "<2 x 2 x 4 x f32>", GRID[:, 1:3]),
    ("slice %a: T from 0, 0, 1 upto 2, 3, 4 strides 1, 2, 2", "<2 x 2 x 2 x f32>",
     GRID[:, ::2, 1::2]),
    ("slice %a: T from 2 upto 2", "<0 x 3 x 4 x f32>", GRID[2:]),
    ("shapeCast %a: T to 6 x 4", "<6 x 4 x f32>", GRID.reshape(6, 4)),
    ("padShape %a: T at 1", "<2 x 1 x 3 x 4 x f32>", GRID[:, None]),
    ("padShape %a: T at 3", "<2 x 3 x 4 x 1 x f32>", GRID[..., None]),
    ("broadcast %a: T to 5 x 2 x 3 x 4", "<5 x 2 x 3 x 4 x f32>", np.stack([GRID] * 5)),
    ("pad %a: T by (1, 0), (0, 2), (0, 0) with 7: f32", "<3 x 5 x 4 x f32>",
     np.pad(GRID, ((1, 0), (0, 2), (0, 0)), constant_values=7)),
    ("pad %a: T by (-1, 0), (0, -2), (-1, 1) with 7: f32", "<1 x 1 x 4 x f32>",
     np.pad(GRID[1:, :1, 1:], ((0, 0), (0, 0), (0, 1)), constant_values=7)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "result", "expected"), SHAPES, ids=[s[0] for s in SHAPES])
def test_movement(text: str, result: str, expected: Any) -> None:
    type = "<2 x 3 x 4 x f32>"
    found = evaluate(result, type, text.replace("T", type), GRID)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("element", ElementType, ids=str)
def test_movement_keeps_the_element_type(element: ElementType) -> None:
    x = np.array([[0, 1], [1, 0], [1, 1]]).astype(element.numpy)
    type = text_of(x.shape, element)
    zero = "false" if element is ElementType.BOOL else "0"
    body = f"""
        %t = transpose %a: {type}
        %c = concatenate %t: {text_of((2, 3), element)}, %t: {text_of((2, 3), element)} along 1
        %p = pad %c: {text_of((2, 6), element)} by (0, 1), (0, 0) with {zero}: {element}
        %r = gather %p: {text_of((3, 6), element)} at <2: u8, 0: u8>: <2 x u8> along 0"""
    found = interpret(program(text_of((2, 6), element), type, body), "f", x)
    assert found.dtype == element.numpy
    assert wide(found).tolist() == [[0] * 6, [0, 1, 1, 0, 1, 1]]


def test_interior_padding() -> None:
    x = np.array([1, 2, 3])
    text = "pad %a: <3 x i64> by (LOW, HIGH) with 0: i64 interior 2"
    for low, high, expected in [
        (1, 0, [0, 1, 0, 0, 2, 0, 0, 3]),
        (-2, 1, [0, 2, 0, 0, 3, 0]),
        (-4, -2, [0]),
    ]:
        instruction = text.replace("LOW", str(low)).replace("HIGH", str(high))
        found = evaluate(f"<{len(expected)} x i64>", "<3 x i64>", instruction, x)
        assert found.tolist() == expected
    empty = evaluate("<2 x i64>", "<0 x i64>", "pad %a: <0 x i64> by (1, 1) with 4: i64 interior 3",
                     x[:0])  # fmt: skip
    assert empty.tolist() == [4, 4]


def test_squeeze_and_scalar_casts() -> None:
    found = evaluate("<3 x f32>", "<3 x 1 x f32>", "squeezeShape %a: <3 x 1 x f32> at 1",
                     GRID[0, :, :1])  # fmt: skip
    assert found.tolist() == [0, 4, 8]
    scalar = evaluate("f32", "<1 x 1 x f32>", "shapeCast %a: <1 x 1 x f32> to scalar",
                      GRID[1:, 1:2, 1])  # fmt: skip
    assert isinstance(scalar, np.float32)
    assert scalar == 17


@pytest.mark.parametrize("element", [e for e in ElementType if e.bits > 1], ids=str)
def test_iota(element: ElementType) -> None:
    found = evaluate(text_of((2, 3), element), "", f"iota 2 x 3 along 1: {element}")
    assert found.dtype == element.numpy
    assert wide(found).tolist() == [[0, 1, 2]] * 2


def test_iota_wraps_and_rounds() -> None:
    assert evaluate("<130 x i8>", "", "iota 130 along 0: i8")[-2:].tolist() == [-128, -127]
    assert float(evaluate("<258 x bf16>", "", "iota 258 along 0: bf16")[257]) == 256


@pytest.mark.parametrize("indices", INTEGERS, ids=str)
def test_gather(indices: ElementType) -> None:
    places = np.array([[2, 0], [1, 2]], indices.numpy)
    found = evaluate(
        "<2 x 2 x 2 x 4 x f32>", f"<2 x 3 x 4 x f32>; <2 x 2 x {indices}>",
        f"gather %a: <2 x 3 x 4 x f32> at %b: <2 x 2 x {indices}> along 1", GRID, places,
    )  # fmt: skip
    expected = np.stack([[[g[p] for p in row] for row in places.tolist()] for g in GRID])
    np.testing.assert_array_equal(found, expected)
    one = evaluate("<2 x 3 x f32>", "<2 x 3 x 4 x f32>; i64",
                   "gather %a: <2 x 3 x 4 x f32> at %b: i64 along 2", GRID, 3)  # fmt: skip
    np.testing.assert_array_equal(one, GRID[:, :, 3])


def scatter(by: str, element: ElementType, target: Any, updates: Any, places: Any) -> Any:
    x, u = (np.asarray(v).astype(element.numpy) for v in (target, updates))
    i = np.asarray(places)
    types = [
        text_of(x.shape, element),
        text_of(u.shape, element),
        text_of(i.shape, ElementType.I64),
    ]
    joined = f" by {by}" if by else ""
    before = x.copy()
    found = evaluate(
        types[0], ";".join(types),
        f"scatter %b: {types[1]} to %a: {types[0]} at %c: {types[2]} along 0{joined}", x, u, i,
    )  # fmt: skip
    np.testing.assert_array_equal(wide(x), wide(before))
    assert found.dtype == element.numpy
    return wide(found).tolist()


@pytest.mark.parametrize("element", [e for e in ElementType if e.bits > 1], ids=str)
def test_scatter(element: ElementType) -> None:
    x, updates, places = [1, 1, 3], [4, 5, 2, 6], [0, 2, 0, 2]
    assert scatter("", element, x, updates, places) == [2, 1, 6]
    assert scatter("add", element, x, updates, places) == [7, 1, 14]
    assert scatter("multiply", element, x, updates, places) == [8, 1, 90]
    assert scatter("min", element, x, updates, places) == [1, 1, 3]
    assert scatter("max", element, x, updates, places) == [4, 1, 6]
    if element.is_integer:
        assert scatter("or", element, x, updates, places) == [1 | 4 | 2, 1, 3 | 5 | 6]
        assert scatter("and", element, x, updates, places) == [1 & 4 & 2, 1, 3 & 5 & 6]


def test_scatter_along_other_axes() -> None:
    updates = np.arange(8, dtype=np.float32).reshape(2, 2, 2)
    found = evaluate(
        "<2 x 3 x f32>", "<2 x 2 x 2 x f32>; <2 x 3 x f32>; <2 x 2 x i64>",
        "scatter %a: <2 x 2 x 2 x f32> to %b: <2 x 3 x f32> at %c: <2 x 2 x i64> along 1 by add",
        updates, np.zeros((2, 3), np.float32), np.array([[0, 2], [2, 0]]),
    )  # fmt: skip
    assert found.tolist() == [[3, 0, 3], [11, 0, 11]]
    assert scatter("", ElementType.BOOL, [True, True], [False], [1]) == [1, 0]
    assert scatter("or", ElementType.BOOL, [False, False], [True, False], [1, 1]) == [0, 1]


def test_indices_out_of_range() -> None:
    x, element = np.arange(3, dtype=np.float32), ElementType.F32
    gather = "gather %a: <3 x f32> at %b: <2 x i64> along 0"
    for places, found in (([0, 3], 3), ([-1, 7], -1)):
        module = program("<2 x f32>", "<3 x f32>; <2 x i64>", f"%r = {gather}")
        failure = check_error(
            f"index {found} is out of range, expected 0 to 2",
            lambda m=module, p=places: interpret(m, "f", x, np.array(p)),
        )
        location = failure.diagnostics[0].location
        assert location is not None
        assert "gather" in location.source.line_text(location.line)
    check_error("index 5 is out of range, expected 0 to 2",
                lambda: scatter("", element, x, [1.0], [5]))  # fmt: skip
    check_error("index 0 is out of range, expected none",
                lambda: scatter("", element, x[:0], [1.0], [0]))  # fmt: skip
    slice_ = program(
        "<_ x f32>", "<3 x f32>; i64; i64", "%r = slice %a: <3 x f32> from %b: i64 upto %c: i64"
    )
    assert interpret(slice_, "f", x, 1, 3).tolist() == [1, 2]
    check_error(
        "end 4 found at dimension 0, expected at most the size, 3",
        lambda: interpret(slice_, "f", x, 1, 4),
    )
    check_error("start -1 found at dimension 0", lambda: interpret(slice_, "f", x, -1, 2))
    check_error(
        "end 1 found at dimension 0, expected at least the start, 2",
        lambda: interpret(slice_, "f", x, 2, 1),
    )


@pytest.mark.parametrize("element", ElementType, ids=str)
def test_literals(element: ElementType) -> None:
    one, zero = ("true", "false") if element is ElementType.BOOL else ("1", "0")
    vector = text_of((2,), element)
    for text, expected in [
        (f"{one}: {vector}", [1, 1]),
        (f"zero: {vector}", [0, 0]),
        (f"undefined: {vector}", [0, 0]),
        (f"<{one}: {element}, {zero}: {element}>: {vector}", [1, 0]),
    ]:
        found = evaluate(vector, "", f"literal {text}")
        assert found.dtype == element.numpy
        assert wide(found).tolist() == expected
        found[0] = 0  # The caller's own.
