"""A 784-256-128-10 network: the training step, the epoch, and inference."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload

SIZES = (784, 256, 128, 10)
BATCH = 64
ROWS = 3200
RATE = 0.01
MOMENTUM = 0.9
WEIGHTS = sum(m * n for m, n in pairwise(SIZES))
PARAMETERS = WEIGHTS + sum(SIZES[1:])
# Gradients flow to the weights of every layer, and to the inputs of all but the first.
STEP_FLOPS = 2 * BATCH * (3 * WEIGHTS - SIZES[0] * SIZES[1])
# Weights and velocities are read and written.
STEP_BYTES = 4 * 4 * PARAMETERS


def training_inputs(rows: int) -> Inputs:
    random = np.random.default_rng(0)
    return {
        **_parameters(random),
        "x": random.random((rows, SIZES[0]), np.float32),
        "labels": random.integers(0, SIZES[-1], rows),
        "order": random.permutation(rows),
    }


def inference_inputs(batch: int) -> Inputs:
    random = np.random.default_rng(0)
    return {**_parameters(random), "x": random.random((batch, SIZES[0]), np.float32)}


def _parameters(random: np.random.Generator) -> Inputs:
    parameters: Inputs = {}
    for index, (m, n) in enumerate(pairwise(SIZES)):
        bound = m**-0.5
        parameters[f"w{index}"] = random.uniform(-bound, bound, (m, n)).astype(np.float32)
        parameters[f"b{index}"] = random.uniform(-bound, bound, n).astype(np.float32)
    return parameters


def torch_model(inputs: Inputs) -> Any:
    import torch
    from torch import nn

    layers: list[Any] = []
    for index, (m, n) in enumerate(pairwise(SIZES)):
        layer = nn.Linear(m, n)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(inputs[f"w{index}"].T))
            layer.bias.copy_(torch.from_numpy(inputs[f"b{index}"]))
        layers += [layer, nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def torch_inference(inputs: Inputs) -> Job:
    import torch

    model, x = torch_model(inputs).eval(), torch.from_numpy(inputs["x"])
    with torch.inference_mode():
        model(x)

    @torch.inference_mode()
    def run() -> Any:
        return model(x)

    return Job(run, lambda: [run().numpy()])


def torch_training(inputs: Inputs, epoch: bool) -> Job:
    import torch
    from torch import nn

    model = torch_model(inputs)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE, momentum=MOMENTUM)
    measure = nn.CrossEntropyLoss()
    x, labels, order = (torch.from_numpy(inputs[n]) for n in ("x", "labels", "order"))

    def step(x: Any, labels: Any) -> None:
        optimizer.zero_grad()
        measure(model(x), labels).backward()
        optimizer.step()

    def whole() -> None:
        for start in range(0, ROWS, BATCH):
            rows = order[start : start + BATCH]
            step(x[rows], labels[rows])

    def outputs() -> list[Any]:
        layers = [layer for layer in model if isinstance(layer, nn.Linear)]
        parameters = [(layer.weight.T, layer.bias) for layer in layers]
        return [p.detach().numpy().copy() for pair in parameters for p in pair]

    return Job(whole if epoch else partial(step, x, labels), outputs)


def jax_forward(parameters: list[Any], x: Any) -> Any:
    import jax

    for weight, bias in parameters[:-1]:
        x = jax.nn.relu(x @ weight + bias)
    weight, bias = parameters[-1]
    return x @ weight + bias


def jax_parameters(inputs: Inputs) -> list[Any]:
    import jax.numpy as jnp

    return [(jnp.array(inputs[f"w{i}"]), jnp.array(inputs[f"b{i}"])) for i in range(len(SIZES) - 1)]


def jax_inference(inputs: Inputs) -> Job:
    import jax

    parameters, x = jax_parameters(inputs), jax.numpy.array(inputs["x"])
    forward = jax.jit(jax_forward)

    def run() -> Any:
        return forward(parameters, x).block_until_ready()

    return Job(run, lambda: [np.asarray(run())])


def jax_training(inputs: Inputs, epoch: bool) -> Job:
    import jax
    import jax.numpy as jnp

    def loss(parameters: Any, x: Any, labels: Any) -> Any:
        scores = jax.nn.log_softmax(jax_forward(parameters, x))
        return -jnp.take_along_axis(scores, labels[:, None], axis=1).mean()

    def step(state: Any, x: Any, labels: Any) -> Any:
        parameters, velocities = state
        gradients = jax.grad(loss)(parameters, x, labels)
        velocities = jax.tree.map(lambda v, g: MOMENTUM * v + g, velocities, gradients)
        return jax.tree.map(lambda p, v: p - RATE * v, parameters, velocities), velocities

    def whole(state: Any, x: Any, labels: Any, order: Any) -> Any:
        def batch(state: Any, rows: Any) -> Any:
            return step(state, x[rows], labels[rows]), None

        return jax.lax.scan(batch, state, order.reshape(-1, BATCH))[0]

    compiled = jax.jit(whole if epoch else step, donate_argnums=0)
    names = ("x", "labels", "order") if epoch else ("x", "labels")
    data = [jnp.array(inputs[n]) for n in names]
    parameters = jax_parameters(inputs)
    state = [(parameters, jax.tree.map(jnp.zeros_like, parameters))]

    def run() -> None:
        state[0] = jax.block_until_ready(compiled(state[0], *data))

    def outputs() -> list[Any]:
        return [np.asarray(p) for pair in state[0][0] for p in pair]

    return Job(run, outputs)


def dlvm_inference(inputs: Inputs) -> Job:
    from benchmarks.workloads.mlp_nnkit import inference

    return inference(inputs)


def dlvm_training(inputs: Inputs, epoch: bool) -> Job:
    from benchmarks.workloads.mlp_nnkit import training

    return training(inputs, epoch)


WORKLOADS = [
    Workload(
        name="mlp-step",
        inputs=partial(training_inputs, BATCH),
        peers={
            "dlvm": partial(dlvm_training, epoch=False),
            "pytorch": partial(torch_training, epoch=False),
            "jax": partial(jax_training, epoch=False),
        },
        flops=STEP_FLOPS,
        size=STEP_BYTES,
        tolerance=1e-4,
    ),
    Workload(
        name="mlp-epoch",
        inputs=partial(training_inputs, ROWS),
        peers={
            "dlvm": partial(dlvm_training, epoch=True),
            "pytorch": partial(torch_training, epoch=True),
            "jax": partial(jax_training, epoch=True),
        },
        flops=STEP_FLOPS * ROWS // BATCH,
        size=STEP_BYTES * ROWS // BATCH,
        tolerance=1e-3,
    ),
    *(
        Workload(
            name=f"mlp-inference-{batch}",
            inputs=partial(inference_inputs, batch),
            peers={"dlvm": dlvm_inference, "pytorch": torch_inference, "jax": jax_inference},
            flops=2 * batch * WEIGHTS,
            size=4 * (PARAMETERS + batch * (SIZES[0] + SIZES[-1])),
            tolerance=1e-5,
        )
        for batch in (1, BATCH)
    ),
]
