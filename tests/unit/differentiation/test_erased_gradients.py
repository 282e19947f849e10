"""Gradients of code with sizes that are unknown at compile time: they have as few instructions as
for static sizes, and are correct if operands are broadcast at run time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import interpret
from tests.support.pass_testing import body

LAYER = """
stage raw
// f(x, w, b) = dot(x, w) + pad(b, at: 0)
func @f: (<_ x _ x f32>, <_ x _ x f32>, <_ x f32>) -> <_ x _ x f32> {
'entry(%x: <_ x _ x f32>, %w: <_ x _ x f32>, %b: <_ x f32>):
    %0.0 = dot %x: <_ x _ x f32>, %w: <_ x _ x f32>
    %0.1 = padShape %b: <_ x f32> at 0
    %0.2 = add %0.0: <_ x _ x f32>, %0.1: <1 x _ x f32>
    return %0.2: <_ x _ x f32>
}
[gradient @f wrt 1, 2 seedable]
func @df: (<_ x _ x f32>, <_ x _ x f32>, <_ x f32>, <_ x _ x f32>)
         -> (<_ x _ x f32>, <_ x f32>)
[gradient @f seedable]
func @all: (<_ x _ x f32>, <_ x _ x f32>, <_ x f32>, <_ x _ x f32>)
          -> (<_ x _ x f32>, <_ x _ x f32>, <_ x f32>)
"""


def test_a_dense_layer_takes_four_instructions() -> None:
    module = dlvm.parse(LAYER)
    dlvm.run_passes(module, "O2")
    assert body(module, "df") == ["reduce", "unbroadcast", "contract", "unbroadcast", "return"]


def test_equal_names_prove_that_nothing_is_broadcast() -> None:
    """Then the gradient equals that for static sizes."""
    named = "<_m x _k x f32>", "<_k x _n x f32>", "<_n x f32>"
    x, w, b = (f"%{v}: {t}" for v, t in zip("xwb", named, strict=True))
    module = dlvm.parse(f"""
        stage raw
        func @f: ({", ".join(named)}) -> <_m x _n x f32> {{
        'entry({x}, {w}, {b}):
            %y = dot {x}, {w}
            %c = padShape {b} at 0
            %z = add %y: <_m x _n x f32>, %c: <1 x _n x f32>
            return %z: <_m x _n x f32>
        }}
        [gradient @f wrt 1, 2 seedable]
        func @df: ({", ".join(named)}, <_m x _n x f32>) -> ({named[1]}, {named[2]})
    """)
    dlvm.run_passes(module, "O2")
    assert body(module, "df") == ["reduce", "contract", "return"]


def _expected(x: Any, w: Any, b: Any, g: Any) -> list[Any]:
    columns = g.sum(1, keepdims=True) if w.shape[1] == 1 else g
    bias = g.sum(0)
    return [columns @ w.T, x.T @ columns, bias.sum(keepdims=True) if b.shape == (1,) else bias]


@pytest.mark.parametrize("level", [0, 2])
def test_a_dense_layer_of_any_sizes(level: int) -> None:
    module = dlvm.parse(LAYER)
    compiled = dlvm.compile(dlvm.parse(LAYER), opt_level=level)
    dlvm.run_passes(module, "AD")
    generator = np.random.default_rng(level)
    for m, k, n, columns, bias in [
        (4, 3, 5, 5, 5), (4, 3, 5, 5, 1), (4, 3, 5, 1, 5), (1, 1, 1, 1, 1), (2, 0, 3, 3, 3),
        (0, 2, 3, 3, 1), (17, 33, 40, 40, 40), (17, 33, 40, 1, 40), (3, 2, 0, 1, 0),
    ]:  # fmt: skip
        shapes = (m, k), (k, columns), (bias,), (m, n)
        given = [generator.standard_normal(s).astype(np.float32) for s in shapes]
        expected = _expected(*given)
        for found in (compiled["all"](*given), interpret(module, "all", *given)):
            for a, e in zip(found, expected, strict=True):
                assert a.shape == e.shape
                np.testing.assert_allclose(a, e, rtol=1e-4, atol=1e-4)
        for a, e in zip(compiled["df"](*given), expected[1:], strict=True):
            assert a.shape == e.shape
            np.testing.assert_allclose(a, e, rtol=1e-4, atol=1e-4)
