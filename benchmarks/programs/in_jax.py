"""The functions in JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax


def dot(a: Array, b: Array) -> Array:
    return a @ b


def softmax(x: Array) -> Array:
    return jax.nn.softmax(x, 1)


def layer_norm_gelu(x: Array, scale: Array, bias: Array) -> Array:
    y = (x - x.mean(1, keepdims=True)) * lax.rsqrt(x.var(1, keepdims=True) + 1e-5)
    return jax.nn.gelu(y * scale + bias, approximate=False)


def chain(x: Array) -> Array:
    return (jnp.tanh(jnp.sqrt(jnp.maximum(x * jnp.exp(-jnp.square(x)) + 1, 0))) - x) * 0.5


def log_sum_exp(x: Array) -> Array:
    return jax.nn.logsumexp(x, 1)


def variance(x: Array, axis: int) -> Array:
    return x.var(axis)


def transpose(x: Array, *axes: int) -> Array:
    return x.transpose(axes)


def cumulative_sum(x: Array, axis: int) -> Array:
    return x.cumsum(axis)


def top_k(x: Array, count: int) -> Array:
    return jax.lax.top_k(x, count)[0]


def attention(q: Array, k: Array, v: Array) -> Array:
    scores = q @ k.swapaxes(2, 3) * q.shape[-1] ** -0.5
    return jax.nn.softmax(scores, -1) @ v


def lstm(x: Array, w: Array, u: Array, b: Array, lengths: Array) -> Array:
    def step(state: Any, given: Any) -> Any:
        h, c = state
        row, time = given
        start, keep, out, new = jnp.split(row @ w + h @ u + b, 4, 1)
        cell = jax.nn.sigmoid(keep) * c + jax.nn.sigmoid(start) * jnp.tanh(new)
        shown = jax.nn.sigmoid(out) * jnp.tanh(cell)
        runs = (time < lengths)[:, None]
        return (jnp.where(runs, shown, h), jnp.where(runs, cell, c)), None

    zero = jnp.zeros((x.shape[1], u.shape[0]))
    return lax.scan(step, (zero, zero), (x, jnp.arange(len(x))))[0][0]
