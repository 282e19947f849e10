"""Composed functions in their naive form, with accurate references and points at which they are
hard. ``test_stabilization.py`` compares them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Function = Callable[[Array], Array]
POINTS = [-1e4, -200, -89, -20, -5, -1, -1e-3, 0, 1e-3, 0.5, 1, 5, 20, 89, 710, 1e4]
ROWS = [
    [0.1, 0.2, 0.3], [-1, 2, 5], [100, 100, 99], [1e4, -1e4, 0], [-500, -501, -502],
    [1e38, 1, -1e38], [43, -43, 0], [30, -30, 0],
]  # fmt: skip
FAR = [
    [0.25, 0.5, 0.75], [-1, 2, 5], [100, 101, 99], [4096.25, 4096.5, 4096], [-5000, -5000, -5000],
    [65536, 65538, 65537], [0.125, 0.25, 0], [2**27, 2**27 + 16, 2**27 + 32],
]  # fmt: skip
"""Rows whose elements are close to each other and far from 0, and whose means are exact."""
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
    """The standard normal distribution function."""
    return np.array([math.erfc(-v / math.sqrt(2)) / 2 for v in x.astype(np.float64)])


def density(x: Array) -> Array:
    return np.exp(-x * x / 2) / math.sqrt(2 * math.pi)


TINY = 2.0**-126
"""The least normal f32."""
ROOT = 0.7978845608028654
"""The square root of 2 / pi."""


def bent(x: Array) -> Array:
    """The argument of the sigmoid in gelu by tanh."""
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
    """A function of a vector or of rows: its code, in which V, M, R and E stand for types, its
    reference, and the vector-Jacobian product."""

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
"""Each function with points at which its naive form overflows or cancels, in some type."""
