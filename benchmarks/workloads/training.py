"""A training step, or many, by gradient descent with momentum: the mean cross-entropy of ten
classes. Parameters are inputs whose names begin with w or b, in the order of the layers; data are
``x``, ``labels``, and for many steps the ``order`` of the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.functions import program
from benchmarks.workload import Inputs, Job

BATCH = 64
CLASSES = 10
RATE = 0.01
MOMENTUM = 0.9


def parameters(random: np.random.Generator, weights: Sequence[tuple[int, ...]]) -> Inputs:
    """Weights, (in, out) or (out, in, height, width), and biases, uniform as PyTorch has them."""
    found: Inputs = {}
    for index, shape in enumerate(weights):
        out = shape[1] if len(shape) == 2 else shape[0]
        bound = (np.prod(shape) / out) ** -0.5
        found[f"w{index}"] = random.uniform(-bound, bound, shape).astype(np.float32)
        found[f"b{index}"] = random.uniform(-bound, bound, out).astype(np.float32)
    return found


def data(random: np.random.Generator, shape: Sequence[int]) -> Inputs:
    rows = shape[0]
    return {
        "x": random.random(shape, np.float32),
        "labels": random.integers(0, CLASSES, rows),
        "order": random.permutation(rows),
    }


def learned(inputs: Inputs) -> list[Any]:
    return [array for name, array in inputs.items() if name[0] in "wb"]


def given(inputs: Inputs, epoch: bool) -> list[Any]:
    return [inputs[name] for name in (("x", "labels", "order") if epoch else ("x", "labels"))]


def torch_loaded(model: Any, inputs: Inputs) -> Any:
    """The model with its parameters set; PyTorch has dense weights as (out, in)."""
    import torch

    with torch.no_grad():
        for parameter, array in zip(model.parameters(), learned(inputs), strict=True):
            parameter.copy_(torch.from_numpy(array.T if array.ndim == 2 else array))
    return model


def torch_job(make: Callable[[], Any], inputs: Inputs, epoch: bool) -> Job:
    import torch

    model = torch_loaded(make(), inputs)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE, momentum=MOMENTUM)
    measure = torch.nn.CrossEntropyLoss()
    x, labels, *order = map(torch.from_numpy, given(inputs, epoch))

    def step(x: Any, labels: Any) -> None:
        optimizer.zero_grad()
        measure(model(x), labels).backward()
        optimizer.step()

    def whole() -> None:
        for rows in order[0].split(BATCH):
            step(x[rows], labels[rows])

    def outputs() -> list[Any]:
        arrays = [parameter.detach().numpy().copy() for parameter in model.parameters()]
        return [array.T if array.ndim == 2 else array for array in arrays]

    return Job(whole if epoch else partial(step, x, labels), outputs)


def jax_job(forward: Callable[[list[Any], Any], Any], inputs: Inputs, epoch: bool) -> Job:
    import jax
    import jax.numpy as jnp

    def loss(parameters: Any, x: Any, labels: Any) -> Any:
        scores = jax.nn.log_softmax(forward(parameters, x))
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
    arrays = [jnp.array(array) for array in given(inputs, epoch)]
    parameters = [jnp.array(array) for array in learned(inputs)]
    state = [(parameters, jax.tree.map(jnp.zeros_like, parameters))]

    def run() -> None:
        state[0] = jax.block_until_ready(compiled(state[0], *arrays))

    return Job(run, lambda: [np.asarray(parameter) for parameter in state[0][0]])


def dlvm_job(function: Any, parameters: type, inputs: Inputs, epoch: bool) -> Job:
    """Runs a staged function of parameters, velocities and data; it returns the first two."""
    p = parameters(*(array.copy() for array in learned(inputs)))
    arrays = given(inputs, epoch)
    state = (p, parameters(*(np.zeros_like(w) for w in vars(p).values())))

    def run() -> None:
        nonlocal state
        state = function(*state, *arrays)

    arguments = (*state, *arrays)
    return Job(run, lambda: list(vars(state[0]).values()), program=program(function, *arguments))
