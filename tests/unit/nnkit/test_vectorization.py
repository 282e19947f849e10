"""``vmap``, Jacobians, Hessians and JAX's loops: each equals what Python computes row by row."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import (
    Float1D,
    Float2D,
    cond,
    fori_loop,
    gradient,
    hessian,
    jacobian,
    scan,
    staged,
    struct,
    value_and_gradient,
    vmap,
    while_loop,
)
from dlvm.nnkit.linear_algebra.linalg import cholesky

RNG = np.random.default_rng(0)
A, B = RNG.standard_normal((3, 4)), RNG.standard_normal((3, 4))
C, D = RNG.standard_normal((3, 2, 4)), RNG.standard_normal((3, 4, 5))
M, V = RNG.standard_normal((4, 5)), RNG.standard_normal(4)
PLACES = np.array([1, 0, 3])


def halved(x: Any) -> Any:
    steps = 0
    while x > 1.0:
        x, steps = 0.5 * x, steps + 1
    return x, steps


def signed(x: Any) -> Any:
    if x.sum() > 0:
        return 2 * x
    return x - 1


def normalized(x: Any) -> Any:
    return x / nnkit.sqrt((x * x).sum())


CALLS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Any]] = {
    "elements": (lambda x, y: nnkit.tanh(x) * y + x.sum(), (A, B), 0),
    "ranks": (lambda x, y: x * y - nnkit.where(y > x, y, x), (A[:, 0], M), (0, None)),
    "vectors": (lambda x, y: x @ y, (A, B), 0),
    "vector by matrix": (lambda x, y: x @ y, (A, M), (0, None)),
    "matrix by vector": (lambda x, y: y.T @ x, (A, M), (0, None)),
    "matrices": (lambda x, y: x @ y, (C, D), 0),
    "vector by matrices": (lambda x, y: x @ y, (V, D), (None, 0)),
    "stacks": (lambda x, y: x @ y, (RNG.standard_normal((3, 6, 2, 4)), D), 0),
    "stack by vector": (lambda x, y: x @ y, (C[:, None], V), (0, None)),
    "einsum": (lambda x, y: nnkit.einsum("ij,jk->k", x, y), (C, D), 0),
    "shapes": (
        lambda x, y: nnkit.concatenate([
            x.reshape(2, 2).T.reshape(-1), nnkit.flip(y), nnkit.broadcast_to(x[0], (2,)), x[1:3],
            nnkit.pad(x, [(1, 0)]), nnkit.expand_dims(y, 0)[0], V,
        ]),
        (A, B),
        0,
    ),
    "reductions": (
        lambda x: (
            nnkit.max(x, axis=0), nnkit.argmax(x, axis=1), nnkit.cumulative_sum(x, axis=1),
            x.mean(), nnkit.sort(x, axis=0),
        ),
        (C,),
        0,
    ),
    "axes": (lambda x, y: x[0] * y, (D.T, A.T), (2, 1)),
    "indices": (lambda x, i: x[i], (A, PLACES), 0),
    "shared table": (lambda x, i: nnkit.take(x, i, axis=1), (M, PLACES), (None, 0)),
    "shared indices": (lambda x: nnkit.take(x, nnkit.asarray([1, 0, 3]), axis=1), (C,), 0),
    "updates": (lambda x, y: x.at[1].set(y[0]), (A, B), 0),
    "parts": (lambda p, q: (p[0] * q, [p[1] + p[0]]), ((A, V), A[:, 0]), ((0, None), 0)),
    "loop": (halved, (np.array([0.5, 3.0, 40.0]),), 0),
    "branch": (signed, (A,), 0),
    "call": (lambda x: normalized(x) + normalized(2 * x), (A,), 0),
    "decomposition": (lambda x: cholesky(x @ x.T + nnkit.eye(2, dtype=x.dtype)), (C,), 0),
}  # fmt: skip


def rows_of(value: Any, axes: Any, row: int) -> Any:
    if axes is None:
        return value
    if isinstance(value, tuple):
        axes = axes if isinstance(axes, tuple) else (axes,) * len(value)
        return tuple(rows_of(v, a, row) for v, a in zip(value, axes, strict=True))
    return np.take(value, row, axis=axes)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, tuple | list):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


@pytest.mark.parametrize("name", CALLS)
def test_rows(name: str) -> None:
    function, arguments, axes = CALLS[name]
    one = staged(interpret=True)(function)
    expected = [leaves(one(*rows_of(arguments, axes, row))) for row in range(3)]
    for form in (staged(function), one):
        found = leaves(vmap(form, axes)(*arguments))
        for part, rows in zip(found, zip(*expected, strict=True), strict=True):
            np.testing.assert_allclose(part, np.stack(rows), 1e-12, 1e-14)


@pytest.mark.parametrize("name", ["elements", "matrices", "einsum", "shapes", "call"])
def test_straight_code_has_no_loop(name: str) -> None:
    function, arguments, axes = CALLS[name]
    program = vmap(function, axes).lower(*arguments)
    assert len(program.module.functions[0].blocks) == 1


def test_nested() -> None:
    pairs = vmap(vmap(lambda x, y: ((x - y) ** 2).sum(), (None, 0)), (0, None))
    np.testing.assert_allclose(pairs(A, B[:2]), ((A[:, None] - B[None, :2]) ** 2).sum(-1))


def test_axes_of_results() -> None:
    found = vmap(lambda x: (x, x.sum(), V.sum()), out_axes=(1, 0, None))(A)
    for ours, expected in zip(found, (A.T, A.sum(1), V.sum()), strict=True):
        np.testing.assert_allclose(ours, expected)


@struct
class Line:
    w: Float2D
    b: Float1D


def loss(p: Line, x: Float1D) -> Any:
    return (nnkit.tanh(x @ p.w + p.b) ** 2).sum()


def test_gradients_of_rows() -> None:
    """Those of structs, and through rows in turn."""
    line: Any = cast("Any", Line)(M.astype("f"), M[0].astype("f"))
    x = A.astype("f")
    values, slopes = vmap(value_and_gradient(loss), (None, 0))(line, x)
    (total,) = gradient(lambda p, x: vmap(loss, (None, 0))(p, x).sum(), 0)(line, x)
    for row in range(3):
        value, slope = value_and_gradient(loss)(line, x[row])
        np.testing.assert_allclose(values[row], value, 1e-5)
        np.testing.assert_allclose(slopes.w[row], slope.w, 1e-5, 1e-6)
        np.testing.assert_allclose(slopes.b[row], slope.b, 1e-5, 1e-6)
    np.testing.assert_allclose(slopes.w.sum(0), total.w, 1e-5, 1e-6)


def test_ensembles() -> None:
    """One loop trains several models on the same data."""
    models: Any = cast("Any", Line)(
        RNG.standard_normal((3, 4, 5)).astype("f"), np.zeros((3, 5), "f")
    )

    x = A[0].astype("f")

    @staged
    def trained(models: Any, x: Any) -> Any:
        for _ in nnkit.range(3):
            (slopes,) = vmap(gradient(loss, 0), (0, None))(models, x)
            models = nnkit.map_tensors(lambda p, g: p - 0.1 * g, models, slopes)
        return models

    before, after = (vmap(loss, (0, None))(m, x) for m in (models, trained(models, x)))
    assert (after < before).all()


def test_captured_values() -> None:
    @staged
    def scaled(x: Any, s: Any) -> Any:
        double = 2 * s
        return vmap(lambda row: row * double + s)(x), jacobian(lambda v: v * s)(x[0])

    rows, slope = scaled(A, V)
    np.testing.assert_allclose(rows, A * 2 * V + V)
    np.testing.assert_allclose(slope, np.diag(V))


def differences(function: Callable[[Any], Any], x: Any) -> Any:
    columns: list[Any] = []
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = 1e-6
        columns.append((function(x + step) - function(x - step)) / 2e-6)
    return np.stack(columns, -1).reshape(*np.shape(columns[0]), *x.shape)


@pytest.mark.parametrize("x", [A[0], C[0]])
@pytest.mark.parametrize(
    "function",
    [lambda x: nnkit.tanh(x @ M), lambda x: (x**3).sum(), lambda x: nnkit.stack([x, x * x])],
)
def test_jacobians_and_hessians(function: Any, x: Any) -> None:
    known = staged(function)
    np.testing.assert_allclose(jacobian(known)(x), differences(known, x), 1e-6, 1e-8)
    energy = staged(lambda x: (function(x) ** 2).sum())
    slopes = differences(lambda x: gradient(energy)(x)[0], x)
    np.testing.assert_allclose(hessian(energy)(x), slopes, 1e-6, 1e-6)


def test_blocks() -> None:
    def function(x: Any, y: Any) -> Any:
        return (x * y).sum() * x[0], x @ y

    (of_x, of_y), (by_x, by_y) = jacobian(function, (0, 1))(A[0], B[0])
    assert of_x.shape == of_y.shape == (4,)
    np.testing.assert_allclose([by_x, by_y], [B[0], A[0]])
    (xx, xy), (yx, yy) = hessian(function, (0, 1), source=1)(A[0], B[0])
    np.testing.assert_allclose(xy, np.eye(4))
    np.testing.assert_allclose([xx, yy, yx - xy], 0)


def test_loops() -> None:
    @staged
    def loops(xs: Float1D) -> Any:
        last, sums = scan(lambda c, x: (c + x, (c + x, -c)), 0.0, xs)
        first, suffixes = scan(lambda c, x: (c + x, c + x), 0.0, xs, reverse=True)
        power, none = scan(lambda c, _: (2 * c, None), 1.0, length=5)
        size, steps = while_loop(lambda s: s[0] < 10, lambda s: (2 * s[0], s[1] + 1), (xs[0], 0))
        product = fori_loop(0, steps, lambda i, v: v * xs[i % 4], 1.0)
        assert none is None
        larger = cond(xs[0] > 0, lambda a, b: a + b, lambda a, b: a - b, xs, 1.0)
        return last, *sums, first, suffixes, power, size, steps, product, larger

    xs = np.arange(1, 5, dtype="f")
    total = np.cumsum(xs)
    expected = [10, total, xs - total, 10, [10, 9, 7, 4], 32, 16, 4, 24, xs + 1]
    for found, wanted in zip(loops(xs), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_gradients_of_loops() -> None:
    def function(xs: Float1D) -> Any:
        _, products = scan(lambda c, x: (c * x, c + x), 1.0, xs)
        return products.sum() + fori_loop(0, 3, lambda i, v: v * xs[i], 1.0)

    (slope,) = gradient(function)(np.arange(1, 5, dtype="f"))
    np.testing.assert_allclose(slope, [16, 8, 5, 1])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: vmap(abs, (0, 0))(A), "vmap expects a staged function"),
        (lambda: vmap(lambda x: x, (0, 0))(A), "in_axes must have one axis for each of 1"),
        (lambda: vmap(lambda x: x, None)(A), "at least one argument must be mapped"),
        (lambda: vmap(lambda x: x, 2)(A), "vmap: in_axes: axis must be -2 to 1 for rank 2, got 2"),
        (lambda: vmap(lambda x, y: x)(A, M), "arguments must have the same number of rows"),
        (lambda: vmap(lambda x: x, out_axes=None)(A), "out_axes must be an axis for a result"),
        (
            lambda: vmap(lambda x: x, ((0, 0),))(A),
            "in_axes must be an axis, or have the structure of the value",
        ),
        (lambda: vmap(lambda x: x, "x")(A), "in_axes must be integers or None, got 'x'"),
        (lambda: jacobian(lambda p: p[0])((A, B)), "the argument must be a tensor"),
        (lambda: staged(lambda x: scan(lambda c, x: c, 0.0, x))(V), "scan: the function must"),
    ],
)
def test_messages(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        call()
    assert message in str(caught.value)
