"""Type parameters of functions, structs and enums."""

from pathlib import Path
from random import Random

import pytest

import dlvm
from tests.fuzz.generic_programs import difference, differs, generic_form
from tests.support.paths import program_files

FILES = program_files()


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_instances_of_random_programs(first: int) -> None:
    """A program that is made generic and instantiated again is unchanged."""
    for seed in range(first, first + 20):
        assert differs(seed) is None, seed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_instances_in_files(path: Path) -> None:
    module = dlvm.parse(path.read_text(encoding="utf-8"), str(path))
    dlvm.verify(module)
    for seed in range(3):
        assert difference(generic_form(module, Random(seed))) is None, seed
