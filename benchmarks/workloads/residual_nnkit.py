"""The network of ``residual.py`` in layers of ``dlvm.nn``."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.workloads.residual import CHANNELS
from benchmarks.workloads.training import CLASSES
from dlvm import nn
from dlvm.nnkit import Float0D, Float4D, Int1D, initialize, staged, struct

KEY = np.zeros(2, np.uint32)
"""Of random numbers, which no layer draws."""


@struct
class ResidualBlock:
    layers: nn.Sequential
    shortcut: nn.Sequential

    def __init__(self, inputs: int, outputs: int) -> None:
        stride = 1 if inputs == outputs else 2
        shortcut = () if inputs == outputs else normalized(inputs, outputs, 1, stride)
        initialize(
            self,
            layers=nn.Sequential(
                *normalized(inputs, outputs, 3, stride),
                nn.relu,
                *normalized(outputs, outputs, 3, 1),
            ),
            shortcut=nn.Sequential(*shortcut),
        )

    def __call__(self, x: Any) -> Any:
        return nn.relu(self.layers(x) + self.shortcut(x))


def normalized(inputs: int, outputs: int, window: int, stride: int) -> tuple[Any, Any]:
    """A convolution with batch normalization."""
    convolution = nn.Conv2D(
        inputs, outputs, window, strides=stride, padding=window // 2, bias=False
    )
    return convolution, nn.BatchNorm(outputs)


def network() -> nn.Sequential:
    return nn.Sequential(
        *normalized(3, CHANNELS[0], 3, 1), nn.relu,
        *(ResidualBlock(*pair) for pair in pairwise(CHANNELS)),
        nn.global_average_pool, nn.Dense(CHANNELS[-1], CLASSES),
    )  # fmt: skip


@staged
def loss(model: Any, x: Float4D, labels: Int1D) -> Float0D:
    with nn.training(KEY):
        return nn.softmax_cross_entropy(model(x), labels)
