"""The pages "add an instruction", "add a pass" and "add a layer" are true.

Each test applies the code blocks of a page to a copy of the repository, by their captions, and runs
the page's ``sh`` blocks there.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.unit.project.recipes import EDIT, Edit

PAGES = (
    "add-an-instruction.md", "add-a-pass.md", "add-a-layer.md", "guides/add-a-directive.md",
)  # fmt: skip
COPIED = ("src", "tests", "docs", "editors", "examples", "benchmarks")
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def apply(edit: Edit, root: Path) -> None:
    """Changes the file of a caption as the caption says."""
    file = root / edit.path
    if edit.verb == "Create":
        assert not file.exists(), f"{edit.path} exists"
        file.write_text(edit.text, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    if edit.verb == "Append":
        file.write_text(text + edit.text, encoding="utf-8")
        return
    line = f"{edit.line}\n"
    assert text.count(f"\n{line}") == 1, f"{edit.path} has no single line {edit.line!r}"
    new = edit.text if edit.verb == "replace" else line + edit.text
    file.write_text(text.replace(f"\n{line}", f"\n{new}"), encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_followed(page: str, tmp_path: Path) -> None:
    for folder in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ROOT.glob("*.*"):
        if file.suffix in (".md", ".toml"):
            shutil.copy(file, tmp_path)
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    edits = [Edit.of(match) for match in EDIT.finditer(text)]
    assert len(edits) >= 3
    for edit in edits:
        apply(edit, tmp_path)
    commands = "".join(COMMANDS.findall(text)).splitlines()
    assert commands
    scripts = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PATH": scripts}
    for command in commands:
        python, *arguments = shlex.split(command)
        assert python == "python"
        result = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
