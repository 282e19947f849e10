"""Sorting, and the first elements in order, of lines of all lengths: compiled code beside the
interpreter."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Annotated, Any

import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.ir import ElementType, Module
from dlvm.ir.types import BOOL
from dlvm.nnkit import Float0D, Float1D, Float2D, Int1D, Int2D, dynamic, gradient, staged
from dlvm.runtime.calling.executable import Executable

COUNTS = (None, 0, 1, 2, 7, 24, 25, 60)
"""How many come first; for more than 24, items are merged."""
LENGTHS = (0, 1, 5, 8, 30, 48, 49, 63, 64, 65, 200, 1000, 2048, 2049, 5000)
"""Up to 48 items are inserted, up to 2,048 merged, and more sorted by their digits."""


@cache
def programs(element: ElementType) -> tuple[Module, Executable]:
    """Functions that sort along the middle of three axes, descending and not, of each count."""
    functions = ""
    for count in COUNTS:
        for way in ("", " descending"):
            first = "" if count is None else f" first {count}"
            size = "_n" if count is None else count
            result = f"(<_a x {size} x _b x {element}>, <_a x {size} x _b x i64>)"
            functions += f"""
func @f_{count}_{len(way)}: (<_a x _n x _b x {element}>) -> {result} {{
'entry(%x: <_a x _n x _b x {element}>):
    %y = sort %x: <_a x _n x _b x {element}> along 1{way}{first}
    return %y: {result}
}}
"""
    module = dlvm.parse(f'module "sorting"\nstage raw\n{functions}')
    return module, dlvm.compile(module, threads=2)


def drawn(random: Random, element: ElementType, shape: tuple[int, ...]) -> Any:
    """Elements in one of several orders, many of them equal or special."""
    generator = np.random.default_rng(random.getrandbits(32))
    kind = random.choice(("any", "any", "few", "ascending", "descending"))
    if element is BOOL:
        x = generator.random(shape) < random.choice((0.01, 0.5, 0.99))
    elif element.is_float:
        x = generator.standard_normal(shape) * 10.0 ** random.choice((-3, 0, 3))
        x = np.rint(x) if kind == "few" else x
        for special in (np.nan, np.inf, -np.inf, 0.0, -0.0):
            if random.random() < 0.4:
                x[generator.random(shape) < random.choice((0.003, 0.1, 0.9))] = special
    else:
        limits = np.iinfo(element.numpy)
        low, high = (0, 3) if kind == "few" else (limits.min, limits.max)
        x = generator.integers(low, high, shape, element.numpy, endpoint=True)
    x = x.astype(element.numpy)
    if kind in ("ascending", "descending"):
        x = np.sort(x, axis=1)
    return np.ascontiguousarray(np.flip(x, 1) if kind == "descending" else x)


@pytest.mark.parametrize(
    "element", [e for e in ElementType if not (e.is_storage or e.is_complex)], ids=str
)
def test_compiled_code_sorts_as_the_interpreter(element: ElementType) -> None:
    module, executable = programs(element)
    random = Random(str(element))
    for _ in range(150):
        count = random.choice(COUNTS)
        length = random.choice([n for n in LENGTHS if n >= (count or 0)])
        shape = (random.choice((0, 1, 2, 9)), length, random.choice((0, 1, 1, 1, 3, 16)))
        x = drawn(random, element, shape)
        name = f"f_{count}_{random.choice((0, 11))}"
        expected = dlvm.interpret(module, name, x)
        for found, wanted in zip(executable[name](x), expected, strict=True):
            # Bit for bit: 0 and -0 are equal, and which of them comes first shows.
            assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
            assert found.tobytes() == wanted.tobytes(), (name, shape)


@pytest.mark.parametrize("count", [1, 60])
def test_results_do_not_depend_on_the_number_of_threads(count: int) -> None:
    module, executable = programs(ElementType.F32)
    x = np.random.default_rng(1).integers(0, 9, (700, 300, 3)).astype(np.float32)
    single = dlvm.compile(module, threads=1)
    for found, wanted in zip(
        executable[f"f_{count}_11"](x), single[f"f_{count}_11"](x), strict=True
    ):
        np.testing.assert_array_equal(found, wanted)


def test_more_elements_than_there_are_end_the_program() -> None:
    _, executable = programs(ElementType.F32)
    with pytest.raises(dlvm.DiagnosticError, match="the number of first elements must be at most"):
        executable["f_7_0"](np.zeros((2, 6, 1), np.float32))


@staged
def greatest(x: Float2D) -> tuple[Float2D, Int2D]:
    return nnkit.top_k(x, 3, 0)


@staged
def weighted(x: Float2D, weights: Float2D) -> Float0D:
    return nnkit.sum(nnkit.top_k(x, 3, 0)[0] * weights)


def test_top_k_and_its_gradient() -> None:
    x = np.random.default_rng(2).permutation(40).reshape(8, 5).astype(np.float32)
    values, places = greatest(x)
    expected = np.argsort(-x, 0)[:3]
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(values, np.take_along_axis(x, expected, 0))
    weights = np.arange(1, 16, dtype=np.float32).reshape(3, 5)
    slope = np.zeros_like(x)
    np.put_along_axis(slope, expected, weights, 0)
    (found,) = gradient(weighted, wrt="x")(x, weights)
    np.testing.assert_array_equal(found, slope)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 9, 100, 1000])
@pytest.mark.parametrize("side", ["left", "right"])
def test_searchsorted(size: int, side: Any) -> None:
    @staged
    def places(x: Float1D, y: Float2D) -> Int2D:
        return nnkit.searchsorted(x, y, side=side)

    @staged(interpret=True)
    def reference(x: Float1D, y: Float2D) -> Int2D:
        return nnkit.searchsorted(x, y, side=side)

    random = np.random.default_rng(size)
    x = np.rint(np.sort(random.standard_normal(size)) * size / 3).astype(np.float32)
    x[:1] = -np.inf
    x[-1:] = np.inf
    y = np.concatenate([x, x + 1, [-np.inf, np.inf, -0.0]]).astype(np.float32)[None]
    expected = np.searchsorted(x, y, side)
    np.testing.assert_array_equal(places(x, y), expected)
    np.testing.assert_array_equal(reference(x, y), expected)


def test_searchsorted_of_any_size() -> None:
    @staged
    def places(x: Annotated[Float1D, dynamic(n=0)], y: Float1D) -> Int1D:
        return nnkit.searchsorted(x, y)

    y = np.array([-1, 0, 2.5, 9], np.float32)
    for size in (0, 1, 5):
        x = np.arange(size, dtype=np.float32)
        np.testing.assert_array_equal(places(x, y), np.searchsorted(x, y))
