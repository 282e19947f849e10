"""Each function of the array API standard, staged against NumPy on drawn inputs, with gradients."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import gradient, staged
from dlvm.nnkit.array_api.unsupported import ABSENT
from dlvm.nnkit.staging.at_once import BOUNDED
from dlvm.nnkit.tracing.element_types import element_of
from tests.fuzz.standard import ROWS, Row, lookup, names
from tests.support.nnkit_testing import check


def expected_of(row: Row, arguments: tuple[Any, ...]) -> Any:
    """NumPy's result, without warnings of overflow."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return row.call(np, *arguments)


def stage(row: Row, count: int, **options: Any) -> Any:
    """The call as a staged function."""

    def one(x: Any) -> Any:
        return row.call(nnkit, x)

    def two(x: Any, y: Any) -> Any:
        return row.call(nnkit, x, y)

    made: Any = one if count == 1 else two
    return staged(**options)(made)


def rng_of(name: str, number: int) -> np.random.Generator:
    return np.random.default_rng([number, *name.encode()])


@pytest.mark.parametrize("name", ROWS)
def test_interpreted(name: str) -> None:
    for number, row in enumerate(ROWS[name]):
        for arguments in row.arguments(rng_of(name, number)):
            function = stage(row, len(arguments), interpret=True)
            check(function(*arguments), expected_of(row, arguments))
        with np.errstate(all="ignore"):
            check(function.interpret(*arguments), expected_of(row, arguments))


@pytest.mark.parametrize("name", ROWS)
def test_compiled(name: str) -> None:
    """All calls of a function, on the shapes of its first row, as one program."""
    drawn = [
        (row, arguments)
        for number, row in enumerate(ROWS[name])
        for arguments in list(row.arguments(rng_of(name, number)))[:3]
    ]

    @staged
    def program(*, inputs: tuple[tuple[Any, ...], ...]) -> Any:
        return tuple(r.call(nnkit, *a) for (r, _), a in zip(drawn, inputs, strict=True))

    found = program(inputs=tuple(a for _, a in drawn))
    check(found, [expected_of(r, a) for r, a in drawn])


def weighted(result: Any, weights: list[Any]) -> Any:
    parts = result if isinstance(result, tuple | list) else [result]
    total: Any = 0.0
    for part, weight in zip(parts, weights, strict=True):
        total = total + (part * weight).sum()
    return total


SMOOTH = [name for name, rows in ROWS.items() if any(r.smooth for r in rows)]


@pytest.mark.parametrize("name", SMOOTH)
def test_gradients(name: str) -> None:
    for number, row in enumerate(ROWS[name]):
        if row.smooth:
            rng = rng_of(name, number)
            for shapes in row.shapes[:4]:
                check_gradient(row, tuple(row.draw(rng, s, "f8") for s in shapes), rng)


def check_gradient(row: Row, arguments: tuple[Any, ...], rng: np.random.Generator) -> None:
    """The staged gradient of a sum with weights equals differences of NumPy's."""
    result = row.call(np, *arguments)
    parts = result if isinstance(result, tuple | list) else [result]
    weights = [rng.uniform(0.5, 1.5, np.shape(p)) for p in parts]

    def one(x: Any) -> Any:
        return weighted(row.call(nnkit, x), weights)

    def two(x: Any, y: Any) -> Any:
        return weighted(row.call(nnkit, x, y), weights)

    made: Any = one if len(arguments) == 1 else two
    function = staged(interpret=True)(made)
    names = tuple(range(len(arguments)))
    for position, slope in enumerate(gradient(function, names)(*arguments)):
        expected = np.zeros_like(slope)
        for index in np.ndindex(slope.shape):
            sides: list[float] = []
            for step in (1e-6, -1e-6):
                moved = [a.copy() for a in arguments]
                moved[position][index] += step
                sides.append(float(weighted(row.call(np, *moved), weights)))
            expected[index] = (sides[0] - sides[1]) / 2e-6
        np.testing.assert_allclose(slope, expected, rtol=1e-5, atol=1e-5)


def test_each_name_of_the_standard_exists_or_has_a_reason() -> None:
    for chapter, name in names():
        if name in ABSENT:
            assert name not in ROWS
            check_absent(lookup(name))
        elif chapter == "Constants":
            assert repr(lookup(name)) == repr(getattr(np, name))
        elif chapter == "Dtypes":
            assert element_of(lookup(name)) is element_of(getattr(np, name))
        else:
            assert name in ROWS or name in BOUNDED.split(), f"{name} has no row"
            assert callable(lookup(name))


def check_absent(function: Callable[..., Any]) -> None:
    @staged
    def program(x: Any) -> Any:
        return function(x)

    with pytest.raises(
        DiagnosticError, match=f"{function.__name__} is not supported: .*; "
    ) as caught:
        program(np.ones((2, 2), np.float32))
    location = caught.value.diagnostics[0].location
    assert location is not None
    assert location.source.line_text(location.line).strip() == "return function(x)"
