"""Output of staged programs."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.deploy import build
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import checkpoint, gradient, jvp, staged, vmap

X = np.array([1, 2, 3], np.float32)
LINES = [
    "x is [1. 2. 3.], of 6.00",
    *("step 0: [2. 4. 6.]", "small", "step 1: [4. 8. 12.]".replace("[4. 8.", "[ 4.  8."), "4.0"),
]


def program(x: Any) -> Any:
    nnkit.print("x is {}, of {:.2f}", x, x.sum())
    for i in nnkit.range(2):
        x = x * 2
        nnkit.print("step {}: {}", i, x)
        if x[0] > 3:
            nnkit.print("{}", x[0])
        else:
            nnkit.print("small")
    return (x**2).sum()


def lines(capfd: Any) -> list[str]:
    return capfd.readouterr().out.splitlines()


@pytest.mark.parametrize("interpret", [False, True])
def test_derivatives_print_what_the_function_prints(interpret: bool, capfd: Any) -> None:
    function = staged(interpret=interpret)(program)
    for call in (
        lambda: function(X),
        lambda: function(X),
        lambda: gradient(function)(X),
        lambda: jvp(function)(X, X),
    ):
        call()
        assert lines(capfd) == LINES
    program(X)
    assert lines(capfd) == LINES


def test_rows_print_in_turn(capfd: Any) -> None:
    @staged
    def row(x: Any) -> Any:
        nnkit.print("row {}", x)
        return x * 2

    np.testing.assert_array_equal(vmap(row)(X), 2 * X)
    assert lines(capfd) == ["row 1.0", "row 2.0", "row 3.0"]
    slopes = vmap(gradient(row))(X)
    np.testing.assert_array_equal(slopes[0], [2, 2, 2])
    assert lines(capfd) == ["row 1.0", "row 2.0", "row 3.0"]


def test_lines_of_equal_calls_with_unused_results(capfd: Any) -> None:
    @staged
    def traced(x: Any) -> Any:
        nnkit.print("{:.1f}", x)
        return x * 2

    @staged
    def calls(x: Any) -> Any:
        traced(x)
        traced(x + 1)
        traced(x)
        return x

    calls(np.float32(1))
    assert lines(capfd) == ["1.0", "2.0", "1.0"]


def test_a_function_may_only_print(capfd: Any) -> None:
    @staged
    def show(x: Any) -> None:
        nnkit.print("{} {} {{}}", x, 3)

    show(np.zeros((2, 0), np.int8))
    assert lines(capfd) == ["[] 3 {}"]


def test_errors(tmp_path: Path) -> None:
    checkpointed = checkpoint(staged(program_of("{}")))
    with pytest.raises(DiagnosticError, match="the text does not fit the values: value 0 is not"):
        nnkit.print("x", X)
    with pytest.raises(DiagnosticError, match="the text does not fit the values: there is no valu"):
        staged(program_of("{} {}"))(X)
    with pytest.raises(DiagnosticError, match="print found in @shown; a library for C has no out"):
        build(staged(program_of("{}")), tmp_path / "shown.o", example=[X])
    with pytest.raises(DiagnosticError, match="a function marked !checkpoint must not print"):
        gradient(staged(lambda x: checkpointed(x) ** 2))(X)


def program_of(text: str) -> Any:
    def shown(x: Any) -> Any:
        nnkit.print(text, x)
        return x.sum()

    return shown
