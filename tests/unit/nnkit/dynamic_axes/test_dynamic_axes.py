"""Every public function of NNKit serves dynamic axes: values and gradients agree with those at
known sizes, and one program serves all sizes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from dlvm import nnkit
from dlvm.nnkit import f32, i64
from tests.fuzz.dynamic_axes import check
from tests.support.dynamic_axes import Compared

ARGUMENTS: dict[str, Any] = {
    "x": (f32, ("n", 4)),
    "y": (f32, ("n", 4)),
    "m": (f32, ("n", "m")),
    "k": (f32, ("m", "n")),
    "v": (f32, ("n",)),
    "u": (f32, ("m",)),
    "s": (f32, ("n", "n")),
    "c": (f32, ("n", 3)),
    "w": (f32, (4, 5)),
    "wide": (f32, (9, 4)),
    "one": (f32, ("n", 1)),
    "t": (f32, ("b", "n", 4)),
    "image": (f32, ("b", 2, "h", "w")),
    "kernel": (f32, (3, 2, 3, 3)),
    "a": (i64, ("n",)),
    "i": (i64, ("n", 4)),
    "e": (i64, ("n", 2)),
    "p": (bool, ("n", 4)),
}
SIZES = [
    {"n": 5, "m": 3, "b": 2, "h": 6, "w": 7},
    {"n": 2, "m": 6, "b": 3, "h": 5, "w": 8},
    {"n": 7, "m": 7, "b": 1, "h": 9, "w": 5},
]

_UNARY = [
    "abs",
    "acosh",
    "asinh",
    "atan",
    "ceil",
    "cos",
    "cosh",
    "digamma",
    "erf",
    "erfc",
    "exp",
    "expm1",
    "floor",
    "isfinite",
    "isinf",
    "isnan",
    "lgamma",
    "negative",
    "positive",
    "reciprocal",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "square",
    "tan",
    "tanh",
    "trunc",
]
_POSITIVE = ["log", "log10", "log1p", "log2", "rsqrt", "sqrt"]
_BOUNDED = ["acos", "asin", "atanh", "erfinv"]
_BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "atan2",
    "copysign",
    "hypot",
    "logaddexp",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
]
_INTEGER = ["bitwise_and", "bitwise_or", "bitwise_xor", "floor_divide", "remainder"]
_SUMS = ["sum", "prod", "mean"]
_SPREADS = ["max", "min", "std", "var"]
_LOGICAL = ["logical_and", "logical_or", "logical_xor"]

Body = Callable[..., Any]


def _each(names: list[str], arguments: Callable[..., tuple[Any, ...]]) -> Body:
    """All functions of these names of some arguments."""

    def body(*given: Any) -> Any:
        values = arguments(*given)
        return tuple(getattr(nnkit, name)(*values) for name in names)

    body.__signature__ = inspect.signature(arguments)  # pyright: ignore[reportFunctionMemberAccess]
    return body


def _reduced(names: list[str]) -> Body:
    def body(m: Any) -> Any:
        found: list[Any] = []
        for f in (getattr(nnkit, name) for name in names):
            found += [f(m), f(m, axis=0), f(m, axis=1, keepdims=True)]
            found.append(f(m, axis=(0, 1), keepdims=True))
        return found

    return body


def rows(x: Any) -> Any:
    total = nnkit.zeros(4)
    for row in x:
        total = total * 0.5 + row
    return total


def running(x: Any) -> Any:
    total = nnkit.zeros_like(x)
    for i in range(len(x)):
        total = total + x * nnkit.sin(x[i] * 0.5)
    return total


def halves(x: Any) -> Any:
    n = x.shape[0]
    return x[: n // 2], x[n // 2 :], x[n // 2 : n // 2 + 1] * n


def branched(x: Any, v: Any) -> Any:
    if nnkit.sum(v) > 0:
        return x[1:] * 2
    return x[:-1] * 3


def attended(t: Any) -> Any:
    b, n, d = t.shape
    heads = t.reshape((b, n, 2, d // 2)).transpose(0, 2, 1, 3)
    return (heads @ heads.mT).transpose(0, 2, 1, 3).reshape((b, n, -1))


CASES: dict[str, Body] = {
    "elementwise": _each(_UNARY, lambda x: (x,)),
    "elementwise_positive": _each(_POSITIVE, lambda x: (x * x + 0.1,)),
    "elementwise_bounded": _each(_BOUNDED, lambda x: (nnkit.tanh(x) * 0.9,)),
    "binary": _each(_BINARY, lambda x, y: (x, y)),
    "binary_broadcast": _each(_BINARY, lambda x, one: (x, one)),
    "integers": _each(_INTEGER, lambda i: (i, 3)),
    "integers_broadcast": _each(_INTEGER, lambda i, a: (i, nnkit.expand_dims(a, 1) + 1)),
    "reductions": _reduced(_SUMS),
    "reductions_spread": _reduced(_SPREADS),
    "logical": _each(_LOGICAL, lambda p, x: (p, x > 0)),
    "all": lambda p: (nnkit.all(p), nnkit.all(p, axis=0), nnkit.all(p, axis=1, keepdims=True)),
    "any": lambda p: (nnkit.any(p), nnkit.any(p, axis=0), nnkit.any(p, axis=1, keepdims=True)),
    "arange": lambda v: (
        nnkit.arange(v.shape[0]), nnkit.arange(1, v.shape[0], 2), nnkit.arange(v.shape[0], 0, -1),
        nnkit.arange(2 * v.shape[0] + 1, dtype=f32), nnkit.arange(v.shape[0] // 2),
    ),
    "argmax": lambda m: (nnkit.argmax(m), nnkit.argmax(m, 0), nnkit.argmax(m, 1, keepdims=True)),
    "argmin": lambda m: (nnkit.argmin(m), nnkit.argmin(m, 0), nnkit.argmin(m, 1, keepdims=True)),
    "argsort": lambda m: (nnkit.argsort(m), nnkit.argsort(m, 0, descending=True)),
    "asarray": lambda x: nnkit.asarray(x),
    "astype": lambda x: x.astype(i64),
    "at": lambda x: (
        x.at[0].set(1.0), x.at[-1].add(x[0]), x.at[:, 1].multiply(2.0), x.at[1:].add(1.0),
        x.at[::2, 1].set(3.0), x.at[:, 1:3].max(0.0),
    ),
    "at_lookup": lambda x, e: (x.at[0, e[:, 0]].set(0.5), x.at[:, e[0]].min(0.1)),
    "bitwise_invert": lambda p, a: (nnkit.bitwise_invert(p), nnkit.bitwise_invert(a)),
    "bitwise_left_shift": lambda a: nnkit.bitwise_left_shift(a, 2),
    "bitwise_right_shift": lambda a: nnkit.bitwise_right_shift(a, 1),
    "branches": branched,
    "broadcast_arrays": lambda x, one: tuple(nnkit.broadcast_arrays(x, one)),
    "broadcast_to": lambda x, v: (
        nnkit.broadcast_to(x, (3, x.shape[0], 4)), nnkit.broadcast_to(v[0], (2 * v.shape[0],)),
        nnkit.broadcast_to(v, (v.shape[0] + 1, v.shape[0])),
    ),
    "clip": lambda x: nnkit.clip(x, -0.5, 0.5),
    "concat": lambda x, y, t: (
        nnkit.concat([x, y]), nnkit.concat([x, y], axis=1), nnkit.concat([x, x[:1]], axis=None),
        nnkit.concatenate([t, t], axis=1),
    ),
    "convolve": lambda image, kernel: (
        nnkit.convolve(image, kernel), nnkit.convolve(image, kernel, 2, 1),
    ),
    "count_nonzero": lambda p: (nnkit.count_nonzero(p), nnkit.count_nonzero(p, 0)),
    "cumulative_sum": lambda m: (
        nnkit.cumulative_sum(m, axis=0), nnkit.cumulative_sum(m, axis=1, include_initial=True),
    ),
    "cumulative_prod": lambda m: nnkit.cumulative_prod(m, axis=1),
    "diff": lambda m: (nnkit.diff(m), nnkit.diff(m, axis=0)),
    "division": lambda x: (
        x / x.shape[0], x * (1 / x.shape[0]), x * (x.shape[0] / 2 + 1), x * x.shape[0],
    ),
    "dot": lambda m, k: nnkit.matmul(m, k),
    "einsum": lambda m, v: (nnkit.einsum("ij,i->j", m, v), nnkit.einsum("ij->j", m)),
    "empty": lambda x: nnkit.empty(x.shape) * 0,
    "expand_dims": lambda m: (
        nnkit.expand_dims(m, 0), nnkit.expand_dims(m, 1), nnkit.expand_dims(m, (0, 3)),
    ),
    "eye": lambda v, u: (
        nnkit.eye(v.shape[0]), nnkit.eye(v.shape[0], u.shape[0], k=1),
        nnkit.eye(v.shape[0] + 1) @ nnkit.ones((v.shape[0] + 1, 2)),
    ),
    "flip": lambda m: (nnkit.flip(m), nnkit.flip(m, 0), m[::-1, ::-2]),
    "full": lambda v: (
        nnkit.full(v.shape, 2.5), nnkit.full((v.shape[0], 3), v[0]),
        nnkit.full((v.shape[0] * 2, 3), 1), nnkit.full((v.shape[0] - 1,), v.sum()),
    ),
    "halves": halves,
    "heads": attended,
    "index": lambda x, m: (x[0], x[-1], x[:, 0], x[:, -1], m[0, 1], m[:, 0], m[1]),
    "index_lists": lambda x, m: (x[[0, 1]], x[[-1, 0]], x[:, [1, 3]], m[[0, 1], [0, -1]]),
    "index_new": lambda x: (x[:, None], x[None], x[..., None], x[:, None, :] - x[None]),
    "index_slices": lambda m, x: (
        m[1:], m[:-1], m[:2], m[-2:], m[::2], m[1::3], m[::-1], m[::-2], m[:, 1:], m[1:, :-1],
        x[:, 1:3], x[5:], x[:-3], m[1:-1], m[-1:0:-1],
    ),
    "index_tensors": lambda m, a, e: (m[a[:1] * 0], m[e * 0], m[e * 0, e * 0 + 1], m[a * 0]),
    "linspace": lambda v: (nnkit.linspace(0.0, 1.0, v.shape[0]),),
    "loops": running,
    "logical_not": lambda p: nnkit.logical_not(p),
    "matrix_transpose": lambda m, t: (m.mT, m.T, nnkit.matrix_transpose(t)),
    "meshgrid": lambda v, u: tuple(nnkit.meshgrid(v, u)),
    "moveaxis": lambda t: nnkit.moveaxis(t, 0, 2),
    "number_of_elements": lambda m: m / m.size,
    "one_hot": lambda a, e: (nnkit.one_hot(a, 4), nnkit.one_hot(e, 4),
        nnkit.one_hot(a, a.shape[0] + 4),
    ),
    "ones": lambda m: (nnkit.ones(m.shape), nnkit.ones((m.shape[0] + m.shape[1],))),
    "ones_like": lambda m: (nnkit.ones_like(m), nnkit.full_like(m, 3.0), nnkit.empty_like(m) * 0),
    "outer": lambda v, u: nnkit.outer(v, u),
    "pad": lambda m: (nnkit.pad(m, 1), nnkit.pad(m, [(0, 2), (1, 0)], 3.0)),
    "permute_dims": lambda t: (nnkit.permute_dims(t, (2, 0, 1)), nnkit.transpose(t), t.transpose()),
    "pow": lambda x: (x**2, x**3, nnkit.pow(x, 2), x ** x.shape[0]),
    "ravel": lambda m, x: (nnkit.ravel(m), nnkit.ravel(x)),
    "reduce_window": lambda image: (
        nnkit.reduce_window(image, "max", (1, 1, 2, 2), (1, 1, 2, 2)),
        nnkit.reduce_window(image, "add", (1, 1, 3, 3), 1, [(0, 0), (0, 0), (1, 1), (1, 1)]),
    ),
    "repeat": lambda m: (
        nnkit.repeat(m, 2), nnkit.repeat(m, 3, axis=0), nnkit.repeat(m, 2, axis=1),
    ),
    "reshape": lambda x, m: (
        x.reshape(-1), x.reshape((-1, 2, 2)), x.reshape((2, -1)), m.reshape(-1), m.reshape((-1, 1)),
        m.reshape((m.shape[1], m.shape[0])), x.reshape((x.shape[0], -1, 2)), x.reshape((x.size,)),
    ),
    "roll": lambda m: (nnkit.roll(m, 1), nnkit.roll(m, 2, 0), nnkit.roll(m, (1, -1), (0, 1))),
    "rows": rows,
    "scatter": lambda x, wide: (
        nnkit.scatter(x, nnkit.asarray([0, 1]), wide[:2]), nnkit.scatter(x, 0, wide[0], by="add"),
    ),
    "searchsorted": lambda v, u: nnkit.searchsorted(nnkit.sort(v), u),
    "sort": lambda m: (nnkit.sort(m), nnkit.sort(m, 0), nnkit.sort(m, descending=True)),
    "split": lambda x, m: (
        *nnkit.split(x, 2, axis=1), *nnkit.split(m, (1,)), *nnkit.split(nnkit.concat([m, m]), 2),
    ),
    "squeeze": lambda one, t: (nnkit.squeeze(one), nnkit.squeeze(one, 1), nnkit.squeeze(t[:1], 0)),
    "stack": lambda x, y: (nnkit.stack([x, y]), nnkit.stack([x, y], 1), nnkit.stack([x, y], -1)),
    "swapaxes": lambda t: nnkit.swapaxes(t, 0, 2),
    "take": lambda x, a, m: (nnkit.take(x, a * 0), nnkit.take(x, a, axis=1), nnkit.take(m, [0, 1])),
    "take_along_axis": lambda x, i, a: (
        nnkit.take_along_axis(x, i, axis=1),
        nnkit.take_along_axis(x, nnkit.expand_dims(a, 1), 1),
    ),
    "tensordot": lambda m: nnkit.tensordot(m, m, axes=2),
    "tile": lambda m: (nnkit.tile(m, 2), nnkit.tile(m, (2, 1)), nnkit.tile(m, (2, 1, 3))),
    "top_k": lambda x, v: (*nnkit.top_k(x, 2), *nnkit.top_k(v, 1)),
    "tril": lambda s, m: (nnkit.tril(s), nnkit.tril(m, k=1), nnkit.triu(s), nnkit.triu(m, k=-1)),
    "unstack": lambda x: nnkit.unstack(x, axis=1),
    "vecdot": lambda x, y: nnkit.vecdot(x, y),
    "where": lambda x, y: (nnkit.where(x > 0, x, y), nnkit.where(x > 0, x, 0.0)),
    "wide": lambda wide, v: (wide[: v.shape[0]] * 2, wide[: v.shape[0]] + nnkit.expand_dims(v, 1)),
    "zeros": lambda x: (nnkit.zeros(x.shape), nnkit.zeros((2, *x.shape)), nnkit.zeros_like(x)),
    "fft": lambda x, v: (
        nnkit.fft.fftfreq(v.shape[0] + 1, d=0.5), nnkit.fft.rfftfreq(v.shape[0] + 1),
        nnkit.fft.fftshift(x), nnkit.fft.ifftshift(x, axes=0),
    ),
    "linalg.cross": lambda c: nnkit.linalg.cross(c, c + 1),
    "linalg.diagonal": lambda s, m: (nnkit.linalg.diagonal(s), nnkit.linalg.diagonal(m, offset=1)),
    "linalg.matrix_norm": lambda m: (
        nnkit.linalg.matrix_norm(m), nnkit.linalg.matrix_norm(m, ord=1),
    ),
    "linalg.matrix_power": lambda s: (
        nnkit.linalg.matrix_power(s, 2), nnkit.linalg.matrix_power(s, 0),
    ),
    "linalg.trace": lambda s: nnkit.linalg.trace(s),
    "linalg.vector_norm": lambda m: (
        nnkit.linalg.vector_norm(m), nnkit.linalg.vector_norm(m, axis=1, ord=3),
    ),
    "random.normal": lambda x: nnkit.random.normal(x.shape, key=nnkit.random.key(0)),
    "random.uniform": lambda m: nnkit.random.uniform(
        (m.shape[0] * 2, m.shape[1]), key=nnkit.random.key(1)
    ),
    "random.randint": lambda v: nnkit.random.randint(v.shape, 0, 9, key=nnkit.random.key(2)),
    "random.bernoulli": lambda v: nnkit.random.bernoulli(v.shape, 0.4, key=nnkit.random.key(3)),
    "random.categorical": lambda x: nnkit.random.categorical(x, key=nnkit.random.key(4)),
    "random.exponential": lambda v: nnkit.random.exponential(v.shape, key=nnkit.random.key(5)),
    "random.gumbel": lambda v: nnkit.random.gumbel(v.shape, key=nnkit.random.key(6)),
    "random.permutation": lambda x: (
        nnkit.random.permutation(x, key=nnkit.random.key(7)),
        nnkit.random.permutation(x.shape[0], key=nnkit.random.key(7)),
    ),
    "random.truncated_normal": lambda v: nnkit.random.truncated_normal(
        v.shape, key=nnkit.random.key(8)
    ),
}  # fmt: skip


_SLOW = {
    "binary", "binary_broadcast", "broadcast_to", "convolve", "diff", "dot", "elementwise",
    "elementwise_bounded", "elementwise_positive", "linalg.matrix_power", "reductions",
    "reductions_spread", "tile",
}  # fmt: skip
"""What takes long to compile: ``python -m tests.fuzz.dynamic_axes`` does."""
LEVELS = {name: place % 4 for place, name in enumerate(c for c in CASES if c not in _SLOW)}


@pytest.mark.parametrize("name", LEVELS)
def test_compiled(name: str) -> None:
    """Each at one optimization level; ``python -m tests.fuzz.dynamic_axes`` uses all of them."""
    Compared(CASES[name], ARGUMENTS, opt_level=LEVELS[name]).check(SIZES[:2])


@pytest.mark.parametrize("name", CASES)
def test_interpreted(name: str) -> None:
    Compared(CASES[name], ARGUMENTS, interpret=True).check(SIZES)


@pytest.mark.parametrize("seed", range(20))
def test_random_functions(seed: int) -> None:
    """A sample of ``python -m tests.fuzz.dynamic_axes``; every fifth program is compiled."""
    check(seed, {"interpret": True} if seed % 5 else {"opt_level": 1})
