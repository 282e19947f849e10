"""The network of ``mlp.py`` in NNKit."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job
from benchmarks.workloads.mlp import BATCH, MOMENTUM, RATE, SIZES
from dlvm import nnkit
from dlvm.nnkit import Float0D, Float1D, Float2D, Int1D, gradient, map_tensors, staged, struct


@struct
class Parameters:
    w0: Float2D
    b0: Float1D
    w1: Float2D
    b1: Float1D
    w2: Float2D
    b2: Float1D


@staged
def scores(p: Parameters, x: Float2D) -> Float2D:
    x = nnkit.maximum(x @ p.w0 + p.b0, 0)
    x = nnkit.maximum(x @ p.w1 + p.b1, 0)
    return x @ p.w2 + p.b2


@staged
def loss(p: Parameters, x: Float2D, labels: Int1D) -> Float0D:
    z = scores(p, x)
    z = z - nnkit.max(z, axis=1, keepdims=True)
    right = nnkit.sum(z * nnkit.one_hot(labels, SIZES[-1]), axis=1)
    return nnkit.mean(nnkit.log(nnkit.sum(nnkit.exp(z), axis=1)) - right)


loss_gradient = gradient(loss, wrt="p")


@staged(donate=("p", "velocity"))
def step(
    p: Parameters, velocity: Parameters, x: Float2D, labels: Int1D
) -> tuple[Parameters, Parameters]:
    (slope,) = loss_gradient(p, x, labels)
    velocity = map_tensors(lambda v, g: MOMENTUM * v + g, velocity, slope)
    return map_tensors(lambda w, v: w - RATE * v, p, velocity), velocity


@staged(donate=("p", "velocity"))
def epoch(
    p: Parameters, velocity: Parameters, x: Float2D, labels: Int1D, order: Int1D
) -> tuple[Parameters, Parameters]:
    for rows in nnkit.reshape(order, (-1, BATCH)):
        p, velocity = step(p, velocity, x[rows], labels[rows])
    return p, velocity


def inference(inputs: Inputs) -> Job:
    p, x = _parameters(inputs), inputs["x"]

    def run() -> Any:
        return scores(p, x)

    return Job(run, lambda: [run()])


def training(inputs: Inputs, whole_epoch: bool) -> Job:
    function = epoch if whole_epoch else step
    data = [inputs[n] for n in (("x", "labels", "order") if whole_epoch else ("x", "labels"))]
    p = _parameters(inputs)
    state = (p, Parameters(*(np.zeros_like(w) for w in vars(p).values())))

    def run() -> None:
        nonlocal state
        state = function(*state, *data)

    return Job(run, lambda: list(vars(state[0]).values()))


def _parameters(inputs: Inputs) -> Parameters:
    return Parameters(*(inputs[n].copy() for n in ("w0", "b0", "w1", "b1", "w2", "b2")))
