"""The ``RUN:`` lines of the files under lit/, except those of the conformance suite."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dlvm.transforms import PASSES
from tests.support.paths import LIT, lit_files
from tests.support.run_lines import run, run_lines

BY_LIT = (
    "conformance/control_flow/builtin.dl",
    "conformance/control_flow/wrong/builtin.dl",
    "run/control_flow/recursion.dl",
    "tools/errors.dl",
    "tools/schedule.dl",
)
"""Files that use each tool, options, standard input, redirections and other commands."""


@pytest.mark.parametrize("file", lit_files(), ids=lambda f: f.relative_to(LIT).as_posix())
def test_file(file: Path, tmp_path: Path) -> None:
    lines = run_lines(file)
    assert lines
    for line in lines:
        run(line, file, tmp_path)


def test_lit_runs_the_files() -> None:
    """lit runs the tools as processes, and agrees with what the other tests do in this process."""
    files = [str(LIT / name) for name in BY_LIT]
    command = [sys.executable, "-c", "from lit.main import main; main()", "-v", *files]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"Passed: {len(files)}" in result.stdout


@pytest.mark.parametrize("name", PASSES)
def test_every_pass_has_a_file(name: str) -> None:
    runs = re.compile(rf"// RUN:.* -p [^|]*\b{name}\b")
    files = [f for folder in ("transforms", "compute") for f in (LIT / folder).rglob("*.dl")]
    assert [f.name for f in files if runs.search(f.read_text(encoding="utf-8"))]
