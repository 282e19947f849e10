"""Programs about matrices, as tutorials of JAX and PyTorch have them."""

import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve_triangular


@jax.jit
def batched_solve(a, b):
    return jnp.linalg.solve(a @ a.mT + jnp.eye(a.shape[-1]), b)


@jax.jit
def gaussian_process(x, y, new):
    def kernel(a, b):
        return jnp.exp(-0.5 * (a[:, None] - b) ** 2)

    factor = jnp.linalg.cholesky(kernel(x, x) + 0.1 * jnp.eye(len(x)))
    half = solve_triangular(factor, kernel(x, new), lower=True)
    weights = solve_triangular(factor, y, lower=True)
    return half.T @ weights, 1 - (half**2).sum(axis=0)


@jax.jit
def spectral_normalization(w, u):
    def step(i, u):
        v = w.T @ u
        v = w @ (v / jnp.linalg.norm(v))
        return v / jnp.linalg.norm(v)

    u = jax.lax.fori_loop(0, 5, step, u)
    return w / jnp.linalg.norm(w.T @ u)


@jax.jit
def ridge_regression(x, y, strengths):
    def fit(strength):
        return jnp.linalg.solve(x.T @ x + strength * jnp.eye(x.shape[1]), x.T @ y)

    return jax.vmap(fit)(strengths)


@jax.jit
def conjugate_gradient(a, b):
    def step(i, state):
        x, r, p, square = state
        product = a @ p
        rate = square / (p @ product)
        x, r = x + rate * p, r - rate * product
        new = r @ r
        return x, r, r + new / square * p, new

    return jax.lax.fori_loop(0, 20, step, (jnp.zeros_like(b), b, b, b @ b))[0]


@jax.jit
def log_density(mean, cov, x):
    factor = jnp.linalg.cholesky(cov)
    half = solve_triangular(factor, (x - mean).T, lower=True)
    size = jnp.log(jnp.diagonal(factor)).sum()
    return -0.5 * (half**2).sum(axis=0) - size - 0.5 * len(mean) * jnp.log(2 * jnp.pi)


@jax.jit
def principal_components(x):
    x = x - x.mean(axis=0)
    _, values, rows = jnp.linalg.svd(x, full_matrices=False)
    return (x @ rows[:2].T) ** 2, values**2 / (len(x) - 1)


@jax.jit
def whitening(x):
    x = x - x.mean(axis=0)
    values, vectors = jnp.linalg.eigh(x.T @ x / len(x))
    return x @ (vectors / jnp.sqrt(values + 1e-3)) @ vectors.T


@jax.jit
def procrustes(x, y):
    left, _, right = jnp.linalg.svd(x.T @ y)
    rotation = left @ right
    return rotation, ((x @ rotation - y) ** 2).sum()


@jax.jit
def polynomial_fit(t, y):
    q, r = jnp.linalg.qr(t[:, None] ** jnp.arange(4))
    return solve_triangular(r, q.T @ y)
