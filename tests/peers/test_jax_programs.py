"""Programs in JAX's style give JAX's results."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import dlvm.jax
from tests.peers.stablehlo.programs import Case

RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype(np.float32)


def adam(loss: Any, params: Any, batches: Any) -> Any:
    """Trains with Adam, as libraries on JAX do."""

    def step(state: Any, batch: Any) -> Any:
        p, m, v, t = state
        value, slope = jax.value_and_grad(loss)(p, *batch)
        m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, slope)
        v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, slope)
        scale = jnp.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        p = jax.tree.map(lambda a, b, c: a - 0.01 * scale * b / (jnp.sqrt(c) + 1e-6), p, m, v)
        return (p, m, v, t + 1), value

    zeros = jax.tree.map(jnp.zeros_like, params)
    return lax.scan(step, (params, zeros, zeros, 1.0), batches)


def mlp(params: Any, x: Any, y: Any) -> Any:
    def loss(p: Any, x: Any, y: Any) -> Any:
        for layer in p[:-1]:
            x = jax.nn.gelu(x @ layer["w"] + layer["b"])
        logits = jax.nn.log_softmax(x @ p[-1]["w"] + p[-1]["b"])
        return -jnp.take_along_axis(logits, y[:, None], axis=1).mean()

    return adam(loss, params, (x, y))


def convolutional(params: Any, x: Any, y: Any) -> Any:
    def loss(p: Any, x: Any, y: Any) -> Any:
        form = ("NHWC", "HWIO", "NHWC")
        x = lax.conv_general_dilated(x, p["k"], (1, 1), "SAME", dimension_numbers=form)
        mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
        x = jax.nn.relu((x - mean) * lax.rsqrt(var + 1e-5) * p["scale"])
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return ((x.reshape(x.shape[0], -1) @ p["w"] - y) ** 2).mean()

    return adam(loss, params, (x, y))


def transformer(p: Any, tokens: Any) -> Any:
    def norm(x: Any) -> Any:
        return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    def block(x: Any, w: Any) -> Any:
        q, k, v = jnp.split(norm(x) @ w["qkv"], 3, -1)
        heads = [a.reshape(*a.shape[:2], 2, -1) for a in (q, k, v)]
        scores = jnp.einsum("bqhd,bkhd->bhqk", heads[0], heads[1]) / 2
        mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf))
        x = x + jnp.einsum("bhqk,bkhd->bqhd", weights, heads[2]).reshape(x.shape)
        return x + jax.nn.gelu(norm(x) @ w["up"]) @ w["down"], None

    def loss(p: Any) -> Any:
        x, _ = lax.scan(block, p["embed"][tokens], p["blocks"])
        logits = norm(x[:, :-1]) @ p["embed"].T
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[:, 1:, None], 2).mean()

    return jax.value_and_grad(loss)(p)


def runge_kutta(y: Any, end: Any) -> Any:
    """Solves Van der Pol's equation with steps of adaptive size."""

    def slope(y: Any) -> Any:
        return jnp.stack([y[1], 2 * (1 - y[0] ** 2) * y[1] - y[0]])

    def step(state: Any) -> Any:
        t, y, h, count = state
        a = slope(y)
        b = slope(y + h * a / 2)
        c = slope(y + 3 * h * b / 4)
        new = y + h * (2 * a + 3 * b + 4 * c) / 9
        d = slope(new)
        error = jnp.abs(h * (-5 * a / 72 + b / 12 + c / 9 - d / 8)).max()
        accepted = error < 1e-3
        factor = jnp.clip(0.9 * (1e-3 / (error + 1e-12)) ** (1 / 3), 0.3, 2.0)
        t, y = jnp.where(accepted, t + h, t), jnp.where(accepted, new, y)
        return t, y, jnp.minimum(h * factor, jnp.maximum(end - t, 1e-3)), count + 1

    start = (jnp.float32(0), y, jnp.float32(0.1), 0)
    return lax.while_loop(lambda s: s[0] < end - 1e-3, step, start)[1]


def kalman(a: Any, c: Any, q: Any, r: Any, observed: Any) -> Any:
    def step(state: Any, y: Any) -> Any:
        mean, cov = a @ state[0], a @ state[1] @ a.T + q
        innovation = c @ cov @ c.T + r
        gain = jnp.linalg.solve(innovation, c @ cov).T
        factor = jnp.linalg.cholesky(innovation)
        error = lax.linalg.triangular_solve(
            factor, (y - c @ mean)[:, None], left_side=True, lower=True
        )
        density = -0.5 * (error**2).sum() - jnp.log(jnp.diagonal(factor)).sum()
        new = mean + gain @ (y - c @ mean)
        return (new, cov - gain @ c @ cov), (new, density)

    n = a.shape[0]
    _, (means, densities) = lax.scan(step, (jnp.zeros(n), jnp.eye(n)), observed)
    return means, densities.sum()


def collatz(n: Any) -> Any:
    def step(state: Any) -> Any:
        return jnp.where(state[0] % 2 == 0, state[0] // 2, 3 * state[0] + 1), state[1] + 1

    return lax.while_loop(lambda s: s[0] != 1, step, (n, 0))[1]


def newton(c: Any, x: Any) -> Any:
    def solve(c: Any, x: Any) -> Any:
        def f(x: Any) -> Any:
            return x**3 - c * jnp.cos(x)

        def step(state: Any) -> Any:
            x, _ = state
            change = f(x) / jax.grad(f)(x)
            return x - change, jnp.abs(change)

        return lax.while_loop(lambda s: s[1] > 1e-4, step, (x, jnp.float32(1)))[0]

    return jax.vmap(solve)(c, x)


def random(key: Any) -> Any:
    keys = jax.random.split(key, 6)
    return (
        jax.random.bits(keys[0], (7,)),
        jax.random.uniform(keys[1], (3, 2)),
        jax.random.randint(keys[2], (5,), -3, 90),
        jax.random.permutation(keys[3], 9),
        jax.random.categorical(keys[4], jnp.arange(4.0), shape=(6,)),
        jax.random.bernoulli(keys[5], 0.3, (8,)),
    )


def best(x: Any, k: int = 3) -> Any:
    order = jnp.argsort(-x, axis=1, stable=True)[:, :k]
    values = jnp.take_along_axis(x, order, axis=1)
    return values, order, lax.top_k(x, k)


def messages(x: Any, edges: Any, w: Any) -> Any:
    def loss(w: Any) -> Any:
        h = x
        for _ in range(2):
            sent = jax.nn.relu(h[edges[0]] @ w)
            total = jax.ops.segment_sum(sent, edges[1], x.shape[0])
            most = jax.ops.segment_max(sent, edges[1], x.shape[0])
            h = h + total + jnp.where(jnp.isfinite(most), most, 0)
        return (h**2).mean()

    return jax.value_and_grad(loss)(w)


def layer(a: int, b: int) -> Any:
    return {"w": normal(a, b) / 3, "b": normal(b)}


BLOCKS = {"qkv": normal(2, 8, 24) / 3, "up": normal(2, 8, 16) / 3, "down": normal(2, 16, 8) / 3}
FILTER = (normal(3, 3) / 3, normal(2, 3), np.eye(3, dtype="f") / 9, np.eye(2, dtype="f"))
IMAGES = {"k": normal(3, 3, 2, 4), "scale": normal(4), "w": normal(36, 2) / 9}
EDGES = np.array([[0, 1, 2, 3, 3, 0], [1, 2, 1, 0, 1, 1]])
PROGRAMS = (
    Case("mlp", mlp, ([layer(5, 8), layer(8, 3)], normal(6, 4, 5), RANDOM.integers(0, 3, (6, 4)))),
    Case("convolutional", convolutional, (IMAGES, normal(3, 2, 6, 6, 2), normal(3, 2, 2))),
    Case(
        "transformer",
        transformer,
        ({"embed": normal(11, 8), "blocks": BLOCKS}, RANDOM.integers(0, 11, (2, 6))),
    ),
    Case("runge kutta", runge_kutta, (np.array([2, 0], "f"), np.float32(5))),
    Case("kalman", kalman, (*FILTER, normal(12, 2))),
    Case("collatz", jax.vmap(collatz), (np.array([1, 6, 27, 97], np.int32),)),
    Case("newton", newton, (np.array([1, 5, 9], "f"), np.array([1, 1, 2], "f"))),
    Case("random", random, (jax.random.key(7),)),
    Case("best", best, (np.round(normal(4, 9), 1),)),
    Case("messages", messages, (normal(4, 3), EDGES, normal(3, 3))),
)


@pytest.mark.parametrize("case", PROGRAMS, ids=lambda case: case.name)
def test_programs(case: Case) -> None:
    expected = jax.jit(case.function)(*case.arguments)
    found = dlvm.jax.jit(case.function)(*case.arguments)
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for got, wanted in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert got.dtype == wanted.dtype
        if case.name == "random":
            np.testing.assert_array_equal(got, wanted)
        else:
            np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-3)
