"""The network of ``mlp.py`` in NNKit."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.functions import program
from benchmarks.workload import Inputs, Job
from benchmarks.workloads.training import BATCH, CLASSES, MOMENTUM, RATE, learned
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
def cross_entropy(z: Float2D, labels: Int1D) -> Float0D:
    """The mean over the rows."""
    z = z - nnkit.max(z, axis=1, keepdims=True)
    right = nnkit.sum(z * nnkit.one_hot(labels, CLASSES), axis=1)
    return nnkit.mean(nnkit.log(nnkit.sum(nnkit.exp(z), axis=1)) - right)


@staged
def loss(p: Parameters, x: Float2D, labels: Int1D) -> Float0D:
    return cross_entropy(scores(p, x), labels)


loss_gradient = gradient(loss, wrt="p")


def moved(p: Any, velocity: Any, slope: Any) -> tuple[Any, Any]:
    """Parameters and velocities after a step of gradient descent."""
    velocity = map_tensors(lambda v, g: MOMENTUM * v + g, velocity, slope)
    return map_tensors(lambda w, v: w - RATE * v, p, velocity), velocity


@staged(donate=("p", "velocity"))
def step(
    p: Parameters, velocity: Parameters, x: Float2D, labels: Int1D
) -> tuple[Parameters, Parameters]:
    (slope,) = loss_gradient(p, x, labels)
    return moved(p, velocity, slope)


@staged(donate=("p", "velocity"))
def epoch(
    p: Parameters, velocity: Parameters, x: Float2D, labels: Int1D, order: Int1D
) -> tuple[Parameters, Parameters]:
    for rows in nnkit.reshape(order, (-1, BATCH)):
        p, velocity = step(p, velocity, x[rows], labels[rows])
    return p, velocity


def inference(inputs: Inputs) -> Job:
    arguments = Parameters(*learned(inputs)), inputs["x"]
    run = partial(scores, *arguments)
    return Job(run, lambda: [run()], program=program(scores, *arguments))
