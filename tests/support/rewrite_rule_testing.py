"""What rules of algebra simplification are tested on, and how results are compared."""

import math
from typing import Any

import ml_dtypes
import numpy as np

from dlvm.ir import ElementType

NICE = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.25, 0.75, 1.25]
SHAPE = (16, 36)


def special(element: ElementType) -> np.ndarray[Any, Any]:
    """The numbers of a type at which rules break: zeros, extremes, infinities, NaN, subnormals."""
    if element is ElementType.BOOL:
        return np.array([False, True])
    if element.is_storage:
        return np.arange(2**element.bits, dtype=np.uint8).view(element.numpy)
    few = [0, 1, 2, 3, 7]
    if element.is_integer:
        limits = np.iinfo(element.numpy)
        ends = [limits.min, limits.min + 1, limits.max // 2, limits.max - 1, limits.max]
        return np.array(few + ends + ([-1, -2, -7] if limits.min else []), element.numpy)
    limits = ml_dtypes.finfo(element.numpy)
    sizes = [limits.max, limits.tiny, limits.smallest_subnormal, 0.75 * float(limits.tiny)]
    found = [*few, 0.1, 1 / 3, 2.5, 100.3, math.inf, *map(float, sizes)]
    return np.array([math.nan, *found, *(-x for x in found)]).astype(element.numpy)


def samples(element: ElementType, fast_math: bool, seed: int) -> np.ndarray[Any, Any]:
    is_nice = fast_math and element.is_differentiable
    values = np.array(NICE, element.numpy) if is_nice else special(element)
    return np.random.default_rng(seed).choice(values, SHAPE)


def bits(array: Any) -> Any:
    """Returns the bits of numbers, which tell the two zeros apart; all NaNs are equal."""
    wide = np.asarray(array, None if array.dtype.kind in "biu" else np.float64)
    is_negative = np.signbit(np.asarray(wide, np.float64)) & ~np.isnan(wide)
    return np.stack([wide, is_negative.astype(wide.dtype)])
