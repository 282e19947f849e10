"""Linear algebra and its gradients, as JAX has them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from dlvm import nnkit
from dlvm.nnkit import gradient, jvp, staged


def positive(np: Any, x: Any) -> Any:
    """Hermitian matrices with positive eigenvalues."""
    return x @ np.conj(x.mT) + np.eye(x.shape[-2], dtype=x.dtype)


def square(np: Any, x: Any) -> Any:
    """Square matrices without symmetries."""
    return positive(np, x) + 0.3 * x @ x.mT + np.triu(x @ np.conj(x.mT))


FUNCTIONS: dict[str, Any] = {
    "qr": lambda np, x: np.linalg.qr(x),
    "svd": lambda np, x: [np.abs(part) for part in np.linalg.svd(x, full_matrices=False)],
    "svdvals": lambda np, x: [np.linalg.svdvals(x)],
    "eigh": lambda np, x: [np.abs(part) for part in np.linalg.eigh(positive(np, x))],
    "eigenvectors": lambda np, x: [
        (lambda values, vectors: vectors * np.exp(values[..., None, :] / 9) @ np.conj(vectors.mT))(
            *np.linalg.eigh(positive(np, x))
        )
    ],
    "eigvalsh": lambda np, x: [np.linalg.eigvalsh(positive(np, x))],
    "singular vectors": lambda np, x: [
        (lambda u, s, vh: (u * np.exp(s[..., None, :] / 9)) @ vh)(
            *np.linalg.svd(x, full_matrices=False)
        )
    ],
    "cholesky": lambda np, x: [
        np.linalg.cholesky(positive(np, x)), np.linalg.cholesky(positive(np, x), upper=True)
    ],
    "solve": lambda np, x: [np.linalg.solve(square(np, x), x)],
    "real and complex": lambda np, x: [
        np.linalg.solve(positive(np, np.real(x)), x), np.linalg.solve(square(np, x), np.real(x))
    ],
    "inverses": lambda np, x: [
        np.linalg.inv(square(np, x)), np.linalg.det(square(np, x)),
        *np.linalg.slogdet(square(np, x)),
    ],
    "pinv": lambda np, x: [np.linalg.pinv(x)],
    "lstsq": lambda np, x: [np.linalg.lstsq(x[:, 1:], x[:, :1])[n] for n in (0, 3)],
    "norms": lambda np, x: [
        np.linalg.matrix_norm(x, ord=n) for n in ("fro", "nuc", 1, -2, -np.inf)
    ],
    "vector_norm": lambda np, x: [
        np.linalg.vector_norm(x, axis=-1, ord=n) for n in (1, 2, 3, np.inf)
    ],
    "matrix_power": lambda np, x: [
        np.linalg.matrix_power(square(np, x), n) for n in (3, -2)
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
    conj, real, exp, triu = nnkit.conj, nnkit.real, nnkit.exp, nnkit.triu


@pytest.mark.parametrize("is_complex", [False, True])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_and_gradients(name: str, is_complex: bool) -> None:
    """Interpreted, in both modes."""
    for shape in SHAPES[:2] if name == "lstsq" else SHAPES:
        compare(FUNCTIONS[name], numbers(np.random.default_rng(len(shape)), shape, is_complex))


def numbers(rng: np.random.Generator, shape: tuple[int, ...], is_complex: bool) -> Any:
    found = rng.standard_normal(shape)
    return found + 1j * rng.standard_normal(shape) if is_complex else found


def compare(call: Any, x: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    with jax.enable_x64(True):
        expected, back = jax.vjp(lambda x: list(call(jnp, x)), jnp.asarray(x))
        seeds = [numbers(rng, e.shape, np.iscomplexobj(e)) for e in expected]
        (slope,) = back([jnp.asarray(s) for s in seeds])

    @staged(interpret=True)
    def program(x: Any) -> Any:
        parts = [nnkit.asarray(part) for part in call(Staged, x)]
        pairs = zip(parts, seeds, strict=True)
        return sum(nnkit.real((p * s).sum()) for p, s in pairs), *parts

    direction = numbers(rng, x.shape, np.iscomplexobj(x))
    found, _, *values = gradient(program, source=0, keeping=...)(x)
    for ours, theirs in zip(values, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, 1e-9, 1e-9)
    np.testing.assert_allclose(found, slope, 1e-8, 1e-8)
    np.testing.assert_allclose(
        jvp(program, source=0)(x, direction)[0], (found * direction).sum().real, 1e-8
    )
