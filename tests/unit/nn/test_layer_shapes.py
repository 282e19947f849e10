"""Inputs of layers whose shapes are not those that the layers expect."""

from __future__ import annotations

import re
from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Tensor, dynamic, f32, staged

RNG = np.random.default_rng(0)
LAYERS: dict[str, tuple[Any, tuple[int, ...], tuple[int, ...]]] = {
    "Dense": (nn.Dense(4, 3, rng=RNG), (2, 3, 4), (2,)),
    "LayerNorm": (nn.LayerNorm(4), (2, 3, 4), (2,)),
    "RMSNorm": (nn.RMSNorm(4), (2, 4), (1,)),
    "BatchNorm": (nn.BatchNorm(4), (2, 4, 3), (1,)),
    "GroupNorm": (nn.GroupNorm(1, 4), (2, 4, 3), (1,)),
    "LearnedPositions": (nn.LearnedPositions(5, 4, rng=RNG), (2, 3, 4), (2,)),
    "Conv1D": (nn.Conv1D(4, 2, 3, rng=RNG), (2, 4, 5), (1,)),
    "Conv2D": (nn.Conv2D(4, 2, 3, groups=2, rng=RNG), (2, 4, 5, 5), (1,)),
    "ConvTranspose2D": (nn.ConvTranspose2D(4, 2, 3, rng=RNG), (2, 4, 5, 5), (1,)),
    "LSTM": (nn.LSTM(4, 2, rng=RNG), (3, 5, 4), (2,)),
    "GRU": (nn.GRU(4, 2, rng=RNG), (3, 5, 4), (2,)),
    "MultiHeadAttention": (nn.MultiHeadAttention(4, 2, rng=RNG), (3, 5, 4), (2,)),
}
"""Layers, with the shape of an input and the axes whose sizes the layer requires."""
SPATIAL: dict[str, Any] = {
    "MaxPool": nn.MaxPool(2),
    "AveragePool": nn.AveragePool(2),
    "AdaptiveMaxPool": nn.AdaptiveMaxPool(2),
    "global_average_pool": nn.global_average_pool,
    "global_max_pool": nn.global_max_pool,
}


def called(layer: Any, rank: int, *, is_dynamic: bool) -> Any:
    marks = [dynamic(**{f"n{axis}": axis}) for axis in range(rank)] if is_dynamic else ["known"]

    @staged(interpret=True)
    def call(x: Annotated[(Tensor[Any, f32], *marks)]) -> Any:
        return layer(x)

    return call


def ones(shape: tuple[int, ...]) -> Any:
    return np.ones(shape, np.float32)


@pytest.mark.parametrize("is_dynamic", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_other_sizes(name: str, is_dynamic: bool) -> None:
    layer, shape, axes = LAYERS[name]
    call = called(layer, len(shape), is_dynamic=is_dynamic)
    assert call(ones(shape)).ndim == len(shape)
    for axis in axes:
        for size in {1, 3, 5} - {shape[axis]}:
            wrong = (*shape[:axis], size, *shape[axis + 1 :])
            with pytest.raises(DiagnosticError) as caught:
                call(ones(wrong))
            message = caught.value.diagnostics[0].message
            assert message.startswith(f"{name}: ")
            assert re.search(rf"must have shape \(.*\b4\b.*, got \(.*\b{size}\b", message)


@pytest.mark.parametrize("name", [*LAYERS, *SPATIAL])
def test_other_ranks(name: str) -> None:
    layer = SPATIAL[name] if name in SPATIAL else LAYERS[name][0]
    for rank in (0, 1, 2) if name in SPATIAL else (0,):
        for call in (called(layer, rank, is_dynamic=False), layer):
            with pytest.raises(DiagnosticError, match=f"{name}: .* must have shape"):
                call(ones((4,) * rank))


def test_layers_of_a_residual_block_keep_the_shape() -> None:
    with pytest.raises(DiagnosticError, match=r"Residual: .* must have shape \(3, 4\)"):
        nn.Residual(nn.Dense(4, 1, rng=RNG))(ones((3, 4)))
