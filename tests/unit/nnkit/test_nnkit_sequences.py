"""map, reduce, filter and zip over staged sequences, against Python's own over lists of rows."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Float2D, dynamic, gradient, jvp, staged, struct
from tests.support.nnkit_testing import ROW, check

PYTHON = SimpleNamespace(
    map=builtins.map, reduce=functools.reduce, filter=builtins.filter, zip=builtins.zip
)
Rows = Annotated[Float2D, dynamic(n=0)]
Numbers = Annotated[Float1D, dynamic(m=0)]
Step = Callable[[Any, Any, Any, Any], Any]
"""A sequence of pairs of a row and a number, from one, another sequence of numbers, and w."""

STEPS: tuple[Step, ...] = (
    lambda t, s, ys, w: t.map(lambda p: (p[0] * w + p[1], p[1] * p[1]), s),
    lambda t, s, ys, w: t.map(lambda p, y: (p[0] * y, p[1] - y), s, ys),
    lambda t, s, ys, w: t.filter(lambda p: p[1] > 0.3, s),
    lambda t, s, ys, w: t.filter(lambda p: p[0].sum() < 1.0, s),
    lambda t, s, ys, w: t.map(lambda q: (q[0][0] * q[1], q[0][1]), t.zip(s, ys)),
    lambda t, s, ys, w: t.zip(t.map(lambda p: p[0] + 1.0, s), ys),
)
ENDS: tuple[Step, ...] = (
    lambda t, s, ys, w: t.reduce(lambda a, p: 0.5 * a + (p[0] * p[1]).sum(), s, 0.25 * w.sum()),
    lambda t, s, ys, w: t.reduce(lambda a, p: a * w + p[0], s, w).sum(),
    lambda t, s, ys, w: t.reduce(lambda a, p: (a[0] + p[0] * a[1], a[1] * 0.9), s, (w, w.sum()))[
        0
    ].sum(),
)


def drawn(random: Random) -> Callable[..., Any]:
    """A function of two sequences and a vector, with the tools to be used."""
    steps = [(random.choice(STEPS), random.random() < 0.5) for _ in range(random.randint(0, 3))]
    end = random.choice(ENDS)

    def function(t: Any, xs: Any, ys: Any, w: Any) -> Any:
        sequence = t.zip(xs, ys)
        for step, is_kept in steps:
            sequence = step(t, sequence, ys, w)
            if t is PYTHON and is_kept:
                sequence = list(sequence)
        return end(t, sequence, ys, w)

    return function


def slopes(function: Callable[..., Any], *given: Any) -> list[Any]:
    """Central differences."""
    found: list[Any] = []
    for number, array in enumerate(given):
        slope = np.zeros_like(array)
        for place in np.ndindex(array.shape):
            ends: list[Any] = []
            for sign in (1, -1):
                moved = array.copy()
                moved[place] += sign * 1e-6
                ends.append(function(*given[:number], moved, *given[number + 1 :]))
            slope[place] = (ends[0] - ends[1]) / 2e-6
        found.append(slope)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_drawn_compositions(seed: int) -> None:
    """The same as Python's, in values and derivatives of both modes, at known and dynamic sizes."""
    function = drawn(Random(seed))
    generator = np.random.default_rng(seed)

    def python(xs: Any, ys: Any, w: Any) -> Any:
        return function(PYTHON, xs, ys, w)

    if seed % 2:

        def program(xs: Rows, ys: Numbers, w: Float1D) -> Float0D:  # type: ignore[reportRedeclaration]
            return function(nnkit, xs, ys, w)
    else:

        def program(xs: Float2D, ys: Float1D, w: Float1D) -> Float0D:
            return function(nnkit, xs, ys, w)

    made = staged(interpret=seed % 5 == 0)(program)
    for lengths in ((4, 4), (3, 5)) if seed % 2 else ((4, 4), (5, 3)):
        given = [generator.standard_normal(s) for s in ((lengths[0], 2), lengths[1:], (2,))]
        small = [a.astype(np.float32) for a in given]
        check(made(*small), np.float32(python(*given)))
        expected = slopes(python, *given)
        found = gradient(made, ("xs", "ys", "w"))(*small)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-3)
        directions = [generator.standard_normal(a.shape) for a in given]
        names = ("xs_tangent", "ys_tangent", "w_tangent")
        tangents = {n: d.astype(np.float32) for n, d in zip(names, directions, strict=True)}
        change = sum((a * d).sum() for a, d in zip(expected, directions, strict=True))
        pushed = jvp(made, ("xs", "ys", "w"))(*small, **tangents)
        np.testing.assert_allclose(pushed[-1], change, rtol=1e-3, atol=1e-3)


X = np.arange(12, dtype=np.float32).reshape(4, 3) / 8


@struct
class Batch:
    image: Float2D
    label: Float1D


def test_structures(run: Callable[..., Any]) -> None:
    """Sequences are structs too, and results are put together as the function's are."""

    def program(b: Batch) -> Any:
        kept = nnkit.filter(lambda e: e.label != 1.0, b)
        return kept, nnkit.map(lambda e: [e.image.sum(), (e.label, 2)], b)

    kept, (sums, (labels, two)) = run(program, Batch(X, np.arange(4, dtype=np.float32)))
    check(kept.image, X[[0, 2, 3]])
    check(kept.label, np.array([0, 2, 3], np.float32))
    check(sums, X.sum(axis=1))
    check(labels, np.arange(4, dtype=np.float32))
    check(two, np.full(4, 2))


def test_functions_of_all_kinds(run: Callable[..., Any]) -> None:
    @staged
    def scaled(x: Float1D) -> Float1D:
        return x * 2

    def program(xs: Float2D, w: Float1D) -> Any:
        @staged
        def shifted(x: Float1D) -> Float1D:
            return x + w

        def branching(x: Any) -> Any:
            if x.sum() > 1:
                return x
            return -x

        return [nnkit.map(f, xs) for f in (scaled, shifted, branching, lambda x: x @ w)]

    a, b, c, d = run(program, X, ROW)
    check(a, X * 2)
    check(b, X + ROW)
    check(c, np.where(X.sum(axis=1, keepdims=True) > 1, X, -X))
    check(d, X @ ROW)


def test_lengths(run: Callable[..., Any]) -> None:
    """A sequence may be empty, one or all may be left, and the shortest one counts."""

    def program(xs: Float1D, ys: Float1D) -> Any:
        total = nnkit.tensor(0.0)
        for x, y in nnkit.zip(xs, ys):
            total = total + x * y
        none = nnkit.filter(lambda x: x > 100, xs)
        return total, nnkit.map(lambda x: x * x, none), nnkit.filter(None, xs), none.shape[0]

    xs, ys = np.array([0, 1, 0, 2, 3], np.float32), np.array([5, 6, 7, 8], np.float32)
    total, none, some, count = run(program, xs, ys)
    assert (total, count) == (22, 0)
    check(none, xs[:0])
    check(some, xs[xs != 0])
    empty = run(lambda xs: nnkit.map(lambda x: x.sum(), xs), np.zeros((0, 3), np.float32))
    check(empty, np.zeros(0, np.float32))


USES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "enumerate": lambda t, x, y: [i * a - b for i, (a, b) in enumerate(t.zip(x, y))],
    "list": lambda t, x, y: list(t.zip(x, y)),
    "reversed": lambda t, x, y: list(reversed(list(t.zip(x, y)))),
    "zip": lambda t, x, y: [(a, b, c) for (a, b), c in zip(t.zip(x, y), x, strict=True)],
    "a generator": lambda t, x, y: sum(a * b for a, b in t.zip(x, y)),
    "zipped twice": lambda t, x, y: [a * b - c for (a, b), c in t.zip(t.zip(x, y), y)],
    "the length": lambda t, x, y: len(list(t.zip(x, y))),
    "indices": lambda t, x, y: [p[0] - p[1] for p in t.zip(x, y)],
}


def test_python_sees_the_elements_of_zipped_sequences() -> None:
    x, y = np.array([1, 2, 3], np.float32), np.array([2, 0.5, 3], np.float32)

    def program(x: Float1D, y: Float1D) -> Any:
        return {name: use(nnkit, x, y) for name, use in USES.items()}

    found = staged(interpret=True)(program)(x, y)
    for name, use in USES.items():
        assert str(found[name]) == str(use(PYTHON, x, y))


def test_python_needs_the_length_of_zipped_sequences() -> None:
    def number(xs: Numbers, ys: Numbers) -> Any:
        return len(nnkit.zip(xs, ys)), [x for x, _ in nnkit.zip(xs, ys)]

    with pytest.raises(DiagnosticError, match=r"known while staging, got the dynamic size m; loop"):
        staged(number)(ROW, ROW)


WRONG: list[tuple[Callable[[Any], Any], str]] = [
    (
        lambda x: nnkit.map(lambda r: r, x.sum()),
        "map: expected a sequence, which has a leading axis, got a scalar",
    ),
    (lambda x: nnkit.map(lambda r: r, 3), "map: expected a sequence (a tensor,"),
    (
        lambda x: nnkit.map(lambda r: r, (x, x[1:])),
        "expected tensors of one size in a sequence, got 3 and 4",
    ),
    (lambda x: nnkit.map(lambda r: "a", x), "map: the function must return at least one tensor"),
    (
        lambda x: nnkit.filter(lambda r: r > 0, x),
        "filter: the predicate must return one bool, got <3 x bool>",
    ),
    (lambda x: nnkit.reduce(lambda a, r: a, x[:0]), "an empty sequence expects an initial"),
    (lambda x: nnkit.reduce(lambda a, r: a + r, x, 0.0), "the result of reduce has type f32"),
    (
        lambda x: nnkit.zip(x, x[1:], strict=True)[0],
        "zip: expected sequences of one length, got 4, 3 elements",
    ),
    (lambda x: nnkit.zip(), "zip: expected at least one sequence, got none"),
]


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_errors_are_at_the_line_of_the_user(case: int) -> None:
    call, message = WRONG[case]
    with pytest.raises(DiagnosticError) as caught:
        staged(lambda x: call(x))(X)
    found = caught.value.diagnostics[0]
    assert message in found.message
    assert found.location is not None
    assert found.location.source.name == __file__


def test_lengths_that_differ_when_the_program_runs() -> None:
    @staged
    def both(xs: Numbers, ys: Annotated[Float1D, dynamic(k=0)]) -> Any:
        return nnkit.zip(xs, ys, strict=True)

    check(both(ROW, ROW), (ROW, ROW))
    with pytest.raises(
        DiagnosticError, match="expected a sequence of 3 elements, like the first, got 2"
    ):
        both(ROW, ROW[:2])


def test_outside_a_staged_function() -> None:
    with pytest.raises(DiagnosticError, match="map is outside a staged function"):
        nnkit.map(lambda x: x, X)
