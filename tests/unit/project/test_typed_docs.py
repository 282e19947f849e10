"""Type checkers accept the Python code of the documentation, and the examples."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.unit.project.recipes import EDIT
from tests.unit.project.test_docs import RUNNABLE

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FUTURE = "from __future__ import annotations\n"


def script(page: Path) -> str:
    """The Python blocks of a page as one file, since they share a namespace; each line keeps its
    number."""
    text = EDIT.sub(lambda edit: "\n" * edit[0].count("\n"), page.read_text(encoding="utf-8"))
    lines = ["\n"] * (text.count("\n") + 1)
    for block in BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1))
        code = block[1].splitlines(keepends=True)
        lines[first : first + len(code)] = code
    if FUTURE in lines:  # It has to be at the start of a file.
        lines = [FUTURE, *("\n" if line == FUTURE else line for line in lines[1:])]
    return "".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of all pages, and the examples."""
    folder = tmp_path_factory.mktemp("typed")
    for page in RUNNABLE:
        # The blocks of examples.md are the scripts in examples/.
        if page.name != "examples.md" and script(page).strip():
            name = re.sub(r"\W", "_", page.stem.lower())
            (folder / f"page_{name}.py").write_text(script(page), encoding="utf-8")
    for example in (ROOT / "examples").glob("*.py"):
        (folder / f"example_{example.name}").write_bytes(example.read_bytes())
    options = {
        "typeCheckingMode": "standard",
        "pythonVersion": "3.11",
        "extraPaths": [str(ROOT / "src")],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(options), encoding="utf-8")
    return folder


def test_pages_and_examples_are_found(folder: Path) -> None:
    names = {file.stem for file in folder.glob("*.py")}
    assert {"page_readme", "page_tutorial", "page_nnkit", "example_transformer"} <= names
    assert len(names) >= 17


def test_pyright(folder: Path) -> None:
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(folder)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_mypy(folder: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--no-incremental"]
    files = sorted(map(str, folder.glob("*.py")))
    environment = os.environ | {"MYPYPATH": str(ROOT / "src")}
    run = subprocess.run([*command, *files], capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stdout
