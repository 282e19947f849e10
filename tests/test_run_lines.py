"""``// run: @f(1.0, [2, 3]) == (4.0, true)`` in a .dl file: a call and what it has to give.

``// run: @f(0) traps "message"`` says that the call ends with a trap. Every way to run a program
has to meet the same lines: the interpreter, before and after optimization, and compiled code; where
native code does not have something yet, ``// native: error "message"`` says so for the whole file.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir import (
    ArrayType,
    EnumType,
    FunctionType,
    Module,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.records import record_fields
from dlvm.tools.values import read_value

LIT = Path(__file__).parent / "lit"
LINE = re.compile(r"^// run: @([\w.]+)(\(.*\)) (==|traps) (.*)$", re.MULTILINE)
NATIVE_ERROR = re.compile(r'^// native: error "(.*)"$', re.MULTILINE)
TOLERANCES = {"f16": 2e-3, "bf16": 2e-2, "f32": 1e-5, "f64": 1e-12}

Engine = Callable[[Module, str, list[Any]], Any]


def _interpreted(module: Module, name: str, arguments: list[Any]) -> Any:
    dlvm.run_passes(module, "AD")
    return dlvm.interpret(module, name, *arguments)


def _optimized(module: Module, name: str, arguments: list[Any]) -> Any:
    dlvm.run_passes(module, "AD,AS,CP,CSE,DCE")
    return dlvm.interpret(module, name, *arguments)


def _compiled(level: int) -> Engine:
    return lambda module, name, arguments: dlvm.compile(module, opt_level=level)[name](*arguments)


ENGINES: dict[str, Engine] = {
    "interpreted": _interpreted,
    "optimized": _optimized,
    "compiled-O0": _compiled(0),
    "compiled-O2": _compiled(2),
}


def _cases() -> list[Any]:
    files = {f: f.read_text(encoding="utf-8") for f in sorted(LIT.rglob("*.dl"))}
    return [
        pytest.param(text, id=file.relative_to(LIT).as_posix())
        for file, text in files.items()
        if LINE.search(text)
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", _cases())
def test_run_lines(text: str, engine: str) -> None:
    unsupported = NATIVE_ERROR.search(text)
    if unsupported and engine.startswith("compiled"):
        with pytest.raises(dlvm.DiagnosticError, match=re.escape(unsupported[1])):
            dlvm.compile(dlvm.parse(text))
        return
    for name, arguments, relation, expectation in LINE.findall(text):
        module = dlvm.parse(text)
        function = module.function(name)
        assert function is not None, f"there is no @{name}"
        given = read_value(arguments, TupleType(function.type.parameters))
        call = f"@{name}{arguments}"
        if relation == "traps":
            with pytest.raises(dlvm.DiagnosticError, match=re.escape(expectation.strip('"'))):
                ENGINES[engine](module, name, list(given))
        else:
            expected = read_value(expectation, function.type.result)
            found = ENGINES[engine](module, name, list(given))
            assert_close(found, expected, function.type.result, call)


def assert_close(found: Any, expected: Any, type: Type, call: str) -> None:
    match type := type.canonical:
        case TensorType():
            found = np.asarray(found)
            assert found.dtype == type.element.numpy, call
            tolerance = TOLERANCES.get(str(type.element), 0)
            if tolerance:
                found, expected = found.astype(np.float64), np.asarray(expected, np.float64)
            np.testing.assert_allclose(found, expected, tolerance, tolerance, err_msg=call)
        case TupleType() | ArrayType():
            assert len(found or ()) == len(expected), call
            types = type.elements if isinstance(type, TupleType) else [type.element] * type.size
            for part in zip(found or (), expected, types, strict=True):
                assert_close(*part, call)
        case StructType():
            parts = zip(record_fields(type, found), expected, type.fields, strict=True)
            for found_field, expected_field, (_, field_type) in parts:
                assert_close(found_field, expected_field, field_type, call)
        case EnumType():
            assert (found.type, found.case) == (type.name, expected.case), call
            payload = type.payload(found.case) or ()
            for part in zip(found.payload, expected.payload, payload, strict=True):
                assert_close(*part, call)
        case FunctionType():
            assert f"@{found.name}" == expected, call
        case _:
            raise AssertionError(f"{call} gives a value of type {type}")
