"""Products whose number of rows or terms is known only at run time: whole blocks, a last block that
overlaps them, and smaller ones give what NumPy gives.
"""

from __future__ import annotations

import numpy as np
import pytest

import dlvm
from dlvm.ir import Module

COLUMNS, TERMS = 40, 70
BODIES = {
    "a product": "",
    "with a bias": "%y = add %p: {y}, %b: <40 x f32>",
    # The result may take the place of %z: an element must not be computed twice.
    "with a donated operand": "%y = add %p: {y}, %z: {y}",
}


def program(rows: int | str, terms: int | str, name: str) -> Module:
    x, w, y = f"<{rows} x {terms} x f32>", f"<{terms} x 40 x f32>", f"<{rows} x 40 x f32>"
    body = BODIES[name].format(y=y)
    result = "%y" if body else "%p"
    return dlvm.parse(
        f"""
        func @main: ({x}, {w}, <40 x f32>, {y}) -> {y} {{
        'entry(%x: {x}, %w: {w}, %b: <40 x f32>, %z: {y}):
            %p = dot %x: {x}, %w: {w}
            {body}
            return {result}: {y}
        }}
        """
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", BODIES)
def test_numbers_of_rows(name: str, threads: int) -> None:
    random = np.random.default_rng(0)
    donate = {"main": [3]} if "donated" in name else None
    compiled = dlvm.compile(program("_n", TERMS, name), threads=threads, donate=donate)["main"]
    w, b = (random.standard_normal(s).astype("f") for s in [(TERMS, COLUMNS), COLUMNS])
    for rows in range(46):
        x, z = (random.standard_normal((rows, n)).astype("f") for n in (TERMS, COLUMNS))
        expected = x @ w + (b if "bias" in name else z if "donated" in name else 0)
        found = compiled(x, w, b, z.copy())
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("terms", [0, 1, 63, 64, 65, 400])
def test_numbers_of_terms(terms: int) -> None:
    random = np.random.default_rng(0)
    compiled = dlvm.compile(program("_n", "_k", "a product"), threads=1)["main"]
    for rows in (1, 5, 14, 20):
        x, w = (random.standard_normal(s).astype("f") for s in [(rows, terms), (terms, COLUMNS)])
        y = np.zeros((rows, COLUMNS), "f")
        found = compiled(x, w, np.zeros(COLUMNS, "f"), y)
        np.testing.assert_allclose(found, x @ w, rtol=1e-4, atol=1e-4)
