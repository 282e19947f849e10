"""Comparison of results."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

from dlvm.ir.records import EnumValue

TOLERANCE = {"float16": 2e-2, "bfloat16": 1e-1, "float32": 2e-4, "float64": 1e-10}
"""The largest difference of float results, relative to the greatest magnitude."""


class Exactness(Enum):
    """How float results can differ."""

    SAME = "nothing but the sign of zeros"
    ROUNDED = "rounding"
    REAL = "rounding, and what is not finite"


def assert_agree(found: Any, expected: Any, exactness: Exactness = Exactness.ROUNDED) -> None:
    """Compares structure, shapes and element types exactly, and floats as exactly as required."""
    if isinstance(expected, EnumValue):
        assert isinstance(found, EnumValue)
        assert (found.type, found.case) == (expected.type, expected.case)
        found, expected = found.payload, expected.payload
    if isinstance(expected, tuple):
        assert isinstance(found, tuple)
        assert type(found).__name__ == type(expected).__name__
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            assert_agree(a, b, exactness)
        return
    if expected is None:
        assert found is None
        return
    a, b = np.asarray(found), np.asarray(expected)
    assert a.dtype == b.dtype
    assert a.shape == b.shape
    if a.dtype.kind in "biu" or exactness is Exactness.SAME:
        np.testing.assert_array_equal(a, b)
        return
    if a.dtype.kind == "c":
        # Each part rounds like a real number.
        assert_agree(np.real(a), np.real(b), exactness)
        assert_agree(np.imag(a), np.imag(b), exactness)
        return
    tolerance = TOLERANCE.get(a.dtype.name, 0.0)  # Element types for storage do not round.
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    if exactness is Exactness.REAL:
        tolerance = 100 * tolerance
        counts = np.isfinite(wide_a) & np.isfinite(wide_b)
        wide_a, wide_b = wide_a[counts], wide_b[counts]
    finite = wide_b[np.isfinite(wide_b)]
    scale = max(1.0, float(np.abs(finite).max(initial=0.0)))
    np.testing.assert_allclose(wide_a, wide_b, rtol=tolerance, atol=tolerance * scale)
