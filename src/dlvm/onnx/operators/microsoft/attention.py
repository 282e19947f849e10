"""Fused attention of transformers."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.microsoft.fused import microsoft
from dlvm.onnx.operators.table import Context
from dlvm.onnx.operators.vocabulary import nn, nnkit

LOWEST: Final = float(np.finfo(np.float32).min)
"""The number that masks out future positions: it is added to their scores."""


def heads(x: Any, count: int) -> Any:
    """``(batch, length, count * size)`` as ``(batch, count, length, size)``."""
    batch, length, width = x.shape
    return nnkit.permute_dims(
        nnkit.reshape(x, (batch, length, count, width // count)), (0, 2, 1, 3)
    )


def merged(x: Any) -> Any:
    """The inverse of :func:`heads`."""
    batch, count, length, size = x.shape
    return nnkit.reshape(nnkit.permute_dims(x, (0, 2, 1, 3)), (batch, length, count * size))


def _attended(
    q: Any, k: Any, v: Any, scale: float, bias: Any, is_causal: bool, softcap: float = 0.0
) -> Any:
    """``softmax(q @ k.T * scale + bias) @ v`` for heads; the last query sees all keys."""
    scores = nnkit.matmul(nnkit.astype(q, nnkit.f32) * (scale or 1 / math.sqrt(q.shape[-1])),
                          nnkit.matrix_transpose(nnkit.astype(k, nnkit.f32)))  # fmt: skip
    if softcap:
        scores = nnkit.tanh(scores / softcap) * softcap
    if is_causal:
        queries, keys = scores.shape[-2:]
        future = np.triu(np.ones((queries, keys), bool), keys - queries + 1)
        scores = scores + np.where(future, np.float32(LOWEST), np.float32(0))
    if bias is not None:
        scores = scores + nnkit.astype(bias, nnkit.f32)
    weights = nn.softmax(scores, axis=-1)
    return merged(nnkit.astype(nnkit.matmul(weights, nnkit.astype(v, nnkit.f32)), element(q)))


def _mask_bias(mask: Any, batch: int, queries: int, keys: int, filtered: float) -> Any:
    """The tensor that a mask adds to scores, for each form of mask."""
    places = nnkit.arange(keys, dtype=nnkit.i64)
    shape = tuple(mask.shape)
    wide = nnkit.astype(mask, nnkit.i64)
    if shape == (batch,):
        seen = places < nnkit.reshape(wide, (batch, 1, 1, 1))
    elif shape == (2 * batch,):
        ends, starts = (nnkit.reshape(wide[n : n + batch], (batch, 1, 1, 1)) for n in (0, batch))
        seen = nnkit.logical_and(places < ends, places >= starts)
    elif shape == (batch, keys):
        seen = nnkit.reshape(wide, (batch, 1, 1, keys)) > 0
    elif shape == (batch, queries, keys):
        seen = nnkit.expand_dims(wide, 1) > 0
    elif len(shape) == 4 and shape[:2] == (batch, 1):
        seen = wide[:, :, keys - queries : keys, :keys] > 0
    else:
        raise error(f"a mask of shape {shape} is not supported")
    return nnkit.where(seen, np.float32(0), np.float32(filtered))


def _sum(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b


def self_attention(
    projected: Any,
    mask: Any,
    past: Any,
    attention_bias: Any = None,
    *,
    do_rotary: int,
    mask_filter_value: float,
    num_heads: int,
    past_present_share_buffer: int,
    qkv_hidden_sizes: list[int] | None = None,
    scale: float,
    unidirectional: int,
    outputs: int,
) -> Any:
    """Self-attention, given queries, keys and values side by side: the product of the input and the
    weights."""
    if do_rotary or past_present_share_buffer:
        raise error("do_rotary and past_present_share_buffer must be 0")
    batch, length, width = projected.shape
    a, b, c = qkv_hidden_sizes or [width // 3] * 3
    q = heads(projected[:, :, :a], num_heads)
    k = heads(projected[:, :, a : a + b], num_heads)
    v = heads(projected[:, :, a + b : a + b + c], num_heads)
    if past is not None:
        k, v = nnkit.concat([past[0], k], axis=2), nnkit.concat([past[1], v], axis=2)
    added = attention_bias
    if mask is not None:
        own = _mask_bias(mask, batch, length, k.shape[2], mask_filter_value)
        added = _sum(added, own)
    y = _attended(q, k, v, scale, added, bool(unidirectional))
    return (y, nnkit.stack([k, v], axis=0))[:outputs] if outputs > 1 else y


@microsoft("Attention")
def attention_of_microsoft(
    x: Any,
    weights: Any,
    bias: Any = None,
    mask: Any = None,
    past: Any = None,
    attention_bias: Any = None,
    past_sequence_length: Any = None,
    *,
    do_rotary: int = 0,
    mask_filter_value: float = -10000.0,
    num_heads: int,
    past_present_share_buffer: int = 0,
    qkv_hidden_sizes: list[int] | None = None,
    scale: float = 0.0,
    unidirectional: int = 0,
    outputs: int,
) -> Any:
    product = nnkit.matmul(x, weights)
    return self_attention(
        product if bias is None else product + bias,
        mask,
        past,
        attention_bias,
        do_rotary=do_rotary,
        mask_filter_value=mask_filter_value,
        num_heads=num_heads,
        past_present_share_buffer=past_present_share_buffer,
        qkv_hidden_sizes=qkv_hidden_sizes,
        scale=scale,
        unidirectional=unidirectional,
        outputs=outputs,
    )


@microsoft("MultiHeadAttention")
def multi_head_attention(
    query: Any,
    key: Any = None,
    value: Any = None,
    bias: Any = None,
    key_padding_mask: Any = None,
    attention_bias: Any = None,
    past_key: Any = None,
    past_value: Any = None,
    *,
    mask_filter_value: float = -10000.0,
    num_heads: int,
    scale: float = 0.0,
    unidirectional: int = 0,
    outputs: int,
) -> Any:
    """Attention of projected queries, keys and values, which may be packed."""
    if key is None:
        q, k, v = (nnkit.permute_dims(query[:, :, :, n], (0, 2, 1, 3)) for n in range(3))
    elif value is None:
        q = heads(query, num_heads)
        k, v = (nnkit.permute_dims(key[:, :, :, n], (0, 2, 1, 3)) for n in range(2))
    else:
        width, depth = query.shape[2], value.shape[-1]
        if bias is not None:
            query = query + bias[:width]
        q = heads(query, num_heads)
        if len(key.shape) == 4:
            k, v = key, value
        else:
            if bias is not None:
                key = key + bias[width : 2 * width]
                value = value + bias[2 * width : 2 * width + depth]
            k, v = heads(key, num_heads), heads(value, num_heads)
    if past_key is not None:
        k, v = nnkit.concat([past_key, k], axis=2), nnkit.concat([past_value, v], axis=2)
    added = attention_bias
    if key_padding_mask is not None:
        own = _mask_bias(key_padding_mask, q.shape[0], q.shape[2], k.shape[2], mask_filter_value)
        added = _sum(added, own)
    y = _attended(q, k, v, scale, added, bool(unidirectional))
    return (y, k, v)[:outputs] if outputs > 1 else y


def rotated(x: Any, cos: Any, sin: Any, interleaved: bool) -> Any:
    """Rotates pairs of features of ``(batch, heads, length, size)`` by angles of
    ``(batch, length, pairs)``; features after the pairs are kept.
    """
    pairs = cos.shape[-1]
    cos, sin = nnkit.expand_dims(cos, 1), nnkit.expand_dims(sin, 1)
    own, rest = x[..., : 2 * pairs], x[..., 2 * pairs :]
    if interleaved:
        first, second = own[..., 0::2], own[..., 1::2]
    else:
        first, second = own[..., :pairs], own[..., pairs:]
    one, two = first * cos - second * sin, second * cos + first * sin
    if interleaved:
        found = nnkit.reshape(nnkit.stack([one, two], axis=-1), tuple(own.shape))
    else:
        found = nnkit.concat([one, two], axis=-1)
    return nnkit.concat([found, rest], axis=-1) if rest.shape[-1] else found


@microsoft("RotaryEmbedding")
def rotary_embedding(
    x: Any,
    positions: Any,
    cos_cache: Any,
    sin_cache: Any,
    *,
    interleaved: int = 0,
    is_packed_batching: int = 0,
    num_heads: int = 0,
    rotary_embedding_dim: int = 0,
    scale: float = 1.0,
) -> Any:
    if is_packed_batching or scale != 1:
        raise error("is_packed_batching must be 0, and scale must be 1")
    if rotary_embedding_dim and not num_heads:
        raise error("num_heads must be given with rotary_embedding_dim")
    is_flat = len(x.shape) == 3
    size = 2 * cos_cache.shape[1] if not rotary_embedding_dim else 0
    own = heads(x, num_heads or x.shape[2] // size) if is_flat else x
    batch, _, length, _ = own.shape
    places = nnkit.astype(positions, nnkit.i64)
    if places.shape == (1,):
        steps = nnkit.arange(length, dtype=nnkit.i64)
        places = nnkit.broadcast_to(nnkit.reshape(places, (1, 1)) + steps, (batch, length))
    cos, sin = (nnkit.take(table, places, axis=0) for table in (cos_cache, sin_cache))
    found = rotated(own, cos, sin, bool(interleaved))
    return merged(found) if is_flat else found


@microsoft("GroupQueryAttention")
def group_query_attention(
    query: Any,
    key: Any,
    value: Any,
    past_key: Any,
    past_value: Any,
    seqlens_k: Any,
    total_sequence_length: Any,
    cos_cache: Any = None,
    sin_cache: Any = None,
    *,
    do_rotary: int = 0,
    kv_num_heads: int,
    local_window_size: int = -1,
    num_heads: int,
    rotary_interleaved: int = 0,
    scale: float = 0.0,
    smooth_softmax: int = 0,
    softcap: float = 0.0,
    context: Context,
    outputs: int,
) -> Any:
    """Causal attention whose keys and values are shared by groups of heads, with a cache."""
    if smooth_softmax:
        raise error("smooth_softmax must be 0")
    total = int(context.needed(total_sequence_length, "total_sequence_length").reshape(-1)[0])
    if key is None:
        size = query.shape[2] // (num_heads + 2 * kv_num_heads)
        a, b = num_heads * size, kv_num_heads * size
        query, key, value = query[:, :, :a], query[:, :, a : a + b], query[:, :, a + b :]
    q, k, v = heads(query, num_heads), heads(key, kv_num_heads), heads(value, kv_num_heads)
    batch, _, length, _ = q.shape
    # The number of tokens in the cache, for each sequence; the first call has none.
    ends = nnkit.reshape(nnkit.astype(seqlens_k, nnkit.i64), (batch,)) + 1
    counts = nnkit.zeros_like(ends) if length == total else ends - length
    steps = nnkit.arange(length, dtype=nnkit.i64)
    places = nnkit.expand_dims(counts, 1) + steps
    if do_rotary:
        cos, sin = (nnkit.take(table, places, axis=0) for table in (cos_cache, sin_cache))
        q, k = (rotated(x, cos, sin, bool(rotary_interleaved)) for x in (q, k))
    size = max(total, past_key.shape[2] if past_key is not None else 0)
    k = _cached(past_key, k, counts, size)
    v = _cached(past_value, v, counts, size)
    own = nnkit.reshape(nnkit.arange(size, dtype=nnkit.i64), (1, 1, size))
    distance = nnkit.expand_dims(places, 2) - own
    seen = distance >= 0
    if local_window_size >= 0:
        seen = nnkit.logical_and(seen, distance < local_window_size)
    bias = nnkit.expand_dims(nnkit.where(seen, np.float32(0), np.float32(LOWEST)), 1)
    group = num_heads // kv_num_heads
    keys, values = (nnkit.repeat(x, group, axis=1) if group > 1 else x for x in (k, v))
    y = _attended(q, keys, values, scale, bias, False, softcap)
    return (y, k, v)[:outputs] if outputs > 1 else y


def _cached(past: Any, new: Any, counts: Any, size: int) -> Any:
    """New keys or values at their positions in a cache."""
    batch, count, length, width = new.shape
    shape = (batch, count, size, width)
    if past is None or not past.shape[2]:
        past = nnkit.zeros(shape, dtype=element(new))
    elif past.shape[2] < size:
        more = nnkit.zeros((batch, count, size - past.shape[2], width), dtype=element(new))
        past = nnkit.concat([past, more], axis=2)
    steps = nnkit.reshape(nnkit.arange(size, dtype=nnkit.i64), (1, 1, size, 1))
    place = steps - nnkit.reshape(counts, (batch, 1, 1, 1))
    is_new = nnkit.logical_and(place >= 0, place < length)
    places = nnkit.broadcast_to(nnkit.clip(place, 0, length - 1), shape)
    return nnkit.where(is_new, nnkit.take_along_axis(new, places, axis=2), past)
