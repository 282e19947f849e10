"""The loops of kernels: results over sizes on both sides of vectors, tiles and blocks, exactly as
NumPy's. Numbers are small and whole, so that sums are exact in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


CASES = [*_transposes()]


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
