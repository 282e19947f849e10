"""Element types for storage: their casts and comparisons are those of ml_dtypes, and instructions
that compute reject them."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.ir import ElementType, Literal, TensorType
from dlvm.ir.values import TensorData
from dlvm.text.value_text import literal_text
from tests.support.evaluation import evaluate, text_of

Array = np.ndarray[Any, np.dtype[Any]]

STORAGE = [e for e in ElementType if e.is_storage]
FLOATS = [e for e in STORAGE if e.is_float]
INTEGERS = [e for e in STORAGE if e.is_integer]


def codes(element: ElementType) -> Array:
    return np.arange(2**element.bits, dtype=np.uint8).view(element.numpy)


def cast(x: Array, source: ElementType, target: ElementType) -> Array:
    type = text_of(x.shape, source)
    found = evaluate(text_of(x.shape, target), type, f"dataTypeCast %a: {type} to {target}", x)
    assert found.dtype == target.numpy
    return found


def wide(x: Array) -> Array:
    return x.astype(np.float32)


@pytest.mark.parametrize("element", STORAGE, ids=str)
def test_every_value_is_kept_in_f32(element: ElementType) -> None:
    x = codes(element)
    single = cast(x, element, ElementType.F32)
    np.testing.assert_array_equal(single, wide(x))
    np.testing.assert_array_equal(wide(cast(single, ElementType.F32, element)), wide(x))


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_floats_round_once(element: ElementType) -> None:
    values = np.unique(wide(codes(element)))
    # ml_dtypes rounds numbers below the least of f32 that is normal in another way.
    values = values[np.isfinite(values) & (values != 2.0**-127)].astype(np.float64)
    ties = (values[1:] + values[:-1]) / 2
    x = np.concatenate([values, ties, np.nextafter(ties, np.inf), np.nextafter(ties, -np.inf)])
    nearest = cast(ties.astype(np.float32), ElementType.F32, element)
    with np.errstate(all="ignore"):
        expected = ties.astype(np.float32).astype(element.numpy)
    np.testing.assert_array_equal(wide(nearest), wide(expected))
    found = wide(cast(x, ElementType.F64, element)).astype(np.float64)
    above, below = found[-2 * len(ties) :].reshape(2, -1)
    np.testing.assert_array_equal(above, values[1:])
    np.testing.assert_array_equal(below, values[:-1])


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_values_that_are_not_finite(element: ElementType) -> None:
    x = np.array([np.inf, -np.inf, np.nan, 1e30, -1e30, 0.0, -0.0], np.float32)
    with np.errstate(all="ignore"):
        expected = x.astype(element.numpy)
    np.testing.assert_array_equal(wide(cast(x, ElementType.F32, element)), wide(expected))


@pytest.mark.parametrize("element", INTEGERS, ids=str)
def test_integers_wrap_and_saturate(element: ElementType) -> None:
    limits: Any = ml_dtypes.iinfo(element.numpy)
    least, most = int(limits.min), int(limits.max)
    x = np.arange(-40, 40, dtype=np.int32)
    expected = (x - least) % (most - least + 1) + least
    np.testing.assert_array_equal(cast(x, ElementType.I32, element).astype(np.int32), expected)
    y = np.array([-1e9, -2.9, -0.5, 1.9, 1e9, np.nan, np.inf], np.float32)
    expected = np.clip(np.trunc(np.nan_to_num(y)), least, most).astype(np.int32)
    np.testing.assert_array_equal(cast(y, ElementType.F32, element).astype(np.int32), expected)


@pytest.mark.parametrize("element", STORAGE, ids=str)
@pytest.mark.parametrize(
    ("mnemonic", "compare"),
    [
        ("lessThan", np.less),
        ("lessThanOrEqual", np.less_equal),
        ("greaterThan", np.greater),
        ("greaterThanOrEqual", np.greater_equal),
        ("equal", np.equal),
        ("notEqual", np.not_equal),
    ],
)
def test_comparisons(mnemonic: str, compare: np.ufunc, element: ElementType) -> None:
    x = codes(element)
    of, flags = text_of(x.shape, element), text_of((len(x), len(x)), ElementType.BOOL)
    column = text_of((len(x), 1), element)
    found = evaluate(flags, f"{column};{of}", f"{mnemonic} %a: {column}, %b: {of}", x[:, None], x)
    np.testing.assert_array_equal(found, compare(wide(x)[:, None], wide(x)))


@pytest.mark.parametrize("element", STORAGE, ids=str)
@pytest.mark.parametrize(
    "instruction",
    [
        "add %a: V, %a: V", "negate %a: V", "max %a: V, %a: V", "not %a: V", "exp %a: V",
        "shiftLeft %a: V, %a: V", "isNaN %a: V", "dot %a: V, %a: V", "iota 4 along 0: E",
        'contract %a: V by "i->i"', "reduce %a: V by max along 0", "scan %a: V by add along 0",
        "argMax %a: V along 0", "gather <1: i64>: <1 x i64> at %a: V along 0",
        "scatter %a: V to %a: V at <1: i64, 2: i64, 0: i64, 3: i64>: <4 x i64> along 0 by add",
    ],
)  # fmt: skip
def test_instructions_that_compute_reject_them(instruction: str, element: ElementType) -> None:
    type = text_of((4,), element)
    text = instruction.replace("V", type).replace("E", str(element))
    with pytest.raises(
        DiagnosticError, match=f"got element type {element}|the element type {element}"
    ):
        dlvm.parse(
            f"func @f: ({type}) -> void {{\n'entry(%a: {type}):\n    %y = {text}\n    return\n}}"
        )


@pytest.mark.parametrize(
    ("text", "element"),
    [("inf", "f8e4m3fn"), ("nan", "f4e2m1fn"), ("0", "f8e8m0fnu"), ("-1", "f8e8m0fnu"), ("8", "i4"),
     ("500", "f8e4m3fn"), ("-1", "u2"), ("inf", "f8e5m2fnuz")],
)  # fmt: skip
def test_numbers_that_they_lack(text: str, element: str) -> None:
    with pytest.raises(DiagnosticError, match=f"{element}"):
        dlvm.parse(f"func @f: () -> {element} {{\n'entry():\n    return {text}: {element}\n}}")


@pytest.mark.parametrize("element", STORAGE, ids=str)
def test_constants_print_and_parse(element: ElementType) -> None:
    x = codes(element)
    x = x[: 2**element.bits - 1] if element is ElementType.F8E8M0FNU else x
    type = text_of(x.shape, element)
    literal = Literal(TensorType(x.shape, element), TensorData(x))
    text = f"func @f: () -> {type} {{\n'entry():\n    return {literal_text(literal)}\n}}"
    np.testing.assert_array_equal(wide(dlvm.interpret(dlvm.parse(text), "f")), wide(x))
