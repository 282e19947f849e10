"""Functions on arrays of f64 that NumPy lacks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from dlvm.interpreter.numbers import Array, choose


def _elementwise(function: Callable[[float], float]) -> Callable[[Array], Array]:
    vectorized = np.frompyfunc(function, 1, 1)

    def evaluate(x: Array) -> Array:
        wide: Any = np.asarray(x, np.float64)
        return np.asarray(vectorized(wide), np.float64).astype(x.dtype)

    return evaluate


def _lgamma(x: float) -> float:
    if math.isfinite(x) and x <= 0 and x == math.floor(x):
        return math.inf
    try:
        return math.lgamma(x)
    except OverflowError:
        return math.inf


erf = _elementwise(math.erf)
erfc = _elementwise(math.erfc)
lgamma = _elementwise(_lgamma)

_SERIES: Final = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
"""The coefficients of digamma's asymptotic series in 1/x²: B(2k) / 2k for k = 1, 2, …, where B(n)
are the Bernoulli numbers."""
_LARGE: Final = 10.0
"""The least argument for which the series has the full precision of f64."""


def digamma(x: Array) -> Array:
    """Computes digamma.

    Applies the reflection formula for negative numbers, then the recurrence up to 10, then the
    asymptotic series. The result is -inf at 0, inf at -0, and NaN at the other poles.
    """
    wide = np.asarray(x, np.float64)
    negative = wide < 0
    z = choose(negative, 1 - wide, wide)
    result = np.zeros_like(z)
    for _ in range(int(_LARGE)):
        small = z < _LARGE
        result = choose(small, result - 1 / z, result)
        z = choose(small, z + 1, z)
    inverse = 1 / z
    series = np.zeros_like(z)
    for coefficient in reversed(_SERIES):
        series = (series + coefficient) * inverse**2
    result += np.log(z) - inverse / 2 - series
    angle = np.pi * (wide - np.rint(wide))
    result = choose(negative, result - np.pi / np.tan(angle), result)
    pole = negative & (wide == np.floor(wide))
    return choose(pole, np.nan, result).astype(x.dtype)
