# mpmath is optional.
# pyright: reportMissingImports=false
"""Element-wise instructions at poles, jumps and interval ends: zeros, subnormals, integers,
infinities and NaN. The interpreter and compiled code, scalar and vector, are compared with NumPy
and SciPy in f64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import mpmath as mp
import numpy as np
import pytest
import scipy.special

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import INSTRUCTIONS, ElementType, Module, TensorType
from dlvm.ir.instructions.elementwise import Binary, Unary
from dlvm.ir.types import BOOL

FLOATS = [e for e in ElementType if e.is_float and not e.is_storage]
TOLERANCE = {"f16": 1e-3, "bf16": 1e-2, "f32": 1e-5, "f64": 1e-12}
Array = np.ndarray[Any, Any]


def points(element: ElementType) -> Array:
    """Zeros, subnormal and other tiny numbers, poles and their neighbors, large numbers."""
    limits = ml_dtypes.finfo(element.numpy)
    tiny, least, eps = map(float, (limits.tiny, limits.smallest_subnormal, limits.eps))
    sizes = [0.0, least, 3 * least, tiny / 2, tiny, 3 * tiny, tiny**0.5, eps / 8, eps, 1e-3, 0.25]
    sizes += [0.5, 0.75, 1.5, 2.5, 10.25, 100.3, 1000.7, float(limits.max) / 3, float(limits.max)]
    for whole in (1.0, 2.0, 3.0, 7.0, 10.0, 171.0):
        sizes += [whole - 8 * eps, whole, whole + 8 * eps * whole]
    found = np.array([*sizes, *(-x for x in sizes), np.inf, -np.inf, np.nan])
    return found.astype(element.numpy)


def _exactly(function: Callable[[Any], Any], approximate: Callable[[float], Any]) -> Any:
    """The function of mpmath, if it has one, as precise near poles as elsewhere."""

    def one(x: float) -> float:
        if not np.isfinite(x) or (x <= 0 and x == np.floor(x)) or abs(x) > 2000:
            return float(approximate(x))
        with mp.workprec(200):
            return float(function(mp.mpf(x)))

    return np.vectorize(one, otypes=[float])


def _lgamma(x: float) -> Any:
    return np.inf if np.isneginf(x) else scipy.special.gammaln(x)  # As in C.


def _modulo(a: Array, b: Array) -> Array:
    return np.where(np.isinf(a), np.nan, np.mod(a, b))


NARROW = {"truncateDivide"}
"""What follows from a rounded quotient: of f64 numbers, or of f32 numbers for smaller ones."""
NEAR_ZERO = {"lgamma": 4.0}
"""How many times the precision of the numbers, besides relative to it, a result may be off."""

# In f64. NumPy's own minimum and maximum of 0 and -0 depend on the machine; so do ours.
REFERENCES: dict[str, Callable[..., Any]] = {
    "negate": np.negative, "sign": lambda x: np.sign(x) + 0.0, "abs": np.abs, "square": np.square,
    "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "exp": np.exp, "expm1": np.expm1,
    "log": np.log, "log1p": np.log1p, "sin": np.sin, "cos": np.cos, "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh,
    "tanh": np.tanh, "erf": scipy.special.erf, "erfc": scipy.special.erfc,
    "lgamma": _exactly(lambda x: mp.log(abs(mp.gamma(x))), _lgamma),
    "digamma": _exactly(mp.digamma, scipy.special.digamma), "floor": np.floor, "ceil": np.ceil,
    "rint": np.rint,
    "round": lambda x: np.copysign(np.trunc(np.abs(x) + (np.abs(x) % 1 >= 0.5)), x),
    "reciprocal": lambda x: 1 / x, "isNaN": np.isnan, "isInf": np.isinf,
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
    "truncateDivide": lambda a, b: np.trunc(a / b), "floorDivide": np.floor_divide,
    "modulo": _modulo, "power": np.power, "atan2": np.arctan2,
    "min": np.minimum, "max": np.maximum, "lessThan": np.less,
    "lessThanOrEqual": np.less_equal, "greaterThan": np.greater,
    "greaterThanOrEqual": np.greater_equal, "equal": np.equal, "notEqual": np.not_equal,
}  # fmt: skip


def _of_floats(kind: type[Any]) -> list[str]:
    instructions: dict[str, Any] = {**INSTRUCTIONS}
    return [
        name
        for name, cls in instructions.items()
        if issubclass(cls, kind)
        and cls.domain[1](ElementType.F32)
        and not cls.result_element(ElementType.F32).is_complex
    ]


def test_every_function_of_floats_has_a_reference() -> None:
    assert REFERENCES.keys() == {*_of_floats(Unary), *_of_floats(Binary)}


def _program(names: list[str], element: ElementType, *shapes: tuple[int, ...]) -> Module:
    """A function for each instruction of operands of these shapes."""
    types = [TensorType(shape, element) for shape in shapes]
    arguments = [f"%{n}: {t}" for n, t in zip("ab", types, strict=False)]
    functions: list[str] = []
    for name in names:
        cls = INSTRUCTIONS[name]
        assert issubclass(cls, Unary | Binary)
        result = types[0].with_element(BOOL if cls.predicate else element)
        functions.append(
            f"func @{name}: ({', '.join(map(str, types))}) -> {result} {{\n"
            f"'entry({', '.join(arguments)}):\n"
            f"    %y = {name} {', '.join(arguments)}\n    return %y: {result}\n}}\n"
        )
    return dlvm.parse("\n".join(functions))


def _differences(element: ElementType, name: str, found: Any, *operands: Array) -> list[str]:
    """The points at which a result differs from the reference, including the signs of zeros."""
    with np.errstate(all="ignore"):
        wide = [x.astype(np.float64) for x in operands]
        narrow = [x.astype(np.float64 if x.dtype == np.float64 else np.float32) for x in operands]
        exact = np.asarray(REFERENCES[name](*(narrow if name in NARROW else wide)))
        expected = exact.astype(found.dtype)
    a, b = np.asarray(found).astype(np.float64), expected.astype(np.float64)
    limits = ml_dtypes.finfo(element.numpy)
    with np.errstate(all="ignore"):
        least = NEAR_ZERO.get(name, 0) * float(limits.eps) + float(limits.smallest_subnormal)
        tolerance = TOLERANCE[element.value] * np.abs(b) + least
        near = (a == b) | (np.abs(a - b) <= tolerance) | (np.isnan(a) & np.isnan(b))
    if name not in ("min", "max"):
        near &= (a != 0) | (b != 0) | (np.signbit(a) == np.signbit(b))
    places = zip(*(x[~near] for x in (*wide, a, b)), strict=True)
    return [f"{name} of {x} is {y}, expected {z}" for *x, y, z in places]


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_functions_of_one_number(element: ElementType) -> None:
    names, x = _of_floats(Unary), points(element)
    vectors = _program(names, element, x.shape)
    compiled = dlvm.compile(vectors)
    single = dlvm.compile(_program(names, element, ()))
    wrong: list[str] = []
    for name in names:
        scalars = np.array([single[name](v) for v in x])
        for found in (compiled[name](x), interpret(vectors, name, x), scalars):
            wrong += _differences(element, name, found, x)
    assert wrong == []


@pytest.mark.parametrize("element", FLOATS, ids=str)
def test_functions_of_two_numbers(element: ElementType) -> None:
    names, x = _of_floats(Binary), points(element)
    a, b = (v.reshape(-1) for v in np.meshgrid(x, x))
    module = _program(names, element, a.shape, b.shape)
    compiled = dlvm.compile(module)
    wrong: list[str] = []
    for name in names:
        for found in (compiled[name](a, b), interpret(module, name, a, b)):
            wrong += _differences(element, name, found, a, b)
    assert wrong == []
