"""Derivatives of special functions that are not instructions."""

from __future__ import annotations

import math
from typing import Final

from dlvm.ir.types import F64
from dlvm.transforms.differentiation.rules.value_builder import (
    TensorValue,
    floor,
    reciprocal,
    sin,
    square,
)

_BERNOULLI: Final = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
"""The Bernoulli numbers B(2k), for k from 1: the coefficients of trigamma's asymptotic series."""
_SHIFT: Final = 10
"""The least argument for which the series has the full precision of f64."""


def trigamma(x: TensorValue) -> TensorValue:
    """Returns the derivative of digamma, computed in f64.

    Applies the reflection formula for negative numbers, then the recurrence, then the asymptotic
    series. The result is infinite at the poles.
    """
    wide = x.cast(F64)
    is_negative = wide < 0
    z = is_negative.select(1 - wide, wide)
    total = square(reciprocal(z))
    for step in range(1, _SHIFT):
        total = total + square(reciprocal(z + step))
    inverse = reciprocal(z + _SHIFT)
    small = square(inverse)
    series = small * _BERNOULLI[-1]
    for number in reversed(_BERNOULLI[:-1]):
        series = (series + number) * small
    total = total + inverse * (series + 1) + small * 0.5
    fraction = is_negative.select(wide - floor(wide), 0.5)
    mirrored = math.pi**2 / square(sin(fraction * math.pi)) - total
    return is_negative.select(mirrored, total).cast(x.type.element)
