"""Scaled dot-product attention and its gradient."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.torch.operators.normalization import wide
from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import cast, nn, nnkit


def attention_scores(
    query: Any, key: Any, is_causal: bool, mask: Any, scale: float | None = None
) -> Any:
    """The scores of keys for queries; the scores of keys that a mask excludes are -inf."""
    found = nnkit.matmul(query, nnkit.matrix_transpose(key)) * _factor(query, scale)
    if mask is not None:
        is_shown = mask.type.element.numpy == np.bool_
        found = nnkit.where(mask, found, -math.inf) if is_shown else found + wide(mask)
    if is_causal:
        rows = nnkit.reshape(nnkit.arange(query.shape[-2]), (query.shape[-2], 1))
        columns = nnkit.reshape(nnkit.arange(key.shape[-2]), (1, key.shape[-2]))
        found = nnkit.where(columns <= rows, found, -math.inf)
    return found


def _factor(query: Any, scale: float | None) -> float:
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


@operator("_scaled_dot_product_flash_attention_for_cpu")
def attention(
    query: Any,
    key: Any,
    value: Any,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    attn_mask: Any = None,
    scale: float | None = None,
    result: Any,
) -> Any:
    """The attention, and for each query the logarithm of the sum of the exponentials."""
    if dropout_p:
        raise error("attention with dropout is not supported")
    q, k, v = map(wide, (query, key, value))
    scores = attention_scores(q, k, is_causal, attn_mask, scale)
    total = nn.logsumexp(scores, axis=-1, keepdims=True)
    found = nnkit.matmul(nn.softmax(scores, axis=-1), v)
    return cast(found, result), nnkit.squeeze(total, -1)


@operator("_scaled_dot_product_flash_attention_for_cpu_backward")
def attention_backward(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    out: Any,
    logsumexp: Any,
    dropout_p: float,
    is_causal: bool,
    *,
    attn_mask: Any = None,
    scale: float | None = None,
    result: Any,
) -> Any:
    """The gradients with respect to queries, keys and values. The weights are recomputed from the
    logarithms of the sums."""
    if dropout_p:
        raise error("attention with dropout is not supported")
    factor = _factor(query, scale)
    grad, q, k, v = map(wide, (grad_out, query, key, value))
    scores = attention_scores(q, k, is_causal, attn_mask, scale)
    weights = nnkit.exp(scores - nnkit.expand_dims(wide(logsumexp), -1))
    of_weights = nnkit.matmul(grad, nnkit.matrix_transpose(v))
    total = nnkit.sum(grad * wide(out), axis=-1, keepdims=True)
    of_scores = weights * (of_weights - total) * factor
    found = (
        nnkit.matmul(of_scores, k),
        nnkit.matmul(nnkit.matrix_transpose(of_scores), q),
        nnkit.matmul(nnkit.matrix_transpose(weights), grad),
    )
    return tuple(cast(g, result) for g in found)
