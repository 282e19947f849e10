"""Each instruction of the reference interpreter, compared with independent arithmetic."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm.interpreter import EVALUATE, interpret
from dlvm.ir import INSTRUCTIONS, ElementType
from tests.support.evaluation import (
    BF16,
    FLOATS,
    INTEGERS,
    check_error,
    evaluate,
    program,
    text_of,
    wide,
)


def test_every_instruction_has_a_rule() -> None:
    assert [n for n, cls in INSTRUCTIONS.items() if cls not in EVALUATE] == []


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


@pytest.mark.parametrize("element", [*INTEGERS, *FLOATS], ids=str)
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
    for element in (ElementType.BOOL, *INTEGERS, *FLOATS)
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


def test_reduce_no_elements() -> None:
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


@pytest.mark.parametrize("element", [ElementType.BOOL, *INTEGERS, *FLOATS], ids=str)
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
    has_zero = element is not ElementType.F8E8M0FNU
    x = np.array([[0, 1], [1, 0], [1, 1]] if has_zero else [[2, 1], [1, 2], [1, 1]])
    x, least = x.astype(element.numpy), 0 if has_zero else 2
    type = text_of(x.shape, element)
    zero = "false" if element is ElementType.BOOL else str(least)
    body = f"""
        %t = transpose %a: {type}
        %c = concatenate %t: {text_of((2, 3), element)}, %t: {text_of((2, 3), element)} along 1
        %p = pad %c: {text_of((2, 6), element)} by (0, 1), (0, 0) with {zero}: {element}
        %r = gather %p: {text_of((3, 6), element)} at <2: u8, 0: u8>: <2 x u8> along 0"""
    found = interpret(program(text_of((2, 6), element), type, body), "f", x)
    assert found.dtype == element.numpy
    assert wide(found).tolist() == [[least] * 6, [least, 1, 1, least, 1, 1]]


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
    assert type(scalar) is np.float32
    assert scalar == 17


@pytest.mark.parametrize("element", [*INTEGERS, *FLOATS], ids=str)
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


@pytest.mark.parametrize("element", [*INTEGERS, *FLOATS], ids=str)
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
        "end must be at most the size, 3, at dimension 0, got 4",
        lambda: interpret(slice_, "f", x, 1, 4),
    )
    check_error(
        "start must be at least 0 at dimension 0, got -1", lambda: interpret(slice_, "f", x, -1, 2)
    )
    check_error(
        "end must be at least the start, 2, at dimension 0, got 1",
        lambda: interpret(slice_, "f", x, 2, 1),
    )


@pytest.mark.parametrize(
    "element", [e for e in ElementType if e is not ElementType.F8E8M0FNU], ids=str
)
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
