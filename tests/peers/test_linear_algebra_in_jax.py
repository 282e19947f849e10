"""Linear algebra and its gradients, as JAX has them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from dlvm import nnkit
from dlvm.nnkit import gradient, jvp, staged

FUNCTIONS: dict[str, Any] = {
    "qr": lambda np, x: np.linalg.qr(x),
    "svd": lambda np, x: [np.abs(part) for part in np.linalg.svd(x, full_matrices=False)],
    "svdvals": lambda np, x: [np.linalg.svdvals(x)],
    "eigh": lambda np, x: [np.abs(part) for part in np.linalg.eigh(x @ x.mT)],
    "cholesky": lambda np, x: [np.linalg.cholesky(x @ x.mT + np.eye(x.shape[-2], dtype=x.dtype))],
    "solve": lambda np, x: [np.linalg.solve(x @ x.mT + np.eye(x.shape[-2], dtype=x.dtype), x)],
    "pinv": lambda np, x: [np.linalg.pinv(x)],
    "lstsq": lambda np, x: [np.linalg.lstsq(x[:, 1:], x[:, :1])[n] for n in (0, 3)],
    "norms": lambda np, x: [
        np.linalg.matrix_norm(x, ord=n) for n in ("fro", "nuc", 1, -2, -np.inf)
    ],
    "vector_norm": lambda np, x: [
        np.linalg.vector_norm(x, axis=-1, ord=n) for n in (1, 2, 3, np.inf)
    ],
    "matrix_power": lambda np, x: [
        np.linalg.matrix_power(x @ x.mT + np.eye(x.shape[-2], dtype=x.dtype), n) for n in (3, -2)
    ],
    "cross": lambda np, x: [np.linalg.cross(x[..., :2, :3], x[..., -2:, :3])],
    "products": lambda np, x: [
        np.linalg.trace(x), np.linalg.diagonal(x), np.linalg.vecdot(x, x * x),
        np.linalg.tensordot(x, x, axes=1) if x.shape[-1] == x.shape[0] else x,
        np.kron(x, x[..., :2, 1:]), np.linalg.outer(x.reshape(-1), x.reshape(-1)),
    ],
}  # fmt: skip
SHAPES = [(4, 3), (3, 5), (2, 3, 3)]


class Staged:
    """The functions that NumPy and JAX have under these names."""

    linalg, kron, abs, eye, inf = nnkit.linalg, nnkit.kron, nnkit.abs, nnkit.eye, nnkit.inf


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_and_gradients(name: str) -> None:
    """Interpreted, in both modes."""
    for shape in SHAPES[:2] if name == "lstsq" else SHAPES:
        compare(FUNCTIONS[name], np.random.default_rng(len(shape)).standard_normal(shape))


def compare(call: Any, x: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    with jax.enable_x64(True):
        expected, back = jax.vjp(lambda x: list(call(jnp, x)), jnp.asarray(x))
        seeds = [rng.standard_normal(e.shape) for e in expected]
        (slope,) = back([jnp.asarray(s) for s in seeds])

    @staged(interpret=True)
    def program(x: Any) -> Any:
        parts = [nnkit.asarray(part) for part in call(Staged, x)]
        return sum((p * s).sum() for p, s in zip(parts, seeds, strict=True)), *parts

    direction = rng.standard_normal(x.shape)
    found, _, *values = gradient(program, source=0, keeping=...)(x)
    for ours, theirs in zip(values, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, 1e-9, 1e-9)
    np.testing.assert_allclose(found, slope, 1e-8, 1e-8)
    np.testing.assert_allclose(
        jvp(program, source=0)(x, direction)[0], (found * direction).sum(), 1e-8
    )
