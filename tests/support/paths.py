"""Where the folders of the repository are."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
UNIT: Final = TESTS / "unit"
LIT: Final = TESTS / "lit"


def lit_files() -> list[Path]:
    """The lit files, apart from those of the conformance suite, which a test of its own runs."""
    return sorted(f for f in LIT.rglob("*.dl") if "conformance" not in f.parts)
