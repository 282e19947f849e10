"""Kernels whose loops differ only in integers share one function, which gets these integers."""

from __future__ import annotations

import random

import numpy as np
import pytest

import dlvm

ROWS, COLUMNS = 8, 32


def _functions(module: str) -> int:
    """The number of functions that compute kernels."""
    return dlvm.lower(dlvm.parse(module), "llvm", threads=1).count("define internal void @dlvm.k")


def _products(terms: list[int], tiles: list[int]) -> str:
    """Products of transposed matrices, whose terms are tiled."""
    parts: list[str] = []
    for n, (k, tile) in enumerate(zip(terms, tiles, strict=True)):
        a, b, c = f"<{k} x {ROWS} x f32>", f"<{k} x {COLUMNS} x f32>", f"<{ROWS} x {COLUMNS} x f32>"
        parts.append(f"""
compute @d{n}: ({a}, {b}) -> {c} {{
    (%a, %b) -> %c
    %c[i < {ROWS}, j < {COLUMNS}] = sum(k < {k}) %a[k, i] * %b[k, j]
}}
schedule @d{n} for cpu {{
    vectorize j by 8
    unroll i by 4
    unroll k by 2
    tile k by {tile}
}}
func @f{n}: ({a}, {b}) -> {c} {{
'entry(%a: {a}, %b: {b}):
    %c = apply @d{n}(%a: {a}, %b: {b}): ({a}, {b}) -> {c}
    return %c: {c}
}}
""")
    return "stage schedule\n" + "".join(parts)


@pytest.mark.parametrize("seed", range(6))
def test_products_with_other_tiles_share_a_function(seed: int) -> None:
    r, numbers = random.Random(seed), np.random.default_rng(seed)
    terms = [2 * r.randint(60, 150) for _ in range(4)]
    tiles = [2 * r.randint(10, 25) for _ in range(4)]
    text = _products(terms, tiles)
    compiled = dlvm.compile(dlvm.parse(text), threads=1)
    for n, k in enumerate(terms):
        a, b = (numbers.integers(-3, 4, s).astype(np.float32) for s in ((k, ROWS), (k, COLUMNS)))
        np.testing.assert_array_equal(compiled[f"f{n}"](a, b), a.T @ b)
    assert _functions(text) < len(terms)


def test_slices_at_other_places_share_a_function() -> None:
    places = [0, 1, 3, 40]
    whole, part = f"<{ROWS} x 80 x f32>", f"<{ROWS} x {COLUMNS} x f32>"
    text = "".join(
        f"""
func @f{n}: ({whole}) -> {part} {{
'entry(%x: {whole}):
    %s = slice %x: {whole} from 0, {place} upto {ROWS}, {place + COLUMNS}
    %y = exp %s: {part}
    return %y: {part}
}}
"""
        for n, place in enumerate(places)
    )
    compiled = dlvm.compile(dlvm.parse(text))
    x = np.linspace(-1, 1, ROWS * 80, dtype=np.float32).reshape(ROWS, 80)
    for n, place in enumerate(places):
        np.testing.assert_allclose(
            compiled[f"f{n}"](x), np.exp(x[:, place : place + COLUMNS]), rtol=1e-6
        )
    assert _functions(text) == 1
