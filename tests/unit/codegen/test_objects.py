"""The undefined symbols of object files are those in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dlvm
from dlvm.codegen.llvm import target
from dlvm.codegen.objfile.elf import read_object
from tests.support.paths import ROOT

CODEGEN = Path(target.__file__).parents[1]
PAGE = (ROOT / "docs" / "kernels.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("### Undefined symbols in object files\n")[2].partition("\n#")[0]
ROWS = re.findall(r"^\| (`dlvm_.*?) \| .* \| `(\w+\.c)` \|$", SECTION, re.MULTILINE)
KNOWN = {name: file for names, file in ROWS for name in re.findall(r"`(\w+)`", names)}


def test_the_page_names_the_external_symbols() -> None:
    called = {
        name
        for path in CODEGEN.rglob("*.py")
        for name in re.findall(r'"(dlvm_[a-z_]+)"', path.read_text(encoding="utf-8"))
    }
    assert {*KNOWN, "dlvm_print"} == called
    assert "`dlvm_print`" in SECTION


@pytest.mark.parametrize("name", KNOWN)
def test_they_are_where_the_page_says(name: str) -> None:
    folder = CODEGEN / "runtime_support"
    text = (folder / KNOWN[name]).read_text(encoding="utf-8")
    included = re.findall(r'^#include "(\w+\.h)"', text, re.MULTILINE)
    text += "".join((folder / header).read_text(encoding="utf-8") for header in included)
    assert re.search(rf"^(?!extern)\w.*\b{name}\(", text, re.MULTILINE)


TAPE = """
func @f: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'loop(%x: f64, 0: i64)
'loop(%v: f64, %i: i64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %w = sin %v: f64
    %j = add %i: i64, 1: i64
    branch 'loop(%w: f64, %j: i64)
'end():
    return %v: f64
}
[gradient @f wrt 0]
func @g: (f64, i64) -> (f64)
"""


def test_an_object_file_leaves_nothing_else_undefined() -> None:
    code = dlvm.lower(dlvm.parse(TAPE), "object")
    assert isinstance(code, bytes)
    missing = {s.name for s in read_object(code).symbols if s.name and s.section == 0}
    ours = {name for name in missing if name.startswith("dlvm")}
    assert ours
    assert ours <= set(KNOWN)
    assert "dlvm_push" in ours
