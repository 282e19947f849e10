"""The training step of a classifier of sequences: an LSTM (Hochreiter and Schmidhuber, 1997),
128 → 256, and a dense layer on its last output."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload
from benchmarks.workloads import training
from benchmarks.workloads.training import CLASSES

STEPS, BATCH, WIDTH, STATE = 32, 32, 128, 256
GATES = 4 * STATE


def inputs() -> Inputs:
    """The columns of the weights are those of the gates start, keep, new and out, in this order."""
    random = np.random.default_rng(0)
    bound = STATE**-0.5
    shapes = (WIDTH, GATES), (STATE, GATES), (GATES,), (STATE, CLASSES), (CLASSES,)
    arrays = [random.uniform(-bound, bound, shape).astype(np.float32) for shape in shapes]
    return {
        **training.numbered(arrays),
        "x": random.standard_normal((BATCH, STEPS, WIDTH), np.float32),
        "labels": random.integers(0, CLASSES, BATCH),
    }


def dlvm(inputs: Inputs) -> Job:
    from dlvm import nn
    from dlvm.nnkit import Float0D, Float3D, Int1D, staged

    def last(outputs: Any) -> Any:
        return outputs[:, -1]

    @staged
    def loss(model: Any, x: Float3D, labels: Int1D) -> Float0D:
        return nn.softmax_cross_entropy(model(x), labels)

    model = nn.Sequential(nn.LSTM(WIDTH, STATE), last, nn.Dense(STATE, CLASSES))
    return training.dlvm_model_job(model, loss, inputs)


def torch(inputs: Inputs) -> Job:
    from torch import nn

    class Classifier(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.recurrent = nn.LSTM(WIDTH, STATE, batch_first=True)
            # The gates of the others have one bias.
            second: Any = self.recurrent.bias_hh_l0
            nn.init.zeros_(second).requires_grad_(False)
            self.output = nn.Linear(STATE, CLASSES)

        def forward(self, x: Any) -> Any:
            return self.output(self.recurrent(x)[0][:, -1])

    return training.torch_job(Classifier, inputs, False)


def jax(inputs: Inputs) -> Job:
    return training.jax_job(_jax_forward, inputs, False)


def _jax_forward(parameters: list[Any], x: Any) -> Any:
    import jax
    import jax.numpy as jnp

    w, u, b, weight, bias = parameters

    def step(state: Any, projected: Any) -> Any:
        h, c = state
        start, keep, new, out = jnp.split(projected + h @ u, 4, 1)
        c = jax.nn.sigmoid(keep) * c + jax.nn.sigmoid(start) * jnp.tanh(new)
        return (jax.nn.sigmoid(out) * jnp.tanh(c), c), None

    zero = jnp.zeros((BATCH, STATE), x.dtype)
    (h, _), _ = jax.lax.scan(step, (zero, zero), x.swapaxes(0, 1) @ w + b)
    return h @ weight + bias


_INPUT, _HIDDEN, _OUTPUT = WIDTH * GATES, STATE * GATES, STATE * CLASSES

WORKLOADS = [
    Workload(
        name="lstm-step",
        inputs=inputs,
        peers={"dlvm": dlvm, "pytorch": torch, "jax": jax},
        # Gradients flow to all weights, and to all but the inputs of the sequence.
        flops=2 * BATCH * (STEPS * (2 * _INPUT + 3 * _HIDDEN) + 3 * _OUTPUT),
        size=4 * (4 * (_INPUT + _HIDDEN + GATES + _OUTPUT + CLASSES) + BATCH * STEPS * WIDTH),
        tolerance=1e-4,
        family="training",
    )
]
