"""Attention, and ways to tell it where things stand."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nn.functions import softmax
from dlvm.nn.initializers import Initializer, glorot, truncated_normal
from dlvm.nn.layers import Dense, Dropout, Generator
from dlvm.nnkit import Float2D, f32, initialize, struct
from dlvm.nnkit.tracing.trace import failure

_FAR = -1e30
"""The score of what is not seen. It is finite, so that a row that sees nothing has no NaN."""


def causal_mask(queries: int, keys: int) -> Any:
    """Whether a query sees a key: those that do not stand behind it, with the last ones beside each
    other. The shape is ``(queries, keys)``."""
    return nnkit.arange(keys) <= nnkit.expand_dims(nnkit.arange(queries), 1) + (keys - queries)


def padding_mask(lengths: Any, keys: int) -> Any:
    """Whether a key is within the length of its sequence: ``(n, 1, 1, keys)``."""
    return nnkit.arange(keys) < lengths.reshape((-1, 1, 1, 1))


def attention(queries: Any, keys: Any, values: Any, mask: Any = None, dropout: Any = None) -> Any:
    """``softmax(queries @ keys.T / sqrt(width)) @ values``, over the last two dimensions (Vaswani
    et al., 2017).

    Where ``mask``, bools that broadcast to ``(..., queries, keys)``, is false, a query does not see
    a key. ``dropout`` is a function of the weights.
    """
    swapped = (*range(keys.ndim - 2), keys.ndim - 1, keys.ndim - 2)
    scores = queries * (1 / sqrt(queries.shape[-1])) @ keys.transpose(*swapped)
    if mask is not None:
        scores = nnkit.where(mask, scores, _FAR)
    weights = softmax(scores)
    return (weights if dropout is None else dropout(weights)) @ values


def rotary(x: Any, base: float = 10000.0) -> Any:
    """Rows ``(..., steps, width)`` turned by angles that grow with the step, so that a product of
    two of them depends on how far they are apart (Su et al., 2021). Number ``i`` of the first half
    is turned with number ``i`` of the second."""
    steps, width = x.shape[-2:]
    if width % 2:
        raise failure(f"rotary positions of width {width} found, expected an even one")
    angles = _angles(steps, width // 2, base)
    sine, cosine = nnkit.sin(angles), nnkit.cos(angles)
    first, second = x[..., : width // 2], x[..., width // 2 :]
    turned = [first * cosine - second * sine, second * cosine + first * sine]
    return nnkit.concatenate(turned, x.ndim - 1)


def _angles(steps: int, count: int, base: float) -> Any:
    """Step times ``base ** (-i / count)``, for each step and ``i``."""
    frequencies = nnkit.exp(nnkit.arange(count).astype(f32) * (-log(base) / count))
    return nnkit.expand_dims(nnkit.arange(steps).astype(f32), 1) * frequencies


def sinusoidal_positions(steps: int, width: int) -> Any:
    """Sines in even and cosines in odd columns, of wavelengths from 2 pi to 10000 times that
    (Vaswani et al., 2017): ``(steps, width)``."""
    if width % 2:
        raise failure(f"sinusoidal positions of width {width} found, expected an even one")
    angles = _angles(steps, width // 2, 10000.0)
    return nnkit.stack([nnkit.sin(angles), nnkit.cos(angles)], 2).reshape((steps, width))


def add_positions(x: Any) -> Any:
    """``x``, of the shape ``(..., steps, width)``, plus sinusoidal positions."""
    return x + sinusoidal_positions(*x.shape[-2:])


@struct
class LearnedPositions:
    """``x`` plus a row of parameters for each step."""

    weight: Float2D

    def __init__(
        self,
        steps: int,
        width: int,
        *,
        init: Initializer = truncated_normal,
        rng: Generator = None,
    ) -> None:
        """Rows for at most so many steps."""
        weight = init(rng or np.random.default_rng(), (steps, width), steps, width)
        initialize(self, weight=weight)

    def __call__(self, x: Any) -> Any:
        steps, most = x.shape[-2], self.weight.shape[0]
        if steps > most:
            raise failure(f"{steps} steps found, expected at most {most}, as there are positions")
        return x + self.weight[:steps]


@struct
class MultiHeadAttention:
    """Attention of several heads, each from its own projections, joined by one more projection.

    ``causal`` queries see no key behind them; with ``rotary`` queries and keys are turned by where
    they stand.
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
        """Projections from ``width`` numbers, keys and values from ``memory_width`` if given."""
        if width % heads:
            raise failure(f"width {width} and {heads} heads found, expected a multiple of them")
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
        """``x`` is ``(n, steps, width)``; so is ``memory``, what is looked at: ``x`` itself where
        it is not given. ``mask`` broadcasts to ``(n, heads, steps of x, steps of memory)``."""
        source = x if memory is None else memory
        q, k, v = self._split(self.query(x)), self._split(self.key(source)), self.value(source)
        if self.rotary:
            q, k = rotary(q), rotary(k)
        if self.causal:
            ahead = causal_mask(x.shape[1], source.shape[1])
            mask = ahead if mask is None else ahead & mask
        y = attention(q, k, self._split(v), mask, self.dropout)
        return self.output(y.transpose(0, 2, 1, 3).reshape(x.shape))

    def _split(self, x: Any) -> Any:
        """The heads' shares as a dimension: ``(n, heads, steps, width // heads)``."""
        n, steps, width = x.shape
        return x.reshape((n, steps, self.heads, width // self.heads)).transpose(0, 2, 1, 3)
