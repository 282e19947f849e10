"""Arguments of every kind: the interpreter and compiled code accept the same, return the same, and
reject others with the same messages."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.types import ElementType

SHAPES = {"scalar": "", "fixed": "3 x ", "erased": "_n x ", "matrix": "2 x _n x "}


def type_of(shape: str, element: ElementType) -> str:
    return f"<{SHAPES[shape]}{element}>" if SHAPES[shape] else str(element)


@cache
def program(element: ElementType) -> tuple[dlvm.Module, Any]:
    """Returns identity functions for several shapes, and one for an enum."""
    parts = [f"enum $Box {{ ?none, ?of({element}, <3 x {element}>, $Box) }}"]
    for shape in (*SHAPES, "box"):
        type = "$Box" if shape == "box" else type_of(shape, element)
        body = f"'entry(%x: {type}):\n    return %x: {type}\n"
        parts.append(f"func @{shape}: ({type}) -> {type} {{\n{body}}}")
    module = dlvm.parse("\n".join(parts))
    return module, dlvm.compile(module, opt_level=0)


def outcome(run: Callable[..., Any], value: Any) -> tuple[str, Any]:
    try:
        return "gives", run(value)
    except DiagnosticError as problem:
        return "refuses", str(problem)


def check(element: ElementType, shape: str, value: Any) -> tuple[str, Any]:
    module, native = program(element)
    expected = outcome(lambda v: dlvm.interpret(module, shape, v), value)
    found = outcome(native[shape], value)
    assert expected[0] == found[0], (expected, found)
    if shape == "box":
        # What is inside is called in other words where it is refused.
        assert found[0] == "refuses" or repr(found[1]) == repr(expected[1])
    elif found[0] == "refuses":
        assert found == expected
    else:
        a, b = np.asarray(found[1]), np.asarray(expected[1])
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        assert a.tobytes() == b.tobytes()
    return found


ELEMENTS = st.sampled_from(list(ElementType))
NUMBERS = (
    st.integers(-(2**9), 2**9)
    | st.sampled_from([0, 16, 31, 32, 63, 64, 127, 128, 400, 1024]).map(lambda n: 2**n)
    | st.sampled_from([15, 16, 31, 32, 63, 64]).map(lambda n: -(2**n) - 1)
    | st.sampled_from([10**400, -(10**400), 10**5000, 65519, 65520, 3.39e38, 3.4028235e38, 3.5e38])
    | st.floats()
    | st.booleans()
    | st.complex_numbers(max_magnitude=4)
    | st.sampled_from(
        [None, "x", "1", b"1", object, (), [], [1], [1, 2, 3], {}, {1}, ..., range(3)]
    )
)
DTYPES = st.sampled_from(
    ["f2", "f4", "f8", "i1", "i8", "u1", "u8", "?", ">f4", ">i8", "c8", "O", "U1", "S1", "M8[s]",
     "V2", ml_dtypes.bfloat16]
)  # fmt: skip


@given(element=ELEMENTS, shape=st.sampled_from([*SHAPES]), value=NUMBERS)
def test_python_objects(element: ElementType, shape: str, value: Any) -> None:
    kind, found = check(element, shape, value)
    if kind == "gives" and isinstance(value, int | float):
        # No number becomes another one but by rounding.
        assert element.is_float or found == value
        assert math.isfinite(value) == np.isfinite(found) or element.kind == "bool"


@given(element=ELEMENTS, value=NUMBERS, inner=NUMBERS)
def test_numbers_in_enums(element: ElementType, value: Any, inner: Any) -> None:
    row = np.zeros(3, element.numpy)
    check(element, "box", ("of", value, row, ("of", inner, row, ("none",))))
    check(element, "box", ("of", np.zeros((), element.numpy), value, ("none",)))


@given(
    element=ELEMENTS,
    shape=st.sampled_from([*SHAPES]),
    dtype=DTYPES,
    sizes=st.lists(st.integers(0, 4), max_size=3),
    is_turned=st.booleans(),
)
def test_arrays(
    element: ElementType, shape: str, dtype: Any, sizes: list[int], is_turned: bool
) -> None:
    array = np.zeros(sizes, dtype)
    check(element, shape, array.T if is_turned else array)


class Array:
    """An object that implements the array protocol."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self._array


class Failing:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise ValueError("no")


class Sub(np.ndarray[Any, Any]):
    pass


def variants(folder: Path) -> dict[str, Any]:
    """The numbers 1, 2, 3 in many representations."""
    x = np.arange(1, 4, dtype=np.float32)
    buffer = np.zeros(13, np.uint8)
    buffer[1:] = x.view(np.uint8)
    kept = np.memmap(folder / "x", "f4", "w+", shape=(3,))
    kept[:] = x
    fixed = x.copy()
    fixed.flags.writeable = False
    return {
        "strided": np.repeat(x, 2)[::2],
        "reversed": x[::-1].copy()[::-1],
        "misaligned": buffer[1:].view(np.float32),
        "read-only": fixed,
        "mapped": kept,
        "subclass": x.view(Sub),
        "masked, nowhere": np.ma.masked_array(x),
        "masked, false": np.ma.masked_array(x, [False] * 3),
        "with a method": Array(x),
        "memoryview": memoryview(x),  # pyright: ignore[reportArgumentType]
        "ctypes": (ctypes.c_float * 3)(1, 2, 3),
        "records": x.view(np.recarray),
    }


@pytest.mark.parametrize("shape", ["fixed", "erased"])
def test_array_protocols(shape: str, tmp_path: Path) -> None:
    for name, value in variants(tmp_path).items():
        kind, found = check(ElementType.F32, shape, value)
        assert (kind, np.asarray(found).tolist()) == ("gives", [1, 2, 3]), name


@pytest.mark.parametrize("shape", ["fixed", "erased"])
def test_masked_arrays(shape: str) -> None:
    """Passing the data would ignore the mask."""
    x = np.ma.masked_array(np.zeros(3, np.float32), [False, True, False])
    kind, found = check(ElementType.F32, shape, x)
    assert kind == "refuses"
    assert "got a masked array: fill it, or take its data" in found
    assert check(ElementType.F32, shape, Failing())[0] == "refuses"


@pytest.mark.parametrize(
    ("element", "value", "message"),
    [
        ("f32", 1e40, "has element type f32, got 1e+40, which is out of its range"),
        ("f16", 1e6, "has element type f16, got 1000000.0, which is out of its range"),
        ("f16", 65520, "got 65520, which is out of its range"),
        ("bf16", 1e39, "got 1e+39, which is out of its range"),
        ("f64", 10**400, "got a number of 1329 bits, which is out of its range"),
        ("i8", 128, "has element type i8, got 128, which is out of its range"),
        ("u64", -1, "got -1, which is out of its range"),
        ("i64", 2**63, "got 9223372036854775808, which is out of its range"),
        ("f32", None, "has type f32, got None"),
        ("i64", 1.0, "has element type i64, got f64"),
        ("i64", True, "has element type i64, got bool"),
    ],
)
def test_messages(element: str, value: Any, message: str) -> None:
    kind, found = check(ElementType(element), "scalar", value)
    assert kind == "refuses"
    assert message in found
    assert math.isinf(check(ElementType.F16, "scalar", math.inf)[1])
    assert check(ElementType.F16, "scalar", 65519)[1] == 65504
