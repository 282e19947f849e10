"""The steps of composed programs: functions of arrays that NumPy, JAX and NNKit run alike.

A step takes the library and its operands. Steps raise ``ValueError`` in NumPy for operands at which
they have no derivative, or at which rounding decides about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Step = Callable[..., Any]
Draw = Callable[..., "Step | None"]
STEPS: dict[str, dict[str, tuple[int, Draw]]] = {"array": {}, "linalg": {}}
"""For each family, the number of operands of each step, and how it is drawn for their shapes."""
GAP = 1e-2
"""The least distance of numbers from each other where a function has kinks between them."""


def _enter(family: str, name: str, operands: int, draw: Draw) -> None:
    assert name not in STEPS[family]
    STEPS[family][name] = (operands, draw)


def _require(condition: Any) -> None:
    if not condition:
        raise ValueError("no derivative")


def _apart(np_: Any, *arrays: Any) -> None:
    """All numbers of the operands are apart from each other, from 0 and from 1."""
    if np_.__class__.__name__ == "InNumPy":
        numbers = np.concatenate([*(np.ravel(a) for a in arrays), [-1.0, 0.0, 1.0]])
        _require(np.diff(np.sort(numbers)).min() > GAP)


def _distinct_values(np_: Any, x: Any) -> None:
    """Singular values are apart from each other and from 0."""
    if np_.__class__.__name__ == "InNumPy":
        values = np.linalg.svdvals(x)
        _require(values.min() > 10 * GAP)
        if values.shape[-1] > 1:
            _require(np.abs(np.diff(values**2, axis=-1)).min() > 10 * GAP)


def _elementwise() -> None:
    smooth: dict[str, Step] = {
        "tanh": lambda np, x: np.tanh(x),
        "sin": lambda np, x: np.sin(x),
        "cos": lambda np, x: np.cos(x),
        "exp": lambda np, x: np.exp(np.tanh(x)),
        "expm1": lambda np, x: np.expm1(np.sin(x)),
        "log1p": lambda np, x: np.log1p(x * x),
        "sqrt": lambda np, x: np.sqrt(1.0 + x * x),
        "sigmoid": lambda np, x: 1.0 / (1.0 + np.exp(-x)),
        "atan": lambda np, x: np.atan(x),
        "asinh": lambda np, x: np.asinh(x),
        "cube": lambda np, x: 0.1 * x**3,
        "reciprocal": lambda np, x: np.reciprocal(2.0 + np.sin(x)),
    }  # fmt: skip
    kinked: dict[str, Step] = {
        "abs": lambda np, x: np.abs(x),
        "relu": lambda np, x: np.maximum(x, 0.0),
        "clip": lambda np, x: np.clip(x, -1.0, 1.0),
        "choice": lambda np, x: np.where(x > 0, np.sin(x), x * x),
        "sign": lambda np, x: np.sign(x) * np.exp(-x * x),
    }  # fmt: skip
    binary: dict[str, Step] = {
        "add": lambda np, x, y: x + y,
        "subtract": lambda np, x, y: x - 0.5 * y,
        "multiply": lambda np, x, y: x * y,
        "divide": lambda np, x, y: x / (1.0 + y * y),
        "power": lambda np, x, y: (1.0 + x * x) ** np.tanh(y),
        "atan2": lambda np, x, y: np.atan2(x, 2.0 + np.cos(y)),
        "logaddexp": lambda np, x, y: np.logaddexp(x, y),
    }  # fmt: skip
    between: dict[str, Step] = {
        "maximum": lambda np, x, y: np.maximum(x, y),
        "minimum": lambda np, x, y: np.minimum(x, y),
        "where": lambda np, x, y: np.where(x > y, x * y, y / (1.0 + x * x)),
    }  # fmt: skip
    for name, function in smooth.items():
        _enter("array", name, 1, lambda rng, x, f=function: f)
    for name, function in kinked.items():
        _enter("array", name, 1, lambda rng, x, f=function: _guarded(f))
    for name, function in binary.items():
        _enter("array", name, 2, lambda rng, x, y, f=function: f)
    for name, function in between.items():
        _enter("array", name, 2, lambda rng, x, y, f=function: _guarded(f))


def _guarded(function: Step) -> Step:
    def step(np_: Any, *operands: Any) -> Any:
        _apart(np_, *operands)
        return function(np_, *operands)

    return step


def _axis(rng: Rng, shape: tuple[int, ...]) -> int:
    return int(rng.integers(-len(shape), len(shape)))


def _reduction(name: str) -> Draw:
    def draw(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis, kept = _axis(rng, x), bool(rng.integers(2))
        where: Any = None if rng.integers(5) == 0 else axis
        if name in ("var", "std") and x[axis] < 2:
            return None
        if name == "log_sum_exp":
            return lambda np, a: np.log(np.sum(np.exp(a), axis=where, keepdims=kept))

        def step(np_: Any, a: Any) -> Any:
            if name in ("max", "min", "std"):
                _apart(np_, a)
            return getattr(np_, name)(a, axis=where, keepdims=kept)

        return step

    return draw


def _reductions() -> None:
    for name in ("sum", "mean", "prod", "max", "min", "var", "std", "log_sum_exp"):
        _enter("array", name, 1, _reduction(name))

    def cumulative(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis = _axis(rng, x)
        return lambda np, a: np.cumulative_sum(a, axis=axis)

    def softmax(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis = _axis(rng, x)

        def step(np_: Any, a: Any) -> Any:
            _apart(np_, a)
            powers = np_.exp(a - np_.max(a, axis=axis, keepdims=True))
            return powers / np_.sum(powers, axis=axis, keepdims=True)

        return step

    _enter("array", "cumulative_sum", 1, cumulative)
    _enter("array", "softmax", 1, softmax)


def _product(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
    if not x or not y:
        return None
    if x[-1] == y[max(len(y) - 2, 0)]:
        return lambda np, a, b: 0.5 * (a @ b)
    if len(y) > 1 and x[-1] == y[-1]:
        return lambda np, a, b: 0.5 * (a @ b.mT)
    if len(x) == len(y) == 1:
        return lambda np, a, b: np.outer(a, b)
    return None


def _products() -> None:
    def gram(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if len(x) < 2:
            return None
        return lambda np, a: 0.5 * (a @ a.mT)

    def einsum(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if len(x) != 2 or len(y) != 2 or x[0] != y[0]:
            return None
        form = ("ij,ik->jk", "ij,ik->ikj", "ij,ik->j", "ij,ik->")[rng.integers(4)]
        return lambda np, a, b: np.einsum(form, a, b)

    def outer(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        return (lambda np, a, b: np.outer(a, b)) if len(x) == len(y) == 1 else None

    def tensordot(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if not x or not y or x[-1] != y[0]:
            return None
        return lambda np, a, b: np.tensordot(a, b, axes=1)

    def vecdot(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if not x or not y or x[-1] != y[-1]:
            return None
        return lambda np, a, b: np.linalg.vecdot(a, np.sin(b))

    _enter("array", "product", 2, _product)
    _enter("array", "gram", 1, gram)
    _enter("array", "einsum", 2, einsum)
    _enter("array", "outer", 2, outer)
    _enter("array", "tensordot", 2, tensordot)
    _enter("array", "vecdot", 2, vecdot)


def _key(rng: Rng, shape: tuple[int, ...]) -> Any:
    """An index of one axis, after slices of those before it."""
    axis = int(rng.integers(len(shape)))
    n = shape[axis]
    keys: list[Any] = [
        int(rng.integers(-n, n)), slice(1, None), slice(None, -1), slice(None, None, -1),
        slice(None, None, 2), None, rng.integers(0, n, 3), rng.integers(-n, n, (2, 2)),
    ]  # fmt: skip
    return (*(slice(None),) * axis, keys[rng.integers(len(keys))])


def _indexing() -> None:
    def index(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        key = _key(rng, x)
        return lambda np, a: a[key]

    def replaced(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis = int(rng.integers(len(x)))
        key = (*(slice(None),) * axis, int(rng.integers(-x[axis], x[axis])))
        how = ("set", "add", "multiply")[rng.integers(3)]
        return lambda np, a, b: np.replaced(a, key, how, b if not y else np.mean(b))

    def picked(rng: Rng, x: tuple[int, ...]) -> Step | None:
        """The row that data choose."""
        if not x:
            return None
        name = ("argmax", "argmin")[rng.integers(2)]

        def step(np_: Any, a: Any) -> Any:
            _apart(np_, a)
            rows = a if a.ndim == 1 else np_.sum(a, axis=tuple(range(1, a.ndim)))
            _apart(np_, rows)
            return a[getattr(np_, name)(rows)]

        return step

    def sorted_(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis, is_along = _axis(rng, x), bool(rng.integers(2))

        def step(np_: Any, a: Any) -> Any:
            _apart(np_, a)
            if is_along:
                return np_.take_along_axis(a, np_.argsort(np_.sin(a), axis=axis), axis=axis)
            return np_.sort(a, axis=axis)

        return step

    def take(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis = _axis(rng, x)
        places = rng.integers(0, x[axis], 3)
        return lambda np, a: np.take(a, np.asarray(places), axis=axis)

    def shaped(rng: Rng, x: tuple[int, ...]) -> Step | None:
        kind = int(rng.integers(8))
        if kind == 0:
            return lambda np, a: np.reshape(a, (-1,))
        if not x:
            return None
        axis = _axis(rng, x)
        shift = int(rng.integers(-2, 3))
        return (
            lambda np, a: np.flip(a, axis=axis),
            lambda np, a: np.roll(a, shift, axis=axis),
            lambda np, a: np.permute_dims(a, tuple(reversed(range(len(x))))),
            lambda np, a: np.expand_dims(a, axis=axis),
            lambda np, a: np.moveaxis(a, axis, 0),
            lambda np, a: np.repeat(a, 2, axis=axis),
            lambda np, a: np.tril(a) if len(x) > 1 else np.tile(a, 2),
        )[kind - 1]

    def joined(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if x == y and rng.integers(2):
            return lambda np, a, b: np.stack([a, b], axis=0)
        if not x or len(x) != len(y) or x[1:] != y[1:]:
            return None
        return lambda np, a, b: np.concat([a, np.sin(b)], axis=0)

    def segments(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        kinds = rng.integers(0, 2, x[0])
        return lambda np, a: np.segment_sum(a, np.asarray(kinds), 2)

    _enter("array", "index", 1, index)
    _enter("array", "replaced", 2, replaced)
    _enter("array", "picked", 1, picked)
    _enter("array", "sorted", 1, sorted_)
    _enter("array", "take", 1, take)
    _enter("array", "shaped", 1, shaped)
    _enter("array", "joined", 2, joined)
    _enter("array", "segments", 1, segments)


def _control() -> None:
    def cond(rng: Rng, x: tuple[int, ...]) -> Step | None:
        def step(np_: Any, a: Any) -> Any:
            total = np_.sum(a)
            _apart(np_, total)
            return np_.cond(total > 0, lambda v: np_.sin(v) * v, lambda v: np_.exp(-v * v), a)

        return step

    def loop(rng: Rng, x: tuple[int, ...]) -> Step | None:
        count = int(rng.integers(0, 4))

        factors = rng.standard_normal(count + 1)

        def step(np_: Any, a: Any) -> Any:
            known = np_.asarray(factors)
            return np_.fori_loop(0, count, lambda i, v: 0.5 * v + np_.sin(v * known[i]) * a, a)

        return step

    def branching_loop(rng: Rng, x: tuple[int, ...]) -> Step | None:
        def step(np_: Any, a: Any) -> Any:
            def body(i: Any, v: Any) -> Any:
                total = np_.sum(v) - 0.3
                _apart(np_, total)
                return np_.cond(total > 0, lambda w: 0.5 * w - 1.0, lambda w: w * w + np_.cos(a), v)

            return np_.fori_loop(0, 3, body, a)

        return step

    def indexing_loop(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None

        def step(np_: Any, a: Any) -> Any:
            return np_.fori_loop(
                1, x[0], lambda i, v: np_.replaced(v, i, "set", np_.tanh(v[i - 1]) + a[i]), a
            )

        return step

    def scan(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        is_last = bool(rng.integers(2))

        def step(np_: Any, a: Any) -> Any:
            def body(carried: Any, row: Any) -> Any:
                carried = np_.tanh(carried) + row
                return carried, carried * row

            last, rows = np_.scan(body, a[0] * 0.5, a)
            return last if is_last else rows

        return step

    for draw in (cond, loop, branching_loop, indexing_loop, scan):
        _enter("array", draw.__name__, 1, draw)


def _definite(np_: Any, x: Any) -> Any:
    return x @ x.mT + np_.eye(x.shape[-2], dtype=x.dtype)


def _matrices(function: Step, is_square: bool = False, is_distinct: bool = False) -> Draw:
    def draw(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if len(x) < 2 or (is_square and x[-1] != x[-2]):
            return None

        def step(np_: Any, a: Any) -> Any:
            if is_distinct:
                _distinct_values(np_, a)
            return function(np_, a)

        return step

    return draw


def _eigh(np: Any, x: Any) -> Any:
    values, vectors = np.linalg.eigh(x @ x.mT if x.shape[-2] <= x.shape[-1] else x.mT @ x)
    return np.sin(values)[..., None, :] * np.abs(vectors)


def _svd(np: Any, x: Any) -> Any:
    left, values, right = np.linalg.svd(x, full_matrices=False)
    return np.abs(left) * np.cos(values)[..., None, :] @ np.abs(right)


def _qr(np: Any, x: Any) -> Any:
    q, r = np.linalg.qr(x if x.shape[-2] >= x.shape[-1] else x.mT)
    return np.sin(q) @ r


def _linear_algebra() -> None:
    functions: dict[str, tuple[Step, bool, bool]] = {
        "cholesky": (lambda np, x: np.linalg.cholesky(_definite(np, x)), False, False),
        "inv": (lambda np, x: np.linalg.inv(_definite(np, x)), False, False),
        "det": (lambda np, x: np.linalg.det(x), True, True),
        "slogdet": (lambda np, x: np.linalg.slogdet(_definite(np, x))[1], False, False),
        "eigh": (_eigh, False, True),
        "eigvalsh": (lambda np, x: np.linalg.eigvalsh(_definite(np, x)), False, True),
        "svd": (_svd, False, True),
        "svdvals": (lambda np, x: np.linalg.svdvals(x), False, True),
        "qr": (_qr, False, True),
        "pinv": (lambda np, x: np.linalg.pinv(x), False, True),
        "matrix_power": (
            lambda np, x: np.linalg.matrix_power(0.3 * _definite(np, x), 3), False, False
        ),
        "inverse_power": (
            lambda np, x: np.linalg.matrix_power(_definite(np, x), -2), False, False
        ),
        "trace": (lambda np, x: np.linalg.trace(x), False, False),
        "diagonal": (lambda np, x: np.linalg.diagonal(x), False, False),
        "frobenius": (lambda np, x: np.linalg.matrix_norm(x), False, True),
        "nuclear": (lambda np, x: np.linalg.matrix_norm(x, ord="nuc"), False, True),
        "spectral": (lambda np, x: np.linalg.matrix_norm(x, ord=2), False, True),
    }  # fmt: skip
    for name, (function, is_square, is_distinct) in functions.items():
        _enter("linalg", name, 1, _matrices(function, is_square, is_distinct))

    def solve(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if len(x) < 2 or not y or x[-2] != y[max(len(y) - 2, 0)]:
            return None
        return lambda np, a, b: np.linalg.solve(_definite(np, a), b)

    def solve_triangular(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if len(x) != 2 or len(y) not in (1, 2) or x[0] != y[0]:
            return None
        upper = bool(rng.integers(2))
        return lambda np, a, b: np.solve_triangular(_definite(np, a), b, upper)

    def lstsq(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        if len(x) != 2 or len(y) != 2 or x[0] != y[0]:
            return None

        def step(np_: Any, a: Any, b: Any) -> Any:
            _distinct_values(np_, a)
            return np_.linalg.lstsq(a, b)[0]

        return step

    def norm(rng: Rng, x: tuple[int, ...]) -> Step | None:
        if not x:
            return None
        axis, order = _axis(rng, x), (1, 2, 3, np.inf)[rng.integers(4)]

        def step(np_: Any, a: Any) -> Any:
            _apart(np_, np.abs(a) if isinstance(a, np.ndarray) else a)
            return np_.linalg.vector_norm(a, axis=axis, ord=order)

        return step

    def kron(rng: Rng, x: tuple[int, ...], y: tuple[int, ...]) -> Step | None:
        return (lambda np, a, b: np.kron(a, b)) if len(x) == len(y) == 2 else None

    _enter("linalg", "solve", 2, solve)
    _enter("linalg", "solve_triangular", 2, solve_triangular)
    _enter("linalg", "lstsq", 2, lstsq)
    _enter("linalg", "norm", 1, norm)
    _enter("linalg", "kron", 2, kron)


_elementwise()
_reductions()
_products()
_indexing()
_control()
_linear_algebra()
