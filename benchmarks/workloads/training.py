"""A training step, or many, by gradient descent with momentum: the mean cross-entropy of ten
classes, or of another number. Parameters are inputs whose names begin with w or b, in the order of
the layers; data are ``x``, ``labels``, and for many steps the ``order`` of the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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


def numbered(arrays: Iterable[Any]) -> Inputs:
    """The parameters of a network whose layers do not each have one weight and one bias."""
    return {f"w{index}": array for index, array in enumerate(arrays)}


def norm(channels: int) -> list[Any]:
    """The scale and the offset of a normalization, as they are at first."""
    return [np.ones(channels, np.float32), np.zeros(channels, np.float32)]


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


def torch_parameters(model: Any) -> list[Any]:
    """The parameters that are trained, as (in, out) where PyTorch has them as (out, in): the
    weights of dense layers and of recurrent ones."""
    import torch

    turned = {
        id(parameter)
        for module in model.modules()
        if isinstance(module, torch.nn.Linear | torch.nn.RNNBase)
        for parameter in module.parameters(recurse=False)
        if parameter.ndim == 2
    }
    learned = filter(lambda parameter: parameter.requires_grad, model.parameters())
    return [p.T if id(p) in turned else p for p in learned]


def torch_loaded(model: Any, inputs: Inputs) -> Any:
    """The model with its parameters set."""
    import torch

    with torch.no_grad():
        for parameter, array in zip(torch_parameters(model), learned(inputs), strict=True):
            parameter.copy_(torch.from_numpy(array))
    return model


def torch_job(make: Callable[[], Any], inputs: Inputs, epoch: bool) -> Job:
    import torch

    model = torch_loaded(make(), inputs)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE, momentum=MOMENTUM)
    measure = torch.nn.CrossEntropyLoss()
    x, labels, *order = map(torch.from_numpy, given(inputs, epoch))

    def step(x: Any, labels: Any) -> None:
        optimizer.zero_grad()
        measure(model(x).flatten(0, -2), labels.flatten()).backward()
        optimizer.step()

    def whole() -> None:
        for rows in order[0].split(BATCH):
            step(x[rows], labels[rows])

    def outputs() -> list[Any]:
        return [parameter.detach().numpy().copy() for parameter in torch_parameters(model)]

    return Job(whole if epoch else partial(step, x, labels), outputs)


def jax_job(forward: Callable[[list[Any], Any], Any], inputs: Inputs, epoch: bool) -> Job:
    import jax
    import jax.numpy as jnp

    def loss(parameters: Any, x: Any, labels: Any) -> Any:
        scores = jax.nn.log_softmax(forward(parameters, x))
        return -jnp.take_along_axis(scores, labels[..., None], axis=-1).mean()

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


def dlvm_model_job(model: Any, loss: Any, inputs: Inputs) -> Job:
    """Trains a model of layers, whose parameters are set. The staged function is the loss of the
    model, the inputs and the labels."""
    from dlvm import nn
    from dlvm.nn.modes import split
    from dlvm.nnkit import gradient, staged

    template, _, buffers = split(model)
    model = template.join([array.copy() for array in learned(inputs)], buffers)
    arrays = given(inputs, False)
    optimizer = nn.SGD(RATE, momentum=MOMENTUM)
    loss_gradient = gradient(loss, wrt="model")

    @staged(donate=("model", "state"))
    def step(model: Any, state: Any, x: Any, labels: Any) -> Any:
        (slope,) = loss_gradient(model, x, labels)
        return optimizer.update(model, slope, state)

    trained = model, optimizer.init(model)

    def run() -> None:
        nonlocal trained
        trained = step(*trained, *arrays)

    return Job(run, lambda: list(split(trained[0])[1]), program=program(step, *trained, *arrays))
