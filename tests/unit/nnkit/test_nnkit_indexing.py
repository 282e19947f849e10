"""Reads and writes at indices of staged tensors, and ``einsum``, agree with NumPy."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Int0D, Int1D, gradient, staged
from tests.support.nnkit_testing import T, check

SHAPES = [(5,), (3, 4), (2, 3, 4), (3, 1, 2, 4), (3, 0, 2)]


def drawn_key(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """An index of numbers, slices, new axes, an ellipsis, and tensors that broadcast."""
    common = [(), (2,), (3, 2), (1, 2), (3, 1)]
    count = int(rng.integers(0, len(shape) + 1))
    dots = int(rng.integers(0, count + 1)) if rng.random() < 0.4 else None
    before = count if dots is None else dots
    key: list[Any] = []
    for size in (*shape[:before], *shape[len(shape) - count + before :]):
        kind = rng.integers(0, 5) if size else 0
        if kind <= 1:
            start, stop = (None if rng.random() < 0.4 else int(v) for v in rng.integers(-5, 6, 2))
            step = int(rng.choice([-2, -1, 1, 1, 2, 3]))
            key.append(slice(start, stop, step))
        elif kind == 2:
            key.append(int(rng.integers(-size, size)))
        else:
            places = common[rng.integers(0, len(common))]
            key.append(rng.integers(-size if rng.random() < 0.5 else 0, size, places))
    if dots is not None:
        key.insert(dots, ...)
    if rng.random() < 0.4:
        key.insert(int(rng.integers(0, len(key) + 1)), None)
    return tuple(key)


def drawn(seed: int) -> tuple[Any, tuple[Any, ...]]:
    rng = np.random.default_rng(seed)
    shape = SHAPES[seed % len(SHAPES)]
    return rng.standard_normal(shape), drawn_key(rng, shape)


def is_staged(entry: Any) -> bool:
    """Whether an entry is passed as an argument."""
    return isinstance(entry, np.ndarray)


def with_staged(key: tuple[Any, ...], entries: tuple[Any, ...]) -> tuple[Any, ...]:
    rest = iter(entries)
    return tuple(next(rest) if is_staged(k) else k for k in key)


CASES = [drawn(seed) for seed in range(120)]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_indices(case: int) -> None:
    x, key = CASES[case]

    @staged(interpret=True)
    def function(x: Any, entries: tuple[Any, ...]) -> Any:
        return x[with_staged(key, entries)]

    found = function(x, tuple(k for k in key if is_staged(k)))
    np.testing.assert_array_equal(found, x[key])


def test_indices_compiled() -> None:
    @staged
    def function(tensors: tuple[Any, ...], entries: tuple[Any, ...]) -> Any:
        keys = [with_staged(k, e) for (_, k), e in zip(CASES, entries, strict=True)]
        return tuple(x[k] for x, k in zip(tensors, keys, strict=True))

    entries = tuple(tuple(k for k in key if is_staged(k)) for _, key in CASES)
    found = function(tuple(x for x, _ in CASES), entries)
    for part, (x, key) in zip(found, CASES, strict=True):
        np.testing.assert_array_equal(part, x[key])


WRITES = {
    "set": lambda x, k, y: x.__setitem__(k, y),
    "add": np.add.at,
    "multiply": np.multiply.at,
    "min": np.minimum.at,
    "max": np.maximum.at,
}


def written(by: str, x: Any, key: Any, y: Any) -> Any:
    result = x.copy()
    WRITES[by](result, key, y)
    return result


def values_for(case: int) -> Any:
    """What is written: of the part's shape, or one that broadcasts to it; of integers, so that
    the order does not matter. Replaced parts get one number, as places may repeat."""
    x, key = CASES[case]
    shape = x[key].shape
    rng = np.random.default_rng(case)
    cut = shape[case % (len(shape) + 1) :]
    return rng.integers(1, 4, cut).astype(np.float64)


def writer(by: str, key: Any, **options: Any) -> Any:
    @staged(**options)
    def function(x: Any, y: Any, entries: tuple[Any, ...]) -> Any:
        return getattr(x.at[with_staged(key, entries)], by)(y)

    return function


@pytest.mark.parametrize("by", WRITES)
def test_writes(by: str) -> None:
    for case, (x, key) in enumerate(CASES[:60]):
        x = np.round(4 * x)
        y = np.float64(3) if by == "set" else values_for(case)
        entries = tuple(k for k in key if is_staged(k))
        found = writer(by, key, interpret=True)(x, y, entries)
        np.testing.assert_array_equal(found, written(by, x, key, y), err_msg=str(key))


@pytest.mark.parametrize("by", WRITES)
def test_writes_compiled(by: str) -> None:
    chosen = range(40, 60)

    @staged
    def function(arguments: tuple[Any, ...]) -> Any:
        return tuple(
            getattr(x.at[with_staged(CASES[case][1], entries)], by)(y)
            for case, (x, y, entries) in zip(chosen, arguments, strict=True)
        )

    arguments: list[Any] = []
    for case in chosen:
        x, key = CASES[case]
        y = np.float64(3) if by == "set" else values_for(case)
        arguments.append((np.round(4 * x), y, tuple(k for k in key if is_staged(k))))
    for found, case, (x, y, _) in zip(function(tuple(arguments)), chosen, arguments, strict=True):
        np.testing.assert_array_equal(found, written(by, x, CASES[case][1], y))


def test_rows_are_replaced_by_rows() -> None:
    @staged
    def function(x: Any, y: Any, i: Any, rows: Any) -> Any:
        block = x.at[1:3, ::2].set(y[:, :2]).at[i].set(y[0])
        return block, x.at[rows].set(y), x.at[rows, :2].set(y[:, :2]), x.at[..., -1].set(7.0)

    x, y = np.arange(16.0).reshape(4, 4), -np.arange(8.0).reshape(2, 4)
    rows = np.array([3, 0])
    block, replaced, part, column = function(x, y, np.int64(3), rows)
    expected = x.copy()
    expected[1:3, ::2] = y[:, :2]
    expected[3] = y[0]
    np.testing.assert_array_equal(block, expected)
    np.testing.assert_array_equal(replaced, written("set", x, rows, y))
    np.testing.assert_array_equal(part, written("set", x, (rows, slice(2)), y[:, :2]))
    np.testing.assert_array_equal(column, written("set", x, (..., -1), 7.0))


def differences(function: Any, x: Any) -> Any:
    """The gradient of a function of NumPy's arrays by differences."""
    result = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = 1e-6
        result[index] = (function(x + step) - function(x - step)) / 2e-6
    return result


@pytest.mark.parametrize("by", WRITES)
def test_gradients(by: str) -> None:
    for case in range(0, 40, 3):
        x, key = CASES[case]
        if by in ("min", "max", "multiply") and any(isinstance(k, np.ndarray) for k in key):
            continue  # Ties between places that repeat have no one derivative.
        rng = np.random.default_rng(case)
        y = rng.uniform(1, 2, x[key].shape)
        weights = rng.uniform(0.5, 1.5, x.shape)
        part = rng.uniform(0.5, 1.5, x[key].shape)
        if by == "set":
            y = np.full_like(y, 1.5)

        @staged(interpret=True)
        def function(x: Any, y: Any, entries: tuple[Any, ...]) -> Any:
            full = with_staged(key, entries)  # noqa: B023
            new = getattr(x.at[full], by)(y)
            return (new * new * weights).sum() + (x[full] ** 2 * part).sum()  # noqa: B023

        def expected(x: Any, y: Any) -> float:
            new = written(by, x, key, y)  # noqa: B023
            return float((new**2 * weights).sum() + (x[key] ** 2 * part).sum())  # noqa: B023

        entries = tuple(k for k in key if is_staged(k))
        slopes = gradient(function, (0, 1))(x, y, entries)
        wanted = differences(lambda v: expected(v, y), x)  # noqa: B023
        np.testing.assert_allclose(slopes[0], wanted, rtol=1e-5, atol=1e-5, err_msg=str(key))
        if by != "set" or not any(isinstance(k, np.ndarray) for k in key):
            wanted = differences(lambda v: expected(x, v), y)  # noqa: B023
            np.testing.assert_allclose(slopes[1], wanted, rtol=1e-5, atol=1e-5)


def test_masks_that_are_known() -> None:
    mask = np.array([[True, False, True], [False, False, True]])

    @staged
    def function(x: Any) -> Any:
        return x[mask], x.at[mask].set(0.0), x[[True, False]]

    x = np.arange(6.0).reshape(2, 3)
    found, put, first = function(x)
    np.testing.assert_array_equal(found, x[mask])
    np.testing.assert_array_equal(put, np.where(mask, 0, x))
    np.testing.assert_array_equal(first, x[:1])


def test_an_index_out_of_range_ends_the_program() -> None:
    @staged
    def function(x: Any, i: Any, j: Any) -> Any:
        return x[i, j]

    x = np.ones((2, 3))
    for i, j in (([0, 2], [0, 0]), ([0, 1], [3, 0]), ([0, 1], [0, -4])):
        with pytest.raises(DiagnosticError):
            function(x, np.array(i), np.array(j))


SUBSCRIPTS = [
    "ij->ji", "ij,jk->ik", "ij,jk", "ii->i", "ii", "iij->j", "ij,ij->", "i,j->ji", "...ij->...ji",
    "...ij,...jk->...ik", "i...,i->...", "ij...->...", "bij,bjk->bik", "ij, jk -> ik", "ba",
    "i,i,i->i", "ijk,jil->kl", "...,...->...", "i...j,j->i...", "ab,bc,cd->ad",
]  # fmt: skip
SIZES = {letter: 2 + n % 2 for n, letter in enumerate("abcdijkl")}


def operands_of(subscripts: str, rng: np.random.Generator) -> list[Any]:
    parts = subscripts.replace(" ", "").split("->")[0].split(",")
    shapes: list[tuple[int, ...]] = []
    for n, part in enumerate(parts):
        dots = ((3, 2), (1, 2), (2,))[n] if "..." in part else ()
        sizes = [SIZES[c] for c in part.replace("...", ".") if c != "."]
        place = part.replace("...", ".").find(".")
        shapes.append((*sizes[:place], *dots, *sizes[place:]) if dots else tuple(sizes))
    return [rng.standard_normal(s) for s in shapes]


@pytest.mark.parametrize("subscripts", SUBSCRIPTS)
def test_einsum(subscripts: str) -> None:
    rng = np.random.default_rng(len(subscripts))
    operands = operands_of(subscripts, rng)
    expected = np.einsum(subscripts, *operands)
    weights = rng.standard_normal(expected.shape)

    @staged
    def function(operands: tuple[Any, ...]) -> Any:
        return nnkit.einsum(subscripts, *operands)

    np.testing.assert_allclose(function(tuple(operands)), expected, rtol=1e-12, atol=1e-12)

    @staged(interpret=True)
    def weighted(x: Any, rest: tuple[Any, ...]) -> Any:
        return (nnkit.einsum(subscripts, x, *rest) * weights).sum()

    [slope] = gradient(weighted, 0)(operands[0], tuple(operands[1:]))
    wanted = differences(
        lambda x: float((np.einsum(subscripts, x, *operands[1:]) * weights).sum()), operands[0]
    )
    np.testing.assert_allclose(slope, wanted, rtol=1e-6, atol=1e-6)


INDICES: list[Any] = [
    0,
    -1,
    (1, 2, 3),
    (..., 1),
    (slice(1, 3), ...),
    (slice(None), slice(None, None, 2)),
    (slice(None, None, -1), 1),
    (slice(2, 0, -1), slice(None), slice(4, None, -2)),
    (slice(5, 9),),
    (None, 1, ..., None),
    (slice(None), None, 2),
    [2, 0, 0],
    np.array([[1, 0], [2, 2]]),
    (slice(None), np.array([3, 0])),
    (1, np.array([3, 0]), slice(1, 3)),
    (slice(0, 2), None, np.array([1, 1, 0])),
    (),
    ...,
]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_indexing(run: Callable[..., Any], index: Any) -> None:
    check(run(lambda x: x[index], T), T[index])


def test_staged_indices(run: Callable[..., Any]) -> None:
    def function(x: Any, i: Int0D, rows: Int1D) -> Any:
        return x[i], x[i, 1:3], x[rows], x[1:, i], x[:, rows, 0]

    rows = np.array([2, 0, 1, 1])
    check(run(function, T, 2, rows), (T[2], T[2, 1:3], T[rows], T[1:, 2], T[:, rows, 0]))
