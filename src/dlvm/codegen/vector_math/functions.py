"""The functions by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dlvm.codegen.emitter import Declarations
from dlvm.codegen.vector_math.circular import cos, sin, tan
from dlvm.codegen.vector_math.code import Code, Value
from dlvm.codegen.vector_math.error_function import erf, erfc, gelu
from dlvm.codegen.vector_math.exponential import cosh, exp, expm1, logistic, sigmoid, sinh, tanh
from dlvm.codegen.vector_math.inverse import acos, asin, atan, atan2
from dlvm.codegen.vector_math.logarithm import log, log1p
from dlvm.codegen.vector_math.power import power

FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    "exp": exp,
    "expm1": expm1,
    "log": log,
    "log1p": log1p,
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "atan2": atan2,
    "sinh": sinh,
    "cosh": cosh,
    "tanh": tanh,
    "erf": erf,
    "erfc": erfc,
    "power": power,
    "logistic": logistic,
    "sigmoid": sigmoid,
    "gelu": gelu,
}
"""By mnemonic, or name where functions are composed: the code for a result from that for the
operands."""
_OPERANDS: Final = {"atan2": 2, "power": 2}


def define(name: str, scalar: str, lanes: int, declarations: Declarations) -> str:
    """The symbol of a function of numbers that are an LLVM ``float`` or ``double`` in each lane; it
    is defined unless it was before."""
    symbol = f"dlvm.{name}.{scalar}.{lanes}"
    if symbol not in declarations:
        code = Code(lanes, declarations)
        values = [Value(code, p, scalar) for p in ("%x", "%y")[: _OPERANDS.get(name, 1)]]
        result = FUNCTIONS[name](*values)
        type = code.type(scalar)
        given = ", ".join(f"{type} {v.name}" for v in values)
        body = "\n".join(code.lines)
        declarations.define(
            symbol,
            f"define internal {type} @{symbol}({given}) alwaysinline {{\nentry:\n{body}\n"
            f"  ret {type} {result.name}\n}}",
        )
    return "@" + symbol
