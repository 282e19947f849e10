"""Functions outside of a module: none is called unless that is allowed, whichever way they are
declared and used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dlvm
from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.tools import dlc

DECLARED = "[extern]\nfunc @cbrt: (f64) -> f64\n"
USES = {
    "called": "    %y = apply @cbrt(%x: f64) -> f64",
    "a value": "    %y = apply @of(@cbrt: (f64) -> f64, %x: f64) -> f64",
    "in memory": (
        "    %p = allocateStack (f64) -> f64 count 1\n"
        "    store @cbrt: (f64) -> f64 to %p: *(f64) -> f64\n"
        "    %f = load %p: *(f64) -> f64\n"
        "    %y = apply %f(%x: f64) -> f64"
    ),
    "not used": "    %y = add %x: f64, 0: f64",
}


def module(use: str) -> str:
    return f"""{DECLARED}
func @of: ((f64) -> f64, f64) -> f64 {{
'entry(%f: (f64) -> f64, %x: f64):
    %y = apply %f(%x: f64) -> f64
    return %y: f64
}}
func @f: (f64) -> f64 {{
'entry(%x: f64):
{USES[use]}
    return %y: f64
}}
"""


@pytest.mark.parametrize("use", USES)
def test_they_have_to_be_allowed(use: str) -> None:
    found = dlvm.parse(module(use), "m.dl")
    expected = 8 if use == "not used" else 2
    for externs in (True, ["cbrt"], ("@cbrt", "other"), {"cbrt"}):
        assert dlvm.compile(found, externs=externs)["f"](8.0) == expected
    # The code is in the cache now.
    for externs in ((), False, ["sqrt"], frozenset[str]()):
        with pytest.raises(DiagnosticError, match=r"m\.dl:1:1: error: @cbrt is an external"):
            dlvm.compile(found, externs=externs)


@pytest.mark.parametrize("externs", ["cbrt", b"cbrt", [1], 1, None, {"cbrt": 1, 2: 3}], ids=str)
def test_names_have_to_be_names(externs: Any) -> None:
    with pytest.raises(DiagnosticError, match=r"externs must be names of functions, as in \['cbrt"):
        dlvm.compile(dlvm.parse(module("called")), externs=externs)


def test_all_that_are_missing_are_named() -> None:
    text = DECLARED + DECLARED.replace("cbrt", "exit") + DECLARED.replace("cbrt", "abort")
    with pytest.raises(DiagnosticError) as caught:
        dlvm.compile(dlvm.parse(text), externs=["exit"])
    assert [d.message.split()[0] for d in caught.value.diagnostics] == ["@cbrt", "@abort"]


def test_saved_modules(tmp_path: Path) -> None:
    path = tmp_path / "m.dl"
    path.write_text(module("called"))
    with pytest.raises(DiagnosticError, match="@cbrt is an external function"):
        nnkit.load(path, "f")
    assert nnkit.load(path, "f", externs=["cbrt"])(27.0) == pytest.approx(3)


@pytest.mark.parametrize("job", ["--run", "--test", "--compare"])
def test_dlc(job: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.dl"
    text = "[extern] func @_exit: (i32) -> ()\n// run: @f() == 1\nfunc @f: () -> i64 {\n"
    path.write_text(text + "'entry():\n    apply @_exit(7: i32) -> ()\n    return 1: i64\n}\n")
    arguments = {
        "--run": ["--run", "@f"],
        "--test": ["--test"],
        "--compare": ["--compare", "interpreter", "--run", "@f"],
    }
    assert dlc.main([str(path), *arguments[job]]) == 1
    said = capsys.readouterr().err
    assert "@_exit is an external function" in said or "cannot be interpreted" in said
    path.write_text(module("called") + "// run: @f(8) == 2\n")
    if job != "--compare":
        arguments["--run"] += ["--args", "8"]
        assert dlc.main([str(path), *arguments[job], "--allow-extern"]) == 0
    assert dlc.main([str(path), "--emit", "llvm"]) == 0
