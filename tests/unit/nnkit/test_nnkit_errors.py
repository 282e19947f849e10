"""Invalid staged programs: each raises an error at the line of its mistake."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Int0D, staged
from tests.support.paths import UNIT

WRONG = sorted((UNIT / "nnkit/wrong_staged").rglob("*.py"))
EXPECTATION = re.compile(r"# error@(\d+): (.*)$")


@pytest.mark.parametrize("file", WRONG, ids=lambda f: f.stem)
def test_wrong_programs(file: Path) -> None:
    expected = [
        (str(file), line, int(match[1]), match[2])
        for line, text in enumerate(file.read_text(encoding="utf-8").split("\n"), 1)
        if (match := EXPECTATION.search(text))
    ]
    assert len(expected) == 1
    with pytest.raises(DiagnosticError) as caught:
        runpy.run_path(str(file))
    found = [
        (d.location.source.name, d.location.line, d.location.column, d.message)
        for d in caught.value.diagnostics
        if d.location is not None
    ]
    assert found == expected


def test_there_are_enough_wrong_programs() -> None:
    assert len(WRONG) >= 130


def test_a_failed_assertion_shows_the_users_text() -> None:
    @staged
    def f(x: Float1D) -> Float1D:
        assert x.sum() > 0
        return x

    with pytest.raises(DiagnosticError, match=r"error: assert x\.sum\(\) > 0"):
        f(-np.ones(3, np.float32))


def test_a_value_of_one_branch_is_explained() -> None:
    @staged
    def f(x: Float0D, rounds: Int0D) -> Float0D:
        for _ in nnkit.range(rounds):
            y = x + 1
        return y

    with pytest.raises(DiagnosticError) as caught:
        f(1.0, 3)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.message.startswith("y has no value on some path")
    assert diagnostic.location is not None
    assert diagnostic.location.excerpt().split("\n")[0].strip() == "return y"
    [note] = diagnostic.notes
    assert note.location is not None
    assert note.location.excerpt().split("\n")[0].strip() == "y = x + 1"


def test_a_whole_number_before_a_loop_is_explained() -> None:
    @staged
    def f(x: Float1D) -> Float0D:
        total = 0
        for e in x:
            total = total + e
        return total

    with pytest.raises(DiagnosticError) as caught:
        f(np.ones(2, np.float32))
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.message.startswith("add: expected element type i64, got f32")
    [note] = diagnostic.notes
    assert (
        note.message == "total is 0 before the loop, which makes it an i64; write 0.0 for a float"
    )
    assert note.location is not None
    assert note.location.excerpt().split("\n")[0].strip() == "for e in x:"


def test_an_error_in_a_function_that_is_called_tells_the_calls() -> None:
    @staged
    def inner(x: Float0D) -> Float0D:
        return nnkit.reshape(x, (2,))[0]

    @staged
    def middle(x: Float0D) -> Float0D:
        return inner(x) + 1

    @staged
    def outer(x: Float0D) -> Float0D:
        return middle(x) * 2

    with pytest.raises(DiagnosticError) as caught:
        outer(1.0)
    [found] = caught.value.diagnostics
    assert found.location is not None
    assert found.location.excerpt().strip().startswith("return nnkit.reshape")
    lines = [n.location.excerpt().split("\n")[0].strip() for n in found.notes if n.location]
    assert lines == ["return inner(x) + 1", "return middle(x) * 2"]
    assert {n.message for n in found.notes} == {"called here"}
