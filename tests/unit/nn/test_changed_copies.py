"""``dataclasses.replace`` on layers, which have an ``__init__`` of their own."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.nnkit import Float2D, staged

LAYERS = [
    nn.Dense(3, 2), nn.Embedding(4, 3), nn.Conv2D(2, 4, 3, groups=2), nn.ConvTranspose1D(2, 3, 2),
    nn.LayerNorm(3), nn.BatchNorm(3), nn.GroupNorm(2, 4), nn.LSTM(3, 2), nn.GRU(3, 2),
    nn.Bidirectional(nn.RNN(3, 2), nn.RNN(3, 2, reverse=True)), nn.MultiHeadAttention(4, 2),
    nn.Sequential(nn.Dense(3, 2), nn.relu), nn.Residual(nn.Dense(3, 3)), nn.LearnedPositions(4, 2),
]  # fmt: skip


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: type(layer).__name__)
def test_a_copy_has_the_fields(layer: Any) -> None:
    copy = dataclasses.replace(layer)
    assert type(copy) is type(layer)
    for field in dataclasses.fields(layer):
        value = getattr(layer, field.name)
        other = object()
        assert getattr(copy, field.name) is value
        changed: Any = dataclasses.replace(layer, **{field.name: other})
        assert getattr(changed, field.name) is other
    with pytest.raises(TypeError, match="unknown"):
        dataclasses.replace(layer, unknown=1)


def test_copies_in_staged_functions() -> None:
    @staged
    def doubled(layer: nn.Dense, x: Float2D) -> Float2D:
        assert layer.bias is not None
        return dataclasses.replace(layer, bias=layer.bias * 2)(x)

    layer: Any = dataclasses.replace(LAYERS[0], bias=np.ones(2, np.float32))  # type: ignore[type-var]
    np.testing.assert_array_equal(doubled(layer, np.zeros((1, 3), np.float32)), [[2, 2]])
