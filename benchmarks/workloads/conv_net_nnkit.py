"""The network of ``conv_net.py`` in NNKit."""

from __future__ import annotations

from benchmarks.workloads.mlp_nnkit import cross_entropy, moved
from dlvm import nnkit
from dlvm.nnkit import Float0D, Float1D, Float2D, Float4D, Int1D, gradient, staged, struct


@struct
class Parameters:
    w0: Float4D
    b0: Float1D
    w1: Float4D
    b1: Float1D
    w2: Float2D
    b2: Float1D


@staged
def layer(x: Float4D, w: Float4D, b: Float1D) -> Float4D:
    x = nnkit.convolve(x, w, padding=1) + b.reshape((-1, 1, 1))
    return nnkit.reduce_window(nnkit.maximum(x, 0), "max", (1, 1, 2, 2), (1, 1, 2, 2))


@staged
def loss(p: Parameters, x: Float4D, labels: Int1D) -> Float0D:
    x = layer(layer(x, p.w0, p.b0), p.w1, p.b1)
    return cross_entropy(x.reshape((x.shape[0], -1)) @ p.w2 + p.b2, labels)


loss_gradient = gradient(loss, wrt="p")


@staged(donate=("p", "velocity"))
def step(
    p: Parameters, velocity: Parameters, x: Float4D, labels: Int1D
) -> tuple[Parameters, Parameters]:
    (slope,) = loss_gradient(p, x, labels)
    return moved(p, velocity, slope)
