"""The types that the checker finds are those that functions have."""

from dataclasses import replace
from random import Random

import pytest

from dlvm.diagnostics import DiagnosticError, Source
from dlvm.ir.types import TensorType
from dlvm.tel.builtins import BUILTINS, OPERATORS
from dlvm.tel.checker import CheckedProgram, check
from dlvm.tel.interface import lowered_function
from dlvm.tel.loading import load_program
from dlvm.tel.types import NUMBERS, TelTensor, show, substituted

ELEMENTS = ("f32", "f16", "f64", "bf16", "i8", "i64", "u8", "bool")
OPERANDS = (
    *("x", "x", "w", "a", "images", "i", "c", "2", "0.5", "-1", "n", "n > 3", "n / 2"),
    *("true", "sqrt(n)", "where(c, 1, 2)", "if sum(i) > 1 then 2 else 3"),
)


def _call(name: str) -> str:
    options = ", classes = 3" if name == "one_hot" else ""
    return f"{name}({', '.join(['{}'] * BUILTINS[name].arity[0])}{options})"


EXPRESSIONS = (
    *map(_call, BUILTINS),
    *(f"({{}}) {operator} ({{}})" for operator in OPERATORS),
    *("if n > 3 then {} else {}", "if any(c) then {} else {}", "({}) as [1 x 1]", "-({})"),
    *("[{}, {}]", "where(c, {}, {})^T", "where(c, {}, {})[0]", "i8({})", "f32({})"),
)


def _checked(body: str, element: str, result: str) -> CheckedProgram:
    shapes = {"x": "[n x 3]", "w": "[3 x 2]", "a": "[]", "images": "[n x 2 x 4 x 4]"}
    parameters = ", ".join(f"{name}: {element}{shape}" for name, shape in shapes.items())
    parameters += ", i: i64[n], c: bool[n x 3]"
    return check(Source("drawn.tel", f"f({parameters}) -> {result} {{\n{body}\n}}\n"))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_results_have_the_checked_type(expression: str) -> None:
    r = Random(expression)
    accepted = 0
    while accepted < 3:
        element = r.choice(ELEMENTS)
        value = expression.format(*(r.choice(OPERANDS) for _ in range(expression.count("{}"))))
        try:
            program = _checked(f"    r = {value}\n    0", element, "[]")
        except DiagnosticError:
            continue
        found = next(iter(reversed(program.bound.values())))
        assert isinstance(found, TelTensor)
        if found.element in NUMBERS:
            # A number adapts to the result.
            found = replace(found, element=r.choice(("f32", "f16", "f64")))
        loaded = load_program(_checked(f"    {value}", element, show(found)))
        (function,) = lowered_function(loaded, "f", {"n": 4}).module.functions
        result = function.type.result.canonical
        assert isinstance(result, TensorType)
        sizes = tuple(s if isinstance(s, str) else substituted(s, {"n": 4}) for s in found.sizes)
        assert (result.element.value, result.static_shape) == (found.element, sizes), value
        accepted += 1
