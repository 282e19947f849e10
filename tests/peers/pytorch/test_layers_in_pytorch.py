"""Layers and losses beside PyTorch's: values, and gradients of parameters and inputs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

from dlvm import nn, nnkit
from dlvm.nnkit import gradient, map_tensors, staged

F = torch.nn.functional
RNG = np.random.default_rng(3)


def numbers(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def labels(*shape: int, below: int) -> Any:
    return RNG.integers(0, below, shape)


class Row(NamedTuple):
    """A layer, inputs, and what PyTorch makes of its parameters and the inputs."""

    layer: Any
    inputs: tuple[Any, ...]
    reference: Callable[..., Any]


def attended(m: Any, x: Any, memory: Any, mask: Any, causal: bool, turn: bool = False) -> Any:
    def heads(a: Any) -> Any:
        return a.unflatten(-1, (m.heads, -1)).transpose(1, 2)

    q = heads(x @ m.query.weight + m.query.bias)
    k = heads(memory @ m.key.weight + m.key.bias)
    v = heads(memory @ m.value.weight + m.value.bias)
    if turn:
        q, k = turned(q), turned(k)
    y = F.scaled_dot_product_attention(q, k, v, mask, is_causal=causal)
    return y.transpose(1, 2).flatten(2) @ m.output.weight + m.output.bias


def turned(x: Any) -> Any:
    steps, width = x.shape[-2:]
    angle = torch.arange(steps)[:, None] * 10000.0 ** (-torch.arange(width // 2) / (width // 2))
    pairs = torch.complex(*x.chunk(2, -1)) * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([pairs.real, pairs.imag], -1)


def recurrent(kind: str, reverse: bool = False) -> Callable[..., Any]:
    def run(m: Any, x: Any, lengths: Any = None) -> Any:
        units = m.hidden_weight.shape[0]
        hidden_bias = torch.zeros_like(m.bias)
        if kind == "GRU":
            hidden_bias = torch.cat([torch.zeros(2 * units), m.hidden_bias])
        module = getattr(torch.nn, kind)(x.shape[2], units, batch_first=True)
        named = {
            "weight_ih_l0": m.input_weight.T,
            "weight_hh_l0": m.hidden_weight.T,
            "bias_ih_l0": m.bias,
            "bias_hh_l0": hidden_bias,
        }
        rows = []
        for i in range(x.shape[0]):
            own = x[i : i + 1, : None if lengths is None else int(lengths[i])]
            own = own.flip(1) if reverse else own
            y = torch.func.functional_call(module, named, (own,))[0]
            y = y.flip(1) if reverse else y
            rows.append(F.pad(y[0], (0, 0, 0, x.shape[1] - y.shape[1])))
        return torch.stack(rows)

    return run


IMAGE = numbers(2, 4, 6, 7)
SERIES = numbers(3, 5, 4)
LENGTHS = np.array([5, 2, 3])
MASK = RNG.random((2, 1, 5, 7)) < 0.6
MASK[..., 0] = True


def conv2d(m: Any, x: Any) -> Any:
    low, high = zip(*reversed(m.padding), strict=True)
    x = F.pad(x, [p for pair in zip(low, high, strict=True) for p in pair])
    return F.conv2d(x, m.kernel, m.bias, m.strides, 0, m.dilation, m.groups)


LAYERS: dict[str, Row] = {
    "Dense": Row(nn.Dense(4, 3), (numbers(5, 4),), lambda m, x: x @ m.weight + m.bias),
    "Dense of sequences": Row(
        nn.Dense(4, 3, bias=False), (SERIES,), lambda m, x: x @ m.weight
    ),
    "Embedding": Row(
        nn.Embedding(6, 3), (labels(2, 4, below=6),), lambda m, i: F.embedding(i, m.weight)
    ),
    "Sequential": Row(
        nn.Sequential(nn.Dense(4, 3), nn.tanh, nn.Dense(3, 2)),
        (numbers(5, 4),),
        lambda m, x: (x @ m.layers[0].weight + m.layers[0].bias).tanh() @ m.layers[2].weight
        + m.layers[2].bias,
    ),
    "Residual": Row(
        nn.Residual(nn.Dense(4, 4), nn.relu),
        (numbers(5, 4),),
        lambda m, x: x + (x @ m.layers[0].weight + m.layers[0].bias).relu(),
    ),
    "Dropout": Row(nn.Dropout(0.5), (SERIES,), lambda m, x: x),
    "Conv1D": Row(
        nn.Conv1D(4, 6, 3, strides=2, padding=1),
        (numbers(2, 4, 9),),
        lambda m, x: F.conv1d(x, m.kernel, m.bias, 2, 1),
    ),
    "Conv2D": Row(nn.Conv2D(4, 3, 3), (IMAGE,), conv2d),
    "Conv2D without bias": Row(
        nn.Conv2D(4, 3, (3, 2), strides=(2, 1), padding=(1, 2), bias=False), (IMAGE,), conv2d
    ),
    "Conv2D, same": Row(
        nn.Conv2D(4, 2, (3, 2), padding="same", dilation=2), (IMAGE,),
        lambda m, x: F.conv2d(x, m.kernel, m.bias, padding="same", dilation=2),
    ),
    "Conv2D in groups": Row(nn.Conv2D(4, 6, 3, groups=2, dilation=2), (IMAGE,), conv2d),
    "Conv3D": Row(
        nn.Conv3D(2, 3, 2, strides=2), (numbers(2, 2, 4, 4, 5),),
        lambda m, x: F.conv3d(x, m.kernel, m.bias, 2),
    ),
    "depthwise": Row(
        nn.depthwise(nn.Conv2D, 4, 3, 2, padding=1), (IMAGE,),
        lambda m, x: F.conv2d(x, m.kernel, m.bias, padding=1, groups=4),
    ),
    "ConvTranspose1D": Row(
        nn.ConvTranspose1D(4, 3, 4, strides=2, padding=1), (numbers(2, 4, 5),),
        lambda m, x: F.conv_transpose1d(x, m.kernel, m.bias, 2, 1),
    ),
    "ConvTranspose2D": Row(
        nn.ConvTranspose2D(4, 6, (3, 2), strides=(2, 3), padding=1, output_padding=1, groups=2),
        (IMAGE,),
        lambda m, x: F.conv_transpose2d(x, m.kernel, m.bias, (2, 3), 1, 1, 2),
    ),
    "ConvTranspose3D": Row(
        nn.ConvTranspose3D(2, 3, 2, dilation=2), (numbers(1, 2, 3, 3, 4),),
        lambda m, x: F.conv_transpose3d(x, m.kernel, m.bias, dilation=2),
    ),
    "MaxPool": Row(
        nn.MaxPool(3, strides=2, padding=1), (IMAGE,), lambda m, x: F.max_pool2d(x, 3, 2, 1)
    ),
    "MaxPool of sequences": Row(
        nn.MaxPool(2), (numbers(2, 3, 6),), lambda m, x: F.max_pool1d(x, 2)
    ),
    "AveragePool": Row(
        nn.AveragePool((2, 3), padding=1), (IMAGE,),
        lambda m, x: F.avg_pool2d(x, (2, 3), padding=1),
    ),
    "AdaptiveMaxPool": Row(
        nn.AdaptiveMaxPool((4, 3)), (IMAGE,), lambda m, x: F.adaptive_max_pool2d(x, (4, 3))
    ),
    "AdaptiveAveragePool": Row(
        nn.AdaptiveAveragePool((4, 3)), (IMAGE,), lambda m, x: F.adaptive_avg_pool2d(x, (4, 3))
    ),
    "global_average_pool": Row(
        nn.Sequential(nn.global_average_pool), (IMAGE,), lambda m, x: x.mean((2, 3))
    ),
    "global_max_pool": Row(
        nn.Sequential(nn.global_max_pool), (IMAGE,), lambda m, x: x.amax((2, 3))
    ),
    "LayerNorm": Row(
        nn.LayerNorm(4), (SERIES,), lambda m, x: F.layer_norm(x, (4,), m.scale, m.offset)
    ),
    "RMSNorm": Row(nn.RMSNorm(4), (SERIES,), lambda m, x: F.rms_norm(x, (4,), m.scale, 1e-6)),
    "GroupNorm": Row(
        nn.GroupNorm(2, 4), (IMAGE,), lambda m, x: F.group_norm(x, 2, m.scale, m.offset)
    ),
    "RNN": Row(nn.RNN(4, 3), (SERIES,), recurrent("RNN")),
    "RNN with lengths": Row(nn.RNN(4, 3), (SERIES, LENGTHS), recurrent("RNN")),
    "LSTM": Row(nn.LSTM(4, 3), (SERIES,), recurrent("LSTM")),
    "LSTM with lengths": Row(nn.LSTM(4, 3), (SERIES, LENGTHS), recurrent("LSTM")),
    "GRU with lengths": Row(nn.GRU(4, 3), (SERIES, LENGTHS), recurrent("GRU")),
    "GRU from the end": Row(
        nn.GRU(4, 3, reverse=True), (SERIES, LENGTHS), recurrent("GRU", reverse=True)
    ),
    "Bidirectional": Row(
        nn.Bidirectional(nn.LSTM(4, 3), nn.LSTM(4, 2, reverse=True)), (SERIES,),
        lambda m, x: torch.cat(
            [recurrent("LSTM")(m.forward, x), recurrent("LSTM", True)(m.backward, x)], 2
        ),
    ),
    "MultiHeadAttention": Row(
        nn.MultiHeadAttention(6, 2), (numbers(2, 5, 6),),
        lambda m, x: attended(m, x, x, None, False),
    ),
    "causal attention": Row(
        nn.MultiHeadAttention(6, 3, causal=True), (numbers(2, 5, 6),),
        lambda m, x: attended(m, x, x, None, True),
    ),
    "rotary attention": Row(
        nn.MultiHeadAttention(8, 2, rotary=True), (numbers(2, 5, 8),),
        lambda m, x: attended(m, x, x, None, False, turn=True),
    ),
    "cross attention with a mask": Row(
        nn.MultiHeadAttention(6, 2, memory_width=4), (numbers(2, 5, 6), numbers(2, 7, 4), MASK),
        lambda m, x, memory, mask: attended(m, x, memory, mask, False),
    ),
    "LearnedPositions": Row(
        nn.LearnedPositions(8, 4), (SERIES,), lambda m, x: x + m.weight[:5]
    ),
}  # fmt: skip


@staged
def objective(layer: Any, inputs: Any, others: Any, seed: Any) -> Any:
    y = layer(*inputs, *others)
    return nnkit.sum(y * seed), y


def floats(a: Any) -> bool:
    return a.dtype == np.float32


def check(row: Row, rtol: float = 2e-4, atol: float = 2e-5) -> None:
    """Compares values and gradients, for parameters that differ from the initial ones."""
    layer = map_tensors(lambda a: a + 0.1 * numbers(*a.shape), row.layer)
    inputs = tuple(a for a in row.inputs if floats(a))
    others = tuple(a for a in row.inputs if not floats(a))
    tensors: list[Any] = []

    def tensor(a: Any) -> Any:
        tensors.append(torch.tensor(a, requires_grad=floats(a)))
        return tensors[-1]

    expected = row.reference(map_tensors(tensor, layer), *map(tensor, (*inputs, *others)))
    seed = numbers(*expected.shape)
    (expected * torch.tensor(seed)).sum().backward()
    wrt = [name for name, value in (("layer", layer), ("inputs", inputs)) if leaves(value)]
    *slopes, y = gradient(objective, tuple(wrt), source=0, keeping=1)(layer, inputs, others, seed)
    np.testing.assert_allclose(y, expected.detach(), rtol=rtol, atol=atol)
    found = [a for slope in slopes for a in leaves(slope)]
    wanted = [t for t in tensors if t.requires_grad]
    for a, t in zip(found, wanted, strict=True):
        slope = torch.zeros_like(t) if t.grad is None else t.grad
        np.testing.assert_allclose(a, slope, rtol=rtol, atol=atol)


def leaves(value: Any) -> list[Any]:
    found: list[Any] = []
    map_tensors(found.append, value)
    return found


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str) -> None:
    check(LAYERS[name])


CLASS_WEIGHTS = np.array([0.5, 2, 1, 3], np.float32)
LOSSES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Callable[..., Any]]] = {
    "softmax_cross_entropy": (
        nn.softmax_cross_entropy, (numbers(5, 4), labels(5, below=4)), F.cross_entropy
    ),
    "softmax_cross_entropy of sequences": (
        nn.softmax_cross_entropy, (numbers(2, 3, 4), labels(2, 3, below=4)),
        lambda x, y: F.cross_entropy(x.flatten(0, 1), y.flatten()),
    ),
    "softmax_cross_entropy with weights": (
        nn.softmax_cross_entropy,
        (numbers(5, 4), labels(5, below=4), np.array([1, 0, 2, 1, 0], np.float32)),
        lambda x, y, w: (F.cross_entropy(x, y, reduction="none") * w).sum() / w.sum(),
    ),
    "softmax_cross_entropy with class weights": (
        lambda x, y: nn.softmax_cross_entropy(x, y, ignore_index=1, class_weights=CLASS_WEIGHTS),
        (numbers(6, 4), labels(6, below=4)),
        lambda x, y: F.cross_entropy(
            x, y, weight=torch.from_numpy(CLASS_WEIGHTS), ignore_index=1
        ),
    ),
    "softmax_cross_entropy of probabilities": (
        partial(nn.softmax_cross_entropy, smoothing=0.1),
        (numbers(5, 4), RNG.dirichlet(np.ones(4), 5).astype("f")),
        lambda x, y: F.cross_entropy(x, y, label_smoothing=0.1),
    ),
    "negative_log_likelihood": (
        nn.negative_log_likelihood, (numbers(5, 4), labels(5, below=4)), F.nll_loss
    ),
    "binary_cross_entropy": (
        nn.binary_cross_entropy, (numbers(5, 4) * 20, RNG.random((5, 4)).astype("f")),
        F.binary_cross_entropy_with_logits,
    ),
    "mean_squared_error": (nn.mean_squared_error, (numbers(5, 4), numbers(5, 4)), F.mse_loss),
    "mean_absolute_error": (nn.mean_absolute_error, (numbers(5, 4), numbers(5, 4)), F.l1_loss),
    "huber": (
        partial(nn.huber, delta=0.7), (numbers(5, 4), numbers(5, 4)),
        lambda x, y: F.huber_loss(x, y, delta=0.7),
    ),
    "kl_divergence": (
        nn.kl_divergence, (numbers(3, 3), np.eye(3, dtype="f") * 0.5 + 0.5 / 3),
        lambda x, y: F.kl_div(x, y, reduction="batchmean"),
    ),
    "ctc_loss": (
        # Of logits: PyTorch gives gradients that are right behind a softmax only.
        lambda x, *rest: nn.ctc_loss(nn.log_softmax(x), *rest),
        (
            numbers(3, 9, 5),
            np.array([[1, 1, 2, 3], [4, 2, 0, 0], [3, 0, 0, 0]]),
            np.array([9, 7, 9]), np.array([4, 2, 1]),
        ),
        lambda x, *rest: F.ctc_loss(x.log_softmax(2).transpose(0, 1), *rest),
    ),
    "hinge": (
        nn.hinge, (numbers(5), np.sign(numbers(5))), lambda x, y: (1 - x * y).clamp(min=0).mean()
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOSSES)
def test_losses(name: str) -> None:
    function, arguments, reference = LOSSES[name]

    @staged
    def loss(x: Any, rest: Any) -> Any:
        return function(x, *rest)

    x, *rest = arguments
    tensor = torch.tensor(x, requires_grad=True)
    expected = reference(tensor, *map(torch.tensor, rest))
    expected.backward()
    slope, value = gradient(loss, "x", keeping=0)(x, tuple(rest))
    np.testing.assert_allclose(value, expected.detach(), rtol=1e-5)
    assert tensor.grad is not None
    np.testing.assert_allclose(slope, tensor.grad, rtol=1e-4, atol=1e-6)


ACTIVATIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "relu": (nn.relu, F.relu),
    "leaky_relu": (partial(nn.leaky_relu, slope=0.2), partial(F.leaky_relu, negative_slope=0.2)),
    "elu": (partial(nn.elu, alpha=1.3), partial(F.elu, alpha=1.3)),
    "selu": (nn.selu, F.selu),
    "sigmoid": (nn.sigmoid, torch.sigmoid),
    "silu": (nn.silu, F.silu),
    "softplus": (nn.softplus, F.softplus),
    "log_sigmoid": (nn.log_sigmoid, F.logsigmoid),
    "gelu": (nn.gelu, F.gelu),
    "gelu by tanh": (partial(nn.gelu, approximate=True), partial(F.gelu, approximate="tanh")),
    "softmax": (nn.softmax, lambda x: x.softmax(-1)),
    "log_softmax": (partial(nn.log_softmax, axis=0), lambda x: x.log_softmax(0)),
    "logsumexp": (nn.logsumexp, lambda x: x.logsumexp(-1)),
}


@pytest.mark.parametrize("scale", [1.0, 100.0])
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name: str, scale: float) -> None:
    function, reference = ACTIVATIONS[name]
    x = numbers(5, 7) * np.float32(scale)

    def called(x: Any) -> Any:
        return function(x)

    # exp of scores that are 100 wide is 0 beside the greatest one.
    check(Row(nn.Sequential(called), (x,), lambda m, x: reference(x)), 1e-4, 1e-5 * scale)


@staged
def trained(layer: Any, x: Any, key: Any) -> Any:
    with nn.training(key) as step:
        y = layer(x)
    return y, step.trained(layer)


KEY = np.array([1, 2], np.uint32)


def test_batch_norm_while_training() -> None:
    layer, module = nn.BatchNorm(4), torch.nn.BatchNorm2d(4)
    for _ in range(3):
        x = numbers(2, 4, 3, 5) * 2 + 1
        y, layer = trained(layer, x, KEY)
        np.testing.assert_allclose(y, module(torch.tensor(x)).detach(), rtol=1e-4, atol=1e-5)
    assert module.running_mean is not None
    assert module.running_var is not None
    np.testing.assert_allclose(layer.mean.value, module.running_mean, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(layer.variance.value, module.running_var, rtol=1e-5, atol=1e-6)
    x = numbers(2, 4, 3, 5)
    y = staged(lambda m, x: m(x))(layer, x)
    np.testing.assert_allclose(y, module.eval()(torch.tensor(x)).detach(), rtol=1e-4, atol=1e-5)


def test_gradients_of_batch_norm_while_training() -> None:
    @staged
    def objective(layer: Any, x: Any, seed: Any) -> Any:
        with nn.training(KEY):
            return nnkit.sum(layer(x) * seed)

    layer, x, seed = nn.BatchNorm(4), numbers(3, 4, 2), numbers(3, 4, 2)
    slope, x_slope = gradient(objective, ("layer", "x"))(layer, x, seed)
    module, tensor = torch.nn.BatchNorm1d(4), torch.tensor(x, requires_grad=True)
    (module(tensor) * torch.tensor(seed)).sum().backward()
    assert tensor.grad is not None
    assert module.weight.grad is not None
    assert module.bias.grad is not None
    np.testing.assert_allclose(x_slope, tensor.grad, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(slope.scale, module.weight.grad, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(slope.offset, module.bias.grad, rtol=1e-4, atol=1e-5)
    assert not slope.mean.value.any()


def mean_f1(labels: Any, found: Any) -> Any:
    both = [((labels == i) & (found == i)).sum() for i in range(4)]
    total = [(labels == i).sum() + (found == i).sum() for i in range(4)]
    return np.mean(2 * np.array(both) / total)


METRICS: dict[str, tuple[Any, Callable[..., Any]]] = {
    "accuracy": (nn.accuracy, lambda x, y: (x.argmax(1) == y).mean()),
    "top_k": (nn.top_k(2), lambda x, y: (np.argsort(-x, 1)[:, :2] == y[:, None]).any(1).mean()),
    "perplexity": (
        nn.perplexity,
        lambda x, y: np.exp(F.cross_entropy(torch.tensor(x), torch.tensor(y)).item()),
    ),
    "confusion": (
        nn.confusion(4),
        lambda x, y: [[((y == i) & (x.argmax(1) == j)).sum() for j in range(4)] for i in range(4)],
    ),
    "f1": (
        nn.f1(4),
        lambda x, y: mean_f1(y, x.argmax(1)),
    ),
    "binary_accuracy": (
        nn.binary_accuracy, lambda x, y: ((x > 0) == (y[:, None] > 0)).mean()
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", METRICS)
def test_metrics_over_batches(name: str) -> None:
    metric, reference = METRICS[name]
    x, y = numbers(30, 4), labels(30, below=4)
    truths = np.repeat((y > 0).astype(np.float32)[:, None], 4, 1)
    targets = truths if name == "binary_accuracy" else y
    counted = staged(lambda x, y: metric.count(x, y))
    total = counted(x[:20], targets[:20]) + counted(x[20:], targets[20:])
    assert total.shape == metric.shape
    np.testing.assert_allclose(
        staged(lambda sums: metric.result(sums))(total), reference(x, y), rtol=1e-5
    )
