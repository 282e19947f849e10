"""Random tensors, whose values do not depend on the number of threads or the machine.

Without a key, a function draws from the program's generator and advances it. With a key (u32
``(2,)``), the result is a pure function of the key. Use each key once; ``split`` derives new keys.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from dlvm.ir.instructions import Random
from dlvm.ir.types import F32, F64, I64, ElementType
from dlvm.nnkit.array_api import elementwise, reductions
from dlvm.nnkit.array_api.tensors import AnyTensor, Float0D, Int0D, Tensor
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import i64, u32
from dlvm.nnkit.tracing.primitives import expect_element, expect_shape, expect_size, static_int
from dlvm.nnkit.tracing.ranks import Array, Less, Rank1, StagedRank
from dlvm.nnkit.tracing.sizes import is_size, with_values
from dlvm.nnkit.tracing.trace import emit, failure
from dlvm.nnkit.tracing.tracer import Tracer, is_tracer, lift, wrap

N = TypeVar("N", bound=StagedRank)
Shape = int | tuple[int, ...]
Bound = float | Float0D
Key = Tensor[Rank1, u32]


def key(seed: int | Int0D) -> Key:
    """Creates a key, u32 ``(2,)``, from an integer seed.

    Parameters
    ----------
    seed
        An integer, known or staged.

    Examples
    --------
    ::

        first, second = random.split(random.key(0))
        x = random.normal((2, 3), key=first)
    """
    if is_tracer(seed):
        low = primitives.elementwise("and", seed, 2**32 - 1)
        high = primitives.elementwise("shiftRight", seed, 32)
        parts = [primitives.expand(p, 0) for p in (low, high)]
        return primitives.cast_to(primitives.concatenate(parts, 0), u32)
    number = static_int(seed, "random.key")
    return wrap(lift(np.array([number % 2**32, (number >> 32) % 2**32], np.uint32)))


def split(key: Key, count: int = 2) -> tuple[Key, ...]:
    """Derives ``count`` independent keys from a key.

    Parameters
    ----------
    key
        A key, u32 ``(2,)``.
    count
        The number of keys.

    Returns
    -------
    tuple
        Keys, u32 ``(2,)`` each.
    """
    shape = (static_int(count, "random.split"), 2)
    bits = elementwise.floor(_draw(shape, 0.0, 2.0**32, F64, key, normal=False))
    return tuple(primitives.cast_to(bits, u32))


def fold_in(key: Key, number: int | Int0D) -> Key:
    """Derives a key from a key and an integer, such as a loop counter.

    Parameters
    ----------
    key
        A key, u32 ``(2,)``.
    number
        An integer, known or staged.

    Returns
    -------
    Tensor
        A key, u32 ``(2,)``.
    """
    # This golden-ratio constant separates the new keys from those that split derives.
    mixed = primitives.elementwise("xor", _key(number), _key(0x9E3779B97F4A7C15))
    return split(primitives.elementwise("xor", key, mixed), 1)[0]


_key = key


def uniform(
    shape: Shape = (), low: Bound = 0.0, high: Bound = 1.0, dtype: Any = F32, key: Key | None = None
) -> Any:
    """Samples uniformly between ``low``, which is included, and ``high``.

    A sample is rounded to its element type, so it can be equal to ``high``.

    Parameters
    ----------
    shape
        The shape of the result; by default a scalar.
    low, high
        The bounds: numbers or scalars.
    dtype
        The element type of the result, a floating-point type.
    key
        A key, u32 ``(2,)``; by default the program's generator draws the numbers.
    """
    return _draw(shape, low, high, dtype, key, normal=False)


def normal(
    shape: Shape = (), mean: Bound = 0.0, std: Bound = 1.0, dtype: Any = F32, key: Key | None = None
) -> Any:
    """Samples from the normal distribution.

    Parameters
    ----------
    shape
        The shape of the result; by default a scalar.
    mean, std
        The mean and the standard deviation: numbers or scalars.
    dtype
        The element type of the result, a floating-point type.
    key
        A key, u32 ``(2,)``; by default the program's generator draws the numbers.
    """
    return _draw(shape, mean, std, dtype, key, normal=True)


def truncated_normal(
    shape: Shape = (),
    low: float = -2.0,
    high: float = 2.0,
    mean: Bound = 0.0,
    std: Bound = 1.0,
    dtype: Any = F32,
    key: Key | None = None,
) -> Any:
    """Samples from the truncated normal distribution, by inverting the distribution function.

    Parameters
    ----------
    shape
        The shape of the result; by default a scalar.
    low, high
        The bounds, in standard deviations from the mean.
    mean, std
        The mean and the standard deviation before truncation: numbers or scalars.
    dtype
        The element type of the result, a floating-point type.
    key
        A key, u32 ``(2,)``; by default the program's generator draws the numbers.
    """
    element = expect_element(dtype)
    root = 2.0**0.5
    ends = [elementwise.erf(_scalar(v / root, element)) for v in (low, high)]
    found: Any = elementwise.erfinv(_draw(shape, ends[0], ends[1], dtype, key, normal=False)) * root
    return elementwise.clip(found, low, high) * std + mean


def _scalar(number: float, element: ElementType) -> Any:
    return primitives.full((), number, element)


def exponential(shape: Shape = (), dtype: Any = F32, key: Key | None = None) -> Any:
    """Samples from the exponential distribution with mean 1.

    Parameters
    ----------
    shape
        A size, or a tuple of sizes.
    dtype
        The element type, a floating-point type.
    key
        The key; by default, the program's random state.
    """
    return -elementwise.log1p(-uniform(shape, dtype=dtype, key=key))


def gumbel(shape: Shape = (), dtype: Any = F32, key: Key | None = None) -> Any:
    """Samples from the standard Gumbel distribution: ``-log`` of exponential samples.

    Parameters
    ----------
    shape
        A size, or a tuple of sizes.
    dtype
        The element type, a floating-point type.
    key
        The key; by default, the program's random state.
    """
    return -elementwise.log(exponential(shape, dtype, key))


def randint(
    shape: Shape, low: int | Int0D, high: int | Int0D, dtype: Any = I64, key: Key | None = None
) -> Any:
    """Samples integers uniformly from ``[low, high)``.

    Parameters
    ----------
    shape
        A size, or a tuple of sizes.
    low, high
        The bounds, fewer than 2 ** 53 apart.
    dtype
        The element type, an integer type.
    key
        The key; by default, the program's random state.
    """
    first, last = (primitives.cast_to(wrap(lift(v, I64)), F64) for v in (low, high))
    places = elementwise.floor(uniform(shape, dtype=F64, key=key) * (last - first))
    return primitives.cast_to(places + first, dtype)


def bernoulli(shape: Shape = (), p: Any = 0.5, key: Key | None = None) -> Any:
    """Samples bools that are true with probability ``p``.

    Parameters
    ----------
    shape
        A size, or a tuple of sizes.
    p
        The probability, a number or a tensor that broadcasts to ``shape``.
    key
        The key; by default, the program's random state.
    """
    return uniform(shape, key=key) < p


def categorical(
    logits: Tracer[Array[Less[N], Any]], axis: int = -1, key: Key | None = None
) -> Tensor[N, i64]:
    """Samples class indices from unnormalized log-probabilities along an axis.

    Uses the Gumbel-max trick: the argmax of the logits plus Gumbel noise.

    Parameters
    ----------
    logits
        Floats of any shape.
    axis
        The axis of the classes.
    key
        The key; by default, the program's random state.

    Returns
    -------
    Tensor
        i64 indices, of the shape of ``logits`` without the axis.
    """
    rows: Any = logits
    noise = gumbel(rows.shape, rows.type.element, key)
    return reductions.argmax(rows + noise, axis)


def permutation(x: int | AnyTensor, key: Key | None = None) -> Any:
    """Permutes the integers below ``x``, or the rows of the tensor ``x``.

    Parameters
    ----------
    x
        A number of integers, or a tensor.
    key
        The key; by default, the program's random state.

    Returns
    -------
    Tensor
        The integers from 0 to ``x - 1``, i64, or the rows of the tensor ``x``, in random order.
    """
    if is_size(x):
        count = expect_size(x, "random.permutation")
        return reductions.argsort(uniform((count,), dtype=F64, key=key))
    tensor: Any = x
    if not tensor.ndim:
        raise failure("random.permutation: expected a tensor of rank 1 or more, got a scalar")
    return primitives.gather(tensor, permutation(tensor.shape[0], key), 0)


def _draw(shape: Shape, low: Any, high: Any, dtype: Any, key: Key | None, *, normal: bool) -> Any:
    element = expect_element(dtype)
    bounds = [lift(b, element) for b in (low, high)]
    keyed = None if key is None else lift(key)
    dims, sizes = with_values(expect_shape(shape, "random"))
    return wrap(emit(Random, dims, *bounds, normal=normal, key=keyed, sizes=sizes))
