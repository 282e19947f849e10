"""Composed functions and their gradients where they are hard, against what is right in more
digits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from pass_testing import body, check_unchanged, module_of

import dlvm
from dlvm.compiler import lower
from dlvm.ir import Module
from dlvm.transforms import run_passes

Array = np.ndarray[Any, Any]
Function = Callable[[Array], Array]
TYPES = {"f32": np.float32, "f64": np.float64}
POINTS = [-1e4, -200, -89, -20, -5, -1, -1e-3, 0, 1e-3, 0.5, 1, 5, 20, 89, 710, 1e4]
ROWS = [
    [0.1, 0.2, 0.3], [-1, 2, 5], [100, 100, 99], [1e4, -1e4, 0], [-500, -501, -502],
    [1e38, 1, -1e38], [43, -43, 0], [30, -30, 0],
]  # fmt: skip
FAR = [
    [0.25, 0.5, 0.75], [-1, 2, 5], [100, 101, 99], [4096.25, 4096.5, 4096], [-5000, -5000, -5000],
    [65536, 65538, 65537], [0.125, 0.25, 0], [2**27, 2**27 + 16, 2**27 + 32],
]  # fmt: skip
"""Rows whose numbers are near each other and far from 0, and whose means are numbers."""
LABELS = np.array([0.2, 0.3, 0.5])


def sigmoid(x: Array) -> Array:
    return np.exp(-np.logaddexp(0, -x))


def softplus(x: Array) -> Array:
    return np.logaddexp(0, x)


def softmax(x: Array) -> Array:
    return np.exp(log_softmax(x))


def log_sum_exp(x: Array) -> Array:
    top = x.max(-1)
    return top + np.log(np.exp(x - top[:, None]).sum(-1))


def log_softmax(x: Array) -> Array:
    shifted = x - x.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def below(x: Array) -> Array:
    """The probability that a standard normal number is less."""
    return np.array([math.erfc(-v / math.sqrt(2)) / 2 for v in x.astype(np.float64)])


def density(x: Array) -> Array:
    return np.exp(-x * x / 2) / math.sqrt(2 * math.pi)


TINY = 2.0**-126
"""The least f32 that is normal."""
ROOT = 0.7978845608028654
"""The root of 2 / pi."""


def bent(x: Array) -> Array:
    """What gelu by tanh has the sigmoid of."""
    return 2 * ROOT * (x + 0.044715 * x**3)


def deviation(x: Array) -> Array:
    return x - x.mean(-1, keepdims=True)


def variance(x: Array) -> Array:
    return (deviation(x) ** 2).mean(-1)


def normalized(x: Array) -> Array:
    return deviation(x) / np.sqrt(variance(x) + 0.125)[:, None]


def normalized_back(x: Array, g: Array) -> Array:
    y = normalized(x)
    inner = g - g.mean(-1, keepdims=True) - y * (g * y).mean(-1, keepdims=True)
    return inner / np.sqrt(variance(x) + 0.125)[:, None]


@dataclass(frozen=True)
class Composed:
    """A function of a vector or of rows: its code, in which V, M, R and E stand for types, what is
    right, and the product of a vector and its derivative."""

    code: str
    right: Function
    back: Callable[[Array, Array], Array]
    argument: str = "V"
    result: str = "V"
    inputs: Sequence[Any] = tuple(POINTS)
    rounding: float = 32
    """How far a result may be off, in times of what numbers are rounded by."""
    near: float = 0
    """The same for what may be added to it."""
    slope_near: float = 0
    """The same for a gradient."""


SIGMOID = "%n = negate %x: V\n%e = exp %n: V\n%t = add %e: V, 1: E\n%s = divide 1: E, %t: V\n"
SUM = "%e = exp %x: M\n%s = reduce %e: M by add along 1\n"
SOFTMAX = f"{SUM}%k = padShape %s: R at 1\n%p = divide %e: M, %k: C\n"
MEANS = """%q = multiply %x: M, %x: M
%qs = reduce %q: M by add along 1
%qm = divide %qs: R, 3: E
%s = reduce %x: M by add along 1
%m = divide %s: R, 3: E
%mm = square %m: R
%v = subtract %qm: R, %mm: R
"""
NORMALIZED = """%c = subtract %x: M, %mk: C
%w = add %v: R, 0.125: E
%r = sqrt %w: R
%rk = padShape %r: R at 1
%y = divide %c: M, %rk: C"""


def by_rows(code: str, right: Function, back: Callable[[Array, Array], Array], **more: Any) -> Any:
    given = {"argument": "M", "result": "M", "inputs": tuple(map(tuple, ROWS)), **more}
    return Composed(code, right, back, **given)


FUNCTIONS = {
    "sigmoid": Composed(
        f"{SIGMOID}%y = literal %s: V",
        sigmoid,
        lambda x, g: g * sigmoid(x) * sigmoid(-x),
        slope_near=8,
    ),
    "sigmoid by quotient": Composed(
        "%e = exp %x: V\n%t = add 1: E, %e: V\n%y = divide %e: V, %t: V",
        sigmoid,
        lambda x, g: g * sigmoid(x) * sigmoid(-x),
        slope_near=8,
    ),
    "sigmoid by product": Composed(
        "%e = exp %x: V\n%t = add 1: E, %e: V\n%r = reciprocal %t: V\n%y = multiply %e: V, %r: V",
        sigmoid,
        lambda x, g: g * sigmoid(x) * sigmoid(-x),
        slope_near=8,
    ),
    "sigmoid by power": Composed(
        """%n = negate %x: V
%e = exp %n: V
%t = add 1: E, %e: V
%s = power %t: V, -1: E
%y = log %s: V""",
        lambda x: -softplus(-x),
        lambda x, g: g * sigmoid(-x),
    ),
    "share of two": Composed(
        """%h = multiply %x: V, 0.5: E
%e = exp %x: V
%f = exp %h: V
%t = add %f: V, %e: V
%y = divide %e: V, %t: V""",
        lambda x: sigmoid(x / 2),
        lambda x, g: g * sigmoid(x / 2) * sigmoid(-x / 2) / 2,
        slope_near=8,
    ),
    "silu": Composed(
        f"{SIGMOID}%y = divide %x: V, %t: V",
        lambda x: x * sigmoid(x),
        lambda x, g: g * (sigmoid(x) + x * sigmoid(x) * sigmoid(-x)),
        near=1,
        slope_near=256,
    ),
    "silu by exponential": Composed(
        """%e = exp %x: V
%t = add 1: E, %e: V
%u = multiply %x: V, %e: V
%y = divide %u: V, %t: V""",
        lambda x: x * sigmoid(x),
        lambda x, g: g * (sigmoid(x) + x * sigmoid(x) * sigmoid(-x)),
        near=1,
        slope_near=256,
    ),
    "softplus": Composed(
        "%e = exp %x: V\n%t = add 1: E, %e: V\n%y = log %t: V",
        softplus,
        lambda x, g: g * sigmoid(x),
    ),
    "softplus by sum": Composed(
        """%n = negate %x: V
%e = exp %n: V
%t = add 1: E, %e: V
%l = log %t: V
%y = add %x: V, %l: V""",
        softplus,
        lambda x, g: g * sigmoid(x),
    ),
    "log of sigmoid by difference": Composed(
        "%e = exp %x: V\n%t = add 1: E, %e: V\n%l = log %t: V\n%y = subtract %x: V, %l: V",
        lambda x: -softplus(-x),
        lambda x, g: g * sigmoid(-x),
    ),
    "log of two exponentials": Composed(
        """%h = multiply %x: V, 0.5: E
%e = exp %x: V
%f = exp %h: V
%t = add %e: V, %f: V
%y = log %t: V""",
        lambda x: np.logaddexp(x, x / 2),
        lambda x, g: g * (sigmoid(x / 2) + sigmoid(-x / 2) / 2),
        near=1,
    ),
    "log of an exponential": Composed(
        "%e = exp %x: V\n%l = log %e: V\n%y = multiply %l: V, 0.5: E",
        lambda x: x / 2,
        lambda x, g: g / 2,
    ),
    "log of sigmoid": Composed(
        f"{SIGMOID}%y = log %s: V", lambda x: -softplus(-x), lambda x, g: g * sigmoid(-x)
    ),
    "binary cross-entropy": Composed(
        f"""{SIGMOID}%l = log %s: V
%o = subtract 1: E, %s: V
%ol = log %o: V
%a = multiply 0.25: E, %l: V
%b = multiply 0.75: E, %ol: V
%c = add %a: V, %b: V
%y = negate %c: V""",
        lambda x: softplus(-x) / 4 + softplus(x) * 3 / 4,
        lambda x, g: g * (sigmoid(x) * 3 - sigmoid(-x)) / 4,
        slope_near=64,
    ),
    "tanh": Composed(
        """%n = negate %x: V
%e = exp %x: V
%f = exp %n: V
%d = subtract %e: V, %f: V
%s = add %e: V, %f: V
%y = divide %d: V, %s: V""",
        np.tanh,
        lambda x, g: g * (4 * sigmoid(2 * x) * sigmoid(-2 * x)),
        slope_near=64,
    ),
    "tanh by square": Composed(
        """%u = multiply %x: V, 2: E
%e = exp %u: V
%d = subtract %e: V, 1: E
%s = add %e: V, 1: E
%y = divide %d: V, %s: V""",
        np.tanh,
        lambda x, g: g * (4 * sigmoid(2 * x) * sigmoid(-2 * x)),
        slope_near=64,
    ),
    "tanh by sigmoid": Composed(
        f"{SIGMOID}%d = multiply 2: E, %s: V\n%y = subtract %d: V, 1: E",
        lambda x: np.tanh(x / 2),
        lambda x, g: g * 2 * sigmoid(x) * sigmoid(-x),
        slope_near=64,
    ),
    "gelu": Composed(
        """%h = multiply %x: V, 0.5: E
%u = multiply %x: V, 0.7071067811865476: E
%f = erf %u: V
%t = add %f: V, 1: E
%y = multiply %h: V, %t: V""",
        lambda x: x * below(x),
        lambda x, g: g * (below(x) + x * density(x)),
        inputs=(-1e4, -20, -12, -7, -5, -3, -1, -1e-3, 0, 1e-3, 0.5, 1, 3, 5, 20, 1e4),
        rounding=1024,
        slope_near=8,
    ),
    "gelu by tanh": Composed(
        f"""%h = multiply %x: V, 0.5: E
%q = square %x: V
%k = multiply %q: V, %x: V
%w = multiply %k: V, 0.044715: E
%b = add %x: V, %w: V
%u = multiply %b: V, {ROOT}: E
%f = tanh %u: V
%t = add 1: E, %f: V
%y = multiply %h: V, %t: V""",
        lambda x: x * sigmoid(bent(x)),
        lambda x, g: g * (
            sigmoid(bent(x))
            + x * sigmoid(bent(x)) * sigmoid(-bent(x)) * 2 * ROOT * (1 + 0.134145 * x**2)
        ),
        inputs=(-1e4, -20, -8, -6, -5, -3, -1, -1e-3, 0, 1e-3, 0.5, 1, 3, 5, 20, 1e4),
        rounding=1024,
        slope_near=256,
    ),
    "expm1": Composed(
        "%m = multiply %x: V, 0x1p-20: E\n%e = exp %m: V\n%y = subtract %e: V, 1: E",
        lambda x: np.expm1(x / 2**20),
        lambda x, g: g * np.exp(x / 2**20) / 2**20,
    ),
    "rest of an exponential": Composed(
        "%m = multiply %x: V, 0x1p-20: E\n%e = exp %m: V\n%y = subtract 1: E, %e: V",
        lambda x: -np.expm1(x / 2**20),
        lambda x, g: -g * np.exp(x / 2**20) / 2**20,
    ),
    "log1p": Composed(
        "%m = multiply %x: V, 0x1p-20: E\n%t = add %m: V, 1: E\n%y = log %t: V",
        lambda x: np.log1p(x / 2**20),
        lambda x, g: g / (1 + x / 2**20) / 2**20,
    ),
    "root of a square": Composed(
        "%h = multiply %x: V, 0x1p100: E\n%s = multiply %h: V, %h: V\n%y = sqrt %s: V",
        lambda x: np.abs(x * 2.0**100),
        lambda x, g: g * np.sign(x) * 2.0**100,
    ),
    "softmax": by_rows(
        f"{SOFTMAX}%y = literal %p: M",
        softmax,
        lambda x, g: softmax(x) * (g - (g * softmax(x)).sum(-1, keepdims=True)),
        slope_near=8,
    ),
    "softmax by product": by_rows(
        f"{SUM}%k = padShape %s: R at 1\n%i = reciprocal %k: C\n%y = multiply %e: M, %i: C",
        softmax,
        lambda x, g: softmax(x) * (g - (g * softmax(x)).sum(-1, keepdims=True)),
        slope_near=8,
    ),
    "softmax by power": by_rows(
        f"{SUM}%k = padShape %s: R at 1\n%i = power %k: C, -1: E\n%y = multiply %e: M, %i: C",
        softmax,
        lambda x, g: softmax(x) * (g - (g * softmax(x)).sum(-1, keepdims=True)),
        slope_near=8,
    ),
    "softmax of what is computed twice": by_rows(
        """%h = multiply %x: M, 0.5: E
%a = exp %h: M
%i = multiply %x: M, 0.5: E
%b = exp %i: M
%s = reduce %b: M by add along 1
%k = padShape %s: R at 1
%y = divide %a: M, %k: C""",
        lambda x: softmax(x / 2),
        lambda x, g: softmax(x / 2) * (g - (g * softmax(x / 2)).sum(-1, keepdims=True)) / 2,
        slope_near=8,
    ),
    "log-sum-exp": by_rows(
        f"{SUM}%y = log %s: R", log_sum_exp, lambda x, g: g[:, None] * softmax(x), result="R"
    ),
    "log of the mean": by_rows(
        f"{SUM}%m = divide %s: R, 3: E\n%y = log %m: R",
        lambda x: log_sum_exp(x) - np.log(x.dtype.type(3)),
        lambda x, g: g[:, None] * softmax(x),
        result="R",
    ),
    "log-softmax": by_rows(
        f"{SOFTMAX}%y = log %p: M",
        log_softmax,
        lambda x, g: g - softmax(x) * g.sum(-1, keepdims=True),
        near=1,
        slope_near=16,
    ),
    "log-softmax by log-sum-exp": by_rows(
        f"{SUM}%l = log %s: R\n%k = padShape %l: R at 1\n%y = subtract %x: M, %k: C",
        log_softmax,
        lambda x, g: g - softmax(x) * g.sum(-1, keepdims=True),
        near=1,
        slope_near=16,
    ),
    "cross-entropy": by_rows(
        f"""{SOFTMAX}%l = log %p: M
%c = literal <0.2: E, 0.3: E, 0.5: E>: T
%w = multiply %c: T, %l: M
%t = reduce %w: M by add along 1
%y = negate %t: R""",
        lambda x: -(log_softmax(x) * LABELS).sum(-1),
        lambda x, g: g[:, None] * (softmax(x) - LABELS),
        result="R",
        near=1,
        slope_near=16,
    ),
    "cross-entropy of a class": by_rows(
        f"{SOFTMAX}%c = gather %p: M at 1: i64 along 1\n%l = log %c: R\n%y = negate %l: R",
        lambda x: -log_softmax(x)[:, 1],
        lambda x, g: g[:, None] * (softmax(x) - np.array([0, 1, 0])),
        result="R",
        near=1,
        slope_near=16,
    ),
    "cross-entropy of the exponential of a class": by_rows(
        f"""{SUM}%c = gather %x: M at 1: i64 along 1
%f = exp %c: R
%p = divide %f: R, %s: R
%l = log %p: R
%y = negate %l: R""",
        lambda x: -log_softmax(x)[:, 1],
        lambda x, g: g[:, None] * (softmax(x) - np.array([0, 1, 0])),
        result="R",
        near=1,
        slope_near=16,
    ),
    "variance": by_rows(
        f"{MEANS}%y = literal %v: R",
        variance,
        lambda x, g: g[:, None] * 2 * deviation(x) / 3,
        result="R",
        inputs=tuple(map(tuple, FAR)),
    ),
    "variance by products": by_rows(
        """%q = square %x: M
%qs = reduce %q: M by add along 1
%s = reduce %x: M by add along 1
%ss = square %s: R
%sm = multiply %ss: R, 0.3333333333333333: E
%d = subtract %qs: R, %sm: R
%y = multiply %d: R, 0.5: E""",
        lambda x: variance(x) * 3 / 2,
        lambda x, g: g[:, None] * deviation(x),
        result="R",
        inputs=tuple(map(tuple, FAR)),
        slope_near=32,
    ),
    "variance of means computed twice": by_rows(
        """%q = multiply %x: M, %x: M
%qs = reduce %q: M by add along 1
%qm = divide %qs: R, 3: E
%s = reduce %x: M by add along 1
%m = divide %s: R, 3: E
%t = reduce %x: M by add along 1
%n = divide %t: R, 3: E
%mn = multiply %m: R, %n: R
%y = subtract %qm: R, %mn: R""",
        variance,
        lambda x, g: g[:, None] * 2 * deviation(x) / 3,
        result="R",
        inputs=tuple(map(tuple, FAR)),
    ),
    "standard deviation": by_rows(
        f"{MEANS}%w = add %v: R, 0.125: E\n%y = sqrt %w: R",
        lambda x: np.sqrt(variance(x) + 0.125),
        lambda x, g: (g / np.sqrt(variance(x) + 0.125))[:, None] * deviation(x) / 3,
        result="R",
        inputs=tuple(map(tuple, FAR)),
    ),
    "layer norm": by_rows(
        f"{MEANS}%mk = padShape %m: R at 1\n{NORMALIZED}",
        normalized,
        normalized_back,
        inputs=tuple(map(tuple, FAR)),
        slope_near=256,
    ),
}  # fmt: skip
"""Each with points at which, in some type, the steps as they are written overflow or cancel."""


def module_for(name: str, element: str) -> Module:
    row = FUNCTIONS[name]
    count, rows = len(row.inputs), f"<8 x 3 x {element}>"
    types = {"M": rows, "R": f"<8 x {element}>", "C": f"<8 x 1 x {element}>", "E": element}
    types |= {"V": f"<{count} x {element}>", "T": f"<3 x {element}>"}
    code = row.code
    for letter, type in types.items():
        code = code.replace(f": {letter}", f": {type}")
    argument, result = types[row.argument], types[row.result]
    return module_of(
        f"func @f: ({argument}) -> {result} {{\n'entry(%x: {argument}):\n{code}\n"
        f"return %y: {result}\n}}\n"
        f"[gradient @f wrt 0 seedable]\nfunc @g: ({argument}, {result}) -> ({argument})\n"
        f"[derivative @f wrt 0]\nfunc @d: ({argument}, {argument}) -> ({result})\n",
        "raw",
    )


def check(name: str, element: str, passes: str) -> None:
    """Values, gradients and, where they are those of the elements, tangents."""
    module, row = module_for(name, element), FUNCTIONS[name]
    run_passes(module, passes, verify_each=True)
    x = np.array(row.inputs, TYPES[element])
    unit = float(np.finfo(x.dtype).eps)
    far, tiny = row.rounding * unit, float(np.finfo(x.dtype).tiny)
    near, slope_near = row.near * unit + tiny, row.slope_near * unit + tiny
    with np.errstate(all="ignore"):
        wide = x.astype(np.longdouble)
        right = row.right(wide)
        seed = np.resize(np.linspace(1, 2, right.shape[-1]), right.shape).astype(x.dtype)
        slope = row.back(wide, seed.astype(np.longdouble))
    expected, slope = right.astype(x.dtype), slope.astype(x.dtype)
    found = dlvm.interpret(module, "f", x)
    np.testing.assert_allclose(found, expected, rtol=far, atol=near)
    (back,) = dlvm.interpret(module, "g", x, seed)
    np.testing.assert_allclose(back, slope, rtol=8 * far, atol=slope_near)
    if row.argument == "V":
        (ahead,) = dlvm.interpret(module, "d", x, seed)
        np.testing.assert_allclose(ahead, slope, rtol=8 * far, atol=slope_near)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("element", TYPES)
def test_composed_functions_where_they_are_hard(name: str, element: str) -> None:
    check(name, element, "O2")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_is_left_to_do(name: str) -> None:
    for level in ("O2", "O3"):
        module = module_for(name, "f32")
        run_passes(module, level, verify_each=True)
        assert [r.name for r in run_passes(module, level) if r.changed] == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_steps_as_they_are_written_fail(name: str) -> None:
    """Or are not changed."""
    if run_passes(module_for(name, "f32"), "STAB")[0].changed:
        with pytest.raises(AssertionError):  # noqa: PT012
            for element in TYPES:
                check(name, element, "AD")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_right_gets_worse(name: str) -> None:
    row, generator = FUNCTIONS[name], np.random.default_rng(7)
    before, after = module_for(name, "f32"), module_for(name, "f32")
    run_passes(before, "AD")
    run_passes(after, "STAB")
    shape = np.shape(row.inputs)
    unit = float(np.finfo(np.float32).eps)
    with np.errstate(all="ignore"):
        for scale in (1e-6, 1, 30, 300):
            x = (scale * generator.standard_normal(shape)).astype(np.float32)
            expected = row.right(x.astype(np.longdouble))
            old = np.abs(dlvm.interpret(before, "f", x) - expected)
            new = np.abs(dlvm.interpret(after, "f", x) - expected)
            near = 8 * row.rounding * unit * np.abs(expected) + 2 * unit + TINY
            assert np.all(~np.isfinite(old) | (new <= old + near))


SPECIAL = np.array([np.inf, -np.inf, 0, -0.0, 1, 1e38, -1e38, 1e-40, 100, -100])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_infinities_stay(name: str) -> None:
    """What is right at infinities and at the ends of the range stays so: no number becomes NaN, and
    no infinity a number, unless the steps on the way overflow."""
    row = FUNCTIONS[name]
    if row.argument == "V":
        x = np.resize(SPECIAL, np.shape(row.inputs)).astype(np.float32)
    else:
        x = np.resize([np.inf, 1, -np.inf, -np.inf, -np.inf, -np.inf, 1, -np.inf, 2], (8, 3))
        x = x.astype(np.float32)
    plain, stable = module_for(name, "f32"), module_for(name, "f32")
    run_passes(plain, "AD")
    run_passes(stable, "STAB")
    with np.errstate(all="ignore"):
        expected = dlvm.interpret(plain, "f", x)
        found = dlvm.interpret(stable, "f", x)
        right = row.right(x.astype(np.longdouble)).astype(np.float32)
    assert not np.any(np.isnan(found) & ~np.isnan(expected))
    lost = np.isinf(expected) & (found != expected)
    assert np.all(~lost | np.isclose(found, right, rtol=1e-5))


def test_sizes_that_are_not_known() -> None:
    """Rows of any number, and any length, none too."""
    module = module_of(
        """
        func @softmax: (<_n x _m x f32>) -> <_n x _m x f32> {
        'entry(%x: <_n x _m x f32>):
            %e = exp %x: <_n x _m x f32>
            %s = reduce %e: <_n x _m x f32> by add along 1
            %k = padShape %s: <_n x f32> at 1
            %y = divide %e: <_n x _m x f32>, %k: <_n x 1 x f32>
            return %y: <_n x _m x f32>
        }
        func @norm: (<_n x _m x f32>) -> <_n x f32> {
        'entry(%x: <_n x _m x f32>):
            %e = exp %x: <_n x _m x f32>
            %s = reduce %e: <_n x _m x f32> by add along 1
            %y = log %s: <_n x f32>
            return %y: <_n x f32>
        }
        [gradient @softmax wrt 0 seedable]
        func @slope: (<_n x _m x f32>, <_n x _m x f32>) -> (<_n x _m x f32>)""",
        "raw",
    )
    run_passes(module, "O2", verify_each=True)
    x = np.array(ROWS, np.float32)
    wide = x.astype(np.float64)
    np.testing.assert_allclose(dlvm.interpret(module, "softmax", x), softmax(wide), rtol=4e-6)
    np.testing.assert_allclose(dlvm.interpret(module, "norm", x), log_sum_exp(wide), rtol=4e-6)
    (slope,) = dlvm.interpret(module, "slope", x, x[::-1].clip(-9, 9))
    expected = FUNCTIONS["softmax"].back(wide, wide[::-1].clip(-9, 9))
    np.testing.assert_allclose(slope, expected, rtol=2e-5, atol=1e-6)
    for shape in ((2, 0), (0, 3)):
        x = np.ones(shape, np.float32)
        assert dlvm.interpret(module, "softmax", x).shape == shape
        np.testing.assert_array_equal(
            dlvm.interpret(module, "norm", x), np.full(shape[0], -np.inf, np.float32)
        )


def test_sums_along_other_axes_are_no_softmax() -> None:
    """The sums of rows, broadcast along columns."""
    text = """
        [gradient @f wrt 0]
        func @g: (<3 x 3 x f64>) -> (<3 x 3 x f64>)
        func @f: (<3 x 3 x f64>) -> f64 {
        'entry(%x: <3 x 3 x f64>):
            %e = exp %x: <3 x 3 x f64>
            %s = reduce %e: <3 x 3 x f64> by add along 1
            %p = divide %e: <3 x 3 x f64>, %s: <3 x f64>
            %q = square %p: <3 x 3 x f64>
            %y = reduce %q: <3 x 3 x f64> by add along 0, 1
            return %y: f64
        }"""
    plain, stable = module_of(text, "raw"), module_of(text, "raw")
    run_passes(plain, "AD")
    run_passes(stable, "O2")
    x = np.random.default_rng(3).standard_normal((3, 3))
    for name in ("f", "g"):
        found, expected = (np.array(dlvm.interpret(m, name, x)) for m in (stable, plain))
        np.testing.assert_allclose(found, expected, rtol=1e-12)
    step = 1e-6
    for place in np.ndindex(3, 3):
        moved = [x.copy(), x.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        high, low = (dlvm.interpret(plain, "f", m) for m in moved)
        (slope,) = dlvm.interpret(plain, "g", x)
        np.testing.assert_allclose(slope[place], (high - low) / (2 * step), rtol=1e-5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_kernel(name: str) -> None:
    """The whole function is fused, over rows too."""
    module = module_for(name, "f32")
    module.functions[1:] = []
    run_passes(module, "O2")
    assert str(lower(module, "compute")).count("\ncompute ") == 1


def test_other_sums_are_no_variance() -> None:
    """Divided by numbers that do not belong together."""
    module = module_of("""
        func @f: (<8 x 3 x f32>) -> <8 x f32> {
        'entry(%x: <8 x 3 x f32>):
            %q = square %x: <8 x 3 x f32>
            %qs = reduce %q: <8 x 3 x f32> by add along 1
            %qm = divide %qs: <8 x f32>, 2: f32
            %s = reduce %x: <8 x 3 x f32> by add along 1
            %m = divide %s: <8 x f32>, 3: f32
            %mm = square %m: <8 x f32>
            %v = subtract %qm: <8 x f32>, %mm: <8 x f32>
            return %v: <8 x f32>
        }""")
    check_unchanged(module, "STAB")


def test_stable_forms_are_left_alone() -> None:
    module = module_of("""
        func @f: (<8 x 3 x f32>) -> <8 x f32> {
        'entry(%x: <8 x 3 x f32>):
            %m = reduce %x: <8 x 3 x f32> by max along 1
            %k = padShape %m: <8 x f32> at 1
            %y = subtract %x: <8 x 3 x f32>, %k: <8 x 1 x f32>
            %e = exp %y: <8 x 3 x f32>
            %s = reduce %e: <8 x 3 x f32> by add along 1
            %l = log %s: <8 x f32>
            %r = add %l: <8 x f32>, %m: <8 x f32>
            return %r: <8 x f32>
        }
        func @g: (f32) -> f32 {
        'entry(%x: f32):
            %a = abs %x: f32
            %n = negate %a: f32
            %e = exp %n: f32
            %l = log1p %e: f32
            return %l: f32
        }""")
    check_unchanged(module, "STAB")
    assert body(module, "g") == ["abs", "negate", "exp", "log1p", "return"]
