"""The folders of the repository."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
UNIT: Final = TESTS / "unit"
LIT: Final = TESTS / "lit"


def lit_files() -> list[Path]:
    """Returns the lit files except those of the conformance suite, which has a test of its own."""
    return sorted(f for f in LIT.rglob("*.dl") if "conformance" not in f.parts)


def program_files() -> list[Path]:
    """Returns the files of valid programs, except those that need intrinsics of their own."""
    folders = (ROOT / "examples", LIT / "run", LIT / "conformance")
    found = sorted(f for folder in folders for f in folder.rglob("*.dl"))
    return [f for f in found if "wrong" not in f.parts and f.stem != "builtin"]
