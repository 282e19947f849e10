"""Conformance of every instruction: parsed, printed, verified, interpreted, compiled, and wrong
uses reported. The tests run the files in ``tests/lit/conformance``."""

from pathlib import Path

import pytest

from dlvm.ir import INSTRUCTIONS
from tests.lit.conformance.suite import FULL, HERE, files_of, marks
from tests.support.run_lines import Failure, run


@pytest.mark.parametrize("mnemonic", INSTRUCTIONS)
def test_instruction(mnemonic: str) -> None:
    assert marks(mnemonic) == FULL


def test_every_file_is_of_an_instruction() -> None:
    expected = {file for mnemonic in INSTRUCTIONS for file in files_of(mnemonic)}
    assert set(HERE.rglob("*.dl")) == expected


SQUARE = """\
// run: @f(3) == 9
func @f: (f32) -> f32 {
'entry(%x: f32):
    // CHECK: %y = square %x: f32
    %y = square %x: f32
    return %y: f32
}
"""


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("dlopt %s | filecheck %s", "// CHECK: %y = square", "// CHECK: %y = sqrt"),
        ("dlopt %s | filecheck %s", "// CHECK:", "// NOTE:"),
        ("dlopt %s | dlopt - | filecheck %s", "return %y: f32", "return %y: f64"),
        ("dlopt %s | filecheck %s --check-prefix=TYPE", "", ""),
        ("dlc %s --test --interpret", "== 9", "== 8"),
        ("dlc %s --test --interpret", "== 9", 'traps "nine"'),
        ("dlc %s --test -O0", "== 9", "== 8"),
        ("dlc %s --test -O2", "// run:", "//"),
        ("not dlopt %s 2>&1 | filecheck %s", "", ""),
    ],
)
def test_failures_are_seen(line: str, old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "square.dl"
    file.write_text(SQUARE, encoding="utf-8")
    if old:
        run(line, file)
    file.write_text(SQUARE.replace(old, new), encoding="utf-8")
    with pytest.raises(Failure, match=r"square\.dl"):
        run(line, file)
