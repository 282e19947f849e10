"""Random numbers by Philox-4x32-10, which is a function of a key and a counter.

J. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from dlvm.interpreter.numbers import Array, converted, widened
from dlvm.interpreter.rules import Frame, rule
from dlvm.interpreter.shape import sized_shape
from dlvm.ir.instructions import Random
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import F64, ElementType

_WORD: Final = 0xFFFFFFFF
_MULTIPLIERS: Final = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)
_ROUNDS: Final = 10
_LOW: Final = np.uint64(_WORD)
_SHIFT: Final = np.uint64(32)


@rule(Random)
def _random(frame: Frame, op: Random, low: Array, high: Array, *rest: Array) -> Array:
    element = tensor_type(op).element
    key, sizes = (None, rest) if op.key is None else (rest[0], rest[1:])
    shape = sized_shape(frame, op, sizes)
    count, state = math.prod(shape), frame.state.random
    counters = np.arange(count, dtype=np.uint64)
    if key is not None:
        words = (key[0].astype(np.uint64), key[1].astype(np.uint64))
    else:
        words = state.key
        counters += np.uint64(state.counter)
        state.counter = state.counter + count & (1 << 64) - 1
    drawn = widened(draw(op.normal, counters, words, element), element)
    first, second = widened(low, element), widened(high, element)
    scale = second if op.normal else second - first
    return converted(first + scale * drawn, element).reshape(shape)


def draw(normal: bool, counters: Array, key: tuple[Array, Array], element: ElementType) -> Array:
    """Draws one number for each counter: uniform in [0, 1) before it is rounded to the element
    type, or standard normal."""
    draws = _normal if normal else _uniform
    return converted(draws(philox(counters, key), element), element)


def philox(counters: Array, key: tuple[Array, Array]) -> list[Array]:
    """Returns, for each counter, four words of 32 random bits. The words of the result and of the
    key are stored as u64."""
    zero = np.zeros_like(counters)
    words: list[Array] = [counters & _LOW, counters >> _SHIFT, zero, zero]
    for number in range(_ROUNDS):
        keys = [k + np.uint64(number * w & _WORD) & _LOW for k, w in zip(key, _WEYL, strict=True)]
        first, second = words[0] * _MULTIPLIERS[0], words[2] * _MULTIPLIERS[1]
        words = [
            second >> _SHIFT ^ words[1] ^ keys[0],
            second & _LOW,
            first >> _SHIFT ^ words[3] ^ keys[1],
            first & _LOW,
        ]
    return words


def _uniform(words: list[Array], element: ElementType) -> Array:
    """Converts words to uniform numbers in [0, 1). All bits of the significand of f64 or f32 are
    random."""
    if element is F64:
        bits = words[0] << np.uint64(21) | words[1] >> np.uint64(11)
        return bits.astype(np.float64) * 2.0**-53
    return (words[0] >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24)


def _normal(words: list[Array], element: ElementType) -> Array:
    """Converts words to standard normal numbers by the Box-Muller transform."""
    rest = words[2:] if element is F64 else words[1:]
    u, v = _uniform(words, element), _uniform(rest, element)
    angle = v.dtype.type(2 * math.pi) * v
    return np.sqrt(-2 * np.log(1 - u)) * np.cos(angle)
