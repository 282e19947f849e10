"""Helpers that run staged functions and compare their results."""

from __future__ import annotations

from typing import Any

import numpy as np

RNG = np.random.default_rng(0)
F = RNG.standard_normal((2, 3)).astype(np.float32)
G = RNG.standard_normal((2, 3)).astype(np.float32)
ROW = np.array([1.0, -2.0, 3.0], np.float32)
T = np.arange(60, dtype=np.float32).reshape(3, 4, 5)


TOLERANCE = {"e": 2e-2, "f": 2e-5, "F": 2e-5, "d": 1e-9, "D": 1e-9}


def check(found: Any, expected: Any) -> None:
    """Compares shapes and element types exactly, and floats up to rounding."""
    if isinstance(expected, tuple | list):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            check(a, b)
        return
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    rtol = TOLERANCE.get(found.dtype.char, 0)
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)
