"""Evaluation of programs of one instruction."""

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.ir import ElementType, Module, TensorType
from dlvm.text import parse
from dlvm.verifier import verify

FLOATS = [e for e in ElementType if e.is_float and not e.is_storage]
INTEGERS = [e for e in ElementType if e.is_integer and not e.is_storage]
BF16 = np.dtype(ml_dtypes.bfloat16)
# Units in the last place that a result may be off.
PRECISION = {"f16": 2**-10, "bf16": 2**-7, "f32": 2**-20, "f64": 2**-48} | {
    "c64": 2**-19, "c128": 2**-47,
}  # fmt: skip


def module_of(text: str) -> Module:
    module = parse(f'module "test"\nstage raw\n{text}')
    verify(module)
    return module


def program(result: str, types: str, body: str, extra: str = "") -> Module:
    """Returns a function @f of arguments %a, %b, … whose result is %r."""
    parameters = [t.strip() for t in types.split(";")] if types else []
    arguments = ", ".join(f"%{n}: {t}" for n, t in zip("abcdef", parameters, strict=False))
    return module_of(
        f"func @f: ({', '.join(parameters)}) -> {result} {{\n'entry({arguments}):\n"
        f"{body}\nreturn %r: {result}\n}}\n{extra}"
    )


def evaluate(result: str, types: str, instruction: str, *arguments: Any, extra: str = "") -> Any:
    """Returns the result of one instruction on %a, %b, …"""
    return interpret(program(result, types, f"%r = {instruction}", extra), "f", *arguments)


def text_of(shape: tuple[int, ...], element: ElementType) -> str:
    return str(TensorType(shape, element))


def elementwise(mnemonic: str, element: ElementType, *arguments: Any, result: str = "") -> Any:
    arrays = [np.asarray(a).astype(element.numpy) for a in arguments]
    types = [text_of(a.shape, element) for a in arrays]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    operands = ", ".join(f"%{n}: {t}" for n, t in zip("ab", types, strict=False))
    of = text_of(shape, ElementType(result) if result else element)
    found = evaluate(of, ";".join(types), f"{mnemonic} {operands}", *arrays)
    assert np.asarray(found).dtype == (ElementType(result) if result else element).numpy
    return found


def wide(array: Any) -> Any:
    array = np.asarray(array)
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def assert_near(found: Any, expected: Any, element: ElementType) -> None:
    tolerance = PRECISION[str(element)]
    with np.errstate(over="ignore"):
        rounded = wide(np.asarray(expected, np.float64).astype(element.numpy))
    np.testing.assert_allclose(wide(found), rounded, rtol=tolerance, atol=tolerance / 16)


def check_error(message: str, call: Callable[[], Any]) -> DiagnosticError:
    with pytest.raises(DiagnosticError) as caught:
        call()
    assert message in str(caught.value)
    return caught.value
