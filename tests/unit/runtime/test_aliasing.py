"""Arguments that share memory, with each other or in part, donated or not: results equal those of
copies in separate memory, and arguments that are not donated keep their values."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float1D, flip, staged

SIZE = 12
BUFFER = 40


def text(size: object) -> str:
    """Functions whose results may take over each of their arguments."""
    t = f"<{size} x f32>"
    return f"""
struct $Pair {{ #a: {t}, #b: {t} }}
func @flat: ({t}, {t}, {t}) -> ({t}, {t}, {t}) {{
'entry(%x: {t}, %y: {t}, %z: {t}):
    %a = add %x: {t}, %y: {t}
    %r = reverse %x: {t} along 0
    %b = multiply %r: {t}, %z: {t}
    %s = reverse %y: {t} along 0
    %c = subtract %s: {t}, %z: {t}
    return (%a: {t}, %b: {t}, %c: {t})
}}
func @nested: ($Pair, {t}) -> ($Pair, {t}) {{
'entry(%p: $Pair, %z: {t}):
    %x = extract #a from %p: $Pair
    %y = extract #b from %p: $Pair
    %r = apply @flat(%x: {t}, %y: {t}, %z: {t}) -> ({t}, {t}, {t})
    %a = extract 0 from %r: ({t}, {t}, {t})
    %b = extract 1 from %r: ({t}, {t}, {t})
    %c = extract 2 from %r: ({t}, {t}, {t})
    return ({{#a = %b: {t}, #b = %a: {t}}}: $Pair, %c: {t})
}}
"""


MODULES = {size: dlvm.parse(text(size)) for size in (SIZE, "_n")}
COUNTS = {"flat": 3, "nested": 2}


@cache
def compiled(size: int | str, donated: tuple[int, ...]) -> Any:
    given = {name: [n for n in donated if n < count] for name, count in COUNTS.items()}
    return dlvm.compile(MODULES[size], opt_level=1, donate=given)


VIEWS = st.tuples(st.integers(0, BUFFER - 3 * SIZE), st.sampled_from([1, 1, 1, 2, 3, -1, -2]))
DONATED = st.sampled_from([s for n in range(4) for s in itertools.combinations(range(3), n)])


def view(buffer: np.ndarray[Any, Any], start: int, stride: int) -> np.ndarray[Any, Any]:
    """As many elements of a buffer as the functions take, from a place on."""
    end = start + abs(stride) * SIZE
    found = buffer[start : end : abs(stride)]
    return found if stride > 0 else found[::-1]


def check(
    run: Callable[..., Any], views: Sequence[np.ndarray[Any, Any]], expected: Sequence[Any],
    donated: Sequence[int],
) -> None:  # fmt: skip
    before = [v.copy() for v in views]
    kept = [n for n in range(3) if n not in donated]
    overwritten = [v for n, v in enumerate(views) if n in donated]
    results = run(*views)
    for found, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    for a, b in itertools.combinations(results, 2):
        assert not np.shares_memory(a, b)
    for n in kept:
        if not any(np.shares_memory(views[n], other) for other in overwritten):
            assert not any(np.shares_memory(r, views[n]) for r in results)
            np.testing.assert_array_equal(views[n], before[n])


def flattened(run: Callable[..., Any]) -> Callable[..., Any]:
    """``@nested`` with arguments and results like ``@flat``."""

    def call(x: Any, y: Any, z: Any) -> Any:
        pair, c = run((x, y), z)
        return pair.b, pair.a, c

    return call


@given(
    size=st.sampled_from([SIZE, "_n"]),
    name=st.sampled_from(["flat", "nested"]),
    donated=DONATED,
    places=st.tuples(VIEWS, VIEWS, VIEWS),
    same=st.sampled_from([(0, 1, 2), (0, 0, 2), (0, 1, 0), (0, 1, 1), (0, 0, 0)]),
)
def test_views_of_one_buffer(
    size: int | str, name: str, donated: tuple[int, ...], places: Any, same: tuple[int, ...]
) -> None:
    buffer = np.random.default_rng(0).standard_normal(BUFFER).astype(np.float32)
    views = [view(buffer, *places[n]) for n in range(3)]
    views = [views[n] for n in same]
    expected = dlvm.interpret(MODULES[size], "flat", *[v.copy() for v in views])
    interpreted: Any = lambda *a: dlvm.interpret(MODULES[size], name, *a)  # noqa: E731
    native = compiled(size, donated)[name]
    if name == "nested":
        interpreted, native = flattened(interpreted), flattened(native)
        # Both parts of the pair are its first argument.
        donated = (*([0, 1] if 0 in donated else []), *([2] if 1 in donated else []))
    check(interpreted, views, expected, ())
    check(native, views, expected, donated)


def test_what_shares_no_memory_is_updated_in_place() -> None:
    """Neighbors in a buffer touch each other, and that is all."""
    buffer = np.arange(3 * SIZE, dtype=np.float32)
    views = [buffer[n * SIZE : (n + 1) * SIZE] for n in range(3)]
    results = compiled(SIZE, (0, 1, 2))["flat"](*views)
    assert {id(r) for r in results} == {id(v) for v in views}


def test_staged_functions() -> None:
    """Calls that go around Python, after one that does not."""

    def step(p: Float1D, q: Float1D) -> tuple[Float1D, Float1D]:
        return p - 0.5 * flip(q), q * flip(p)

    fast = staged(donate=("p", "q"))(step)
    for start in (SIZE, 0, 1, SIZE, SIZE - 1, 0):
        buffer = np.arange(2 * SIZE, dtype=np.float32)
        p, q = buffer[:SIZE], buffer[start : start + SIZE]
        expected = p - 0.5 * q[::-1], q * p[::-1]
        found = fast(p, q)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)
        assert not np.shares_memory(*found)


@pytest.mark.parametrize(
    ("donate", "message"),
    [
        ({"f": [0, 0]}, "argument 0 of @f is donated twice"),
        ({"f": [0, np.int64(0)]}, "argument 0 of @f is donated twice"),
        ({"f": [2]}, "@f has no argument 2"),
        ({"f": [-1]}, "@f has no argument -1"),
        ({"f": [True]}, "@f has no argument True"),
        ({"g": [0]}, "there is no function @g"),
        ({0: [0]}, "there is no function @0"),
        ({"f": ["x"]}, r"must be positions, as in \[0\], got \['x'\]"),
        ({"f": [0.0]}, "must be positions"),
        ({"f": [None]}, "must be positions"),
        ({"f": 0}, "must be positions"),
        ({"f": None}, "must be positions"),
        ({"f": "0"}, "must be positions"),
        ({"f": b"0"}, "must be positions"),
        ("f", r"donate must map functions to positions, as in \{'f': \[0\]\}, got 'f'"),
        ([0], r"donate must map functions to positions, as in \{'f': \[0\]\}"),
        (0, r"donate must map functions to positions, as in \{'f': \[0\]\}"),
    ],
    ids=str,
)
def test_what_can_not_be_donated(donate: Any, message: str) -> None:
    module = dlvm.parse(
        "func @f: (f32, f32) -> f32 {\n'entry(%x: f32, %y: f32):\n    return %x: f32\n}"
    )
    with pytest.raises(DiagnosticError, match=message):
        dlvm.compile(module, donate=donate)


@pytest.mark.parametrize("donate", ["pq", "p", ("r",), ("p", "p"), (0,), 0, None])
def test_what_staged_functions_can_not_donate(donate: Any) -> None:
    with pytest.raises(DiagnosticError, match="donate"):

        @staged(donate=donate)
        def f(p: Float1D, q: Float1D) -> Float1D:
            return p
