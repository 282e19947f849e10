"""Complex tensors as pairs of real ones, and the operators on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from dlvm.ir import instructions as op
from dlvm.transforms.differentiation.rules.value_builder import TensorValue, function

absolute, is_nan, is_inf = map(function, (op.Abs, op.IsNaN, op.IsInf))
sqrt, log, log1p, reciprocal = map(function, (op.Sqrt, op.Log, op.Log1p, op.Reciprocal))


def both(a: TensorValue, b: TensorValue) -> TensorValue:
    return a.wrap(op.And(a.value, b.value))


def either(a: TensorValue, b: TensorValue) -> TensorValue:
    return a.wrap(op.Or(a.value, b.value))


def arctan2(y: TensorValue, x: TensorValue) -> TensorValue:
    return y.wrap(op.Atan2(y.value, x.value))


def is_negative(x: TensorValue) -> TensorValue:
    """Whether the sign bit of a number is set, as for -0."""
    return either(x < 0, reciprocal(x) < 0)


@dataclass(frozen=True)
class ComplexParts:
    """The real and the imaginary part of a complex tensor."""

    real: TensorValue
    imaginary: TensorValue

    def map(self, function: Callable[[TensorValue], TensorValue]) -> ComplexParts:
        """Applies a function of real tensors to each part."""
        return ComplexParts(function(self.real), function(self.imaginary))

    def __neg__(self) -> ComplexParts:
        return self.map(lambda part: -part)

    def __add__(self, other: ComplexParts) -> ComplexParts:
        return ComplexParts(self.real + other.real, self.imaginary + other.imaginary)

    def __sub__(self, other: ComplexParts) -> ComplexParts:
        return ComplexParts(self.real - other.real, self.imaginary - other.imaginary)

    def __mul__(self, other: ComplexParts) -> ComplexParts:
        a, b, c, d = self.real, self.imaginary, other.real, other.imaginary
        return ComplexParts(a * c - b * d, a * d + b * c)

    def __truediv__(self, other: ComplexParts) -> ComplexParts:
        """The quotient by Smith's algorithm, in which squares do not overflow, as in NumPy."""
        a, b, c, d = self.real, self.imaginary, other.real, other.imaginary
        wide = absolute(d) > absolute(c)
        large, small = wide.select(d, c), wide.select(c, d)
        ratio = small / large
        scale = 1 / (large + small * ratio)
        real = wide.select(a * ratio + b, a + b * ratio)
        imaginary = wide.select(b * ratio - a, b - a * ratio)
        is_zero, zero = large.equals(0), absolute(large)
        return ComplexParts(
            is_zero.select(a / zero, real * scale), is_zero.select(b / zero, imaginary * scale)
        )

    def conjugate(self) -> ComplexParts:
        return ComplexParts(self.real, -self.imaginary)

    def times_i(self) -> ComplexParts:
        return ComplexParts(-self.imaginary, self.real)

    def over_i(self) -> ComplexParts:
        return ComplexParts(self.imaginary, -self.real)

    def number(self, real: float) -> ComplexParts:
        """A real number in this type."""
        return ComplexParts(self.real.constant(real), self.real.constant(0))

    def is_zero(self) -> TensorValue:
        return both(self.real.equals(0), self.imaginary.equals(0))

    def select(self, flags: TensorValue, otherwise: ComplexParts) -> ComplexParts:
        """These numbers where a flag is set, the others elsewhere."""
        return ComplexParts(
            flags.select(self.real, otherwise.real),
            flags.select(self.imaginary, otherwise.imaginary),
        )

    def absolute(self) -> TensorValue:
        """The absolute value; squares do not overflow."""
        a, b = absolute(self.real), absolute(self.imaginary)
        large, small = a.maximum(b), a.minimum(b)
        ratio = small / large
        root = large * sqrt(1 + ratio * ratio)
        infinite = either(a.equals(math.inf), b.equals(math.inf))
        return infinite.select(math.inf, large.equals(0).select(large, root))

    def log_absolute(self) -> TensorValue:
        """The logarithm of the absolute value."""
        a, b = absolute(self.real), absolute(self.imaginary)
        large, small = a.maximum(b), a.minimum(b)
        ratio = large.equals(small).select(1, small / large)
        return log(large) + 0.5 * log1p(ratio * ratio)
