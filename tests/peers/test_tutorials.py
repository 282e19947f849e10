"""Programs of tutorials give the same numbers in NNKit as in JAX, and are no longer."""

from typing import Any

import pytest

from tests.peers.tutorials.programs import (
    ARGUMENTS,
    Draws,
    assert_equal_results,
    lines_of,
    programs,
)

PROGRAMS = {name: (ours, theirs) for name, ours, theirs in programs()}


def test_there_are_forty() -> None:
    assert len(PROGRAMS) == len(ARGUMENTS) == 40


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_a_tutorial(name: str) -> None:
    ours, theirs = PROGRAMS[name]
    assert lines_of(ours) <= lines_of(theirs)
    arguments: tuple[Any, ...] = ARGUMENTS[name](Draws())
    assert_equal_results(ours(*arguments), theirs(*arguments))
