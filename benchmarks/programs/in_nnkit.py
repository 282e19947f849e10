"""The functions in NNKit."""

from __future__ import annotations

from dlvm import nnkit
from dlvm.nn import functions
from dlvm.nnkit import Float1D, Float2D, Float3D, Float4D, Int1D, staged


@staged
def softmax(x: Float2D) -> Float2D:
    return functions.softmax(x, 1)


@staged
def layer_norm_gelu(x: Float2D, scale: Float1D, bias: Float1D) -> Float2D:
    y = (x - nnkit.mean(x, 1, True)) * nnkit.rsqrt(nnkit.var(x, 1, keepdims=True) + 1e-5)
    return functions.gelu(y * scale + bias)


@staged
def chain(x: Float1D) -> Float1D:
    y = nnkit.sqrt(nnkit.maximum(x * nnkit.exp(-nnkit.square(x)) + 1, 0))
    return (nnkit.tanh(y) - x) * 0.5


@staged
def exp(x: Float1D) -> Float1D:
    return nnkit.exp(x)


@staged
def log(x: Float1D) -> Float1D:
    return nnkit.log(x)


@staged
def sin(x: Float1D) -> Float1D:
    return nnkit.sin(x)


@staged
def tanh(x: Float1D) -> Float1D:
    return nnkit.tanh(x)


@staged
def erf(x: Float1D) -> Float1D:
    return nnkit.erf(x)


@staged
def sigmoid(x: Float1D) -> Float1D:
    return functions.sigmoid(x)


@staged
def gelu(x: Float1D) -> Float1D:
    return functions.gelu(x)


@staged
def log_sum_exp(x: Float2D) -> Float1D:
    most = nnkit.max(x, 1)
    return nnkit.log(nnkit.sum(nnkit.exp(x - most.reshape((-1, 1))), 1)) + most


@staged
def variance(x: Float2D, axis: int) -> Float1D:
    return nnkit.var(x, axis)


@staged
def cumulative_sum(x: Float2D, axis: int) -> Float2D:
    return nnkit.cumulative_sum(x, axis)


@staged
def top_k(x: Float2D, count: int) -> Float2D:
    return nnkit.top_k(x, count)[0]


@staged
def attention(q: Float4D, k: Float4D, v: Float4D) -> Float4D:
    scores = q @ nnkit.permute_dims(k, (0, 1, 3, 2)) * q.shape[-1] ** -0.5
    return functions.softmax(scores) @ v


@staged
def lstm(x: Float3D, w: Float2D, u: Float2D, b: Float1D, lengths: Int1D) -> Float2D:
    size = u.shape[0]
    h = c = nnkit.zeros((x.shape[1], size))
    for time in nnkit.range(x.shape[0]):
        gates = x[time] @ w + h @ u + b
        start, keep, out = (
            functions.sigmoid(gates[:, n * size : (n + 1) * size]) for n in range(3)
        )
        cell = keep * c + start * nnkit.tanh(gates[:, 3 * size :])
        runs = (lengths > time).reshape((-1, 1))
        h = nnkit.where(runs, out * nnkit.tanh(cell), h)
        c = nnkit.where(runs, cell, c)
    return h
