"""Independent mistakes are all reported: a sample of ``python -m tests.fuzz.two_mistakes``."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz.two_mistakes import MISTAKES, Made, problem, program, reported


@pytest.mark.parametrize("kind", MISTAKES)
def test_one_mistake_is_one_error(kind: str) -> None:
    made = 0
    for seed in range(3):
        r = Random(seed)
        lines = program(r)
        places = [
            n for n in range(len(lines)) if MISTAKES[kind](r, lines, n) not in (None, lines[n])
        ]
        for at in r.sample(places, min(3, len(places))):
            mistake = Made(kind, at, MISTAKES[kind](r, lines, at) or "")
            assert reported(lines, mistake).total() == 1, mistake
            made += 1
    assert made


def test_programs_without_mistakes() -> None:
    assert not any(reported(program(Random(seed))) for seed in range(10))


@pytest.mark.parametrize("seed", [*range(36), 100125, 100203, 100363, 100465])
def test_two_mistakes_are_two_errors(seed: int) -> None:
    assert problem(seed) is None
