"""Constant factors of products are cut into panels of columns."""

from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm import nnkit
from dlvm.compiler import lowered_module
from dlvm.compute.layout.constant_layouts import lay_out_constants
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.nnkit import Float2D, Float4D, dynamic, staged
from dlvm.nnkit.staging.staged import StagedFunction

RANDOM = np.random.default_rng(0)


def constant(*shape: int, dtype: Any = np.float32) -> Any:
    made = RANDOM.standard_normal(shape).astype(dtype)
    made.setflags(write=False)
    return made


def product(weights: Any, bias: Any, transposed: bool) -> StagedFunction[..., Any]:
    @staged
    def f(x: Annotated[Float2D, dynamic(0)]) -> Float2D:
        y = nnkit.einsum("ik,jk->ij", x, weights) if transposed else x @ weights
        return nnkit.maximum(y + bias, 0)

    return f


@settings(max_examples=12, deadline=None)
@given(
    rows=st.lists(st.integers(0, 40), min_size=1, max_size=3),
    terms=st.integers(1, 200),
    columns=st.integers(1, 12).map(lambda n: 32 * n) | st.integers(1, 300),
    transposed=st.booleans(),
)
def test_products_of_any_number_of_rows(
    rows: list[int], terms: int, columns: int, transposed: bool
) -> None:
    weights, bias = constant(terms, columns), constant(columns)
    f = product(weights.T.copy() if transposed else weights, bias, transposed)
    for count in rows:
        x = constant(count, terms)
        expected = np.maximum(x.astype(float) @ weights.astype(float) + bias, 0)
        np.testing.assert_allclose(f(x), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("transposed", [False, True])
def test_large_constants_are_cut_and_read_without_a_copy(transposed: bool) -> None:
    weights = constant(96, 256)
    f = product(weights.T.copy() if transposed else weights, constant(256), transposed)
    text = str(f.lower(constant(3, 96)).at("schedule"))
    panels = [n for n in (8, 16, 32) if f"<{256 // n} x 96 x {n} x f32>" in text]
    assert len(panels) == 1
    assert "pack %b" not in text


def test_small_constants_are_unchanged() -> None:
    f = product(constant(16, 64), constant(64), transposed=False)
    assert "@layout" not in str(f.lower(constant(3, 16)).at("schedule"))


@settings(max_examples=25, deadline=None)
@given(
    channels=st.sampled_from([24, 64, 384]),
    columns=st.sampled_from([20, 64, 128, 192]),
    window=st.sampled_from([(1, 1), (3, 3), (1, 2)]),
    sizes=st.lists(st.tuples(st.integers(1, 3), st.integers(3, 9), st.integers(3, 9)), min_size=1),
    erased=st.sets(st.sampled_from([0, 2, 3])),
    step=st.integers(1, 2),
)
def test_convolutions_of_any_size(
    channels: int,
    columns: int,
    window: tuple[int, int],
    sizes: list[tuple[int, int, int]],
    erased: set[int],
    step: int,
) -> None:
    """Weights in panels, with results of which several sizes are unknown."""
    weights = constant(columns, channels, *window)
    padding = tuple((n // 2, n // 2) for n in window)

    @staged
    def f(x: Annotated[Float4D, dynamic(*sorted(erased))]) -> Float4D:
        return nnkit.convolve(x, weights, padding=padding, strides=(step, step))

    for batch, height, width in sizes[:1] if not erased else sizes:
        shape = [batch, channels, height, width]
        first = [sizes[0][0], channels, *sizes[0][1:]]
        shape = [n if axis in erased else first[axis] for axis, n in enumerate(shape)]
        x = constant(*shape)
        padded = np.pad(x.astype(float), np.array([(0, 0), (0, 0), *padding]))
        windows = np.lib.stride_tricks.sliding_window_view(padded, window, (2, 3))
        expected = np.einsum("ncyxij,kcij->nkyx", windows[:, :, ::step, ::step], weights)
        np.testing.assert_allclose(f(x), expected, rtol=1e-4, atol=1e-4)


MACHINES = [
    Machine(vector_bytes=16, registers=32),
    Machine(vector_bytes=32, registers=16, has_avx2=True, caches=(Cache(32 << 10), Cache(1 << 19))),
    Machine(vector_bytes=64, registers=32, has_avx512=True),
]


@pytest.mark.parametrize("machine", MACHINES, ids=["neon", "avx2", "avx512"])
@pytest.mark.parametrize("erased", [(), (0,), (2,), (0, 2, 3)], ids=str)
@pytest.mark.parametrize("window", [1, 3])
def test_layouts_on_other_processors(
    machine: Machine, erased: tuple[int, ...], window: int
) -> None:
    weights, x = constant(128, 384, window, window), constant(1, 384, 9, 9)

    @staged
    def f(x: Annotated[Float4D, dynamic(*erased)]) -> Float4D:
        return nnkit.maximum(nnkit.convolve(x, weights, padding=window // 2), 0)

    module = lowered_module(f.lower(x).module, "compute")
    before = [np.asarray(result) for result in [dlvm.interpret(module, "f", x)]]
    lay_out_constants(module, machine)
    dlvm.verify(module)
    found = dlvm.interpret(module, "f", x)
    np.testing.assert_allclose(np.asarray(found), before[0], rtol=1e-4, atol=1e-4)
