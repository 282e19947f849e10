"""C expressions for element-wise operations, conversions and constants."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from dlvm.codegen.c.helpers import SMALL, Helpers, c_type, suffix
from dlvm.ir.types import BOOL, F32, F64, ElementType

_FUNCTIONS: Final = {
    "abs": "fabs", "power": "pow", "ceil": "ceil", "floor": "floor", "round": "round",
    "rint": "rint", "sqrt": "sqrt", "lgamma": "lgamma", "exp": "exp", "expm1": "expm1",
    "log": "log", "log1p": "log1p", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin",
    "acos": "acos", "atan": "atan", "atan2": "atan2", "sinh": "sinh", "cosh": "cosh",
    "tanh": "tanh", "erf": "erf", "erfc": "erfc",
}  # fmt: skip
"""The functions of ``math.h`` for operations on floats."""
_HELPERS: Final = {
    "min": "minimum", "max": "maximum", "sign": "sign", "square": "square", "modulo": "modulo",
    "floorDivide": "floor_divide", "truncateDivide": "truncate_divide", "divide": "truncate_divide",
    "shiftLeft": "shift_left", "shiftRight": "shift_right", "abs": "absolute", "power": "power",
    "uniformDraw": "uniform", "normalDraw": "uniform",
}  # fmt: skip
"""The functions of a program for operations; those on floats that are above are not used."""
_ARITHMETIC: Final = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "and": "&", "or": "|", "xor": "^",
}  # fmt: skip
_COMPARISONS: Final = {
    "lessThan": "<", "lessThanOrEqual": "<=", "greaterThan": ">", "greaterThanOrEqual": ">=",
    "equal": "==", "notEqual": "!=",
}  # fmt: skip
_FLAGS: Final = {
    "and": "{0} && {1}", "or": "{0} || {1}", "xor": "{0} != {1}", "not": "!{0}",
    "min": "{0} && {1}", "max": "{0} || {1}", "add": "{0} || {1}", "multiply": "{0} && {1}",
}  # fmt: skip
_ON_FLOATS: Final[dict[str, Callable[[str, Sequence[str]], str]]] = {
    "negate": lambda _, x: f"(-{x[0]})",
    "reciprocal": lambda _, x: f"(1 / {x[0]})",
    "rsqrt": lambda f, x: f"(1 / sqrt{f}({x[0]}))",
    "truncateDivide": lambda f, x: f"trunc{f}({x[0]} / {x[1]})",
    "isNaN": lambda _, x: f"(isnan({x[0]}) != 0)",
    "isInf": lambda _, x: f"(isinf({x[0]}) != 0)",
    "normalDraw": lambda _, x: f"({x[1]} + {x[2]} * {x[0]})",
}
"""Operations on floats, from the suffix of functions of ``math.h`` and the arguments."""
MATHEMATICS: Final = frozenset(
    name + end for name in (*_FUNCTIONS.values(), "trunc", "fmod", "copysign") for end in ("", "f")
)
"""The functions of ``math.h`` that are called."""


def wide(element: ElementType) -> ElementType:
    """The element type in which values of an element type are computed."""
    return F32 if element in SMALL else element


def operation(
    helpers: Helpers,
    name: str,
    element: ElementType,
    operand: ElementType,
    arguments: Sequence[str],
) -> str:
    """An element-wise operation by its mnemonic. ``element`` is the element type of the result,
    ``operand`` that of the first argument."""
    if name == "cast":
        return cast(helpers, arguments[0], operand, element)
    if name == "select":
        return f"({arguments[0]} ? {arguments[1]} : {arguments[2]})"
    found = _exact(helpers, name, wide(operand), arguments)
    return rounded(helpers, found, element)


def rounded(helpers: Helpers, value: str, element: ElementType) -> str:
    """A value, rounded to the precision of the float ``element`` if that is computed in a wider
    one."""
    return f"{helpers('round', element)}({bare(value)})" if element in SMALL else value


def _exact(helpers: Helpers, name: str, operand: ElementType, arguments: Sequence[str]) -> str:
    given = ", ".join(map(bare, arguments))
    if name in _COMPARISONS:
        return f"({arguments[0]} {_COMPARISONS[name]} {arguments[1]})"
    if operand is BOOL:
        return f"({_FLAGS[name].format(*arguments)})"
    if operand.is_float:
        end = suffix(operand)
        if name in _FUNCTIONS:
            return f"{_FUNCTIONS[name]}{end}({given})"
        if name in _ON_FLOATS:
            return _ON_FLOATS[name](end, arguments)
        if name in _ARITHMETIC:
            return f"({arguments[0]} {_ARITHMETIC[name]} {arguments[1]})"
        if name == "digamma":
            return f"({c_type(operand)}){helpers('digamma')}({given})"
        return f"{helpers(_HELPERS[name], operand)}({given})"
    own, unsigned = c_type(operand), f"uint{max(operand.bits, 32)}_t"
    if name == "multiplyPairs":
        return f"{helpers('multiply_pairs')}({given})"
    if name == "not":
        return f"({own})~{arguments[0]}"
    if name == "negate":
        return f"({own})(({unsigned})0 - ({unsigned}){arguments[0]})"
    if name == "abs" and operand.kind == "unsigned":
        return arguments[0]
    if name == "floorDivide" and operand.kind == "unsigned":
        name = "truncateDivide"
    if name in _ARITHMETIC and name != "divide":
        a, b = (f"({unsigned}){x}" for x in arguments)
        return f"({own})({a} {_ARITHMETIC[name]} {b})"
    return f"{helpers(_HELPERS[name], operand)}({given})"


def cast(helpers: Helpers, x: str, source: ElementType, target: ElementType) -> str:
    """A conversion between element types."""
    if source is target:
        return x
    own = c_type(target)
    if target is BOOL:
        return f"({x} != 0)"
    if not source.is_float or target.is_float:
        if source is F64 and target in SMALL:
            x = f"{helpers('round_to_odd')}({x})"
        elif c_type(source) != own:
            x = f"({own}){x}"
        return rounded(helpers, x, target)
    return f"{helpers.conversion(wide(source), target)}({x})"


def loaded(helpers: Helpers, x: str, element: ElementType) -> str:
    """The value of an element in memory."""
    if element in SMALL:
        return f"{helpers('load', element)}({x})"
    return f"({x} != 0)" if element is BOOL else x


def stored(helpers: Helpers, x: str, element: ElementType) -> str:
    """A value, converted to the C type that memory has for an element type."""
    return f"{helpers('store', element)}({x})" if element in SMALL else x


def literal(value: complex, element: ElementType) -> str:
    """A constant."""
    assert not isinstance(value, complex)
    if element is BOOL:
        return "true" if value else "false"
    if element.is_float:
        return _float(value, element)
    number = int(value) & (1 << element.bits) - 1
    if element.kind == "signed" and number >= 1 << (element.bits - 1):
        number -= 1 << element.bits
    return integer(number, element)


def integer(number: int, element: ElementType) -> str:
    """An integer that an element type can represent."""
    if element.kind == "signed" and number == -(1 << (element.bits - 1)):
        return f"INT{element.bits}_MIN"
    if element.bits == 64:
        return f"{'' if element.kind == 'signed' else 'U'}INT64_C({number})"
    return f"{number}u" if element.kind == "unsigned" and element.bits == 32 else str(number)


def _float(value: float, element: ElementType) -> str:
    with np.errstate(all="ignore"):
        number: Any = np.float64(value) if element is F64 else np.float32(value)
    if math.isnan(number):
        return "NAN"
    if math.isinf(number):
        return "INFINITY" if number > 0 else "(-INFINITY)"
    text = str(number)
    if not set(text) & {".", "e"}:
        text += ".0"
    text += suffix(wide(element))
    return f"({text})" if text.startswith("-") else text


def data(elements: np.ndarray[Any, Any]) -> tuple[str, list[str]]:
    """The C type of the elements of a constant tensor in memory, and the elements."""
    kind = elements.dtype.name
    flat: Any = elements.ravel()
    if kind in ("float16", "bfloat16"):
        flat, kind = flat.view(np.uint16), "uint16"
    if kind == "bool":
        flat, kind = flat.view(np.uint8), "uint8"
    if kind.startswith("float"):
        element = F64 if kind == "float64" else F32
        return c_type(element), [_float(x, element) for x in flat.tolist()]
    element = next(e for e in ElementType if e.is_integer and e.numpy == flat.dtype)
    return c_type(element), [integer(int(x), element) for x in flat.tolist()]


def bare(value: str) -> str:
    """An expression without parentheses around the whole."""
    if not (value.startswith("(") and value.endswith(")")):
        return value
    depth = 0
    for place, letter in enumerate(value):
        depth += (letter == "(") - (letter == ")")
        if not depth and place < len(value) - 1:
            return value
    return value[1:-1]
