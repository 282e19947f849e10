"""Convolutions of signals, against SciPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.signal
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm import nnkit
from dlvm.nnkit import staged, vjp

RNG = np.random.default_rng(0)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_convolutions_of_signals(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 3))
    mode: Any = data.draw(st.sampled_from(("full", "same", "valid")))
    axes = sorted(data.draw(st.sets(st.integers(0, rank - 1), min_size=1)))
    second = data.draw(st.lists(st.integers(1, 5), min_size=rank, max_size=rank))
    first = [
        data.draw(st.integers(n if mode == "valid" else 1, 12)) if a in axes else n
        for a, n in enumerate(second)
    ]
    x, y = RNG.standard_normal(first), RNG.standard_normal(second)
    if data.draw(st.booleans()):
        x = x + 1j * RNG.standard_normal(first)
    wanted = scipy.signal.fftconvolve(x, y, mode, axes)
    found = nnkit.fftconvolve(x, y, mode=mode, axes=axes)
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(found, wanted, atol=1e-10)


def test_gradients_of_convolutions() -> None:
    @staged
    def smoothed(x: Any, y: Any) -> Any:
        return nnkit.fftconvolve(x, y)

    x, y, seed = (RNG.standard_normal(n) for n in (20, 7, 26))
    slopes = vjp(smoothed)(x, y, seed)
    for found, other in zip(slopes, (y, x), strict=True):
        np.testing.assert_allclose(found, np.correlate(seed, other, "valid"), atol=1e-12)


def test_arguments_that_do_not_fit() -> None:
    x = np.ones(3)
    cases: tuple[tuple[Any, dict[str, Any], str], ...] = (
        ((x, x[None]), {}, "expected signals of the same rank, got ranks 1 and 2"),
        ((x, x[:0]), {}, "expected known sizes of at least 1"),
        ((x, x), {"mode": "some"}, "mode must be full, same or valid, got 'some'"),
        ((x[:1], x), {"mode": "valid"}, "x2 must not be larger than x1, got sizes 3 and 1"),
    )
    for arguments, options, message in cases:
        with pytest.raises(dlvm.DiagnosticError, match=message):
            nnkit.fftconvolve(*arguments, **options)
