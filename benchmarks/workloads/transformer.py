"""The training step of a small language model: a decoder (Vaswani et al., 2017) with learned
positions and normalization before each layer, which predicts the next of a thousand tokens."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload
from benchmarks.workloads import training

LAYERS, HEADS, WIDTH = 2, 4, 256
BATCH, STEPS, TOKENS = 8, 64, 1000
HIDDEN = 4 * WIDTH
WEIGHTS = LAYERS * (4 * WIDTH**2 + 2 * WIDTH * HIDDEN) + WIDTH * TOKENS
PARAMETERS = WEIGHTS + (TOKENS + STEPS) * WIDTH + LAYERS * (9 * WIDTH + HIDDEN) + 2 * WIDTH + TOKENS
OF_BLOCK = 16
"""The arrays of parameters of a block."""


def inputs() -> Inputs:
    random = np.random.default_rng(0)

    def table(rows: int) -> Any:
        return (random.standard_normal((rows, WIDTH)) / 10).astype(np.float32)

    def dense(*sizes: tuple[int, int]) -> list[Any]:
        return list(training.parameters(random, sizes).values())

    arrays = [table(TOKENS), table(STEPS)]
    for _ in range(LAYERS):
        arrays += training.norm(WIDTH) + dense(*[(WIDTH, WIDTH)] * 4)
        arrays += training.norm(WIDTH) + dense((WIDTH, HIDDEN), (HIDDEN, WIDTH))
    arrays += training.norm(WIDTH) + dense((WIDTH, TOKENS))
    text = random.integers(0, TOKENS, (BATCH, STEPS + 1))
    x, labels = text[:, :-1].copy(), text[:, 1:].copy()
    return {**training.numbered(arrays), "x": x, "labels": labels}


def dlvm(inputs: Inputs) -> Job:
    from dlvm import nn
    from dlvm.nnkit import Float0D, Int2D, staged

    def block() -> list[Any]:
        return [
            nn.Residual(nn.LayerNorm(WIDTH), nn.MultiHeadAttention(WIDTH, HEADS, causal=True)),
            nn.Residual(
                nn.LayerNorm(WIDTH), nn.Dense(WIDTH, HIDDEN), nn.gelu, nn.Dense(HIDDEN, WIDTH)
            ),
        ]

    blocks = [layer for _ in range(LAYERS) for layer in block()]
    decoder = nn.Sequential(
        nn.Embedding(TOKENS, WIDTH), nn.LearnedPositions(STEPS, WIDTH), *blocks,
        nn.LayerNorm(WIDTH), nn.Dense(WIDTH, TOKENS),
    )  # fmt: skip

    @staged
    def loss(model: Any, x: Int2D, labels: Int2D) -> Float0D:
        return nn.softmax_cross_entropy(model(x), labels)

    return training.dlvm_model_job(decoder, loss, inputs)


def torch(inputs: Inputs) -> Job:
    from torch import nn
    from torch.nn import functional

    def attention() -> Any:
        return nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def attend(layers: Any, x: Any) -> Any:
        *projections, output = layers
        heads = [layer(x).unflatten(-1, (HEADS, -1)).transpose(1, 2) for layer in projections]
        y = functional.scaled_dot_product_attention(*heads, is_causal=True)
        return output(y.transpose(1, 2).flatten(-2))

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.before_attention = nn.LayerNorm(WIDTH)
            self.attention = attention()
            self.before_dense = nn.LayerNorm(WIDTH)
            self.dense = nn.Sequential(
                nn.Linear(WIDTH, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, WIDTH)
            )

        def forward(self, x: Any) -> Any:
            x = x + attend(self.attention, self.before_attention(x))
            return x + self.dense(self.before_dense(x))

    class Decoder(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tokens = nn.Embedding(TOKENS, WIDTH)
            self.positions = nn.Embedding(STEPS, WIDTH)
            self.blocks = nn.Sequential(*(Block() for _ in range(LAYERS)))
            self.norm = nn.LayerNorm(WIDTH)
            self.output = nn.Linear(WIDTH, TOKENS)

        def forward(self, x: Any) -> Any:
            x = self.tokens(x) + self.positions.weight
            return self.output(self.norm(self.blocks(x)))

    return training.torch_job(Decoder, inputs, False)


def jax(inputs: Inputs) -> Job:
    return training.jax_job(_jax_forward, inputs, False)


def _jax_forward(parameters: list[Any], x: Any) -> Any:
    tokens, positions, *layers, scale, offset, weight, bias = parameters
    x = tokens[x] + positions
    for start in range(0, len(layers), OF_BLOCK):
        x = _jax_block(layers[start : start + OF_BLOCK], x)
    return _jax_norm(x, scale, offset) @ weight + bias


def _jax_block(parameters: list[Any], x: Any) -> Any:
    import jax
    import jax.numpy as jnp

    s0, o0, wq, bq, wk, bk, wv, bv, wo, bo, s1, o1, w0, b0, w1, b1 = parameters
    y = _jax_norm(x, s0, o0)
    q, k, v = (
        (y @ w + b).reshape(BATCH, STEPS, HEADS, -1).swapaxes(1, 2)
        for w, b in ((wq, bq), (wk, bk), (wv, bv))
    )
    scores = q @ k.swapaxes(2, 3) * q.shape[-1] ** -0.5
    weights = jax.nn.softmax(jnp.where(jnp.tri(STEPS, dtype=bool), scores, -jnp.inf))
    x = x + (weights @ v).swapaxes(1, 2).reshape(x.shape) @ wo + bo
    return x + jax.nn.gelu(_jax_norm(x, s1, o1) @ w0 + b0, approximate=False) @ w1 + b1


def _jax_norm(x: Any, scale: Any, offset: Any) -> Any:
    from jax import lax

    y = (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)
    return y * scale + offset


_ATTENTION = LAYERS * BATCH * STEPS * (STEPS + 1) * WIDTH
"""Of the products with keys and values, for the queries at or after them."""

WORKLOADS = [
    Workload(
        name="transformer-step",
        inputs=inputs,
        peers={"dlvm": dlvm, "pytorch": torch, "jax": jax},
        # Gradients flow to both operands of every product.
        flops=2 * 3 * (BATCH * STEPS * WEIGHTS + _ATTENTION),
        size=4 * 4 * PARAMETERS,
        tolerance=1e-4,
        family="training",
    )
]
