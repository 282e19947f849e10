"""``vmap``, Jacobians and Hessians of composed functions, gradients included, as JAX has them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from dlvm import nnkit
from dlvm.nnkit import gradient, hessian, jacobian, staged, vmap

RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((5, 4)), RNG.standard_normal((5, 4))
W, STACK = RNG.standard_normal((4, 3)), RNG.standard_normal((5, 4, 3))

FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...], Any]] = {
    "layer": (lambda np, w, x: np.tanh(x @ w), (W, X), (None, 0)),
    "ensemble": (lambda np, w, x: np.tanh(x @ w), (STACK, X[0]), (0, None)),
    "distance": (lambda np, x, y: np.sqrt(((x - y) ** 2).sum()), (X, Y), 0),
    "softmax": (lambda np, x, y: np.exp(x - x.max()) / np.exp(x - x.max()).sum() * y, (X, Y), 0),
    "reductions": (
        lambda np, x, y: np.stack([x.mean(), np.max(x * y), np.prod(y), np.var(x)]), (X, Y), 0
    ),
    "shapes": (
        lambda np, x, y: np.concat([np.reshape(x, (2, 2)).T.reshape((-1,)) * y, np.flip(x), y[1:]]),
        (X, Y), 0,
    ),
    "choice": (lambda np, x, y: np.where(x > y, x * y, y / (1 + x * x)), (X, Y), 0),
    "einsum": (lambda np, w, x: np.einsum("ij,i->j", w, x), (STACK, X), 0),
    "solve": (
        lambda np, w, x: np.linalg.solve(w @ w.T + np.eye(4, dtype=w.dtype), x), (STACK, X), 0
    ),
}  # fmt: skip


class Staged:
    """The functions that JAX has under these names."""

    linalg = nnkit.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(nnkit, name)


def assert_close(found: Any, expected: Any) -> None:
    for ours, theirs in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(ours, theirs, 1e-8, 1e-9)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_and_gradients(name: str) -> None:
    function, arguments, axes = FUNCTIONS[name]

    def ours(a: Any, b: Any) -> Any:
        return function(Staged(), a, b)

    def theirs(a: Any, b: Any) -> Any:
        return function(jnp, a, b)

    known = staged(interpret=True)(ours)

    @staged(interpret=True)
    def loss(a: Any, b: Any) -> Any:
        return (known(a, b) ** 2).sum()

    @staged(interpret=True)
    def total(a: Any, b: Any) -> Any:
        return (vmap(known, axes)(a, b) ** 2).sum()

    def jax_loss(a: Any, b: Any) -> Any:
        return (theirs(a, b) ** 2).sum()

    def jax_total(a: Any, b: Any) -> Any:
        return (jax.vmap(theirs, axes)(a, b) ** 2).sum()

    first = [
        value if axis is None else value[0]
        for value, axis in zip(
            arguments, axes if isinstance(axes, tuple) else (axes,) * 2, strict=True
        )
    ]
    with jax.enable_x64(True):
        assert_close(vmap(known, axes)(*arguments), jax.vmap(theirs, axes)(*arguments))
        slopes = jax.vmap(jax.grad(jax_loss, (0, 1)), axes)(*arguments)
        assert_close(vmap(gradient(loss), axes)(*arguments), slopes)
        assert_close(gradient(total)(*arguments), jax.grad(jax_total, (0, 1))(*arguments))
        assert_close(jacobian(known, (0, 1))(*first), jax.jacobian(theirs, (0, 1))(*first))
        assert_close(hessian(loss, 1)(*first), jax.hessian(jax_loss, 1)(*first))
