"""Layers, losses and metrics serve dynamic axes: values and gradients agree with those at known
sizes, and one program serves all sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nn, nnkit
from dlvm.nnkit import f32, i64
from tests.support.dynamic_axes import Compared

ARGUMENTS: dict[str, Any] = {
    "x": (f32, ("n", 4)),
    "y": (f32, ("n", 4)),
    "v": (f32, ("n",)),
    "t": (f32, ("n", "s", 4)),
    "memory": (f32, ("n", "r", 4)),
    "row": (f32, ("n", 2, "w")),
    "image": (f32, ("n", 2, "h", "w")),
    "a": (i64, ("n",)),
    "i": (i64, ("n", "s")),
    "lengths": (i64, ("n",)),
    "mask": (bool, ("n", 1, 1, "s")),
}
SIZES = [{"n": 3, "s": 5, "r": 2, "h": 7, "w": 6}, {"n": 5, "s": 3, "r": 6, "h": 6, "w": 9}]
RNG = np.random.default_rng(0)
MODELS: dict[str, Any] = {
    "dense": nn.Dense(4, 3, rng=RNG),
    "embedding": nn.Embedding(4, 3, rng=RNG),
    "conv1d": nn.Conv1D(2, 3, 3, rng=RNG),
    "conv2d": nn.Conv2D(2, 3, 3, strides=2, padding=1, rng=RNG),
    "conv_transpose": nn.ConvTranspose2D(2, 3, 2, strides=2, rng=RNG),
    "batch_norm": nn.BatchNorm(4),
    "layer_norm": nn.LayerNorm(4),
    "rms_norm": nn.RMSNorm(4),
    "group_norm": nn.GroupNorm(1, 2),
    "rnn": nn.RNN(4, 3, rng=RNG),
    "gru": nn.GRU(4, 3, rng=RNG),
    "lstm": nn.LSTM(4, 3, rng=RNG),
    "bidirectional": nn.Bidirectional(nn.RNN(4, 2, rng=RNG), nn.RNN(4, 2, reverse=True, rng=RNG)),
    "positions": nn.LearnedPositions(9, 4, rng=RNG),
    "attention": nn.MultiHeadAttention(4, 2, rng=RNG),
    "causal": nn.MultiHeadAttention(4, 2, causal=True, rotary=True, rng=RNG),
    "residual": nn.Sequential(nn.Residual(nn.Dense(4, 4, rng=RNG), nn.relu), nn.LayerNorm(4)),
}
Body = Callable[..., Any]
CASES: dict[str, Body] = {
    "dense": lambda model, x, t: (model(x), model(t)),
    "embedding": lambda model, a, i: (model(a), model(i)),
    "conv1d": lambda model, row: model(row),
    "conv2d": lambda model, image: model(image),
    "conv_transpose": lambda model, image: model(image),
    "batch_norm": lambda model, x: model(x),
    "layer_norm": lambda model, x, t: (model(x), model(t)),
    "rms_norm": lambda model, t: model(t),
    "group_norm": lambda model, image: model(image),
    "rnn": lambda model, t: model(t),
    "gru": lambda model, t: model(t),
    "lstm": lambda model, t, lengths: (model(t), model(t, lengths + 1)),
    "bidirectional": lambda model, t: model(t),
    "positions": lambda model, t: model(t),
    "attention": lambda model, t, mask: (model(t), model(t, mask=mask)),
    "causal": lambda model, t: model(t),
    "residual": lambda model, x: model(x),
    "cross_attention": lambda t, memory: nn.attention(t, memory, memory),
    "masks": lambda t, lengths: (
        nn.causal_mask(t.shape[1], t.shape[1]), nn.padding_mask(lengths, t.shape[1]),
    ),
    "rotary": lambda t: nn.rotary(t),
    "add_positions": lambda t: nn.add_positions(t),
    "max_pool": lambda image: nn.MaxPool(2)(image),
    "average_pool": lambda image: nn.AveragePool(3, 2, 1)(image),
    "adaptive_pool": lambda image: (
        nn.AdaptiveAveragePool(2)(image), nn.AdaptiveMaxPool((1, 3))(image),
    ),
    "global_pools": lambda image: (nn.global_average_pool(image), nn.global_max_pool(image)),
    "flatten": lambda image, t: (nn.flatten(image), nn.flatten(t)),
    "softmax": lambda x: (nn.softmax(x), nn.log_softmax(x, 0), nn.logsumexp(x)),
    "activations": lambda x: (nn.gelu(x), nn.silu(x), nn.leaky_relu(x), nn.softplus(x)),
    "softmax_cross_entropy": lambda x, a, v: (
        nn.softmax_cross_entropy(x, a), nn.softmax_cross_entropy(x, a, v * v, smoothing=0.1),
    ),
    "negative_log_likelihood": lambda x, a: nn.negative_log_likelihood(nn.log_softmax(x), a),
    "losses": lambda x, y: (
        nn.mean_squared_error(x, y), nn.mean_absolute_error(x, y), nn.huber(x, y),
        nn.hinge(x, nnkit.sign(y)), nn.binary_cross_entropy(x, nn.sigmoid(y)),
        nn.kl_divergence(nn.log_softmax(x), nn.softmax(y)),
    ),
    "metrics": lambda x, a: (
        nn.accuracy(x, a), nn.top_k(2)(x, a), nn.confusion(4)(x, a), nn.f1(4)(x, a),
        nn.perplexity(x, a),
    ),
    "ctc_loss": lambda t, lengths: nn.ctc_loss(
        nn.log_softmax(t), nnkit.zeros_like(lengths)[:, None] + 1, lengths * 0 + t.shape[1],
        lengths * 0 + 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_interpreted(name: str) -> None:
    Compared(CASES[name], ARGUMENTS, MODELS.get(name), interpret=True).check(SIZES)


@pytest.mark.parametrize("name", ["lstm", "max_pool", "softmax_cross_entropy", "positions"])
def test_compiled(name: str) -> None:
    """``python -m tests.fuzz.dynamic_axes`` compiles all of them."""
    Compared(CASES[name], ARGUMENTS, MODELS.get(name), opt_level=1).check(SIZES)
