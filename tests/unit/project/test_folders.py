"""Folders hold few files, and files have few lines."""

import os
from fnmatch import fnmatch
from pathlib import Path

from tests.support.paths import ROOT

LIMIT = 20
MOST_LINES = 600


def test_folders_are_small() -> None:
    """At most 20 files of the repository lie in each folder, besides ``__init__.py``."""
    ignored = [".git", *(ROOT / ".gitignore").read_text(encoding="utf-8").split()]

    def is_ignored(name: str) -> bool:
        return any(fnmatch(name, pattern.strip("/")) for pattern in ignored)

    counts = dict[str, int]()
    for folder, subfolders, files in os.walk(ROOT):
        subfolders[:] = [name for name in subfolders if not is_ignored(name)]
        counted = [name for name in files if name != "__init__.py" and not is_ignored(name)]
        counts[Path(folder).relative_to(ROOT).as_posix()] = len(counted)
    assert counts["src/dlvm"] >= 3
    assert {folder: n for folder, n in counts.items() if n > LIMIT} == {}


def test_files_are_short() -> None:
    """No Python file has more than 600 lines."""
    counts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n")
        for folder in ("src", "tests", "benchmarks", "examples")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert len(counts) > 100
    assert {name: n for name, n in counts.items() if n > MOST_LINES} == {}
