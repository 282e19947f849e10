"""``rng_bit_generator``, with the same bits as in XLA.

Source: Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

import dlvm.nnkit as typed_nnkit
from dlvm.diagnostics import error
from dlvm.ir.types import ElementType
from dlvm.stablehlo.operators.movement import call_element, iota, sliced
from dlvm.stablehlo.operators.table import (
    OperationContext,
    broadcasted,
    cast_to,
    chosen,
    constant,
    lowered,
    operator,
    reshaped,
)

nnkit: Any = typed_nnkit
_U32, _U64 = ElementType.U32, ElementType.U64
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)


def _u32(number: int) -> Any:
    return constant(np.uint32(number), _U32)


def _u64(number: int) -> Any:
    return constant(np.uint64(number), _U64)


def _halves(x: Any) -> list[Any]:
    """The low and the high word of u64 numbers."""
    return [cast_to(x, _U32), cast_to(x >> _u64(32), _U32)]


def _joined(low: Any, high: Any) -> Any:
    return cast_to(low, _U64) | (cast_to(high, _U64) << _u64(32))


def _word(state: Any, place: int) -> Any:
    return reshaped(sliced(state, [place], [place + 1], [1]), ())


def _threefry(words: Sequence[Any], key: Sequence[Any]) -> list[Any]:
    """Threefry-2x32 with 20 rounds."""
    keys = [*key, _u32(0x1BD11BDA) ^ key[0] ^ key[1]]
    x, y = words[0] + keys[0], words[1] + keys[1]
    for turn in range(5):
        for distance in _ROTATIONS[turn % 2]:
            x = x + y
            y = x ^ ((y << _u32(distance)) | (y >> _u32(32 - distance)))
        x = x + keys[(turn + 1) % 3]
        y = y + keys[(turn + 2) % 3] + _u32(turn + 1)
    return [x, y]


def _philox(words: Sequence[Any], key: Sequence[Any]) -> list[Any]:
    """Philox-4x32 with 10 rounds."""
    a, b, c, d = words
    first, second = key
    for _ in range(10):
        low, high = _halves(cast_to(a, _U64) * _u64(_MULTIPLIERS[0]))
        low_c, high_c = _halves(cast_to(c, _U64) * _u64(_MULTIPLIERS[1]))
        a, b, c, d = high_c ^ b ^ first, low_c, high ^ d ^ second, low
        first, second = first + _u32(_WEYL[0]), second + _u32(_WEYL[1])
    return [a, b, c, d]


def _numbers(shape: Sequence[int]) -> Any:
    """The place of each element in row-major order."""
    return reshaped(iota((prod(shape),), 0, _U64), shape)


def _from_threefry(state: Any, shape: tuple[int, ...], wide: bool) -> tuple[Any, Any]:
    key, counter = _halves(_word(state, 0)), _word(state, 1)
    if wide or not shape:
        words = _threefry(_halves(broadcasted(counter, shape) + _numbers(shape)), key)
        bits = _joined(*words) if wide else words[0]
        count = prod(shape)
    else:
        # Both words of a number are neighbors along the first even, or else the longest, axis.
        even = [a for a, size in enumerate(shape) if size % 2 == 0]
        axis = even[0] if even else shape.index(max(shape))
        half = [*shape[:axis], -(-shape[axis] // 2), *shape[axis + 1 :]]
        count = prod(half)
        words = _threefry(_halves(broadcasted(counter, half) + _numbers(half)), key)
        whole = [*half[:axis], 2 * half[axis], *half[axis + 1 :]]
        apart = [*half[: axis + 1], 1, *half[axis + 1 :]]
        pair = nnkit.concat([reshaped(w, apart) for w in words], axis=axis + 1)
        bits = sliced(reshaped(pair, whole), [0] * len(shape), shape, [1] * len(shape))
    return nnkit.stack([_word(state, 0), counter + _u64(count)]), bits


def _from_philox(state: Any, shape: tuple[int, ...], wide: bool) -> tuple[Any, Any]:
    size = state.type.shape[0]
    key = _halves(_word(state, 0))
    low, high = _word(state, 1), _word(state, 2 if size > 2 else 0)
    count = prod(shape) * (2 if wide else 1)
    groups = -(-count // 4)

    def plus(number: Any) -> tuple[Any, Any]:
        sum_ = low + number
        return sum_, chosen(high + _u64(1), high, lowered("lessThan", sum_, low))

    first, second = plus(iota((groups,), 0, _U64))
    words = _philox([*_halves(first), *_halves(second)], key)
    if wide:
        words = [_joined(*words[:2]), _joined(*words[2:])]
    columns = nnkit.concat([reshaped(w, (groups, 1)) for w in words], axis=1)
    flat = reshaped(columns, (groups * len(words),))
    bits = reshaped(sliced(flat, [0], [prod(shape)], [1]), shape)
    after = plus(_u64(groups))
    return nnkit.stack([_word(state, 0), *after][:size]), bits


@operator("stablehlo.rng_bit_generator")
def rng_bit_generator(call: OperationContext, state: Any) -> Any:
    algorithm = call.word("rng_algorithm", 0, call.word("algorithm", 0, "DEFAULT"))
    makers = {"THREE_FRY": _from_threefry, "PHILOX": _from_philox, "DEFAULT": _from_philox}
    if algorithm not in makers:
        raise error(f"algorithm must be one of {', '.join(makers)}, got {algorithm}")
    if state.type.element is not _U64:
        raise error(f"state must have element type ui64, got {state.type.element}")
    element = call_element(call, 1)
    shape = call.operation.types[1]
    after, bits = makers[algorithm](state, getattr(shape, "shape", ()), element.bits == 64)
    if element.is_integer:
        return after, cast_to(bits, element)
    if not element.is_float or element.is_storage:
        raise error(f"bits must be integers or floats, got {element}")
    integers = cast_to(bits, ElementType(f"u{element.bits}"))
    return after, lowered("bitCast", integers, element=element)


@operator("stablehlo.rng")
def rng(call: OperationContext, first: Any, second: Any, sizes: Any) -> Any:
    """Random numbers of the given sizes, from the generator of the program."""
    shape, element = call.type.static_shape, call.type.element
    if shape is None:
        raise error("the sizes must be known")
    kind = call.word("rng_distribution", 0, call.word("distribution", 0))
    if kind not in ("NORMAL", "UNIFORM"):
        raise error(f"distribution must be NORMAL or UNIFORM, got {kind}")
    wide = ElementType.F32 if element.is_float and element.bits <= 32 else ElementType.F64
    low, high = cast_to(first, wide), cast_to(second, wide)
    if kind == "NORMAL":
        numbers = nnkit.random.normal(shape, dtype=wide) * high + low
    else:
        numbers = nnkit.random.uniform(shape, dtype=wide) * (high - low) + low
    return cast_to(numbers if element.is_float else lowered("floor", numbers), element)
