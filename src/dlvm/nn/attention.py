"""Attention, masks and positional encodings."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nn.functions import softmax
from dlvm.nn.initializers import Initializer, glorot, truncated_normal
from dlvm.nn.layers import Dense, Dropout, Generator
from dlvm.nnkit import Float2D, f32, initialize, struct
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.sizes import require_at_most
from dlvm.nnkit.tracing.trace import failure

_FAR = -1e30
"""The score of a masked key. It is finite, so that a fully masked row has no NaN."""


def causal_mask(queries: int, keys: int) -> Any:
    """A causal mask: whether a key is at or before the query's position. The last query is at the
    position of the last key.

    Parameters
    ----------
    queries, keys
        The numbers of queries and keys.

    Returns
    -------
    Tensor
        bool ``(queries, keys)``.
    """
    return nnkit.arange(keys) <= nnkit.expand_dims(nnkit.arange(queries), 1) + (keys - queries)


def padding_mask(lengths: Any, keys: int) -> Any:
    """A padding mask: whether a key is within the length of its sequence.

    Parameters
    ----------
    lengths
        The length of each sequence, i64 ``(n,)``.
    keys
        The number of keys of each sequence, padding included.

    Returns
    -------
    Tensor
        bool ``(n, 1, 1, keys)``, a mask for :class:`MultiHeadAttention`.
    """
    require_shape("padding_mask: lengths", lengths, ("n",))
    return nnkit.arange(keys) < lengths.reshape((-1, 1, 1, 1))


def attention(queries: Any, keys: Any, values: Any, mask: Any = None, dropout: Any = None) -> Any:
    """Scaled dot-product attention: ``softmax(queries @ keys.T / sqrt(width)) @ values`` (Vaswani
    et al., 2017).

    Parameters
    ----------
    queries, keys, values
        Floats of the shapes ``(..., queries, width)``, ``(..., keys, width)`` and
        ``(..., keys, value_width)``.
    mask
        Bools that broadcast to ``(..., queries, keys)``: whether a query attends to a key.
    dropout
        A function that is applied to the attention weights.

    Returns
    -------
    Tensor
        Floats of the shape ``(..., queries, value_width)``.
    """
    require_shape("attention: queries", queries, ("...", "queries", "width"))
    require_shape("attention: keys", keys, ("...", "keys", queries.shape[-1]))
    require_shape("attention: values", values, ("...", keys.shape[-2], "value_width"))
    swapped = (*range(keys.ndim - 2), keys.ndim - 1, keys.ndim - 2)
    scores = queries * (1 / sqrt(queries.shape[-1])) @ keys.transpose(*swapped)
    if mask is not None:
        scores = nnkit.where(mask, scores, _FAR)
    weights = softmax(scores)
    return (weights if dropout is None else dropout(weights)) @ values


def rotary(x: Any, base: float = 10000.0) -> Any:
    """Rotary position embedding: rotates each row by angles proportional to its step, so that a dot
    product of rows depends on their distance (Su et al., 2021).

    Element ``i`` of the first half of a row is rotated with element ``i`` of the second half.

    Parameters
    ----------
    x
        Floats of the shape ``(..., steps, width)``.
    base
        The wavelengths, measured in steps, grow from 2 pi towards ``2 * pi * base``.

    Returns
    -------
    Tensor
        Floats of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If ``width`` is odd.
    """
    require_shape("rotary: x", x, ("...", "steps", "width"))
    steps, width = x.shape[-2:]
    if width % 2:
        raise failure(f"the width of rotary positions must be even, got {width}")
    angles = _angles(steps, width // 2, base)
    sine, cosine = nnkit.sin(angles), nnkit.cos(angles)
    first, second = x[..., : width // 2], x[..., width // 2 :]
    rotated = [first * cosine - second * sine, second * cosine + first * sine]
    return nnkit.concatenate(rotated, x.ndim - 1)


def _angles(steps: int, count: int, base: float) -> Any:
    """Step times ``base ** (-i / count)``, for each step and ``i``."""
    frequencies = nnkit.exp(nnkit.arange(count).astype(f32) * (-log(base) / count))
    return nnkit.expand_dims(nnkit.arange(steps).astype(f32), 1) * frequencies


def sinusoidal_positions(steps: int, width: int) -> Any:
    """Sinusoidal positional encodings: sines in even and cosines in odd columns, with wavelengths
    from 2 pi towards 20000 pi steps (Vaswani et al., 2017).

    Parameters
    ----------
    steps, width
        The numbers of rows and columns.

    Returns
    -------
    Tensor
        f32 ``(steps, width)``.

    Raises
    ------
    DiagnosticError
        If ``width`` is odd.
    """
    if width % 2:
        raise failure(f"the width of sinusoidal positions must be even, got {width}")
    angles = _angles(steps, width // 2, 10000.0)
    return nnkit.stack([nnkit.sin(angles), nnkit.cos(angles)], 2).reshape((steps, width))


def add_positions(x: Any) -> Any:
    """Adds sinusoidal positional encodings.

    Parameters
    ----------
    x
        f32 of the shape ``(..., steps, width)``.

    Returns
    -------
    Tensor
        f32 of the shape of ``x``.

    Raises
    ------
    DiagnosticError
        If ``width`` is odd.
    """
    require_shape("add_positions: x", x, ("...", "steps", "width"))
    return x + sinusoidal_positions(*x.shape[-2:])


@struct
class LearnedPositions:
    """Learned positional embeddings: adds a row of ``weight`` to each step of
    ``(..., steps, width)``.

    A call with more steps than rows raises :class:`DiagnosticError`.
    """

    weight: Float2D

    def __init__(
        self,
        steps: int,
        width: int,
        *,
        init: Initializer = truncated_normal,
        rng: Generator = None,
    ) -> None:
        """Create the embeddings.

        Parameters
        ----------
        steps
            The largest number of steps.
        width
            The size of an embedding.
        init
            The initializer of the embeddings.
        rng
            The generator that ``init`` draws from; by default a fresh, unseeded one.
        """
        weight = init(rng or np.random.default_rng(), (steps, width), steps, width)
        initialize(self, weight=weight)

    def __call__(self, x: Any) -> Any:
        most, width = self.weight.shape
        require_shape("LearnedPositions: input", x, ("...", "steps", width))
        steps = x.shape[-2]
        require_at_most(steps, most, "steps must be at most {1}, the number of positions, got {0}")
        return x + self.weight[:steps]


@struct
class MultiHeadAttention:
    """Multi-head attention: attention in ``heads`` projected subspaces, whose outputs are
    concatenated and projected (Vaswani et al., 2017).

    With ``causal``, a query attends only to keys at or before its position; with ``rotary``,
    queries and keys get rotary position embeddings.
    """

    query: Dense
    key: Dense
    value: Dense
    output: Dense
    heads: int
    causal: bool
    rotary: bool
    dropout: Dropout

    def __init__(
        self,
        width: int,
        heads: int,
        *,
        memory_width: int | None = None,
        causal: bool = False,
        rotary: bool = False,
        dropout: float = 0.0,
        init: Initializer = glorot,
        rng: Generator = None,
    ) -> None:
        """Create the projections.

        Parameters
        ----------
        width
            The size of the last dimension of inputs and outputs, a multiple of ``heads``.
        heads
            The number of heads.
        memory_width
            The size of the last dimension of ``memory``; by default ``width``.
        causal, rotary
            Whether to apply a causal mask, and rotary position embeddings.
        dropout
            The dropout rate of the attention weights.
        init, rng
            The initializer of the projections, and the generator that it draws from.

        Raises
        ------
        DiagnosticError
            If ``width`` is not a multiple of ``heads``.
        """
        if width % heads:
            raise failure(f"width must be a multiple of heads ({heads}), got {width}")
        rng = rng or np.random.default_rng()
        source = width if memory_width is None else memory_width
        initialize(
            self,
            query=Dense(width, width, init=init, rng=rng),
            key=Dense(source, width, init=init, rng=rng),
            value=Dense(source, width, init=init, rng=rng),
            output=Dense(width, width, init=init, rng=rng),
            heads=heads,
            causal=causal,
            rotary=rotary,
            dropout=Dropout(dropout),
        )

    def __call__(self, x: Any, memory: Any = None, mask: Any = None) -> Any:
        """The attention of ``x`` to ``memory``, or to ``x`` itself.

        Parameters
        ----------
        x
            f32 of the shape ``(n, steps, width)``.
        memory
            f32 of the shape ``(n, memory_steps, memory_width)``; by default ``x``.
        mask
            Bools that broadcast to ``(n, heads, steps, memory_steps)``: whether a query attends to
            a key.

        Returns
        -------
        Tensor
            f32 of the shape of ``x``.
        """
        require_shape("MultiHeadAttention: x", x, ("n", "steps", self.query.weight.shape[0]))
        source = x if memory is None else memory
        shape = ("n", "memory_steps", self.key.weight.shape[0])
        require_shape("MultiHeadAttention: memory", source, shape)
        q, k, v = self._split(self.query(x)), self._split(self.key(source)), self.value(source)
        if self.rotary:
            q, k = rotary(q), rotary(k)
        if self.causal:
            ahead = causal_mask(x.shape[1], source.shape[1])
            mask = ahead if mask is None else ahead & mask
        y = attention(q, k, self._split(v), mask, self.dropout)
        return self.output(y.transpose(0, 2, 1, 3).reshape(x.shape))

    def _split(self, x: Any) -> Any:
        """Splits the heads: ``(n, steps, width)`` becomes ``(n, heads, steps, width // heads)``."""
        n, steps, width = x.shape
        return x.reshape((n, steps, self.heads, width // self.heads)).transpose(0, 2, 1, 3)
