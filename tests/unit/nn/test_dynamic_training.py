"""Models train on data of sizes that are not known while staging, with one compile."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np

from dlvm import nn, nnkit
from dlvm.nnkit import (
    Bool2D,
    Float0D,
    Float1D,
    Float3D,
    Float4D,
    Int1D,
    dynamic,
    map_tensors,
    staged,
    value_and_gradient,
)

Sequences = Annotated[Float3D, dynamic(n=0), dynamic(s=1)]
Images = Annotated[Float4D, dynamic(n=0), dynamic(h=2), dynamic(w=3)]
Labels = Annotated[Int1D, dynamic(n=0)]
Targets = Annotated[Float1D, dynamic(n=0)]
Known = Annotated[Bool2D, dynamic(n=0), dynamic(s=1)]


def trained(
    body: Callable[..., Float0D], model: Any, batches: Sequence[tuple[Any, ...]], rate: float
) -> tuple[list[float], int]:
    """The losses of gradient descent, and how often the step was staged."""
    slopes = value_and_gradient(staged(opt_level=1)(body), "model")

    def descended(model: Any, *data: Any) -> Any:
        loss, change = slopes(model, *data)
        return map_tensors(lambda p, d: p - rate * d, model, change), loss

    hints = {n: a for n, a in staged(body).hints.items() if n != "return"}
    signature = staged(body).signature.replace(return_annotation=inspect.Signature.empty)
    descended.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]
    descended.__annotations__ = hints
    step = staged(opt_level=1)(descended)
    losses: list[float] = []
    for batch in batches:
        model, loss = step(model, *batch)
        losses.append(float(loss))
    return losses, step.compilations


def test_recurrent_network_over_sequences_of_unknown_length() -> None:
    rng = np.random.default_rng(0)

    def loss(model: tuple[nn.RNN, nn.Dense], x: Sequences, y: Targets) -> Float0D:
        layer, head = model
        last = layer(x)[:, -1]
        return nn.mean_squared_error(head(last)[:, 0], y)

    batches: list[Any] = []
    for number in range(60):
        x = rng.standard_normal((4 + number % 3, 3 + number % 4, 2)).astype(np.float32)
        batches.append((x, np.tanh(x[:, -1, 0] - x[:, -1, 1])))
    model = (nn.RNN(2, 6, rng=rng), nn.Dense(6, 1, rng=rng))
    losses, runs = trained(loss, model, batches, 0.2)
    assert runs == 1
    assert np.mean(losses[-8:]) < 0.5 * np.mean(losses[:8])


def test_convolutional_network_over_images_of_unknown_size() -> None:
    rng = np.random.default_rng(0)

    def loss(model: nn.Sequential, x: Images, y: Labels) -> Float0D:
        return nn.softmax_cross_entropy(model(x), y)

    batches: list[Any] = []
    for number in range(50):
        n, h, w = 6 + number % 2, 6 + number % 3, 8 - number % 3
        y = rng.integers(0, 2, n)
        x = 0.1 * rng.standard_normal((n, 1, h, w)).astype(np.float32)
        x[:, 0, ::2] += np.where(y == 0, 1, 0).astype(np.float32)[:, None, None]
        x[:, 0, :, ::2] += np.where(y == 1, 1, 0).astype(np.float32)[:, None, None]
        batches.append((x, y))
    model = nn.Sequential(
        nn.Conv2D(1, 4, 3, rng=rng), nn.relu, nn.MaxPool(2), nn.global_average_pool,
        nn.Dense(4, 2, rng=rng),
    )  # fmt: skip
    losses, runs = trained(loss, model, batches, 0.5)
    assert runs == 1
    assert np.mean(losses[-8:]) < 0.5 * np.mean(losses[:4])


def test_attention_with_a_mask() -> None:
    rng = np.random.default_rng(0)

    def loss(
        model: tuple[nn.MultiHeadAttention, nn.Dense], x: Sequences, known: Known, y: Targets
    ) -> Float0D:
        attend, head = model
        found = attend(x, mask=known[:, None, None, :])
        weights = nnkit.expand_dims(known, 2).astype(np.float32)
        pooled = nnkit.sum(found * weights, axis=1) / nnkit.sum(weights, axis=1)
        return nn.mean_squared_error(head(pooled)[:, 0], y)

    batches: list[Any] = []
    for number in range(60):
        n, s = 3 + number % 3, 2 + number % 4
        x = rng.standard_normal((n, s, 4)).astype(np.float32)
        known = np.arange(s) < rng.integers(1, s + 1, (n, 1))
        mean = (x[:, :, 0] * known).sum(1) / known.sum(1)
        batches.append((x, known, mean.astype(np.float32)))
    model = (nn.MultiHeadAttention(4, 2, rng=rng), nn.Dense(4, 1, rng=rng))
    losses, runs = trained(loss, model, batches, 0.2)
    assert runs == 1
    assert np.mean(losses[-8:]) < 0.5 * np.mean(losses[:8])


def test_batch_normalization_in_training() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((6, 3)).astype(np.float32)

    @staged(interpret=True)
    def normal(layer: nn.BatchNorm, x: Annotated[nnkit.Float2D, dynamic(n=0)]) -> Any:
        with nn.training(nnkit.random.key(0)):
            return layer(x)

    for rows in (6, 4):
        part = x[:rows]
        expected = (part - part.mean(0)) / np.sqrt(part.var(0) + 1e-5)
        np.testing.assert_allclose(normal(nn.BatchNorm(3), part), expected, 1e-4, 1e-5)
