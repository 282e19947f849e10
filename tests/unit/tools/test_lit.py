"""The ``RUN:`` lines of the files under lit/, a folder at a time."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dlvm.transforms import PASSES
from tests.support.paths import LIT, lit_files

FOLDERS = sorted({f.parent for f in lit_files()})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.relative_to(LIT.parent).as_posix())
def test_lit(folder: Path) -> None:
    files = map(str, sorted(folder.glob("*.dl")))
    run = "from lit.main import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", run, "-v", *files], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("name", PASSES)
def test_every_pass_has_a_file(name: str) -> None:
    runs = re.compile(rf"// RUN:.* -p [^|]*\b{name}\b")
    files = [f for folder in ("transforms", "compute") for f in (LIT / folder).rglob("*.dl")]
    assert [f.name for f in files if runs.search(f.read_text(encoding="utf-8"))]
