"""Wrong programs against their messages.

A line of ``tests/unit/text/wrong/**/*.dl`` that is wrong ends with ``// error: message``, or with
``// error@column: message``; exactly those errors must be reported,
by the verifier or for schedules that no loops can follow.
"""

import re
from pathlib import Path

import pytest

from dlvm.compute.loops.lowering import lower_definitions
from dlvm.diagnostics import DiagnosticError
from dlvm.verifier import read_verified
from tests.support.paths import UNIT

FILES = sorted((UNIT / "text/wrong").rglob("*.dl"))
EXPECTATION = re.compile(r"// error(?:@(\d+))?: (.*?)(?=\s*// error|$)")


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_errors(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    expected = [
        (line, int(column) if column else None, message)
        for line, content in enumerate(text.split("\n"), 1)
        for column, message in EXPECTATION.findall(content)
    ]
    assert expected, "the program states no error"
    with pytest.raises(DiagnosticError) as caught:
        _check(text, file.name)
    found = [
        (d.location.line, d.location.column, d.message)
        for d in caught.value.diagnostics
        if d.location is not None
    ]
    assert len(found) == len(caught.value.diagnostics)
    # A column is compared only where one is expected.
    columns = {(line, message): column for line, column, message in expected}
    shown = [(line, column if columns.get((line, m)) else None, m) for line, column, m in found]
    assert sorted(shown, key=str) == sorted(expected, key=str)


def test_there_are_enough() -> None:
    assert len(FILES) >= 35


def _check(text: str, name: str) -> None:
    module = read_verified(text, name)
    lower_definitions(module.definitions, module.schedules)
