"""Layers: training mode, state, masks, initial parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nn, nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import gradient, staged
from dlvm.nnkit.pytree.pytree import flatten

RNG = np.random.default_rng(3)


def numbers(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


SERIES = numbers(3, 5, 4)


@staged
def trained(layer: Any, x: Any, key: Any) -> Any:
    with nn.training(key) as step:
        y = layer(x)
    return y, step.trained(layer)


KEY = np.array([1, 2], np.uint32)


def test_dropout() -> None:
    x = np.ones((200, 50), np.float32)
    y, _ = trained(nn.Dropout(0.2), x, KEY)
    assert set(np.unique(y)) == {0, np.float32(1.25)}
    assert abs((y == 0).mean() - 0.2) < 0.02
    again, _ = trained(nn.Dropout(0.2), x, KEY)
    np.testing.assert_array_equal(y, again)
    other, _ = trained(nn.Dropout(0.2), x, KEY + np.uint32(1))
    twice, _ = trained(nn.Sequential(nn.Dropout(0.2), nn.Dropout(0.2)), x, KEY)
    assert (other != y).any()
    assert abs((twice == 0).mean() - 0.36) < 0.02  # The two draws are not the same.


def test_a_staged_layer_is_staged_for_each_mode() -> None:
    @staged
    def halved(x: Any) -> Any:
        return x * 0.5 if nn.is_training() else x

    @staged
    def both(x: Any) -> Any:
        first = halved(x)
        with nn.training(KEY):
            return first, halved(x), halved(x)

    first, second, third = both(np.ones(2, np.float32))
    assert (first[0], second[0], third[0]) == (1, 0.5, 0.5)


def test_layers_in_staged_functions_are_trained() -> None:
    x, blocks = numbers(6, 3), [(nn.Dense(3, 3), nn.BatchNorm(3), nn.Dropout(0.5)) for _ in "ab"]

    def found(stage: Callable[[Any], Any]) -> list[Any]:
        def inner(block: Any, x: Any) -> Any:
            dense, norm, drop = block
            return drop(norm(dense(x)))

        inside = stage(inner)

        def outer(blocks: Any, x: Any) -> Any:
            y = inside(blocks[1], inside(blocks[0], x))
            if y.sum() > 1000:
                return y * 0, 1
            return y, 2

        whole = stage(outer)

        @staged
        def loss(blocks: Any, key: Any) -> Any:
            with nn.training(key) as step:
                y = whole(blocks, x)[0]
            return (y * y).sum(), step.trained(blocks)

        leaves: list[Any] = []
        flatten(gradient(loss, "blocks", source=0, keeping=...)(blocks, KEY), leaves)
        return leaves

    expected = found(lambda function: function)
    assert any((leaf != 0).any() for leaf in expected)
    for leaf, other in zip(found(staged), expected, strict=True):
        np.testing.assert_array_equal(leaf, other)


def test_what_training_needs() -> None:
    @staged
    def endless(x: Any) -> Any:
        return x if x.sum() > 10 else endless(nn.Dropout(0.5)(x) + 1)

    @staged
    def nested(x: Any, function: Any) -> Any:
        with nn.training(KEY):
            return function(x)

    for function in (endless, nnkit.checkpoint(staged(nn.Dropout(0.5)))):
        with pytest.raises(DiagnosticError, match="training must begin in it"):
            nested(numbers(3, 4), function)
    with pytest.raises(DiagnosticError, match=r"draw_key needs training mode"):
        staged(lambda x: x + nn.draw_key())(numbers(3))


def test_sinusoidal_positions() -> None:
    found = staged(lambda x: nn.add_positions(x))(np.zeros((2, 5, 6), "f"))
    angles = np.arange(5)[:, None] / 10000 ** (np.arange(0, 6, 2) / 6)
    expected = np.stack([np.sin(angles), np.cos(angles)], 2).reshape(5, 6)
    np.testing.assert_allclose(found[1], expected, atol=1e-6)


def test_recurrent_layers_go_on_from_a_state() -> None:
    layer = nn.LSTM(4, 3)

    @staged
    def halves(m: Any, x: Any) -> Any:
        first, state = m.scan(x[:, :2])
        second, _ = m.scan(x[:, 2:], state=state)
        return nnkit.concatenate([first, second], 1)

    @staged
    def steps(m: Any, x: Any) -> Any:
        state, outputs = m.initial(3), []
        for t in range(5):
            state = m.step(x[:, t], state)
            outputs.append(state[0])
        return nnkit.stack(outputs, 1)

    expected = staged(lambda m, x: m(x))(layer, SERIES)
    np.testing.assert_allclose(halves(layer, SERIES), expected, atol=1e-6)
    np.testing.assert_allclose(steps(layer, SERIES), expected, atol=1e-6)


def test_masks() -> None:
    found = staged(lambda lengths: nn.padding_mask(lengths, 4))(np.array([1, 4]))
    np.testing.assert_array_equal(found[:, 0, 0], [[1, 0, 0, 0], [1, 1, 1, 1]])
    x = numbers(2, 4, 6)
    layer = nn.MultiHeadAttention(6, 2)
    y = staged(lambda m, x, lengths: m(x, mask=nn.padding_mask(lengths, 4)))(
        layer, x, np.array([2, 4])
    )
    short = staged(lambda m, x: m(x))(layer, x[:1, :2])
    np.testing.assert_allclose(y[0, :2], short[0], rtol=1e-5, atol=1e-6)


INITIALIZERS: dict[str, tuple[Any, float]] = {
    "glorot": (nn.glorot, 2 / 400),
    "glorot_normal": (nn.glorot_normal, 2 / 400),
    "he": (nn.he, 2 / 300),
    "he_uniform": (nn.he_uniform, 2 / 300),
    "lecun": (nn.lecun, 1 / 300),
    "lecun_uniform": (nn.lecun_uniform, 1 / 300),
    "truncated": (nn.VarianceScaling(1, "outputs", "truncated"), 1 / 100),
    "truncated_normal": (nn.truncated_normal, 0.02**2 * 0.7737),
    "orthogonal": (nn.orthogonal, 1 / 300),
}


@pytest.mark.parametrize("name", INITIALIZERS)
def test_initializers(name: str) -> None:
    init, variance = INITIALIZERS[name]
    first, again = (init(np.random.default_rng(0), (300, 100), 300, 100) for _ in range(2))
    assert first.dtype == np.float32
    np.testing.assert_array_equal(first, again)
    assert abs(first.var() / variance - 1) < 0.05
    if "truncated" in name:
        assert np.abs(first).max() <= 2.3 * np.sqrt(variance)
    if name == "orthogonal":
        np.testing.assert_allclose(first.T @ first, np.eye(100), atol=1e-5)
        wide = init(np.random.default_rng(0), (3, 7), 3, 7)
        np.testing.assert_allclose(wide @ wide.T, np.eye(3), atol=1e-6)


@pytest.mark.parametrize("layer", [nn.Conv2D, nn.ConvTranspose2D])
def test_padding_is_the_same_at_both_sides(layer: Any) -> None:
    message = r"padding must consist of integers, got \(1, 1\)"
    with pytest.raises(DiagnosticError, match=message):
        layer(3, 4, 3, padding=((1, 1), (1, 1)), rng=np.random.default_rng(0))


def test_the_inputs_of_a_kernel_are_those_of_its_group() -> None:
    rng = np.random.default_rng(0)
    for layer, inputs in (
        (nn.Conv2D(64, 64, 3, rng=rng), 64 * 9),
        (nn.depthwise(nn.Conv2D, 512, 3, rng=rng), 9),
        (nn.ConvTranspose2D(64, 32, 3, groups=4, rng=rng), 16 * 9),
    ):
        assert abs(layer.kernel.var() * inputs / 2 - 1) < 0.1
    with pytest.raises(DiagnosticError, match="must be multiples of groups"):
        nn.Conv2D(6, 4, 3, groups=4)
