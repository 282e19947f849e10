"""A 784-256-128-10 network: the training step, the epoch, and inference."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks import functions
from benchmarks.workload import Inputs, Job, Workload
from benchmarks.workloads import training
from benchmarks.workloads.training import BATCH

SIZES = (784, 256, 128, training.CLASSES)
ROWS = 3200
WEIGHTS = sum(m * n for m, n in pairwise(SIZES))
PARAMETERS = WEIGHTS + sum(SIZES[1:])
# Gradients flow to the weights of every layer, and to the inputs of all but the first.
STEP_FLOPS = 2 * BATCH * (3 * WEIGHTS - SIZES[0] * SIZES[1])
# Weights and velocities are read and written.
STEP_BYTES = 4 * 4 * PARAMETERS


def training_inputs(rows: int) -> Inputs:
    random = np.random.default_rng(0)
    parameters = training.parameters(random, list(pairwise(SIZES)))
    return {**parameters, **training.data(random, (rows, SIZES[0]))}


def inference_inputs(batch: int) -> Inputs:
    random = np.random.default_rng(0)
    parameters = training.parameters(random, list(pairwise(SIZES)))
    return {**parameters, "x": random.random((batch, SIZES[0]), np.float32)}


def torch_model() -> Any:
    from torch import nn

    layers = [layer for m, n in pairwise(SIZES) for layer in (nn.Linear(m, n), nn.ReLU())]
    return nn.Sequential(*layers[:-1])


def torch_inference(is_compiled: bool, inputs: Inputs) -> Job:
    import torch

    model = training.torch_loaded(torch_model(), inputs).eval()
    if is_compiled:
        model = torch.compile(model)
    x = torch.from_numpy(inputs["x"])

    @torch.inference_mode()
    def run() -> Any:
        return model(x)

    return Job(run, lambda: [run().numpy()])


def torch_training(inputs: Inputs, epoch: bool) -> Job:
    return training.torch_job(torch_model, inputs, epoch)


def jax_forward(parameters: list[Any], x: Any) -> Any:
    import jax

    *hidden, weight, bias = parameters
    for w, b in zip(hidden[::2], hidden[1::2], strict=True):
        x = jax.nn.relu(x @ w + b)
    return x @ weight + bias


def jax_inference(inputs: Inputs) -> Job:
    import jax

    x = jax.numpy.array(inputs["x"])
    parameters = [jax.numpy.array(array) for array in training.learned(inputs)]
    forward = jax.jit(jax_forward)

    def run() -> Any:
        return forward(parameters, x).block_until_ready()

    return Job(run, lambda: [np.asarray(run())])


def jax_training(inputs: Inputs, epoch: bool) -> Job:
    return training.jax_job(jax_forward, inputs, epoch)


def dlvm_inference(inputs: Inputs) -> Job:
    from benchmarks.workloads.mlp_nnkit import inference

    return inference(inputs)


def dlvm_training(inputs: Inputs, epoch: bool) -> Job:
    from benchmarks.workloads import mlp_nnkit

    function = mlp_nnkit.epoch if epoch else mlp_nnkit.step
    return training.dlvm_job(function, mlp_nnkit.Parameters, inputs, epoch)


WORKLOADS = [
    *(
        Workload(
            name=f"mlp-{'epoch' if epoch else 'step'}",
            inputs=partial(training_inputs, rows),
            peers={
                "dlvm": partial(dlvm_training, epoch=epoch),
                "pytorch": partial(torch_training, epoch=epoch),
                "jax": partial(jax_training, epoch=epoch),
            },
            flops=STEP_FLOPS * rows // BATCH,
            size=STEP_BYTES * rows // BATCH,
            tolerance=1e-3 if epoch else 1e-4,
            family="training",
        )
        for epoch, rows in ((False, BATCH), (True, ROWS))
    ),
    *(
        Workload(
            name=f"mlp-inference-{batch}",
            inputs=partial(inference_inputs, batch),
            peers={
                "dlvm": dlvm_inference,
                "pytorch": partial(torch_inference, False),
                "torch.compile": partial(torch_inference, True),
                "jax": jax_inference,
                **functions.peers("network", ("onnxruntime", "openvino")),
            },
            flops=2 * batch * WEIGHTS,
            size=4 * (PARAMETERS + batch * (SIZES[0] + SIZES[-1])),
            tolerance=1e-5,
            files=functions.files("network"),
            family="inference",
        )
        for batch in (1, BATCH)
    ),
]
