"""No folder holds more files than one reads at a glance."""

import os
from fnmatch import fnmatch
from pathlib import Path

from tests.support.paths import ROOT

LIMIT = 20


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
