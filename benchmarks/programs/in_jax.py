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


def exp(x: Array) -> Array:
    return jnp.exp(x)


def log(x: Array) -> Array:
    return jnp.log(x)


def sin(x: Array) -> Array:
    return jnp.sin(x)


def tanh(x: Array) -> Array:
    return jnp.tanh(x)


def erf(x: Array) -> Array:
    return lax.erf(x)


def sigmoid(x: Array) -> Array:
    return jax.nn.sigmoid(x)


def gelu(x: Array) -> Array:
    return jax.nn.gelu(x, approximate=False)


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


def tree_loss(p: Any, leaves: Array, children: Array, label: Array) -> Array:
    """The loss of the tree-structured LSTM for a tree as arrays: its leaves, and the numbers of the
    two children of each inner node. Leaves are numbered first, and every node after its children.
    The states of all leaves are computed together, and those of the inner nodes in a scan."""
    size = p["readout"].shape[0]

    def split(gates: Array) -> tuple[Array, ...]:
        *opened, new = jnp.split(gates, gates.shape[-1] // size, -1)
        return *map(jax.nn.sigmoid, opened), jnp.tanh(new)

    start, out, new = split(leaves @ p["leaf"] + p["leafBias"])
    c = start * new
    inner = jnp.zeros((len(children), size), c.dtype)
    states = jnp.concatenate([out * jnp.tanh(c), inner]), jnp.concatenate([c, inner])

    def step(states: Any, node: Any) -> Any:
        number, (left, right) = node
        h, c = states
        gates = split(h[left] @ p["left"] + h[right] @ p["right"] + p["bias"])
        start, out, keep_left, keep_right, new = gates
        cell = start * new + keep_left * c[left] + keep_right * c[right]
        return (h.at[number].set(out * jnp.tanh(cell)), c.at[number].set(cell)), None

    numbers = jnp.arange(len(leaves), len(leaves) + len(children))
    (h, _), _ = lax.scan(step, states, (numbers, children))
    return jax.nn.softplus(-(h[-1] @ p["readout"]) * label)
