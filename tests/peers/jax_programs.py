"""Programs in JAX's style, and their speed beside ``jax.jit``.

``python -m tests.peers.jax_programs`` compares the results of each under :func:`dlvm.jax.jit` and
under ``jax.jit``, and prints the times and their ratio; above 1, DLVM is faster. Both run
alternately on all cores, in wall time, and the fastest of the rounds counts. The programs have
sizes of small networks and problems.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import dlvm.jax
from tests.peers.stablehlo.programs import Case
from tests.support.samples import (
    composed_losses,  # noqa: F401
    composed_networks,  # noqa: F401
    composed_numerics,  # noqa: F401
)
from tests.support.samples.composed_functions import COMPOSED

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
    return {"w": normal(a, b) / np.sqrt(a), "b": normal(b)}


def below(stop: int, *shape: int) -> Any:
    return RANDOM.integers(0, stop, shape)


def convolved(x: Any, kernel: Any) -> Any:
    """Convolves signals with a kernel by Fourier transforms."""
    count = x.shape[-1] + kernel.shape[-1] - 1
    return jnp.fft.irfft(jnp.fft.rfft(x, count) * jnp.fft.rfft(kernel, count), count)


def programs(scale: int) -> tuple[Case, ...]:
    """The programs with arguments for a scale: 1 for tests, 2 for measurements."""
    small = scale == 1
    width, batch, steps = (8, 4, 3) if small else (128, 64, 20)
    size, edges = (6, 6) if small else (28, 4000)
    half, nodes = size // 2, 4 if small else 500
    tokens = below(11, 2, 6) if small else below(500, 8, 64)
    words = 11 if small else 500
    blocks = {
        name: normal(2, a, b) / np.float32(np.sqrt(a))
        for name, a, b in (
            ("qkv", width, 3 * width), ("up", width, 2 * width), ("down", 2 * width, width)
        )
    }  # fmt: skip
    images = {"k": normal(3, 3, 2, 4), "scale": normal(4), "w": normal(4 * half * half, 2) / 9}
    state = 3 if small else 8
    eye = np.eye(state, dtype="f")
    model = eye * np.float32(0.9), normal(2, state), eye / 9, np.eye(2, dtype="f")
    layers = [layer(5, width), layer(width, 3)] if small else [layer(64, 128), layer(128, 10)]
    targets = below(3, steps, batch)
    inputs = normal(steps, batch, 5 if small else 64)
    return (
        Case("mlp", mlp, (layers, inputs, targets)),
        Case(
            "convolutional",
            convolutional,
            (images, normal(steps, batch, size, size, 2), normal(steps, batch, 2)),
        ),
        Case(
            "transformer", transformer, ({"embed": normal(words, width), "blocks": blocks}, tokens)
        ),
        Case("runge kutta", runge_kutta, (np.array([2, 0], "f"), np.float32(5 if small else 50))),
        Case("kalman", kalman, (*model, normal(4 * steps, 2))),
        Case("collatz", jax.vmap(collatz), (np.array([1, 6, 27, 97], np.int32),)),
        Case("newton", newton, (1 + 8 * RANDOM.random(3 * batch, "f"), np.ones(3 * batch, "f"))),
        Case("random", random, (jax.random.key(7),)),
        Case("best", best, (np.round(normal(4, 9) if small else normal(64, 1000), 1),)),
        Case(
            "messages",
            messages,
            (normal(nodes, width), below(nodes, 2, edges), normal(width, width) / width),
        ),
        Case("convolution", convolved, (normal(batch, 50 * steps), normal(7 * steps))),
    )


def _seconds(call: Callable[[], Any]) -> float:
    """The time of a call, from at least 20 ms of calls."""
    count = 1
    while True:
        start = time.perf_counter()
        for _ in range(count):
            call()
        spent = time.perf_counter() - start
        if spent > 0.02:
            return spent / count
        count *= 2


def assert_agrees(case: Case) -> None:
    """A program gives the same results under :func:`dlvm.jax.jit` and under ``jax.jit``."""
    expected = jax.jit(case.function)(*case.arguments)
    found = dlvm.jax.jit(case.function)(*case.arguments)
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for got, wanted in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        wanted = np.asarray(wanted)
        assert got.dtype == wanted.dtype
        if wanted.dtype.kind == "f":
            scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1)
            np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-3 * scale)
        else:
            np.testing.assert_array_equal(got, wanted)


def ratio(case: Case, rounds: int) -> tuple[float, float]:
    """The seconds of a program under :func:`dlvm.jax.jit` and under ``jax.jit``."""
    ours, theirs = dlvm.jax.jit(case.function), jax.jit(case.function)
    given = jax.device_put(case.arguments)
    pairs = [
        (
            _seconds(lambda: ours(*case.arguments)),
            _seconds(lambda: jax.block_until_ready(theirs(*given))),
        )
        for _ in range(rounds)
    ]
    return min(p[0] for p in pairs), min(p[1] for p in pairs)


def composed() -> list[Case]:
    """The composed functions of the tests, each with its gradient."""
    return [
        Case(name, _with_gradient(function.in_jax, function.arguments), function.arguments)
        for name, function in COMPOSED.items()
    ]


def _with_gradient(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
    floats = tuple(i for i, a in enumerate(arguments) if a.dtype.kind == "f")

    def total(*given: Any) -> tuple[Any, Any]:
        value = function(*given)
        return value.sum(), value

    return jax.value_and_grad(total, floats, has_aux=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.jax_programs")
    parser.add_argument("--composed", action="store_true", help="the composed functions instead")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-k", default="", help="only the programs whose names contain this")
    given = parser.parse_args()
    print("| program | µs | `jax.jit` | ratio |\n|---|---|---|---|")
    ratios: list[float] = []
    for case in composed() if given.composed else programs(2):
        if given.k not in case.name:
            continue
        assert_agrees(case)
        mine, peer = ratio(case, given.rounds)
        ratios.append(peer / mine)
        print(
            f"| {case.name} | {mine * 1e6:.1f} | {peer * 1e6:.1f} | {ratios[-1]:.2f} |", flush=True
        )
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{len(ratios)} programs, geometric mean {mean:.2f}")


if __name__ == "__main__":
    main()
