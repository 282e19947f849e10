"""Products whose sizes are known only at run time, of sizes around those of blocks, vectors and
tiles, and of no rows, columns or terms."""

from collections.abc import Iterator

import numpy as np
import pytest

import dlvm
from dlvm.runtime.arrays import Array

SIZES = [1, 2, 3, 5, 6, 7, 13, 14, 15, 16, 17, 31, 32, 33, 64, 100, 127, 129, 255, 257, 300]
SPECIAL = [(0, 3, 4), (3, 0, 4), (3, 4, 0), (1, 1, 1), (300, 700, 300), (15, 257, 65)]

PRODUCT = """
func @{name}: (<{m} x {n} x {e}>, <{n} x {k} x {e}>) -> <{m} x {k} x {e}> {{
'entry(%x: <{m} x {n} x {e}>, %w: <{n} x {k} x {e}>):
    %r = dot %x: <{m} x {n} x {e}>, %w: <{n} x {k} x {e}>
    return %r: <{m} x {k} x {e}>
}}
"""
TRANSPOSED = """
func @rows: (<_n x _m x f32>, <_n x _k x f32>) -> <_m x _k x f32> {
'entry(%x: <_n x _m x f32>, %w: <_n x _k x f32>):
    %t = transpose %x: <_n x _m x f32>
    %r = dot %t: <_m x _n x f32>, %w: <_n x _k x f32>
    return %r: <_m x _k x f32>
}
func @columns: (<_m x _n x f32>, <_k x _n x f32>) -> <_m x _k x f32> {
'entry(%x: <_m x _n x f32>, %w: <_k x _n x f32>):
    %t = transpose %w: <_k x _n x f32>
    %r = dot %x: <_m x _n x f32>, %t: <_n x _k x f32>
    return %r: <_m x _k x f32>
}
"""


def sizes(count: int) -> Iterator[tuple[int, int, int]]:
    random = np.random.default_rng(0)
    yield from SPECIAL
    for _ in range(count):
        m, n, k = random.choice(SIZES, 3).tolist()
        yield m, n, k


def integers(*shape: int) -> Array:
    """Small enough for sums to be exact in any order."""
    return np.random.default_rng(shape).integers(-3, 4, shape).astype(np.float32)


@pytest.mark.parametrize("threads", [1, 2])
def test_all_sizes(threads: int) -> None:
    types = {"f32": np.float32, "f64": np.float64, "f16": np.float16}
    text = "".join(PRODUCT.format(name=e, m="_m", n="_n", k="_k", e=e) for e in types)
    executable = dlvm.compile(
        dlvm.parse(f'module "m"\nstage optimizable\n{text}{TRANSPOSED}'), threads=threads
    )
    for m, n, k in sizes(40):
        x, w = integers(m, n), integers(n, k)
        expected = x @ w
        for name, kind in types.items():
            found = executable[name](x.astype(kind), w.astype(kind))
            np.testing.assert_array_equal(found, expected.astype(kind), f"{name} {m} x {n} x {k}")
        rows = executable["rows"](np.ascontiguousarray(x.T), w)
        columns = executable["columns"](x, np.ascontiguousarray(w.T))
        np.testing.assert_array_equal(rows, expected, f"rows {m} x {n} x {k}")
        np.testing.assert_array_equal(columns, expected, f"columns {m} x {n} x {k}")


@pytest.mark.parametrize("known", ["m", "n", "k", "mn", "mk", "nk"])
def test_some_sizes(known: str) -> None:
    own = {"m": 37, "n": 40, "k": 50}
    dims = {v: own[v] if v in known else f"_{v}" for v in own}
    text = PRODUCT.format(name="f", e="f32", **dims)
    f = dlvm.compile(dlvm.parse(f'module "m"\nstage optimizable\n{text}'))["f"]
    for drawn in sizes(30):
        m, n, k = (own[v] if v in known else d for v, d in zip("mnk", drawn, strict=True))
        x, w = integers(m, n), integers(n, k)
        np.testing.assert_array_equal(f(x, w), x @ w, f"{m} x {n} x {k}")
