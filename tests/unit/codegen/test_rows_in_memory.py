"""Kernels that keep one row of an intermediate result, and read it at any index."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import dlvm

INDICES = ("l", "j", "i", "4 - l", "j + i", "0", "2 * j")


@pytest.mark.parametrize(("first", "second"), [*product(INDICES, INDICES[:4])])
def test_indices_of_rows(first: str, second: str) -> None:
    """The index of an outer loop selects an element of the row, too."""
    place = first.replace("4 - l", "4").replace("l", "3")
    text = f"""
    stage compute
    compute @rows: (<3 x 2 x 5 x f64>) -> (<3 x 2 x f64>, <3 x 2 x 5 x f64>) {{
        (%a) -> %d, %e
        %b[i < 3, j < 2, l < 5] = sin(%a[i, j, l])
        %c[i < 3, j < 2, l < 5] = %b[i, j, l] * %b[i, j, {second}]
        %d[i < 3, j < 2] = %c[i, j, {place}] + %b[i, j, {place}]
        %e[i < 3, j < 2, l < 5] = %c[i, j, {first}] - %c[i, j, {second}]
    }}
    func @main: (<3 x 2 x 5 x f64>) -> (<3 x 2 x f64>, <3 x 2 x 5 x f64>) {{
    'entry(%a: <3 x 2 x 5 x f64>):
        %y = apply @rows(%a: <3 x 2 x 5 x f64>) -> (<3 x 2 x f64>, <3 x 2 x 5 x f64>)
        return %y: (<3 x 2 x f64>, <3 x 2 x 5 x f64>)
    }}
    """
    x = np.random.default_rng(0).standard_normal((3, 2, 5))
    expected = dlvm.interpret(dlvm.parse(text), "main", x)
    found = dlvm.compile(dlvm.parse(text))["main"](x)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-14)
