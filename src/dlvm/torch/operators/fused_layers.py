"""Whole layers that PyTorch captures as one operator if no gradients are needed."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import error
from dlvm.torch.operators.attention import attention_scores
from dlvm.torch.operators.normalization import native_layer_norm
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import is_float, nn, nnkit

_LSTM = 2
"""The number of LSTM among the modes of ``mkldnn_rnn_layer``."""


@operator("mkldnn_rnn_layer")
def recurrent_layer(
    input: Any,
    weight0: Any,
    weight1: Any,
    weight2: Any,
    weight3: Any,
    hx_: Any,
    cx_: Any,
    reverse: bool,
    batch_sizes: Any,
    mode: int,
    hidden_size: int,
    num_layers: int,
    has_biases: bool,
    bidirectional: bool,
    batch_first: bool,
    train: bool,
) -> Any:
    """One direction of an LSTM, over time-first sequences."""
    if mode != _LSTM or num_layers != 1 or bidirectional or batch_first or batch_sizes:
        raise error("expected one direction of one layer of an LSTM over padded sequences")
    bias = weight2 + weight3 if has_biases else 0
    inner = nnkit.matmul(input, nnkit.matrix_transpose(weight0)) + bias
    recurrent = nnkit.matrix_transpose(weight1)

    def step(state: Any, given: Any) -> Any:
        hidden, cell = state
        gates = given + nnkit.matmul(hidden, recurrent)
        i, f, g, o = (gates[:, n * hidden_size : (n + 1) * hidden_size] for n in range(4))
        cell = nn.sigmoid(f) * cell + nn.sigmoid(i) * nnkit.tanh(g)
        hidden = nn.sigmoid(o) * nnkit.tanh(cell)
        return (hidden, cell), hidden

    first = (nnkit.squeeze(hx_, 0), nnkit.squeeze(cx_, 0))
    (hidden, cell), states = nnkit.scan(
        step, first, nnkit.flip(inner, axis=0) if reverse else inner
    )
    if reverse:
        states = nnkit.flip(states, axis=0)
    workspace = nnkit.zeros((0,), dtype=input.type.element)
    return states, nnkit.expand_dims(hidden, 0), nnkit.expand_dims(cell, 0), workspace


def _linear(x: Any, weight: Any, bias: Any) -> Any:
    return nnkit.matmul(x, nnkit.matrix_transpose(weight)) + bias


def _self_attention(
    x: Any, heads: int, weight: Any, bias: Any, out_weight: Any, out_bias: Any, mask: Any
) -> Any:
    batch, length, width = x.shape
    split = nnkit.reshape(_linear(x, weight, bias), (batch, length, 3, heads, width // heads))
    query, key, value = nnkit.unstack(nnkit.permute_dims(split, (2, 0, 3, 1, 4)))
    weights = nn.softmax(attention_scores(query, key, False, mask), axis=-1)
    found = nnkit.permute_dims(nnkit.matmul(weights, value), (0, 2, 1, 3))
    return _linear(nnkit.reshape(found, (batch, length, width)), out_weight, out_bias)


@operator("_transformer_encoder_layer_fwd")
def transformer_encoder_layer(
    src: Any,
    embed_dim: int,
    num_heads: int,
    qkv_weight: Any,
    qkv_bias: Any,
    proj_weight: Any,
    proj_bias: Any,
    use_gelu: bool,
    norm_first: bool,
    eps: float,
    norm_weight_1: Any,
    norm_bias_1: Any,
    norm_weight_2: Any,
    norm_bias_2: Any,
    ffn_weight_1: Any,
    ffn_bias_1: Any,
    ffn_weight_2: Any,
    ffn_bias_2: Any,
    mask: Any = None,
    mask_type: int | None = None,
    *,
    result: Any,
) -> Any:
    shown = None if mask is None else _shown(mask, src, mask_type)

    def normalized(x: Any, weight: Any, bias: Any) -> Any:
        return native_layer_norm(x, (embed_dim,), weight, bias, eps, result=result)[0]

    def attended(x: Any) -> Any:
        projection = (qkv_weight, qkv_bias, proj_weight, proj_bias)
        return _self_attention(x, num_heads, *projection, shown)

    def forward(x: Any) -> Any:
        inner = _linear(x, ffn_weight_1, ffn_bias_1)
        inner = nn.gelu(inner, False) if use_gelu else nnkit.maximum(inner, 0)
        return _linear(inner, ffn_weight_2, ffn_bias_2)

    if norm_first:
        x = src + attended(normalized(src, norm_weight_1, norm_bias_1))
        return x + forward(normalized(x, norm_weight_2, norm_bias_2))
    x = normalized(src + attended(src), norm_weight_1, norm_bias_1)
    return normalized(x + forward(x), norm_weight_2, norm_bias_2)


def _shown(mask: Any, x: Any, kind: int | None) -> Any:
    """A mask of the scores: numbers to add to them, or flags of the scores to keep. The bools of
    PyTorch are true for the scores to leave out."""
    batch, length, _ = x.shape
    shapes = {0: (1, 1, length, length), 1: (batch, 1, 1, length), 2: mask.shape}
    if kind is None or kind not in shapes:
        raise error(f"mask_type must be among {', '.join(map(str, shapes))}, got {kind}")
    found = nnkit.reshape(mask, shapes[kind])
    return found if is_float(mask) else nnkit.logical_not(found)
