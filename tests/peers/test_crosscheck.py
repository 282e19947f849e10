"""A few of the configurations of ``tests.fuzz.crosscheck``."""

import numpy as np
import pytest

import dlvm
from tests.fuzz.crosscheck import CASES, check, difference, draw_case, main, module_of


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", CASES)
def test_agrees(name: str, seed: int) -> None:
    assert check(name, seed) == (None, True)


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_result_is_found(name: str) -> None:
    case = next(c for c in (draw_case(name, seed) for seed in range(20)) if c.expected[0].size)
    result = dlvm.interpret(module_of(case), "main", *case.operands)
    found = result if isinstance(result, tuple) else (result,)
    first = np.asarray(found[0])
    wrong = first.copy()
    wrong.flat[0] = ~wrong.flat[0] if first.dtype == bool else wrong.flat[0] + 1
    changed = (wrong, *found[1:])
    assert difference(case, result) is None
    assert difference(case, changed) is not None


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--configurations", "3", "--only", "sort", "--no-compiled"]) == 0
    assert capsys.readouterr().out == "sort: 3 configurations, 0 compiled, 0 differ\n"
