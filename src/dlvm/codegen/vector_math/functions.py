"""The vector functions by name, and their definition as LLVM functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dlvm.codegen.llvm.emitter import Declarations
from dlvm.codegen.vector_math.circular import cos, sin, tan
from dlvm.codegen.vector_math.code import Code, VectorValue
from dlvm.codegen.vector_math.error_function import erf, erfc, gelu
from dlvm.codegen.vector_math.exponential import cosh, exp, expm1, logistic, sigmoid, sinh, tanh
from dlvm.codegen.vector_math.inverse import acos, asin, atan, atan2
from dlvm.codegen.vector_math.logarithm import log, log1p
from dlvm.codegen.vector_math.power import power

FUNCTIONS: Final[dict[str, Callable[..., VectorValue]]] = {
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
"""By mnemonic, or by name for composed functions: the Python function that emits the result, given
the operands."""
_OPERANDS: Final = {"atan2": 2, "power": 2}


def define(name: str, scalar: str, lanes: int, declarations: Declarations) -> str:
    """The symbol of a function of LLVM ``float`` or ``double`` numbers in each lane. Defines the
    function on first use."""
    symbol = f"dlvm.{name}.{scalar}.{lanes}"
    if symbol not in declarations:
        code, parameters, result = _written(name, scalar, lanes, declarations, "t")
        text = _text(symbol, code.type(scalar), parameters, code.lines, result)
        declarations.define(symbol, text)
    return "@" + symbol


def define_several(
    name: str, scalar: str, lanes: int, count: int, declarations: Declarations
) -> str | None:
    """The symbol of a function that computes another one ``count`` times, interleaved so that
    independent operations are adjacent. It takes the operands of the first computation, then those
    of the next, and returns an array. None for functions with branches."""
    symbol = f"dlvm.{name}.{scalar}.{lanes}.{count}"
    if symbol not in declarations:
        written = [_written(name, scalar, lanes, declarations, f"t{n}.") for n in range(count)]
        if any(code.label != "entry" for code, _, _ in written):
            return None
        type = written[0][0].type(scalar)
        array = f"[{count} x {type}]"
        parameters = [p for _, own, _ in written for p in own]
        lines = [
            line for step in zip(*(c.lines for c, _, _ in written), strict=True) for line in step
        ]
        whole = "poison"
        for number, (_, _, result) in enumerate(written):
            lines.append(f"  %r{number} = insertvalue {array} {whole}, {type} {result}, {number}")
            whole = f"%r{number}"
        declarations.define(symbol, _text(symbol, array, parameters, lines, whole))
    return "@" + symbol


def _text(
    symbol: str, type: str, parameters: Sequence[str], lines: Sequence[str], result: str
) -> str:
    """An LLVM function that is inlined wherever it is called."""
    head = f"define internal {type} @{symbol}({', '.join(parameters)}) alwaysinline"
    return "\n".join([f"{head} {{", "entry:", *lines, f"  ret {type} {result}", "}"])


def _written(
    name: str, scalar: str, lanes: int, declarations: Declarations, stem: str
) -> tuple[Code, list[str], str]:
    """The code of a function, its parameters with their types, and its result."""
    code = Code(lanes, declarations, stem)
    operands = [VectorValue(code, f"%{p}{stem}", scalar) for p in "xy"[: _OPERANDS.get(name, 1)]]
    result = FUNCTIONS[name](*operands)
    return code, [f"{code.type(scalar)} {v.name}" for v in operands], result.name
