"""The training step of a residual network on images of 32 × 32 (He et al., 2016), with eight
layers: a convolution, a residual block for each of 16, 32 and 64 channels, and a dense layer.
Batch normalization is by the mean and the variance of the batch; running ones are not kept."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload
from benchmarks.workloads import training
from benchmarks.workloads.training import CLASSES

BATCH, SIZE = 32, 32
CHANNELS = (16, 16, 32, 64)
"""Those of the first convolution, and of each block. A block with more channels than the one before
halves the sizes of images."""
FIRST = (CHANNELS[0], 3, 3, 3)


def kernels(inputs: int, outputs: int) -> list[tuple[int, ...]]:
    """The kernels of a block; the last one is that of the shortcut, where it changes sizes."""
    shapes = [(outputs, inputs, 3, 3), (outputs, outputs, 3, 3)]
    return shapes if inputs == outputs else [*shapes, (outputs, inputs, 1, 1)]


SHAPES = [FIRST, *(shape for pair in pairwise(CHANNELS) for shape in kernels(*pair))]
"""Those of all kernels."""


def inputs() -> Inputs:
    random = np.random.default_rng(0)
    arrays: list[Any] = []
    for shape in SHAPES:
        kernel = random.standard_normal(shape) * (2 / np.prod(shape[1:])) ** 0.5
        arrays += [kernel.astype(np.float32), *training.norm(shape[0])]
    arrays += training.parameters(random, [(CHANNELS[-1], CLASSES)]).values()
    return {**training.numbered(arrays), **training.data(random, (BATCH, 3, SIZE, SIZE))}


def dlvm(inputs: Inputs) -> Job:
    from benchmarks.workloads import residual_nnkit

    return training.dlvm_model_job(residual_nnkit.network(), residual_nnkit.loss, inputs)


def torch(inputs: Inputs) -> Job:
    from torch import nn

    def normalized(inputs: int, outputs: int, window: int, stride: int) -> list[Any]:
        return [
            nn.Conv2d(inputs, outputs, window, stride, padding=window // 2, bias=False),
            nn.BatchNorm2d(outputs, track_running_stats=False),
        ]

    class Block(nn.Module):
        def __init__(self, inputs: int, outputs: int) -> None:
            super().__init__()
            stride = 1 if inputs == outputs else 2
            self.layers = nn.Sequential(
                *normalized(inputs, outputs, 3, stride),
                nn.ReLU(),
                *normalized(outputs, outputs, 3, 1),
            )
            shortcut = [] if inputs == outputs else normalized(inputs, outputs, 1, stride)
            self.shortcut = nn.Sequential(*shortcut)

        def forward(self, x: Any) -> Any:
            return (self.layers(x) + self.shortcut(x)).relu()

    def model() -> Any:
        return nn.Sequential(
            *normalized(3, CHANNELS[0], 3, 1), nn.ReLU(),
            *(Block(*pair) for pair in pairwise(CHANNELS)),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(CHANNELS[-1], CLASSES),
        )  # fmt: skip

    return training.torch_job(model, inputs, False)


def jax(inputs: Inputs) -> Job:
    return training.jax_job(_jax_forward, inputs, False)


def _jax_forward(parameters: list[Any], x: Any) -> Any:
    import jax

    *layers, weight, bias = parameters
    x = jax.nn.relu(_jax_normalized(x, layers[:3], 1))
    rest = layers[3:]
    for inputs, outputs in pairwise(CHANNELS):
        count = 3 * len(kernels(inputs, outputs))
        x, rest = _jax_block(rest[:count], x), rest[count:]
    return x.mean((2, 3)) @ weight + bias


def _jax_block(parameters: list[Any], x: Any) -> Any:
    import jax

    first, second, shortcut = parameters[:3], parameters[3:6], parameters[6:]
    stride = 2 if shortcut else 1
    y = jax.nn.relu(_jax_normalized(x, first, stride))
    y = _jax_normalized(y, second, 1)
    return jax.nn.relu(y + (_jax_normalized(x, shortcut, stride) if shortcut else x))


def _jax_normalized(x: Any, parameters: list[Any], stride: int) -> Any:
    """A convolution with batch normalization."""
    from jax import lax

    kernel, scale, offset = parameters
    pad = kernel.shape[-1] // 2
    x = lax.conv_general_dilated(x, kernel, (stride, stride), [(pad, pad)] * 2)
    axes = (0, 2, 3)
    y = (x - x.mean(axes, keepdims=True)) * lax.rsqrt(x.var(axes, keepdims=True) + 1e-5)
    return y * scale[:, None, None] + offset[:, None, None]


def _positions(shape: tuple[int, ...]) -> int:
    """How many results of a kernel an image has in each channel."""
    return (SIZE * CHANNELS[0] // shape[0]) ** 2


_PRODUCTS = [BATCH * _positions(shape) * int(np.prod(shape)) for shape in SHAPES]
_DENSE = CHANNELS[-1] * CLASSES
_PARAMETERS = sum(int(np.prod(s)) + 2 * s[0] for s in SHAPES) + _DENSE + CLASSES

WORKLOADS = [
    Workload(
        name="residual-step",
        inputs=inputs,
        peers={"dlvm": dlvm, "pytorch": torch, "jax": jax},
        # Gradients flow to the weights of every layer, and to the inputs of all but the first.
        flops=2 * (3 * (sum(_PRODUCTS) + BATCH * _DENSE) - _PRODUCTS[0]),
        size=4 * (4 * _PARAMETERS + BATCH * 3 * SIZE**2),
        tolerance=1e-4,
        family="training",
    )
]
