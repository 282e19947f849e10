"""``dlc --test``: calls in a module's text with their expected results; ``--load``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm.diagnostics import Source
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.ir.records import EnumValue, make_record
from dlvm.ir.types import BF16, F32, F64, I64, EnumType, StructType, TupleType, Type, tensor
from dlvm.tools import dlc, dlopt
from dlvm.tools.expectations import is_close, read_expectations

PROGRAM = """\
enum $Maybe { ?some(f32), ?none }

[gradient @half]
func @slope: (f32) -> (f32)

func @half: (f32) -> f32 {
'entry(%x: f32):
    %y = multiply %x: f32, 0.5: f32
    return %y: f32
}

func @some: (f32) -> $Maybe {
'entry(%x: f32):
    return ?some(%x: f32): $Maybe
}

func @refuse: () -> void {
'entry():
    trap "not \\"now\\""
}
"""
RIGHT = """\
// run: @half(3) == 1.5
    // run: @slope(7) == (0.5)
// run: @some(2) == ?some(2)
// run: @refuse() traps "not \\"now\\""
"""
WRONG = {
    "@half(3) == 2": "@half(3) returns 1.5, expected 2",
    "@some(2) == ?none": "@some(2) returns ?some(2.0), expected ?none",
    '@half(3) traps "never"': '@half(3) returns 1.5, expected a trap "never"',
    '@refuse() traps "never"': '@refuse() ends with an error, expected a trap "never"',
    "@refuse() == ()": "@refuse() ends with an error, expected ()",
    "@half(3) is 1.5": 'expected @function(arguments) == result, or traps "message"',
    "@half(3, 4) == 1": "expected `)`, got `4`",
    "@nope() == 1": "there is no function @nope",
}
ENGINES = {"interpreted": ["--interpret"], "compiled": []}

Capture = pytest.CaptureFixture[str]
each_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)


@pytest.fixture
def _intrinsics() -> Iterator[None]:
    """Restores the tables to which a loaded file adds rows."""
    content = dict(INTRINSICS)
    yield
    INTRINSICS.clear()
    INTRINSICS.update(content)


@each_engine
def test_calls_with_the_expected_results(
    engine: list[str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "right.dl"
    file.write_text(RIGHT + PROGRAM, encoding="utf-8")
    assert dlc.main([str(file), "--test", *engine]) == 0
    assert capsys.readouterr().out == "4 calls return the expected results\n"


@each_engine
@pytest.mark.parametrize("line", WRONG)
def test_calls_that_do_not(line: str, engine: list[str], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "wrong.dl"
    file.write_text(f"{RIGHT}// run: {line}\n{PROGRAM}", encoding="utf-8")
    assert dlc.main([str(file), "--test", *engine]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"wrong.dl:5:8: error: {WRONG[line]}" in captured.err


def test_a_file_without_calls(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "none.dl"
    file.write_text(PROGRAM, encoding="utf-8")
    assert dlc.main([str(file), "--test"]) == 1
    assert "has no line `// run: @f(1) == 2`" in capsys.readouterr().err


def test_every_call_that_fails_is_reported(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "wrong.dl"
    file.write_text(f"// run: @half(3) == 2\n// run: @half(4) == 3\n{PROGRAM}", encoding="utf-8")
    assert dlc.main([str(file), "--test", "--interpret"]) == 1
    assert capsys.readouterr().err.count("error:") == 2


def test_one_function_by_the_interpreter(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "program.dl"
    file.write_text(PROGRAM, encoding="utf-8")
    assert dlc.main([str(file), "--run", "@slope", "--args", "7", "--interpret"]) == 0
    assert capsys.readouterr().out == "(0.5)\n"
    with pytest.raises(SystemExit):
        dlc.main([str(file), "--emit", "llvm", "--interpret"])
    assert "--interpret requires --run or --test" in capsys.readouterr().err


POINT = StructType("Point")
POINT.define([("x", tensor(F32)), ("y", tensor(I64, 2))])
MAYBE = EnumType("Maybe")
MAYBE.define([("some", (tensor(F32),)), ("none", ())])
# A type, a value, one that is as good, and one that is not.
CLOSE: list[tuple[Type, Any, Any, Any]] = [
    (tensor(F32), np.float32(1), np.float32(1.000001), np.float32(1.001)),
    (tensor(F32), np.float32(0), np.float32(0), np.float32(-0.0)),
    (tensor(F32), np.float32("nan"), np.float32("nan"), np.float32(0)),
    (tensor(F64), np.float64("inf"), np.float64("inf"), np.float64("-inf")),
    (tensor(F64), np.float64(1), np.float64(1), np.float32(1)),
    (tensor(BF16), BF16.numpy.type(1), BF16.numpy.type(1.01), BF16.numpy.type(1.1)),
    (tensor(I64, 2), np.array([1, 2]), np.array([1, 2]), np.array([1, 3])),
    (tensor(I64, 2), np.array([1, 2]), np.array([1, 2]), np.array([[1, 2]])),
    (TupleType((tensor(I64),)), (np.int64(1),), (np.int64(1),), (np.int64(2),)),
    (
        POINT,
        make_record(POINT, [np.float32(1), np.array([1, 2])]),
        make_record(POINT, [np.float32(1), np.array([1, 2])]),
        make_record(POINT, [np.float32(1), np.array([2, 2])]),
    ),
    (
        MAYBE,
        EnumValue("some", (np.float32(1),), "Maybe"),
        EnumValue("some", (np.float32(1),), "Maybe"),
        EnumValue("none", (), "Maybe"),
    ),
]


@pytest.mark.parametrize(("type", "value", "same", "other"), CLOSE)
def test_closeness(type: Type, value: Any, same: Any, other: Any) -> None:
    assert is_close(value, same, type)
    assert not is_close(other, value, type)


def test_places_of_lines() -> None:
    source = Source("x.dl", "stage raw\n  // run: @f(1) == 2\n//run: @g() == 1\n")
    (found,) = read_expectations(source)
    assert (found.location.line, str(found), found.result) == (2, "@f(1)", "2")


EXTENSION = """\
import numpy as np
from dlvm import Intrinsic, register_intrinsic
from dlvm.ir.compute import call

register_intrinsic(
    Intrinsic(
        "thrice",
        type_rule=lambda x: x,
        evaluate=lambda x: x + x + x,
        element=lambda at, x: call("add", x(*at), call("add", x(*at), x(*at))),
    )
)
"""
EXTENDED = """\
// run: @f([1, 2]) == [3, 6]
func @f: (<2 x f32>) -> <2 x f32> {
'entry(%x: <2 x f32>):
    %y = builtin "thrice"(%x: <2 x f32>) -> <2 x f32>
    return %y: <2 x f32>
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "def half(x):\n    return x / 0\n\n\nhalf(1)\n",
            """\
{file}:2:5: error: ZeroDivisionError: division by zero
        return x / 0
        ^~~~~~~~~~~~
{file}:5:1: note: called from here
    half(1)
    ^~~~~~~
""",
        ),
        (
            "x = 1\ndef f(:\n",
            """\
{file}:2:1: error: SyntaxError: invalid syntax
    def f(:
    ^~~~~~~
""",
        ),
        (
            "import dlvm.nowhere\n",
            """\
{file}:1:1: error: ModuleNotFoundError: No module named 'dlvm.nowhere'
    import dlvm.nowhere
    ^~~~~~~~~~~~~~~~~~~
""",
        ),
    ],
)
def test_extensions_that_raise(tmp_path: Path, capsys: Capture, text: str, expected: str) -> None:
    extension, file = tmp_path / "extension.py", tmp_path / "extended.dl"
    extension.write_text(text, encoding="utf-8")
    file.write_text(EXTENDED, encoding="utf-8")
    assert dlopt.main([str(file), "--load", str(extension)]) == 1
    assert capsys.readouterr().err == expected.format(file=extension)


@pytest.mark.usefixtures("_intrinsics")
def test_extensions_are_loaded_first(tmp_path: Path, capsys: Capture) -> None:
    extension, file = tmp_path / "extension.py", tmp_path / "extended.dl"
    extension.write_text(EXTENSION, encoding="utf-8")
    file.write_text(EXTENDED, encoding="utf-8")
    assert dlopt.main([str(file)]) == 1
    assert 'there is no intrinsic "thrice"' in capsys.readouterr().err
    assert dlopt.main([str(file), "--load", str(extension)]) == 0
    assert 'builtin "thrice"' in capsys.readouterr().out
    assert dlc.main([str(file), "--load", str(tmp_path / "nope.py"), "--test"]) == 1
    assert "cannot read" in capsys.readouterr().err
    INTRINSICS.pop("thrice")
    assert dlc.main([str(file), "--load", str(extension), "--test"]) == 0
    INTRINSICS.pop("thrice")
    assert dlc.main([str(file), "--load", str(extension), "--emit", "llvm"]) == 0
    assert "define" in capsys.readouterr().out
