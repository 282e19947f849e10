"""``interpret`` runs the Python lines of staged functions on arrays; its results are theirs."""

import sys
from typing import Any, NamedTuple

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Float2D, Int1D, gradient, staged

X = np.array([1.0, -2.0, 3.0], np.float32)
M = np.arange(6, dtype=np.float32).reshape(2, 3)


class Pair(NamedTuple):
    first: Float1D
    second: Float2D


@staged
def squared(x: Float1D) -> Float1D:
    return x * x


@staged
def loops(x: Float1D) -> Float0D:
    total = x[0] * 0
    for i in nnkit.range(x.shape[0]):
        if x[i] > 0:
            total += x[i] ** 2
        else:
            total -= 1
    while total > 3:
        total = total / 2
    return total


@staged
def updates(x: Float1D, n: Int1D) -> Float1D:
    y = x
    y += 1
    out = nnkit.where(x > 0, x, y).at[n].add(1.0)
    out = nnkit.concat([out, nnkit.zeros(2)]).at[-1].set(7.0)
    return out.at[0].multiply(2.0).at[1:].min(5.0).at[0].max(x[0])


@staged
def nested(p: Pair, scale: float) -> dict[str, Any]:
    rows = p.second @ squared(p.first)
    return {"rows": rows * scale, "largest": nnkit.max(rows), "pair": Pair(rows, p.second.T)}


@staged
def slope(x: Float1D) -> Float1D:
    return gradient(loops)(x)[0]


@staged
def windows(x: Float1D, s: Float0D) -> Float1D:
    return nnkit.convolve(x[None, None], x[None, None, :2])[0, 0].at[0].set(s)


@staged
def counters(x: Float1D) -> Any:
    total = x[0] * 0
    for i in nnkit.range(x.shape[0]):
        total = total + i.astype(nnkit.f32) * x[i] + nnkit.astype(i, nnkit.f32)
    return total, nnkit.tensor(np.ones(3, np.float32)) * x


@staged
def sequences(x: Float1D, m: Float2D) -> Any:
    pairs = nnkit.zip(x, m.T)
    total = x[0] * 0
    for a, row in pairs:
        total = total + a * row.sum()
    scaled = nnkit.map(lambda pair: {"row": pair[1] * pair[0]}, pairs)
    both = nnkit.map(lambda a, row: a + row[0], x, m.T)
    kept = nnkit.filter(lambda a: a > 0, x)
    chosen = nnkit.map(
        lambda pair: pair[0], nnkit.filter(lambda pair: pair[1][0] > 0, nnkit.zip(x, m.T))
    )
    last = nnkit.reduce(lambda a, b: a * 0.5 + b, x)
    return total, scaled, both, kept, chosen, last, nnkit.reduce(lambda a, p: a + p[0], pairs, 1.0)


@staged
def functional(x: Float1D) -> Any:
    carried, sums = nnkit.scan(lambda c, e: (c + e * x[0], c), 0.0, x)
    y = nnkit.fori_loop(0, 3, lambda i, v: v + i.astype(nnkit.f32), x)
    z = nnkit.while_loop(lambda v: nnkit.sum(v) < 9, lambda v: v + x * x, x)
    return carried, sums, y, z, nnkit.cond(x[0] > 0, lambda v: v, lambda v: -v, x)


@staged
def drawn(x: Float1D) -> Any:
    key = nnkit.random.split(nnkit.random.key(3))[0]
    return nnkit.random.uniform(x.shape, key=key) + x, nnkit.random.permutation(x, key=key)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (squared, (X,)),
        (loops, (X,)),
        (updates, (X, np.array([2, 2]))),
        (nested, (Pair(X, M), 0.5)),
        (slope, (X,)),
        (windows, (X, 2.5)),
        (counters, (X,)),
        (sequences, (X, M)),
        (functional, (X,)),
        (drawn, (X,)),
    ],
)
def test_results_are_those_of_the_program(function: Any, arguments: Any) -> None:
    before = X.copy()
    found, expected = function.interpret(*arguments), function(*arguments)
    np.testing.assert_array_equal(X, before)
    check(found, expected)


def check(found: Any, expected: Any) -> None:
    assert type(found) is type(expected)
    if isinstance(expected, dict):
        check(tuple(found.values()), tuple(expected.values()))
    elif isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            check(one, other)
    else:
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_print_shows_elements(capsys: pytest.CaptureFixture[str]) -> None:
    @staged
    def shown(x: Float1D) -> Float0D:
        total = x.sum()
        print("total", total)
        return total

    assert shown.interpret(X) == 2
    assert capsys.readouterr().out == "total 2.0\n"


def test_a_debugger_steps_through_the_lines_of_staged_functions() -> None:
    seen: list[tuple[str, int]] = []

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename == __file__ and event == "line":
            seen.append((frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno))
        return trace

    sys.settrace(trace)
    try:
        nested.interpret(Pair(X, M), 0.5)
    finally:
        sys.settrace(None)
    assert [name for name, _ in seen if name in ("nested", "squared")] == [
        "nested", "squared", "nested",
    ]  # fmt: skip


def test_errors() -> None:
    @staged
    def assigned(x: Float1D) -> Float1D:
        x[0] = 1.0  # pyright: ignore
        return x

    @staged
    def inside(x: Float1D) -> Any:
        return squared.interpret(x)

    @staged
    def wrong(x: Float1D) -> Float2D:
        return x  # pyright: ignore

    with pytest.raises(DiagnosticError, match="staged tensors are values"):
        assigned.interpret(X)
    with pytest.raises(DiagnosticError, match="interpret runs Python code at once"):
        inside(X)
    with pytest.raises(DiagnosticError, match="result has rank 1"):
        wrong.interpret(X)
    with pytest.raises(DiagnosticError, match="argument x has rank 2"):
        squared.interpret(M)
    with pytest.raises(DiagnosticError, match="interpret the function that it is derived from"):
        gradient(loops).interpret(X)
