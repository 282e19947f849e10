"""Programs about derivatives, as tutorials of JAX and PyTorch have them."""

import jax
import jax.numpy as jnp


@jax.jit
def per_example_gradients(w, x, y):
    def loss(w, x, y):
        return (jnp.tanh(x @ w).sum() - y) ** 2

    return jax.vmap(jax.grad(loss), (None, 0, 0))(w, x, y)


@jax.jit
def clipped_gradients(w, x, y):
    def loss(w, x, y):
        return jnp.log1p(jnp.exp(-y * (x @ w)))

    slopes = jax.vmap(jax.grad(loss), (None, 0, 0))(w, x, y)
    sizes = jnp.linalg.vector_norm(slopes, axis=1, keepdims=True)
    return (slopes / jnp.maximum(1.0, sizes / 0.5)).mean(axis=0)


@jax.jit
def hessian_vector_product(w, x, y, v):
    def loss(w):
        return jnp.log1p(jnp.exp(-y * jnp.tanh(x @ w))).mean()

    return jax.jvp(jax.grad(loss), (w,), (v,))[1]


@jax.jit
def jacobian_of_layer(w, b, x):
    def layer(x):
        return jnp.tanh(x @ w + b)

    return jax.jacobian(layer)(x)


@jax.jit
def newton_step(w, x, y):
    def loss(w):
        return jnp.log1p(jnp.exp(-y * (x @ w))).mean() + 0.01 * (w * w).sum()

    return w - jnp.linalg.solve(jax.hessian(loss)(w), jax.grad(loss)(w))


@jax.jit
def gauss_newton(p, t, y):
    def residual(p):
        return p[0] * jnp.exp(-p[1] * t) + p[2] - y

    def step(i, p):
        j = jax.jacobian(residual)(p)
        return p - jnp.linalg.solve(j.T @ j + 1e-3 * jnp.eye(3), j.T @ residual(p))

    return jax.lax.fori_loop(0, 5, step, p)


@jax.jit
def gradient_penalty(w, x):
    def critic(x, w):
        return jnp.tanh(x @ w).sum()

    def penalty(w):
        slopes = jax.vmap(jax.grad(critic), (0, None))(x, w)
        return ((jnp.linalg.vector_norm(slopes, axis=1) - 1) ** 2).mean()

    return jax.value_and_grad(penalty)(w)


@jax.jit
def heat_residual(w, v, t, x):
    def u(t, x):
        return v @ jnp.tanh(w @ jnp.stack([t, x]))

    def residual(t, x):
        return jax.grad(u, 0)(t, x) - 0.1 * jax.grad(jax.grad(u, 1), 1)(t, x)

    return (jax.vmap(residual)(t, x) ** 2).mean()


@jax.jit
def trace_of_hessian(w, x, probes):
    def loss(w):
        return (jnp.sin(x @ w) ** 2).mean()

    def sample(v):
        return v @ jax.jvp(jax.grad(loss), (w,), (v,))[1]

    return jax.vmap(sample)(probes).mean()


@jax.jit
def tangent_kernel(w, v, x):
    def predict(w, x):
        return v @ jnp.tanh(w @ x)

    slopes = jax.vmap(jax.grad(predict), (None, 0))(w, x).reshape(len(x), -1)
    return slopes @ slopes.T
