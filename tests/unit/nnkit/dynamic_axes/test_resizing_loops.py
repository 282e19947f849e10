"""Staged loops whose iterations resize variables: one program for all sizes, values, gradients."""

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float2D, Int0D, dynamic, gradient, staged

Rows = Annotated[Float2D, dynamic(0)]


def cache(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    """Each new row depends on all rows before, as with attention over a cache."""
    for _ in rounds(n):
        scores = xp.exp(rows @ rows[-1] * 0.1)
        row = xp.tanh((scores / scores.sum()) @ rows @ w)
        rows = xp.concatenate([rows, row[None]])
    return rows


def two_caches(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    caches = (rows, rows[:1])
    for _ in rounds(n):
        keys, values = caches
        caches = xp.concatenate([keys, values[-1:] @ w]), xp.concatenate([values, keys[:1] * 0.5])
    return xp.concatenate(list(caches))


def doubles(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    for _ in rounds(n):
        rows = xp.concatenate([rows, xp.tanh(rows @ w)])
    return rows


def shrinks(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    kept = rows
    for _ in rounds(n):
        kept = xp.tanh(kept[1:] @ w)
    return kept


def in_a_branch(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    for i in rounds(n):
        if i % 2 == 0:
            rows = xp.concatenate([rows, rows[:1] @ w])
        rows = rows * 0.5
    return rows


def nested(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    for i in rounds(n):
        for _ in rounds(i):
            rows = xp.concatenate([rows, rows[-1:] @ w])
        rows = rows * 0.9
    return rows


def with_continue(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    for i in rounds(n):
        if i == 1:
            continue
        rows = xp.concatenate([rows, rows[:2] @ w])
    return rows


def by_a_while(xp: Any, rounds: Any, rows: Any, w: Any, n: Any) -> Any:
    k = n
    while k > 0:
        rows = xp.concatenate([rows[-1:] @ w, rows])
        k = k - 1
    return rows


PROGRAMS: list[Callable[..., Any]] = [
    cache, two_caches, doubles, shrinks, in_a_branch, nested, with_continue, by_a_while,
]  # fmt: skip


@pytest.mark.parametrize("interpret", [True, False])
@pytest.mark.parametrize("program", PROGRAMS)
def test_resizing_loops(program: Callable[..., Any], interpret: bool) -> None:
    @staged(interpret=interpret)
    def result(rows: Rows, w: Float2D, n: Int0D) -> Rows:
        return program(nnkit, nnkit.range, rows, w, n)

    @staged(interpret=interpret)
    def loss(rows: Rows, w: Float2D, n: Int0D) -> Float0D:
        return (result(rows, w, n) ** 2).sum()

    slope = gradient(loss, ("rows", "w"))
    random = np.random.default_rng(0)
    for size, n in ((5, 3), (4, 0), (6, 4)):
        rows, w = random.standard_normal((size, 2)), random.standard_normal((2, 2)) / 2
        given = rows.astype("f"), w.astype("f"), n
        expected = program(np, range, rows, w, n)
        np.testing.assert_allclose(result(*given), expected, rtol=1e-4, atol=1e-5)
        if n:
            directions = random.standard_normal(rows.shape), random.standard_normal(w.shape)
            ahead, behind = (
                (program(np, range, rows + h * directions[0], w + h * directions[1], n) ** 2).sum()
                for h in (1e-5, -1e-5)
            )
            found = sum((s * d).sum() for s, d in zip(slope(*given), directions, strict=True))
            np.testing.assert_allclose(found, (ahead - behind) / 2e-5, rtol=1e-3, atol=1e-4)
    assert result.compilations == slope.compilations == 1


def test_the_function_must_not_change_objects() -> None:
    log: list[int] = []

    @staged(interpret=True)
    def f(rows: Rows, n: Int0D) -> Rows:
        log.append(1)
        for _ in nnkit.range(n):
            rows = nnkit.concatenate([rows, rows])
        return rows

    with pytest.raises(DiagnosticError, match="f changes sizes in a loop and changes the list log"):
        f(np.ones((2, 2), "f"), 3)


def test_axes_that_are_not_dynamic_keep_their_sizes() -> None:
    @staged(interpret=True)
    def f(rows: Rows, n: Int0D) -> Rows:
        for _ in nnkit.range(n):
            rows = nnkit.concatenate([rows, rows], axis=1)
        return rows

    with pytest.raises(DiagnosticError, match=r"rows has .* before an iteration of the loop"):
        f(np.ones((2, 2), "f"), 3)
