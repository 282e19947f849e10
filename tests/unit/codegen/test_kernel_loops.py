"""The loops of kernels: results over sizes on both sides of vectors, tiles and blocks, exactly as
NumPy's. Numbers are small and whole, so that sums are exact in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir.types import ElementType

Array = np.ndarray[Any, np.dtype[Any]]
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """An instruction on a tensor, as text with the operand's name and type put in, what NumPy
    computes, and which of the tensor's dimensions the result has."""

    name: str
    text: str
    shape: Shape
    result: Callable[[Array], Array]
    axes: Shape
    element: str = "f32"

    @property
    def argument(self) -> Array:
        most = 2 if self.element == "bool" else 5
        random = np.random.default_rng(0)
        return random.integers(0, most, self.shape).astype(ElementType(self.element).numpy)

    def function(self, name: str, is_erased: bool) -> str:
        """The function, its sizes known or erased."""
        dims = [f"_a{n}" if is_erased else str(d) for n, d in enumerate(self.shape)]
        type = f"<{' x '.join([*dims, self.element])}>"
        kept = [dims[a] for a in self.axes]
        result = f"<{' x '.join([*kept, self.element])}>" if kept else self.element
        return (
            f"func @{name}: ({type}) -> {result} {{\n'entry(%x: {type}):\n"
            f"    %y = {self.text.format(f'%x: {type}')}\n    return %y: {result}\n}}\n"
        )


def _transposes() -> Iterator[Case]:
    shapes = [(3, 5), (16, 16), (33, 70), (130, 17), (200, 300), (4, 1000), (1025, 40)]
    orders = [((s, (1, 0)) for s in shapes)]
    deep = [(2, 1, 0), (0, 2, 1), (2, 0, 1), (1, 2, 0), (1, 0, 2)]
    for shape, order in [*orders[0], *(((7, 18, 35), order) for order in deep)]:
        for element in ("f32", "f64", "f16", "bool", "i8") if shape == (33, 70) else ("f32",):
            yield Case(
                f"transpose {shape} {order} {element}",
                f"transpose {{0}} along {', '.join(map(str, order))}",
                shape,
                lambda x, order=order: x.transpose(order),
                order,
                element,
            )


def _scans() -> Iterator[Case]:
    shapes = [(5,), (100,), (16, 40), (33, 70), (70, 33), (3, 1), (1, 130), (6, 35, 18)]
    for shape in shapes:
        elements = ("f32", "f64", "i8", "i64") if shape == (33, 70) else ("f32",)
        for axis, element in product(range(len(shape)), elements):
            for exclusive, reverse in product((False, True), repeat=2):
                words = " exclusive" * exclusive + " reverse" * reverse
                yield Case(
                    f"scan {shape} {axis}{words} {element}",
                    f"scan {{0}} by add along {axis}{words}",
                    shape,
                    partial(_running_sums, axis, exclusive, reverse),
                    tuple(range(len(shape))),
                    element,
                )
    for by, function in (("max", np.maximum), ("multiply", np.multiply)):
        result = partial(function.accumulate, axis=1)
        yield Case(f"scan {by}", f"scan {{0}} by {by} along 1", (7, 50), result, (0, 1), "f64")


def _running_sums(axis: int, exclusive: bool, reverse: bool, x: Array) -> Array:
    x = np.flip(x, axis) if reverse else x
    sums = x.cumsum(axis, dtype=x.dtype) - (x if exclusive else 0)
    return np.flip(sums, axis) if reverse else sums


def _sums() -> Iterator[Case]:
    shapes = [(70, 33), (3, 4), (1, 40), (40, 1), (2000, 5), (5, 20000), (12000,), (17, 70, 35)]
    for shape in shapes:
        elements = ("f32", "f64", "i32") if shape == (70, 33) else ("f32",)
        for count, element in product(range(1, len(shape) + 1), elements):
            for axes in combinations(range(len(shape)), count):
                yield Case(
                    f"sum {shape} {axes} {element}",
                    f"reduce {{0}} by add along {', '.join(map(str, axes))}",
                    shape,
                    partial(np.sum, axis=axes),
                    tuple(a for a in range(len(shape)) if a not in axes),
                    element,
                )


CASES = [*_transposes(), *_scans(), *_sums()]


@pytest.fixture(scope="module", params=["known", "erased"])
def compiled(request: pytest.FixtureRequest) -> Any:
    is_erased = request.param == "erased"
    functions = [case.function(f"f{n}", is_erased) for n, case in enumerate(CASES)]
    text = "\n".join(['module "loops"', "stage optimizable", "", *functions])
    return dlvm.compile(dlvm.parse(text), threads=2)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[c.name for c in CASES])
def test_loops(compiled: Any, number: int) -> None:
    case = CASES[number]
    result = np.asarray(compiled[f"f{number}"](case.argument))
    assert np.array_equal(result, case.result(case.argument))


@pytest.mark.parametrize("element", ["f32", "f64", "bf16"])
@pytest.mark.parametrize("count", [2, 16, 40, 67, 130])
def test_the_extremes_of_a_row_find_nan_wherever_it_is(count: int, element: str) -> None:
    """Each row has one number that is none, or an infinity, in another place."""
    kind = ElementType(element).numpy
    rows = np.random.default_rng(0).integers(-9, 9, (3 * count, count)).astype(kind)
    for number, row in enumerate(rows):
        row[number % count] = (np.nan, np.inf, -np.inf)[number // count]
    given, result = f"<{3 * count} x {count} x {element}>", f"<{3 * count} x {element}>"
    body = "".join(
        f"func @{by}: ({given}) -> {result} {{\n'entry(%x: {given}):\n"
        f"    %y = reduce %x: {given} by {by} along 1\n    return %y: {result}\n}}\n"
        for by in ("min", "max")
    )
    run = dlvm.compile(dlvm.parse(f'module "m"\nstage raw\n{body}'))
    for by, expected in (("min", np.min), ("max", np.max)):
        wanted = expected(rows.astype(np.float64), axis=1)
        np.testing.assert_array_equal(run[by](rows).astype(np.float64), wanted)
