"""The training step of a small network on images: two convolutions 3 × 3 with rectifiers and
pooling, 16 and 32 channels, and a dense layer."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload
from benchmarks.workloads import training
from benchmarks.workloads.training import BATCH, CLASSES

FIRST, SECOND = 16, 32


def weights(size: int) -> list[tuple[int, ...]]:
    return [(FIRST, 1, 3, 3), (SECOND, FIRST, 3, 3), (SECOND * (size // 4) ** 2, CLASSES)]


def inputs(size: int) -> Inputs:
    random = np.random.default_rng(0)
    parameters = training.parameters(random, weights(size))
    return {**parameters, **training.data(random, (BATCH, 1, size, size))}


def dlvm(inputs: Inputs) -> Job:
    from benchmarks.workloads import conv_net_nnkit

    return training.dlvm_job(conv_net_nnkit.step, conv_net_nnkit.Parameters, inputs, False)


def torch(size: int, inputs: Inputs) -> Job:
    from torch import nn

    rows, columns = weights(size)[2]

    def model() -> Any:
        return nn.Sequential(
            nn.Conv2d(1, FIRST, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(FIRST, SECOND, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(rows, columns),
        )  # fmt: skip

    return training.torch_job(model, inputs, False)


def jax(inputs: Inputs) -> Job:
    return training.jax_job(_jax_forward, inputs, False)


def _jax_forward(parameters: list[Any], x: Any) -> Any:
    import jax
    from jax import lax

    *convolutions, weight, bias = parameters
    for w, b in zip(convolutions[::2], convolutions[1::2], strict=True):
        x = jax.nn.relu(lax.conv(x, w, (1, 1), "SAME") + b[:, None, None])
        x = lax.reduce_window(x, -np.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return x.reshape(len(x), -1) @ weight + bias


def _step_flops(size: int) -> int:
    """Gradients flow to the weights of every layer, and to the inputs of all but the first."""
    first, second, dense = (int(np.prod(shape)) for shape in weights(size))
    return 2 * BATCH * (2 * first * size**2 + 3 * second * (size // 2) ** 2 + 3 * dense)


WORKLOADS = [
    Workload(
        name=f"conv-net-step-{size}x{size}",
        inputs=partial(inputs, size),
        peers={"dlvm": dlvm, "pytorch": partial(torch, size), "jax": jax},
        flops=_step_flops(size),
        size=4 * (4 * sum(int(np.prod(shape)) for shape in weights(size)) + BATCH * size**2),
        tolerance=1e-4,
        family="training",
    )
    for size in (8, 28)
]
